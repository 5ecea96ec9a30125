"""The project's own cases. They are read where a test runs, and not while tests are collected: it takes seconds."""

from functools import cache
from pathlib import Path

from campaigns.rulebooks import conformance

HERE = Path(__file__).parent
FILES = {f"{file.parent.name}/{file.stem}": file for file in conformance.case_files([HERE])}


@cache
def report() -> conformance.Report:
    """What all of them hold; whoever asks for it belongs to one group (``xdist_group("cases")``)."""
    return conformance.read([HERE])
