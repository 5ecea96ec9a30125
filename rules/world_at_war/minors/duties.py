"""What minor countries ask of powers, or let them do for now: one source for each part."""

from rules.world_at_war.minors.delayed import of_coming, of_delayed
from rules.world_at_war.minors.force_duties import of_forces
from rules.world_at_war.minors.ledger_duties import of_ledger
from rules.world_at_war.minors.regions.duties import of_china, of_regions
from rules.world_at_war.minors.side_duties import of_sides
from rules.world_at_war.minors.volunteers import of_sending, of_volunteers
from rules.world_at_war.tensions.duty import Source

SOURCES: tuple[Source, ...] = (of_sides, of_china, of_forces, of_delayed, of_volunteers)
"""Joined into the duties that ``tensions.duties`` lists and tells."""
OFFERS: tuple[Source, ...] = (of_ledger, of_regions, of_coming, of_sending)
"""Joined into what it only lists: nothing here must be done."""
