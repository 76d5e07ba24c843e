"""Who pays whom: a table at a stake, substitutes by person, a whole evening."""

from __future__ import annotations

import re

import forms
import phones
from an_evening import open_here
from laws import saved_points
from phones import Stranger

from companion.store import Opening, Where

HOW = {"key": None, "phone": ""}


def paid(page):
    """The payments on the page: payer, payee, sum; then what each gets or pays."""
    rows = re.findall(r"<div><dt>(.*?)</dt><dd class=\"number\">(.*?)</dd>", page.text)
    return [" ".join(re.sub(r"<[^>]*>", " ", " ".join(row)).split()) for row in rows]


def test_without_a_stake_nobody_pays(client, three_deals):
    page = client.get("/tables/1/payments")
    assert (paid(page), "Say what a point costs" in page.text) == ([], True)
    assert "Who pays whom" in client.get("/tables/1/more").text


def test_totals_times_the_stake_are_paid_in_the_fewest_payments(client, three_deals):
    """168, −240, 168, −96 at ten cents: 16.80, −24, 16.80, −9.60."""
    assert paid(client.get("/tables/1/payments?tarot=0,10")) == [
        "Bo Ana 16.80",
        "Dana Chi 9.60",
        "Bo Chi 7.20",
        "Ana +16.80",
        "Chi +16.80",
        "Dana −9.60",
        "Bo −24.00",
    ]


def test_a_large_sum_is_written_as_all_large_numbers_are(client, three_deals):
    """168, −240, 168, −96 at 9.50: 1596, −2280, 1596, −912."""
    assert paid(client.get("/tables/1/payments?tarot=9.5")) == [
        "Bo Ana 1,596",
        "Dana Chi 912",
        "Bo Chi 684",
        "Ana +1,596",
        "Chi +1,596",
        "Dana −912",
        "Bo −2,280",
    ]
    page = client.get("/tables/1/payments?tarot=9,51", headers={"Accept-Language": "fr"})
    assert ">1\u202f597,68</dd>" in page.text


def test_where_the_lowest_wins_each_is_held_against_the_mean(client, store, open_table):
    """3, 12, 21 sum to 36, a mean of 12: at 50 cents 4.50, nothing, −4.50."""
    table = open_table("tamalou", ("Ana", "Bo", "Chi"))
    told = {"caller": None, "hands": {"0": 3, "1": 12, "2": 21}}
    store.save_deal(table.id, 1, told, revision=0, **HOW)
    page = client.get("/tables/1/payments?tamalou=0.5")
    assert paid(page) == ["Chi Ana 4.50", "Ana +4.50", "Bo 0.00", "Chi −4.50"]


def test_a_substitute_pays_for_the_own_deals(client, store, three_deals):
    store.substitute(1, 1, "Eve", **HOW)
    page = client.get("/tables/1/payments?tarot=1")
    assert {"Bo −240", "Eve 0"} <= {*paid(page)}


ROUND = {"caller": "3", "hands": {"0": 20, "1": 20, "2": 20, "3": 5}}  # 20, 20, 20 and 0: mean 15


def test_who_sat_for_some_deals_is_held_against_the_mean_of_those(client, store, open_table):
    """Three rounds of −5, −5, −5 and +15: two of Bo's seat are Bo's, one is Eve's."""
    open_table("tamalou")
    store.save_deal(1, 1, ROUND, revision=0, **HOW)
    store.save_deal(1, 2, ROUND, revision=0, **HOW)
    store.substitute(1, 1, "Eve", **HOW)
    store.save_deal(1, 3, ROUND, revision=0, **HOW)
    page = client.get("/tables/1/payments?tamalou=1")
    assert paid(page)[-5:] == ["Dana +45", "Eve −5", "Bo −10", "Ana −15", "Chi −15"]


def test_who_has_left_pays_nothing_for_a_slam_that_came_later(client, store, open_table):
    """198, −66 × 3; then Bo has left, and a slam of the whole side gives more than it takes."""
    open_table()
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, garde, revision=0, **HOW)
    store.substitute(1, 1, "Eve", **HOW)
    slam = garde | {"oudlers": 3, "card_points": 91}
    slam |= {"slam_announced_by": "declarer", "slam_made_by": "declarer"}
    store.save_deal(1, 2, slam, revision=0, **HOW)
    assert sum(saved_points(store, 1)[2]) > 0
    assert "Bo −66" in paid(client.get("/tables/1/payments?tarot=1"))


