"""A site that hears what is posted, and a browser that is subscribed."""

from tests.support.notifications import browser, site

__all__ = ["browser", "site"]
