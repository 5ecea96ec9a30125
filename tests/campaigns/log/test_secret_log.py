"""What is done in secret: nobody else gets anything of it, and the log holds it all the same."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from campaigns.crypto import secret_log
from campaigns.domain import export_file
from campaigns.models import Act, Campaign, EventRow, LogEntry, SecretEntry
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.log import read_marks
from tests.support.books.tiny_book import BOOK, NAME
from tests.support.campaigns import POWERS, Table, corrected
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import forged, forged_whole
from tests.support.worlds import everything_seen
from verifier import verify

PLACE = {"kind": "place", "points": {"east": 2}}
ANSWER = {"kind": "answer", "valley": "west"}
WATCHERS = ("isle", "moderator", "visitor")


def whisper(table: Table, power: str = "north", to: str = "south") -> None:
    table.act(power, {"kind": "whisper", "to": to})


def look(table: Table) -> dict[tuple[str, str], bytes]:
    """All that those get whom nothing of it concerns."""
    people = {"moderator": table.moderator, **table.players}
    return {
        (who, name): told
        for who in WATCHERS
        for name, told in everything_seen(table, people.get(who)).items()
    }


def turn(table: Table) -> None:
    """Play a whole turn, with secrets before, between and after its seals."""
    whisper(table)
    whisper(table, "south", "north")
    table.leave_orders("isle", ANSWER)
    table.seal("north", PLACE)
    whisper(table, "north", "isle")
    table.leave_orders("isle", None)
    table.leave_orders("isle", {**ANSWER, "valley": "east"})
    table.act("south", {"kind": "declare", "facts": {"boats": 3}})
    for power in ("south", "isle"):
        table.seal(power, PLACE)
    table.advance()
    for power in POWERS:
        table.seal(power, NAME)
    whisper(table)
    table.advance()


@pytest.fixture
def over(table: Table) -> Table:
    """A campaign that is over."""
    turn(table)
    turn(table)
    assert table.campaign.status == "finished"
    return table


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that shows the same moment in every run."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)


def talk_twice(table: Table) -> None:
    whisper(table)
    whisper(table, "south", "north")


def leave_and_take_back(table: Table) -> None:
    table.leave_orders("north", ANSWER)
    table.leave_orders("north", None)


SECRETLY: dict[str, Callable[[Table], None]] = {
    "two whispers": talk_twice,
    "standing orders": lambda table: table.leave_orders("north", ANSWER),
    "standing orders taken back": leave_and_take_back,
}


@pytest.mark.long
@pytest.mark.parametrize("what", SECRETLY)
def test_what_is_done_in_secret_changes_nothing_for_anybody_else(
    table: Table,
    frozen: None,
    sent: list[Any],
    what: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    before, row = look(table), table.campaign
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        SECRETLY[what](table)
    told = {message["power"] for kind, _, message, *_ in sent if kind == "push"}
    assert told <= {"north", "south"}
    assert "north" in told
    assert not [one for one in sent if one[0] == "task"]
    assert look(table) == before
    after = table.campaign
    for name in ("log_seq", "log_lines", "log_hash", "wakes_at", "status", "dice_used"):
        assert getattr(after, name) == getattr(row, name), name


def test_each_sees_his_own_secrets_at_their_place_in_his_log(table: Table) -> None:
    table.seal("isle", PLACE)
    whisper(table)
    table.leave_orders("south", ANSWER)
    table.seal("north", PLACE)
    heads = {
        who: [line.line.head for line in campaign_page.log(table.slug, table.players.get(who))][:4]
        for who in (*POWERS, "visitor")
    }
    assert heads["north"][:3] == ["Northland sealed", "north whispers to south", "The Isle sealed"]
    souths = ["Southland left standing orders", "north whispers to south"]
    assert heads["south"] == ["Northland sealed", *souths, "The Isle sealed"]
    assert heads["isle"] == heads["visitor"]
    assert heads["isle"][:2] == ["Northland sealed", "The Isle sealed"]


def test_an_own_secret_is_new_until_it_was_looked_at(table: Table) -> None:
    south = table.players["south"]
    read_marks.mark_seen(table.slug, by=south)
    assert campaign_page.campaign_page(table.slug, south).seen == str(table.campaign.log_seq)
    whisper(table)
    first = campaign_page.log(table.slug, south)[0]
    assert (first.line.head, first.new) == ("north whispers to south", True)
    assert campaign_page.campaign_page(table.slug, south).seen == f"{table.campaign.log_seq}-1"
    read_marks.mark_seen(table.slug, by=south)
    assert not campaign_page.log(table.slug, south)[0].new
    isle = campaign_page.campaign_page(table.slug, table.players["isle"])
    assert isle.seen == str(table.campaign.log_seq)


def test_a_kept_log_of_the_two_is_made_anew(table: Table) -> None:
    def key(who: str) -> Any:
        return campaign_page.page_parts(table.slug, table.players.get(who)).log.key

    before = {who: key(who) for who in ("north", "south", "visitor")}
    whisper(table)
    assert [who for who, kept in before.items() if key(who) != kept] == ["north", "south"]


def test_acts_are_counted_without_those_done_in_secret(table: Table) -> None:
    for boats in (3, 4):
        whisper(table)
        table.act("north", {"kind": "declare", "facts": {"boats": boats}})
    told = LogEntry.objects.filter(kind="act").order_by("seq")
    assert [json.loads(entry.body)["act"] for entry in told] == [1, 2]


def test_an_act_that_does_nothing_leaves_no_trace(table: Table, monkeypatch: Any) -> None:
    from rules.kernel.contract import Resolution

    monkeypatch.setattr(
        type(BOOK), "perform", lambda self, state, power, act, dice: Resolution(state=state)
    )
    before = table.campaign.log_seq
    whisper(table)
    assert table.campaign.log_seq == before
    assert not Act.objects.exists()
    assert not SecretEntry.objects.exists()


@pytest.mark.long
def test_every_entry_carries_one_commitment_and_at_the_end_all_are_opened_and_play_again(
    over: Table,
) -> None:
    held = LogEntry.objects.values_list("held", flat=True)
    assert all(len(each) == 64 for each in held)
    assert len(set(held)) == len(held)
    for who in (None, over.moderator, *over.players.values()):
        checks = named(file_of(over, who))
        lines = [line for check in checks.values() for line in check.lines()]
        assert not [line for line in lines if "fault" in line or "not checked" in line], lines
        assert checks["secrets"].said == "14 secrets opened, held by the entries after them"
        assert checks["standing orders"].said == "4 versions opened"


@pytest.mark.long
def test_it_is_taken_in_with_its_secrets(over: Table) -> None:
    data = file_of(over)
    south = over.players["south"]

    def told(slug: str) -> list[str]:
        heads = [line.line.head for line in campaign_page.log(slug, south, limit=500)]
        return [head for head in heads if "whisper" in head or "standing" in head]

    before = told(over.slug)
    Campaign.objects.filter(slug=over.slug).update(slug="moved")
    slug = import_campaign(data, by=over.moderator)
    again = json.loads(b"".join(export(slug)))
    first = json.loads(data)
    assert again["log"] == first["log"]
    assert again["acts"] == first["acts"]
    assert faults(b"".join(export(slug))) == []
    Campaign.objects.get(slug=slug).seats.filter(power="south").update(person=south)
    assert told(slug) == before


@pytest.mark.long
def test_of_a_running_campaign_it_is_said_not_to_be_checked(found: Callable[..., Table]) -> None:
    table = found(scenario="long")
    turn(table)
    for who in (None, table.players["north"]):
        checks = named(file_of(table, who))
        assert [check.faults for check in checks.values() if check.faults] == []
        assert checks["secrets"].left == [
            "what was done in secret stays closed until the campaign is over"
        ]
        assert "it may hang on what was done in secret" in checks["replay"].left[0]
    own = export_file.read(file_of(table, table.players["north"])).phases[0].events
    assert sum(bool(one.at) for one in own) == 3
    spectator = export_file.read(file_of(table)).phases[0].events
    assert not [one for one in spectator if one.at]


def opening(content: dict[str, Any]) -> dict[str, Any]:
    return next(entry for entry in content["log"] if entry["kind"] == "secrets.opened")


def _secret(part: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        one = opening(content)["body"]["secrets"][0]
        assert one[part] != value
        one[part] = value

    return change


def _drop(content: dict[str, Any]) -> None:
    opening(content)["body"]["secrets"].pop(0)


def _invent(content: dict[str, Any]) -> None:
    secrets = opening(content)["body"]["secrets"]
    secrets.insert(1, dict(secrets[0]))


def _swap(content: dict[str, Any]) -> None:
    secrets = opening(content)["body"]["secrets"]
    secrets[0], secrets[1] = secrets[1], secrets[0]


def _unopened(content: dict[str, Any]) -> None:
    opening(content)["kind"] = "secrets.kept"


def _unheld(content: dict[str, Any]) -> None:
    content["log"][9]["held"] = ""


def _told(content: dict[str, Any]) -> None:
    event = {"rule": "", "audience": {"everybody": True, "powers": []}, "whispers": 9}
    content["phases"][0]["events"].append({"entry": 9, "event": {**event, "kind": "overheard"}})


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "its order": (_secret("order", {"kind": "whisper", "to": "isle"}), "secrets: what north did"),
    "its moment": (_secret("at", "2020-01-01T00:00:00.000000+00:00"), "secrets: log entry"),
    "its power": (_secret("power", "isle"), "secrets: log entry"),
    "its phase": (_secret("phase", 2), "secrets: log entry"),
    "its kind": (_secret("kind", "standing.set"), "secrets: log entry"),
    "its place": (_secret("after", 1), "secrets: log entry"),
    "its nonce": (_secret("nonce", 64 * "0"), "secrets: what north did"),
    "one left out": (_drop, "secrets: log entry"),
    "one invented": (_invent, "secrets: log entry"),
    "two exchanged": (_swap, "secrets: log entry"),
    "the key": (lambda c: opening(c)["body"].update(key=64 * "0"), "secrets: log entry"),
    "never opened": (_unopened, "secrets: the campaign is over"),
    "an entry that holds nothing": (_unheld, "secrets: log entry 10"),
    "what an entry holds": (lambda c: c["log"][9].update(held=64 * "0"), "secrets: log entry 10"),
    "an event that nothing brought": (_told, "replay: 1 events are told of log entry 9"),
}


@pytest.mark.long
def test_whatever_is_changed_is_named_even_where_the_chain_is_made_whole_again(
    whole: bytes,
) -> None:
    for name, (change, expected) in FORGERIES.items():
        found = faults(forged_whole(whole, change))
        assert any(fault.startswith(expected) for fault in found), (name, found)
        assert not any(fault.startswith(("file:", "log:")) for fault in found), (name, found)
    # And without that the chain itself says so.
    assert any(f.startswith("log:") for f in faults(forged(whole, FORGERIES["its order"][0])))


@pytest.mark.long
def test_a_signature_of_an_unknown_scheme_is_said_not_to_be_checked(whole: bytes) -> None:
    def sign(content: dict[str, Any]) -> None:
        content["log"][3] |= {"signature": "abc", "scheme": "ed25519"}

    checks = named(forged(whole, sign))
    assert "signature" in checks["log"].left[0]
    assert checks["log"].faults  # and it is part of what is hashed


# --- In the database --------------------------------------------------------------------------


def rows(*tables: str) -> Iterator[str]:
    with connection.cursor() as cursor:
        for name in tables:
            cursor.execute(f"SELECT t::text FROM campaigns_{name} t")
            yield from (row for (row,) in cursor.fetchall())


def test_nobody_is_named_where_a_secret_lies(table: Table) -> None:
    people = {power: str(player.pk) for power, player in table.players.items()}
    whisper(table)
    for power in POWERS:
        table.seal(power, PLACE)
    table.advance()
    secret = [*rows("secretentry"), *(row for row in rows("eventrow") if ",f," in row)]
    assert len(secret) > 3
    for row in secret:
        for word in (*POWERS, "whisper", "placed", "act"):
            assert word not in row, row
    assert people
    counts = {len(row.audience) for row in EventRow.objects.filter(public=False)}
    counts |= {len(row.audience) for row in SecretEntry.objects.all()}
    assert counts == {len(BOOK.powers)}


def test_tokens_are_found_by_their_power_alone_and_an_entry_can_be_sealed_anew(
    table: Table,
) -> None:
    whisper(table)
    row, campaign = SecretEntry.objects.get(), table.campaign
    for power in POWERS:
        (token,) = secret_log.tokens(campaign, [row.after], [power])
        assert (token in row.audience) == (power in ("north", "south"))
    assert not set(secret_log.tokens(campaign, [row.after + 1], POWERS)) & set(row.audience)
    SecretEntry.objects.filter(pk=row.pk).update(content=SecretEntry.content.field.raw(row))


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE campaigns_logentry CASCADE",
        "TRUNCATE campaigns_campaign CASCADE",
        "TRUNCATE campaigns_secretentry CASCADE",
        "DELETE FROM campaigns_secretentry",
        "UPDATE campaigns_secretentry SET after = 1",
        "DELETE FROM campaigns_logentry",
        "UPDATE campaigns_logentry SET held = ''",
    ],
)
def test_nothing_of_the_log_goes_by_any_statement(table: Table, statement: str) -> None:
    whisper(table)
    before = [*rows("logentry", "secretentry")]
    with (
        pytest.raises(DatabaseError, match=r"append-only|stays as it is"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SET CONSTRAINTS ALL IMMEDIATE; {statement}")
    assert [*rows("logentry", "secretentry")] == before


@pytest.mark.long
def test_a_correction_with_consequences_plays_again(table: Table) -> None:
    """The same function judges in the service and in the replay."""
    corrected(table, bridge=False)
    turn(table)
    turn(table)
    data = file_of(table)
    events = {one.event["kind"] for phase in export_file.read(data).phases for one in phase.events}
    assert "bridge_changed" in events
    assert [line for check in verify(data) for line in (*check.faults, *check.left)] == []
