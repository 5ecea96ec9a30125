"""Reading all templates before a web server divides into its processes.

What is read before the fork is there in every process: the first reader of each page does not wait for
its templates, some of which take longer to be read than to be filled in.
"""

from pathlib import Path

from django.apps import apps
from django.template.loader import get_template

OURS = ("frontend", "accounts")


def read_templates() -> int:
    """Read every page of ours and what it includes; how many templates that were.

    A template that cannot be read raises, as it would when it is asked for.
    """
    folders = [
        Path(app.path) / "templates" for app in apps.get_app_configs() if app.name.startswith(OURS)
    ]
    names = sorted(
        {
            str(file.relative_to(folder))
            for folder in folders
            for file in folder.rglob("*")
            if file.is_file()
        }
    )
    for name in names:
        get_template(name)
    return len(names)
