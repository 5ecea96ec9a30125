"""A saved game of VASSAL on the map desk: who sets how it is read, and what comes of dropping one."""

import html
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from campaigns.domain.entries.moderators import MappingChanged
from campaigns.errors import (
    ChangedMeanwhile,
    NotNow,
    NotOnTheMenu,
    NotYours,
    OrderRefused,
    TooOften,
)
from campaigns.models import Dispatch, LogEntry
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import dispatch_drafts, mappings
from campaigns.selectors.facts import mapping_page as pages
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import from_vassal as service
from campaigns.services.facts import mappings as mapping_service
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.vassal import compiling, mapping
from core.input_limits import MOST_BYTES, most_bytes
from rules import registry
from tests.campaigns.facts.at_war import AtWar, put
from tests.support.accounts import person, signed_in
from tests.support.books import vassal
from tests.support.books.vassal import WORLD
from tests.support.books.vassal import a_unit as unit
from tests.support.campaigns import Table, a_turn
from tests.support.exports.files import file_of
from tests.support.worlds import undone

TINY = """module: The Toy War*
places: [{name: Harbor, map: Bay}]
pieces: [{name: Boat*, kind: boat}, {name: Ruin, kind: ruin}]
facts:
- {fact: Boats, count: pieces, places: Harbor, kind: boat}
- {fact: The bridge stands, is: no, places: Harbor, kind: ruin}
"""
HTMX = {"HX-Request": "true"}


def bay(boats: int = 5, *more: str) -> bytes:
    return vassal.saved([vassal.Piece(name, "Bay") for name in (*["Boat"] * boats, *more)])


def set_mapping(table: Table, text: str = TINY, **more: Any) -> None:
    mapping_service.change(
        table.slug, by=table.moderator, text=text, **{"reason": "We fight with VASSAL", **more}
    )


def dropped(table: Any, power: str, data: bytes, **more: Any) -> service.FromVassal:
    by = more.pop("by", table.players[power])
    return service.suggested(table.slug, by=by, power=power, data=data, **more)


def post(client: Client, table: Any, data: bytes, *, module: str = "", **more: Any) -> Any:
    file = io.BytesIO(data)
    file.name = "Autumn 1940.vsav"
    form = {"save": file, "module": module} if module else {"save": file}
    return client.post(reverse("frontend:from-vassal", args=[table.slug]), form, **more)


# --- The mapping ------------------------------------------------------------------------------


def test_a_mapping_is_set_with_a_reason_and_stands_in_the_log_once(table: Table) -> None:
    set_mapping(table)
    (kept,) = mappings.in_force(table.campaign).values()
    assert (kept.module, kept.text) == ("The Toy War*", TINY.strip())
    entry = LogEntry.objects.get(campaign=table.campaign, kind=MappingChanged.tag)
    assert (entry.actor, entry.person_id) == ("moderator", table.moderator.pk)
    log = signed_in(table.players["north"]).get(f"/c/{table.slug}/log/").text
    assert "Reading of VASSAL saves changed by moderator" in re.sub("</?bdi>", "", log)
    assert "We fight with VASSAL" in log
    set_mapping(table, was="The Toy War*", seen=kept.version)
    assert LogEntry.objects.filter(kind=MappingChanged.tag).count() == 1


def test_it_is_renamed_taken_away_and_one_of_several(table: Table) -> None:
    set_mapping(table)
    set_mapping(table, TINY.replace("The Toy War", "Another"))
    set_mapping(table, TINY.replace("The Toy War", "Toys"), was="The Toy War*")
    assert list(mappings.in_force(table.campaign)) == ["Toys*", "Another*"]
    with pytest.raises(NotOnTheMenu, match="There is a mapping for “Toys\\*” already"):
        set_mapping(table, TINY.replace("The Toy War", "Toys"), was="Another*")
    with pytest.raises(NotOnTheMenu, match="no mapping for “The Toy War\\*”"):
        set_mapping(table, was="The Toy War*")
    set_mapping(table, "", was="Toys*")
    assert list(mappings.in_force(table.campaign)) == ["Another*"]
    for n in range(mappings.MOST - 1):
        set_mapping(table, TINY.replace("The Toy War", f"Game {n}"))
    with pytest.raises(NotOnTheMenu, match="at most 6 mappings"):
        set_mapping(table)


def test_it_is_refused_without_a_reason_a_desk_or_a_look_at_what_is_there(table: Table) -> None:
    with pytest.raises(NotNow, match="reason"):
        set_mapping(table, reason=" ")
    with pytest.raises(NotYours):
        mapping_service.change(table.slug, by=table.players["north"], text=TINY, reason="x")
    with pytest.raises(NotOnTheMenu, match="nothing to save"):
        set_mapping(table, " ")
    set_mapping(table)
    with pytest.raises(ChangedMeanwhile):
        set_mapping(table, TINY + "# more", was="The Toy War*", seen="another")
    assert LogEntry.objects.filter(kind=MappingChanged.tag).count() == 1


