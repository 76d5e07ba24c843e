"""Le Plateau's auction and bid as pages: what is asked, what a touch keeps, what is refused."""

from __future__ import annotations

import re

import forms
import pytest

NAMES = ("Ana", "Bo", "Chi", "Dana", "Eli", "Fé")
ALONE = {"partners": [], "objective": "y"}
PARTS = ("talon", "objective", "partners")


@pytest.fixture
def table(open_table):
    """A table of so many, at which Ana deals the first and Bo speaks first."""
    return lambda players: open_table("plateau", NAMES[:players])


def facts(store):
    return store.deal(1, 1).facts


def asked(phone, at="/tables/1"):
    """The form as it stands: what it asks, by the hidden field that says it."""
    form = forms.form(phone.get(at))
    return form, form.fields["asks"][-1]


def word(phone, said, *parts, at="/tables/1"):
    """What the next player says with the button there: "bid" or "pass"."""
    form, _ = asked(phone, at)
    (button,) = [b for b in form.buttons if (b.get("value") or "").startswith(f"{said}-")]
    touched = {f"bid-{part}": one for part, one in zip(PARTS, parts, strict=False) if one != ""}
    return form.send(phone, to=button["formaction"], touch=button["value"], **touched)


def words(phone, *said):
    for one in said:
        answer = word(phone, *one)
        assert answer.status_code == 303, forms.texts(answer)


def bids(store):
    return [(one["player"], one.get("objective", "pass")) for one in facts(store)["bids"]]


def keep(phone, at="/tables/1", **told):
    form, _ = asked(phone, at)
    return form.send(phone, to="/tables/1/deals/1/half", **told)


def test_what_holds_is_said_in_words_and_no_dash_where_nothing_can_be_said_yet(client, table):
    table(4)
    for told, said in (
        ({}, "Nobody has bid yet"),
        ({"declarer": 1}, "Bo"),
        ({"objective": "y"}, "Y"),
        ({"declarer": 1, "objective": "y", "talon": "keep", "partners": 2}, "Bo 4 Y,"),
    ):
        page = client.send("/tables/1/deals/1/preview", {"asks": "bid", **told}).text
        plate = re.search(r'<ol class="said" id="in-force".*?</ol>', page, re.DOTALL)[0]
        assert re.sub(r"<[^>]*>|\s+", " ", plate).split()[: len(said.split())] == said.split()
        assert "–" not in plate


@pytest.mark.parametrize(
    ("players", "choose"),
    [
        (2, {"bid-talon", "bid-objective"}),
        (3, {"bid-talon", "bid-objective"}),
        (4, {"bid-talon", "bid-objective", "bid-partners"}),
        (5, {"bid-talon", "bid-objective", "bid-partners"}),
        (6, {"bid-objective", "bid-partners"}),
    ],
)
def test_the_auction_asks_the_parts_that_so_many_choose(client, table, players, choose):
    table(players)
    form, what = asked(client)
    assert what == "auction"
    assert {name for name in form.choices if name.startswith("bid-")} == choose


def test_an_auction_of_three_ends_with_who_bid_last(client, store, table):
    table(3)
    words(client, ("bid", "exchange", "bridge"), ("pass",), ("bid", "exchange", "y"), ("pass",))
    assert bids(store) == [("1", "bridge"), ("2", "pass"), ("0", "y"), ("1", "pass")]
    form, what = asked(client)
    assert what == "bid"
    stated = {name: form.fields[name] for name in ("declarer", "talon", "objective", "partners")}
    assert stated == {
        "declarer": ["0"],
        "talon": ["exchange"],
        "objective": ["y"],
        "partners": [""],
    }
    assert not {"declarer", "talon", "objective", "partners"} & form.choices.keys()


