"""The register of questions: what puts each kind, and what carries it out.

A new kind is a row here, and a :class:`campaigns.domain.vote_kinds.Kind` that says how it reads, which log entry
carries it out, and how many must agree. Everything else (asking, answering, tallies, lapsing, the log,
the page, the check of an export) goes by these two.
"""

from collections.abc import Mapping

from campaigns.services.lifecycle import spectator_delay
from campaigns.services.repair import fork, overrides, rollback, rulings, upgrade_revision
from campaigns.services.seats import anonymity, reassign_seat
from campaigns.services.votes.proposals import VoteEffect
from campaigns.services.voting import clock_votes

EFFECTS: Mapping[str, VoteEffect] = {
    "extend": clock_votes.EXTEND,
    "pause": clock_votes.PAUSE,
    "resume": clock_votes.RESUME,
    "resolve": clock_votes.RESOLVE,
    "end": clock_votes.END,
    "seat": VoteEffect(carry=reassign_seat.carry, put=reassign_seat.put),
    "rules": VoteEffect(carry=upgrade_revision.carry),
    "rollback": VoteEffect(carry=rollback.carry),
    fork.KIND: VoteEffect(carry=fork.carry),
    spectator_delay.KIND: VoteEffect(carry=spectator_delay.carry),
    anonymity.KIND: VoteEffect(carry=anonymity.carry),
    "override": VoteEffect(carry=overrides.carry),
    rulings.KIND: VoteEffect(carry=rulings.carry),
}
