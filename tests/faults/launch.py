"""`manage.py up` with a supervisor that does not wait long before it starts a program again.

A test that kills the same program ten times in a minute is not a program that keeps failing.
"""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"


def main() -> None:
    import django
    from django.core.management import call_command

    from config.supervision import supervisor

    supervisor.FIRST_PAUSE = supervisor.LONGEST_PAUSE = 0.2
    django.setup()
    call_command("up")


if __name__ == "__main__":
    main()
