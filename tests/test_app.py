"""The site around its pages: headers, who may post, static files, refusals, the instance folder."""

from __future__ import annotations

import gzip
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Blueprint, Flask, render_template_string, request, session
from flask_wtf.csrf import generate_csrf
from phones import Phone
from wiring import on

from companion import create_app, instance
from companion.web import assets, guard, rights

trial = Blueprint("trial", __name__)
POLICY = (
    "default-src 'self';object-src 'none';child-src 'none';"
    "media-src 'none';font-src 'none';img-src 'self' data:;"
    "form-action 'self';frame-ancestors 'none';base-uri 'none'"
)
PERMISSIONS = "camera=(),geolocation=(),microphone=(),payment=(),usb=()"
NO_PAGE = "default-src 'none';frame-ancestors 'none'"
LARGE = {"field": "x" * 70_000}


@trial.get("/trial")
def form():
    return render_template_string('<input name="csrf_token" value="{{ csrf_token() }}">')


@trial.post("/trial")
def save():
    return request.form.get("field", ""), 200


def typed():
    return render_template_string("again {{ request.form.field }} {{ csrf_token() }}")


@trial.post("/trial/renewed")
@guard.renews_form(typed)
def save_renewed():
    return "saved"


@trial.post("/trial/file")
@guard.takes_file
def save_file():
    return str(len(request.form["field"]))


@trial.get("/trial/long")
def long_page():
    return "long " * 1000


@trial.get("/trial/broken")
def broken():
    raise ZeroDivisionError


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Flask:
    """The site with pages of its own to try the guard on, wired once."""
    folder = tmp_path_factory.mktemp("tried") / "instance"
    told = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False}
    app = create_app(told | {"INSTANCE": folder, "PREPARED": prepared})
    app.extensions["store"].close()
    app.test_client_class = Phone
    app.register_blueprint(trial)
    return app


@pytest.fixture
def site(tried: Flask, instance: Path) -> Iterator[Flask]:
    """That site on an instance of the test's own."""
    app = on(tried, shutil.copytree(tried.instance_path, instance))
    yield app
    app.extensions["store"].close()


@pytest.fixture
def phone(site: Flask):
    return site.test_client()


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/trial", 200),
        ("GET", "/static/now/htmx-2.0.11.min.js", 200),
        ("GET", "/static/now/none.css", 404),
        ("GET", "/no/such/page", 404),
        ("GET", "/trial/broken", 500),
        ("DELETE", "/trial", 405),
        ("POST", "/trial", 400),
    ],
)
def test_every_answer_carries_the_headers(phone, method, address, status):
    answer = phone.open(address, method=method)
    assert answer.status_code == status
    policy = NO_PAGE if address.startswith("/static/now/htmx") else POLICY
    assert answer.headers["Content-Security-Policy"] == policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    asks = "camera=()" if policy == NO_PAGE else PERMISSIONS
    assert answer.headers["Permissions-Policy"] == asks
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_post_with_its_token_arrives(phone):
    assert phone.send("/trial", {"field": "49½"}).text == "49½"


@pytest.mark.parametrize("token", ["", "wrong", "IjEi.aB.cD"])
def test_a_post_with_a_wrong_token_is_refused(phone, token):
    answer = phone.send("/trial", {"csrf_token": token, "field": "49½"})
    assert answer.status_code == 400
    assert "open too long" in answer.text


def test_the_token_of_another_phone_is_refused(site):
    one, other = site.test_client(), site.test_client()
    assert one.send("/trial", {"csrf_token": other.token()}).status_code == 400


def test_a_page_that_was_open_for_a_night_still_saves(phone, monkeypatch):
    token = phone.token()
    monkeypatch.setattr("time.time", lambda now=time.time: now() + 9 * 3600)
    phone.application.session_interface._known.cache_clear()  # the host was started anew
    assert phone.send("/trial", {"csrf_token": token}).status_code == 200


def test_a_clock_set_back_makes_nobody_a_stranger(phone, monkeypatch):
    token = phone.token()
    monkeypatch.setattr("time.time", lambda now=time.time: now() - 400 * 86400)
    phone.application.session_interface._known.cache_clear()  # the host was started anew
    assert phone.send("/trial", {"csrf_token": token}).status_code == 200


