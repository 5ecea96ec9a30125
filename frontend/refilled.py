"""A refused form, shown again as it was sent: the page it stood on, with all that was typed and what is wrong.

One mechanism for every form that is no form of Django's. The page is made again, the form is found in it by
where it goes and what it says, its fields are filled in, each problem is put beside its field, and the first is
focused. Hidden fields stay as the page has them now, and passwords are never repeated.
"""

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from http import HTTPStatus
from itertools import accumulate
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.template.response import SimpleTemplateResponse
from django.urls import Resolver404, resolve
from django.utils.datastructures import MultiValueDict

from campaigns.errors import CampaignError, OrderRefused, SeveralWrong
from config.serving.own_pages import way_back

NEXT = "next"
"""The field of a form that names the page it stands on."""
GONE: Final = "\0"
"""The value of an attribute that is taken away."""
_OWN = {"csrfmiddlewaretoken", "key", NEXT}
_NOT_FILLED = {"hidden", "password", "file", "submit", "button", "reset", "image"}
_CONTROLS = {"input", "textarea", "select", "button"}
_AROUND = {"form", "textarea", "select", "option", "details", "label"}
_FROM_BROWSER = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")

_Edit = tuple[int, int, str]
Attrs = dict[str, str | None]


@dataclass(slots=True)
class _Tag:
    """A start tag: where it begins, where its contents begin, and where its element ends."""

    name: str
    attrs: Attrs
    start: int
    inside: int
    end: int
    around: tuple["_Tag", ...] = ()
    words: str = ""

    def says(self, name: str) -> str:
        """An attribute; empty if it has none."""
        return self.attrs.get(name) or ""


class _Page(HTMLParser):
    """The forms of a page, their controls, and its links that lead on from its own address."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self._lines = [0, *accumulate(len(line) + 1 for line in html.split("\n"))]
        self.forms: list[_Tag] = []
        self.controls: list[_Tag] = []
        self.options: list[_Tag] = []
        self.links: list[_Tag] = []
        self._open: list[_Tag] = []
        self.feed(html)
        self.close()

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._here()
        inside = start + len(self.get_starttag_text() or "")
        made = _Tag(tag, dict(attrs), start, inside, inside, tuple(self._open))
        if tag == "form":
            self.forms.append(made)
        elif tag in _CONTROLS:
            self.controls.append(made)
        elif tag == "option":
            self.options.append(made)
        elif tag == "a" and made.says("href").startswith("?"):
            self.links.append(made)
        if tag in _AROUND:
            self._open.append(made)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].name == "option":
            self._open[-1].words += data

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].name == tag:
                self._open[place].end = self._here() + len(tag) + 3
                del self._open[place:]
                return

    def of(self, form: _Tag) -> list[_Tag]:
        """The controls of a form, wherever they stand."""
        own = form.says("id")
        return [
            one
            for one in self.controls
            if (one.says("form") == own if "form" in one.attrs else form in one.around)
        ]


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
    """A page whose forms say themselves what is wrong: the first wrong field is focused, and in no closed part."""
    page = _Page(html)
    wrong = next((one for one in page.controls if one.says("aria-invalid") == "true"), None)
    if wrong is None:
        return html
    edits = _opened(wrong.around)
    edits.append((wrong.start, wrong.inside, _written(wrong, autofocus=None)))
    return _edited(html, edits)


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
    found = _Page(html)
    form = _form_of(found, page, sent_to, said)
    if form is None:
        return None
    controls = found.of(form)
    changed: dict[int, tuple[_Tag, Attrs]] = {}
    edits = [*_values(found, controls, said, changed)]
    edits += _problems(form, controls, problems, changed)
    if urlsplit(page).path != sent_to:
        edits += _led_back(found, page, changed)
    edits += [(tag.start, tag.inside, _written(tag, **more)) for tag, more in changed.values()]
    return _edited(html, edits)


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


def _form_of(page: _Page, address: str, sent_to: str, said: QueryDict) -> _Tag | None:
    """Which form of the page was sent: it goes where that went and asks what that said."""
    best, most = None, -1
    given = set(said) - _OWN
    for form in page.forms:
        action = urlsplit(form.says("action") or address).path
        if form.says("method").lower() != "post" or action != sent_to:
            continue
        controls = page.of(form)
        if given - {one.says("name") for one in controls}:
            continue
        alike = 0
        for one in controls:
            name, value = one.says("name"), one.says("value")
            if name in _OWN or not (one.says("type") == "hidden" or one.name == "button"):
                continue
            alike += value in said.getlist(name)
            # What tells one form from another; a version or the like may have changed.
            alike -= name in said and one.name != "button" and value not in said.getlist(name)
        if alike > most:
            best, most = form, alike
    return best


def _values(
    page: _Page, controls: Iterable[_Tag], said: QueryDict, changed: dict[int, tuple[_Tag, Attrs]]
) -> Iterator[_Edit]:
    """Every field as it was sent."""
    left = {name: list(said.getlist(name)) for name in said}
    for one in controls:
        name, kind = one.says("name"), one.says("type").lower()
        if not name or name in _OWN or kind in _NOT_FILLED or one.name == "button":
            continue
        if kind in {"checkbox", "radio"}:
            chosen = (one.attrs.get("value") or "on") in said.getlist(name)
            changed[one.start] = one, {"checked": None if chosen else GONE}
        elif one.name == "select":
            values = said.getlist(name)
            for option in (each for each in page.options if one in each.around):
                value = option.attrs.get("value", option.words.strip())
                changed[option.start] = option, {"selected": None if value in values else GONE}
        elif left.get(name):
            value = left[name].pop(0)
            if one.name == "textarea":
                # A browser leaves out a line break at the very beginning.
                yield one.inside, one.end - len("</textarea>"), "\n" + escape(value)
            else:
                changed[one.start] = one, {"value": value}


def _problems(
    form: _Tag,
    controls: Sequence[_Tag],
    problems: Sequence[tuple[str, str]],
    changed: dict[int, tuple[_Tag, Attrs]],
) -> list[_Edit]:
    """Each problem beside its field, or above the form's fields; the first has the focus."""
    edits: list[_Edit] = []
    first: _Tag | None = None
    above = []
    for number, (name, words) in enumerate(problems, 1):
        control = _control_of(controls, name)
        if control is None:
            above.append(words)
            continue
        mark, described = f"wrong-{number}", control.says("aria-describedby")
        more: Attrs = {"aria-invalid": "true", "aria-describedby": f"{described} {mark}".strip()}
        tag, before = changed.get(control.start, (control, {}))
        if "aria-invalid" in before:
            # Two things are wrong with it.
            more["aria-describedby"] = f"{before['aria-describedby']} {mark}"
        changed[control.start] = tag, {**before, **more}
        labels = [one.end for one in control.around if one.name == "label"]
        place = labels[-1] if labels else control.end
        edits.append((place, place, f'<span class="problem" id="{mark}">{escape(words)}</span>'))
        if first is None or control.start < first.start:
            first = control
    if above:
        lines = "".join(f"<span>{escape(words)}</span>" for words in above)
        said = f'<p class="problem" role="alert" tabindex="-1" autofocus>{lines}</p>'
        edits.append((form.inside, form.inside, said))
        edits += _opened(form.around)
    if first is not None:
        if not above:
            tag, more = changed[first.start]
            changed[first.start] = tag, {**more, "autofocus": None}
        edits += _opened(one for one in first.around if not above or one not in form.around)
    return edits


