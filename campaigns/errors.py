"""What a campaign can refuse, in sentences that say what happened, by which rule, and what to do.

Every refusal carries the same four things, so that a page, the API and a log show the same
words: ``message``, ``rule`` (a reference, may be empty), ``field`` (the path of the part at
fault, may be empty) and ``remedy``. ``status`` is what HTTP calls it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar

from msgspec import Struct

from core.gettext import gettext as _
from rules.kernel.orders import Problem


class CampaignError(Exception):
    """Something that a campaign cannot do, and why."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400

    def __init__(
        self, message: object, *, rule: str = "", field: str = "", remedy: object = ""
    ) -> None:
        self.message = message = str(message)
        self.rule = rule
        self.field = field
        self.remedy = remedy = str(remedy)
        super().__init__(
            " ".join(part for part in (message, f"({rule})" if rule else "", remedy) if part)
        )


class NoSuchCampaign(CampaignError):
    """There is no campaign of that name, or none that this reader may know of."""

    code = "no_such_campaign"
    status = 404


class NoSuchPage(CampaignError):
    """The campaign's rulebook has no such page."""

    code = "no_such_page"
    status = 404


class NoSuchPhase(CampaignError):
    """The campaign has no phase of that number. ``last`` is the last that there is to read, 0 for none."""

    code = "no_such_phase"
    status = 404
    slug, last = "", 0


class SignInFirst(CampaignError):
    """Only a person with an account can do this."""

    code = "sign_in_first"
    status = 401


class NotYours(CampaignError):
    """The seat, or the moderator's desk, belongs to somebody else."""

    code = "not_yours"
    status = 403


class NotOnTheMenu(CampaignError):
    """What was given cannot be read at all, or there is nothing of that name."""

    code = "not_understood"
    status = 400


class NotSigned(CampaignError):
    """The seat has a key, and what was handed in does not bear its signature."""

    code = "not_signed"
    status = 409


class OrderRefused(CampaignError):
    """An order was understood, but rules forbid it now; ``problems`` lists every reason."""

    code = "order_refused"
    status = 422

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        super().__init__(first.message, rule=first.rule, field=first.field)


class SeveralWrong(CampaignError):
    """Several things that one sent are wrong; ``problems`` lists every refusal, the first speaks for all."""

    code = "not_understood"
    status = 422

    def __init__(self, problems: Sequence[CampaignError]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        super().__init__(first.message, rule=first.rule, field=first.field, remedy=first.remedy)


def together(*checks: Callable[[], Any]) -> list[Any]:
    """What each check gives. What they refuse is refused at once: a single refusal as it is, more as
    :class:`SeveralWrong`.
    """
    found: list[Any] = []
    wrong: list[CampaignError] = []
    for check in checks:
        try:
            found.append(check())
        except CampaignError as refusal:
            wrong.append(refusal)
    if len(wrong) > 1:
        raise SeveralWrong(wrong)
    if wrong:
        raise wrong[0]
    return found


class OrdersClosed(CampaignError):
    """The moment for this is over, or has not come."""

    code = "orders_closed"
    status = 409


class StalePhase(CampaignError):
    """Something was asked of one phase while the campaign is in another."""

    code = "stale_phase"
    status = 409


class SeatTaken(CampaignError):
    """Somebody else sits there."""

    code = "seat_taken"
    status = 409


class NotNow(CampaignError):
    """The campaign is in a state in which this cannot be done."""

    code = "not_now"
    status = 409


class ChangedMeanwhile(CampaignError):
    """What a form would replace is no longer what it was made from, so nothing was done."""

    code = "changed_meanwhile"
    status = 409


class FactChange(Struct, frozen=True, kw_only=True):
    """A fact that is no longer what was seen: its value and version now, and who declared it.

    ``by`` is the power, empty for a moderator and for a rule; ``at`` is empty where a rule did it.
    """

    key: str
    label: str
    value: Any
    version: str
    by: str = ""
    by_name: str = ""
    at: datetime | None = None


class FactsChanged(CampaignError):
    """Facts were declared since they were seen, so nothing was done; ``changed`` lists them."""

    code = "facts_changed"
    status = 409

    def __init__(self, changed: Iterable[FactChange]) -> None:
        self.changed = tuple(changed)
        labels = ", ".join(one.label for one in self.changed)
        super().__init__(
            _("Changed since you looked: %(labels)s. Nothing of what you sent was entered.")
            % {"labels": labels},
            field=f"seen.{self.changed[0].key}",
            remedy=_("Compare the values and send again what you still want to declare."),
        )


class RulesMissing(CampaignError):
    """The rules by which a campaign, or one of its phases, is played are not on this site, or cannot
    be loaded. Nothing of the campaign is lost.
    """

    code = "rules_missing"
    status = 409


class TooOften(CampaignError):
    """Somebody does the same thing too often; ``seconds`` says when they can go on."""

    code = "too_often"
    status = 429

    def __init__(self, seconds: int, *, remedy: str) -> None:
        self.seconds = seconds
        super().__init__(_("You have done this too often in a short time."), remedy=remedy)


class KeyUsed(CampaignError):
    """The key of this request was sent before with another one."""

    code = "key_used"
    status = 409
