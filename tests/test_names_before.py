"""Names that an earlier release kept and folded otherwise: everybody is found again, nobody twice.

It took a name as typed, in one way of writing accents, and folded no more than its case.
"""

from __future__ import annotations

import io
import json
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest
from phones import Phone

from companion import create_app, migrations
from companion.games.names import fold, tidy
from companion.migrations import migrate
from companion.store import Opening, Store

M012 = Path(__file__).with_name("released") / "m012.sql"
HOW = {"key": None, "phone": "host"}
# Who was called otherwise in m012.sql; `Ninon` was merged into `Nina`.
CALLED = {
    "Hal": "山田\u3000太郎",
    "Ida": "Ana Lee",
    "Pia": "Ana  Lee",
    "Jo": "Bo ❤\ufe0f",
    "Kim": "So\u00adfie",
    "Tim": "Cy Lo",
    "Uma": "Cy\u200b Lo",  # beside Tim
    "Quin": "x" * 14 + "\u3000" + "x" * 15,
    "Rose": "x" * 14 + " " + "x" * 15,  # beside Quin
    "Ninon": "Nina\u2060",
    "Nina": "Nina\ufe0e",
    "Yves": "Yves\ufeff",
}


def old_fold(name):
    return unicodedata.normalize("NFC", name.casefold())


@pytest.fixture
def file(instance):
    """A database of then."""
    instance.mkdir(mode=0o700)
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        db.executescript(M012.read_text("utf-8"))
        put = "UPDATE players SET name = ?, folded = ? WHERE name = ?"
        db.executemany(put, [(now, old_fold(now), was) for was, now in CALLED.items()])
        db.commit()
    return instance / "companion.db"


@pytest.fixture
def ids(file):
    """Who was who in the file."""
    with closing(sqlite3.connect(file)) as db:
        was = {now: was for was, now in CALLED.items()}
        found = db.execute("SELECT name, id FROM players").fetchall()
        return {was.get(name, name): player for name, player in found}


@pytest.fixture
def store(file, ids):
    """Today's store on it."""
    migrate(file)
    with closing(Store(file)) as store:
        yield store


def people(store):
    return [one.name for one in store.players()]


def rows(store):
    return store.db.execute("SELECT id, name, folded, merged_into FROM players").fetchall()


def seats(store):
    return store.db.execute("SELECT * FROM seats").fetchall()


@pytest.mark.parametrize("was", ["Hal", "Ida", "Jo", "Kim", "Tim", "Quin", "Nina", "Yves", "Ana"])
def test_everybody_is_found_again_however_written(store, ids, was):
    name = CALLED.get(was, was)
    for spelled in (name, tidy(name), f" {name.upper()}\u200b", name.replace("\u3000", " ")):
        assert store.player_called(spelled) == ids[was]
    assert store.person(ids[was]).name == tidy(name)


def test_nobody_is_made_again(store):
    before = rows(store)
    names = [CALLED[was] for was in ("Hal", "Ida", "Jo", "Kim", "Yves")]
    store.check_in(1, names, "tarot", **HOW)
    store.open_table(Opening("tarot", names), **HOW)
    store.open_table(Opening("tarot", [CALLED["Pia"], "Cy Lo", "Cy Lo 2"]), **HOW)
    assert rows(store) == before


def test_names_are_as_they_would_be_kept_and_folded_now(store, ids):
    """Except names that were merged and are called like somebody else."""
    assert len(rows(store)) == 27
    for player, name, folded, into in rows(store):
        assert name == tidy(name)
        assert folded == fold(name) or into and folded == f" {player}"


def test_the_newer_of_two_who_look_the_same_is_merged_and_shown_once(store, ids):
    assert people(store).count("Ana Lee") == 1
    assert store.person(ids["Pia"]).id == ids["Ida"]
    assert store.table(7).sitting[0] == "Ana Lee"
    change = next(one for one in store.player_changes() if one.player == ids["Pia"])
    assert (change.was, change.became, change.into) == ("Ana  Lee", "Ana Lee", ids["Ida"])


def test_separated_again_the_two_have_two_names(store, ids):
    before = seats(store)
    change = next(one for one in store.player_changes() if one.player == ids["Pia"])
    store.take_back_player(change.id, phone="")
    assert store.table(7).sitting[0] == "Ana Lee 2"
    assert store.player_called("ana lee 2") == ids["Pia"]
    assert store.player_called("Ana  Lee") == ids["Ida"]
    assert seats(store) == before
    store.rename_player(ids["Ida"], "Anabel", **HOW)
    store.rename_player(ids["Pia"], "Ana Lee", **HOW)
    assert store.player_called("Ana Lee") == ids["Pia"]


def test_who_is_separated_when_the_name_is_free_has_it(store, ids):
    change = next(one for one in store.player_changes() if one.player == ids["Pia"])
    store.rename_player(ids["Ida"], "Anabel", **HOW)
    store.take_back_player(change.id, phone="")
    assert store.player_called("Ana Lee") == ids["Pia"]


