"""People renamed at every table; two spellings of one person merged, and separated again."""

import pytest

from companion.games.message import InvalidDeal
from companion.store import DrawnTable, NotThere, Opening, fits

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
ANA, BO, CHI, ANNA, DEE, EVE = range(1, 7)
HOW = {"key": None, "phone": "host"}


@pytest.fixture
def tables(store):
    """Ana sits at the first table, and as Anna at the second."""
    for names in (["Ana", "Bo", "Chi"], ["Anna", "Bo", "Dee"]):
        store.open_table(Opening("tarot", names), **HOW)
    store.open_table(Opening("tarot", ["Bo", "Dee", "Eve"]), **HOW)
    return store


def sitting(store, table):
    return store.table(table).sitting


def rows(store):
    return store.db.execute("SELECT * FROM seats").fetchall()


def test_a_person_is_renamed_at_every_table_and_back(tables):
    tables.rename_player(BO, "Bob", **HOW)
    assert [sitting(tables, n)[i] for n, i in ((1, 1), (2, 1), (3, 0))] == ["Bob"] * 3
    (change,) = tables.player_changes()
    assert (change.was, change.became, change.into, change.phone) == ("Bo", "Bob", None, "host")
    tables.take_back_player(change.id, phone="")
    assert sitting(tables, 3) == ("Bo", "Dee", "Eve")
    assert tables.player_changes() == []


def test_a_name_is_changed_by_a_form_once_and_only_to_another_one(tables):
    for key, name in (("a", "Bob"), ("b", "Bobby"), ("a", "Bob"), ("c", "Bobby")):
        tables.rename_player(BO, name, key=key, phone="host")
    assert sitting(tables, 3) == ("Bobby", "Dee", "Eve")
    assert [change.became for change in tables.player_changes()] == ["Bobby", "Bob"]


def test_a_name_that_is_somebodys_is_refused(tables):
    with pytest.raises(InvalidDeal, match="merge the two"):
        tables.rename_player(BO, "ana", **HOW)
    with pytest.raises(InvalidDeal):
        tables.rename_player(BO, "", **HOW)
    assert tables.player_changes() == []


def test_a_name_that_was_taken_meanwhile_is_not_given_back(tables):
    tables.rename_player(BO, "Bob", **HOW)
    tables.open_table(Opening("tarot", ["Bo", "Fay", "Gil"]), **HOW)
    with pytest.raises(InvalidDeal, match="merge the two"):
        tables.take_back_player(tables.player_changes()[0].id, phone="")
    tables.rename_player(BO, "Robert", **HOW)
    with pytest.raises(InvalidDeal, match="another name by now"):
        tables.take_back_player(tables.player_changes()[1].id, phone="")


def test_two_spellings_are_one_person_and_separated_nothing_is_lost(tables):
    before = rows(tables)
    tables.merge(ANNA, ANA, **HOW)
    assert sitting(tables, 2) == ("Ana", "Bo", "Dee")
    assert [one.name for one in tables.players()] == ["Ana", "Bo", "Chi", "Dee", "Eve"]
    assert tables.names() == ["Bo", "Dee", "Eve", "Ana", "Chi"]
    assert tables.person(ANNA).id == ANA
    assert [one.id for one in tables.tables("open", "anna")] == [2]
    assert {one.id for one in tables.tables("open", "ana")} == {1, 2}
    tables.take_back_player(tables.player_changes()[0].id, phone="")
    assert sitting(tables, 2) == ("Anna", "Bo", "Dee")
    assert rows(tables) == before
    assert tables.person(ANNA).name == "Anna"


def test_who_sat_at_one_table_are_two_people(tables):
    with pytest.raises(InvalidDeal, match="they are two"):
        tables.merge(ANA, BO, **HOW)
    tables.merge(ANNA, ANA, **HOW)
    with pytest.raises(InvalidDeal, match="they are two"):
        tables.merge(DEE, ANA, **HOW)
    with pytest.raises(InvalidDeal, match="already"):
        tables.merge(ANNA, ANA, **HOW)
    with pytest.raises(NotThere):
        tables.merge(ANA, 99, **HOW)


def test_merges_one_after_the_other_are_separated_in_any_order(tables):
    tables.merge(ANNA, ANA, **HOW)
    tables.merge(ANA, EVE, **HOW)
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Eve", "Eve")
    second, first = tables.player_changes()
    tables.take_back_player(first.id, phone="")
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Eve", "Anna")
    tables.merge(ANNA, ANA, **HOW)  # who is Eve
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Eve", "Eve")
    tables.take_back_player(second.id, phone="")
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Ana", "Eve")


def test_the_same_form_twice_merges_once(tables):
    for _ in range(2):
        tables.merge(ANNA, ANA, key="once", phone="")
    assert len(tables.player_changes()) == 1


