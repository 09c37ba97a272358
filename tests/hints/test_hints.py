"""A hint: the order of a strong bot, chances and points by futures, and reasons, out of what the seat can know."""

from __future__ import annotations

import dataclasses
import random
import re
import string
import time
from typing import Any

import numpy as np
import pytest

import petteia
from petteia import hints
from petteia.bots import Bot
from petteia.bots.roster import waiting
from petteia.bots.roster.minds import Mind
from petteia.bots.search import NOTED
from petteia.engine.texts import LANGUAGES, load
from petteia.games.peloponnes.state import Happened
from petteia.hints import Hint, NoHint, tally, verdict, words
from petteia.hints.reasons import reasons
from petteia.hints.tally import Line, Tally
from petteia.hints.verdict import Verdict, verdicts
from petteia.pages import page

GAMES = petteia.games.NAMES
SMALL: dict[str, Any] = {"seconds": None, "simulations": 16, "futures": 16}


def played(game: str, seats: int, moves: int, seed: int = 5, **options: Any) -> petteia.Match:
    """A game that greedy players have begun, at a decision with several choices."""
    match, bot = petteia.new(game, seats=seats, seed=seed, options=options), Bot("greedy", seed)
    while match.move_number < moves or len(match.legal_ids) < 3:
        match.play(bot.choose(match))
    return match


def told(hint: Hint) -> dict[str, Any]:
    """All that a hint says; choices by their words."""
    return dataclasses.asdict(
        hint, dict_factory=lambda pairs: {key: getattr(value, "words", value) for key, value in pairs}
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_best_choices_with_chances_points_and_what_they_mean(game: str) -> None:
    match = played(game, 3, 12)
    before = match.state_bytes
    hint = match.hint(**SMALL)
    adviser = petteia.bots.names(game)[-1]
    assert hint.bot == adviser
    assert hint.goes_on_like == "greedy"
    ranking = Bot(adviser, 1).ranking(match, simulations=16)[:3]
    assert hint.choice.id == ranking[0]
    assert {one.choice.id for one in hint.prospects} == set(ranking)
    others = [(one.chance, one.points) for one in hint.prospects[1:]]
    assert others == sorted(others, reverse=True)  # by what came of them
    assert hint.choice == hint.prospects[0].choice
    assert hint.futures == 16
    for one in hint.prospects:
        assert one.choice in match.choices
        assert one.text == one.choice.text()
        assert one.chance is not None
        assert 0 <= one.chance <= 1
        assert one.chance_error is not None
        assert 0 < one.chance_error < 0.2
        assert one.points is not None
        assert one.points > 0
    assert hint.pointed is None
    assert "Greedy" in hint.basis
    assert hint.bot.capitalize() in hint.basis
    assert match.state_bytes == before
    assert str(hint).startswith(f"1. {hint.choice.text()}: chance to win ")


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES for seats in petteia.games.find(game).seats[:3]]
)
def test_nothing_in_a_hint_depends_on_what_is_hidden(game: str, seats: int) -> None:
    match, dice = petteia.new(game, seats=seats, seed=seats), random.Random(seats)
    often = 0.02 if game == "poseidon" else 0.15
    asked = reasons_given = 0
    while not match.over:
        if dice.random() < often and len(match.legal_ids) > 1:
            wish = {**SMALL, "pointed": dice.choice(match.legal_ids), "lang": dice.choice(LANGUAGES)}
            redrawn = match.hidden(match.to_move, dice.randrange(1000))
            hint = match.hint(**wish)
            assert told(hint) == told(redrawn.hint(**wish))
            reasons_given += len(hint.prospects[0].reasons)
            asked += 1
        match.play(dice.choice(match.legal_ids))
    assert asked > 1
    assert reasons_given > 0


