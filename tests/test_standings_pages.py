"""The standings of an evening on its page and as CSV, what is adjusted, a player's own evening."""

from __future__ import annotations

import re
from functools import partial

import forms
import pytest
import small_evening
from phones import Stranger

from companion.store import NotThere, Opening, Where, standings
from companion.web import ranked

PAGE = "/evenings/1/standings"


@pytest.fixture
def player(store) -> dict[str, int]:
    """The numbers of the players of the small evening."""
    return small_evening.play(store)


@pytest.fixture
def watcher(app, store, player) -> Stranger:
    """A phone that may only look on at the evening."""
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    return phone


def table(page: str) -> list[str]:
    """The rows of the first table of a page, as they are read."""
    page = re.sub(r'<small class="narrow">.*?</small>', "", page)  # the deals, said once more
    rows = re.findall(r"<tr.*?</tr>", page, re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]


def test_together_is_the_mean_over_the_tables_and_ties_share_a_rank(client, player):
    assert table(client.get(PAGE).text) == [
        "Rank Player Pos. 1 Pos. 2 Played Tables of 100",
        "1 Ana 87.5 100.0 4 2 93.8",
        "2 Eve 50.0 – 2 1 50.0",
        "3 Chi 87.5 0.0 4 2 43.8",
        "4 Bo 0.0 50.0 4 2 25.0",
        "4 Dana 25.0 – 1 1 25.0",
    ]


def test_of_one_game_the_totals_are_summed_by_person(client, player):
    assert table(client.get(f"{PAGE}?game=tarot").text)[1:] == [
        "1 Ana +168 – 3 1 +168",
        "1 Chi +168 – 3 1 +168",
        "3 Eve −30 – 2 1 −30",
        "4 Dana −66 – 1 1 −66",
        "5 Bo −240 – 3 1 −240",
    ]


def test_the_lowest_is_first_where_the_game_says_so(client, store, player):
    page = client.get(f"{PAGE}?game=tamalou").text
    assert table(page)[1:] == ["1 Ana – 0 1 1 0", "2 Bo – 7 1 1 7", "3 Chi – 12 1 1 12"]
    assert "The lowest total is first." in page
    uneven = "Not everybody has played the same number of deals."
    assert uneven not in page
    two = Opening(game="tamalou", names=["Ana", "Bo"])
    there = store.open_there(1, two, elsewhere=True, key=None, phone="")
    small_evening.tell(store, there, 1, {"caller": "0", "hands": {"0": 3, "1": 10}})
    page = client.get(f"{PAGE}?game=tamalou").text
    assert table(page)[1:] == ["1 Ana – 0 2 2 0", "2 Chi – 12 1 1 12", "3 Bo – 17 2 2 17"]
    assert uneven in page


def test_a_half_told_deal_does_not_count(client, store, player):
    before = table(client.get(PAGE).text)
    facts = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 4, facts, revision=0, key=None, phone="")
    assert table(client.get(PAGE).text) == before


def test_a_table_without_a_deal_and_a_deleted_one_do_not_count(client, store, player):
    before = table(client.get(PAGE).text)
    small_evening.seated(store, 3, "tarot", [player[name] for name in ("Ana", "Bo", "Chi")])
    assert table(client.get(PAGE).text) == before
    store.delete_table(2, key=None, phone="")
    assert table(client.get(PAGE).text)[1] == "1 Ana +168 3 1 +168"


def test_a_sheet_of_which_only_the_totals_are_known_counts_them_and_no_deal(client, store, player):
    names = ["Ana", "Bo", "Chi", "Zoe"]
    paper = store.open_table(Opening("tarot", names, start=[60, -40, -20, 0]), key=None, phone="")
    before = table(client.get(f"{PAGE}?game=tarot").text)
    store.db.execute("UPDATE tables SET evening_id = 1, position = 3 WHERE id = ?", [paper.id])
    sheet = partial(store.close_table, paper.id), partial(store.reopen_table, paper.id)
    evening = [partial(store.change_evening, 1, closed=closed) for closed in (True, False)]
    for close, reopen in (sheet, evening):
        assert table(client.get(f"{PAGE}?game=tarot").text) == before  # they may be played on
        close(key=None, phone="")
        assert table(client.get(f"{PAGE}?game=tarot").text)[1:5] == [
            "1 Ana +168 – +30 3 2 +198",
            "2 Chi +168 – −10 3 2 +158",
            "3 Zoe – – 0 0 1 0",
            "4 Eve −30 – – 2 1 −30",
        ]
        reopen(key=None, phone="")


