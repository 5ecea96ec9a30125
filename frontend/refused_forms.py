"""A refused form, shown again as it was sent: the page it stood on, with all that was typed and what is wrong.

One mechanism for every form that is no form of Django's. The page is made again, the form is found in it by
where it goes and what it says, its fields are filled in, each problem is put beside its field, and the first is
focused. Hidden fields stay as the page has them now, and passwords are never repeated.
"""

import copy
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from bs4.dammit import EntitySubstitution
from bs4.formatter import HTMLFormatter
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.template.response import SimpleTemplateResponse
from django.urls import Resolver404, resolve
from django.utils.datastructures import MultiValueDict

from campaigns.crypto import signed_requests
from campaigns.errors import CampaignError, OrderRefused, SeveralWrong
from core.safe_redirects import way_back

NEXT = "next"
"""The field of a form that names the page it stands on."""
CONFIRMED = "sure"
"""The field that says that one has seen what would come of an act; the act's own form has none."""
_OWN = {"csrfmiddlewaretoken", "key", NEXT, CONFIRMED, *signed_requests.FIELDS}
_NOT_FILLED = {"hidden", "password", "file", "submit", "button", "reset", "image"}
_CONTROLS = ["input", "textarea", "select", "button"]
_FROM_BROWSER = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")


class _AsWritten(HTMLFormatter):
    """A page written again as the templates write it."""

    def attributes(self, tag: Tag) -> list[tuple[str, str | None]]:
        return [(name, str(value) or None) for name, value in tag.attrs.items()]


_AS_WRITTEN: Final = _AsWritten(
    entity_substitution=EntitySubstitution.substitute_xml, void_element_close_prefix=""
)


def shown_again(request: HttpRequest, refusal: CampaignError) -> HttpResponse | None:
    """The page that a refused form was sent from, with the form as it was sent and each problem beside
    its field; ``None`` where that page is no more, or no more has the form.
    """
    page = way_back(request) if _names_its_page(request) else request.path
    answer = _made_again(request, page)
    if answer is None:
        return None
    problems = [(one.field, _in_words(one)) for one in problems_of(refusal)]
    html = filled(
        answer.content.decode(),
        page=page,
        sent_to=request.path,
        said=request.POST,
        problems=problems,
    )
    if html is None:
        return None
    answer.content = html.encode()
    answer.status_code = refusal.status
    return answer


def problems_of(refusal: CampaignError) -> Sequence[Any]:
    """Everything that is wrong, each with ``message``, ``rule`` and ``field``."""
    if isinstance(refusal, OrderRefused | SeveralWrong):
        return refusal.problems
    return [refusal]


def typed_in(request: HttpRequest) -> list[str]:
    """The texts that somebody wrote into a form, where it cannot be shown again."""
    values = (
        value.strip()
        for name in request.POST
        if name not in _OWN
        for value in request.POST.getlist(name)
    )
    return [value for value in values if any(map(str.isspace, value))]


def pointed_out(html: str) -> str:
    """A page whose forms say themselves what is wrong: the first wrong field is focused, and in no closed part. A
    field that is right gives the focus up, where a form begins with it; what is focused otherwise keeps it.
    """
    page = _read(html)
    wrong = page.select_one('[aria-invalid="true"]')
    focused = page.select_one("[autofocus]")
    if wrong is None or (focused is not None and not _right(focused)):
        return html
    if focused is not None:
        del focused["autofocus"]
    _open_around(wrong)
    wrong["autofocus"] = ""
    return page.decode(formatter=_AS_WRITTEN)


def filled(
    html: str,
    *,
    page: str,
    sent_to: str,
    said: QueryDict,
    problems: Sequence[tuple[str, str]],
) -> str | None:
    """The page at the path ``page`` with the form that was sent to ``sent_to``, as it was ``said``.

    Each problem is the name of a field, or empty, and its words. ``None`` if the page has no such form.
    """
    found = _read(html)
    form = _form_of(found, page, sent_to, said)
    if form is None:
        return None
    controls = _controls_of(found, form)
    _fill(controls, said)
    _say(found, form, controls, problems)
    if urlsplit(page).path != sent_to:
        _lead_back(found, page)
    return found.decode(formatter=_AS_WRITTEN)


