"""Every field of the database that holds bytes: which of them are sealed, and for which place.

Whoever adds such a field adds it here (`manage.py check` insists). Then it moves with the others when
the site changes its keys, and the tests see to it that what is declared sealed is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from campaigns.models import (
    Act,
    Advice,
    Campaign,
    CampaignKey,
    Dispatch,
    EventRow,
    IdempotentResponse,
    Note,
    NotifiedItems,
    Origin,
    PendingAct,
    PendingDispatch,
    Phase,
    Plan,
    PressMessage,
    PressReport,
    PressThread,
    SeatChain,
    SecretEntry,
    Sheet,
    StandingAnswer,
    StandingOrders,
    Webhook,
    WhatIf,
)


@dataclass(frozen=True, slots=True)
class SealedField:
    """One field of sealed contents.

    ``campaign`` leads from its row to the campaign; ``needs`` are the columns by which the row knows
    its ``place``.
    """

    model: type[Model]
    column: str
    campaign: str
    place: Callable[[Any], str]
    needs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.model.__name__}.{self.column}"


def _own_place(row: Any) -> str:
    return str(row.place)


def _place(kind: str) -> Callable[[Any], str]:
    return lambda row: str(row.place(kind))


_OF_PHASE = ("line", "number")
_IN_PHASE = ("phase__line", "phase__number")

SEALED = (
    SealedField(Campaign, "dice_seed", "", _place("dice")),
    SealedField(Campaign, "dice_root", "", _place("dice-root")),
    SealedField(Campaign, "autopilot_secret", "", _place("autopilots")),
    SealedField(Campaign, "log_key", "", _place("log")),
    SealedField(SeatChain, "content", "campaign", _own_place, ("power", "number")),
    SealedField(Phase, "opening", "campaign", _place("opening"), _OF_PHASE),
    SealedField(Phase, "state", "campaign", _place("state"), _OF_PHASE),
    SealedField(Phase, "rolls", "campaign", _place("rolls"), _OF_PHASE),
    SealedField(Sheet, "content", "phase__campaign", _own_place, ("power", *_IN_PHASE)),
    SealedField(Plan, "content", "phase__campaign", _own_place, ("power", "number", *_IN_PHASE)),
    SealedField(Act, "content", "phase__campaign", _own_place, ("seq", *_IN_PHASE)),
    SealedField(PendingAct, "content", "campaign", _own_place, ("number",)),
    SealedField(StandingOrders, "content", "campaign", _own_place, ("power", "version")),
    SealedField(
        StandingAnswer,
        "content",
        "standing__campaign",
        _own_place,
        ("phase", "standing__power", "standing__version"),
    ),
    SealedField(Dispatch, "content", "campaign", _own_place, ("power",)),
    SealedField(WhatIf, "content", "campaign", _own_place, ("power", "number")),
    # Events that everybody may know stand in the clear.
    SealedField(EventRow, "body", "phase__campaign", _own_place, ("seq", *_IN_PHASE)),
    SealedField(IdempotentResponse, "content", "campaign", _own_place, ("name",)),
    SealedField(NotifiedItems, "content", "campaign", _own_place),
    SealedField(Webhook, "content", "campaign", _own_place, ("number",)),
    SealedField(SecretEntry, "content", "campaign", _own_place, ("number",)),
    SealedField(PressThread, "content", "campaign", _own_place, ("key",)),
    SealedField(PressMessage, "content", "thread__campaign", _own_place, ("key", "thread__key")),
    SealedField(PressReport, "content", "campaign", _own_place, ("number",)),
    SealedField(Advice, "content", "campaign", _own_place, ("power", "by")),
    SealedField(Origin, "content", "campaign", _own_place),
    SealedField(Note, "content", "campaign", _own_place, ("by", "subject")),
)

#: Bytes that are not sealed, and why.
PLAIN = {
    (CampaignKey, "wrapped"): "a key, wrapped by another",
    (PendingDispatch, "content"): "declared for everybody to see",
}
