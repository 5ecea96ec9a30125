"""What lies in a plan: its name and its order, sealed together."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.models import Plan
from campaigns.sealed import sealing

MOST = 6
"""How many plans a power can keep for a phase."""
LONGEST_NAME = 60


def own(phase: Any, power: str, person: Any) -> list[Plan]:
    """The plans that a person keeps for a power, unopened, in their order."""
    return list(phase.plans.filter(power=power, by=person).order_by("number"))


def named(plan: Plan) -> str:
    """The name of a plan; its number where it cannot be read."""
    try:
        return plan.content.name
    except (sealing.CannotUnseal, ValueError):
        return _("Plan %(number)s") % {"number": plan.number}


def a_name(said: str, number: int) -> str:
    """A name as it is kept, on one line. Raises ``NotOnTheMenu`` for one that is too long."""
    name = " ".join(said.split())
    if len(name) > LONGEST_NAME:
        raise NotOnTheMenu(
            _("The name of a plan has at most %(longest_name)s letters.")
            % {"longest_name": LONGEST_NAME},
            field="name",
            remedy=_("Choose a shorter one."),
        )
    return name or f"Plan {number}"
