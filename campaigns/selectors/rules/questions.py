"""Named questions to a campaign's rulebook, answered from what the reader may know."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.cache import LazyPart, state_name
from campaigns.errors import NoSuchPage, NotNow, NotOnTheMenu
from campaigns.models import Phase
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from rules.kernel.errors import NotUnderstood, RulesError
from rules.kernel.serial import canonical


class Answers(BasePage, frozen=True, kw_only=True):
    """The answers by question, with the head of the page they stand on."""

    answers: dict[str, Any]


class Part(BasePage, frozen=True, kw_only=True):
    """One answer, to be worked out if nobody has kept what was made of it."""

    part: LazyPart


def answered(
    slug: str, person: Any, power: str | None, questions: dict[str, dict[str, Any]]
) -> Answers:
    """Ask the reader's own view each question with its arguments. Raises ``NotNow`` before the
    campaign has begun.
    """
    at = reading(slug, person, power)
    _begun(at)
    rulebooks.require_readable(questions)
    return Answers(
        head=head_of(at),
        reader=reader_of(at),
        answers={name: at.book.ask(at.view, name, given) for name, given in questions.items()},
    )


def _begun(at: Reading) -> Phase:
    """The phase in play, or the last one shown. Raises ``NotNow`` before there is one."""
    if at.campaign.phase is None and at.is_behind:
        raise NotNow(
            _("You follow with a delay, and the first turn is not shown yet."),
            remedy=_("Come back when it is over."),
        )
    if at.campaign.phase is None:
        raise NotNow(_("The campaign has not begun."), remedy=_("Its moderator starts it."))
    at.campaign.phase.campaign = at.campaign
    return at.campaign.phase


def page_of(
    slug: str,
    person: Any,
    power: str | None,
    question: str,
    given: Mapping[str, Any],
    *,
    book: str,
    acting: str = "",
) -> Part:
    """The question that a page of a book's own rests on, put to the reader's view.

    ``acting`` names the argument that says whose eyes the page is for, if it has one. Raises
    ``NoSuchPage`` for a campaign of another book, and, once it is worked out, for arguments that
    the book does not know; ``NotNow`` before the campaign has begun.
    """
    at = reading(slug, person, power)
    if at.book.key != book:
        raise NoSuchPage(
            _("%(title)s has no such page.") % {"title": at.book.title},
            remedy=_("Look at its campaign."),
        )
    phase = _begun(at)
    asked = dict(given)
    rulebooks.require_readable(asked)
    if acting and at.acting:
        asked[acting] = at.acting
    key = (
        state_name(phase),
        frozenset(at.powers),
        at.acting,
        question,
        canonical(asked),
    )
    return Part(
        head=head_of(at),
        reader=reader_of(at),
        part=LazyPart(key, lambda: _ask(at, question, asked)),
    )


def _ask(at: Reading, question: str, given: Mapping[str, Any]) -> Any:
    try:
        return at.book.ask(at.view, question, given)
    except Exception as error:
        if not rulebooks.refuses(error, NotUnderstood):
            raise
        raise NoSuchPage(str(error), remedy=_("Take one of the list.")) from error


def asked_of(key: str, question: str, arguments: Mapping[str, Any]) -> Any:
    """Ask a book, in the first of its scenarios as it begins, what needs no campaign. Raises
    ``NotOnTheMenu`` with the book's own reason where it does not take the arguments.
    """
    book = rulebooks.load(key)
    rulebooks.require_readable(dict(arguments))
    try:
        return book.ask(book.start(next(iter(book.scenarios)), {}, {}).state, question, arguments)
    except RulesError as error:
        raise NotOnTheMenu(error.message, rule=error.rule, remedy=error.remedy) from error
