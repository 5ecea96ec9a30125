"""Where a campaign used a rule, as far as each reader may see."""

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.selectors.history import log_page, phase_story
from campaigns.selectors.history.log_page import LogFilter, cited
from campaigns.selectors.log.log_lines import lines_between
from campaigns.selectors.reader.access import reading
from campaigns.selectors.rules import rule_use
from frontend.log_groups import by_turn
from rules.kernel.events import Line
from rules.kernel.tally import Row, tally
from tests.support.campaigns import Found, Table


@pytest.fixture
def played(found: Found) -> Table:
    """A turn is over, and one power has done something in secret."""
    table = found(scenario="long")
    table.play(2)
    table.act("north", {"kind": "spy"})
    return table


def test_the_page_of_a_rule_shows_the_entries_that_rest_on_it_with_their_addresses_and_phases(
    played: Table,
) -> None:
    shown = log_page.log_page(played.slug, None, LogFilter(rule="1.2"))
    assert shown.lines
    assert all("1.2" in cited(line.line) for line in shown.lines)
    html = Client().get(f"/c/{played.slug}/rule/", {"ref": "1.2"}).text
    assert "1.2. Naming" in html
    for line in shown.lines:
        assert f'href="/c/{played.slug}/log/{line.seq}/"' in html
        assert f'href="/c/{played.slug}/history/{line.phase_number}/"' in html
    assert f'href="/c/{played.slug}/log/?rule=1.2"' in html
    assert "public campaign" not in html, "no other campaign uses it"


def test_it_dates_them_by_the_turns_of_the_game_and_not_by_the_clock(played: Table) -> None:
    shown = log_page.log_page(played.slug, None, LogFilter(rule="1.2"))
    newest = phase_story.newest(played.slug, None) or 0
    turns = by_turn(shown.lines, shown.turns, newest)
    assert turns, "it was used"
    assert [line for turn in turns[::-1] for entry in turn.entries for line in entry.lines] == [
        *shown.lines
    ]
    assert all(1 <= number <= newest for turn in turns for number in turn.phases)
    html = Client().get(f"/c/{played.slug}/rule/", {"ref": "1.2"}).text
    used = html.partition('id="used"')[2].partition("</section>")[0]
    assert all(f"<h3>{turn.title}</h3>" in used for turn in turns)
    assert 'class="when"' not in used


def test_the_latest_turn_stands_open_and_says_what_happened_without_figures(played: Table) -> None:
    shown = log_page.log_page(played.slug, None, LogFilter(rule="1.2")).lines
    assert any(line.line.rest for line in shown)
    html = Client().get(f"/c/{played.slug}/rule/", {"ref": "1.2"}).text
    used = html.partition('id="used"')[2].partition("</section>")[0]
    assert used.count("<details") == used.count("<h3>") >= 1
    assert used.count(" open>") == 1
    assert 'class="rule' not in used, "the rule of the page is not named at each line"
    for line in shown:
        assert f"<b>{line.line.head}</b></p>" in used


def test_nobody_reads_there_what_the_log_does_not_tell_them(played: Table) -> None:
    newest = played.campaign.log_seq
    for person in (None, *played.players.values()):
        told = lines_between(reading(played.slug, person), 1, newest)
        for rule in {line.line.rule for line in told if line.line.rule}:
            found = log_page.log_page(played.slug, person, LogFilter(rule=rule)).lines
            assert found == tuple(line for line in told if rule in cited(line.line))


def test_a_rule_that_nothing_rests_on_yet_says_so(found: Found) -> None:
    table = found(scenario="long")
    html = Client().get(f"/c/{table.slug}/rule/", {"ref": "1.2"}).text
    assert "No entry of the log that you may read rests on it so far." in html
    assert Client().get(f"/c/{table.slug}/rule/", {"ref": "9.9"}).status_code == 404
    assert Client().get("/c/no-such/rule/", {"ref": "1.1"}).status_code == 404


def test_sums_behind_a_line_count_as_well() -> None:
    sum_ = tally(
        "Points", [Row(key="a", amount=1, reason="A", rule="1.1")], base=2, base_rule="1.2"
    )
    line = Line(head="Points", rule="1", detail=sum_)
    assert [rule in cited(line) for rule in ("1", "1.1", "1.2", "1.3")] == [True, True, True, False]


@pytest.mark.long
def test_the_page_of_a_rule_names_public_campaigns_and_only_those(played: Table) -> None:
    def named(rule: str = "1.2", **more: str) -> list[str]:
        return [one.slug for one in rule_use.elsewhere("tiny", rule, **more)]

    shown = log_page.log_page(played.slug, None, LogFilter(rule="1.2")).lines
    [one] = rule_use.elsewhere("tiny", "1.2")
    assert (one.title, one.use.lines) == ("A test", len(shown))
    assert one.use.entry == max(line.seq for line in shown)
    last = [line.line.head for line in shown if line.seq == one.use.entry]
    assert one.use.head in last
    assert one.use.turn in [turn.title for turn in log_page.log_page(played.slug).turns]
    html = Client().get("/rules/tiny/rule/", {"ref": "1.2"}).text
    assert f'href="/c/{played.slug}/rule/?ref=1.2"' in html
    assert one.use.head in html
    assert named(but=played.slug) == named("9.9") == []
    own = Client().get(f"/c/{played.slug}/rule/?ref=1.2").text
    assert 'id="elsewhere"' not in own, "no other campaign uses it"
    for kept_back in ({"private": True}, {"listed": False}, {"delay": 1}, {"first_game": "year"}):
        before = Campaign.objects.values(*kept_back).get(slug=played.slug)
        Campaign.objects.update(**kept_back)
        assert named() == []
        Campaign.objects.update(**before)
    assert named() == [played.slug]


def test_what_is_done_in_secret_counts_for_nobody(played: Table) -> None:
    newest = played.campaign.log_seq
    told, own = (
        lines_between(reading(played.slug, who), 1, newest)
        for who in (None, played.players["north"])
    )
    assert len(own) > len(told), "the spy is the spy's secret"
    for rule in {rule for line in own for rule in cited(line.line)}:
        counted = [one.use.lines for one in rule_use.elsewhere("tiny", rule)]
        assert sum(counted) <= sum(rule in cited(line.line) for line in told)
