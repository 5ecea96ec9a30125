"""Setting how saved games of VASSAL are read in a campaign: by its moderator, with a reason."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.domain.entries.moderators import MappingChanged
from campaigns.errors import NotNow, NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, Status
from campaigns.rulebooks import states
from campaigns.selectors.facts import mappings
from campaigns.selectors.reader import record_versions
from campaigns.services.log import entries, push
from campaigns.services.log.lock import locked_for_moderator, require_reason
from campaigns.services.log.service import service
from campaigns.vassal import compiling, mapping
from rules.kernel.orders import Problem

STALE = (
    _lazy("This mapping was changed since you opened this page. Nothing of this form was saved."),
    _lazy("Compare both, then send again."),
)


@service("desk")
def change(slug: str, *, by: Any, text: str, reason: str, was: str = "", seen: str = "") -> None:
    """Set the mapping of a module. ``was`` names the one that it replaces, if there is one; an empty
    ``text`` takes that away. ``seen`` is its version: if it was changed since, nothing is done.

    Raises ``OrderRefused`` with a problem for each line that cannot be understood,
    ``ChangedMeanwhile``, ``NotOnTheMenu``, ``NotYours``, ``NotNow``.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    if campaign.status == Status.FINISHED:
        raise NotNow(_("This campaign is over; no more saved games are read here."))
    kept = mappings.in_force(campaign)
    before = kept.get(was)
    if was and before is None:
        raise NotOnTheMenu(
            _("There is no mapping for “%(was)s”.") % {"was": was},
            field="was",
            remedy=_("Open the page again."),
        )
    record_versions.require(seen, before.version if before else "0", *STALE)
    text = text.replace("\r\n", "\n").strip()
    module = _module(campaign, text) if text else was
    if not module:
        raise NotOnTheMenu(
            _("There is nothing to save."),
            field="text",
            remedy=_("Write a mapping (docs/vassal.md)."),
        )
    if before is not None and (text, module) == (before.text, was):
        return
    if module != was and module in kept:
        raise NotOnTheMenu(
            _("There is a mapping for “%(module)s” already.") % {"module": module},
            field="text",
            remedy=_("Change that one."),
        )
    if before is None and len(kept) >= mappings.MOST:
        raise NotOnTheMenu(
            _("A campaign has at most %(most)s mappings.") % {"most": mappings.MOST},
            field="text",
            remedy=_("Take one away first."),
        )
    replaced = was if was != module else ""
    entry = MappingChanged(module=module, was=replaced, text=text, reason=reason)
    entries.by_moderator(campaign, by, entry)
    campaign.save(update_fields=entries.LOG_HEAD)
    push.changed(slug, ("log",))


def _module(campaign: Campaign, text: str) -> str:
    """The module of a mapping that is understood, line by line. Raises ``OrderRefused``."""
    found, wrong = mapping.read(text)
    if found is not None and not wrong:
        _plan, wrong = compiling.compiled(states.book_of(campaign), found)
    if wrong or found is None:
        raise OrderRefused(
            [
                Problem(
                    f"text.{each.line}",
                    _("Line %(line)s: %(message)s") % {"line": each.line, "message": each.message},
                )
                for each in wrong
            ]
        )
    return found.module
