"""Finding a campaign: the form of the lobby, and the page of what it finds."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from campaigns.domain.languages import TONGUES
from campaigns.selectors.lobby import campaign_search
from campaigns.selectors.lobby.campaign_search import SearchFilter
from frontend.views.errors import reader_of


class Choice(NamedTuple):
    """A list to choose from: ``options`` are keys with their titles, ``any`` is what no choice is called."""

    name: str
    label: str
    any: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FindForm:
    """The form as it stands for what somebody looks for."""

    wish: SearchFilter
    choices: tuple[Choice, ...]
    longest: int = campaign_search.LONGEST

    @property
    def title(self) -> str:
        """What is shown."""
        return (
            str(campaign_search.KINDS[self.wish.kind][0]) if self.wish.kind else _("All campaigns")
        )


def form_of(wish: SearchFilter) -> FindForm:
    """The form, filled in with a wish."""
    seats = tuple(
        (
            str(number),
            ngettext("%(number)d or more", "%(number)d or more", number) % {"number": number},
        )
        for number in range(1, campaign_search.MOST_SEATS + 1)
    )
    kinds = tuple((key, str(title)) for key, (title, _of) in campaign_search.KINDS.items())
    paces = tuple((key, str(pace[0])) for key, pace in campaign_search.PACES.items())
    tongues = tuple(TONGUES.items())
    return FindForm(
        wish=wish,
        choices=(
            Choice("kind", _("Which"), _("All"), kinds, wish.kind),
            Choice("pace", _("A phase takes"), _("Any time"), paces, wish.pace),
            Choice("language", _("Language"), _("Any"), tongues, wish.language),
            Choice("seats", _("Seats wanted"), _("Any"), seats, str(wish.seats or "")),
        ),
    )


@require_safe
@never_cache
def campaigns(request: HttpRequest) -> HttpResponse:
    """All campaigns that are listed and are as somebody wishes, a page at a time."""
    found = campaign_search.found(campaign_search.filter_of(request.GET), reader_of(request))
    wish = found.wish
    context: dict[str, Any] = {
        "form": form_of(wish),
        "found": found,
        "older": _address(replace(wish, page=wish.page + 1)) if found.more else "",
        "newer": _address(replace(wish, page=wish.page - 1)) if wish.page > 1 else "",
    }
    return render(request, "frontend/campaigns.html", context)


def _address(wish: SearchFilter) -> str:
    fields = {
        "q": wish.text,
        "kind": wish.kind,
        "pace": wish.pace,
        "language": wish.language,
        "seats": wish.seats or "",
        "page": wish.page if wish.page > 1 else "",
    }
    query = urlencode({name: value for name, value in fields.items() if value})
    return f"{reverse('frontend:campaigns')}{f'?{query}' if query else ''}"
