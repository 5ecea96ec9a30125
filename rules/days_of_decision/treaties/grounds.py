"""Casus belli that treaties and their breaches give."""

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.state import CasusBelli


def ground(
    course: Adjudication,
    power: str,
    against: str,
    until: int,
    why: str,
    rule: str,
    *,
    over: str = "",
) -> bool:
    """Give a power a casus belli, unless it holds the same for as long; true when it is new."""
    casus = CasusBelli(power=power, against=against, until=until, why=why, rule=rule, over=over)
    if casus in course.state.casus:
        return False
    course.change(casus=(*course.state.casus, casus))
    return True
