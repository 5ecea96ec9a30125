"""A saved game of VASSAL that is sent from the map desk: what it suggests, and nothing kept of it."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, TooOften
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.services.facts import from_vassal as service
from frontend.views.errors import (
    acting_power,
    is_fragment,
    post_view,
    power_of,
    render_page,
    signed_in,
)

FILE = "save"


@post_view
def suggested(request: HttpRequest, slug: str) -> HttpResponse:
    """What a saved game says of the map: a list to take lines from, for the one who sent it."""
    person = signed_in(request, _("Facts are declared by players."))
    sheet = fact_sheets.fact_sheet(slug, person, power_of(request))
    power = acting_power(sheet.reader).key
    found: service.FromVassal | None = None
    problem: CampaignError | None = None
    try:
        found = service.suggested(
            slug,
            by=person,
            power=power,
            data=_file(request),
            module=request.POST.get("module", ""),
        )
    except (NotOnTheMenu, NotNow) as refusal:
        problem = refusal
    except TooOften as refusal:
        if not is_fragment(request):
            raise
        problem = refusal
    template = "facts/_save_found.html" if is_fragment(request) else "from_vassal.html"
    return render_page(
        request, f"frontend/{template}", sheet, tab="facts", save=found, save_problem=problem
    )


def _file(request: HttpRequest) -> bytes:
    sent = request.FILES.get(FILE)
    return sent.read() if sent is not None else b""
