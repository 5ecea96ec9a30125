"""What is taken of the board of Days of Decision to tell its campaigns."""

from typing import Any


def small(board: Any) -> dict[str, Any]:
    """What the lobby draws of the display, as plain data."""
    zones = {zone.key: n for n, zone in enumerate(board.zones)}
    minors = {
        minor.key: minor.zone for minor in board.minors if not getattr(minor, "conquered", False)
    }
    stacks = [
        (each.hex, minors.get(free[0], "") if free else "", len(free))
        for each in board.stacks
        if each.minors
        for free in ([key for key in each.minors if key in minors],)
    ]
    return {
        "cells": [[cell.q, cell.r, zones.get(cell.zone, -1)] for cell in board.cells],
        "zones": [[zone.key, str(zone.title)] for zone in board.zones],
        "stacks": [[*at, zone if zone in zones else "", count] for at, zone, count in stacks],
        "powers": [[*each.hex, each.ideology, each.power] for each in board.markers],
        "names": {line.power: str(line.name) for line in board.standing},
    }
