"""Who sits where: names put right, the order before the first deal, substitutes, options."""

from __future__ import annotations

import re
from collections.abc import Callable

import forms
import laws
import pytest
from an_evening import open_here
from phones import Stranger

from companion.store import DrawnTable, Opening, Where
from companion.web import seated

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
ORDER = {"player": ["Ana", "Bo", "Chi", "Dana"], "first": "0"}
FFT = {"preset": "fft", "deals": "0"}


@pytest.fixture
def change(client):
    """Posts a change of seats as its page does: what is answered."""

    def changed(**touched):
        form = forms.form(client.get("/tables/1/players"), "/players")
        order = {name: form.fields.get(name, ORDER[name]) for name in ORDER}
        token = {"csrf_token": form.fields["csrf_token"]}
        return client.post(form.action, data={**token, **order, **touched})

    return changed


def problem(page):
    return re.search(r'class="problem" role="alert">([^<]*)', page.text)[1]


def test_it_is_said_at_how_many_other_tables_a_name_is_put_right_too(client, store, open_table):
    for names in (["Ana", "Bo", "Chi"], ["Ana", "Bo", "Dee"], ["Ana", "Eve", "Fay"]):
        open_table(names=names)
    fay, chi = (store.player_called(name) for name in ("Fay", "Chi"))
    store.merge(fay, chi, key=None, phone="")
    open_table(names=["Ana", "Bo", "Chi"])
    store.delete_table(4, key=None, phone="")  # it is none that changes
    for table, tables in ((1, ["2", "1", "1"]), (2, ["2", "1"])):
        page = forms.texts(client.get(f"/tables/{table}/players"))
        assert re.findall(r"the name changes at (\d) other", page) == tables


def test_a_refusal_that_begins_with_a_name_leaves_it_as_it_is_written(open_table, change):
    """No style makes its first letter a capital, as it does that of a sentence of ours, whose first
    word is no name though somebody is called so."""
    open_table(names=["anna B.", "Bo", "a", "Dana"])
    for name, said in (
        ("anna B.", "anna B. sits at the table already"),
        ("", "a name has 1 to 30"),
    ):
        page = change(seat=1, name=name, rename=1).text
        (refused,) = re.findall(
            r'id="wrong-name" tabindex="-1" autofocus( data-typed)? class="problem"[^>]*>([^<]*)',
            page,
        )
        assert (refused[0] != "", refused[1].startswith(said)) == (name != "", True)


def test_a_misspelt_name_is_put_right_everywhere(client, store, change, three_deals):
    assert change(seat=1, name="Beau", rename=1).status_code == 303
    assert "Beau , prise, 40 with one oudler" in forms.texts(client.get("/tables/1"))
    assert "Bo" not in forms.texts(client.get("/tables/1")).split()
    assert "Beau" in client.get("/tables/1/sheet.csv").text.splitlines()[0]
    assert laws.totals(store, three_deals) == [168, -240, 168, -96]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ana", "Ana sits at the table already"),
        ("", "a name has 1 to 30 letters or signs"),
        ("x" * 31, "a name has 1 to 30 letters or signs; this one has 31"),
    ],
)
@pytest.mark.parametrize("how", ["rename", "substitute"])
def test_a_name_that_cannot_be_is_refused_and_stays(store, change, three_deals, how, name, why):
    page = change(**{"seat": 1, "name": name, how: 1})
    assert (page.status_code, problem(page)) == (422, why)
    typed = [form.fields["name"] for form in forms.forms(page) if form.fields.get("seat") == ["1"]]
    assert typed == [[name]]
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")


def test_nobody_sat_on_two_seats_in_between_either(store, change, three_deals):
    """The person who came to Ana's seat and left it again was not Bo: he sat beside it all the
    time."""
    change(seat=0, name="Zed", substitute=1)
    store.save_deal(1, 4, {"passed": True}, revision=0, key=None, phone="")
    change(seat=0, name="Eve", substitute=1)
    before = store.table(1)
    page = change(seat=0, name="Bo", rename=1, who=1)
    assert (page.status_code, problem(page)) == (422, "Bo sits at the table already")
    assert store.table(1) == before


