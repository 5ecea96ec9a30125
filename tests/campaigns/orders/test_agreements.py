"""The page of agreements: texts go between two powers and to nobody else, on any page or push."""

import hashlib
import re
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from campaigns.errors import CampaignError, NoSuchPage
from campaigns.models import Campaign, Notification
from campaigns.rulebooks import states as stored
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.notifications import pending
from campaigns.selectors.orders import agreements as selector
from campaigns.selectors.reader.access import reading
from campaigns.services.advance import end_phase, phase_advance
from campaigns.services.facts import perform_act
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.notifications import enqueue
from campaigns.services.orders import orders
from campaigns.services.seats import invitations, seats
from tests.support.accounts import person
from tests.support.campaigns import Table

TEXT = {
    "kind": "offer",
    "texts": [{"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}],
}
POSTED = {
    "kind": "offer",
    "texts.ussr:raise": "1",
    "texts.ussr:raise.give_works.bp": "1",
    "texts.ussr:raise.take_goods.resources": "3",
    "sure": "yes",
}


AGREE = {"kind": "agree", "power": "germany", "sure": "yes"}


def at(client: Client, who: Any = None) -> Client:
    client.logout()
    if who is not None:
        client.force_login(who)
    return client


def act(slug: str, people: dict[str, Any], power: str, order: dict[str, Any]) -> None:
    perform_act.perform_act(slug, by=people[power], power=power, act=order)


def pages(client: Client, slug: str) -> list[str]:
    """Everything that this reader can fetch, without tokens of forms and the log's entry number,
    which counts commitments as it counts seals.
    """
    found = []
    for name in ("campaign", "agreements", "facts", "log", "board", "strip", "log-fragment"):
        answer = client.get(reverse(f"frontend:{name}", args=[slug]))
        assert answer.status_code == 200, name
        text = answer.text
        found.append(
            re.sub(
                r'(csrfmiddlewaretoken" value|name="key" value|X-CSRFToken": ")[^>}]*|[0-9a-f]{40,}|seen=[0-9]+',
                "",
                text,
            )
        )
    return found


@pytest.mark.long
def test_a_text_is_seen_by_its_two_powers_and_changes_nobody_elses_pages(salon, client):
    slug, people = salon
    strangers = (None, people["usa"])
    # What was new is seen with the first look.
    _, before = ([pages(at(client, who), slug) for who in strangers] for _ in range(2))
    act(slug, people, "germany", TEXT)
    assert [pages(at(client, who), slug) for who in strangers] == before
    for power in ("germany", "ussr"):
        shown = at(client, people[power]).get(reverse("frontend:agreements", args=[slug]))
        assert "1 build point a turn" in shown.text


def test_a_text_is_announced_to_its_two_powers_alone(
    salon, sent, django_capture_on_commit_callbacks
):
    slug, people = salon
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        act(slug, people, "germany", TEXT)
    told = {message["power"] for kind, _, message, *_ in sent if kind == "push"}
    assert told == {"germany", "ussr"}


@pytest.mark.long
def test_a_text_is_put_countered_and_agreed_on_the_page(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    put = at(client, people["germany"]).post(f"{here}?with=ussr", POSTED)
    assert put.status_code == 302
    answer = at(client, people["ussr"]).get(f"{here}?with=germany")
    assert "has put a text on the table" in answer.text
    agreed = client.post(f"{here}?with=germany", AGREE)
    assert agreed.status_code == 302
    (paper,) = selector.agreements_page(slug, people["germany"]).papers
    assert (paper.what.state, paper.what.secret) == ("agreed", True)


@pytest.mark.long
def test_a_text_beyond_the_level_is_refused_with_its_rule_and_kept_in_the_form(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    too_much = {**POSTED, "texts.ussr:raise.give_works.bp": "5"}
    answer = at(client, people["germany"]).post(f"{here}?with=ussr", too_much)
    text = answer.text
    assert answer.status_code == 422
    assert "5 placed, but only 2 to place" in text
    assert "8.7.2 Option 3" in text
    assert re.search(r'name="texts\.ussr:raise\.take_goods\.resources"[^>]*value="3"', text)
    assert selector.agreements_page(slug, people["germany"]).papers == ()


def test_what_is_said_to_a_proposal_is_done_at_once_for_it_binds_nobody(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    unsure = {name: said for name, said in POSTED.items() if name != "sure"}
    sent = at(client, people["germany"]).post(f"{here}?with=ussr", unsure)
    assert sent.status_code == 302
    (paper,) = selector.agreements_page(slug, people["germany"]).papers
    assert paper.what.state == "offered"
    said = {"power": "germany", "next": f"/c/{slug}/press/"}
    for kind, state in (("decline", "declined"), ("agree", "agreed"), ("withdraw", "offered")):
        done = at(client, people["ussr"]).post(f"{here}?with=germany", {"kind": kind, **said})
        assert (done.status_code, done.url) == (302, f"/c/{slug}/press/")
        (paper,) = selector.agreements_page(slug, people["germany"]).papers
        assert paper.what.state == state


@pytest.mark.long
def test_a_declined_text_waits_for_nobody_and_can_be_stood_by_while_it_lies_there(salon, client):
    slug, people = salon
    strangers = (None, people["usa"])

    def waits() -> int:
        at = reading(slug, people["ussr"], "ussr")
        return len(selector.papers_to_answer(at, "ussr"))

    act(slug, people, "germany", TEXT)
    assert waits() == 1
    _, before = ([pages(at(client, who), slug) for who in strangers] for _ in range(2))
    decline = {"kind": "decline", "power": "germany"}
    act(slug, people, "ussr", decline)
    assert [pages(at(client, who), slug) for who in strangers] == before, "nobody else is told"
    assert waits() == 0
    here = reverse("frontend:agreements", args=[slug])
    for power, said in (("germany", "USSR declines"), ("ussr", "You decline it")):
        (row,) = selector.agreements_page(slug, people[power], power).papers
        assert row.declined_at is not None
        assert not row.waits
        text = at(client, people[power]).get(here).text
        assert said in text
    with pytest.raises(CampaignError):
        act(slug, people, "ussr", decline)
    act(slug, people, "ussr", {"kind": "agree", "power": "germany"})
    assert states(slug, people) == ["agreed"]


@pytest.mark.long
def test_a_proposal_has_its_acts_on_it_for_who_may_do_them(salon, client):
    slug, people = salon
    act(slug, people, "germany", TEXT)
    rows = {power: selector.agreements_page(slug, people[power], power).papers for power in people}
    can = {
        power: [menu.order for row in found for menu in row.acts] for power, found in rows.items()
    }
    assert can == {"germany": ["withdraw"], "ussr": ["agree", "decline"]} | {
        power: [] for power in people if power not in ("germany", "ussr")
    }
    here = reverse("frontend:agreements", args=[slug])
    text = at(client, people["ussr"]).get(f"{here}?with=germany").text
    for said in ("Stand by it", "Decline", "Answer with another text"):
        assert said in text
    assert "Treaty of level 1: pact and trade" in text
    assert "4 money, of whoever plays option 3." in text
    assert "American entry" in text


@pytest.mark.long
def test_powers_that_owe_the_same_stand_together_and_mine_apart(salon):
    slug, people = salon
    rows = selector.agreements_page(slug, people["germany"], "germany").obligations
    assert [badge.key for badge in rows[0].badges] == ["germany"]
    shared = [{badge.key for badge in row.badges} for row in rows if len(row.badges) > 1]
    assert {"italy", "france", "ussr"} <= shared[0]
    named = [badge.key for row in rows for badge in row.badges]
    assert len(named) == len(set(named))


@pytest.mark.long
def test_an_answer_starts_from_the_terms_that_it_answers(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    act(slug, people, "germany", TEXT)
    own = {"texts": [{"option": "germany:raise", "details": {"give_works": {"bp": 2}}}]}
    act(slug, people, "ussr", {"kind": "offer", **own})
    # One's own text is there already: what is answered is the other's.
    text = at(client, people["ussr"]).get(f"{here}?with=germany&answer=1").text
    assert "Your answer to the text of Germany" in text
    assert re.search(r'name="texts\.germany:raise\.take_works\.bp"[^>]*value="1"', text)
    assert re.search(r'name="texts\.germany:raise\.give_works\.bp"[^>]*value="0"', text)
    # What waits for an answer stands first: on a phone the others are folded.
    first, second = selector.agreements_page(slug, people["germany"], "germany").papers
    assert (first.what.by, first.what.answers, first.waits) == ("ussr", "germany", True)
    assert (second.what.by, second.answered, second.waits) == ("germany", True, False)
    assert not selector.papers_to_answer(reading(slug, people["ussr"], "ussr"), "ussr")
    assert selector.papers_to_answer(reading(slug, people["germany"], "germany"), "germany")
    shown = at(client, people["germany"]).get(here).text
    assert "In answer to the text of Germany." in shown


def test_nobody_acts_for_another(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    assert at(client).post(f"{here}?with=ussr", POSTED).status_code == 401
    at(client, people["usa"]).post(f"{here}?power=germany&with=ussr", POSTED)
    assert selector.agreements_page(slug, people["germany"]).papers == ()


def test_a_book_without_agreements_has_neither_tab_nor_page(table: Table, client):
    with pytest.raises(NoSuchPage):
        selector.agreements_page(table.slug, table.moderator)
    here = reverse("frontend:agreements", args=[table.slug])
    assert at(client, table.moderator).get(here).status_code == 404
    assert here not in client.get(reverse("frontend:log", args=[table.slug])).text


SPENT = {"kind": "plays", "plays": [{"option": "0e", "details": {}}]}
IDLE: dict[str, Any] = {"kind": "plays", "plays": []}
SAID = "this hand leaves none: the treaty would fail"


def agree(slug: str, people: dict[str, Any]) -> None:
    act(slug, people, "germany", TEXT)
    act(slug, people, "ussr", {"kind": "agree", "power": "germany"})


@pytest.mark.long
def test_an_agreed_text_says_what_is_needed_and_who_spends_that_reads_so_before_sealing(
    salon, client
):
    slug, people = salon
    agree(slug, people)
    here = reverse("frontend:preview", args=[slug])
    as_ussr = at(client, people["ussr"])
    assert SAID in as_ussr.post(here, {"plays.0e": "1"}).text
    assert SAID not in as_ussr.post(here, {}).text
    warned = campaign_page.preview(slug, people["ussr"], "ussr", SPENT).warnings[0]
    assert warned.rule == "Ruling 78"
    for power in ("germany", "ussr"):
        text = at(client, people[power]).get(reverse("frontend:agreements", args=[slug])).text
        assert "How it is signed" in text
        assert "an option that it has not used" in text
        assert "Ruling 78" in text


@pytest.mark.long
def test_the_warning_stands_beside_the_seal_and_the_text_of_its_own_player_alone(
    salon, client, sent, django_capture_on_commit_callbacks
):
    slug, people = salon
    agree(slug, people)
    frames = []
    for order in (IDLE, SPENT):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            orders.seal_orders(
                slug, by=people["ussr"], power="ussr", order=order, phase=1, ready=False
            )
        frames.append([(kind, message) for kind, _, message, *_ in sent])
    assert frames[0] == frames[1]
    for who in (people["germany"], people["usa"], None):
        assert not any(SAID in text for text in pages(at(client, who), slug))
    own = pages(at(client, people["ussr"]), slug)
    assert [SAID in text for text in own[:2]] == [True, True]
    # Another proposal says it no second time.
    act(slug, people, "usa", {"kind": "offer", "texts": [{"option": "ussr:raise", "details": {}}]})
    page = at(client, people["ussr"]).get(reverse("frontend:agreements", args=[slug])).text
    assert page.count("How it is signed") == 2
    assert page.count(SAID) == 1


def seen_on(client: Client, address: str) -> str:
    """What the page's forms say of the proposals that it shows."""
    html = client.get(address).text
    return re.search(r'name="seen" value="([0-9a-f]+)"', html)[1]


def states(slug: str, people: dict[str, Any]) -> list[str]:
    """How far each proposal is that the USSR can see."""
    return [row.what.state for row in selector.agreements_page(slug, people["ussr"], "ussr").papers]


@pytest.mark.long
def test_nobody_agrees_to_a_text_that_was_changed_behind_the_page(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    act(slug, people, "germany", TEXT)
    seen = seen_on(at(client, people["ussr"]), f"{here}?with=germany")
    more = {"option": "ussr:raise", "details": {"give_works": {"bp": 2}}}
    other = {"kind": "offer", "texts": [more]}
    act(slug, people, "germany", other)
    told = client.post(f"{here}?with=germany", {**AGREE, "seen": seen})
    assert told.status_code == 409
    assert "changed since you opened this page" in told.text
    assert states(slug, people) == ["offered"]
    seen = seen_on(client, f"{here}?with=germany")
    assert client.post(f"{here}?with=germany", {**AGREE, "seen": seen}).status_code == 302
    assert states(slug, people) == ["agreed"]


@pytest.mark.long
def test_an_older_window_puts_no_text_over_a_newer_one_and_keeps_what_was_written(salon, client):
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug])
    seen = seen_on(at(client, people["germany"]), f"{here}?with=ussr")
    act(slug, people, "germany", TEXT)
    told = client.post(f"{here}?with=ussr", {**POSTED, "seen": seen})
    assert told.status_code == 409
    (paper,) = selector.agreements_page(slug, people["ussr"], "ussr").papers
    assert len(paper.what.clauses) == 1
    assert "build point" in paper.what.clauses[0].text


@pytest.mark.long
def test_who_has_to_answer_a_proposal_is_written_to_once_and_nobody_else_ever(salon) -> None:
    """Not what is proposed, nor by whom; and to others not even that something was done."""
    slug, people = salon
    for power, one in people.items():
        one.email = f"{power}@example.org"
        one.save()
    outgoing_email.send_due()
    mail.outbox.clear()
    act(slug, people, "germany", TEXT)
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["ussr@example.org"]]
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert "1 proposal" in text
    for hidden in ("Germany", "germany", "raise", "works"):
        assert hidden not in text
    # More that is done in secret, and another look: nothing that was told is told again.
    other = {"kind": "offer", "texts": [{"option": "usa:raise", "details": {}}]}
    with suppress(CampaignError):
        act(slug, people, "germany", other)
    campaign = Campaign.objects.select_related("phase").get(slug=slug)
    enqueue.of_secret(campaign, campaign.phase, at=timezone.now())
    outgoing_email.send_due()
    assert sum(one.to == ["ussr@example.org"] for one in mail.outbox) == 1
    letters = Notification.objects.filter(kind__in=("waits", "secretly"))
    assert not letters.exists(), "no row tells whom a secret concerned"
    # Its author is told that it was declined, and nobody else.
    mail.outbox.clear()
    act(slug, people, "ussr", {"kind": "decline", "power": "germany"})
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["germany@example.org"]]
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert "a proposal was declined" in text
    assert "1 proposal of yours was declined." in text
    for hidden in ("ussr", "USSR", "raise", "works"):
        assert hidden not in text
    enqueue.of_secret(campaign, campaign.phase, at=timezone.now())
    outgoing_email.send_due()
    assert len(mail.outbox) == 1, "once"
    assert not letters.exists()


def test_the_answer_to_a_proposal_is_what_lies_on_the_table_now(salon, client) -> None:
    slug, people = salon
    here = reverse("frontend:agreements", args=[slug]) + "?with=ussr"
    form = {"kind": "offer", "texts.ussr:raise": "1", "texts.ussr:raise.give_works.bp": "1"}
    put = at(client, people["germany"]).post(here, form, follow=True).text
    text = " ".join(unescape(strip_tags(put)).split())
    assert "Your text is on the table: Germany" in text
    sure = {"kind": "withdraw", "power": "ussr", "sure": "yes"}
    taken = at(client, people["germany"]).post(here, sure, follow=True).text
    assert "Your text is off the table." in taken


def test_no_answer_lies_in_the_session_however_long_it_is(salon, client, monkeypatch) -> None:
    slug, people = salon
    words = hashlib.shake_256(b"no text packs this").hexdigest(4000)
    monkeypatch.setattr("frontend.views.act_result.ActResult.text", lambda self: words)
    form = {"kind": "offer", "texts.ussr:raise": "1", "texts.ussr:raise.give_works.bp": "1"}
    reader = at(client, people["germany"])
    reader.post(reverse("frontend:agreements", args=[slug]) + "?with=ussr", form)
    assert "_messages" not in reader.session


@pytest.mark.long
def test_a_treaty_is_signed_varied_and_broken_before_everybodys_eyes(salon, client) -> None:
    """What was agreed is told to nobody before the cards are turned over."""
    slug, people = salon

    def read(path: str) -> str:
        text = strip_tags(at(client).get(f"/c/{slug}/{path}").text)
        return " ".join(unescape(text).split())

    def agree_on(proposer: str, answerer: str, text: str, terms: dict[str, str]) -> None:
        here = reverse("frontend:agreements", args=[slug])
        form = {"kind": "offer", f"texts.{text}": "1"}
        form |= {f"texts.{text}.{name}": amount for name, amount in terms.items()}
        put = at(client, people[proposer]).post(f"{here}?with={answerer}", form)
        assert put.status_code == 302
        sure = {"kind": "agree", "power": proposer, "sure": "yes"}
        assert at(client, people[answerer]).post(f"{here}?with={proposer}", sure).status_code == 302

    def on_to(key: str, turn: int) -> None:
        """What is sealed counts, and who has sealed nothing holds, until this step of that turn."""
        for _ in range(12):
            phase = Campaign.objects.get(slug=slug).phase
            if (phase.key, phase.turn) == (key, turn):
                return
            reason = {"reason": "nothing is left to do", "silent": "hold"}
            end_phase.force(slug, by=people["germany"], phase=phase.number, **reason)
            phase_advance.advance(phase.campaign_id, phase_id=phase.pk)
        raise AssertionError(f"No {key} of turn {turn}.")

    def play(power: str, option: str, **details: str) -> None:
        phase = Campaign.objects.get(slug=slug).phase
        order = {"kind": "plays", "plays": [{"option": option, "details": details}]}
        orders.seal_orders(slug, by=people[power], power=power, order=order, phase=phase.number)

    def sign() -> str:
        """The one whose turn comes first proposes, so that the other signs in the same phase, whose page
        this gives.
        """
        phase = Campaign.objects.get(slug=slug).phase
        state = stored.now(phase)
        first, other = (power for power in state.order_of_play() if power in ("germany", "ussr"))
        play(first, "3", agreement=f"agreed:{other}")
        return f"history/{phase.number}/"

    before = read("agreements/")
    agree_on("germany", "ussr", "ussr:raise", {"give_works.bp": "1", "take_goods.resources": "3"})
    assert read("agreements/") == before
    signed = sign()
    on_to("select", 2)
    assert "sign a treaty of level 1" in read(signed)
    assert "The USSR gives Germany 3 resources a turn." in read("agreements/")

    sheet = read("agreements/?print=treaty-germany-ussr")
    assert "The USSR gives Germany 3 resources a turn." in sheet
    assert "Obligations" not in sheet, "one treaty, on one sheet"
    assert at(client).get(f"/c/{slug}/agreements/?print=treaty-germany-usa").status_code == 404

    agree_on("ussr", "germany", "germany:vary", {"give_goods.resources": "2", "take_works.bp": "1"})
    signed = sign()
    on_to("select", 3)
    assert "give their treaty other terms" in read(signed)
    assert "The USSR gives Germany 2 resources a turn." in read("agreements/")

    play("germany", "ipo-11", target="ussr")
    on_to("bid", 4)
    page = at(client).get(f"/c/{slug}/agreements/").text
    assert 'id="agreement-treaty-germany-ussr"' not in page
    assert 'id="agreement-pact-germany-ussr"' in page
    assert "Germany breaks its treaty" in read("agreements/")


@pytest.mark.long
def test_who_takes_a_seat_is_not_told_what_was_declined_before(salon) -> None:
    slug, people = salon
    act(slug, people, "germany", TEXT)
    act(slug, people, "ussr", {"kind": "decline", "power": "germany"})

    def declined(who: Any) -> int:
        return len(selector.papers_declined(reading(slug, who, "germany"), "germany"))

    assert declined(people["germany"]) == 1
    seats.leave(slug, by=people["germany"], power="germany")
    heir = person("heir")
    token = invitations.invite(slug, by=people["germany"], power="germany", days=7, uses=1)
    seats.join(slug, by=heir, powers=["germany"], token=token)
    assert declined(heir) == 0
    assert "declined" not in pending.waiting_keys(reading(slug, heir)).values()
    # What is put and declined from then on is theirs.
    act(slug, {"germany": heir}, "germany", {"kind": "withdraw", "power": "ussr"})
    act(slug, {"germany": heir}, "germany", TEXT)
    act(slug, people, "ussr", {"kind": "decline", "power": "germany"})
    assert declined(heir) == 1


@pytest.mark.long
def test_a_phone_folds_proposals_after_the_first_behind_their_heads(salon, client) -> None:
    slug, people = salon
    for power in ("germany", "usa"):
        text = {"option": "ussr:raise", "details": {}}
        act(slug, people, power, {"kind": "offer", "texts": [text]})
    here = reverse("frontend:agreements", args=[slug])
    page = BeautifulSoup(at(client, people["ussr"]).get(here).content, "html.parser")
    first, second = page.select(".agreement.paper")
    assert not first.select("#paper-1")
    [head] = second.select("#paper-2.phone-fold > summary")
    assert "Waits for your answer." in " ".join(head.text.split())
    assert len(second.select("#paper-2 button")) == len(first.select(".on-it button")) > 0
