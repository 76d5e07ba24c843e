"""The end of a game of Tamalou: what ended it, who won, and how it can go on.

Numbers are those of rules/tamalou.md: exactly 100 becomes 50; some total at 100 or more ends it.
"""

from __future__ import annotations

import json
import re

import forms
import laws
import pytest

FRIENDS = ("Ana", "Bruno", "Chi", "Dana")


def hands(*held, caller="", **more):
    """A deal: what each still held; whoever has least called, or this seat."""
    least = str(held.index(min(held)))
    return {
        "caller": least if caller == "" else caller,
        "hands": {str(seat): n for seat, n in enumerate(held)},
        **more,
    }


@pytest.fixture
def played(store, open_table):
    """A table that has told these deals: `played(hands(…), hands(…), limit=100)`."""

    def tell(*deals, names=FRIENDS, **rules):
        table = open_table("tamalou", names[: len(deals[0]["hands"])], **rules)
        for number, facts in enumerate(deals, 1):
            store.save_deal(table.id, number, facts, revision=0, key=None, phone="")
        return table

    return tell


# Dana calls twice, then nobody does: 46, 92, 97 and 0 become 53, 103, 100 and 7.
OVER = (hands(26, 50, 48, 3), hands(20, 42, 49, 3), hands(7, 11, 3, 7, caller=None))


@pytest.fixture
def over(client, played):
    """The page of a game that Bruno's 103 ended, and in which Chi had exactly 100."""
    played(*OVER)
    return client.get("/tables/1")


def rows(page):
    """The ranking as it reads: place, name, what the seat did, the total."""
    ranking = page.text.partition('class="ranking"')[2].partition("</ol>")[0]
    words = [re.sub(r"<[^>]*>", " ", one) for one in re.findall(r"<li.*?</li>", ranking, re.S)]
    return [" ".join(one.split()) for one in words]


def test_the_lowest_total_wins_and_the_changed_one_shows_what_it_was(over):
    assert rows(over) == [
        "1 Dana called 2 times 7",
        "2 Chi exactly 100 becomes 50 100 50",
        "3 Ana 53",
        "4 Bruno past 100 103",
    ]
    assert "Dana wins with 7, the lowest total." in forms.texts(over)


# Dana calls each time: 53, 93, exactly 100 and 0.
EXACTLY = (hands(26, 40, 48, 3), hands(20, 42, 43, 3), hands(7, 11, 9, 4))


def test_exactly_the_limit_alone_ends_the_game_where_that_was_agreed(client, played):
    played(*EXACTLY)
    page = client.get("/tables/1")
    assert "Chi: exactly 100 becomes 50." in note(page)
    assert rows(page) == [
        "1 Dana called 3 times 0",
        "2 Chi exactly 100 becomes 50 100 50",
        "3 Ana 53",
        "4 Bruno 93",
    ]


def test_where_exactly_the_limit_goes_on_the_game_ends_past_it(client, store, played):
    table = played(*EXACTLY, exact_limit="continue")
    page = client.get("/tables/1")
    assert "Deal 4 · ends at 100" in forms.texts(page)
    assert re.findall(r'class="number[^>]*>([^<]*)<', page.text)[:4] == ["53", "93", "50", "0"]
    store.save_deal(table.id, 4, hands(5, 12, 6, 3), revision=0, key=None, phone="")
    page = client.get("/tables/1")
    assert note(page) == "Bruno has 105: the game is over."
    assert rows(page) == [
        "1 Dana called 4 times 0",
        "2 Chi 56",
        "3 Ana 58",
        "4 Bruno past 100 105",
    ]


def test_exactly_the_limit_where_the_rule_is_off_has_reached_it(client, played):
    played(hands(3, 100, 20), exact_limit="off")
    assert rows(client.get("/tables/1"))[2] == "3 Bruno 100 reached 100"


def note(page):
    """What stands above the ranking."""
    (found,) = re.findall(r'<p class="note" role="status">(.*?)</p>', page.text, re.S)
    return re.sub(r"<[^>]*>", "", found)