def test_before_the_first_deal_seats_move_and_the_first_dealer_stays_the_same_person(
    store, change, open_table
):
    open_table(dealer=1)
    change(down=1)
    assert (store.table(1).sitting, store.table(1).dealer) == (("Ana", "Chi", "Bo", "Dana"), 2)
    change(up=1)
    assert (store.table(1).sitting, store.table(1).dealer) == (("Chi", "Ana", "Bo", "Dana"), 2)


def test_a_seat_moved_by_a_double_tap_moves_once(client, store, open_table):
    open_table()
    form = forms.form(client.get("/tables/1/players"), "/players")
    for _ in range(2):
        assert form.send(client, down="1").status_code == 303
    assert store.table(1).sitting == ("Ana", "Chi", "Bo", "Dana")


def test_before_the_first_deal_who_deals_first_can_be_changed(client, store, change, open_table):
    open_table()
    assert change(dealer=3).status_code == 303
    assert store.table(1).dealer == 3
    assert "Ana leads" in forms.texts(client.get("/tables/1"))


@pytest.mark.parametrize("moved", [{"up": 0}, {"down": 3}, {"up": 99}, {"down": -2}, {"up": "x"}])
def test_a_move_off_the_table_moves_nobody(store, change, open_table, moved):
    open_table()
    assert change(**moved).status_code == 303
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")


@pytest.mark.parametrize("touched", [{"down": 0}, {"dealer": 2}])
def test_after_the_first_deal_the_order_is_fixed(store, change, three_deals, touched):
    page = change(**touched)
    assert page.status_code == 422
    assert "The order of the seats holds from the first deal on." in forms.texts(page)
    assert (store.table(1).sitting, store.table(1).dealer) == (("Ana", "Bo", "Chi", "Dana"), 0)


def test_a_bid_is_a_first_deal_too(client, store, change, open_table):
    open_table()
    form = forms.form(client.get("/tables/1"))
    form.send(client, to="/tables/1/deals/1/half", take="0-garde")
    assert change(down=0).status_code == 422
    assert client.send("/tables/1/options", FFT).status_code == 422


def test_who_sits_there_already_is_no_substitute(client, store, change, three_deals):
    answer = change(seat=1, name=" bo", sat="Bo", substitute=1)
    assert answer.status_code == 422
    assert "Bo sits there already: type who comes" in forms.texts(answer)
    assert len(store.table(1).seats[1].people) == 1


def test_another_spelling_of_who_sits_there_is_no_substitute_either(
    client, store, change, open_table
):
    open_table()
    open_table(names=("Bobby", "Eve", "Fay", "Gil"))
    of = {one.name: one.id for one in store.players()}
    store.merge(of["Bobby"], of["Bo"], key=None, phone="")
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    assert change(seat=1, name="Bobby", sat="Bo", substitute=1).status_code == 422


def test_enter_in_a_name_renames_nobody_and_seats_nobody(client, store, three_deals):
    form = forms.form(client.get("/tables/1/players"), "/players")
    first = form.buttons[0]["name"]  # which Enter presses
    page = form.send(client, name="Zed", **{first: 1})
    assert page.status_code == 422
    assert problem(page) == "say which: the same person, or somebody else"
    assert 'value="Zed"' in page.text
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")


def test_a_substitute_takes_the_seat_and_its_total(client, store, change, record, three_deals):
    assert change(seat=1, name="Zoe", substitute=1).status_code == 303
    record(three_deals, **{**GARDE, "take": "1-garde"})
    page = forms.texts(client.get("/tables/1"))
    assert "2 Bo , prise, 40 with one oudler: failed by 11" in page
    assert "4 Zoe , garde, 49 with two oudlers: made by 8" in page
    assert laws.totals(store, three_deals) == [102, -42, 102, -162]


