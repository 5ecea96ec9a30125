"""What the owner of a site does to a campaign that runs: in the database alone, or with the keys too."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from unittest import mock

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from campaigns.crypto import autopilot_seeds, dice_chain
from campaigns.models import (
    Campaign,
    EventRow,
    FactClaim,
    LogEntry,
    Notification,
    Phase,
    Seat,
    Sheet,
)
from campaigns.sealed.field import Sealed
from campaigns.sealed.sealing import CannotUnseal
from campaigns.services.advance import end_phase, phase_advance, resolve
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns as founding
from campaigns.services.phases import phase_opening, void_seals
from campaigns.services.site import restore as site_restore
from rules.kernel.dice import LoadedDice
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Table
from tests.support.clock import end, isle_is_silent, seal_as_a_bot
from tests.support.dice import KeptTable, bring, entries
from tests.support.exports.files import file_of
from tests.support.exports.tampering import swap, unguarded
from tests.support.seat_keys import Keyholder
from tests.support.worlds import undone
from tests.verification.played import later
from tests.verification.site import Site, SiteTampering
from tests.verification.tamperings import CHAINS, KEYS, SEEDS, SQL

OTHER: Final = {"kind": "place", "points": {"west": 1}}


# -- in the database ------------------------------------------------------------------------------


def statement(sql: str) -> Callable[[Site], set[str]]:
    """A statement that the database refuses."""

    def play(site: Site) -> set[str]:
        table = site.found()
        connection.check_constraints()
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
        assert LogEntry.objects.filter(campaign=table.campaign).count() == table.campaign.log_seq
        return {"refused"}

    return play


def rewritten(site: Site) -> None:
    table = site.found()
    site.keep(table)
    row = LogEntry.objects.get(campaign=table.campaign, kind="phase.opened")
    unguarded(
        lambda: LogEntry.objects.filter(pk=row.pk).update(
            body=row.body.replace("Placing", "Facing")
        )
    )
    site.play_out(table)


def other_event(site: Site) -> None:
    table = site.found()
    table.play(2)
    row = next(
        one for one in EventRow.objects.filter(public=True) if b'"kind":"held"' in bytes(one.body)
    )
    body = row.body.replace(b'"die":', b'"die":1')
    EventRow.objects.filter(pk=row.pk).update(body=Sealed(body))
    site.play_out(table)


def other_claim(site: Site) -> None:
    table = site.found()
    moderation.correct_facts(table.slug, by=table.moderator, facts={"boats": 3}, reason="Misread")
    FactClaim.objects.update(value=canonical(4).decode())
    site.play_out(table)


def older_seal(site: Site) -> None:
    table = site.found()
    table.seal("north", OTHER, ready=False)
    table.seal("north", PLACE, ready=False)
    last = Sheet.objects.get(power="north", state="sealed")
    swap(last, Sheet.objects.get(power="north", state="superseded"), "content", "commitment")
    site.let_go(table)


def anothers_seal(site: Site) -> set[str]:
    table = site.found()
    for power in ("north", "south"):
        table.seal(power, PLACE if power == "north" else OTHER, ready=False)
    one, other = (Sheet.objects.get(power=power, state="sealed") for power in ("north", "south"))
    swap(one, other, "content", "commitment")
    table.strike()
    with pytest.raises(CannotUnseal):
        table.advance()
    return {"refused"}


def deadline_moved(site: Site) -> None:
    table = site.found()
    past = timezone.now() - timedelta(seconds=1)
    Phase.objects.filter(pk=table.phase.pk).update(due_at=past)
    Campaign.objects.filter(slug=table.slug).update(wakes_at=past)
    table.advance()
    site.play_out(table)


def into_a_seat(site: Site) -> None:
    table = site.found()
    Seat.objects.filter(campaign=table.campaign, power="north").update(person=person("friend"))
    site.let_go(table)


# -- with the keys --------------------------------------------------------------------------------


def chain_after_seals(site: Site) -> None:
    table = site.found()
    table.seal("north", PLACE, ready=False)
    campaign = table.campaign
    phase_opening.draw_chain(campaign, at=timezone.now(), reason="It suits me.")
    campaign.save()
    site.let_go(table)


def chain_of_its_own(site: Site) -> None:
    table = site.found()
    bring(table, "north")
    campaign = table.campaign
    campaign.dice_root = b"\7" * 32
    campaign.save()
    restore = site_restore.begin("I say so")
    assert restore is not None
    site_restore.renew(table.slug, restore=restore)
    site.let_go(table)


def nonces_again(site: Site) -> set[str]:
    table, rolls = site.found(), []
    bring(table, "north")
    for number in range(3):
        with undone():
            for order in (PLACE, NAME):
                for power in table.players:
                    table.seal(power, order, nonce=f"{number:064x}")
                table.advance()
            rolls.append([told["rolls"] for told in entries(table, "orders.released")])
    return {"no effect"} if any(rolls[0]) and rolls[0] == rolls[1] == rolls[2] else set()


def seal_beside_the_log(site: Site) -> None:
    table = site.found()
    table.seal("north", PLACE, ready=False)
    with mock.patch.object(phase_opening, "log_seal"):
        table.seal("north", OTHER, ready=False)
    site.let_go(table)


def voided(site: Site) -> None:
    table = site.found()
    table.seal("north", PLACE, ready=False)
    campaign = table.campaign
    void_seals.void_seals(campaign, table.phase, reason="I do not like it.", at=timezone.now())
    campaign.save()
    site.let_go(table)


def silent_played_otherwise(site: Site) -> None:
    table = site.found(missed="autopilot")
    table.seal("north", PLACE)
    table.strike()
    with mock.patch.object(phase_opening, "autopilot_order", return_value=OTHER):
        table.advance()
    site.let_go(table)


def silent_played_at_all(site: Site) -> None:
    """The policy lets silence hold; the site has an autopilot give an order in the player's name."""
    table = isle_is_silent(site.found(missed="hold"))
    table.strike()
    end(table, "deadline", silent="autopilot")
    site.play_out(table)


