"""What is answered while the database is away, restarts or is full: 503, and what to do.

Anything else that breaks stays a 500.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.defaults import server_error
from psycopg.errors import IdleInTransactionSessionTimeout

from core.input_limits import refused

LOOK_AGAIN_SECONDS = 5

MESSAGE = gettext_lazy("The database is not responding.")
REMEDY = gettext_lazy(
    "Try again in a moment. If what you sent is missing, send it again: "
    "the newest seal counts, and a form that is sent twice counts once."
)


def broken(request: HttpRequest) -> HttpResponse:
    """The answer to a request over which something broke (Django's ``handler500``)."""
    if not _is_unavailable(sys.exc_info()[1]):
        return server_error(request)
    answer = refused(request, "503.html", 503, "away", str(MESSAGE), str(REMEDY))
    answer["Retry-After"] = str(LOOK_AGAIN_SECONDS)
    return answer


def _is_unavailable(error: BaseException | None) -> bool:
    """Whether it is the database's trouble: away, full, overtaken by somebody else."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return True
    return error is not None and isinstance(error.__cause__, IdleInTransactionSessionTimeout)
