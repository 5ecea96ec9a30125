"""A past phase as its pages show it: its story and its reveal, rendered once for all who see the same."""

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from campaigns.cache import Cache
from campaigns.domain.wording import said_by
from campaigns.selectors.history.phase_story import PastPage, PhaseStory
from campaigns.selectors.log.reveal_steps import opens_by_itself
from frontend.books import face_of
from frontend.rendered_parts import MOST_LETTERS, Acting, by_its_book, today
from frontend.reveal_layout import UNTURNED, Laid, begins_with, laid, moved_by
from frontend.templatetags.boards import WHOLE, board_html
from frontend.templatetags.history import LESSER
from frontend.templatetags.language import in_words

BRIEF = 15
"""Beside a story of so few lines what changed has room as well."""
_stories = Cache(MOST_LETTERS, weigh=lambda told: sum(map(len, told)))
_reveals = Cache(MOST_LETTERS, weigh=lambda found: len(found.steps) + len(found.board))


class ToldStory(NamedTuple):
    """The story of a past phase: what heads it, and its parts as HTML. ``top`` is the story with its board,
    ``follows`` and ``changes`` are empty where there is nothing to say, or where the changes stand in it. ``telling`` are the powers as which it is not
    read as by everybody.
    """

    heading: str
    telling: frozenset[str]
    top: SafeString
    follows: SafeString
    changes: SafeString
    check: SafeString


class RevealParts(NamedTuple):
    """A reveal, rendered: what heads it while steps are still to come (``begins``, empty without steps) and after the
    last (``headline``, ``lede``), its ``steps``, and the board with what stands below them. ``opens`` says whether
    there is anything to watch, ``when`` it was resolved.
    """

    begins: str
    headline: str
    lede: str
    turn_title: str
    when: Any
    opens: bool
    released: bool
    steps: SafeString
    board: SafeString


def story_of(page: PastPage, *, whole: bool = False) -> ToldStory:
    """The story of a past phase, rendered unless somebody who sees the same had it rendered today; with the
    ``whole`` of its board, where that is more than is shown at first.
    """
    face = face_of(page.head.book_key)
    shorter = face.board_when_told != face.board

    def render() -> ToldStory:
        story = page.story()
        given = _given(page, story)
        if shorter:
            asked = f"{given['asked']}&" if given["asked"] else "?"
            here = reverse("frontend:phase", args=[page.head.slug, page.number])
            given["whole_link"] = f"{here}{asked}{WHOLE}"
            given["whole_at"] = "" if whole else given["whole_link"]
        given["changes_beside"] = not story.cards and _lines_of(story) <= BRIEF
        parts = (
            mark_safe(by_its_book(page.head, f"frontend/history/{name}.html", given).strip())  # noqa: S308 - templates' own output
            for name in ("_story", "_follows", "_changes", "_check")
        )
        told = ToldStory(given["heading"], story.telling, *parts)
        return told._replace(changes=SafeString()) if given["changes_beside"] else told

    found: ToldStory = _stories.get(today(page.story.key, page.head, whole and shorter), render)
    return found


def _lines_of(story: PhaseStory) -> int:
    """How long the events of a phase are, told one below the other."""
    return sum(1 if item.line.weight < LESSER else 3 for item in story.lines)


def heading_of(story: PhaseStory) -> str:
    """What stands over a past phase: its headline, and its own name where nothing happened."""
    if not story.quiet:
        return in_words(story.headline)
    title, turn = in_words(story.title), in_words(story.turn_title)
    return title if turn in title else f"{title}, {turn}"


def reveal_of(page: PastPage) -> RevealParts:
    """The reveal of a past phase, rendered unless somebody who sees the same had it rendered today."""

    @said_by(page.head.book_key)
    def render() -> RevealParts:
        story = page.story()
        steps = story.steps()
        watched = face_of(page.head.book_key).marks
        boards = (story.before(), story.board()) if watched and steps else ()
        moved = moved_by(steps, watched, *boards) if boards else ()
        given = _given(page, story, laid(steps, moved))
        if boards and boards[0]:
            after, before = (
                board_html(board, page.head, given["reader"].acting, past=True)
                for board in (story.board, story.before)
            )
            given["then"] = before if before != after else ""
        html = [
            SafeString(by_its_book(page.head, f"frontend/history/{name}.html", given))
            for name in (("_turned", "_reveal_board") if steps else ("_reveal_board",))
        ]
        if not steps:
            html.insert(0, SafeString())
        return RevealParts(
            begins_with(given["steps"], cards=bool(story.cards)),
            given["heading"],
            "" if story.quiet else in_words(story.lede),
            story.turn_title,
            story.resolved_at,
            opens_by_itself(steps),
            story.check.released,
            *html,
        )

    found: RevealParts = _reveals.get(today("reveal", page.story.key, page.head), render)
    return found


def _given(
    page: PastPage, story: PhaseStory, steps: tuple[Laid, ...] | None = None
) -> dict[str, Any]:
    """What the templates of a past phase are given. ``steps`` are those of its reveal; on the page of the phase
    only cards stand there.
    """
    with said_by(page.head.book_key):
        steps = laid(story.cards) if steps is None else steps
        heading = heading_of(story)
    # As a power knew it then it is kept for all who read it so, whatever they play themselves.
    reader = Acting(None) if page.eyes else Acting(page.reader.acting, page.reader.powers)
    return {
        "steps": steps,
        "reveals": steps and not story.cards,
        "story": story,
        "head": page.head,
        "reader": reader,
        "board": story.board,
        "past": True,
        "asked": f"?as={page.eyes.key}" if page.eyes else "",
        "eyes": page.eyes,
        "idle": sum(step.card.state == "idle" for step in steps),
        "turned": sum(step.card.state not in UNTURNED for step in steps),
        "heading": heading,
    }
