"""Coming in: links behind #, short codes, what a phone keeps, and what it loses again.

T-S6, T-S7.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask
from phones import Stranger

from companion.store import Store, Where
from companion.store.links import LETTERS, derived

OLDER = """INSERT INTO changes (table_id, at, phone, kind, before, after)
VALUES (1, ?, '', 'about', '{}', '{}')"""
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def phones(app: Flask, open_table):
    """Makes phones that no link has let in, at a site with two tables."""
    open_table()
    open_table()
    app.test_client_class = Stranger
    return app.test_client


def cookie(phone: Stranger) -> str:
    """What the phone shows to be let in."""
    found = phone.get_cookie(phone.application.config["LINK_COOKIE"])
    return found.value if found else ""


def opened(phone: Stranger, table: int) -> int:
    """The status of the sheet, or of the page that it leads to."""
    return phone.get(f"/tables/{table}", follow_redirects=True).status_code


def test_links_are_derived_and_long():
    link = derived(b"k" * 32, "score", Where(12), 1)
    assert (link.text, link.code) == ("score-12-S84GK-AV0lwXPWnnyz7UHA", "FSHTSR")
    assert len({derived(b"k" * 32, *of, 1).text for of in OF}) == len(OF)
    assert derived(b"k" * 32, "score", Where(12), 2).text != link.text


OF = [
    *((right, Where(table)) for table in (1, 12) for right in ("watch", "score")),
    *((right, Where(None, 1, 2)) for right in ("watch", "score")),
    *((right, Where(None, 1)) for right in ("watch", "organise")),
    ("organise", Where()),
]


def test_codes_have_thirty_bits_and_no_letter_that_is_taken_for_another(store, open_table):
    assert len(LETTERS) == 32
    assert not set("01IO") & set(LETTERS)
    for _ in range(20):
        open_table()
    codes = {store.link(right, Where(n)).code for n in range(1, 21) for right in ("watch", "score")}
    assert len(codes) == 40
    assert all(re.fullmatch(f"[{LETTERS}]{{6}}", code) for code in codes)
    assert len({letter for code in codes for letter in code}) > 25


@pytest.mark.parametrize(
    ("right", "leads_to"), [("score", "/tables/1"), ("watch", "/tables/1/watch")]
)
def test_a_link_leads_to_its_table_and_to_no_other(phones, store, right, leads_to):
    phone = phones()
    assert opened(phone, 1) == 403
    assert phone.join(store.link(right, Where(1))).location == leads_to
    assert (opened(phone, 1), opened(phone, 2)) == (200, 403)


@pytest.mark.parametrize("path", ["/join", "/tables/1", "/tables/1/watch", "/evenings/1"])
def test_the_door_is_drawn_whole_wherever_a_phone_is_not_let_in(phones, path):
    phone = phones()
    page = phone.get(path).text
    for address, drawing in set(re.findall(r'<use href="([^"#]+)#([^"]+)"', page)):
        assert f'<symbol id="{drawing}"' in phone.get(address).text, drawing


def test_the_hosts_link_leads_to_every_table(phones, store):
    phone = phones()
    assert phone.join(store.link("organise")).location == "/"
    assert (opened(phone, 1), opened(phone, 2)) == (200, 200)


def test_the_whole_address_can_be_pasted_where_there_is_no_script(phones, store):
    phone = phones()
    pasted = f"  http://192.168.1.5:8080/join#{store.link('score', Where(1)).text}\n"
    assert phone.send("/join", {"code": pasted}).location == "/tables/1"


@pytest.mark.parametrize(
    "text",
    [
        "score-1-AAAAAAAAAAAAAAAAAAAAAA",
        "score-999-AAAAAAAAAAAAAAAAAAAAAA",
        "score-99999999999999999999999-A",
        "organise--AAAAAAAAAAAAAAAAAAAAAA",
        "organise-1-AAAAAAAAAAAAAAAAAAAAAA",
        "score--AAAAAAAAAAAAAAAAAAAAAA",
        "everything-1-x",
        "score-é-x",
        "-",
    ],
)
def test_a_link_that_is_none_lets_nobody_in(phones, text):
    phone = phones()
    answer = phone.send("/join", {"code": f"http://companion.test/join#{text}"})
    assert answer.status_code == 422
    assert "taken back, or a part of it is missing" in answer.text
    assert cookie(phone) == ""


@pytest.mark.parametrize("field", ["note", "code"])
def test_who_may_not_post_there_is_told_so_however_much_is_posted(phones, field):
    answer = phones().post("/tables/1/deals/1", data={field: "x" * 700_000})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "link", [("organise", Where(1)), ("score", Where(None, 1)), ("organise", Where(None, 1, 1))]
)
def test_nobody_comes_in_by_a_right_that_no_link_of_it_gives(phones, store, link):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    phone = phones()
    assert phone.join(store.link(*link)).status_code == 422
    assert cookie(phone) == ""


def test_one_link_does_not_take_away_what_another_gave(phones, store):
    phone = phones()
    phone.join(store.link("score", Where(1)))
    phone.join(store.link("watch", Where(2)))
    phone.join(store.link("watch", Where(1)))
    assert phone.get("/tables/1").status_code == 200
    assert phone.get("/tables/2").location == "/tables/2/watch"


def test_a_code_is_read_with_and_without_what_people_put_between(phones, store):
    code = store.link("score", Where(1)).code
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)  # as Japanese keyboards write
    apart = [f" {code[:3]}{dash}{code[3:]} " for dash in "-‐–—ー－ｰ"]
    apart += [f"{wide[:3]}ー{wide[3:]}", " ".join(code), f"{code}."]
    for typed in (code, code.lower(), *apart):
        phone = phones()
        assert phone.send("/join", {"code": typed}).location == "/tables/1"
        assert opened(phone, 1) == 200


def test_a_code_ends_twelve_hours_after_the_last_change_and_its_link_does_not(
    phones, store, monkeypatch
):
    code, began = store.link("watch", Where(1)).code, store._clock()
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(hours=13))
    assert phones().send("/join", {"code": code}).status_code == 422
    assert phones().join(store.link("watch", Where(1))).status_code == 303
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    assert phones().send("/join", {"code": code}).location == "/tables/1/watch"


def test_a_code_outlives_a_clock_that_was_ahead_meanwhile(phones, store, monkeypatch):
    began = store._clock()
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(days=2))
    store.save_deal(2, 1, GARDE, revision=0, key=None, phone="")
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(minutes=10))
    for table in (1, 2):
        code = store.link("watch", Where(table)).code
        assert phones().send("/join", {"code": code}).location == f"/tables/{table}/watch"


def test_codes_of_an_evening_outlive_a_clock_that_was_ahead_meanwhile(store, monkeypatch):
    asked, began = {"key": None, "phone": ""}, store._clock()
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **asked)
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(days=2))
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, **asked)
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(minutes=10))
    assert [store.code_lives(Where(None, evening)) for evening in (1, 2)] == [True, True]


def test_a_code_of_a_clock_that_was_ahead_ends_too_and_does_not_come_back_in_its_time(
    store, open_table, monkeypatch
):
    """Table 1 was told a deal while the clock was a month ahead; nobody plays there any more."""
    began, usual = store._clock(), store._clock
    open_table()
    open_table()
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(days=30))
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    monkeypatch.setattr(store, "_clock", usual)
    open_table()
    for later in (timedelta(hours=13), timedelta(days=20), timedelta(days=30, hours=1)):
        monkeypatch.setattr(store, "_clock", lambda at=began + later: at)
        assert [store.code_lives(Where(table)) for table in (1, 2, 3)] == [False] * 3
    store.save_deal(2, 1, GARDE, revision=0, key=None, phone="")
    assert [store.code_lives(Where(table)) for table in (1, 2, 3)] == [False, True, False]


def test_however_much_was_told_since_a_clock_was_ahead_codes_are_looked_up_as_quickly(
    store, open_table, monkeypatch
):
    """The first of all changes says that it was an hour ago, all others that they are old."""
    now, old, steps = store._clock(), store._clock() - timedelta(days=300), []
    open_table()
    with store.db.conn as db:
        db.execute("DROP TRIGGER changes_are_not_updated")
        db.execute("UPDATE changes SET at = ?", [(now - timedelta(hours=1)).isoformat()])
    for many in (100, 2000):
        told = [((old + timedelta(minutes=n)).isoformat(),) for n in range(many)]
        with store.db.conn as db:
            db.executemany(OLDER, told)
        steps.append(0)
        store.db.conn.set_progress_handler(lambda: steps.append(steps.pop() + 1), 1)
        assert not store.code_lives(Where(1))
        store.db.conn.set_progress_handler(None, 0)
    assert steps[1] < 2 * steps[0]


def test_after_a_clock_that_was_behind_a_code_comes_with_the_next_change(
    store, open_table, monkeypatch
):
    """The changes before may just as well come from a clock that was ahead."""
    usual = store._clock
    open_table()
    open_table()
    monkeypatch.setattr(store, "_clock", lambda: usual() - timedelta(days=2000))
    store.save_deal(2, 1, GARDE, revision=0, key=None, phone="")
    monkeypatch.setattr(store, "_clock", usual)
    assert [store.code_lives(Where(table)) for table in (1, 2)] == [False, False]
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    assert [store.code_lives(Where(table)) for table in (1, 2)] == [True, False]


def test_a_code_of_a_table_that_only_a_clock_behind_has_seen_comes_with_its_next_change(
    store, open_table, monkeypatch
):
    usual = store._clock
    monkeypatch.setattr(store, "_clock", lambda: usual() - timedelta(days=2000))
    open_table()
    monkeypatch.setattr(store, "_clock", usual)
    assert not store.code_lives(Where(1))
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    assert store.code_lives(Where(1))


def test_a_deleted_table_has_no_code(phones, store):
    code = store.link("watch", Where(1)).code
    store.delete_table(1, key=None, phone="")
    assert phones().send("/join", {"code": code}).status_code == 422


def test_neither_the_host_nor_an_organiser_has_a_code(phones, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    for where in (Where(), Where(None, 1)):
        code = store.link("organise", where).code
        assert phones().send("/join", {"code": code}).status_code == 422
    assert phones().send("/join", {"code": store.link("watch", where).code}).status_code == 303


def test_wrong_codes_and_codes_of_nothing_are_answered_alike(phones, store, monkeypatch):
    old = store.link("watch", Where(1)).code
    store.renew_link("watch", Where(1), but="", phone="")
    answers = [phones().send("/join", {"code": code}) for code in ("222222", "ZZZZZZ", old)]
    assert {answer.status_code for answer in answers} == {422}
    said = "This code opens nothing. Look at each sign once more; a code sleeps when nothing was"
    said += " changed at its table or evening for twelve hours."
    assert all(said in answer.text for answer in answers)


def test_what_was_typed_stands_in_the_field_again(phones):
    assert 'value="K7M-2QY"' in phones().send("/join", {"code": "K7M-2QY"}).text


def test_after_ten_wrong_codes_an_address_is_told_so_and_a_right_one_still_works(phones, store):
    wrong = [phones().send("/join", {"code": f"22222{i}"}).status_code for i in range(2, 10)]
    wrong += [phones().send("/join", {"code": f"22223{i}"}).status_code for i in range(2, 6)]
    assert wrong == [422] * 9 + [429] * 3
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.168.1.9"}}
    assert phones().send("/join", {"code": "222222"}, **elsewhere).status_code == 422
    code = store.link("score", Where(1)).code
    assert phones().send("/join", {"code": code}).location == "/tables/1"


def test_after_sixty_wrong_codes_in_a_minute_no_code_is_looked_at_but_every_link(
    phones, store, monkeypatch
):
    began, code = store._clock(), store.link("score", Where(1)).code
    for i in range(60):
        store.wrong_code(f"192.168.1.{i}", "")
    assert phones().send("/join", {"code": code}).status_code == 429
    assert phones().join(store.link("score", Where(1))).location == "/tables/1"
    assert store.wrong_codes(timedelta(hours=1)) == 60  # what is not looked at is not counted
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(minutes=2))
    assert phones().send("/join", {"code": code}).location == "/tables/1"


def test_wrong_codes_are_remembered_when_the_host_starts_again_and_for_an_hour(
    phones, store, instance, monkeypatch
):
    phones().send("/join", {"code": "222222"})
    again = Store(instance / "companion.db")
    assert again.wrong_codes(timedelta(hours=1), "127.0.0.1") == 1
    later = again._clock() + timedelta(hours=2)
    monkeypatch.setattr(again, "_clock", lambda: later)
    again.wrong_code("192.168.1.9", "")
    count = again.db.execute("SELECT count(*) FROM wrong_codes").fetchone()[0]
    assert count == 1
    again.close()


def test_wrong_codes_of_a_clock_that_was_ahead_lock_nobody_out(phones, store, monkeypatch):
    began, code = store._clock(), store.link("score", Where(1)).code
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(days=1))
    for _ in range(60):
        store.wrong_code("192.168.1.9", "")
    monkeypatch.setattr(store, "_clock", lambda: began)
    assert phones().send("/join", {"code": "222222"}).status_code == 422
    assert phones().send("/join", {"code": code}).location == "/tables/1"
    monkeypatch.setattr(store, "_clock", lambda: began + timedelta(days=1))
    assert store.wrong_codes() == 0  # nor when that time comes


def test_what_is_no_code_is_no_guess(phones, store):
    for typed in ("", "K7M", "K7M-2Q1", "é", "x" * 200):
        assert phones().send("/join", {"code": typed}).status_code == 422
    assert store.wrong_codes(timedelta(hours=1)) == 0


def test_a_phone_gets_a_new_token_each_time_it_is_let_in(phones, store):
    phone = phones()
    phone.join(store.link("watch", Where(1)))
    first = cookie(phone)
    phone.join(store.link("score", Where(1)))
    assert len({"", first, cookie(phone)}) == 3
    assert len(cookie(phone)) >= 43  # 256 bits


def test_a_card_scanned_again_hours_later_takes_nothing_away(phones, store, monkeypatch):
    phone, began = phones(), store._clock()
    phone.join(store.link("score", Where(1)))
    phone.join(store.link("score", Where(2)))
    for hours in (2, 4, 6):
        monkeypatch.setattr(store, "_clock", lambda: began + timedelta(hours=hours))  # noqa: B023
        phone.join(store.link("score", Where(1)))
        assert (opened(phone, 1), opened(phone, 2)) == (200, 200)
    its = "SELECT count(DISTINCT token) FROM grants WHERE phone != ''"  # the host's is in each test
    assert store.db.execute(its).fetchone() == (2,)  # this one, and the one before


def test_who_has_seen_a_token_before_is_not_let_in_by_what_came_after(phones, store):
    phone, thief = phones(), phones()
    phone.join(store.link("watch", Where(1)))
    thief.set_cookie(phone.application.config["LINK_COOKIE"], cookie(phone))
    phone.join(store.link("score", Where(2)))
    assert (opened(phone, 2), opened(thief, 2)) == (200, 403)


def test_the_session_of_a_phone_that_was_never_let_in_gains_nothing_either(phones, store):
    phone, thief = phones(), phones()
    phone.get("/settings")
    session = phone.get_cookie(phone.application.config["SESSION_COOKIE_NAME"])
    thief.set_cookie(session.key, session.value)
    phone.join(store.link("score", Where(1)))
    assert (opened(phone, 1), opened(thief, 1)) == (200, 403)


def test_the_database_knows_no_token_and_no_link(phones, store, instance):
    phone = phones()
    phone.join(store.link("score", Where(1)))
    kept = (instance / "companion.db").read_bytes() + (instance / "companion.db-wal").read_bytes()
    assert cookie(phone).encode() not in kept
    assert store.link("score", Where(1)).secret.encode() not in kept


def test_the_cookie_is_not_for_scripts_nor_for_other_sites(phones, store):
    sent = phones().join(store.link("score", Where(1))).headers["Set-Cookie"].split("; ")
    assert sent[0].startswith("companion_link_")
    assert {"HttpOnly", "SameSite=Lax", "Max-Age=31536000", "Path=/"} < set(sent)


def test_a_clock_that_jumps_throws_nobody_out(phones, store, monkeypatch):
    phone, began = phones(), store._clock()
    phone.join(store.link("score", Where(1)))
    for hours in (-1, 24, -300 * 24):
        monkeypatch.setattr(store, "_clock", lambda: began + timedelta(hours=hours))  # noqa: B023
        assert opened(phone, 1) == 200


def test_a_new_key_of_the_site_throws_nobody_out(phones, store):
    phone = phones()
    phone.join(store.link("score", Where(1)))
    phone.application.secret_key = "another"
    assert opened(phone, 1) == 200


def test_a_phone_that_forgets_is_a_stranger_and_so_are_its_old_tokens(phones, store):
    phone, copy, old = phones(), phones(), phones()
    phone.join(store.link("score", Where(1)))
    old.set_cookie(phone.application.config["LINK_COOKIE"], cookie(phone))
    phone.join(store.link("score", Where(2)))
    copy.set_cookie(phone.application.config["LINK_COOKIE"], cookie(phone))
    assert phone.send("/settings/forget").location == "/"
    assert cookie(phone) == ""
    assert {opened(one, 1) for one in (phone, copy, old)} == {403}


def test_a_link_taken_back_lets_nobody_in_and_puts_out_whom_it_let_in(phones, store):
    mine, theirs, watching, late = (phones() for _ in range(4))
    old = store.link("score", Where(1))
    mine.join(old)
    theirs.join(old)
    watching.join(store.link("watch", Where(1)))
    assert mine.send("/tables/1/share", {"right": "score"}).status_code == 303
    assert [opened(one, 1) for one in (mine, theirs, watching)] == [200, 403, 200]
    assert late.join(old).status_code == 422
    assert late.send("/join", {"code": old.code}).status_code == 422
    assert late.join(store.link("score", Where(1))).location == "/tables/1"


def test_the_hosts_link_can_be_taken_back_too(phones, store):
    host, other = phones(), phones()
    host.join(store.link("organise"))
    other.join(store.link("organise"))
    host.send("/host/renew")
    assert (opened(host, 2), opened(other, 2)) == (200, 403)


def test_who_opens_a_table_may_enter_deals_there(phones, store):
    phone = phones()
    asked = {"game": "tarot", "player": ["Zoe", "Yves", "Xan"], "open": "1", "key": "once"}
    assert phone.send("/tables/new", asked).location == "/tables/3"
    assert opened(phone, 3) == 200
    assert phone.send("/tables/3/again").location == "/tables/4"
    assert [opened(phone, n) for n in (1, 3, 4)] == [403, 200, 200]


def test_a_table_opened_twice_by_a_double_tap_is_kept_by_either_answer(phones, store):
    one, two = phones(), phones()
    one.get("/settings")
    session = one.get_cookie(one.application.config["SESSION_COOKIE_NAME"])
    two.set_cookie(session.key, session.value)
    asked = {"game": "tarot", "player": ["Zoe", "Yves", "Xan"], "open": "1", "key": "once"}
    assert [phone.send("/tables/new", asked).location for phone in (one, two)] == ["/tables/3"] * 2
    assert [opened(phone, 3) for phone in (one, two)] == [200, 200]


def test_who_brings_in_sheets_may_enter_deals_there(phones, store):
    host, phone = phones(), phones()
    host.join(store.link("organise"))
    sheet = host.get("/tables/1/sheet.json").json
    sheets = [{key: sheet[key] for key in sheet if key != "id"} for _ in range(2)]
    text = "\n".join(phone.application.json.dumps(one) for one in sheets)
    assert phone.send("/import", {"text": text}).location == "/"
    assert [opened(phone, n) for n in (1, 3, 4)] == [403, 200, 200]


def test_phones_from_before_there_were_links_keep_the_tables_they_played_at(
    phones, store, instance
):
    """The rows that the migration makes of the changes of old."""
    phone = phones()
    phone.get("/settings")
    with phone.session_transaction() as session:
        secret = session["phone"]
    from hashlib import sha256

    known = sha256(secret.encode()).hexdigest()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone=known)
    store.db.execute(
        "INSERT INTO grants (token, phone, right, table_id, at)"
        " SELECT phone, phone, 'score', table_id, min(at) FROM changes"
        " WHERE phone != '' GROUP BY phone, table_id"
    )
    assert (opened(phone, 1), opened(phone, 2)) == (200, 403)
    phone.join(store.link("watch", Where(2)))
    assert (opened(phone, 1), opened(phone, 2)) == (200, 200)


def test_a_link_opened_twice_at_once_lets_in_by_either_answer(phones, store):
    """A phone that came in long ago sends it twice, with one cookie."""
    link, phone = store.link("score", Where(1)), phones()
    phone.join(link)
    store.db.execute("UPDATE grants SET at = '2026-01-01T00:00:00+00:00'")
    store.db.commit()
    answered = []
    for _ in range(2):
        answered.append(phones())
        for one in phone._cookies.values():
            answered[-1].set_cookie(one.key, one.value)
        answered[-1].join(link)
    assert [opened(one, 1) for one in answered] == [200, 200]
