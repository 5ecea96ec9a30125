"""Tables as data: YAML beside the rulebook, validated on load.

Every row says its rule and its source (``seed``: printed there; ``gap``: reconstructed in the
shared notes; ``house``: ours). A moderator can override rows of a table for one campaign; the
override is data too and travels with the campaign.
"""

import pickle
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, wraps
from importlib import resources
from typing import Any, TypeVar

import msgspec
import yaml

from rules.kernel.errors import TableError
from rules.kernel.serial import canonical, shaped

T = TypeVar("T")

_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Either reads the same; the one over libyaml is ten times as fast."""


@cache
def _packed(package: str, name: str) -> bytes:
    """A file's content, parsed and packed: to unpack it takes a fiftieth of parsing it again."""
    text = resources.files(package).joinpath("data", name).read_text("utf-8")
    return pickle.dumps(read_yaml(text, f"{package}/data/{name}"))


def raw(package: str, name: str) -> Any:
    """The plain content of ``data/<name>`` of a rulebook's package, the caller's own to change."""
    return pickle.loads(_packed(package, name))  # noqa: S301 - packed above, by this process


def typed(value: Any, kind: type[T], where: str) -> T:
    """Plain data as a type; a mistake is named with its file and key."""
    try:
        return shaped(value, kind)
    except msgspec.ValidationError as error:
        raise TableError(
            f"{where}: {error}.", remedy="Mend that key; the others were read."
        ) from error


def load(package: str, name: str, kind: type[T]) -> T:
    """``data/<name>`` of a rulebook's package, as a type."""
    return typed(raw(package, name), kind, f"{package}/data/{name}")


class _Word(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    key: str
    name: str


def words(package: str) -> dict[str, str]:
    """What the fields of a book's state and orders are called (``data/words.yaml``), where their own
    names do not say it.
    """
    return {row.key: row.name for row in load(package, "words.yaml", tuple[_Word, ...])}


def shipped(package: str, names: Iterable[str], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The plain content of a book's tables as they ship, by name. Raises :class:`TableError` for an
    override of a table that is not among them.
    """
    found = {name: raw(package, f"{name}.yaml") for name in names}
    for path in overrides:
        if path.split(".")[0] not in found:
            raise TableError(
                f"There is no table for {path!r}.", remedy=f"Tables are {', '.join(found)}."
            )
    return found


def by_overrides(build: Callable[[dict[str, Any]], T]) -> Callable[[Mapping[str, Any]], T]:
    """Make something of a campaign's overrides once for each set of them. The last 64 are kept."""

    @lru_cache(maxsize=64)
    def built(written: bytes) -> T:
        return build(msgspec.json.decode(written))

    @wraps(build)
    def found(overrides: Mapping[str, Any]) -> T:
        return built(canonical(dict(overrides)) if overrides else b"{}")

    return found


def overridden(table: Any, change: Mapping[str, Any], where: str) -> Any:
    """A table (plain dicts and lists) with some of its values replaced, by dotted path.

    A path goes as deep as the data: through mappings by key (one that holds dots too), through lists
    by number or by the ``key`` of a row. Only what is there can be replaced, with a value of the same
    kind.
    """
    for path, value in change.items():
        spot, key, before = None, None, table
        rest = path
        while rest:
            spot = before
            key, rest = _step(spot, rest, where, path)
            before = spot[key]
        if before is not None and value is not None and type(before) is not type(value):
            raise TableError(
                f"{where}: {path} is a {type(before).__name__}, not a {type(value).__name__}.",
                remedy=f"Its value now is {before!r}.",
            )
        if spot is not None:
            spot[key] = value
    return table


def _step(spot: Any, rest: str, where: str, path: str) -> tuple[Any, str]:
    """The key or number that the rest of a path begins with, and what is left of it then."""
    if isinstance(spot, dict):
        parts = rest.split(".")
        for length in range(len(parts), 0, -1):
            name = ".".join(parts[:length])
            for key in (name, int(name)) if _is_number(name) else (name,):
                if key in spot:
                    return key, ".".join(parts[length:])
    elif isinstance(spot, list):
        name, _, left = rest.partition(".")
        if _is_number(name) and -len(spot) <= int(name) < len(spot):
            return int(name), left
        for number, row in enumerate(spot):
            if isinstance(row, dict) and row.get("key") == name:
                return number, left
    raise TableError(f"{where}: there is no {path}.", remedy="Look the path up in the table.")


def _is_number(part: str) -> bool:
    return part.removeprefix("-").isdecimal()


class _Loader(_SafeLoader):  # type: ignore[misc]
    """Safe YAML in which ``yes``, ``no``, ``on`` and ``off`` stay words and keys may not repeat."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [
            (key.tag, key.value)
            for key, _ in node.value
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge"
        ]
        if len(set(keys)) < len(keys):
            twice = sorted({value for tag, value in keys if keys.count((tag, value)) > 1})
            raise yaml.constructor.ConstructorError(
                None, None, f"{', '.join(twice)} stands twice", node.start_mark
            )
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


_OTHERWISE = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")

_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag not in _OTHERWISE]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def _mistake(error: yaml.YAMLError) -> str:
    """What is wrong with a text, and where."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return str(error)
    at = error.problem_mark
    return f"{error.problem} in line {at.line + 1}, column {at.column + 1}."


def read_yaml(text: str, where: str) -> Any:
    """YAML from anywhere (a case file, an override), by the same rules as the tables."""
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 (derived from the safe loader)
    except yaml.YAMLError as error:
        raise TableError(f"{where} is not readable YAML: {_mistake(error)}") from error
