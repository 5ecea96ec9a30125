"""What is done in secret: held by the entries of the log, and found by tokens, not by name.

Every campaign gets its keys; whom a secret event concerns, and what it is, stands in the clear no
more. How keys are sealed and tokens made is written out here as it was when this was made.
"""

import hashlib
import hmac
import secrets
import zlib
from base64 import urlsafe_b64decode

import django.contrib.postgres.fields
import django.db.models.deletion
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import migrations, models

AT_ONCE = 1000


def sealed(content: bytes, bound_to: str) -> bytes:
    """The first form of a sealed content."""
    first = next(part for part in settings.SEAL_KEYS.split(",") if part.strip())
    key = urlsafe_b64decode(first.strip())
    short = zlib.compress(content)
    packed = len(short).to_bytes(4) + short + bytes(-(len(short) + 4) % 256)
    iv = secrets.token_bytes(12)
    name = hashlib.sha256(key).digest()[:4]
    return b"\x01" + name + iv + AESGCM(key).encrypt(iv, packed, bound_to.encode())


def token(key: bytes, seq: int, power: str) -> int:
    """By which a power finds what concerns it of a log entry."""
    digest = hmac.digest(key, f"audience|{seq}|{power}".encode(), "sha256")
    return int.from_bytes(digest[:8], signed=True)


def name_nobody(apps, schema_editor):
    """Give every campaign its keys, and its secret events tokens in place of names."""
    campaigns, events = (apps.get_model("campaigns", name) for name in ("Campaign", "EventRow"))
    for campaign in campaigns.objects.only("slug").iterator():
        content = secrets.token_bytes(64)
        campaign.log_key = sealed(content, f"log/{campaign.slug}")
        campaign.save(update_fields=["log_key"])
        seats = max(8, campaign.seats.count())
        rows = events.objects.filter(phase__campaign=campaign, public=False)
        batch = []
        for pk, powers, seq in rows.values_list("pk", "powers", "entry__seq").iterator():
            found = [token(content[32:], seq, power) for power in powers]
            while len(found) < seats:
                found.append(int.from_bytes(secrets.token_bytes(8), signed=True))
            batch.append(events(pk=pk, kind="", audience=sorted(found)))
            if len(batch) == AT_ONCE:
                events.objects.bulk_update(batch, ["kind", "audience"])
                batch = []
        events.objects.bulk_update(batch, ["kind", "audience"])


class Migration(migrations.Migration):
    """Adds the keys, the entries and the tokens."""

    dependencies = [("campaigns", "0004_letters")]

    operations = [
        migrations.AddField("campaign", "log_key", models.BinaryField(default=bytes)),
        migrations.AddField("campaign", "secrets", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("campaign", "unheld", models.PositiveIntegerField(default=0)),
        migrations.AddField("look", "secrets", models.PositiveBigIntegerField(default=0)),
        migrations.RemoveField("logentry", "audience"),
        migrations.RemoveField("logentry", "secret"),
        migrations.AddField("logentry", "held", models.CharField(blank=True, max_length=64)),
        migrations.AddField("logentry", "signature", models.TextField(blank=True)),
        migrations.AddField("logentry", "scheme", models.CharField(blank=True, max_length=40)),
        migrations.CreateModel(
            name="SecretEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                ("after", models.PositiveBigIntegerField()),
                (
                    "audience",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("content", models.BinaryField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="secret_entries",
                        to="campaigns.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ["campaign", "number"],
                "verbose_name_plural": "secret entries",
                "indexes": [models.Index(fields=["campaign", "after"], name="secrets_after_an_entry")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "number"), name="secret_entries_follow_one_another"
                    )
                ],
            },
        ),
        migrations.AddField(
            "eventrow",
            "secret",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="campaigns.secretentry",
            ),
        ),
        migrations.AddField(
            "eventrow",
            "audience",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
        migrations.AlterField("eventrow", "kind", models.CharField(blank=True, max_length=60)),
        migrations.RunPython(name_nobody, migrations.RunPython.noop),
    ]
