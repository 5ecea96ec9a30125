"""`manage.py simulate`: bots play a whole campaign through the real rules."""

from argparse import ArgumentParser
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.rulebooks import simulation


class Command(BaseCommand):
    """Plays with autopilots and prints a summary; the same seed prints the same bytes."""

    help = "Play a campaign with autopilots and print a summary; same seed, same bytes."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, how long, and the seed of the dice."""
        parser.add_argument("--rulebook", default="world_at_war")
        parser.add_argument("--scenario", default="", help="the rulebook's first when left out")
        parser.add_argument("--turns", type=int, default=40)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_: Any, **options: Any) -> None:
        """Play and print."""
        try:
            book = rulebooks.load(options["rulebook"])
        except CampaignError as error:
            raise CommandError(str(error)) from error
        scenario = options["scenario"] or next(iter(book.scenarios))
        if scenario not in book.scenarios:
            raise CommandError(
                f"{book.title} has no scenario {scenario!r}. There are: {', '.join(book.scenarios)}."
            )
        turns, seed = options["turns"], options["seed"]
        self.stdout.write(
            f"{book.title} ({book.revision}), {book.scenarios[scenario].title}, seed {seed}\n"
        )
        played = list(simulation.play(book, scenario, turns=turns, seed=seed))
        for _turn, group in groupby(played, key=lambda phase: phase.turn):
            phases = list(group)
            lines = [line for phase in phases for line in phase.lines]
            self.stdout.write(f"\n{phases[0].turn_title}: {book.headline(lines)[0]}")
            for phase in phases:
                weighty = sorted(
                    (line for line in phase.lines if line.weight >= 30),
                    key=lambda line: -line.weight,
                )
                for line in weighty[:4]:
                    rule = f" [{line.rule}]" if line.rule else ""
                    words = " ".join(part for part in (f"{line.head}.", line.rest) if part)
                    self.stdout.write(f"  {phase.title}: {words}{rule}")
        self._summary(played)

    def _summary(self, played: list[simulation.PlayedPhase]) -> None:
        if not played:
            raise CommandError("Nothing was played. Ask for at least one turn.")
        state = played[-1].state
        self.stdout.write("")
        self.stdout.write(f"Turns: {len({phase.turn for phase in played})}")
        self.stdout.write(f"Phases: {len(played)}")
        self.stdout.write(f"Orders: {sum(phase.orders for phase in played)}")
        self.stdout.write(f"Dice: {sum(phase.dice for phase in played)}")
        self.stdout.write(f"Public events: {sum(len(phase.lines) for phase in played)}")
        self.stdout.write(f"Ending: {state.ending.text if state.ending else 'none yet'}")
        self.stdout.write(f"State: {simulation.fingerprint(state)}")