def test_a_person_does_not_sit_at_a_table_under_two_spellings(tables):
    tables.merge(ANNA, ANA, **HOW)
    with pytest.raises(InvalidDeal, match="twice"):
        tables.open_table(Opening("tarot", ["Ana", "Anna", "Bo"]), **HOW)
    with pytest.raises(InvalidDeal, match="already"):
        tables.substitute(2, 1, "Ana", **HOW)


def test_a_person_may_be_called_by_a_merged_spelling(tables):
    tables.merge(ANNA, ANA, **HOW)
    tables.rename_player(ANA, "Anna", **HOW)
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Anna", "Anna")
    renamed, merged = tables.player_changes()
    tables.take_back_player(renamed.id, phone="")
    tables.take_back_player(merged.id, phone="")
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Ana", "Anna")


def test_a_person_has_the_name_of_a_merged_twin_whatever_the_two_were_known_by(tables):
    tables.merge(ANNA, ANA, **HOW)
    put = "UPDATE players SET name = 'Ana', folded = ? WHERE id = ?"
    for known_by, player in ((" 1", ANA), ("ana", ANNA)):
        tables.db.execute(put, [known_by, player])
    tables.rename_player(ANA, "ANA", **HOW)
    assert sitting(tables, 2)[0] == "ANA"
    tables.take_back_player(tables.player_changes()[1].id, phone="")
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("ANA", "Ana 2")


def test_a_name_as_long_as_can_be_makes_room_for_the_number_of_who_is_separated(tables):
    tables.merge(ANNA, ANA, **HOW)
    put = "UPDATE players SET name = ?, folded = ? WHERE id = ?"
    for known_by, player in ((" 1", ANA), ("a" * 30, ANNA)):
        tables.db.execute(put, ["a" * 30, known_by, player])
    tables.rename_player(ANA, "A" * 30, **HOW)
    tables.take_back_player(tables.player_changes()[1].id, phone="")
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("A" * 30, "a" * 28 + " 2")


def test_at_the_table_too_the_name_of_a_merged_person_is_the_persons(tables):
    tables.merge(ANNA, ANA, **HOW)
    tables.rename(2, 0, "Anne", **HOW)
    assert (sitting(tables, 1)[0], sitting(tables, 2)[0]) == ("Anne", "Anne")


def test_a_rename_is_in_the_history_of_open_tables_and_undo_leaves_it(tables):
    tables.save_deal(1, 1, GARDE, revision=0, **HOW)
    tables.rename_player(ANA, "Anita", **HOW)
    assert tables.changes(1)[0].kind == "person"
    assert tables.can_undo(1).kind == "tell"
    tables.undo(1, **HOW)
    assert sitting(tables, 1)[0] == "Anita"
    assert tables.can_redo(1) is not None


def test_at_an_evening_two_spellings_are_one(tables):
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    tables.check_in(1, ["Ana", "Anna", "Eve", "Bo", "Chi", "Dee"], "tarot", **HOW)
    tables.attend(1, ANA, phone="", here=False)
    tables.wish(1, ANNA, EVE, True, phone="")
    tables.keep_draw(1, 1, [DrawnTable(1, "tarot", (ANNA, BO, CHI))], [DEE], **HOW)
    tables.merge(ANNA, ANA, **HOW)
    names = [one.name for one in tables.attendances(1)]
    assert names == ["Ana", "Bo", "Chi", "Dee", "Eve"]
    assert tables.attendances(1)[0].here
    assert tables.wishes(1) == [(ANA, EVE, True)]
    assert tables.positions(1)[0].tables[0].players == (ANA, BO, CHI)
    tables.attend(1, ANA, phone="", here=False)
    assert not tables.attendances(1)[0].here
    tables.take_back_player(tables.player_changes()[0].id, phone="")
    assert len(tables.attendances(1)) == 6


@pytest.mark.parametrize(
    "seats, out", [([(ANNA, BO, CHI), (DEE, EVE, ANA)], []), ([(ANA, BO, CHI)], [ANNA])]
)
def test_who_is_drawn_twice_in_one_position_are_two_people(tables, seats, out):
    """Else one person would sit at two tables at once, and the evening be refused elsewhere."""
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    tables.check_in(1, ["Ana", "Anna", "Eve", "Bo", "Chi", "Dee"], "tarot", **HOW)
    drawn = [DrawnTable(i, "tarot", players) for i, players in enumerate(seats, start=1)]
    tables.keep_draw(1, 1, drawn, out, **HOW)
    asked = "Anna and Ana are both drawn in position 1: first let one of them leave, and draw again"
    assert refused(tables) == asked
    tables.keep_draw(1, 1, drawn[:1], [], **HOW)
    tables.merge(ANNA, ANA, **HOW)


