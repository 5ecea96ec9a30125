"""A database that a site of the tests finds ready: made and brought up to date once, then copied.

To make a cluster and run every migration is most of the time in which a new site opens. Tests whose
subject is that (`tests/stack/test_up.py`) begin with nothing, as anybody does; the others begin here, and so
do the servers of each test process.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings

from config.supervision.services import DATABASE, _lock_or_wait, postgres_binary, running
from core.paths import BASE_DIR, Place

TEMPLATE = DATABASE
"""The database in it that every migration was run on; whoever needs another one copies it."""


def put_into(place: Place) -> None:
    """Give a place that has no database yet a copy of the ready one. Its servers must not run."""
    if place.postgres_data.exists():
        return
    # As the services make it: PostgreSQL, when we are root, passes through here as another account.
    place.root.mkdir(parents=True, exist_ok=True, mode=0o711 if os.geteuid() == 0 else 0o700)
    _copy(_ready() / "postgres", place.postgres_data)


def put_anew(place: Place) -> None:
    """The same for a place that is used again and again: what lies there is kept while it is a copy of
    the ready one of today.
    """
    kept = place.root / "ready-made"
    if kept.exists() and kept.read_text() == _key() and place.postgres_data.exists():
        return
    place.root.mkdir(parents=True, exist_ok=True, mode=0o711)
    # Servers of a run that was killed may still be ending.
    held = _lock_or_wait(place.lock)
    try:
        kept.unlink(missing_ok=True)
        shutil.rmtree(place.postgres_data, ignore_errors=True)
        put_into(place)
        kept.write_text(_key())
    finally:
        os.close(held)


def _copy(of: Path, to: Path) -> None:
    """With owners and modes, which PostgreSQL looks at."""
    subprocess.run(["cp", "-a", of, to], check=True)


def _ready() -> Path:
    """The folder of the ready one, made by whoever asks first; one for each set of migrations."""
    folder = settings.VAR_DIR / "test" / f"ready-made-{_key()}"
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o711)
    with (folder.parent / "ready-made.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not folder.exists():
            for older in folder.parent.glob("ready-made-*"):
                shutil.rmtree(older)
            unfinished = folder.with_name("making-ready")
            shutil.rmtree(unfinished, ignore_errors=True)
            _make(Place(unfinished))
            unfinished.rename(folder)
    return folder


def _make(place: Place) -> None:
    with running(place, durable=False):
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"],
            cwd=BASE_DIR,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "CHANCELLERY_TEST_PLACE": str(place.root),
                "DATABASE_URL": place.database_url,
                "REDIS_URL": place.redis_url,
            },
            check=True,
        )


@cache
def _key() -> str:
    """Short for the PostgreSQL that made it and all migrations of all apps, with what stands in them."""
    binary = postgres_binary("postgres")
    found = hashlib.sha256(f"{binary.name} {binary.stat().st_size}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda each: each.label):
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            found.update(f"{app.label}/{file.name}".encode() + file.read_bytes())
    return found.hexdigest()[:12]
