"""Whether something may be done, and why or why not."""

import msgspec


class Permission(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it may be done, what that rests on, and the rule."""

    may: bool
    why: str
    rule: str
