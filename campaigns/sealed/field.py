"""The model field whose contents lie sealed in the database.

``content = SealedField(SheetContent, place="sheet/{phase.campaign.slug}/{phase.line}/{power}")`` is all that a
model says. Reading ``row.content`` gives the opened content, a value of its type; it is opened when it is first
looked at, and not before. Assigning another value changes it (changing one in place does not); the row holds that
very value, and it is sealed for its place when the row is written. The place is a name made of the row's own columns; the second part of it is
the campaign's slug, under whose key the content lies. A row that has no place yet cannot be written, so nothing is
ever sealed without one.

Whatever reads columns without a row (``values()``, say) gets the sealed bytes, as :class:`Sealed`, and only such
bytes can be written without one. ``Sheet.content.field.raw(row)`` gives those of a row.

In migrations it is a plain ``BinaryField``.
"""

from collections.abc import Iterator
from operator import attrgetter
from string import Formatter
from typing import Any, Literal, TypeVar, overload

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models.query_utils import DeferredAttribute

from campaigns.sealed import sealing
from rules.kernel.serial import canonical, load

T = TypeVar("T")
_ST = TypeVar("_ST")
_GT = TypeVar("_GT")


class NoPlace(Exception):
    """A content cannot be sealed or opened: its row does not say yet where it belongs."""


class Sealed(bytes):
    """A content as it lies in the database."""


class _Content:
    """A content in a row, opened: its value, and the bytes in which it is sealed for a place, if it is.

    It shows itself to nobody, and leaves the process only sealed.
    """

    __slots__ = ("place", "sealed", "value")

    def __init__(self, value: Any, sealed: Sealed | None = None, place: str = "") -> None:
        self.value, self.sealed, self.place = value, sealed, place

    def __reduce__(self) -> tuple[type[Sealed], tuple[bytes]]:
        if self.sealed is None:
            raise TypeError("A content that is not sealed yet stays where it is.")
        return Sealed, (bytes(self.sealed),)


class _Opening(DeferredAttribute):
    """The attribute of a row: opens what is read, and keeps what is assigned."""

    field: "SealedField[Any, Any]"

    def __get__(self, row: models.Model | None, owner: Any = None) -> Any:
        return self if row is None else self.field.open(row)

    def __set__(self, row: models.Model, value: Any) -> None:
        as_it_is = value is None or isinstance(value, Sealed)
        row.__dict__[self.field.attname] = value if as_it_is else _Content(value)


