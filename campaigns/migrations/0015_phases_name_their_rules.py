"""Each phase names the rules by which it was played: those of its campaign, as far as is known."""

from django.db import migrations, models

NAMED = """
UPDATE campaigns_phase AS phase SET revision = campaign.revision
FROM campaigns_campaign AS campaign WHERE campaign.id = phase.campaign_id
"""


class Migration(migrations.Migration):
    """Adds the name of the revision and the digest of its rules. Of what was played before, the digest
    stays empty: one name stood for more than one state of the rules then.
    """

    dependencies = [
        ("campaigns", "0014_rules_may_be_missing"),
    ]

    operations = [
        migrations.AddField(
            model_name="phase",
            name="revision",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="phase",
            name="rules",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.RunSQL(NAMED, migrations.RunSQL.noop),
    ]
