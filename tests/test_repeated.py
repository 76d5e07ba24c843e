"""A form whose answer was lost is answered again as it was, whatever has changed since; one that
was drawn before the seats changed, or the sheet was closed, is asked about under the lock."""

from __future__ import annotations

import json

import forms
import laws
import pytest
import worked
from phones import Stranger

from companion.store import NotAsSeen, Opening, Seen, Where

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
FACTS = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
NAMES = ["Ana", "Bo", "Chi", "Dana"]
PASS = {"touch": "pass-0"}


def closed(store, table=1):
    store.close_table(table, key=None, phone="another")


def carried_on(store, table=1):
    anew = Opening("tarot", NAMES, goes_on=table)
    store.open_table(anew, closes=True, key=None, phone="another")


def reseated(store, table=1):
    store.substitute(table, 0, "Zoe", key=None, phone="another")


SAID = {
    closed: "This sheet was closed meanwhile, so nothing was saved.",
    carried_on: "A table that goes on with its totals does not hear of it.",
    reseated: "The seats have changed meanwhile",
}


def paper(phone):
    """The grid's form, and one deal in it."""
    grid = forms.form(phone.get("/tables/1/paper"), "paper")
    grid.action = "/tables/1/paper"
    return grid, {f"1-{fact}": value for fact, value in FACTS.items()}


def sheet(phone):
    """The form on the sheet, and a deal in it."""
    return forms.form(phone.get("/tables/1")), GARDE


def bid(phone):
    """The same, its bid alone."""
    form = forms.form(phone.get("/tables/1"))
    form.action += "/half"
    return form, {"take": "0-garde"}


@pytest.mark.parametrize("change", [closed, reseated])
@pytest.mark.parametrize("told", [sheet, bid, paper])
def test_what_was_saved_is_answered_again_whatever_has_changed_since(
    client, store, open_table, told, change
):
    open_table()
    form, fields = told(client)
    first = form.send(client, **fields)
    assert first.status_code == 303
    change(store)
    again = form.send(client, **fields)
    assert (again.status_code, again.location) == (303, first.location)
    assert len(store.deals(1)) == 1


def test_a_touch_on_a_board_is_answered_again_though_the_sheet_was_closed(
    client, store, open_table
):
    open_table("plateau", dealer=3)
    form = forms.form(client.get("/tables/1"))
    touch = PASS | {"key": "one", "sit": form.fields["sit"][0]}
    for _ in range(2):
        assert client.send("/tables/1/deals/1/half/touch", touch).status_code == 303
        closed(store)
    assert len(store.changes(1)) == 3  # opened, touched, closed


BEGUN = {"declarer": "0", "objective": "bridge", "talon": "exchange", "partners": []}
TRICK = {"tricks": [{"won_by": "defence"}]}


@pytest.mark.parametrize("more", [{}, {"note": "who counts?"}], ids=["loaded anew", "a note"])
@pytest.mark.parametrize("played", [None, BEGUN | TRICK], ids=["auction", "board"])
def test_a_touch_sent_again_with_the_form_as_it_is_by_then_counts_once(
    app, client, store, open_table, played, more
):
    """Another phone has touched after it, and this phone has reloaded the page."""
    open_table("plateau", dealer=3)
    touch, theirs = "pass-0", "pass-1"
    if played:
        store.keep_half(1, 1, played, revision=0, key=None, phone="")
        touch, theirs = "space-KH", "space-KH"  # captured, and given back
    to, other = "/tables/1/deals/1/half/touch", app.test_client()
    for phone, asked, key in ((client, touch, "mine"), (other, theirs, "theirs")):
        form = forms.form(phone.get("/tables/1"))
        assert form.send(phone, to=to, touch=asked, key=key).status_code == 303
    told = store.deal(1, 1).facts
    again = forms.form(client.get("/tables/1"))
    assert again.send(client, to=to, touch=touch, key="mine", **more).status_code == 303
    assert store.deal(1, 1).facts == told