def not_waited_for(site: Site) -> None:
    """The campaign is to wait for its moderator, and goes on."""
    table = isle_is_silent(site.found(missed="wait"))
    table.strike()
    end(table, "deadline", silent="hold")
    site.play_out(table)


def silent_not_played(site: Site) -> None:
    """The policy has autopilots play for the silent; the site lets one hold."""
    table = isle_is_silent(site.found(missed="autopilot"))
    table.strike()
    end(table, "deadline", silent="hold")
    site.play_out(table)


def sealed_as_a_bot(site: Site) -> None:
    """A player is silent, and the site seals as if an autopilot had the seat: the phase ends early."""
    table = isle_is_silent(site.found(missed="hold"))
    seal_as_a_bot(table)
    site.play_out(table)


def closed_too_early(site: Site) -> None:
    """Nobody can hand anything in any more, and the dice come when the deadline is over."""
    kept: KeptTable = site.fixture("kept")
    end(kept, "deadline")
    assert kept.phase.closed_at is not None
    kept.hand_over("north", "south")
    assert kept.phase.due_at is not None
    with later(kept.phase.due_at - timezone.now() + timedelta(minutes=1)):
        assert kept.advance() is phase_advance.Outcome.RESOLVED
        site.file = file_of(kept)


def bot_played_otherwise(site: Site) -> None:
    honest = phase_opening.autopilot_order
    with mock.patch.object(
        phase_opening,
        "autopilot_order",
        lambda book, state, *who: (
            OTHER if book.phase(state).key == "place" else honest(book, state, *who)
        ),
    ):
        table = site.found(bots=("isle",))
    site.play_out(table)


def bot_by_another_seed(site: Site) -> None:
    """It looks what its own seed would bring, and plays the other choice."""
    honest = autopilot_seeds.dice

    def other(*of: Any) -> LoadedDice:
        dice = honest(*of)
        assert dice is not None
        return LoadedDice([3 - dice.roll("placement", 2)])

    with mock.patch.object(autopilot_seeds, "dice", other):
        table = site.found(bots=("isle",))
    site.play_out(table)


def secret_of_bots_again(site: Site) -> None:
    table = site.found(bots=("isle",))
    campaign = table.campaign
    campaign.autopilot_secret = b"\7" * 32
    campaign.save()
    site.play_out(table)


