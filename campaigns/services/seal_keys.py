"""Changing the keys of the site, while it runs.

Two things may need an old key: the keys of campaigns that it wraps, which are wrapped anew, and
contents from the time before campaigns had keys, which are moved. Both is done a little at a time
and can be broken off anywhere; what was done stays done, and the next run finds the rest.

Contents are moved with their campaign locked, as by everybody who changes anything in it: so nobody
writes back what he had read before. A content that changed all the same is left as it is.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import BinaryField, CharField, Count, F, Func, QuerySet
from psycopg.errors import LockNotAvailable

from accounts import sealed
from campaigns import faults, keyring, sealing
from campaigns.models import Campaign, CampaignKey
from campaigns.sealed_fields import SEALED, SealedField
from config.data.site_keys import newest as site_newest
from config.data.site_keys import site_keys

BATCH = 50
"""Contents that are moved, and keys that are wrapped, in one transaction."""

# The first byte of a content says in which form it lies, the next four the name of the key.
_FORM = "substring(%(expressions)s FROM 1 FOR 1)"
_KEY_NAME = "encode(substring(%(expressions)s FROM 2 FOR 4), 'hex')"


@dataclass(slots=True)
class Done:
    """What a run has done, and what it had to leave."""

    wrapped: int = 0
    moved: int = 0
    #: What does not open, in words.
    closed: list[str] = field(default_factory=list)
    #: Sign-in secrets of accounts that were sealed again.
    secrets: int = 0
    #: Campaigns that somebody else had in hand for too long.
    busy: list[str] = field(default_factory=list)


def change(tell: Callable[[Done], None] = lambda _: None) -> Done:
    """Wrap every campaign's key by the newest key of the site and move what lies in the old form.

    Safe to run at any time, twice, and while the site runs. ``tell`` hears of every batch.
    """
    done = Done()
    take_stock()
    done.secrets = sealed.move()
    for step in (_wrap_anew(done), _move_all(done)):
        for _ in step:
            faults.point("seal_keys.batch")
            tell(done)
    return done


# --- Taking stock -----------------------------------------------------------------------------------


def contents() -> Counter[tuple[str, str]]:
    """How many contents lie in the old form, by campaign and name of the key."""
    found: Counter[tuple[str, str]] = Counter()
    for one in SEALED:
        slug = f"{one.campaign}__slug" if one.campaign else "slug"
        rows = _in_old_form(one).order_by().values_list(slug, "key_name")
        for campaign, name, number in rows.annotate(number=Count("pk")):
            found[campaign, name] += number
    return found


def take_stock() -> None:
    """Note for every campaign under which keys its contents lie in the old form.

    It stands there already; should a content have come back all the same (written by an older
    release, or brought back by hand), it counts again. So does a key that was given up and is found.
    """
    for slug in Campaign.objects.filter(key=None).values_list("slug", flat=True):
        with transaction.atomic():
            keyring.to_seal(slug)
    lies_under: dict[str, set[str]] = {}
    for slug, name in contents():
        lies_under.setdefault(slug, set()).add(name)
    here = set(site_keys())
    for key in CampaignKey.objects.all().iterator():
        old_keys = sorted(lies_under.get(key.pk, ()))
        given_up = [name for name in key.given_up if name not in here]
        if (old_keys, given_up) != (key.old_keys, key.given_up):
            CampaignKey.objects.filter(pk=key.pk).update(old_keys=old_keys, given_up=given_up)


def give_up(name: str) -> int:
    """Note that a key of the site is lost, so that the site starts without it; for how many campaigns.

    What needs it stays in the database, closed. If the key is found, it opens again.
    """
    if name in site_keys():
        raise ValueError(f"The key {name} is not lost: it is among SEAL_KEYS.")
    given_up = 0
    for key in CampaignKey.objects.all().iterator():
        if name in (key.wrapped_by, *key.old_keys) and name not in key.given_up:
            given = [*key.given_up, name]
            given_up += CampaignKey.objects.filter(pk=key.pk).update(given_up=given)
    return given_up


def give_up_secrets(name: str) -> int:
    """Take away the sign-in secrets that lie under a key that is lost; of how many accounts."""
    return sealed.give_up(name)


# --- Wrapping keys ------------------------------------------------------------------------------------


def _wrap_anew(done: Done) -> Iterator[None]:
    """Wrap keys by the newest one. They stay what they are, so nobody has to wait."""
    newest, after = site_newest(), ""
    while True:
        rows = CampaignKey.objects.exclude(wrapped_by=newest).filter(pk__gt=after)
        with transaction.atomic(durable=True):
            keys = list(rows.order_by("pk").select_for_update()[:BATCH])
            for key in keys:
                if key.wrapped_by not in key.given_up:
                    _wrap_one(key, done)
        if not keys:
            return
        after = keys[-1].pk
        yield


def _wrap_one(key: CampaignKey, done: Done) -> None:
    try:
        wrapped, by = keyring.rewrapped(key.pk, key.wrapped, key.wrapped_by)
    except keyring.CannotUnseal as error:
        done.closed.append(str(error))
        return
    key.wrapped, key.wrapped_by = wrapped, by
    key.save(update_fields=["wrapped", "wrapped_by"])
    done.wrapped += 1


# --- Moving contents ----------------------------------------------------------------------------------


def _move_all(done: Done) -> Iterator[None]:
    for key in list(CampaignKey.objects.exclude(old_keys=[]).order_by("pk")):
        if set(key.old_keys) <= set(key.given_up):
            continue
        past: dict[SealedField, int] = {}
        try:
            while not _move_some(key.pk, key.given_up, past, done):
                yield
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            done.busy.append(key.pk)
        yield


def _move_some(slug: str, given_up: list[str], past: dict[SealedField, int], done: Done) -> bool:
    """Move the next contents of a campaign; whether these were the last.

    ``past`` says up to which row each field is done, so that what does not open is passed over.
    """
    moved, closed, left = 0, [], BATCH
    with transaction.atomic(durable=True):
        Campaign.objects.select_for_update().only("pk").filter(slug=slug).first()
        for one in SEALED:
            rows = _to_move(one, slug, past.get(one, 0)).exclude(key_name__in=given_up)
            for row in rows[:left]:
                past[one], left = row.pk, left - 1
                try:
                    moved += _move(one, row)
                except keyring.CannotUnseal as error:
                    closed.append(str(error))
            if not left:
                break
        else:
            _note_what_is_left(slug)
    done.moved += moved
    done.closed += closed
    return bool(left)


def _move(one: SealedField, row: Any) -> int:
    """Move one content, if it still is what was read; how many that makes."""
    old = bytes(getattr(row, one.column))
    new = sealing.moved(old, bound_to=one.place(row))
    rows: QuerySet[Any] = one.model._default_manager.all()  # noqa: SLF001 - Django's documented name for it
    return rows.filter(pk=row.pk, **{one.column: old}).update(**{one.column: new})


def _note_what_is_left(slug: str) -> None:
    left: set[str] = set()
    for one in SEALED:
        left |= set(
            _in_old_form(one, slug).order_by().values_list("key_name", flat=True).distinct()
        )
    CampaignKey.objects.filter(campaign__slug=slug).update(old_keys=sorted(left))


# --- Finding contents ---------------------------------------------------------------------------------


def _to_move(one: SealedField, slug: str, after: int) -> QuerySet[Any]:
    """Rows whose content lies in the old form, with what names their places and nothing else."""
    steps = one.campaign.split("__") if one.campaign else []
    paths = ["__".join(steps[: place + 1]) for place in range(len(steps))]
    rows = _in_old_form(one, slug).filter(pk__gt=after).order_by("pk")
    if paths:
        rows = rows.select_related(paths[-1])
    return rows.only(one.column, *one.needs, *paths, "__".join([*steps, "slug"]))


def _in_old_form(one: SealedField, slug: str | None = None) -> QuerySet[Any]:
    """Rows whose content lies under a key of the site, with the name of that key."""
    rows = one.model._default_manager.annotate(  # noqa: SLF001
        form=Func(F(one.column), template=_FORM, output_field=BinaryField()),
        key_name=Func(F(one.column), template=_KEY_NAME, output_field=CharField()),
    ).filter(form=sealing.UNDER_SITE)
    here = "__".join(part for part in (one.campaign, "slug") if part)
    return rows if slug is None else rows.filter(**{here: slug})
