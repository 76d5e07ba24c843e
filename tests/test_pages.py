"""Every page in every language, and with names that would like to be something else (T-S9)."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from urllib.parse import quote

import forms
import pytest
from phones import Phone

from companion import create_app
from companion.store import Opening

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49, "partner": "1"}
CALLED = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 12, "3": 3}}
KAMIKAZE = {"caller": "1", "kamikaze": ["2", "3"]}
PAST = {"caller": "0", "hands": {"0": 3, "1": 100, "2": 120, "3": 7}}
PLAIN = ["Ana", "Bo", "Chi", "Dana", "Eve", "Zoe"]
TITLE, NOTE = "Tuesday night", "Somebody spilled the tea"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onfocus=alert(1) autofocus='",
    "</title><svg onload=alert(1)>",
    "</textarea><b>Bo</b>",
    "<!-- Bo",
    "{{7*7}}",
    "{% raw %}",
    "${7*7}",
    "{player}",
    "{0}",
    "%(n)s",
    "%s%n%x",
    "&lt;b&gt;",
    "&amp;",
    "Bo & Chi",
    "<b",
    "a'b\"c`d",
    "javascript:alert(1)",
    "data:text/html,<b>",
    "\\u003cb\\u003e",
    "\\'; DROP TABLE deals; --",
    "../../../etc/passwd",
    "]]>",
    "x'); alert(1); ('",
    "علی\u200cرضا",
    "👩\u200d🚀",
    "אבג",
    "🂡🂢",
    "--><b>",
]
ADDRESSES = [
    "/",
    "/settings",
    "/import",
    "/tables/new",
    "/tables/closed",
    "/tables/closed?q={name}",
    "/tables/new?table=1&carried=1",
    "/rules/tarot",
    "/calculator/tarot",
    "/tables/1",
    "/tables/1?more=1",
    "/tables/1/deals/1",
    "/tables/1/deals/1/verdict",
    "/tables/1/deals/1/move",
    "/tables/1/deals/1/move?to=1",
    "/tables/1/deals/1/move?to=2&seat-0=1",
    "/tables/1/deals/3",
    "/tables/1/deals/4?before=2",
    "/tables/1/more",
    "/tables/1/players",
    "/tables/1/options",
    "/tables/1/rules",
    "/tables/1/count-again",
    "/tables/1/deals",
    "/tables/1/text",
    "/tables/2",
    "/tables/2/more",
    "/tables/3",
    "/rules/tamalou",
    "/calculator/tamalou",
    "/tables/new?table=4&carried=1",
    "/tables/4",
    "/tables/4/deals/1",
    "/tables/4/deals/2",
    "/tables/4/more",
    "/tables/4/options",
    "/tables/4/rules",
    "/tables/4/count-again",
    "/tables/4/deals",
    "/tables/4/text",
    "/tables/5",
    "/tables/5?more=1",
    "/tables/5/deals",
    "/tables/5/text",
    "/no/such/page",
]


LANGUAGES = ["en", "fr", "ja"]


def play(store, names, title, note):
    """Tables in progress with a bid, over and closed, deleted; played by these people.

    Then two of Tamalou: half told, and ended by exactly 100 and more.
    """
    asked = {"key": None, "phone": ""}
    for uid in ("1" * 32, "2" * 32, "3" * 32):
        about = {"title": title}
        store.open_table(Opening("tarot", names[:5], {"deals": 1}, about=about), uid=uid, **asked)
    for table in (1, 2):
        store.save_deal(table, 1, GARDE, revision=0, note=note, **asked)
    store.judge(1, 1, "disputed", title, revision=1, **asked)
    store.save_deal(1, 2, {"passed": True}, revision=0, note=note, **asked)
    store.substitute(1, 2, names[5], **asked)
    store.keep_half(1, 3, {"declarer": "2", "contract": "prise"}, revision=0, **asked)
    store.close_table(2, **asked)
    store.delete_table(3, **asked)
    for uid, deals in (("4" * 32, (CALLED, KAMIKAZE)), ("5" * 32, (CALLED, PAST))):
        table = store.open_table(
            Opening("tamalou", names[:4], about={"title": title}), uid=uid, **asked
        )
        for number, facts in enumerate(deals, 1):
            store.save_deal(table.id, number, facts, revision=0, note=note, **asked)
    half = {"caller": "2", "hands": {"1": 8, "2": 4}}
    store.keep_half(4, 3, half, revision=0, **asked)


def look(client, name, note, **headers):
    """What every page answers, posted ones too; `{name}` in an address is somebody's."""
    addresses = {one: one.replace("{name}", quote(name)) for one in ADDRESSES}
    pages = {one: client.get(address, headers=headers) for one, address in addresses.items()}
    told = client.get("/tables/2/sheet.json").text.replace('points": 49', 'points": 51')
    hands = client.get("/tables/5/sheet.json").text.replace(": 12", ": 13")
    form = forms.form(client.get("/tables/1/deals/1"))
    other = forms.form(client.get("/tables/4/deals/1"))
    for what, address, touched in (
        ("refused", form.action, form.filled(oudlers=4, note=note)),
        ("both", form.action, form.filled(revision=9, points=51)),
        ("seats", "/tables/1/players", {"seat": 1, "name": name, "rename": 1}),
        ("opening", "/tables/new", {"game": "tarot", "player": [name], "typed": name, "open": 1}),
        ("known", "/import", {"text": told}),
        ("known hands", "/import", {"text": hands}),
        ("both hands", other.action, other.filled(revision=9, caller=1)),
        ("wrong", "/import", {"text": told.replace("tarot", "chess")}),
    ):
        pages[what] = client.send(address, touched, headers=headers)
    return pages


