"""The forms of a page, as a browser reads them: what pressing a button would post, and where to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = Mapping[str, str | None]
CHOICES = ("radio", "checkbox")


@dataclass
class Form:
    """One form: its address, the fields that are filled, pressed or hidden in it, its buttons."""

    id: str = ""
    action: str = ""
    method: str = "get"
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)  # all that could be pressed
    buttons: list[Attributes] = field(default_factory=list)

    def filled(self, **told: object) -> dict[str, list[str]]:
        """What is posted when these are touched too; None empties a field."""
        given = {name: one if isinstance(one, list) else [one] for name, one in told.items()}
        posted = {**self.fields, **given}
        return {name: [str(one) for one in some] for name, some in posted.items() if some != [None]}

    def send(self, phone, to: str = "", **told: object):
        """Posts it from this phone, to where its main button does or to another address."""
        return phone.post(to or self.action, data=self.filled(**told))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.buttons: list[tuple[str | None, Form | None, Attributes]] = []
        self.area: str | None = None
        self.select: str | None = None  # its name, while it is open
        self.unchosen = False  # whether its first option is still to come
        self.disabled = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            named = {key: given.get(key) or "" for key in ("id", "action")}
            self.open = Form(**named, method=given.get("method") or "get")
            self.forms.append(self.open)
        elif tag == "fieldset" and (self.disabled or "disabled" in given):
            self.disabled += 1
        elif tag == "select":
            self.select, self.unchosen = given.get("name") or "", True
        elif tag == "option" and self.open and self.select is not None:
            self._option(given)
        elif tag in ("input", "textarea", "button"):
            self._field(tag, given)

    def _field(self, tag: str, given: Attributes) -> None:
        form = self.open
        if self.disabled or "disabled" in given:
            return
        if tag == "button" and (form or given.get("type") != "button"):  # else a script's alone
            self.buttons.append((given.get("form"), form, given))
        if form is None or tag == "button":
            return
        name, value = given.get("name") or "", given.get("value") or ""
        if given.get("type") in CHOICES:
            form.choices.setdefault(name, []).append(value)
            if "checked" not in given:
                return
        form.fields.setdefault(name, []).append(value)
        self.area = name if tag == "textarea" else None

    def _option(self, given: Attributes) -> None:
        """The first option of a list is chosen, until another one says that it is."""
        assert self.open and self.select is not None
        told = self.open.fields.setdefault(self.select, [])
        if self.unchosen:
            told.append(given.get("value") or "")
            self.unchosen = False
        elif "selected" in given:
            told[-1] = given.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self.area is not None and self.open:
            self.open.fields[self.area][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "textarea":
            self.area = None
        elif tag == "fieldset" and self.disabled:
            self.disabled -= 1


def forms(page) -> list[Form]:
    """All forms of an answered page."""
    reader = _Reader()
    reader.feed(page.text)
    for name, around, button in reader.buttons:  # which may stand before its form
        of = [one for one in reader.forms if (one.id == name if name else one is around)]
        of[0].buttons.append(button)
    return reader.forms


def form(page, name: str = "record") -> Form:
    """The form of this id, or the one that posts to an address with this end."""
    found = [one for one in forms(page) if one.id == name or one.action.endswith(name)]
    assert found, f"no form {name} on the page, answered {page.status_code}"
    return found[0]


def bring(phone, told: object, **touched: object):
    """Pastes sheets, as text or as what they say, into the page that takes them."""
    text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
    return form(phone.get("/import"), "/import").send(phone, text=text, **touched)


def texts(page) -> str:
    """What a person reads on the page, in one line."""
    reader = _Texts()
    reader.feed(page.text)
    return " ".join(" ".join(reader.words).split())


def problem(page) -> str | None:
    """What stands against a form that came back, as it is said first."""
    found = re.search(r'class="problem" role="alert">([^<]*)', page.text)
    return found and found[1]


def state_and_sentence(page) -> tuple[str, str]:
    """How far a deal goes, and the sentence in its bar."""
    state, said = re.search(r'id="say" data-state="(\w+)".*?>(.*?)</p>', page.text, re.S).groups()
    return state, " ".join(re.sub(r"<[^>]*>", "", said).split())


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)
