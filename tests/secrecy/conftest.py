"""What the tests of secrecy may ask for.

`still`  a clock that shows the same moment in every world, the same tokens in every form, and one
         transaction for all tests of a module, so that what is set up once serves them all
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from tests.support.worlds import undone


@pytest.fixture(scope="module")
def still(django_db_setup: None, django_db_blocker: Any) -> Iterator[pytest.MonkeyPatch]:
    """One moment, one token of forms, one transaction; no task leaves."""
    from django.middleware import csrf
    from django.utils import feedgenerator

    from core import after_commit
    from frontend.templatetags import chancellery

    moment = timezone.now()
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(timezone, "now", lambda: moment)
        # A feed without entries is as old as the moment in which it is asked for.
        feed, newest = feedgenerator.SyndicationFeed, feedgenerator.SyndicationFeed.latest_post_date
        patch.setattr(feed, "latest_post_date", lambda self: newest(self) if self.items else moment)
        patch.setattr(csrf, "_get_new_csrf_string", lambda: "x" * csrf.CSRF_SECRET_LENGTH)
        patch.setattr(chancellery, "token_urlsafe", lambda size: "k" * size)
        patch.setattr(after_commit, "_send", lambda *_: None)
        # What is counted in Redis is not undone with a world.
        open_doors = dict.fromkeys(settings.LIMITS, "1000000 per minute")
        patch.setattr(settings, "LIMITS", open_doors)
        with undone(numbered=False):
            yield patch
