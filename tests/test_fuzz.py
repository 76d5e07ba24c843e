"""Whatever is posted, wherever: an answer, never a mistake of ours (T-S11).

An exception of ours ends the test: the site under test does not turn it into a page.
"""

from __future__ import annotations

import shutil
import sqlite3
from itertools import product
from random import Random
from urllib.parse import quote_plus

import laws
import pytest
from hostile import ODD, briefly
from hypothesis import given
from hypothesis import strategies as st
from phones import let_in
from wiring import on

from companion.draw import search as searching
from companion.store import DrawnTable, Opening
from companion.web import places

WORDS = ["declarer", "defence", "single", "triple", "passed", "petit_sec", "KH", "XX", "1", "21"]
WORDS += ["tamalou", "cabo", "continue"]
WORDS += [
    "keep",
    "y",
    "six",
    "board",
    "bid",
    "trick-2-defence",
    "space-KH",
    "space-T13-nobody",
    "bid-0",
]
WORDS += ["undo-trick", "undo-bid-9", "talon-declarer", "made-none", "pass-9", "trick-99-defence"]
TAKES = [f"{seat}-{contract}" for seat in "0149x" for contract in ("garde", "prise", "solo", "")]
FIELDS = {
    "record": """take partner oudlers side points poignee showed-0 showed-1 showed-9 showed- petit
        slam_announced slam_made slam_player held card others misere called unplayed dealer note was
        sits_out before key revision anyway another discard closed bids bids-0-player
        passed declarer""",
    "board": """touch asks declarer talon objective partners raises-0-player raises-0-objective
        handed_over made bids-0-player bids-0-objective tricks tricks-0-won_by tricks-0-spaces
        tricks-0-talon board board-declarer board-defence bid-talon bid-objective bid-partners
        unplayed was sits_out dealer key revision""",
    "opening": """game player start dealer at_once title typed add add_typed up down leaves open
        carried source evening stays drawn choose limit exact_value cards card_values card_values-K
        preset deals misere poignee_values slam_settlement half_points petit_sec_voids""",
    "seats": "seat who name rename substitute dealer first up down key",
    "options": "preset deals misere poignee_values slam_settlement half_points keep key",
    "import": "text anew key file archive",
    "settings": "language theme letters name",
    "join": "link code",
    "fee": "fee player key",
    "draw": "number seen position size-tarot minutes hand swap to one other together back key",
    "evening": "name date place games fee planned corrects closed deleted key",
    "attendances": "typed add list file game paid here off key",
    "adjustment": "game sign points reason shown back player key",
    "links": "right everybody place n",
    "places": "table out game player key",
    "position": "number minutes close",
    "verdict": "verdict why revision key",
    "move": "to seat-0 seat-1 seat-2 seat-3 seat-9 change revision key",
    "people": "name into out best deleted key change",
    "button": "key revision change start",
    "paper": """1-declarer 1-contract 1-oudlers 1-card_points 1-partner 1-unplayed 1-dealer 1-note
        1-poignees-0-size 1-misere 2-declarer 2-hands-0 9- first rows warned in_spite more look""",
}
BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": "2"}
PAPER = {"1-declarer": "0", "1-contract": "garde", "1-oudlers": "2", "1-card_points": "49"}
POSTS = {  # the address, the fields that its form has, and a way to fill it that works
    "/tables/1/deals/2": ("record", {"take": "0-garde", "oudlers": "2", "points": "49"}),
    "/tables/1/deals/1": ("record", {"take": "0-garde", "oudlers": "2", "points": "49"}),
    "/tables/1/deals/2/half": ("record", {"take": "0-garde"}),
    "/tables/1/deals/2/preview": ("record", {"take": "0-garde", "oudlers": "2", "points": "49"}),
    "/tables/2/deals/1": ("record", {"take": "0-garde", "oudlers": "2", "points": "49"}),
    "/tables/3/deals/1": ("board", BID | {"board-declarer": "KH", "made": "true"}),
    "/tables/3/deals/1/preview": ("board", BID),
    "/tables/3/deals/1/half/touch": ("board", {"touch": "trick-1-declarer"}),
    "/calculator/plateau": ("board", BID | {"touch": "space-KH-declarer"}),
    "/tables/1/paper": ("paper", PAPER | {"first": "2"}),
    "/tables/1/deals/1/delete": ("button", {"revision": "1"}),
    "/tables/1/deals/1/verdict": ("verdict", {"verdict": "disputed", "revision": "1"}),
    "/tables/1/deals/1/move": ("move", {"to": "1", "revision": "1", "seat-0": "0"}),
    "/calculator/tarot": ("record", {"take": "0-garde", "oudlers": "2", "points": "49"}),
    "/calculator/tarot/preview": ("record", {"take": "0-garde"}),
    "/tables/new": ("opening", {"game": "tarot", "player": ["Ana", "Bo", "Chi"], "open": "1"}),
    "/tables/1/players": ("seats", {"seat": "1", "name": "Zoe", "rename": "1"}),
    "/tables/1/options": ("options", {"preset": "fft", "deals": "4"}),
    "/tables/1/count-again": ("options", {"preset": "fft"}),
    "/import": ("import", {"text": "{}"}),
    "/settings": ("settings", {"language": "fr"}),
    "/evenings/new": ("evening", {"name": "Friday", "games": ["tarot"], "date": "2026-11-20"}),
    "/evenings/1/players": ("attendances", {"typed": "Ana"}),
    "/evenings/1/players/fee": ("fee", {"fee": "2,50", "player": "1"}),
    "/evenings/1/players/1": ("attendances", {"paid": "1"}),
    "/evenings/1/rules/tarot": ("options", {"preset": "fft"}),
    "/evenings/1/draw": ("draw", {"size-tarot": "5", "number": "1"}),
    "/evenings/1/draw/move": ("draw", {"hand": "1", "swap": "2", "number": "1"}),
    "/evenings/1/draw/wishes": ("draw", {"one": "1", "other": "2", "together": "1"}),
    "/evenings/1/draw/publish": ("draw", {"number": "1"}),
    "/evenings/1/share": ("links", {"right": "watch"}),
    "/evenings/1/standings": ("adjustment", {"shown": "1"}),
    "/evenings/1/players/1/adjustments": (
        "adjustment",
        {"game": "tarot", "sign": "less", "points": "10", "reason": "Late"},
    ),
    "/evenings/1/adjustments/1": ("adjustment", {"back": "1"}),
    "/evenings/1/places": ("links", {"place": "4"}),
    "/evenings/1/tables": ("places", {"table": "1"}),
    "/evenings/1/tables/new": ("places", {"player": ["Ana", "Bo", "Chi"], "open": "1"}),
    "/evenings/1/settings": ("evening", {"name": "Friday", "closed": "0"}),
    "/evenings/1/position": ("position", {"minutes": "20", "number": "1"}),
    "/evenings/1/sheets": ("places", {"table": "1"}),
    "/tables/1/call": ("button", {"called": "1"}),
    "/seasons/new": ("people", {"name": "2026/27"}),
    "/seasons/1/evenings": ("people", {"into": "1"}),
    "/players": ("people", {"change": "1"}),
    "/players/1/name": ("people", {"name": "Ana"}),
    "/settings/forget": ("button", {}),
    "/join": ("join", {"link": "score-1-AAAAAAAAAAAAAAAAAAAAAA"}),
    "/host": ("links", {"everybody": "1"}),
    "/host/renew": ("links", {}),
    "/tables/1/share": ("links", {"right": "watch"}),
    "/tables/1/history/restore": ("button", {"change": "2"}),
    "/tables/1/undo": ("button", {}),
    "/tables/1/redo": ("button", {}),
    "/tables/1/close": ("button", {}),
    "/tables/1/start": ("button", {"start": "198 -66 -66 -66"}),
    "/tables/1/reopen": ("button", {}),
    "/tables/1/delete": ("button", {}),
    "/tables/1/restore": ("button", {}),
    "/tables/1/again": ("button", {}),
}
values = st.one_of(
    st.sampled_from(ODD + WORDS + TAKES), st.integers(-99, 999).map(str), st.text(max_size=40)
)


