"""What the API says of itself."""

from typing import ClassVar

from drf_spectacular.views import SpectacularAPIView

from accounts.tokens import READ, InScope


class Schema(SpectacularAPIView):
    """The schema, for everybody."""

    permission_classes = [InScope]
    scopes: ClassVar[dict[str, str]] = {"GET": READ}
