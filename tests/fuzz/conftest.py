"""What the fuzzers may ask for.

`world`  everybody in front of a played campaign of every rulebook, in one transaction for a module
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from tests.fuzz.world import World, build
from tests.support.worlds import undone


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Played once; what is asked is undone after each question."""
    from campaigns.services.log import push
    from core import after_commit

    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(after_commit, "_send", lambda *_: None)
        patch.setattr(push, "_send", lambda *_: None)
        patch.setattr(settings, "LIMITS", dict.fromkeys(settings.LIMITS, "1000000 per minute"))
        with undone(numbered=False):
            yield build()
