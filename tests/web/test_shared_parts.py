"""Parts of pages that are rendered once: the right ones for everybody, at once, in few questions."""

import gzip
import itertools
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services as accounts
from campaigns import rulebooks
from campaigns.models import Campaign, Phase
from campaigns.rulebooks import menus, states
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.log import log_lines
from campaigns.selectors.reader import access
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns
from frontend import phase_pages, rendered_parts
from frontend.templatetags import history as history_tags
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign
from tests.support.suite.sample import one_in
from tests.web.support import found, seal_at_random, unpacked, wire

pytestmark = pytest.mark.django_db

FILES = ("countries/", "countries/turkey/", "ledgers/?of=britain")
"""Pages of A World at War alone."""
PARTS = ("", "board/", "strip/", "log/latest/", "orders/")
KEPT = (
    *((rendered_parts, "_rendered"), (phase_pages, "_stories"), (phase_pages, "_reveals")),
    *((history_tags, "_lines"), (log_lines, "_people")),
    *((menus, "_desks"), (states, "_present")),
)
"""Whatever pages keep in a process."""
CHANGES_EACH_TIME = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="[-\w]+"|"X-CSRFToken": "\w+"|\d+<span class="unit">\w+</span>|\d\d? ?(min|h)\b'
)


def forget() -> None:
    """As in a process that has just begun."""
    for place, name in KEPT:
        getattr(place, name).forget()


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    forget()


@pytest.fixture
def war(db: None) -> Table:
    """A year of A World at War, in which a person plays Germany."""
    return a_campaign(book="world_at_war", seats=["germany"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "scenario", "powers"),
    [
        ("world_at_war", "one-year", ("germany", "britain")),
        ("days_of_decision", "first-year", ("germany", "ussr")),
    ],
)
def test_whoever_looked_before_everybody_gets_his_own_page(
    book: str, scenario: str, powers: tuple[str, str]
) -> None:
    players = {power: person(power) for power in powers}
    moderator, stranger = person("moderator"), person("stranger")
    slug = found(book, scenario, players, moderator)
    for power, player in players.items():
        seal_at_random(slug, player, power)
    number = Phase.objects.get(campaign__slug=slug, resolved_at=None).number
    end_phase.force(slug, by=moderator, phase=number, reason="to see more")
    for power, player in players.items():
        seal_at_random(slug, player, power)
    readers = {**players, "moderator": moderator, "stranger": stranger, "visitor": None}
    clients = {name: signed_in(who) for name, who in readers.items()}
    parts = (*PARTS, *FILES) if book == "world_at_war" else PARTS
    parts += ("log/", "history/1/", f"history/{number}/")
    paths = ["/", *(f"/c/{slug}/{part}" for part in parts)]

    def pages(name: str) -> list[str]:
        answers = [wire(clients[name], path) for path in paths]
        return [CHANGES_EACH_TIME.sub("", unpacked(answer)) for answer in answers]

    for name in clients:
        pages(name)  # from then on nothing is new to anybody
    alone = {}
    for name in clients:
        forget()
        alone[name] = pages(name)
    for first, second in itertools.permutations(clients, 2):
        forget()
        pages(first)
        assert pages(second) == alone[second], f"{second} after {first}"
    assert alone[powers[0]] != alone[powers[1]] != alone["visitor"]


@pytest.mark.parametrize("book", one_in(2, ["world_at_war", "days_of_decision"]))
def test_what_a_player_writes_is_kept_for_his_power_in_his_campaign(book: str) -> None:
    """So that not even how long an answer takes tells one player what another has written."""
    powers = {power: person(power) for power in ("germany", "italy")}
    scenario = next(iter(rulebooks.load(book).scenarios))
    slugs = [found(book, scenario, powers, person(f"moderator-{n}")) for n in range(2)]
    for slug, (power, player) in itertools.product(slugs, powers.items()):
        seal_at_random(slug, player, power)
        signed_in(player).get(f"/c/{slug}/orders/")
    kept: list[Any] = [*rendered_parts._rendered._kept]
    own = [key for _language, key in kept if str(key[0]).startswith("frontend/fields")]
    assert {key[1][:2] for key in own} == set(itertools.product(slugs, powers))


@pytest.mark.long
def test_orders_that_are_published_later_show_at_once_in_their_phase() -> None:
    moderator = person("moderator")
    slug = found("world_at_war", "one-year", {}, moderator)
    past = Phase.objects.filter(campaign__slug=slug, resolved_at__isnull=False)
    numbers = itertools.count(1)
    while not past.filter(released=False).exists():
        end_phase.force(slug, by=moderator, phase=next(numbers), reason="to lay cards")
    laid = past.get(released=False).number
    visitor, path = Client(), f"/c/{slug}/history/{laid}/"
    before = visitor.get(path).content.decode()
    assert "are still sealed" in before
    assert f"/c/{slug}/history/{laid + 1}/" not in before
    assert 'rel="next"' not in before
    for number in numbers:
        end_phase.force(slug, by=moderator, phase=number, reason="to turn them over")
        assert f"/c/{slug}/history/{number}/" in visitor.get(path).content.decode()
        if past.get(number=laid).released:
            break
    after = visitor.get(path).content.decode()
    assert "are still sealed" not in after
    assert "Revealed" in after
    assert 'rel="next"' in after


