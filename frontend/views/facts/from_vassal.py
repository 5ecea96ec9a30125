"""A saved game of VASSAL that is sent from the map desk: what it suggests, and nothing kept of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, NotYours, SignInFirst, TooOften
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.services.facts import from_vassal as service
from frontend.views.errors import is_fragment, post_view, power_of, reader_of, render

FILE = "save"


@post_view
def suggested(request: HttpRequest, slug: str) -> HttpResponse:
    """What a saved game says of the map: a list to take lines from, for the one who sent it."""
    person = reader_of(request)
    if person is None:
        raise SignInFirst(_("Facts are declared by players."), remedy=_("Sign in first."))
    sheet = fact_sheets.fact_sheet(slug, person, power_of(request))
    if sheet.reader.acting is None:
        raise NotYours(
            _("You hold no seat in this campaign."), remedy=_("Ask its moderator for one.")
        )
    found: service.FromVassal | None = None
    problem: CampaignError | None = None
    try:
        found = service.suggested(
            slug,
            by=person,
            power=sheet.reader.acting.key,
            data=_file(request),
            module=request.POST.get("module", ""),
        )
    except (NotOnTheMenu, NotNow) as refusal:
        problem = refusal
    except TooOften as refusal:
        if not is_fragment(request):
            raise
        problem = refusal
    context: dict[str, Any] = {
        "tab": "facts",
        "head": sheet.head,
        "reader": sheet.reader,
        "save": found,
        "save_problem": problem,
    }
    page = "facts/_save_found.html" if is_fragment(request) else "from_vassal.html"
    return render(request, f"frontend/{page}", context)


def _file(request: HttpRequest) -> bytes:
    sent = request.FILES.get(FILE)
    return sent.read() if sent is not None else b""
