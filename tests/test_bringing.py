"""An evening's ZIP brought in: whole, once, or not at all; what it asks, what it refuses."""

from __future__ import annotations

import io
import json
import re
import zipfile

import an_evening
import forms
import pytest
from an_evening import open_here
from forms import bring as bring_sheet
from forms import texts
from hostile import briefly
from hypothesis import given, settings
from hypothesis import strategies as st
from phones import Stranger

from companion.store import DrawnTable, Opening, Where
from companion.web import bringing, guard, imports

POSITION = {"number": 1, "published": True}
FAR_TABLE = {"table": 2**70, "game": "tarot", "players": ["Ana", "Bo", "Chi"]}
NOT_PLAYED = {"table": 1, "game": "plateau", "players": ["Ana", "Bo", "Chi"]}
GIVEN = {"player": "Bo", "points": 5, "reason": ""}
SAME = "/evenings/1?known=1"  # it is here, and the file says nothing else
KEPT = ("tables", "deals", "scores", "seats", "players", "evenings", "attendances", "adjustments")


@pytest.fixture
def archive(client, store):
    """The octets of the evening's file; the evening is here."""
    an_evening.open_evening(store)
    return client.get("/evenings/1/evening.zip").data


def bring(phone, octets, **more):
    parts = {"file": (io.BytesIO(octets), "evening.zip"), **more}
    return phone.send("/import", parts, content_type="multipart/form-data")


def kept(phone):
    db = phone.application.extensions["store"].db
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT}


def unpacked(octets):
    with zipfile.ZipFile(io.BytesIO(octets)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files, how=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, octets in files.items() if isinstance(files, dict) else files:
            of_1980 = zipfile.ZipInfo(name)  # the same octets, whenever they are packed
            archive.writestr(of_1980, octets, how)
    return out.getvalue()


def locked(octets):
    """The same, its first file behind a password."""
    flags = octets.index(b"PK\x01\x02") + 8
    return octets[:flags] + bytes([octets[flags] | 1]) + octets[flags + 1 :]


def told_otherwise(octets, changed, name="evening.json"):
    files = unpacked(octets)
    files[name] = json.dumps(json.loads(files[name]) | changed).encode()
    return packed(files)


def test_whose_names_were_merged_does_not_wish_to_sit_with_themselves(client, store, elsewhere):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana", "Anna", "Bo"], "tarot", key=None, phone="")
    ana, anna, bo = (one.player for one in store.attendances(1))
    for pair in ((ana, anna), (ana, bo), (anna, bo)):
        store.wish(1, *pair, True, phone="")
    store.merge(anna, ana, key=None, phone="")
    assert bring(elsewhere, client.get("/evenings/1/evening.zip").data).location == "/evenings/1"
    assert len(elsewhere.application.extensions["store"].wishes(1)) == 1


@pytest.mark.parametrize("over", [True, False])
def test_an_evening_is_over_where_it_is_brought_if_it_was(client, store, elsewhere, over):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.change_evening(1, closed=over, key=None, phone="")
    bring(elsewhere, client.get("/evenings/1/evening.zip").data)
    there = elsewhere.application.extensions["store"].evening(1)
    assert (there.name, bool(there.closed_at)) == ("Friday", over)


def test_a_sheet_that_was_here_before_its_evening_keeps_in_its_history_that_it_came(
    archive, elsewhere
):
    bring_sheet(elsewhere, unpacked(archive)["sheets/1-1.json"].decode())
    bring(elsewhere, archive)
    there = elsewhere.application.extensions["store"]
    assert [one.kind for one in there.changes(1)] == ["evening", "import"]
    assert [one.kind for one in there.changes(2)] == ["import"]


def merged_elsewhere(elsewhere, name, into):
    """Two people of the file are one person at the other site."""
    store = elsewhere.application.extensions["store"]
    asked = {"key": None, "phone": ""}
    store.open_evening("Saturday", "2026-11-14", "", {"tarot": {}}, **asked)
    store.check_in(1, [name, into], "tarot", **asked)
    of = {one.name: one.player for one in store.attendances(1)}
    store.merge(of[name], of[into], **asked)
    return store


@pytest.mark.parametrize("together", [False, True], ids=["two tables", "one table"])
def test_two_who_play_at_once_are_not_one_person_by_a_file(client, store, elsewhere, together):
    """Once the two were one person, no instance took the file of that evening any more."""
    asked = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **asked)
    store.check_in(1, ["Ana", "Bo", "Bob", "Chi", "Dee", "Eve"], "tarot", **asked)
    ana, bo, bob, chi, dee, eve = (one.player for one in store.attendances(1))
    three = (ana, bo, bob) if together else (ana, bo, chi)
    others = (chi, dee, eve) if together else (bob, dee, eve)
    tables = [DrawnTable(1, "tarot", three), DrawnTable(2, "tarot", others)]
    store.keep_draw(1, 1, tables, [], **asked)
    merged_elsewhere(elsewhere, "Bob", "Bo")
    page = bring(elsewhere, client.get("/evenings/1/evening.zip").data)
    assert page.status_code == 422
    assert forms.problem(page) == (
        "Bob and Bo are one person here, who would be there twice; the host can separate them"
    )


def test_a_file_of_before_two_spellings_were_merged_says_nothing_else(archive, elsewhere):
    """The evening was brought in and its people were put right: brought in again, the file does not
    ask for a second evening."""
    bring(elsewhere, archive)
    there = elsewhere.application.extensions["store"]
    there.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    there.check_in(2, ["Bob", "Zoe"], "tarot", key=None, phone="")
    of = {one.name: one.player for n in (1, 2) for one in there.attendances(n)}
    there.merge(of["Bo"], of["Bob"], key=None, phone="")
    there.merge(of["Zoé"], of["Zoe"], key=None, phone="")
    before = kept(elsewhere)
    assert bring(elsewhere, archive).location == SAME
    sheet = unpacked(archive)["sheets/1-1.json"].decode()
    assert bring_sheet(elsewhere, sheet).location == "/tables/1?known=1"
    assert kept(elsewhere) == before
    there.save_deal(1, 2, {"passed": True}, revision=1, note="late", key=None, phone="")
    page = bring(elsewhere, archive)
    assert page.status_code == 409
    assert "late" in texts(page)
    assert "Zoé" not in texts(page)


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_sits_down_beside_themselves_by_a_file(client, store, elsewhere, seat):
    """A substitute there is another spelling here of somebody who sits at the table."""
    asked = {"key": None, "phone": ""}
    table = store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dee"]), **asked)
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    store.substitute(table.id, seat, "Bob", **asked)
    store.save_deal(1, 2, {"passed": True}, revision=0, **asked)
    there = merged_elsewhere(elsewhere, "Bob", "Bo")
    page = bring_sheet(elsewhere, client.get("/tables/1/sheet.json").text)
    if seat == 1:  # in the own seat
        assert page.location == "/tables/1"
        assert there.table(1).sitting == ("Ana", "Bo", "Chi", "Dee")
    else:
        assert (page.status_code, there.tables("open")) == (422, [])
        assert "are one person here" in forms.problem(page)