def test_each_line_that_is_wrong_is_named_and_nothing_is_saved(table: Table) -> None:
    wrong = TINY.replace("Boats,", "Boots,").replace("kind: ruin}\n", "kind: fire}\n")
    with pytest.raises(OrderRefused) as refused:
        set_mapping(table, wrong)
    said = [problem.message for problem in refused.value.problems]
    assert [each.partition(":")[0] for each in said] == ["Line 5", "Line 6"]
    assert "Boats" in said[0]
    assert "“fire”" in said[1]
    assert not mappings.in_force(table.campaign)


@pytest.mark.long
def test_it_travels_with_the_campaign(found: Any) -> None:
    with undone():
        table = found()
        set_mapping(table)
        set_mapping(table, TINY.replace("The Toy War", "Another"))
        set_mapping(table, "", was="The Toy War*")
        for _ in range(2):
            a_turn(table)
        data = file_of(table)
        before = pages.page(table.slug).mappings
        with pytest.raises(NotNow, match="over"):
            set_mapping(table)
    slug = import_campaign(data, by=person("keeper"))
    (there,) = pages.page(slug).mappings
    assert (there.module, there.text) == ("Another*", before[0].text)
    assert there.wrong == ()


def test_the_page_is_for_everybody_and_its_form_for_the_moderator(table: Table) -> None:
    set_mapping(table)
    address = reverse("frontend:mapping", args=[table.slug])
    for client in (Client(), signed_in(table.players["north"])):
        page = client.get(address).text
        assert "The Toy War*" in page
        assert "<textarea" not in page
        answer = client.post(address, {"text": TINY, "reason": "x"}, headers=HTMX)
        assert answer.status_code in (401, 403)
    page = signed_in(table.moderator).get(address).text
    assert page.count("<textarea") == 2


def test_what_was_written_is_not_lost_when_it_is_refused(table: Table) -> None:
    client, address = signed_in(table.moderator), reverse("frontend:mapping", args=[table.slug])
    wrong = TINY.replace("Boats,", "Boots,")
    answer = client.post(address, {"text": wrong, "reason": "First"})
    page = html.unescape(answer.text)
    assert answer.status_code == 422
    assert "Line 5" in page
    assert "fact: Boots" in page
    assert 'value="First"' in page
    assert client.post(address, {"text": TINY, "reason": "First"}).status_code == 302
    page = html.unescape(client.get(address).text)
    fields = {
        name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("was", "seen")
    }
    client.post(address, {"text": TINY, "reason": "No more", "remove": "yes", **fields})
    assert not mappings.in_force(table.campaign)


# --- A saved game -----------------------------------------------------------------------------


def test_it_suggests_lines_with_their_pieces_names_the_others_and_declares_nothing(
    table: Table,
) -> None:
    set_mapping(table)
    entries = LogEntry.objects.count()
    said = dropped(table, "north", bay(5, "Ruin", "Ghost"))
    assert [(one.line, one.before, one.after, one.pieces) for one in said.lines] == [
        ("Boats: 5", "2", "5", (("Boat", 5),)),
        ("The bridge stands: no", "yes", "no", (("Ruin", 1),)),
    ]
    assert (said.count.seen, said.count.unknown, said.same) == (7, (("Ghost", 1),), 0)
    assert not Dispatch.objects.exists()
    assert LogEntry.objects.count() == entries
    said = dropped(table, "south", bay(12, "Ruin"))
    assert said.lines == ()
    assert said.others == ("The bridge stands",)
    assert "at most 9" in said.beyond[0]


@pytest.mark.long
def test_what_is_so_or_written_so_already_is_not_suggested(table: Table) -> None:
    set_mapping(table)
    assert dropped(table, "north", bay(2)).same == 1
    put(table, "north", dispatch_drafts.Statement(key="boats", value=5))
    said = dropped(table, "north", bay(5))
    assert (said.lines, said.same) == ((), 1)
    # What was written otherwise is suggested again.
    assert [one.line for one in dropped(table, "north", bay(2)).lines] == ["Boats: 2"]


@pytest.mark.long
def test_without_a_mapping_a_seat_or_an_open_phase_there_is_nothing(found: Any) -> None:
    table = found()
    with pytest.raises(NotNow, match="no mapping yet"):
        dropped(table, "north", bay())
    set_mapping(table)
    with pytest.raises(NotYours):
        dropped(table, "south", bay(), by=table.players["north"])
    with pytest.raises(NotYours):
        dropped(table, "north", bay(), by=table.moderator)
    for _ in range(2):
        a_turn(table)
    with pytest.raises(NotNow, match="Nothing is open"):
        dropped(table, "north", bay())


