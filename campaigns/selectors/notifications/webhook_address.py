"""Where a webhook posts: the content of its row, as it lies sealed."""

import msgspec


class WebhookTarget(msgspec.Struct, frozen=True, kw_only=True):
    """Where a webhook posts: its address; for Matrix the room and the token; and what signs JSON."""

    address: str
    room: str = ""
    token: str = ""
    secret: str = ""
