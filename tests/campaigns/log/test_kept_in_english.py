"""What is stored stays English whoever caused it, and is recognised when it is shown."""

import pytest
from django.utils.translation import override

from campaigns import messages
from campaigns.domain import saved_game_texts

SLOTS = ("reason", "number", "revision", "status", "most", "game", "module", "mapped")


@pytest.fixture
def in_tongues(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language in which every text is itself in brackets."""
    monkeypatch.setattr(messages, "gettext", lambda text: f"<{text}>")


@pytest.mark.usefixtures("in_tongues")
def test_each_stored_text_is_recognised_by_what_it_was_made_from() -> None:
    texts = list(messages.stored())
    assert len(texts) > 20
    for text in texts:
        slots = {name: f"the {name}" for name in SLOTS}
        assert messages.shown(text % slots) == f"<{text}>" % slots


@pytest.mark.usefixtures("in_tongues")
def test_what_people_wrote_is_left_alone() -> None:
    for text in ("", "paused", "We wait for the phase is over"):
        assert messages.shown(text) == text


@pytest.mark.long
def test_every_paragraph_of_first_games_and_of_history_is_listed() -> None:
    found = {path.name: text for path, text in messages.paragraphs()}
    assert {"options.yaml", "diplomacy.yaml", "commerce.yaml", "world_in_flames.yaml"} <= set(found)
    said = [text for _path, text in messages.paragraphs()]
    assert any(text.startswith("You are France in 1936;") for text in said)
    assert not any(text in ("germany", "select", "read") for text in said)


def test_why_a_saved_game_is_not_read_is_said_in_the_language_of_its_reader() -> None:
    many = saved_game_texts.MANY_PIECES % {"most": "200,000"}
    assert messages.shown(many) == many
    with override("de"):
        assert messages.shown(many) == "Der Spielstand enthält mehr als 200.000 Steine."
        assert messages.shown(saved_game_texts.A_LOG) != saved_game_texts.A_LOG
