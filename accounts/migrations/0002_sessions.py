import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def keep_people_signed_in(apps, schema_editor):
    """Take over the sessions that Django's own table holds; it stays, and is not looked at again."""
    people = set(apps.get_model("accounts", "User").objects.values_list("pk", flat=True))
    ours = apps.get_model("accounts", "Session")
    for row in apps.get_model("sessions", "Session").objects.iterator():
        key = SessionStore().decode(row.session_data).get(SESSION_KEY)
        if key is not None and int(key) in people:
            ours.objects.create(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                person_id=int(key),
            )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                (
                    "expire_date",
                    models.DateTimeField(db_index=True, verbose_name="expire date"),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(keep_people_signed_in, migrations.RunPython.noop),
    ]
