"""`manage.py up` without the demonstration, and with a supervisor that does not wait long before it
starts a program again.

A test that kills the same program ten times in a minute is not a program that keeps failing.
"""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"


def main() -> None:
    import django
    from django.core.management import call_command

    from config.management.commands import up
    from config.supervision import supervisor

    # The demonstration and its finished campaigns are work that a test of faults does not ask for.
    up._demo = lambda: ""
    supervisor.FIRST_PAUSE = supervisor.LONGEST_PAUSE = 0.2
    django.setup()
    call_command("up")


if __name__ == "__main__":
    main()