@pytest.mark.parametrize(
    ("bo", "bob", "kept"),
    [
        ((300, False), (200, True), (200, True)),
        ((300, True), (200, True), (500, True)),
        ((300, True), (200, False), (300, True)),
        ((300, False), (200, False), (300, False)),
    ],
)
def test_of_two_names_of_one_person_all_that_was_paid_comes_along(
    client, store, elsewhere, bo, bob, kept
):
    asked = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}, "tamalou": {}}, **asked)
    store.check_in(1, ["Bo"], "tarot", **asked)
    store.check_in(1, ["Bob"], "tamalou", **asked)
    for one, (fee, paid) in zip(store.attendances(1), (bo, bob), strict=True):
        store.attend(1, one.player, phone="", fee=fee, paid=paid)
    store.attend(1, store.attendances(1)[0].player, phone="", here=False)
    there = merged_elsewhere(elsewhere, "Bob", "Bo")
    bring(elsewhere, client.get("/evenings/1/evening.zip").data)
    (one,) = there.attendances(2)
    assert (one.name, one.game, one.here) == ("Bo", "tamalou", True)
    assert (one.fee, one.paid) == kept


@pytest.mark.parametrize("said", [True, False])
def test_an_own_fee_is_ones_own_there_too(client, store, elsewhere, said):
    """Also if all owe the same for a while. A file of an earlier release does not say which fees
    are own ones."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, 250, key=None, phone="")
    store.check_in(1, ["Ana", "Bo", "Chi"], "tarot", key=None, phone="")
    ana, bo, _chi = (one.player for one in store.attendances(1))
    store.attend(1, ana, phone="", fee=500)
    store.attend(1, bo, phone="", paid=True)
    store.change_evening(1, fee=500, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    players = json.loads(unpacked(archive)["evening.json"])["players"]
    assert [one.get("own") for one in players] == [True, False, None]
    assert "own" not in players[2]
    if not said:
        for one in players:
            one.pop("own", None)
        archive = told_otherwise(archive, {"players": players})
    bring(elsewhere, archive)
    there = elsewhere.application.extensions["store"]
    there.change_evening(1, fee=300, key=None, phone="")
    there.attend(1, there.attendances(1)[1].player, phone="", paid=False)
    owed = [one.fee for one in there.attendances(1)]
    assert owed == ([500, 300, 300] if said else [300, 250, 300])


@pytest.mark.parametrize("published", [False, True])
def test_a_draw_outlives_a_merge_that_is_taken_back(client, store, elsewhere, published):
    """Drawn by the name of both, and on the list by the own one again."""
    asked = {"key": None, "phone": ""}
    for name, people in (("Friday", ["Anna", "Bo", "Chi", "Dana"]), ("Saturday", ["Ana"])):
        made = store.open_evening(name, "2026-11-20", "", {"tarot": {}}, **asked).id
        store.check_in(made, people, "tarot", **asked)
    of = {one.name: one.player for n in (1, 2) for one in store.attendances(n)}
    store.merge(of["Anna"], of["Ana"], **asked)
    players = tuple(one.player for one in store.attendances(1))
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", players)], [], **asked)
    if published:
        store.publish(1, 1, **asked)
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert bring(elsewhere, client.get("/evenings/1/evening.zip").data).location == "/evenings/1"
    for phone in (client, elsewhere):
        page = phone.get("/evenings/1/draw?position=1")
        assert (page.status_code, "Ana" in page.text) == (200, True)


def test_a_name_with_air_around_it_is_that_of_the_person_who_sits_there(archive, elsewhere):
    told = json.loads(unpacked(archive)["evening.json"])["players"]
    names = [one["name"] for one in told]
    bring(elsewhere, told_otherwise(archive, {"players": [_with_air(one) for one in told]}))
    store = elsewhere.application.extensions["store"]
    of = {one.name: one.player for one in store.attendances(1)}
    assert sorted(of) == sorted(names)
    assert store.table(1).seats[1].people[0].person == of["Bo"]


def test_an_evening_that_is_sent_while_other_files_are_read_need_not_be_chosen_again(
    archive, elsewhere
):
    with imports.READING, imports.READING:
        page = bring(elsewhere, archive)
    assert (page.status_code, "send this one again" in page.text) == (409, True)
    assert forms.form(page, "/import").send(elsewhere).location == "/evenings/1"


def _with_air(one):
    return one | {"name": f" {one['name']}  "}


def test_an_empty_instance_then_has_all_of_it(archive, elsewhere):
    assert bring(elsewhere, archive).location == "/evenings/1"
    there, again = (
        unpacked(one) for one in (archive, elsewhere.get("/evenings/1/evening.zip").data)
    )
    assert again.keys() == there.keys()
    for name, octets in there.items():
        if name != "evening.json":
            assert again[name] == octets, name
    some, others = (json.loads(one["evening.json"]) for one in (there, again))
    assert some == others


def test_a_position_that_is_over_is_over_there_too(client, store, archive, elsewhere):
    store.close_position(1, 1, phone="")
    bring(elsewhere, client.get("/evenings/1/evening.zip").data)
    there = elsewhere.application.extensions["store"].positions(1)
    assert [one.number for one in there if one.closed_at] == [1]


def test_points_are_adjusted_there_at_the_moment_that_the_file_says(archive, elsewhere):
    told = {"adjustments": [GIVEN | {"at": "2026-11-20T20:30:00+00:00"}]}
    bring(elsewhere, told_otherwise(archive, told))
    (one,) = elsewhere.application.extensions["store"].adjustments([1])
    assert one.at == "2026-11-20T20:30:00+00:00"


def test_whose_names_differ_by_accents_alone_stand_in_one_order_there_too(client, store, elsewhere):
    asked, names = {"key": None, "phone": ""}, ["Łukasz", "Zoé", "Lukasz", "Zoe"]
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **asked)
    store.check_in(1, names, "tarot", **asked)
    players = tuple(one.player for one in store.attendances(1))
    store.wish(1, players[0], players[1], True, phone="")
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", players)], [], **asked)
    store.publish(1, 1, **asked)
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    octets = client.get("/evenings/1/evening.zip").data
    bring(elsewhere, octets)
    assert elsewhere.get("/evenings/1/evening.zip").data == octets


def test_two_sheets_of_one_place_have_names_of_their_own_and_come_back(client, store, elsewhere):
    """The first keeps the number of its place, and so does every other table."""
    an_evening.open_evening(store)
    opening = Opening(game="tarot", names=["Ana", "Bo", "Late"], rules={}, goes_on=1)
    on = store.open_there(1, opening, 1, key=None, phone="")
    assert (store.table(on).position, store.table(on).place) == (1, 1)
    archive = client.get("/evenings/1/evening.zip").data
    sheets = {
        name: json.loads(octets)
        for name, octets in unpacked(archive).items()
        if name[-5:] == ".json" and name[0] == "s"
    }
    uids = {name: sheet["id"] for name, sheet in sheets.items()}
    assert uids == {
        f"sheets/1-{n}.json": store.table(table).uid for n, table in ((1, 1), (2, 2), (3, on))
    }
    assert bring(client, archive).location == SAME
    for leads_to in ("/evenings/1", SAME):
        assert bring(elsewhere, archive).location == leads_to
    there = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    assert json.loads(there["evening.json"]) == json.loads(unpacked(archive)["evening.json"])
    tables = elsewhere.application.extensions["store"].tables_at(1)
    assert [(one.position, one.place) for one in tables] == [(1, 1), (1, 1), (1, 2)]


def test_the_sheets_of_one_place_come_back_in_the_order_in_which_they_were_played(
    client, store, elsewhere
):
    an_evening.open_evening(store)
    late = Opening("tarot", ["Ana", "Bo", "Late"], goes_on=1)
    on = store.open_there(1, late, 1, key=None, phone="")
    store.close_table(on, key=None, phone="")
    store.open_there(1, Opening("tarot", ["Ana", "Bo", "New"]), on, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    assert bring(elsewhere, archive).location == "/evenings/1"
    there = elsewhere.application.extensions["store"]
    played = [one.names[-1] for one in there.tables_at(1) if one.place == 1]
    assert played == ["=1+1", "Late", "New"]
    again = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    assert again["evening.json"] == unpacked(archive)["evening.json"]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("date", {"date": "2026-02-30"}),
        ("date", {"date": "20261120"}),
        ("date", {"date": "20\ud800"}),
        ("planned", {"planned": 8000}),
        ("shown", {"shown": 2**70}),
        ("positions[0].number", {"positions": [{"number": 2**70}]}),
        ("positions[0].drawn[0].table", {"positions": [POSITION | {"drawn": [FAR_TABLE]}]}),
        ("positions[0].drawn[0].game", {"positions": [POSITION | {"drawn": [NOT_PLAYED]}]}),
        ("positions[0].ends_at", {"positions": [POSITION | {"ends_at": "9999-12-31T23:59+00:00"}]}),
        ("adjustments[0].at", {"adjustments": [GIVEN | {"at": "0001-01-01T00:00+00:00"}]}),
    ],
)
def test_what_no_evening_can_have_is_refused_by_its_field(archive, elsewhere, field, told):
    answer = bring(elsewhere, told_otherwise(archive, told))
    assert answer.status_code == 422
    assert f"evening.json.{field}: " in answer.text


def adjusted(points: float, game: str = "") -> dict:
    """An evening that gives Bo so many points, as a file tells it."""
    return {"adjustments": [GIVEN | {"points": points, "game": game}]}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"fee": -1}, "fee: -1 is not between 0 and 100,000"),
        ({"fee": 1.005}, "fee: 1.005 is not a multiple of 0.01"),
        ({"fee": True}, "fee: true is not a number"),
        ({"fee": "2"}, "fee: &#34;2&#34; is not a number"),
        (adjusted(1e9), "points: 1000000000.0 is not between −100,000 and 100,000"),
        (adjusted(-100_001), "points: -100001 is not between −100,000 and 100,000"),
        (adjusted(0.25, "tarot"), "points: 0.25 is not a multiple of 0.5"),
        (adjusted(0.25), "points: 0.25 is not a multiple of 0.1"),
        (adjusted(0.5, "tamalou"), "points: 0.5 is not a whole number"),
    ],
)
def test_of_a_number_that_cannot_be_it_is_said_which_can(archive, elsewhere, told, words):
    assert words in bring(elsewhere, told_otherwise(archive, told)).text


@pytest.mark.parametrize("part", ["name", "place"])
def test_half_a_character_of_an_evening_is_no_fault_of_the_host(archive, elsewhere, part):
    assert bring(elsewhere, told_otherwise(archive, {part: "\ud800"})).location == "/evenings/1"
    assert elsewhere.get("/evenings/1").status_code == 200


def test_a_file_of_before_that_says_another_text_for_a_date_says_none(archive, elsewhere):
    told = told_otherwise(archive, {"date": "Carnival"})
    assert bring(elsewhere, told).location == "/evenings/1"
    assert elsewhere.application.extensions["store"].evening(1).date == ""


@pytest.mark.parametrize("date", ["", "Carnival"])
def test_an_evening_without_a_date_comes_back(client, store, elsewhere, date):
    """An evening of an earlier release may have any text as its date: that is no date, and not in
    the file."""
    store.open_evening("Friday", date, "", {"tarot": {}}, key=None, phone="")
    octets = client.get("/evenings/1/evening.zip").data
    assert bring(client, octets).location == SAME
    assert bring(elsewhere, octets).location == "/evenings/1"
    assert elsewhere.application.extensions["store"].evening(1).date == ""


def test_a_draw_of_nobody_is_in_no_file(client, store, elsewhere):
    """So the file of the evening says the same as the evening that was brought in from it."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.keep_draw(1, 1, [], [], key=None, phone="")
    octets = client.get("/evenings/1/evening.zip").data
    assert json.loads(unpacked(octets)["evening.json"])["positions"] == []
    for leads_to in ("/evenings/1", SAME):
        assert bring(elsewhere, octets).location == leads_to
    assert bring(client, octets).location == SAME


