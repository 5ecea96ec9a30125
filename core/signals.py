"""What happens below the apps, told to whoever listens."""

from typing import Any

from django.dispatch import Signal

# Sent in the event loop of a channel layer when one of its connections to Redis is made, and each time it is
# made again: what was published meanwhile is lost. Arguments: connection (the same object again).
redis_connected = Signal()


async def connect(connection: Any) -> None:
    """Make a connection of the channel layer ready (`redis_connect_func` of redis-py), and say so."""
    await connection.on_connect()
    redis_connected.send(type(connection), connection=connection)
