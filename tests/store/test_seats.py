"""Who sits where: somebody else from a deal on, a misspelt name, one person by two names."""

from kept import ANA, BO, GARDE, PASSED, PRISE, delete, half, opened, refused, shares, tell

HOW = {"key": None, "phone": ""}


def test_a_substitute_takes_the_seat_and_not_the_score(store):
    table = opened(store)
    tell(store, table, GARDE)
    tell(store, table, PRISE)
    store.substitute(table.id, ANA, "Eve", **HOW)
    tell(store, table, GARDE)
    found = store.table(table.id)
    assert (found.names[ANA], found.sitting[ANA]) == ("Ana", "Eve")
    assert shares(store, table, ANA) == [("Ana", 234, 2), ("Eve", 198, 1)]
    assert [found.names_at(deal)[ANA] for deal in store.deals(table.id)] == ["Ana", "Ana", "Eve"]


def test_a_deal_that_does_not_count_is_nobodys(store):
    table = opened(store)
    tell(store, table, PASSED)
    assert shares(store, table, ANA) == [("Ana", 0, 0)]


def test_a_forgotten_deal_belongs_to_who_sat_there_then(store):
    table = opened(store)
    tell(store, table, GARDE)
    store.substitute(table.id, ANA, "Eve", **HOW)
    tell(store, table, GARDE)
    tell(store, table, PRISE, before=1)
    assert shares(store, table, ANA) == [("Ana", 234, 2), ("Eve", 198, 1)]
    delete(store, table, 1)
    assert shares(store, table, ANA) == [("Ana", 36, 1), ("Eve", 198, 1)]
    tell(store, table, PRISE, before=2)
    assert shares(store, table, ANA) == [("Ana", 36, 1), ("Eve", 234, 2)]


def test_a_deal_begun_is_still_for_who_began_it(store):
    table = opened(store)
    half(store, table, {"declarer": "0"})
    store.substitute(table.id, ANA, "Eve", **HOW)
    tell(store, table, GARDE, 1)
    tell(store, table, GARDE)
    assert shares(store, table, ANA) == [("Ana", 198, 1), ("Eve", 198, 1)]


def test_who_comes_and_goes_before_the_next_deal_was_never_there(store):
    table = opened(store)
    store.substitute(table.id, ANA, "Eve", **HOW)
    assert store.table(table.id).names[ANA] == "Eve"
    tell(store, table)
    store.substitute(table.id, ANA, "Fay", **HOW)
    store.substitute(table.id, ANA, "Gil", **HOW)
    assert [name for name, _, _ in shares(store, table, ANA)] == ["Eve", "Gil"]
    store.substitute(table.id, ANA, "Eve", **HOW)
    assert [name for name, _, _ in shares(store, table, ANA)] == ["Eve"]


def test_nobody_sits_twice_at_a_table(store):
    table = opened(store)
    tell(store, table)
    assert refused(store.substitute, table.id, ANA, "bo", **HOW) == "name"
    assert refused(store.rename, table.id, ANA, "Bo", **HOW) == "name"
    assert store.table(table.id).sitting == ("Ana", "Bo", "Chi", "Dee")


def test_a_misspelt_name_is_put_right_at_every_table(store):
    first, second = opened(store, "Benoit", "Bo", "Chi"), opened(store, "Ana", "Benoit", "Chi")
    store.rename(second.id, 1, "Benoît", **HOW)
    assert (store.table(first.id).names[0], store.table(second.id).names[1]) == ("Benoît",) * 2
    store.rename(second.id, 1, "BENOÎT", **HOW)
    assert store.table(first.id).names[0] == "BENOÎT"
    assert store.can_undo(first.id) is None


def test_a_name_that_is_right_is_no_change(store):
    table = opened(store)
    store.rename(table.id, BO, " Bo ", **HOW)
    assert store.table(table.id).version == table.version


def test_a_name_that_somebody_bears_seats_that_person(store):
    first, second = opened(store, "Benoît", "Bo", "Chi"), opened(store, "Ana", "Benoit", "Chi")
    tell(store, second, {**GARDE, "partner": None})
    store.rename(second.id, 1, "benoît", **HOW)
    players = [store.table(one.id).seats[seat].people[0] for one, seat in [(first, 0), (second, 1)]]
    assert players[0].player == players[1].player
    assert (players[1].name, players[1].total // 2) == ("Benoît", -66)


def test_a_name_that_is_somebody_elses_by_now_stays_and_what_was_before_can_be_undone(store):
    table = opened(store)
    store.close_table(table.id, **HOW)
    store.rename(table.id, BO, "Bob", **HOW)
    opened(store, "Xia", "Yan", "Bo")
    store.undo(table.id, **HOW)
    assert store.table(table.id).names[BO] == "Bob"
    store.undo(table.id, **HOW)
    assert store.table(table.id).closed_at is None


def test_a_name_put_right_again_elsewhere_is_not_taken_back_here(store):
    table = opened(store)
    store.rename(table.id, BO, "Bob", **HOW)
    other = opened(store, "Bob", "Xia", "Yan")
    store.rename(other.id, 0, "Robert", **HOW)
    store.undo(table.id, **HOW)
    assert store.table(table.id).names[BO] == "Robert"


def test_a_merged_name_seats_whoever_it_was_merged_into(store):
    first, second = opened(store, "Ben", "Bo", "Chi"), opened(store, "Benoît", "Bo", "Chi")
    players = [store.table(one.id).seats[0].people[0].player for one in (first, second)]
    store.db.execute("UPDATE players SET merged_into = ? WHERE id = ?", players[::-1])
    assert opened(store, "ben", "Bo", "Chi").names[0] == "Benoît"
    assert "Ben" not in store.names()
