"""Answers that many ask for alike, in gzip, packed once by each process.

Django compresses each answer anew. For a long one that takes longer than all else that is done for it, so what stays
the same from reader to reader is packed here before Django sees it.
"""

import gzip
from hashlib import sha256
from threading import Lock

from cachetools import LRUCache, cached
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_BYTES = 4_000_000
"""What all packed answers of a process weigh together at most."""


def pack(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The same answer in gzip, where the browser takes that and there is something to pack."""
    if response.content and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = _packed(response.content)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(response.content))
        patch_vary_headers(response, ("Accept-Encoding",))
    return response


@cached(LRUCache(MOST_BYTES, getsizeof=len), key=lambda body: sha256(body).digest(), lock=Lock())
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
