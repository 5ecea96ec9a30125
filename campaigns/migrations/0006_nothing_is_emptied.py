"""Whom a secret event concerned is forgotten; the log cannot be emptied, nor what it holds.

Entries were guarded row by row; ``TRUNCATE`` asks no row. Secret entries are guarded too: none is
ever deleted, or moved to another place. What is sealed in one may be sealed anew.
"""

from django.db import migrations

FORBID = """
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
    RAISE EXCEPTION 'A secret entry of a campaign stays as it is.'
        USING ERRCODE = 'restrict_violation', HINT = 'Append another entry that corrects it.';
END $$;

CREATE TRIGGER log_is_never_emptied BEFORE TRUNCATE ON campaigns_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION campaigns_is_never_emptied();
CREATE TRIGGER secret_entries_are_never_emptied BEFORE TRUNCATE ON campaigns_secretentry
    FOR EACH STATEMENT EXECUTE FUNCTION campaigns_is_never_emptied();
CREATE TRIGGER secret_entry_stays BEFORE UPDATE OR DELETE ON campaigns_secretentry
    FOR EACH ROW EXECUTE FUNCTION campaigns_secret_entry_stays();
"""

ALLOW = """
DROP TRIGGER secret_entry_stays ON campaigns_secretentry;
DROP TRIGGER secret_entries_are_never_emptied ON campaigns_secretentry;
DROP TRIGGER log_is_never_emptied ON campaigns_logentry;
DROP FUNCTION campaigns_secret_entry_stays();
DROP FUNCTION campaigns_is_never_emptied();
"""


class Migration(migrations.Migration):
    """Drops the names and adds the guards."""

    dependencies = [("campaigns", "0005_secret_entries")]

    operations = [
        migrations.RemoveField("eventrow", "powers"),
        migrations.RunSQL(FORBID, ALLOW),
    ]
