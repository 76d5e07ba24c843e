"""Sheets brought in: new ones, known ones that are the same or differ, wrong ones."""

from __future__ import annotations

import io
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import forms
import laws
import pytest
from forms import bring
from phones import Stranger
from worked import cases, sheet

from companion import sheets
from companion.store import Where

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
TOLD = {"declarer": "Ana", "contract": "garde", "oudlers": 2, "card_points": 49}
ID = "5f0c6c1f0a3e4b7c9d2e8a4b1c6d7e8f"


def exported(phone, table=1):
    return phone.get(f"/tables/{table}/sheet.json").data


def tables(store):
    return store.tables("open") + store.tables("closed")


def problems(page):
    parts = page.text.split('class="problem" role="alert">')[1:]
    return [part.partition("</p>")[0].replace("&#39;", "'").replace("&#34;", '"') for part in parts]


@pytest.fixture
def evening(client, store, open_table, record):
    """A table with nearly all that a sheet can say."""
    names = ["Ana", "Bo", "Chi", "Dana", "Éva"]
    table = open_table(names=names, at_once=4, dealer=2, start=[51, 0, -51, 0, 0], misere=10)
    store.describe_table(table.id, {"title": "雨 <3"}, key=None, phone="")
    record(table, **GARDE, misere=[1, 3], note='"late"\nand long')
    record(table, unplayed="passed", dealer=4)
    client.send("/tables/1/players", {"seat": 1, "name": "Zoë", "substitute": 1})
    record(
        table, take="1-garde_sans", oudlers=3, points=70, poignee="double", **{"showed-3": "double"}
    )
    client.send("/tables/1/players", {"seat": 1, "name": "Fay", "substitute": 1})
    form = forms.form(client.get("/tables/1"))
    assert form.send(client, to="/tables/1/deals/4/half", take="2-prise").status_code == 303
    client.send("/tables/1/close")
    return table


def test_a_sheet_that_goes_out_comes_in_and_goes_out_the_same(client, elsewhere, evening):
    told = exported(client)
    elsewhere.get("/")
    assert bring(elsewhere, told.decode()).status_code == 303
    assert "Sheet brought in" in elsewhere.get("/tables/1/history").text
    assert exported(elsewhere) == told


def test_scores_and_substitutes_come_in_with_the_facts(client, store, elsewhere, evening):
    bring(elsewhere, exported(client).decode())
    there = elsewhere.application.extensions["store"]
    laws.hold(there, there.table(1))
    assert there.table(1).totals == store.table(1).totals
    assert there.table(1).sitting == ("Ana", "Fay", "Chi", "Dana", "Éva")
    assert [there.table(1).names_at(deal)[1] for deal in there.deals(1)] == [
        "Bo",
        "Bo",
        "Zoë",
        "Fay",
    ]


def test_a_sheet_that_is_known_and_the_same_changes_nothing(client, store, evening):
    before = store.changes(1)
    answer = bring(client, exported(client).decode())
    assert (answer.status_code, answer.location) == (303, "/tables/1?known=1")
    assert (len(tables(store)), store.changes(1)) == (1, before)
    assert KNOWN in client.get(answer.location).text
    assert KNOWN not in client.get("/tables/1").text


def test_the_sheet_of_a_deleted_table_leads_to_where_it_can_be_brought_back(client, store, evening):
    told = exported(client).decode()
    store.delete_table(1, key=None, phone="")
    page = client.get(bring(client, told).location)
    assert "This table is deleted." in forms.texts(page)
    assert forms.form(page, "/restore").send(client).status_code == 303
    assert not store.table(1).deleted_at


CHANGED_SEATS = [
    {"deal": 1, "player": "Ana", "by": "Bo"},
    {"deal": 1, "player": "Bo", "by": "Ana"},
]
KNOWN = "This sheet is here as the file says it."


