"""Guards that the database keeps itself.

The log is append-only: an entry is never changed, deleted or emptied away. Only a person's link to an entry may be
cleared, when somebody asks to be forgotten. Secret entries stay too; what is sealed in one may be sealed anew. The lines
of a first game go when it is deleted whole: the transaction names it.

States of phases are written anew with every act, and lie outside their row (in its TOAST table), where autovacuum by
itself comes only when a fifth of all states of all time has been written. The figures stand in docs/performance.md.
"""

from django.db import migrations

GUARDS = """
CREATE FUNCTION campaigns_may_be_forgotten(of bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT current_setting('chancellery.forgets', true) = of::text
        AND EXISTS (SELECT FROM campaigns_campaign WHERE id = of AND first_game <> '')
$$;

CREATE FUNCTION campaigns_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.person_id IS NULL THEN
        NEW.person_id := OLD.person_id;
        IF NEW IS NOT DISTINCT FROM OLD THEN
            NEW.person_id := NULL;
            RETURN NEW;
        END IF;
    END IF;
    IF TG_OP = 'DELETE' AND campaigns_may_be_forgotten(OLD.campaign_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'The log of a campaign is append-only: entry % of campaign % stays as it is.', OLD.seq, OLD.campaign_id
        USING ERRCODE = 'restrict_violation', HINT = 'Append another entry that corrects it.';
END $$;

CREATE FUNCTION campaigns_is_never_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The table % is append-only: it cannot be emptied.', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'Append another entry that corrects it.';
END $$;

CREATE FUNCTION campaigns_secret_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        OLD.content := NEW.content;
        IF NEW IS NOT DISTINCT FROM OLD THEN
            RETURN NEW;
        END IF;
    END IF;
    IF TG_OP = 'DELETE' AND campaigns_may_be_forgotten(OLD.campaign_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'A secret entry of a campaign stays as it is.'
        USING ERRCODE = 'restrict_violation', HINT = 'Append another entry that corrects it.';
END $$;

CREATE TRIGGER log_is_append_only BEFORE UPDATE OR DELETE ON campaigns_logentry
    FOR EACH ROW EXECUTE FUNCTION campaigns_log_is_append_only();
CREATE TRIGGER log_is_never_emptied BEFORE TRUNCATE ON campaigns_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION campaigns_is_never_emptied();
CREATE TRIGGER secret_entries_are_never_emptied BEFORE TRUNCATE ON campaigns_secretentry
    FOR EACH STATEMENT EXECUTE FUNCTION campaigns_is_never_emptied();
CREATE TRIGGER secret_entry_stays BEFORE UPDATE OR DELETE ON campaigns_secretentry
    FOR EACH ROW EXECUTE FUNCTION campaigns_secret_entry_stays();

ALTER TABLE campaigns_phase SET (
    toast.autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_threshold = 2000);
"""

NO_GUARDS = """
ALTER TABLE campaigns_phase RESET (
    toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_threshold);
DROP TRIGGER secret_entry_stays ON campaigns_secretentry;
DROP TRIGGER secret_entries_are_never_emptied ON campaigns_secretentry;
DROP TRIGGER log_is_never_emptied ON campaigns_logentry;
DROP TRIGGER log_is_append_only ON campaigns_logentry;
DROP FUNCTION campaigns_secret_entry_stays();
DROP FUNCTION campaigns_is_never_emptied();
DROP FUNCTION campaigns_log_is_append_only();
DROP FUNCTION campaigns_may_be_forgotten(bigint);
"""


class Migration(migrations.Migration):
    """Adds the guards."""

    dependencies = [("campaigns", "0001_initial")]

    operations = [migrations.RunSQL(GUARDS, NO_GUARDS)]
