"""A scene in the database, with the people at its doors, and the lives that its secretive power has."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from accounts.sessions import stored
from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import CampaignError
from campaigns.models import Device
from campaigns.rulebooks import dispatch_text, order_sheets, states
from campaigns.rulebooks.values import secret_values
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.moderator.secret_values_page import proposals_of
from campaigns.services.facts import dispatches as dispatch_service
from campaigns.services.notifications import feed_keys as feed_key_service
from campaigns.services.notifications import webhooks
from campaigns.services.orders import orders, plans, standing_orders, what_ifs
from campaigns.services.phases import phase_opening
from campaigns.services.repair import secret_overrides
from campaigns.services.seats import deputies, hand_over
from rules.kernel.audience import Audience
from rules.kernel.dice import SealedDice
from rules.kernel.dispatch.statements import Statement
from rules.kernel.orders import understand
from rules.registry import BOOKS
from tests.secrecy.scenes import Script, Secretive, declarers, secretive, two_orders
from tests.support import campaigns
from tests.support.books.playing import asked_powers, key, menu_of
from tests.support.campaigns import a_campaign

POLICY = ClockPolicy(hours={"default": 24})

SEVERAL = 6
"""Pairs of acts that are tried for one that is secret."""


@dataclass
class Reader:
    """Somebody at the doors: a player of a power, the moderator, a spectator, or a visitor."""

    name: str
    person: Any
    power: str = ""
    #: Of their calendar, and of the campaign's feed.
    feed_keys: tuple[str, ...] = ("a-key-of-nobody",)
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.person is not None:
            self.client.force_login(self.person)


class Table(campaigns.Table):
    """A campaign with a person in every seat, played until the phase in which a secret is kept."""

    life: int | None = None
    """The life whose secrets are all kept now."""

    def __init__(self, script: Script, *, bare: bool = False, **founding: Any) -> None:
        self.script = script
        #: Whether the first life does nothing in secret but seal.
        self.bare = bare
        self.book = BOOKS[script.book]
        people, number = get_user_model().objects, get_user_model().objects.count()
        seated = self.book.scenarios[script.scenario].seats
        self.readers = {
            name: Reader(
                name,
                people.create_user(
                    username=f"{name}-{number}", email=f"{name}-{number}@example.org"
                ),
                power,
            )
            for name, power in [(power, power) for power in seated]
            + [("moderator", ""), ("spectator", "")]
        }
        self.readers["visitor"] = Reader("visitor", None)
        moderator = self.readers["moderator"].person
        players = {power: self.readers[power].person for power in seated}
        table = a_campaign(
            book=script.book,
            scenario=script.scenario,
            by=moderator,
            seats=players,
            title="Behind closed doors",
            variants=script.variants,
            policy=msgspec.structs.replace(POLICY, map_look="both") if script.waits else POLICY,
            **founding,
        )
        super().__init__(table.slug, moderator, players)
        self._set_the_scene()
        for reader in self.readers.values():
            if reader.person is not None:
                reader.feed_keys = (feed_key_service.make_key(by=reader.person, slug=""),)
                with suppress(CampaignError):  # whoever reads nothing here gets no feed
                    key_of_campaign = feed_key_service.make_key(by=reader.person, slug=self.slug)
                    reader.feed_keys += (key_of_campaign,)
                Device.objects.create(
                    person=reader.person,
                    session=stored(reader.client.session.session_key),
                    endpoint=f"https://push.example.org/{reader.person.pk}",
                    made_at=timezone.now(),
                )
        address = "https://example.org/"
        webhooks.make(self.slug, by=moderator, kind="discord", address=address)
        #: The power whose secrets vary.
        self.hider = script.hides or secretive(self.book, self.state, script.seed)[0].power
        #: To whom it writes: a power more than has to be left to look on.
        others = [power for power in seated if power != self.hider]
        self.confidant = others[-1] if len(others) > 1 or bare else ""
        self._one_stood_in(people, number)
        if script.waits:
            self._one_declares()

    def _one_stood_in(self, people: Any, number: int) -> None:
        """Somebody who stood in for the secretive power before the secret was, and does no more."""
        helper = people.create_user(username=f"former-deputy-{number}")
        principal = self.readers[self.hider].person
        asked = {"power": self.hider, "username": helper.username, "level": "seal"}
        row = deputies.name(self.slug, by=principal, **asked)
        deputies.accept(self.slug, by=helper, key=row)
        deputies.end(self.slug, by=principal, key=row)
        self.readers["former deputy"] = Reader("former deputy", helper)

    def _one_declares(self) -> None:
        """What somebody besides the secretive power has declared of the map waits for all whom it concerns."""
        for power in declarers(self.book, self.state):
            if power == self.hider or power not in self.readers:
                continue
            for one in self.sayable(power):
                with suppress(CampaignError):
                    super().act(power, {"kind": "declare", "facts": {one.key: one.value}})
                    return

    def sayable(self, power: str) -> list[Statement]:
        """What a power could declare: of each fact every value that it has not."""
        view = rulebooks.view_of(self.book, self.state, power)
        return [
            Statement(key=spec.key, value=value)
            for spec in dispatch_text.declarable(self.book, view, power).values()
            for value in (True, False, *spec.options, 1, 2)
            if spec.problem(value) is None and value != view.facts.get(spec.key, spec.default)
        ]

    def _set_the_scene(self) -> None:
        """The phase before as it was played, carried out; then the one in which the secret is kept.

        The dice of the services fall otherwise than those of the play, and might lead elsewhere.
        """
        self._put(self.script.before)
        for power, order in self.script.standing.items():
            self.leave(power, order)
        if self.script.orders is not None:
            silent = self.script.hides if self.script.lives else ""
            self.everybody_seals(self.script.orders, without=silent)
        if self.script.scene is not None:
            self.go_on()
            self._put(self.script.scene)

    def _put(self, state: Any) -> None:
        """Put a state into the phase in play, as if it had been opened so."""
        phase, rules = self.phase, self.book.phase(state)
        phase.key, phase.family, phase.title = rules.key, rules.family, rules.title
        phase.turn, phase.turn_title, phase.release = rules.turn, rules.turn_title, rules.release
        states.keep_opening(phase, state)
        phase_opening.describe(phase, state)
        phase.save()

    @property
    def slugs(self) -> tuple[str, ...]:
        """The campaigns that are asked about: this one, and what comes of it."""
        return (self.slug,)

    @property
    def committed(self) -> tuple[str, ...]:
        """Commitments that strangers may read besides those of the log: the desk, those of corrections."""
        return tuple(proposals_of(self.campaign))

    @property
    def state(self) -> Any:
        return states.now(self.phase)

    def seal(self, power: str, order: Any, **more: Any) -> Any:
        return super().seal(power, rulebooks.as_data(order), **more)

    def draft(self, power: str, order: Any) -> None:
        data = rulebooks.as_data(order)
        who = self.readers[power].person
        orders.save_draft(self.slug, by=who, power=power, order=data, phase=self.phase.number)

    def plan(self, power: str, order: Any, times: int) -> None:
        data = rulebooks.as_data(order)
        who = {"by": self.readers[power].person, "power": power}
        for _ in range(times):
            plans.keep(self.slug, **who, phase=self.phase.number, order=data)

    def play_on_in_thought(self, power: str, phases: int) -> None:
        who = self.readers[power].person
        what_ifs.ask(self.slug, by=who, power=power, phases=phases)

    def advise(self, power: str, text: str) -> None:
        hand_over.advise(self.slug, by=self.readers[power].person, power=power, text=text)

    def correct(self, power: str, life: int) -> Any:
        """Correct a secret value, in each life to another one; the desk accepts it unseen. It is one that changes
        nothing of what is asked, and that nobody knows who has sealed.
        """
        view, state = rulebooks.view_of(self.book, self.state, power), self.state
        sealed = set(order_sheets.counting(self.phase))
        for path, value in secret_values.values(view, power):
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            pair = [ValueChange(path=path, before=value, after=value + 1 + each) for each in (0, 1)]
            try:
                made = [
                    secret_values.correction(self.book, view, power, one, reason="Why")
                    for one in pair
                ]
                then = [secret_values.corrected(self.book, state, power, one) for one in made]
            except CampaignError:
                continue
            others = set(made[0].audience) - {power}
            menu = menu_of(self.book, state, power)
            if others & sealed or any(menu_of(self.book, one, power) != menu for one in then):
                continue
            who = {name: self.readers[name].person for name in (power, *others, "moderator")}
            said = {"reason": "It was misread"}
            key = secret_overrides.propose(
                self.slug, by=who[power], power=power, change=pair[life], **said
            )
            for other in sorted(others):
                given = {"by": who[other], "power": other, "answer": "agree"}
                secret_overrides.answer(self.slug, key=key, **given)
            secret_overrides.decide(self.slug, by=who["moderator"], key=key, accept=True)
            return path, pair[life].after
        return None

    def leave(self, power: str, order: Any) -> None:
        data = rulebooks.as_data(order)
        standing_orders.set_standing(
            self.slug, by=self.readers[power].person, power=power, order=data
        )

    def act(self, power: str, act: Any, **more: Any) -> Any:
        return super().act(power, rulebooks.as_data(act), **more)

    def write(self, power: str, life: int) -> list[Statement]:
        """Begin a dispatch: in the first life of one fact, in the second of another too."""
        items = self.sayable(power)[: 1 + life]
        dispatch_service.put(self.slug, by=self.readers[power].person, power=power, items=items)
        return items

    def everybody_seals(self, given: dict[str, Any], *, without: str = "") -> None:
        """All who are asked seal what they are given, else what their autopilot would."""
        state = self.state
        for power in asked_powers(self.book, state):
            if power != without:
                self.seal(power, given.get(power) or self.autopilot(state, power))

    def autopilot(self, state: Any, power: str) -> Any:
        if menu_of(self.book, state, power) is None:
            return None
        return understand(
            phase_opening.autopilot_order(self.book, state, power), self._kind(state, power)
        )

    def _kind(self, state: Any, power: str) -> Any:
        return self.book.orders[menu_of(self.book, state, power).order]

    def go_on(self) -> None:
        """Carry the phase out, as the clock does."""
        assert self.advance() == "resolved"

    # -- the secretive power -------------------------------------------------------------------

    @cached_property
    def hides(self) -> Secretive:
        """What the secretive power can choose between in this phase."""
        found = {one.power: one for one in secretive(self.book, self.state, self.script.seed)}
        return found.get(self.hider, Secretive(self.hider, (), ()))

    def live(self, life: int) -> None:
        """One of the two lives of the secretive power; nobody but it may tell which it was."""
        raise NotImplementedError

    def secret_acts(self, power: str) -> list[tuple[Any, Any]]:
        """Two ways of doing something that only some may know of, where there are two; another thing by
        the script's seed.
        """
        state, found = self.state, []
        for menu in self.book.acts(rulebooks.view_of(self.book, state, power), power):
            # One that does nothing is an order as well, so chance is asked until both do something.
            for seed in range(SEVERAL):
                pair = two_orders(self.book, menu, f"{power} {menu.order} {seed}")
                if len(pair) == 2 and all(self._is_secret(state, power, act) for act in pair):
                    found.append(pair)
                    break
        return [found[self.script.seed % len(found)]] if found else []

    def _is_secret(self, state: Any, power: str, act: Any) -> bool:
        events = self.book.perform(state, power, act, SealedDice(key("try"))).events
        return bool(events) and not any(event.audience.everybody for event in events)

    def strangers(self) -> list[Reader]:
        """Every reader but the power itself and those who share one of its secrets."""
        power = self.hider
        shared = set(_sharing(self.state, power))
        for life in (0, 1):
            for pair in self.secret_acts(power):
                made = self.book.perform(self.state, power, pair[life], SealedDice(key("try")))
                shared |= set(_sharing([*made.events, made.state], power))
        shared |= {self.confidant} - {""}
        return [r for r in self.readers.values() if r.power != power and r.power not in shared]


def in_rotation(strangers: list[Reader], number: int) -> set[str]:
    """One of the players and one of the others, another one each time."""
    players = [reader.name for reader in strangers if reader.power]
    others = [reader.name for reader in strangers if not reader.power]
    return {group[number % len(group)] for group in (players, others) if group}


def by_turns(strangers: list[Reader], number: int) -> set[str]:
    """In two scenes one of the players, in the next two one of the others, each another one."""
    players = [reader.name for reader in strangers if reader.power]
    others = [reader.name for reader in strangers if not reader.power]
    group = (others if number // 2 % 2 else players) or others
    return {group[(number // 4 * 2 + number % 2) % len(group)]}


def _sharing(value: Any, power: str) -> Iterator[str]:
    """All who are in an audience together with a power, however deep."""
    if isinstance(value, Audience):
        if power in value.powers and not value.everybody:
            yield from value.powers
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _sharing(getattr(value, name), power)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _sharing(item, power)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _sharing(item, power)