def test_who_only_looks_on_is_told_too_that_nothing_was_changed(client, app, store, evening):
    told = exported(client).decode()
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(1)))
    page = phone.get(bring(phone, told).location, follow_redirects=True)
    assert (page.request.path, KNOWN in page.text) == ("/tables/1/watch", True)


@pytest.mark.parametrize(
    "written",
    [
        {"title": "  Friday  "},
        {"title": "Friday", "id": "5F0C6C1F0A3E4B7C9D2E8A4B1C6D7E8F"},
        {"title": "Friday", "start": {"Ana": 0}},
        {"title": "Friday", "dealer": " Bo "},
        {"title": "Fri\u202eday", "note": " ", "table": ""},
        {"deals": [TOLD | {"note": "late "}]},
        {"deals": [TOLD | {"note": "la\u202ete"}, {"passed": True, "note": "  "}]},
        {"deals": [{"declarer": "Ana", "note": " bid\n", "half": True}]},
        {"substitutes": [{"deal": 1, "player": "Ana", "by": "Zed"}]},
        {"substitutes": [{"deal": 1, "player": "Bo", "by": "Zed"}], "dealer": "Bo", "deals": []},
        {"substitutes": CHANGED_SEATS, "deals": [{"declarer": "Ana", "half": True}]},
        {"substitutes": CHANGED_SEATS, "start": {"Ana": 5}, "dealer": "Ana"},
    ],
)
def test_the_same_sheet_written_otherwise_is_known(client, store, written):
    deal = {"declarer": "Ana", "contract": "garde", "oudlers": 2, "card_points": 49}
    sheet = {
        "format": "companion-sheet",
        "version": 1,
        "id": "5f0c6c1f0a3e4b7c9d2e8a4b1c6d7e8f",
        "game": "tarot",
        "players": ["Ana", "Bo", "Chi", "Dana"],
        "deals": [deal],
        **written,
    }
    assert bring(client, sheet).status_code == 303
    assert bring(client, sheet).status_code == 303
    assert len(tables(store)) == 1


def test_a_note_that_only_its_spaces_part_is_no_difference(client, store, three_deals):
    told = json.loads(exported(client))
    told["deals"][0] |= {"note": " "}
    told["deals"][1] |= {"card_points": 41}
    page = bring(client, told)
    assert page.status_code == 409
    assert page.text.count("Deal 1") == 0


def test_the_first_dealer_is_found_however_the_name_was_written(client, store):
    sheet = {"format": "companion-sheet", "version": 1, "game": "tarot", "deals": []}
    bring(client, sheet | {"players": ["Ana", "Zoë", "Chi"], "dealer": " Zoe\u0308 "})
    assert store.table(1).dealer == 1


def test_chairs_freed_in_turn_go_out_and_come_in(client, store, elsewhere, open_table, record):
    table = open_table()
    record(table, take="0-garde", oudlers=2, points=49)
    store.substitute(table.id, 3, "Eve", key=None, phone="")
    store.substitute(table.id, 0, "Dana", key=None, phone="")
    assert bring(elsewhere, exported(client).decode()).status_code == 303
    there = elsewhere.application.extensions["store"]
    assert there.table(1).sitting == ("Dana", "Bo", "Chi", "Eve")


@pytest.fixture
def different(client, three_deals):
    """Our own sheet with one deal more and another put otherwise."""
    told = json.loads(exported(client))
    told["deals"][1]["card_points"] = 41
    told["deals"].append({"passed": True})
    return told


def test_a_sheet_that_is_known_and_differs_is_asked_about(client, store, different):
    page = bring(client, different)
    assert page.status_code == 409
    said = forms.texts(page)
    assert "Ana, Bo and 2 more is here already, and says something else." in said
    assert (
        "Deal 2" in said
        and "Before deal 4" in said
        and "Deal 1" not in said
        and "Deal 3" not in said
    )
    assert "failed by 11" in said and "failed by 10" in said
    assert json.loads(forms.form(page, "/import").fields["text"][0]) == different
    assert len(tables(store)) == 1
    assert "is deleted" not in said
    store.delete_table(1, key=None, phone="")
    assert "something else. This table is deleted." in forms.texts(bring(client, different))