def test_at_an_evening_too(client, store):
    store.open_evening("Friday", "", "", {"tamalou": {}}, **HOW)
    made = open_here(store, 1, "tamalou", ["Ana", "Bo", "Chi", "Dana"], elsewhere=True, **HOW)
    store.save_deal(made, 1, ROUND, revision=0, **HOW)
    store.substitute(made, 1, "Eve", **HOW)
    store.save_deal(made, 2, ROUND, revision=0, **HOW)
    page = client.get("/evenings/1/payments?tamalou=1")
    assert paid(page)[-5:] == ["Dana +30", "Bo −5", "Eve −5", "Ana −10", "Chi −10"]


def taken_in(store, **opened):
    """The number of a table of four that the evening takes in."""
    opening = Opening("tarot", ["Ana", "Bo", "Chi", "Dana"], **opened)
    table = store.open_table(opening, **HOW)
    store.take_in(table.id, 1, elsewhere=True, **HOW)
    return table.id


def test_totals_that_another_sheet_goes_on_with_are_paid_once(client, store):
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    made = open_here(store, 1, "tarot", ["Ana", "Bo", "Chi", "Dana"], elsewhere=True, **HOW)
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(made, 1, deal, revision=0, **HOW)
    again = taken_in(store, start=store.table(made).totals, goes_on=made)
    once = ["Ana +198", "Bo −66", "Chi −66", "Dana −66"]
    assert paid(client.get("/evenings/1/payments?tarot=1"))[3:] == once
    store.save_deal(again, 1, {"passed": True}, revision=0, **HOW)
    assert paid(client.get("/evenings/1/payments?tarot=1"))[3:] == once


def test_totals_of_paper_count_once_it_is_closed_without_a_deal_that_counts(client, store):
    """300 and three times −100 half points: 150, −50, −50, −50."""
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    made = taken_in(store, start=(300, -100, -100, -100))
    whole = ["Ana +150", "Bo −50", "Chi −50", "Dana −50"]
    assert paid(client.get("/evenings/1/payments?tarot=1")) == []  # they may be played on
    store.close_table(made, **HOW)
    assert paid(client.get("/evenings/1/payments?tarot=1"))[3:] == whole
    store.save_deal(made, 1, {"passed": True}, revision=0, **HOW)
    assert paid(client.get("/evenings/1/payments?tarot=1"))[3:] == whole


def test_totals_of_paper_are_of_who_sat_there_first_and_not_of_a_substitute(client, store):
    """300 and three times −100 half points; Ana's seat is Eve's from the first deal that counts."""
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    made = taken_in(store, start=(300, -100, -100, -100))
    store.save_deal(made, 1, {"passed": True}, revision=0, **HOW)
    store.substitute(made, 0, "Eve", **HOW)
    store.close_table(made, **HOW)
    balance = paid(client.get("/evenings/1/payments?tarot=1"))[3:]
    assert balance == ["Ana +150", "Eve 0", "Bo −50", "Chi −50", "Dana −50"]


def test_what_was_adjusted_is_no_money_and_the_page_says_so(client, store):
    said = "Nothing is paid for points that the organiser adjusted."
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    made = open_here(store, 1, "tarot", ["Ana", "Bo", "Chi", "Dana"], elsewhere=True, **HOW)
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(made, 1, deal, revision=0, **HOW)
    before = client.get("/evenings/1/payments?tarot=1").text
    store.adjust(1, store.attendances(1)[0].player, "tarot", -20, "late", **HOW)
    page = client.get("/evenings/1/payments?tarot=1")
    assert (said in before, said in page.text) == (False, True)
    assert paid(page)[3:] == ["Ana +198", "Bo −66", "Chi −66", "Dana −66"]
    store.take_back_adjustment(1, 1, True, phone="")
    assert said not in client.get("/evenings/1/payments?tarot=1").text


def test_who_sat_out_all_that_was_told_is_one_of_the_evening_too(client, store):
    """A dealt and sat out, B called with the lowest hand: 0, 0, 10, 12 and 20, a mean of 8.4.

    At ten cents both get 0.84; the others pay 0.16, 0.36 and 1.16.
    """
    store.open_evening("Friday", "2026-11-20", "", {"tamalou": {}}, **HOW)
    table = store.open_there(1, Opening("tamalou", [*"ABCDE"], {}, 4), **HOW)
    told = {"caller": "1", "hands": {"1": 3, "2": 10, "3": 12, "4": 20}}
    store.save_deal(table, 1, told, revision=0, **HOW)
    for of in (f"tables/{table}", "evenings/1"):
        balance = paid(client.get(f"/{of}/payments?tamalou=0.10"))[-5:]
        assert sorted(balance) == ["A +0.84", "B +0.84", "C −0.16", "D −0.36", "E −1.16"], of


