"""companion serve as a process: what it says, what it refuses, how it ends (T-S10)."""

from __future__ import annotations

import errno
import http.client
import os
import platform
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import phones
import pytest
from flask import Flask

from companion import cli, network, server
from companion import instance as folders
from companion.store import Store
from companion.web import guard

SERVE = (shutil.which("companion", path=Path(sys.executable).parent), "serve")
CALM = {name: text for name, text in os.environ.items() if not name.startswith("COMPANION_")}
# Four threads that hold memory at a time, as a server's do; then what glibc says of its heaps.
HEAPS = """
import ctypes, threading
from companion import server
server.listen(print, "127.0.0.1", 0)
together = threading.Barrier(4)
def work():
    held = bytearray(5000)
    together.wait()
threads = [threading.Thread(target=work) for _ in range(4)]
for one in threads: one.start()
for one in threads: one.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


@contextmanager
def serving(instance: Path, *options: str, **environment: str) -> Iterator[subprocess.Popen]:
    """A server of its own, stopped afterwards if it still runs."""
    command = (*SERVE, "--host", "127.0.0.1", "--port", "0", "--instance", instance, *options)
    pipe = subprocess.PIPE
    env = CALM | environment
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def started(wired: Flask, instance: Path, prepared: Path) -> Path:
    """A folder where a companion starts quickly; its database and its key are not made yet."""
    instance.mkdir(mode=0o700)
    shutil.copytree(prepared, instance / "prepared")
    return instance


def port_of(process: subprocess.Popen, said: list[str] | None = None) -> int:
    """The port that the greeting names, once it is said: then the server listens. What is read up
    to there goes into `said`."""
    while line := process.stdout.readline():
        if said is not None:
            said.append(line)
        if line.strip().startswith("http://"):
            return urlsplit(line.strip()).port
    raise AssertionError(process.stderr.read())


def get(port: int, path: str = "/", host: str = "localhost") -> http.client.HTTPResponse:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        phone.request("GET", path, headers={"Host": host})
        answer = phone.getresponse()
        answer.read()
        return answer


def refusal(*options: object, **environment: str) -> tuple[int, str]:
    """The exit status and what was said of a call that does not serve."""
    command = (*SERVE, "--host", "127.0.0.1", *map(str, options))
    env = CALM | environment
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=30)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_the_link_is_that_of_who_starts_just_now(started):
    """Not the link of an earlier start, nor one for the place where it would be served by
    default."""
    folders.make(started)
    folders.say_where(started, "http://192.0.2.7:8080/")
    with serving(started) as process:
        while not (started / "lock").exists():  # the command that asks takes longer to start
            time.sleep(0.01)
        command = (SERVE[0], "link", "--instance", started)
        link = subprocess.run(command, capture_output=True, text=True, env=CALM, timeout=30)
        assert link.stdout.startswith(f"http://127.0.0.1:{port_of(process)}/join#organise-")


def test_it_serves_pages_and_tells_nothing_of_its_make(started):
    with serving(started) as process:
        answer = get(port_of(process), "/no/such/page")
    assert answer.status == 404
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Server"] is None


@pytest.fixture
def at_a_terminal() -> Iterator[None]:
    """What is started hears that its terminal is closed, though the tests run under `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_told_to_stop_it_ends_well(started, told):
    """Also by a terminal that is closed: once, what was told last was in no copy then."""
    with serving(started) as process:
        get(port_of(process))
        process.send_signal(told)
        assert process.wait(timeout=10) == 0
        assert process.stderr.read() == ""
    assert not (started / "companion.db-wal").exists()


def test_who_is_not_to_hear_that_the_terminal_is_closed_serves_on(started, monkeypatch):
    monkeypatch.setitem(globals(), "SERVE", ("nohup", *SERVE))
    with serving(started) as process:
        port = port_of(process)
        process.send_signal(signal.SIGHUP)
        assert get(port, "/no/such/page").status == 404
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0


def test_what_was_asked_before_the_end_is_answered(started, tmp_path):
    """A page that takes a while is on its way when the server is told to stop."""
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW)
    command = (sys.executable, slow, started)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=CALM) as process:
        with closing(http.client.HTTPConnection("127.0.0.1", port_of(process))) as phone:
            phone.request("GET", "/slow")
            assert "begun\n" in process.stdout
            process.terminate()
            assert phone.getresponse().read() == b"slow but sure"
        assert process.wait(timeout=10) == 0


SLOW = """
import sys, time
from pathlib import Path
from companion import create_app, server, starting

def with_slow(config):
    app = create_app(config)
    app.add_url_rule("/slow", "slow", slow)
    return app

def slow():
    print("begun", flush=True)
    time.sleep(1)
    return "slow but sure"

starting.create_app = with_slow
sys.exit(server.serve("127.0.0.1", 0, Path(sys.argv[1])))
"""


def test_a_phone_that_asks_while_it_starts_waits_for_its_answer(started):
    """It is heard before anything is loaded that takes long; what a start has prepared is kept."""
    command = (sys.executable, "-c", ASKED_EARLY, started)
    done = subprocess.run(command, capture_output=True, text=True, env=CALM, timeout=60)
    assert done.stderr == ""
    loaded, answer, collects, stays = done.stdout.splitlines()[-4:]
    assert "waitress" in loaded.split()
    assert not {"flask", "jinja2", "sqlite_utils", "segno"} & set(loaded.split())
    assert answer == "HTTP/1.1 200 OK"
    assert (collects, int(stays) > 10_000) == ("True", True)


ASKED_EARLY = """
import gc, os, signal, socket, sys, threading
from pathlib import Path
from companion import server

listen = server.listen
said = []

def hear(phone):
    said.append(phone.recv(4096).decode().splitlines()[0])
    said.extend([gc.isenabled(), gc.get_freeze_count()])
    os.kill(os.getpid(), signal.SIGTERM)

def heard(*asked):
    waiting = listen(*asked)
    said.append(" ".join({name.partition(".")[0] for name in sys.modules}))
    phone = socket.create_connection(("127.0.0.1", server.port_of(waiting)), timeout=30)
    phone.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    threading.Thread(target=hear, args=[phone]).start()
    return waiting

server.listen = heard
server.serve("127.0.0.1", 0, Path(sys.argv[1]))
print(*said, sep="\\n")
"""


def test_the_folder_and_its_files_are_nobody_elses_business(instance):
    with serving(instance) as process:
        get(port_of(process))
        files = [file for file in instance.rglob("*") if file.is_file()]
        modes = {file.name: file.stat().st_mode & 0o777 for file in files}
        assert instance.stat().st_mode & 0o777 == 0o700
    assert {"companion.db", "secret_key", "lock"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_the_hosts_link_is_that_of_where_it_is_served_now(started):
    link = (SERVE[0], "link", "--instance", started, "--port", "8099")
    with serving(started) as process:
        at = f"http://127.0.0.1:{port_of(process)}/join#"
        assert subprocess.run(link, capture_output=True, text=True).stdout.startswith(at)
    # It was killed: what it noted of itself is old.
    assert ":8099/join#" in subprocess.run(link, capture_output=True, text=True).stdout


def test_the_secret_stays_and_is_not_told(started):
    said: list[str] = []
    with serving(started) as process:
        get(port_of(process, said))
        secret = (started / "secret_key").read_text()
        process.terminate()
        said += process.communicate(timeout=10)
    with serving(started) as process:
        port_of(process)
    assert (started / "secret_key").read_text() == secret
    with closing(Store(started / "companion.db")) as store:
        link = store.link("organise").text
    assert not [one for one in (secret, link) if one in "".join(said)]


def test_the_environment_says_what_no_option_says(started):
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = str(free.getsockname()[1])
    told = {"COMPANION_INSTANCE": str(started), "COMPANION_HOST": "127.0.0.1"}
    pipe = subprocess.PIPE
    env = CALM | told | {"COMPANION_PORT": port}
    with subprocess.Popen(SERVE, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            assert port_of(process) == int(port)
        finally:
            process.kill()
    assert (started / "companion.db").exists()


@pytest.mark.parametrize("by", ["options", "environment"])
def test_names_and_a_second_folder_are_told(started, tmp_path, by):
    """It answers under these names and no others; the memory stick has a copy."""
    stick = tmp_path / "stick"
    stick.mkdir()
    options = ("--name", "tarot.example", "--name", "Club.example", "--backups", stick)
    told = {"COMPANION_NAMES": "tarot.example Club.example", "COMPANION_BACKUPS": str(stick)}
    how = (options, {}) if by == "options" else ((), told)
    with serving(started, *how[0], **how[1]) as process:
        port = port_of(process)
        names = ("tarot.example", "club.example", "other.example")
        assert [get(port, host=name).status for name in names] == [200, 200, 421]
        process.terminate()
        process.wait(timeout=10)
    assert len(list(stick.glob("companion-*.db"))) == 1


def test_an_option_wins_over_the_environment(started, tmp_path):
    told = {"COMPANION_INSTANCE": str(tmp_path / "told"), "COMPANION_PORT": "1"}
    with serving(started, **told) as process:
        assert port_of(process) > 1
    assert not (tmp_path / "told").exists()


def test_a_port_in_use_is_said_in_one_line(started):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        status, said = refusal("--port", port, "--instance", started)
    assert (status, said.count("\n")) == (1, 1)
    assert f"port {port} is in use" in said


def test_a_host_that_is_not_this_machine_is_said_in_one_line(started):
    status, said = refusal("--host", "192.0.2.99", "--port", 0, "--instance", started)
    assert (status, said.count("\n")) == (1, 1)
    assert f"cannot listen at 192.0.2.99, port 0: {os.strerror(errno.EADDRNOTAVAIL)}" in said


def test_a_host_of_several_addresses_is_served_at_all_of_them(started):
    with serving(started, "--host", "*") as process:
        assert get(port_of(process)).status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    status, said = refusal("--port", 0, "--instance", tmp_path / "file" / "instance")
    assert (status, said.count("\n")) == (1, 1)
    assert f"cannot write in {tmp_path}/file/instance" in said


def test_a_database_that_is_none_is_said_in_one_line(instance):
    instance.mkdir()
    (instance / "companion.db").write_text("no database, but long enough to be taken for one")
    status, said = refusal("--port", 0, "--instance", instance)
    assert (status, said.count("\n")) == (1, 1)
    assert f"cannot use {instance}" in said


def test_a_newer_database_is_said_in_one_line(app, instance):
    with closing(sqlite3.connect(instance / "companion.db")) as db, db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('companion', 'm999_later', '2030-01-01')"
        )
    status, said = refusal("--port", 0, "--instance", instance)
    assert (status, said.count("\n")) == (1, 1)
    assert "newer than this program" in said


def test_a_folder_in_use_is_said_in_one_line(started):
    with serving(started) as process:
        port_of(process)
        status, said = refusal("--port", 0, "--instance", started)
    assert (status, said.count("\n")) == (1, 1)
    assert f"another companion already serves {started}" in said


def test_a_killed_server_leaves_the_folder_free(started):
    with serving(started) as process:
        port_of(process)
        process.kill()
        process.wait()
    with serving(started) as process:
        assert port_of(process)


@pytest.mark.parametrize("port", ["x", "-1", "65536", "80.5"])
def test_a_port_that_is_none_is_a_call_not_understood(instance, port):
    status, said = refusal(f"--port={port}", "--instance", instance)
    assert status == 2
    assert f"{port} is not a port" in said
    assert not instance.exists()


def test_a_port_in_the_environment_is_looked_at_too():
    status, said = refusal(COMPANION_PORT="eighty")
    assert status == 2
    assert "eighty is not a port" in said


@pytest.mark.parametrize(
    "name", ["http://club.example/", "club.example:8080", "[fd00::5]", f"{64 * 'x'}.example"]
)
def test_an_address_in_place_of_a_name_is_a_call_not_understood(instance, name):
    """Served under it, every phone that came by that name would be sent away."""
    for options, told in (
        (["--name", name], {}),
        ([], {"COMPANION_NAMES": f"good.example {name}"}),
    ):
        status, said = refusal(*options, "--instance", instance, **told)
        assert status == 2
        assert f"{name} is not a name" in said
    assert not instance.exists()


def test_a_name_is_taken_as_browsers_send_it(monkeypatch):
    asked = []
    monkeypatch.setattr(server, "serve", lambda *told: asked.append(told[-1]) or 0)
    names = ["café.example", "club.example.", "fd00::5"]
    assert cli.main(["serve", *(f"--name={name}" for name in names)]) == 0
    assert asked == [["xn--caf-dma.example", "club.example", "fd00::5"]]


def idle_phones_keep_nobody_waiting(started):
    with serving(started) as process:
        port = port_of(process)
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(150)]
        assert get(port, "/no/such/page").status == 404
        for phone in idle:
            phone.close()


def test_many_idle_phones_keep_nobody_waiting(started):
    idle_phones_keep_nobody_waiting(started)


def test_more_phones_than_a_program_may_have_files_at_first_keep_nobody_waiting(
    started, monkeypatch
):
    pytest.importorskip("resource", reason="no limit for open files here")
    few = ("sh", "-c", 'ulimit -Sn 64; exec "$0" "$@"', *SERVE)
    monkeypatch.setitem(globals(), "SERVE", few)
    idle_phones_keep_nobody_waiting(started)


@pytest.mark.parametrize("piece", [b"0" * 65_536, b"0\r\n" + b"x: " + b"y" * 65_536])
def test_what_comes_in_pieces_is_refused_before_any_is_read(app, piece):
    """Browsers send none; to look for the end of one that never ends held up everybody."""
    waiting, told = server.listen(app, "127.0.0.1", 0), []
    thread = threading.Thread(target=server.answer_until, args=(told, waiting))
    thread.start()
    head = b"POST /join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    try:
        with socket.create_connection(("127.0.0.1", server.port_of(waiting)), timeout=5) as phone:
            phone.sendall(head + piece)
            said = phone.recv(1000)
    finally:
        told.append("enough")
        thread.join()
    assert said.startswith(b"HTTP/1.1 501 ")


def test_a_terminal_is_shown_the_address_as_a_picture_too(started):
    pty = pytest.importorskip("pty", reason="a terminal is made otherwise here")
    ours, theirs = pty.openpty()
    command = (*SERVE, "--port", "0", "--host", "127.0.0.1", "--instance", started)
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=CALM) as process:
        try:
            said = _read_until(ours, "Ctrl-C")
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
    assert "http://127.0.0.1:" in said
    assert "▀" in said


def _read_until(terminal: int, words: str) -> str:
    said = b""
    while words.encode() not in said and select.select([terminal], [], [], 20)[0]:
        said += os.read(terminal, 4096)
    return said.decode()


def test_the_address_is_one_that_a_phone_can_open():
    address = network.address("0.0.0.0", 8080)
    assert urlsplit(address).port == 8080
    assert urlsplit(address).hostname not in ("0.0.0.0", "localhost", "127.0.0.1")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.5", "http://192.168.1.5:8080/"),
        ("tarot.local", "http://tarot.local:8080/"),
        ("fd00::5", "http://[fd00::5]:8080/"),
    ],
)
def test_a_host_that_was_told_is_the_address(host, address):
    assert network.address(host, 8080) == address


@pytest.mark.parametrize(("typed", "host"), [("[::1]", "::1"), ("", "0.0.0.0"), ("::", "::")])
def test_a_host_is_understood_as_people_type_it(monkeypatch, typed, host):
    asked = []
    monkeypatch.setattr(server, "serve", lambda *told: asked.append(told[0]) or 0)
    cli.main(["serve", "--host", typed])
    assert asked == [host]


def test_the_server_is_set_as_a_full_room_needs_it():
    assert server.SETTINGS["connection_limit"] == 1000
    assert server.SETTINGS["asyncore_use_poll"] is True
    assert server.SETTINGS["channel_timeout"] == 30
    assert server.SETTINGS["max_request_body_size"] == 2 * guard.LARGEST_FILE
    assert server.THREADS in (4, 8)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others keep one heap as it is")
def test_threads_share_a_heap():
    said = subprocess.run([sys.executable, "-c", HEAPS], capture_output=True, text=True, env=CALM)
    assert said.stdout.count("<heap nr=") == 1, said.stderr


@pytest.mark.parametrize("octets", [guard.LARGEST_FILE + 1, guard.LARGEST_FILE * 3 // 2])
def test_a_file_that_is_too_large_is_answered_by_a_page_of_ours(app, octets):
    """Not by the server alone, in English and without a link back."""
    name, value = phones.let_in(app.extensions["store"])
    headers = {"Cookie": f"{name}={value}", "Accept-Language": "fr"}
    headers["Content-Type"] = "multipart/form-data; boundary=x"
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    waiting, told = server.listen(app, "127.0.0.1", 0), []
    thread = threading.Thread(target=server.answer_until, args=(told, waiting))
    thread.start()
    phone = http.client.HTTPConnection("127.0.0.1", server.port_of(waiting), timeout=30)
    try:
        with closing(phone):
            phone.request("POST", "/import", head + b"x" * octets, headers)
            with phone.getresponse() as answer:
                status, page = answer.status, answer.read().decode()
    finally:
        told.append("enough")
        thread.join()
    assert status == 413
    assert '<html lang="fr"' in page and 'href="/"' in page