def test_a_form_signed_with_another_key_comes_back_as_it_was_filled(phone):
    token = phone.token()
    phone.application.secret_key = "another"
    answer = phone.post("/trial/renewed", data={"csrf_token": token, "field": "49½"})
    assert answer.status_code == 400
    again, field, fresh = answer.text.split()
    assert (again, field) == ("again", "49½")
    assert phone.post("/trial/renewed", data={"csrf_token": fresh}).text == "saved"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost", 200),
        ("http://LOCALHOST", 200),
        ("http://localhost:81", 403),
        ("http://evil.example", 403),
        ("null", 403),
    ],
)
def test_only_our_own_pages_may_post(phone, origin, status):
    assert phone.send("/trial", headers={"Origin": origin}).status_code == status


def test_the_cookie_lasts_a_year_and_is_not_for_scripts_or_other_sites(phone):
    cookie = phone.get("/trial").headers["Set-Cookie"]
    assert cookie.startswith("companion_")
    for flag in ("HttpOnly", "SameSite=Lax", "Max-Age=31536000", "Path=/"):
        assert flag in cookie.split("; ")


def test_the_cookie_is_sent_once_and_holds_two_things(phone):
    phone.get("/no/such/page")
    assert "Set-Cookie" not in phone.get("/trial").headers
    with phone.session_transaction() as kept:
        assert set(kept) == {"phone", "csrf_token"}
        kept.modified = False


def test_what_a_page_does_with_its_session_is_not_in_the_cookie_of_the_next(phone, site):
    phone.get("/trial")
    cookie = phone.get_cookie(site.config["SESSION_COOKIE_NAME"])
    for _ in range(2):
        with site.test_request_context(headers={"Cookie": f"{cookie.key}={cookie.value}"}):
            assert session.pop("phone")


def test_two_instances_on_one_machine_have_cookies_of_their_own(site, tmp_path, prepared):
    other = create_app({"INSTANCE": tmp_path / "other", "PREPARED": prepared})
    assert other.config["SESSION_COOKIE_NAME"] != site.config["SESSION_COOKIE_NAME"]
    other.extensions["store"].close()


def test_the_store_hears_of_a_phone_only_a_digest(site):
    with site.test_request_context():
        guard.know_phone()
        generate_csrf()
        known = rights.phone()
        assert len(known) == 64
        assert known == rights.phone()
        assert known not in str(dict(guard.session))


def test_a_form_is_at_most_64_kilobytes(phone):
    answer = phone.send("/trial", LARGE)
    assert answer.status_code == 413
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_an_import_may_be_larger_but_not_endless(phone):
    assert phone.send("/trial/file", LARGE).text == "70000"
    answer = phone.send("/trial/file", {"field": "x" * 8_400_000})
    assert answer.status_code == 413
    assert "That file is larger than 8 MB" in answer.text
    assert "larger than anything kept here" in phone.send("/trial", LARGE).text


@pytest.fixture
def address(site: Flask) -> str:
    with site.test_request_context():
        return assets.asset("htmx-2.0.11.min.js")


def test_a_static_file_is_kept_for_ever_and_sets_no_cookie(phone, address):
    answer = phone.get(address)
    assert answer.headers["Cache-Control"] == "max-age=31536000,immutable"
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "Set-Cookie" not in answer.headers


def test_a_static_file_travels_packed(phone, address):
    plain, packed = phone.get(address), phone.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert len(packed.data) < 17_500
    assert gzip.decompress(packed.data) == plain.data


def test_the_address_of_an_earlier_release_gives_todays_file_and_is_not_kept(phone, address):
    answer = phone.get("/static/earlier/htmx-2.0.11.min.js")
    assert answer.data == phone.get(address).data
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_style_is_sent_without_what_means_nothing(tmp_path):
    style = "a {\n  opacity: 0.5;\n  margin: 10.5px -0.25em 0 1.05em; /* for people */\n}"
    (tmp_path / "style.css").write_text(style)
    sent = assets.Assets(tmp_path).files["style.css"].plain
    assert sent == b"a{opacity:.5;margin:10.5px -.25em 0 1.05em}"


def test_a_changed_file_changes_the_addresses(tmp_path):
    (tmp_path / "style.css").write_text("a{}")
    before = assets.Assets(tmp_path).state
    (tmp_path / "style.css").write_text("b{}")
    assert assets.Assets(tmp_path).state != before