def test_a_save_without_a_module_is_read_by_the_mapping_that_is_chosen(
    table: Table, north: Client
) -> None:
    set_mapping(table)
    nameless = vassal.saved([vassal.Piece("Boat", "Bay")] * 5, module="")
    assert [one.line for one in dropped(table, "north", nameless).lines] == ["Boats: 5"]
    set_mapping(table, TINY.replace("The Toy War", "Another").replace("Boat*", "Ship*"))
    with pytest.raises(NotOnTheMenu, match="does not name its module") as refused:
        dropped(table, "north", nameless)
    assert "Read it by" in refused.value.remedy
    page = north.get(f"/c/{table.slug}/facts/").text
    offered = re.findall(r'<option value="([^"]+\*)">', page)
    assert offered == ["The Toy War*", "Another*"]
    for module, line in (("The Toy War*", True), ("Another*", False)):
        answer = post(north, table, nameless, module=module, headers=HTMX)
        assert ("Boats: 5" in answer.text) == line
    with pytest.raises(NotOnTheMenu, match="no mapping for “Nothing”"):
        dropped(table, "north", nameless, module="Nothing")


def test_a_module_by_another_name_is_read_by_the_mapping_that_is_chosen(table: Table) -> None:
    set_mapping(table)
    renamed = vassal.saved([vassal.Piece("Boat", "Bay")] * 5, module="Toy War 2")
    with pytest.raises(NotOnTheMenu, match="of the module “Toy War 2”"):
        dropped(table, "north", renamed)
    said = dropped(table, "north", renamed, module="The Toy War*")
    assert [one.line for one in said.lines] == ["Boats: 5"]


def test_only_so_many_are_read_an_hour(table: Table, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"save": "2 per hour"}
    for _ in range(2):
        with pytest.raises(NotNow, match="no mapping"):
            dropped(table, "north", b"")
    with pytest.raises(TooOften):
        dropped(table, "north", b"")


@pytest.mark.long
def test_what_others_hide_changes_nothing_of_it(table: Table, north: Client) -> None:
    """The same file, with and without another power's draft and seal, gives the same bytes."""
    set_mapping(table)

    def told() -> bytes:
        page = post(north, table, bay(5, "Ruin"), headers=HTMX).content
        return re.sub(rb'(name="(key|csrfmiddlewaretoken)" value=")[^"]*', rb"\1", page)

    before = told()
    put(table, "south", dispatch_drafts.Statement(key="boats", value=5))
    table.seal("south", {"kind": "place", "points": {"east": 1}})
    assert told() == before
    assert b"Boats: 5" in before


