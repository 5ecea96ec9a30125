"""After the end everybody may read the campaign as one power knew it then; before it nobody may."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.selectors.history import phase_story
from campaigns.selectors.log import known_then
from campaigns.selectors.log.known_then import KeptThen, OrderedThen, Secrets
from campaigns.selectors.log.value_changes import record_called, secret_called
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.power_badges import Badge
from campaigns.services.repair import rulings
from frontend.rendered_parts import Acting
from frontend.templatetags.history import knew_at_turnings
from rules.kernel.audience import Audience
from rules.registry import rulebook
from rules.world_at_war.model.state import Points, WarState
from tests.campaigns.history.over import page
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, play_on
from tests.support.repair import a_rule


def _told(story: Any) -> str:
    return " ".join(f"{one.line.head} {one.line.rest}" for one in story.lines)


@pytest.mark.long
def test_each_power_knew_its_own_of_then_and_not_what_others_kept_secret(over: Table) -> None:
    for who in (None, over.players["isle"], over.moderator):
        north = phase_story.story(over.slug, 1, who, "north")
        south = phase_story.story(over.slug, 1, who, "south")
        assert "East 2" in _told(north)
        assert "West 3" not in _told(north)
        assert "West 3" in _told(south)
    with pytest.raises(NotOnTheMenu):
        phase_story.story(over.slug, 1, eyes="germany")
    assert phase_story.story(over.slug, 1).orders
    then = phase_story.story(over.slug, 1, eyes="north")
    assert then.orders == ()
    assert not then.check.released
    assert then.check.wrong == ()
    assert phase_story.story(over.slug, 2, eyes="north").orders
    html = page(over, "history/1/?as=north")
    assert "You read as Northland knew it then." in html
    assert "?as=south" in html
    assert "Known to Northland, but not to everybody: purses of Northland." in html
    assert "Sealed at this moment: purses of Southland and the Isle." in html
    assert "The orders of this phase were still sealed then." in html
    laid_open = f'href="/c/{over.slug}/history/1/">Read it with what was published later'
    assert laid_open in re.sub(r">\s+", ">", html)
    later = " ".join(page(over, "history/2/?as=north").split())
    assert "Until this phase ended, Northland did not know what others ordered. " in later
    assert "Orders that only Northland knew until then: " in later
    plain = page(over, "history/1/")
    assert "knew it then" not in plain
    assert "did not know what others ordered" not in plain
    assert "Sealed at this moment" not in plain


@pytest.mark.long
def test_the_reveal_is_read_as_a_power_too(table: Table) -> None:
    address = f"/c/{table.slug}/reveal/2/"
    play_on(table, 3)
    assert Client().get(f"{address}?as=north").status_code == 409  # as the history, before the end
    assert table.pass_deadline() == "resolved"
    html = Client().get(f"{address}?as=north").text
    assert "You read as Northland knew it then." in html
    for onward in ("reveal/1", "history/2"):
        assert f'href="/c/{table.slug}/{onward}/?as=north"' in html, onward
    assert "knew it then" not in Client().get(address).text
    assert address + "?as=north" in page(table, "history/2/?as=north")
    for whose, told in (("north", False), ("south", True)):
        assert ("West 3" in unescape(page(table, f"reveal/1/?as={whose}"))) is told


@pytest.mark.long
def test_what_is_kept_for_all_who_read_so_knows_nobody_of_them(over: Table) -> None:
    north = signed_in(over.players["north"])
    for kind in ("reveal", "history"):
        answer = north.get(f"/c/{over.slug}/{kind}/1/?as=south")
        readers = [one["reader"] for one in answer.context if "reader" in one]
        kept = [one for one in readers if isinstance(one, Acting)]
        assert kept
        assert {one.acting for one in kept} == {None}, kind


@pytest.mark.long
def test_its_charts_are_asked_for_up_to_the_phase(over: Table) -> None:
    html = page(over, "history/3/?as=north")
    asked = f"/c/{over.slug}/charts/?as=north&amp;until=3&amp;at=3"
    assert f'hx-get="{asked}"' in html
    assert "Up to this phase" in html
    assert "Over the whole game" in page(over, "history/3/")
    beside = Client().get(unescape(asked), headers={"HX-Request": "true"}).text
    assert "Up to this phase" in beside
    assert "at=3&amp;as=north&amp;until=3" in beside


@pytest.mark.long
def test_rulings_of_later_are_not_beside_it(table: Table) -> None:
    play_on(table, 3)
    rulings.make(table.slug, by=table.moderator, text="Said later", rule=a_rule(table), phases=[2])
    assert table.pass_deadline() == "resolved"
    assert "Said later" in page(table, "history/2/")
    then = page(table, "history/2/?as=north")
    assert "Said later" not in then


@pytest.mark.long
def test_the_chosen_power_is_kept_from_chronicle_to_history_and_back(over: Table) -> None:
    home, history = f"/c/{over.slug}/", f"/c/{over.slug}/history/"
    client = Client()
    for address in (home, f"{history}2/", f"/c/{over.slug}/charts/"):
        html = client.get(f"{address}?as=north").text
        assert html.count(f'href="{home}?as=north"') >= 2, address
        assert f'<a class="button" href="{address}">Read as everybody</a>' in html
        assert html.count(f'href="{history}?as=north"') == 2, address
        assert f'href="{history}?as' not in client.get(address).text
    newest = client.get(f"{history}?as=north")
    assert newest["Location"].endswith("/history/4/?as=north")


@pytest.mark.long
def test_its_chronicle_says_at_turning_points_what_was_secret_there(over: Table) -> None:
    html = " ".join(page(over, "?as=north").split())
    turnings = html.count('class="numbered"')
    assert turnings
    secret = html.count("as-known")
    assert secret
    at = r"\((?:\d[, ]*)+\)"  # by the dice there are one or two
    assert re.search(
        rf"Known to Northland, but not to everybody: what it ordered itself {at}", html
    )
    assert re.search(rf"Not known to Northland: what others ordered, .* ended {at}", html)
    assert "Numbers in brackets are those of the turning points." in html
    assert html.index("Not known to Northland") < html.index('class="numbered"')
    assert html.index('class="numbered"') < html.index('class="lede"')
    assert "read the turn as Northland knew it then" in html
    assert "Nothing was secret" not in html
    assert "as-known" not in page(over)


NOTHING = Secrets(
    known=(), sealed=(), apart=False, others=False, closed=False, ordered=(), own=(), idle=(),
)  # fmt: skip
NORTH, SOUTH, ISLE = (
    Badge(key=key, name=name)
    for key, name in (("north", "Northland"), ("south", "Southland"), ("isle", "the Isle"))
)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (
            {},
            "Nothing was secret in this phase; what happened was told to everybody at once.",
        ),
        ({"apart": True}, "Some of what happened was told to Northland and not to everybody."),
        (
            {"apart": True, "others": True},
            "Some of what happened was told to others alone.",
        ),
        (
            {
                "ordered": (
                    OrderedThen(whose=(SOUTH, ISLE), words="influence on Spain"),
                    OrderedThen(whose=(SOUTH,), words="war"),
                ),
                "own": ("peace",),
            },
            (
                "Until this phase ended, Northland did not know what others ordered. "
                "Southland and the Isle: influence on Spain. Southland: war. "
                "Orders that only Northland knew until then: peace."
            ),
        ),
        (
            {
                "ordered": (
                    OrderedThen(whose=(ISLE,), words="war"),
                    OrderedThen(whose=(SOUTH,), words="bread", others=True),
                )
            },
            (
                "Until this phase ended, Northland did not know what others ordered. "
                "The Isle: war. The others: bread."
            ),
        ),
        (
            {"idle": (SOUTH, ISLE)},
            "The sealed orders of Southland and the Isle asked for nothing.",
        ),
        ({"own": ("peace", "bread")}, "Until this phase ended, only Northland knew: peace; bread."),
        ({"closed": True}, "The orders of this phase were still sealed then."),
        (
            {
                "known": (
                    KeptThen(
                        what="points",
                        whose=(NORTH,),
                        words="where {whose} had placed points",
                        held=((NORTH, ("2 on Spain", "1 on Greece")),),
                    ),
                ),
                "sealed": (
                    KeptThen(
                        what="points", whose=(SOUTH, ISLE), words="where {whose} had placed points"
                    ),
                    KeptThen(what="chits", whose=(SOUTH,), words="the values of the chits"),
                    KeptThen(what="purses", whose=(SOUTH,)),
                ),
                "apart": True,
            },
            (
                "Known to Northland, but not to everybody: "
                "where Northland had placed points (2 on Spain, 1 on Greece). Sealed at this moment: "
                "where Southland and the Isle had placed points; the values of the chits; "
                "purses of Southland."
            ),
        ),
        (
            {
                "known": (
                    KeptThen(
                        what="points",
                        whose=(NORTH, ISLE),
                        held=((NORTH, ("2 on Spain",)), (ISLE, ("1 on Greece",))),
                    ),
                ),
                "closed": True,
            },
            (
                "The orders of this phase were still sealed then. Known to Northland, but not to everybody: "
                "points of Northland and the Isle (Northland: 2 on Spain; the Isle: 1 on Greece)."
            ),
        ),
    ],
)
def test_what_was_known_is_said_in_words(then: dict[str, Any], said: str) -> None:
    kept = replace(NOTHING, **then)
    head = SimpleNamespace(book_key="tiny")
    given = {"kept": kept, "eyes": NORTH, "head": head}
    html = render_to_string("frontend/history/_kept.html", given)
    assert " ".join(re.sub("<[^>]*>", "", html).split()) == said


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ({}, False),
        ({"apart": True}, True),
        ({"idle": (SOUTH,)}, False),
        ({"apart": True, "others": True}, True),
        ({"closed": True}, True),
        ({"own": ("peace",)}, True),
        ({"ordered": (OrderedThen(whose=(SOUTH,), words="war"),)}, True),
        ({"known": (KeptThen(what="purses", whose=(NORTH,)),)}, True),
        ({"sealed": (KeptThen(what="purses", whose=(SOUTH,)),)}, True),
    ],
)
def test_something_was_secret_where_somebody_did_not_know_it(
    then: dict[str, Any], *, told: bool
) -> None:
    assert replace(NOTHING, **then).any is told


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"south": "war", "isle": "bread", "east": "bread", "west": "bread"},
            [("south", "war", False), ("isle+east+west", "bread", True)],
        ),
        (
            {"isle": "bread", "east": "bread", "west": "bread", "south": "war"},
            [("south", "war", False), ("isle+east+west", "bread", True)],
        ),
        (
            {"isle": "bread", "east": "bread", "west": "bread", "south": ""},
            [("isle+east+west", "bread", False)],
        ),
        (
            {"isle": "bread", "east": "bread", "west": "", "south": "war"},
            [("isle+east", "bread", False), ("south", "war", False)],
        ),
    ],
)
def test_what_most_others_ordered_is_summed_up(
    given: dict[str, str], said: list[tuple[str, str, bool]]
) -> None:
    powers = ("north", "south", "isle", "east", "west")
    at: Any = SimpleNamespace(
        seats=[SimpleNamespace(power=power) for power in powers],
        powers=("north",),
        badges=lambda keys: tuple(Badge(key=key, name=key) for key in keys),
    )
    written = [(power, words, True) for power, words in given.items()]
    found = known_then.ordered_together(at, written)
    assert [
        ("+".join(one.key for one in each.whose), each.words, each.others) for each in found
    ] == said


SPAIN = {"target": "spain", "amount": 2, "year": 1941}
POINTS = {
    power: Points(power=power, audience=Audience(powers=(power,)), **SPAIN)
    for power in ("germany", "britain")
}


def test_a_power_is_told_the_records_of_its_own_and_none_of_what_was_sealed() -> None:
    book = rulebook("world_at_war")
    at: Any = SimpleNamespace(book=book, eyes="germany")
    state = replace(book.start("fall-1939", {}, {}).state, points=tuple(POINTS.values()))
    assert isinstance(state, WarState)
    known, sealed = view_as.kept(at, state)
    assert [(one.whose, one.records) for one in known] == [(("germany",), (POINTS["germany"],))]
    assert [(one.whose, one.records) for one in sealed] == [(("britain",), ())]


def test_what_was_secret_is_called_by_the_words_of_its_book() -> None:
    at: Any = SimpleNamespace(book=rulebook("world_at_war"))
    assert secret_called(at, "points") == "where {whose} had placed diplomatic points"
    assert record_called(at, "points", POINTS["germany"]) == "2 on Spain"
    assert secret_called(at, "chit_counts") == ""
    assert record_called(at, "tracks", POINTS["germany"]) == ""
    at.book = rulebook("days_of_decision")
    assert secret_called(at, "chits") == "the values of the American entry chits"


def test_what_was_known_at_turning_points_is_summed_up_with_their_numbers() -> None:
    words = "where {whose} had placed points"
    one = KeptThen(what="points", whose=(NORTH,), words=words)
    other = KeptThen(what="points", whose=(SOUTH,), words=words)
    purses = KeptThen(what="purses", whose=(ISLE,))
    then = {
        number: replace(NOTHING, known=(one,), sealed=(other, purses)[: 1 + (number == 2)])
        for number in (1, 2, 3, 5)
    } | {4: NOTHING}
    points = [SimpleNamespace(number=number, phase=number) for number in (1, 2, 3, 4, 5)]
    story = SimpleNamespace(turnings=points, then=then)
    head: Any = SimpleNamespace(book_key="tiny")
    assert knew_at_turnings(head, story, NORTH) == (
        "Known to Northland, but not to everybody: where Northland had placed points (1\N{EN DASH}3, 5). "
        "Not known to Northland: where Southland had placed points (1\N{EN DASH}3, 5); purses of the Isle (2). "
        "Numbers in brackets are those of the turning points."
    )
    story.turnings = points[3:4]
    assert knew_at_turnings(head, story, NORTH) == (
        "Nothing was secret at these turning points: their story is that of everybody."
    )


def test_beside_a_turning_point_nothing_is_said_of_what_was_not_secret() -> None:
    kept = replace(NOTHING, sealed=(KeptThen(what="purses", whose=(SOUTH,)),))
    given = {"kept": kept, "eyes": NORTH, "head": SimpleNamespace(book_key="tiny")}
    said = render_to_string("frontend/history/_kept.html", given | {"beside_point": True})
    assert " ".join(re.sub("<[^>]*>", "", said).split()) == (
        "Sealed at this moment: purses of Southland."
    )
    given["kept"] = NOTHING
    assert "Nothing was secret" in render_to_string("frontend/history/_kept.html", given)
    said = render_to_string("frontend/history/_kept.html", given | {"beside_point": True})
    assert "Nothing was secret" not in said


def test_what_was_not_secret_is_not_called_revealed() -> None:
    story = SimpleNamespace(lines=(), cards=(), was_secret=False, check=SimpleNamespace(released=1))
    for secret in (False, True):
        story.was_secret = secret
        html = render_to_string("frontend/history/_events.html", {"story": story})
        assert ("Revealed" in html) is secret


def test_before_the_end_nobody_looks_through_anothers_eyes(found: Any) -> None:
    table = play_on(found(scenario="long"), 2)
    for who in (None, table.moderator, *table.players.values()):
        assert phase_story.past_page(table.slug, 1, who).choices == ()
        for read in (phase_story.story, phase_story.past_page):
            for power in ("north", "nobody"):
                with pytest.raises(NotNow):
                    read(table.slug, 1, who, power)