@pytest.fixture(scope="module")
def phone(tmp_path_factory, wired):
    """A phone at a site with a table of four, one of five where the dealer sits out, a board."""
    instance = shutil.copytree(wired.instance_path, tmp_path_factory.mktemp("fuzz") / "instance")
    app = on(wired, instance)
    store, asked = app.extensions["store"], {"key": None, "phone": ""}
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana"], {"misere": 10}), **asked)
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana", "Eve"], at_once=4), **asked)
    store.open_table(Opening("plateau", ["Ana", "Bo", "Chi", "Dana"]), **asked)
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **asked)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "tarot", **asked)
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", (1, 2, 3, 4))], [], **asked)
    store.adjust(1, 1, "tarot", -20, "Late", **asked)
    store.open_season("2026/27", **asked)
    app.config["BESIDE"] = sqlite3.connect(instance / "companion.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "STEPS", 200)  # a draw is answered; how good it is, test_draw asks
        patch.setattr(places, "MOST_PLACES", 5)  # how many codes a page may show, test_places asks
        yield app.test_client()
    app.config["BESIDE"].close()
    app.extensions["store"].close()


def test_every_address_that_takes_a_form_is_tried(phone):
    rules = phone.application.url_map.iter_rules()
    known = {rule.endpoint for rule in rules if "POST" in rule.methods}
    urls = phone.application.url_map.bind("localhost")
    assert {urls.match(address, "POST")[0] for address in POSTS} == known


def pairs(fields):
    """The fields of a form, a pair a value."""
    lists = {name: one if isinstance(one, list) else [one] for name, one in fields.items()}
    return [(name, one) for name, some in lists.items() for one in some]


def send(phone, address, posted):
    """A form as a browser or a mischief sends it; halves of characters as their bytes."""
    parts = [[part.encode("utf-8", "surrogatepass") for part in pair] for pair in posted]
    return post(phone, address, "&".join("=".join(map(quote_plus, pair)) for pair in parts))


def post(phone, address, body, kind="application/x-www-form-urlencoded"):
    """Any body, with a token in the head; what is not a new page afterwards has stored nothing."""
    phone.set_cookie(*let_in(phone.application.extensions["store"]))  # what it sends may forget it
    before = stored(phone)
    head = {"X-CSRFToken": phone.token()}
    answer = phone.post(address, data=body, content_type=kind, headers=head)
    counted = address == "/join"  # wrong codes are
    assert answer.status_code == 303 or counted or stored(phone) == before
    return answer


def stored(phone):
    """A number that changes with whatever is written to the database."""
    return phone.application.config["BESIDE"].execute("PRAGMA data_version").fetchone()


def sound(phone):
    """Whatever was answered: what is stored is what its facts make, and can be shown."""
    store = phone.application.extensions["store"]
    phone.set_cookie(*let_in(store))
    for table in (1, 2, 3):
        laws.hold(store, store.table(table))
        assert phone.get(f"/tables/{table}").status_code == 200


def test_it_is_noticed_when_something_is_stored(phone):
    before = stored(phone)
    assert send(phone, "/settings", [("name", "Ana’s phone")]).status_code == 303
    assert stored(phone) != before


KINDS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]


