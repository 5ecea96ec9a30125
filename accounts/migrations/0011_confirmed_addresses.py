from django.db import migrations, models

import accounts.addresses


class Migration(migrations.Migration):
    """An address waits here until its person confirms it. Those that are there count as confirmed."""

    dependencies = [("accounts", "0010_listed_zones")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="new_email",
            field=models.EmailField(
                blank=True,
                default="",
                max_length=254,
                validators=[accounts.addresses.require_sendable],
            ),
        ),
    ]
