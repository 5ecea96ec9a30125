"""Nothing that somebody writes is lost, and no page says what is not so: when others do something, when the site does
not answer, when the session is over, the seat is lost, the line is dead, or the device's clock is wrong.
"""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Locator, Page, Route, WebSocketRoute, expect

from accounts.models import User
from campaigns.models import Campaign, Note
from campaigns.services.press import notes, press_messages
from campaigns.services.seats import seats
from tests.browser.people import LIVE, Somebody, declare, window_table
from tests.support.campaigns import a_campaign

HARRIET, OTTO = "harriet-at-her-desk", "otto-at-his-desk"
WORDS = "The Straits are ours by spring, if Ankara hears of it in time."


@pytest.fixture
def harriet(open_session: Callable[..., Somebody]) -> Somebody:
    return open_session(HARRIET)


@pytest.fixture
def campaign(harriet: Somebody) -> Campaign:
    """Harriet plays Britain, Otto plays Germany and moderates, the rest are autopilots."""
    return window_table(moderator=OTTO, britain=HARRIET, germany=OTTO)


def writes_a_note(page: Page) -> Locator:
    """Beside the orders; the field that it is written in."""
    page.locator("#orders details.note-beside > summary").click()
    note = page.locator("#orders form.note textarea")
    note.fill(WORDS)
    return note


def declared_is_shown(page: Page) -> None:
    expect(page.locator(".log-box")).to_contain_text("Paris", timeout=LIVE)


