"""docs/host.md: what it tells a host to do can be done, and does what it says."""

from __future__ import annotations

import http.client
import re
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import forms
import pytest
from phones import Phone, Stranger

from companion import cli, create_app
from companion.store import Where, copies
from companion.store.links import CODE_LIVES, COUNTED
from companion.web.joining import MOST, MOST_HERE

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "host.md").read_text("utf-8")
UNIT = (ROOT / "docs" / "companion.service").read_text("utf-8")
COMMANDS = re.findall(r"^    (?:sudo -u companion )?(?:/\S+/)?companion (.+)$", PAGE, re.MULTILINE)
NIGHT = datetime(2026, 11, 21, 23, tzinfo=UTC)
NOTHING = Namespace(command="", run=lambda options: 0)
GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}


def test_the_readme_leads_there():
    assert "(docs/host.md)" in (ROOT / "README.md").read_text("utf-8")


def test_the_page_names_commands():
    assert {shlex.split(line)[0] for line in COMMANDS} >= {"serve", "check", "restore", "backup"}


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_and_its_options_are_there(line, capsys):
    command, *words = shlex.split(line)
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert [word for word in words if word.startswith("--") and word not in said] == []


def test_help_says_what_each_command_and_option_is_for(monkeypatch):
    made = []
    monkeypatch.setattr(ArgumentParser, "parse_args", lambda *told: made.append(told[0]) or NOTHING)
    cli.main([])
    (commands,) = (one for one in made[0]._actions if one.dest == "command")
    assert commands.choices.keys() == {one.dest for one in commands._choices_actions}
    assert [name for name, one in commands.choices.items() if not one.description] == []
    options = [(name, of) for name, one in commands.choices.items() for of in one._actions]
    assert [(name, of.dest) for name, of in options if not of.help] == []


def test_every_file_that_it_names_is_there():
    named = re.findall(r"\]\(([\w./]+)\)", PAGE) + re.findall(r"\b(docs/[\w.]+)", PAGE)
    assert named
    assert [one for one in named if not (ROOT / "docs" / Path(one).name).is_file()] == []


def test_how_many_wrong_codes_it_takes_is_told():
    codes = " ".join(
        PAGE.partition("\n## Codes, and who tries some\n")[2].partition("\n#")[0].split()
    )
    assert f"{CODE_LIVES.total_seconds() / 3600:.0f} hours after the last change" in codes
    assert f"after {MOST_HERE} within an hour" in codes and timedelta(hours=1) == COUNTED
    assert f"after {MOST} within a minute" in codes


def test_what_is_set_up_is_compiled_for_a_service_that_may_not_write_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^setup:.*\n\t.*compileall -q companion$", makefile, re.MULTILINE)


@pytest.fixture
def unit(tmp_path, wired, prepared):
    """The unit, with the folders of this machine in place of its own."""
    shutil.copytree(prepared, tmp_path / "kept" / "prepared")
    here = Path(sys.executable).parent
    text = UNIT.replace("/opt/companion/.venv/bin", str(here))
    text = text.replace("/var/lib/companion", str(tmp_path / "kept")).replace("8080", "0")
    (tmp_path / "companion.service").write_text(text)
    return tmp_path / "companion.service"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd")
def test_systemd_understands_the_unit(unit):
    done = subprocess.run(("systemd-analyze", "verify", unit), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_line_of_the_unit_serves(unit):
    line = re.search("^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)[1]
    assert re.search("^ExecStart=.*$", UNIT, re.MULTILINE)[0].endswith("/var/lib/companion")
    pipe = subprocess.PIPE
    with subprocess.Popen(shlex.split(line), stdout=pipe, stderr=pipe, text=True) as serving:
        try:
            port = _port(serving)
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as asking:
                asking.request("GET", "/healthz", headers={"Host": "localhost"})
                assert asking.getresponse().read() == b"ok\n"
            serving.terminate()  # as systemd does
            assert serving.wait(timeout=10) == 0
        finally:
            serving.kill()


def _port(serving):
    while line := serving.stdout.readline():
        if found := re.search(r"http://.*:(\d+)/", line):
            return int(found[1])
    raise AssertionError(serving.stderr.read())


@contextmanager
def machine(folder, prepared):
    """Another machine that serves a folder."""
    app = create_app({"TESTING": True, "INSTANCE": folder, "PREPARED": prepared})
    with closing(app.extensions["store"]):
        yield app


def test_the_night_when_the_machine_dies(
    app, client, store, three_deals, tmp_path, prepared, capsys
):
    """A copy from a stick is served elsewhere: under the old name a phone goes on, its open form
    comes back once; under another one it joins again by the link that it had."""
    form, link = forms.form(client.get("/tables/1")), store.link("score", Where(1))
    sheet = client.get("/tables/1/sheet.csv").data
    kept = copies.keep(Path(app.instance_path) / "companion.db", tmp_path / "stick", NIGHT)
    elsewhere = tmp_path / "elsewhere"
    assert cli.main(["check", str(kept)]) == 0
    assert cli.main(["restore", str(kept), "--instance", str(elsewhere)]) == 0
    assert cli.main(["link", "--instance", str(elsewhere)]) == 0
    assert store.link("organise").text in capsys.readouterr().out
    with machine(elsewhere, prepared) as other:
        same_name, stranger = Phone(other), Stranger(other)
        assert same_name.get("/tables/1/sheet.csv").data == sheet
        answer = form.send(same_name, **GARDE)
        assert answer.status_code == 400
        assert forms.form(answer).send(same_name).status_code == 303
        assert stranger.get("/tables/1").status_code == 403
        assert stranger.join(link).location == "/tables/1"
        assert stranger.get("/tables/1").status_code == 200
