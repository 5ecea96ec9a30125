"""The seats' keys as the log names them, and what a player needs to bring theirs to another browser."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.domain.entries.seats import SeatKeyPut
from campaigns.models import LogEntry
from campaigns.proofs import signatures
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from verifier.signatures import ENDS


class SeatKeyLine(Struct, frozen=True, kw_only=True):
    """One seat's key: its ``number``, ``public`` part and ``fingerprint`` (empty: the site alone vouches for
    the seat), the phase from which it ``begins``, and ``since`` when. For the reader's own seat ``mine``, and
    ``kept`` is the secret under their passphrase if the site keeps it, ``next_number`` the number that
    another key would have.
    """

    badge: Badge
    number: int = 0
    public: str = ""
    fingerprint: str = ""
    begins: int = 0
    since: datetime | None = None
    mine: bool = False
    kept: str = ""
    next_number: int = 1


class SeatKeys(BasePage, frozen=True, kw_only=True):
    """The keys of all seats, as everybody who may read the campaign learns of them."""

    keys: tuple[SeatKeyLine, ...]


def seat_keys(slug: str, person: object = None) -> SeatKeys:
    """The page of the seats' keys. Raises ``NoSuchCampaign``."""
    at = reading(slug, person)
    return SeatKeys(head=head_of(at), reader=reader_of(at), keys=keys_of(at))


def keys_of(at: Reading) -> tuple[SeatKeyLine, ...]:
    """The key of each seat, in their order."""
    entries = at.campaign.log.filter(kind__in=(SeatKeyPut.tag, *ENDS), at__lte=at.shown.at)
    named: dict[str, LogEntry] = {}
    brought: dict[str, int] = {}
    for entry in entries.order_by("seq"):
        named[entry.power] = entry
        if entry.kind == SeatKeyPut.tag and SeatKeyPut.of(entry.body).public:
            brought[entry.power] = brought.get(entry.power, 0) + 1
    own, kept = set(at.own_powers), _kept(at)
    return tuple(
        SeatKeyLine(
            badge=line.badge,
            mine=line.badge.key in own,
            kept=kept.get(line.badge.key, ""),
            next_number=brought.get(line.badge.key, 0) + 1,
            **_said(named.get(line.badge.key)),
        )
        for line in at.seat_lines()
    )


def _said(entry: LogEntry | None) -> dict[str, Any]:
    if entry is None or entry.kind != SeatKeyPut.tag:
        return {}
    put = SeatKeyPut.of(entry.body)
    if not put.public:
        return {}
    return {
        "number": put.number,
        "public": put.public,
        "fingerprint": signatures.fingerprint(put.public),
        "begins": put.begins,
        "since": entry.at,
    }


def _kept(at: Reading) -> dict[str, str]:
    if not at.own_powers:
        return {}
    rows = at.campaign.seat_keys.filter(
        by=at.person, power__in=at.own_powers, ended_at__isnull=True
    )
    return dict(rows.values_list("power", "kept"))