def test_an_auction_of_four_leads_to_the_board(client, store, table):
    table(4)
    words(
        client,
        ("pass",),
        ("bid", "exchange", "y", 1),
        ("bid", "keep", "y", 1),
        ("pass",),
        ("pass",),
    )
    form, what = asked(client)
    assert (what, form.choices["partners"]) == ("bid", ["0", "1", "2"])
    assert keep(client, partners=0).location == "/tables/1"
    assert facts(store)["declarer"] == "3"
    assert asked(client)[1] == "board"
    assert "Dana with Ana: Y, bid 4, closed talon." in forms.texts(client.get("/tables/1"))


def test_five_raise_and_hand_over(client, store, table):
    """Bo's Y becomes Eli's fork, 5, and Eli's role: 10 for Eli, 5 for Bo."""
    table(5)
    words(client, ("bid", "exchange", "y", 1), *[("pass",)] * 4)
    page = client.send("/tables/1/deals/1/preview", {"asks": "bid", "declarer": 1,
        "talon": "exchange", "objective": "y", "partners": 4, "raises-0-player": 4,
        "raises-0-objective": "fork"})  # fmt: skip
    assert "Or Bo hands over to Eli, who raised" in forms.texts(page)
    keep(client, **{"partners": 4, "raises-0-player": 4, "raises-0-objective": "fork",
        "handed_over": "true"})  # fmt: skip
    assert facts(store)["handed_over"] is True
    page = client.get("/tables/1/deals/1?asks=bid")
    assert "∓5 ±5 ∓5 ∓5 ±10" in forms.texts(page)
    form = forms.form(page)
    assert form.fields["raises-0-objective"] == ["fork"]
    assert form.send(client, made="true").location == "/tables/1"
    assert store.deals(1)[0].facts["made"] is True
    assert "Eli with Bo, fork, bid 5: made" in forms.texts(client.get("/tables/1"))


def test_six_name_two_partners_one_after_the_other(client, store, table):
    table(6)
    words(client, ("bid", "", "y", 2), *[("pass",)] * 5)
    keep(client, partners=0)
    form, what = asked(client)
    assert (what, form.fields["partners"]) == ("bid", ["0"])
    keep(client, partners=["0", "3"])
    assert asked(client)[1] == "board"
    assert facts(store)["partners"] == ["0", "3"]


def test_another_dealer_is_told_with_the_first_word(client, store, table):
    """Dana dealt: Ana speaks first, at once in the form, and in what is kept."""
    table(4)
    said = client.send("/tables/1/deals/1/preview", {"asks": "auction", "dealer": 3}).text
    assert said.index(">Ana<") < said.index(">speaks<") < said.index(">Bo<")
    answer = client.send(
        "/tables/1/deals/1/half/touch", {"touch": "pass-0", "dealer": 3, "note": "!"}
    )
    assert answer.status_code == 303
    assert (store.deal(1, 1).dealer, store.deal(1, 1).note) == (3, "!")
    client.send("/tables/1/deals/1/half/touch", {"touch": "pass-1", "dealer": 2})
    assert store.deal(1, 1).dealer == 3


def test_a_preview_draws_parts_of_the_auction_shown_though_all_passed_meanwhile(
    client, store, table
):
    """It drew those of the bid, which have no place on that page, and the browser complained."""
    table(4)
    parts, _ = asked(client)
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    said = parts.send(client, to="/tables/1/deals/1/preview", **{"bid-objective": "y"}).text
    assert 'id="bid-total"' in said
    assert 'id="in-force"' not in said


def test_who_deals_and_sits_out_is_there_with_the_total_in_the_auction_on_the_bid_and_on_the_board(
    client, store, open_table
):
    """Seven at a table, of whom six play: Bo deals the second, in which Chi declares."""
    open_table("plateau", (*NAMES, "Gil"), at_once=6)
    store.save_deal(1, 1, ALONE | {"declarer": "1", "made": True}, revision=0, key=None, phone="")
    said = {"bids": [{"player": "2", "pass": True}]}
    store.keep_half(1, 2, said, revision=0, key=None, phone="")
    for path in ("/tables/1", "/tables/1/watch"):
        page = client.get(path)
        assert "Gil −12 Ana 0 Bo +60 sits out" in forms.texts(page)
        assert 'aria-label="deals"' in page.text.split('class="sits-out"')[1].split("</li>")[0]
    store.keep_half(1, 2, ALONE | {"declarer": "2"}, revision=1, key=None, phone="")
    for asks in ("bid", "board"):
        assert "Bo sits out" in forms.texts(client.get(f"/tables/1?asks={asks}"))


