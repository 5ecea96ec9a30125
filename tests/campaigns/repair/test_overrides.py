"""Overriding values of the public state: what can be named, with whose consent, undone, checked."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from campaigns import rulebooks
from campaigns.domain import export_file
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, LogEntry, Sheet
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.selectors.log.entry_text import question_in_words
from campaigns.selectors.log.value_changes import changes_in_words
from campaigns.selectors.moderator.overrides_page import overrides
from campaigns.selectors.reader.access import reading
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import overrides as service
from rules import registry
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NORTH
from tests.support.campaigns import Table, a_campaign, a_turn
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import body_with, first_entry, must_be_named
from tests.support.pages.html import answer_of as programs
from tests.support.pages.reader import PageReader, words
from tests.support.repair import a_rule, all_agree, forget, holder, override
from tests.support.suite.sample import of_the_newest


@pytest.fixture
def played(table: Table) -> Table:
    a_turn(table)
    return table


def holders(table: Table) -> tuple[str, str]:
    """Who holds the east, and another power that could."""
    was = holder(table)
    return was, next(power for power in table.players if power != was)


def test_it_needs_the_consent_of_all_and_voids_what_is_sealed(played: Table) -> None:
    was, now = holders(played)
    played.seal("north", NORTH)
    assert override(played, now, was) == 1
    assert holder(played) == was
    all_agree(played)
    assert holder(played) == now
    # Unread, and back in the hand of who sealed it.
    sheets = Sheet.objects.filter(phase=played.phase).order_by("pk")
    assert list(sheets.values_list("state", flat=True)) == ["withdrawn", "draft"]
    assert override(played, now, was) is None, "a second time changes nothing"
    assert LogEntry.objects.filter(kind="state.overridden").count() == 1
    assert faults(file_of(played)) == []


@pytest.mark.long
def test_it_is_acknowledged_disputed_and_undone(played: Table) -> None:
    was, now = holders(played)
    override(played, now, was)
    all_agree(played)
    south, isle = played.players["south"], played.players["isle"]
    for _ in range(2):
        service.answer(played.slug, by=south, number=1, answer="acknowledged")
    service.answer(played.slug, by=isle, number=1, answer="disputed", reason="By 3.2 not so")
    assert LogEntry.objects.filter(kind="override.answered").count() == 2
    with pytest.raises(NotNow, match="reason"):
        service.answer(played.slug, by=isle, number=1, answer="disputed")
    with pytest.raises(NotYours):
        service.answer(played.slug, by=played.moderator, number=1, answer="acknowledged")
    service.undo(played.slug, by=played.moderator, number=1, reason="They are right")
    all_agree(played)
    assert holder(played) == was
    assert service.undo(played.slug, by=played.moderator, number=1, reason="Again") is None


@pytest.mark.long
def test_programs_answer_it_and_undo_it_by_the_same_services(played: Table) -> None:
    was, now = holders(played)
    override(played, now, was)
    all_agree(played)
    here = f"/api/campaigns/{played.slug}/overrides/1/"
    south, desk = signed_in(played.players["south"]), signed_in(played.moderator)
    body = {"answer": "disputed", "reason": "By 3.2 not so", "key": "once"}
    first, again = (programs(south, "POST", here, body) for _ in range(2))
    assert first == again
    assert (first[0]["mine"], first[0]["said"][0]["reason"]) == ("disputed", "By 3.2 not so")
    programs(south, "POST", here, {**body, "answer": "acknowledged"}, status=409)
    [told] = programs(south, "POST", here, {"answer": "acknowledged"})
    assert [(one["badge"]["key"], one["answer"]) for one in told["said"]] == [
        ("south", "acknowledged")
    ]
    assert LogEntry.objects.filter(kind="override.answered").count() == 2
    assert programs(south, "POST", here, {"answer": "disputed"}, status=409)["field"] == "reason"
    programs(south, "POST", here, {"answer": "praised"}, status=400)
    programs(desk, "POST", here, {"answer": "acknowledged"}, status=403)
    elsewhere = here.replace("/1/", "/7/")
    assert programs(south, "POST", elsewhere, body, status=409)["code"] == "key_used"
    del body["key"]
    assert "no override 7" in programs(south, "POST", elsewhere, body, status=409)["message"]

    programs(south, "POST", f"{here}undo/", {"reason": "We like it not"}, status=403)
    programs(desk, "POST", f"{here}undo/", {}, status=400)
    sent = {"reason": "They are right", "key": "once"}
    asked, repeated = (programs(desk, "POST", f"{here}undo/", sent) for _ in range(2))
    assert asked == repeated
    assert asked["question"] == played.campaign.consents.latest("number").number
    assert holder(played) == now
    all_agree(played)
    assert holder(played) == was
    done = programs(desk, "POST", f"{here}undo/", {"reason": "Again"})
    assert done["question"] is None
    assert [(one["number"], one["undoes"], one["undone_by"]) for one in done["made"]] == [
        (2, 1, 0),
        (1, 0, 2),
    ]
    Campaign.objects.filter(slug=played.slug).update(private=True)
    stranger = signed_in(person("stranger"))
    for path, said in ((here, {"answer": "praised"}), (f"{here}undo/", {})):
        programs(stranger, "POST", path, said, status=404)


def test_switches_and_tables_are_changed_in_play_as_the_book_allows() -> None:
    book = rulebooks.load("world_at_war")
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    before = value_overrides.value_at(rulebooks.view_of(book, state), ("variants", "dp_cap"))

    def change(path: tuple[str, ...], was: Any, now: Any) -> Any:
        one = value_overrides.ValueChange(path=path, before=was, after=now)
        return value_overrides.applied(book, state, [one])

    with pytest.raises(NotOnTheMenu, match="cannot be 'none such'"):
        change(("variants", "dp_cap"), before, "none such")
    with pytest.raises(NotOnTheMenu, match="There is no table"):
        change(("tables", "nothing.at.all"), None, 1)
    other = next(one for one in book.switches["dp_cap"].choices if one != before)
    assert change(("variants", "dp_cap"), before, other).variants["dp_cap"] == other


def test_what_cannot_be_overridden_says_why(played: Table) -> None:
    was = holder(played)
    for path in (["facts", "bridge"], ["turn"], ["purses", "north", "points", "east"], ["holders"]):
        with pytest.raises(NotOnTheMenu, match="no public value"):
            override(played, 1, was, path)
    with pytest.raises(NotOnTheMenu, match="does not fit"):
        override(played, 7, was)
    with pytest.raises(NotNow, match="is not"):
        override(played, "isle", "nobody at all")
    with pytest.raises(NotOnTheMenu, match="has no rule"):
        override(played, "isle", was, rule="99.99")
    with pytest.raises(NotYours):
        override(played, "isle", was, by=played.players["south"])


@pytest.mark.long
def test_the_answer_is_the_same_whatever_is_secret(played: Table) -> None:
    """A path to what only its owner knows is none, whether or not anything stands there."""
    book, state = states.book_of(played.campaign), states.now(played.phase)
    view = rulebooks.view_of(book, state)
    said = set()
    for path in (("purses", "north", "points", "east"), ("purses", "nobody", "points", "east")):
        with pytest.raises(NotOnTheMenu) as refused:
            value_overrides.value_at(view, path)
        said.add(str(refused.value).replace(" / ".join(path), ""))
    assert len(said) == 1
    assert not [path for path, _ in value_overrides.values(view) if path[0] == "purses"]


EVERY_REVISION = [
    (key, revision)
    for key in sorted(registry.BOOKS)
    for revision, _ in reversed(rulebooks.revisions(key))
]


@pytest.mark.parametrize(("key", "revision"), of_the_newest(EVERY_REVISION))
def test_every_revision_of_every_book_can_be_overridden(key: str, revision: str) -> None:
    """Generically: each has values that everybody may know, and a change of one changes just that."""
    book = rulebooks.load(key, revision)
    scenario = next(iter(book.scenarios))
    state = book.start(scenario, {}, {}).state
    found = dict(value_overrides.values(rulebooks.view_of(book, state)))
    numbers = [p for p, v in found.items() if isinstance(v, int) and not isinstance(v, bool)]
    done = 0
    changes = [
        value_overrides.ValueChange(path=path, before=found[path], after=found[path] + 1)
        for path in numbers[:12]
    ]
    changes += [
        value_overrides.ValueChange(path=path, before=value, after=other)
        for path, value in found.items()
        if path[0] == "variants" and path[1] in book.switches
        for other in list(book.switches[path[1]].choices)[:2]
        if other != value
    ][:3]
    for change in changes:
        try:
            after = value_overrides.applied(book, state, [change])
        except (NotNow, NotOnTheMenu):
            continue
        done += 1
        assert change in value_overrides.difference(book, state, after)
        assert value_overrides.applied(book, after, [change.undone]) == state
    assert done, (key, revision, len(found))


@pytest.fixture
def over(played: Table) -> Table:
    """A campaign in which a value was overridden, disputed, undone, and that is over."""
    was, now = holders(played)
    override(played, now, was)
    all_agree(played)
    isle = played.players["isle"]
    service.answer(played.slug, by=isle, number=1, answer="disputed", reason="Not so")
    service.undo(played.slug, by=played.moderator, number=1, reason="They are right")
    all_agree(played)
    override(played, now, was)
    all_agree(played)
    a_turn(played)
    assert played.campaign.status == "finished"
    return played


@pytest.mark.long
def test_it_is_exported_played_again_and_taken_in(over: Table) -> None:
    data = file_of(over)
    checks = named(data)
    assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
    assert checks["overrides"].said == "3 overrides, 1 undone, 1 answer"
    forget(over.campaign)
    import_campaign(data, by=person("keeper"))
    again = export_file.read(file_of(over))
    first = export_file.read(data)
    assert (again.log, again.phases, again.state) == (first.log, first.phases, first.state)


def _value(content: dict[str, Any]) -> None:
    for entry in content["log"]:
        if entry["kind"] == "state.overridden":
            entry["body"]["changes"][0]["before"] = "nobody"


def _consent(content: dict[str, Any]) -> None:
    del first_entry(content, "state.overridden")["body"]["consent"]


OVERRIDDEN = "state.overridden"
FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "what it was": (_value, "replay: log entry"),
    "what it is": (body_with(OVERRIDDEN, "changes", []), "overrides: log entry"),
    "the rule": (body_with(OVERRIDDEN, "rule", "1.1.1"), "overrides: log entry"),
    "the reason": (body_with(OVERRIDDEN, "reason", "I felt so"), "log: the hash of log entry"),
    "its number": (body_with(OVERRIDDEN, "override", 2), "overrides: log entry"),
    "its phase": (body_with(OVERRIDDEN, "phase", 1), "overrides: log entry"),
    "that it was agreed to": (_consent, "overrides: log entry"),
    "what it undoes": (body_with(OVERRIDDEN, "undoes", 4), "overrides: log entry"),
    "an answer": (body_with("override.answered", "answer", "praised"), "overrides: log entry"),
    "an answer to none": (body_with("override.answered", "override", 9), "overrides: log entry"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_whatever_is_changed_of_an_override_is_named(whole: bytes, name: str) -> None:
    change, expected = FORGERIES[name]
    must_be_named(whole, change, expected)


@pytest.mark.long
def test_the_page_leads_through_it(played: Table) -> None:
    _was, now = holders(played)
    desk, isle, south = (
        PageReader(who, played.slug)
        for who in (played.moderator, played.players["isle"], played.players["south"])
    )
    desk.open("overrides/").press("Find", q="east")
    (found,) = desk.page.select("ul.rows a:-soup-contains('Holders, east')")
    desk.open(f"overrides/{found['href']}").press("Show the difference", value=now)
    assert "What would change" in desk.says()
    assert "All who have a seat must agree." in desk.says()
    desk.press("Ask the players", rule=a_rule(played), reason="The rule was misread")
    all_agree(played)
    isle.open("overrides/").press("Dispute", "#override-1", reason="Not so")
    assert "disputed: Not so" in isle.says("#override-1")
    south.open("overrides/").press("Acknowledge", "#override-1")
    assert "acknowledged" in south.says("#override-1")
    desk.open("overrides/").press("Undo override 1", reason="Isle is right")
    all_agree(played)
    assert "Undone by override 2." in south.open("overrides/").says("#override-1")


def looked(table: Table, **asked: str | bool) -> str:
    """The page of a value, as the moderator's browser gets it."""
    answer = signed_in(table.moderator).get(
        f"/c/{table.slug}/overrides/", {key: value for key, value in asked.items() if value}
    )
    assert answer.status_code == 200
    return " ".join(answer.text.split())


