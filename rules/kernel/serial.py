"""One way to bytes and back, so that the same state is the same bytes on any machine."""

from threading import RLock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
Record = TypeVar("Record", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="sorted")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_one_at_a_time = RLock()


def canonical(value: Any) -> bytes:
    """The one JSON form of a value: sorted keys, no spaces, UTF-8. This is what is hashed."""
    return _encoder.encode(value)


def load(data: bytes | str, kind: type[T]) -> T:
    """Read what :func:`canonical` wrote. Raises ``msgspec.ValidationError`` on a wrong shape."""
    decoded: T = _decoder(kind).decode(data)
    return decoded


def shaped(value: Any, kind: type[T], *, strict: bool = True) -> T:
    """Plain data as a value of a type. Raises ``msgspec.ValidationError`` on a wrong shape.

    ``strict`` is false where a number may stand as a string.
    """
    _decoder(kind)
    return msgspec.convert(value, type=kind, strict=strict)


def plain(value: Any) -> Any:
    """The value as plain dicts, lists, strings and numbers, keys sorted."""
    return msgspec.to_builtins(value, order="sorted")


def tag_of(record: Any) -> str:
    """What kind a tagged record is of, in the word by which it is stored."""
    return str(type(record).__struct_config__.tag)


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads a type; made once.

    msgspec works out how to read a type when it is first asked to, and must not be asked about the
    same type by a second thread meanwhile: that one finds half of it, and the process dies. So
    types are worked out here, one at a time, and nothing else of ours asks msgspec to.
    """
    found = _decoders.get(kind)
    if found is None:
        with _one_at_a_time:
            found = _decoders[kind] = msgspec.json.Decoder(kind)
    return found


def gathered(kind: type[Record], *sources: Any, **more: Any) -> Record:
    """A record of fields that other records have by the same name, the first that has one, and of ``more``."""
    for name in kind.__struct_fields__:
        for source in () if name in more else sources:
            value = getattr(source, name, msgspec.UNSET)
            if value is not msgspec.UNSET:
                more[name] = value
                break
    return kind(**more)