def test_each_keeps_what_was_played_in_the_seat(store, change, record, three_deals):
    change(seat=1, name="Zoe", substitute=1)
    record(three_deals, **{**GARDE, "take": "1-garde"})
    people = store.table(1).seats[1].people
    assert [(one.name, one.total / 2, one.deals) for one in people] == [
        ("Bo", -240, 3),
        ("Zoe", 198, 1),
    ]


def test_who_comes_back_sits_there_again(store, change, record, three_deals):
    change(seat=1, name="Zoe", substitute=1)
    record(three_deals, **GARDE)
    change(seat=1, name="Bo", substitute=1)
    record(three_deals, **GARDE)
    names = [store.table(1).names_at(deal)[1] for deal in store.deals(1)]
    assert names == ["Bo", "Bo", "Bo", "Zoe", "Bo"]


def test_options_can_be_changed_before_the_first_deal(client, store, open_table):
    open_table()
    form = forms.form(client.get("/tables/1/options"), "/options")
    assert form.send(client, preset="fft", deals="4").status_code == 303
    rules = store.table(1).rules
    assert (rules["preset"], rules["slam_settlement"], rules["deals"]) == ("fft", "per_opponent", 4)


def test_after_the_first_deal_options_are_fixed(client, store, three_deals):
    page = client.get("/tables/1/options")
    assert "Agreed before the first deal, and fixed since." in forms.texts(page)
    assert forms.form(page, "/options").fields.keys() == {"csrf_token", "key"}
    for told in ("A slam: given to each of the side", "Half points: count as they are"):
        assert f'aria-label="{told}" checked' in page.text
    refused = client.send("/tables/1/options", FFT)
    assert (refused.status_code, problem(refused)) == (
        422,
        "this was agreed before the first deal",
    )
    assert store.table(1).rules["preset"] == "table"


def test_while_the_first_deal_is_begun_the_options_say_that_it_is_taken_back_first(
    client, store, open_table
):
    open_table()
    bid = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    page = client.get("/tables/1/options")
    said = forms.texts(page)
    assert "Fixed since a deal was begun. To play otherwise, take that back first" in said
    assert "Carry the totals over" not in said and "Count under other rules" not in said
    assert forms.form(page, "/options").fields.keys() == {"csrf_token", "key"}
    store.undo(1, key=None, phone="")
    assert "Fixed since" not in forms.texts(client.get("/tables/1/options"))


def test_once_all_deals_are_deleted_options_can_be_changed_again(client, store, open_table, record):
    record(open_table(), **GARDE)
    form = forms.form(client.get("/tables/1/deals/1"))
    form.send(client, to="/tables/1/deals/1/delete")
    assert client.send("/tables/1/options", FFT).status_code == 303
    assert store.table(1).rules["preset"] == "fft"


@pytest.mark.parametrize(
    "agreed", [{"misere": "-5"}, {"misere": "ten"}, {"preset": "ours"}, {"deals": "4.5"}]
)
def test_options_that_cannot_be_are_refused_and_stay_to_be_mended(
    client, store, open_table, agreed
):
    open_table()
    page = client.send("/tables/1/options", {**FFT, **agreed})
    assert page.status_code == 422
    fields = forms.form(page, "/options").fields
    kept = {name: value for name, value in agreed.items() if name != "preset"}
    shown = {name: [*filter(None, fields[name])] for name in kept}  # "other" beside chips
    typed = {"deals": ["0", "4.5"]} if "deals" in agreed else {}  # in its field, no choice
    assert shown == {name: [value] for name, value in kept.items()} | typed
    assert store.table(1).rules["preset"] == "table"


