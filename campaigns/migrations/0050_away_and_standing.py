import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Deputies that begin later, what became of standing orders, and letters about a campaign that waits."""

    dependencies = [
        ('campaigns', '0060_language'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='deputy',
            name='absence',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deputies', to='campaigns.absence'),
        ),
        migrations.AddField(
            model_name='deputy',
            name='begins_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='standing',
            name='over',
            field=models.CharField(blank=True, choices=[('replaced', 'replaced by another'), ('back', 'taken back'), ('phase', 'its last phase was over'), ('turn', 'its last turn was over'), ('moment', 'its moment had come')], db_default='', default='', max_length=8),
        ),
        migrations.AddField(
            model_name='standing',
            name='over_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='standing',
            name='over_via',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='standing',
            name='until_via',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='standinganswer',
            name='content',
            field=models.BinaryField(null=True),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('asked', 'orders are due'), ('reminder', 'the deadline is near'), ('missed', 'the deadline was missed'), ('stuck', 'the campaign waits for its moderator'), ('revealed', 'a phase was resolved'), ('waits', 'something waits'), ('secretly', 'something may wait, of what is done in secret'), ('vote', 'a question is put'), ('press', 'there are messages to read'), ('announced', 'the moderator announces something'), ('public', 'there is public press to read'), ('seats', 'a seat changed hands'), ('ended', 'the campaign is over'), ('channel', 'a webhook was switched off'), ('voided', 'a seal is void'), ('stumbled', 'the phase could not be resolved'), ('lacking', 'its rules are missing')], default='asked', max_length=12),
        ),
    ]
