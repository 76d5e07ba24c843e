"""What travels to a phone, packed as it travels: the figures of a first and of a later visit.

T-P5.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.web.assets import TOGETHER, Assets

STATIC = Path(__file__).parents[2] / "static"
PAGES = ("/", "/tables/new", "/tables/1", "/tables/1/watch", "/rules/tamalou")
FIVE = ("Marie-Christine de La Rochefou", "Jean-Baptiste", "Bartholomäus", "Zoé-Apolline", "Eli")
CONTRACTS = ("prise", "garde", "garde", "garde_sans", "garde", "prise", "garde_contre")
GARDE_POSTED = {"take": "0-garde", "oudlers": "2", "side": "declarer", "points": "49"}
UNPACKS = {"Accept-Encoding": "gzip"}


@pytest.fixture
def page(own_page: Page) -> Page:
    """A phone of the test's own, that keeps nothing yet."""
    return own_page


def told(number: int) -> dict:
    """A deal at five that is hardly like another one: what is alike packs too well."""
    facts = {"declarer": str(number % 5), "contract": CONTRACTS[number % 7]}
    facts |= {"partner": str((number + 1 + number // 5 % 4) % 5), "oudlers": number * 7 // 3 % 4}
    facts |= {"card_points": 20 + number * 37 % 53}
    if number % 3 == 0:
        facts |= {"poignees": [{"size": "single"}], "petit_au_bout": "defence"}
    return facts


FEW, MANY = 5, 40  # as many deals as a sheet shows itself, and as a long evening has


@pytest.fixture(params=[FEW, MANY])
def table(store, open_table, request):
    """A table of five after so many deals."""
    table = open_table("tarot", FIVE)
    for number in range(1, request.param + 1):
        store.save_deal(table.id, number, told(number), revision=0, key=None, phone="")
    return table


@pytest.fixture
def sent(context, page) -> list[int]:
    """The octets of each answer that came over the network, headers and body.

    Whether anything changed at the table, which an open page goes on asking, is no part of a visit.
    """
    sent: list[int] = []
    asked: set[str] = set()
    network = context.new_cdp_session(page)
    network.send("Network.enable")

    def begun(told) -> None:
        if told["request"]["url"].endswith("/version"):
            asked.add(told["requestId"])

    def finished(told) -> None:
        if told["requestId"] not in asked:
            sent.append(int(told["encodedDataLength"]))

    network.on("Network.requestWillBeSent", begun)
    network.on("Network.loadingFinished", finished)
    return sent


# What stands on the others goes by no deal; who looks on is sent all of them.
VISITS = [*((FEW, path) for path in PAGES if "watch" not in path)]
VISITS += [(MANY, "/tables/1"), (MANY, "/tables/1/watch")]


@pytest.mark.parametrize(("table", "path"), VISITS, indirect=["table"])
def test_a_first_visit_weighs_at_most_40_kb_in_five_requests_a_later_one_10_kb(
    table, page, sent, path
):
    page.goto(path, wait_until="networkidle")
    assert 10_000 < sum(sent) <= 40_000
    assert len([octets for octets in sent if octets]) <= 5
    sent.clear()
    page.goto(path, wait_until="networkidle")
    assert 0 < sum(sent) <= 10_000


@pytest.mark.parametrize("table", [MANY], indirect=True)
@pytest.mark.parametrize("language", ["fr", "ja"])
def test_a_sheet_weighs_no_more_in_another_language(table, another_phone, language):
    page = another_phone(locale=language)
    sent = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda told: sent.append(told["encodedDataLength"]))
    page.goto("/tables/1", wait_until="networkidle")
    assert 10_000 < sum(sent) <= 40_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_by_itself_weighs_at_most_10_kb(table, client, path):
    assert len(client.get(path, headers=UNPACKS).data) <= 10_000


@pytest.mark.parametrize("path", ["", "/watch"])
def test_what_a_deal_changes_for_the_others_weighs_at_most_3_kb(table, client, store, path):
    since = store.version(1)
    number = store.table(1).next_number
    store.save_deal(1, number, told(number), revision=0, key=None, phone="")
    answer = client.get(f"/tables/1{path}/live?since={since}", headers=UNPACKS)
    assert 1_000 < len(answer.data) <= 3_000


def test_a_preview_weighs_at_most_3_kb(table, client, store):
    at = f"/tables/1/deals/{store.table(1).next_number}/preview"
    answer = client.send(at, GARDE_POSTED, headers=UNPACKS)
    assert answer.status_code == 200
    assert len(answer.data) <= 3_000


@pytest.fixture
def hands(store, open_table):
    """A table of eight after ten deals of a game with a script of its own."""
    names = ("Ana", "Bo", "Chi", "Dana", "Eli", "Fé", "Gil", "Hal")
    table = open_table("tamalou", names, limit=0)
    told = {"caller": "0", "hands": {str(seat): 3 + 4 * seat for seat in range(8)}}
    for number in range(1, 11):
        store.save_deal(table.id, number, told, revision=0, key=None, phone="")
    return table


def test_a_game_with_its_own_script_is_one_request_and_5_kb_more(hands, page, sent):
    page.goto("/tables/1", wait_until="networkidle")
    assert 10_000 < sum(sent) <= 45_000
    assert len([octets for octets in sent if octets]) <= 6


@pytest.mark.parametrize("path", PAGES)
def test_no_page_of_another_game_loads_it(table, client, path):
    assert "/games/" not in client.get(path).text


def test_the_sheet_and_the_preview_of_eight_are_light(hands, client):
    posted = {"caller": "0"} | {f"hands-{seat}": str(3 + seat) for seat in range(8)}
    answer = client.send("/tables/1/deals/11/preview", posted, headers=UNPACKS)
    assert answer.status_code == 200
    assert len(answer.data) <= 3_000
    assert len(client.get("/tables/1", headers=UNPACKS).data) <= 10_000


PLATEAU = ("/tables/1", "/rules/plateau", "/tables/1/deals/10/replay")


@pytest.fixture
def boards(store, open_table):
    """A table of six after ten deals that were told trick by trick, to the last one."""
    table = open_table("plateau", ("Ana", "Bo", "Chi", "Dana", "Eli", "Fé"))
    for number in range(1, 11):
        bid = {"declarer": str(number % 6), "partners": [], "objective": "six"}
        told = bid | {"tricks": every_trick(number)}
        store.save_deal(table.id, number, told, revision=0, key=None, phone="")
    return table


def every_trick(number: int) -> list[dict]:
    """Thirteen tricks that share out all spaces, otherwise in each deal."""
    names = [rank + suit for rank in "KQCJ" for suit in "HDCS"]
    names += ["A1", "A2", "A3", "A4", "A5", "A6", "A21", "EX"]
    sides = ("declarer", "defence")
    captured = [(2 * names)[2 * n + number :][:2] for n in range(12)]
    tricks = [
        {"won_by": sides[(n * n + number) % 5 % 2], "spaces": two} for n, two in enumerate(captured)
    ]
    return [*tricks, {"won_by": "defence", "spaces": []}]


@pytest.mark.parametrize("path", PLATEAU)
def test_boards_to_read_are_light(boards, client, page, sent, path):
    assert len(client.get(path, headers=UNPACKS).data) <= 10_000
    page.goto(path, wait_until="networkidle")
    assert 10_000 < sum(sent) <= 45_000
    assert len([octets for octets in sent if octets]) <= 6


def packed(*names: str) -> int:
    """What these static files weigh together, as they are sent."""
    files = Assets(STATIC).files
    return sum(len(files[name].packed or files[name].plain) for name in names)


@pytest.mark.parametrize("key", [file.stem for file in STATIC.glob("games/*.js")])
def test_what_one_game_has_of_its_own_weighs_at_most_6_kb(key):
    """Its script and its style. The script is sent with that of every sheet."""
    script, style = packed(f"games/{key}.js") - packed("sheet.js"), packed(f"games/{key}.css")
    assert 500 < script <= 5_000
    assert 1_000 < script + style <= 6_000


@pytest.mark.parametrize("name", [name for name in TOGETHER if name.endswith(".js")])
def test_our_own_script_of_a_page_weighs_at_most_5_kb(name):
    assert 1_000 < packed(name) <= 5_000


# What each rule of a style is for, those in others too.
MEANT = """(style) => {
    const meant = ({ cssRules = [], selectorText = "" }) =>
        [selectorText, ...[...cssRules].flatMap(meant)];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    return meant(sheet);
}"""


def test_what_is_taken_out_of_styles_leaves_their_rules_to_what_they_are_for(same_phone):
    styles = {name: file for name, file in Assets(STATIC).files.items() if name.endswith(".css")}
    assert len(styles) > 15
    for name, style in styles.items():
        parts = [STATIC / part for part in TOGETHER.get(name, [name])]
        meant = [one for part in parts for one in same_phone.evaluate(MEANT, part.read_text())[1:]]
        assert len(meant) > 3
        assert same_phone.evaluate(MEANT, style.plain.decode())[1:] == meant


@pytest.mark.parametrize("name", ["style.css", "new.css"])
def test_the_style_of_a_page_weighs_at_most_8_kb(name):
    assert 1_000 < packed(name) <= 8_000