def _read(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser", multi_valued_attributes=None)


def _says(tag: Tag, name: str) -> str:
    """An attribute; empty if it has none."""
    return str(tag.get(name) or "")


def _names_its_page(request: HttpRequest) -> bool:
    return bool(request.POST.get(NEXT) or request.headers.get("Referer"))


def _in_words(problem: Any) -> str:
    rule = f"({problem.rule})" if problem.rule else ""
    return " ".join(filter(None, (problem.message, rule, getattr(problem, "remedy", ""))))


def _made_again(request: HttpRequest, page: str) -> HttpResponse | None:
    """A page of the site as the same person gets it."""
    parts = urlsplit(page)
    again = copy.copy(request)
    again.method, again.path, again.path_info = "GET", parts.path, parts.path
    again.META = {name: value for name, value in request.META.items() if name not in _FROM_BROWSER}
    again.META |= {"REQUEST_METHOD": "GET", "PATH_INFO": parts.path, "QUERY_STRING": parts.query}
    again.__dict__.pop("headers", None)
    again.GET, again.POST = QueryDict(parts.query), QueryDict()
    again._files = MultiValueDict()  # type: ignore[attr-defined]  # noqa: SLF001 - Django has no other way
    try:
        match = resolve(parts.path)
        again.resolver_match = match
        answer: HttpResponseBase = match.func(again, *match.args, **match.kwargs)
    except (Http404, Resolver404, PermissionDenied):
        return None
    if isinstance(answer, SimpleTemplateResponse):
        answer = answer.render()
    if not isinstance(answer, HttpResponse) or answer.status_code != HTTPStatus.OK:
        return None
    return answer if answer.headers.get("Content-Type", "").startswith("text/html") else None


def _controls_of(page: BeautifulSoup, form: Tag) -> list[Tag]:
    """The controls of a form, wherever they stand, in the order of the page."""
    own = form.get("id")
    return [
        one
        for one in page.find_all(_CONTROLS)
        if (one["form"] == own if one.has_attr("form") else one.find_parent("form") is form)
    ]


def _form_of(page: BeautifulSoup, address: str, sent_to: str, said: QueryDict) -> Tag | None:
    """Which form of the page was sent: it goes where that went and asks what that said."""
    best, most = None, -1
    given = set(said) - _OWN
    for form in page.find_all("form", method="post"):
        if urlsplit(_says(form, "action") or address).path != sent_to:
            continue
        controls = _controls_of(page, form)
        if given - {_says(one, "name") for one in controls}:
            continue
        alike = 0
        for one in controls:
            name, value = _says(one, "name"), _says(one, "value")
            if name in _OWN or not (one.get("type") == "hidden" or one.name == "button"):
                continue
            alike += value in said.getlist(name)
            # What tells one form from another; a version or the like may have changed.
            alike -= name in said and one.name != "button" and value not in said.getlist(name)
        if alike > most:
            best, most = form, alike
    return best


def _fill(controls: Sequence[Tag], said: QueryDict) -> None:
    """Give every field what was sent."""
    left = {name: list(said.getlist(name)) for name in said}
    for one in controls:
        name, kind = _says(one, "name"), _says(one, "type").lower()
        if not name or name in _OWN or kind in _NOT_FILLED or one.name == "button":
            continue
        if kind in {"checkbox", "radio"}:
            _set(one, "checked", on=(one.get("value") or "on") in said.getlist(name))
        elif one.name == "select":
            for option in one.find_all("option"):
                value = option.get("value", option.get_text(strip=True))
                _set(option, "selected", on=value in said.getlist(name))
        elif left.get(name):
            value = left[name].pop(0)
            if one.name == "textarea":
                # A browser leaves out a line break at the very beginning.
                one.string = "\n" + value
            else:
                one["value"] = value


def _set(tag: Tag, name: str, *, on: bool) -> None:
    """Give the tag an attribute without a value, or take it away."""
    if on:
        tag[name] = ""
    else:
        del tag[name]


def _say(
    page: BeautifulSoup, form: Tag, controls: Sequence[Tag], problems: Sequence[tuple[str, str]]
) -> None:
    """Put each problem beside its field, or above the form's fields, and focus the first."""
    above = []
    wrong: list[Tag] = []
    beside: dict[int, Tag] = {}
    for number, (name, words) in enumerate(problems, 1):
        control = _control_of(controls, name)
        if control is None:
            above.append(words)
            continue
        mark = f"wrong-{number}"
        control["aria-invalid"] = "true"
        control["aria-describedby"] = f"{_says(control, 'aria-describedby')} {mark}".strip()
        line = page.new_tag("span", attrs={"class": "problem", "id": mark}, string=words)
        label = control.find_parent("label")
        beside.get(id(control), label or control).insert_after(line)
        beside[id(control)] = line
        wrong.append(control)
        _open_around(control)
    first: Tag | None = min(wrong, key=controls.index, default=None)
    if above:
        first = page.new_tag("p", attrs={"class": "problem", "role": "alert", "tabindex": "-1"})
        first.extend([page.new_tag("span", string=words) for words in above])
        form.insert(0, first)
        _open_around(first)
    if first is not None:
        first["autofocus"] = ""


def _control_of(controls: Sequence[Tag], name: str) -> Tag | None:
    """The field that a refusal names, if the reader can see it: by all of its name, by the last part, or (`facts.rome`
    is `fact.rome` in a form) by all but the first.
    """
    wanted = {name, name.rpartition(".")[2], *filter(None, [name.partition(".")[2]])}
    seen = [one for one in controls if one.get("type") != "hidden" and one.name != "button"]
    named = (one for one in seen if name and _says(one, "name") in wanted)
    inside = (one for one in seen if name and _says(one, "name").partition(".")[2] in wanted)
    return next(named, None) or next(inside, None)


def _lead_back(page: BeautifulSoup, address: str) -> None:
    """What leads on from the page's own address leads on from there, though the browser stands at another."""
    for form in page.find_all("form"):
        if not form.get("action"):
            form["action"] = address
        if form.get("method") == "post" and not form.find("input", attrs={"name": NEXT}):
            way = {"type": "hidden", "name": NEXT, "value": address}
            form.insert(0, page.new_tag("input", attrs=way))
    for link in page.find_all("a", href=lambda href: bool(href) and href.startswith("?")):
        link["href"] = urlsplit(address).path + _says(link, "href")


def _right(tag: Tag) -> bool:
    return tag.name in _CONTROLS and tag.get("aria-invalid") != "true"


def _open_around(tag: Tag) -> None:
    """Open the closed parts around something."""
    for part in tag.find_parents("details"):
        part["open"] = ""
