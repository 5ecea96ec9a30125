"""One way to bytes and back, so that the same state is the same bytes on any machine."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The one JSON form of a value: sorted keys, no spaces, UTF-8. This is what is hashed."""
    return _encoder.encode(value)


def load(data: bytes | str, kind: type[T]) -> T:
    """Read what :func:`canonical` wrote. Raises ``msgspec.ValidationError`` on a wrong shape."""
    return msgspec.json.decode(data, type=kind)


def plain(value: Any) -> Any:
    """The value as plain dicts, lists, strings and numbers, keys sorted."""
    return msgspec.to_builtins(value, order="sorted")
