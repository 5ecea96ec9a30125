"""A strict Content-Security-Policy on every answer: our own files, nothing inline, no text that becomes code.

*Trusted Types* are the second half: where a script of a page would make HTML or code of a text, the
browser asks a policy of ours first. There is one, `frontend/js/trusted.js`: no markup that could run
anything gets through it, whatever text a script was given.

What a browser fetches for a page that is open (a part of it, a script, a style sheet) is no page, and the
policy that counts is that of the page. It says `FOR_A_PART` and no more: a change of phase is ten such answers.
"""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

HEADER = "Content-Security-Policy"
POLICY = (
    ("default-src", "'none'"),
    ("script-src", "'self'"),
    ("style-src", "'self'"),
    ("img-src", "'self'"),
    ("font-src", "'self'"),
    ("connect-src", "'self' {socket}"),
    ("manifest-src", "'self'"),
    ("form-action", "'self'"),
    ("base-uri", "'none'"),
    ("frame-ancestors", "'none'"),
    ("require-trusted-types-for", "'script'"),
    ("trusted-types", "default looking"),
)
FOR_A_PART = "default-src 'none'; frame-ancestors 'none'"
PARTS = frozenset({"empty", "font", "image", "manifest", "script", "style"})
"""What a browser says that it fetches (`Sec-Fetch-Dest`) for a page that is open: no document, frame or worker.
No script of a page can say it in a browser's stead.
"""


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Adds the policy, naming this host's WebSocket, which older browsers ask for.

    It stands around all other middleware, so that what these answer themselves has it too.
    """

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header unless the view has set a policy of its own."""
        part = request.headers.get("Sec-Fetch-Dest") in PARTS and not _may_be_a_page(response)
        response.headers.setdefault(HEADER, FOR_A_PART if part else policy_for(request))
        return response


def _may_be_a_page(response: HttpResponseBase) -> bool:
    """Whether a browser may keep an answer and show it as a page later."""
    html = response.headers.get("Content-Type", "").startswith("text/html")
    return html and "no-store" not in response.headers.get("Cache-Control", "")


def policy_for(request: HttpRequest | None) -> str:
    """The policy as one header value. Whoever asks for a host that is none of ours is told of no socket."""
    socket = ""
    if request is not None:
        try:
            socket = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        except DisallowedHost:
            socket = ""
    return "; ".join(f"{name} {value.format(socket=socket).strip()}" for name, value in POLICY)