def test_the_note_says_what_ended_the_game(over):
    assert note(over) == "Chi: exactly 100 becomes 50. Bruno has 103: the game is over."


def test_what_a_later_deal_changes_did_not_end_the_game(client, played):
    """Bruno's 103 ended it; a deal told late brings Chi from 50 to exactly 100 once more."""
    late = hands(5, 5, 50, 3)
    played(*OVER, late)
    page = client.get("/tables/1")
    assert note(page) == ("Deal 3 · Chi: exactly 100 becomes 50. Bruno has 103: the game is over.")
    assert "over after deal 3; 1 deal told later" in forms.texts(page)
    assert rows(page)[1] == "2 Chi exactly 100 becomes 50 100 50"


def test_a_raised_limit_that_is_reached_at_once_ends_the_game_anew(client, played):
    played(hands(3, 104, 20), hands(3, 60, 20, limit=150))
    page = client.get("/tables/1")
    assert note(page) == "The limit is 150 from this deal on. Bruno has 164: the game is over."
    assert "over after 2 deals" in forms.texts(page)


def test_a_closed_sheet_after_a_raise_says_of_no_end(client, store, played):
    table = played(hands(3, 104), hands(3, 5, limit=150))
    store.close_table(table.id, key=None, phone="")
    assert 'class="note"' not in client.get("/tables/1").text.partition("<ol")[0]


def test_a_call_counts_whatever_the_caller_held(client, played):
    """Equal totals: the tie-break counts Ana's call with a kamikaze, so the words do too."""
    both = {"caller": "0", "kamikaze": ["0", "1"], "hands": {"0": 50, "1": 50, "2": 9}}
    played(both, both, final_tie="most_calls")
    page = client.get("/tables/1")
    assert rows(page)[:2] == [
        "1 Ana called 2 times, 2 kamikazes 0",
        "2 Bruno 2 kamikazes 0",
    ]
    assert "Ana wins with 0." in forms.texts(page)


def test_a_change_in_mid_game_is_no_news_at_its_end(client, played):
    """Under `continue` Bruno's 100 became 50 in the first deal; the second was the last planned."""
    played(hands(1, 100), hands(1, 20), deals=2, limit=100, exact_limit="continue")
    page = client.get("/tables/1")
    assert note(page) == "Deal 2 of 2: the game is over."
    assert rows(page) == ["1 Ana called 2 times 0", "2 Bruno 70"]


def test_two_who_share_the_lowest_total_have_both_won(client, played):
    played(hands(3, 3, 99, caller="0"), hands(3, 3, 4, caller="1"))
    page = client.get("/tables/1")
    assert rows(page)[:2] == ["1 shared Ana called once 3", "1 shared Bruno called once 3"]
    assert "Ana and Bruno share the first place with 3." in forms.texts(page)


DECIDED = {
    "last_round": ("Bruno", "With the same total, the lower score in the last deal is ahead."),
    "most_calls": ("Ana", "With the same total, whoever called more often is ahead."),
    "shared": ("Ana and Bruno", "With the same total"),
}


@pytest.mark.parametrize("path", ["", "/text", "/print", "/watch", "/recap.html"])
@pytest.mark.parametrize("final_tie", DECIDED)
def test_what_decides_between_equal_totals_is_said_where_it_does(client, played, path, final_tie):
    """20 and 20; Ana called twice, Bruno had 0 in the last deal."""
    played(hands(3, 10, 50), hands(2, 10, 40), hands(20, 1, 30), final_tie=final_tie)
    wins, why = DECIDED[final_tie]
    page = client.get(f"/tables/1{path}")
    assert (why in forms.texts(page)) == (final_tie != "shared")
    ended = forms.texts(client.get("/tables/1"))
    assert re.search(rf"{wins} (wins|share the first place) with 20\.", ended)


def test_where_no_totals_are_equal_nothing_else_decides(client, played):
    played(hands(3, 11, 50), hands(2, 10, 60), final_tie="last_round")
    assert "With the same total" not in forms.texts(client.get("/tables/1"))


