"""What a test of pages may ask for besides.

`host`   one who has founded the campaign, with whatever seat the test gives them
"""

import pytest

from accounts.models import User
from tests.support.accounts import person


@pytest.fixture
def host(db: None) -> User:
    return person("host")
