"""How often one person may write: so that nobody floods a campaign's log (`accounts.limits`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from accounts import limits
from campaigns.errors import TooOften

P = ParamSpec("P")
T = TypeVar("T")


def rate_limited(limit: str, *within: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let one person (``by``) do this only so often in one campaign.

    ``within`` names further arguments; each of their values is counted apart. It stands outside the
    transaction, so that what is refused is counted too, and asks no database while Redis counts.
    Raises ``TooOften``.
    """

    def decorate(service: Callable[P, T]) -> Callable[P, T]:
        @wraps(service)
        def counted(*args: P.args, **kwargs: P.kwargs) -> T:
            arguments: dict[str, Any] = dict(kwargs)
            person = getattr(arguments["by"], "pk", None)
            if person is not None:
                here = (
                    args[0] if args else arguments.get("slug", ""),
                    *(arguments[n] for n in within),
                )
                try:
                    limits.hit(limit, person, *here)
                except limits.TooOften as refusal:
                    raise TooOften(refusal.seconds, remedy=refusal.remedy) from refusal
            return service(*args, **kwargs)

        return counted

    return decorate
