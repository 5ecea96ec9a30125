from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_sendable_addresses'),
    ]

    operations = [
        migrations.AddField(
            model_name='alert',
            name='refused',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
