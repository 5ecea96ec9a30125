"""Bodies of requests: JSON within the limits of :mod:`config.serving.untrusted`."""

from typing import Any

from rest_framework.parsers import BaseParser

from config.serving import untrusted


class JsonParser(BaseParser):
    """Reads JSON."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """What the body says. Raises ``Unreadable``."""
        return untrusted.json_body(stream.read(untrusted.MOST_BYTES + 1))
