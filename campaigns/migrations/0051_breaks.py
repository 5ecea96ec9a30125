from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Pauses that end by themselves, and those that players take in an emergency."""

    dependencies = [
        ('campaigns', '0050_away_and_standing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='resumes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='pauses',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name='campaign',
            index=models.Index(condition=models.Q(('resumes_at__isnull', False)), fields=['resumes_at'], name='campaigns_that_resume'),
        ),
    ]
