"""Guided games: every one is played to its end, and says what is so."""

from __future__ import annotations

import re
import tomllib

import pytest

import petteia
from petteia import bots, pages
from petteia.engine import guide, how
from petteia.engine.texts import LANGUAGES
from petteia.games import NAMES, find
from petteia.match import Match

# Who plays on where nothing is suggested, with the bots' luck: together they come to every decision that is explained.
PLAYERS = [("greedy", 1), ("greedy", 2), ("easy", 3), ("easy", 4), *(("random", seed) for seed in range(5, 11))]


def of(game: str) -> guide.Guide:
    return guide.read(find(game).folder)


def first(game: str) -> Match:
    found = of(game)
    return petteia.new(game, seats=found.seats, seed=found.seed)


def lights(match: Match, lesson: guide.Lesson) -> bool:
    """Whether all that a lesson points out in its last paragraph, by which one chooses, can be chosen."""
    target, pick = pages.page(match.game.name).target, match.game.space.pick
    return {target(match.facts, pick(choice)) for choice in match.legal_ids}.issuperset(lesson.lit(-1))


def play(game: str, level: str, seed: int) -> set[int]:
    """Plays a guided game to its end as it suggests; the lessons that it gave."""
    found, match = of(game), first(game)
    player, rival = bots.Bot(level, seed), bots.Bot(found.bot, seed)
    asked, told = [], set()
    while not match.over:
        if match.to_move:
            match.play(rival.choose(match))
            continue
        asked.append(match.state_at(match.move_number)[0])
        due = found.due(asked, match.game.lists["step"])
        lesson = found.lessons[due] if due is not None else None
        if lesson is None or lesson.choice is None or match.read(lesson.choice) not in match.legal_ids:
            match.play(player.choose(match))
        else:
            assert lights(match, lesson), lesson
            match.play(lesson.choice)
        if due is not None:
            assert due not in told
            told.add(due)
    return told


@pytest.mark.parametrize("game", NAMES)
def test_every_lesson_is_given_in_games_that_are_played_to_their_end(game: str) -> None:
    told = [play(game, *player) for player in PLAYERS]
    assert set.union(*told) == set(range(len(of(game).lessons)))
    # However somebody chooses, he hears a good part of it.
    assert min(len(lessons) for lessons in told) * 3 > len(of(game).lessons)


@pytest.mark.parametrize("game", NAMES)
def test_it_begins_with_a_decision_of_the_player_and_a_suggestion_that_he_can_follow(game: str) -> None:
    match = first(game)
    assert match.to_move == 0
    due = of(game).due([match.state_at(0)[0]], match.game.lists["step"])
    assert due == 0
    lesson = of(game).lessons[0]
    assert lesson.choice is not None
    assert match.read(lesson.choice) in match.legal_ids
    assert lights(match, lesson)


@pytest.mark.parametrize("game", NAMES)
def test_taking_back_and_coming_back_lead_to_the_same_lesson(game: str) -> None:
    match, found = first(game), of(game)
    state, steps = match.state_at(0)[0], match.game.lists["step"]
    assert found.due([state], steps) == 0
    assert found.due([state, state], steps) != 0  # what was said is not said again
    assert found.due([state], steps) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_lesson_has_its_words(game: str, language: str) -> None:
    folder, box = find(game).folder, find(game).box.data
    sections, english = guide.words(folder, language, box), guide.words(folder, "en", box)
    assert len(sections) == len(of(game).lessons)
    for section, meant, lesson in zip(sections, english, of(game).lessons, strict=True):
        assert not lesson.is_lit_by_paragraph or len(lesson.light) == len(section.blocks)
        assert [block.kind for block in section.blocks] == ["text"] * len(meant.blocks)
        assert all(len(block.words) < 520 for block in section.blocks), section.title  # a phone has to show it


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_numbers_come_from_the_box_and_are_the_same_in_every_language(game: str, language: str) -> None:
    ours, english = (guide.source(find(game).folder, lang) for lang in (language, "en"))
    assert [sorted(how.NAMED.findall(line)) for line in ours.splitlines()] == [
        sorted(how.NAMED.findall(line)) for line in english.splitlines()
    ]
    assert not re.search(r"\d", how.NAMED.sub("", ours))
    assert all(line.count("**") % 2 == 0 for line in ours.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["peloponnes", "peloponnes_card"])
def test_a_civilization_has_the_name_that_the_table_gives_it(game: str, language: str) -> None:
    folder = find(game).folder
    names = tomllib.loads((folder / "show" / "text" / f"{language}.toml").read_text(encoding="utf-8"))["names"]
    words = guide.source(folder, language)
    led = set(re.findall(r"\{civilization\.(\w+)", words))
    assert led
    assert all(f"**{names['civilization'][one]}**" in words for one in led)


def test_a_lesson_whose_round_asked_nothing_comes_with_the_next_decision() -> None:
    """Whoever has spent all coins is not asked in round 4, and hears of the supply in round 5: what has happened comes
    before what can be said at any time."""
    match, found = first("peloponnes"), of("peloponnes")
    titles = [section.title for section in guide.words(match.game.folder, "en", match.box.data)]

    def heard(*rounds: int) -> str:
        asked = [match.state_at(0)[0].copy() for _ in rounds]
        for state, number in zip(asked, rounds, strict=True):
            state["round_number"] = number
        due = found.due(asked, match.game.lists["step"])
        assert due is not None
        return titles[due]

    assert heard(1, 3, 4) == heard(1, 3, 5) == "Supply"
    assert heard(1, 3, 4, 5) == heard(1, 3, 5, 6) == "Stores and luxury"
    assert heard(1, 5) == "Supply"
    assert heard(1, 5, 6) == "Two sums"
    assert heard(1, 3, 7) == "On your own"
    assert heard(1, 3, 5, 8) == "The last round"


def test_states_of_which_none_fits_have_no_lesson() -> None:
    match = first("peloponnes")
    state = match.state_at(0)[0]
    steps = match.game.lists["step"]
    state["row"][0] += 1
    assert of("peloponnes").due([state], steps) != 0
    state["step"] = steps.index("over")
    assert of("peloponnes").due([state], steps) is None
