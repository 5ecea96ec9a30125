import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# A cookie holds the key, the table its SHA-256 from now on: who is signed in stays so. Django's own
# table, which nothing reads any more, still held old keys in clear.
HASH_SESSIONS = """
UPDATE accounts_session
SET session_key = encode(sha256(convert_to(session_key, 'UTF8')), 'hex')
WHERE length(session_key) < 64;
DELETE FROM django_session;
"""

# The tokens of Django REST framework, one a person and in clear, become ours: hashed where they
# lie, and good for reading and playing, as they were for nearly everything.
TAKE_OVER_TOKENS = """
DO $$ BEGIN
    IF to_regclass('authtoken_token') IS NOT NULL THEN
        INSERT INTO accounts_token (person_id, name, digest, scopes, created_at)
        SELECT user_id, 'From before', encode(sha256(convert_to(key, 'UTF8')), 'hex'),
               ARRAY['read', 'play'], created
        FROM authtoken_token;
        DROP TABLE authtoken_token;
    END IF;
END $$;
"""

# django-axes counted wrong passwords; its tables, never filled here, hold names and addresses.
FORGET_AXES = """
DROP TABLE IF EXISTS axes_accessattemptexpiration, axes_accessfailurelog, axes_accesslog,
    axes_accessattempt CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_sessions"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="session",
            name="session_key",
            field=models.CharField(
                max_length=64,
                primary_key=True,
                serialize=False,
                verbose_name="hash of the session key",
            ),
        ),
        migrations.CreateModel(
            name="Count",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("amount", models.IntegerField()),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="KnownAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("seen_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="known_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("person"), models.F("digest"), name="an_address_is_known_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), size=None
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("-created_at", "-pk")},
        ),
        migrations.RunSQL(HASH_SESSIONS, migrations.RunSQL.noop),
        migrations.RunSQL(TAKE_OVER_TOKENS, migrations.RunSQL.noop),
        migrations.RunSQL(FORGET_AXES, migrations.RunSQL.noop),
    ]
