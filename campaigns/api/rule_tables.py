"""The tables of a campaign's rules and what was overridden, for programs."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.catalogue import table_lines
from campaigns.selectors.moderator import overrides_page
from campaigns.selectors.rules import rule_tables
from campaigns.services.repair import overrides as override_service


class TablesView(ApiView):
    """The tables of a campaign's rules."""

    @described(
        "The tables of the campaign's rules, in its own revision", table_lines.TableLine, many=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the list."""
        return answer(rule_tables.list_of(slug, request.user))


class TableView(ApiView):
    """One table."""

    @described(
        "One table: each value with its type, range or choices, what ships and what it is now",
        table_lines.RuleTable,
    )
    def get(self, request: Request, slug: str, table: str) -> Response:
        """Answer the table with all its rows."""
        return answer(rule_tables.one_of(slug, request.user, table))


class OverridesView(ApiView):
    """What was overridden."""

    @described(
        "What was overridden in the campaign, the newest first", overrides_page.Override, many=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the overrides."""
        return answer(overrides_page.made(slug, request.user))

    @write_action(
        "Override values, or ask the players to agree (moderators)",
        overrides_page.Overridden,
        takes=requests.OverrideValue,
        readers_only=True,
        scope=MODERATE,
    )
    def post(
        self, request: Request, slug: str, body: requests.OverrideValue
    ) -> overrides_page.Overridden:
        """Override them, and tell whether the players are asked."""
        question = override_service.override(
            slug,
            by=request.user,
            changes=[msgspec.structs.asdict(one) for one in body.changes],
            rule=body.rule,
            reason=body.reason,
        )
        made = overrides_page.made(slug, request.user)
        return overrides_page.Overridden(question=question, made=made)


class OverrideView(ApiView):
    """One override."""

    @write_action(
        "Acknowledge an override, or dispute it with a reason (players)",
        overrides_page.Override,
        takes=requests.AnswerOverride,
        many=True,
        readers_only=True,
    )
    def post(
        self, request: Request, slug: str, number: int, body: requests.AnswerOverride
    ) -> tuple[overrides_page.Override, ...]:
        """Say it for the power that one plays, and answer all overrides."""
        override_service.answer(slug, by=request.user, number=number, **body.fields)
        return overrides_page.made(slug, request.user)


class UndoOverrideView(ApiView):
    """Taking an override back."""

    @write_action(
        "Undo an override, or ask the players to agree (moderators)",
        overrides_page.Overridden,
        takes=requests.UndoOverride,
        readers_only=True,
        scope=MODERATE,
    )
    def post(
        self, request: Request, slug: str, number: int, body: requests.UndoOverride
    ) -> overrides_page.Overridden:
        """Undo it, and tell whether the players are asked."""
        question = override_service.undo(slug, by=request.user, number=number, **body.fields)
        made = overrides_page.made(slug, request.user)
        return overrides_page.Overridden(question=question, made=made)