def rulers(page):
    """How far each ruler is drawn: solid, striped, and where its ticks are."""
    drawn = re.findall(r'<svg class="ruler" viewBox="0 0 (\d+) 6".*?</svg>', page.text, re.S)
    held = re.findall(r'class="held"[^>]* d="M0 3H(\d+)"', page.text)
    added = re.findall(r'class="added"[^>]* d="M(\d+) 3H(\d+)"', page.text)
    return drawn, held, added


def test_a_ruler_under_each_name_goes_to_who_is_past_the_limit(over):
    assert rulers(over) == (["103"] * 4, ["7", "50", "53", "103"], [("50", "100")])


def test_without_a_limit_there_is_no_ruler_and_nothing_to_raise(client, played):
    played(hands(9, 8), deals=1)
    page = client.get("/tables/1")
    assert rulers(page) == ([], [], [])
    assert "Raise the limit" not in forms.texts(page)


def raises(page):
    """The limits that are offered."""
    return re.findall(r'name="limit" value="(\d+)"', page.text)


NONE = "100000"  # as high as a number can be told: no limit


@pytest.mark.parametrize(
    ("deals", "rules", "offered"),
    [
        ([hands(1, 100)], {}, ["150", "200", NONE]),  # a total of 50 now, but 100 was the limit
        ([hands(1, 149)], {}, ["150", "200", NONE]),
        ([hands(1, 150)], {}, ["200", "250", NONE]),
        ([hands(1, 75)], {"limit": 75, "exact_limit": "off"}, ["100", "150", NONE]),
        ([hands(1, 60), hands(1, 50)], {"deals": 5, "limit": 100}, ["150", "200", NONE]),
        ([hands(1, 60), hands(1, 50)], {"deals": 2, "limit": 100}, []),  # all planned are told
        ([hands(1, 60), hands(1, 30)], {"deals": 2, "limit": 100}, []),
    ],
)
def test_a_limit_that_ended_the_game_can_be_raised_past_all_totals(
    client, played, deals, rules, offered
):
    played(*deals, **rules)
    assert raises(client.get("/tables/1")) == offered


def test_a_sheet_that_was_closed_is_not_gone_on_with(client, store, played):
    table = played(hands(1, 101))
    store.close_table(table.id, key=None, phone="")
    assert raises(client.get("/tables/1")) == []


def test_the_subtitle_says_when_the_game_was_over(over):
    assert "over after 3 deals" in forms.texts(over)


def test_a_raised_limit_fills_in_the_form_of_the_next_deal(client, store, over):
    form = next(one for one in forms.forms(over) if "limit" in one.fields)
    assert (form.method, form.action, form.fields) == (
        "get",
        "/tables/1",
        {"more": ["1"], "limit": ["150"]},
    )
    page = client.get("/tables/1?more=1&limit=200")
    assert "Deal 4 · ends at 200" in forms.texts(page)
    assert forms.form(page).fields["limit"] == ["200"]
    held = {f"hands-{seat}": 9 for seat in range(4)}
    assert forms.form(page).send(client, caller="none", **held).status_code == 303
    assert store.deal(1, 4).facts["limit"] == 200
    assert not store.table(1).over
    assert "Deal 5 · ends at 200" in forms.texts(client.get("/tables/1"))


def test_a_game_goes_on_without_a_limit(client, store, over):
    assert "No limit" in forms.texts(over)
    page = client.get(f"/tables/1?more=1&limit={NONE}")
    assert "ends at" not in forms.texts(page)
    assert to_go(page, 0) == ""
    held = {f"hands-{seat}": 9 for seat in range(4)}
    assert forms.form(page).send(client, caller="none", **held).status_code == 303
    page = client.get("/tables/1")
    assert not store.table(1).over
    assert "no limit from this deal on" in forms.texts(page)
    assert raises(page) == [] and 'class="to-go"' not in page.text
    assert raises(client.get("/tables/1/deals/4"))[-1] == NONE
    form = forms.form(client.get("/tables/1/deals/4"))
    assert form.fields["limit"] == [NONE]
    assert form.send(client, **{"hands-0": 8}).status_code == 303
    assert store.deal(1, 4).facts["limit"] == 100_000