def test_the_fewest_payments_are_promised_only_where_they_are_found(client, store):
    """Up to twelve people all groups are searched."""
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    people = [f"P{n}" for n in range(13)]
    for n, names in enumerate((people[:4], people[4:8], people[8:12], people[9:13]), 1):
        made = open_here(store, 1, "tarot", names, elsewhere=True, key=None, phone="")
        deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
        store.save_deal(made, 1, deal, revision=0, key=None, phone="")
        page = client.get("/evenings/1/payments").text
        assert ("the fewest payments that settle it" in page) == (n < 4)
        assert ("costs: few payments that settle it" in page) == (n == 4)


def test_of_a_large_evening_nobody_pays_whom_they_never_sat_with(client, store):
    """Sixteen people at four tables, at each a garde: 198, −66, −66, −66."""
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    for names in ("ABCD", "EFGH", "IJKL", "MNOP"):
        made = open_here(store, 1, "tarot", [*names], elsewhere=True, **HOW)
        store.save_deal(made, 1, CHAIN[0], revision=0, **HOW)
    pays = ["B A", "C A", "D A", "F E", "G E", "H E", "J I", "K I", "L I", "N M", "O M", "P M"]
    page = client.get("/evenings/1/payments?tarot=1")
    assert paid(page)[:12] == [f"{who} 66" for who in pays]


CHAIN = [
    {"declarer": str(n), "contract": "garde", "oudlers": 2, "card_points": 49} for n in (0, 1, 0)
]


def carried(store, start=(132, 132, 0)):
    """Ana, Bo and Chi: 66, 66 and −132 in whole points; Dan comes for Chi and Ana makes a garde."""
    old = store.open_table(Opening("tarot", ("Ana", "Bo", "Chi"), {}), **HOW)
    for number in (1, 2):
        store.save_deal(old.id, number, CHAIN[number - 1], revision=0, **HOW)
    opening = Opening("tarot", ("Ana", "Bo", "Dan"), {}, start=start, goes_on=old.id)
    store.save_deal(
        store.open_table(opening, closes=True, **HOW).id, 1, CHAIN[2], revision=0, **HOW
    )


def test_who_left_before_the_totals_were_carried_over_pays_for_the_own_deals(client, store):
    """132, −66, −66 and −66, 132, −66; then 132, −66, −66 without Chi."""
    carried(store)
    page = client.get("/tables/2/payments?tarot=1")
    assert paid(page)[-4:] == ["Ana +198", "Bo 0", "Dan −66", "Chi −132"]
    assert "on the sheets that the totals come from is in it" in page.text
    assert CUT_OFF not in page.text
    old = client.get("/tables/1/payments?tarot=1")
    assert paid(old)[-3:] == ["Ana +66", "Bo +66", "Chi −132"]
    assert "settle there, what was played here is in it" in old.text


def test_what_somebody_who_came_new_begins_with_is_no_money(client, store):
    """Dan begins at the lowest total, −132, as a table may agree: as above."""
    carried(store, start=(132, 132, -264))
    page = client.get("/tables/2/payments?tarot=1")
    assert paid(page)[-4:] == ["Ana +198", "Bo 0", "Dan −66", "Chi −132"]


def test_a_sheet_counted_under_other_rules_goes_on_from_the_same_totals(client, store):
    """The federation's rules give the same points: as above."""
    carried(store, start=(132, 132, -264))
    asked = forms.form(client.get("/tables/2/count-again"), "/count-again")
    assert asked.send(client, preset="fft", keep="1").location == "/tables/3"
    page = client.get("/tables/3/payments?tarot=1")
    assert paid(page)[-4:] == ["Ana +198", "Bo 0", "Dan −66", "Chi −132"]
    assert CUT_OFF not in page.text


def test_totals_that_were_changed_for_the_new_sheet_are_paid_as_they_stand(client, store):
    """Ana begins with 130, Bo with −66, Dan with 0: 108⅔, −87⅓, −21⅓ and then 132, −66, −66."""
    carried(store, start=(260, -132, 0))
    page = client.get("/tables/2/payments?tarot=1")
    assert paid(page)[-3:] == ["Ana +240.67", "Dan −87.34", "Bo −153.33"]
    assert "on the sheets that the totals come from" not in page.text
    assert CUT_OFF in page.text
    old = client.get("/tables/1/payments?tarot=1").text
    assert ("settle there" in old, BEGAN_WITH_OTHERS in old) == (False, True)


BEGAN_WITH_OTHERS = "began with other totals than stand here now"
CUT_OFF = "begins with the totals that it was opened with, and who left before is not in it"