def test_each_seat_says_what_can_be_done_there(client, open_table, record):
    table = open_table()
    right, other = "Same person, the name put right", "Somebody else"
    said = forms.texts(client.get("/tables/1/players"))
    assert said.count(f"{right} {other} Bo") == 1
    assert "A substitute takes the seat" not in said
    record(table, take="0-garde", oudlers=2, points=49)
    said = forms.texts(client.get("/tables/1/players"))
    assert said.count(f"{right} {other}, from the next deal on Bo") == 1
    assert said.count("A substitute takes the seat, not the score") == 1
    assert "Somebody joins, leaves or changes seats: carry the totals over" in said


def test_what_came_from_paper_is_left_to_nobody_else_before_the_first_deal(client, open_table):
    open_table(start=(100, -100, 0, 0))
    said = forms.texts(client.get("/tables/1/players"))
    assert "Put the name right Ana Name Same person, the name put right Bo" in said


def test_before_the_first_deal_too_somebody_else_takes_a_seat_and_nobody_is_renamed(
    client, store, open_table, three_deals
):
    open_table(names=("Ana", "Eve", "Fay", "Gil"))
    form = forms.form(client.get("/tables/2/players"), "/players")
    assert form.send(client, seat=0, name="Zoe", substitute=1).status_code == 303
    assert store.table(2).sitting == ("Zoe", "Eve", "Fay", "Gil")
    assert [len(seat.people) for seat in store.table(2).seats] == [1, 1, 1, 1]
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")
    assert client.send("/tables/2/undo", {}).status_code == 303
    assert store.table(2).sitting == ("Ana", "Eve", "Fay", "Gil")


def test_of_two_phones_that_agree_the_rules_of_a_table_the_second_is_asked(
    client, store, open_table
):
    open_table(misere=0)
    mine, theirs = (forms.form(client.get("/tables/1/options"), "/options") for _ in range(2))
    assert theirs.send(client, misere="10").status_code == 303
    refused = mine.send(client, deals=["12", ""])
    assert (refused.status_code, store.table(1).rules["misere"]) == (422, 10)
    assert problem(refused) == "these rules were changed meanwhile: agree once more"
    assert forms.form(refused, "/options").fields["deals"] == ["12", ""]
    for _ in range(2):  # a form that comes twice was agreed once
        assert forms.form(refused, "/options").send(client).status_code == 303
    assert store.table(1).rules["deals"] == 12


@pytest.mark.parametrize("who", ["1", "7", "-2"])
def test_who_never_sat_there_has_no_name_to_be_put_right(client, open_table, who):
    open_table()
    misspelt = {"seat": "0", "who": who, "name": "Anna", "rename": "1"}
    assert client.send("/tables/1/players", misspelt).status_code == 404


def order(page):
    """The form of the order of the seats."""
    return next(form for form in forms.forms(page) if "player" in form.fields)


@pytest.mark.parametrize("touched", [{"down": 2}, {"up": 1}, {"dealer": 2}])
def test_an_order_that_another_phone_changed_meanwhile_is_not_put_back(
    client, store, open_table, touched
):
    open_table()
    seats = order(client.get("/tables/1/players"))
    store.agree_table(1, {"names": ("Eve", "Bo", "Chi", "Dana")}, key=None, phone="")
    refused = seats.send(client, **touched)
    assert (refused.status_code, problem(refused)) == (422, CHANGED)
    table = store.table(1)
    assert (table.sitting, table.dealer) == (("Eve", "Bo", "Chi", "Dana"), 0)
    seats = order(refused)
    assert seats.send(client, **touched).status_code == 303  # seen now


CHANGED = "the seats were changed meanwhile: this is how they are now"


@pytest.mark.parametrize("how", ["rename", "substitute"])
def test_a_name_is_put_right_or_replaced_only_where_the_page_showed_it(
    client, store, open_table, record, how
):
    table = open_table()
    if how == "substitute":
        record(table, unplayed="passed")
    shown = forms.forms(client.get("/tables/1/players"))
    ana = next(form for form in shown if form.fields.get("seat") == ["0"])
    if how == "substitute":
        store.substitute(1, 0, "Eve", key=None, phone="")
    else:
        store.agree_table(1, {"names": ("Bo", "Ana", "Chi", "Dana")}, key=None, phone="")
    now = store.table(1).sitting
    refused = ana.send(client, **{"name": "Alice", how: 1})
    assert (refused.status_code, problem(refused)) == (422, CHANGED)
    assert store.table(1).sitting == now
    assert 'value="Alice"' in refused.text


