"""The pages' answers: what they hold, and at what cost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from campaigns.domain.wording import said_by, with_its_turn
from campaigns.errors import NoSuchPhase, NotYours
from campaigns.models import FactClaim
from campaigns.rulebooks import states
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.facts import fact_sheet
from campaigns.selectors.history import phase_story
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.moderator import moderator_page
from campaigns.selectors.phase.phase_strip import then_of
from campaigns.selectors.rules import rule_pages
from campaigns.services.log import read_marks
from campaigns.services.phases import phase_opening
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import POWERS, Table, corrected
from tests.support.facts import propose


def test_the_page_says_what_is_asked_until_when_and_what_silence_does(table: Table) -> None:
    seen = campaign_page.campaign_page(table.slug, table.players["north"])
    assert seen.phase.asked == "Place your points"
    assert seen.phase.due_sentence == "72 hours"
    assert seen.phase.silence == "If you send nothing, the autopilot plays for Northland."
    assert {r.badge.key: r.state for r in seen.readiness} == dict.fromkeys(POWERS, "waiting")
    assert seen.acting.order == {"kind": "place", "points": {}}
    assert seen.reader.acting.name == "Northland"


def test_what_silence_does_is_said_by_policy(found: Callable[..., Table]) -> None:
    table = found(missed="hold")
    seen = campaign_page.orders(table.slug, table.players["isle"], "isle")
    assert seen.silence == "If you send nothing, The Isle does nothing."


def test_the_page_says_what_happens_when_the_phase_is_over(table: Table) -> None:
    seen = campaign_page.campaign_page(table.slug, None)
    assert seen.phase.then == "Valleys are named."
    unsaid = replace(seen.phase.rules, then="")
    assert then_of(unsaid) == "The next step is Name."
    assert then_of(replace(unsaid, key="name")) == ""


def test_my_own_seal_can_be_read_by_me(table: Table) -> None:
    receipt = table.seal("north", PLACE)
    mine = campaign_page.orders(table.slug, table.players["north"], "north")
    assert mine.sealed == PLACE
    assert mine.commitment == receipt.commitment


def test_another_powers_orders_are_refused(table: Table) -> None:
    with pytest.raises(NotYours):
        campaign_page.orders(table.slug, table.players["north"], "south")
    with pytest.raises(NotYours):
        campaign_page.preview(table.slug, table.moderator, "south", PLACE)


def test_a_preview_names_problems_and_pending_rolls(table: Table) -> None:
    north = table.players["north"]

    def preview(order: dict[str, Any]) -> Any:
        return campaign_page.preview(table.slug, north, "north", order)

    bad = preview({"kind": "place", "points": {"east": 5}})
    assert [(p.rule, p.field) for p in bad.problems] == [("1.1", "points")]
    assert not preview({"kind": "place", "points": "many"}).understood
    table.play()
    assert preview(NAME).panels[0].tally.net == 3


def test_the_log_marks_what_is_new(table: Table) -> None:
    north = table.players["north"]
    assert campaign_page.campaign_page(table.slug, north).since == 0
    read_marks.mark_seen(table.slug, by=north)
    table.seal("south", PLACE)
    seen = campaign_page.campaign_page(table.slug, north)
    assert seen.since == 1
    assert [line.line.head for line in seen.log if line.new] == ["Southland sealed"]
    card = lobby_page.lobby(north).mine[0]
    assert (card.new, card.asked_of_me) == (1, True)


def test_a_phase_becomes_a_story(table: Table) -> None:
    table.play(2)
    told = phase_story.story(table.slug, 2, None)
    assert told.headline.startswith("East: ")
    assert told.how == "Resolved as soon as everybody was ready."
    assert {o.badge.key: o.order for o in told.orders} == dict.fromkeys(POWERS, NAME)
    assert (told.check.seals, told.check.seals_match, told.check.link_follows) == (3, 3, True)
    assert (told.previous, told.next) == (1, None)
    assert len(told.rolls) == 1
    with pytest.raises(NoSuchPhase):
        phase_story.story(table.slug, 3, None)


def test_kept_back_orders_say_so_until_they_are_released(table: Table) -> None:
    table.play()
    told = phase_story.story(table.slug, 1, table.players["south"])
    assert told.orders == ()
    assert told.orders_note
    assert [line.line.head for line in told.lines] == ["Your points lie"]
    assert phase_story.story(table.slug, 1, None).lines == ()
    table.play()
    assert len(phase_story.story(table.slug, 1, None).orders) == 3


def test_facts_are_declared_confirmed_and_corrected(table: Table) -> None:
    table.act("north", {"kind": "declare", "facts": {"boats": 5}})
    waiting = campaign_page.campaign_page(table.slug, None).facts_unconfirmed
    assert [(w.label, w.words) for w in waiting] == [("Boats", "5")]
    sheet = fact_sheet.fact_sheet(table.slug, table.players["south"])
    boats = next(f for s in sheet.sections for f in s.facts if f.spec.key == "boats")
    assert (boats.value, boats.may_declare, boats.may_confirm) == (5, ("south",), ("south",))
    table.act("south", {"kind": "confirm", "facts": ["boats"]})
    assert campaign_page.campaign_page(table.slug, None).facts_unconfirmed == ()
    corrected(table, boats=3)
    sheet = fact_sheet.fact_sheet(table.slug)
    boats = next(f for s in sheet.sections for f in s.facts if f.spec.key == "boats")
    assert (boats.claims, boats.claim.value, boats.history) == (2, 3, ())
    (section,) = fact_sheet.fact_sheet(table.slug, fact="boats").sections
    (boats,) = section.facts
    claims = [(c.value, c.by.key if c.by else None) for c in boats.history]
    assert claims == [(3, None), (5, "north")]
    assert boats.history[1].confirmed_by is not None
    heads = [line.line.head for line in campaign_page.log(table.slug)]
    assert heads[:2] == ["Facts corrected by moderator", "Boats: 3"]


def test_an_act_that_rolls_takes_a_link_of_its_own(table: Table) -> None:
    before = table.campaign.dice_used
    table.act("north", {"kind": "spy"})
    assert table.campaign.dice_used == before + 1
    heads = [line.line.head for line in campaign_page.log(table.slug, table.players["north"])]
    assert heads[0] == "Your spy is back"
    assert "Your spy is back" not in [line.line.head for line in campaign_page.log(table.slug)]


def test_the_desk_is_the_moderators_and_shows_no_order(table: Table) -> None:
    table.seal("north", PLACE)
    with pytest.raises(NotYours):
        moderator_page.moderator_page(table.slug, table.players["north"])
    seen = moderator_page.moderator_page(table.slug, table.moderator)
    assert "force" in seen.can
    assert seen.in_force == "72 hours a phase, then the autopilot plays."
    assert {s.username for s in seen.seats} == {"north", "south", "isle"}


def test_before_the_start_the_scenario_is_shown(found: Callable[..., Table]) -> None:
    table = found(start=False)
    seen = campaign_page.campaign_page(table.slug, None)
    assert (seen.phase, seen.readiness, seen.board.turn) == (None, (), 1)
    assert [c.slug for c in lobby_page.lobby(None).open] == []


@pytest.mark.long
def test_after_the_end_everything_can_be_read(table: Table) -> None:
    table.play(2)
    table.play(2)
    seen = campaign_page.campaign_page(table.slug, table.players["north"])
    assert (seen.head.status, seen.head.status_reason) == ("finished", "All turns are played.")
    assert [p.number for p in phase_story.phases(table.slug)] == [1, 2, 3, 4]
    assert all(len(phase_story.story(table.slug, n).orders) == 3 for n in (1, 2, 3, 4))


def test_the_rules_page_passes_the_book_on() -> None:
    seen = rule_pages.rules_page("tiny")
    assert [each.key for each in seen.chapters] == ["tables", "rules", "variants"]
    assert [e.ref for e in seen.chapters[1].entries][:3] == ["1", "1.1", "1.2"]


def test_a_sheet_grows_with_its_facts_and_not_with_what_was_ever_said_of_them(
    table: Table,
) -> None:
    """The page, and what a program is answered, after three claims and after three hundred."""
    north = table.players["north"]
    client = signed_in(north)
    for boats in (5, 6, 7):
        propose(table, boats=boats)

    def sizes() -> list[int]:
        addresses = f"/c/{table.slug}/facts/", f"/api/campaigns/{table.slug}/facts/"
        return [len(client.get(address).content) for address in addresses]

    few = sizes()
    queries = _count(lambda: fact_sheet.fact_sheet(table.slug, north))
    (claim,) = FactClaim.objects.order_by("-pk")[:1]
    earlier = {"at": claim.at, "power": "north", "person_id": north.pk, "phase_id": claim.phase_id}
    FactClaim.objects.filter(pk=claim.pk).delete()
    FactClaim.objects.bulk_create(
        FactClaim(campaign_id=claim.campaign_id, key="boats", before=0, value=1, **earlier)
        for _ in range(300)
    )
    claim.pk = None
    claim.save()
    assert all(many - before < 200 for before, many in zip(few, sizes(), strict=True))
    assert _count(lambda: fact_sheet.fact_sheet(table.slug, north)) == queries
    page = client.get(f"/c/{table.slug}/facts/").text
    assert re.search(r"fact=boats[^>]*>\s*303 entries", page)
    for headers in ({}, {"HX-Request": "true"}):
        past = client.get(f"/c/{table.slug}/facts/?fact=boats&find=boats", headers=headers)
        assert past.text.count(" (") >= 303
    answer = client.get(f"/api/campaigns/{table.slug}/facts/?fact=boats").json()
    (line,) = answer["sections"][0]["facts"]
    assert (line["claims"], len(line["history"]), line["history"][0]["value"]) == (303, 303, 7)
    assert client.get(f"/api/campaigns/{table.slug}/facts/?fact=none").json()["sections"] == []


class TestQueries:
    """The number of queries depends on nothing that grows."""

    @pytest.mark.long
    @pytest.mark.parametrize(
        ("name", "most"),
        [
            ("page", 17),
            ("strip", 5),
            ("log", 8),
            ("story", 11),
            ("phases", 4),
            ("facts", 8),
            ("lobby", 18),
            ("desk", 33),
        ],
    )
    def test_is_constant(self, found: Callable[..., Table], name: str, most: int) -> None:
        table = found(scenario="long")
        north = table.players["north"]
        ask: dict[str, Callable[[], Any]] = {
            "page": lambda: campaign_page.campaign_page(table.slug, north),
            "strip": lambda: campaign_page.strip(table.slug, north),
            "log": lambda: campaign_page.log(table.slug, north),
            "story": lambda: phase_story.story(table.slug, 2, north),
            "phases": lambda: phase_story.phases(table.slug, north),
            "facts": lambda: fact_sheet.fact_sheet(table.slug, north),
            "lobby": lambda: lobby_page.lobby(north),
            "desk": lambda: moderator_page.moderator_page(table.slug, table.moderator),
        }
        table.play(2)
        table.save_draft("north", PLACE)
        propose(table, boats=4)
        ask[name]()  # what is kept between two looks is there
        few = _count(ask[name])
        table.play(6)
        propose(table, boats=5)
        assert _count(ask[name]) <= most, "when nothing is kept"
        assert abs(_count(ask[name]) - few) <= 1


def _count(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        ask()
    return len(queries)


@pytest.mark.parametrize(
    ("title", "told"),
    [("Placing", "Spring 1940: Placing"), ("Axis facts, Spring 1940", "Axis facts, Spring 1940")],
)
def test_a_phase_is_named_with_its_turn_once(title: str, told: str) -> None:
    with said_by("tiny"):
        assert with_its_turn("Spring 1940", title) == told


@pytest.mark.parametrize(
    ("language", "said"), [("en", "21st turn"), ("de", "21. Zug")], ids=["english", "german"]
)
def test_the_head_of_a_campaign_counts_its_turns_as_people_do(
    found: Callable[..., Table], client: Client, language: str, said: str
) -> None:
    table = found(scenario="long")
    phase = table.phase
    phase.campaign = table.campaign
    late = replace(states.now(phase), turn=21)
    states.keep(phase, late)
    phase_opening.describe(phase, late)
    phase.save()
    page = client.get(f"/c/{table.slug}/", headers={"Accept-Language": language})
    assert said in page.text


def test_seats_are_headed_as_seats_while_players_gather(
    found: Callable[..., Table], client: Client
) -> None:
    table = found(start=False, bots=("isle",))
    client.force_login(person("somebody"))
    text = client.get(f"/c/{table.slug}/").text
    heads = [" ".join(found.split()) for found in re.findall(r"<h2>([^<]+)</h2>", text)]
    assert "Seats" in heads
    assert "Orders" not in heads