def test_who_sat_at_one_table_stay_two_with_two_names(store, ids):
    assert store.table(8).sitting[:2] == ("Cy Lo", "Cy Lo 2")
    assert store.player_called(CALLED["Uma"]) == ids["Tim"]
    assert store.player_called("cy lo 2") == ids["Uma"]
    change = next(one for one in store.player_changes() if one.player == ids["Uma"])
    assert (change.was, change.became, change.into) == (CALLED["Uma"], "Cy Lo 2", None)


def test_a_long_name_has_its_number_too(store, ids):
    assert store.person(ids["Quin"]).name == CALLED["Quin"]
    assert store.person(ids["Rose"]).name == "x" * 14 + "\u3000" + "x" * 13 + " 2"


def test_who_was_merged_before_stays_so(store, ids):
    assert store.person(ids["Ninon"]).id == ids["Nina"]
    assert store.table(6).sitting[1] == store.table(9).sitting[0] == "Nina\ufe0e"
    change = next(one for one in store.player_changes() if one.player == ids["Ninon"])
    store.take_back_player(change.id, phone="")
    assert store.table(6).sitting[1] == "Nina 2"


def test_who_was_merged_is_merged_on(store, ids):
    """The host's merges find those of the migration, and are taken back one by one."""
    store.merge(ids["Ida"], ids["Tim"], **HOW)
    assert store.person(ids["Pia"]).name == "Cy Lo"
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert store.person(ids["Pia"]).name == "Ana Lee"


def test_a_rename_is_taken_back_though_the_name_was_tidied(file, ids):
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE players SET name = 'Xa  v', folded = 'xa  v' WHERE name = 'Xavier'")
        db.execute("UPDATE player_changes SET became = 'Xa  v', was = 'Xa  er' WHERE id = 2")
        db.commit()
    migrate(file)
    with closing(Store(file)) as store:
        store.take_back_player(2, phone="")
        assert store.person(ids["Xavier"]).name == "Xa er"


def test_a_rename_at_a_table_is_undone_though_the_name_was_tidied(file, ids):
    told = [json.dumps({"player": {"id": ids["Tim"], "name": one}}) for one in ("Tom", "Cy  Lo")]
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE players SET name = 'Cy  Lo', folded = 'cy  lo' WHERE name = 'Cy Lo'")
        add = """INSERT INTO changes (table_id, at, phone, kind, before, after)
            VALUES (8, '2026-11-20T20:00:00+00:00', '', 'rename', ?, ?)"""
        db.execute(add, told)
        db.commit()
    migrate(file)
    with closing(Store(file)) as store:
        assert store.table(8).sitting[0] == "Cy Lo"
        store.undo(8, **HOW)
        assert store.table(8).sitting[0] == "Tom"


def test_what_is_no_name_any_more_stays_as_it_is(file, ids):
    odd = ["\u200b", "\u200d", "\u3164"]
    with closing(sqlite3.connect(file)) as db:
        add = "INSERT INTO players (name, folded) VALUES (?, ?)"
        db.executemany(add, [(one, one) for one in odd])
        db.commit()
    migrate(file)
    with closing(sqlite3.connect(file)) as db:
        found = db.execute("SELECT name FROM players WHERE id > 27").fetchall()
    assert found == [(one,) for one in odd]


@pytest.mark.parametrize("name", ["ANA LEE", "Ana Lee", "Ana\u00a0Lee", "Ana\u3000Lee", "Anna"])
def test_whoever_was_merged_any_name_may_be_given(store, ids, name):
    store.rename_player(ids["Ida"], name, **HOW)
    assert store.person(ids["Pia"]).name == tidy(name)
    store.rename_player(ids["Ida"], "Ana Lee", **HOW)
    assert people(store).count("Ana Lee") == 1


def test_its_evening_is_known_again_by_its_own_file(file, prepared):
    app = create_app({"TESTING": True, "INSTANCE": file.parent, "PREPARED": prepared})
    app.test_client_class = Phone
    client = app.test_client()
    told = client.get("/evenings/1/evening.zip").data
    sent = {"file": (io.BytesIO(told), "evening.zip")}
    answer = client.send("/import", sent, content_type="multipart/form-data")
    assert (answer.status_code, answer.location) == (303, "/evenings/1?known=1")
    app.extensions["store"].close()


def test_the_migration_folds_as_this_release_does():
    """When this fails, names are kept otherwise now: another migration has to fold them anew."""
    signs = (chr(c) for c in (*range(0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)))
    for name in (*CALLED.values(), *(f"a {c} b" for c in signs)):
        assert migrations._m014_tidy(name) == tidy(name)
        assert migrations._m014_fold(name) == fold(name)