@pytest.mark.parametrize("name, into", [(ANNA, ANA), (ANA, ANNA)])
@pytest.mark.parametrize("sat_out", [False, True])
def test_who_was_drawn_by_two_names_and_sat_down_by_one_is_one(tables, name, into, sat_out):
    """Checked in twice; somebody else took the seat where nobody was. Its file is taken elsewhere:
    nobody is in a position twice."""
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    tables.check_in(1, ["Ana", "Anna", "Eve", "Bo", "Chi", "Dee", "Fay", "Gil"], "tarot", **HOW)
    of = {one.name: one.player for one in tables.attendances(1)}
    seats, three = (ANA, BO, CHI), [DEE, of["Fay"], of["Gil"]]
    second = (*three, EVE) if sat_out else (*three, ANNA)
    drawn = [DrawnTable(1, "tarot", seats), DrawnTable(2, "tarot", second)]
    tables.keep_draw(1, 1, drawn, [ANNA if sat_out else EVE], **HOW)
    _first, other = tables.publish(1, 1, **HOW)
    if not sat_out:
        tables.substitute(other, 3, "Eve", **HOW)
    version = tables.evening_version(1)
    tables.merge(name, into, **HOW)
    assert tables.evening_version(1) != version  # the wall says who sits where
    (position,) = tables.positions(1)
    assert [set(one.players) for one in position.tables][0] == {into, BO, CHI}
    assert [one.players for one in position.tables][1][:3] == tuple(three)
    people = [one for table in position.tables for one in table.players] + [*position.sits_out]
    assert people.count(into) == 1
    assert name not in people
    tables.take_back_player(tables.player_changes()[0].id, phone="")
    assert set(tables.positions(1)[0].tables[0].players) == {ANA, BO, CHI}


def test_who_sat_at_two_tables_of_one_position_are_two_people(tables):
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    tables.check_in(1, ["Ana", "Anna", "Eve", "Bo", "Chi", "Dee"], "tarot", **HOW)
    drawn = [DrawnTable(1, "tarot", (ANA, BO, CHI)), DrawnTable(2, "tarot", (ANNA, DEE, EVE))]
    tables.keep_draw(1, 1, drawn, [], **HOW)
    tables.publish(1, 1, **HOW)
    asked = (
        "Anna and Ana have a seat each in position 1: "
        "if they are one, first put right at one of the two tables who sits there"
    )
    assert refused(tables) == asked
    tables.check_in(1, ["Fay"], "tarot", **HOW)
    tables.rename(tables.tables_at(1)[1].id, 0, "Fay", **HOW)
    tables.merge(ANNA, ANA, **HOW)


def refused(tables) -> str:
    """What is said to whoever merges Anna and Ana."""
    with pytest.raises(InvalidDeal) as caught:
        tables.merge(ANNA, ANA, **HOW)
    message = caught.value.message
    return message.text.format(**message.values)


def test_a_name_put_right_at_a_table_is_told_to_the_evening_where_that_person_is_too(tables):
    """On its list without a seat: taken back, it is told again."""
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    tables.check_in(1, ["Ana"], "tarot", **HOW)
    versions = [tables.evening_version(1)]
    tables.rename(1, 0, "Anaïs", **HOW)
    versions.append(tables.evening_version(1))
    tables.undo(1, **HOW)
    versions.append(tables.evening_version(1))
    tables.rename(1, 1, "Bob", **HOW)  # who is not there
    assert len({*versions}) == 3
    assert tables.evening_version(1) == versions[-1]


def test_players_are_found_by_name_and_by_table(tables):
    assert [one.name for one in tables.players("an")] == ["Ana", "Anna"]
    assert [one.name for one in tables.players(among=[3])] == ["Bo", "Dee", "Eve"]
    tables.merge(ANNA, ANA, **HOW)
    assert [one.name for one in tables.players(among=[2])] == ["Ana", "Bo", "Dee"]
    assert tables.players(among=[]) == []


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasz", "luk"),
        ("Søren", "soren"),
        ("Đorđe", "Dorde"),
        ("Œnone", "oen"),
        ("Cœur", "coeur"),
        ("Lætitia", "laetitia"),
        ("Weiß", "WEISS"),
        ("Þór", "thor"),
        ("Guðrún", "gudrun"),
        ("Işıl", "isil"),
        ("Sean O’Hara", "o'hara"),
        ("Ħal", "hal"),
    ],
)
def test_letters_that_a_keyboard_lacks_are_found_by_those_it_has(tables, name, typed):
    tables.open_table(Opening("tarot", [name, "Fay", "Gil"]), **HOW)
    tables.open_evening(name, "2026-11-20", "", {"tarot": {}}, **HOW)
    assert [one.name for one in tables.players(typed)] == [name]
    assert [one.id for one in tables.tables("open", typed)] == [4]
    assert [one.name for one in tables.evenings(search=typed)] == [name]
    assert fits(name, typed)


def test_lists_of_people_go_by_the_letter_that_is_meant(tables):
    tables.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    names = ["Zoë", "Łukasz", "Øystein", "Mia", "Émile", "Ødegård", "Pia"]
    tables.check_in(1, names, "tarot", **HOW)
    ordered = ["Émile", "Łukasz", "Mia", "Ødegård", "Øystein", "Pia", "Zoë"]
    assert [one.name for one in tables.attendances(1)] == ordered
    assert tables.attended() == ordered
    assert [one.name for one in tables.players() if one.name in names] == ordered