def quicker(monkeypatch, first):
    """What another phone does after a file was read, and before it is brought in."""
    take = bringing.take

    def slower(found, key):
        monkeypatch.setattr(bringing, "take", take)
        first()
        return take(found, key)

    monkeypatch.setattr(bringing, "take", slower)


def test_an_evening_that_another_phone_brings_in_meanwhile_is_there_once(
    archive, elsewhere, monkeypatch
):
    another = elsewhere.application.test_client()
    quicker(monkeypatch, lambda: bring(another, archive))
    page = bring(elsewhere, archive)
    assert (page.status_code, "this evening is here already" in page.text) == (422, True)
    assert kept(elsewhere)["evenings"] == 1


def test_a_table_that_is_taken_into_another_evening_meanwhile_stays_there(
    client, archive, elsewhere, monkeypatch
):
    """When the file was read, the table belonged to no evening yet."""
    for table in (1, 2):
        bring_sheet(elsewhere, client.get(f"/tables/{table}/sheet.json").text)
    another = elsewhere.application.test_client()
    quicker(monkeypatch, lambda: bring(another, told_otherwise(archive, {"id": "f" * 32})))
    page = bring(elsewhere, archive)
    assert (page.status_code, "this sheet is here already" in page.text) == (422, True)
    assert kept(elsewhere)["evenings"] == 1