def test_an_order_after_the_first_deal_is_refused_in_words(client, store, open_table, record):
    """The deal was told on another phone while this one looked at the seats."""
    table = open_table()
    seats = order(client.get("/tables/1/players"))
    record(table, unplayed="passed")
    refused = seats.send(client, down=0)
    assert (refused.status_code, problem(refused)) == (422, "this was agreed before the first deal")


def test_who_sits_at_another_table_of_the_position_is_not_offered(client, store):
    asked = {"key": None, "phone": ""}
    store.open_evening("Friday", "", "", {"tarot": {}}, **asked)
    store.check_in(1, [f"N{n}" for n in range(1, 8)], "tarot", **asked)
    drawn = DrawnTable(1, "tarot", (1, 2, 3)), DrawnTable(2, "tarot", (4, 5, 6))
    store.keep_draw(1, 1, drawn, [7], **asked)
    store.publish(1, 1, **asked)
    store.open_table(Opening("tarot", ["N7", "Eve", "Fay"]), **asked)
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    assert chips(client) == ["N7", "Eve", "Fay"]


def chips(phone):
    """Who is offered the first seat of table 1 by one touch."""
    found = forms.forms(phone.get("/tables/1/players"))
    seats = [one for one in found if one.fields.get("substitute") == ["1"]]
    return [one["value"] for form in seats[:1] for one in form.buttons if one.get("name") == "name"]


@pytest.fixture
def come_late(store):
    """Tables 1 and 2 of an evening play; Sam sits out, Neu has come since, and Dee, who played
    lately, has left. Eve is not there."""
    asked = {"key": None, "phone": ""}
    store.open_evening("Friday", "", "", {"tarot": {}}, **asked)
    store.check_in(1, ["Ana", "Bo", "Chi", "Fay", "Gil", "Hal", "Sam", "Dee"], "tarot", **asked)
    of = {one.name: one.player for one in store.attendances(1)}
    sit = (
        tuple(of[name] for name in names) for names in (["Ana", "Bo", "Chi"], ["Fay", "Gil", "Hal"])
    )
    drawn = [DrawnTable(place, "tarot", three) for place, three in enumerate(sit, 1)]
    store.keep_draw(1, 1, drawn, [of["Sam"]], **asked)
    store.publish(1, 1, **asked)
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    store.open_table(Opening("tarot", ["Dee", "Eve", "Xan"]), **asked)
    store.attend(1, of["Dee"], here=False, phone="")
    store.check_in(1, ["Neu"], "tarot", **asked)


def test_who_is_there_without_a_seat_is_offered_one_first_and_nobody_who_has_left(
    client, come_late
):
    assert chips(client) == ["Neu", "Sam", "Eve", "Xan"]


@pytest.mark.parametrize("carried", ["", "&carried=1"])
def test_they_are_offered_first_where_its_table_goes_on_as_another_one(client, come_late, carried):
    page = client.get(f"/tables/new?table=1{carried}")
    assert added(page)[:4] == ["Neu", "Sam", "Eve", "Xan"]
    joined = forms.form(page, "opening").send(client, add="Neu")
    assert added(joined)[:3] == ["Sam", "Eve", "Xan"]
    leaves = forms.form(page, "opening").send(client, stays=None)  # the evening
    assert added(leaves)[:3] == ["Dee", "Eve", "Xan"]


def added(page):
    """The names offered for a new table by one touch, of people who do not sit there yet."""
    chips = (one for one in forms.form(page, "opening").buttons if one.get("name") == "add")
    return [one["value"] for one in chips]


