from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0069_waiting_in_a_pause'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='queue',
            field=models.CharField(max_length=64, db_index=True, default=''),
            preserve_default=False,
        ),
        # What is sealed is not opened here: each that is there has a queue of its own.
        migrations.RunSQL(
            "UPDATE campaigns_webhook SET queue = 'webhook-' || id", migrations.RunSQL.noop
        ),
        migrations.AddField(
            model_name='feedkey',
            name='told',
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='feedkey',
            name='changed_at',
            field=models.DateTimeField(null=True),
        ),
    ]
