#!/usr/bin/env python
"""Run one of Chancellery's commands: `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hand the command line to Django, with the settings for playing on one machine."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.play")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as error:
        raise SystemExit(
            "Django is not installed in this Python. "
            "Run `make play` once: it makes .venv, then use .venv/bin/python manage.py."
        ) from error
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
