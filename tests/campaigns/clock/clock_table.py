"""What is expected of every act in every state of a campaign's clock, and the page that shows it (docs/clock.md)."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.campaigns.clock.clock_acts import ACTS, PARTS, Act
from tests.campaigns.clock.clock_outcomes import Outcome
from tests.campaigns.clock.clock_states import STATES

PAGE = Path(__file__).parents[3] / "docs/clock.md"
NO: Final = "no"
"""It is refused."""
NONE: Final = "–"
"""There is nothing that could be done."""
EVERYWHERE_ELSE: Final = "*"

Cells = Mapping[str, str]
"""States by what comes of an act in them."""

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

EXPECTED: Mapping[str, Cells] = {
    "draft": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "discard": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "seal": {NO: EVERYWHERE_ELSE, "yes": "running grace waiting paused fork"},
    "seal_last": {
        NO: EVERYWHERE_ELSE,
        "resolves": "running grace past waiting fork",
        "yes": "paused",
    },
    "seal_again": {NO: EVERYWHERE_ELSE, "yes": "running paused fork"},
    "unseal": {NO: EVERYWHERE_ELSE, "voids seals": "running paused fork"},
    "seal_as_deputy": {NO: EVERYWHERE_ELSE, "yes": "running paused fork"},
    "leave_standing": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished"},
    "end_standing": {"yes": EVERYWHERE_ELSE, NO: "gathering nobody closed finished"},
    "start": {"no effect": EVERYWHERE_ELSE, "begins": "gathering", NO: "finished"},
    "pause": {
        "stops": EVERYWHERE_ELSE,
        NO: "gathering stuck rules nobody closed finished",
        "no effect": "paused",
    },
    "pause_until": {
        "stops": EVERYWHERE_ELSE,
        NO: "gathering stuck rules nobody closed finished",
        "yes": "paused",
    },
    "resume": {
        NO: EVERYWHERE_ELSE,
        "no effect": "running grace past closed fork",
        "runs again": "paused",
        "resolves": "stuck",
    },
    "extend": {
        "moves deadline": EVERYWHERE_ELSE,
        NO: "gathering closed finished",
        "runs again": "waiting",
    },
    "set_deadline": {
        "moves deadline": EVERYWHERE_ELSE,
        NO: "gathering closed finished",
        "runs again": "waiting",
    },
    "extend_one": {
        NO: EVERYWHERE_ELSE,
        "moves deadline": "running grace past fork",
        "runs again": "waiting",
    },
    "take_extension": {NO: EVERYWHERE_ELSE, "moves deadline": "running fork"},
    "emergency": {NO: EVERYWHERE_ELSE, "stops": "running fork"},
    "force": {NO: EVERYWHERE_ELSE, "resolves": "running grace past waiting fork"},
    "change_policy": {"yes": EVERYWHERE_ELSE, NO: "finished"},
    "nudge": {NO: EVERYWHERE_ELSE, "yes": "running grace past waiting fork"},
    "ask_extend": {"asks": EVERYWHERE_ELSE, NO: "gathering nobody closed finished undone"},
    "yes_extend": {
        "moves deadline": EVERYWHERE_ELSE,
        "runs again": "waiting",
        NO: "nobody closed finished undone",
    },
    "ask_pause": {NO: EVERYWHERE_ELSE, "asks": "running grace past waiting fork"},
    "yes_pause": {
        "stops": EVERYWHERE_ELSE,
        NO: "paused stuck rules nobody closed finished undone",
    },
    "ask_resume": {NO: EVERYWHERE_ELSE, "asks": "paused stuck"},
    "yes_resume": {"runs again": EVERYWHERE_ELSE, "resolves": "stuck"},
    "ask_resolve": {NO: EVERYWHERE_ELSE, "asks": "running grace past waiting fork"},
    "yes_resolve": {
        "resolves": EVERYWHERE_ELSE,
        NO: "paused stuck rules nobody closed finished undone",
    },
    "ask_end": {"asks": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "yes_end": {"ends it": EVERYWHERE_ELSE, NO: "rules nobody closed finished undone"},
    "ask_seat": {"asks": EVERYWHERE_ELSE, NO: "gathering nobody finished"},
    "yes_seat": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "ask_rules": {
        "asks": EVERYWHERE_ELSE,
        NO: "gathering rules closed finished",
        "other rules": "nobody",
    },
    "yes_rules": {"other rules": EVERYWHERE_ELSE, NO: "rules nobody closed finished undone"},
    "ask_rollback": {"asks": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "yes_rollback": {"goes back": EVERYWHERE_ELSE, NO: "rules nobody closed finished undone"},
    "ask_fork": {"asks": EVERYWHERE_ELSE, NO: "gathering rules nobody finished"},
    "yes_fork": {"forks": EVERYWHERE_ELSE, NO: "rules nobody finished"},
    "ask_delay": {"asks": EVERYWHERE_ELSE, "yes": "gathering nobody", NO: "finished"},
    "yes_delay": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "ask_anonymity": {"asks": EVERYWHERE_ELSE, "yes": "nobody", NO: "finished"},
    "yes_anonymity": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "ask_override": {
        "asks": EVERYWHERE_ELSE,
        NO: "gathering rules closed finished",
        "yes": "nobody",
    },
    "yes_override": {
        "voids seals": EVERYWHERE_ELSE,
        "moves deadline, voids seals": "past stuck grace",
        NO: "rules nobody closed finished undone",
    },
    "ask_ruling": {"asks": EVERYWHERE_ELSE, NO: "gathering rules nobody finished"},
    "yes_ruling": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "take_back": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "withdraw_question": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "go_away": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "come_back": {"yes": EVERYWHERE_ELSE, NO: "nobody"},
    "name_deputy": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "accept": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "lay_down": {"yes": EVERYWHERE_ELSE, "no effect": "nobody"},
    "leave": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "retake": {NO: EVERYWHERE_ELSE, "yes": "gathering", "runs again": "nobody"},
    "invite": {"yes": EVERYWHERE_ELSE, NO: "finished"},
    "revoke": {"yes": EVERYWHERE_ELSE, "no effect": "finished"},
    "join": {"yes": EVERYWHERE_ELSE, "runs again": "nobody", NO: "finished fork"},
    "assign_free": {"yes": EVERYWHERE_ELSE, "runs again": "nobody", NO: "finished fork"},
    "assign": {
        "asks": EVERYWHERE_ELSE,
        "yes": "gathering",
        "runs again": "nobody",
        NO: "finished fork",
    },
    "seat_bot": {
        "asks": EVERYWHERE_ELSE,
        "yes": "gathering",
        "no effect": "nobody",
        NO: "finished",
    },
    "free_seat": {"asks": EVERYWHERE_ELSE, "yes": "gathering nobody", NO: "finished"},
    "share": {"yes": EVERYWHERE_ELSE},
    "succeed": {"yes": EVERYWHERE_ELSE},
    "leave_desk": {"yes": EVERYWHERE_ELSE, NO: "finished"},
    "offer": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "perform": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "put_dispatch": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished"},
    "clear_dispatch": {"yes": EVERYWHERE_ELSE, "no effect": "gathering", NO: "nobody"},
    "declare": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished undone"},
    "confirm": {NO: EVERYWHERE_ELSE, "yes": "running past paused stuck fork"},
    "dispute": {NO: EVERYWHERE_ELSE, "yes": "running past paused stuck fork"},
    "withdraw": {"yes": EVERYWHERE_ELSE, NO: "grace waiting nobody closed finished undone"},
    "settle": {"yes": EVERYWHERE_ELSE, NO: "grace waiting rules closed finished undone"},
    "begin_thread": {"yes": EVERYWHERE_ELSE, NO: "gathering nobody finished"},
    "write": {"yes": EVERYWHERE_ELSE, NO: "nobody finished"},
    "announce": {"yes": EVERYWHERE_ELSE},
    "press_policy": {"yes": EVERYWHERE_ELSE},
    "correct": {"yes": EVERYWHERE_ELSE, NO: "gathering rules closed finished"},
    "undo_override": {"asks": EVERYWHERE_ELSE, NO: "rules closed finished undone", "yes": "nobody"},
    "acknowledge": {"yes": EVERYWHERE_ELSE, NO: "nobody closed finished"},
    "propose_secret": {"yes": EVERYWHERE_ELSE, NO: "gathering rules nobody closed finished"},
    "withdraw_secret": {"yes": EVERYWHERE_ELSE, NO: "rules nobody closed finished undone"},
    "decide_secret": {"yes": EVERYWHERE_ELSE, NO: "rules closed finished undone"},
    "undo_secret": {"yes": EVERYWHERE_ELSE, NO: "rules nobody closed finished undone"},
    "roll_back": {
        "asks": EVERYWHERE_ELSE,
        NO: "gathering rules closed finished undone",
        "goes back": "nobody",
    },
    "rule": {"yes": EVERYWHERE_ELSE, NO: "gathering rules finished"},
    "unrule": {"yes": EVERYWHERE_ELSE, NO: "gathering finished"},
    "delay": {"yes": EVERYWHERE_ELSE, NO: "finished"},
    "fork": {NO: EVERYWHERE_ELSE, "forks": "finished"},
    "sweep": {"no effect": EVERYWHERE_ELSE},
    "time_goes_by": {"no effect": EVERYWHERE_ELSE, "resolves": "running grace past fork"},
    "rules_back": {"runs again": EVERYWHERE_ELSE},
    "dice_come": {"resolves": EVERYWHERE_ELSE},
    "outage": {"no effect": EVERYWHERE_ELSE, "moves deadline": "running grace past fork"},
    "add_time": {"no effect": EVERYWHERE_ELSE, "moves deadline": "running grace past fork"},
    "restore": {
        "voids seals": EVERYWHERE_ELSE,
        "moves deadline, voids seals": "past stuck grace",
        "yes": "gathering nobody closed",
        "no effect": "finished",
    },
}
"""Of each act the states by what comes of it there, but for those of ``MEANINGLESS``."""


def meaningless() -> dict[tuple[str, str], str]:
    """Of the cells in which there is nothing to be done, why."""
    return {
        (act, state): why
        for why, states, acts in MEANINGLESS
        for act in acts.split()
        for state in states.split()
    }


def expected(act: str) -> dict[str, str]:
    """What is expected of an act in each state: a few words, ``NO`` or ``NONE``."""
    nothing = meaningless()
    named = {
        state: words
        for words, states in EXPECTED[act].items()
        if states != EVERYWHERE_ELSE
        for state in states.split()
    }
    [usual] = (words for words, states in EXPECTED[act].items() if states == EVERYWHERE_ELSE)
    return {state: NONE if (act, state) in nothing else named.get(state, usual) for state in STATES}


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