def test_nobody_takes_in_a_table_that_he_may_only_look_at(client, archive, elsewhere):
    """He would organise it then."""
    site, theirs = elsewhere.application, elsewhere.application.extensions["store"]
    site.test_client_class = Stranger
    phone = site.test_client()
    for table in (1, 2):
        bring_sheet(elsewhere, client.get(f"/tables/{table}/sheet.json").text)
        phone.join(theirs.link("watch", Where(table)))
    assert bring(phone, archive).status_code == 303
    assert [theirs.table(n).evening_id for n in (1, 2, 3, 4)] == [None, None, 1, 1]


def test_a_table_that_is_deleted_meanwhile_is_not_taken_in(client, archive, elsewhere, monkeypatch):
    for table in (1, 2):
        bring_sheet(elsewhere, client.get(f"/tables/{table}/sheet.json").text)
    theirs = elsewhere.application.extensions["store"]
    quicker(monkeypatch, lambda: theirs.delete_table(1, key=None, phone=""))
    assert bring(elsewhere, archive).status_code == 422
    assert kept(elsewhere)["evenings"] == 0


def test_an_evening_has_no_more_people_by_a_file_than_by_hand(archive, elsewhere):
    many = [{"name": f"N {n}", "game": "tarot"} for n in range(501)]
    nothing = dict.fromkeys(("tables", "positions", "adjustments", "wishes"), [])
    told = json.loads(unpacked(archive)["evening.json"]) | nothing
    for players, status in ((many, 422), (many[:500], 303)):
        octets = packed({"evening.json": json.dumps(told | {"players": players})})
        assert bring(elsewhere, octets).status_code == status
    assert kept(elsewhere)["attendances"] == 500


def test_a_sheet_of_an_evening_without_a_position_goes_by_its_name(archive, elsewhere):
    told = json.loads(unpacked(archive)["evening.json"])
    uids = [uid for one in told["positions"] for uid in one["tables"]]
    files = unpacked(told_otherwise(archive, {"positions": [], "tables": uids}))
    octets = packed({name.replace("/1-", "/0-"): text for name, text in files.items()})
    assert bring(elsewhere, octets).location == "/evenings/1"
    for page in ("", "/tables"):
        said = texts(elsewhere.get(f"/evenings/1{page}"))
        assert ("Zoé, 由紀" in said, re.search("(Position|Table) None", said)) == (True, None)


def test_an_evening_that_was_changed_since_it_was_sent_is_another_one(archive, client):
    """Brought in beside the one that is here, by the form of one page that was gone back to."""
    for names in (["Bo"], ["Bo", "Chi"], ["Bo", "Chi"]):
        players = [{"name": name, "game": "tarot"} for name in names]
        told = dict.fromkeys(("tables", "positions", "adjustments", "wishes"), [])
        told = json.loads(unpacked(archive)["evening.json"]) | told | {"players": players}
        octets = packed({"evening.json": json.dumps(told)})
        bring(client, octets, key="one page", anew=1)
    store = client.application.extensions["store"]
    assert sorted(len(store.attendances(one.id)) for one in store.evenings()) == [1, 2, 7]


@pytest.mark.parametrize("stays", [True, False])
def test_totals_that_were_carried_over_count_once_there_too(client, store, elsewhere, stays):
    """Also before the first deal on the new sheet, and in whatever order the file lists the
    sheets."""
    an_evening.open_evening(store)
    if not stays:  # the new one is listed before the one that its totals come from
        store.take_out(1, 1, key=None, phone="")
    start = (*store.table(2).totals, 0)
    names = [*store.table(2).sitting, "Late"]
    opening = Opening(game="tamalou", names=names, rules={}, start=start, goes_on=2)
    on = store.open_there(1, opening, 2 if stays else None, True, key=None, phone="")
    assert (any(start), store.table(on).place) == (True, 2 if stays else 1)
    archive = client.get("/evenings/1/evening.zip").data
    assert bring(client, archive).location == SAME
    assert bring(elsewhere, archive).location == "/evenings/1"
    there = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    for name in ("standings.csv", "players.csv", "deals.csv"):
        assert there[name] == unpacked(archive)[name]
    assert json.loads(there["evening.json"])["goes_on"]


