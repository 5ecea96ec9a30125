"""The last of the programs' parts: once it is ready, all is loaded."""

import gc

from django.apps import AppConfig


class Loaded(AppConfig):
    """Looks for garbage from now on, and not among what was loaded (`config` put that off)."""

    name = "config.gc_freeze"
    label = "loaded"

    def ready(self) -> None:
        """What is there now stays for ever."""
        gc.freeze()
        gc.enable()