def test_one_more_deal_without_a_raise_is_warned_about(client, over):
    page = client.get("/tables/1?more=1")
    assert "One more, after the end" in forms.texts(page)
    held = {f"hands-{seat}": 9 for seat in range(4)}
    answer = forms.form(page).send(client, caller="none", **held)
    assert answer.status_code == 422
    assert "Told after the end of the game" in forms.texts(answer)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, "Deal 2 · ends at 100"),
        ({"deals": 5}, "Deal 2 of 5"),
        ({"deals": 5, "limit": 75}, "Deal 2 of 5 · ends at 75"),
        ({"limit": 0}, "Deal 2"),
    ],
)
def test_the_subtitle_says_what_will_end_the_game(client, played, rules, said):
    played(hands(9, 8), **rules)
    (found,) = re.findall(r'<p id="subtitle">\s*(.*?)\s*</p>', client.get("/tables/1").text, re.S)
    assert found.strip() == said


# 119 ended it, 150 let it go on: without that deal the fourth comes after the end.
RAISED = (hands(3, 119), hands(3, 4), hands(3, 10, limit=150), hands(3, 5))


def delete(client, **said):
    """Presses "Delete this deal" of the third deal, or what the question offers."""
    return forms.form(client.get("/tables/1/deals/3")).send(
        client, to="/tables/1/deals/3/delete", **said
    )


def test_a_deletion_that_ends_the_game_earlier_asks(client, store, played):
    played(*RAISED)
    page = delete(client)
    assert page.status_code == 422
    said = "Without this deal the game ends after deal 1; 1 deal comes later."
    assert said in forms.texts(page)
    assert forms.form(page).fields["hands-1"] == ["10"]
    assert len(store.deals(1)) == 4


@pytest.mark.parametrize(("later", "left"), [("keep", [1, 2, 4]), ("end", [1, 2])])
def test_the_later_deals_stay_or_go_with_the_deleted_one(client, store, played, later, left):
    table = played(*RAISED)
    form = forms.form(delete(client))
    for _ in range(2):  # a double tap
        answer = form.send(client, to="/tables/1/deals/3/delete", later=later)
        assert answer.status_code == 303
    assert [deal.number for deal in store.deals(1)] == left
    laws.hold(store, table)
    forms.form(client.get("/tables/1"), "/undo").send(client)
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3, 4]
    laws.hold(store, table)


def test_a_deletion_whose_question_is_out_of_date_asks_again(client, store, played):
    played(*RAISED)
    form = forms.form(delete(client))
    store.save_deal(1, 5, hands(3, 6), revision=0, key=None, phone="")
    page = form.send(client, to="/tables/1/deals/3/delete", later="end")
    assert page.status_code == 409
    said = "Without this deal the game ends after deal 1; 2 deals come later."
    assert said in forms.texts(page)
    assert len(store.deals(1)) == 5
    again = forms.form(page).send(client, to="/tables/1/deals/3/delete", later="end")
    assert again.status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1, 2]


def test_a_correction_behind_the_end_that_it_moves_ends_there(client, store, played):
    """Bruno has exactly 100 after the second deal, and the third says no more that it goes on."""
    table = played(
        hands(3, 50, 50),
        hands(3, 50, 40),
        hands(3, 10, 20, limit=150),
        hands(3, 45, 50),
        hands(20, 4, 30, limit=200),
    )
    warned = forms.form(client.get("/tables/1/deals/3")).send(client, limit="")
    page = forms.form(warned).send(client, in_spite="1")
    assert page.status_code == 422
    assert "With this the game ends after deal 2; 3 deals come later." in forms.texts(page)
    assert forms.form(page).send(client, later="end").status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1, 2]
    assert "over after 2 deals" in forms.texts(client.get("/tables/1"))
    laws.hold(store, table)
    said = forms.texts(client.get("/tables/1/history"))
    assert "A deal deleted, and 2 later deals taken off" in said
    forms.form(client.get("/tables/1"), "/undo").send(client)
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3, 4, 5]
    assert store.deal(1, 3).facts["limit"] == 150
    laws.hold(store, table)


