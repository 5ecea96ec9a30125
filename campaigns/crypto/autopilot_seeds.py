"""What autopilots choose by: a seed of each phase, drawn before anything is asked in it.

Where a rulebook's autopilot takes one of several orders that are about as good, dice say which. They have
nothing to do with the dice of the game: they follow from a secret of the campaign, the line and the phase, so
nothing grows with the phases. The hash of that secret is published with the founding, that of a phase's seed
when the phase opens, the seed with its orders, and the secret at the end. So nobody else can work an
autopilot's sealed order out, nobody can choose it later, and anybody can check it.

A campaign whose dice are given by a script has none: its script says what everybody does.
"""

import hashlib
import secrets
from typing import Any, Final

from campaigns.models import Campaign, Phase
from campaigns.proofs.phase_seeds import TOLD, dice_of, seed_of
from rules.kernel.dice import SealedDice

SECRET_BYTES: Final = 32


def first(campaign: Campaign) -> dict[str, Any]:
    """Give a new campaign its secret; gives what its founding publishes of it. The caller saves."""
    return {} if campaign.dice_given else {TOLD: {"root": _begin(campaign)}}


def renewed(campaign: Campaign, phase: Phase | None) -> dict[str, Any]:
    """Begin another secret, since the seeds of the last one may be known; gives what the log says of it, and of
    the seed of the open phase, if there is one. The caller saves both.
    """
    if campaign.dice_given:
        return {}
    root = _begin(campaign)
    told = committed(campaign, phase)[TOLD] if phase is not None else {}
    return {TOLD: {"root": root, **told}}


def committed(campaign: Campaign, phase: Phase) -> dict[str, Any]:
    """Give a phase its seed, by its line and number; gives what the log says of it as it opens, or begins a
    line. The caller saves both.
    """
    if campaign.dice_given:
        return {}
    phase.seeded = len(_secrets(campaign))
    return {TOLD: {"seed": hashlib.sha256(_seed(campaign, phase)).hexdigest()}}


def dice(campaign: Campaign, phase: Phase, power: str) -> SealedDice | None:
    """By which the autopilot of a power chooses in a phase; none where a script gives the dice."""
    return dice_of(_seed(campaign, phase), power) if phase.seeded else None


def published(campaign: Campaign, phase: Phase) -> dict[str, Any]:
    """What is published of a phase's seed with its orders."""
    return {TOLD: _seed(campaign, phase).hex()} if phase.seeded else {}


def opened_at_the_end(campaign: Campaign) -> dict[str, Any]:
    """What the end of a campaign publishes, so that anybody sees that no seed was chosen."""
    if campaign.dice_given:
        return {}
    return {TOLD: [secret.hex() for secret in _secrets(campaign)]}


def _begin(campaign: Campaign) -> str:
    """Draw a secret, keep it after those before it, and give its hash."""
    secret = secrets.token_bytes(SECRET_BYTES)
    campaign.autopilot_secret = (campaign.autopilot_secret or b"") + secret
    return hashlib.sha256(secret).hexdigest()


def _secrets(campaign: Campaign) -> list[bytes]:
    """All secrets of a campaign, the present one last."""
    kept = campaign.autopilot_secret or b""
    return [kept[at : at + SECRET_BYTES] for at in range(0, len(kept), SECRET_BYTES)]


def _seed(campaign: Campaign, phase: Phase) -> bytes:
    return seed_of(_secrets(campaign)[phase.seeded - 1], phase.line, phase.number)
