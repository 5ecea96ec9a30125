"""Pages as somebody without scripts reads them, and their forms as they stand."""

from typing import Any
from urllib.parse import urlencode, urljoin

from bs4 import BeautifulSoup, Tag
from django.test import Client

BUTTONS = "form button:not([disabled], [hidden], [type=button])"
"""What can be pressed without a script."""


class PageReader:
    """One person with a session of their own, for the pages of a campaign; without a person a visitor."""

    def __init__(self, person: Any = None, campaign: str = "") -> None:
        self.client = Client()
        self.here = f"/c/{campaign}/" if campaign else "/"
        self.path = self.here
        self._page: BeautifulSoup | None = None
        if person is not None:
            self.client.force_login(person)

    def open(self, path: str = "", *, status: int = 200) -> "PageReader":
        """Open a page: of the campaign, or with a slash before it of the site."""
        self.path = path if path.startswith("/") else f"{self.here}{path}"
        self._shown(self.client.get(self.path, follow=True), status)
        return self

    @property
    def page(self) -> BeautifulSoup:
        """What was opened last; after a form that leads elsewhere that page, which is fetched when it is read."""
        if self._page is None:
            self.open(self.path)
        assert self._page is not None
        return self._page

    def says(self, part: str = "body") -> str:
        """The words of a part of the page, by CSS; it must be there."""
        parts = self.page.select(part)
        assert parts, f"There is no {part} on {self.path}."
        return " ".join(words(each) for each in parts)

    def press(
        self, button: str, within: str = "body", *, status: int = 200, **fields: Any
    ) -> "PageReader":
        """Send the form of a button, named by its words or their beginning: what stands in it, and what is filled in.

        A field that the form does not have, or a choice that it does not offer, is an error. Dots in names
        are written as ``__``; a list ticks several boxes, ``None`` leaves one out.
        """
        form, pressed = self._form(button, within)
        data = filled(form)
        if pressed.get("name"):
            data[str(pressed["name"])] = [str(pressed.get("value", ""))]
        for name, value in fields.items():
            fill(form, data, name.replace("__", "."), value)
        to = urljoin(self.path, str(pressed.get("formaction") or form.get("action") or ""))
        if str(form.get("method")).lower() == "get":
            return self.open(f"{to.partition('?')[0]}?{urlencode(data, doseq=True)}")
        here = f"http://testserver{self.path}"
        answer = self.client.post(to, data, headers={"referer": here})
        if answer.status_code == 302:
            self.path, self._page = answer.headers["location"], None
        else:
            self._shown(answer, status)
        return self

    def _form(self, button: str, within: str) -> tuple[Tag, Tag]:
        for part in self.page.select(within):
            found = [each for each in part.select(BUTTONS) if words(each).startswith(button)]
            for pressed in sorted(found, key=lambda each: words(each) != button):
                form = pressed.find_parent("form")
                assert isinstance(form, Tag)
                return form, pressed
        raise AssertionError(f"There is no button “{button}” on {self.path}: {self.says('button')}")

    def _shown(self, answer: Any, status: int) -> None:
        assert answer.status_code == status, (self.path, answer.status_code, answer.text[:2000])
        self._page = BeautifulSoup(answer.text, "html.parser")


def words(part: Tag) -> str:
    """What a part of a page says, without its scripts."""
    return (
        " ".join(part.get_text(" ").replace("\xad", "").split())
        .replace(" .", ".")
        .replace(" ,", ",")
    )


def filled(form: Tag) -> dict[str, list[str]]:
    """What a browser would send of a form as it stands."""
    data: dict[str, list[str]] = {}
    for control in form.select("input[name], textarea[name], select[name]"):
        name, kind = str(control["name"]), str(control.get("type", "text"))
        if control.has_attr("disabled"):
            continue
        if control.name == "select":
            options = control.select("option")
            chosen = [each for each in options if each.has_attr("selected")] or options[:1]
            data.setdefault(name, []).extend(_value(each) for each in chosen)
        elif control.name == "textarea":
            data.setdefault(name, []).append(control.get_text())
        elif kind not in ("checkbox", "radio", "submit", "file") or control.has_attr("checked"):
            data.setdefault(name, []).append(
                str(control.get("value", "on" if kind == "checkbox" else ""))
            )
    return data


def _value(option: Tag) -> str:
    return str(option.get("value", option.get_text().strip()))


def fill(form: Tag, data: dict[str, list[str]], name: str, value: Any) -> None:
    """Fill in a field that the form has with what it takes."""
    controls = form.select(f'[name="{name}"]')
    assert controls, f"The form has no field {name!r}."
    wanted = (
        []
        if value is None
        else [str(each) for each in (value if isinstance(value, list) else [value])]
    )
    offered = {
        _value(option) if control.name == "select" else str(control.get("value", "on"))
        for control in controls
        if control.name == "select" or control.get("type") in ("checkbox", "radio")
        for option in (control.select("option") or [control])
    }
    assert not offered or set(wanted) <= offered, f"{name} offers {sorted(offered)}, not {wanted}."
    data[name] = wanted
