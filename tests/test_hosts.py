"""Under which names this machine answers (T-S4): a page elsewhere may point its own name at it."""

from __future__ import annotations

import socket

import pytest

from companion import network

OURS = [
    "localhost",
    "localhost:8080",
    "LocalHost.",
    "127.0.0.1:8080",
    "192.168.1.20",
    "10.0.0.7:8080",
    "172.16.5.4",
    "169.254.3.3",
    "[::1]:8080",
    "[fe80::1%25wlan0]:8080",
    "[fd12:3456::9]",
    "club.example:8080",
    "CLUB.Example",
    "131.130.7.9:8080",  # a public address that we were told to listen at
    "[2a01:e0a::5]:8080",
    "[2A01:0e0a:0::5]",
]
NOT_OURS = [
    "",
    "evil.example",
    "192.168.1.20.evil.example",
    "localhost.evil.example",
    "8.8.8.8",
    "[2001:4860:4860::8888]:8080",
    "club.example.evil.example",
    "[::1",
    "a b",
    "user@evil.example",
]


@pytest.fixture(autouse=True)
def named(app):
    app.config["NAMES"] = ("Club.example", "131.130.7.9", "2A01:e0a::5")


@pytest.mark.parametrize("host", OURS)
def test_who_asks_for_this_machine_is_answered(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", [*NOT_OURS])
@pytest.mark.parametrize("path", ["/", "/static/x/style.css", "/tables/1", "/healthz"])
def test_who_asks_for_another_is_not(client, open_table, host, path):
    open_table()
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code in (400, 421)
    assert "Ana" not in answer.text


def test_this_machine_has_its_own_name_alone_and_among_neighbours():
    name = socket.gethostname()
    assert network.is_ours(f"{name}:8080")
    assert network.is_ours(f"{name.split('.')[0]}.LOCAL")


def test_an_address_with_a_dot_behind_it_is_still_that_address():
    assert network.is_ours("192.168.1.20.:8080")
