"""Germany and France in A World at War, and dispatches."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from campaigns.domain import dispatch_items
from campaigns.models import Dispatch
from campaigns.models.dispatch import Draft
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import dispatch_drafts
from campaigns.selectors.facts import fact_sheet as fact_sheets
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import dispatches as service
from campaigns.services.facts import perform_act
from rules.kernel.dispatch.statements import Statement
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign

BOATS = Statement(key="boats", value=5)


def put(table: Any, power: str, *items: Any, **more: Any) -> None:
    service.put(table.slug, by=table.players[power], power=power, items=items, **more)


def declare(table: Table, power: str, **more: Any) -> int:
    return service.declare(table.slug, by=table.players[power], power=power, **more)


def draft(table: Table, power: str, who: Any = None) -> Draft:
    row = Dispatch.objects.filter(campaign__slug=table.slug, power=power).first()
    return dispatch_drafts.opened(row, who or table.players[power])


def boats(table: Table) -> Any:
    return reading(table.slug).view.facts.get("boats", 2)


class AtWar:
    """Germany and France in A World at War."""

    def __init__(self) -> None:
        table = a_campaign(book="world_at_war", seats=("germany", "france"))
        self.slug, self.players = table.slug, table.players

    def put(self, text: str, **more: Any) -> None:
        lines = dispatch_text.read(self.book, text)
        assert all(line.understood for line in lines), [x for x in lines if not x.understood]
        put(self, "germany", *dispatch_items.items_of(lines), **more)

    @property
    def at(self) -> Any:
        return reading(self.slug, self.players["germany"])

    @property
    def book(self) -> Any:
        return self.at.book

    @property
    def draft(self) -> Draft:
        return dispatch_drafts.opened(Dispatch.objects.get(), self.players["germany"])


@pytest.fixture
def at_war(db: None) -> AtWar:
    return AtWar()


@pytest.fixture
def game() -> Table:
    """A running World at War whose moderator plays Germany."""
    host = person("harriet")
    return a_campaign(book="world_at_war", scenario="fall-1939", by=host, seats={"germany": host})


PARIS = "control.paris"


class War(AtWar):
    """Germany has declared that it holds Paris, and that Belgium is conquered."""

    def __init__(self) -> None:
        super().__init__()
        self.act("germany", kind="declare", facts={PARIS: "axis", "control.brussels": "axis"})

    def act(self, power: str, **act: Any) -> None:
        seen = act.pop("seen", None)
        perform_act.perform_act(self.slug, by=self.players[power], power=power, act=act, seen=seen)

    def client(self, power: str) -> Client:
        return signed_in(self.players[power])

    def line(self, key: str = PARIS, power: str | None = None) -> Any:
        sheet = fact_sheets.fact_sheet(self.slug, self.players[power] if power else None)
        return next(line for part in sheet.sections for line in part.facts if line.spec.key == key)

    def page(self, power: str | None = None) -> str:
        client = self.client(power) if power else Client()
        answer = client.get(f"/c/{self.slug}/facts/?sheet=whole")
        assert answer.status_code == 200
        return " ".join(html.unescape(re.sub("</?bdi>", "", answer.text)).split())


@pytest.fixture
def war(db: None) -> War:
    return War()
