import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What was found when a campaign that is over was played again. The worker begins with it by itself."""

    dependencies = [("campaigns", "0061_autopilot_seeds")]

    operations = [
        migrations.CreateModel(
            name="Replayed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("head", models.CharField(max_length=64)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("found", models.JSONField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replayed",
                        to="campaigns.campaign",
                    ),
                ),
            ],
            options={"verbose_name_plural": "replayed campaigns"},
        ),
    ]
