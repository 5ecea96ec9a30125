"""One `REDIS_URL`, spelt the way each client wants it."""

from urllib.parse import parse_qs, urlsplit


def for_celery(url: str) -> str:
    """Return the URL for Celery, which names a socket `redis+socket://` instead of `unix://`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={database}"
