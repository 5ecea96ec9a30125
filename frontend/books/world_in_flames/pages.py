"""The hex inspector: paste or draw hexes, see which sets change hands and why.

It is open to everybody. Within a campaign of the house rules the same page declares maps.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from campaigns.errors import CampaignError, NotOnTheMenu, OrderRefused
from campaigns.selectors.orders.own_orders import act_preview
from campaigns.services.facts import perform_act
from core.input_limits import whole_number
from frontend.books.world_in_flames import inspector as selector
from frontend.views.confirm_act import confirmation, is_confirmed
from frontend.views.errors import (
    acting_power,
    form_view,
    is_fragment,
    power_of,
    reader_of,
    render,
    signed_in,
)
from frontend.views.idempotency import idempotent

DOWNLOADS = {"json": ("application/json", "json"), "text": ("text/plain; charset=utf-8", "txt")}


def _text(request: HttpRequest) -> str:
    """The map that was posted: an uploaded file, a new blank map, or what stands in the box.

    Raises ``NotOnTheMenu`` for a file that is too large or is no text.
    """
    upload = request.FILES.get("file")
    if request.POST.get("action") == "blank":
        columns, rows = (whole_number(request.POST.get(key, "")) for key in ("columns", "rows"))
        if columns is None or rows is None:
            raise NotOnTheMenu("Columns and rows are whole numbers.", remedy="Try 10 and 8.")
        return selector.blank(columns, rows, request.POST.get("ground", ""))
    if upload is None:
        return request.POST.get("map", "")
    most = selector.limits()["inspector"].text
    if upload.size is None or upload.size > most:
        raise NotOnTheMenu(
            f"The file has {upload.size:,} bytes; at most {most:,} are read.",
            remedy="Leave out what is far from the front.",
        )
    try:
        text: str = upload.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotOnTheMenu(
            "This file is no text.", remedy="Choose a .json or .txt file that was exported here."
        ) from error
    return text


def _switches(request: HttpRequest) -> dict[str, str]:
    """The readings that were chosen; an empty choice leaves the map's own."""
    chosen = ((switch.key, request.POST.get(switch.key, "")) for switch in selector.switches())
    return {key: value for key, value in chosen if value}


def _context(text: str, chosen: dict[str, str], **more: Any) -> dict[str, Any]:
    """What page and fragment need. A map that cannot be read leaves ``found`` empty."""
    context: dict[str, Any] = {
        "text": text,
        "found": None,
        "problem": None,
        "switches": [(switch, chosen.get(switch.key, "")) for switch in selector.switches()],
        "limits": selector.limits(),
        "examples": selector.examples(),
        "entered": bool(text.strip()) and not selector.is_example(text),
        "cited_book": (selector.BOOK, ""),
        **more,
    }
    try:
        context["found"] = selector.inspected(text, chosen)
    except CampaignError as refusal:
        context["problem"] = refusal
    return context


def _judged(request: HttpRequest, chosen: dict[str, str], **more: Any) -> HttpResponse:
    """The answer to a map that was posted. What cannot be made one leaves what stands in the box."""
    try:
        text = _text(request)
    except CampaignError as refusal:
        context = _context(request.POST.get("map", ""), chosen, **more)
        return _answered(request, {**context, "problem": refusal, "found": None})
    return _answered(request, _context(text, chosen, **more))


def _answered(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """A download, the fragment that a script asked for, or the page."""
    found, action = context["found"], request.POST.get("action", "")
    if found is not None and action in DOWNLOADS:
        kind, suffix = DOWNLOADS[action]
        name = slugify(found.document.title) or "hexes"
        return HttpResponse(
            found.export if action == "json" else found.text,
            content_type=kind,
            headers={"Content-Disposition": f'attachment; filename="{name}.{suffix}"'},
        )
    if is_fragment(request):
        part = "_problem" if context["problem"] is not None else "_result"
        response = render(request, f"world_in_flames/hexes/{part}.html", {**context, "part": True})
        if part == "_problem":
            response["HX-Retarget"], response["HX-Reswap"] = "#hex-problem", "outerHTML"
        return response
    status = 422 if context["problem"] is not None else 200
    return render(request, "world_in_flames/hexes/inspector.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def inspector(request: HttpRequest) -> HttpResponse:
    """The public page. ``?example=rings`` opens one of the examples, the first by default."""
    examples = selector.examples()
    if request.method != "POST":
        wanted = request.GET.get("example", "")
        chosen = next((each for each in examples if each.key == wanted), examples[0])
        return _answered(request, _context(chosen.text, {}, example=chosen.key))
    return _judged(request, _switches(request))


@form_view
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The same within a campaign: its switches stand, and a side can declare what is drawn."""
    person = reader_of(request)
    maps = selector.campaign_maps(slug, person, power_of(request))
    more = {"tab": "hexes", "head": maps.head, "reader": maps.reader, "maps": maps}
    if request.method != "POST":
        wanted = request.GET.get("map", "")
        cards = {card.title: card.text for card in maps.cards}
        text = cards.get(wanted) or next(iter(cards.values()), "") or selector.examples()[0].text
        return _answered(request, _context(text, maps.switches, **more))
    if request.POST.get("action") in ("declare", "withdraw"):
        return _act(request, slug, maps, more)
    return _judged(request, maps.switches, **more)


def _act(
    request: HttpRequest, slug: str, maps: selector.CampaignMaps, more: dict[str, Any]
) -> HttpResponse:
    """Declare the map in the box, or take one back."""
    person = signed_in(request, "Maps are declared by players.")
    text, power = request.POST.get("map", ""), acting_power(maps.reader).key
    if request.POST.get("action") == "withdraw":
        kind, said = "withdraw_maps", "Map withdrawn."
        act = {"kind": kind, "maps": [request.POST.get("title", "")]}
    else:
        kind = "declare_map"
        act = {"kind": kind, "map": text}
        said = "Map declared. Everybody sees it; it is judged in this turn's Conquest Step."
    menu = maps.menus.get(kind)
    try:
        if kind == "declare_map" and selector.is_example(text):
            raise NotOnTheMenu(
                "This is a map to begin with; it is of no campaign.",
                remedy="Draw or paste the map of yours, then declare it.",
            )
        if menu is not None and not is_confirmed(request, menu):
            return confirmation(
                request,
                head=maps.head,
                reader=maps.reader,
                menu=menu,
                foreseen=act_preview(slug, person, power, act),
                back=request.get_full_path(),
                tab="hexes",
            )
        idempotent(
            request,
            lambda: perform_act.perform_act(slug, by=person, power=power, act=act),
            slug=slug,
            power=power,
        )
    except (OrderRefused, NotOnTheMenu) as refusal:
        context = _context(text, maps.switches, **more)
        return _answered(request, {**context, "problem": refusal})
    messages.success(request, said)
    return redirect(request.get_full_path())


urlpatterns = [
    path("tools/hexes/", inspector, name="inspector"),
    path("c/<slug:slug>/hexes/", campaign, name="hexes"),
]
