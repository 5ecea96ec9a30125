"""What was said in public while a phase was open stands beside its story."""

from typing import Any

import pytest

from campaigns.models import Campaign, Status
from campaigns.selectors.history import phase_story
from campaigns.services.press import press_messages
from tests.support.campaigns import Table
from tests.support.press import allow, other_readers, reply, say


def over(table: Table) -> None:
    """Let the open phase come to its end."""
    table.pass_deadline()


def finish(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(status=Status.FINISHED, wakes_at=None)


def said(table: Table, number: int, who: Any = None, eyes: str = "") -> list[str]:
    return [message.text for message in phase_story.past_page(table.slug, number, who, eyes).said]


@pytest.mark.long
def test_a_phase_shows_what_was_said_in_public_while_it_was_open(table: Table) -> None:
    reply(table, "north", "public", "Peace!")
    say(table, "north", ("south",), "Between us alone.")
    press_messages.write(table.slug, by=table.moderator, thread="announcements", text="On Sunday.")
    over(table)
    reply(table, "south", "public", "War!")
    over(table)
    for who in other_readers(table):
        assert said(table, 1, who) == ["Peace!"]
        assert said(table, 2, who) == ["War!"]


def test_a_power_without_its_name_stays_without_it(table: Table) -> None:
    allow(table, anonymous=True)
    reply(table, "north", "public", "Beware of the isle.", masked=True)
    over(table)
    for who in other_readers(table, "north"):
        [message] = phase_story.past_page(table.slug, 1, who).said
        assert (message.badge, message.masked, message.mine) == (None, True, False)


def test_many_letters_are_cut_to_the_last_and_without_any_none_are_shown(table: Table) -> None:
    for n in range(6):
        reply(table, "north", "public", f"Letter {n}.")
    over(table)
    assert said(table, 1) == ["Letter 2.", "Letter 3.", "Letter 4.", "Letter 5."]
    over(table)
    assert said(table, 2) == []


def test_as_a_power_knew_it_then_a_letter_has_the_words_it_had_then(table: Table) -> None:
    key = reply(table, "north", "public", "Peace!")
    over(table)
    by = table.players["north"]
    press_messages.edit(table.slug, by=by, thread="public", message=key, text="No peace.")
    finish(table)
    assert said(table, 1) == ["No peace."]
    assert said(table, 1, eyes="south") == ["Peace!"]
