"""A campaign that is over is told at its own address, for everybody or as one power saw it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import asdict, replace

from campaigns.chronicles.spec import told_of
from campaigns.chronicles.weighing import Event, Turning
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, EventRow, LogEntry, Phase
from campaigns.sealed.field import Sealed
from campaigns.selectors.history import charts, chronicle
from campaigns.selectors.history.chronicle_parts.records import ListedRows, YearRow
from campaigns.selectors.history.chronicle_parts.turning_points import teller_of
from campaigns.selectors.history.log_page import LogPage, Turn
from campaigns.selectors.log import known_then
from campaigns.selectors.reader.power_badges import Badge
from frontend.books import faces
from rules import registry
from rules.kernel.events import Line
from rules.kernel.headlines import by_weight
from tests.campaigns.history.over import page
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign, play_on
from tests.support.chronicles import event as an_event
from tests.support.exports.tampering import unguarded

LEAF = '<section class="leaf'


def story(table: Table, who: Any = None, eyes: str = "") -> Any:
    return chronicle.page(table.slug, who, eyes=eyes).story


@pytest.mark.long
def test_the_address_of_a_campaign_that_is_over_tells_it_alike_to_all_or_as_a_power_saw_it(
    over: Table,
) -> None:
    for who in (None, over.players["north"], over.moderator):
        html = page(over, who=who)
        assert "Year by year" in html
        assert "Checked so far" in html
        assert re.search(r"Print, \d+ pages", html)
        assert "The whole campaign as one file" in html
        assert f"/c/{over.slug}/fork/" in html
        assert re.search(r'aria-current="page">\s*Chronicle', html)
    assert "(you)" in page(over, who=over.players["north"])
    assert "How it ended" in page(over, "end/")
    assert 'id="log"' in page(over, "end/")
    assert page(over, "log/")
    with pytest.raises(NotOnTheMenu):
        story(over, eyes="germany")
    assert Client().get(f"/c/{over.slug}/?as=germany").status_code == 400
    now, then = story(over), story(over, eyes="north")
    assert then.checked.released < now.checked.released
    assert then.checked.wrong == ()
    assert then.dice <= now.dice
    assert "<strong>as Northland saw it</strong>" in page(over, "?as=north")
    assert "Why it is one." in page(over)
    assert "Why it is one." not in page(over, "?as=north"), "it tells what came later"
    assert "<strong>as Northland saw it</strong>" not in page(over)
    told = [asdict(story(over, who)) for who in (None, *over.players.values(), over.moderator)]
    assert all(each == told[0] for each in told)


def test_the_pins_of_the_time_line_are_the_turning_points_of_the_chronicle(over: Table) -> None:
    def pins(tail: str) -> list[tuple[int, str]]:
        line = page(over, tail).split('class="pins"')[1].split("</svg>")[0]
        return sorted(
            (int(phase), words.partition(" ")[0])
            for phase, words in re.findall(r"/history/(\d+)/[^>]*><text[^>]*>([^<]*)<", line)
        )

    for eyes in ("", "north", "south"):
        told = story(over, eyes=eyes).turnings
        assert told
        found = pins(f"history/1/?as={eyes}" if eyes else "history/1/")
        assert found == [(each.phase, str(each.number)) for each in told]
    html = page(over, "history/1/")
    assert re.search(r'aria-current="true">turning points<', html)
    great = page(over, "history/1/?pins=great")
    assert re.search(r'aria-current="true">great events<', great)
    assert f'href="/c/{over.slug}/history/2/?pins=great"' in great


def test_while_a_campaign_runs_its_pins_are_great_events_that_everybody_was_told_of(
    found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_on(found(scenario="long"), 2)
    monkeypatch.setattr(chronicle, "turnings", None)
    for who in (None, table.players["north"]):
        html = page(table, "history/1/", who)
        assert "turning points<" not in html
        assert page(table, "history/1/?pins=great", who).count("<circle") == html.count("<circle")


@pytest.mark.long
def test_a_running_campaign_has_no_chronicle(found: Any) -> None:
    table = play_on(found(scenario="long"), 2)
    assert "Year by year" not in page(table)
    for who in (None, table.moderator, table.players["north"]):
        with pytest.raises(NotNow):
            story(table, who)
        client = signed_in(who)
        for tail in ("charts/?as=north", "print/"):
            assert client.get(f"/c/{table.slug}/{tail}").status_code == 409
        assert client.get(f"/c/{table.slug}/end/").status_code == 302


def test_as_a_power_saw_it_nothing_is_told_that_it_could_not_know(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: dict[str, list[str]] = {}
    honest = chronicle.Gathered.phase

    def listening(self: Any, *given: Any, **more: Any) -> None:
        honest(self, *given, **more)
        heard[self.at.eyes] = [
            f"{event.head} {line.rest}" for event in self.events for line in event.lines
        ]

    monkeypatch.setattr(chronicle.Gathered, "phase", listening)
    for eyes in ("", "north", "south"):
        story(over, eyes=eyes)
    said = {eyes: " ".join(lines) for eyes, lines in heard.items()}
    assert "East 2" in said["north"]
    assert "West 3" in said["south"]
    for eyes, secret in (("north", "West 3"), ("south", "East 2")):
        assert secret not in said[eyes]
        assert secret not in said[""]
        assert secret not in page(over, f"?as={eyes}")


def test_it_leads_at_a_turning_point_to_a_power_for_which_something_was_secret_there(
    over: Table,
) -> None:
    told = story(over)
    assert any(each.knew for each in told.turnings)
    for each in told.turnings:
        then = story(over, eyes=each.knew).then if each.knew else {}
        assert not each.knew or then[each.phase].any
        assert not each.knew or f"/{each.phase}/?as={each.knew}" in page(over)
        assert each.before == ""
    assert all(each.knew == "" for each in story(over, eyes="north").turnings)


NOBODY = known_then.Secrets(
    known=(), sealed=(), apart=False, others=False, closed=False, ordered=(), own=(), idle=(),
)  # fmt: skip
SIDES = {"germany": "axis", "italy": "axis", "france": "allies", "ussr": "ussr"}


def _held(*powers: str, words: int = 1) -> known_then.Secrets:
    whose = tuple(Badge(key=key, name=key) for key in powers)
    held = tuple((badge, ("2 on Spain",) * words) for badge in whose)
    return replace(NOBODY, known=(known_then.KeptThen(what="points", whose=whose, held=held),))


def _unknown(power: str, own: str = "bread") -> known_then.Secrets:
    whose = (Badge(key=power, name=power),)
    return replace(NOBODY, ordered=(known_then.OrderedThen(whose=whose, words="war"),), own=(own,))


@pytest.mark.parametrize(
    ("doer", "named", "then", "asked", "teller"),
    [
        ("germany", "germany", {"germany": NOBODY}, {"germany": 9}, ""),
        ("allies", "france", {"france": _held("ussr"), "ussr": _held("ussr")}, {"ussr": 9}, "ussr"),
        ("", "france", {"france": _held("france"), "ussr": _held("ussr")}, {"ussr": 9}, "france"),
        (
            "",
            "germany italy ussr",
            {
                "germany": _unknown("italy"),
                "italy": _unknown("germany"),
                "france": _unknown("germany"),
                "ussr": _unknown("germany"),
            },
            dict.fromkeys(SIDES, 9),
            "ussr",
        ),
        (
            "germany",
            "germany",
            {
                "germany": _unknown("ussr"),
                "italy": _unknown("germany"),
                "france": _unknown("germany"),
            },
            dict.fromkeys(SIDES, 9),
            "france",
        ),
        (
            "ussr",
            "",
            {"germany": _held("germany"), "france": _held("france", words=3)},
            dict.fromkeys(SIDES, 9),
            "france",
        ),
    ],
)
def test_it_is_told_by_who_did_not_know_what_came_and_was_not_out_of_the_game(
    doer: str, named: str, then: Any, asked: Any, teller: str
) -> None:
    event: Any = SimpleNamespace(actor=doer, phase=5, head=named)
    turns: Any = SimpleNamespace(
        parties=lambda _event: {*named.split(), doer},
        names={key: key for key in SIDES},
        sides=SIDES,
    )
    assert teller_of(event, turns, then, asked) == teller


@pytest.mark.long
def test_it_is_kept_for_each_pair_of_eyes_until_the_log_grows(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    honest = chronicle._told

    def counted(at: Any, told: Any) -> Any:
        written.append(at.eyes)
        return honest(at, told)

    monkeypatch.setattr(chronicle, "_told", counted)
    for _ in range(2):
        for who in (None, over.players["south"]):
            page(over, who=who)
            page(over, "?as=north", who)
            page(over, "charts/", who)
    assert written == ["", "north"]
    Campaign.objects.filter(slug=over.slug).update(log_seq=over.campaign.log_seq - 1)
    page(over)
    assert written == ["", "north", ""]


@pytest.mark.long
def test_nothing_is_said_to_be_in_order_that_is_not(over: Table) -> None:
    sound = story(over).checked
    assert (sound.wrong, sound.chain.broken) == ((), 0)
    assert sound.chain.entries == over.campaign.log_seq
    entry = LogEntry.objects.get(campaign__slug=over.slug, seq=3)
    unguarded(lambda: LogEntry.objects.filter(pk=entry.pk).update(hash="0" * 64))
    chronicle._kept.forget()
    assert story(over).checked.chain.broken == 3


@pytest.mark.long
def test_an_event_that_was_changed_is_found(over: Table) -> None:
    row = EventRow.objects.filter(phase__campaign__slug=over.slug, public=True).first()
    body = bytes(row.body)
    unguarded(
        lambda: EventRow.objects.filter(pk=row.pk).update(body=Sealed(body.replace(b'"', b' "', 1)))
    )
    assert story(over).checked.wrong
    assert "something does not fit" in page(over)


@pytest.mark.long
def test_a_private_campaign_is_told_to_its_table_alone(over: Table) -> None:
    Campaign.objects.filter(slug=over.slug).update(private=True)
    somebody = person("outsider")
    outsider = signed_in(somebody)
    for tail in ("", "charts/", "print/", "end/", "?as=north"):
        assert outsider.get(f"/c/{over.slug}/{tail}").status_code == 404
    assert charts.compared_with(over.slug, somebody, "votes") is None
    assert charts.compared_with("nosuch", somebody, "votes") is None
    assert page(over, who=over.players["north"])


def test_a_book_tells_only_by_paths_that_its_board_has() -> None:
    for key, face in faces().items():
        assert face.told.charts or not face.told.measure, key


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_every_book_is_told_with_its_charts_side_by_side(db: None, key: str) -> None:
    table = a_campaign(book=key)
    table.play_out()
    slug, power = table.slug, table.campaign.seats.order_by("order")[0].power
    found = chronicle.page(slug, None).story
    assert found.checked.wrong == ()
    assert found.headline
    client = Client()
    for board, _, _ in found.boards:
        assert client.get(f"/c/{slug}/?board={board}").status_code == 200
    for tail in ("", "print/", "print/?length=brief", "charts/", f"?as={power}"):
        html = client.get(f"/c/{slug}/{tail}").text
        assert "style=" not in html
        assert "{{" not in html
    for series in found.series:
        html = client.get(f"/c/{slug}/charts/?of={series.key}&with={slug}x").text
        assert "<caption>The numbers</caption>" in html
        assert "no campaign at that address" in html
    if told_of(key).measure:
        assert found.stood
    # The end is no war, and which row of a table came into effect is no story.
    assert not any("is over" in text for group in found.listed for _, text in group.rows)
    told = " ".join(f"{each.head} {each.why} {each.beside} {each.later}" for each in found.turnings)
    assert "takes effect" not in told


def test_the_log_has_a_link_to_each_year() -> None:
    named = ((9, "Spring 1940"), (3, "Fall 1939"), (14, "Fall 1940"))
    turns = tuple(Turn(title=title, first=first, last=first) for first, title in named)
    given = {**dict.fromkeys(LogPage.__struct_fields__), "turns": turns, "turn": turns[0]}
    asked = LogPage(**given)
    assert asked.years == (("1939", 3, False), ("1940", 9, True))


@pytest.mark.long
def test_the_years_that_a_reader_chooses_are_printed_alone(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = story(over)
    named = [
        YearRow(year=year, headline="", text="", events=((1, news),), count=None, phase=1, more=0)
        for year, news in (("1936", "Once."), ("1937", "Twice."), ("1938", "Thrice."))
    ]
    treaties = ListedRows(title="Treaties", rows=(((), "One pact."),), count=3)
    longer = replace(told, years=tuple(named), listed=(treaties,))
    monkeypatch.setattr(chronicle, "_told", lambda *_: longer)
    chronicle._kept.forget()
    whole = page(over, "print/")
    assert all(words in whole for words in ("Once.", "Twice.", "Thrice.", "at the end:"))
    assert "One pact." in whole
    assert "and 2 more" in whole
    for html, said in (
        (whole, "pages of A4"),
        (page(over, "print/?length=brief"), "page of A4"),
        (page(over, "print/?from=1937&to=1938"), "pages of A4"),
    ):
        assert f"<b>{html.count(LEAF)} {said}" in html, "a page for each leaf"
    some = page(over, "print/?from=1937&to=1938")
    assert "From 1937 to 1938" in some
    assert "Twice." in some
    assert "Thrice." in some
    assert "Once." not in some
    assert "at the end:" not in some
    assert "The whole, " in some
    assert "<option selected>1937</option>" in some
    assert "Checked so far" in some
    as_north = page(over, "print/?as=north&from=1937&to=1937")
    assert '<input type="hidden" name="as" value="north">' in as_north


@pytest.mark.parametrize(
    ("weightiest", "names"),
    [(2, ["1939", "1941"]), (3, ["1939", "before 1940", "1941"]), (5, ["1939", "before 1941", "1941"])],
)  # fmt: skip
def test_the_eve_of_the_first_turn_is_the_beginning(weightiest: int, names: list[str]) -> None:
    turns = ["1939", "1939", "1940", "1940", "1941"]
    phases = [Phase(number=at, turn_title=turn) for at, turn in enumerate(turns, 1)]
    event = an_event("War", 90, turns[weightiest - 1], phase=weightiest)
    turning = Turning(event=event, size=9000, moved=0)
    assert [name for _, name, _ in chronicle._boards(phases, [turning])] == names


def test_a_year_tells_what_the_lede_names_whatever_else_there_is_to_tell() -> None:
    def told(number: int, place: str) -> Event:
        line = Line(head=f"The Allies take {place}", weight=90 - number, rule="", sort="fact")
        return Event(
            number, "May 1945", "1945", "fact_declared", "", line.head, line.weight,
            lines=(line,), tell=by_weight(20),
        )  # fmt: skip

    places = ("Rome", "Essen", "Cologne", "Genoa", "Milan", "Leipzig", "Manila", "Formosa")
    news = [told(number, place) for number, place in enumerate(places)]
    phases = [Phase(number=1, turn_title="May 1945")]
    gathered: Any = SimpleNamespace(counts={})
    usual, named = (
        chronicle._years(phases, news, gathered, (), each)[0] for each in ([], news[:1] + news[6:7])
    )
    assert "Manila" not in usual.headline + usual.text
    assert named.text == f"{usual.text} The Allies take Manila."
    assert named.more == usual.more - 1