def test_who_looks_again_writes_nothing(war: Table) -> None:
    statements = asked(signed_in(war.players["germany"]), f"/c/{war.slug}/")
    assert not [sql for sql in statements if sql.startswith(("INSERT", "UPDATE", "SAVEPOINT"))]


def test_a_change_shows_at_once(war: Table) -> None:
    slug, germany = war.slug, war.players["germany"]

    def log() -> str:
        return re.sub("</?bdi>", "", Client().get(f"/c/{slug}/log/latest/").text)

    assert "germany takes the seat" in log()
    assert log() == log()
    seal_at_random(slug, germany, "germany")
    assert "Germany sealed" in log()
    accounts.change_profile(germany.pk, display_name="Wilhelmine", time_zone="UTC")
    assert "Wilhelmine takes the seat" in log()
    accounts.delete_account(germany.pk)
    assert "Wilhelmine" not in log()
    assert "a former player takes the seat" in log()


def test_a_renamed_campaign_has_no_old_name_on_its_board(war: Table) -> None:
    slug, visitor = war.slug, Client()
    before = visitor.get(f"/c/{slug}/board/").content
    assert visitor.get(f"/c/{slug}/board/").content == before
    reading = access.reading(slug)
    head = campaign_page.board_part(slug).head
    Campaign.objects.filter(slug=slug).update(title="Another name")
    assert campaign_page.board_part(slug).head != head
    assert reading.board.key == access.reading(slug).board.key


def test_a_spectator_is_told_the_phase_as_the_rules_would_tell_him() -> None:
    moderator = person("moderator")
    for book in rulebooks.every():
        reading = access.reading(found(book.key, next(iter(book.scenarios)), {}, moderator))
        if reading.phase is not None:
            assert reading.rules == book.phase(reading.view), book.key


# --- How many questions -------------------------------------------------------------------------


def asked(client: Client, path: str) -> list[str]:
    for _ in range(2):  # what is new to a reader the first time is not marked the second
        client.get(path)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200, path
    return [one["sql"] for one in queries.captured_queries]


@pytest.mark.long
@pytest.mark.parametrize("who", ["visitor", "germany", "moderator"])
def test_a_campaign_asks_the_same_however_long_it_is(who: str, war: Table) -> None:
    slug, moderator, germany = war.slug, war.moderator, war.players["germany"]
    client = signed_in({"moderator": moderator, "germany": germany}.get(who))
    counts: list[dict[str, int]] = []
    for phases in (2, 6):
        for number in range(1 if not counts else 3, phases + 1):
            seal_at_random(slug, germany, "germany")
            end_phase.force(slug, by=moderator, phase=number, reason="to grow older")
        seal_at_random(slug, germany, "germany")
        paths = (*PARTS, *FILES, "history/1/", "log/", "facts/")
        counts.append({path: len(asked(client, f"/c/{slug}/{path}")) for path in paths})
    assert counts[0] == counts[1]
    # Each page asks for the site's announcements. A player's page of the map asks for the dispatch that
    # is being written besides, for what waits for a look, and for what is unread of press.
    # A player's own page asks for the headline of the last reveal.
    # A past phase asks for what was ruled of its rolls, and the log for the seats; the page of the map asks what
    # groups like this one declared.
    more = {("germany", "facts/"): 21, ("germany", ""): 14}
    more |= {("germany", "history/1/"): 15, ("germany", "log/"): 14}
    most = {path: more.get((who, path), 13) for path in counts[1]}
    over = {path: count for path, count in counts[1].items() if count > most[path]}
    assert not over


