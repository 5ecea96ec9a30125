import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Seat keys and the site's key, dice after the close, and moments that never run backwards."""

    dependencies = [
        ('campaigns', '0044_dice_chains'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='deputy',
            name='signature',
            field=models.CharField(blank=True, db_default='', default='', max_length=128),
        ),
        migrations.AddField(
            model_name='deputy',
            name='scheme',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='campaign',
            name='beacon',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='campaign',
            name='dice_policy',
            field=models.CharField(db_default='prompt', default='prompt', max_length=12),
        ),
        migrations.AddField(
            model_name='campaign',
            name='dice_wait',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='campaign',
            name='keys_of_seats',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='campaign',
            name='log_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='site_key',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='phase',
            name='beacon',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='phase',
            name='closed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='phase',
            name='closing',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='phase',
            name='links',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='phase',
            name='links_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='phase',
            name='round',
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seatchain',
            name='kept_by_player',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='sheet',
            name='ready_signature',
            field=models.CharField(blank=True, db_default='', default='', max_length=128),
        ),
        migrations.CreateModel(
            name='PendingAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('power', models.CharField(max_length=40)),
                ('content', models.BinaryField()),
                ('commitment', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('links', models.JSONField(default=dict)),
                ('round', models.PositiveBigIntegerField(blank=True, null=True)),
                ('beacon', models.TextField(blank=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pending_acts', to='campaigns.campaign')),
                ('phase', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pending_acts', to='campaigns.phase')),
                ('via', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['campaign', 'number'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='acts_that_wait_are_numbered'), models.UniqueConstraint(condition=models.Q(('done_at__isnull', True)), fields=('campaign',), name='one_act_waits_for_its_dice')],
            },
        ),
        migrations.CreateModel(
            name='SeatKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('power', models.CharField(max_length=40)),
                ('number', models.PositiveSmallIntegerField()),
                ('public', models.CharField(max_length=64)),
                ('begins', models.PositiveIntegerField(default=0)),
                ('kept', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_keys', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['power', 'number'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'power', 'number'), name='keys_of_a_seat_are_numbered')],
            },
        ),
    ]
