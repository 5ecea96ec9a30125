"""`python -m campaigns.vassal.child`: the process that reads one saved game, and ends.

On its input come the length of the plans, the plans, and the file; on its output goes a ``Count`` or a
``Refusal`` in JSON. It opens no file for writing, and is ended by the system once it has used its
time or its memory.
"""

import gc
import resource
import sys
from collections.abc import Sequence

from campaigns.domain import saved_game_texts
from campaigns.vassal.container import opened
from campaigns.vassal.counting import counted, shown
from campaigns.vassal.globs import matches
from campaigns.vassal.pieces import on_the_table
from campaigns.vassal.plan import Count, Plan, Refusal
from campaigns.vassal.refusing import NotRead
from rules.kernel.serial import canonical, load

SECONDS = 10
"""Of processor time; whoever starts it waits no longer either."""
MEMORY = 1 << 30
"""Bytes of address space."""
LENGTH = 8
"""Bytes in which the length of the plans is said."""


def limited() -> None:
    """Let the system end this process once it has used what it may."""
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        own = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (own, own))


def answer(given: bytes) -> Count | Refusal:
    """What is said of a file that came with its plans."""
    length = int.from_bytes(given[:LENGTH])
    plans = load(given[LENGTH : LENGTH + length], tuple[Plan, ...])
    try:
        saved = opened(given[LENGTH + length :])
        number = _plan_for(plans, saved.module)
        return counted(on_the_table(saved.text), plans[number], number, saved.module)
    except NotRead as refusal:
        return Refusal(refused=refusal.message, remedy=refusal.remedy)
    except MemoryError:
        return Refusal(refused=saved_game_texts.TAKES_MEMORY, remedy="")


def _plan_for(plans: Sequence[Plan], module: str) -> int:
    """The number of the plan for a module; of the only one, where the save does not name its module."""
    if not module and len(plans) == 1:
        return 0
    for number, plan in enumerate(plans):
        if module and matches(plan.module, module):
            return number
    theirs = ", ".join(f"“{plan.module}”" for plan in plans)
    if not module:
        raise NotRead(
            saved_game_texts.NAMELESS_MODULE % {"mapped": theirs}, saved_game_texts.CHOOSE_ONE
        )
    said = saved_game_texts.ANOTHER_MODULE % {"module": shown(module), "mapped": theirs}
    raise NotRead(said, saved_game_texts.A_MAPPED_ONE)


def main() -> int:
    """Read one file, say what it says, and end."""
    limited()
    # It lives for one file: to look for what is no longer needed would take most of its time.
    gc.disable()
    sys.stdout.buffer.write(canonical(answer(sys.stdin.buffer.read())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
