"""Playing the scripts of history anew and keeping their files: ``python -m tests.as_it_happened [BOOK...]``.

On servers and a database of its own, which are gone afterwards.
"""

import json
import lzma
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
import django

django.setup()

from django.conf import settings  # noqa: E402 - after the settings are known
from django.contrib.auth import get_user_model  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from campaigns.as_it_happened import files, script  # noqa: E402
from campaigns.as_it_happened.script import Script  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from campaigns.selectors.export import export  # noqa: E402
from config.supervision.services import running  # noqa: E402
from tests.as_it_happened.scripted_campaign import play_script  # noqa: E402


def main(books: list[str]) -> None:
    """Write the files of these books (all, if none is named)."""
    with running(settings.TEST_PLACE, durable=False):
        made = setup_databases(verbosity=0, interactive=False)
        try:
            by = get_user_model().objects.create_user(
                username="script", password=None, display_name="The script"
            )
            for book in books or script.books():
                found = script.of(book)
                slug = play_script(found, by=by)
                campaign = Campaign.objects.get(slug=slug)
                written = b"".join(export(slug, None))
                size = write(found, written, campaign.log_hash)
                sys.stdout.write(
                    f"{book}: {campaign.log_seq} entries, {len(written)} bytes, {size} packed\n"
                )
        finally:
            teardown_databases(made, verbosity=0)


def write(script: Script, exported: bytes, last: str) -> int:
    """Keep the file of a script's campaign, whose log ends with ``last``; gives its bytes."""
    packed = lzma.compress(exported, preset=9 | lzma.PRESET_EXTREME)
    (files.HERE / f"{script.rulebook}{files.ENDING}").write_bytes(packed)
    pinned = {**files.pinned(), script.rulebook: {"slug": script.slug, "log": last}}
    files.INDEX.write_text(json.dumps(pinned, indent=2, sort_keys=True) + "\n", "utf-8")
    files.pinned.cache_clear()
    return len(packed)


if __name__ == "__main__":
    main(sys.argv[1:])