def test_a_table_that_goes_on_from_another_one_counts_nothing_before_its_first_deal(
    client, store, player
):
    def shown() -> tuple[list[str], str, int]:
        players = client.get("/evenings/1/players.csv").text
        return table(client.get(f"{PAGE}?game=tarot").text), players, len(store.parts_with(zoe))

    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    zoe = next(one.player for one in store.attendances(1) if one.name == "Zoe")
    before = shown()
    names, start = ["Ana", "Bo", "Chi", "Eve", "Zoe"], [336, -480, 336, -192, 0]
    opening = Opening(game="tarot", names=names, start=start, goes_on=1)
    on = store.open_there(1, opening, elsewhere=True, key=None, phone="")
    assert shown() == before
    store.save_deal(on, 1, {"passed": True}, revision=0, key=None, phone="")
    assert shown() == before
    small_evening.tell(store, on, 2, small_evening.TAROT[0] | {"partner": None})
    assert table(client.get(f"{PAGE}?game=tarot").text)[1] == "1 Ana +168 +264 4 2 +432"
    store.undo(on, key=None, phone="")
    assert shown() == before
    small_evening.tell(store, 1, 4, small_evening.TAROT[0])  # and whatever is told there since
    assert table(client.get(f"{PAGE}?game=tarot").text)[1] == "1 Ana +366 – 4 1 +366"
    store.delete_table(1, key=None, phone="")
    assert table(client.get(f"{PAGE}?game=tarot").text)[1] == "1 Ana 0 1 1 0"
    store.close_table(on, key=None, phone="")  # nobody plays on: its totals are known
    assert table(client.get(f"{PAGE}?game=tarot").text)[1] == "1 Ana +168 0 1 +168"


def test_a_table_opened_wrongly_in_between_and_deleted_changes_nothing(client, store, player):
    before = table(client.get(f"{PAGE}?game=tarot").text)
    names, start = ["Ana", "Bo", "Chi", "Eve"], [336, -480, 336, -192]
    on = 1
    for _ in range(2):
        wrongly = on
        opening = Opening(game="tarot", names=names, start=start, goes_on=on)
        on = store.open_there(1, opening, elsewhere=True, key=None, phone="")
    store.delete_table(wrongly, key=None, phone="")
    assert table(client.get(f"{PAGE}?game=tarot").text) == before


def test_who_was_merged_into_somebody_is_that_one(client, store, player):
    with store.writing(None, "") as writing:
        put = "UPDATE players SET merged_into = ? WHERE id = ?"
        writing.db.execute(put, [player["Dana"], player["Eve"]])
    assert table(client.get(f"{PAGE}?game=tarot").text)[3] == "3 Dana −96 – 3 1 −96"


def test_what_no_draw_opened_is_a_column_of_its_own(client, store, player):
    store.db.execute("UPDATE tables SET position = NULL, place = NULL WHERE id = 2")
    page = table(client.get(f"{PAGE}?game=tamalou").text)
    assert page[:2] == ["Rank Player Others Pos. 1 Played Tables Total", "1 Ana 0 – 1 1 0"]


def test_what_the_others_see_is_asked_again_where_another_phone_chose_otherwise(
    client, store, player
):
    page = client.get(PAGE)
    store.change_evening(1, shown=0, key=None, phone="")
    answer = forms.form(page, "/standings").send(client, shown="1")
    assert (answer.status_code, "Another phone was faster" in answer.text) == (422, True)
    assert store.evening(1).shown == 0
    assert forms.form(page, "/standings").send(client, shown="0").status_code == 303  # the same
    assert forms.form(answer, "/standings").send(client, shown="1").status_code == 303
    assert store.evening(1).shown == 1


