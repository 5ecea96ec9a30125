"""`make secrecy`: scenes that nobody chose, for so many minutes, at every door.

Of each book campaigns are played by chance, in any scenario, under any switches; in each kind of phase that
comes somebody who has a choice has secrets, one or two of everything in `kept.py`. The campaign is public,
unlisted, private, followed with a delay or anonymous. One player and one other reader are asked, others each
time; with `LEAKS=1` all of them. What fails names its seed, and the same seed gives the same scenes again in
the same order: `make secrecy SECRECY_SEED=7`.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count

import pytest

from rules.registry import BOOKS
from tests.secrecy.harness import COMPARED, EVERYBODY, leaks
from tests.secrecy.kept import TableWithSecrets
from tests.secrecy.scenes import FOUNDINGS, KINDS, Script, at_random
from tests.secrecy.table import in_rotation
from tests.support.worlds import undone

pytestmark = pytest.mark.django_db

MINUTES = float(os.environ.get("SECRECY") or 10)
SEED = int(os.environ.get("SECRECY_SEED") or 1)


def _scenes() -> Iterator[tuple[int, int, Script]]:
    """Those of all books in turn, until the time is over: with their seed and their number in it."""
    end = time.monotonic() + MINUTES * 60
    for seed in count(SEED):
        scripts = chain.from_iterable(at_random(book, seed) for book in BOOKS)
        for number, script in enumerate(scripts):
            yield seed, number, script
            if time.monotonic() > end:
                return


def test_what_is_secret_changes_nothing_for_any_stranger_at_length(
    still: object, capsys: pytest.CaptureFixture[str]
) -> None:
    found, scenes, items, kinds = [], 0, Counter[str](), set()
    before, began = COMPARED.copy(), time.monotonic()
    for seed, number, script in _scenes():
        founding = FOUNDINGS[(seed + number) % len(FOUNDINGS)]
        with undone():
            table = TableWithSecrets(script, bare=seed % 3 == 0, **founding)
            asked = None if EVERYBODY else in_rotation(table.strangers(), seed + number)
            found += [f"{script}, seed {seed}, {founding}: {leak}" for leak in leaks(table, asked)]
            items.update(table.varied)
        kinds.add(f"{script.book} {script.kind}")
        scenes += 1
    told = COMPARED - before
    with capsys.disabled():
        sys.stdout.write(
            f"\n{scenes} scenes of {len(kinds)} kinds of phase (of {sum(map(len, KINDS.values()))}), seeds from "
            f"{SEED}: {told['answers']:,} pairs of answers, {told['bytes'] / 1e6:,.0f} MB, in "
            f"{(time.monotonic() - began) / 60:.1f} minutes.\nVaried: "
            + ", ".join(f"{name} {times}" for name, times in items.most_common())
            + "\n"
        )
    assert not found, "\n".join(found)