def test_totals_of_a_sheet_that_was_corrected_later_are_not_said_to_be_changed(client, store):
    carried(store)
    store.save_deal(1, 1, CHAIN[0] | {"card_points": 59}, revision=1, **HOW)
    old = client.get("/tables/1/payments?tarot=1").text
    assert ("settle there" in old, BEGAN_WITH_OTHERS in old) == (False, True)
    assert "changed" not in old
    assert CUT_OFF in client.get("/tables/2/payments").text


def test_a_sheet_that_is_open_again_is_settled_by_itself(client, store):
    carried(store)
    store.reopen_table(1, **HOW)
    assert CUT_OFF in client.get("/tables/2/payments").text


def test_totals_of_a_sheet_that_is_deleted_are_paid_as_they_stand(client, store):
    """66, 66 and 0 have a mean of 44: 22, 22, −44, and then 132, −66, −66."""
    carried(store)
    store.delete_table(1, **HOW)
    page = client.get("/tables/2/payments?tarot=1")
    assert paid(page)[-3:] == ["Ana +154", "Bo −44", "Dan −110"]
    assert CUT_OFF in page.text
    assert "Chi" not in page.text


def test_who_looks_on_at_the_new_sheet_alone_reads_no_name_of_the_old_one(app, store):
    carried(store)
    phone = Stranger(app)
    phone.join(store.link("watch", Where(2)))
    page = phone.get("/tables/2/payments?tarot=1")
    assert "somebody who left −132" in paid(page)
    assert "Chi" not in page.text


def test_a_cent_is_rounded_once_for_all_tables_of_an_evening(client, store):
    """Half points at 5 cents a point: 33½ × 3 twice, 502.5 cents at each table, are 10.05."""
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    for names in (["Ana", "Bo", "Chi", "Dana"], ["Ana", "Eve", "Fay", "Gil"]):
        made = open_here(store, 1, "tarot", names, elsewhere=True, **HOW)
        deal = {"declarer": "0", "contract": "prise", "oudlers": 2, "card_points": 49.5}
        store.save_deal(made, 1, deal, revision=0, **HOW)
    assert "Ana +10.05" in paid(client.get("/evenings/1/payments?tarot=0.05"))


def test_an_evening_is_settled_over_its_tables(client, store, three_deals):
    found = store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    store.db.execute("UPDATE tables SET evening_id = ?, position = 1, place = 1", [found.id])
    page = client.get("/evenings/1/payments?tarot=0.10")
    assert paid(page)[0] == "Bo Ana 16.80"
    assert "Who pays whom" in client.get("/evenings/1").text
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, **HOW)
    assert "No deal yet: nobody owes anything." in client.get("/evenings/2/payments").text
    refused = client.get("/evenings/1/payments?tarot=x")
    assert "Nobody owes" not in refused.text
    assert refused.status_code == 422
    assert "a sum of money is written like 2.50" in refused.text
    assert 'value="x"' in refused.text


def test_what_an_evening_comes_to_is_of_one_moment(client, store, monkeypatch):
    """Ana wins against Bo, then Zoé sits down for her and loses: Ana pays nothing for that."""
    store.open_evening("Friday", "2026-11-20", "", {"tamalou": {}}, **HOW)
    table = open_here(store, 1, "tamalou", ["Ana", "Bo"], **HOW)
    tell = {"hands": {"0": 3, "1": 12}, "caller": "0"}
    store.save_deal(table, 1, tell, revision=0, **HOW)
    asked = "/evenings/1/payments?tamalou=1"
    before = paid(client.get(asked))

    def a_substitute_loses(store):
        store.substitute(table, 0, "Zoé", **HOW)
        lost = {"hands": {"0": 20, "1": 3}, "caller": "1"}
        store.save_deal(table, 2, lost, revision=0, **HOW)

    phones.acts_as_asked(monkeypatch, store, "deals_of", a_substitute_loses)
    assert paid(client.get(asked)) == before == ["Bo Ana 6", "Ana +6", "Bo −6"]


def test_the_example_of_a_stake_is_written_as_the_reader_does(client, three_deals):
    for language, example in (("en", "0.10"), ("fr", "0,10"), ("ja", "0.10")):
        page = client.get("/tables/1/payments", headers={"Accept-Language": language})
        assert f'placeholder="{example}"' in page.text


def test_totals_that_go_round_are_settled_all_the_same(client, store, open_table):
    """No page of ours makes tables whose totals come from each other: following them would never
    end."""
    one, other = open_table().id, open_table().id
    for table, source in ((one, other), (other, one)):
        store.close_table(table, **HOW)
        store.db.execute("UPDATE tables SET goes_on = ? WHERE id = ?", [source, table])
    assert client.get(f"/tables/{one}/payments").status_code == 200
