"""From a posted form back to an order: what the rows of :mod:`frontend.forms.orders` were filled with."""

from typing import Any

from django.http import QueryDict

from core.input_limits import whole_number
from frontend.forms.orders import as_table, field_sets, kind_of


def read(menu: Any, post: QueryDict, prefix: str = "") -> dict[str, Any]:
    """The order that a posted form spells, as plain data; ``prefix`` as in :func:`rows`.

    What is malformed is left as it came, so that the rules' own reader says what is wrong.
    """
    return {"kind": menu.order, **{item.key: _value(item, post, prefix) for item in menu.fields}}


def _value(item: Any, post: QueryDict, prefix: str = "") -> Any:
    name = prefix + item.key
    match kind_of(item):
        case "pick" | "text":
            return post.get(name, "")
        case "pick_many":
            return post.getlist(name)
        case "count":
            return _number(post.get(name) or str(item.least))
        case "flag":
            return post.get(name) == "true"
        case "allot":
            return {key: n for key, n in _parts(name, post, _number).items() if n != 0}
        case "each":
            return {key: text for key, text in _parts(name, post, str).items() if text}
        case "plays":
            if as_table(item):
                return _read_table(item, post, name)
            return _written(item, post, name) if item.lines else _plays(item, post, name)
        case _:
            return item.empty()


def _read_table(item: Any, post: QueryDict, name: str) -> list[dict[str, Any]]:
    """The options of a table for which a number is chosen."""
    return [
        {"option": option.value, "details": {asked.key: _number(number)}}
        for option in item.choices
        for asked in item.asked(option)
        if (number := post.get(f"{name}.{option.value}", ""))
    ]


def _plays(item: Any, post: QueryDict, name: str) -> list[dict[str, Any]]:
    """The chosen cards in the order of their numbers, each with what its own fields say."""
    chosen = []
    for option in item.choices:
        for position in post.getlist(f"{name}.{option.value}"):
            prefix = f"{name}.{option.value}."
            details = {f.key: _value(f, post, prefix) for f in item.asked(option)}
            chosen.append((position, {"option": option.value, "details": details}))
    return [one for _, one in sorted(chosen, key=lambda pair: (len(pair[0]), pair[0]))]


def _written(item: Any, post: QueryDict, name: str) -> list[dict[str, Any]]:
    """The lines in their order; empty ones are passed over."""
    sets, written = field_sets(item), []
    for at in range(item.most):
        value = post.get(f"{name}.{at}", "")
        if not value:
            continue
        option = item.option(value)
        fields = item.asked(option) if option and not option.barred else ()
        prefix = f"{name}.{at}.{sets.index(fields)}." if fields else ""
        details = {f.key: _value(f, post, prefix) for f in fields}
        written.append({"option": value, "details": details})
    return written


def _parts(name: str, post: QueryDict, read_one: Any) -> dict[str, Any]:
    prefix = f"{name}."
    return {
        key.removeprefix(prefix): read_one(post.get(key) or "")
        for key in post
        if key.startswith(prefix)
    }


def _number(text: str) -> int | str:
    found = whole_number(text or "0")
    return text if found is None else found
