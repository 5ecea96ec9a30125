"""What is the same wherever Chancellery runs."""

import os
import sys
from pathlib import Path
from typing import Any

import dj_database_url
import django_stubs_ext

from config import logs
from config.production_checks import listed
from config.settings import limits
from core import input_limits
from core.paths import var_dir
from core.signals import connect
from frontend import books

# Lets `ModelAdmin[User]` and its kin be written where Django itself does not know them yet.
django_stubs_ext.monkeypatch()

VAR_DIR = var_dir()

# How many processes answer pages, and how many resolve phases (two at least).
SITE_PROCESSES = max(1, int(os.environ.get("SITE_PROCESSES") or 2))

# --- Applications -------------------------------------------------------------

INSTALLED_APPS = [
    "core",
    "config",
    "accounts.apps.AccountsConfig",
    "campaigns",
    "frontend",
    *books.apps(),
    "accounts.apps.AdminSiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
    "timezone_field",
    "config.gc_freeze.Loaded",
]

MIDDLEWARE = [
    "config.serving.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.serving.site_clock.SiteClockMiddleware",
    "config.serving.static.StaticFilesMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "core.input_limits.UntrustedInputMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.PeopleMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "accounts.middleware.TooOftenMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaigns.crypto.signed_requests.SignedRequestsMiddleware",
    "frontend.middleware.FormAddressMiddleware",
    "frontend.middleware.FirstWrongFieldMiddleware",
    "frontend.middleware.OutOfSearchEnginesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [
                ("django.template.loaders.cached.Loader", ["config.serving.templates.Loader"])
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # Every template cites rules, shows what rulebooks say, and names powers, numbers and times.
            "builtins": [
                f"frontend.templatetags.{name}"
                for name in ("cites", "figures", "language", "marks", "moments")
            ],
        },
    },
]

# --- Language and time --------------------------------------------------------

# What everything is written in, and what programs, the log and files are told.
LANGUAGE_CODE = "en"
# Each by its own name; docs/languages.md says how one is added.
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
# Those in which nothing may be left untranslated: `manage.py check_translations` sees to it.
COMPLETE_LANGUAGES: list[str] = ["de"]
RULEBOOKS_IN_WORDS = "frontend.templatetags.language.in_words"
"""What says a rulebook's text in the language of its reader."""
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 86400

# Moments are stored and computed in UTC; a page shows them in its reader's own zone.
USE_TZ = True
TIME_ZONE = "UTC"

# --- People -------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# django-allauth signs people in, with passkeys and codes too. Never add its app `usersessions`: it keeps
# session keys in clear. Limits are ours, at the doors where passwords and codes are asked for, and a
# person has the one address of the model, which nobody has to confirm.
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = False
# For so many seconds after a person has shown again who they are, they may change how they sign in.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
MFA_ADAPTER = "accounts.adapter.Factors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = False
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Chancellery"
# A clock may be off by half a minute.
MFA_TOTP_TOLERANCE = 1
# By this a browser in which somebody has signed in is known again.
BROWSER_COOKIE_NAME = "browser"

# Secret keys of before that still open what they signed: for a while after a change, none otherwise.
SECRET_KEY_FALLBACKS = listed(os.environ.get("SECRET_KEY_FALLBACKS", ""))

AUTHENTICATION_BACKENDS = ["accounts.backends.PeopleBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# How often what may be done: the table is in `limits.py` beside this file.
LIMITS = limits.with_own(os.environ.get("LIMITS", ""))
# So many first games of people without an account there are at most at one time, from whatever addresses.
GUEST_GAMES = int(os.environ.get("GUEST_GAMES") or 2000)

# --- Servers ------------------------------------------------------------------


# How long a process may sit on a campaign it has locked without asking the database anything.
# Then PostgreSQL takes the lock away: whoever was frozen with it finds nothing done when it wakes,
# and somebody else has gone on. Resolving a phase takes milliseconds.
LEASE_SECONDS = 30
# How long anybody waits for a campaign that somebody else has in hand.
LOCK_SECONDS = 10


def database(url: str, *, lease: float = LEASE_SECONDS) -> dict[str, dict[str, Any]]:
    """The DATABASES setting for one PostgreSQL. Options in the URL go before ours."""
    settings: dict[str, Any] = {
        **dj_database_url.parse(
            url, engine="django.db.backends.postgresql", conn_max_age=600, conn_health_checks=True
        )
    }
    ours = {
        "connect_timeout": 5,
        "options": f"-c idle_in_transaction_session_timeout={lease * 1000:.0f} "
        # Our questions are short: to compile one takes longer than to answer it.
        f"-c lock_timeout={LOCK_SECONDS * 1000} -c jit=off",
    }
    settings["OPTIONS"] = {**ours, **settings.get("OPTIONS", {})}
    return {"default": settings}


# Redis is there for promptness. One that stays silent must not hold up what does without it.
REDIS_SILENCE = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}


def caches(url: str, prefix: str) -> dict[str, dict[str, Any]]:
    """The CACHES setting."""
    backend = "django.core.cache.backends.redis.RedisCache"
    return {
        "default": {
            "BACKEND": backend,
            "LOCATION": url,
            "KEY_PREFIX": prefix,
            "OPTIONS": dict(REDIS_SILENCE),
        }
    }


def channel_layers(url: str, prefix: str) -> dict[str, dict[str, Any]]:
    """The CHANNEL_LAYERS setting: what carries a change to every open page."""
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": url, "redis_connect_func": connect, **REDIS_SILENCE}],
                "prefix": prefix,
            },
        }
    }


