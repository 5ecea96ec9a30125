"""The whole site as a visitor's browser meets it."""


def test_a_visitor_signs_up_in_a_browser_and_is_greeted(live_site, new_browser) -> None:
    page = new_browser().new_page()
    page.goto(f"{live_site.url}/accounts/sign-up/")
    page.get_by_label("Username").fill("aurelia")
    page.locator("[name=password1]").fill("marches-and-isles-1939")
    page.locator("[name=password2]").fill("marches-and-isles-1939")
    page.get_by_role("button", name="Create account").click()

    page.goto(f"{live_site.url}/accounts/me/")
    assert page.get_by_text("You sign in as").inner_text() == "You sign in as aurelia."
