"""Receipts and heads: what a reader can hold the site to later.

A player is given receipts for what they did themselves; and for what a deputy did for their seat, where
that is in the public log. Hashes are told of the entries that a reader may read, and of no other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from campaigns.crypto import receipts, secret_log
from campaigns.domain.export_file import stamp
from campaigns.models import Campaign
from campaigns.proofs.receipt_files import HeadsFile, NamedHead, Receipt, ReceiptsFile, SeenHead
from campaigns.selectors.reader.access import Reading, reading

MOST_ASKED: Final = 200
"""Of so many entries one request is told the hashes."""


class LogHead(Struct, frozen=True, kw_only=True):
    """The last entry that the reader may read, as the foot of a page names it. ``keeps``: the reader plays, so
    that their browser keeps heads and receipts; ``signs``: the site gives receipts here.
    """

    campaign: str
    seq: int
    hash: str
    signs: bool = False
    keeps: bool = False


def head_of(at: Reading) -> LogHead:
    """The head for a reader; for one who follows with a delay it is that of then."""
    campaign = at.campaign
    return LogHead(
        campaign=campaign.slug,
        seq=campaign.log_seq,
        hash=campaign.log_hash,
        signs=receipts.key_in(campaign) is not None,
        keeps=bool(at.powers),
    )


def head(slug: str, person: Any = None) -> LogHead:
    """As :func:`head_of`. Raises ``NoSuchCampaign``."""
    return head_of(reading(slug, person))


def receipts_of(
    slug: str, person: Any, *, since: int = 0, seqs: Sequence[int] = ()
) -> ReceiptsFile:
    """All receipts of a person who plays or moderates in a campaign, in the order of the log, with its head; only
    those of entries after ``since``. Who has left keeps those in their browser. Before the head stand the hashes of the entries ``seqs``, as :func:`hashes` tells
    them. Raises ``NoSuchCampaign``.
    """
    at = reading(slug, person)
    key = receipts.key_in(at.campaign)
    sits = at.powers or at.is_moderator
    found = tuple(_receipts(at, since)) if key is not None and sits else ()
    return ReceiptsFile(
        campaign=slug,
        key=key.public if key is not None else "",
        receipts=found,
        heads=(
            *(_hashes(at, seqs) if seqs else ()),
            SeenHead(seq=at.campaign.log_seq, hash=at.campaign.log_hash),
        ),
    )


def hashes(slug: str, person: Any, seqs: Sequence[int]) -> tuple[SeenHead, ...]:
    """The hashes of these entries, as far as the reader may read them; of others nothing is said. Raises
    ``NoSuchCampaign``.
    """
    return _hashes(reading(slug, person), seqs)


def _hashes(at: Reading, seqs: Sequence[int]) -> tuple[SeenHead, ...]:
    wanted = at.entries().filter(seq__in=seqs[:MOST_ASKED]).order_by("seq")
    return tuple(SeenHead(seq=seq, hash=hash_) for seq, hash_ in wanted.values_list("seq", "hash"))


def public_heads() -> HeadsFile:
    """The heads of all campaigns that anybody finds in the lobby and reads without delay."""
    rows = Campaign.objects.filter(
        private=False, listed=True, first_game="", disclosed__isnull=True, delay=0
    )
    named = rows.exclude(log_seq=0).order_by("slug").values_list("slug", "log_seq", "log_hash")
    heads = (NamedHead(campaign=slug, seq=seq, hash=hash_) for slug, seq, hash_ in named)
    return HeadsFile(at=stamp(timezone.now()), heads=tuple(heads))


def _receipts(at: Reading, since: int) -> Iterator[Receipt]:
    done = list(_secrets(at, since))
    mine = Q(person=at.person.pk) | Q(power__in=at.own_powers, person__isnull=False)
    rows = at.entries().filter(mine, actor="power", seq__gt=since)
    for entry in rows.exclude(power="").order_by("seq").iterator(200):
        while done and done[0].after < entry.seq:
            yield done.pop(0)
        receipt = receipts.of_entry(at.campaign, entry)
        if receipt is not None:
            yield receipt
    yield from done


def _secrets(at: Reading, since: int) -> Iterable[Receipt]:
    """Of what the reader did in secret, found by the tokens of their own powers."""
    if not at.own_powers:
        return
    rows = at.campaign.secret_entries.filter(after__gte=since).order_by("number")
    after = sorted(set(rows.values_list("after", flat=True)))
    mine = set(secret_log.tokens(at.campaign, after, at.own_powers))
    hashes_ = dict(at.campaign.log.filter(seq__in=after).values_list("seq", "hash"))
    for row in rows.iterator(200):
        if not mine & set(row.audience):
            continue
        secret = row.content
        if secret.person != at.person.pk:
            continue
        receipt = receipts.of_secret(
            at.campaign, after=row.after, before=hashes_[row.after], held=secret.held
        )
        if receipt is not None:
            yield receipt