def test_nothing_of_the_file_is_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch, north: Client
) -> None:
    """What is sent goes to the process that reads it, and no statement that writes is made."""
    set_mapping(table)
    north.get(f"/c/{table.slug}/facts/")
    written: list[str] = []

    def looked_at(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip().upper().startswith(("SELECT", "SAVEPOINT", "RELEASE")):
            written.append(sql)
        return execute(sql, params, many, context)

    opened: list[Any] = []
    monkeypatch.setattr("tempfile.NamedTemporaryFile", lambda *a, **k: opened.append(a))
    with connection.execute_wrapper(looked_at):
        page = post(north, table, bay(1) + bytes(3_000_000), headers=HTMX)
    assert page.status_code == 200
    assert (written, opened) == ([], [])


@pytest.mark.long
def test_the_page_shows_what_was_found_and_it_is_taken_and_declared(
    table: Table, north: Client
) -> None:
    set_mapping(table)
    assert "Or drop a saved game" in north.get(f"/c/{table.slug}/facts/").text
    page = html.unescape(post(north, table, bay(5, "Ruin")).text)
    assert "7 pieces read" not in page
    assert "6 pieces read of The Toy War" in page
    lines = re.findall(r'type="checkbox" name="line" value="([^"]*)"', page)
    assert lines == ["Boats: 5", "The bridge stands: no"]
    assert "Boat ×5" in page
    north.post(f"/c/{table.slug}/facts/", {"action": "take", "line": lines})
    page = north.get(f"/c/{table.slug}/facts/").text
    assert "2 changes, yours alone until you declare them" in page


@pytest.mark.long
def test_a_bad_file_is_answered_on_the_page(table: Table, north: Client) -> None:
    set_mapping(table)
    for headers in ({}, HTMX):
        answer = post(north, table, b"no zip at all", headers=headers)
        assert answer.status_code == 200
        assert "it is no whole zip archive" in answer.text
    answer = north.post(reverse("frontend:from-vassal", args=[table.slug]), headers=HTMX)
    assert "No file came" in answer.text


def test_who_has_no_seat_is_sent_away(table: Table) -> None:
    set_mapping(table)
    assert post(Client(), table, bay()).status_code == 401
    assert post(signed_in(table.moderator), table, bay(), headers=HTMX).status_code == 403
    assert post(signed_in(person("outsider")), table, bay(), headers=HTMX).status_code == 403
    assert Client().get(reverse("frontend:from-vassal", args=[table.slug])).status_code == 405


def test_a_save_may_be_larger_than_any_other_request() -> None:
    address = reverse("frontend:from-vassal", args=["abcdefgh"])
    assert most_bytes(address) > 10 * 1024 * 1024
    assert most_bytes("/c/abcdefgh/facts/") == MOST_BYTES
    assert most_bytes(f"{address}x") == MOST_BYTES


@pytest.mark.long
def test_a_real_book_and_a_file_of_many_pieces(at_war: AtWar) -> None:
    moderator = reading(at_war.slug).campaign.moderators.get()
    mapping_service.change(at_war.slug, by=moderator, text=WORLD, reason="We fight with VASSAL")
    things = [unit("German 3-3", 2140, 1500), unit("German 5-5", 2630, 730, 5)]
    things += [unit("British 3-4", 2230, 1400, where="Far away") for _ in range(3000)]
    said = dropped(at_war, "germany", vassal.saved(things))
    lines = {one.line for one in said.lines}
    assert {"Paris: European Axis", "Oslo: European Axis", "Norway: Axis factors: 5"} <= lines
    assert said.count.seen == 3002
    read = dispatch_text.read(at_war.book, "\n".join(lines))
    assert all(line.sort == "statements" for line in read)


@pytest.mark.parametrize("book", [path.name for path in mappings._SHIPPED.iterdir()])
def test_the_mappings_that_come_with_the_site_are_understood_to_the_last_line(book: str) -> None:
    assert mappings.shipped(book)
    for one in mappings.shipped(book):
        found, wrong = mapping.read(one.text)
        assert (found is not None, wrong) == (True, ())
        plan, wrong = compiling.compiled(registry.rulebook(book), found)
        assert wrong == ()
        assert plan.rules


def set_up() -> list[vassal.Piece]:
    """The shape of an old set-up of A World at War: no module is named, and most pieces lie on cards."""
    layer, unit = vassal.layer, vassal.unit
    ships = [layer("Sunk", -1, "Sunk"), layer("Inverted", -1, "Inverted"), layer("", 9, "")]
    sunk = [layer("Sunk", 1, "Sunk"), layer("", 9, "")]
    killed = vassal.Piece("Finn Inf 2-3", "Map Window", 1967, 284, (layer("", 1, "KIA"),))
    things = [unit("Finn Inf 2-3", 1967, 284) for _ in range(5)]
    things += [unit("Finn Air 14", 1967, 284), killed, unit("Sp Air", 491, 1344, layer("", 2, ""))]
    things += [unit("GE Arm 4-6", 1139, 845), unit("UK Naval", 347, 1718, *ships)]
    things += [unit("RUS Naval", 1967, 284, *sunk), unit("GE Air", 1499, 222, layer("", 5, ""))]
    things += [unit("Season", 625, 2193), unit("Oil Rig", 2039, 1406)]
    return things + [unit("GE Inf 3-3", 521, 235, on="Scenario Card") for _ in range(400)]


def test_a_table_of_a_world_at_war_gets_suggestions_without_a_mapping_of_its_own(
    at_war: AtWar,
) -> None:
    save = vassal.saved(set_up(), module="")
    said = dropped(at_war, "germany", save)
    assert {one.line for one in said.lines} == {
        "Brussels: European Axis",
        "Finland: own factors: 11",
        "Spain: own factors: 2",
        "Belgium and Luxembourg: Axis factors: 4",
        "Norway: Axis factors: 5",
    }
    assert (said.count.seen, said.count.unknown, said.count.empty, said.wrong) == (414, (), (), ())
    client = signed_in(at_war.players["germany"])
    page = client.get(f"/c/{at_war.slug}/mapping/").text
    assert "comes with the site" in page
    assert "Change a copy" not in page
    # A mapping of the campaign's own comes before those of the site, which can still be chosen.
    moderator = reading(at_war.slug).campaign.moderators.get()
    copied = signed_in(moderator).get(f"/c/{at_war.slug}/mapping/?copy=Advanced+Third+Reich*")
    assert "name: Brussels, map: Map Window" in copied.text
    mapping_service.change(at_war.slug, by=moderator, text=WORLD, reason="We fight with VASSAL")
    assert dropped(at_war, "germany", save).lines == ()
    assert dropped(at_war, "germany", save, module="Advanced Third Reich*").lines == said.lines
