"""The tables of a campaign's rules and what was overridden, for programs."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE, PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.catalogue import table_lines
from campaigns.selectors.moderator import overrides_page
from campaigns.selectors.reader.access import reading
from campaigns.selectors.rules import rule_tables
from campaigns.services.repair import overrides as override_service


class TablesView(ApiView):
    """The tables of a campaign's rules."""

    scopes = {"GET": READ}

    @described(
        "The tables of the campaign's rules, in its own revision", table_lines.TableLine, many=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the list."""
        return answer(rule_tables.list_of(slug, request.user))


class TableView(ApiView):
    """One table."""

    scopes = {"GET": READ}

    @described(
        "One table: each value with its type, range or choices, what ships and what it is now",
        table_lines.RuleTable,
    )
    def get(self, request: Request, slug: str, table: str) -> Response:
        """Answer the table with all its rows."""
        return answer(rule_tables.one_of(slug, request.user, table))


class OverridesView(ApiView):
    """What was overridden."""

    scopes = {"GET": READ, "POST": MODERATE}

    @described(
        "What was overridden in the campaign, the newest first", overrides_page.Override, many=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the overrides."""
        return answer(overrides_page.made(slug, request.user))

    @described(
        "Override values, or ask the players to agree (moderators)",
        overrides_page.Overridden,
        takes=requests.OverrideValue,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Override them, and tell whether the players are asked."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.OverrideValue)

        def override() -> overrides_page.Overridden:
            question = override_service.override(
                slug,
                by=request.user,
                changes=[msgspec.structs.asdict(one) for one in given.changes],
                rule=given.rule,
                reason=given.reason,
            )
            return overrides_page.Overridden(
                question=question, made=overrides_page.made(slug, request.user)
            )

        return answer(idempotent(request, override, given=given, slug=slug))


class OverrideView(ApiView):
    """One override."""

    scopes = {"POST": PLAY}

    @described(
        "Acknowledge an override, or dispute it with a reason (players)",
        overrides_page.Override,
        takes=requests.AnswerOverride,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Say it for the power that one plays, and answer all overrides."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.AnswerOverride)

        def say() -> tuple[overrides_page.Override, ...]:
            said = {"answer": given.answer, "reason": given.reason}
            override_service.answer(slug, by=request.user, number=number, **said)
            return overrides_page.made(slug, request.user)

        return answer(idempotent(request, say, given=given, slug=slug))


class UndoOverrideView(ApiView):
    """Taking an override back."""

    scopes = {"POST": MODERATE}

    @described(
        "Undo an override, or ask the players to agree (moderators)",
        overrides_page.Overridden,
        takes=requests.UndoOverride,
        writes=True,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo it, and tell whether the players are asked."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.UndoOverride)

        def undo() -> overrides_page.Overridden:
            question = override_service.undo(
                slug, by=request.user, number=number, reason=given.reason
            )
            return overrides_page.Overridden(
                question=question, made=overrides_page.made(slug, request.user)
            )

        return answer(idempotent(request, undo, given=given, slug=slug))
