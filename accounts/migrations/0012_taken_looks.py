import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.lookalikes import looks_of


def take(apps, schema_editor):
    """The names that are there keep their looks: first those one signs in with; of two alike, the older one."""
    users = apps.get_model("accounts", "User").objects.filter(deleted_at=None, guest_seen_at=None)
    looks = apps.get_model("accounts", "TakenLook").objects
    for field in ("username", "display_name"):
        found = users.order_by("pk").values_list("pk", field).iterator()
        rows = [
            looks.model(look=look, person_id=key) for key, name in found for look in looks_of(name)
        ]
        looks.bulk_create(rows, ignore_conflicts=True, batch_size=500)


class Migration(migrations.Migration):
    """No name looks like another's, and those of deleted accounts stay taken."""

    dependencies = [("accounts", "0011_confirmed_addresses")]

    operations = [
        migrations.CreateModel(
            name="TakenLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("look", models.TextField(unique=True)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(take, migrations.RunPython.noop, elidable=True),
    ]
