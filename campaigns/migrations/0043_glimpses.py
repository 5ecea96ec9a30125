import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What lists show of campaigns at a glance, and what explains a headline. Both come with what is played
    or drawn next.
    """

    dependencies = [("campaigns", "0042_anonymous_seats")]

    operations = [
        migrations.AddField(
            model_name="phase",
            name="lede",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.CreateModel(
            name="Glimpse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen", models.JSONField()),
                ("board", models.JSONField(null=True)),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="glimpse",
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "phase",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.phase",
                    ),
                ),
            ],
            options={"verbose_name_plural": "glimpses"},
        ),
    ]
