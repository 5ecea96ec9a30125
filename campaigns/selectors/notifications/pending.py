"""What waits for one player, named so that it is told once: proposals, and dispatches to look at.

A correction of a secret value is a proposal to those who know the value, and then to the desk.
"""

from campaigns.models import PendingDispatch
from campaigns.proofs.commitments import fingerprint
from campaigns.selectors.moderator.secret_values_page import waiting_for
from campaigns.selectors.reader.access import Reading


def waiting_keys(at: Reading) -> dict[str, str]:
    """What waits for the reader's powers, from their own view: a key each, and ``proposal`` or ``dispatch``."""
    if at.phase is None:
        return {}
    found = {f"value/{power}/{key}": "proposal" for power, key in waiting_for(at)}
    if not at.powers:
        return found
    if at.book.agreements_title:
        for power in at.powers:
            for paper in at.book.agreements(at.view_for(power), power).papers:
                waits = paper.state in ("offered", "proposed") and paper.by != power
                if waits and power in paper.parties:
                    found[f"paper/{power}/{fingerprint(paper)}"] = "proposal"
    for row in PendingDispatch.objects.filter(campaign=at.campaign, open=True):
        what = row.what
        for power in at.powers:
            if power in what.concerns and not all(
                line.looked_at(power) for line in what.lines.values()
            ):
                found[f"dispatch/{power}/{row.number}"] = "dispatch"
    return found
