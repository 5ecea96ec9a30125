"""A strict Content-Security-Policy on every answer: our own files, nothing inline."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

POLICY = (
    ("default-src", "'none'"),
    ("script-src", "'self'"),
    ("style-src", "'self'"),
    ("img-src", "'self' data:"),
    ("font-src", "'self'"),
    ("connect-src", "'self' {socket}"),
    ("manifest-src", "'self'"),
    ("form-action", "'self'"),
    ("base-uri", "'none'"),
    ("frame-ancestors", "'none'"),
)


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Adds the policy, naming this host's WebSocket, which older browsers ask for."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header unless the view has set a policy of its own."""
        response.headers.setdefault("Content-Security-Policy", policy_for(request))
        return response


def policy_for(request: HttpRequest) -> str:
    """The policy as one header value."""
    scheme = "wss" if request.is_secure() else "ws"
    socket = f"{scheme}://{request.get_host()}"
    return "; ".join(f"{name} {value.format(socket=socket)}" for name, value in POLICY)
