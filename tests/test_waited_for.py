"""Where the scripts of a sheet stand, and when a page waits for them."""

from __future__ import annotations

import re

import pytest

SCRIPT = re.compile(r'<script src="/static/\w+/([^"]+)"( defer)?></script>')
FIELD = re.compile(r"<(?:input|select|textarea)\b")
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
GAMES = {"tarot": "sheet.js", "plateau": "games/plateau.js", "tamalou": "games/tamalou.js"}


def scripts(client, path: str, before: str | None = None) -> dict[str, str]:
    """The scripts of a page, and how each comes."""
    headers = {"Referer": before} if before is not None else {}
    text = client.get(path, headers=headers).text
    return dict(SCRIPT.findall(text))


@pytest.fixture
def table(open_table):
    return open_table()


@pytest.mark.parametrize(
    "before",
    [None, "", "http://localhost/", "http://localhost/tables/11", "http://[bad", "//", "tables/1"],
)
def test_a_sheet_waits_for_its_scripts(table, client, before):
    assert set(scripts(client, "/tables/1", before).values()) == {""}


@pytest.mark.parametrize("before", ["", "/deals/1", "?deal=1", "/more", "#outbox"])
def test_where_they_are_there_already_it_comes_in_one_piece(table, client, before):
    client.get("/tables/1")  # drawn for who came from elsewhere, and kept
    found = scripts(client, "/tables/1", f"http://localhost/tables/1{before}")
    assert set(found.values()) == {" defer"}
    assert set(scripts(client, "/tables/1").values()) == {""}


@pytest.mark.parametrize(("game", "own"), GAMES.items())
@pytest.mark.parametrize("path", ["/tables/1", "/tables/1/deals/1", "/calculator/{game}"])
def test_the_scripts_of_a_form_stand_behind_its_last_field(open_table, client, path, game, own):
    open_table(game)
    text = client.get(path.format(game=game)).text
    form = text[text.index('<form id="record"') :]
    form = form[: form.index("</form>")]
    behind = form[form.index(f"/{own}") :]
    assert not FIELD.search(behind)
    assert 'class="bar"' in behind


@pytest.mark.parametrize("state", ["over", "closed", "deleted", "open"])
def test_no_script_stands_among_what_is_laid_out_in_columns(open_table, store, client, state):
    open_table(deals=1)
    if state == "over":
        store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    elif state != "open":
        client.send(f"/tables/1/{state.removesuffix('d').removesuffix('e')}e", {})
    text = client.get("/tables/1").text
    assert f'data-kind="{state}' in text
    main = re.sub(r"<form.*?</form>", "", text[text.index("<main") :], flags=re.DOTALL)
    assert "<script" not in main
    assert set(scripts(client, "/tables/1")) == {"htmx-2.0.11.min.js", "sheet.js"}