def test_asked_about_it_can_be_opened_as_another_table(client, store, different):
    page = bring(client, different)
    answer = forms.form(page, "/import").send(client, anew=1)
    assert (answer.status_code, answer.location) == (303, "/tables/2")
    assert [len(store.deals(table)) for table in (1, 2)] == [3, 4]
    assert store.table(1).uid != store.table(2).uid


def test_other_names_alone_are_a_difference_too(client, three_deals):
    told = json.loads(exported(client)) | {"title": "Friday"}
    page = bring(client, told)
    assert page.status_code == 409
    assert "Name of the table – Friday" in forms.texts(page)


def test_a_sheet_without_an_id_is_a_new_table_each_time(client, store):
    told = sheet("tarot", 4, TOLD)
    assert [bring(client, told).location for _ in range(2)] == ["/tables/1", "/tables/2"]


def test_a_form_sent_twice_opens_one_table(client, store):
    form = forms.form(client.get("/import"), "/import")
    text = json.dumps(sheet("tarot", 4, TOLD))
    assert {form.send(client, text=text).location for _ in range(2)} == {"/tables/1"}
    assert len(tables(store)) == 1


@pytest.mark.parametrize("ids", [[ID], [ID, ID[::-1]]], ids=["one sheet", "two"])
def test_sent_again_because_its_answer_was_lost_it_lets_the_phone_in(app, store, ids):
    """The sheets are here by then, and a file of what is here opens no way by itself."""
    phone = Stranger(app)
    form = forms.form(phone.get("/import"), "/import")
    text = json.dumps([{**sheet("tarot", 4, TOLD), "id": one} for one in ids])
    first = form.send(phone, text=text)
    phone.loses_answer()
    assert phone.get("/tables/1").status_code == 403
    assert form.send(phone, text=text).location == first.location
    assert {phone.get(f"/tables/{one.id}").status_code for one in tables(store)} == {200}
    assert len(tables(store)) == len(ids)


def test_another_text_on_the_same_form_is_another_question(app, store):
    phone = Stranger(app)
    form = forms.form(phone.get("/import"), "/import")
    form.send(phone, text=json.dumps({**sheet("tarot", 4, TOLD), "id": ID}))
    other = {**sheet("tarot", 4, TOLD), "id": ID[::-1]}
    assert form.send(phone, text=json.dumps(other)).location == "/tables/2"


def test_an_imported_table_is_played_on(client, store, record):
    bring(client, sheet("tarot", 4, TOLD))
    assert record(store.table(1), **GARDE) == [198, -66, -66, -66]
    assert [deal.dealer for deal in store.deals(1)] == [0, 1]


def test_several_sheets_come_in_at_once(client, store):
    told = [sheet("tarot", 4, TOLD), sheet("tarot", 3, TOLD)]
    assert bring(client, told).location == "/"
    lines = "\n".join(map(json.dumps, told))
    assert bring(client, lines).location == "/"
    assert len(tables(store)) == 4


def test_what_is_pasted_may_begin_with_the_mark_of_a_file(client):
    assert bring(client, "\ufeff" + GOOD).location == "/tables/1"


def test_a_file_is_taken_as_well(client, store):
    file = io.BytesIO("\ufeff".encode() + json.dumps(sheet("tarot", 4, TOLD)).encode())
    answer = client.send("/import", {"file": (file, "sheet.json")})
    assert answer.location == "/tables/1"


def test_a_file_that_is_no_text_is_refused(client, store):
    answer = client.send("/import", {"file": (io.BytesIO(b"\xff\xd8\xff\xe0"), "sheet.json")})
    assert answer.status_code == 422
    (problem,) = problems(answer)
    assert problem.startswith("That file is no text in UTF-8: a picture, say, or saved anew by")