@pytest.mark.parametrize("game", GAMES)
def test_asked_again_it_says_the_same(game: str) -> None:
    match = played(game, 2, 10)
    assert told(match.hint(**SMALL)) == told(match.hint(**SMALL))


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_is_pointed_at(game: str) -> None:
    match = played(game, 2, 10)
    free = match.hint(**SMALL)
    best = {one.choice.id for one in free.prospects}
    for choice in [*sorted(best), *sorted(set(match.legal_ids) - best)[:1]]:
        hint = match.hint(choice, **SMALL)
        assert hint.pointed is not None
        assert hint.pointed.choice.id == choice
        assert hint.pointed.chance is not None
        assert [one.choice for one in hint.prospects] == [one.choice for one in free.prospects]
        if choice == hint.choice.id:
            assert hint.pointed == hint.prospects[0]
            assert hint.prospects[0].beside == (hint.prospects[1].text if len(best) > 1 else None)
        else:
            assert hint.prospects[0].beside == hint.pointed.text
            assert hint.pointed.beside == hint.prospects[0].text
        assert len(hint.shown) == len({*best, choice})
    words_of = match.choices[-1].words
    assert told(match.hint(words_of, **SMALL)) == told(match.hint(match.choices[-1], **SMALL))


def test_what_is_forbidden_or_unknown_cannot_be_pointed_at() -> None:
    match = played("peloponnes", 2, 10)
    illegal = next(choice for choice in range(match.game.space.size) if choice not in match.legal_ids)
    with pytest.raises(petteia.IllegalChoice):
        match.hint(illegal)
    with pytest.raises(petteia.UnknownChoice):
        match.hint("sing a song")


