"""The files of a release: its database, an export of each book, and which packs of rules it came with."""

import json
import lzma
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from rules.revisions import loading

HERE = Path(__file__).parent
APPS = ("accounts", "campaigns")
LEFT_OUT = frozenset(("django_migrations", "django_content_type", "auth_permission"))
"""Tables that the migrations fill."""


def folder(release: str) -> Path:
    """Where the files of a release lie."""
    return HERE / release


def releases() -> list[str]:
    """The releases of which anything is kept, the first one first."""
    found = [path.name for path in HERE.iterdir() if (path / "index.json").exists()]
    return sorted(found, key=lambda name: [int(part) for part in name.split(".")])


def index(release: str) -> dict[str, Any]:
    """``at``, the moment of it all; ``migrations``, the last ones of each app; ``campaigns`` by book; ``packs``, the
    digests of each book's frozen revision of that name.
    """
    return dict(json.loads((folder(release) / "index.json").read_text("utf-8")))


def export(release: str, book: str) -> bytes:
    """The file of a campaign that was over."""
    return lzma.decompress((folder(release) / f"{book}.json.xz").read_bytes())


def write(release: str, campaigns: dict[str, dict[str, str]], exports: dict[str, bytes]) -> None:
    """Keep the database as it is now, and these exports."""
    place = folder(release)
    place.mkdir(exist_ok=True)
    leaves = MigrationLoader(connection).graph.leaf_nodes()
    kept = {book: loading.find_entry(book, release) for book in campaigns}
    about = {
        "at": timezone.now().isoformat(timespec="seconds"),
        "migrations": [list(leaf) for leaf in leaves if leaf[0] in APPS],
        "campaigns": campaigns,
        "packs": {
            book: {"zip": one.zip, "closure": one.closure} for book, one in kept.items() if one
        },
    }
    text = json.dumps(about, indent=2, sort_keys=True) + "\n"
    (place / "index.json").write_text(text, "utf-8")
    for book, data in exports.items():
        (place / f"{book}.json.xz").write_bytes(_packed(data))
    (place / "database.xz").write_bytes(_packed(json.dumps(_tables()).encode()))


def _packed(data: bytes) -> bytes:
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def _tables() -> list[dict[str, Any]]:
    """Every table that has rows: its ``name``, its ``columns``, and its ``rows`` as PostgreSQL copies them."""
    found = []
    with connection.cursor() as cursor:
        for name in sorted(set(connection.introspection.table_names(cursor)) - LEFT_OUT):
            described = connection.introspection.get_table_description(cursor, name)
            columns = [column.name for column in described]
            names = ", ".join(map(connection.ops.quote_name, columns))
            with cursor.copy(f'COPY "{name}" ({names}) TO STDOUT') as copy:
                rows = b"".join(bytes(part) for part in copy).decode()
            if rows:
                found.append({"name": name, "columns": columns, "rows": rows})
    return found


def fill(release: str, apps: Any) -> datetime:
    """Put the rows of a release into an empty database whose tables have the form of then, with the models of
    then; gives the moment of it all.
    """
    tables = json.loads(lzma.decompress((folder(release) / "database.xz").read_bytes()))
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    # What points at each other is compared at the end.
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            names = ", ".join(map(connection.ops.quote_name, table["columns"]))
            cursor.execute(f'DELETE FROM "{table["name"]}"')
            with cursor.copy(f'COPY "{table["name"]}" ({names}) FROM STDIN') as copy:
                copy.write(table["rows"])
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), models)))
    return datetime.fromisoformat(index(release)["at"])
