"""First games; and the guards of the log let go of the lines of one, while it is deleted whole.

A line of any other campaign stays as it always did: what may go is the first game whose number the
transaction has named.
"""

import django.db.models.deletion
from django.db import migrations, models

MAY_GO = """
CREATE FUNCTION campaigns_may_be_forgotten(of bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT current_setting('chancellery.forgets', true) = of::text
        AND EXISTS (SELECT FROM campaigns_campaign WHERE id = of AND first_game <> '')
$$;

CREATE OR REPLACE FUNCTION campaigns_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION campaigns_secret_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""

NONE_GOES = """
CREATE OR REPLACE FUNCTION campaigns_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION campaigns_secret_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP FUNCTION campaigns_may_be_forgotten(bigint);
"""


class Migration(migrations.Migration):
    """Adds first games, and lets the guards know them."""

    dependencies = [("campaigns", "0040_dice_given")]

    operations = [
        migrations.CreateModel(
            name="FirstGame",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="first_game_row",
                        serialize=False,
                        to="campaigns.campaign",
                    ),
                ),
                ("read", models.JSONField(default=list)),
            ],
        ),
        migrations.AddField(
            model_name="campaign",
            name="first_game",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.RunSQL(MAY_GO, NONE_GOES),
    ]