NAMED = (
    ("world_at_war", "russo-german level", "tracks rgt level", "Russo-German tension, level"),
    ("days_of_decision", "spanish republicans", "minors spanish_republicans joined",
     "Spanish Republicans, aligned with"),
    ("days_of_decision", "china effectiveness", "nations china pe", "China, effectiveness"),
    ("days_of_decision", "Germany, entry points", "nations germany entry", "Germany, own entry points"),
    ("days_of_decision", "American entry Germany", "nations germany entry", "Germany, own entry points"),
    ("days_of_decision", "initiative japan", "nations japan position",
     "Japan, place in the order of initiative"),
    ("days_of_decision", "force pool italy", "nations italy pool_back",
     "Italy, turn in which its force pool comes back"),
    ("days_of_decision", "PML of the USSR", "nations ussr level", "USSR, production level"),
    ("world_at_war", "Germany: diplomatic points", "allotted germany net", "Allotted, Germany, net"),
    ("war_game_1939", "Land value of Italy", "nations italy land", "Italy, land"),
    ("war_game_1939", "Commerce dice, Britain", "deals uk dice", "Deals, Britain, dice"),
    ("war_game_1939", "Hardware, influence Japan", "nations japan commerce", "Japan, commerce"),
    ("war_game_1939", "Soviet-Japanese pact", "pact", "Pact"),
    ("war_game_1939", "germany money any use", "nations germany cash",
     "Germany, money for any use"),
)  # fmt: skip