def offered(client, address):
    """The limits that the form of a deal offers, but for leaving it."""
    return raises(client.get(address))


def test_a_correction_offers_limits_above_the_one_before_that_deal(client, played):
    played(*RAISED)
    assert offered(client, "/tables/1/deals/1") == ["150", "200", NONE]
    assert offered(client, "/tables/1/deals/3") == ["150", "200", NONE]
    assert offered(client, "/tables/1/deals/4") == ["200", "250", NONE]


def test_a_limit_that_a_later_deal_does_not_top_is_refused_by_name(client, played):
    played(*RAISED)
    page = forms.form(client.get("/tables/1/deals/2")).send(client, limit=200)
    assert page.status_code == 422
    assert "Deal 3: 150 is not above the limit of 200" in forms.texts(page)
    new = forms.form(client.get("/tables/1/deals/5?before=2"))
    page = new.send(client, caller="0", limit=200, **{f"hands-{seat}": 1 for seat in range(2)})
    assert "Deal 3: 150 is not above the limit of 200" in forms.texts(page)


def test_a_limit_that_is_not_above_its_own_is_refused_without_a_number(client, played):
    played(*RAISED)
    page = forms.form(client.get("/tables/1/deals/3")).send(client, limit=100)
    assert "100 is not above the limit of 100" in forms.texts(page)
    assert "Deal 3: 100" not in forms.texts(page)


def test_a_fall_that_is_used_up_is_not_within_reach_again(client, played):
    played(hands(3, 100), exact_limit="continue", exact_repeat="once")
    text = client.get("/tables/1").text
    assert "within reach" not in re.search('id="to-go-1".*?</span>', text, re.S)[0]


def test_a_fall_that_is_not_used_up_is_within_reach(client, played):
    played(hands(3, 100), exact_limit="continue")
    text = client.get("/tables/1").text
    assert "within reach" in re.search('id="to-go-1".*?</span>', text, re.S)[0]


def to_go(page, seat):
    """What stands beside a total: how far it is to the limit."""
    (found,) = re.findall(f'id="to-go-{seat}"[^>]*>(.*?)</span>', page.text, re.S)
    return re.sub(r"<[^>]*>", " ", found).strip()


def previewed(client, **told):
    form = forms.form(client.get("/tables/1"))
    return form.send(client, to="/tables/1/deals/2/preview", **told)


def test_within_reach_is_said_in_words(client, played):
    played(hands(3, 55, 40))
    page = client.get("/tables/1")
    assert [to_go(page, seat) for seat in range(3)] == [
        "100 to go",
        "45 to exactly 100",
        "60 to go",
    ]


def test_what_becomes_less_has_not_reached_the_limit_before_the_caller_is_told(client, played):
    """Ana has 50; with Bo's kamikaze she has exactly 100, which is 50 again."""
    played(hands(50, 5, caller="1"))
    page = previewed(client, kamikaze=["1"])
    assert to_go(page, 0) == "100 becomes 50"
    page = previewed(client, kamikaze=["1"], caller="0")
    assert to_go(page, 0) == "50 to go"  # and the game is over: nothing is within reach


@pytest.mark.parametrize("rules", [{"exact_limit": "off"}])
def test_where_nothing_becomes_less_exactly_the_limit_has_reached_it(client, played, rules):
    played(hands(50, 5, caller="1"), **rules)
    assert to_go(previewed(client, kamikaze=["1"]), 0) == "100 reached"