@pytest.mark.parametrize(
    ("where", "offered"), [(Where(None, 1, 1), ["Neu", "Sam"]), (Where(1), [])]
)
def test_who_is_there_is_offered_to_who_may_look_on_at_the_evening(
    app, store, come_late, where, offered
):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("score", where))
    assert chips(phone) == offered


def test_who_sits_at_a_sheet_that_is_closed_is_not_offered_a_seat_there(client, store, three_deals):
    store.close_table(1, key=None, phone="")
    offered = [
        one.get("name")
        for form in forms.forms(client.get("/tables/1/players"))
        for one in form.buttons
    ]
    assert "rename" in offered and "name" not in offered


def test_who_played_elsewhere_takes_a_seat_by_one_touch(client, store, open_table, three_deals):
    open_table(names=["Eve", "Fay", "Gil"])
    page = client.get("/tables/1/players")
    seats = [form for form in forms.forms(page) if form.fields.get("substitute") == ["1"]]
    offered = [
        [one["value"] for one in form.buttons if one.get("name") == "name"] for form in seats
    ]
    assert offered == [["Eve", "Fay", "Gil"]] * 4
    answer = seats[1].send(client, name="Fay")
    assert answer.status_code == 303
    assert store.table(1).sitting == ("Ana", "Fay", "Chi", "Dana")
    assert "Bo" in [
        one["value"]
        for form in forms.forms(client.get("/tables/1/players"))
        for one in form.buttons
        if one.get("name") == "name"
    ]


@pytest.fixture
def call_it(client):
    """Calls the table so, by the form that the page has for it."""

    def called(title):
        page = client.get("/tables/1/players")
        (form,) = [one for one in forms.forms(page) if "title" in one.fields]
        return form.send(client, title=title)

    return called


def test_a_table_is_called_otherwise_at_any_time_and_undo_takes_that_back(
    client, store, call_it, three_deals
):
    assert call_it("  The oak table ").status_code == 303
    assert "The oak table" in forms.texts(client.get("/"))
    assert "Name of the table changed" in forms.texts(client.get("/tables/1/history"))
    call_it("x" * 70)
    assert store.table(1).title == "x" * 60
    store.undo(1, key=None, phone="")
    assert store.table(1).title == "The oak table"
    call_it("")
    assert (store.table(1).title, store.table(1).about) == ("", {})
    assert "The oak table" not in forms.texts(client.get("/"))
    history = forms.texts(client.get("/tables/1/history"))
    assert "The oak table Ana, Bo and 2 more" in " ".join(history.split())


def test_what_a_table_is_called_already_is_no_change(store, call_it, three_deals):
    call_it("The oak table")
    before = store.version(1)
    call_it("The oak table")
    assert store.version(1) == before


def test_a_name_for_the_table_on_a_page_open_too_long_comes_back(client, store, open_table):
    open_table()
    (form,) = [one for one in forms.forms(client.get("/tables/1/players")) if "title" in one.fields]
    answer = form.send(client, title="The oak table", csrf_token="of yesterday")
    (again,) = [one for one in forms.forms(answer) if "title" in one.fields]
    assert (answer.status_code, again.fields["title"]) == (400, ["The oak table"])
    assert again.send(client).status_code == 303
    assert store.table(1).title == "The oak table"


# --- Who may call whom otherwise -------------------------------------------------------------


@pytest.fixture
def stranger(app, three_deals):
    """A phone without a link, and its own table: of Ana, who plays at one that it does not see."""
    app.test_client_class = Stranger
    phone = app.test_client()
    seated = {"player": ["Ana", "Xu", "Yi", "Za"], "dealer": "0"}
    fields = {"game": "tarot", "drawn": "tarot", "open": "1"} | seated
    assert phone.send("/tables/new", fields).location == "/tables/2"
    return phone


def renamed(phone, table, seat, name, **more):
    return phone.send(f"/tables/{table}/players", {"rename": 1, "seat": seat, "name": name} | more)


ELSEWHERE = "Ana plays elsewhere too: the host changes that name"


