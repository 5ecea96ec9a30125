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
from campaigns.models import Notification
from campaigns.rulebooks import states as stored
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.notifications import pending
from campaigns.selectors.orders import agreements as selector
from campaigns.selectors.reader.access import reading
from campaigns.services.notifications import email as outgoing_email
from campaigns.services.notifications import enqueue
from campaigns.services.seats import invitations, seats
from tests.support.accounts import person, reachable, signed_in
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


STRANGERS = ("", "usa")
AGREE = {"kind": "agree", "power": "germany", "sure": "yes"}


@pytest.fixture
def here(salon: Table) -> str:
    """The page of agreements."""
    return reverse("frontend:agreements", args=[salon.slug])


def at(salon: Table, power: str = "") -> Client:
    """A browser of a power's player, or of a visitor."""
    return signed_in(salon.players.get(power))


def papers(salon: Table, power: str) -> Any:
    """The proposals that a power can see."""
    return selector.agreements_page(salon.slug, salon.players[power], power).papers


def waiting(salon: Table, power: str) -> int:
    """How many proposals wait for an answer of a power."""
    return len(selector.papers_to_answer(reading(salon.slug, salon.players[power], power), power))


def pages(salon: Table, power: str) -> list[str]:
    """Everything that this reader can fetch, without tokens of forms and the log's entry number,
    which counts commitments as it counts seals.
    """
    found, client = [], at(salon, power)
    for name in ("campaign", "agreements", "facts", "log", "board", "strip", "log-fragment"):
        answer = client.get(reverse(f"frontend:{name}", args=[salon.slug]))
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
def test_a_text_is_seen_by_its_two_powers_and_changes_nobody_elses_pages(salon, here):
    # What was new is seen with the first look.
    _, before = ([pages(salon, power) for power in STRANGERS] for _ in range(2))
    salon.act("germany", TEXT)
    assert [pages(salon, power) for power in STRANGERS] == before
    for power in ("germany", "ussr"):
        shown = at(salon, power).get(here)
        assert "1 build point a turn" in shown.text


def test_a_text_is_announced_to_its_two_powers_alone(
    salon, sent, django_capture_on_commit_callbacks
):
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        salon.act("germany", TEXT)
    told = {message["power"] for kind, _, message, *_ in sent if kind == "push"}
    assert told == {"germany", "ussr"}


@pytest.mark.long
def test_a_text_is_put_countered_and_agreed_on_the_page(salon, here):
    put = at(salon, "germany").post(f"{here}?with=ussr", POSTED)
    assert put.status_code == 302
    ussr = at(salon, "ussr")
    assert "has put a text on the table" in ussr.get(f"{here}?with=germany").text
    assert ussr.post(f"{here}?with=germany", AGREE).status_code == 302
    (paper,) = papers(salon, "germany")
    assert (paper.what.state, paper.what.secret) == ("agreed", True)


@pytest.mark.long
def test_a_text_beyond_the_level_is_refused_with_its_rule_and_kept_in_the_form(salon, here):
    too_much = {**POSTED, "texts.ussr:raise.give_works.bp": "5"}
    answer = at(salon, "germany").post(f"{here}?with=ussr", too_much)
    text = answer.text
    assert answer.status_code == 422
    assert "5 placed, but only 2 to place" in text
    assert "8.7.2 Option 3" in text
    assert re.search(r'name="texts\.ussr:raise\.take_goods\.resources"[^>]*value="3"', text)
    assert papers(salon, "germany") == ()


def test_what_is_said_to_a_proposal_is_done_at_once_for_it_binds_nobody(salon, here):
    unsure = {name: said for name, said in POSTED.items() if name != "sure"}
    sent = at(salon, "germany").post(f"{here}?with=ussr", unsure)
    assert sent.status_code == 302
    (paper,) = papers(salon, "germany")
    assert paper.what.state == "offered"
    said = {"power": "germany", "next": f"/c/{salon.slug}/press/"}
    for kind, state in (("decline", "declined"), ("agree", "agreed"), ("withdraw", "offered")):
        done = at(salon, "ussr").post(f"{here}?with=germany", {"kind": kind, **said})
        assert (done.status_code, done.url) == (302, f"/c/{salon.slug}/press/")
        (paper,) = papers(salon, "germany")
        assert paper.what.state == state