@pytest.mark.parametrize(("rulebook", "words", "keys", "called"), NAMED)
def test_what_the_book_names_is_found_and_called_by_that_name(
    db: None, rulebook: str, words: str, keys: str, called: str
) -> None:
    scenario = next(iter(registry.BOOKS[rulebook].scenarios))
    table = a_campaign(book=rulebook, scenario=scenario)
    slug, path = table.slug, keys.split()
    values = overrides(slug, table.moderator, words=words).values
    assert {one.label for one in values if json.loads(one.path) == path} == {called}
    # By the same name in the log and in a question.
    change = {"path": path, "before": 0, "after": 1}
    about = {"changes": [change], "rule": "1"}
    said = f"{called} is 1 instead of 0"
    assert changes_in_words(reading(slug), [change]) == said
    assert question_in_words(reading(slug), "override", about, "", "") == f"{said}, by rule 1"


NEAR = (
    ("BRPs Britain", "facts", "Britain's BRP total"),
    ("Turkey", "facts", "Turkey is conquered"),
    ("mobilization", "empty", "Mobilizations"),
    ("Russo-German threat", "values", "Russo-German tension, level"),
)
"""In Fall 1939: words of the pages by which no value is found, and where it is said instead that it stands."""


@pytest.mark.parametrize(("words", "where", "named"), NEAR)
def test_where_nothing_is_found_it_says_where_else_to_look(
    db: None, words: str, where: str, named: str
) -> None:
    table = a_campaign(book="world_at_war")
    found = overrides(table.slug, table.moderator, words=words)
    assert found.values == ()
    assert found.near is not None
    assert named in [getattr(one, "label", one) for one in getattr(found.near, where)]
    page = PageReader(table.moderator, table.slug).open(f"overrides/?q={words}").says()
    assert "No public value has all these words." in page
    assert named in page


