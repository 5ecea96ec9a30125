"""`manage.py up`: a running site from nothing."""

import os
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import DatabaseError, connection

from config.data.seal_key_check import require_seal_keys
from config.supervision import stack
from config.supervision.locks import AlreadyRunningError, only_run
from config.supervision.services import EmbeddedServices, ServiceError
from config.supervision.supervisor import Supervisor
from core.paths import play_place

LOOPBACK = "127.0.0.1"


class Command(BaseCommand):
    """Start the servers, prepare the database, and run web, workers and beat until Ctrl-C."""

    help = (
        "Start everything for playing on this machine and stop it all on Ctrl-C. "
        "PORT and HOST choose the address; DATABASE_URL and REDIS_URL servers of your own."
    )
    # Checks may look at the database, which is not running yet; migrate runs them.
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Refuse early what cannot work, then run."""
        host, port = os.environ.get("HOST") or LOOPBACK, _port()
        address = f"http://{'localhost' if host in (LOOPBACK, '0.0.0.0') else host}:{port}/"  # noqa: S104 - compared, not bound
        # Stopping is an exception while things start, so that what has started is stopped.
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            with only_run(Path(settings.VAR_DIR), address=address) as lock:
                _require_free(host, port)
                code = self._run(host, port, address, lock)
        except (AlreadyRunningError, ServiceError, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            code = 130
        self.stdout.write("Stopped. Everything is kept for the next time.")
        sys.exit(code)

    def _run(self, host: str, port: int, address: str, lock: int) -> int:
        services = EmbeddedServices(play_place())
        own_database, own_redis = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
        self.stdout.write(
            f"Database: {'yours, from DATABASE_URL' if own_database else 'embedded PostgreSQL'}. "
            f"Redis: {'yours, from REDIS_URL' if own_redis else 'embedded'}."
        )
        try:
            services.start(postgres=not own_database, redis=not own_redis)
            welcome = _in_a_process_of_its_own(_prepared)
            parts = stack.parts(stack.NAMES, host=host, port=port)
            supervisor = Supervisor(
                [*parts, stack.demo_campaigns()] if welcome else parts,
                out=sys.stdout,
                tend=services.tend,
                ready=lambda: _answers(host, port),
                welcome=_welcome(address, welcome),
                private=[lock, *services.private],
            )
            return supervisor.run()
        finally:
            services.stop()


def _port() -> int:
    """PORT as a number."""
    given = os.environ.get("PORT") or "8000"
    if not given.isdecimal() or not 0 < int(given) < 65536:
        raise CommandError(f"PORT={given} is no port number. Try PORT=8001 make play.")
    return int(given)


def _require_free(host: str, port: int) -> None:
    """Refuse a port that another program listens on."""
    family, kind, protocol, _, bind_to = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        # Connections of an earlier run may still be closing; those do not take the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(bind_to)
        except OSError as error:
            raise CommandError(
                f"Port {port} on {host} cannot be used: {error.strerror}. "
                f"Choose another one: PORT={port + 1 if port < 65535 else 8001} make play"
            ) from error


def _in_a_process_of_its_own(prepare: Callable[[], str]) -> str:
    """What it returns, or raises. What it needs (migrations, threads that send news) is gone with its process."""
    # Ctrl-C reaches it too; it finishes what it has begun, and the servers stop after it.
    with ProcessPoolExecutor(
        1, get_context("fork"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as process:
        return process.submit(prepare).result()


def _prepared() -> str:
    """Bring the database up to date; what the demo campaign prints."""
    _require_servers()
    call_command("migrate", interactive=False, verbosity=0)
    require_seal_keys()
    return _demo()


def _require_servers() -> None:
    """Refuse servers of one's own that do not answer; the embedded ones do by now."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise CommandError(
            f"The database named by DATABASE_URL does not answer: {str(error).strip()}"
        ) from error
    try:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.ping()
    except redis.RedisError as error:
        raise CommandError(f"The Redis named by REDIS_URL does not answer: {error}") from error


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=0.2).close()
    except OSError:
        return False
    return True


def _demo() -> str:
    """Set up the demo campaign, if this build has one, and return what it prints."""
    if "demo" not in get_commands():
        return ""
    printed = StringIO()
    call_command("demo", stdout=printed)
    return printed.getvalue().strip()


def _welcome(address: str, demo: str) -> str:
    lines = ["", f"Chancellery is open at {address}", ""]
    lines += [*demo.splitlines(), "  To see them again: make sign-ins", ""] if demo else []
    return "\n".join([*lines, "Stop it with Ctrl-C; everything is kept.", ""])


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
