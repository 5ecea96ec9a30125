"""What is stored: one noun per module, no rules of any game."""

from campaigns.models.absence import Absence as Absence
from campaigns.models.act import Act as Act
from campaigns.models.advice import Advice as Advice
from campaigns.models.broken_channel import BrokenChannel as BrokenChannel
from campaigns.models.campaign import Campaign as Campaign
from campaigns.models.campaign import Status as Status
from campaigns.models.consent import Consent as Consent
from campaigns.models.consent import Voice as Voice
from campaigns.models.deputy import Deputy as Deputy
from campaigns.models.device import Device as Device
from campaigns.models.dispatch import Dispatch as Dispatch
from campaigns.models.event import EventRow as EventRow
from campaigns.models.fact import FactClaim as FactClaim
from campaigns.models.feedkey import FeedKey as FeedKey
from campaigns.models.first_game import FirstGame as FirstGame
from campaigns.models.glimpse import Glimpse as Glimpse
from campaigns.models.idempotent_response import IdempotentResponse as IdempotentResponse
from campaigns.models.invitation import Invitation as Invitation
from campaigns.models.key import CampaignKey as CampaignKey
from campaigns.models.log import LogEntry as LogEntry
from campaigns.models.note import Note as Note
from campaigns.models.notification import Notification as Notification
from campaigns.models.notification_preference import NotificationHours as NotificationHours
from campaigns.models.notification_preference import (
    NotificationPreference as NotificationPreference,
)
from campaigns.models.notified_items import NotifiedItems as NotifiedItems
from campaigns.models.origin import Origin as Origin
from campaigns.models.outage import Heartbeat as Heartbeat
from campaigns.models.outage import Outage as Outage
from campaigns.models.pending_act import PendingAct as PendingAct
from campaigns.models.pending_dispatch import PendingDispatch as PendingDispatch
from campaigns.models.phase import Phase as Phase
from campaigns.models.plan import Plan as Plan
from campaigns.models.press import PressMark as PressMark
from campaigns.models.press import PressMessage as PressMessage
from campaigns.models.press import PressReport as PressReport
from campaigns.models.press import PressThread as PressThread
from campaigns.models.read_mark import ReadMark as ReadMark
from campaigns.models.replayed import Replayed as Replayed
from campaigns.models.restore import Restore as Restore
from campaigns.models.seat import Seat as Seat
from campaigns.models.seat import Tenure as Tenure
from campaigns.models.seat_chain import SeatChain as SeatChain
from campaigns.models.seat_key import SeatKey as SeatKey
from campaigns.models.secret_entry import SecretEntry as SecretEntry
from campaigns.models.sheet import Sheet as Sheet
from campaigns.models.site import AddedTime as AddedTime
from campaigns.models.site import Announcement as Announcement
from campaigns.models.standing_orders import StandingAnswer as StandingAnswer
from campaigns.models.standing_orders import StandingOrders as StandingOrders
from campaigns.models.turn_start import TurnStart as TurnStart
from campaigns.models.webhook import Webhook as Webhook
from campaigns.models.webhook import WebhookPost as WebhookPost
from campaigns.models.what_if import WhatIf as WhatIf