def test_a_touch_from_before_somebody_else_sat_down_is_given_to_nobody(client, store, table):
    table(4)
    sit = re.search('name="sit" value="([^"]*)"', client.get("/tables/1").text)[1]
    store.substitute(1, 0, "Zoe", key=None, phone="")
    touched = client.send("/tables/1/deals/1/half/touch", {"touch": "pass-0", "sit": sit})
    assert (touched.status_code, store.deals(1)) == (409, [])
    assert "The seats have changed meanwhile, so nothing was saved." in forms.texts(touched)


def test_all_pass_with_one_touch_more(client, store, table):
    table(2)
    words(client, ("pass",), ("pass",))
    form, what = asked(client)
    assert (what, [b for b in form.buttons if b.get("name") == "touch"][0]["value"]) == (
        "auction",
        "undo-bid-2",
    )
    page = forms.texts(client.get("/tables/1"))
    assert "Noted. All passed." in page
    assert "Nobody has bid yet" not in page
    assert form.send(client, unplayed="passed").location == "/tables/1"
    assert facts(store) == {"passed": True}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_that_all_passed_stays_so_when_its_note_is_put_right(client, store, table, players):
    """Where nobody can be a partner, that there is none is posted, and says nothing of a bid."""
    table(players)
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    form, what = asked(client, "/tables/1/deals/1")
    assert what == "bid"
    assert form.send(client, note="rain").location == "/tables/1"
    assert (facts(store), store.deal(1, 1).note) == ({"passed": True}, "rain")


@pytest.mark.parametrize("spoke", [("pass", "pass"), ()])
def test_that_all_passed_after_the_end_is_told_and_saved_anyway(client, store, open_table, spoke):
    """Rules, Options: passed deals count here, and one told after the end does, with a warning."""
    table = open_table("plateau", ("Ana", "Bo"), deals=1)
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    for one in spoke:
        word(client, one, at="/tables/1/deals/2")
    form, what = asked(client, "/tables/1/deals/2")
    assert what == "auction"
    page = form.send(client, unplayed="passed")
    said = "Told after the end of the game"
    assert (page.status_code, forms.state_and_sentence(page)) == (422, ("warned", said))
    again = forms.form(page)
    assert "in_spite" in [button.get("name") for button in again.buttons]
    assert again.send(client, in_spite="1").location == "/tables/1"
    assert [deal.facts for deal in store.deals(table.id)] == [{"passed": True}] * 2


def test_each_sentence_on_a_deal_half_told_begins_with_a_capital(client, store, open_table):
    """Unless it begins with a name, which stays as it is written."""
    open_table("plateau", ("ana", "Bo"))
    bid = {"declarer": "0", "partners": [], "talon": "exchange", "objective": "fork"}
    told = bid | {"tricks": [{"won_by": "declarer"}]}
    store.keep_half(1, 1, told, revision=0, key=None, phone="")
    assert "ana : fork, bid 5, exchange. Fork: 9 more." in forms.texts(client.get("/tables/1"))
    form = forms.form(client.get("/tables/1/deals/1"))
    said = forms.texts(form.send(client, to="/tables/1/deals/1/preview"))
    assert said.startswith("Noted. Fork: 9 more.")


def test_what_was_said_last_is_taken_back(client, store, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1), ("pass",))
    words(client, ("undo-bid",))
    assert bids(store) == [("1", "y")]
    words(client, ("undo-bid",))
    assert facts(store) == {}