@pytest.mark.long
def test_a_declined_text_waits_for_nobody_and_can_be_stood_by_while_it_lies_there(salon, here):

    salon.act("germany", TEXT)
    assert waiting(salon, "ussr") == 1
    _, before = ([pages(salon, power) for power in STRANGERS] for _ in range(2))
    decline = {"kind": "decline", "power": "germany"}
    salon.act("ussr", decline)
    assert [pages(salon, power) for power in STRANGERS] == before, "nobody else is told"
    assert waiting(salon, "ussr") == 0
    for power, said in (("germany", "USSR declines"), ("ussr", "You decline it")):
        (row,) = papers(salon, power)
        assert row.declined_at is not None
        assert not row.waits
        text = at(salon, power).get(here).text
        assert said in text
    with pytest.raises(CampaignError):
        salon.act("ussr", decline)
    salon.act("ussr", {"kind": "agree", "power": "germany"})
    assert states(salon) == ["agreed"]


@pytest.mark.long
def test_a_proposal_has_its_acts_on_it_for_who_may_do_them(salon, here):
    salon.act("germany", TEXT)
    rows = {power: papers(salon, power) for power in salon.players}
    can = {
        power: [menu.order for row in found for menu in row.acts] for power, found in rows.items()
    }
    assert can == {"germany": ["withdraw"], "ussr": ["agree", "decline"]} | {
        power: [] for power in salon.players if power not in ("germany", "ussr")
    }
    text = at(salon, "ussr").get(f"{here}?with=germany").text
    for said in ("Stand by it", "Decline", "Answer with another text"):
        assert said in text
    assert "Treaty of level 1: pact and trade" in text
    assert "4 money, of whoever plays option 3." in text
    assert "American entry" in text


@pytest.mark.long
def test_powers_that_owe_the_same_stand_together_and_mine_apart(salon):
    rows = selector.agreements_page(salon.slug, salon.players["germany"], "germany").obligations
    assert [badge.key for badge in rows[0].badges] == ["germany"]
    shared = [{badge.key for badge in row.badges} for row in rows if len(row.badges) > 1]
    assert {"italy", "france", "ussr"} <= shared[0]
    named = [badge.key for row in rows for badge in row.badges]
    assert len(named) == len(set(named))


@pytest.mark.long
def test_an_answer_starts_from_the_terms_that_it_answers(salon, here):
    salon.act("germany", TEXT)
    own = {"texts": [{"option": "germany:raise", "details": {"give_works": {"bp": 2}}}]}
    salon.act("ussr", {"kind": "offer", **own})
    # One's own text is there already: what is answered is the other's.
    text = at(salon, "ussr").get(f"{here}?with=germany&answer=1").text
    assert "Your answer to the text of Germany" in text
    assert re.search(r'name="texts\.germany:raise\.take_works\.bp"[^>]*value="1"', text)
    assert re.search(r'name="texts\.germany:raise\.give_works\.bp"[^>]*value="0"', text)
    # What waits for an answer stands first: on a phone the others are folded.
    first, second = papers(salon, "germany")
    assert (first.what.by, first.what.answers, first.waits) == ("ussr", "germany", True)
    assert (second.what.by, second.answered, second.waits) == ("germany", True, False)
    assert waiting(salon, "ussr") == 0
    assert waiting(salon, "germany") == 1
    shown = at(salon, "germany").get(here).text
    assert "In answer to the text of Germany." in shown