def test_who_looks_on_sees_what_is_published(client, watcher):
    assert "1 Ana 87.5 100.0 4 2 93.8" in table(watcher.get(PAGE).text)
    client.send(PAGE, {"shown": "1"})
    assert table(watcher.get(PAGE).text)[1] == "1 Ana +168 3 1 +168"
    assert table(watcher.get(f"{PAGE}?game=tamalou").text)[1] == "1 Ana +168 3 1 +168"
    client.send(PAGE, {"shown": "0"})
    assert table(watcher.get(PAGE).text) == []
    assert "The organiser shows the standings later." in watcher.get(PAGE).text
    assert "93" not in watcher.get("/evenings/1/standings.csv").text
    assert "of 5" not in watcher.get("/evenings/1/players/1").text
    client.send(PAGE, {"shown": "live"})
    assert "1 Ana 87.5 100.0 4 2 93.8" in table(watcher.get(PAGE).text)


def test_who_looks_on_reads_up_to_where_the_standings_go(client, watcher):
    client.send(PAGE, {"shown": "1"})
    for page in ("/evenings/1", PAGE):
        assert "French Tarot, up to position 1" in forms.texts(watcher.get(page))
        assert "French Tarot, up to position 1" not in forms.texts(client.get(page))


def test_only_a_position_that_was_published_can_be_the_last_that_others_see(client, store, player):
    store.keep_draw(1, 3, [], [], key=None, phone="")
    page = client.get(PAGE).text
    assert "up to position 2" in page
    assert "up to position 3" not in page


def test_the_organiser_sees_both(client, player):
    client.send(PAGE, {"shown": "1"})
    assert table(client.get(PAGE).text)[1] == "1 Ana 87.5 100.0 4 2 93.8"
    assert table(client.get(f"{PAGE}?published=1").text)[1] == "1 Ana +168 3 1 +168"


@pytest.mark.parametrize("said", ["", "-1", "0x", "1.0", "¹", "1" * 5000, None])
def test_who_does_not_say_up_to_where_shows_nothing_more(client, store, player, said):
    client.send(PAGE, {"shown": "0"})
    assert client.send(PAGE, {} if said is None else {"shown": said}).status_code == 400
    assert store.evening(1).shown == 0


def test_a_far_position_shows_all(client, store, player):
    client.send(PAGE, {"shown": "1" * 40})
    assert store.evening(1).shown == 1000


def test_an_evening_without_a_deal_says_so(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    assert "No deal yet." in client.get(PAGE).text
    assert client.get("/evenings/1/standings.csv").text == "rank,player,total,deals,tables\r\n"


PLAIN = """\
rank,player,total,deals,tables,1,2
1,Ana,93.8,4,2,87.5,100.0
2,Eve,50.0,2,1,50.0,
3,Chi,43.8,4,2,87.5,0.0
4,Bo,25.0,4,2,0.0,50.0
4,Dana,25.0,1,1,25.0,
"""
ADJUSTED = """\
\ufeffrank;player;total;deals;tables;1;2;adjustment;reason
1;Ana;168;3;1;168;;;
2;Chi;168;3;1;168;;-9,5;"'=late; cards seen"
3;Eve;-30;2;1;-30;;;
4;Dana;-66;1;1;-66;;;
5;Bo;-240;3;1;-240;;;
"""


def test_the_csv_is_as_the_formats_say(client, player):
    answer = client.get("/evenings/1/standings.csv")
    assert answer.get_data().decode() == PLAIN.replace("\n", "\r\n")
    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="Friday All games together.csv"'
    )


def test_in_the_csv_adjustments_stand_apart_and_text_is_guarded(client, store, player):
    given = {"key": None, "phone": ""}
    store.adjust(1, player["Chi"], "tarot", -20, "=late", **given)
    store.adjust(1, player["Chi"], "tarot", 1, "cards seen", **given)
    answer = client.get("/evenings/1/standings.csv?game=tarot&profile=excel-fr")
    # Two halves are a point: −20 and +1 of them are −9.5.
    assert answer.get_data().decode() == ADJUSTED.replace("\n", "\r\n")


def adjust(client, player: int, **fields):
    page = client.get(f"/evenings/1/players/{player}")
    return forms.form(page, "/adjustments").send(client, **fields)