def broker_options(prefix: str) -> dict[str, Any]:
    """The CELERY_BROKER_TRANSPORT_OPTIONS setting."""
    return {
        "global_keyprefix": f"{prefix}:",
        # How long the task of a vanished worker stays hidden before it is handed out
        # again. It must exceed every task's time limit and every `eta`, or work is done
        # twice; so never schedule a task more than a minute ahead.
        "visibility_timeout": 180,
        **REDIS_SILENCE,
    }


# Every key that Chancellery writes to Redis begins with this.
REDIS_PREFIX = os.environ.get("REDIS_PREFIX", "chancellery")

# --- The worker and the clock ---------------------------------------------------

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 90  # seconds
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.beat:SteadyScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat" / "schedule")


def _every(seconds: float, task: str, *, expires: float) -> dict[str, Any]:
    """One row of the beat: a worker that was away needs one such task, not one for every beat it missed. The
    clocks of two machines may differ by less than ``expires``.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": expires}}


CELERY_BEAT_SCHEDULE = {
    "sweep-due-campaigns": _every(5.0, "campaigns.tasks.sweep_due", expires=120.0),
    # Sessions and counters that are over.
    "forget-what-is-over": _every(3600.0, "accounts.tasks.tidy", expires=600.0),
    # Letters go out as they are written; this finds those for which that failed.
    "send-letters": _every(30.0, "campaigns.tasks.send_letters", expires=120.0),
    "send-alerts": _every(30.0, "accounts.tasks.send_alerts", expires=120.0),
    "push-letters": _every(30.0, "campaigns.tasks.push_letters", expires=120.0),
    "post-webhooks": _every(30.0, "campaigns.tasks.post_webhooks", expires=120.0),
    "replay-finished": _every(30.0, "campaigns.tasks.replay_finished", expires=60.0),
    "draw-glimpses": _every(20.0, "campaigns.tasks.draw_glimpses", expires=60.0),
}
# What waits for other people's servers, or only for leisure, has a queue and a worker of its own, so that
# none of it holds the clock up.
DELIVERY = "delivery"
CELERY_TASK_ROUTES = {
    f"campaigns.tasks.{task}": {"queue": DELIVERY}
    for task in (
        "send_letters",
        "push_letters",
        "post_webhooks",
        "draw_glimpses",
        "replay_finished",
        "fetch_beacon",
    )
} | {"accounts.tasks.send_alerts": {"queue": DELIVERY}}
# The secret number of the key under which the site pushes to browsers; without it, it does not.
VAPID_KEY = os.environ.get("VAPID_KEY", "")
# The keys with which the site signs receipts, the newest first; without one it gives none.
SITE_KEY = os.environ.get("SITE_KEY", "")
# A public randomness beacon (drand's HTTP form) whose rounds go into the dice of campaigns that ask for it.
# Off without an address. The key, the first moment (Unix seconds) and the period are the beacon's own.
BEACON_URL = os.environ.get("BEACON_URL", "")
BEACON_PUBLIC_KEY = os.environ.get("BEACON_PUBLIC_KEY", "")
BEACON_GENESIS = int(os.environ.get("BEACON_GENESIS") or 0)
BEACON_PERIOD = int(os.environ.get("BEACON_PERIOD") or 30)

# Networks that webhooks and devices may be reached in besides the open internet: none.
OUTBOUND_ALLOW = tuple(listed(os.environ.get("OUTBOUND_ALLOW", "")))

# --- Pages --------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "frontend.bundles.BundleFinder",
    "frontend.fonts.FontFinder",
]
# Where `manage.py fonts` puts what it makes: in the environment that it makes it from.
FONTS_ROOT = os.environ.get("FONTS_ROOT") or Path(sys.prefix) / "share" / "chancellery" / "fonts"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = input_limits.MOST_BYTES
# Files that are sent are never put on the disk; how large they can be, the way in has seen to.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = max(most for _address, most in input_limits.LARGER)
SESSION_ENGINE = "accounts.sessions"
# What is answered to an act may be secret: it lies in its reader's browser alone, never in the session.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
CSRF_FAILURE_VIEW = "accounts.again.stale"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# --- For programs -------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.tokens.Tokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly",
        "accounts.tokens.InScope",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.tokens.RequestThrottle"],
    # JSON alone: the browsable pages need inline scripts, which our pages forbid.
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["campaigns.api.wire.parsers.JsonParser"],
    "DEFAULT_SCHEMA_CLASS": "campaigns.api.wire.operation_names.Schema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Chancellery",
    "DESCRIPTION": "Play-by-web campaigns of the politics of the Second World War.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "PATH_CONVERTER_OVERRIDES": {"number": int},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "campaigns.api.wire.answers.with_records",
    ],
}

# --- What the servers say -----------------------------------------------------

LOGGING = logs.settings(as_json=False)
DEFAULT_FROM_EMAIL = "Chancellery <chancellery@localhost>"
# Those who run the site: they are told when a campaign cannot go on.
ADMINS = [("", address) for address in listed(os.environ.get("ADMINS", ""))]
# Where somebody who has found a weakness of this site writes to: addresses of mail or web, separated by
# commas. Without any there is no security.txt.
SECURITY_CONTACT = listed(os.environ.get("SECURITY_CONTACT", ""))
# What a program that watches the site has to send to read `/metrics` from elsewhere; none may
# without it.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
EMAIL_TIMEOUT = 15  # seconds
