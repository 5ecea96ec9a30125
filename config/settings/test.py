"""The test suite: servers of its own, quick passwords, mail kept in memory.

Every test process takes the first free folder under var/test, so that several runs, and
the parallel workers of one run, never meet in a database.
"""

import os
from pathlib import Path

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
from config.supervision.locks import claim
from core.paths import Place

# A program that a test starts works in the folder of that test.
_given = os.environ.get("CHANCELLERY_TEST_PLACE")
TEST_PLACE = Place(Path(_given) if _given else claim(VAR_DIR / "test"))

DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
SECRET_KEY = "a key for tests alone, which guards nothing and is known to everybody"  # noqa: S105
SEAL_KEYS = os.environ.get("SEAL_KEYS") or "dGVzdHMgc2VhbCB3aXRoIHRoaXMga2V5LCAzMiBieSE="
SITE_KEY = os.environ.get("SITE_KEY") or "dGVzdHMgc2lnbiByZWNlaXB0cyB3aXRoIHRoaXMgMzI="

# A test may hold a transaction open for as long as it likes; a site that a test strikes may not.
DATABASES = database(
    os.environ.get("DATABASE_URL") or TEST_PLACE.database_url,
    lease=float(os.environ.get("CHANCELLERY_LEASE") or 600),
)

# Several test processes may share a Redis of your own. No name is the beginning of another one, so
# that none of them clears away what belongs to another. (A program that a test starts is given the
# whole prefix, and no worker.)
if _worker := os.environ.get("PYTEST_XDIST_WORKER", "alone"):
    REDIS_PREFIX += f"-{_worker}-"
REDIS_URL = os.environ.get("REDIS_URL") or TEST_PLACE.redis_url
CACHES = caches(REDIS_URL, REDIS_PREFIX)
CHANNEL_LAYERS = channel_layers(REDIS_URL, REDIS_PREFIX)
CELERY_BROKER_URL = for_celery(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(REDIS_PREFIX)
CELERY_BEAT_SCHEDULE_FILENAME = str(TEST_PLACE.root / "beat-schedule")

# Argon2 is slow on purpose, and no test is about guessing passwords from hashes.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SITE_ADDRESS = os.environ.get("SITE_ADDRESS") or "http://testserver"
# A site whose letters a test reads puts them into a folder; of the test process they stay in memory.
EMAIL_FILE_PATH = os.environ.get("EMAIL_FILE_PATH")
EMAIL_BACKEND = (
    f"django.core.mail.backends.{'filebased' if EMAIL_FILE_PATH else 'locmem'}.EmailBackend"
)
WHITENOISE_USE_FINDERS = True
# Every client of a test begins with a handler of its own, which would first read all static files; a
# program that a test starts reads them once.
WHITENOISE_AUTOREFRESH = not _given

# Tests wait for sweeps; the site's own pause between two is five seconds.
CELERY_BEAT_SCHEDULE["sweep-due-campaigns"]["schedule"] = 1.0
