"""What makes a function a service: one transaction, and so often at most by one person."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from campaigns.services.log.idempotency import service_transaction
from campaigns.services.log.rate_limits import rate_limited

P = ParamSpec("P")
T = TypeVar("T")


def service(limit: str = "", *within: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Carry a function out in one transaction (:func:`service_transaction`), and with a ``limit`` only so
    often for one person (:func:`rate_limited`, with ``within``). What is refused for that is no transaction.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        at_once = service_transaction()(function)
        return rate_limited(limit, *within)(at_once) if limit else at_once

    return decorate
