from django.db import migrations, models


class Migration(migrations.Migration):
    """What autopilots choose by. Phases that were open before have none, and campaigns get theirs with the next."""

    dependencies = [("campaigns", "0055_broken_channels")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="autopilot_secret",
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name="phase",
            name="seeded",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
