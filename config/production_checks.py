"""What production must be given, and the refusal when it is not."""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping

from django.core.exceptions import ImproperlyConfigured

SHORTEST_SECRET_KEY = 50  # characters
SEAL_KEY_LENGTH = 32  # bytes
# How keys begin that were not made for one site: Django's, those of examples, that of our tests.
DEFAULTS = ("django-insecure", "change", "a key for tests")


def require_production_environment(environ: Mapping[str, str]) -> None:
    """Refuse an environment with every missing or unsafe variable at once.

    Raises ImproperlyConfigured, one line per variable: what is wrong and how to set it.
    """
    problems = list(_problems(environ))
    if problems:
        raise ImproperlyConfigured(
            "Chancellery does not start in production like this:\n"
            + "\n".join(f"  - {problem}" for problem in problems)
        )


def _problems(environ: Mapping[str, str]) -> Iterator[str]:
    secret_key = environ.get("SECRET_KEY", "")
    if not secret_key:
        yield (
            "SECRET_KEY is not set. Make one: "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    elif len(secret_key) < SHORTEST_SECRET_KEY or secret_key.lower().startswith(DEFAULTS):
        yield (
            f"SECRET_KEY is a default or shorter than {SHORTEST_SECRET_KEY} characters. Make one: "
            "python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    for old in listed(environ.get("SECRET_KEY_FALLBACKS", "")):
        if len(old) < SHORTEST_SECRET_KEY or old.lower().startswith(DEFAULTS):
            yield (
                f"SECRET_KEY_FALLBACKS has a default, or a key shorter than {SHORTEST_SECRET_KEY} "
                "characters. Name the secret key of before, or leave it out."
            )
    if environ.get("DEBUG", "0").lower() not in ("", "0", "false", "no", "off"):
        yield "DEBUG is on, which shows secrets to strangers. Unset it; use the play settings to debug."
    hosts = listed(environ.get("ALLOWED_HOSTS", ""))
    if not hosts or "*" in hosts:
        yield (
            "ALLOWED_HOSTS is not set or allows every host. "
            "List the names people type, like ALLOWED_HOSTS=chancellery.example.org"
        )
    yield from _seal_key_problems(environ.get("SEAL_KEYS", ""))
    if not environ.get("DATABASE_URL"):
        yield "DATABASE_URL is not set. Name a PostgreSQL: postgres://USER:PASSWORD@HOST:5432/NAME"
    if not environ.get("REDIS_URL"):
        yield "REDIS_URL is not set. Name a Redis: redis://HOST:6379/0"


def _seal_key_problems(value: str) -> Iterator[str]:
    make_one = (
        "Make one and keep a copy outside the database's backups: python -c 'import base64, "
        "secrets; print(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())'"
    )
    keys = listed(value)
    if not keys:
        yield f"SEAL_KEYS is not set; orders could not be sealed. {make_one}"
    for place, key in enumerate(keys, start=1):
        try:
            length = len(urlsafe_b64decode(key))
        except (binascii.Error, ValueError):
            length = 0
        if length != SEAL_KEY_LENGTH:
            yield f"SEAL_KEYS: key {place} is not {SEAL_KEY_LENGTH} bytes in URL-safe base64. {make_one}"


def listed(value: str) -> list[str]:
    """The parts of a variable that are separated by commas."""
    return [part.strip() for part in value.split(",") if part.strip()]
