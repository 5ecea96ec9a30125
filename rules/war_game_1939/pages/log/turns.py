"""Turns that begin, moves that are declared, and the end."""

from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import title
from rules.war_game_1939.pages.log.told import Telling, Told, listed, place_name

CLOCK = (e.TurnBegan, e.PlayerTurnBegan)


def _moves(v: e.MovesDeclared) -> Told:
    words = {"build": "builds in", "land": "moves to", "sea": "sails to", "attack": "attacks in",
             "leave": "leaves", "retreat": "retreats to"}  # fmt: skip
    said = [
        f"{word} {listed(map(place_name, keys))}"
        for key, word in words.items()
        if (keys := getattr(v, key))
    ]
    return Told(f"{title(v.nation)} {listed(said) if said else 'declares no move'}", weight=8)


def _due(v: e.ReturnDue) -> Told:
    head = "American ships lie out of bounds" + (" still" if v.late else "")
    return Told(head, f"{listed(map(place_name, v.zones))}: they must leave.", 14, actor="usa")


TELL: Telling = {
    e.TurnBegan: lambda v: Told(v.title, weight=5),
    e.PlayerTurnBegan: lambda v: Told(f"The turn of {v.title} begins", weight=3),
    e.MovesDeclared: _moves,
    e.ReturnDue: _due,
    e.CampaignEnded: lambda v: Told("The last turn is over", weight=60).as_news(
        "the game ends, and its rules name no winner",
        why="what is left is fought out on the map",
    ),
}