WRONG = TOLD | {"card_points": 49.3}
GOOD = json.dumps(sheet("tarot", 4, TOLD))


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (
            [sheet("tarot", 4, TOLD), sheet("tarot", 4, TOLD, WRONG)],
            ["Sheet 2, deal 2, card_points: 49.3 is not a multiple of 0.5"],
        ),
        (
            [sheet("tarot", 4, WRONG), sheet("tarot", 2, TOLD)],
            [
                "Sheet 1, deal 1, card_points: 49.3 is not a multiple of 0.5",
                "Sheet 2, players: French Tarot is for 3 to 5 players, not 2",
            ],
        ),
        (
            f"[{GOOD}, {GOOD.replace('49', '9' * 5_000)}]",
            [f"Sheet 2, deal 1, card_points: {'9' * 39}… is not between 0 and 91"],
        ),
        (
            f"[{GOOD.replace('49', '[' * 3_000 + ']' * 3_000)}, {GOOD}]",
            ["Sheet 1, deal 1, card_points: […] is not a number"],
        ),
        ("", ["No sheet found: choose a file, or paste its text."]),
        ([sheet("tarot", 4, TOLD), "Ana"], ['Sheet 2, sheet: "Ana" is not a record']),
        ({"game": "tarot"}, ["Sheet 1, format: this is missing"]),
    ],
)
def test_a_wrong_sheet_is_named_and_nothing_comes_in(client, store, told, why):
    page = bring(client, told)
    assert page.status_code == 422
    assert [one[: len(two)] for one, two in zip(problems(page), why, strict=True)] == why
    text = told if isinstance(told, str) else json.dumps(told)
    assert forms.form(page, "/import").fields["text"] == [text]
    assert tables(store) == []


@pytest.mark.parametrize(
    "told",
    ["hello", "Ana had 300\nBo had 200\n" * 300, "5", '"hello"', "null", "[[1], 2]", "{}"]
    + ['{"name": "x", "version": 1}', '{"format": "companion-evening", "version": 1, "games": {}}'],
)
def test_what_is_no_sheet_at_all_is_told_so_in_one_line(client, store, told):
    page = bring(client, told)
    assert page.status_code == 422
    assert problems(page) == [
        "This is no score sheet: choose what was saved as JSON here, or an evening’s ZIP."
    ]
    assert forms.form(page, "/import").fields["text"] == [told]


def test_the_same_sheet_twice_in_one_text_comes_in_once_or_not_at_all(client, store):
    page = bring(client, [sheet("tarot", 4, TOLD, id=ID)] * 2)
    assert page.status_code == 422
    assert problems(page) == ["Sheet 2, id: this sheet is here already"]
    assert tables(store) == []


def test_every_sheet_that_tally_refuses_is_refused_here_by_the_same_field(client, store):
    refused = [case.values[0] for case in cases("refused")]
    said = [problems(bring(client, one["sheet"])) for one in refused]
    wanted = [(f"deal {one['deal']}, " if one["deal"] else "") + one["field"] for one in refused]
    assert [[why.partition(": ")[0] for why in one] for one in said] == [
        [f"Sheet 1, {field}"] for field in wanted
    ]
    assert tables(store) == []


def test_every_worked_sheet_comes_in_with_its_totals(client, store):
    worked = [case.values[0] for case in cases("tarot")]
    for one in worked:
        assert bring(client, one["sheet"]).status_code == 303
    totals = {one["id"]: one["totals"] for one in worked if "totals" in one}
    numbers = {one["id"]: i for i, one in enumerate(worked, 1)}
    got = {key: laws.totals(store, store.table(numbers[key])) for key in totals}
    assert got == {key: list(told.values()) for key, told in totals.items()}


@pytest.mark.parametrize("game", ["tarot", "plateau", "tamalou"])
def test_a_sheet_of_any_game_opens_a_page_or_says_why_not(client, game):
    answer = bring(client, cases(game)[0].values[0]["sheet"])
    assert answer.status_code in (303, 422)
    assert client.get(answer.location or "/").status_code == 200


