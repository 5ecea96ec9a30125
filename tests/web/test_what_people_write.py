"""What people write stands apart from the words around it."""

import pytest
from django.test import Client

from accounts.models import User
from campaigns.services.deadlines import moderation
from campaigns.services.press import press_messages
from campaigns.services.repair import rulings
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db
NAME = "محمد"


@pytest.fixture
def slug(client: Client, host: User) -> str:
    host.display_name = NAME
    host.save()
    client.force_login(host)
    return a_campaign(book="world_at_war", by=host, seats={"britain": host}, title="לוח").slug


def test_names_titles_and_texts_have_a_direction_of_their_own(
    client: Client, host: User, slug: str
) -> None:
    rulings.make(slug, by=host, text="כן", rule="49.3")
    press_messages.write(slug, by=host, power="britain", thread="public", text="שלום")
    for path, wanted in {
        f"/c/{slug}/": f"<bdi>{NAME}</bdi></a>",
        f"/c/{slug}/seats/": f"<bdi>{NAME}</bdi></a> (you)",
        f"/c/{slug}/rulings/": "<bdi>כן</bdi>",
        f"/c/{slug}/press/public/": '<div class="words" dir="auto"><p>שלום</p>',
        f"/players/{host.pk}/": f"<bdi>{NAME}</bdi>",
        "/": "<bdi>לוח</bdi>",
    }.items():
        assert wanted in client.get(path).content.decode(), path


def test_a_name_that_came_by_no_form_turns_no_line(client: Client, slug: str) -> None:
    User.objects.filter(username="host").update(display_name="\u202enhoj")
    page = client.get(f"/c/{slug}/seats/").content.decode()
    assert "\u202e" not in page
    assert "<bdi>nhoj</bdi>" in page


def test_a_reason_and_a_name_in_a_line_of_the_log_stand_apart(
    client: Client, host: User, slug: str
) -> None:
    moderation.pause(slug, by=host, reason="חופשה <b> & עוד")
    for path in (f"/c/{slug}/log/", f"/c/{slug}/"):
        page = client.get(path).content.decode()
        assert "<bdi>חופשה &lt;b&gt; &amp; עוד</bdi>" in page, path
    assert f"<bdi>{NAME}</bdi></b>" in client.get(f"/c/{slug}/log/").content.decode()