def ended(how: str) -> Callable[[Site], None]:
    """A phase that the site ends as it likes, with two seals of three."""

    def play(site: Site) -> None:
        table = site.found()
        for power in ("north", "south"):
            table.seal(power, PLACE)
        end(table, how)
        site.play_out(table)

    return play


def left_out_as_silent(site: Site) -> None:
    table, gather = site.found(), resolve._gather

    def forgets(*given: Any) -> Any:
        gathered = gather(*given)
        gathered.silent.clear()
        return gathered

    table.strike()
    with mock.patch.object(resolve, "_gather", forgets):
        table.advance()
    site.let_go(table)


def not_ready(site: Site) -> None:
    table = site.found()
    for power in table.players:
        table.seal(power, PLACE, ready=power != "south")
    end(table, "ready")
    site.play_out(table)


def backdated(site: Site) -> None:
    table = site.found()
    table.seal("north", PLACE)
    Campaign.objects.filter(slug=table.slug).update(log_at=None)
    with later(-timedelta(hours=5)):
        table.seal("south", PLACE)
    table.seal("isle", PLACE)
    table.advance()
    site.play_out(table)


def another_history(site: Site) -> None:
    """What players saw is taken back, and played otherwise."""
    table = site.found()
    with undone(numbered=False):
        table.seal("north", PLACE)
        site.keep(table)
    table.seal("north", {"kind": "place", "points": {"east": 1}})
    for power in ("south", "isle"):
        table.seal(power, PLACE)
    table.advance()
    site.play_out(table)


def another_key(site: Site) -> set[str]:
    table = site.found()
    north = table.players["north"]
    north.email = "north@example.org"
    north.save()
    Keyholder(table.slug, "north", b"n" * 16).bring(north)
    Keyholder(table.slug, "north", b"of the owner!!!!").bring(north, number=2, replace=True)
    assert len(entries(table, "seat.key")) == 2
    return {"told"} if Notification.objects.filter(person=north, kind="seats").exists() else set()


# -- what nobody catches --------------------------------------------------------------------------


def sealed_in_a_name(site: Site) -> None:
    """The player of North has no key, and did not seal this."""
    site.play_out(site.found())


def chain_in_a_name(site: Site) -> None:
    table = site.found()
    bring(table, "north", "77" * 32)
    site.play_out(table)


def founded_until_it_suits(site: Site) -> None:
    """Autopilots alone: their dice follow from what the site drew, and it draws as often as it likes."""
    moderator = person("moderator")
    for number in range(2):
        slug = founding.create_campaign(
            by=moderator, rulebook="tiny", scenario="short", title=f"Try {number}", bots=("north", "south", "isle")
        )  # fmt: skip
    founding.start(slug, by=moderator)
    site.let_go(Table(slug, moderator, {}))


def secret_of_bots_until_it_suits(site: Site) -> None:
    """It founds again until it likes what its autopilots are going to choose."""
    for _ in range(2):
        table = site.found(bots=("isle",))
        if autopilot_seeds.dice(table.campaign, table.phase, "isle"):
            break
    site.play_out(table)


def link_thrown_away(site: Site) -> None:
    """South has handed its link over; the site has looked what it would bring, and does not like it."""
    kept: KeptTable = site.fixture("kept")
    kept.sealed()
    kept.hand_over("north", "south")
    phase = kept.phase
    Phase.objects.filter(pk=phase.pk).update(links={"north": phase.links["north"]})
    with later(timedelta(days=2)):
        assert kept.advance() is phase_advance.Outcome.RESOLVED
        site.file = file_of(kept)


def in_a_moderators_name(site: Site) -> None:
    table = site.found()
    end_phase.force(table.slug, by=table.moderator, phase=table.phase.number, reason="We are late")
    site.play_out(table)


def with_a_wrong_clock(site: Site) -> None:
    with later(-timedelta(days=100)):
        site.play_out(site.found())


def chosen_before(site: Site) -> None:
    """It looks at the next link before it seals as one of its own players: dice are thrown at once."""
    table = site.found()
    assert dice_chain.links(table.campaign).link
    site.play_out(table)


