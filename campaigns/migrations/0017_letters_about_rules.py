"""A letter can say that a campaign's rules are missing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the kind of letter."""

    dependencies = [
        ("campaigns", "0016_old_phases_are_matched"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("asked", "orders are due"),
                    ("voided", "a seal is void"),
                    ("stumbled", "the phase could not be resolved"),
                    ("lacking", "its rules are missing"),
                ],
                default="asked",
                max_length=8,
            ),
        ),
    ]
