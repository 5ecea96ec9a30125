"""Orders, and what can be wrong with them.

Two failures are kept apart. An order that is *not understood* cannot be read (a misspelt field,
a word for a number). An order that is *not allowed* is read, but some rule forbids it now; the
menu of the moment says which.
"""

from typing import Any, TypeVar

import msgspec

from rules.kernel.errors import NotUnderstood
from rules.kernel.serial import shaped


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with an order.

    ``field`` is the path of the part at fault (``points.turkey``), ``message`` what happened and
    what would be right, ``rule`` the reference of the rule that forbids it.
    """

    field: str
    message: str
    rule: str = ""


class Order(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """What one power hands in for one phase, or does at once. Rulebooks derive their kinds."""


Detail = bool | int | str | tuple[str, ...] | dict[str, int | str]
"""What a field of an option can hold; the menu says which kind is asked for."""


class Chosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option that is played, with its details by field."""

    option: str
    details: dict[str, Detail] = {}


O = TypeVar("O", bound=Order)  # noqa: E741


def understand(raw: Any, kind: type[O]) -> O:
    """Read an order from plain data; raises :class:`NotUnderstood` with the field's path."""
    try:
        return shaped(raw, kind)
    except msgspec.ValidationError as error:
        raise NotUnderstood(
            f"This order cannot be read: {error}.", remedy="Compare it with the menu."
        ) from error
