"""Every campaign gets a key of its own, and the table says which keys of the site are still needed.

Contents stay as they are: `manage.py seal-keys` moves them, in batches, while the site runs. There is
no way back, for what is sealed from now on would be lost with these keys.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from campaigns import keyring

#: Where contents may lie under a key of the site (at this point of the history): table, column, and
#: how its rows hang on a campaign.
SEALED = (
    *(
        ("campaign", column, "campaigns_campaign AS c ON c.id = t.id")
        for column in ("dice_seed", "log_key")
    ),
    *(
        ("phase", column, "campaigns_campaign AS c ON c.id = t.campaign_id")
        for column in ("opening", "state", "rolls")
    ),
    ("standing", "content", "campaigns_campaign AS c ON c.id = t.campaign_id"),
    ("secretentry", "content", "campaigns_campaign AS c ON c.id = t.campaign_id"),
    *(
        (
            table,
            column,
            "campaigns_phase AS p ON p.id = t.phase_id JOIN campaigns_campaign AS c ON c.id = p.campaign_id",
        )
        for table, column in (("sheet", "content"), ("act", "content"), ("eventrow", "body"))
    ),
)


def draw(apps, schema_editor):
    """Draw the keys, and look through everything that is sealed for the key it lies under."""
    old_keys = {}
    with schema_editor.connection.cursor() as cursor:
        for table, column, joined in SEALED:
            cursor.execute(
                f"SELECT DISTINCT c.slug, encode(substring(t.{column} FROM 2 FOR 4), 'hex')"
                f" FROM campaigns_{table} AS t JOIN {joined}"
                f" WHERE substring(t.{column} FROM 1 FOR 1) = '\\x01'::bytea"
            )
            for slug, name in cursor.fetchall():
                old_keys.setdefault(slug, set()).add(name)
    keys = []
    for slug in apps.get_model("campaigns", "Campaign").objects.values_list("slug", flat=True):
        wrapped, by, _ = keyring.drawn(slug)
        old = sorted(old_keys.get(slug, ()))
        keys.append({"campaign_id": slug, "wrapped": wrapped, "wrapped_by": by, "old_keys": old})
    model = apps.get_model("campaigns", "CampaignKey")
    model.objects.bulk_create([model(**key) for key in keys], batch_size=1000)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0006_nothing_is_emptied'),
    ]

    operations = [
        migrations.CreateModel(
            name='CampaignKey',
            fields=[
                ('campaign', models.OneToOneField(db_column='slug', on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='key', serialize=False, to='campaigns.campaign', to_field='slug')),
                ('wrapped', models.BinaryField()),
                ('wrapped_by', models.CharField(max_length=8)),
                ('old_keys', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), default=list, size=None)),
                ('given_up', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), default=list, size=None)),
            ],
            options={
                'ordering': ['campaign'],
            },
        ),
        migrations.RunPython(draw),
    ]