@pytest.mark.parametrize("address", POSTS)
def test_whatever_fields_or_octets_are_posted_there_is_an_answer(phone, address):
    """Octets of each kind, behind each beginning; other octets at each address."""
    kind, works = POSTS[address]
    start = pairs(works)
    pair = st.tuples(st.one_of(st.sampled_from(FIELDS[kind].split()), st.text(max_size=9)), values)

    @briefly
    @given(
        st.lists(st.sampled_from(start), max_size=4) if start else st.just([]),
        st.lists(pair, max_size=6),
    )
    def posted(some, odd):
        answer = send(phone, address, [*some, *odd])
        assert 200 <= answer.status_code < 500

    posted()
    begun = b'--x\r\nContent-Disposition: form-data; name="key"; filename="'
    drawn = Random(address)
    for kind, first in product(KINDS, (b"", b"touch=", begun)):
        octets = drawn.choice((b"", b"\0", b"\xff&=%", drawn.randbytes(9), drawn.randbytes(99)))
        assert post(phone, address, first + octets, kind).status_code < 500, octets
    sound(phone)


def parted(address):
    """Into how many parts odd values are divided: the form of a deal is read at many addresses,
    and most quickly for a preview, which is asked most."""
    if address.endswith("/preview"):
        return 4
    of_a_deal = POSTS[address][0] in ("record", "board")
    return 16 if of_a_deal and not address.endswith(("/half", "/touch")) else 8


