"""What somebody wrote for a value of a table, and how a value is written there."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from campaigns.catalogue.kinds import LARGEST, Value
from campaigns.catalogue.wording import Wording
from core.input_limits import whole_number

MOST_TEXT = 2_000
"""So many characters a text of a table has at most."""


class Unfit(ValueError):
    """What was written is no value for its place; says why."""


def written(value: Any, known: Value, wording: Wording) -> str:
    """A value as a form holds it: read again, it gives the same."""
    if value is None:
        return ""
    match known.kind:
        case "yes_no":
            return "yes" if value else "no"
        case "numbers":
            return ", ".join(map(str, value))
        case "words":
            names = map(wording.name, value) if known.choices else map(str, value)
            return "\n".join(names)
    return str(value)


def read(text: str, known: Value, wording: Wording) -> Any:
    """A value from what was written. Raises :class:`Unfit`."""
    text = text.strip()
    if len(text) > MOST_TEXT:
        raise Unfit(_("A text of at most %(most)s characters.") % {"most": MOST_TEXT})
    if not text and known.optional:
        return None
    match known.kind:
        case "number":
            return _number(text)
        case "yes_no":
            if text not in ("yes", "no"):
                raise Unfit(_("Say yes or no."))
            return text == "yes"
        case "choice":
            if text not in known.choices:
                raise Unfit(_("“%(text)s” is not among the choices.") % {"text": text[:40]})
            return text
        case "numbers":
            return [_number(part.strip()) for part in text.split(",") if part.strip()]
        case "words":
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            return [_word(line, known, wording) for line in lines]
    return text


def _number(text: str) -> int:
    found = whole_number(text.replace("−", "-"))
    if found is None:
        if not text:
            raise Unfit(_("A number belongs here."))
        raise Unfit(_("“%(text)s” is no whole number.") % {"text": text[:40]})
    if not -LARGEST <= found <= LARGEST:
        raise Unfit(
            _("No number is larger than %(most)s.")
            % {"most": number_format(LARGEST, force_grouping=True)}
        )
    return found


def _word(line: str, known: Value, wording: Wording) -> Any:
    """One line of a list: the key of what it names, or itself where the list holds texts."""
    before = known.leaf.shipped if isinstance(known.leaf.shipped, list | tuple) else ()
    if any(isinstance(part, int) for part in before) and whole_number(line) is not None:
        return whole_number(line)
    if not known.choices:
        return line
    wanted = line.casefold()
    found = [k for k in known.choices if k and wanted in (k.casefold(), wording.name(k).casefold())]
    if not found:
        raise Unfit(_("“%(text)s” is not known here.") % {"text": line[:40]})
    return found[0]
