"""A seat that an autopilot plays: by another seed it seals another order, and nobody can tell before the reveal."""

from typing import Any

import pytest
from django.utils import timezone

from campaigns.crypto import autopilot_seeds
from campaigns.models import Campaign, Seat
from campaigns.rulebooks import order_sheets, states
from campaigns.services.phases import phase_opening
from tests.secrecy import doors
from tests.secrecy.harness import leaks
from tests.secrecy.scenes import scripts
from tests.secrecy.table import Table, in_rotation
from tests.support.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("leaks of names")]


class TableWithAnAutopilot(Table):
    """A table at which it varies by which secret the autopilot of one seat chooses."""

    secrets: tuple[int, int] = (0, 0)

    def sealed_by(self, number: int) -> Any:
        """Give the seat to the autopilot, with this secret, and have it seal; gives its order."""
        Seat.objects.filter(campaign__slug=self.slug, power=self.hider).update(
            bot=True, person=None
        )
        campaign = Campaign.objects.select_for_update().get(slug=self.slug)
        campaign.autopilot_secret = bytes([number]) * 32
        phase = self.phase
        phase.campaign = campaign
        phase_opening.seal_bots(campaign, phase, states.now(phase), at=timezone.now())
        campaign.save()
        sheet = order_sheets.counting(phase)[self.hider]
        sheet.phase = phase
        return sheet.content.order

    def choose(self) -> None:
        """Find two secrets by which it seals two orders."""
        orders = {}
        for number in range(20):
            with undone():
                orders[repr(self.sealed_by(number))] = number
        first, second = list(orders.values())[:2]
        self.secrets = first, second

    def live(self, life: int) -> None:
        self.sealed_by(self.secrets[life])


class TableThatTells(TableWithAnAutopilot):
    """The same, where the title holds the seed."""

    def live(self, life: int) -> None:
        super().live(life)
        dice = autopilot_seeds.dice(self.campaign, self.phase, self.hider)
        assert dice is not None
        faces = "".join(str(dice.roll("title")) for _ in range(9))
        Campaign.objects.filter(slug=self.slug).update(title=f"Behind {faces} doors")


def stage(kind: type[TableWithAnAutopilot]) -> TableWithAnAutopilot:
    table = kind(next(one for one in scripts("days_of_decision") if one.kind == "bid"))
    table.choose()
    return table


@pytest.mark.parametrize("only", doors.SOME_OR_ALL)
def test_what_an_autopilot_chose_by_its_seed_is_told_at_no_door(
    still: object, db: None, only: frozenset[str] | None
) -> None:
    table = stage(TableWithAnAutopilot)
    assert leaks(table, in_rotation(table.strangers(), 0), only=only) == []


def test_a_seed_that_is_told_is_noticed(still: object, db: None) -> None:
    table = stage(TableThatTells)
    assert leaks(table, {"spectator"}, only={"frontend:log"})