def test_a_touch_on_a_board_that_is_refused_says_why(client, store, open_table):
    open_table("plateau", dealer=3)
    store.keep_half(1, 1, BEGUN, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1"))
    closed(store)
    to = "/tables/1/deals/1/half/touch"
    answer = form.send(client, to=to, touch="trick-1-declarer", key="one")
    assert answer.status_code == 409
    assert "This sheet was closed meanwhile" in forms.texts(answer)


def test_a_deal_deleted_before_somebody_took_a_seat_is_asked_about_once(client, store, open_table):
    """Its seats are those of the people of then, so nobody is asked about them again and again."""
    open_table()
    store.save_deal(1, 1, FACTS, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1"))
    store.save_deal(1, 2, FACTS, revision=0, key=None, phone="another")
    store.delete_deal(1, 2, revision=1, key=None, phone="another")
    reseated(store)
    asked = form.send(client, **GARDE)
    assert asked.status_code == 409
    assert forms.form(asked).send(client).status_code == 303


def test_a_key_that_another_form_was_answered_by_is_no_deals(client, store, open_table):
    open_table()
    form = forms.form(client.get("/tables/1"))
    keys = []
    answered = type(store).answered
    type(store).answered = lambda self, key: keys.append(key) or answered(self, key)
    try:
        assert form.send(client, take="0-garde").status_code == 422
    finally:
        type(store).answered = answered
    store.open_table(Opening("tarot", NAMES), key=keys[0], phone="")
    assert form.send(client, take="0-garde").status_code == 422


def test_a_correction_is_answered_again_with_where_it_is_listed(client, store, open_table, record):
    table = open_table()
    for _ in range(20):
        record(table, **GARDE)
    form = forms.form(client.get("/tables/1/deals/1"))
    first = form.send(client, points=50)
    reseated(store)
    again = form.send(client, points=50)
    assert (again.status_code, again.location) == (303, first.location)
    assert first.location != "/tables/1"


def test_a_result_behind_a_bid_of_its_own_is_answered_again_after_another_phones_correction(
    app, client, store, open_table
):
    """Its revision is `0+`: one more than that of the bid that this phone noted before."""
    open_table()
    form, other = forms.form(client.get("/tables/1")), app.test_client()
    form.send(client, to="/tables/1/deals/1/half", take="0-garde")
    form.fields |= {"revision": ["0+"], "key": ["of the result"]}
    assert form.send(client, **GARDE).status_code == 303
    theirs = forms.form(other.get("/tables/1/deals/1"))
    assert theirs.send(other, points=50).status_code == 303
    assert form.send(client, **GARDE).status_code == 303
    assert store.deal(1, 1).facts["card_points"] == 50


@pytest.fixture
def at_evening(app, store):
    """A table of an evening, and the phone that enters deals at its place."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.open_there(1, Opening("tarot", NAMES, {}), key=None, phone="")
    phone = Stranger(app)
    phone.join(store.link("score", Where(None, 1, 1)))
    return phone


@pytest.mark.parametrize("told", [sheet, bid, paper])
def test_who_may_enter_no_more_deals_hears_that_his_was_taken_and_no_other_is(
    store, at_evening, told
):
    form, fields = told(at_evening)
    assert form.send(at_evening, **fields).status_code == 303
    closed(store)
    assert form.send(at_evening, **fields).status_code == 303
    assert form.send(at_evening, **fields, note="another").status_code == 403
    assert form.send(at_evening, **fields, key="another").status_code == 403
    assert len(store.deals(1)) == 1


def test_where_the_last_deal_alone_is_corrected_an_earlier_one_is_answered_again(store, at_evening):
    store.change_evening(1, corrects="last", key=None, phone="")
    form, fields = sheet(at_evening)
    assert form.send(at_evening, **fields).status_code == 303
    store.save_deal(1, 2, FACTS, revision=0, key=None, phone="another")
    assert form.send(at_evening, **fields).status_code == 303
    assert form.send(at_evening, **fields, note="another").status_code == 409


def test_the_same_key_says_something_new_where_the_form_does(client, store, open_table):
    """Also if the form is sent to another deal."""
    open_table()
    form, fields = sheet(client)
    assert form.send(client, **fields).status_code == 303
    assert form.send(client, **fields | {"points": 50}).status_code == 409
    assert form.send(client, to="/tables/1/deals/2", **fields).status_code == 303
    assert len(store.deals(1)) == 2


@pytest.mark.parametrize("change", [closed, carried_on, reseated])
@pytest.mark.parametrize(
    ("told", "writes"), [(sheet, "save_deal"), (bid, "keep_half"), (paper, "save_deals")]
)
def test_what_changed_between_the_look_and_the_lock_is_asked_about(
    client, store, open_table, monkeypatch, told, writes, change
):
    open_table()
    form, fields = told(client)
    write = getattr(store, writes)

    def later(*asked, **how):
        change(store)
        return write(*asked, **how)

    monkeypatch.setattr(store, writes, later)
    answer = form.send(client, **fields)
    assert (answer.status_code, store.deals(1)) == (409, [])
    assert SAID[change] in forms.texts(answer)
    monkeypatch.undo()
    asked = forms.form(answer, "paper" if told is paper else "record")
    assert asked.send(client, to=form.action).status_code == 303
    assert len(store.deals(1)) == 1
    laws.hold(store, store.table(1))


def test_a_touch_on_a_sheet_that_was_closed_meanwhile_counts_once_it_was_asked(
    client, store, open_table
):
    open_table("plateau", dealer=3)
    form = forms.form(client.get("/tables/1"))
    closed(store)
    touch = PASS | {"key": "one", "sit": form.fields["sit"][0]}
    answer = client.send("/tables/1/deals/1/half/touch", touch)
    assert (answer.status_code, store.deals(1)) == (409, [])
    assert "This sheet was closed meanwhile" in forms.texts(answer)


def test_the_store_refuses_what_was_told_for_others_or_before_the_sheet_was_closed(
    store, open_table
):
    open_table()
    how = {"revision": 0, "key": None, "phone": ""}
    with pytest.raises(NotAsSeen):
        store.save_deal(1, 1, FACTS, seen=Seen("none", closed=False), **how)
    closed(store)
    with pytest.raises(NotAsSeen):
        store.keep_half(1, 1, {"declarer": "0"}, seen=Seen("", closed=False), **how)
    assert store.deals(1) == []
    assert store.save_deal(1, 1, FACTS, seen=Seen("", closed=True), **how).number == 1


TO_OPEN = {"game": "tarot", "player": NAMES, "open": "1", "drawn": "tarot", "dealer": "0"}
TO_GATHER = {"name": "Friday", "games": "tarot", "date": "2026-11-20"}
TO_BRING = {"text": json.dumps(worked.sheet("tarot", 4))}


@pytest.mark.parametrize(
    ("to", "told", "link", "page"),
    [
        ("/tables/new", TO_OPEN, ("score", Where(1)), "/tables/1"),
        ("/evenings/new", TO_GATHER, ("organise", Where(None, 1)), "/evenings/1/settings"),
        ("/import", TO_BRING, ("score", Where(1)), "/tables/1"),
    ],
    ids=["a table", "an evening", "a file"],
)
def test_a_link_that_was_taken_back_is_not_given_again_by_the_form_that_opened_it(
    app, store, to, told, link, page
):
    """A phone that lost its right goes back to that form and sends it once more."""
    store.let_open(True, "")
    phone, form = Stranger(app), told | {"key": "of one form"}
    assert phone.send(to, form).status_code == 303
    assert phone.get(page).status_code == 200
    store.renew_link(*link, but="", phone="")
    phone.send(to, form)
    assert phone.get(page).status_code == 403


@pytest.mark.parametrize(
    ("link", "to"),
    [
        (("score", Where(None, 1, 1)), "/tables/1/again"),
        (("organise", Where(None, 1)), "/evenings/1/tables/new"),
    ],
    ids=["its place", "its evening"],
)
def test_who_opened_a_table_by_a_link_goes_from_it_with_that_link(app, store, link, to):
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    if to.endswith("again"):
        store.open_there(1, Opening("tarot", NAMES, {"deals": 1}), **how)
        store.save_deal(1, 1, FACTS, revision=0, **how)
    phone = Stranger(app)
    phone.join(store.link(*link))
    opened = phone.send(to, TO_OPEN | {"key": "of one form"}).location
    assert phone.get(opened).status_code == 200
    store.renew_link(*link, but="", phone="")
    assert phone.get(opened).status_code == 403


TAKEN_BACK = {  # the page, the end of where its form goes, the link, what it leads to
    "a table": ("/tables/1/share", "/tables/1/share", ("watch", Where(1)), "/tables/1/watch"),
    "a place": ("/evenings/1/places", "/places", ("watch", Where(None, 1, 1)), "/evenings/1/wall"),
    "an evening": ("/evenings/1/share", "/share", ("watch", Where(None, 1)), "/evenings/1"),
    "the site": ("/host", "/renew", ("organise", Where()), "/host"),
}


@pytest.mark.parametrize(
    ("page", "to", "link", "leads"), TAKEN_BACK.values(), ids=TAKEN_BACK.keys()
)
def test_a_link_is_taken_back_once_however_often_its_form_is_sent(
    app, client, store, open_table, page, to, link, leads
):
    """A phone that scanned the new link between the two stays in."""
    open_table()
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    right, phone = link[0], Stranger(app)
    shown = (one for one in forms.forms(client.get(page)) if one.action.endswith(to))
    form = next(one for one in shown if one.fields.get("right", [right]) == [right])
    first = form.send(client)
    phone.join(store.link(*link))
    again = form.send(client)
    assert (again.status_code, again.location) == (303, first.location)
    assert phone.get(leads).status_code == 200


def test_the_link_of_a_table_opened_at_the_place_since_then_stays_as_it_is(client, store):
    """The form that took back the link of the place was sent again."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    asked = {"place": 1, "right": "score", "key": "of one form"}
    client.send("/evenings/1/places", asked)
    store.open_there(1, Opening("tarot", NAMES, {}), key=None, phone="")
    link = store.link("score", Where(1))
    client.send("/evenings/1/places", asked)
    assert store.link("score", Where(1)) == link


def test_a_link_can_be_taken_back_again_from_the_page_that_comes_then(client, store, open_table):
    open_table()
    links = set()
    for _ in range(3):
        links.add(store.link("score", Where(1)).code)
        form = next(
            one for one in forms.forms(client.get("/tables/1/share")) if "right" in one.fields
        )
        form.send(client)
    assert len(links) == 3