@pytest.mark.parametrize(
    ("parts", "legend", "why"),
    [
        (("exchange", "y", 1), "Objective", "3 does not beat 3"),
        (("", "six", 1), "Talon", "there is a talon with two to five players"),
        (("exchange", "", 1), "Objective", "this is missing"),
        (("exchange", "six", ""), "Partners", "this is missing"),
    ],
)
def test_a_bid_that_cannot_be_says_why_beside_its_part(client, store, table, parts, legend, why):
    table(4)
    words(client, ("bid", "exchange", "y", 1))
    answer = word(client, "bid", *parts)
    assert answer.status_code == 422
    assert f"{legend} {why}" in forms.texts(answer)
    pressed = forms.form(answer).fields
    assert [pressed.get(f"bid-{part}", [""]) for part in PARTS] == [[str(one)] for one in parts]
    assert bids(store) == [("1", "y")]


def test_a_part_of_a_bid_that_is_none_is_quoted_as_it_was_sent(client, table):
    table(4)
    page = word(client, "bid", "exchange", "yy", 1)
    assert ' data-typed class="problem" role="alert">&#34;yy&#34; is none of' in page.text


def test_a_refused_bid_is_not_offered_again(client, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1))
    said = forms.texts(word(client, "bid", "exchange", "y", 1))
    assert "3 exchange 1 + Y 2 + one partner 0 Lowest now: 4." in said
    assert "Chi bids choose a higher bid" in said


@pytest.mark.parametrize(
    ("objective", "why"),
    [("y", "3 does not beat 3"), ("bridge", "a bid of 1, but the lowest is 3")],
)
def test_a_refused_bid_says_why_beside_its_part_and_in_the_bar(client, table, objective, why):
    table(4)
    words(client, ("bid", "exchange", "y", 1))
    said = forms.texts(word(client, "bid", "exchange", objective, 1))
    assert f"Objective {why}" in said
    assert said.lower().count(why) == 2


def test_the_button_of_a_bid_says_why_it_cannot_be(client, table):
    table(5)
    words(client, ("bid", "exchange", "fork", 1))
    parts = {"bid-talon": "exchange", "bid-objective": "y", "asks": "auction"}
    said = forms.texts(client.send("/tables/1/deals/1/preview", parts))
    assert "Chi bids touch the parts" in said
    said = forms.texts(client.send("/tables/1/deals/1/preview", {**parts, "bid-partners": 1}))
    assert "Chi bids 3 does not beat 5" in said


def test_the_button_of_a_bid_names_who_it_bids_for_though_another_phone_told_words(client, table):
    """It named who speaks by now, and bid for who spoke when the page was drawn."""
    table(4)
    slow, _ = asked(client)
    words(client, ("bid", "exchange", "y", 1), ("bid", "exchange", "fork", 1))
    parts = {"bid-talon": "exchange", "bid-objective": "fork", "bid-partners": 0}
    said = forms.texts(slow.send(client, to="/tables/1/deals/1/preview", **parts))
    assert "Bo bids 10 fork, exchange" in said


def test_a_deal_is_inserted_without_the_tricks_of_one_that_got_its_number_meanwhile(
    client, store, table
):
    table(4)
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1/deals/2?before=1"))
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
    tricks = [{"won_by": "declarer"}]
    store.keep_half(1, 2, bid | {"tricks": tricks}, revision=0, key=None, phone="")
    inserted = {"declarer": "1", "talon": "keep", "objective": "y", "partners": "3"}
    form.send(client, to="/tables/1/deals/2", made="true", **inserted)
    assert store.deal(1, 3).facts == inserted | {"partners": ["3"], "made": True}


@pytest.mark.parametrize(
    "theirs", [{"tricks": [{"won_by": "declarer"}]}, {"board": {"defence": ["A1"]}}]
)
def test_a_deal_told_by_its_result_takes_no_board_that_another_phone_began_meanwhile(
    client, store, table, theirs
):
    table(4)
    form = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    store.keep_half(1, 1, theirs, revision=0, key=None, phone="")
    mine = {"declarer": "1", "talon": "keep", "objective": "y", "partners": "3"}
    answer = form.send(client, made="true", **mine)
    assert (answer.status_code, facts(store)) == (409, theirs)
    shown = forms.form(forms.form(answer).send(client, "/tables/1/deals/1?asks=bid", touch="told"))
    assert shown.send(client).status_code == 303
    assert facts(store) == mine | {"partners": ["3"], "made": True}


