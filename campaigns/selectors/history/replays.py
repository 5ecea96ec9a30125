"""Whether a campaign that is over was played again by its rules, and what came of it, for everybody who may read it."""

from msgspec import Struct

from campaigns.models import Campaign, Replayed
from rules.kernel.serial import shaped


class ReplaySeen(Struct, frozen=True, kw_only=True):
    """What was found under the present head of the log.

    ``checks`` is how many checks of the file were made; ``phases`` were played again by the rules, ``states`` of them
    came to the same bytes, ``orders`` of autopilots were compared. ``wrong`` does not hold, ``left`` could not be
    checked; both as the checks say it, in English.
    """

    checks: int = 0
    phases: int = 0
    states: int = 0
    orders: int = 0
    wrong: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether all phases were played again and nothing is wrong or left."""
        return bool(self.phases) and not self.wrong and not self.left


def replayed(campaign: Campaign) -> ReplaySeen | None:
    """What was found; ``None`` as long as that is not known."""
    row = Replayed.objects.filter(campaign=campaign, head=campaign.log_hash).first()
    if row is None or row.found is None:
        return None
    return shaped(row.found, ReplaySeen)
