"""What phones ask for every other second, and what they get when something changed."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import small_evening

from companion.store import Opening
from companion.web import typists

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
UNPACKS = {"Accept-Encoding": "gzip"}
FORTY = 40


def tell(store, number, facts=GARDE, revision=0):
    store.save_deal(1, number, facts, revision=revision, key=None, phone="")


def since(client, version, **how):
    answer = client.get(f"/tables/1/live?since={version}", **how)
    assert answer.status_code == 200
    return answer


def deals(answer):
    """The deals in the list, by their numbers, and the one after which they stand."""
    after = re.search('data-after="([0-9]+)"', answer.text)[1]
    return [int(n) for n in re.findall('<li id="deal-([0-9]+)"', answer.text)], int(after)


@pytest.fixture
def table(store, open_table):
    """A table after forty deals."""
    table = open_table()
    for number in range(1, FORTY + 1):
        tell(store, number)
    return table


def test_the_version_is_the_newest_change_of_that_table(client, store, open_table):
    open_table()
    before = client.get("/tables/1/version").text
    assert client.get("/tables/1/version").text == before == str(store.table(1).version)
    open_table(names=["Eve", "Fay", "Gil"])
    assert client.get("/tables/1/version").text == before
    tell(store, 1)
    assert int(client.get("/tables/1/version").text) > int(before)


def test_a_closed_sheet_says_its_version_as_the_host_does_when_the_next_position_is_there(
    client, store
):
    """Else every phone that opens it would ask at once for what it has already."""
    small_evening.play(store)
    store.close_table(1, key=None, phone="")
    for page in ("/tables/1", "/tables/1/watch"):
        version = client.get("/tables/1/version").text
        assert re.search(r"\.2\.d\d+\.e\d+$", version)
        assert f'data-version="{version}"' in client.get(page).text


def test_a_sheet_says_its_version_whatever_follows_that_it_does_not_show(client, store, open_table):
    """Games were begun from it at which others sat down: nobody goes along."""
    here = open_table()
    pages = (f"/tables/{here.id}", f"/tables/{here.id}/watch")
    for names in ([], ["Eve", "Fay", "Gil"], ["Ida", "Jo", "Kim"]):
        if names:
            store.open_table(Opening("tarot", names, again_of=here.id), key=None, phone="")
        version = client.get(f"/tables/{here.id}/version").text
        for page in pages:
            assert f'data-version="{version}"' in client.get(page).text


def test_where_there_is_no_table_there_is_no_version(client):
    assert client.get("/tables/7/version").status_code == 404


@pytest.mark.parametrize("path", ["/tables/1/version", "/tables/1/live"])
def test_what_is_asked_all_the_time_knows_nobody(app, open_table, path):
    open_table()
    answer = app.test_client().get(path)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "csrf_token" not in answer.text


def test_one_more_deal_travels_alone(client, store, table):
    version = store.table(1).version
    tell(store, FORTY + 1)
    assert deals(since(client, version)) == ([FORTY + 1], FORTY)


@pytest.mark.parametrize("path", ["", "/watch"])
def test_a_deal_that_alone_looks_different_is_read_aloud_in_one_sentence(
    client, store, open_table, path
):
    open_table()
    spoken = re.compile('<p id="aloud">(.*?)</p>')
    said = []
    for number, facts in enumerate((GARDE, {"passed": True}, GARDE), 1):
        version = store.version(1)
        tell(store, number, facts)
        said += spoken.findall(client.get(f"/tables/1{path}/live?since={version}").text)
    deal = "Ana, garde, 49 with two oudlers: made by 8, +198"
    assert said == [f"Deal 1: {deal}", "All passed", f"Deal 2: {deal}"]


def test_the_last_deal_put_right_is_read_aloud_anew(client, store, open_table):
    open_table()
    tell(store, 1)
    version = store.version(1)
    tell(store, 1, GARDE | {"oudlers": 3}, revision=1)
    answer = client.get(f"/tables/1/live?since={version}").text
    assert '<p id="aloud">Deal 1: Ana, garde, 49 with three oudlers: made by 13, +228' in answer
    there = client.get(f"/tables/1/live?since={version}", headers={"Accept-Language": "ja"})
    assert '<p id="aloud">第1局：Ana、ガルド、ウドラー3枚で49点、+13で成功、+228' in there.text


NOW = {"key": None, "phone": "this one"}
CHANGED, TOLD = "This sheet was changed meanwhile", "This deal was told meanwhile"


def test_who_types_hears_what_happened_meanwhile_and_of_no_other_phone(client, store, open_table):
    """Both may be tabs of the same phone, which are asked about in the same way."""
    open_table()
    heard = []
    for change in (
        lambda: store.agree_table(1, {"rules": {"preset": "fft"}}, **NOW),
        lambda: store.keep_half(1, 1, {"declarer": "0", "contract": "garde"}, revision=0, **NOW),
        lambda: tell(store, 1, revision=1),
        lambda: tell(store, 2),
        lambda: tell(store, 1, GARDE | {"oudlers": 3}, revision=2),
        lambda: store.describe_table(1, {"title": "The last one"}, **NOW),
    ):
        version = store.version(1)
        change()
        heard += re.findall('<p id="meanwhile">(.*?)</p>', since(client, version).text)
    assert heard == [CHANGED, TOLD, TOLD, TOLD, CHANGED, CHANGED]
    assert "meanwhile</p>" not in client.get("/tables/1").text  # nothing yet


def test_what_is_no_news_of_the_last_deal_is_not_read_aloud(client, store, open_table):
    open_table()
    for number in (1, 2):
        tell(store, number)
    how = {"key": None, "phone": ""}
    for change in (
        lambda: tell(store, 1, GARDE | {"oudlers": 3}, revision=1),
        lambda: store.judge(1, 2, "confirmed", revision=1, **how),
        lambda: store.delete_deal(1, 2, revision=1, **how),
        lambda: store.call(1, True, **how),
        lambda: store.describe_table(1, {"title": "The last one"}, **how),
        lambda: store.close_table(1, **how),
    ):
        version = store.version(1)
        change()
        assert store.version(1) > version
        assert 'id="aloud"' not in client.get(f"/tables/1/live?since={version}").text


def test_a_correction_brings_all_deals_from_there_on(client, store, table):
    version = store.table(1).version
    tell(store, 38, {**GARDE, "card_points": 51}, revision=1)
    assert deals(since(client, version)) == ([40, 39, 38], 37)


def test_a_deleted_deal_renumbers_those_after_it(client, store, table):
    version = store.table(1).version
    store.delete_deal(1, 38, revision=1, key=None, phone="")
    assert deals(since(client, version)) == ([40, 39, 37, 36, 35], 34)  # as many as a sheet lists
    store.undo(1, key=None, phone="")
    assert deals(since(client, version)) == ([40, 39, 38], 37)


def test_of_a_deleted_table_no_deal_is_corrected_from_what_changed_either(client, store, table):
    version = store.table(1).version
    store.delete_table(1, key=None, phone="")
    answer = since(client, version)
    assert deals(answer)[0][0] == FORTY
    assert "/deals/40" not in answer.text


def test_a_name_brings_everything(client, store, table):
    version = store.table(1).version
    store.rename(1, 0, "Anna", key=None, phone="")
    found, after = deals(since(client, version))
    assert (len(found), after) == (FORTY, 0)


@pytest.mark.parametrize("version", ["", "x", "-1", f"-{2**63 + 1}", f"{2**63}.1"])
def test_what_is_no_version_brings_everything(client, table, version):
    found, after = deals(since(client, version))
    assert (len(found), after) == (FORTY, 0)


def test_a_version_that_is_lost_brings_everything(client, store, table):
    """A copy of before it was restored: what the phone lists was told otherwise, or never."""
    found, after = deals(since(client, store.table(1).version + 1))
    assert (len(found), after) == (FORTY, 0)
    assert deals(since(client, store.table(1).version)) == ([], FORTY)


def test_a_bid_stands_before_the_deals(client, store, table):
    version = store.table(1).version
    bid = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, FORTY + 1, bid, revision=0, key=None, phone="")
    answer = since(client, version)
    assert deals(answer) == ([], FORTY)
    assert '<li id="deal-half">' in answer.text


def test_totals_marks_and_what_undo_takes_back_come_along(client, store, table):
    version = store.table(1).version
    tell(store, FORTY + 1)
    text = since(client, version).text
    assert '<p id="total-0">+8,118</p>' in text
    assert '<p id="total-1">−2,706</p>' in text
    assert f'data-undo="{store.can_undo(1).id}"' in text
    assert 'data-redo=""' in text
    assert f'data-number="{FORTY + 2}"' in text


def test_an_update_after_a_deal_weighs_at_most_3_kb(client, store, table):
    version = store.table(1).version
    tell(store, FORTY + 1)
    assert len(since(client, version, headers=UNPACKS).data) <= 3_000


def test_an_unchanged_table_weighs_next_to_nothing(client, open_table):
    open_table()
    answer = client.get("/tables/1/version", headers=UNPACKS)
    head = sum(len(name) + len(value) + 4 for name, value in answer.headers)
    assert len(answer.data) + head < 900


def test_it_is_drawn_once_for_all_phones(app, store, table, monkeypatch):
    version = store.table(1).version
    tell(store, FORTY + 1)
    first = since(app.test_client(), version).data
    monkeypatch.setattr("companion.web.live._changed", None)
    assert since(app.test_client(), version).data == first


def test_phones_that_ask_at_once_wait_for_one_drawing(app, store, table, monkeypatch):
    drawn = []

    def draw(shown):
        drawn.append(shown.table.version)
        time.sleep(0.2)  # the others ask meanwhile
        return "drawn"

    version = store.table(1).version
    monkeypatch.setattr("companion.web.live._changed", draw)
    with ThreadPoolExecutor(8) as phones:
        answers = phones.map(lambda n: since(app.test_client(), version).text, range(8))
    assert (set(answers), drawn) == ({"drawn"}, [version])


def types(phone, number=1, **touched):
    """Touches the form of a deal; what the phone knows itself by."""
    answer = phone.send(f"/tables/1/deals/{number}/preview", {"take": "0-garde", **touched})
    return re.search('data-me="([0-9a-f]{8})"', answer.text)[1]


def test_who_types_is_told_with_the_version_for_a_while(
    app, client, store, open_table, monkeypatch
):
    version = str(open_table().version)
    other = app.test_client()
    client.send("/settings", {"name": "Ana’s phone"})
    mine, theirs = types(client), types(other)
    assert mine != theirs
    lines = client.get("/tables/1/version").text.split("\n")
    assert lines == [version, f"{mine} 1 Ana’s phone", f"{theirs} 1 another phone"]
    later = typists.clock() + typists.LASTS + 1
    monkeypatch.setattr(typists, "clock", lambda: later)
    assert client.get("/tables/1/version").text == version


@pytest.mark.parametrize("where", ["", "/half"])
def test_who_has_saved_types_no_longer(app, client, open_table, where):
    open_table()
    types(client)
    theirs = types(app.test_client())
    client.send(f"/tables/1/deals/1{where}", {"take": "0-garde", "oudlers": "2", "points": "49"})
    _newest, *typists = client.get("/tables/1/version").text.split("\n")
    assert [one[:8] for one in typists] == [theirs]


@pytest.mark.parametrize("path", ["/tables/1", "/tables/1/deals/1"])
def test_who_loads_the_form_anew_types_no_longer(app, client, open_table, path):
    """The page does not know any more under which name it typed, and would call itself another
    phone."""
    version = str(open_table().version)
    types(client)
    client.get(path)
    assert client.get("/tables/1/version").text == version


def test_who_gets_the_form_at_hand_beside_its_own_typing_knows_itself_by_it(client, open_table):
    """A deal that waited on this phone was taken, and the next one is already being typed there."""
    open_table()
    assert f'data-me="{types(client)}"' in client.get("/tables/1/live/1").text


@pytest.mark.parametrize("where", ["", "/half", "/half/touch"])
def test_who_is_refused_knows_itself_by_the_page_that_says_why(client, open_table, where):
    open_table("plateau")
    bid = {"bid-player": "0", "bid-talon": "exchange", "bid-objective": "bridge"}
    mine = types(client, **bid)
    answer = client.send(f"/tables/1/deals/1{where}", bid | {"touch": "bid-0"})
    assert answer.status_code == 422
    assert f'data-me="{mine}"' in answer.text


def test_one_more_may_begin_to_type_while_the_others_are_told(app, client, open_table, monkeypatch):
    open_table()
    types(client)
    now, found = typists.clock(), app.extensions["typists"][1]

    def clock():
        found[f"another {len(found)}"] = typists.Typist(1, now)
        return now

    monkeypatch.setattr(typists, "clock", clock)
    assert client.get("/tables/1/version").status_code == 200


def test_the_name_of_a_phone_is_one_line(app, client, open_table):
    open_table()
    client.send("/settings", {"name": "Ana\r\nabc 1 the host"})
    client.send("/tables/1/deals/1/preview", {"take": "0-garde"})
    _newest, *typists = client.get("/tables/1/version").text.split("\n")
    assert [one.partition(" ")[2] for one in typists] == ["1 Ana abc 1 the host"]


def test_typing_at_another_table_is_no_news(app, client, open_table):
    open_table()
    open_table()
    types(client)
    assert "\n" not in client.get("/tables/2/version").text


def test_a_result_taken_back_to_its_bid_leaves_room_for_an_older_deal(client, store, open_table):
    """The sheet lists the newest five: of these the sixth is begun again, and the first comes."""
    open_table()
    for number in range(1, 6):
        tell(store, number)
    bid = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 6, bid, revision=0, key=None, phone="")
    tell(store, 6, revision=1)
    version = store.table(1).version
    store.undo(1, key=None, phone="")
    assert deals(since(client, version)) == ([5, 4, 3, 2, 1], 0)


def test_the_name_of_a_finished_table_comes_along(client, store, open_table):
    open_table(deals=1)
    tell(store, 1)
    version = store.table(1).version
    store.describe_table(1, {"title": "Final"}, key=None, phone="")
    assert '<p id="called">Final</p>' in since(client, version).text


def test_the_form_of_a_deal_that_is_told_is_no_form_of_the_one_at_hand(client, store, open_table):
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    assert client.get("/tables/1/live/1").text == ""
    assert client.get("/tables/1/live/2").text != ""