def test_nobody_acts_for_another(salon, here):
    assert at(salon).post(f"{here}?with=ussr", POSTED).status_code == 401
    at(salon, "usa").post(f"{here}?power=germany&with=ussr", POSTED)
    assert papers(salon, "germany") == ()


def test_a_book_without_agreements_has_neither_tab_nor_page(table: Table, client):
    with pytest.raises(NoSuchPage):
        selector.agreements_page(table.slug, table.moderator)
    here = reverse("frontend:agreements", args=[table.slug])
    client.force_login(table.moderator)
    assert client.get(here).status_code == 404
    assert here not in client.get(reverse("frontend:log", args=[table.slug])).text


SPENT = {"kind": "plays", "plays": [{"option": "0e", "details": {}}]}
IDLE: dict[str, Any] = {"kind": "plays", "plays": []}
SAID = "this hand leaves none: the treaty would fail"


def agree(salon: Table) -> None:
    salon.act("germany", TEXT)
    salon.act("ussr", {"kind": "agree", "power": "germany"})


@pytest.mark.long
def test_an_agreed_text_says_what_is_needed_and_who_spends_that_reads_so_before_sealing(
    salon, here
):
    agree(salon)
    preview, ussr = reverse("frontend:preview", args=[salon.slug]), at(salon, "ussr")
    assert SAID in ussr.post(preview, {"plays.0e": "1"}).text
    assert SAID not in ussr.post(preview, {}).text
    warned = campaign_page.preview(salon.slug, salon.players["ussr"], "ussr", SPENT).warnings[0]
    assert warned.rule == "Ruling 78"
    for power in ("germany", "ussr"):
        text = at(salon, power).get(here).text
        assert "How it is signed" in text
        assert "an option that it has not used" in text
        assert "Ruling 78" in text


@pytest.mark.long
def test_the_warning_stands_beside_the_seal_and_the_text_of_its_own_player_alone(
    salon, here, sent, django_capture_on_commit_callbacks
):
    agree(salon)
    frames = []
    for order in (IDLE, SPENT):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            salon.seal("ussr", order, ready=False)
        frames.append([(kind, message) for kind, _, message, *_ in sent])
    assert frames[0] == frames[1]
    for other in ("germany", *STRANGERS):
        assert not any(SAID in text for text in pages(salon, other))
    own = pages(salon, "ussr")
    assert [SAID in text for text in own[:2]] == [True, True]
    # Another proposal says it no second time.
    salon.act("usa", {"kind": "offer", "texts": [{"option": "ussr:raise", "details": {}}]})
    page = at(salon, "ussr").get(here).text
    assert page.count("How it is signed") == 2
    assert page.count(SAID) == 1


def seen_on(client: Client, address: str) -> str:
    """What the page's forms say of the proposals that it shows."""
    html = client.get(address).text
    return re.search(r'name="seen" value="([0-9a-f]+)"', html)[1]


def states(salon: Table) -> list[str]:
    """How far each proposal is that the USSR can see."""
    return [row.what.state for row in papers(salon, "ussr")]


@pytest.mark.long
def test_nobody_agrees_to_a_text_that_was_changed_behind_the_page(salon, here):
    salon.act("germany", TEXT)
    ussr = at(salon, "ussr")
    seen = seen_on(ussr, f"{here}?with=germany")
    more = {"option": "ussr:raise", "details": {"give_works": {"bp": 2}}}
    salon.act("germany", {"kind": "offer", "texts": [more]})
    told = ussr.post(f"{here}?with=germany", {**AGREE, "seen": seen})
    assert told.status_code == 409
    assert "changed since you opened this page" in told.text
    assert states(salon) == ["offered"]
    seen = seen_on(ussr, f"{here}?with=germany")
    assert ussr.post(f"{here}?with=germany", {**AGREE, "seen": seen}).status_code == 302
    assert states(salon) == ["agreed"]


