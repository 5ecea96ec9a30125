"""How Chancellery is put together and run: settings, routes, servers, supervisor."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
