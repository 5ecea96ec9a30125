"""Where things live on this machine: the var folder and the sockets in it.

Nothing here touches the disk; `config.supervision.services` makes the folders it needs.
"""

import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[1]

POSTGRES_SOCKET = ".s.PGSQL.5432"
REDIS_SOCKET = "redis.sock"

# A Unix socket path has to fit in a fixed field of the kernel, 104 bytes with its
# closing zero on the strictest system we know (108 on Linux).
LONGEST_SOCKET_PATH = 103

# Socket paths travel inside URLs and option strings; these characters need no quoting
# in any of them.
PLAIN_PATH = re.compile(r"[A-Za-z0-9._/+-]+")


@dataclass(frozen=True, slots=True)
class Place:
    """One folder with the data of one embedded PostgreSQL and one embedded Redis."""

    root: Path

    @property
    def postgres_data(self) -> Path:
        """The database cluster."""
        return self.root / "postgres"

    @property
    def redis_data(self) -> Path:
        """The append-only file of Redis."""
        return self.root / "redis"

    @property
    def logs(self) -> Path:
        """What the two servers print."""
        return self.root / "log"

    @property
    def lock(self) -> Path:
        """Locked for as long as any of the servers lives."""
        return self.root / "servers.lock"

    @property
    def sockets(self) -> Path:
        """The folder of the two sockets: here if the path is short and plain, else temporary."""
        here = self.root / "run"
        longest = here / POSTGRES_SOCKET
        if len(os.fsencode(longest)) <= LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(str(here)):
            return here
        return _short_folder_for(self.root)

    @property
    def redis_socket(self) -> Path:
        """Where Redis listens."""
        return self.sockets / REDIS_SOCKET

    @property
    def database_url(self) -> str:
        """The embedded PostgreSQL as `DATABASE_URL` would name it."""
        return f"postgres://chancellery@{str(self.sockets).replace('/', '%2F')}/chancellery"

    @property
    def redis_url(self) -> str:
        """The embedded Redis as `REDIS_URL` would name it."""
        return f"unix://{self.redis_socket}?db=0"


def var_dir() -> Path:
    """The folder for everything this installation writes: `CHANCELLERY_VAR`, or var/ here."""
    return Path(os.environ.get("CHANCELLERY_VAR") or BASE_DIR / "var").resolve()


def play_place() -> Place:
    """Where `manage.py up` keeps its servers."""
    return Place(var_dir())


def _short_folder_for(root: Path) -> Path:
    """A folder under the temporary directory, the same one each time for the same root."""
    name = f"chancellery-{os.getuid()}-{hashlib.sha256(os.fsencode(root)).hexdigest()[:12]}"
    for temporary in (Path(tempfile.gettempdir()), Path("/tmp")):  # noqa: S108 - made 0700 and checked by its maker
        longest = temporary / name / POSTGRES_SOCKET
        if len(os.fsencode(longest)) <= LONGEST_SOCKET_PATH and PLAIN_PATH.fullmatch(str(longest)):
            return temporary / name
    raise RuntimeError(
        f"No folder short enough for a socket was found for {root}: the temporary directory "
        f"{tempfile.gettempdir()} has too long a path. Set TMPDIR to a shorter one."
    )
