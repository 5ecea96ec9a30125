"""Templates without their indentation, which is for whoever reads the template."""

import re
from typing import Any

from django.template.loaders.app_directories import Loader as AppLoader

_AS_IT_IS = re.compile(r"(<(pre|textarea)\b.*?</\2>)", re.DOTALL)
_INDENTATION = re.compile(r"\n[ \t]+")


class Loader(AppLoader):
    """Templates of the apps; in pages no line begins with blanks, but in what is shown as it is.

    A table of a thousand rows would else carry a thousand times the depth of its template.
    """

    def get_contents(self, origin: Any) -> str:
        """The text of a template."""
        text = super().get_contents(origin)
        return without_indentation(text) if origin.name.endswith(".html") else text


def without_indentation(text: str) -> str:
    """The lines of a page from their first letter on."""
    pieces = _AS_IT_IS.split(text)
    # Every piece that is shown as it is comes with the name of its element behind it.
    return "".join(
        piece if place % 3 == 1 else _INDENTATION.sub("\n", piece)
        for place, piece in enumerate(pieces)
        if place % 3 != 2
    )
