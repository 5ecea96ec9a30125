"""Records made from others."""

from functools import cache
from inspect import signature
from typing import Any, TypeVar

T = TypeVar("T")


def like(kind: type[T], source: object, **given: Any) -> T:
    """A record of this kind: some fields as ``given``, all others as ``source`` has them under the same names.

    Not of a row that holds anything secret: whatever is told of that is named there, field by field.
    """
    taken = {name: getattr(source, name) for name in _fields(kind) if name not in given}  # type: ignore[arg-type]
    return kind(**taken, **given)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(signature(kind).parameters)
