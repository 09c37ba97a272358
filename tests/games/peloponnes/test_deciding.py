"""§16 deciding."""

import pytest
from peloponnes_table import alone, feed, new, strike, table

import petteia

ONE_OF_EACH = [
    "pass",
    "bid 1 5",
    "move 1",
    "withdraw",
    "pay",
    "mark",
    "produce wood",
    "save",
    "abandon",
    "feed 0",
    "complete 1",
    "discard",
    "civilization 1",
    "income wood",
]

DECISIONS = {
    "auction": lambda: table(row=["A01"]),
    "displaced": lambda: table([{"bid": (1, 5)}, {}], row=["A01", "A05"]).play("bid 1 6"),
    "take": lambda: alone({"wood": 2}, row=["A12"]).play("bid 1 1"),
    "produce": lambda: alone({"tiles": ["A15"]}).play("pass"),
    "rescue": lambda: strike("earthquake", {"tiles": ["A12"], "wood": 1, "stone": 1}),
    "feed": lambda: table([{"luxury": 2}, {}], step="feed"),
    "complete": lambda: table([{"luxury": 4, "tiles": ["A12"], "marked": ["A12"]}, {}], step="complete"),
    "civilization": lambda: new(1),
    "extra_income": lambda: new(1, solo_level=2).play("civilization 1"),
}
ASKS_FOR = {
    "auction": {"pass", "bid"},
    "displaced": {"withdraw", "move"},
    "take": {"pay", "mark"},
    "produce": {"produce"},
    "rescue": {"save", "abandon"},
    "feed": {"feed"},
    "complete": {"complete", "discard"},
    "civilization": {"civilization"},
    "extra_income": {"income"},
}
BIDDING = {"pass", "bid", "move", "withdraw"}


@pytest.mark.shows("§16.1")
@pytest.mark.parametrize("step", DECISIONS)
def test_only_what_the_decision_asks_for_can_be_chosen(step):
    t = DECISIONS[step]()
    assert t.step == step
    assert {choice.split()[0] for choice in t.choices} == ASKS_FOR[step]
    for choice in ONE_OF_EACH:
        kind = choice.split()[0]
        if step in ("auction", "displaced") and kind in BIDDING:
            continue  # §4.8, §4.10 and §4.11 say more about these
        if kind not in ASKS_FOR[step]:
            assert t.why_not(choice) == "§16.1"


@pytest.mark.shows("§16.1")
@pytest.mark.parametrize("step", DECISIONS)
def test_what_is_offered_is_what_no_clause_forbids(step):
    t = DECISIONS[step]()
    allowed = [choice for choice in range(t.match.game.space.size) if t.match.why_not(choice) is None]
    assert sorted(choice.id for choice in t.match.choices) == allowed


@pytest.mark.shows("§16.1")
def test_an_illegal_choice_changes_nothing():
    t = table()
    before = t.match.digest()
    with pytest.raises(petteia.IllegalChoice) as refused:
        t.play("save")
    assert refused.value.clause.number == "§16.1"
    assert t.match.digest() == before


@pytest.mark.shows("§16.1")
@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_that_is_no_choice_is_none(number):
    assert table().why_not(number) == "§16.1"


@pytest.mark.shows("§16.2")
def test_what_happens_to_all_together_goes_in_turn_order():
    t = strike("drought", {}, {}, order=[1, 2, 0])
    assert [news.seat for news in t.happened if news.kind == "drought"] == [1, 2, 0]
    t = table(order=[2, 0, 1], row=["A01"]).play("pass", "pass", "pass")
    assert [news.seat for news in t.happened if news.kind == "income"] == [2, 0, 1]


@pytest.mark.shows("§16.3")
def test_a_single_choice_is_taken_by_itself_and_the_log_says_so():
    t = strike("earthquake", {"tiles": ["A12"]})
    forced = [news.kind for news in t.happened if news.forced]
    assert forced == ["lost", "lost"]  # this one, and the Port of the other player
    assert any(line.endswith("to save Bridge and loses it.") and "cannot pay" in line for line in t.match.log())


@pytest.mark.shows("§16.3")
def test_a_choice_among_several_is_not_called_forced():
    t = strike("earthquake", {"tiles": ["A12"], "wood": 1, "stone": 1}).play("abandon")
    assert t.told("lost", 0) == [{"tile": "A12"}]


NO_CHOICE = {
    "a building that cannot be paid": ({"bid": (1, 1), "wood": 1}, {"step": "take", "row": ["A12"]}),
    "a building that cannot be marked": ({"bid": (1, 1), "wood": 2, "coins": 0}, {"step": "take", "row": ["A12"]}),
    "no food for a land": ({"tiles": ["A01"]}, {"step": "rescue", "third": "tempest"}),
    "no coin for a land": ({"tiles": ["A01"], "food": 1, "coins": 0}, {"step": "rescue", "third": "tempest"}),
    "luxury is forbidden": (
        {"tiles": ["A01"], "luxury": 9},
        {"step": "rescue", "third": "tempest", "luxury_in_disasters": "forbidden"},
    ),
    "a shield": ({"tiles": ["A01", "C06"], "food": 1}, {"step": "rescue", "third": "tempest"}),
    "luxury must feed": ({"luxury": 4}, {"step": "feed", "luxury_for_food": "must"}),
    "nothing to complete with": ({"tiles": ["A12"], "marked": ["A12"]}, {"step": "complete"}),
    "one can be completed": ({"tiles": ["A12"], "marked": ["A12"], "wood": 2}, {"step": "complete"}),
    "nothing to bid": ({"coins": 0}, {}),
}


@pytest.mark.shows("§16.3")
@pytest.mark.parametrize("case", NO_CHOICE)
def test_a_position_in_which_there_is_nothing_to_choose_is_refused(case):
    player, changes = NO_CHOICE[case]
    with pytest.raises(petteia.BadPosition, match=r"nothing to decide|the decision asked for"):
        table([player, {} if case == "nothing to bid" else {"out": True}], **changes)


@pytest.mark.shows("§16.4")
@pytest.mark.parametrize("choice", ONE_OF_EACH)
def test_after_the_end_nothing_can_be_chosen(choice):
    t = feed({"population": 0}, last=True)
    assert t.match.over
    assert (t.choices, t.to_move) == ([], None)
    assert t.why_not(choice) == "§16.4"
    with pytest.raises(petteia.IllegalChoice, match=r"§16\.4"):
        t.play(choice)