SITES: Final = (
    SiteTampering("changes a row of the log", SQL, statement("UPDATE campaigns_logentry SET body = '{}'"), ("refused",)),
    SiteTampering("deletes a row of the log", SQL, statement("DELETE FROM campaigns_logentry"), ("refused",)),
    SiteTampering("empties the log", SQL, statement("TRUNCATE campaigns_logentry CASCADE"), ("refused",)),
    SiteTampering("changes a row of the log with the guard off", SQL, rewritten, ("verify:log", "third:the_log")),
    SiteTampering("changes a row of the events", SQL, other_event, ("verify:replay",)),
    SiteTampering("changes a row of the facts", SQL, other_claim, ("verify:facts",)),
    SiteTampering("puts an older seal back", SQL, older_seal, ("verify:seals", "third:seals")),
    SiteTampering("opens the seal of one power as another's", SQL, anothers_seal, ("refused",)),
    SiteTampering("moves a deadline", SQL, deadline_moved, ("verify:times",)),
    SiteTampering("puts a person into a seat", SQL, into_a_seat),
    SiteTampering("draws a new chain when seals are in", KEYS, chain_after_seals, CHAINS),
    SiteTampering("begins a chain that was not announced", KEYS, chain_of_its_own, CHAINS),
    SiteTampering("draws the last nonces again", KEYS, nonces_again, ("no effect",)),
    SiteTampering("seals beside the log", KEYS, seal_beside_the_log, ("verify:seals", "third:seals")),
    SiteTampering("voids a seal that it does not like", KEYS, voided, ("verify:seals", "third:times")),
    SiteTampering("plays a silent seat otherwise than its autopilot", KEYS, silent_played_otherwise, ("verify:replay",)),
    SiteTampering("has an autopilot play for a silent player where silence holds", KEYS, silent_played_at_all, ("verify:silence",)),
    SiteTampering("goes on without a silent player where it is to wait", KEYS, not_waited_for, ("verify:silence",)),
    SiteTampering("lets a silent seat hold where the autopilot is to play", KEYS, silent_not_played, ("verify:replay",)),
    SiteTampering("seals for a silent player as for an autopilot", KEYS, sealed_as_a_bot, ("verify:silence",)),
    SiteTampering("plays an autopilot's seat otherwise", KEYS, bot_played_otherwise, ("verify:replay",)),
    SiteTampering("plays an autopilot's seat by another seed", KEYS, bot_by_another_seed, ("verify:replay",)),
    SiteTampering("draws the secret of the autopilots again", KEYS, secret_of_bots_again, SEEDS),
    SiteTampering("ends a phase before its deadline", KEYS, ended("deadline"), ("verify:times",)),
    SiteTampering("closes a phase before its deadline, and throws its dice after it", KEYS, closed_too_early, ("verify:times",)),
    SiteTampering("ends a phase as if everybody were ready", KEYS, ended("ready"), ("verify:times", "third:times")),
    SiteTampering("ends a phase as if it had been forced", KEYS, ended("forced"), ("verify:times",)),
    SiteTampering("ends a phase as if all had agreed", KEYS, ended("agreed"), ("verify:times",)),
    SiteTampering("ends a phase though one was not ready", KEYS, not_ready, ("verify:replay", "third:times")),
    SiteTampering("does not name who was silent", KEYS, left_out_as_silent, ("verify:replay",)),
    SiteTampering("writes an entry with an earlier time", KEYS, backdated, ("verify:times", "third:times")),
    SiteTampering("takes back what players saw, and plays on otherwise", KEYS, another_history, ("older", "heads", "receipts")),
    SiteTampering("brings a key of its own for a seat that has one", KEYS, another_key, ("told",)),
    SiteTampering("seals in the name of a player without a key", KEYS, sealed_in_a_name),
    SiteTampering("brings a chain in the name of a player who brought none", KEYS, chain_in_a_name),
    SiteTampering("creates a campaign of autopilots until its dice suit", KEYS, founded_until_it_suits),
    SiteTampering("creates a campaign until its autopilots' seeds suit", KEYS, secret_of_bots_until_it_suits),
    SiteTampering("says that a link stayed away that had come", KEYS, link_thrown_away),
    SiteTampering("ends a phase in a moderator's name", KEYS, in_a_moderators_name),
    SiteTampering("has a clock that is wrong from the start", KEYS, with_a_wrong_clock),
    SiteTampering("knows the next roll where dice are thrown at once", KEYS, chosen_before),
)  # fmt: skip
"""Done by the owner of a site."""
