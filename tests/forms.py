"""The forms of a page, as a browser reads them: what a button would post, and where to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml.html import HtmlElement, document_fromstring

CHOICES = ("radio", "checkbox")
ASKED = "not(@disabled) and not(ancestor::fieldset/@disabled)"
FIELDS = f".//*[self::input or self::select or self::textarea][{ASKED}]"
BUTTONS = f".//button[{ASKED}][not(@form)] | //button[{ASKED}][@form = $id]"


@dataclass
class Form:
    """One form: its address, its fields that would be posted, its choices and its buttons."""

    id: str = ""
    action: str = ""
    method: str = "get"
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)  # all that could be pressed
    buttons: list[Mapping[str, str]] = field(default_factory=list)

    def filled(self, **told: object) -> dict[str, list[str]]:
        """What is posted when these are filled in too; None takes a field out."""
        given = {name: one if isinstance(one, list) else [one] for name, one in told.items()}
        posted = {**self.fields, **given}
        return {name: [str(one) for one in some] for name, some in posted.items() if some != [None]}

    def send(self, phone, to: str = "", **told: object):
        """Posts the form from this phone, to its own address or to another one."""
        return phone.post(to or self.action, data=self.filled(**told))


def forms(page) -> list[Form]:
    """All forms of a page."""
    return [_form(one) for one in _read(page).iter("form")]


def _read(page) -> HtmlElement:
    return document_fromstring(page.text)


def _form(found: HtmlElement) -> Form:
    form = Form(found.get("id", ""), found.get("action", ""), found.get("method", "get"))
    for one in found.xpath(FIELDS):
        name, chosen = one.get("name", ""), one.get("type") in CHOICES
        value = one.get("value", "") if one.tag == "input" else one.value or ""
        if chosen:
            form.choices.setdefault(name, []).append(value)
        if not chosen or one.checked:
            form.fields.setdefault(name, []).append(value)
    form.buttons = [dict(one.attrib) for one in found.xpath(BUTTONS, id=form.id)]
    return form


def form(page, name: str = "record") -> Form:
    """The form with this id, or the one that posts to an address with this end."""
    found = [one for one in forms(page) if one.id == name or one.action.endswith(name)]
    assert found, f"no form {name} on the page, answered {page.status_code}"
    return found[0]


def bring(phone, told: object, **touched: object):
    """Pastes sheets, as text or as a value to be made JSON, into the page that brings them in."""
    text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
    return form(phone.get("/import"), "/import").send(phone, text=text, **touched)


def texts(page) -> str:
    """What a person reads on the page, in one line."""
    return " ".join(" ".join(_read(page).itertext()).split())


def problem(page) -> str | None:
    """The first reason why a form came back; None: there is none on the page."""
    found = re.search(r'class="problem" role="alert">([^<]*)', page.text)
    return found and found[1]


def state_and_sentence(page) -> tuple[str, str]:
    """The state of the deal on the form (`half`, `told`, ...), and the sentence in its bar."""
    state, said = re.search(r'id="say" data-state="(\w+)".*?>(.*?)</p>', page.text, re.S).groups()
    return state, " ".join(re.sub(r"<[^>]*>", "", said).split())
