"""What takes effect at once: declaring a fact, confirming one, a die rolled now."""

from collections.abc import Mapping
from typing import Any

from campaigns.services import looks
from campaigns.services.carrying import carry_out
from campaigns.services.locking import locked, require_hand
from campaigns.services.once import writing
from campaigns.services.pacing import paced


@paced("act")
@writing()
def perform_act(
    slug: str,
    *,
    by: Any,
    power: str,
    act: Any,
    phase: int | None = None,
    nonce: str = "",
    seen: Mapping[str, str] | None = None,
    papers: tuple[str, str] | None = None,
) -> None:
    """Carry an act out and log it. ``act`` is plain data of one of the power's act menus.

    If it rolls, it takes a link of the dice chain, mixed with the nonce that the player may
    bring, and publishes both. One that only some may know of is kept to them until the campaign is
    over (:mod:`campaigns.holding`); one that does nothing leaves no trace. ``phase`` guards against
    a form made for an earlier phase, ``seen`` (versions of facts) against one made before somebody
    else declared them: then nothing is done. ``papers`` (another power, and the version of what is
    proposed between the two) guards likewise. What is declared of the map waits first, where the campaign's policy says so
    (:mod:`campaigns.services.looks`).
    Raises ``OrderRefused``, ``StalePhase``, ``FactsChanged``, ``ChangedMeanwhile``, ``NotYours``,
    ``NotNow``.
    """
    campaign = locked(slug)
    require_hand(campaign, by, power, "seal")
    if looks.wait(campaign, act):
        looks.propose(campaign, by=by, power=power, act=act, phase=phase, seen=seen)
        return
    carry_out(
        campaign, by=by, power=power, act=act, phase=phase, nonce=nonce, seen=seen, papers=papers
    )
