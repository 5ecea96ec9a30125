"""What the documents point at is there."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "campaigns/*.md", "benchmarks/*.md", "tests/*.md")
    for path in TOP.glob(pattern)
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PACKAGES = "accounts|benchmarks|campaigns|config|core|docs|frontend|rules|tests|verifier"
#: In the pages that newcomers read first, each module that is named has to be there.
PATH = re.compile(rf"`(?:\.\./)?((?:{PACKAGES})/[\w/.-]+)`")


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as they are made on the web."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", document.read_text()), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).lower()).replace(" ", "-")
        for heading in headings
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))
def test_a_document_leads_only_where_something_is(document: Path) -> None:
    text = BLOCK.sub("", document.read_text())
    for link in LINK.findall(text):
        if re.match(r"\w+:|/", link):  # elsewhere, or a page of the site
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "campaigns/README.md"]
)
def test_a_newcomer_is_told_of_no_module_that_is_not_there(name: str) -> None:
    document = TOP / name
    for path in PATH.findall(document.read_text()):
        assert (TOP / path).exists(), path


def test_the_ways_lead_along_functions_that_are_there() -> None:
    text = (TOP / "docs" / "architecture.md").read_text()
    steps = re.findall(r"`([\w/]+\.py): (\w+)`", text)
    assert len(steps) >= 20
    for path, function in steps:
        assert f"def {function}(" in _file(path).read_text(), (path, function)
    named = re.findall(
        r"`((?:services|selectors|crypto|domain|sealed|rulebooks|api)/[\w/.]*)", text
    )
    assert len(named) >= 20
    for path in named:
        assert (TOP / "campaigns" / path).exists(), path


def _file(path: str) -> Path:
    """A module, whose path begins at the top or in campaigns/."""
    return next(place for place in (TOP / path, TOP / "campaigns" / path) if place.is_file())
