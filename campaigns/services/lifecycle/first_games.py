"""First games (:mod:`campaigns.first_games`): begun with one click, gone when their guest stays away.

A first game is a private campaign without a moderator or a deadline. One person plays it, autopilots the
rest. It goes the way of every campaign: same log, same seals, same dice.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import guests
from campaigns import first_games, rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrderSealed
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, FirstGame, LogEntry, Seat, Status
from campaigns.services.lifecycle import founding
from campaigns.services.log.lock import locked, locked_for_reader, require_person, require_seat
from campaigns.services.log.service import service

_POLICY: Final = ClockPolicy(hours={"default": None}, missed="hold")
"""Nobody is waited for but the player, and they take their time."""
_LOOKED: Final = timedelta(days=1)
"""Who has stayed away that long and has played nothing makes room where there is none."""
_PLAYED: Final = (OrderSealed.tag, ActCarriedOut.tag)
"""What tells that somebody has played: a seal, or an act, such as a die that was thrown."""


@service("found")
def begin(*, by: Any, game: str, instead: str = "") -> str:
    """Begin a first game, and return its slug; or that of the one that the person is playing already.

    A guest has one at a time: the one named by ``instead`` (its slug) is deleted for it. Raises
    ``NotOnTheMenu`` for a game that there is not, ``NotNow`` for a guest who plays another one.
    """
    require_person(by)
    found = first_games.game(game)
    if found is None:
        known = ", ".join(one.key for one in first_games.every())
        raise NotOnTheMenu(
            _("There is no first game %(game)r.") % {"game": game},
            field="game",
            remedy=_("There are: %(known)s.") % {"known": known},
        )
    if slug := under_way(by, game):
        return slug
    for campaign in running(by):
        if by.is_guest and campaign.slug == instead:
            _forget(locked(instead))
        elif by.is_guest:
            raise NotNow(
                _("You play another first game."),
                remedy=_("Delete it for this one, or sign up to play several."),
            )
    return _begun(found, by)


def under_way(person: Any, game: str) -> str:
    """The slug of that first game, if the person (``None``: a visitor) is playing it; empty otherwise."""
    games = running(person) if person is not None else ()
    return next((campaign.slug for campaign in games if campaign.first_game == game), "")


def require_room(guest: Any) -> None:
    """One more first game of somebody without an account has room here (``GUEST_GAMES``), or takes the place of the one
    that the ``guest`` plays. Where all places are taken, the guest is forgotten who was here longest ago, a day or
    more, and has sealed and thrown nothing. Raises ``NotNow``.
    """
    if guest is not None and running(guest):
        return
    # A guest has a seat in no other campaign.
    seats = Seat.objects.filter(person__guest_seen_at__isnull=False)
    seats = seats.exclude(campaign__status=Status.FINISHED)
    if seats.count() < settings.GUEST_GAMES:
        return
    played = LogEntry.objects.filter(kind__in=_PLAYED, person=OuterRef("person"))
    looked = seats.filter(~Exists(played), person__guest_seen_at__lt=guests.noted_before(_LOOKED))
    first = looked.order_by("person__guest_seen_at").values_list("person_id", flat=True).first()
    if first is not None:
        guests.forget(first, away=_LOOKED)
        return
    raise NotNow(
        _("Too many first games are played here without an account now."),
        remedy=_("Sign up and begin yours, or try again later."),
    )


def running(person: Any) -> list[Campaign]:
    """The first games that somebody is playing."""
    found = Campaign.objects.filter(seats__person=person).exclude(first_game="")
    return list(found.exclude(status=Status.FINISHED).order_by("pk").distinct())


def _begun(game: first_games.FirstGame, by: Any) -> str:
    book, now = rulebooks.load(game.rulebook), timezone.now()
    campaign = Campaign(
        title=game.title,
        first_game=game.key,
        private=True,
        listed=False,
        unattended=True,
        created_at=now,
        rulebook=book.key,
        revision=book.revision,
        scenario=game.scenario,
        variants={key: switch.bots or switch.default for key, switch in book.switches.items()},
    )
    campaign.policy = _POLICY
    seats = book.scenarios[game.scenario].seats
    others = [power for power in seats if power != game.power]
    founding.found(
        campaign,
        founding.seated(seats, by, take=(game.power,), bots=others),
        by=by,
        actor="person",
        moderators=(),
        at=now,
    )
    FirstGame.objects.create(campaign=campaign)
    founding.begin(campaign, by=by, actor="person", at=now)
    return campaign.slug


@service()
def read(slug: str, *, by: Any, step: str) -> None:
    """The player has read a step. Reading it twice changes nothing."""
    campaign = locked_for_reader(slug, by)
    game = first_games.game(campaign.first_game)
    if game is None:
        raise NotNow(_("This campaign is no first game."))
    require_seat(campaign, by, game.power)
    if step not in (one.key for one in game.steps):
        raise NotOnTheMenu(_("There is no step %(step)r here.") % {"step": step}, field="step")
    row = FirstGame.objects.get(campaign=campaign)
    if step not in row.read:
        row.read = [*row.read, step]
        row.save(update_fields=["read"])


@transaction.atomic
def forget_all(guest_id: int) -> None:
    """Delete the first games of a guest who stays away, whole. Of nobody else's campaign can a line go."""
    found = Campaign.objects.filter(seats__person_id=guest_id).exclude(first_game="")
    for slug in list(found.order_by("pk").values_list("slug", flat=True)):
        _forget(locked(slug))


def _forget(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(phase=None, disclosed=None)
    with connection.cursor() as cursor:
        # The guards of the log let go of the lines of this one campaign, within this transaction, if it is a
        # first game.
        cursor.execute("SELECT set_config('chancellery.forgets', %s, true)", [str(campaign.pk)])
        for model, lookup in _rows():
            rows = model._base_manager.filter(**{lookup: campaign.pk})  # noqa: SLF001 - all rows there are
            rows._raw_delete(rows.db)  # noqa: SLF001 - the order is ours, and the log's rows refuse `delete`
        cursor.execute("SELECT set_config('chancellery.forgets', '', true)")


def _rows() -> Iterator[tuple[type[models.Model], str]]:
    """Every model whose rows belong to one campaign, with the way to it; what refers to others first."""
    ways: dict[type[models.Model], str] = {Campaign: "pk"}
    every = list(apps.get_app_config("campaigns").get_models(include_auto_created=True))
    while found := [
        (model, way) for model in every if model not in ways and (way := _way(model, ways))
    ]:
        ways.update(found)
    # A way found later is the longer one.
    yield from reversed(ways.items())


def _way(model: type[models.Model], ways: dict[type[models.Model], str]) -> str:
    fields = [field for field in model._meta.concrete_fields if field.is_relation]  # noqa: SLF001 - Django's own name
    for field in sorted(fields, key=lambda one: bool(one.null)):
        if field.related_model in ways:
            return f"{field.name}__{ways[field.related_model]}"
    return ""