@pytest.mark.parametrize(
    "wish",
    [
        *({"futures": value} for value in (0, -5, 2.5, True, "9")),
        *({"simulations": value} for value in (0, 2.5, "a")),
        *({"seconds": value} for value in ("a", float("nan"), -1, 0)),
        *({"pointed": value} for value in (1.5, True, [1], -1, 10**9)),
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_what_can(wish: dict[str, Any]) -> None:
    match = played("peloponnes", 2, 10)
    with pytest.raises(petteia.PetteiaError, match=r"a hint can be .* not "):
        match.hint(**wish)


def test_after_the_end_there_is_none() -> None:
    match, bot = petteia.new("peloponnes", seats=2, seed=1), Bot("greedy", 1)
    while not match.over:
        match.play(bot.choose(match))
    with pytest.raises(NoHint, match="over"):
        match.hint()


def test_nobody_waits_any_more() -> None:
    match, asked = played("peloponnes", 2, 10), []
    with pytest.raises(NoHint, match="nobody waits"):
        hints.hint(match, seconds=None, stop=lambda: bool(asked.append(1)) or len(asked) > 3)
    assert len(asked) < 8


def test_time_cuts_it_short() -> None:
    match = played("hellas", 2, 10)
    assert 1 <= match.hint(seconds=1e-6, futures=100_000).futures < 100_000


def test_time_begins_when_the_search_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search of a process compiles or loads it."""
    match, begin, began = played("peloponnes", 2, 10), Mind.begin, []

    def slow_at_first(mind: Mind, *position: Any) -> int:
        if not began:
            time.sleep(1)
        began.append(1)
        return begin(mind, *position)

    match.hint(**SMALL)
    monkeypatch.setattr(Mind, "begin", slow_at_first)
    assert match.hint(seconds=1).futures > 1


def test_while_the_search_is_compiled_greedy_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("peloponnes", 2, 10)
    monkeypatch.setattr(waiting, "is_ready", lambda game: False)
    hint = match.hint("pass")
    assert hint.bot == "greedy"
    assert hint.choice.id == Bot("greedy", 1).choose(match)
    assert hint.goes_on_like is hint.sure is hint.prospects[0].chance is None
    assert hint.futures == 0
    assert str(hint).splitlines()[0] == f"1. {hint.choice.text()}"
    assert "compiled" in hint.basis


def test_networks_give_no_advice_about_what_they_have_not_learned(tmp_path: Any) -> None:
    """Alone, where `master` may do without, and with another box."""
    assert hints.adviser(petteia.new("peloponnes", seats=2, seed=1)).name == "master"
    assert hints.adviser(petteia.new("peloponnes", seats=1, seed=1)).name == "master"
    path = tmp_path / "box.toml"
    text = petteia.games.find("peloponnes").box.text
    path.write_text(re.sub(r"(?m)^coins = \d+", "coins = 7", text, count=1), encoding="utf-8")
    assert hints.adviser(petteia.new("peloponnes", seats=2, seed=1, box=path)).name == "hard"


# -- alone -------------------------------------------------------------------------------------------------------------


def test_alone_the_chance_is_that_of_reaching_the_goal() -> None:
    match = played("peloponnes", 1, 8, solo_level=2)
    goal = page("peloponnes").goal(match)
    hint = match.hint(seconds=None, simulations=50, futures=40)
    assert hint.chance_of == f"chance to reach {goal} points"
    found = Tally(match, [one.choice.id for one in hint.prospects], "en")
    assert found._goal == goal
    assert all(one.chance is not None for one in hint.prospects)


def test_alone_without_a_goal_there_are_points_alone() -> None:
    hint = played("peloponnes", 1, 8).hint(**SMALL)
    assert hint.prospects[0].chance is hint.prospects[0].chance_error is None
    assert hint.prospects[0].points is not None
    assert "chance" not in str(hint).splitlines()[0]


# -- reasons -----------------------------------------------------------------------------------------------------------


def counted(match: petteia.Match, lines: dict[Line, tuple[list[float], list[float]]], wins: Any = None) -> Tally:
    """A tally of made-up futures of two choices, 1 and 2."""
    found = Tally(match, [1, 2], "en")
    for line, columns in lines.items():
        for place, values in enumerate(columns):
            for future, value in enumerate(values):
                if value:
                    found._lines[line][future, place] = int(value)
            found.count = len(values)
    found._wins = [[0.0, 0.0]] * found.count if wins is None else wins
    found._points = [[0.0, 0.0]] * found.count
    return found


def said(match: petteia.Match, lines: dict[Line, tuple[list[float], list[float]]], lang: str = "en") -> list[str]:
    return reasons(match, counted(match, lines), 1, 2, words.Words(lang))


@pytest.fixture
def table() -> petteia.Match:
    match = played("peloponnes", 3, 12)
    assert match.to_move == 0
    return match


def test_reasons_are_what_differs_clearly_own_lines_first_then_the_largest(table: petteia.Match) -> None:
    names = table.names()
    found = said(
        table,
        {
            Line(1, "prestige", ""): ([9, 9] * 10, [2, 3] * 10),
            Line(0, "population", ""): ([12, 15] * 10, [12, 12] * 10),
            Line(0, "prestige", ""): ([10, 10] * 10, [14, 14] * 10),
            Line(2, "", "Market"): ([0, 0] * 10, [2, 2] * 10),
            Line(0, "", "Agora"): ([3, 0] * 10, [0, 0] * 10),
            Line(2, "prestige", ""): ([0, 20] * 10, [21, 0] * 10),  # by chance
        },
    )
    assert found == [
        "You end with 1.5 more points of population.",
        "Agora: you have it at the end in 50% of these futures, instead of 0%.",
        f"Market: {names[2]} has it at the end in 0% of these futures, instead of 100%.",
        # The best one is asked why: what speaks against it comes last.
        "You end with 4.0 fewer points of prestige. (This speaks against it.)",
        f"{names[1]} ends with 6.5 more points of prestige. (This speaks against it.)",
    ]


def test_why_not_is_answered_by_what_speaks_against_a_choice_first(table: petteia.Match) -> None:
    lines: dict[Line, tuple[list[float], list[float]]] = {
        Line(0, "prestige", ""): ([10, 10] * 10, [14, 14] * 10),
        Line(0, "population", ""): ([15, 15] * 10, [12, 12] * 10),
    }
    assert reasons(table, counted(table, lines), 2, 1, words.Words("en")) == [
        "You end with 3.0 fewer points of population.",
        "You end with 4.0 more points of prestige. (This speaks for it.)",
    ]


def test_others_are_spoken_of_too_and_things_that_count_more_or_less(table: petteia.Match) -> None:
    names = table.names()
    lines = {
        Line(2, "", "Market"): ([0, 0] * 10, [2, 2] * 10),
        Line(1, "", "Agora"): ([3, 4] * 10, [1, 1] * 10),
    }
    assert said(table, lines) == [
        f"Market: {names[2]} has it at the end in 0% of these futures, instead of 100%.",
        f"Agora: 2.5 more points for {names[1]}. (This speaks against it.)",
    ]
    assert said(table, lines, "de") == [
        f"Market: am Ende bei {names[2]} in 0\u00a0% dieser Verläufe statt in 100\u00a0%.",
        f"Agora: 2,5 Punkte mehr für {names[1]}. (Das spricht dagegen.)",
    ]
    assert said(table, lines, "it") == [
        f"Market: seguiti in cui alla fine ce l’ha {table.who(2, 'it')}: 0% invece di 100%.",
        f"Agora: 2,5 punti in più per {table.who(1, 'it')}. (Questo parla contro.)",
    ]


def test_others_are_spoken_of_by_the_names_of_people_where_they_are_known(table: petteia.Match) -> None:
    named = table.at(table.move_number)
    named.people = [f"Anna{seat}" for seat in range(table.seats)]
    lines = {Line(1, "", "Agora"): ([3, 4] * 10, [1, 1] * 10)}
    assert said(named, lines) == ["Agora: 2.5 more points for Anna1. (This speaks against it.)"]


def test_a_thing_is_no_reason_beside_its_column(table: petteia.Match) -> None:
    column, thing = Line(0, "prestige", ""), Line(0, "", "Agora")
    found = counted(table, {column: ([9] * 20, [5] * 20), thing: ([3, 4] * 10, [1] * 20)})
    found._columns[thing].add(column)
    assert reasons(table, found, 1, 2, words.Words("en")) == ["You end with 4.0 more points of prestige."]
    found = counted(table, {column: ([9] * 20, [9] * 20), thing: ([3, 4] * 10, [1] * 20)})
    found._columns[thing].add(column)
    assert reasons(table, found, 1, 2, words.Words("en")) == ["Agora: 2.5 more points for you."]


def test_what_would_be_said_alike_is_no_reason(table: petteia.Match) -> None:
    found = counted(table, {Line(0, "food", "", happens=True): ([35.2] * 20, [35.1] * 20)})
    assert reasons(table, found, 1, 2, words.Words("en")) == []


def test_few_futures_are_no_reason(table: petteia.Match) -> None:
    assert said(table, {Line(0, "prestige", ""): ([9] * 15, [1] * 15)}) == []
    assert said(table, {Line(0, "prestige", ""): ([9] * 16, [1] * 16)}) != []


@pytest.mark.parametrize(
    ("first", "second", "sure"),
    [
        ([1, 1, 1, 0] * 10, [0, 0, 1, 0] * 10, "clear"),
        ([1, 1, 1, 0] * 10, [1, 1, 1, 0] * 10, "equal"),
        ([0, 0, 1, 0] * 10, [1, 1, 1, 0] * 10, "disputed_wins"),
        ([1, 0] * 20, [0, 1] * 10 + [0, 1, 1, 0] + [1, 0] * 8, "equal"),
        ([1] * 3 + [0] * 37, [0] * 2 + [1] + [0] * 37, "slight"),
        ([0] * 2 + [1] + [0] * 37, [1] * 3 + [0] * 37, "nearly_equal"),
    ],
)
def test_how_sure_it_is(table: petteia.Match, first: list[int], second: list[int], sure: str) -> None:
    found = counted(table, {}, [[float(a), float(b)] for a, b in zip(first, second, strict=True)])
    found.count, found._points = 40, found._wins
    assert verdict.judged(found, 2) == sure


def test_few_futures_give_no_verdict(table: petteia.Match) -> None:
    found = counted(table, {}, [[1.0, 0.0]] * 15)
    found.count, found._points = 15, found._wins
    assert verdicts(found, 2, 9) == [Verdict("few", 2)]
    found.count, found._wins = 16, [[1.0, 0.0]] * 16
    found._points = found._wins
    assert verdicts(found, 2, 9) == [Verdict("clear", 2)]
    hint = played("peloponnes", 2, 10).hint(seconds=None, simulations=16, futures=1)
    first, second = hint.prospects[0].text, hint.prospects[1].text
    assert hint.sure is None
    assert hint.basis.startswith("The bot Master puts the choices in this order. ")  # futures do not say it
    assert hint.sure_text == f"These are too few futures to say which is better, “{first}” or “{second}”."
    assert hint.sure_text in str(hint)


def test_disagreement_is_said_with_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("peloponnes", 2, 10)
    monkeypatch.setattr(verdict, "judged", lambda tally, other: "disputed_wins")
    hint = match.hint(**SMALL)
    first, second = hint.prospects[0].text, hint.prospects[1].text
    assert hint.sure == "disputed"
    assert (
        hint.sure_text
        == f"The bot Master prefers “{first}”; but if all go on like the bot Greedy, “{second}” wins more often."
    )


def test_what_futures_see_far_ahead_stands_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own first choice is then the second, and what the hint rests on says so."""
    match = played("peloponnes", 2, 10)
    before = match.hint(**SMALL)
    ids = [one.choice.id for one in before.prospects]
    monkeypatch.setattr(Tally, "lead", lambda tally, one, other: (4.1 * (ids.index(one) - ids.index(other)), 0.0))
    hint = match.hint(**SMALL)
    assert {one.choice.id for one in hint.prospects} == set(ids)
    assert (hint.choice, hint.sure) == (before.prospects[2].choice, "clear")
    first, second = hint.prospects[0].text, before.prospects[0].text
    assert f"would choose “{second}”; but in these futures “{first}” is far ahead, so it stands first." in hint.basis
    # Where all win alike, by points.
    monkeypatch.setattr(Tally, "lead", lambda tally, one, other: (0.5, 4.1 * (ids.index(one) - ids.index(other))))
    assert match.hint(**SMALL).choice == before.prospects[2].choice
    monkeypatch.setattr(Tally, "lead", lambda tally, one, other: (1.9 * (ids.index(one) - ids.index(other)), 0.0))
    hint = match.hint(**SMALL)
    assert [one.choice.id for one in hint.prospects] == ids
    assert hint.sure == "disputed"


def test_a_choice_that_was_asked_about_is_what_the_first_stands_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("peloponnes", 2, 10)
    best = {one.choice.id for one in match.hint(**SMALL).prospects}
    asked = next(choice for choice in match.choices if choice.id not in best)
    monkeypatch.setattr(verdict, "judged", lambda tally, other: "clear")
    hint = match.hint(asked, **SMALL)
    assert (hint.sure, hint.sure_text) == ("clear", f"“{hint.prospects[0].text}” is clearly ahead of “{asked.text()}”.")


def test_of_what_the_bot_does_not_prefer_nothing_else_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where futures have put another choice first, a third that is ahead of it is not beside the bot's own."""
    match = played("peloponnes", 2, 10)
    second = match.hint(**SMALL).prospects[1].choice.id
    monkeypatch.setattr(hints, "overruling", lambda tally, best: second)
    for key in ("disputed_wins", "disputed_points"):
        monkeypatch.setattr(verdict, "judged", lambda tally, other, key=key: key)
        hint = match.hint(**SMALL)
        assert hint.choice.id == second
        assert hint.sure == "disputed"
        assert hint.sure_text.startswith("If all go on like the bot Greedy, ")
        assert "prefers" not in hint.sure_text


def test_a_warning_never_speaks_for_the_best_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where both choices come with the same one, it is none of their differences."""
    match = played("peloponnes", 2, 10)
    best, other = (one.choice for one in match.hint(**SMALL).prospects[:2])
    of = page("peloponnes")
    monkeypatch.setattr(of, "notes", lambda match, lang: {best.words: "costs all you have (§6.4)"})
    hint = match.hint(other, **SMALL)
    assert hint.prospects[0].reasons[-1] == "Costs all you have (§6.4). (This speaks against it.)"
    assert hint.pointed is not None
    assert not any("§6.4" in reason for reason in hint.pointed.reasons)
    monkeypatch.setattr(of, "notes", lambda match, lang: {other.words: "costs all you have (§6.4)"})
    hint = match.hint(other, **SMALL)
    assert hint.pointed is not None
    assert hint.pointed.reasons[0] == "Costs all you have (§6.4)."
    assert not any("§6.4" in reason for reason in hint.prospects[0].reasons)
    monkeypatch.setattr(of, "notes", lambda match, lang: dict.fromkeys([best.words, other.words], "costs much"))
    assert not any("Costs much" in reason for one in match.hint(other, **SMALL).shown[:2] for reason in one.reasons)


def test_where_there_are_few_choices_all_are_shown() -> None:
    """A tree that looks once has looked into one of them."""
    match, bot = petteia.new("hellas", seats=2, seed=5), Bot("greedy", 5)
    while len(match.legal_ids) != 2:
        match.play(bot.choose(match))
    wish = {**SMALL, "simulations": 1}
    assert len(Bot("master", 1).ranking(match, simulations=1)) == 1
    hint = match.hint(**wish)
    assert {one.choice.id for one in hint.prospects} == set(match.legal_ids)
    assert hint.prospects[0].beside == hint.prospects[1].text


def test_any_choice_that_futures_see_ahead_is_spoken_of(table: petteia.Match) -> None:
    found = Tally(table, [1, 2, 3, 4], "en")
    found.count, found._wins = 40, [[1.0 * (i % 2), 0.0, 1.0, 1.0] for i in range(40)]
    found._points = [[9.0, 9.0, 9.0, 10.0 + i % 2] for i in range(40)]
    said = verdicts(found, 2, 9)
    assert said == [Verdict("clear", 2), Verdict("disputed_wins", 4)]
    assert verdict.sure(said) == "disputed"
    assert verdicts(found, 3, 9) == [Verdict("disputed_wins", 3)]
    assert verdict.sure(said[:1]) == "clear"


def test_only_where_there_is_one_choice_nothing_else_is_worth_considering(table: petteia.Match) -> None:
    found = counted(table, {Line(0, "prestige", ""): ([9] * 40, [1] * 40)})
    assert verdicts(found, None, 1) == [Verdict("only")]
    assert verdicts(found, None, 5) == [Verdict("unseen")]
    hint = played("hellas", 2, 10).hint(seconds=None, simulations=1, futures=16)
    assert len(hint.prospects) == 1
    assert (hint.sure, hint.sure_text) == (None, "In this time Master has looked into no other choice.")


def test_points_decide_where_chances_say_nothing(table: petteia.Match) -> None:
    found = counted(table, {}, [[0.0, 0.0]] * 40)
    found.count, found._points = 40, [[20.0 + i % 2, 17.0] for i in range(40)]
    assert verdict.judged(found, 2) == "clear_points"
    assert Verdict("clear_points", 2).sure == "clear"
    found._points = [[17.0, 20.0 + i % 2] for i in range(40)]
    assert verdict.judged(found, 2) == "disputed_points"


def test_the_error_of_a_chance_is_never_0(table: petteia.Match) -> None:
    found = counted(table, {}, [[1.0, 0.25]] * 50)
    found.count, found._points = 50, [[0.0, 0.0]] * 50
    assert found.chance(1) == (1.0, pytest.approx(0.0257, abs=1e-3))
    assert found.chance(2)[0] == 0.25
    assert found.points(1) == (0.0, 0.0)


def test_the_lines_are_those_of_the_score_sheets() -> None:
    """A tally of one future is its score sheet."""
    for game in GAMES:
        match = played(game, 2, 10)
        found = Tally(match, match.legal_ids[:1], "en")
        bot, over = Bot("greedy", 1), match.fork()
        while not over.over:
            over.play(bot.choose(over))
        found.add(over.array.reshape(1, 1), nothing_happened(match))
        for seat, account in enumerate(page(game).sheet(over, "en")):
            for column in account["columns"]:
                here, there = found.pair(Line(seat, column["name"], ""), match.legal_ids[0], match.legal_ids[0])
                assert here.tolist() == there.tolist() == [column["total"]]
        assert found.points(match.legal_ids[0]) == (over.scores[found.seat], 0.0)
        assert found.chance(match.legal_ids[0])[0] == (over.ranks[found.seat] == 1) / over.ranks.count(1)
        things = [line for line in found.lines if line.thing]
        assert things
        assert all(found.columns(thing) and found.columns(thing) <= set(found.lines) for thing in things)


def nothing_happened(match: petteia.Match) -> Any:
    return np.zeros((1, 1, len(match.game.news), match.seats, NOTED))


def test_what_happens_on_the_way_is_counted(table: petteia.Match) -> None:
    """By the names that the game's page has for it: how often, or an argument added up."""
    found, notes = Tally(table, table.legal_ids[:1], "en"), nothing_happened(table)
    population = 1 + Happened.FED.kind.arguments.index("population")
    notes[0, 0, Happened.FED, 1, [0, population]] = 3, 4
    notes[0, 0, Happened.LOST, 0, 0] = 2
    over, bot = table.fork(), Bot("greedy", 1)
    while not over.over:
        over.play(bot.choose(over))
    found.add(over.array.reshape(1, 1), notes)
    happened = {line: found.pair(line, *table.legal_ids[:1] * 2)[0].tolist() for line in found.lines if line.happens}
    assert happened == {Line(1, "hunger", "", True): [4], Line(0, "lost", "", True): [2]}


def test_what_happens_on_the_way_is_a_reason(table: petteia.Match) -> None:
    lines = {
        Line(0, "prestige", ""): ([9] * 40, [6] * 40),
        Line(0, "hunger", "", True): ([1] * 40, [2, 3] * 20),
        Line(0, "lost", "", True): ([1] * 40, [0] * 40),
        Line(0, "plague", "", True): ([3, 4] * 20, [3] * 40),
        Line(1, "displaced", "", True): ([2] * 40, [1] * 40),
    }
    assert said(table, lines) == [
        "You end with 3.0 more points of prestige.",
        "Tiles lost to disasters: 1.0 more for you (1.0 instead of 0.0).",
        "Inhabitants lost to hunger: 1.5 fewer for you (1.0 instead of 2.5).",
        f"Bids displaced: 1.0 more for {table.who(1)} (2.0 instead of 1.0).",
    ]


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_the_same(lang: str) -> None:
    own, english = load(words.FOLDER, lang)["hint"], load(words.FOLDER, "en")["hint"]
    assert list(own) == list(english)
    for key, text in own.items():
        assert _places(text) == _places(english[key]), key
        assert lang == "en" or text != english[key] or "{" in text or len(text) == 1, key


def _places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_column_of_a_score_sheet_and_all_that_is_noted_has_a_name(game: str, lang: str) -> None:
    match = petteia.new(game, seats=2, seed=1)
    columns = {column["name"] for account in page(game).sheet(match, lang) for column in account["columns"]}
    lower = {"counts"} if game.startswith("peloponnes") else set()  # the lower of two columns is the score
    assert set(match.texts(lang).groups["hints"]) == {"points", *lower, *columns, *page(game).NOTED}
    if lower:
        hint = match.hint(lang=lang, **SMALL)
        assert hint.basis.endswith(match.texts(lang).groups["hints"]["counts"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_in_every_language(game: str, lang: str) -> None:
    hint = played(game, 2, 10).hint(lang=lang, **SMALL)
    assert hint.lang == lang
    assert [one.text for one in hint.prospects] == [one.choice.text(lang) for one in hint.prospects]
    assert not set("{}") & set(str(hint))


def test_what_is_quoted_within_a_quotation_has_other_marks() -> None:
    said = played("peloponnes_card", 2, 10).hint(lang="de", **SMALL).sure_text
    marks = re.sub("[^„“‚‘]", "", said)
    assert "‚‘" in marks
    assert not marks.replace("‚‘", "").replace("„“", ""), said


@pytest.mark.parametrize(("lang", "one"), [("en", "1 future of"), ("de", "1 Verlauf nach"), ("it", "1 seguito di")])
def test_a_single_future(lang: str, one: str) -> None:
    assert one in played("peloponnes", 2, 10).hint(lang=lang, seconds=None, simulations=16, futures=1).basis


def test_what_was_asked_about_has_no_place_in_the_order() -> None:
    match = played("peloponnes", 2, 10)
    best = [one.choice.id for one in match.hint(**SMALL).prospects]
    asked = next(choice for choice in match.choices if choice.id not in best)
    lines = str(match.hint(asked, **SMALL)).splitlines()
    assert [line[:2] for line in lines[: len(best)]] == ["1.", "2.", "3."][: len(best)]
    assert lines[len(best)].startswith(f"Asked about: {asked.text()}: chance to win ")


def test_numbers_in_words() -> None:
    english, german = words.Words("en"), words.Words("de")
    assert [english.number(value) for value in (0.06, 9.94, 9.96, 1234.5)] == ["0.1", "9.9", "10", "1234"]
    assert german.number(2.5) == "2,5"
    assert (english.percent(0.666), german.percent(1)) == ("67%", "100\u00a0%")


def test_the_standard_error() -> None:
    assert tally._mean(np.array([1.0, 3.0])) == (2.0, 1.0)
    assert tally._mean(np.array([4.0])) == (4.0, 0.0)
