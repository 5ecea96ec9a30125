"""The log is append-only in the database too: a trigger refuses to change or delete an entry.

Only a person's link to an entry may be cleared, when somebody asks to be forgotten.
"""

from django.db import migrations

FORBID = """
CREATE FUNCTION campaigns_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.person_id IS NULL THEN
        NEW.person_id := OLD.person_id;
        IF NEW IS NOT DISTINCT FROM OLD THEN
            NEW.person_id := NULL;
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'The log of a campaign is append-only: entry % of campaign % stays as it is.', OLD.seq, OLD.campaign_id
        USING ERRCODE = 'restrict_violation', HINT = 'Append another entry that corrects it.';
END $$;

CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE ON campaigns_logentry
    FOR EACH ROW EXECUTE FUNCTION campaigns_log_is_append_only();
"""

ALLOW = """
DROP TRIGGER log_is_append_only ON campaigns_logentry;
DROP FUNCTION campaigns_log_is_append_only();
"""


class Migration(migrations.Migration):
    """Adds the trigger."""

    dependencies = [("campaigns", "0001_campaigns")]

    operations = [migrations.RunSQL(FORBID, ALLOW)]
