from django.db import migrations, models


class Migration(migrations.Migration):
    """In which language the people of a campaign write. Those of before have not said."""

    dependencies = [("campaigns", "0045_trust")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=12),
        ),
    ]
