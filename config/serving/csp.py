"""A strict Content-Security-Policy on every answer: our own files, nothing inline, no text that becomes code.

*Trusted Types* are the second half: where a script of a page would make HTML or code of a text, the
browser asks a policy of ours first. There is one, `frontend/js/trusted.js`: no markup that could run
anything gets through it, whatever text a script was given.
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


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Adds the policy, naming this host's WebSocket, which older browsers ask for.

    It stands around all other middleware, so that what these answer themselves has it too.
    """

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header unless the view has set a policy of its own."""
        response.headers.setdefault(HEADER, policy_for(request))
        return response


def policy_for(request: HttpRequest | None) -> str:
    """The policy as one header value. Whoever asks for a host that is none of ours is told of no socket."""
    socket = ""
    if request is not None:
        try:
            socket = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        except DisallowedHost:
            socket = ""
    return "; ".join(f"{name} {value.format(socket=socket).strip()}" for name, value in POLICY)
