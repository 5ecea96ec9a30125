"""The register of questions: what puts each kind, and what carries it out.

A new kind is a row here, and a :class:`campaigns.votes.Kind` that says how it reads, which log entry
carries it out, and how many must agree. Everything else (asking, answering, tallies, lapsing, the log,
the page, the check of an export) goes by these two.
"""

from collections.abc import Mapping

from campaigns.services import (
    anonymity,
    clock_votes,
    delaying,
    forking,
    moving_on,
    overriding,
    reseating,
    rolling_back,
    rulings,
)
from campaigns.services.putting import Carrier

CARRIERS: Mapping[str, Carrier] = {
    "extend": clock_votes.EXTEND,
    "pause": clock_votes.PAUSE,
    "resume": clock_votes.RESUME,
    "resolve": clock_votes.RESOLVE,
    "end": clock_votes.END,
    "seat": Carrier(carry=reseating.carry, put=reseating.put),
    "rules": Carrier(carry=moving_on.carry),
    "rollback": Carrier(carry=rolling_back.carry),
    forking.KIND: Carrier(carry=forking.carry),
    delaying.KIND: Carrier(carry=delaying.carry),
    anonymity.KIND: Carrier(carry=anonymity.carry),
    "override": Carrier(carry=overriding.carry),
    rulings.KIND: Carrier(carry=rulings.carry),
}
