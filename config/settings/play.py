"""Playing on one machine: embedded servers, secrets made here, a line on the console for each mail.

DATABASE_URL and REDIS_URL replace the embedded servers; DEBUG=1 shows tracebacks.
"""

import os

from config.data.redis_urls import for_celery
from config.settings.base import *  # noqa: F403 - a settings module is the base plus changes
from config.settings.base import (
    REDIS_PREFIX,
    VAR_DIR,
    broker_options,
    caches,
    channel_layers,
    database,
)
from config.supervision.secrets_file import local_secrets
from core.paths import play_place

DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
if os.environ.get("ALLOWED_HOSTS"):
    ALLOWED_HOSTS += os.environ["ALLOWED_HOSTS"].split(",")

_secrets = local_secrets(VAR_DIR)
SECRET_KEY = _secrets.secret_key
SEAL_KEYS = _secrets.seal_keys
VAPID_KEY = os.environ.get("VAPID_KEY") or _secrets.vapid_key
SITE_KEY = os.environ.get("SITE_KEY") or _secrets.site_key

DATABASES = database(os.environ.get("DATABASE_URL") or play_place().database_url)

REDIS_URL = os.environ.get("REDIS_URL") or play_place().redis_url
CACHES = caches(REDIS_URL, REDIS_PREFIX)
CHANNEL_LAYERS = channel_layers(REDIS_URL, REDIS_PREFIX)
CELERY_BROKER_URL = for_celery(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(REDIS_PREFIX)

# Where letters lead: to the name people type, for a session belongs to a name.
_name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip(" .*") or "localhost"
SITE_ADDRESS = f"http://{_name}:{os.environ.get('PORT') or 8000}"
EMAIL_BACKEND = "config.one_line_mail.EmailBackend"
EMAIL_FILE_PATH = str(VAR_DIR / "mail")

# Serve static files from where they are written, without a collecting step.
WHITENOISE_USE_FINDERS = True
