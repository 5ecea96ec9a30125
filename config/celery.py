"""The Celery application: the worker's rules of conduct and the clock's heartbeat.

A task is acknowledged when it is done, not when it is taken. A worker that is killed
gives its task back: at once when only its child process died, and after
`visibility_timeout` when the whole worker is gone. Long before that the next sweep has
found the work again in the database, which is the only place where work is remembered.
"""

import os
import signal
import warnings
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init
from django.conf import settings

from config.processes import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.play")

# Celery warns against root because of its pickle messages, which we do not accept. Trying
# Chancellery as root in a container is common and should not begin with a scare.
warnings.filterwarnings("ignore", message="You're running the worker with superuser")

app = Celery("chancellery")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_like_the_web(**_: Any) -> None:
    """Use Django's logging settings instead of Celery's own."""
    dictConfig(settings.LOGGING)


@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """A child process must not go on resolving when its worker has been killed."""
    die_with_parent(signal.SIGKILL)
