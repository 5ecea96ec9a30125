"""Answers that many ask for alike, packed once; all others Django's own middleware packs."""

import gzip
from hashlib import sha256
from threading import Lock

from cachetools import LRUCache, cached
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import patch_vary_headers

MOST_BYTES = 4_000_000
"""What all answers weigh together at most that a process keeps packed."""


def pack(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The same answer in gzip, packed once by this process, where the browser takes that."""
    if response.content and re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = _packed_once(response.content)
        response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(response.content))
        patch_vary_headers(response, ("Accept-Encoding",))
    return response


@cached(LRUCache(MOST_BYTES, getsizeof=len), key=lambda body: sha256(body).digest(), lock=Lock())
def _packed_once(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
