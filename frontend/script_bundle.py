"""Scripts that a page loads together, put into one file: one request where there were twenty.

A script that needs another says so with ``import { … } from "./….js";`` on one line, and offers what it
offers as ``export function`` or ``export const``. Here each becomes a function that is called once, in the order
in which they need each other, and gives back what it offers. What is loaded only where it is needed
(``import("./….js")``) stays a file of its own. Lines that hold nothing but a comment stay behind, and so does
what stands before a line.
"""

import re
from collections.abc import Callable, Iterator

TAKES = re.compile(r'^import \{ ([\w, ]+) \} from "(\./(?:third_party/)?[\w-]+\.js)";$')
OFFERS = re.compile(r"^export ((?:async )?function|const) (\w+)")


def linked(entry: str, read: Callable[[str], str]) -> str:
    """The script ``entry`` and all that it needs as one, which offers what ``entry`` offers. ``read`` gives a script
    by the name it is imported by.

    Raises ``ValueError`` for a script that is written in another way than this understands.
    """
    found: dict[str, str] = {}
    _add(entry, read, found, ())
    offered = re.findall(r"^export (?:async )?function (\w+)", read(entry), re.MULTILINE)
    names = ", ".join(offered)
    last = f"export const {{ {names} }} = {_variable(entry)};\n" if names else ""
    return "".join(found.values()) + last


def _add(
    name: str, read: Callable[[str], str], found: dict[str, str], waiting: tuple[str, ...]
) -> None:
    if name in waiting:
        raise ValueError(f"{name} needs itself, by way of {' and '.join(waiting)}.")
    if name in found:
        return
    lines, offered = [], []
    for line in short(name, read(name)):
        takes, offers = TAKES.match(line), OFFERS.match(line)
        if takes:
            _add(takes[2], read, found, (*waiting, name))
            lines.append(f"const {{ {takes[1].replace(' as ', ': ')} }} = {_variable(takes[2])};")
        elif offers:
            offered.append(offers[2])
            lines.append(line.removeprefix("export "))
        elif re.match(r"(import|export)\b(?!\()", line):
            raise ValueError(f"{name}: cannot put this together with others: {line}")
        else:
            lines.append(line)
    body = "\n".join((*lines, f"return {{ {', '.join(offered)} }};"))
    found[name] = f"const {_variable(name)} = (() => {{\n{body}\n}})();\n"


def short(name: str, text: str) -> Iterator[str]:
    """The lines of a script, without those that are a comment alone, and without indentation."""
    for line in text.splitlines():
        if line.count("`") % 2:
            raise ValueError(f"{name}: a text goes on over several lines: {line}")
        if line.strip() and not line.lstrip().startswith("//"):
            yield line.strip()


def _variable(name: str) -> str:
    return "of_" + re.sub(r"\W", "_", name.removeprefix("./").removesuffix(".js"))