def test_totals_that_went_on_over_a_deleted_sheet_count_once_there_too(client, store, elsewhere):
    an_evening.open_evening(store)
    start = (*store.table(2).totals, 0)
    names = [*store.table(2).sitting, "Late"]
    for n in (2, 3):
        opening = Opening(game="tamalou", names=names, rules={}, start=start, goes_on=n)
        assert store.open_there(1, opening, n, True, key=None, phone="") == n + 1
    store.delete_table(3, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    assert bring(elsewhere, archive).location == "/evenings/1"
    there = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    for name in ("standings.csv", "players.csv", "deals.csv"):
        assert there[name] == unpacked(archive)[name]


def test_who_gave_up_a_seat_before_any_deal_is_no_player_of_the_evening(
    client, store, open_table, elsewhere
):
    """The sheet does not know them: they would be gone where the evening is brought in."""
    table = open_table().id
    store.substitute(table, 0, "Eve", key=None, phone="")
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number, comes in enumerate(["Fay", "Gil"], 1):
        store.save_deal(table, number, garde, revision=0, key=None, phone="")
        store.substitute(table, 1, comes, key=None, phone="")
    store.delete_deal(table, 2, revision=1, key=None, phone="")
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.take_in(table, 1, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    assert bring(elsewhere, archive).location == "/evenings/1"
    there = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    assert there["players.csv"] == unpacked(archive)["players.csv"]
    names = [line.split(",")[0] for line in there["players.csv"].decode().splitlines()[1:]]
    assert names == ["Bo", "Chi", "Dana", "Eve", "Gil"]


def test_however_many_deleted_sheets_totals_went_on_over_they_are_asked_for_once(client, store):
    an_evening.open_evening(store)
    start, names = store.table(2).totals, store.table(2).sitting
    asked = []
    for n in range(2, 6):
        opening = Opening(game="tamalou", names=names, rules={}, start=start, goes_on=n)
        assert store.open_there(1, opening, n, True, key=None, phone="") == n + 1
        if n > 2:
            store.delete_table(n, key=None, phone="")
        client.get("/evenings/1/evening.zip")
        found = []
        store.db.conn.set_trace_callback(found.append)
        told = json.loads(unpacked(client.get("/evenings/1/evening.zip").data)["evening.json"])
        store.db.conn.set_trace_callback(None)
        asked.append(len(found))
        assert told["goes_on"] == {store.table(n + 1).uid: store.table(2).uid}
    assert len({*asked[1:]}) == 1  # before, none was deleted


def counted_again(client, store, *tables):
    """Copies of these tables, counted under other rules, at the evening."""
    for table in tables:
        form = forms.form(client.get(f"/tables/{table}/count-again"), "/count-again")
        copy = int(form.send(client, keep=1).location.rpartition("/")[2])
        store.take_in(copy, 1, key=None, phone="")
        yield copy


@pytest.mark.parametrize("deleted", [False, True])
def test_deals_that_were_counted_again_count_once_there_too(client, store, elsewhere, deleted):
    an_evening.open_evening(store)
    first, second = counted_again(client, store, 1, 1)
    if deleted:
        store.delete_table(1, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    uids = {n: store.table(n).uid for n in (1, first, second)}
    copies = {uids[second]: uids[first] if deleted else uids[1]}
    told = copies if deleted else copies | {uids[first]: uids[1]}
    assert json.loads(unpacked(archive)["evening.json"])["counted_again"] == told
    assert bring(client, archive).location == SAME
    for leads_to in ("/evenings/1", SAME):
        assert bring(elsewhere, archive).location == leads_to
    there = elsewhere.application.extensions["store"]
    assert counts(there, 1) == counts(store, 1)
    assert unpacked(elsewhere.get("/evenings/1/evening.zip").data) == unpacked(archive)


def test_copies_are_listed_in_the_order_of_their_places_there_too(client, store, elsewhere):
    an_evening.open_evening(store)
    form = forms.form(client.get("/tables/1/count-again"), "/count-again")
    copies = [form.send(client, keep=1, key=key).location for key in "ab"]
    for copy in reversed(copies):
        store.take_in(int(copy.rpartition("/")[2]), 1, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    bring(elsewhere, archive)
    assert elsewhere.get("/evenings/1/evening.zip").data == archive


def counts(store, evening):
    """What counts at an evening, by the ids of its sheets."""
    parts = [
        (store.table(one.table).uid, one.name, one.points, one.deals)
        for one in store.parts([evening])
    ]
    return sorted(parts)


def ana(store, table):
    """The people who sat down first."""
    return store.table(table).seats[0].people[0].person


def test_sheets_that_are_here_and_copies_of_one_another_count_once(client, store, elsewhere):
    """Here as sheets of no evening, the copy with a copy of its own that was made here."""
    an_evening.open_evening(store)
    (copy,) = counted_again(client, store, 1)
    archive = client.get("/evenings/1/evening.zip").data
    sheet = client.get(f"/tables/{copy}/sheet.json").data
    parts = {"file": (io.BytesIO(sheet), "sheet.json")}
    elsewhere.send("/import", parts, content_type="multipart/form-data")
    there = elsewhere.application.extensions["store"]
    form = forms.form(elsewhere.get("/tables/1/count-again"), "/count-again")
    form.send(elsewhere, keep=1)
    assert [there.table(n).counted_again_of for n in (1, 2)] == [None, 1]
    assert bring(elsewhere, archive).location == "/evenings/1"
    assert counts(there, 1) == counts(store, 1)
    (original,) = {there.table(n).counted_again_of for n in (1, 2)}
    assert there.table(original).uid == store.table(1).uid
    assert there.sizes(ana(there, original)) == store.sizes(ana(store, 1))


def test_without_what_was_counted_again_a_file_is_read_as_ever(client, store, elsewhere):
    an_evening.open_evening(store)
    list(counted_again(client, store, 1))
    archive = told_otherwise(client.get("/evenings/1/evening.zip").data, {"counted_again": {}})
    assert bring(elsewhere, archive).location == "/evenings/1"
    there = elsewhere.application.extensions["store"]
    assert len(there.parts([1])) == len(store.parts([1])) + 4


def test_what_is_counted_again_of_a_copy_is_refused(archive, elsewhere):
    one, other = json.loads(unpacked(archive)["evening.json"])["positions"][0]["tables"][:2]
    for again in ({one: other, other: one}, {one: one}, {one.upper(): one}):
        refused = _refused(elsewhere, told_otherwise(archive, {"counted_again": again}))
        assert "that sheet is counted again itself" in refused
        assert "counted_again." in refused


def test_what_few_evenings_have_is_left_out_where_there_is_none(archive):
    assert not {"goes_on", "counted_again", "places"} & {
        *json.loads(unpacked(archive)["evening.json"])
    }


@pytest.mark.parametrize("place", [0, 10_000, -1, 1.5, "1"])
def test_a_place_that_cannot_be_is_refused(archive, elsewhere, place):
    one = json.loads(unpacked(archive)["evening.json"])["positions"][0]["tables"][0]
    assert f"places.{one}" in _refused(elsewhere, told_otherwise(archive, {"places": {one: place}}))


def test_totals_that_go_round_are_refused(archive, elsewhere):
    one, other = json.loads(unpacked(archive)["evening.json"])["positions"][0]["tables"][:2]
    for carried in ({one: other, other: one}, {one: one}, {one.upper(): one}):
        refused = _refused(elsewhere, told_otherwise(archive, {"goes_on": carried}))
        assert "totals come back to where they came from" in refused


@pytest.mark.parametrize("drawn", [False, True])
def test_tables_that_no_draw_opened_come_back_to_their_places(client, store, elsewhere, drawn):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    for names in (["Ana", "Bo", "Chi"], ["Dana", "Eve", "Fay"]):
        open_here(store, 1, "tarot", names, key=None, phone="")
    if drawn:  # and not published yet
        players = tuple(one.player for one in store.attendances(1))
        store.keep_draw(1, 1, [DrawnTable(3, "tarot", players[:4])], (), key=None, phone="")
    store.save_deal(2, 1, {"passed": True}, revision=0, key=None, phone="")
    archive = client.get("/evenings/1/evening.zip").data
    assert bring(client, archive).location == SAME
    for leads_to in ("/evenings/1", SAME):
        assert bring(elsewhere, archive).location == leads_to
    there = elsewhere.application.extensions["store"]
    assert [(one.position, one.place) for one in there.tables_at(1)] == [(1, 1), (1, 2)]
    assert [one.number for one in there.positions(1)] == [1] * drawn
    again = unpacked(elsewhere.get("/evenings/1/evening.zip").data)
    assert again == unpacked(archive)


def test_brought_in_twice_nothing_is_there_twice(archive, elsewhere):
    bring(elsewhere, archive)
    before = kept(elsewhere)
    assert bring(elsewhere, archive).location == SAME
    assert kept(elsewhere) == before


def test_where_it_was_made_nothing_happens(archive, client):
    before = kept(client)
    answer = bring(client, archive)
    assert answer.location == SAME
    assert "This evening is here as the file says it." in client.get(answer.location).text
    assert kept(client) == before


def test_what_the_copy_saved_is_what_its_facts_make(archive, elsewhere):
    bring(elsewhere, archive)
    assert elsewhere.application.extensions["store"].rescore(write=False) == []


def test_known_and_different_it_shows_what_differs_and_asks(archive, client, store):
    of = {one.name: one.player for one in store.attendances(1)}
    store.attend(1, of["Bo"], phone="", paid=True)
    dealt = {"caller": "1", "hands": {"0": 3, "1": 2}}
    store.save_deal(2, 2, dealt, revision=0, key=None, phone="")
    before = kept(client)
    answer = bring(client, archive)
    assert answer.status_code == 409
    assert kept(client) == before
    assert "is here already" in answer.text
    assert "is deleted" not in answer.text
    store.change_evening(1, deleted=True, key=None, phone="")
    assert "something else. This evening is deleted" in texts(bring(client, archive))
    assert "Bo has paid has not paid Table 1-2: Deal 2" in texts(answer)
    form = forms.form(answer, "/import")
    assert form.send(client, anew="1").location == "/evenings/2"
    assert kept(client)["tables"] == before["tables"] + 2
    assert store.evening(2).uid != store.evening(1).uid
    assert [one.paid for one in store.attendances(2)] == [False, True, *[False] * 5]


def test_of_a_table_all_that_differs_is_said_too(archive, client, store):
    store.describe_table(2, {"title": "Window"}, key=None, phone="")
    said = texts(bring(client, archive))
    assert "In the file Table 1-2: Name of the table Window – Keep what is here" in said


def test_a_file_too_large_for_the_form_that_asks_is_chosen_once_more(
    archive, client, store, monkeypatch
):
    monkeypatch.setattr(imports, "LARGEST_ASKED", len(archive) - 1)
    store.delete_table(2, key=None, phone="")
    answer = bring(client, archive)
    assert (answer.status_code, "choose the file once more" in answer.text) == (409, True)
    assert forms.form(answer, "/import").send(client, anew="1").status_code == 422
    assert bring(client, archive, anew="1").location == "/evenings/2"


def test_what_a_form_takes_along_is_no_larger_than_what_may_be_posted():
    octets = (imports.LARGEST_ASKED + 2) // 3 * 4  # as base64
    assert octets + guard.LARGEST_FORM <= guard.LARGEST_FILE


def test_a_table_more_or_less_is_a_difference_and_says_where_it_was(archive, client, store):
    store.delete_table(2, key=None, phone="")
    answer = bring(client, archive)
    assert answer.status_code == 409
    assert "Table 1-2 – Zoé and 由紀" in texts(answer)


def test_a_table_that_the_file_has_not_says_where_it_is(archive, client, store):
    on = open_here(store, 1, "tamalou", ["Gil", "Hal"], key=None, phone="")
    at = f"{store.table(on).position}-{store.table(on).place}"
    assert f"Table {at} Gil and Hal –" in texts(bring(client, archive))


def test_sheets_brought_in_before_are_taken_in(archive, elsewhere):
    files = unpacked(archive)
    elsewhere.send("/import", {"text": files["sheets/1-1.json"].decode()})
    assert bring(elsewhere, archive).location == "/evenings/1"
    assert kept(elsewhere)["tables"] == 2
    store = elsewhere.application.extensions["store"]
    assert [(one.position, one.place) for one in store.tables_at(1)] == [(1, 1), (1, 2)]


def test_who_brings_it_organises_it_and_a_stranger_does_not_see_one_that_is_here(
    archive, app, elsewhere
):
    for site in (elsewhere.application, app):
        site.test_client_class = Stranger
    phone = elsewhere.application.test_client()
    bring(phone, archive)
    assert phone.get("/evenings/1/players").status_code == 200
    answer = bring(app.test_client(), archive)
    assert answer.status_code == 422
    assert "this evening is here already" in answer.text


def test_sent_again_because_its_answer_was_lost_it_lets_the_phone_in(archive, elsewhere):
    """The same form with another file is not the same: it asks for something new."""
    phone = Stranger(elsewhere.application)
    form = {"key": "of one form"}
    first = bring(phone, archive, **form)
    phone.loses_answer()
    assert phone.get("/evenings/1/players").status_code == 403
    assert bring(phone, told_otherwise(archive, {"name": "Monday"}), **form).status_code == 422
    assert bring(phone, archive, **form).location == first.location
    assert phone.get("/evenings/1/players").status_code == 200
    assert kept(phone)["evenings"] == 1


def test_many_sheets_are_brought_in_all_or_none(archive, elsewhere, monkeypatch):
    """If two phones bring in the same sheets at one moment, all of the second is refused."""
    sheets = [json.loads(unpacked(archive)[f"sheets/1-{n}.json"]) for n in (1, 2)]
    store = elsewhere.application.extensions["store"]
    monkeypatch.setattr(type(store), "table_by_uid", lambda self, uid: None)
    elsewhere.send("/import", {"text": json.dumps(sheets[1])})
    assert elsewhere.send("/import", {"text": json.dumps(sheets)}).status_code == 422
    assert kept(elsewhere)["tables"] == 1


def test_an_archive_that_was_unpacked_and_packed_again_is_the_same(archive, elsewhere):
    """Safari unpacks what it loads; a Mac packs the folder, and files of its own beside it."""
    files = {f"L’été/{name}": octets for name, octets in unpacked(archive).items()}
    added = {"__MACOSX/L’été/._evening.json": b"\0", "L’été/.DS_Store": b"\0", "L’été/": b""}
    assert bring(elsewhere, packed(added | files)).status_code == 303
    assert elsewhere.get("/evenings/1/evening.zip").data == archive
    assert bring(elsewhere, archive).location.endswith("known=1")


def _refused(phone, octets):
    answer = bring(phone, octets)
    assert answer.status_code == 422
    assert not any(kept(phone).values())
    return answer.text


def test_archives_that_cannot_be_are_refused_and_nothing_is_stored(archive, elsewhere):
    files = unpacked(archive)
    sheet = files["sheets/1-1.json"]
    nameless = {key: told for key, told in json.loads(sheet).items() if key != "id"}
    twice = [*files.items(), ("evening.json", files["evening.json"])]
    with pytest.warns(UserWarning, match="Duplicate name"):
        doubled = packed(twice)
    for octets, said in {
        archive[: len(archive) // 2]: "zip: this archive cannot be read",
        b"PK\x03\x04": "zip: this archive cannot be read",
        locked(packed(files)): "zip: this archive cannot be read",
        packed(files, zipfile.ZIP_BZIP2): "evening.json: this archive cannot be read",
        packed({}): "evening.json: this is missing",
        packed(files | {"../evil.json": b"{}"}): "../evil.json: this file does not belong in it",
        packed(files | {"/etc/passwd": b""}): "/etc/passwd: this file does not belong in it",
        packed({f"../{k}": v for k, v in files.items()}): "../evening.json: this file does not",
        packed(files | {"a/evening.json": b"{}"}): "evening.json: this is told twice",
        packed(files | {"sheets/1-3.json": sheet}): "tables: the sheets are not those",
        packed(
            files | {"sheets/1-1.json": json.dumps(nameless).encode()}
        ): "sheets/1-1.json, id: this is missing",
        packed(files | {"sheets/1-0.json": sheet}): "sheets/1-0.json: this file does not belong",
        packed({k: v for k, v in files.items() if k != "sheets/1-1.json"}): "tables: the sheets",
        packed({k.replace("1-1", "2-1"): v for k, v in files.items()}): "tables: the sheets",
        doubled: "evening.json: this is told twice",
        packed(files | {"evening.json": b"{"}): "evening.json",
        packed(
            files | {"evening.json": b'{"id": 1, "id": 2}'}
        ): "evening.json.id: this is told twice",
        packed(files | {"evening.json": b"{}\n{}"}): "evening.json: there should be 1 of them",
        packed(files | {"evening.json": b"\xff"}): "zip: this archive cannot be read",
    }.items():
        assert said in _refused(elsewhere, octets)


def test_a_bomb_is_not_unpacked(archive, elsewhere):
    files = unpacked(archive)
    large = packed(files | {"sheets/1-3.json": b" " * (33 * 1024 * 1024)})
    assert len(large) < 100_000
    assert "unpacked it is too large" in _refused(elsewhere, large)
    one = packed(files | {"evening.json": b"[" + b"{}," * (3 * 1024 * 1024) + b"{}]"})
    assert "unpacked it is too large" in _refused(elsewhere, one)
    many = packed(files | {f"sheets/1-{n}.csv": b"" for n in range(1001)})
    assert "files in it" in _refused(elsewhere, many)


NAMES = [f"p{n}" for n in range(20_001)]
HALVES = {  # some sit at a table, some sit out
    "number": 1,
    "sits_out": NAMES[:10_000],
    "drawn": [{"table": 1, "game": "tarot", "players": NAMES[10_000:]}],
}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"players": [{"name": n, "game": "tarot"} for n in NAMES[:5_001]]}, "players: "),
        ({"wishes": [{"players": ["x", n], "together": True} for n in NAMES[:5_001]]}, "wishes: "),
        ({"positions": [{"number": 1, "sits_out": NAMES}]}, "positions: there should be 20,000"),
        ({"positions": [HALVES]}, "positions: there should be 20,000"),
    ],
)
def test_an_evening_of_more_than_anybody_plays_holds_nobody_up(archive, elsewhere, told, said):
    files = unpacked(archive)
    evening = json.loads(files["evening.json"]) | told
    octets = packed(files | {"evening.json": json.dumps(evening).encode()})
    refused = _refused(elsewhere, octets)
    assert f"evening.json.{said}" in refused and "of them at most" in refused


def drawn(place: int, *players: str) -> dict:
    """A table of a draw, as a file tells it."""
    return {"table": place, "game": "tarot", "players": players}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "companion-sheet"),
        ("version", 2),
        ("id", "x"),
        ("name", " "),
        ("name", "x" * 61),
        ("games", {}),
        ("games", {"belote": {}}),
        ("games", {"tarot": {"misere": "x"}}),
        ("fee", -1),
        ("fee", 2.505),
        ("fee", True),
        ("profile", "word"),
        ("shown", -1),
        ("planned", -1),
        ("players", [{"name": "", "game": "tarot"}]),
        ("players", [{"name": "Ana", "game": "belote"}]),
        ("players", [{"name": "Ana", "game": "tarot"}, {"name": "ana", "game": "tarot"}]),
        ("players", [{"name": "Ana", "game": "tarot", "fee": 2.505}]),
        ("wishes", [{"players": ["Ana", "ana"], "together": True}]),
        ("adjustments", [{"player": " ", "points": 1, "reason": ""}]),
        ("adjustments", [{"player": "Ana", "points": 1, "reason": "", "game": "belote"}]),
        ("adjustments", [{"player": "Ana", "points": 1e9, "reason": ""}]),
        ("adjustments", [{"player": "Ana", "points": 0.25, "reason": ""}]),
        ("adjustments", [{"player": "Ana", "points": 1, "reason": "x" * 61}]),
        ("positions", [{"number": 0}]),
        ("positions", [{"number": 1, "drawn": [drawn(0, "Ana")]}]),
        ("positions", [{"number": 1}, {"number": 1}]),
        ("positions", [{"number": 1, "sits_out": ["Ana", "Ana"]}]),
        ("positions", [{"number": 1, "drawn": [drawn(1, "Ana"), drawn(1, "Bo")]}]),
        ("goes_on", {"0" * 32: "1" * 32}),
        ("goes_on", {"0" * 32: 1}),
        ("counted_again", {"0" * 32: "1" * 32}),
        ("counted_again", {"0" * 32: 1}),
        ("places", {"0" * 32: 1}),
        ("computed", {}),
    ],
)
def test_what_cannot_be_is_named(archive, elsewhere, field, value):
    assert f"evening.json.{field}" in _refused(elsewhere, told_otherwise(archive, {field: value}))


