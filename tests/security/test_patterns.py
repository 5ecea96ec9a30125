"""No pattern takes quadratic time over what people type.

Every pattern that stands in the code is found and fed what is worst for it: long rows of each kind of letter
that it knows, with something behind them on which it fails. Twice the text may take twice the time, not four
times. What reads our own words alone (tools that read this repository, the words of a rulebook) is named here.
"""

import ast
import re
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from re import _parser
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("accounts", "campaigns", "config", "core", "frontend", "rules", "verifier")
OUR_OWN = {
    "campaigns/catalogue/": "tables and source files of the rulebooks",
    "campaigns/chronicles/": "headlines that a rulebook makes",
    "campaigns/messages.py": "texts of the site, with at most a reason of 300 letters",
    "campaigns/selectors/history/chronicle_parts/phases.py": "turns and headlines of a rulebook",
    "campaigns/selectors/history/dice_rows.py": "what a rulebook says a die is for",
    "campaigns/selectors/press/papers.py": "texts of agreements, which a rulebook makes",
    "config/management/": "files of this repository",
    "config/messages/": "files of translations",
    "config/serving/templates.py": "templates",
    "frontend/bundles.py": "style sheets of this repository",
    "frontend/languages/": "texts of the rulebooks, and files of this repository",
    "frontend/script_bundle.py": "scripts of this repository",
    "frontend/templatetags/": "words of a rulebook",
    "frontend/board_diff.py": "pages that were made here",
    "frontend/verifier/": "scripts of this repository",
    "rules/kernel/grammar.py": "names of powers",
    "rules/kernel/rulings.py": "rulings.md",
    "rules/kernel/tables.py": "tables of the rulebooks",
    "rules/revisions/": "files of this repository",
}
"""Where patterns meet no text of somebody else's, or only a bounded one, and what they read."""
MADE = {
    "campaigns/messages.py": "texts of the site",
    "campaigns/selectors/history/log_page.py": "names of powers, as they are",
    "campaigns/vassal/globs.py": "letters as they are, and one for each question mark",
    "campaigns/vassal/sequences.py": "one letter as it is",
    "frontend/forms/closed.py": "a label of a menu, as it is",
}
"""Where a pattern is made while the site runs, and from what."""
CALLS = {"compile", "match", "search", "fullmatch", "sub", "split", "findall", "finditer"}
SHORT, LONG = 1_000, 8_000
QUICK = 0.002
"""Seconds over the long text that nothing quadratic can do it in."""


class Found(NamedTuple):
    """A pattern, where it stands, and how it is used."""

    where: str
    pattern: str
    flags: int
    uses: frozenset[str]


def patterns() -> Iterator[Found]:
    """Every pattern; empty where it is made while it runs."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text()
            if "re." in text and "/migrations/" not in str(path):
                yield from _in_file(str(path.relative_to(ROOT)), ast.parse(text), text)


def _in_file(where: str, tree: ast.AST, text: str) -> Iterator[Found]:
    named = {
        node.value: node.targets[0].id
        for node in ast.iter_child_nodes(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        call, root = node.func.attr, node.func.value
        if not (isinstance(root, ast.Name) and root.id == "re" and call in CALLS and node.args):
            continue
        written, name = node.args[0], named.get(node, "")
        if isinstance(written, ast.Constant) and isinstance(written.value, str):
            pattern = written.value
        elif name and not where.endswith("__init__.py"):
            module = import_module(where.removesuffix(".py").replace("/", "."))
            pattern = getattr(module, name).pattern
        elif call == "compile" or isinstance(written, ast.JoinedStr | ast.BinOp | ast.Call):
            pattern = ""  # made while it runs
        else:
            continue  # a pattern that was compiled elsewhere
        uses = {call} if call != "compile" else set(re.findall(rf"\b{name}\.(\w+)\(", text))
        flags = 0
        for given in (*node.args[1:], *(one.value for one in node.keywords)):
            source = ast.unparse(given)
            flags |= re.MULTILINE if "MULTILINE" in source or source == "re.M" else 0
            flags |= re.DOTALL if "DOTALL" in source or source == "re.S" else 0
        yield Found(f"{where}:{node.lineno}", pattern, flags, frozenset(uses & CALLS))


def letters_of(pattern: str, flags: int) -> list[str]:
    """One letter for each kind that a pattern knows, and pairs of them: what its worst texts are made of."""
    known = set("a1 -_.\n\t")
    _gather(_parser.parse(pattern, flags), known)
    single = sorted(known)
    return [*single, *(f"{one} " for one in single), *(f" {one}" for one in single)]


def _gather(parsed: Any, known: set[str]) -> None:
    """Every letter that is named in what the parser made of a pattern, at any depth."""
    if isinstance(parsed, tuple) and len(parsed) == 2 and str(parsed[0]).endswith("LITERAL"):
        known.add(chr(parsed[1]))
    elif isinstance(parsed, tuple | list | _parser.SubPattern):
        for part in parsed:
            _gather(part, known)


def seconds(run: Any, text: str) -> float:
    """Processor time, the least of three."""
    least = 9.0
    for _ in range(3):
        began = time.thread_time()
        run(text)
        least = min(least, time.thread_time() - began)
        if least < QUICK:
            break
    return least


def is_slow(one: Found) -> list[str]:
    """Over rows of which letters a pattern takes more and more time for each of them."""
    # One over bytes is as slow as the same over letters.
    raw: str | bytes = one.pattern
    pattern = raw if isinstance(raw, str) else raw.decode("latin-1")
    found, compiled = [], re.compile(pattern, one.flags)
    for use in sorted(one.uses - {"compile"}) or ["search"]:
        run = (lambda text: compiled.sub("", text)) if use == "sub" else getattr(compiled, use)
        for unit in letters_of(pattern, one.flags):
            for lead in ("", "a"):
                long = seconds(run, f"{lead}{unit * LONG}\x00")
                if long > QUICK and long > 25 * seconds(run, f"{lead}{unit * SHORT}\x00"):
                    found.append(unit)
    return found


def test_every_pattern_is_linear_over_what_people_type() -> None:
    bad = []
    for one in patterns():
        if any(one.where.startswith(where) for where in (*OUR_OWN, *MADE)):
            continue
        if not one.pattern:
            bad.append(f"{one.where}: it is made while it runs, and no reason is given here")
            continue
        bad += [f"{one.where}: {one.pattern!r} over {unit!r}" for unit in is_slow(one)[:1]]
    assert bad == []


def test_what_reads_our_own_words_is_still_there() -> None:
    places = {one.where for one in patterns()}
    known = (*OUR_OWN, *MADE)
    assert [where for where in known if not any(one.startswith(where) for one in places)] == []


def test_a_quadratic_pattern_is_found() -> None:
    header = r"^\s*([A-Za-z][\w -]*?)\s*:\s*(.*)$"
    lines = ("import re", f"HEADER = re.compile({header!r})", "found = HEADER.match(text)")
    text = "\n".join(lines)
    found = {one.pattern for one in _in_file("rules/x.py", ast.parse(text), text) if is_slow(one)}
    assert found == {header}
