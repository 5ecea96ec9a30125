"""Dispatches as people write them, for tests and for the bench of use.

``summer_1940.txt`` is twenty facts of A World at War, ``barbarossa.txt`` fifteen of Days of Decision.
"""

from importlib import resources


def text(name: str) -> str:
    """One of the dispatches, as it is typed."""
    return resources.files(__name__).joinpath(f"{name}.txt").read_text("utf-8")