def test_what_turns_a_line_around_is_not_brought_in(archive, elsewhere):
    given = {"player": "Ana", "points": 1, "reason": "la\u202ete"}
    told = {"name": "Fri\u202eday", "place": "Ca\u202efé", "adjustments": [given]}
    for _ in range(2):  # the second time it is here already, and says the same
        assert bring(elsewhere, told_otherwise(archive, told)).status_code == 303
    store = elsewhere.application.extensions["store"]
    found, (adjusted,) = store.evening(1), store.adjustments([1])
    assert (found.name, found.place, adjusted.reason) == ("Friday", "Café", "late")


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({"declarer": "Nobody"}, "sheets/1-1.json, deal 2, declarer: "),
        ({"passed": True, "note": "n" * 4001}, "sheets/1-1.json, deal 2, note: "),
    ],
)
def test_a_wrong_deal_in_a_sheet_is_named(archive, elsewhere, deal, said):
    deals = {"deals": [{"passed": True}, deal]}
    assert said in _refused(elsewhere, told_otherwise(archive, deals, "sheets/1-1.json"))


@pytest.mark.parametrize("name", ["evening.json", "sheets/1-1.json"])
@pytest.mark.parametrize("text", [b"", b"[]"])
def test_a_file_with_nothing_in_it_is_missing(archive, elsewhere, name, text):
    wrong = packed(unpacked(archive) | {name: text})
    assert f"{name}: this is missing" in _refused(elsewhere, wrong)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