@pytest.mark.parametrize("name", ["B\u2028o", "B\u0085o", "\\ud800", "\u200bBo", "<b>Bo</b>"])
def test_a_hostile_name_is_taken_or_refused_by_its_field(client, store, name):
    told = json.dumps(sheet("tarot", 4)).replace("Bo", name)
    page = bring(client, told)
    assert page.status_code in (303, 422)
    assert page.status_code == 303 or problems(page)[0].startswith("Sheet 1, players[1]: ")


@pytest.mark.parametrize(
    "told",
    [
        {"\ud800": 1},
        {"rules": {"\ud800": 1}},
        {"title": "Jeudi \ud800"},
        {"deals": [TOLD | {"declarer": "\ud800"}]},
        {"deals": [TOLD | {"note": "\udfff"}]},
        {"title": "\ud800", "rules": json.loads("[" * 900 + "]" * 900)},
    ],
)
def test_half_a_character_anywhere_in_a_sheet_is_no_fault_of_the_host(client, told):
    answer = bring(client, json.dumps(sheet("tarot", 4) | told))
    assert answer.status_code in (303, 422)
    assert client.get(answer.location or "/").status_code == 200


def test_both_halves_of_a_character_are_one(client, store):
    bring(client, json.dumps(sheet("tarot", 4, title="Jeudi \U0001f0cf")))
    assert store.table(1).title == "Jeudi \U0001f0cf"


def test_a_sheet_that_was_changed_since_it_was_sent_is_another_one(client, store):
    for points in (49, 60, 60):
        told = json.dumps(sheet("tarot", 4, TOLD | {"card_points": points}))
        client.send("/import", {"text": told, "key": "one page"})
    found = [store.deal(table.id, 1).facts["card_points"] for table in tables(store)]
    assert sorted(found) == [49, 60]


def test_more_than_two_hundred_sheets_are_too_many_for_one_time(client, store):
    page = bring(client, [sheet("tarot", 4)] * 201)
    assert (page.status_code, problems(page)) == (
        422,
        ["These are too many sheets or deals at one time."],
    )


def test_of_many_deals_none_is_read(client, store):
    """While they were counted and kept nobody else could save."""
    sheet = {"format": "score-sheet/1", "game": "tarot", "players": ["Ana", "Bo", "Chi"]}
    for deals in (10_001, 6_000):
        told = [sheet | {"deals": [{"passed": True}] * deals}] * (2 if deals < 10_000 else 1)
        page = bring(client, told)
        assert problems(page) == ["These are too many sheets or deals at one time."]
    assert tables(store) == []
    assert tables(store) == []


def test_a_third_file_at_one_time_comes_back_and_takes_no_thread_from_who_plays(
    app, client, store, monkeypatch
):
    """Six files made for it took seconds each, and nobody got an answer for half a minute."""
    begun, enough, parsed = threading.Semaphore(0), threading.Event(), sheets.parsed

    def slowly(text):
        begun.release()
        enough.wait(5)
        return parsed(text)

    monkeypatch.setattr(sheets, "parsed", slowly)
    told = sheet("tarot", 4, TOLD)
    with ThreadPoolExecutor(2) as others:
        two = [others.submit(bring, app.test_client(), told) for _ in range(2)]
        assert begun.acquire(timeout=5) and begun.acquire(timeout=5)
        page = bring(client, told)
        enough.set()
    assert page.status_code == 409
    assert problems(page) == ["Other files are being read at this moment: send this one again."]
    assert sorted(one.result().location for one in two) == ["/tables/1", "/tables/2"]
    assert forms.form(page, "/import").send(client).location == "/tables/3"