def test_a_deal_half_told_anew_is_not_counted_on_top_of_what_it_gave(client, played):
    """Bo's 40 is in the total: with Chi's hand emptied, to be typed anew, 60 are still to go."""
    played(hands(3, 40, 20))
    form = forms.form(client.get("/tables/1/deals/1"))
    page = form.send(client, to="/tables/1/deals/1/preview", **{"hands-2": ""})
    assert [to_go(page, seat) for seat in range(3)] == ["100 to go", "60 to go", "80 to go"]
    ruler = page.text.partition('id="ruler-1"')[2].partition("</svg>")[0]
    assert 'd="M0 3H40"' in ruler and 'class="added"' not in ruler


def corrected(client, deal, **told):
    """What the form of an old deal says about the game after this correction."""
    form = forms.form(client.get(f"/tables/1/deals/{deal}"))
    page = form.send(client, to=f"/tables/1/deals/{deal}/preview", **told)
    return re.findall(r"[^.]* the game [^.]*\.", forms.texts(page))


@pytest.mark.parametrize("deal", [1, 3])
def test_a_correction_after_which_a_game_that_was_over_goes_on_says_so(client, played, deal):
    played(hands(3, 50), hands(3, 30), hands(3, 40))
    said = corrected(client, deal, **{"hands-1": 15})
    assert [one.strip() for one in said] == ["With this the game goes on."]


def test_a_correction_by_which_the_last_deal_ends_the_game_says_so(client, played):
    """If the last deal itself is told so, it says that it ends the game, and by which total."""
    played(hands(3, 30), hands(3, 30), hands(3, 30))
    assert corrected(client, 1, **{"hands-1": 45}) == [" With this the game is over."]
    assert corrected(client, 1, **{"hands-1": 35}) == []
    assert corrected(client, 3, **{"hands-1": 45}) == [" Bruno has 105: the game is over."]


def test_a_raised_limit_of_the_next_deal_is_no_correction(client, over):
    told = {"caller": "0", "limit": 200} | {f"hands-{seat}": 3 + seat for seat in range(4)}
    form = forms.form(client.get("/tables/1/deals/4"))
    page = form.send(client, to="/tables/1/deals/4/preview", **told)
    assert 'data-state="told"' in page.text
    assert "goes on" not in forms.texts(page)


def test_a_half_told_deal_alone_after_the_end_is_asked_about(client, store, played):
    played(hands(3, 50), hands(3, 30))
    store.keep_half(1, 3, {"hands": {"1": 7}}, revision=0, key=None, phone="")
    page = forms.form(client.get("/tables/1/deals/2")).send(client, **{"hands-1": 50})
    assert page.status_code == 422
    assert "With this the game ends after deal 2; 1 deal comes later." in forms.texts(page)
    assert forms.form(page).send(client, later="end").status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1, 2]


def test_the_list_says_the_end_anew_when_an_earlier_deal_moves_it(client, played, store):
    """Bruno has 54 and then 104; with the limit raised to 150 in the first deal nothing ends."""
    first = hands(3, 54, 20)
    played(first, hands(3, 50, 20))
    assert "Bruno has 104: the game is over" in forms.texts(client.get("/tables/1"))
    store.save_deal(1, 1, {**first, "limit": 150}, revision=1, key=None, phone="")
    assert "the game is over" not in forms.texts(client.get("/tables/1"))


def test_a_deal_that_alone_raises_the_limit_above_a_total_carried_over_stays(client, store):
    """Its page says why; no other phone has changed anything."""
    sheet = {"format": "companion-sheet", "version": 1, "game": "tamalou", "players": ["Ana", "Bo"]}
    deal = {"caller": None, "hands": {"Ana": 1, "Bo": 2}, "limit": 200}
    told = {**sheet, "start": {"Ana": 120}, "deals": [deal]}
    client.send("/import", {"text": json.dumps(told)})
    form = forms.form(client.get("/tables/1/deals/1"))
    answer = form.send(client, to="/tables/1/deals/1/delete")
    assert (answer.status_code, [one.state for one in store.deals(1)]) == (422, ["told"])
    assert "t or above the limit of 100" in forms.texts(answer)
    assert "Changed meanwhile" not in forms.texts(answer)
