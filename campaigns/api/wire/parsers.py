"""Bodies of requests: JSON within the limits of :mod:`core.input_limits`."""

from typing import Any

from rest_framework.parsers import BaseParser

from core import input_limits


class JsonParser(BaseParser):
    """Reads JSON."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """What the body says. Raises ``Unreadable``."""
        return input_limits.json_body(stream.read(input_limits.MOST_BYTES + 1))
