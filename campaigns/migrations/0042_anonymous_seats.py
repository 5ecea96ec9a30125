from django.db import migrations, models


class Migration(migrations.Migration):
    """Campaigns whose people are hidden until the end. Those of before name everybody, as they did."""

    dependencies = [("campaigns", "0041_first_games")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="anonymous",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="campaign",
            name="named_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