@pytest.mark.parametrize("address", [one for one, (kind, _) in POSTS.items() if kind != "button"])
def test_one_odd_value_in_a_form_that_works_is_answered(phone, address):
    """A part of the odd values for each field, another part at the next address."""
    kind, works = POSTS[address]
    parts = parted(address)
    for i, name in enumerate(FIELDS[kind].split(), [*POSTS].index(address)):
        for odd in ODD[i % parts :: parts]:
            answer = send(phone, address, pairs({**works, name: odd}))
            assert answer.status_code < 500, (name, odd)
    sound(phone)


@pytest.mark.parametrize(
    "address",
    [
        "/?{}",
        "/tables/new?game={}&table={}&carried={}",
        "/tables/closed?q={}",
        "/tables/1?more={}",
        "/tables/1/deals/2?before={}",
        "/tables/1/deals/{}",
        "/tables/{}",
        "/tables/1/sheet.csv?profile={}",
        "/rules/{}",
        "/calculator/{}",
        "/calculator/tarot?players={}&preset={}",
        "/static/{}/style.css",
        "/static/x/{}",
        "/settings?saved={}",
        "/tables/1/history?deal={}&older={}&only={}&why={}",
        "/tables/1/live?since={}",
        "/tables/1/payments?tarot={}",
        "/tables/1/paper?rows={}",
        "/evenings?q={}",
        "/evenings/{}",
        "/evenings/1/draw?position={}&hand={}&find={}",
        "/evenings/1/payments?tarot={}",
        "/evenings/1/places?n={}",
        "/evenings/1/players?typed={}&plays={}&again={}",
        "/evenings/1/players/{}",
        "/evenings/1/blank?places={}",
        "/evenings/1/cards?position={}",
        "/evenings/1/seats?position={}&q={}",
        "/evenings/1/standings?game={}&published={}",
        "/evenings/1/tables/new?player={}",
        "/evenings/1/wall?page={}",
        "/players?q={}",
        "/players/1?game={}&players={}&role={}&after={}",
        "/seasons/1?best={}",
    ],
)
def test_whatever_is_asked_for_there_is_an_answer(phone, address):
    for odd in ODD:
        part = quote_plus(odd.encode("utf-8", "surrogatepass"))
        assert phone.get(address.replace("{}", part)).status_code < 500, odd


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept-Language": "x" * 3000},
        {"Accept-Language": "fr;q=nan,*;q=9"},
        {"Accept-Encoding": "gzip;q=x"},
        {"Cookie": "lang=\xff; theme=;; companion_x=\x01"},
        {"Origin": "http://[::1"},
        {"Origin": "//"},
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": "text/plain; charset=klingon"},
        {"Host": ""},
        {"Host": "a b"},
    ],
)
def test_whatever_the_headers_are_there_is_an_answer(phone, headers):
    assert phone.get("/tables/1", headers=headers).status_code < 500
    assert phone.post("/tables/1/deals/2", data=b"\xff\x00", headers=headers).status_code < 500
