import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Chains of seats, and the secret of the site's. Campaigns of before keep their one chain and the nonces."""

    dependencies = [
        ('campaigns', '0043_glimpses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='dice_chain',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='campaign',
            name='dice_root',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='dice_scheme',
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.CreateModel(
            name='SeatChain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('power', models.CharField(max_length=40)),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('live', models.BooleanField(default=True)),
                ('content', models.BinaryField()),
                ('length', models.PositiveIntegerField()),
                ('used', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chains', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['power', 'number'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'power', 'number'), name='chains_of_a_seat_are_numbered'), models.UniqueConstraint(condition=models.Q(('live', True)), fields=('campaign', 'power'), name='one_chain_of_a_seat_counts'), models.CheckConstraint(condition=models.Q(('used__lte', models.F('length'))), name='no_more_links_than_a_seats_chain_has')],
            },
        ),
    ]
