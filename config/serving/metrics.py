"""What a program that watches the site reads: `/metrics`, in the text format of Prometheus.

The figures are the site's, read from the database when they are asked for, so any web process gives
the same. They are for those who run the site: from this machine itself, or with METRICS_TOKEN.
"""

import ipaddress
import platform
import secrets
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from campaigns.selectors.site.site_health import site_health
from core.version import version

#: What a proxy adds to a request that it passes on; docs/running.md asks for the first.
PASSED_ON = ("X-Forwarded-Proto", "X-Forwarded-For", "Forwarded", "Via")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures; for everybody else there is no such page."""
    if not (_has_token(request) or _is_from_here(request)):
        raise Http404
    registry = CollectorRegistry()
    registry.register(_Site())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    return bool(token) and secrets.compare_digest(given.encode(), token.encode())


def _is_from_here(request: HttpRequest) -> bool:
    """Whether a program on this machine asks, and no proxy on it for somebody else."""
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return address.is_loopback and not any(name in request.headers for name in PASSED_ON)


class _Site(Collector):
    """All figures of the site, as they are when they are collected."""

    def describe(self) -> list[Metric]:
        """Nothing beforehand, which would cost a look at the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """One family for each kind of figure."""
        now = site_health()
        about = InfoMetricFamily("chancellery", "Which version runs.")
        about.add_metric([], {"version": version(), "python": platform.python_version()})
        yield about
        yield _by("campaigns", "Campaigns, by status.", "status", now.campaigns)
        yield _one(
            "campaigns_stumbling", "Campaigns whose phase could not be resolved.", now.stumbling
        )
        yield _one("campaigns_late", "Campaigns due for more than a minute.", now.late)
        if now.silent is not None:
            yield _one("sweep_silent_seconds", "Time since the clock's last sweep.", now.silent)
        yield _by("letters", "Letters, by what became of them.", "state", now.letters)
        going = GaugeMetricFamily(
            "chancellery_outgoing",
            "What goes out, by channel: due, late, refused so far, given up in a week.",
            labels=["channel", "state"],
        )
        for one in now.outgoing:
            for state in ("due", "late", "refused", "given_up"):
                going.add_metric([one.channel, state], getattr(one, state))
        yield going


def _one(name: str, told: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"chancellery_{name}", told, value=value)


def _by(name: str, told: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"chancellery_{name}", told, labels=[label])
    for value, number in sorted(values.items()):
        family.add_metric([value], number)
    return family
