"""Every page at the width of a desk and of a phone, light and dark, for readers and programs.

axe looks for what would shut somebody out; nothing may be wider than the screen; orders can be
given with the keyboard alone, and without any script.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from campaigns.as_it_happened import files
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.selectors.campaign.campaign_page import campaign_page
from campaigns.services.deadlines import moderation
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.press import press_messages
from campaigns.services.seats import seats
from campaigns.services.site import announcements, glimpses
from config.serving import db_unavailable
from tests.browser import forced, keyboard, pictures, policy, walks
from tests.browser.axe import complaints
from tests.browser.looks import WIDTHS, open_everything, reach, too_small, too_wide
from tests.browser.people import PASSWORD, Somebody, person_of
from tests.browser.tables import campaign_of, display_of, late_of, over_of, short_of
from tests.support.addresses import PageKind, page_kinds
from tests.support.campaigns import a_campaign

ERRORS = {500: "500.html", 503: "503.html"}
"""Pages that stand for any other one while something is broken, by their status: their templates."""


def in_states(somebody: Somebody) -> dict[str, str]:
    """The slugs of campaigns whose strip says something else than of one that runs, and an invitation."""
    # So many an hour are not founded by one person.
    person, host = person_of(somebody.name), person_of("ingrid")
    tables = {}
    for state in ("gathering", "paused", "overdue", "sealed"):
        begun, title = int(state != "gathering"), f"The Table, {state}"
        axis = {"axis": host}
        tables[state] = table = a_campaign(
            book="world_in_flames", by=host, seats=axis, bots=(), at_phase=begun, title=title
        )
        table.campaign.moderators.add(person)
        table.campaign.seats.filter(power="axis").update(person=person)
        table.players["axis"] = person
    moderation.pause(tables["paused"].slug, by=person, reason="Two players are on a train.")
    late = tables["overdue"].campaign
    grace = timezone.now() + timedelta(hours=10)
    Campaign.objects.filter(pk=late.pk).update(wakes_at=grace)
    Phase.objects.filter(pk=late.phase_id).update(
        due_at=timezone.now() - timedelta(hours=14), grace_until=grace
    )
    acting: Any = campaign_page(tables["sealed"].slug, person).acting
    tables["sealed"].seal("axis", acting.menu.blank(), ready=False)
    slugs = {state: table.slug for state, table in tables.items()}
    slugs["late"] = late_of(somebody, host).slug
    return slugs | {"invited": tables["gathering"].campaign.invite_token}


def full_reveal_of(slug: str) -> str:
    """The number of the phase in which the options of May/June 1941 were turned over."""
    turned = Phase.objects.get(campaign__slug=slug, title="Select", turn_title="May/June 1941")
    return str(turned.number)


def letters_of(somebody: Somebody, campaign: Campaign) -> str:
    """The key of a thread in which two people have written, quoted the log and answered."""
    harriet, other = person_of(somebody.name), person_of("walter")
    here = campaign.slug
    seats.assign_seat(
        here, by=harriet, power="commonwealth", username="walter", reason="Somebody to write to."
    )
    past = LogEntry.objects.filter(campaign=campaign, phase__resolved_at__isnull=False)
    thread, _ = press_messages.begin(
        here,
        by=harriet,
        power="france",
        to=["commonwealth"],
        text="*Berlin* has marched into the Rhineland. What do you need first, factories or time?",
        quotes=[past.latest("seq").seq],
    )
    press_messages.write(
        here, by=other, power="commonwealth", thread=thread, text="Time.\n\n> factories or time?"
    )
    press_messages.write(
        here, by=harriet, power="france", thread=thread, text="Then the map comes first."
    )
    return thread


def put_three_texts(somebody: Somebody, campaign: Campaign) -> None:
    """Three proposals lie there at once, between one power and three others."""
    for power in ("germany", "italy", "commonwealth"):
        text = {"option": f"{power}:raise", "details": {}}
        perform_act.perform_act(
            campaign.slug,
            by=person_of(somebody.name),
            power="france",
            act={"kind": "offer", "texts": [text]},
        )


def out_of_sight(page: Page) -> bool:
    """Whether the chosen phase, or the frame of its turn, is cut off by the ends of the time line."""
    return bool(
        page.evaluate(
            """() => {
              const line = document.querySelector("[data-scrubber]")?.getBoundingClientRect();
              const block = line && document.querySelector("[data-scrubber] [aria-current]");
              // On a line from which one is still to choose, nothing is.
              if (!block) return false;
              const at = block.getBoundingClientRect();
              return at.left - 5 < line.left || at.right + 5 > line.right;
            }"""
        )
    )


def read_to_its_end(page: Page) -> None:
    """Fetch what a page fetches only as it comes into sight, or a little later than the rest."""
    later = "[hx-trigger=revealed], [hx-trigger^='load delay']"
    while left := page.locator(later).count():
        # It may be on its way already, and no longer there to be scrolled to.
        page.evaluate("later => document.querySelector(later)?.scrollIntoView()", later)
        page.wait_for_function(
            "([later, left]) => document.querySelectorAll(later).length < left", arg=[later, left]
        )


@pytest.mark.long
def test_no_page_shuts_anybody_out_at_any_width(somebody, live_site, new_browser) -> None:
    campaign = campaign_of(somebody)
    somebody.open(f"/c/{campaign.slug}/")
    somebody.place(turkey=2, greece=2)
    somebody.seal()
    expect(somebody.heading).to_contain_text("Allied diplomatic phase", timeout=30_000)
    clerk = User.objects.filter(username=somebody.name)
    clerk.update(is_staff=True)
    announcements.announce(
        by=clerk.get(), key="down", text="The site is down on Sunday, 18:00 UTC."
    )
    display = display_of(somebody)
    somebody.open(f"/c/{display.slug}/")
    somebody.seal()
    expect(somebody.heading).to_contain_text("Map", timeout=30_000)
    guest = Somebody(live_site.url, new_browser())
    guest.open("/first-game/").get_by_role("button", name="Begin").first.click()
    guest.page.wait_for_url("**/c/*/")
    # The pages on which one changes how one signs in open once one has shown who one is.
    somebody.open("/accounts/me/confirm/").locator("[name=password]").fill(PASSWORD)
    somebody.page.get_by_role("button", name="Confirm").click()
    slugs = {
        "war": campaign.slug,
        "display": display.slug,
        "commerce": short_of(somebody, "war_game_1939", "phony-war", take=["germany"]).slug,
        "house": short_of(somebody, "world_in_flames", "printed-example", take=["axis"]).slug,
        "told": over_of(somebody, "days_of_decision", "first-year").slug,
        "war_told": over_of(somebody, "world_at_war", "one-year").slug,
        "commerce_told": over_of(somebody, "war_game_1939", "phony-war").slug,
        "house_told": over_of(somebody, "world_in_flames", "printed-example").slug,
        "history": import_campaign(files.data("days_of_decision"), by=person_of(somebody.name)),
        "guided": guest.page.url.rstrip("/").rpartition("/")[2],
        "person": str(clerk.get().pk),
        **in_states(somebody),
    }
    slugs["letters"] = letters_of(somebody, display)
    slugs["full"] = full_reveal_of(slugs["history"])
    put_three_texts(somebody, display)
    glimpses.draw_due()  # what the lobby shows of them
    readers = {
        "player": somebody,
        "visitor": Somebody(live_site.url, new_browser()),
        "guest": guest,
        "german": Somebody(live_site.url, new_browser(locale="de-DE")),
    }
    wrong = []
    for kind in page_kinds():
        path = kind.path.format(**slugs)
        wrong += looked_at(readers[kind.reader], path, kind)
    visitor = readers["visitor"]
    for status, template in ERRORS.items():
        path = f"/broken-{status}/"
        said = {"message": db_unavailable.MESSAGE, "remedy": db_unavailable.REMEDY}
        html = render_to_string(template, said)
        answer = {"status": status, "content_type": "text/html; charset=utf-8", "body": html}
        visitor.page.route(f"**{path}", partial(_answers, answer))
        wrong += looked_at(visitor, path, PageKind(path, "visitor", refused=True))
    assert wrong == [], "\n".join(wrong)


def _answers(answer: dict[str, Any], route: Route) -> None:
    route.fulfill(**answer)


def looked_at(reader: Somebody, path: str, kind: PageKind) -> Iterator[str]:
    """What is wrong with a page at any width and in either theme, as one reader has it."""
    page = reader.page
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(WIDTHS["desk"])
    answer = page.goto(f"{reader.site}{path}")
    name = path if kind.reader == "player" else f"{path} as {kind.reader}"
    if answer is None or answer.ok == kind.refused or page.url != f"{reader.site}{path}":
        yield f"{name} is no picture of its page: {answer and answer.status} at {page.url}"
    if not kind.long:
        yield from pictures.too_long(page, name)
        page.set_viewport_size(pictures.PHONE)
        for sheet in pictures.sheets(page):
            yield from pictures.too_long(page, f"{name}{sheet} (phone)")
            small = too_small(page)
            yield from (f"{name}{sheet} (phone) has too little to touch in {it}" for it in small)
        page.set_viewport_size(WIDTHS["desk"])
    read_to_its_end(page)
    yield from (f"{name}: the browser refused {line}" for line in policy.refused(page))
    if kind.walk:
        yield from walks.otherwise(page, name, kind.walk)
    if kind.keys:
        yield from keyboard.wrong_with_the_keyboard(page, name)
    yield from at_each_width(reader, path, name)
    yield from forced.gone_in_forced_colors(page, name)
    yield from pictures.wrong_when_zoomed(page, name)


def at_each_width(reader: Somebody, path: str, name: str) -> Iterator[str]:
    """What is wrong with an open page at the widths of a desk and a phone, in both themes.

    What has no color is judged once at each width.
    """
    page = reader.page
    # Whoever went through it by keyboard may have stopped at the link that shows only then.
    page.evaluate("document.activeElement?.blur()")
    for (width, size), scheme in zip(WIDTHS.items(), ("light", "dark"), strict=True):
        if width == "phone":
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size(size)
            if page.locator("[data-scrubber]").count():
                # Where it stands along its line is settled as the page is opened.
                page.goto(f"{reader.site}{path}")
        else:
            pictures.keep(page, name)
        open_everything(page)
        yield from (f"{name} ({width}, {scheme}) {line}" for line in complaints(page))
        other = "light" if scheme == "dark" else "dark"
        page.emulate_media(color_scheme=other, reduced_motion="reduce")
        told = complaints(page, colors_alone=True)
        yield from (f"{name} ({width}, {other}) {line}" for line in told)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if width == "desk":
            yield from pictures.wrong_with(page, name)
        else:
            yield from (
                f"{name} ({width}) has too little to touch in {it}" for it in too_small(page)
            )
        if out_of_sight(page):
            yield f"{name} ({width}, {scheme}) shows another phase than the chosen one"
        if too_wide(page):
            yield f"{name} ({width}, {scheme}) is wider than the screen"


def test_orders_are_given_with_the_keyboard_alone(somebody) -> None:
    campaign = campaign_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip").first).to_be_focused()
    reach(page, "[name='points.sweden']")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    reach(page, "[name='points.turkey']")
    page.keyboard.press("End")
    expect(somebody.roll_beside("points.turkey")).to_contain_text("Turkey")
    # It shall wait for the deadline: the seal is announced, and whoever pressed the button goes on at the receipt.
    seal_by_keys(page)
    # The news of the log may say it next, in the same place.
    said = re.compile(r"Sealed\.|Britain sealed")
    expect(page.get_by_role("status").filter(has_text=said)).to_be_attached()
    expect(page.locator("#receipt")).to_be_focused()
    reach(page, "#change-orders > summary")
    page.keyboard.press("Enter")
    seal_by_keys(page)
    expect(somebody.heading).to_contain_text("diplomatic phase", timeout=30_000)


def seal_by_keys(page: Page) -> None:
    """Change whether the phase may end early, then go back to the button and press it."""
    reach(page, "#orders [name=ready]")
    page.keyboard.press("Space")
    reach(page, "#seal-orders", "Shift+Tab")
    page.keyboard.press("Enter")


def test_orders_are_read_and_sealed_without_any_script(live_site, new_browser, somebody) -> None:
    campaign = campaign_of(somebody)
    plain = new_browser(java_script_enabled=False)
    plain.add_cookies(somebody.session.cookies())
    page = plain.new_page()
    page.goto(f"{live_site.url}/c/{campaign.slug}/")
    page.locator("[name='points.turkey']").fill("2")
    page.locator("[name='points.norway']").fill("1")
    page.get_by_role("button", name="Seal these orders").click()
    expect(page.get_by_role("alert")).to_contain_text("place all 4")
    expect(page.locator("[name='points.turkey']")).to_have_value("2")
    page.locator("[name='points.norway']").fill("2")
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".messages")).to_contain_text("Draft saved")
    page.get_by_role("button", name="Seal these orders").click()
    expect(page.locator(".messages")).to_contain_text("Sealed. Fingerprint")


@pytest.mark.long
def test_what_is_ticked_counts_in_the_order_of_ticking(somebody) -> None:
    campaign = display_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    card = page.locator("article.card-option", has_text="Propaganda against")
    card.get_by_label("Play this card").check()
    for minor in ("Turkey", "Austria"):
        card.locator(".in-order label", has_text=minor).click()
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    mine: Any = campaign_page(campaign.slug, person_of(somebody.name)).acting
    assert mine.draft["plays"][0]["details"]["minors"] == ["turkey", "austria"]