@pytest.mark.long
def test_forms_below_the_orders_stay_when_others_do_something(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    note = writes_a_note(page)
    # The focus is elsewhere: what was written stays for its own sake.
    harriet.orders.locator("h2").first.click()
    with page.expect_response(re.compile("/orders/"), timeout=LIVE):
        declare(campaign, control__paris="axis")
    declared_is_shown(page)
    expect(note).to_be_visible()
    expect(note).to_have_value(WORDS)
    # The note was fetched by itself, and its place is still there: nobody has stopped asking for it.
    expect(page.locator("#orders [data-left]")).to_have_count(0)
    page.locator("#orders form.note button").click()
    expect(page.locator("#orders form.note")).to_contain_text("Saved.")
    assert Note.objects.filter(campaign=campaign).count() == 1
    # A note that is only read stays there to be read.
    with page.expect_response(re.compile("/orders/"), timeout=LIVE):
        declare(campaign, control__bergen="axis")
    expect(page.locator(".log-box")).to_contain_text("Bergen", timeout=LIVE)
    expect(note).to_have_value(WORDS)


def test_what_is_written_for_one_power_is_not_put_into_the_orders_of_another(
    campaign, harriet
) -> None:
    otto = User.objects.get(username=OTTO)
    seats.assign_seat(campaign.slug, by=otto, power="france", username=HARRIET, reason="Alone")
    page = harriet.open(f"/c/{campaign.slug}/?power=britain")
    harriet.place(spain=1, turkey=2)
    note = writes_a_note(page)
    harriet.watching(f"/c/{campaign.slug}/?power=france")
    expect(harriet.orders.locator("[name='points.spain']")).to_have_value("0")
    harriet.place(norway=1)
    page.goto(f"{harriet.site}/c/{campaign.slug}/?power=britain")
    expect(note).to_have_value(WORDS)
    expect(harriet.orders.locator("[name='points.norway']")).to_have_value("0")
    expect(harriet.orders.locator("[name='points.turkey']")).to_have_value("2")


@pytest.mark.long
def test_a_note_that_the_site_did_not_bring_comes_when_it_answers(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    page.route("**/notes/**", lambda route: route.fulfill(status=503))
    with page.expect_response(re.compile("/notes/")):
        page.locator("#orders details.note-beside > summary").click()
    page.unroute("**/notes/**")
    expect(page.locator("#orders form.note textarea")).to_be_visible(timeout=LIVE)


@pytest.mark.long
def test_a_message_being_edited_stays_when_others_write(campaign, harriet) -> None:
    person = User.objects.get(username=HARRIET)
    press_messages.begin(
        campaign.slug, by=person, power="britain", to=["germany"], title="", text="Paris?"
    )
    page = harriet.watching(f"/c/{campaign.slug}/press/")
    page.locator(".threads .thread-line").first.click()
    page.locator("article.mine a", has_text="Edit").first.click()
    expect(page.locator("html[data-live=on]")).to_be_attached(timeout=LIVE)
    text = page.locator("article.mine textarea")
    text.fill(WORDS)
    otto = User.objects.get(username=OTTO)
    with page.expect_response(re.compile("edit="), timeout=LIVE):
        press_messages.begin(
            campaign.slug, by=otto, power="germany", to=["britain"], title="", text="Berlin?"
        )
    expect(page.locator(".threads")).to_contain_text("Berlin?", timeout=LIVE)
    expect(text).to_have_value(WORDS)


@pytest.mark.long
def test_a_seal_that_the_site_does_not_answer_is_said_beside_its_button(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    page.route("**/preview/**", lambda route: route.fulfill(status=503))
    with page.expect_response(re.compile("/preview/")):
        harriet.place(turkey=2, norway=2)
    page.route("**/orders/**", lambda route: route.fulfill(status=503))
    # Nobody pressed anything for what the odds are.
    expect(harriet.orders.locator(".trouble")).to_have_count(0)
    harriet.seal()
    said = harriet.orders.locator(".trouble")
    expect(said).to_contain_text("Not done: Seal these orders. The site did not answer. Try again.")
    # On a phone it is seen on top of the bar, wherever in the form one is.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(said).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(harriet.orders.locator("[name='points.turkey']")).to_have_value("2")
    page.unroute("**/orders/**")
    harriet.seal()
    expect(harriet.orders.locator("#receipt")).to_be_visible()
    expect(said).to_have_count(0)


@pytest.mark.long
def test_a_letter_that_was_sent_into_a_dead_line_is_there_whichever_way_one_comes_back(
    campaign, harriet
) -> None:
    path = f"/c/{campaign.slug}/press/"
    text, send = "form.write [name=text]", "form.write button[name=action][value=begin]"
    page = harriet.open(path)
    page.locator("form.write [name=to][value=germany]").check()
    page.locator(text).fill(WORDS)
    page.route("**/press/", lambda route: route.abort("connectionreset"))
    page.locator(send).click()
    page.wait_for_url("chrome-error:**")
    page.unroute("**/press/")
    harriet.open("/")
    harriet.open(path)
    expect(page.locator(text)).to_have_value(WORDS)
    expect(page.locator("form.write [name=to][value=germany]")).to_be_checked()
    # What was answered is not written any more.
    page.locator(send).click()
    expect(page.locator("#messages")).to_contain_text(WORDS)
    harriet.open("/")
    harriet.watching(path)
    expect(page.locator(text)).to_have_value("")


@pytest.mark.long
def test_a_note_in_conflict_shows_both_beside_its_button(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    page.locator("details.note-beside > summary").first.click()
    note = page.locator("#orders form.note")
    note.locator("textarea").fill(WORDS)
    subject = note.locator("[name=subject]").get_attribute("value")
    person = User.objects.get(username=HARRIET)
    notes.keep(campaign.slug, by=person, subject=subject, text="From the train.", seen="")
    note.get_by_role("button", name="Save note").click()
    expect(note.locator(".problem[role=alert]")).to_be_visible()
    expect(note).to_contain_text("From the train.")
    expect(note.locator("textarea")).to_have_value(WORDS)


def test_a_page_whose_session_is_over_is_covered_and_goes_on_after_signing_in(
    campaign, harriet
) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    harriet.place(turkey=3)
    note = writes_a_note(page)
    page.evaluate("scrollTo(0, 500)")
    other = harriet.session.new_page()
    other.goto(f"{harriet.site}/")
    other.locator(".who").get_by_role("button", name="Sign out").click()

    cover = page.locator(".signed-out")
    expect(cover).to_contain_text("You are no longer signed in.", timeout=LIVE)
    expect(harriet.orders).to_be_hidden()
    expect(page.locator(".masthead")).to_be_hidden()
    cover.get_by_role("link", name="Sign in").click()
    harriet.fill_in_who()
    expect(page).to_have_url(re.compile(f"/c/{campaign.slug}/"))
    expect(note).to_have_value(WORDS)
    expect(note).to_be_visible()
    expect(harriet.orders.locator("[name='points.turkey']")).to_have_value("3")
    assert page.evaluate("scrollY") > 300


@pytest.mark.long
def test_a_draft_is_not_called_saved_once_the_session_is_over(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    more = harriet.orders.locator("li:has([name='points.turkey']) button[data-step='1']")
    harriet.session.clear_cookies()
    more.dispatch_event("click")  # the page may be covered already
    expect(page.locator(".signed-out")).to_be_visible(timeout=LIVE)
    assert "Draft saved" not in (page.locator("#orders").text_content() or "")
    # A page that is covered asks for nothing that it would not get.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-strip'))")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-orders'))")
    page.evaluate("fetch('/manifest.webmanifest').then(() => null)")
    assert [url.rpartition("/")[2] for url in asked] == ["manifest.webmanifest"]
    # What is kept need not be warned of.
    warnings: list[str] = []
    page.on("dialog", lambda dialog: warnings.append(dialog.type))
    page.locator(".signed-out a").click()
    expect(page.locator("[name=username]")).to_be_visible()
    assert warnings == []


@pytest.mark.long
def test_whoever_loses_the_seat_has_the_page_of_a_spectator_then(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/?power=britain")
    seats.leave(campaign.slug, by=User.objects.get(username=HARRIET), power="britain")
    expect(page.locator(".who")).to_contain_text("spectator", timeout=LIVE)
    expect(page).to_have_url(re.compile(f"/c/{campaign.slug}/$"))


@pytest.mark.long
def test_what_one_wrote_for_a_seat_that_is_lost_stays_until_it_is_put_away(
    campaign, harriet
) -> None:
    page = harriet.open(f"/c/{campaign.slug}/press/?power=britain")
    page.locator("form.write [name=text]").fill(WORDS)
    harriet.open("/")
    seats.leave(campaign.slug, by=User.objects.get(username=HARRIET), power="britain")
    left = page.locator(".left-over")
    for _ in range(2):
        harriet.open("/")
        harriet.open(f"/c/{campaign.slug}/press/")
        expect(left).to_contain_text(WORDS)
    left.get_by_role("button", name="Put it away").click()
    harriet.watching(f"/c/{campaign.slug}/press/")
    expect(left).to_have_count(0)


def minutes(countdown: Locator) -> int:
    """What a countdown shows."""
    days, hours, left = map(int, re.findall(r"\d+", countdown.inner_text()))
    return (days * 24 + hours) * 60 + left


@pytest.mark.long
def test_the_time_left_is_the_sites_whatever_the_device_says(
    campaign, harriet, open_session
) -> None:
    right = harriet.watching(f"/c/{campaign.slug}/").locator("#strip [data-countdown]")
    expected = minutes(right)
    # A clock is that of a whole browser.
    slow = open_session(OTTO).page
    slow.clock.install(time=timezone.now() - timedelta(hours=3))
    slow.goto(f"{harriet.site}/c/{campaign.slug}/")
    expect(slow.locator("[data-device-clock]")).to_contain_text("3 h 0 min behind")
    assert abs(minutes(slow.locator("#strip [data-countdown]")) - expected) <= 2
    expect(harriet.page.locator("[data-device-clock]")).to_be_hidden()


@pytest.mark.long
def test_a_line_that_is_dead_is_noticed_when_somebody_looks(campaign, harriet) -> None:
    lines: list[WebSocketRoute] = []
    dead = {"is": False}

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        lines.append(route)
        first = len(lines) == 1
        route.on_message(lambda text: None if dead["is"] and first else server.send(text))
        server.on_message(lambda text: None if dead["is"] and first else route.send(text))

    harriet.page.route_web_socket(re.compile("/ws/"), between)
    page = harriet.watching(f"/c/{campaign.slug}/")
    dead["is"] = True
    declare(campaign, control__paris="axis")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("html[data-live=off]")).to_be_attached(timeout=LIVE)
    expect(page.locator("html[data-live=on]")).to_be_attached(timeout=LIVE)
    assert len(lines) == 2
    declared_is_shown(page)


def test_lines_entered_one_after_the_other_are_all_kept(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/facts/")
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text))

    held: list[Route] = []

    def hold(route: Route) -> None:
        if held or route.request.method != "POST":
            route.continue_()
        else:
            held.append(route)

    page.route("**/facts/**", hold)
    line = page.locator("#say")
    line.focus()
    for words in ("paris: axis", "bergen: axis", "xbrussels: axis", "brussels: axis"):
        page.keyboard.type(words)
        page.keyboard.press("Enter")
    # The site answers the first of them only now.
    held[0].continue_()
    refused = page.locator("#said li")
    expect(page.locator(".tray tbody tr")).to_have_count(3, timeout=LIVE)
    expect(refused).to_have_count(1, timeout=LIVE)
    expect(refused).to_contain_text("xbrussels: axis")
    expect(line).to_be_focused()
    page.unroute("**/facts/**")
    # It is there still when the page is loaded anew, and can be changed.
    page.reload()
    refused.get_by_role("button", name="Change it").click()
    expect(line).to_have_value("xbrussels: axis")
    expect(refused).to_have_count(0)
    assert errors == []


@pytest.mark.long
def test_what_is_written_on_the_sheet_outlives_a_confirmation_beside_it(campaign, harriet) -> None:
    declare(campaign, control__bergen="axis")
    page = harriet.watching(f"/c/{campaign.slug}/facts/?sheet=whole")
    page.evaluate(
        "document.querySelectorAll('#sheet details').forEach(each => { each.open = true })"
    )
    cairo = page.locator("#sheet [name='fact.control.paris']")
    cairo.select_option("axis")
    page.locator("[id='fact-control.bergen'] button[name=confirm]").click()
    expect(page.locator("[id='fact-control.bergen']")).to_contain_text("confirmed by")
    expect(cairo).to_have_value("axis")


@pytest.mark.long
def test_what_is_read_of_notes_is_shown_where_one_looks(campaign, harriet) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/facts/")
    page.get_by_text("Or paste your notes").click()
    page.locator("#paste").fill("paris: axis\nbergen: axis")
    page.get_by_role("button", name="Read them").click()
    expect(page.locator("#notes .notes")).to_be_in_viewport()
    expect(page.locator("#notes .notes")).to_be_focused()


@pytest.mark.long
def test_an_answer_is_put_in_place_though_the_page_was_renewed_before_it_came(
    campaign, harriet
) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/facts/")
    errors: list[str] = []
    page.on("console", lambda said: errors.extend([said.text] * (said.type == "error")))
    page.locator("#say").fill("paris: axis")
    page.keyboard.press("Enter")
    expect(page.locator(".tray tbody tr")).to_have_count(1, timeout=LIVE)
    page.get_by_text("Or paste your notes").click()
    page.locator("#paste").fill("bergen: axis\nrome: axis")
    page.get_by_role("button", name="Read them").click()
    expect(page.locator("#notes .notes")).to_be_visible()
    held: list[tuple[Route, APIResponse]] = []

    def done_and_not_answered(route: Route) -> None:
        if route.request.method == "POST":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/facts/**", done_and_not_answered)
    page.locator("#map-strip button[value=declare]").click()
    # The site tells the page of it first: there is nothing to declare any more.
    expect(page.locator("#desk")).to_contain_text("Nothing written.", timeout=LIVE)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator("#notes .notes")).to_have_count(0)
    expect(page.locator("#map-strip button[value=declare]")).to_have_count(0)
    assert errors == []


def kept_in_the_tab(page: Page) -> str:
    """All that the tab keeps, in words."""
    return page.evaluate("JSON.stringify(sessionStorage)")


@pytest.mark.long
@pytest.mark.parametrize("how", ["signs out", "is signed out elsewhere"])
def test_whoever_comes_to_the_tab_next_finds_nothing_that_was_written(
    how, campaign, harriet
) -> None:
    page = harriet.watching(f"/c/{campaign.slug}/")
    writes_a_note(page)
    harriet.open(f"/c/{campaign.slug}/facts/")
    page.locator("#say").fill("xbrussels: axis")
    page.keyboard.press("Enter")
    expect(page.locator("#said li")).to_contain_text("xbrussels", timeout=LIVE)
    assert WORDS in kept_in_the_tab(page)
    assert "xbrussels" in kept_in_the_tab(page)

    if how == "signs out":
        page.locator(".who").get_by_role("button", name="Sign out").click()
        page.locator(".who").get_by_role("link", name="Sign in").click()
        assert "chancellery" not in kept_in_the_tab(page)
    else:
        harriet.session.clear_cookies()
    harriet.name = OTTO  # it is he who sits there now
    harriet.sign_in()
    for path in ("", "facts/"):
        harriet.watching(f"/c/{campaign.slug}/{path}")
        expect(page.locator("#said li")).to_have_count(0)
        expect(page.locator(".left-over")).to_have_count(0)
    assert WORDS not in kept_in_the_tab(page)
    assert "xbrussels" not in kept_in_the_tab(page)


@pytest.mark.long
def test_why_orders_were_refused_is_seen_on_a_phone(open_session) -> None:
    # So low that the reason is not in view with the head of the orders.
    harriet = open_session(HARRIET, viewport={"width": 390, "height": 640}, has_touch=True)
    by = User.objects.get(username=HARRIET)
    slug = a_campaign(book="war_game_1939", scenario="1939", by=by, seats={"uk": by}).slug
    page = harriet.open(f"/c/{slug}/")
    # What would come of it cannot be told meanwhile; that is no act that was not done.
    page.route("**/preview/**", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.locator("#f-lines-0").select_option(index=1)
    harriet.seal()
    expect(page.locator("#orders > .problem[role=alert]")).to_be_visible(timeout=LIVE)
    # It is said once more at the field that it is about, which is gone to.
    why = page.locator("#orders .problem.here")
    expect(why).to_have_text("The dice that are left: choose one.")
    expect(page.locator(".trouble")).to_have_count(0)
    bar = page.locator("#orders .seal-now").bounding_box()
    seen = why.bounding_box()
    assert seen
    assert bar
    assert 0 <= seen["y"] < bar["y"] - seen["height"]


def otto_signs_in_instead(harriet: Somebody) -> None:
    """In another tab of the same browser."""
    tab = Somebody(harriet.site, harriet.session)
    tab.open("/").locator(".who").get_by_role("button", name="Sign out").click()
    tab.name = OTTO
    tab.sign_in()


@pytest.mark.long
def test_a_form_does_nothing_in_the_name_of_whoever_signed_in_since(campaign, harriet) -> None:
    page = harriet.open("/new/?book=war_game_1939")
    page.locator("[name=title]").fill(WORDS)
    otto_signs_in_instead(harriet)
    # Nobody has looked at the page since, and it hears of nothing.
    page.evaluate("document.querySelector('[name=holidays]').form.requestSubmit()")
    expect(page.locator("main h1")).to_contain_text("somebody else")
    assert WORDS not in page.content()
    assert not Campaign.objects.exclude(pk=campaign.pk).exists()

    page.locator(".who").get_by_role("button", name="Sign out").click()
    harriet.sign_in()
    harriet.open("/new/?book=war_game_1939")
    expect(page.locator("[name=title]")).to_have_value(WORDS)


def test_a_page_is_covered_when_it_is_looked_at_by_somebody_else(campaign, harriet) -> None:
    page = harriet.open("/accounts/me/")
    otto_signs_in_instead(harriet)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".signed-out")).to_contain_text("somebody else")