def test_an_adjustment_moves_the_rank_and_stands_apart(client, player):
    told = {"game": "tarot", "sign": "less", "points": "10", "reason": "Came late"}
    assert adjust(client, player["Chi"], **told).status_code == 303
    page = client.get(f"{PAGE}?game=tarot").text
    assert table(page)[1:3] == ["1 Ana +168 – 3 1 +168", "2 Chi +168 – 3 1 +158 +168 −10"]
    assert "Came late" in page
    assert table(client.get(PAGE).text)[1] == "1 Ana 87.5 100.0 4 2 93.8"


def test_an_adjustment_of_all_games_together_is_of_its_figure(client, player):
    told = {"game": "together", "sign": "more", "points": "0,5", "reason": "Brought cake"}
    assert adjust(client, player["Dana"], **told).status_code == 303
    assert table(client.get(PAGE).text)[4:] == [
        "4 Dana 25.0 – 1 1 25.5 25.0 +0.5",
        "5 Bo 0.0 50.0 4 2 25.0",
    ]


def test_where_one_game_alone_is_played_nobody_is_asked_which(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    assert adjust(client, 1, sign="less", points="10", reason="Late").status_code == 303
    assert [(one.game, one.points) for one in store.adjustments([1])] == [("tarot", -20)]


def test_what_is_played_besides_the_games_of_the_evening_is_adjusted_too(client, store, player):
    """A table of another game was taken into it."""
    store.db.execute("UPDATE evenings SET games = ?", ['{"tarot": {}}'])
    told = {"game": "tamalou", "sign": "more", "points": "10", "reason": "Cards seen"}
    assert adjust(client, player["Chi"], **told).status_code == 303
    assert "Cards seen" in client.get(f"{PAGE}?game=tamalou").text
    assert adjust(client, player["Chi"], **told | {"game": "plateau"}).status_code == 422


def test_points_are_adjusted_in_a_game_that_the_player_has_played_or_is_checked_in_for(
    client, store, player
):
    """Dana and Eve played French Tarot alone; Eve is to play Tamalou."""
    store.attend(1, player["Eve"], game="tamalou", phone="")
    both = ["tarot", "tamalou", "together"]
    offered = {"Chi": both, "Eve": both, "Dana": ["tarot", "together"]}
    told = {"game": "tamalou", "sign": "more", "points": "5", "reason": "Cards seen"}
    for name, games in offered.items():
        page = client.get(f"/evenings/1/players/{player[name]}")
        asked = forms.form(page, "/adjustments")
        assert (asked.choices["game"], "game" in asked.fields) == (games, False)
        answer = asked.send(client, **told)
        assert answer.status_code == (303 if games == both else 422)
    assert "say in which game" in answer.text.casefold()
    assert [one.name for one in store.adjustments([1])] == ["Chi", "Eve"]


def test_an_adjustment_is_taken_back_and_brought_back(client, store, player, watcher):
    store.adjust(1, player["Chi"], "tarot", -20, "Came late", key=None, phone="")
    at = f"{PAGE}?game=tarot"
    client.send("/evenings/1/adjustments/1", {"back": "1"})
    assert table(client.get(at).text)[2] == "1 Chi +168 – 3 1 +168"
    assert "Came late" in client.get(at).text
    assert "Came late" not in watcher.get(at).text
    client.send("/evenings/1/adjustments/1", {"back": "0"})
    assert table(client.get(at).text)[2] == "2 Chi +168 – 3 1 +158 +168 −10"
    assert "Came late" in watcher.get(at).text
    assert client.send("/evenings/1/adjustments/9", {"back": "1"}).status_code == 404


def test_what_was_adjusted_stands_on_the_players_page_and_is_taken_back_there(
    client, store, player, watcher
):
    page = f"/evenings/1/players/{player['Chi']}"
    told = {"game": "tamalou", "sign": "less", "points": "20", "reason": "Came late"}
    assert adjust(client, player["Chi"], **told).location == f"{page}#adjusted"
    store.adjust(1, player["Bo"], "tarot", -20, "Another’s", key=None, phone="")
    shown = client.get(page)
    assert "<h1>Chi</h1>" in shown.text
    assert "Tamalou −20 Came late Take back" in forms.texts(shown)
    assert "Another’s" not in shown.text
    assert "Tamalou −20 Came late" in forms.texts(watcher.get(page))
    back = forms.form(shown, "/adjustments/1").send(client, back="1")
    assert back.location == f"{page}#adjusted"
    assert "Came late · taken back Bring back" in forms.texts(client.get(page))
    assert "Came late" not in watcher.get(page).text


def test_others_see_no_adjustment_before_the_standings_are_shown(client, store, player, watcher):
    store.adjust(1, player["Chi"], "tarot", -20, "Left early", key=None, phone="")
    client.send(PAGE, {"shown": "0"})
    page = f"/evenings/1/players/{player['Chi']}"
    assert "Left early" in client.get(page).text
    assert "Left early" not in watcher.get(page).text


def test_what_is_adjusted_before_the_first_deal_is_seen(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    adjust(client, 1, game="tarot", sign="less", points="9", reason="Late")
    assert "French Tarot −9 Late" in forms.texts(client.get("/evenings/1/players/1"))


def test_each_change_of_an_adjustment_is_another_version(store, player):
    versions = [store.evening_version(1)]
    store.adjust(1, player["Chi"], "tarot", -20, "Came late", key=None, phone="")
    versions.append(store.evening_version(1))
    store.take_back_adjustment(1, 1, True, phone="")
    versions.append(store.evening_version(1))
    assert len(set(versions)) == 3
    with pytest.raises(NotThere):
        store.take_back_adjustment(2, 1, True, phone="")


@pytest.mark.parametrize("steps", [[False], [True, True], [True, False, False]])
def test_an_adjustment_that_is_taken_back_or_counts_already_stays_as_it_is(store, player, steps):
    """A button was touched twice."""
    store.adjust(1, player["Ana"], "tarot", -20, "Late", key=None, phone="")
    for back in steps[:-1]:
        store.take_back_adjustment(1, 1, back, phone="")
    version = store.evening_version(1)
    store.take_back_adjustment(1, 1, steps[-1], phone="")
    assert store.evening_version(1) == version


def test_a_form_that_comes_twice_adjusts_once(client, store, player):
    fields = {"game": "tarot", "sign": "less", "points": "10", "reason": "Late", "key": "once"}
    for _ in range(2):
        client.send(f"/evenings/1/players/{player['Chi']}/adjustments", fields)
    assert [one.points for one in store.adjustments([1])] == [-20]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "x"}, "Say in which game"),
        ({"sign": ""}, "Say whether points are given or taken"),
        ({"points": "0"}, "A number of points is needed"),
        ({"points": "1e9"}, "A number of points is needed"),
        ({"points": "2.3"}, "A number of points is needed"),
        ({"points": "-5"}, "A number of points is needed"),
        ({"reason": " "}, "A reason is needed"),
    ],
)
def test_what_cannot_be_adjusted_is_refused_and_what_was_typed_stays(
    client, store, player, wrong, said
):
    fields = {"game": "tarot", "sign": "less", "points": "10½", "reason": "Café"} | wrong
    answer = client.send(f"/evenings/1/players/{player['Chi']}/adjustments", fields)
    assert answer.status_code == 422
    assert said.casefold() in answer.text.casefold()
    assert store.adjustments([1]) == []


