"""The page that checks an exported campaign without a server: one file, put together from the modules here.

It can be saved and opened from a disk. Nothing is fetched: a policy inside the file allows its own style and its
own script, by their hashes, and nothing else. So the same sources give the same bytes, which everybody can compare
(:func:`digest`). The page speaks English, so that there is one file and one hash.

Beacons sign by BLS12-381, which no browser knows. That part is @noble/curves as npm has it, byte for byte, under
``third_party/``; its modules are made one classic script by :mod:`frontend.verifier.classic`.
"""

import hashlib
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Final

from frontend.verifier.classic import as_one

HERE: Final = Path(__file__).parent
NAME: Final = "chancellery-verifier.html"
MODULES: Final = (
    "bytes",
    "sha256",
    "json",
    "report",
    "exportfile",
    "log",
    "seals",
    "dice",
    "closings",
    "beacon",
    "chains",
    "signatures",
    "sitekeys",
    "autopilots",
    "times",
    "against",
    "verify",
    "page",
)
"""In the order in which they are written down; each may use what stands before it, and functions of all."""
POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
    "require-trusted-types-for 'script'; base-uri 'none'; form-action 'none'"
)
SERVED: Final = "; frame-ancestors 'none'"
"""What a policy inside a file cannot say."""


@cache
def page() -> bytes:
    """The whole file."""
    frame = (HERE / "page.html").read_text("utf-8")
    parts = {"policy": policy(), "style": _style(), "script": _script()}
    for name, text in parts.items():
        before, after = frame.split(f"{{{name}}}")
        frame = f"{before}{text}{after}"
    return frame.encode()


@cache
def digest() -> str:
    """SHA-256 of the file, in hexadecimal."""
    return hashlib.sha256(page()).hexdigest()


@cache
def policy() -> str:
    """The Content-Security-Policy inside the file."""
    return POLICY.format(script=_hash(_script()), style=_hash(_style()))


def served_policy() -> str:
    """The one with which a site serves it."""
    return policy() + SERVED


def _style() -> str:
    return (HERE / "style.css").read_text("utf-8")


@cache
def _script() -> str:
    modules = "\n".join((HERE / f"{name}.js").read_text("utf-8") for name in MODULES)
    return f'\n(() => {{\n"use strict";\n{as_one(HERE / "third_party")}\n{modules}}})();\n'


def _hash(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()
