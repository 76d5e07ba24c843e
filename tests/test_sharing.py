"""The share page of a table, the host's page and command: links to scan, to read out, to renew."""

from __future__ import annotations

import io
import re
import shutil
from datetime import timedelta

import pytest
from an_evening import open_here
from flask import Flask
from phones import Phone, Stranger

from companion import cli, network, starting
from companion.store import DrawnTable, Where


@pytest.fixture
def site(app: Flask, open_table) -> Flask:
    """A site with one table."""
    open_table()
    return app


def let_in(app: Flask, right: str) -> Stranger:
    """A phone that came in by one link of the table."""
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(app.extensions["store"].link(right, Where(1)))
    return phone


def test_who_scores_shows_both_links_with_their_codes(site, store, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    page = let_in(site, "score").get("/tables/1/share").text
    for right in ("score", "watch"):
        link = store.link(right, Where(1))
        assert page.count(f"http://192.168.1.5:80/join#{link.text}") == 2
        assert f"{link.code[:3]}-{link.code[3:]}" in page
    assert page.count('class="qr"') == 2


def test_each_link_is_called_by_what_it_is_for(site):
    page = let_in(site, "score").get("/tables/1/share").text
    for words in ("The link itself; hold it to copy it", "Take it back, make a new one"):
        called = re.findall(rf'aria-label="([^"]*): {words}"', page)
        assert called == ["To enter deals", "To look on"]


def test_who_looks_on_passes_on_no_more_than_that(site, store):
    page = let_in(site, "watch").get("/tables/1/share").text
    assert store.link("watch", Where(1)).text in page
    assert store.link("score", Where(1)).text not in page
    assert store.link("score", Where(1)).shown_code not in page
    assert 'name="right"' not in page


def test_a_link_taken_back_is_followed_by_a_new_one(site, store):
    phone, old = let_in(site, "score"), store.link("watch", Where(1))
    score = store.link("score", Where(1))
    answer = phone.send("/tables/1/share", {"right": "watch"})
    page = phone.get(answer.location).text
    assert old.text not in page
    assert store.link("watch", Where(1)).text in page
    assert store.link("score", Where(1)) == score
    assert "The old one lets nobody in" in page


@pytest.mark.parametrize("at", ["/evenings/1/share", "/host/renew"])
def test_of_a_new_link_of_an_evening_or_the_host_it_is_said_that_it_is_new(client, store, at):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    page = client.get(client.send(at, {"right": "organise"}).location).text
    assert page.count("This is the new one. The old one lets nobody in") == 1


def at(app: Flask, host: str) -> str:
    """The share page as the host's phone sees it that reaches us by this name."""
    phone = app.test_client()
    name = phone.application.config["LINK_COOKIE"]
    phone.set_cookie(name, phone.get_cookie(name).value, domain=host.rpartition(":")[0] or host)
    return phone.get("/tables/1/share", base_url=f"http://{host}").text


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "127.0.0.2:8080"])
def test_a_code_shown_on_the_host_itself_is_good_for_other_phones(site, host, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    page = at(site, host)
    assert "http://192.168.1.5:8080/join#" in page
    assert host not in page


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_code_leads_nowhere_else_where_this_machine_alone_is_served(site, host, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    site.config["HOST"] = host
    assert f"http://{host}:8162/join#" in at(site, f"{host}:8162")


@pytest.fixture
def folder(tmp_path, prepared):
    """Of an instance that was served before: what a first start takes long over is there."""
    shutil.copytree(prepared, tmp_path / "prepared")
    return tmp_path


def test_the_site_knows_where_it_is_served(folder):
    with starting.site(folder, None, "127.0.0.1", ["club.example"]) as app:
        assert app.config["HOST"] == "127.0.0.1"
        assert set(app.config["NAMES"]) == {"127.0.0.1", "club.example"}


def test_the_address_that_is_said_is_answered(folder, monkeypatch):
    """Also in a network of public addresses, as a university may have."""
    with starting.site(folder, None, "0.0.0.0") as app:
        monkeypatch.setattr(network, "_reachable", lambda: "131.130.7.9")  # it came later
        asked = {"Host": network.address("0.0.0.0", 8080).split("/")[2]}
        assert app.test_client().get("/healthz", headers=asked).status_code == 200


@pytest.mark.parametrize("host", ["192.168.1.5:8080", "10.0.0.2"])
def test_a_code_shown_on_a_phone_leads_where_that_phone_found_us(site, host):
    page = at(site, host)
    assert f"http://{host}/join#" in page


def test_a_code_that_sleeps_is_not_shown(site, store, monkeypatch):
    later = store._clock() + timedelta(hours=13)
    monkeypatch.setattr(store, "_clock", lambda: later)
    page = site.test_client().get("/tables/1/share").text
    assert store.link("score", Where(1)).shown_code not in page
    assert store.link("score", Where(1)).text in page
    assert "short code sleeps" in page


def test_the_code_of_an_evening_lives_from_its_first_hour_and_sleeps_when_nothing_happens(
    app, store, monkeypatch
):
    host = app.test_client()
    host.send("/evenings/new", {"name": "Friday", "games": ["tarot"], "key": "once"})
    link = store.link("watch", Where(None, 1))
    assert link.shown_code in host.get("/evenings/1/share").text
    app.test_client_class = Stranger
    joined = app.test_client().send("/join", {"code": link.code})
    assert joined.location == "/evenings/1"
    card = store.link("score", Where(None, 1, 9))  # which lies there before anybody plays
    joined = app.test_client().send("/join", {"code": card.code})
    assert joined.location == "/evenings/1/places/9"
    later = store._clock() + timedelta(hours=13)
    monkeypatch.setattr(store, "_clock", lambda: later)
    assert "short code sleeps" in host.get("/evenings/1/share").text
    assert app.test_client().send("/join", {"code": link.code}).status_code == 422
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    assert link.shown_code in host.get("/evenings/1/share").text


def test_the_codes_of_a_deleted_evening_open_nothing_until_it_is_brought_back(app, store):
    host = app.test_client()
    host.send("/evenings/new", {"name": "Friday", "games": ["tarot"], "key": "once"})
    open_here(store, 1, "tarot", ["Ana", "Bo", "Chi"], key=None, phone="")
    wheres = [Where(None, 1), Where(None, 1, 1), Where(None, 1, 9)]
    lives = []
    for deleted in (False, True, False):
        store.change_evening(1, deleted=deleted, key=None, phone="")
        lives.append([store.code_lives(where) for where in wheres])
    assert lives == [[True] * 3, [False] * 3, [True] * 3]


def test_the_codes_of_a_place_without_a_card_live_once_a_table_stands_there(app, store):
    host = app.test_client()
    host.send("/evenings/new", {"name": "Friday", "games": ["tarot"], "key": "once"})
    store.check_in(1, ["Ana", "Bo", "Chi"], "tarot", key=None, phone="")
    far = Where(None, 1, 61)
    assert not store.code_lives(far)
    players = tuple(one.player for one in store.attendances(1))
    store.keep_draw(1, 1, [DrawnTable(61, "tarot", players)], [], key=None, phone="")
    store.publish(1, 1, key=None, phone="")
    assert store.code_lives(far)


def test_a_table_of_an_evening_without_a_place_keeps_no_code_from_being_read(app, store):
    """A sheet of no position, brought in with its evening."""
    host = app.test_client()
    host.send("/evenings/new", {"name": "Friday", "games": ["tarot"], "key": "once"})
    table = open_here(store, 1, "tarot", ["Ana", "Bo", "Chi"], key=None, phone="")
    store.db.execute("UPDATE tables SET position = NULL, place = NULL WHERE id = ?", [table])
    assert store.code_lives(Where(None, 1))
    assert host.get("/evenings/1/share").status_code == 200


def test_the_host_decides_who_may_open_a_table(site, store):
    host = site.test_client()
    site.test_client_class = Stranger
    assert site.test_client().get("/tables/new").status_code == 200
    assert "/tables/new" in site.test_client().get("/").text
    saved = host.send("/host", {"everybody": ""}).location
    assert '<span role="status">Saved.</span>' in host.get(saved).text
    assert not store.open_to_all()
    assert site.test_client().get("/tables/new").status_code == 403
    home = site.test_client().get("/").text
    assert "/tables/new" not in home
    assert "/import" not in home
    host.send("/host", {"everybody": "1"})
    assert site.test_client().get("/tables/new").status_code == 200


def test_the_hosts_page_shows_its_link_and_whether_all_is_well(site, store):
    page = site.test_client().get("/host").text
    assert store.link("organise").text in page
    assert "All is well" in page
    assert re.search(r"SQLite 3\.\d+", page)


def test_only_the_host_finds_the_hosts_page_at_home(site):
    host = site.test_client()
    assert 'href="/host"' in host.get("/").text
    assert 'href="/host"' not in let_in(site, "score").get("/").text


def test_the_command_says_the_hosts_link(site, store, instance, capsys, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    assert cli.main(["link", "--instance", str(instance), "--port", "8081"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"http://192.168.1.5:8081/join#{store.link('organise').text}\n")
    site.test_client_class = Stranger
    phone = site.test_client()
    phone.send("/join", {"code": said.splitlines()[0]})
    assert phone.get("/tables/1").status_code == 200


def test_the_command_needs_an_instance(tmp_path, capsys):
    assert cli.main(["link", "--instance", str(tmp_path / "none")]) == 1
    assert "there is no" in capsys.readouterr().err


@pytest.mark.parametrize("looks_on", [True, False])
def test_the_hosts_link_is_said_at_the_start_where_a_terminal_looks_on(
    site, store, instance, monkeypatch, looks_on
):
    said = io.StringIO()
    said.isatty = lambda: looks_on
    monkeypatch.setattr("sys.stdout", said)
    starting.greet("http://192.168.1.5:8080/", instance, store)
    assert (store.link("organise").secret in said.getvalue()) is looks_on
    assert "Open this on every phone in the same network:" in said.getvalue()


@pytest.mark.parametrize("alone", ["127.0.0.1", "localhost", "[::1]"])
def test_an_address_that_no_phone_can_open_is_shown_to_none(store, instance, capsys, alone):
    starting.greet(f"http://{alone}:8080/", instance, store)
    assert "Open this on this machine; no phone gets there:" in capsys.readouterr().out


def test_the_manifest_opens_the_browser_whose_cookies_know_the_tables(client: Phone):
    """A home-screen page of its own keeps cookies of its own: no table would be known there."""
    link = re.search(r'rel="manifest" href="([^"]+)"', client.get("/").text)[1]
    assert client.get(link).json["display"] == "browser"
