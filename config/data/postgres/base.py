"""The database backend; Django asks for the module and the class by these names."""

import select
from typing import Any

from django.db.backends.postgresql import base

_GONE = select.POLLIN | select.POLLHUP | select.POLLERR


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, except for how it sees that a kept connection has died."""

    connection: Any

    def is_usable(self) -> bool:
        """Whether the server has hung up since the last request.

        Django asks it ``SELECT 1``, with every request. But a server that ended a connection has
        said so, and that lies there to be read; on a connection that lives nothing does. Should
        something harmless be there, the connection is made anew, which harms nobody either.
        """
        if self.connection is None or self.connection.closed:
            return False
        look = select.poll()
        look.register(self.connection.fileno(), _GONE)
        return not look.poll(0)
