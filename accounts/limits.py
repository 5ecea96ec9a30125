"""How often a person or an address may do something (the table is `config.settings.limits`).

Redis counts. While it is away, and for a few seconds after, the database does. Counters are named
by keyed hashes, so that neither holds names or addresses.
"""

import hashlib
import hmac
import ipaddress
import time
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any, TypeVar

import redis
import structlog
from django.conf import settings
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from limits import RateLimitItem, parse_many
from limits.storage import RedisStorage, Storage
from limits.strategies import FixedWindowRateLimiter
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.models import Count
from core.text.durations import duration

#: How long Redis has to count once, in seconds, and how long the database counts when it did not.
PATIENCE, PAUSE = 0.25, 5.0
#: The address of a request that tells none, such as one over a Unix socket.
UNKNOWN = "unknown"

T = TypeVar("T")

_say = structlog.get_logger(__name__)


class TooOften(Exception):
    """Something was done too often; ``seconds`` says when it can be tried again."""

    def __init__(self, door: str, seconds: int) -> None:
        """``door`` is the name of the limit."""
        self.door, self.seconds = door, seconds
        super().__init__(f"{self.message} {self.remedy}")

    message = "That was too often."

    @property
    def remedy(self) -> str:
        """When to try again, in words."""
        return again_in(self.seconds)


def again_in(seconds: int) -> str:
    """When to try again, in words and whole minutes."""
    length = duration(timedelta(minutes=-(-seconds // 60)))
    return _("Try again in %(seconds)s.") % {"seconds": length}


# --- Who is counted --------------------------------------------------------------------------


def address_of(request: Any) -> str:
    """From where a request comes: of IPv6 the network, since a household has a whole one.

    The web server has put the true address here if a proxy is trusted (TRUSTED_PROXIES).
    """
    given = request.META.get("REMOTE_ADDR", "") if request is not None else ""
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def keyed(*parts: object, secret: str = "") -> str:
    """A name that tells nobody what it stands for."""
    text = "\0".join(map(str, parts)).encode()
    return hmac.new((secret or settings.SECRET_KEY).encode(), text, hashlib.sha256).hexdigest()


# --- Counting --------------------------------------------------------------------------------


def hit(door: str, *whom: object) -> None:
    """Count once more at this door. Raises `TooOften`."""
    name = _name(door, whom)
    for rate in _rates(settings.LIMITS[door]):

        def counted(storage: Storage, rate: RateLimitItem = rate) -> bool:
            return FixedWindowRateLimiter(storage).hit(rate, name)

        if not _ask(counted):
            key = rate.key_for(name)
            left = _ask(lambda storage, key=key: storage.get_expiry(key)) - time.time()  # type: ignore[misc]
            raise TooOften(door, max(1, round(left + 0.5)))


def take_back(door: str, *whom: object) -> None:
    """Do as if `hit` had not been called this once."""

    def uncounted(storage: Storage) -> None:
        for rate in _rates(settings.LIMITS[door]):
            key = rate.key_for(_name(door, whom))
            if storage.get(key) > 0:
                storage.incr(key, rate.get_expiry(), amount=-1)

    _ask(uncounted)


def forget(door: str, *whom: object) -> None:
    """Count from nothing again."""

    def forgotten(storage: Storage) -> None:
        for rate in _rates(settings.LIMITS[door]):
            storage.clear(rate.key_for(_name(door, whom)))

    _ask(forgotten)


def _name(door: str, whom: tuple[object, ...]) -> str:
    return f"{door}:{keyed(door, *whom)[:40]}"


@cache
def _rates(limit: str) -> tuple[RateLimitItem, ...]:
    return tuple(parse_many(limit))


# --- Where it is counted ---------------------------------------------------------------------


class DatabaseStorage(Storage):
    """Counters in the table `Count`."""

    STORAGE_SCHEME = None

    @property
    def base_exceptions(self) -> type[Exception]:
        """None of its own."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, in a window that begins with the first time."""
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [key, amount, expiry])
            return int(cursor.fetchone()[0])

    def get(self, key: str) -> int:
        """How often in the window that runs."""
        found = self._read(key)
        return found.amount if found else 0

    def get_expiry(self, key: str) -> float:
        """When the window ends."""
        found = self._read(key)
        return found.ends_at.timestamp() if found else time.time()

    def check(self) -> bool:
        """Whether the database is there."""
        return connection.is_usable()

    def reset(self) -> int | None:
        """Forget everything."""
        return Count.objects.all().delete()[0]

    def clear(self, key: str) -> None:
        """Forget one counter."""
        Count.objects.filter(pk=key).delete()

    def _read(self, key: str) -> Count | None:
        return Count.objects.filter(pk=key, ends_at__gt=Now()).first()


_COUNT = """
INSERT INTO accounts_count AS old (key, amount, ends_at)
VALUES (%s, %s, clock_timestamp() + %s * interval '1 second')
ON CONFLICT (key) DO UPDATE SET
    amount = excluded.amount
        + CASE WHEN old.ends_at > clock_timestamp() THEN old.amount ELSE 0 END,
    ends_at = CASE WHEN old.ends_at > clock_timestamp() THEN old.ends_at ELSE excluded.ends_at END
RETURNING amount
"""


_rest = {"until": 0.0}
"""Until when Redis is left alone, by the clock that nobody sets."""


def _ask(question: Callable[[Storage], T]) -> T:
    """What Redis says, or the database while Redis does not answer."""
    if time.monotonic() >= _rest["until"]:
        try:
            return question(_redis())
        except (redis.RedisError, OSError) as error:
            _rest["until"] = time.monotonic() + PAUSE
            _say.warning("the database counts, for Redis is away", error=str(error))
    return question(DatabaseStorage())


@cache
def _redis() -> Storage:
    pool = redis.ConnectionPool.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    prefix = f"{settings.REDIS_PREFIX}:limits"
    return RedisStorage(settings.REDIS_URL, connection_pool=pool, key_prefix=prefix)


def tidy() -> None:
    """Forget counters whose window is over."""
    Count.objects.filter(ends_at__lt=timezone.now()).delete()
