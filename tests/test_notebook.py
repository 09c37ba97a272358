"""A match in a notebook, and in one line of words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import petteia
from petteia import Match
from petteia.bots import Bot
from petteia.games import NAMES
from petteia.notebook import LINES, painter
from petteia.notebook.paint import Html, tag
from petteia.notebook.scene import Scene

LANGUAGES = ("en", "de", "it")
# How many choices are played: the deal, the beginning, the middle of a game.
MOMENTS = (0, 5, 40)


def played(game: str, moves: int, seats: int = 3, **options: object) -> Match:
    match = petteia.new(game, seats=seats, seed=5, options=options)
    bot = Bot("random", seed=1)
    while not match.over and match.move_number < moves:
        match.play(bot.choose(match))
    return match


def seen(match: Match, seat: int | None) -> str:
    """All that is drawn but for the log: a match whose hidden things were redrawn has no past."""
    scene, own = Scene(match, seat, "en"), painter(match.game.name)
    return f"{own.when(scene)}{scene.question()}{own.board(scene)}{own.players(scene)}"


# -- in words ----------------------------------------------------------------------------------------------------------


def test_a_match_says_what_it_is() -> None:
    match = petteia.new("hellas", seats=3, seed=7)
    seat = match.to_move
    assert repr(match) == f"<petteia.Match hellas, 3 seats, Phase 1 of 3, step action, seat {seat} to move, move 0>"
    assert repr(match.show(1)) == f"{repr(match)[:-1]}, as seat 1 sees it>"
    assert repr(match.show()).endswith(", as a spectator sees it>")


def test_a_finished_match_says_its_points() -> None:
    match = played("peloponnes", 10**6)
    points = " ".join(map(str, match.scores))
    assert repr(match) == f"<petteia.Match peloponnes, 3 seats, over, points {points}, move {match.move_number}>"
    assert " · 1." in match.show().html


def test_the_games_are_listed() -> None:
    games = petteia.list_games()
    assert [game.name for game in games] == petteia.games() == list(NAMES)
    assert [game.title for game in games] == ["Peloponnes", "Peloponnes Card Game", "Hellas", "Poseidon"]
    assert games[2].seats == range(2, 5)
    for game in games:
        assert petteia.new(game.name, seats=game.seats[0]).game.title == game.title


# -- as a table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", MOMENTS)
@pytest.mark.parametrize("game", NAMES)
def test_a_match_is_shown(game: str, moves: int) -> None:
    match = played(game, moves)
    for lang in LANGUAGES:
        for seat in (None, 0, 2):
            html = match.show(seat, lang).html
            root = ET.fromstring(html)  # every tag is closed, every sign escaped
            words = "".join(root.itertext())
            assert match.game.title in words
            assert all(name in words for name in match.names(lang))
            assert match.log(lang, seat)[-1] in words
    assert match._repr_html_() == match.show()._repr_html_() == match.show(None, "en").html


@pytest.mark.parametrize("game", NAMES)
def test_nothing_is_fetched_and_nothing_runs(game: str) -> None:
    html = played(game, 30).show(0).html
    assert set(re.findall(r"https?://[^\s\"]+", html)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|style|link|img|iframe)|url\(|\son\w+=", html)


@pytest.mark.parametrize("game", ["hellas", "poseidon"])
def test_maps_are_pictures(game: str) -> None:
    match = played(game, 40)
    assert "<svg" in match.show().html
    assert "</polygon>" in match.show().html


def test_buildings_stand_in_their_owners_colours() -> None:
    match = played("hellas", 40)
    titles = re.findall(r"<title>(\w+): house, (\w+)</title>", match.show().html)
    houses = {
        (match.typed["space"][place - 1], match.who(seat))
        for seat, own in enumerate(match.view()["state"]["players"][:3])
        for place in own["houses"]
    }
    assert houses
    assert set(titles) == houses


def test_a_solo_game_is_shown_from_its_first_question() -> None:
    match = played("peloponnes", 0, seats=1, solo_level=1)
    assert "1 seat, Civilizations, step civilization" in repr(match)
    assert ET.fromstring(match.show(0).html) is not None


def test_what_is_shown_stays_as_it_was() -> None:
    match = played("hellas", 3)
    shown = match.show()
    before = shown.html
    match.play(match.choices[0])
    assert shown.html == before != match.show().html


def test_the_log_is_that_of_the_seat() -> None:
    match = played("peloponnes_card", 25)
    for seat in (None, 0, 1, 2):
        assert Scene(match, seat, "en").last_lines(LINES) == match.log("en", seat)[-LINES:]


def test_there_is_no_other_seat() -> None:
    with pytest.raises(petteia.BadOption):
        petteia.new("hellas", seats=2).show(2)


# -- what is hidden ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_nothing_hidden_is_shown(game: str) -> None:
    """What a seat is shown is the same whatever it cannot know."""
    match = petteia.new(game, seats=3, seed=8)
    bot = Bot("random", seed=2)
    for move in range(60):
        if match.over:
            break
        if move % 6 == 0:
            for seat in (None, 0, 1, 2):
                assert seen(match, seat) == seen(match.hidden(seat, seed=move), seat), f"move {move}, seat {seat}"
        match.play(bot.choose(match))


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    match = petteia.new("peloponnes_card", seats=3, seed=8)
    assert "Your hand" in match.show(0).html
    assert "Your hand" not in match.show().html
    assert Scene(match, 0, "en").players[1]["hand"] == [-1, -1, -1, -1]


def test_words_never_become_markup() -> None:
    assert tag("b", "<i>", title='"') == '<b title="&quot;">&lt;i&gt;</b>'
    assert tag("b", Html("<i></i>")) == "<b><i></i></b>"
