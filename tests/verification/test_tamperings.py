"""Every way of tampering is caught by whom its row names, and what nobody catches is named in docs/security.md."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.exports import third_verifier as third
from tests.support.exports.tampering import forged
from tests.support.suite.sample import one_in
from tests.verification.site import Site, SiteTampering
from tests.verification.tampering_sites import SITES
from tests.verification.tamperings import FILES, Tampering
from verifier import verify

SECURITY = (Path(__file__).parents[2] / "docs/security.md").read_text("utf-8")
NOBODY = "## What nobody catches"
ROWS = (*FILES, *SITES)

_HONEST: dict[str, set[str]] = {}
"""Who notices what about a file that nobody touched: only what cannot be checked."""

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("verification")]


def catchers(data: bytes, kept: dict[str, bytes]) -> set[str]:
    """All who notice something about a file, by the names that rows give them."""
    found = {f"third:{said.split(':')[0]}" for said in third.verify(data)}
    for check in verify(data, others=list(kept.items())):
        against = check.name.removeprefix("against ")
        if check.faults:
            found.add(against if against in kept else f"verify:{check.name}")
        elif check.left:
            found.add(f"left:{check.name}")
    if "receipts" in kept and any(
        said.startswith("receipts") for said in third.verify(data, json.loads(kept["receipts"])["receipts"])
    ):  # fmt: skip
        found.add("receipts")
    return found


def name_of(row: Tampering | SiteTampering) -> str:
    return row.what.replace(" ", "-")


@pytest.mark.parametrize("row", one_in(6, FILES, ids=name_of))
def test_what_is_done_to_a_file(file: Callable[[str], bytes], row: Tampering) -> None:
    honest = file(row.file)
    kept = {"older": honest}
    if row.file == "plain":
        kept = {name: file(f"plain.{name}") for name in ("older", "heads", "receipts")}
    if row.file not in _HONEST:
        _HONEST[row.file] = catchers(honest, kept)
    before = _HONEST[row.file]
    assert not [one for one in before if not one.startswith("left:")]
    data = forged(honest, row.done)
    assert data != honest
    judge(row, catchers(data, kept) - before)


@pytest.mark.parametrize("row", one_in(6, SITES, ids=name_of))
def test_what_is_done_at_a_site(request: pytest.FixtureRequest, row: SiteTampering) -> None:
    site = Site(request.getfixturevalue)
    found = row.play(site) or set()
    if site.file:
        found |= {
            one
            for one in catchers(site.file, site.kept)
            if row.caught or not one.startswith("left:")
        }
    judge(row, found)


def judge(row: Any, found: set[str]) -> None:
    """Each who is named catches it; where nobody is, nobody does; and where only what was kept helps, the
    verifiers alone are content.
    """
    assert set(row.caught) <= found, (row.what, sorted(found))
    alone = {one for one in found if one.startswith(("verify:", "third:"))}
    if not any(one.startswith(("verify:", "third:")) for one in row.caught):
        assert not alone, (row.what, sorted(found))
    if not row.caught:
        assert not found, (row.what, sorted(found))


def test_the_table_has_forty_rows_and_more_and_each_its_own_name() -> None:
    assert len({row.what for row in ROWS}) == len(ROWS) >= 40
    caught = [row for row in ROWS if row.caught]
    print(f"\n{len(caught)} ways of tampering are caught, {len(ROWS) - len(caught)} are not")  # noqa: T201 - a figure for people
    assert {row.by for row in caught} == {row.by for row in ROWS}


def test_what_nobody_catches_is_named_with_its_reason() -> None:
    section = SECURITY.split(NOBODY)[1].split("\n## ")[0]
    named = dict(re.findall(r"^\| (.*\S) \| (.*\S) \|$", section, re.MULTILINE))
    named = {what: why for what, why in named.items() if what not in ("What", "---")}
    assert set(named) == {row.what for row in ROWS if not row.caught}
    assert all(len(why) > 20 for why in named.values())