def test_a_bid_that_two_phones_note_leads_both_to_the_board_on_which_one_told_a_trick(
    client, store, table
):
    table(4)
    form = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    bid = {"declarer": "1", "talon": "keep", "objective": "y"}
    theirs = bid | {"partners": ["3"], "tricks": [{"won_by": "defence"}]}
    store.keep_half(1, 1, theirs, revision=0, key=None, phone="")
    half = "/tables/1/deals/1/half"
    assert form.send(client, half, partners="2", **bid).status_code == 409
    assert form.send(client, half, partners="3", **bid).status_code == 303
    assert facts(store) == theirs


def test_the_total_and_what_it_beats_follow_the_parts(client, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1))
    parts = {"bid-talon": "exchange", "bid-objective": "fork", "bid-partners": 1, "asks": "auction"}
    said = forms.texts(client.send("/tables/1/deals/1/preview", parts))
    assert "5 beats 3 exchange 1 + fork 4 + one partner 0 Lowest now: 4." in said
    assert "Chi bids 5 fork, exchange" in said


def test_only_the_final_bid_is_noted_and_the_partner_later(client, store, table):
    table(4)
    assert "?asks=bid" in client.get("/tables/1").text
    at = "/tables/1/deals/1?asks=bid"
    assert "?asks=auction" in client.get(at).text
    keep(client, at, declarer=2, talon="keep", objective="five")
    assert facts(store) == {"declarer": "2", "talon": "keep", "objective": "five"}
    form, what = asked(client)
    assert (what, form.fields["declarer"], form.fields["objective"]) == ("bid", ["2"], ["five"])
    keep(client, partners="")
    assert asked(client)[1] == "board"
    assert "five sides, bid 13, closed talon." in forms.texts(client.get("/tables/1"))


def test_while_others_could_speak_the_highest_bid_may_be_played(client, store, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1))
    assert "All the others pass: Bo plays" in forms.texts(client.get("/tables/1"))
    keep(client, "/tables/1/deals/1?asks=bid", partners=3)
    assert facts(store)["declarer"] == "1"
    assert asked(client)[1] == "board"


def test_a_bid_after_its_auction_can_be_corrected(client, store, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1), *[("pass",)] * 3)
    at = "/tables/1/deals/1?asks=bid&all=1"
    assert {"declarer", "talon", "objective", "partners"} <= asked(client, at)[0].choices.keys()
    keep(client, at, declarer=1, talon="exchange", objective="fork", partners=3)
    assert facts(store)["objective"] == "fork"
    assert "bids" not in facts(store)


def test_after_the_auction_one_way_leads_back_and_there_the_final_bid_alone_is_corrected(
    client, table
):
    table(4)
    words(client, ("bid", "exchange", "y", 1), *[("pass",)] * 3)
    leads = [
        re.findall(r'href="([^"]*asks=[^"]*)"', client.get(at).text)
        for at in ("/tables/1", "/tables/1/deals/1?asks=auction")
    ]
    auction, bid = "/tables/1/deals/1?asks=auction", "/tables/1/deals/1?asks=bid"
    assert leads == [[auction], [f"{bid}&amp;all=1", bid]]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"partners": 1}, "the declarer cannot be the partner"),
        ({"partners": 2, "objective": "bridge"}, "a bid of 1, but the lowest is 3"),
    ],
)
def test_a_bid_that_cannot_be_played_is_refused_with_all_that_was_touched(client, table, told, why):
    table(4)
    bid = {"declarer": 1, "talon": "exchange", "objective": "y"} | told
    answer = keep(client, "/tables/1/deals/1?asks=bid", **bid)
    assert answer.status_code == 422
    assert why in forms.texts(answer)
    pressed = forms.form(answer).fields
    assert all(pressed[name] == [str(one)] for name, one in bid.items())


