"""How django-allauth, which signs people in, fits this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context

from config.serving.own_pages import own_page


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library carries no types
    """Our pages say what they have to say; addresses are judged as everywhere here."""

    def add_message(self, *_args: Any, **_kwargs: Any) -> None:
        """Say nothing: that one is signed in stands at the top of every page."""

    def is_safe_url(self, url: str) -> bool:
        """Whether a browser may be sent on there."""
        return bool(own_page(context.request, url, otherwise=""))
