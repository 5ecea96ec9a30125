"""The whole log of a campaign as its pages show it, from the first entry to the last."""

import re
from collections.abc import Callable
from typing import Any

EARLIER = re.compile(r'href="\?at=(\d+)" rel="prev"')


def whole_log(get: Callable[[str], str], slug: str) -> str:
    """The HTML of all pages, the oldest first; ``get`` gives that of an address."""
    address, html = f"/c/{slug}/log/", ""
    while True:
        page = get(address)
        html = page + html
        earlier = EARLIER.search(page)
        if earlier is None:
            return html
        address = f"/c/{slug}/log/?at={earlier[1]}"


def read_by(client: Any, slug: str) -> str:
    """The same for a test client."""
    return whole_log(lambda address: client.get(address).content.decode(), slug)
