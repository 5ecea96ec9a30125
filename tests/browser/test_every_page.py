"""Every page at the width of a desk and of a phone, light and dark, for readers and programs.

axe looks for what would shut somebody out; nothing may be wider than the screen; orders can be
given with the keyboard alone, and without any script.
"""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors.page import campaign_page
from campaigns.services import announcing
from tests.browser.axe import complaints
from tests.browser.people import Somebody
from tests.started import started

WIDTHS = {"desk": {"width": 1400, "height": 900}, "phone": {"width": 360, "height": 780}}


@pytest.fixture
def somebody(live_site, new_browser) -> Somebody:
    return Somebody(live_site.url, new_browser(), "harriet")


def campaign_of(somebody: Somebody) -> Campaign:
    """A running campaign in which one person plays Britain and moderates, bots the rest."""
    person = User.objects.get(username=somebody.name)
    return started(
        by=person,
        rulebook="world_at_war",
        scenario="one-year",
        title="The Corner Table",
        take=["britain"],
        bots=["germany", "italy", "france", "united_states", "russia"],
    )


def display_of(somebody: Somebody) -> Campaign:
    """A campaign of Days of Decision in its first phase, whose moderator plays France."""
    person = User.objects.get(username=somebody.name)
    powers = ["germany", "italy", "commonwealth", "ussr", "japan", "usa", "china"]
    return started(
        by=person,
        rulebook="days_of_decision",
        scenario="1936",
        title="The Round Table",
        take=["france"],
        bots=powers,
    )


def too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def out_of_sight(page: Page) -> bool:
    """Whether the chosen phase, or the frame of its turn, is cut off by the ends of the time line."""
    return bool(
        page.evaluate(
            """() => {
              const line = document.querySelector("[data-scrubber]")?.getBoundingClientRect();
              const block = line && document.querySelector("[data-scrubber] [aria-current]");
              if (!line) return false;
              const at = block.getBoundingClientRect();
              return at.left - 5 < line.left || at.right + 5 > line.right;
            }"""
        )
    )


def open_everything(page: Page) -> None:
    """Unfold all that is folded, so that it is looked at too."""
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")


@pytest.mark.slow
def test_no_page_shuts_anybody_out_at_any_width(somebody) -> None:
    campaign = campaign_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    somebody.place(turkey=2, greece=2)
    somebody.seal()
    expect(somebody.heading).to_contain_text("Allied diplomatic phase", timeout=30_000)
    here = f"/c/{campaign.slug}"
    clerk = User.objects.filter(username=somebody.name)
    clerk.update(is_staff=True)
    announcing.announce(by=clerk.get(), key="down", text="The site is down on Sunday, 18:00 UTC.")
    pages = [
        "/",
        "/staff/",
        "/new/",
        "/tools/hexes/",
        "/rules/",
        "/rules/world_at_war/",
        "/accounts/me/",
    ]
    pages += ["/news/", "/news/settings/", f"/news/settings/?campaign={campaign.slug}"]
    pages += [
        f"{here}/{tail}"
        for tail in (
            "",
            "history/1/",
            "history/2/",
            "facts/",
            "log/",
            "desk/",
            "undo/?to=1",
            "fork/?phase=1",
            "overrides/?q=track",
            "rulings/",
            "tensions/",
            "plans/",
            "what-if/",
            "press/",
            "press/public/",
            "notes/",
        )
    ]
    pages += [f"{here}/{tail}" for tail in ("countries/", "ledgers/", "ledgers/?of=britain")]
    pages += [f"{here}/countries/{key}/" for key in ("finland", "belux", "egypt", "australia")]
    display = f"/c/{display_of(somebody).slug}"
    somebody.open(f"{display}/")
    somebody.seal()
    expect(somebody.heading).to_contain_text("Map", timeout=30_000)
    pages += [f"{display}/", f"{display}/agreements/", f"{display}/history/1/"]
    pages += ["/rules/days_of_decision/", "/rules/days_of_decision/variants/"]
    pages += ["/rules/days_of_decision/tables-options/", f"{display}/rule/?ref=Ruling+52"]
    wrong = []
    for (name, size), scheme in zip(WIDTHS.items(), ("light", "dark"), strict=True):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size(size)
        for path in pages:
            somebody.open(path)
            open_everything(page)
            wrong += [f"{path} ({name}, {scheme}) {line}" for line in complaints(page)]
            if out_of_sight(page):
                wrong.append(f"{path} ({name}, {scheme}) shows another phase than the chosen one")
            if too_wide(page):
                wrong.append(f"{path} ({name}, {scheme}) is wider than the screen")
    assert wrong == [], "\n".join(wrong)


def test_orders_are_given_with_the_keyboard_alone(somebody) -> None:
    campaign = campaign_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    reach(page, "[aria-label='One more: Turkey']")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    reach(page, "[aria-label='One more: Sweden']")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(somebody.roll_beside("points.turkey")).to_contain_text("Turkey")
    reach(page, "#orders button.primary")
    page.keyboard.press("Enter")
    expect(somebody.heading).to_contain_text("diplomatic phase", timeout=30_000)


def reach(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(200):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reached {selector}.")


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


def test_what_is_ticked_counts_in_the_order_of_ticking(somebody) -> None:
    campaign = display_of(somebody)
    page = somebody.open(f"/c/{campaign.slug}/")
    card = page.locator("article.card-option", has_text="Economic aid")
    card.get_by_label("Play this card").check()
    for power in ("Italy", "Germany"):
        card.locator(".in-order label", has_text=power).click()
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("[data-kept]")).to_contain_text("Draft saved")
    person = User.objects.get(username=somebody.name)
    mine = campaign_page(campaign.slug, person).acting
    assert mine is not None
    assert mine.draft is not None
    assert mine.draft["plays"][0]["details"]["order"] == ["italy", "germany"]