# Of a change, and of the page that says as of when it tells a table: another one a minute later.
TIMES = r"\d{4}-\d\d-\d\dT[\d:+]+|(?<=\bas of )\d\d:\d\d\b"


class Structure(HTMLParser):
    """The tags of a page with the names of their attributes, in order."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page.text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, [name for name, _ in attrs]))

    def handle_comment(self, data):
        self.tags.append(("comment", []))


def read(page, others=()):
    """What a person reads on the page but for times, plain names put for others."""
    text, others = re.sub(TIMES, "then", forms.texts(page)), dict(others)
    for other, name in sorted(others.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(json.dumps(other, ensure_ascii=False)[1:-1], name)
        text = text.replace(other, name)
        for length in range(len(other), 3, -1):  # cut short beside the chart
            text = text.replace(other[:length].rstrip() + "…", name)
    return text


@pytest.fixture(scope="session")
def plain(tmp_path_factory, prepared):
    """Every page, played by people with ordinary names."""
    folder = tmp_path_factory.mktemp("plain")
    app = create_app({"TESTING": True, "INSTANCE": folder, "PREPARED": prepared})
    app.test_client_class = Phone
    play(app.extensions["store"], PLAIN, TITLE, NOTE)
    yield look(app.test_client(), "Ana", NOTE)
    app.extensions["store"].close()


def test_every_page_answers(plain):
    answered = {one: page.status_code for one, page in plain.items()}
    others = {"/no/such/page": 404, "refused": 422, "both": 409, "known": 409, "wrong": 422}
    others |= {"known hands": 409, "both hands": 409}
    others |= {"seats": 422, "opening": 422}
    assert answered == dict.fromkeys(plain, 200) | others


@pytest.mark.parametrize("first", range(0, 30, 6))
def test_a_name_stays_a_name_on_every_page(client, store, plain, first):
    """With another name a page is the same except where the name stands."""
    names = HOSTILE[first : first + 6]
    title, note = HOSTILE[first - 1], HOSTILE[first - 2] + " " + HOSTILE[first - 3]
    others = dict(zip([*names, title, note], [*PLAIN, TITLE, NOTE], strict=True))
    play(store, names, title, note)
    pages = look(client, names[0], note)
    for one, page in pages.items():
        assert Structure(page).tags == Structure(plain[one]).tags, one
        assert read(page, others) == read(plain[one]), one


def test_thirty_names_that_would_like_to_be_something_else():
    assert len(set(HOSTILE)) == 30
    assert max(map(len, HOSTILE)) == 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client, store, plain, language):
    play(store, PLAIN, TITLE, NOTE)
    pages = look(client, "Ana", NOTE, **{"Accept-Language": language})
    assert {one: page.status_code for one, page in pages.items()} == {
        one: page.status_code for one, page in plain.items()
    }
    said = {one: re.search(r'<html lang="(\w+)"', page.text)[1] for one, page in pages.items()}
    assert said == dict.fromkeys(pages, language)


@pytest.fixture
def settled(client):
    """Chooses on the page of this phone; the page of home as it is then."""

    def choose(**touched):
        form = forms.form(client.get("/settings"), "/settings")
        assert form.send(client, **touched).location == "/settings?saved=1"
        return client.get("/", headers={"Accept-Language": "ja"}).text

    return choose


def test_a_phone_keeps_the_language_it_chose(client, settled):
    assert '<html lang="fr"' in settled(language="fr")
    assert forms.form(client.get("/settings"), "/settings").fields["language"] == ["fr"]
    assert '<html lang="ja"' in settled(language="")


def test_another_phone_keeps_its_own(app, settled):
    settled(language="fr")
    assert '<html lang="en"' in app.test_client().get("/").text


def test_a_phone_keeps_the_light_it_chose(client, settled):
    assert 'data-theme="dark"' in settled(theme="dark")
    page = client.get("/settings")
    assert forms.form(page, "/settings").fields["theme"] == ["dark"]
    samples = re.findall('<div class="plate table-card" data-theme="(.+?)"', page.text)
    assert samples == ["light", "dark"]
    assert "data-theme" not in settled(theme="")


def test_what_is_no_language_and_no_light_is_forgotten(settled):
    page = settled(language="xx", theme='"><script>')
    assert '<html lang="ja">' in page


def test_a_made_up_cookie_is_minded_by_nobody(client):
    for name in ("lang", "theme"):
        client.set_cookie(name, '"><b>')
    assert '<html lang="en">' in client.get("/").text


def test_cards_bear_the_letters_that_a_phone_chose_whatever_its_language(client, settled, store):
    names = ("Ana", "Bo", "Chi", "Dana")
    table = store.open_table(Opening("plateau", names), key=None, phone="")
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
    store.keep_half(table.id, 1, bid, revision=0, key=None, phone="")

    king = re.compile(r'id="space-KH".*?<span[^>]*>\s*(\w)', re.S)
    for chosen, shown in ((("fr", ""), "R"), (("fr", "english"), "K"), (("en", "french"), "R")):
        settled(language=chosen[0], letters=chosen[1])
        assert king.search(client.get(f"/tables/{table.id}").text)[1] == shown
