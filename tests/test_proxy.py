"""Behind a proxy that speaks https: a proxy on this machine is believed, nobody else."""

from __future__ import annotations

import http.client
import threading
from contextlib import closing
from pathlib import Path

import pytest
from flask import request

from companion import create_app, network, server

TOLD = {"X-Forwarded-For": "192.168.7.7", "X-Forwarded-Proto": "https"}


@pytest.fixture
def port(instance, prepared):
    """A server that says who asks, and how."""
    app = create_app({"TESTING": True, "INSTANCE": instance, "PREPARED": prepared})
    app.add_url_rule("/who", "who", lambda: f"{request.scheme} {request.remote_addr}")
    app.config["NAMES"] = ("companion.example",)
    waiting, told = server.listen(app, "0.0.0.0", 0), []
    serving = threading.Thread(target=server.answer_until, args=(told, waiting))
    serving.start()
    yield waiting.effective_port
    told.append("stop")
    serving.join()
    app.extensions["store"].close()


def said(host, port, **headers):
    with closing(http.client.HTTPConnection(host, port, timeout=10)) as asking:
        asking.request("GET", "/who", headers=headers)
        return asking.getresponse().read().decode()


def test_a_proxy_on_this_machine_is_believed(port):
    assert said("127.0.0.1", port, **TOLD) == "https 192.168.7.7"
    assert said("127.0.0.1", port) == "http 127.0.0.1"


def test_a_phone_that_claims_to_be_one_is_not(port):
    here = network._reachable()
    if here.startswith("127.") or here.endswith(".local"):
        pytest.skip("this machine has no address but its own")
    assert said(here, port, **TOLD) == f"http {here}"


def test_a_cookie_is_only_for_https_where_the_host_says_so(app, client):
    app.config["SESSION_COOKIE_SECURE"] = True
    assert "Secure" in client.get("/", base_url="https://localhost").headers["Set-Cookie"]
    chosen = client.send("/settings", {"theme": "dark", "language": "fr", "letters": "english"})
    cookies = chosen.headers.getlist("Set-Cookie")
    assert len(cookies) >= 3
    assert all("Secure" in one for one in cookies)


def test_the_page_for_hosts_says_so():
    page = Path(__file__).parents[1].joinpath("docs", "host.md").read_text("utf-8")
    assert "SESSION_COOKIE_SECURE = True" in page
    assert "--name companion.example" in page
