"""What the API says of itself."""

from drf_spectacular.views import SpectacularAPIView

from accounts.tokens import READ, InScope, in_scope


class Schema(SpectacularAPIView):
    """The schema, for everybody."""

    permission_classes = [InScope]
    get = in_scope(READ)(SpectacularAPIView.get)