@pytest.mark.parametrize(
    ("typed", "halves"), [("10½", 21), ("10,5", 21), ("１０，５", 21), (".5", 1)]
)
def test_points_are_adjusted_as_people_type_them(client, store, player, typed, halves):
    fields = {"game": "tarot", "sign": "more", "points": typed, "reason": "Café"}
    answer = client.send(f"/evenings/1/players/{player['Chi']}/adjustments", fields)
    assert (answer.status_code, [one.points for one in store.adjustments([1])]) == (303, [halves])


def test_who_looks_on_adjusts_nothing(watcher, store, player):
    assert "/adjustments" not in watcher.get(f"/evenings/1/players/{player['Chi']}").text
    assert watcher.send(PAGE, {"shown": "0"}).status_code == 403
    assert store.evening(1).shown is None


def test_a_players_evening_has_tables_deals_roles_and_ranks(client, player):
    answer = client.get(f"/evenings/1/players/{player['Chi']}")
    assert table(answer.text)[1:] == [
        "1 Table 1 French Tarot · 3 deals · 1 × declarer · 2 × defence 1 / 5 +168",
        "2 Table 1 Tamalou · 1 deal 3 / 3 12",
    ]
    asked = {"Accept-Language": "ja"}
    japanese = client.get(f"/evenings/1/players/{player['Chi']}", headers=asked)
    assert "攻撃者1回 · 守備2回" in table(japanese.text)[1]
    read = forms.texts(answer)
    assert "All games together 3 of 5 43.8" in read
    assert "French Tarot 1 of 5 +168" in read
    assert "Tamalou 3 of 3 12" in read