@pytest.mark.long
@pytest.mark.parametrize("who", ["visitor", "germany"])
def test_a_campaign_asks_the_same_however_many_others_and_people_there_are(
    who: str, war: Table
) -> None:
    slug, moderator, germany = war.slug, war.moderator, war.players["germany"]
    end_phase.force(slug, by=moderator, phase=1, reason="to have a past")
    client = signed_in({"germany": germany}.get(who))
    paths = (*PARTS, "history/1/", "log/")
    counts = []
    for more in (0, 20):
        for n in range(more):
            person(f"another-{n}")
        for _ in range(more // 5):
            found("world_at_war", "one-year", {"germany": germany}, moderator)
        counts.append({path: len(asked(client, f"/c/{slug}/{path}")) for path in paths})
    assert counts[0] == counts[1]


@pytest.mark.parametrize("who", ["visitor", "germany"])
def test_the_lobby_asks_the_same_however_many_campaigns_there_are(who: str) -> None:
    moderator, germany = person("moderator"), person("germany")
    client = signed_in({"germany": germany}.get(who))
    counts = []
    for _ in range(2):
        for players in ({}, {"germany": germany}):
            found("world_at_war", "one-year", players, moderator)
        campaigns.create_campaign(
            by=moderator, rulebook="world_at_war", scenario="one-year", title="Gathering"
        )
        counts.append(len(asked(client, "/")))
    # One of them is for the announcements of the staff, which stand on every page.
    assert counts[0] == counts[1] <= 18


@pytest.mark.long
def test_the_lobby_reads_along_its_index() -> None:
    moderator = person("moderator")
    slug = campaigns.create_campaign(
        by=moderator, rulebook="world_at_war", scenario="one-year", title="One of many"
    )
    one = Campaign.objects.get(slug=slug)
    fields = {
        field.attname: getattr(one, field.attname)
        for field in Campaign._meta.concrete_fields
        if field.name not in ("id", "slug", "status", "created_at")
    }
    # Made one after another, as campaigns are.
    Campaign.objects.bulk_create(
        Campaign(
            slug=f"c{n}", status=status, created_at=one.created_at + timedelta(seconds=n), **fields
        )
        for n, status in enumerate(["finished"] * 1500 + ["paused"] * 1500)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE campaigns_campaign")
    lobby = [sql for sql in asked(Client(), "/") if "ORDER BY" in sql and "created_at" in sql]
    assert len(lobby) == 5
    for sql in lobby:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert "campaigns_in_the_lobby" in plan, plan
        assert "Seq Scan on campaigns_campaign" not in plan, plan


# --- On the wire --------------------------------------------------------------------------------


def test_whatever_is_long_enough_is_compressed_for_everybody_by_one_mechanism(war: Table) -> None:
    slug, moderator, germany = war.slug, war.moderator, war.players["germany"]
    seal_at_random(slug, germany, "germany")
    end_phase.force(slug, by=moderator, phase=1, reason="to have a past")
    table = [f"/c/{slug}/{path}" for path in (*PARTS, "history/1/", "export/", "feed/")]
    for who in (None, person("stranger"), germany, moderator):
        client = signed_in(who)
        for path in ("/", *table, f"/api/campaigns/{slug}/", f"/api/campaigns/{slug}/export/"):
            answer = wire(client, path)
            if answer.status_code != 200 or len(unpacked(answer)) < 1000:
                continue
            assert answer["Content-Encoding"] == "gzip", (who, path)
            assert "Accept-Encoding" in answer["Vary"], (who, path)
            assert "Content-Encoding" not in client.get(path).headers, (who, path)


def test_the_board_alone_is_packed_once_for_all_who_see_the_same(war: Table) -> None:
    path = f"/c/{war.slug}/board/"
    first, again = wire(Client(), path), wire(Client(), path)
    assert first["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in first["Vary"]
    assert first.content == again.content  # Django would have added another random name
    assert unpacked(first) == unpacked(Client().get(path))


def test_the_length_of_a_compressed_page_is_blurred_and_its_token_masked(war: Table) -> None:
    client = signed_in(war.players["germany"])
    answers = [wire(client, f"/c/{war.slug}/") for _ in range(12)]
    assert len({len(answer.content) for answer in answers}) > 5
    pages = [unpacked(answer) for answer in answers]
    tokens = [set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)) for page in pages]
    assert all(tokens)
    assert len(set.union(*tokens)) == sum(map(len, tokens))


def test_a_long_file_is_streamed_in_gzip_and_unpacks_to_itself(war: Table) -> None:
    path = f"/api/campaigns/{war.slug}/export/"
    answer = wire(Client(), path)
    assert answer.streaming
    assert answer["Content-Encoding"] == "gzip"
    assert "Content-Length" not in answer
    whole = json.loads(gzip.decompress(b"".join(answer.streaming_content)))
    plain = json.loads(b"".join(Client().get(path).streaming_content))
    assert whole["log"] == plain["log"]


def test_a_hundred_phases_of_history_are_under_thirty_kilobytes(war: Table) -> None:
    slug = war.slug
    for number in range(1, 6):
        end_phase.force(slug, by=war.moderator, phase=number, reason="to have a past")
    played = list(Phase.objects.filter(campaign__slug=slug, resolved_at__isnull=False))
    now = Phase.objects.get(campaign__slug=slug, resolved_at=None)
    Phase.objects.filter(pk=now.pk).update(number=101)
    copies = []
    for number in range(6, 101):
        copy = played[number % len(played)]
        copy.pk, copy.number = None, number
        copy.turn_title = f"{copy.turn_title.split()[0]} {1939 + number // 12}"
        copy.resolved_at = timezone.now()
        copies.append(copy)
        played[number % len(played)] = Phase.objects.get(campaign__slug=slug, number=number % 5 + 1)
    Phase.objects.bulk_create(copies)
    answer = wire(Client(), f"/c/{slug}/history/3/")
    assert answer.status_code == 200
    assert gzip.decompress(answer.content).count(b'class="hidden-text"') >= 100
    assert len(answer.content) < 30_000
