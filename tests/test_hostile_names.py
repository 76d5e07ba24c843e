"""Names, notes and titles are words on every page, in every file: nothing in them runs (T-S9)."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from html.parser import HTMLParser

import pytest
from hostile import PAYLOADS

from companion.store import Opening

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BOARD = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
BID = {"player": "1", "pass": True}
TOLD = {
    "tarot": (GARDE, {"declarer": "1", "contract": "garde"}),
    "plateau": (BOARD | {"board": {"declarer": ["KH"]}, "made": True}, {"bids": [BID]}),
    "tamalou": ({"caller": "0", "hands": {str(n): 3 + n for n in range(4)}}, {"caller": "1"}),
}
WORDS = re.compile("value|aria-label|placeholder|title|data-")  # attributes that only say something
ADDRESSES = ("href", "src", "action", "formaction", "data-live")
QUERY = {"tables.closed": "?q={}", "opening.new": "?table=1&carried=1", "deals.edit": "?before=1"}
RUN = ("style", "iframe", "object", "embed", "base")


def _does(name: str, value: str) -> bool:
    """Whether an attribute is more than words, or leads elsewhere."""
    if name in ADDRESSES:
        return not re.match(r"https?://|[/#?]|$", value)
    return (
        name.startswith("on") or name == "style" or not WORDS.match(name) and "pwn" in name + value
    )


class Read(HTMLParser):
    """A page as a browser reads it: what is said on it, and what in it could do something."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.does: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in RUN or "pwn" in tag or tag == "script" and "src" not in dict(attrs):
            self.does.append(tag)
        for name, value in attrs:
            if _does(name, value or ""):
                self.does.append(f"{tag} {name}={value}")
            self.said += [value or ""] if WORDS.match(name) else []

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_comment(self, data: str) -> None:
        self.does.append(f"<!--{data}")


def test_what_would_do_something_is_noticed():
    for page in (
        "<script>pwn()</script>",
        "<img src=x onerror=pwn()>",
        "<a href=javascript:pwn()>",
    ):
        assert Read(page).does, page
    for page in ('<p title="<script>">&lt;script&gt;</p>', '<a href="/">pwn()</a>'):
        assert not Read(page).does, page


def harmless(answer) -> str:
    """What a page says, after a check that it does nothing else."""
    assert answer.status_code < 500
    if not answer.content_type.startswith("text/html"):
        return answer.data.decode("utf-8", "replace")
    page = Read(answer.text)
    # A file that needs nothing else has its style in itself.
    assert page.does == (["style"] if "Content-Disposition" in answer.headers else [])
    return " ".join(page.said)


@pytest.fixture(params=range(0, len(PAYLOADS), 3))  # three of them call a table each
def four(request) -> list[str]:
    """Opens a table for so many people, each with another hostile name."""
    return (PAYLOADS * 2)[request.param :][:4]


@pytest.fixture
def addresses(app, client, store, four) -> list[str]:
    """Every address of a site where everything that can be named is named so."""
    mark = {"key": None, "phone": ""}
    one, other, third, last = four
    client.send("/settings", {"name": one})
    names = [f"{name[:29]}{n}" for n, name in enumerate((*four, one))]
    for (told, begun), game, title, note in zip(TOLD.values(), TOLD, four, four[1:], strict=False):
        about = {"title": title, "note": note}
        table = store.open_table(Opening(game, names[:4], about=about), **mark).id
        store.save_deal(table, 1, told, revision=0, note=note, **mark)
        store.keep_half(table, 2, begun, revision=0, **mark)
        client.send(f"/tables/{table}/deals/1/verdict", _verdict(title))
        store.rename(table, 2, f"{third[:28]}zz", **mark)
    for name, date, place in ((one, other, third), (other, third, last), (third, last, one)):
        store.open_evening(name, date, place, dict.fromkeys(TOLD, {}), **mark)
    store.check_in(1, names, "tarot", **mark)
    store.db.execute("UPDATE tables SET evening_id = 1, position = 1, place = id")
    store.adjust(1, 1, "tarot", -20, one, **mark)
    return sorted({one for rule in app.url_map.iter_rules() for one in _of(rule, four)})


def _verdict(payload):
    return {"verdict": "disputed", "why": payload, "revision": "1"}


def _of(rule, four):
    """The addresses of a route; one with another kind of gap has to be told here how to fill it."""
    if "GET" not in rule.methods or rule.endpoint == "assets.file":
        return
    address = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
    for table, (game, payload) in enumerate(zip(TOLD, four, strict=False), 1):
        query = QUERY.get(rule.endpoint, "").format(payload.replace("&", "%26"))
        gaps = defaultdict(lambda: 1, table_id=table, key=game)  # other numbers: the first there is
        yield address.format_map(gaps) + query


def files_are_named_and_hold_words(client, table, payload):
    """The names of files are names, and what stands in their cells are words."""
    answer = client.get(f"/tables/{table}/sheet.csv")
    head = answer.headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="?[\w -]+\.csv"?', head), head
    assert answer.content_type == "text/csv; charset=utf-8"
    notes = [row["note"] for row in csv.DictReader(answer.text.splitlines())]
    assert notes[0] in (payload, f"'{payload}")
    answer = client.get(f"/tables/{table}/sheet.json")
    assert answer.content_type.startswith("application/json")
    assert answer.json["deals"][0]["note"] == payload


def test_whatever_people_are_called_no_page_does_anything(client, addresses, four):
    said = {address: harmless(client.get(address)) for address in addresses}
    more = ["/watch", "/live", "/deals", "/text", "/players", "/history", "/deals/1/verdict"]
    for page in ("", *more):
        for payload in four:
            assert payload[:28] in said["/tables/1" + page], page
    for table, note in enumerate(four[1:], 1):
        files_are_named_and_hold_words(client, table, note)


def test_what_comes_back_from_a_form_does_nothing(client, addresses, four):
    """Names that are there twice, a deal that cannot be, a sheet that is none."""
    for payload in four:
        for address, fields in _forms(payload).items():
            harmless(client.send(address, fields))


def _forms(payload):
    opening = {"game": "tarot", "player": [payload, payload, "Bo"], "typed": payload, "open": "1"}
    record = {"take": payload, "points": payload, "oudlers": payload, "note": payload}
    return {
        "/tables/new": opening | {"title": payload},
        "/tables/1/deals/2": record | {"key": payload},
        "/tables/1/deals/2/preview": record,
        "/tables/1/deals/1": record | {"take": "0-garde", "points": "49", "oudlers": "2"},
        "/tables/1/players": {"seat": "1", "name": payload, "rename": "1"},
        "/tables/1/deals/1/verdict": _verdict(payload) | {"why": payload * 20},
        "/import": {"text": json.dumps({"format": payload, "players": [payload]})},
        "/calculator/tarot": record,
    }
