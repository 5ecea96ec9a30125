"""What search engines, password managers and phones find on the pages."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.seats import invitations
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


OF_IT = (
    *("", "log/", "strip/", "board/", "export/", "print/", "dice/", "log/head/", "receipts/"),
    "nowhere/",
)


@pytest.mark.parametrize("listed", [True, False])
def test_a_campaign_by_link_asks_search_engines_to_stay_out_of_all_that_it_has(
    client: Client, host: User, listed: bool
) -> None:
    slug = a_campaign(book="world_in_flames", by=host, seats={"axis": host}).slug
    Campaign.objects.filter(slug=slug).update(listed=listed)
    for path in ("", "log/", "seats/", "facts/", "history/"):
        html = client.get(f"/c/{slug}/{path}", follow=True).text
        assert ('<meta name="robots" content="noindex">' in html) is not listed, path
    found = {path: client.get(f"/c/{slug}/{path}")["X-Robots-Tag"] for path in OF_IT}
    lists = {path for path, said in found.items() if said == "all"}
    assert set(found.values()) <= {"all", "noindex"}
    assert lists == ({"", "log/", "dice/"} if listed else set())
    for path in ("", "log/", "export/"):
        assert client.get(f"/api/campaigns/{slug}/{path}")["X-Robots-Tag"] == "noindex"


def test_an_invitation_asks_search_engines_to_stay_out(client: Client, host: User) -> None:
    key = invitations.invite(a_campaign(by=host, book="world_in_flames", at_phase=0).slug, by=host)
    assert client.get(f"/join/{key}/")["X-Robots-Tag"] == "noindex"
    assert client.get("/join/none/")["X-Robots-Tag"] == "noindex"


def kinds_at(client: Client, address: str) -> list[str]:
    """What the fields of a page say of themselves."""
    return re.findall(r'autocomplete="([^"]+)"', client.get(address).content.decode())


def test_password_managers_find_their_fields(client: Client, host: User) -> None:
    new = ["new-password", "new-password"]
    assert kinds_at(client, "/accounts/sign-in/") == ["username", "current-password"]
    assert kinds_at(client, "/accounts/sign-up/") == ["username", *new, "nickname", "email"]
    client.force_login(host)
    changed = kinds_at(client, "/accounts/me/password/")
    assert changed == ["username", "current-password", *new]
    for address in ("me/delete/", "me/email/", "me/tokens/", "me/confirm/"):
        found = kinds_at(client, f"/accounts/{address}")
        assert found[0] == "username", address
        assert found[-1] == "current-password", address
    assert 'value="host" hidden' in client.get("/accounts/me/password/").content.decode()


def test_a_phone_finds_what_it_needs_to_install_the_site(client: Client) -> None:
    page = client.get("/").content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page).group(1)
    answer = client.get(address)
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    for icon in told["icons"]:
        assert finders.find(re.sub(r"^/static/", "", icon["src"])), icon
    assert 'rel="apple-touch-icon"' in page
