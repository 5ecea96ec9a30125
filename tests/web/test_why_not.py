"""Closed choices on a form: each reason once, with its rule and with what opens it."""

from django.template import Context, Template

from frontend.forms.closed import reasons
from frontend.forms.orders import act_form
from rules.kernel.menus import NEVER, Barred, Choice, Count, Field, Menu, PickMany

SHUT = Barred("It is at war.", "49.4", "Opens when that war is over.")


def choices(*names: str, barred: Barred | None = SHUT) -> list[Choice]:
    return [Choice(value=name.lower(), label=name, barred=barred) for name in names]


def shown(barred: list[Choice], open_count: int) -> str:
    row = {"barred": barred, "reasons": reasons(barred, "49", open_count)}
    page = Template('{% include "frontend/fields/_barred.html" %}').render(
        Context({"row": row, "cited_book": ("world_at_war", "")})
    )
    return " ".join(page.split())


def test_one_reason_for_several_choices_is_said_once_with_what_opens_them() -> None:
    page = shown(choices("Greece", "Turkey"), open_count=3)
    assert page.count("It is at war.") == 1
    assert "Greece, Turkey" in page
    assert "Opens when that war is over." in page
    assert "2 closed: why, and what opens them" in page


def test_what_opens_several_is_said_once_though_it_names_each() -> None:
    def away(name: str) -> Barred:
        return Barred(
            "It is out of reach.", "49.4", f"Opens once “{name} is in reach” is declared."
        )

    several = [
        choice for name in ("Serbia", "Poland") for choice in choices(name, barred=away(name))
    ]
    (reason,) = reasons(several, "49", 3)
    assert reason.names == ("Serbia", "Poland")
    assert reason.opens == "Opens once “… is in reach” is declared."
    (reason,) = reasons(several[:1], "49", 3)
    assert reason.opens == "Opens once “Serbia is in reach” is declared."


def test_where_everything_is_closed_for_one_reason_it_stands_in_sight() -> None:
    page = shown(choices("Greece", "Turkey", "Spain"), open_count=0)
    assert "Closed for all 3:" in page
    assert "<details" not in page


def test_an_act_of_which_every_choice_is_closed_has_nothing_to_press() -> None:
    def field(*listed: Choice) -> PickMany:
        return PickMany("targets", "Targets", choices=listed)

    def closed(*fields: Field) -> bool:
        return act_form(Menu("north", "strike", "Strike", fields)).closed

    shut, open_ = choices("Greece"), choices("Turkey", barred=None)
    assert closed(field(*shut), field(*shut))
    assert not closed(field(*shut), field(*open_))
    assert not closed(field(*shut), Count("money", "Money", most=3))


def test_a_reason_without_a_rule_names_that_of_its_field() -> None:
    (reason,) = reasons(choices("Greece", barred=Barred("No.", opens=NEVER)), "49", 1)
    assert (reason.rule, reason.opens) == ("49", NEVER)