class SealedField(models.BinaryField[_ST, _GT]):
    """Contents of one type, sealed for the place of their row.

    ``content`` is what :func:`rules.kernel.serial.load` can read, or ``bytes`` as they are. ``clear`` names a
    column that says, row by row, that this content may be known to everybody and is not sealed.
    """

    descriptor_class = _Opening

    @overload
    def __init__(
        self: "SealedField[T | Sealed | None, T | None]",
        content: type[T],
        *,
        place: str,
        null: Literal[True],
    ) -> None: ...
    @overload
    def __init__(
        self: "SealedField[T | Sealed, T]",
        content: type[T],
        *,
        place: str,
        clear: str = "",
    ) -> None: ...
    def __init__(self, content: Any, *, place: str, clear: str = "", **options: Any) -> None:
        """Nothing is looked up before a row is there."""
        self.content, self.place, self.clear = content, place, clear
        parts = [(text, name or "") for text, name, _, _ in Formatter().parse(place)]
        #: By which columns a row knows its place, a dot leading to the row that another hangs on.
        self.needs = tuple(name for _, name in parts if name)
        self._parts = [(text, attrgetter(name) if name else None) for text, name in parts]
        super().__init__(**options)

    # -- one row --------------------------------------------------------------------------------

    def place_of(self, row: models.Model) -> str:
        """The name of the place to which a row's content is bound; empty where it stands in the clear.

        Raises :class:`NoPlace`.
        """
        if self.clear and getattr(row, self.clear):
            return ""
        name = ""
        for text, get in self._parts:
            name += text
            if get is not None:
                try:
                    part = get(row)
                except AttributeError as error:  # a related row that is not given
                    raise NoPlace(f"{self} has no place yet: {error}") from error
                if part is None or part == "":
                    raise NoPlace(f"{self} has no place yet: {', '.join(self.needs)} say it.")
                name += str(part)
        return name

    def open(self, row: models.Model) -> Any:
        """The content of a row, opened. Raises ``CannotUnseal`` and, for another shape, ``ValueError``.

        What was opened goes along when its row gets another place.
        """
        held = self._held(row)
        if isinstance(held, Sealed):
            place = self.place_of(row)
            data = sealing.unseal(held, bound_to=place) if place else bytes(held)
            value = data if self.content is bytes else load(data, self.content)
            held = row.__dict__[self.attname] = _Content(value, held, place)
        return None if held is None else held.value

    def raw(self, row: models.Model) -> Sealed | None:
        """The content of a row as it lies in the database, or will lie there. Raises :class:`NoPlace`."""
        held = self._held(row)
        if not isinstance(held, _Content):
            return held
        place = self.place_of(row)
        if held.sealed is None or held.place != place:
            if isinstance(held.value, bytes) is not (self.content is bytes):
                raise TypeError(f"{self} is given a {type(held.value).__name__}.")
            data = held.value if self.content is bytes else canonical(held.value)
            held.sealed = Sealed(sealing.seal(data, bound_to=place) if place else data)
            held.place = place
        return held.sealed

    def _held(self, row: models.Model) -> Sealed | _Content | None:
        """What the row has of it; read now if it was left out."""
        if self.attname not in row.__dict__:
            there = type(row)._base_manager.filter(pk=row.pk)  # noqa: SLF001 - as Django does for deferred fields
            row.__dict__[self.attname] = there.values_list(self.attname, flat=True).get()
        held: Sealed | _Content | None = row.__dict__[self.attname]
        return held

    # -- what Django asks -----------------------------------------------------------------------

    def from_db_value(self, value: Any, *_: Any) -> Sealed | None:
        """What a statement gives."""
        return None if value is None else Sealed(value)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """What is written of a row."""
        return self.raw(model_instance)

    def value_from_object(self, obj: models.Model) -> Any:
        """What a serializer or a form is given of a row: nothing that is opened."""
        return self.raw(obj)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """What is written by a statement, or looked for: never what is not sealed."""
        if value is not None and not isinstance(value, Sealed):
            raise TypeError(f"{self} is written by its row alone, which knows its place.")
        return super().get_db_prep_value(value, connection, prepared)

    def get_default(self) -> Any:
        """What a new row holds: nothing."""
        default = super().get_default()
        return None if default is None else Sealed(default)

    def clone(self) -> Any:
        """As migrations know it."""
        _, _, args, options = self.deconstruct()
        return models.BinaryField(*args, **options)

    def deconstruct(self) -> Any:
        """As migrations know it."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.BinaryField", args, options

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """The columns that make the place must be there, and its second part the campaign's slug."""
        slug = f"{self.place}/".split("/")[1]
        faults = [
            f"{name} is no column"
            for name in (*self.needs, self.clear)
            if name and not self._leads(name)
        ]
        if slug not in ("{slug}", f"{{{slug[1:-6]}.slug}}"):
            faults.append("its second part is not the campaign's slug")
        return [
            *super().check(**kwargs),
            *(
                Error(f"The place {self.place}: {fault}.", obj=self, id="campaigns.E001")
                for fault in faults
            ),
        ]

    def _leads(self, name: str) -> bool:
        model: Any = self.model
        for part in name.split("."):
            try:
                model = model._meta.get_field(part).related_model  # noqa: SLF001 - Django's documented way to a model's fields
            except (AttributeError, FieldDoesNotExist):
                return False
        return True


def sealed_fields() -> Iterator[SealedField[Any, Any]]:
    """Every sealed field of every model."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented way to a model's fields
            if isinstance(field, SealedField):
                yield field
