"""The wall of an evening: which pages it has, and what stands on them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import small_evening

from companion.store import DrawnTable, Where

WALL = "/evenings/1/wall"
NOTHING_YET = "Who sits where, and the standings, stand here once they are published."


def read(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def leaves(client, address: str = WALL) -> list[str]:
    """The pages of the wall as they are read, without the diamonds."""
    page = client.get(address).text
    found = re.split(r'<section class="leaf"[^>]*>', page)[1:]
    return [read(leaf.partition("<p class")[0]) for leaf in found]


def seen(client, address: str = WALL) -> list[int]:
    """Which pages are in sight."""
    page = client.get(address).text
    found = re.findall(r'<section class="leaf"( hidden)?>', page)
    return [number for number, hidden in enumerate(found, 1) if not hidden]


def test_all_standings_are_on_the_wall_together_first(client, store):
    small_evening.play(store)
    assert leaves(client) == [
        "All games together, up to position 2 "
        "1 Ana 93.8 2 Eve 50.0 3 Chi 43.8 4 Bo 25.0 4 Dana 25.0",
        "French Tarot, up to position 2 1 Ana +168 1 Chi +168 3 Eve −30 4 Dana −66 5 Bo −240",
        "Tamalou, up to position 2 1 Ana 0 2 Bo 7 3 Chi 12",
    ]


def test_one_page_is_in_sight_and_without_script_it_leads_to_the_next(client, store):
    small_evening.play(store)
    assert [seen(client, f"{WALL}?page={n}") for n in (1, 2, 3, 4)] == [[1], [2], [3], [1]]
    page = client.get(f"{WALL}?page=3").text
    assert f'<noscript><meta http-equiv="refresh" content="10; url={WALL}?page=1">' in page
    assert "<form" not in page
    assert "<button" not in page


def test_the_wall_shows_what_is_published_to_the_organiser_too(client, store):
    small_evening.play(store)
    store.change_evening(1, key=None, phone="", shown=1)
    assert [leaf.partition(",")[0] for leaf in leaves(client)] == ["French Tarot"]
    store.change_evening(1, key=None, phone="", shown=0)
    assert NOTHING_YET in client.get(WALL).text


def test_who_sits_where_is_shown_by_name_until_the_table_has_begun(client, store):
    player = small_evening.play(store)
    for number in (1, 2):
        store.close_position(1, number, phone="")
    bo, eve, ana, dana, chi = (player[one] for one in ("Bo", "Eve", "Ana", "Dana", "Chi"))
    store.keep_draw(
        1, 3, [DrawnTable(4, "tamalou", (bo, eve)), DrawnTable(5, "tamalou", (ana, dana))], [chi],
        key=None, phone="",
    )  # fmt: skip
    assert "Who sits where" not in leaves(client)[0]
    tables = store.publish(1, 3, key=None, phone="")
    assert leaves(client)[0] == (
        "Who sits where Ana table 5, seat 1 Bo table 4, seat 1 Chi sits out "
        "Dana table 5, seat 2 Eve table 4, seat 2"
    )
    small_evening.tell(store, tables[0], 1, {"caller": "0", "hands": {"0": 3, "1": 7}})
    assert "Ana table 5, seat 1 Chi sits out Dana table 5, seat 2" in leaves(client)[0]
    store.close_table(tables[1], key=None, phone="")
    assert "Who sits where" not in leaves(client)[0]
    store.reopen_table(tables[1], key=None, phone="")
    assert "Who sits where" in leaves(client)[0]
    store.keep_half(tables[1], 1, {"caller": "0"}, revision=0, key=None, phone="")
    assert "Who sits where" not in leaves(client)[0]


def test_a_position_that_nobody_closed_is_over_with_the_next_one(client, store):
    player = small_evening.play(store)
    drawn = [DrawnTable(4, "tamalou", (player["Bo"], player["Eve"]))]
    for number in (3, 4):
        store.keep_draw(1, number, drawn, [], key=None, phone="")
        store.publish(1, number, key=None, phone="")
        assert "Who sits where" in leaves(client)[0]
        assert client.get(WALL).text.count(f"Position {number}") == 1
    store.close_position(1, 4, phone="")
    assert "Who sits where" not in " ".join(leaves(client))


def test_what_has_ended_is_said_beside_the_standings(client, store):
    """Between two positions, and when all is over: the same standings stood there as before."""
    small_evening.play(store)

    def over() -> list[str]:
        return re.findall('<p class="over">([^<]*)', client.get(WALL).text)

    assert over() == []
    store.close_position(1, 2, phone="")
    assert over() == ["Position 2 · closed"]
    store.close_position(1, 2, False, phone="")
    assert over() == []
    store.change_evening(1, closed=True, key=None, phone="")
    assert over() == ["This evening is closed."]


def test_where_the_evening_is_closed_nobody_is_called_to_a_table(client, store):
    player = small_evening.play(store)
    drawn = [DrawnTable(4, "tamalou", (player["Bo"], player["Eve"]))]
    store.keep_draw(1, 3, drawn, [], key=None, phone="")
    store.publish(1, 3, key=None, phone="")
    assert "Who sits where" in leaves(client)[0]
    store.change_evening(1, closed=True, key=None, phone="")
    assert "Who sits where" not in " ".join(leaves(client))
    assert "Position 3" not in read(client.get(WALL).text)


def test_sixteen_rows_are_a_page(client, store):
    names = [f"Player {n:02}" for n in range(33)]
    store.open_evening("Friday", "2026-11-20", "", {"tamalou": {}}, key=None, phone="")
    store.check_in(1, names, "tamalou", key=None, phone="")
    ids = [one.player for one in store.attendances(1)]
    store.keep_draw(
        1, 1, [DrawnTable(n, "tamalou", tuple(ids[3 * n : 3 * n + 3])) for n in range(1, 11)], [],
        key=None, phone="",
    )  # fmt: skip
    store.publish(1, 1, key=None, phone="")
    page = client.get(WALL).text
    assert [leaf.count("<li") for leaf in page.split("<section")[1:]] == [16, 14]
    assert "Page 1 of 2" in page
    assert 'class="here"' in page


def test_a_long_name_stands_smaller(client, store):
    small_evening.play(store, ["Ana", "Marguerite-Alexa", "X" * 30, "太郎太郎太郎太郎", "Eve"])
    page = client.get(WALL).text
    assert '"name ">Ana' in page
    assert '"name long">Marguerite-Alexa' in page
    assert f'"name longest">{"X" * 30}' in page
    assert '"name long">太郎太郎太郎太郎' in page


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(20, "Position 2 ends at"), (-1, "Time is up: the deal begun is the last.")],
)
def test_the_clock_of_the_position_is_on_the_wall(client, store, minutes, said):
    small_evening.play(store)
    ends = datetime.now(UTC) + timedelta(minutes=minutes)
    put = "UPDATE positions SET ends_at = ? WHERE number = 2"
    store.db.execute(put, [ends.isoformat()])
    page = client.get(WALL).text
    clock = page.partition('<p class="clock">')[2].partition("</p>")[0]
    assert read(clock) == said + (f" {ends.astimezone():%H:%M}" if minutes > 0 else "")
    store.close_position(1, 2, phone="")
    assert "clock" not in client.get(WALL).text


def test_the_code_to_look_on_is_on_the_wall_and_no_other(client, store):
    small_evening.play(store)
    page = client.get(WALL).text
    assert store.link("watch", Where(None, 1)).shown_code in page
    assert store.link("organise", Where(None, 1)).text not in page
    assert 'class="qr"' in page


def test_its_version_changes_with_the_evening(client, store):
    small_evening.play(store)
    before = client.get("/evenings/1/version").text
    asks = f'data-asks="/evenings/1/version" data-version="{before}"'
    assert asks in client.get(WALL).text
    store.change_evening(1, key=None, phone="", shown=1)
    assert client.get("/evenings/1/version").text != before


def test_its_version_changes_when_the_clock_is_out(client, store, monkeypatch):
    small_evening.play(store)
    ends = store._clock() + timedelta(minutes=20)
    store.set_clock(1, 2, ends.isoformat(), key=None, phone="")
    before = client.get("/evenings/1/version").text
    monkeypatch.setattr(store, "_clock", lambda: ends - timedelta(seconds=1))
    assert client.get("/evenings/1/version").text == before
    monkeypatch.setattr(store, "_clock", lambda: ends)
    assert client.get("/evenings/1/version").text != before


def test_its_version_changes_with_the_link_that_it_shows(client, store):
    small_evening.play(store)
    before = client.get("/evenings/1/version").text
    where = Where(None, 1)
    store.renew_link("organise", where, but="", phone="")
    assert client.get("/evenings/1/version").text == before
    store.renew_link("watch", where, but="", phone="")
    assert client.get("/evenings/1/version").text != before


@pytest.mark.parametrize("how", ["renamed", "merged", "taken back"])
def test_its_version_changes_with_the_name_of_who_sits_out(client, store, how):
    asked = {"key": None, "phone": ""}
    small_evening.play(store)
    store.check_in(1, ["Zoe", "Zoé Martin"], "tarot", **asked)
    zoe, other = (store.player_called(name) for name in ("Zoe", "Zoé Martin"))
    if how == "taken back":
        store.rename_player(zoe, "Zoé", **asked)
    before = client.get("/evenings/1/version").text
    if how == "renamed":
        store.rename_player(zoe, "Zoé", **asked)
    elif how == "merged":
        store.merge(zoe, other, **asked)
    else:
        store.take_back_player(store.player_changes()[0].id, phone="")
    assert client.get("/evenings/1/version").text != before


def test_its_version_changes_with_the_name_of_who_sits_at_a_closed_sheet(client, store, open_table):
    """Taken in, so that nobody of it is on the list; Ana plays at a newer table somewhere else."""
    asked = {"key": None, "phone": ""}
    small_evening.play(store, ["Eve", "Fay", "Gil", "Hugo", "Ida"])
    taken_in = open_table().id
    store.take_in(taken_in, 1, **asked)
    store.close_table(taken_in, **asked)
    open_table("tamalou", ["Ana", "Kim"])
    before = client.get("/evenings/1/version").text
    store.rename_player(store.player_called("Ana"), "Anna", **asked)
    assert client.get("/evenings/1/version").text != before


def test_an_evening_without_a_table_has_a_wall(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    for page in ("", "?page=0", "?page=-7", "?page=x"):
        assert NOTHING_YET in client.get(WALL + page).text
