"""Proposals, and dispatches to look at, wait for their reader; or a proposal of theirs was declined."""

from collections.abc import Iterator
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.domain.entries import Entry
from campaigns.domain.entries.facts import ActCarriedOut, DispatchProposed
from campaigns.selectors.notifications import audience, pending
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from core.gettext import gettext_lazy as _lazy
from core.text.lists import listed


class ItemsWaiting(NotificationKind):
    """Something was done after which something may wait."""

    key = "waits"
    label = _lazy("something waits")
    rank = 100
    preference = Preference(
        key="waits",
        title=_lazy("Something waits for you"),
        about=_lazy("a proposal, an answer to yours that declines it, or a dispatch to look at"),
        how=How.ONCE,
    )
    entries: ClassVar[tuple[type[Entry], ...]] = (ActCarriedOut, DispatchProposed)
    quiet = (ActCarriedOut,)
    traceless = True
    verb = _lazy("Read what waits for you")

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Who plays, whomever it concerns, but for who did it."""
        return audience.players(cause.campaign) - cause.doers

    @property
    def _news(self) -> tuple[str, ...]:
        return pending.news_for(self.campaign, self.person, self.row.device_id)

    def still_true(self) -> bool:
        """Whether something waits for them that they were not told of."""
        return bool(self._news)

    def waiting(self) -> tuple[str, ...]:
        """All that waits for them."""
        return tuple(pending.keys_for(self.campaign, self.person))

    @property
    def _places(self) -> tuple[tuple[str, str], ...]:
        """Where each is dealt with: proposals on one page, dispatches on another, a secret value on neither."""
        found = {*self._news}
        places = (
            ({"proposal", "declined"}, "agreements/", _("Read the proposals")),
            ({"dispatch"}, "facts/", _("Read the dispatches")),
        )
        if "value" in found:
            return ()
        return tuple((self.below(page), verb) for what, page, verb in places if what & found)

    @property
    def address(self) -> str:
        """The page of the one thing that waits; that of the campaign for several."""
        places = self._places
        return places[0][0] if len(places) == 1 else self.below("")

    def links(self) -> tuple[tuple[str, str], ...]:
        """The page of each thing that waits."""
        return self._places or super().links()

    def text(self) -> tuple[str, str]:
        """How much waits; what it is stands on the page alone."""
        found = self._news
        waiting = [
            *_waiting(found.count("proposal") + found.count("value"), found.count("dispatch"))
        ]
        declined = found.count("declined")
        said = []
        if waiting:
            said.append(_("Waiting for you: %(what)s.") % {"what": listed(waiting)})
        if declined:
            said.append(
                ngettext(
                    "%(count)d proposal of yours was declined.",
                    "%(count)d proposals of yours were declined.",
                    declined,
                )
                % {"count": declined}
            )
        if not said:
            # It was answered while this was on its way.
            return _("nothing waits for you any more"), _("It was answered or withdrawn meanwhile.")
        subject = _("something waits for you") if waiting else _("a proposal was declined")
        return subject, " ".join(said)


def _waiting(proposals: int, dispatches: int) -> Iterator[str]:
    """How many of what waits, in words."""
    if proposals:
        yield ngettext("%(count)d proposal", "%(count)d proposals", proposals) % {
            "count": proposals
        }
    if dispatches:
        yield ngettext("%(count)d dispatch", "%(count)d dispatches", dispatches) % {
            "count": dispatches
        }


class SecretItemsWaiting(ItemsWaiting):
    """The same, of what was done in secret."""

    key = "secretly"
    label = _lazy("something may wait, of what is done in secret")
    rank = 110
    entries = ()