def not_offered(page):
    """The people whose cells among the partners are hidden."""
    return re.findall(r'class="cell round declares"><input[^>]*name="partners" value="(\d)"', page)


def test_who_declares_is_not_offered_as_the_partner_unless_told_as_both(client, table):
    table(4)
    at = "/tables/1/deals/1?asks=bid"
    keep(client, at, declarer=2, talon="keep", objective="y")
    assert not_offered(client.get(at).text) == ["2"]
    assert not_offered(keep(client, at, partners=2).text) == []
    said = client.send("/tables/1/deals/1/preview", {"asks": "bid", "declarer": 2, "partners": 2})
    assert "may raise once" not in said.text


def test_who_may_raise_stands_in_order_with_what_the_bid_becomes(client, table):
    """With six and two partners: the nearest one clockwise, the other one, the declarer."""
    table(6)
    bid = {"asks": "bid", "declarer": 2, "objective": "fork", "partners": ["1", "4"]}
    said = forms.texts(client.send("/tables/1/deals/1/preview", bid))
    at = [said.index(f"{name} may raise once") for name in ("Eli", "Bo", "Chi")]
    assert at == sorted(at)
    assert "Fork stays 4 Five bid 6 Six bid 8" in said


def test_a_raise_is_not_drawn_anew_by_its_own_touch(client, table):
    """What lies under the finger stays; only the turns after it begin from another objective."""
    table(4)
    bid = {"asks": "bid", "declarer": 1, "talon": "keep", "objective": "y", "partners": 3}
    bid |= {"raise-drawn": ["0-3-y-4", "1-1-y-4"]}
    bid |= {"raises-0-player": 3, "raises-0-objective": "five"}
    answer = client.send("/tables/1/deals/1/preview", bid).text
    assert 'id="raise-1"' in answer
    assert 'id="raise-0"' not in answer


def test_raises_are_drawn_anew_where_the_bid_counts_otherwise_by_then(client, table):
    """The talon, or how many partners: what stands in each cell is what the bid becomes."""
    table(6)
    page = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    to, bid = "/tables/1/deals/1/preview", {"declarer": 0, "objective": "y"}
    one = page.send(client, to=to, **bid, partners="4").text
    assert "stays 7" in one
    drawn = re.findall(r'name="raise-drawn" value="([^"]*)"', one)
    two = page.send(client, to=to, **bid, partners=["4", "5"], **{"raise-drawn": drawn}).text
    assert [f'id="raise-{n}"' in two for n in range(3)] == [True] * 3
    assert two.count("stays 2") == 2 * 3  # each cell says it in its name, too


def test_the_calculator_has_no_auction_and_goes_to_the_board(client):
    at = "/calculator/plateau?players=4"
    form, what = asked(client, at)
    assert (what, "declarer" in form.choices) == ("bid", True)
    (board,) = [b for b in form.buttons if b.get("value") == "told" and "board" in b["formaction"]]
    bid = {"declarer": 0, "talon": "keep", "objective": "y", "partners": 2}
    answer = form.send(client, to=board["formaction"], touch="told", **bid)
    assert forms.form(answer).fields["asks"] == ["board"]
    assert forms.form(answer).fields["declarer"] == ["0"]


TWO_TRICKS = [{"won_by": "declarer", "spaces": ["QH"]}, {"won_by": "defence", "spaces": ["KC"]}]


def first_trick(form):
    """The button that is the space of the first trick, and undo."""
    buttons = {one.get("id"): one.get("value") for one in form.buttons}
    return buttons["space-T1"], buttons["undo"]


