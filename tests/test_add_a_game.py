"""The README's "Add a game", followed to the letter: a toy game in a copy of the project.

What is written for it lies in `toy/new` under the names that the README gives its own example, and
its words in `toy/words.json`. `toy/test_pages.py` looks at all pages of the copy.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
TOY = ROOT / "tests" / "toy"
EXAMPLE, KEY = "belote", "rami"  # the README's game, and ours
FOLDERS = ("companion", "templates", "static", "tests", "bench", "faults")
FILES = ("README.md", "CHANGELOG.md", "pyproject.toml", "Makefile")
UNCOPIED = shutil.ignore_patterns("__pycache__", "browser", "toy", "*.pot")
README = (ROOT / "README.md").read_text("utf-8")
STEPS = re.split(r"\n\d\. ", README.partition("\n## Add a game\n")[2].partition("\n## ")[0])[1:]
REGISTRY = re.findall(r"`([\w/.]+\.py)`", STEPS[3])[0]
OWN_TESTS = (f"games/test_{KEY}.py", "test_readme.py", "test_layers.py", "test_words.py")
PAGES = "test_toy_pages.py"
OF_EACH_GAME = ("games/test_posted.py", "test_opening.py")  # of which its own cases are new


def written() -> list[str]:
    """The files that the steps say to write; a bare name lies beside the one named before it."""
    found: list[str] = []
    for name in re.findall(r"`([\w/.]+\.(?:py|html))`", "".join(STEPS[:3])):
        if EXAMPLE in name:
            found.append(name.replace(EXAMPLE, KEY))
        elif "/" not in name:
            found.append(f"{found[-1].rpartition('/')[0]}/{name}")
    return found


@pytest.fixture(scope="module")
def project(tmp_path_factory, prepared) -> Path:
    """A copy of the project with one game more."""
    project = tmp_path_factory.mktemp("copy")
    shutil.copytree(prepared, project / ".pytest_cache" / "d" / prepared.name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, project / name, ignore=UNCOPIED)
    for name in FILES:
        shutil.copy(ROOT / name, project)
    for name in written():
        (project / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOY / "new" / name, project / name)
    shutil.copy(TOY / "test_pages.py", project / "tests" / PAGES)
    insert(project / REGISTRY, '        "tamalou",\n', f'        "{KEY}",\n')
    tell_of_it(project / "README.md")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        translate()
    return project


def insert(file: Path, after: str, line: str) -> None:
    """One line more in a file, after this one."""
    text = file.read_text("utf-8")
    assert text.count(after) == 1
    file.write_text(text.replace(after, after + line), "utf-8")


def tell_of_it(readme: Path) -> None:
    """The game on the map, its word among the words."""
    (game,) = re.findall(r"^ +tamalou\.py .*\n", README, re.M)
    insert(readme, game, f"        {KEY}.py        Rami, in small\n")
    (word,) = re.findall(r"^\| caller, .*\n", README, re.M)
    insert(readme, word, "| out | who laid down the last card |\n")


def translate() -> None:
    """`make messages`, with what a translator writes in between."""
    said = json.loads((TOY / "words.json").read_text("utf-8"))
    for command in re.findall(r"^\t\$\(BABEL\) (.*)$", Path("Makefile").read_text("utf-8"), re.M):
        if command.startswith("compile"):
            for language in ("fr", "ja"):
                fill(Path(f"companion/locale/{language}/LC_MESSAGES/companion.po"), said, language)
        pot = "companion/locale/companion.pot"
        words = command.replace("$(SAID)", pot).partition(" &&")[0].split()
        CommandLineInterface().run(["pybabel", "-q", *words])
    Path(pot).unlink()


def fill(file: Path, said: dict, language: str) -> None:
    with file.open("rb") as old:
        catalogue = read_po(old, locale=language)
    for entry in catalogue:
        if entry.id in said and not entry.string:
            entry.string = said[entry.id][language]
    with file.open("wb") as new:
        write_po(new, catalogue, width=100)


def files(folder: Path) -> dict[str, bytes]:
    """Name -> content of all that was copied, and of what has come to it."""
    inside = [path for name in FOLDERS for path in (folder / name).rglob("*") if path.is_file()]
    found = {p.relative_to(folder).as_posix(): p for p in [*(folder / n for n in FILES), *inside]}
    uncopied = re.compile(r"__pycache__|^tests/(browser|toy)/")
    return {name: path.read_bytes() for name, path in found.items() if not uncopied.search(name)}


def passes(project: Path, *tests: str) -> None:
    """Runs these tests of the copy, which imports nothing of the original."""
    environment = os.environ | {"PYTHONPATH": str(project)}
    calmly = ("-q", "--assert=plain")
    command = [sys.executable, "-m", "pytest", *calmly, *tests]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_steps_name_all_that_is_written_for_a_game():
    there = {p.relative_to(TOY / "new").as_posix() for p in (TOY / "new").rglob("*.*")}
    assert {name for name in there if "__pycache__" not in name} == set(written())


def test_nothing_that_games_share_is_touched_but_one_line_and_the_words(project):
    before, after = files(ROOT), files(project)
    assert set(after) - set(before) == {*written(), f"tests/{PAGES}"}
    changed = {name for name in before if after[name] != before[name]}
    words = {f"companion/locale/{one}/LC_MESSAGES/companion.{kind}" for one, kind in CATALOGUES}
    assert changed == {REGISTRY, "README.md", *words}
    lines = [one[REGISTRY].decode().splitlines() for one in (before, after)]
    assert [line for line in lines[1] if line not in lines[0]] == [f'        "{KEY}",']
    assert len(lines[1]) == len(lines[0]) + 1


CATALOGUES = [(language, kind) for language in ("fr", "ja") for kind in ("po", "mo")]


def test_the_new_game_passes_its_tests_the_house_its_own_and_every_page_knows_it(project):
    """In one call: what a call begins with takes longer than the tests."""
    whole = [Path(name).stem for name in (*OWN_TESTS, PAGES)]
    files = [f"tests/{name}" for name in (*OWN_TESTS, PAGES, *OF_EACH_GAME)]
    passes(project, "-k", " or ".join([KEY, *whole]), *files)
