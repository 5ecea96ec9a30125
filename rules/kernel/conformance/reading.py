"""From the text of a case file to cases, with errors that say how to mend the file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel.conformance.cases import FORMAT, Case
from rules.kernel.conformance.matching import check_patterns
from rules.kernel.conformance.paths import reject_strangers
from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.serial import shaped
from rules.kernel.tables import read_yaml

HEADER = ("format", "rulebook", "about", "given", "cases", "cases-from")
CASE = ("case", "rule", "title", "given", "do", "ask", "as_seen_by", "expect", "steps", "rulebook")
_PLACEHOLDER = re.compile(r"\$(?:\$|\{(?P<braced>\w+)\}|(?P<bare>[A-Za-z_]\w*))")
_LEFT_OUT: Any = object()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A case that cannot be read: its id, as far as it has one, and what is wrong with it."""

    case: str
    error: NotUnderstood


def read_file(text: str, where: str, *, rulebook: str = "") -> list[Case | Unreadable]:
    """What one file holds, case by case: one that cannot be read does not keep the others from
    running. ``rulebook`` is the book where the file itself names none.

    A file is a mapping with a header, or a bare list of cases. Raises :class:`NotUnderstood`
    (or :class:`TableError` for text that is no YAML) where the file as a whole is none.
    """
    content = read_yaml(text, where)
    if isinstance(content, dict) and "case" in content:
        content = [content]
    if isinstance(content, list):
        content = {"format": FORMAT, "cases": content}
    if not isinstance(content, dict):
        raise NotUnderstood(
            f"{where}: holds no cases.", remedy="Write a list of cases, or a header with `cases:`."
        )
    for key in content:
        if key not in HEADER:
            raise NotUnderstood(
                f"{where}: {key}: unknown key in the header.", remedy=suggestion(str(key), HEADER)
            )
    if content.get("format", FORMAT) != FORMAT:
        raise NotUnderstood(
            f"{where}: format {content['format']!r} is not known.",
            remedy=f"Write `format: {FORMAT}`.",
        )
    given = content.get("given") or {}
    if not isinstance(given, dict):
        raise NotUnderstood(f"{where}: given: must be a mapping.")
    book = content.get("rulebook", rulebook)
    seen: set[str] = set()
    return [_found(raw, given, book, where, seen) for raw in _raw_cases(content, where)]


def _found(
    raw: Any, given: Mapping[str, Any], book: str, where: str, seen: set[str]
) -> Case | Unreadable:
    """A case, or what is wrong with it."""
    if isinstance(raw, NotUnderstood):
        return Unreadable("-", raw)
    try:
        case = _case(raw, given, book, where)
        if case.case in seen:
            raise NotUnderstood(
                f"{where}: {case.case}: this id stands twice.",
                remedy="Give each case an id of its own.",
            )
    except NotUnderstood as error:
        name = raw.get("case") if isinstance(raw, dict) else None
        return Unreadable(name if isinstance(name, str) else "-", error)
    seen.add(case.case)
    return case


def _raw_cases(content: Mapping[str, Any], where: str) -> Iterator[Any]:
    """Each case as it was written; a row of a table that makes none as the error it is."""
    listed = content.get("cases") or []
    if not isinstance(listed, list):
        raise NotUnderstood(f"{where}: cases: must be a list, each item beginning with `- case:`.")
    for item in listed:
        if isinstance(item, dict) and set(item) == {"cases-from"}:
            yield from _tables(item["cases-from"], where)
        else:
            yield item
    if "cases-from" in content:
        yield from _tables(content["cases-from"], where)


def _tables(raw: Any, where: str) -> Iterator[Any]:
    for table in raw if isinstance(raw, list) else [raw]:
        try:
            yield from _rows(table, where)
        except NotUnderstood as error:
            yield error


def _rows(table: Any, where: str) -> Iterator[Any]:
    """One case for each row of a table: its template with the cells put in place."""
    keys = ("columns", "rows", "template")
    if not isinstance(table, dict) or set(table) != set(keys):
        raise NotUnderstood(f"{where}: cases-from: needs exactly the keys {', '.join(keys)}.")
    columns, rows = table["columns"], table["rows"]
    if not isinstance(columns, list) or not isinstance(rows, list):
        raise NotUnderstood(f"{where}: cases-from: columns and rows must be lists.")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != len(columns):
            size = len(row) if isinstance(row, list) else "no"
            yield NotUnderstood(
                f"{where}: cases-from: row {number} has {size} cells for {len(columns)} columns: {row!r}."
            )
            continue
        cells = {"row": number, **dict(zip(map(str, columns), row, strict=True))}
        try:
            yield _filled(table["template"], cells, f"{where}: cases-from: row {number}")
        except NotUnderstood as error:
            yield error