def test_in_a_correction_and_in_the_calculator_a_trick_goes_to_the_other_side_too(
    client, store, table
):
    table(4)
    bid = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y", "made": True}
    told = bid | {"tricks": TWO_TRICKS}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    form, _ = asked(client, "/tables/1/deals/1?asks=board")
    assert first_trick(form) == ("give-1-defence", "undo-trick-2")
    for to in ("/tables/1/deals/1?asks=board", "/calculator/plateau?players=4&asks=board"):
        answer = form.send(client, to=to, touch="give-1-defence")
        assert "What it captured goes along. One more touch gives it back." in forms.texts(answer)
        assert first_trick(forms.form(answer)) == ("give-1-declarer", "undo-give-1-declarer")
        undone = forms.form(answer).send(client, to=to, touch="undo-give-1-declarer")
        assert first_trick(forms.form(undone)) == ("give-1-defence", "undo-trick-2")
    assert facts(store)["tricks"] == TWO_TRICKS


def test_a_correction_keeps_the_auction_and_asks_what_it_left_open(client, store, table):
    table(4)
    words(client, ("bid", "exchange", "y", 1), *[("pass",)] * 3)
    form, _ = asked(client)
    form.send(client, partners=3, made="true")
    form, what = asked(client, "/tables/1/deals/1")
    assert (what, form.fields["made"], form.fields["partners"]) == ("bid", ["true"], ["3"])
    assert form.send(client, made="false").location == "/tables/1"
    assert facts(store)["made"] is False
    assert len(facts(store)["bids"]) == 4


@pytest.mark.parametrize("told", [{}, {"declarer": 0, "objective": "y"}])
def test_there_is_no_board_before_it_is_told_what_is_played(client, told):
    form = forms.form(client.get("/calculator/plateau?players=4"))
    answer = form.send(
        client, to="/calculator/plateau?players=4&asks=board", touch="told", asks="bid", **told
    )
    assert forms.form(answer).fields["asks"] == ["bid"]
    assert "None" not in forms.texts(answer)


def test_a_board_that_decides_nothing_says_where_the_result_is_told(client, store, table):
    table(4)
    bid = {"declarer": "1", "partners": [], "talon": "keep", "objective": "y"}
    tricks = [{"won_by": "declarer", "spaces": []}]
    store.keep_half(1, 1, bid | {"tricks": tricks}, revision=0, key=None, phone="")
    form, asks = asked(client)
    answer = form.send(client, to="/tables/1/deals/1")
    assert (asks, answer.status_code) == ("board", 422)
    assert "tell the result beside the bid" in forms.texts(answer)


@pytest.mark.parametrize(
    ("result", "caption"),
    [
        ({}, "What the deal gives when it is made, and takes when not"),
        ({"made": "false"}, "What everybody gets"),
    ],
)
def test_what_the_table_of_what_it_pays_is_called_follows_the_result(
    client, table, result, caption
):
    table(4)
    bid = {"asks": "bid", "declarer": 0, "partners": 2, "talon": "keep", "objective": "y"}
    page = client.send("/tables/1/deals/1/preview", bid | result)
    pays = page.text.partition('id="pays"')[2]
    assert re.search(r"<caption[^>]*>(.*?)</caption>", pays)[1] == caption


def totals(page):
    """What stands below what the deal gives each, of the form or of its preview."""
    row = page.text.partition('<tr class="totals">')[2].partition("</tr>")[0]
    cells = re.findall(r"<td>(.*?)</td>", row, re.S)
    return [" ".join(re.sub(r"<[^>]*>", "", one).split()) for one in cells]


def test_without_the_board_the_totals_before_and_after_are_shown(client, store, table):
    table(4)
    told = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y", "made": True}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    bid = {"declarer": 1, "partners": 2, "talon": "keep", "objective": "six"}
    preview = forms.form(client.get("/tables/1/deals/2?asks=bid"))
    at = "/tables/1/deals/2/preview"
    assert totals(preview.send(client, to=at, **bid)) == ["+4", "−4", "+4", "−4"]
    after = preview.send(client, to=at, **bid, made="false")
    assert totals(after) == ["+4 +14", "−4 −14", "+4 −6", "−4 +6"]
    correction = client.get("/tables/1/deals/1")
    assert totals(correction) == ["+4 +4", "−4 −4", "+4 +4", "−4 −4"]
    lost = forms.form(correction).send(client, to="/tables/1/deals/1/preview", made="false")
    assert totals(lost) == ["+4 −4", "−4 +4", "+4 −4", "−4 +4"]


