"""The sweep counts how often it began on a due phase, and finds what it has tried before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the count and its index."""

    dependencies = [
        ("campaigns", "0002_log_is_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="tries",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="campaign",
            index=models.Index(
                condition=models.Q(("tries__gt", 0)),
                fields=["tries", "-wakes_at"],
                name="campaigns_tried_before",
            ),
        ),
    ]
