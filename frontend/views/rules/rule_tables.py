"""The tables of a campaign's rules: to read for all, to propose other values for moderators."""

from django.http import HttpRequest, HttpResponse

from campaigns.selectors.rules import rule_tables as selector
from core.input_limits import whole_number
from frontend.views.errors import form_view, reader_of, render_page

_FIELD = "value-"


@form_view
def rule_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables, or one; of what was written there (POST), show what it would change. Nothing is
    changed here: that is an override, whose form stands beside.
    """
    query, reader = request.GET, reader_of(request)
    table = request.POST.get("table", "") or query.get("table", "")
    rows = query.get("rows", "")
    page = whole_number(query.get("page", "")) or 1
    if request.method == "POST":
        values = {
            number: request.POST[name]
            for name in request.POST
            if name.startswith(_FIELD)
            and (number := whole_number(name.removeprefix(_FIELD))) is not None
        }
        found = selector.looked(slug, reader, table=table, given=values, rows=rows, page=page)
    else:
        found = selector.rule_tables(
            slug, reader, words=query.get("q", ""), table=table, rows=rows, page=page
        )
    return render_page(
        request, "frontend/rule_tables.html", found, tab="overrides", asked=table, rows=rows
    )