@pytest.mark.parametrize("deals", [0, 1])
def test_who_plays_where_a_phone_sees_nothing_is_called_there_as_ever(stranger, store, deals):
    """At this table the name becomes a new person, with the deals told there; only the host knows
    that both are one."""
    for number in range(1, deals + 1):
        store.save_deal(2, number, {"passed": True}, revision=0, key=None, phone="")
    version = store.version(1)
    assert renamed(stranger, 2, 0, "Stolen").status_code == 303
    assert store.table(2).sitting == store.table(2).names == ("Stolen", "Xu", "Yi", "Za")
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")
    assert store.version(1) == version
    store.undo(2, key=None, phone="")
    assert store.table(2).sitting[0] == "Ana"
    refused = renamed(stranger, 2, 0, "ANA")
    assert (refused.status_code, problem(refused)) == (422, ELSEWHERE)
    assert store.table(1).sitting[0] == store.table(2).sitting[0] == "Ana"


def test_the_deals_of_a_name_put_right_are_those_of_who_bears_it(stranger, store):
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(2, 1, told, revision=0, key=None, phone="")
    totals, ana = store.table(2).totals, store.player_called("Ana")
    renamed(stranger, 2, 0, "Anna")
    assert store.table(2).totals == totals
    assert [one.deals for one in store.sizes(store.player_called("Anna"))] == [1]
    assert {one.table for one in store.parts_with(ana)} == {1}
    assert store.rescore(write=False) == []


@pytest.mark.parametrize("step", ["undo", "redo", "restore"])
def test_no_step_back_renames_who_plays_where_a_phone_sees_nothing(stranger, store, step):
    store.rename(2, 1, "Xuan", key=None, phone="")
    if step == "redo":
        store.undo(2, key=None, phone="")
    change = store.changes(2)[0].id
    store.substitute(1, 0, "Xu" if step == "redo" else "Xuan", key=None, phone="")
    sat = store.table(1).sitting
    address = "history/restore" if step == "restore" else step
    if step != "restore":  # by htmx
        led = stranger.send(f"/tables/2/{address}?stays=", {"change": change})
        said = stranger.get(led.headers["HX-Redirect"]).text
        assert "That would rename somebody who plays elsewhere too" in said
    refused = stranger.send(f"/tables/2/{address}", {"change": change})
    assert refused.status_code == 409
    assert "plays elsewhere too: the host changes that name" in refused.text
    assert store.table(1).sitting == sat


def test_the_other_tables_are_told_when_a_name_is_taken_back(store, three_deals, open_table):
    open_table(names=["Ana", "Xu", "Yi", "Za"])
    store.rename(1, 0, "Anna", key=None, phone="")
    version = store.version(2)
    store.undo(1, key=None, phone="")
    assert store.table(2).sitting[0] == "Ana"
    assert store.version(2) > version


def test_who_plays_nowhere_else_is_called_otherwise_by_who_enters_the_deals(stranger, store):
    assert renamed(stranger, 2, 1, "Xuan").status_code == 303
    assert store.table(2).sitting[1] == "Xuan"
    assert store.player_called("Xu") is None


EVERYWHERE = "Put right, the name changes at 1 other table too."


def test_what_becomes_of_a_name_that_is_put_right_is_said_to_each_as_it_will_be(
    client, stranger, store
):
    here = "Put right, the name changes at this table alone."
    page = forms.texts(stranger.get("/tables/2/players"))
    assert (page.count(here), page.count(EVERYWHERE)) == (1, 0)
    page = forms.texts(client.get("/tables/2/players"))
    assert (page.count(here), page.count(EVERYWHERE)) == (0, 1)
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(2, 1, key=None, phone="")
    page = forms.texts(stranger.get("/tables/2/players"))
    said = f"{ELSEWHERE}. With the name of somebody else, that person sits here instead."
    assert (page.count(said), page.count(here), page.count(EVERYWHERE)) == (1, 0, 0)
    refused = renamed(stranger, 2, 0, "Anna")
    assert (refused.status_code, problem(refused)) == (422, ELSEWHERE)
    assert renamed(stranger, 2, 0, "Bo").status_code == 303
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")
    assert store.table(2).sitting == ("Bo", "Xu", "Yi", "Za")


