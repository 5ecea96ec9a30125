from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_motion'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, default='', help_text='Pages, letters and notifications come in it.', max_length=10, verbose_name='language'),
        ),
    ]
