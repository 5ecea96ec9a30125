"""Noting in which phases standing orders spoke, which part of them, and what it brought: for their player alone."""

from typing import Any

from campaigns import rulebooks
from campaigns.crypto import dice_chain
from campaigns.models import Campaign, Phase, StandingAnswer
from campaigns.models.standing_orders import AnswerContent
from campaigns.rulebooks import standing_answers, states
from rules.kernel.orders import Order


def note(
    campaign: Campaign, phase: Phase, state: Any, inputs: Any, result: Any, taken: Any
) -> None:
    """Note it of a phase that was just resolved. ``inputs`` is what went into it, ``taken`` its dice; the
    campaign is locked.
    """
    book = states.book_of(campaign)
    for power, order in inputs.standing.items():

        def again(other: Order | None, power: str = power) -> Any:
            standing = {name: one for name, one in inputs.standing.items() if name != power}
            if other is not None:
                standing[power] = other
            dice = dice_chain.dice(campaign, taken)
            return book.resolve(state, inputs.orders, standing, dice)

        found = None
        if not campaign.dice_given:
            found = standing_answers.made_out(book, power, order, again, result)
        part, told = found or (order, [])
        if power in inputs.answered:
            view = rulebooks.view_of(book, state, power)
            part = standing_answers.asked_part(book, view, power, order) or part
        elif found is None:
            continue
        content = AnswerContent(rulebooks.as_data(part), told)
        StandingAnswer.objects.create(standing=inputs.rows[power], phase=phase, content=content)
