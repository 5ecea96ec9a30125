"""The map desk: writing a dispatch line by line, declaring it, confirming those of others."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.domain import dispatch_items
from campaigns.errors import CampaignError, FactsChanged, NotOnTheMenu, TooOften
from campaigns.selectors.facts import completions, mapping_page
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.selectors.facts import map_desk as selector
from campaigns.services.facts import dispatches as service
from campaigns.services.facts import perform_act
from core.input_limits import whole_number
from frontend import scales
from frontend.views.errors import (
    acting_power,
    is_fragment,
    power_of,
    reader_of,
    render,
    say_problems,
)
from frontend.views.facts import dispatch_review
from frontend.views.idempotency import idempotent
from rules.kernel.dispatch.statements import ReadLine

ACTIONS = dispatch_review.ACTIONS | {"say", "take", "undo", "clear", "declare", "confirm"}
"""What the desk's own forms ask for; the sheet below it has its own."""

SHORT = 60
"""A sheet of so many facts stands on the page at once."""
ASKS_FOR_SHEET = ("find", "only", "fact", "sheet")
"""What the page is asked for where it is the sheet that one wants."""


@dataclass(frozen=True)
class Notes:
    """A text that was read, line by line, with what was done about it."""

    lines: tuple[ReadLine, ...]
    likely: frozenset[str] = frozenset()
    """Of lines that are not understood the one that was probably meant: chosen already."""

    @property
    def read(self) -> int:
        """How many lines are understood, or have one that was probably meant."""
        return sum(
            line.sort in ("statements", "events") or self._guessed(line) for line in self.lines
        )

    @property
    def to_choose(self) -> int:
        """How many may mean one thing or another."""
        return sum(
            bool(line.choices or line.near) and not self._guessed(line) for line in self.lines
        )

    @property
    def left_out(self) -> int:
        """How many are no facts of this game."""
        return len(self.lines) - self.read - self.to_choose

    def _guessed(self, line: ReadLine) -> bool:
        return not self.likely.isdisjoint(line.near)

    @property
    def takes(self) -> bool:
        """Whether anything of it can be entered, as it stands or by one of its choices."""
        return any(
            line.sort in ("statements", "events") or line.choices or line.near
            for line in self.lines
        )


def map_desk(
    request: HttpRequest, slug: str, *, notes: Notes | None = None, problems: Any = ()
) -> HttpResponse:
    """The desk alone, as a fragment; with what was read of a text, where one was sent."""
    found = selector.map_desk(slug, reader_of(request), power_of(request))
    context = {**context_of(found), "notes": notes, "problems": problems, "oob": True}
    return render(request, "frontend/facts/_answer.html", context)


