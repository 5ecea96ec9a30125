"""Loading the rules that campaigns need before a server or worker divides into its processes.

What is loaded before the fork is shared by all processes, and nobody who opens a page waits for it. The
digest of each frozen revision is checked as it is loaded (:mod:`rules.revisions.loading`).
"""

import structlog
from django.db import DatabaseError

from campaigns import rulebooks
from campaigns.models import Campaign, Status

_say = structlog.get_logger(__name__)


def preload() -> list[tuple[str, str]]:
    """Load the rules of all campaigns that are not over, and reckon the digests of today's; which of
    the former could be loaded, by book and revision.

    A database that is away, or a revision that is missing, stops nobody from starting.
    """
    for book in rulebooks.every():
        rulebooks.digest(book.key, book.revision)
    try:
        played = Campaign.objects.exclude(status=Status.FINISHED).order_by("rulebook", "revision")
        in_use = list(played.values_list("rulebook", "revision").distinct())
    except DatabaseError as error:
        _say.warning("rules are loaded as they are asked for", problem=str(error).strip())
        return []
    loaded = [each for each in in_use if rulebooks.is_here(*each)]
    for key, revision in in_use:
        if (key, revision) not in loaded:
            _say.error("rules missing", rulebook=key, revision=revision)
    return loaded
