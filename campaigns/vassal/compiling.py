"""A mapping as a rulebook understands it: which facts its names mean, and which values its sides are."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.domain.wording import in_readers_words
from campaigns.rulebooks import dispatch_text
from campaigns.vassal import globs
from campaigns.vassal.mapping import FactRow, Mapping, Wrong
from campaigns.vassal.plan import Plan, Rule
from core.text.lists import listed
from rules.kernel.dispatch import text
from rules.kernel.dispatch.statements import Statement
from rules.kernel.facts import FactSpec

_HOLDS = ("control", "choice")
_COUNTS = ("count", "number")
_MOST_RULES = 800


def compiled(book: Any, mapping: Mapping) -> tuple[Plan, tuple[Wrong, ...]]:
    """A mapping as a plan for a rulebook; rows that it does not understand are left out and named."""
    made = _Compiling(book, mapping)
    rules = tuple(made.rules())
    if len(rules) > _MOST_RULES:
        made.wrong.append(
            Wrong(
                1, _("A mapping fills at most %(most_rules)s facts.") % {"most_rules": _MOST_RULES}
            )
        )
        rules = rules[:_MOST_RULES]
    plan = Plan(
        module=mapping.module,
        places=tuple(row.place for row in mapping.places),
        pieces=tuple(row.kind for row in mapping.pieces),
        rules=rules,
    )
    return plan, tuple(sorted(set(made.wrong)))


class _Compiling:
    """The rows of a mapping on their way to rules."""

    def __init__(self, book: Any, mapping: Mapping) -> None:
        self.wrong: list[Wrong] = []
        self._book = book
        self._mapping = mapping
        self._lexicon = dispatch_text.lexicon(book)
        self._sides = {row.kind.side: row.line for row in mapping.pieces if row.kind.side}
        self._kinds = {row.kind.kind for row in mapping.pieces if row.kind.kind}

    def rules(self) -> Iterable[Rule]:
        """Every rule. No two fill one fact."""
        filled: dict[str, int] = {}
        for row in self._mapping.facts:
            for rule in self._holders(row) if row.holder else self._named(row):
                if rule.fact in filled:
                    label = self._book.facts[rule.fact].label
                    self._problem(
                        row,
                        _("“%(label)s” is filled by line %(filled)s already.")
                        % {"label": label, "filled": filled[rule.fact]},
                    )
                    continue
                filled[rule.fact] = row.line
                yield rule

    def _problem(self, row: FactRow, message: str) -> None:
        self.wrong.append(Wrong(row.line, message))

    # --- Who holds a place -----------------------------------------------------------------

    def _holders(self, row: FactRow) -> Iterable[Rule]:
        """A rule for each place by whose name a fact says who holds it. Places of one name are one."""
        kinds = self._known_kinds(row)
        for glob in row.holder:
            places = self._places(row, (glob,))
            names = dict.fromkeys(self._mapping.places[place].place.name for place in places)
            literal = not {"*", "?"} & set(glob)
            found = False
            for name in names:
                spec = self._held(row, name, literal=literal)
                if spec is None:
                    continue
                found = True
                values = self._values(spec)
                if not values:
                    self._problem(
                        row,
                        _("“%(label)s”: none of the sides of the pieces can hold it.")
                        % {"label": spec.label},
                    )
                    continue
                own = (place for place in places if self._mapping.places[place].place.name == name)
                yield Rule(
                    line=row.line,
                    fact=spec.key,
                    sort="holder",
                    places=tuple(own),
                    kinds=kinds,
                    values=values,
                )
            if names and not found and not literal:
                self._problem(
                    row,
                    _("No place that “%(glob)s” stands for has a fact of who holds it.")
                    % {"glob": glob},
                )

    def _held(self, row: FactRow, name: str, *, literal: bool) -> FactSpec | None:
        """The fact of who holds a place, by the place's name."""
        keys = [
            key
            for key in self._lexicon.facts.get(self._lexicon.folded(name), ())
            if self._book.facts[key].type in _HOLDS
        ]
        if len(keys) > 1:
            several = listed(keys, "or")
            self._problem(
                row,
                _("“%(name)s” can mean two facts; call the place %(several)s.")
                % {"name": name, "several": several},
            )
            return None
        if not keys:
            if literal:
                near = [
                    self._lexicon.title(key)
                    for key in self._lexicon.near(self._lexicon.folded(name))
                ]
                problem = _("No fact says who holds “%(name)s”.") % {"name": name}
                self._problem(row, _is_it(problem, near))
            return None
        found: FactSpec = self._book.facts[keys[0]]
        return found

    def _values(self, spec: FactSpec) -> dict[str, str | bool | int]:
        """What a fact becomes by the side whose pieces stand there."""
        found: dict[str, str | bool | int] = {}
        for side in self._sides:
            said = self._lexicon.values.read(spec, self._lexicon.folded(side))
            if len(said) == 1:
                found[side] = said[0].value
        return found

    # --- A fact by its name ----------------------------------------------------------------

    def _named(self, row: FactRow) -> Iterable[Rule]:
        places = self._places(row, row.places)
        kinds = self._known_kinds(row)
        sides = self._known_sides(row)
        statement = self._statement(row)
        if statement is None:
            return
        yield Rule(
            line=row.line,
            fact=statement.key,
            sort=row.sort,
            places=places,
            kinds=kinds,
            sides=sides,
            values={"": statement.value} if row.sort == "present" else {},
        )

    def _statement(self, row: FactRow) -> Statement | None:
        """What a row says of its fact, read as a line of a dispatch is."""
        said = row.said if row.sort == "present" else "0"
        line = f"{row.fact}: {said}"
        (found,) = text.read(self._lexicon, line)
        if len(found.statements) != 1 or found.statements[0].relative:
            near: Sequence[str] = (*found.choices, *found.near)[:3]
            words = self._lexicon.folded(row.fact)
            if not near and words not in self._lexicon.facts:
                near = tuple(map(self._lexicon.title, self._lexicon.near(words)))
            why = in_readers_words(found.problem) or _("“%(line)s” is not one statement.") % {
                "line": line
            }
            self._problem(row, _is_it(why, near))
            return None
        statement = found.statements[0]
        spec = self._book.facts[statement.key]
        if row.sort != "present" and spec.type not in _COUNTS:
            self._problem(row, _("“%(label)s” is not a number.") % {"label": spec.label})
            return None
        return statement

    # --- What a row names of the others ------------------------------------------------------

    def _places(self, row: FactRow, wanted: Sequence[str]) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for glob in wanted:
            own = [
                number
                for number, each in enumerate(self._mapping.places)
                if globs.matches(glob, each.place.name)
            ]
            if not own:
                self._problem(
                    row, _("There is no place “%(glob)s” in this mapping.") % {"glob": glob}
                )
            found.update(dict.fromkeys(own))
        return tuple(sorted(found))

    def _known_kinds(self, row: FactRow) -> tuple[str, ...]:
        found: set[str] = set()
        for glob in row.kinds:
            own = {kind for kind in self._kinds if globs.matches(glob, kind)}
            if not own:
                self._problem(
                    row,
                    _("There are no pieces of the kind “%(glob)s” in this mapping.")
                    % {"glob": glob},
                )
            found |= own
        return tuple(sorted(found))

    def _known_sides(self, row: FactRow) -> tuple[str, ...]:
        """The sides of pieces that belong to the side of a row: a power belongs to its faction."""
        if not row.side:
            return ()
        asked = self._powers(row.side)
        found = [
            side
            for side in self._sides
            if side == row.side or (self._powers(side) and self._powers(side) <= asked)
        ]
        if not found:
            self._problem(
                row,
                _("There are no pieces of the side “%(side)s” in this mapping.")
                % {"side": row.side},
            )
        return tuple(sorted(found))

    def _powers(self, side: str) -> frozenset[str]:
        """The powers that a side is the name of: one by its own name, all of a faction by the faction's."""
        words = self._lexicon.folded(side)
        own = {
            key
            for key, row in self._book.powers.items()
            if words in map(self._lexicon.folded, (key, row.name, getattr(row, "adjective", "")))
        }
        return frozenset(own) or frozenset(
            key
            for key, row in self._book.powers.items()
            if words
            in map(self._lexicon.folded, (row.faction, str(self._book.factions[row.faction].name)))
        )


def _is_it(problem: str, near: Sequence[str]) -> str:
    """What is wrong, and what may have been meant."""
    if not near:
        return problem
    like = listed([f"“{each}”" for each in near], "or")
    return _("%(problem)s Is it %(like)s?") % {"problem": problem, "like": like}