def sheet_alone(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole sheet, as its part of the page is fetched."""
    sheet = fact_sheets.fact_sheet(slug, reader_of(request), power_of(request))
    context = {"head": sheet.head, "reader": sheet.reader, "sheet": sheet}
    context |= whole_sheet(request, sheet, asked=True)
    return render(request, "frontend/facts/_sheet.html", context)


def unconfirmed(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for confirmation alone, for who writes nothing."""
    found = selector.map_desk(slug, reader_of(request), power_of(request))
    return render(request, "frontend/facts/_waiting.html", context_of(found))


def context_of(found: selector.MapDesk) -> dict[str, Any]:
    """What the desk's templates need."""
    sheet = found.sheet
    book = sheet.head.book_key
    return {
        "head": sheet.head,
        "reader": sheet.reader,
        "sheet": sheet,
        "desk": found,
        "writing": found.writing,
        "to_confirm": [(each, written(each.seen)) for each in found.waiting if each.mine],
        "scales": scales.moved(book, found.boards),
        "pending": [
            (card, told, scales.moved(book, told.boards) if told else ())
            for card in found.pending
            for told in (found.foretold.get(card.number),)
        ],
        "of_others": [each for each in found.waiting if not each.mine],
        "look": sum(card.to_look for card in found.pending)
        + sum(len(each.lines) for each in found.waiting if each.mine),
    }


FILTERS = {
    "changed": gettext_lazy("changed in this campaign"),
    "unconfirmed": gettext_lazy("not confirmed"),
    "disputed": gettext_lazy("disputed"),
    "mine": gettext_lazy("mine to declare"),
}


def whole_sheet(
    request: HttpRequest, sheet: fact_sheets.FactSheet, *, asked: bool = False
) -> dict[str, Any]:
    """The whole sheet, or what was searched for in it. Of a long one that nobody asked for only the ``count`` of its
    facts.
    """
    count = sum(len(each.facts) for each in sheet.sections)
    asked = asked or any(request.GET.get(name) for name in ASKS_FOR_SHEET)
    if count > SHORT and not asked:
        return {"sections": None, "count": count, "save_modules": _save_modules(sheet)}
    words, only = request.GET.get("find", "").casefold().split(), request.GET.get("only", "")

    def shown(line: fact_sheets.FactLine) -> bool:
        text = f"{line.spec.label} {line.spec.key} {' '.join(line.spec.also)}".casefold()
        if not all(word in text for word in words):
            return False
        match only:
            case "changed":
                return line.claim is not None
            case "unconfirmed":
                return line.unconfirmed
            case "disputed":
                return line.disputed is not None
            case "mine":
                return bool(line.may_declare)
        return True

    found = [
        msgspec.structs.replace(each, facts=tuple(line for line in each.facts if shown(line)))
        for each in sheet.sections
    ]
    return {
        "count": count,
        "seen": written(sheet.seen()),
        "sections": [each for each in found if each.facts],
        "filtered": bool(words or only),
        "filters": FILTERS.items(),
        "save_modules": _save_modules(sheet),
    }


def _save_modules(sheet: fact_sheets.FactSheet) -> Any:
    return mapping_page.modules(sheet.head.slug) if sheet.reader.acting else ()


def written(seen: dict[str, str]) -> str:
    """Versions as a form sends them."""
    return msgspec.json.encode(seen).decode()


def offered(request: HttpRequest, slug: str) -> HttpResponse:
    """What the words that are being typed may become."""
    text = request.GET.get("say", "")
    suggestions = completions.completions(slug, reader_of(request), power_of(request), text)
    return render(request, "frontend/facts/_offered.html", {"offered": suggestions, "said": text})


def changed(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what one of the desk's forms asks for, and show the desk as it is then."""
    sheet = fact_sheets.fact_sheet(slug, reader_of(request), power_of(request))
    power = acting_power(sheet.reader).key
    notes: Notes | None = None
    problems: list[Any] = []
    try:
        notes = _done(request, slug, power)
    except FactsChanged as refusal:
        problems = [refusal]
    except CampaignError as refusal:
        if isinstance(refusal, TooOften) and not is_fragment(request):
            raise
        problems = list(getattr(refusal, "problems", ())) or [refusal]
    if is_fragment(request):
        return map_desk(request, slug, notes=notes, problems=problems)
    say_problems(request, problems)
    if notes is not None and notes.lines:
        found = selector.map_desk(slug, reader_of(request), power_of(request))
        context = {
            "tab": "facts",
            **context_of(found),
            "notes": notes,
            **whole_sheet(request, found.sheet),
        }
        return render(request, "frontend/facts.html", context)
    return redirect(request.get_full_path())


def _done(request: HttpRequest, slug: str, power: str) -> Notes | None:
    """One action of the desk. What is not understood of a text is not entered, nothing else is asked."""
    posted, person = request.POST, reader_of(request)
    who: dict[str, Any] = {"by": person, "power": power}
    seen = posted.get("version", "")
    work: Callable[[], Any]
    match posted["action"]:
        case "say":
            return _said(request, slug, power)
        case "take":
            entered = posted.getlist("line")
            if name := posted.get("name", ""):
                entered.append(f"{name}: {posted.get('value', '')}")
            text = "\n".join(entered)
            lines = selector.read_text(slug, person, power, text)
            if left := [line for line in lines if not line.understood]:
                raise NotOnTheMenu(
                    _("“%(words)s” is not understood.") % {"words": left[0].words}, field="line"
                )
            work = partial(service.put, slug, items=dispatch_items.items_of(lines), **who)
        case "undo":
            work = partial(service.put, slug, drop=posted.getlist("drop"), **who)
        case "clear":
            work = partial(service.clear, slug, seen=seen, **who)
        case "declare":
            phase = whole_number(posted.get("phase", ""))
            work = partial(service.declare, slug, phase=phase, seen=seen, **who)
        case action if action in dispatch_review.ACTIONS:
            work = dispatch_review.work(request, slug, power)
        case _:
            act = {"kind": "confirm", "facts": posted.getlist("fact")}
            work = partial(
                perform_act.perform_act, slug, act=act, seen=dispatch_review.seen_of(request), **who
            )
    idempotent(request, work, slug=slug, power=power)
    # What was read of a text has served its turn when it is taken over, or all is declared.
    served = posted.get("of") == "notes" or posted["action"] == "declare"
    return Notes(()) if served else None


def _said(request: HttpRequest, slug: str, power: str) -> Notes:
    """Words of the entry line, or pasted notes. A single line that is understood is entered; of notes
    nothing is, before it is said so.
    """
    text = request.POST.get("say", "")
    lines = selector.read_text(slug, reader_of(request), power, text)
    items = dispatch_items.items_of(lines)
    if len(lines) == 1 and lines[0].understood and items:
        work = partial(service.put, slug, by=reader_of(request), power=power, items=items)
        idempotent(request, work, slug=slug, power=power)
        return Notes(())
    offered = completions.narrowed(slug, reader_of(request), power, lines)
    return Notes(
        tuple(line for line in offered if line.words),
        selector.probably_meant(slug, reader_of(request), lines),
    )
