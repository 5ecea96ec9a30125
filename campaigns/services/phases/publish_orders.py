"""Publishing what was sealed: orders, nonces, dice."""

from datetime import datetime
from typing import Any

import msgspec

from campaigns.crypto import autopilot_seeds, secret_log
from campaigns.domain.entries.campaign import SecretsOpened
from campaigns.domain.entries.phases import OrdersPublished, StandingPublished
from campaigns.models import Campaign, Phase, Sheet, StandingOrders
from campaigns.services.log import entries


def release(campaign: Campaign, phase: Phase, *, at: datetime) -> None:
    """Publish a resolved phase's orders with their nonces, its rolls and the seed of its autopilots, in the log.

    From then on anybody can check them against the commitments. Releasing twice changes nothing.
    """
    if phase.released:
        return
    orders = opened(phase)
    entries.append(
        campaign,
        OrdersPublished(
            phase=phase.number,
            orders=orders,
            rolls=phase.rolls.rolls if phase.rolls else [],
            **autopilot_seeds.published(campaign, phase),
        ),
        at=at,
        actor="clock",
        phase=phase,
    )
    phase.released = True
    phase.save(update_fields=["released"])


def opened(phase: Phase) -> list[dict[str, Any]]:
    """The orders that counted or were void in a resolved phase, opened. To be published; show nobody."""
    orders = []
    counted = phase.sheets.filter(state__in=(Sheet.State.USED, Sheet.State.VOID))
    for sheet in counted.order_by("power", "pk"):
        how = "void" if sheet.state == Sheet.State.VOID else sheet.how
        orders.append({**_opened(sheet), "how": how})
    return orders


def _opened(row: Sheet | StandingOrders) -> dict[str, Any]:
    """An order with its power and what opens its commitment."""
    content = row.content
    return {
        "power": row.power,
        "order": content.order,
        "nonce": content.nonce,
        "commitment": row.commitment,
    }


def release_standing(campaign: Campaign, *, at: datetime) -> None:
    """Publish every version of all standing orders with their nonces, at the end of a campaign.

    While it runs they tell too much of what is to come.
    """
    rows = campaign.standing.order_by("power", "version")
    versions = [{**_opened(row), "version": row.version} for row in rows]
    if versions:
        entries.append(campaign, StandingPublished(standing=versions), at=at, actor="clock")


def open_secrets(campaign: Campaign, *, at: datetime) -> None:
    """Publish what was done in secret, each with the entry after which it was done, and the key of
    what the entries held: from then on anybody can check that it was so then.
    """
    opened = []
    for row in campaign.secret_entries.order_by("number"):
        secret = row.content
        signed = {"signature": secret.signature, "scheme": secret.scheme}
        opened.append(
            {"after": row.after, "order": secret.order, "nonce": secret.nonce}
            | msgspec.structs.asdict(secret.held)
            | (signed if secret.signature else {})
        )
    entries.append(
        campaign,
        SecretsOpened(key=secret_log.keys(campaign).held.hex(), secrets=opened),
        at=at,
        actor="clock",
    )