PARTS = ["id", "name", "date", "place", "games", "fee", "profile", "corrects", "shown", "planned"]
PARTS += ["closed", "players", "wishes", "adjustments", "positions", "tables", "goes_on"]
PARTS += ["counted_again", "places", "format", "version"]


several = settings(briefly, max_examples=80)


def test_one_odd_value_is_answered_and_never_half_brought_in(archive, elsewhere):
    @several
    @given(st.sampled_from(PARTS), json_values)
    def brought(part, value):
        before = kept(elsewhere)["evenings"]
        status = bring(elsewhere, told_otherwise(archive, {part: value})).status_code
        new = kept(elsewhere)["evenings"] - before
        assert (status, new) in [(303, 1), (303, 0), (409, 0), (422, 0)]

    brought()


def test_octets_that_were_changed_on_the_way_are_answered(archive, elsewhere):
    @several
    @given(st.integers(2, len(archive) - 1), st.binary(max_size=9))
    def brought(at, odd):
        octets = archive[:at] + odd + archive[at + 1 :]
        assert bring(elsewhere, octets).status_code in (303, 409, 422)

    brought()


@pytest.mark.parametrize("time", ["2026-11-20T20:30:00", "2026-11-20T21:30:00+01:00"])
def test_a_clock_of_another_zone_or_of_none_is_kept_in_utc(archive, elsewhere, time):
    told = json.loads(unpacked(archive)["evening.json"])["positions"]
    told = [one | {"ends_at": time, "closed": False} for one in told]
    assert bring(elsewhere, told_otherwise(archive, {"positions": told})).status_code == 303
    ends = {one.ends_at for one in elsewhere.application.extensions["store"].positions(1)}
    assert ends == {"2026-11-20T20:30:00+00:00"}
    for page in ("", "/draw", "/wall", "/seats"):
        assert elsewhere.get(f"/evenings/1{page}").status_code == 200


def test_a_time_too_far_away_is_refused(archive, elsewhere):
    told = json.loads(unpacked(archive)["evening.json"])["positions"]
    told[0]["ends_at"] = "9999-12-31T23:59:59-14:00"
    answer = bring(elsewhere, told_otherwise(archive, {"positions": told}))
    assert answer.status_code == 422
    assert "not a time as in ISO 8601" in answer.text