def test_who_was_only_checked_in_at_another_evening_is_called_there_as_ever(stranger, store):
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Yi"], "tarot", key=None, phone="")
    renamed(stranger, 2, 2, "Yu")
    assert [one.name for one in store.attendances(1)] == ["Yi"]
    assert store.table(2).sitting[2] == "Yu"


@pytest.mark.parametrize("where", [Where(None, 1, 7), Where(2)])
def test_a_name_put_right_at_a_table_of_an_evening_is_right_at_all_of_it(app, store, where):
    """The other tables of the evening are the phone's evening, too; they are told of it."""
    app.test_client_class = Stranger
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Anna", "Bo", "Chi"], "tarot", key=None, phone="")
    players = [one.player for one in store.attendances(1)]
    for number, place in ((1, 1), (2, 7)):
        drawn = [DrawnTable(place, "tarot", tuple(players))]
        store.keep_draw(1, number, drawn, [], key=None, phone="")
        store.publish(1, number, key=None, phone="")
    phone, version = app.test_client(), store.version(1)
    phone.join(store.link("score", where))
    assert renamed(phone, 2, 0, "Ana").status_code == 303
    assert [store.table(n).sitting[0] for n in (1, 2)] == ["Ana", "Ana"]
    assert [one.name for one in store.attendances(1)] == ["Ana", "Bo", "Chi"]
    assert store.version(1) > version
    assert store.can_undo(2).kind == "rename"


def test_a_regular_is_not_made_two_people_by_who_organises_another_evening(app, store):
    app.test_client_class = Stranger
    for name in ("Monday", "Friday"):
        store.open_evening(name, "", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    table = open_here(store, 2, "tarot", ["Ana", "Bo", "Chi"], key=None, phone="")
    phone = app.test_client()
    phone.join(store.link("organise", Where(None, 2)))
    refused = renamed(phone, table, 0, "Anne")
    assert (refused.status_code, problem(refused)) == (422, ELSEWHERE)
    assert store.player_called("Anne") is None


def test_a_thousand_hands_of_seats_that_are_not_there_are_left_out(client, open_table):
    """The form was drawn when the same people sat in another order."""
    open_table("tamalou")
    sit = forms.form(client.get("/tables/1")).fields["sit"][0]
    other = sit[len(sit) // 4 :] + sit[: len(sit) // 4]
    hands = {f"hands-{seat}": "3" for seat in range(2000)}
    for to in ("/tables/1/deals/1/preview", "/tables/1/deals/1"):
        answer = client.send(to, {"sit": other, "revision": "0", **hands})
        assert answer.status_code in (200, 409, 422)


@pytest.fixture
def twice(app, store) -> Callable[[], list[int]]:
    """Ana sits at place 1, and later, though she plays there, at place 2; at which she is named."""
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "tarot", **how)
    drawn = DrawnTable(1, "tarot", tuple(one.player for one in store.attendances(1)))
    store.keep_draw(1, 1, [drawn], [], **how)
    store.publish(1, 1, **how)
    store.open_there(1, Opening("tarot", ["Ana", "Fay", "Gil", "Hal"]), elsewhere=True, **how)

    def named() -> list[int]:
        with app.test_request_context():
            people = seated.people_of(1, store.positions(1)[0])
        return sorted(one.table.place for one in people if one.name == "Ana")

    return named


def test_who_has_two_open_seats_is_named_at_both(twice):
    assert twice() == [1, 2]


def test_who_plays_on_at_an_older_sheet_is_not_named_at_a_newer_one_closed(store, twice):
    store.close_table(2, key=None, phone="")
    assert twice() == [1]