def test_the_totals_of_who_sat_out_before_are_shown_too(client, store, open_table):
    open_table("plateau", NAMES[:4], at_once=3)
    told = {"declarer": "1", "partners": [], "talon": "keep", "objective": "y", "made": True}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1/deals/1"))
    preview = form.send(client, to="/tables/1/deals/1/preview", dealer=3)
    assert totals(preview) == ["0 −4", "+8 +8", "−4 −4", "−4 0"]


def test_a_deal_that_is_only_counted_has_no_totals(client):
    bid = {"declarer": 1, "partners": 2, "talon": "keep", "objective": "six", "made": "true"}
    form = forms.form(client.get("/calculator/plateau?players=4&asks=bid"))
    page = form.send(client, **bid)
    assert 'class="gives"' in page.text and totals(page) == []


def test_no_trick_is_named_in_a_corner_when_all_are_told(client, store, table):
    table(2)
    bid = {"declarer": "1", "partners": [], "talon": "keep", "objective": "y"}
    tricks = [{"won_by": "defence"}] * 16
    store.keep_half(1, 1, bid | {"tricks": tricks}, revision=0, key=None, phone="")
    corners = re.findall(r'<p class="corner.*?</p>', client.get("/tables/1").text, re.S)
    assert len(corners) == 2 and "16" in corners[0]
    assert "None" not in " ".join(corners)


def test_who_hands_over_is_said_anew_where_another_declares(client, table):
    table(5)
    page = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    bid = {"talon": "keep", "objective": "y", "partners": 3}
    raised = bid | {"raises-0-player": 3, "raises-0-objective": "fork"}
    to, drawn = "/tables/1/deals/1/preview", r'name="hand-over-drawn" value="([^"]*)"'
    by_bo = page.send(client, to=to, declarer=1, **raised)
    assert "Or Bo hands over to Dana, who raised" in forms.texts(by_bo)
    was = {"hand-over-drawn": re.findall(drawn, by_bo.text)}
    assert 'id="hand-over"' not in page.send(client, to=to, declarer=1, **raised, **was).text
    by_chi = page.send(client, to=to, declarer=2, **raised, **was)
    assert "Or Chi hands over to Dana, who raised" in forms.texts(by_chi)


US, THEM = "declarer", "defence"
CAPTURED = ("JS QH", "QC", "KD KC", "JH A3", "", "", "A1", "EX KS", "", "A4", "", "", "")
WINNERS = (US, THEM, US, US, THEM, US, THEM, US, THEM, THEM, US, THEM, THEM)


@pytest.mark.parametrize(("side", "left"), [(US, None), (THEM, [THEM])])
def test_whose_the_talon_is_is_left_to_the_agreement_where_it_went_by_that(
    client, store, table, side, left
):
    """Then it follows the bid, and goes to the other side under other rules."""
    table(4)
    tricks = [
        {"won_by": won_by, "spaces": names.split()}
        for won_by, names in zip(WINNERS, CAPTURED, strict=True)
    ]
    bid = {"declarer": "3", "partners": ["0"], "talon": "keep", "objective": "y"}
    store.keep_half(1, 1, bid | {"tricks": tricks}, revision=0, key=None, phone="")
    for one in (f"talon-{side}", f"space-A6-{side}"):
        client.send("/tables/1/deals/1/half/touch", {"touch": one})
    for asks in ("board", "bid"):
        form, _ = asked(client, f"/tables/1/deals/1?asks={asks}")
        assert form.fields.get("tricks-13-won_by") == left, asks
    if left is None:
        form.send(client)
        assert (store.deal(1, 1).state, facts(store)["tricks"][-1]) == (
            "told",
            {"talon": True, "spaces": ["A6"]},
        )
