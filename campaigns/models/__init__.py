"""What is stored: one noun per module, no rules of any game."""

from campaigns.models.act import Act as Act
from campaigns.models.answer import Answer as Answer
from campaigns.models.campaign import Campaign as Campaign
from campaigns.models.campaign import Status as Status
from campaigns.models.consent import Consent as Consent
from campaigns.models.consent import Voice as Voice
from campaigns.models.dispatch import Dispatch as Dispatch
from campaigns.models.event import EventRow as EventRow
from campaigns.models.fact import FactClaim as FactClaim
from campaigns.models.invitation import Invitation as Invitation
from campaigns.models.key import CampaignKey as CampaignKey
from campaigns.models.letter import Letter as Letter
from campaigns.models.log import LogEntry as LogEntry
from campaigns.models.look import Look as Look
from campaigns.models.outage import Heartbeat as Heartbeat
from campaigns.models.outage import Outage as Outage
from campaigns.models.pending import PendingDispatch as PendingDispatch
from campaigns.models.phase import Phase as Phase
from campaigns.models.plan import Plan as Plan
from campaigns.models.restore import Restore as Restore
from campaigns.models.seat import Seat as Seat
from campaigns.models.seat import Tenure as Tenure
from campaigns.models.secret import SecretEntry as SecretEntry
from campaigns.models.sheet import Sheet as Sheet
from campaigns.models.standing import Standing as Standing
from campaigns.models.what_if import WhatIf as WhatIf