def _filled(part: Any, cells: Mapping[str, Any], where: str) -> Any:
    """``part`` with every ``$name`` replaced. A key whose whole value is an empty cell goes."""
    if isinstance(part, dict):
        filled = {
            _filled(key, cells, where): _filled(value, cells, where) for key, value in part.items()
        }
        return {key: value for key, value in filled.items() if value is not _LEFT_OUT}
    if isinstance(part, list):
        return [
            item for item in (_filled(item, cells, where) for item in part) if item is not _LEFT_OUT
        ]
    if not isinstance(part, str):
        return part
    whole = _PLACEHOLDER.fullmatch(part)
    if whole and part != "$$":
        value = _cell(whole, cells, where)
        return _LEFT_OUT if value is None else value
    return _PLACEHOLDER.sub(
        lambda match: "$" if match[0] == "$$" else str(_cell(match, cells, where)), part
    )


def _cell(match: re.Match[str], cells: Mapping[str, Any], where: str) -> Any:
    name = match["braced"] or match["bare"]
    if name not in cells:
        raise NotUnderstood(f"{where}: ${name}: no such column.", remedy=suggestion(name, cells))
    return cells[name]


def _case(raw: Any, given: Mapping[str, Any], book: str, where: str) -> Case:
    if not isinstance(raw, dict) or not isinstance(raw.get("case"), str):
        raise NotUnderstood(
            f"{where}: {str(raw)[:60]!r} is not a case.", remedy="Begin each with `- case: an-id`."
        )
    spot = f"{where}: {raw['case']}"
    for key in raw:
        if key not in CASE:
            raise NotUnderstood(f"{spot}: {key}: unknown key.", remedy=suggestion(str(key), CASE))
    whole = dict(raw)
    for name in ("rule", "title"):
        if not whole.get(name):
            raise NotUnderstood(
                f"{spot}: {name}: missing.", remedy=f"Every case states its {name}."
            )
    whole["rule"] = [
        str(ref) for ref in (whole["rule"] if isinstance(whole["rule"], list) else [whole["rule"]])
    ]
    whole["given"] = _merged(given, whole.get("given") or {})
    whole["steps"] = _steps(whole, spot)
    whole.setdefault("rulebook", book)
    whole["file"] = where
    reject_strangers(whole, Case, spot, "")
    try:
        return shaped(whole, Case)
    except msgspec.ValidationError as error:
        raise NotUnderstood(f"{spot}: {error}.", remedy="Compare docs/conformance.md.") from error


def _steps(whole: dict[str, Any], spot: str) -> list[Any]:
    """The steps of a case; one that has none is itself a single step."""
    single = {key: whole.pop(key) for key in ("do", "ask", "as_seen_by", "expect") if key in whole}
    if "steps" in whole:
        if single:
            raise NotUnderstood(
                f"{spot}: steps: stands beside {', '.join(single)}.",
                remedy="Move those into a step.",
            )
        steps = whole.pop("steps")
    else:
        steps = [single]
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise NotUnderstood(f"{spot}: steps: must be a list of mappings with do, ask or expect.")
    for step in steps:
        check_patterns(step.get("expect"), f"{spot}: expect")
    if not any(step.get("expect") for step in steps):
        raise NotUnderstood(
            f"{spot}: expect: missing.", remedy="A case that expects nothing proves nothing."
        )
    return [_step(step) for step in steps]


def _step(raw: Mapping[str, Any]) -> dict[str, Any]:
    step = {key: value for key, value in raw.items() if value is not None}
    if isinstance(step.get("do"), dict):
        step["do"] = [step["do"]]
    ask = step.get("ask")
    if isinstance(ask, str):
        step["ask"] = {ask: None}
    return step


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """What the file gives to all its cases, overridden by what the case gives."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = (
            {**under, **value} if isinstance(under, dict) and isinstance(value, dict) else value
        )
    return merged