@pytest.mark.long
def test_an_older_window_puts_no_text_over_a_newer_one_and_keeps_what_was_written(salon, here):
    germany = at(salon, "germany")
    seen = seen_on(germany, f"{here}?with=ussr")
    salon.act("germany", TEXT)
    told = germany.post(f"{here}?with=ussr", {**POSTED, "seen": seen})
    assert told.status_code == 409
    (paper,) = papers(salon, "ussr")
    assert len(paper.what.clauses) == 1
    assert "build point" in paper.what.clauses[0].text


@pytest.mark.long
def test_who_has_to_answer_a_proposal_is_written_to_once_and_nobody_else_ever(salon) -> None:
    """Not what is proposed, nor by whom; and to others not even that something was done."""
    reachable(*salon.players.values())
    outgoing_email.send_due()
    mail.outbox.clear()
    salon.act("germany", TEXT)
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["ussr@example.org"]]
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert "1 proposal" in text
    for hidden in ("Germany", "germany", "raise", "works"):
        assert hidden not in text
    # More that is done in secret, and another look: nothing that was told is told again.
    other = {"kind": "offer", "texts": [{"option": "usa:raise", "details": {}}]}
    with suppress(CampaignError):
        salon.act("germany", other)
    enqueue.of_secret(salon.campaign, salon.phase, at=timezone.now())
    outgoing_email.send_due()
    assert sum(one.to == ["ussr@example.org"] for one in mail.outbox) == 1
    letters = Notification.objects.filter(kind__in=("waits", "secretly"))
    assert not letters.exists(), "no row tells whom a secret concerned"
    # Its author is told that it was declined, and nobody else.
    mail.outbox.clear()
    salon.act("ussr", {"kind": "decline", "power": "germany"})
    outgoing_email.send_due()
    assert [one.to for one in mail.outbox] == [["germany@example.org"]]
    text = f"{mail.outbox[0].subject} {mail.outbox[0].body}"
    assert "a proposal was declined" in text
    assert "1 proposal of yours was declined." in text
    for hidden in ("ussr", "USSR", "raise", "works"):
        assert hidden not in text
    enqueue.of_secret(salon.campaign, salon.phase, at=timezone.now())
    outgoing_email.send_due()
    assert len(mail.outbox) == 1, "once"
    assert not letters.exists()


def test_the_answer_to_a_proposal_is_what_lies_on_the_table_now(salon, here) -> None:
    germany, here = at(salon, "germany"), f"{here}?with=ussr"
    form = {"kind": "offer", "texts.ussr:raise": "1", "texts.ussr:raise.give_works.bp": "1"}
    put = germany.post(here, form, follow=True).text
    text = " ".join(unescape(strip_tags(put)).split())
    assert "Your text is on the table: Germany" in text
    sure = {"kind": "withdraw", "power": "ussr", "sure": "yes"}
    assert "Your text is off the table." in germany.post(here, sure, follow=True).text


def test_no_answer_lies_in_the_session_however_long_it_is(salon, here, monkeypatch) -> None:
    words = hashlib.shake_256(b"no text packs this").hexdigest(4000)
    monkeypatch.setattr("frontend.views.act_result.ActResult.text", lambda self: words)
    form = {"kind": "offer", "texts.ussr:raise": "1", "texts.ussr:raise.give_works.bp": "1"}
    reader = at(salon, "germany")
    reader.post(f"{here}?with=ussr", form)
    assert "_messages" not in reader.session