@pytest.mark.parametrize("at", ["title", "evening", "position", "table", "note"])
def test_a_text_that_no_page_can_bear_is_refused(client, store, at):
    refused = bring(client, sheet("tarot", 4) | {at: "x" * 4001})
    assert problems(refused) == [f"Sheet 1, {at}: at most 4,000 letters or signs"]
    assert bring(client, sheet("tarot", 4) | {at: "x" * 4000}).status_code == 303


def test_a_sheet_that_is_here_may_say_what_it_said_before(client, store, open_table):
    open_table()
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, told, revision=0, note="x" * 4001, key=None, phone="")
    assert bring(client, exported(client).decode()).location == "/tables/1?known=1"


def test_a_note_that_no_page_can_bear_is_refused_with_its_deal(client, store):
    refused = bring(client, sheet("tarot", 4, TOLD, TOLD | {"note": "x" * 4001}))
    assert problems(refused) == ["Sheet 1, deal 2, note: at most 4,000 letters or signs"]
    assert tables(store) == []


def test_a_sheet_of_four_megabytes_is_read(client, store):
    deals = [TOLD | {"note": "x" * 4000}] * 1000
    assert bring(client, sheet("tarot", 4, *deals)).status_code == 303
    assert store.table(1).deals == 1000


def test_totals_carried_over_are_held_against_the_limit_of_the_first_deal(client, store):
    """rules/tamalou.md, Refused: the limit in force at the first deal, which may raise it."""
    first = {"caller": "Ana", "hands": {"Ana": 3, "Bo": 9}}
    raised = sheet("tamalou", 2, {**first, "limit": 150}, start={"Bo": 110})
    assert bring(client, raised).status_code == 303
    assert tables(store)[0].totals == (0, 119)
    page = bring(client, sheet("tamalou", 2, first, start={"Bo": 110}))
    assert page.status_code == 422
    assert "start.Bo" in problems(page)[0]


SAVED = json.dumps(sheet("tarot", 4, TOLD, TOLD), indent=1)  # as the site writes it
LINES = SAVED.count("\n") + 1
POINTS = SAVED[: SAVED.index("49")].count("\n") + 1  # the line of the first card points


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (SAVED[:-5], f"it was cut off in line {LINES - 2}; save it as JSON once more"),
        (SAVED[: SAVED.index("garde") + 3], "it was cut off in line"),
        (SAVED.replace('"', "”"), "something was changed or lost in line 2, at character 2; "),
        (
            SAVED.replace("49", "49,5", 1),
            f"something was changed or lost in line {POINTS}, at character 22; save it as JSON "
            'once more, or put that place right: "card_points": 49,5',
        ),
        (f"Voilà :\n{SAVED}", "something was changed or lost in line 1, at character 1; "),
        (
            f"{SAVED}\n-- \nBo",
            f"it is whole before line {LINES + 1}; bring in by itself what follows there: --",
        ),
        (
            f"{SAVED}\n{SAVED}",
            f"it is whole before line {LINES + 1}; bring in by itself what follows there: {{",
        ),
        (f"{SAVED}}}", f"something was changed or lost in line {LINES}, at character 2; "),
        (f"2026-11-30, Bo:\n{SAVED}", "something was changed or lost in line 1, at character 5; "),
    ],
)
def test_a_damaged_sheet_is_told_in_one_line_with_the_place(client, store, text, why):
    page = bring(client, text)
    assert page.status_code == 422
    (problem,) = problems(page)
    assert problem.startswith(f"Sheet 1, sheet: {why}")
    assert forms.form(page, "/import").fields["text"] == [text]
    assert tables(store) == []


def test_of_sheets_one_a_line_the_damaged_one_is_named(client):
    page = bring(client, f"{GOOD}\n{GOOD[:-3]}")
    assert [one.partition(":")[0] for one in problems(page)] == ["Sheet 2, sheet"]


def test_a_sheet_that_was_cut_off_is_still_called_a_sheet(client):
    page = bring(client, json.dumps(sheet("tarot", 4, TOLD))[:-1])
    assert page.status_code == 422
    assert problems(page)[0].startswith("Sheet 1, sheet: ")
