"""Is this web process fit to serve? Asked by load balancers and by `docker compose`.

It also says which version runs, how many campaigns stand still because something broke, and whether letters,
pushes or posts should have gone out for minutes: that is for those who run the site, and no reason to take a
web process away.
"""

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors.site.site_health import failed_campaigns, is_late
from core.version import version

SECONDS_TO_ANSWER = 2


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 if PostgreSQL and Redis both answer, 503 naming the one that does not."""
    answers = {"database": _fine(_ask_database), "redis": _fine(_ask_redis)}
    healthy = all(answer == "ok" for answer in answers.values())
    told: dict[str, str | int] = {**answers, "version": version()}
    if answers["database"] == "ok":
        told["stumbling"], told["outgoing"] = failed_campaigns(), "late" if is_late() else "ok"
    return JsonResponse(told, status=200 if healthy else 503)


def _fine(ask: Callable[[], None]) -> str:
    try:
        ask()
    except (DatabaseError, redis.RedisError, OSError):
        # What went wrong is in the log; a stranger learns only that it did.
        return "down"
    return "ok"


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_redis() -> None:
    with redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=SECONDS_TO_ANSWER,
        socket_connect_timeout=SECONDS_TO_ANSWER,
    ) as client:
        client.ping()
