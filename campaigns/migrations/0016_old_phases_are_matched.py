"""Phases whose rules are not known remember with which revisions they were tried."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds what was tried, and an index of those that are still to be tried."""

    dependencies = [
        ("campaigns", "0015_phases_name_their_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="phase",
            name="tried",
            field=models.CharField(blank=True, default="", max_length=16),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="phase",
            index=models.Index(
                condition=models.Q(("resolved_at__isnull", False), ("rules", "")),
                fields=["campaign", "tried"],
                name="phases_of_unknown_rules",
            ),
        ),
    ]