def _control_of(controls: Iterable[_Tag], name: str) -> _Tag | None:
    """The field that a refusal names, if the reader can see it."""
    last = name.rpartition(".")[2]
    seen = [one for one in controls if one.says("type") != "hidden" and one.name != "button"]
    return next((one for one in seen if name and one.says("name") in {name, last}), None)


def _led_back(page: _Page, address: str, changed: dict[int, tuple[_Tag, Attrs]]) -> Iterator[_Edit]:
    """What leads on from the page's own address leads on from there, though the browser stands at another."""
    path = urlsplit(address).path
    for form in page.forms:
        if not form.says("action"):
            changed[form.start] = form, {"action": address}
        names = {one.says("name") for one in page.of(form)}
        if form.says("method").lower() == "post" and NEXT not in names:
            yield (
                form.inside,
                form.inside,
                f'<input type="hidden" name="{NEXT}" value="{escape(address)}">',
            )
    for link in page.links:
        changed[link.start] = link, {"href": path + link.says("href")}


def _opened(around: Iterable[_Tag]) -> list[_Edit]:
    """The closed parts around something, opened."""
    return [
        (one.start, one.inside, _written(one, open=None))
        for one in around
        if one.name == "details" and "open" not in one.attrs
    ]


def _written(tag: _Tag, **more: str | None) -> str:
    """A start tag with other attributes; ``None`` is one without a value, ``GONE`` none at all."""
    attrs = {**tag.attrs, **more}
    said = (
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in attrs.items()
        if value is not GONE
    )
    return f"<{tag.name}{''.join(said)}>"


def _edited(html: str, edits: Iterable[_Edit]) -> str:
    """The text with every edit made; those that begin at one place in the order in which they stand."""
    pieces, last = [], 0
    for start, end, words in sorted(edits, key=lambda edit: edit[:2]):
        if start < last:
            # A closed part around two wrong fields is opened once.
            continue
        pieces += [html[last:start], words]
        last = end
    return "".join([*pieces, html[last:]])