@pytest.mark.long
def test_a_treaty_is_signed_varied_and_broken_before_everybodys_eyes(salon, here) -> None:
    """What was agreed is told to nobody before the cards are turned over."""

    def read(path: str) -> str:
        text = strip_tags(at(salon).get(f"/c/{salon.slug}/{path}").text)
        return " ".join(unescape(text).split())

    def agree_on(proposer: str, answerer: str, text: str, terms: dict[str, str]) -> None:
        form = {"kind": "offer", f"texts.{text}": "1"}
        form |= {f"texts.{text}.{name}": amount for name, amount in terms.items()}
        put = at(salon, proposer).post(f"{here}?with={answerer}", form)
        assert put.status_code == 302
        sure = {"kind": "agree", "power": proposer, "sure": "yes"}
        assert at(salon, answerer).post(f"{here}?with={proposer}", sure).status_code == 302

    def play(power: str, option: str, **details: str) -> None:
        plays = [{"option": option, "details": details}]
        salon.seal(power, {"kind": "plays", "plays": plays})

    def sign() -> str:
        """The one whose turn comes first proposes, so that the other signs in the same phase, whose page
        this gives.
        """
        phase = salon.phase
        order = stored.now(phase).order_of_play()
        first, other = (power for power in order if power in ("germany", "ussr"))
        play(first, "3", agreement=f"agreed:{other}")
        return f"history/{phase.number}/"

    before = read("agreements/")
    agree_on("germany", "ussr", "ussr:raise", {"give_works.bp": "1", "take_goods.resources": "3"})
    assert read("agreements/") == before
    signed = sign()
    salon.on_to("select", 2)
    assert "sign a treaty of level 1" in read(signed)
    assert "The USSR gives Germany 3 resources a turn." in read("agreements/")

    sheet = read("agreements/?print=treaty-germany-ussr")
    assert "The USSR gives Germany 3 resources a turn." in sheet
    assert "Obligations" not in sheet, "one treaty, on one sheet"
    assert at(salon).get(f"/c/{salon.slug}/agreements/?print=treaty-germany-usa").status_code == 404

    agree_on("ussr", "germany", "germany:vary", {"give_goods.resources": "2", "take_works.bp": "1"})
    signed = sign()
    salon.on_to("select", 3)
    assert "give their treaty other terms" in read(signed)
    assert "The USSR gives Germany 2 resources a turn." in read("agreements/")

    play("germany", "ipo-11", target="ussr")
    salon.on_to("bid", 4)
    page = at(salon).get(f"/c/{salon.slug}/agreements/").text
    assert 'id="agreement-treaty-germany-ussr"' not in page
    assert 'id="agreement-pact-germany-ussr"' in page
    assert "Germany breaks its treaty" in read("agreements/")


@pytest.mark.long
def test_who_takes_a_seat_is_not_told_what_was_declined_before(salon) -> None:
    salon.act("germany", TEXT)
    salon.act("ussr", {"kind": "decline", "power": "germany"})

    def declined(who: Any) -> int:
        return len(selector.papers_declined(reading(salon.slug, who, "germany"), "germany"))

    assert declined(salon.players["germany"]) == 1
    seats.leave(salon.slug, by=salon.players["germany"], power="germany")
    heir = person("heir")
    token = invitations.invite(salon.slug, by=salon.moderator, power="germany", days=7, uses=1)
    seats.join(salon.slug, by=heir, powers=["germany"], token=token)
    salon.players["germany"] = heir
    assert declined(heir) == 0
    assert "declined" not in pending.waiting_keys(reading(salon.slug, heir)).values()
    # What is put and declined from then on is theirs.
    salon.act("germany", {"kind": "withdraw", "power": "ussr"})
    salon.act("germany", TEXT)
    salon.act("ussr", {"kind": "decline", "power": "germany"})
    assert declined(heir) == 1


@pytest.mark.long
def test_a_phone_folds_proposals_after_the_first_behind_their_heads(salon, here) -> None:
    for power in ("germany", "usa"):
        text = {"option": "ussr:raise", "details": {}}
        salon.act(power, {"kind": "offer", "texts": [text]})
    page = BeautifulSoup(at(salon, "ussr").get(here).content, "html.parser")
    first, second = page.select(".agreement.paper")
    assert not first.select("#paper-1")
    [head] = second.select("#paper-2.phone-fold > summary")
    assert "Waits for your answer." in " ".join(head.text.split())
    assert len(second.select("#paper-2 button")) == len(first.select(".on-it button")) > 0
