"""What nobody in their right mind would send: values, queries, forms and data, by a seeded chance."""

import json
from random import Random
from typing import Any
from urllib.parse import urlencode

from bs4 import BeautifulSoup

DEEP = "[" * 3000 + "]" * 3000

TEXTS = (
    "", " ", "\x00", "a\x00b", "\ud800", "\udfff.\ud800", "9" * 5000, "-" + "9" * 5000, "99999999999999999999",
    "-1", "0", "1e999", "nan", "inf", "-0", "1_000", "²", "٣", "0x10", "1.5", "true", "None", "null", DEEP,
    '{"a": ' * 40 + "1" + "}" * 40, "[]", "{}", '[["germany"]]', "germany", "germany,italy", "../../etc/passwd",
    "%00", "%s%n{0}{{ 7 }}", "<script>alert(1)</script>", "'; DROP TABLE campaigns_campaign; --", "\u202e\u200f",
    "e\u0301" * 400, "\r\nSet-Cookie: a=b", "2026-02-30", "2026-11-22T99:99", "24:61", "Europe/Nowhere",
    "9999-12-31T23:59:59Z", "0000-00-00", "x" * 20_000, "__proto__", "self.__class__", "\x1b[0m", "🙂" * 300,
)  # fmt: skip

DATA: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**400, 1.5, -0.0, 1e308, "", [], {}, [[]],
    [None], {"": None}, {"a": {"b": {"c": []}}}, [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]], ["x"] * 300, {"kind": []},
    {"germany": -1}, {"germany": {"germany": "germany"}}, *TEXTS[:14], "germany", "x" * 20_000,
)  # fmt: skip

QUERIES = ("power", "before", "seen", "next", "phase", "book", "rulebook", "scenario", "token", "code",
           "q", "page", "o", "e", "_popup", "map", "at", "about", "kind", "theme", "_to_field")  # fmt: skip

Fields = list[tuple[str, str]]


def forms_of(page: str) -> list[tuple[str, dict[str, list[str]]]]:
    """Every form of a page: where it is sent, and the choices of each of its fields."""
    found = []
    for form in BeautifulSoup(page, "html.parser").select("form"):
        fields: dict[str, list[str]] = {}
        for control in form.select("input[name], button[name], textarea[name], select[name]"):
            choices = control.select("option") if control.name == "select" else [control]
            values = [str(each.get("value", "")) for each in choices]
            fields.setdefault(str(control["name"]), []).extend(values)
        found.append((str(form.get("action") or form.get("hx-post", "")), fields))
    return found


def query(chance: Random) -> str:
    """What stands behind the question mark of an address."""
    fields = [
        (chance.choice(QUERIES), chance.choice(TEXTS)[:3000]) for _ in range(chance.randrange(4))
    ]
    return f"?{urlencode(fields, errors='surrogatepass')}" if fields else ""


def filled(form: dict[str, list[str]], chance: Random) -> Fields:
    """A form filled in as one could, with choices by chance."""
    return [(name, chance.choice(choices)) for name, choices in form.items() if choices]


def spoilt(fields: Fields, chance: Random) -> Fields:
    """A form with one to three things wrong with it."""
    for _ in range(chance.randint(1, 3)):
        name, value = chance.choice(fields) if fields else ("power", "")
        others = [each for each in fields if each[0] != name]
        fields = chance.choice(
            (
                [*others, (name, chance.choice(TEXTS))],
                [*others, (name, chance.choice(TEXTS))],
                [*others, (name, _near(value, chance))],
                others,
                [*fields, (name, chance.choice(TEXTS))],
                [*fields, (name, value)] * 2,
                [*fields, (f"{name}.{chance.choice(TEXTS)[:50]}", value)],
                [*others, (f"{name}[]", value)],
                [*fields, (chance.choice(QUERIES), chance.choice(TEXTS))],
            )
        )
    return fields


def _near(value: str, chance: Random) -> str:
    """Almost what was to be chosen: another number, another case, one letter more or less."""
    if value.isascii() and value.isdigit() and len(value) < 20:
        return str(int(value) + chance.choice((-2, -1, 1, 2, 10**6, 2**31, 2**63)))
    return chance.choice((value.upper(), value + "x", value[:-1], f" {value} ", value * 2))


def packed(fields: Fields, chance: Random) -> tuple[bytes, str]:
    """The fields as a body, with what the request says of its kind, not always truly."""
    plain = urlencode(fields, errors="surrogatepass").encode()
    simple = "application/x-www-form-urlencoded"
    kind = chance.choice(
        (*[simple] * 8, "multipart", "multipart cut off", "json", "application/json", "text/plain",
         f"{simple}; charset=utf-16", "multipart/form-data", "multipart/form-data; boundary=", "a/b/c", "\xff")
    )  # fmt: skip
    if kind.startswith("multipart") and "/" not in kind:
        body = b"".join(
            b'--edge\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
            % (
                name.encode("utf-8", "surrogatepass"),
                b'; filename="x.json"' if chance.random() < 0.2 else b"",
                value.encode("utf-8", "surrogatepass"),
            )
            for name, value in fields
        )
        end = b"" if kind.endswith("off") else b"--edge--\r\n"
        return body + end, "multipart/form-data; boundary=edge"
    if kind == "json":
        return json.dumps(dict(fields)).encode(), "application/json"
    return plain, kind


def spoilt_data(data: Any, chance: Random) -> Any:
    """Data with something wrong somewhere in it."""
    if isinstance(data, dict) and data and chance.random() < 0.85:
        name = chance.choice(sorted(data, key=str))
        others = {key: value for key, value in data.items() if key != name}
        way = chance.random()
        if way < 0.75:
            return data | {name: spoilt_data(data[name], chance)}
        if way < 0.85:
            return others
        return others | {chance.choice(TEXTS): data[name]}
    if isinstance(data, list) and data and chance.random() < 0.85:
        place = chance.randrange(len(data))
        return [*data[:place], spoilt_data(data[place], chance), *data[place + 1 :]]
    return chance.choice(DATA)
