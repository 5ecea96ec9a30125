"""Production refuses to start unsafe, naming what is wrong and how to set it right."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.production_checks import require_production_environment
from config.settings import test as tests
from core.paths import BASE_DIR
from tests.stack.production import SAFE, SEAL_KEY

SHOWN = (
    "from django.conf import settings; print(settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS)"
)


def start(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Start Django with the production settings in a process of its own, which shows whom it believes."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "--command", SHOWN],
        cwd=BASE_DIR,
        env={**kept, **environment, "DJANGO_SETTINGS_MODULE": "config.settings.prod"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", sorted(SAFE))
def test_a_missing_variable_is_named_with_the_way_to_set_it(name: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        require_production_environment({**SAFE, name: ""})

    [line] = [line for line in str(refusal.value).splitlines() if line.startswith("  - ")]
    assert line.startswith(f"  - {name} ")
    assert any(way in line for way in ("Make one", "Name a", "List the names"))


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("SECRET_KEY", "django-insecure-" + "x" * 60, "SECRET_KEY is a default"),
        ("SECRET_KEY", "change-me-" + "x" * 60, "SECRET_KEY is a default"),
        ("SECRET_KEY", "CHANGE_ME_" + "x" * 60, "SECRET_KEY is a default"),
        ("SECRET_KEY", tests.SECRET_KEY, "SECRET_KEY is a default"),
        ("SECRET_KEY", "short", "shorter than 50"),
        ("SECRET_KEY_FALLBACKS", "too short", "SECRET_KEY_FALLBACKS"),
        ("DEBUG", "1", "DEBUG is on"),
        ("DEBUG", "true", "DEBUG is on"),
        ("ALLOWED_HOSTS", "*", "allows every host"),
        ("SEAL_KEYS", "bm90IGxvbmcgZW5vdWdo", "key 1 is not 32 bytes"),
        ("SEAL_KEYS", f"{SEAL_KEY},!!", "key 2 is not 32 bytes"),
    ],
)
def test_an_unsafe_value_is_refused(name: str, value: str, complaint: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        require_production_environment({**SAFE, name: value})


def test_everything_that_is_missing_is_said_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        require_production_environment({})

    for name in SAFE:
        assert f"- {name} is not set" in str(refusal.value)


def test_a_refusal_tells_no_secret() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        require_production_environment({**SAFE, "SECRET_KEY": "hunter2", "SEAL_KEYS": "hunter3"})

    assert "hunter" not in str(refusal.value)


def test_the_production_settings_start_with_a_safe_environment_and_not_without() -> None:
    good = start(SAFE)
    assert good.returncode == 0, good.stderr
    hosts = ["chancellery.example.org", "www.chancellery.example.org"]
    assert f"{hosts} {[f'https://{host}' for host in hosts]}" in good.stdout

    bad = start({**SAFE, "ALLOWED_HOSTS": ""})
    assert bad.returncode != 0
    assert "ALLOWED_HOSTS is not set" in bad.stderr
