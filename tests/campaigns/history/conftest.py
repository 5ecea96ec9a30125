"""A campaign that is over."""

from tests.campaigns.history.over import over

__all__ = ["over"]
