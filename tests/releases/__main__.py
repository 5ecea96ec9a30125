"""Keeping a release: ``python -m tests.releases 1.0.0`` plays a little of every book and keeps the database, the
exports, and what the packs of rules are. On servers and a database of its own, which are gone afterwards.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
import django

django.setup()

from django.conf import settings  # noqa: E402 - after the settings are known
from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from campaigns.selectors.export import export  # noqa: E402
from config.supervision.services import running  # noqa: E402
from rules.registry import BOOKS  # noqa: E402
from tests.releases import files, playing  # noqa: E402


def main(release: str) -> None:
    """Write the files of a release."""
    with running(settings.TEST_PLACE, durable=False):
        made = setup_databases(verbosity=0, interactive=False)
        try:
            campaigns = playing.played(sorted(BOOKS))
            over = {book: slugs["over"] for book, slugs in campaigns.items()}
            exports = {book: b"".join(export(slug, None)) for book, slug in over.items()}
            files.write(release, campaigns, exports)
        finally:
            teardown_databases(made, verbosity=0)
    for path in sorted(files.folder(release).iterdir()):
        sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
