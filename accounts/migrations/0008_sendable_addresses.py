from django.db import migrations, models

import accounts.addresses


class Migration(migrations.Migration):
    """An address is one that the mail library can write to. Those that are there stay."""

    dependencies = [("accounts", "0007_people")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="email",
            field=models.EmailField(
                blank=True,
                help_text="For reminders and a forgotten password. You can play without.",
                max_length=254,
                validators=[accounts.addresses.require_sendable],
                verbose_name="e-mail address",
            ),
        ),
    ]
