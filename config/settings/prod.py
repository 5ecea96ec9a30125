"""Production: everything secret or local comes from the environment, or nothing starts.

docs/running.md lists the variables.
"""

import os

from config import logs
from config.data.redis_urls import for_celery
from config.production_checks import listed, require_production_environment
from config.settings.base import *  # noqa: F403 - a settings module is the base plus changes
from config.settings.base import REDIS_PREFIX, broker_options, caches, channel_layers, database
from core.paths import BASE_DIR

require_production_environment(os.environ)

DEBUG = False
SECRET_KEY = os.environ["SECRET_KEY"]
SEAL_KEYS = os.environ["SEAL_KEYS"]
ALLOWED_HOSTS = listed(os.environ["ALLOWED_HOSTS"])
CSRF_TRUSTED_ORIGINS = listed(os.environ.get("CSRF_TRUSTED_ORIGINS", "")) or [
    f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS
]

DATABASES = database(os.environ["DATABASE_URL"])

REDIS_URL = os.environ["REDIS_URL"]
CACHES = caches(REDIS_URL, REDIS_PREFIX)
CHANNEL_LAYERS = channel_layers(REDIS_URL, REDIS_PREFIX)
CELERY_BROKER_URL = for_celery(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(REDIS_PREFIX)

# The proxy in front speaks TLS and tells us so; it must overwrite this header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000
# Whether the whole domain promises HTTPS (W005) for ever (W021) is its owner's decision.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
BROWSER_COOKIE_NAME = "__Host-browser"

# Filled by `manage.py collectstatic` when the image is built.
STATIC_ROOT = os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Where letters lead.
SITE_ADDRESS = os.environ.get("SITE_ADDRESS") or f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS") == "1"
DEFAULT_FROM_EMAIL = (
    os.environ.get("DEFAULT_FROM_EMAIL") or f"chancellery@{ALLOWED_HOSTS[0].lstrip('.')}"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

LOGGING = logs.settings(as_json=True)