@pytest.mark.parametrize(
    ("name", "written", "sent"),
    [
        (
            "a.css",
            "/* What is\n   where */\n\na b,\nc > d ~ e {\n  top: 0;\n} /* no */\n",
            "a b,c>d ~ e{top:0}",
        ),
        (
            "a.js",
            "// What it does\nlet a = 1; // one\n  // two\n  a += 1 - b + +c;\n",
            "let a=1;a+=1-b+ +c;",
        ),
        (
            "quoted.js",
            'let a = { b: "c = d", e };\nf(/(g) (h)/, `i = ${ j }`, "\\" = ");\nif (k) {\n l();\n}',
            'let a={b:"c = d",e};f(/(g) (h)/,`i = ${ j }`,"\\" = ");if(k){l()}',
        ),
        ("a.svg", "<svg>\n<!-- where -->\n<path d='m1\n2'/></svg>", "<svg><path d='m1\n2'/></svg>"),
    ],
)
def test_what_is_written_for_people_stays_at_home(tmp_path, name, written, sent):
    (tmp_path / name).write_text(written)
    assert assets.Assets(tmp_path).files[name].plain.decode().strip() == sent.strip()


def test_a_template_that_names_no_static_file_is_wrong(site):
    with site.test_request_context(), pytest.raises(LookupError):
        assets.asset("none.css")


def test_a_long_page_travels_packed_and_says_its_length(phone):
    answer = phone.get("/trial/long", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data) < 100
    assert gzip.decompress(answer.data) == b"long " * 1000
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("accepted", [None, "identity", "gzip;q=0"])
def test_a_page_is_not_packed_for_who_cannot_unpack(phone, accepted):
    headers = {"Accept-Encoding": accepted} if accepted else {}
    assert phone.get("/trial/long", headers=headers).data == b"long " * 1000


def test_a_short_answer_is_not_worth_packing(phone):
    answer = phone.get("/trial", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("address", ["/no/such/page", "/static/now/../../instance/secret_key"])
def test_a_refusal_says_what_is_wrong_and_leads_home(phone, address):
    answer = phone.get(address)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert 'href="/"' in answer.text


def test_a_wrong_method_names_the_right_ones(phone):
    allowed = phone.delete("/trial").headers["Allow"].split(", ")
    assert sorted(allowed) == ["GET", "HEAD", "OPTIONS", "POST"]


def test_a_mistake_of_ours_shows_no_code(phone):
    answer = phone.get("/trial/broken")
    assert "What was saved before is safe" in answer.text
    assert "ZeroDivisionError" not in answer.text


def test_even_a_broken_frame_says_what_happened(site, phone):
    site.jinja_env.loader = None
    answer = phone.get("/no/such/page")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_reads_the_instance_folder(app, client, instance):
    client.get("/")
    assert _mode(instance) == 0o700
    assert {name: _mode(instance / name) for name in os.listdir(instance)} == dict.fromkeys(
        os.listdir(instance), 0o600
    )


def test_the_secret_is_made_once(tmp_path):
    instance.make(tmp_path)
    secret = instance.secret_key(tmp_path)
    assert len(secret) == 64
    assert instance.secret_key(tmp_path) == secret


def test_a_secret_that_a_cut_power_left_empty_is_made_anew(tmp_path):
    instance.make(tmp_path)
    (tmp_path / "secret_key").touch(mode=0o600)
    assert len(instance.secret_key(tmp_path)) == 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "address", ["/secret_key", "/instance/secret_key", "/companion.db", "/static/x/secret_key"]
)
def test_what_lies_in_the_instance_folder_is_not_served(client, address):
    assert client.get(address).status_code == 404


def test_nothing_of_a_debugger_is_there(app, client):
    assert not app.debug
    assert client.get("/console").status_code == 404
    assert "Server" not in client.get("/console").headers


def test_a_sheet_that_todays_rules_refuse_says_which_deal_it_is(app, store, three_deals, caplog):
    wrong = "UPDATE deals SET facts = json_set(facts, '$.oudlers', 9) WHERE number = 2"
    store.db.execute(wrong)
    again = on(app, Path(app.instance_path))  # a site that has read nothing yet
    with closing(again.extensions["store"]):
        page = again.test_client().get("/tables/1")
        onward = again.test_client().get("/tables/1/more")
    assert page.status_code == 409
    assert "Cannot be counted" in page.text
    assert "Deal 2: 9 is not between 0 and 3" in page.text
    assert 'href="/tables/1/more"' in page.text  # not to itself
    assert "Same players, new game" in onward.text
    assert caplog.messages == ["/tables/1: oudlers: Deal 2: 9 is not between 0 and 3"]
