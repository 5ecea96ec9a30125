"""The way in: HTTP to Django, WebSockets to the consumers of the frontend."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.play")

# Django has to be set up before anything imports models, consumers included.
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from config.serving.http import ThreadedHandler  # noqa: E402
from config.serving.websocket_origin import SameOrigin  # noqa: E402
from core.input_limits import KnownSockets  # noqa: E402
from frontend.routing import websocket_urlpatterns  # noqa: E402

# Django's path() makes these; the type stubs of Channels expect another class.
sockets = URLRouter(websocket_urlpatterns)  # type: ignore[arg-type]

application = ProtocolTypeRouter(
    {
        "http": ThreadedHandler(),
        "websocket": SameOrigin(KnownSockets(AuthMiddlewareStack(sockets), websocket_urlpatterns)),
    }
)
