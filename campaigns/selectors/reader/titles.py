"""What the game of a campaign and its starting position are called, also where its rules are missing."""

from campaigns import rulebooks
from campaigns.models import Campaign


def book_title(campaign: Campaign, book: rulebooks.Book | None) -> str:
    """What the game is called; ``book`` is one for names."""
    return str(book.title) if book else rulebooks.in_words(campaign.rulebook)


def scenario_title(campaign: Campaign, book: rulebooks.Book | None) -> str:
    """What the starting position is called; ``book`` is one for names."""
    known = book.scenarios.get(campaign.scenario) if book else None
    return str(known.title) if known else rulebooks.in_words(campaign.scenario)


def scenario_summary(campaign: Campaign, book: rulebooks.Book | None) -> str:
    """What the starting position is about, in a sentence; empty where that is not known."""
    known = book.scenarios.get(campaign.scenario) if book else None
    return str(known.summary) if known else ""
