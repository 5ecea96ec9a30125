"""What minor countries ask of powers, or let them do for now: one source for each part."""

from rules.world_at_war.forces.delayed_units import of_coming, of_delayed
from rules.world_at_war.forces.volunteers import of_sending, of_volunteers
from rules.world_at_war.model.obligation import Source
from rules.world_at_war.obligations.forces import of_forces
from rules.world_at_war.obligations.ledger import of_ledger
from rules.world_at_war.obligations.regions import of_china, of_regions
from rules.world_at_war.obligations.sides import of_sides

SOURCES: tuple[Source, ...] = (of_sides, of_china, of_forces, of_delayed, of_volunteers)
"""Joined into the obligations that ``obligations`` lists and tells."""
OFFERS: tuple[Source, ...] = (of_ledger, of_regions, of_coming, of_sending)
"""Joined into what it only lists: nothing here must be done."""
