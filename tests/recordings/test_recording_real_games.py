"""A finished campaign becomes a recording from its export, and plays again to the same bytes."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from campaigns import rulebooks
from campaigns.domain import export_file
from campaigns.recordings import exports, scripts
from campaigns.recordings.recording import difference, read
from rules.registry import BOOKS
from tests.support.campaigns import sent
from tests.support.exports.files import KEY, played

__all__ = ["sent"]


@pytest.mark.usefixtures("db", "sent")
def test_a_finished_campaign_is_recorded_with_its_corrections(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(played(correct=True))
    call_command("record", file, shows="A whole game", stdout=io.StringIO())
    found = read(file.with_suffix(".jsonl").read_bytes())
    assert found.played.shows == "A whole game"
    assert [step.what for step in found.steps[:2]] == ["start", "facts"]
    assert difference(rulebooks.load(KEY), found) == ""


@pytest.mark.usefixtures("db", "sent")
def test_a_running_campaign_cannot_be_recorded() -> None:
    with pytest.raises(exports.CannotRecord, match="still runs"):
        exports.recorded(export_file.read(played(phases=1)), shows="Half a game")


def test_a_script_is_played_and_says_what_it_cannot_do(tmp_path: Path) -> None:
    head = f"shows: x\nrulebook: {KEY}\nscenario: printed-example\nturns: 1\n"
    assert scripts.play(scripts.read(head)).steps
    with pytest.raises(scripts.ScriptStops, match="never came to 'nowhere@9'"):
        scripts.play(scripts.read(head + "then: [{at: nowhere@9}]\n"))
    with pytest.raises(scripts.ScriptStops, match="cannot be read"):
        scripts.read("shows: [")
    bad = tmp_path / "bad.yaml"
    bad.write_text(head + "thn: []\n")
    with pytest.raises(CommandError, match="thn"):
        call_command("record", bad)


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_another_outcome_is_named_by_phase_event_and_field(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import msgspec

    from tests.support.books import recordings as making

    book = BOOKS[key]
    found = making.by_autopilots(book, next(iter(book.scenarios)))
    real = type(book).resolve

    def changed(self, state, orders, standing, dice):
        result = real(self, state, orders, standing, dice)
        return msgspec.structs.replace(
            result,
            state=msgspec.structs.replace(result.state, facts={**result.state.facts, "x": 1}),
            events=result.events[1:],
        )

    monkeypatch.setattr(type(book), "resolve", changed)
    said = difference(book, found)
    assert said.startswith("step 2 (")
    assert "the state differs in" in said
    assert "facts" in said
