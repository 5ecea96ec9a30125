"""How Chancellery is put together and run: settings, routes, servers, supervisor."""

import gc

# What is loaded while a program starts is no garbage: looking for some takes a sixth of that time. It is
# looked for again from the moment that everything is there (`config.gc_freeze`).
gc.disable()

from config.celery import app as celery_app  # noqa: E402 - after the line above

__all__ = ["celery_app"]