def test_of_a_sum_its_amounts_are_found_and_not_the_words_that_explain_it(db: None) -> None:
    table = a_campaign(book="world_at_war")
    found = overrides(table.slug, table.moderator, words="allotted britain").values
    assert {json.loads(one.path)[-1] for one in found} == {"base", "net", "amount"}
    assert not any("passed" in one.path for one in found)


def test_before_it_is_done_it_says_whose_seals_become_void_and_what_stays(played: Table) -> None:
    _was, now = holders(played)
    played.seal("north", NORTH)
    page = signed_in(played.moderator).get(
        f"/c/{played.slug}/overrides/", {"path": '["holders","east"]', "value": now}
    )
    said = words(BeautifulSoup(page.text, "html.parser").select_one("table.counted"))
    assert "Sealed orders of the open phase Northland: void, unread; nobody opens them 1" in said
    assert "Dice thrown none is thrown again stay" in said
    assert "Letters kept" in said


def test_the_log_names_a_value_of_the_tables_as_their_editor_does(db: None) -> None:
    slug = a_campaign(book="world_at_war").slug
    change = {"path": ["tables", "allotments.germany.basic"], "before": None, "after": 5}
    said = "Allotments: Germany, basic is 5 instead of 3"
    assert changes_in_words(reading(slug), [change]) == said


