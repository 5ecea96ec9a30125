"""The people whom somebody knows from campaigns: who sits or sat there, or moderates, where names are shown.

A campaign whose players are hidden counts only once it is over, so a list of them says nothing of who
plays there; and the list is the same on every page. Who sat down after somebody had left is a stranger to
them, as to everybody who must wait to read of it. Sign-in names are in none.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.lookalikes import tidied
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign, Status, Tenure
from campaigns.selectors.reader.access import known


def acquaintances(person: Any) -> list[Any]:
    """The accounts of the people whom this one has sat at a table with, by the names that they show."""
    me = known(person)
    if me is None:
        return []
    shown = Q(anonymous=False) | Q(status=Status.FINISHED)
    sits = Tenure.objects.filter(person=me, left_at=None).values("seat__campaign")
    mine = Campaign.objects.filter(Q(pk__in=sits) | Q(moderators=me), shown)
    left = Tenure.objects.filter(
        person=me, seat__campaign=OuterRef("seat__campaign"), left_at__gt=OuterRef("joined_at")
    )
    met = Q(seat__campaign__in=Campaign.objects.filter(shown)) & Exists(left)
    players = Tenure.objects.filter(Q(seat__campaign__in=mine) | met).values("person")
    moderators = Campaign.moderators.through.objects.filter(campaign__in=mine).values("user")
    people = get_user_model().objects.filter(
        Q(pk__in=players) | Q(pk__in=moderators), is_active=True, guest_seen_at=None
    )
    return sorted(people.exclude(pk=me.pk), key=lambda one: (one.name.casefold(), one.pk))


def names_known(person: Any) -> tuple[str, ...]:
    """What they are called on pages, each name once."""
    return tuple(dict.fromkeys(one.name for one in acquaintances(person)))


def account_called(name: str, by: Any) -> Any:
    """The account with this sign-in name; else the one person known to ``by`` who shows this name. Raises
    ``NotOnTheMenu``.
    """
    name = tidied(name)
    people = get_user_model().objects.filter(is_active=True, guest_seen_at=None)
    result = people.filter(username__iexact=name).first()
    if result is not None:
        return result
    called = [one for one in acquaintances(by) if tidied(one.name).casefold() == name.casefold()]
    if len(called) == 1:
        return called[0]
    if called:
        raise NotOnTheMenu(
            _("%(count)s people whom you know are called %(name)s.")
            % {"count": len(called), "name": name},
            field="username",
            remedy=_("Use their name for signing in."),
        )
    raise NotOnTheMenu(
        _("There is no account named %(username)r here.") % {"username": name},
        field="username",
        remedy=_("Use their name for signing in."),
    )