def test_a_substitute_has_the_deals_since_and_who_left_those_before(client, player):
    pages = [
        table(client.get(f"/evenings/1/players/{player[one]}").text) for one in ("Eve", "Dana")
    ]
    assert pages[0][1:] == ["1 Table 1 French Tarot · 2 deals · 2 × defence 3 / 5 −30"]
    assert pages[1][1:] == ["1 Table 1 French Tarot · 1 deal · 1 × defence 4 / 5 −66"]


def test_who_was_not_there_has_no_page(client, player):
    assert client.get("/evenings/1/players/99").status_code == 404


@pytest.mark.parametrize(
    "name", ["X" * 30, "マルグリット・アレクサンドリン・ルフェーブル", "<b>'\"&"]
)
def test_any_name_stands_in_the_standings(client, store, name):
    small_evening.play(store, [name, "Bo", "Chi", "Dana", "Eve"])
    for page in (PAGE, "/evenings/1/players/1"):
        assert name in forms.texts(client.get(page))


@pytest.mark.parametrize("page", [PAGE, "/evenings/1/wall", "/evenings/1/players/1"])
def test_a_page_takes_as_many_statements_for_one_table_as_for_many(client, store, player, page):
    def statements() -> int:
        asked: list[str] = []
        store.db.conn.set_trace_callback(asked.append)
        client.get(page)
        store.db.conn.set_trace_callback(None)
        return len(asked)

    client.get(page)
    small_evening.seated(store, 3, "tarot", list(player.values())[:4])
    before = statements()
    for position in range(4, 9):
        small_evening.seated(store, position, "tarot", list(player.values())[:4])
        small_evening.tell(store, position, 1, small_evening.TAROT[0])
    assert statements() == before


def test_no_statement_reads_a_whole_table(store, player):
    asked = {"evening_id": 1, "player": 1}
    for sql, values in (
        (standings.PARTS, ["[1]"]),
        (standings.ADJUSTMENTS, ["[1]"]),
        (standings.ROLES, asked),
        (standings.EXTREMES.format("max"), {"evening_id": 1, "upto": 2}),
        (standings.HAD, {"evening_id": 1, "upto": 2, "had": '{"tarot": 198}'}),
    ):
        plan = [row[3] for row in store.db.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
        scanned = [step for step in plan if step.startswith("SCAN") and "json_each" not in step]
        assert scanned == [], sql


def test_who_was_merged_is_led_to_who_they_are_now(client, store, player):
    store.check_in(1, ["Anna"], "tarot", key=None, phone="")
    anna = store.player_called("Anna")
    store.merge(anna, player["Eve"], key=None, phone="")
    led = client.get(f"/evenings/1/players/{anna}")
    assert led.location == f"/evenings/1/players/{store.person(anna).id}"
    assert client.get(led.location).status_code == 200


@pytest.mark.parametrize(
    ("position", "upto", "there"),
    [(0, 0, False), (0, None, True), (0, 1, True), (1, 1, True), (2, 1, False)],
)
def test_where_nothing_is_shown_not_even_what_no_draw_opened_is(position, upto, there):
    assert ranked.shows(position, upto) is there


def test_at_a_position_that_is_not_shown_a_phone_sees_its_own_table(app, store):
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    table = store.open_there(1, Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), **how)
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(table, 1, garde, revision=0, **how)
    store.change_evening(1, shown=0, **how)
    ana, sees = store.player_called("Ana"), []
    for place in (1, 9):
        phone = Stranger(app)
        phone.join(store.link("watch", Where(None, 1, place)))
        sees.append(f"/tables/{table}" in phone.get(f"/evenings/1/players/{ana}").text)
    assert sees == [True, False]
    page = f"/evenings/1/players/{ana}"  # for the phone of another place
    assert "1 / 4 +198" not in forms.texts(phone.get(page))
    store.change_evening(1, shown=None, **how)
    assert "1 / 4 +198" in forms.texts(phone.get(page))