@pytest.mark.long
def test_without_any_rules_a_value_is_called_by_its_own_words(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebooks, "for_names", lambda *_: None)
    change = {"path": ["holders", "east"], "before": "north", "after": None}
    said = "Holders, east is none instead of north"
    assert changes_in_words(reading(played.slug), [change]) == said


@pytest.mark.long
def test_a_value_or_nobody_is_chosen_in_words_where_it_has_choices(played: Table) -> None:
    if not holder(played):  # the die left it to nobody, who is not to be found among the powers
        override(played, "north", "")
        all_agree(played)
    page = looked(played, path='["holders","east"]')
    assert '<option value="north"' in page
    assert ">Northland</option>" in page
    assert page.count("selected") == 1, "one of them is the present one"
    assert 'name="value" value=' not in page, "it is not typed"
    desk, here = signed_in(played.moderator), f"/c/{played.slug}/overrides/"
    asked = {"path": '["holders","east"]'}
    assert "What would change" not in desk.get(here, asked).text
    shown = desk.get(here, {**asked, "value": ""}).text
    assert "What would change" in shown
    assert '<option value="" selected>' in " ".join(shown.split())
    done = {"action": "override", "rule": a_rule(played), "reason": "Nobody held it", "value": ""}
    desk.post(here, {**asked, **done, "before": json.dumps(holder(played))})
    all_agree(played)
    assert holder(played) == ""
    # Where a value is typed, nothing was written yet.
    fact = desk.get(here, {"path": '["placed_by"]', "value": ""})
    assert "What would change" not in fact.text
    assert "Several are separated by commas." in fact.text
    one = desk.get(here, {"path": '["caller"]'}).text
    assert "Of the same kind as now." in one
    assert "Several are separated by commas." not in one


@pytest.mark.long
def test_a_table_of_single_values_gets_another_key_and_loses_one(played: Table) -> None:
    found = looked(played, q="holders")
    assert "Holders: another" in found
    page = looked(played, path='["holders",""]')
    assert 'name="key"' in page
    page = looked(played, path='["holders",""]', key="west", value="isle")
    assert "Isle" in page
    made = {"action": "override", "rule": a_rule(played), "reason": "The west was forgotten"}
    form = {**made, "path": '["holders","west"]', "before": "null", "value": "isle"}
    desk = signed_in(played.moderator)
    desk.post(f"/c/{played.slug}/overrides/", form)
    all_agree(played)
    assert states.now(played.phase).holders["west"] == "isle"
    page = looked(played, path='["holders","west"]', remove="yes")
    assert 'name="remove" value="yes"' in page
    form |= {"before": '"isle"', "value": "", "remove": "yes"}
    desk.post(f"/c/{played.slug}/overrides/", form)
    all_agree(played)
    assert "west" not in states.now(played.phase).holders
    service.undo(played.slug, by=played.moderator, number=2, reason="It was right")
    all_agree(played)
    assert states.now(played.phase).holders["west"] == "isle"
    assert faults(file_of(played)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "path", [["holders", ""], ["purses", "west"], ["holders", "x" * 61], ["at", "x"]]
)
def test_no_other_value_is_made_up(played: Table, path: list[str]) -> None:
    with pytest.raises((NotOnTheMenu, NotNow)):
        override(played, "isle", None, path)
