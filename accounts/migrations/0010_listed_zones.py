from zoneinfo import ZoneInfo

from django.db import migrations

from accounts.zones import listed


def rename(apps, schema_editor):
    """Former names of zones become those of the list, which have the same hour."""
    people = apps.get_model('accounts', 'User').objects
    for zone in people.order_by().values_list('time_zone', flat=True).distinct():
        if listed(str(zone)) != str(zone):
            people.filter(time_zone=zone).update(time_zone=ZoneInfo(listed(str(zone))))


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_refused_alerts'),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
