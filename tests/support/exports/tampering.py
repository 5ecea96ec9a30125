"""Ways to change a file or rows that were not meant to change."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection

from campaigns.domain import export_file
from campaigns.models import Sheet
from campaigns.proofs.entry_hash import entry_hash
from rules.kernel.serial import canonical
from tests.support.exports.files import faults

Change = Callable[[dict[str, Any]], None]


def forged(data: bytes, change: Change) -> bytes:
    """The file after somebody changed it who knows how its own hash is made."""
    content = json.loads(data)
    del content["sha256"]
    change(content)
    parts = ((k, iter(v) if isinstance(v, list) else v) for k, v in content.items())
    return b"".join(export_file.written(parts))


def forged_whole(data: bytes, change: Change) -> bytes:
    """The same, by somebody who makes the chain of hashes whole again."""

    def forge(content: dict[str, Any]) -> None:
        change(content)
        rehash(content)

    return forged(data, forge)


def faults_after(data: bytes, change: Change) -> list[str]:
    """What the verifier says of the file after a change, or why it does not read it."""
    try:
        return faults(forged(data, change))
    except export_file.UnreadableExport as error:
        return [str(error)]


def must_be_named(data: bytes, change: Change, *words: str) -> None:
    """After the change the verifier finds a fault with all these words."""
    found = faults_after(data, change)
    assert any(all(word in fault for word in words) for fault in found), found


def body_with(kind: str, part: str, value: Any, number: int = 0) -> Change:
    """Another value in the body of the first entry of a kind, or of a later one."""

    def change(content: dict[str, Any]) -> None:
        entry = [one for one in content["log"] if one["kind"] == kind][number]
        assert entry["body"].get(part) != value
        entry["body"][part] = value

    return change


def body_of(kind: str, /, **parts: Any) -> Change:
    """Other values in the body of the first entry of a kind."""
    return lambda content: first_entry(content, kind)["body"].update(parts)


def entry_with(kind: str, part: str, value: Any) -> Change:
    """Another value in the first entry of a kind."""
    return lambda content: first_entry(content, kind).update({part: value})


def without(kind: str) -> Change:
    """The first entry of a kind is left out."""
    return lambda content: content["log"].remove(first_entry(content, kind))


def first_entry(content: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(entry for entry in content["log"] if entry["kind"] == kind)


def phase_in(content: dict[str, Any], key: str = "name") -> dict[str, Any]:
    return next(phase for phase in content["phases"] if phase["key"] == key)


def flip(text: str) -> str:
    """One hexadecimal digit changed."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def rehash(content: dict[str, Any]) -> None:
    before = ""
    for seq, entry in enumerate(content["log"], 1):
        entry["seq"], entry["prev_hash"] = seq, before
        entry["hash"] = before = entry_hash(
            before,
            campaign=content["campaign"]["slug"],
            seq=seq,
            at=datetime.fromisoformat(entry["at"]),
            kind=entry["kind"],
            actor=entry["actor"],
            power=entry["power"],
            body=canonical(entry["body"]).decode(),
            commitment=entry["commitment"],
            held=entry.get("held", ""),
            signature=entry.get("signature", ""),
            scheme=entry.get("scheme", ""),
        )
    content["through"] = {"seq": len(content["log"]), "hash": before}


def unguarded(change: Callable[[], object]) -> None:
    """What the owner of the database can do: change rows, guards or not."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE campaigns_logentry DISABLE TRIGGER log_is_append_only")
        change()
        cursor.execute("ALTER TABLE campaigns_logentry ENABLE TRIGGER log_is_append_only")


def swap(one: Sheet, other: Sheet, *fields: str) -> None:
    for name in fields:
        mine, theirs = (Sheet._meta.get_field(name).value_from_object(row) for row in (one, other))
        setattr(one, name, theirs)
        setattr(other, name, mine)
    one.save()
    other.save()
