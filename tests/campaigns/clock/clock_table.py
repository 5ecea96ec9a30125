"""The page that shows what comes of every act in every state of a campaign's clock (docs/clock.md)."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.campaigns.clock.clock_acts import ACTS, PARTS, Act
from tests.campaigns.clock.clock_outcomes import Outcome
from tests.campaigns.clock.clock_states import STATES

PAGE = Path(__file__).parents[3] / "docs/clock.md"
NONE: Final = "–"
"""There is nothing that could be done."""

MEANINGLESS: tuple[tuple[str, str, str], ...] = (
    (
        "It names no phase, so it is as while the campaign runs.",
        "undone",
        (
            "leave_standing end_standing start pause pause_until resume extend set_deadline extend_one "
            "change_policy nudge ask_resume ask_seat ask_rules ask_delay ask_anonymity ask_override ask_ruling "
            "go_away come_back name_deputy accept lay_down leave retake invite revoke join assign_free assign "
            "seat_bot free_seat share succeed leave_desk offer put_dispatch clear_dispatch begin_thread write "
            "announce press_policy correct propose_secret rule unrule delay fork sweep time_goes_by "
            "outage add_time restore"
        ),
    ),
    (
        "Before the start there is nothing that it could be about.",
        "gathering",
        (
            "come_back accept lay_down confirm dispute withdraw settle write undo_override acknowledge "
            "withdraw_secret decide_secret undo_secret take_back withdraw_question "
            "yes_extend yes_pause yes_resume yes_resolve yes_end yes_seat yes_rules yes_rollback yes_fork "
            "yes_delay yes_override yes_ruling"
        ),
    ),
    (
        "The clock is not paused, so nobody could ask to resume it.",
        "running grace past waiting closed finished undone fork",
        "yes_resume",
    ),
    ("No question can be open where nobody has a seat.", "nobody", "yes_resume"),
    ("Without its rules nobody can ask to resume it.", "rules", "yes_resume"),
    ("A fork is private: no spectator follows it.", "fork", "ask_delay yes_delay delay"),
    (
        "The site has its rules.",
        "gathering running grace past waiting paused stuck nobody closed finished undone fork",
        "rules_back",
    ),
    (
        "It waits for no dice.",
        "gathering running grace past waiting paused stuck rules nobody finished undone fork",
        "dice_come",
    ),
)
"""Why there is nothing to be done: the reason, the states, and the acts."""


def meaningless() -> dict[tuple[str, str], str]:
    """Of the cells in which there is nothing to be done, why."""
    return {
        (act, state): why
        for why, states, acts in MEANINGLESS
        for act in acts.split()
        for state in states.split()
    }


# -- The page ---------------------------------------------------------------------------------

HEAD = """\
# What can be done when

A campaign is always in one of these states, and what you can do depends on it. The tables below show every act in
every state. The test `tests/campaigns/clock/test_clock_matrix.py` does each of them and writes this page, so do not edit
it by hand: `WRITE_CLOCK=1 .venv/bin/python -m pytest tests/campaigns/clock/test_clock_matrix.py -n 0` writes it again.

## The states

| state | what it means |
|---|---|
"""

READING = """
## How to read the tables

Each cell says what comes of the act, with everything that the clock does right after it.

| cell | what it means |
|---|---|
| yes | it is done; the clock stays as it is |
| no effect | it is not refused, and nothing changes |
| begins | the first phase opens |
| stops | the clock is paused |
| runs again | the clock runs again, with another deadline where the old one has passed |
| moves deadline | the deadline of all, or of one power, is another |
| resolves | the phase is resolved and the next one opens |
| ends it | the campaign is over |
| asks | the players are asked; when enough agree, see *The last yes to a question* |
| goes back | an earlier phase is played again |
| other rules | the phase goes on by other rules |
| voids seals | seals for the open phase do not count any more |
| forks | a campaign of its own begins |
| no (1) | it is refused, in the words of that number [below](#why-not) |
| – | there is nothing that could be done |

The campaigns of the tables have three powers, each with a player, and a moderator who does not play. Northland has sealed,
Southland and the Isle have not. Their policy gives each seat extensions and emergency pauses, lets the players vote on all
that they can vote on, and has them look at what is declared. A policy that allows less refuses more.

Where the policy decides what comes of a missed deadline, all but *waiting* have the autopilot play.
"""

WHY_NOT = """
## Why not

"""


def row(act: Act, cells: Iterable[str]) -> str:
    """One line of a table."""
    return f"| {act.title} | {act.who} | {' | '.join(cells)} |"


def page(found: Mapping[str, Mapping[str, Outcome]]) -> str:
    """The page, made of what came of every act."""
    refusals: dict[str, int] = {}
    lines = []
    for part, title in PARTS.items():
        headings = " | ".join(state.title for state in STATES.values())
        lines += ["", f"## {title}", "", f"| | by | {headings} |", "|---" * (len(STATES) + 2) + "|"]
        for act in of_part(part):
            cells = []
            for state in STATES:
                one = found[act.key][state]
                if one.refusal:
                    number = refusals.setdefault(one.refusal, len(refusals) + 1)
                    cells.append(f"no ({number})")
                else:
                    cells.append(one.words or NONE)
            lines.append(row(act, cells))
    states = "".join(f"| **{state.title}** | {state.says} |\n" for state in STATES.values())
    why = "".join(f"{number}. {words}\n" for words, number in refusals.items())
    return HEAD + states + READING + "\n".join(lines) + "\n" + WHY_NOT + why


def of_part(part: str) -> list[Act]:
    """The acts of one part of the table, in order."""
    return [act for act in ACTS.values() if act.part == part]


def read(text: str) -> dict[str, dict[str, Outcome]]:
    """What a page says of every act in every state."""
    _, _, why = text.partition(WHY_NOT)
    refusals = dict(re.findall(r"^(\d+)\. (.*)$", why, re.MULTILINE))
    found: dict[str, dict[str, Outcome]] = {}
    for part, title in PARTS.items():
        section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] != "|--"]
        written = {tuple(cells[:2]): cells[2:] for cells in rows if len(cells) == len(STATES) + 2}
        for act in of_part(part):
            cells = written.get((act.title, act.who), [""] * len(STATES))
            found[act.key] = {
                state: _outcome(cell, refusals) for state, cell in zip(STATES, cells, strict=True)
            }
    return found


def _outcome(cell: str, refusals: Mapping[str, str]) -> Outcome:
    if number := re.fullmatch(r"no \((\d+)\)", cell):
        return Outcome(refusal=refusals.get(number[1], ""))
    return Outcome(words="" if cell == NONE else cell)
