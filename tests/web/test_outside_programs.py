"""What search engines, password managers and phones find on the pages."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.lifecycle.campaigns import create_campaign
from campaigns.services.seats import invitations
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> User:
    return User.objects.create_user("host", password="a-table-by-the-window-1939")


def campaign_of(host: User) -> Campaign:
    return a_campaign(book="world_in_flames", by=host, seats={"axis": host}).campaign


@pytest.mark.parametrize(("watch", "hidden"), [("public", False), ("link", True)])
def test_a_campaign_by_link_asks_search_engines_to_stay_out(
    client: Client, host: User, watch: str, hidden: bool
) -> None:
    campaign = campaign_of(host)
    Campaign.objects.filter(pk=campaign.pk).update(listed=watch == "public")
    for path in ("", "log/", "seats/", "facts/", "history/"):
        html = client.get(f"/c/{campaign.slug}/{path}", follow=True).content.decode()
        assert ('<meta name="robots" content="noindex">' in html) is hidden, path


OF_IT = (
    "",
    "log/",
    "strip/",
    "board/",
    "export/",
    "print/",
    "dice/",
    "log/head/",
    "receipts/",
    "nowhere/",
)


@pytest.mark.parametrize("watch", ["public", "link"])
def test_what_is_no_page_asks_for_it_too(client: Client, host: User, watch: str) -> None:
    campaign = campaign_of(host)
    Campaign.objects.filter(pk=campaign.pk).update(listed=watch == "public")
    found = {path: client.get(f"/c/{campaign.slug}/{path}")["X-Robots-Tag"] for path in OF_IT}
    lists = {path for path, said in found.items() if said == "all"}
    assert set(found.values()) <= {"all", "noindex"}
    assert lists == ({"", "log/", "dice/"} if watch == "public" else set())
    for path in ("", "log/", "export/"):
        assert client.get(f"/api/campaigns/{campaign.slug}/{path}")["X-Robots-Tag"] == "noindex"


def test_an_invitation_asks_search_engines_to_stay_out(client: Client, host: User) -> None:
    slug = create_campaign(
        by=host, title="A", rulebook="world_in_flames", scenario="printed-example"
    )
    key = invitations.invite(slug, by=host)
    assert client.get(f"/join/{key}/")["X-Robots-Tag"] == "noindex"
    assert client.get("/join/none/")["X-Robots-Tag"] == "noindex"


def kinds_at(client: Client, address: str) -> list[str]:
    """What the fields of a page say of themselves."""
    return re.findall(r'autocomplete="([^"]+)"', client.get(address).content.decode())


def test_password_managers_find_their_fields(client: Client, host: User) -> None:
    new = ["new-password", "new-password"]
    assert kinds_at(client, "/accounts/sign-in/") == ["username", "current-password"]
    assert kinds_at(client, "/accounts/sign-up/") == ["username", "nickname", "email", *new]
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
