"""The Celery application: the worker's rules of conduct. What runs how often is `CELERY_BEAT_SCHEDULE` in the settings.

A task is acknowledged when it is done, not when it is taken. A worker that is killed
gives its task back: at once when only its child process died, and after
`visibility_timeout` when the whole worker is gone. Long before that the next sweep has
found the work again in the database, which is the only place where work is remembered.
"""

import os
import signal
import threading
import time
import warnings
from logging.config import dictConfig
from typing import Any

from celery import Celery, Task, bootsteps
from celery.signals import setup_logging, task_prerun, worker_process_init
from celery.worker import state
from django.conf import settings
from django.db import connections

from config.supervision.processes import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.play")

# Celery would run Django's checks in each process and look at nothing that they find.
os.environ["CELERY_SKIP_CHECKS"] = "1"

# Celery warns against root because of its pickle messages, which we do not accept. Trying
# Chancellery as root in a container is common and should not begin with a scare.
warnings.filterwarnings("ignore", message="You're running the worker with superuser")

app = Celery("chancellery")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

#: How long a worker may take to end in order, in seconds: when it was told to, and when it gave up.
LONGEST_FAREWELL, LONGEST_COLLAPSE = 55.0, 5.0


class EndForSure(bootsteps.StartStopStep):
    """A worker that ends does end.

    One that gives up, because Redis could not write, say, waits for its child processes, and they
    may wait for it. Nobody would start it again, and the clock would stand still. Nothing is lost
    by a hard end: what it was at is in the database.
    """

    requires = ("celery.worker.components:Pool",)

    def close(self, _worker: Any) -> None:
        """The first of the ending: begin to count."""
        told = state.should_stop not in (None, False) or state.should_terminate not in (None, False)
        patience = LONGEST_FAREWELL if told else LONGEST_COLLAPSE
        threading.Thread(target=_end_after, args=[patience], daemon=True).start()


def _end_after(seconds: float) -> None:
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)


app.steps["worker"].add(EndForSure)


@setup_logging.connect
def log_like_the_web(**_: Any) -> None:
    """Use Django's logging settings instead of Celery's own."""
    dictConfig(settings.LOGGING)


@task_prerun.connect
def begin_outside_of_transactions(task: Task, **_: Any) -> None:
    """A time limit may strike while Django begins or ends a transaction, in a process that stood still above
    all. Its connection then counts as within one for good: it is not opened again, and every later task
    of this process would fail.
    """
    if task.request.is_eager:
        return  # It may be called in somebody's transaction.
    for connection in connections.all(initialized_only=True):
        if connection.in_atomic_block:
            connection.close()
            del connections[connection.alias]


@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """A child process must not go on resolving when its worker has been killed."""
    die_with_parent(signal.SIGKILL)
