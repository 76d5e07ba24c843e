"""Who may post, and what becomes of a form that was open too long (T-S2, T-S3).

Every address with its token, without and with a wrong one: `test_posts.py`.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import forms
import laws
import pytest

from companion import create_app

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
PAGES = {  # the page with a form, the form, what is typed into it
    "the next deal": ("/tables/1", "record", {**GARDE, "note": "late", "petit": "defence"}),
    "a told deal": ("/tables/1/deals/1", "record", {"points": "50½", "note": "late"}),
    "a new table": ("/tables/new", "opening", {"typed": "Zoe", "title": "Tuesday", "deals": "4"}),
    "seats": ("/tables/1/players", "/players", {"seat": "2", "name": "Chichi"}),
    "options": ("/tables/2/options", "/options", {"preset": "fft", "misere": "25"}),
    "other rules": ("/tables/1/count-again", "/count-again", {"preset": "fft", "misere": "25"}),
    "a sheet": ("/import", "/import", {"text": '{"format": "companion-sheet"}'}),
    "the settings": (
        "/settings",
        "/settings",
        {"name": "Ana’s", "language": "fr", "theme": "dark", "letters": "english"},
    ),
    "the calculator": ("/calculator/tarot", "record", GARDE),
}
BUTTONS = ["/undo", "/close", "/delete", "/again"]


@pytest.fixture
def stale(app, client, three_deals, open_table):
    """Posts the form of a page whose token was signed with another key: what is answered."""
    open_table()

    def posted(page, name, touched, to=""):
        form = forms.form(client.get(page), name)
        form.fields["csrf_token"] = ["IjEi.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb"]
        return form.send(client, to=to, **touched)

    return posted


def kept(store):
    """How often anything was changed at the two tables, and what is on the lists."""
    return [len(store.changes(table)) for table in (1, 2)], len(store.tables("open"))


@pytest.mark.parametrize(("page", "name", "touched"), PAGES.values(), ids=PAGES)
def test_a_form_open_too_long_comes_back_as_it_was_filled(
    client, store, stale, page, name, touched
):
    before = kept(store)
    answer = stale(page, name, touched)
    assert answer.status_code == 400
    assert "This page was open too long. Nothing is lost: save once more." in forms.texts(answer)
    again = next(
        form
        for form in forms.forms(answer)
        if (form.id == name or form.action.endswith(name))
        and form.fields.get("seat") == ([touched["seat"]] if "seat" in touched else None)
    )
    wanted = {key: [str(value)] for key, value in touched.items()}
    shown = {key: [*filter(None, again.fields[key])] for key in wanted}  # "other" beside chips
    assert shown == wanted
    assert kept(store) == before


def test_saved_once_more_it_is_saved(client, store, stale):
    answer = stale("/tables/1", "record", GARDE)
    assert forms.form(answer).send(client).status_code == 303
    assert laws.totals(store, store.table(1)) == [366, -306, 102, -162]


def test_a_bid_on_a_page_open_too_long_comes_back(client, store, stale):
    answer = stale("/tables/1", "record", {"take": "0-garde"}, to="/tables/1/deals/4/half")
    assert answer.status_code == 400
    assert forms.form(answer).fields["take"] == ["0-garde"]
    assert len(store.deals(1)) == 3


def test_a_touch_on_the_form_of_a_new_table_is_not_lost(client, stale):
    answer = stale("/tables/new", "opening", {"typed": "Zoe", "add_typed": 1})
    assert forms.form(answer, "opening").fields["player"] == ["Zoe"]


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_on_a_page_open_too_long_does_nothing_and_says_so(client, store, stale, button):
    page = "/tables/1" if button == "/undo" else "/tables/1/more"
    before = kept(store)
    answer = stale(page, button, {})
    assert answer.status_code == 400
    assert "This page was open too long, so nothing was saved." in forms.texts(answer)
    assert kept(store) == before


def test_a_phone_that_lost_its_cookie_gets_its_form_back(app, client, store, three_deals):
    form = forms.form(client.get("/tables/1"))
    fresh = app.test_client()
    answer = form.send(fresh, **GARDE)
    assert answer.status_code == 400
    assert forms.form(answer).send(fresh).status_code == 303


@pytest.mark.parametrize("hours", [8, 24 * 40, -1], ids=["slept", "for weeks", "clock set back"])
def test_a_page_that_was_open_for_hours_is_saved(client, store, three_deals, monkeypatch, hours):
    """The clock of a small computer jumps, in both directions."""
    form = forms.form(client.get("/tables/1"))
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + hours * 3600)
    assert form.send(client, **GARDE).status_code == 303
    assert len(store.deals(1)) == 4


def test_after_the_key_was_lost_the_form_comes_back_as_it_was_filled(
    app, client, three_deals, prepared
):
    """The key file gone, the server makes another one at its next start: no page is known."""
    form = forms.form(client.get("/tables/1"))
    app.extensions["store"].close()
    (Path(app.instance_path) / "secret_key").unlink()
    renewed = create_app({"TESTING": True, "INSTANCE": app.instance_path, "PREPARED": prepared})
    renewed.test_client_class = app.test_client_class
    with closing(renewed.extensions["store"]) as store:
        assert renewed.secret_key != app.secret_key
        phone = renewed.test_client()
        answer = form.send(phone, **GARDE, note="late")
        assert (answer.status_code, forms.form(answer).fields["note"]) == (400, ["late"])
        assert len(store.deals(1)) == 3
        assert forms.form(answer).send(phone).status_code == 303
        assert len(store.deals(1)) == 4


def test_a_page_of_another_site_records_nothing(client, store, three_deals):
    form = forms.form(client.get("/tables/1"))
    posted = form.filled(**GARDE)
    answer = client.post(form.action, data=posted, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert len(store.deals(1)) == 3


def test_what_is_sent_as_json_records_nothing(client, store, three_deals):
    answer = client.post("/tables/1/deals/4", json={**GARDE, "csrf_token": client.token()})
    assert answer.status_code in (400, 415)
    assert len(store.deals(1)) == 3


def test_an_address_does_nothing_when_it_is_only_looked_at(client, store, three_deals):
    before = kept_one(store)
    for address in ("undo", "redo", "close", "reopen", "delete", "restore", "call"):
        assert client.get(f"/tables/1/{address}").location == "/tables/1"
    for address in ("delete", "half", "half/touch", "preview"):
        assert client.get(f"/tables/1/deals/1/{address}").location == "/tables/1/deals/1"
    assert client.get("/tables/1/history/restore").location == "/tables/1/history"
    assert client.get("/tables/1/again").location == "/tables/new?table=1"
    assert client.get("/tables/1?unplayed=passed&take=0-garde").status_code == 200
    assert kept_one(store) == before


@pytest.mark.parametrize(
    ("asked", "to"),
    [
        ("/calculator/a%0Ab/preview", "/calculator/a%0Ab"),
        ("/calculator/a%3Fb/preview", "/calculator/a%3Fb"),
        ("/calculator/%5C%5Cevil.example/preview", "/calculator/%5C%5Cevil.example"),
        ("/calculator/a%2Fb/preview", None),
    ],
)
def test_an_address_that_only_takes_forms_leads_nowhere_else(client, asked, to):
    answer = client.get(asked)
    assert (answer.status_code, answer.location) == (303 if to else 404, to)


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE"])
def test_only_who_looks_is_led_to_the_page_above(client, three_deals, method):
    assert client.open("/tables/1/undo", method=method).status_code == 405


def kept_one(store):
    return len(store.changes(1)), len(store.deals(1)), store.table(1)
