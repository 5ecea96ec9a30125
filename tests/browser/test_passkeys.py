"""Signing in with a passkey of the browser, and what a browser refuses to run in our pages."""

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.services.site import announcements
from tests.browser import policy
from tests.browser.looks import looked_at
from tests.browser.people import PASSWORD, Somebody, person_of
from tests.browser.tables import campaign_of

pytestmark = pytest.mark.xdist_group("passkeys")


@pytest.fixture
def harriet(live_site, new_browser) -> Somebody:
    # Browsers offer passkeys at names alone, and not at addresses.
    here = live_site.url.replace("127.0.0.1", "localhost")
    return Somebody(here, new_browser(), "harriet")


@pytest.fixture
def device(harriet: Somebody) -> str:
    """A device that keeps passkeys, and knows its owner's finger."""
    line = harriet.session.new_cdp_session(harriet.page)
    line.send("WebAuthn.enable")
    can = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal", **dict.fromkeys(can, True)}
    made = line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return str(made["authenticatorId"])


def picture(page: Page, name: str) -> None:
    """The page as it is, for the eye, at both widths (`make pictures`); nothing shuts anybody out."""
    looked_at(page, name)
    assert policy.refused(page) == []


@pytest.mark.long
def test_a_passkey_and_an_app_are_set_up_and_sign_in(harriet: Somebody, device: str) -> None:
    page = harriet.open("/accounts/me/security/")
    picture(page, "1-security")
    page.get_by_role("link", name="Add or remove passkeys").click()
    picture(page, "2-confirm")
    page.locator("main [name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.locator("[name=name]").fill("My laptop")
    page.get_by_role("button", name="Create passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = page.locator(".codes code").all_inner_texts()
    assert len(codes) == 10
    picture(page, "3-codes")

    harriet.open("/accounts/me/security/passkeys/")
    expect(page.locator("main")).to_contain_text("My laptop")
    picture(page, "4-passkeys")
    harriet.open("/accounts/me/security/app/")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("svg.qr")).to_be_visible()
    picture(page, "5-app")
    page.locator("[name=code]").fill("000000")
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator("main")).to_contain_text("not the code")

    sign_out(page)
    harriet.open("/accounts/sign-in/?next=/accounts/me/tokens/")
    picture(page, "6-sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile("/accounts/me/tokens/"))
    expect(page.locator(".who")).to_contain_text("harriet")

    # By password, the passkey is the second step; a recovery code would do as well.
    sign_out(page)
    for second in ("passkey", "code"):
        harriet.open("/accounts/sign-in/")
        harriet.fill_in_who()
        expect(page.get_by_role("heading", name="Second step")).to_be_visible()
        if second == "passkey":
            picture(page, "7-second-step")
            page.get_by_role("button", name="Use a passkey").click()
        else:
            page.locator("[name=code]").fill(codes[0])
            page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator(".who")).to_contain_text("harriet")
        sign_out(page)


def sign_out(page: Page) -> None:
    page.locator(".who").get_by_role("button", name="Sign out").click()
    expect(page.locator(".who")).to_contain_text("Sign in")


@pytest.mark.long
def test_a_page_in_use_has_nothing_that_a_browser_refuses(harriet: Somebody) -> None:
    here = f"/c/{campaign_of(harriet).slug}/"
    person = person_of("harriet")
    person.is_staff = person.is_superuser = True
    person.save()
    announcements.announce(by=person, key="a", text="On Sunday")
    page = harriet.open(here)
    harriet.place(turkey=2, greece=2)
    expect(harriet.roll_beside("points.turkey")).to_contain_text("Turkey")
    harriet.seal()
    expect(harriet.heading).to_contain_text("Allied diplomatic phase", timeout=30_000)
    assert policy.refused(page) == []
    for path in ("facts/", "history/1/", "press/public/", "countries/finland/", "desk/", "log/"):
        harriet.open(here + path)
        page.wait_for_load_state("networkidle")
        assert policy.refused(page) == [], path
    for path in ("/", "/tools/hexes/", "/news/settings/", "/staff/"):
        harriet.open(path)
        page.wait_for_load_state("networkidle")
        assert policy.refused(page) == [], path
    for path in ("/admin/", "/admin/accounts/user/", f"/admin/accounts/user/{person.pk}/change/"):
        harriet.open(path)
        assert page.title().endswith("Chancellery")
        assert policy.refused(page) == [], path


HOSTILE = [
    "<img src=x onerror='window.got = 1'>",
    "<script>window.got = 1</script>",
    "<script src='https://elsewhere.example/a.js'></script>",
    "<svg><animate onbegin='window.got = 1'></svg>",
    "<a href=' java&#115;cript:window.got = 1'>a</a>",
    "<a href='java\tscript:window.got = 1'>a</a>",
    "<iframe srcdoc='&lt;script&gt;'></iframe>",
    "<form><button formaction='javascript:1'>a</button></form>",
    "<base href='https://elsewhere.example/'>",
    "<meta http-equiv=refresh content='0; url=https://elsewhere.example/'>",
    "<template><img src=x onerror='window.got = 1'></template>",
    "<div hx-on:click='window.got = 1'>a</div>",
]
ASK = """(text) => {
  try { document.createElement("div").innerHTML = text; return "in"; } catch { return "refused"; }
}"""


def test_no_text_that_could_run_becomes_part_of_a_page(harriet: Somebody) -> None:
    page = harriet.open("/accounts/me/")
    assert page.evaluate(ASK, "<p class=a>Good <a href='/c/x/'>words</a></p>") == "in"
    for text in HOSTILE:
        assert page.evaluate(ASK, text) == "refused", text
    assert page.evaluate("window.got") is None
    for code in (
        "document.createElement('script').text = 'window.got = 1'",
        "document.createElement('script').src = 'https://elsewhere.example/a.js'",
        "document.createElement('script').src = '/c/some/export/'",
        "trustedTypes.createPolicy('another', {createHTML: (text) => text})",
        "trustedTypes.createPolicy('default', {createHTML: (text) => text})",
    ):
        tried = f"() => {{ try {{ {code}; return 'in' }} catch {{ return 'no' }} }}"
        assert page.evaluate(tried) == "no", code
