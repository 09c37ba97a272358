"""Bots are asked for by name, with settings; those of others sit at the same tables and see what their seat may see."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import time
from collections.abc import Iterator
from typing import Any

import pytest

import petteia
from petteia.bots import LEVELS, Bot, BotFault, StillCompiling, UnknownBot, find, names, register, roster
from petteia.bots.roster import waiting
from petteia.bots.roster.levels import SETTINGS


class First:
    """Somebody else's bot, which takes the first choice."""

    seen: Any = None

    def __init__(self, game: str, seed: bytes, **settings: float | str) -> None:
        self.game, self.seed, self.settings = game, seed, settings

    def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
        First.seen = match
        answer = self.settings.get("answer", match.choices[0])
        if answer == "raise":
            raise ZeroDivisionError("no way")
        if answer == "sleep":
            time.sleep(30)
        return int(answer) if isinstance(answer, float) else answer

    def chances(self, match: petteia.Match) -> list[float]:
        return [float(self.settings.get("first", 1.0)), *[0.0] * (match.seats - 1)]


@pytest.fixture(autouse=True)
def first(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(roster, "_REGISTERED", {})
    register("First", First)
    yield
    First.seen = None


@pytest.fixture
def match() -> petteia.Match:
    return petteia.new("peloponnes", seats=3, seed=4)


# -- names -------------------------------------------------------------------------------------------------------------


def test_names_go_from_gentle_to_strong_and_then_to_those_of_others() -> None:
    assert names() == ["random", "easy", "greedy", "middle", "hard", "master", "First"]


def test_a_level_that_does_not_play_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    master = dataclasses.replace(LEVELS[-1], games={"peloponnes": LEVELS[-1].games["peloponnes"]})
    monkeypatch.setattr(roster, "LEVELS", (*LEVELS[:-1], master))
    monkeypatch.setitem(roster._OWN, "master", master)
    with pytest.raises(UnknownBot, match="'master' does not play poseidon: no network that is good enough"):
        find("master", "poseidon")
    assert "master" in names("peloponnes")
    assert "master" not in names("poseidon")
    assert find("master", "peloponnes").name == "master"


def test_a_name_carries_settings() -> None:
    found = find("hard:simulations=500:margin=0.25")
    assert found.settings == (("simulations", 500.0), ("margin", 0.25))
    assert found.words == "hard:simulations=500:margin=0.25"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nobody", "there is no bot 'nobody'; there are random, easy, greedy, middle, hard, master, First"),
        ("hard:speed=3", f"'hard' has no setting 'speed'; there are kind, {', '.join(SETTINGS)}"),
        ("hard:kind=guess", "'hard:kind=guess': the setting kind is one of halving, tree"),
        ("hard:simulations", "write settings as name=value, as in hard:simulations=500"),
        ("hard:", "write settings as name=value"),
        ("hard:simulations=many", "'hard:simulations=many': the setting simulations is a whole number"),
        ("hard:simulations=nan", "the setting simulations is a whole number from 1 to 10,000,000"),
        ("hard:simulations=1e12", "the setting simulations is a whole number"),
        ("hard:simulations=0", "the setting simulations is a whole number from 1"),
        ("hard:simulations=0.5", "the setting simulations is a whole number from 1"),
        ("hard:prior=0", "the setting prior is a number from 0.001"),
        ("hard:candidates=0", "the setting candidates is a whole number from 1"),
        ("hard:shared=0", "the setting shared is a whole number from 1"),
        ("hard:looks=-1", "the setting looks is a whole number from 1"),
        ("hard:margin=1:looks=2:margin=0", "gives the setting 'margin' twice"),
        ("hard:network=3", "the setting network is a whole number from 0 to 2"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(name: str, said: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        Bot(name)
    assert said in str(caught.value)


def test_every_level_but_master_plays_every_game() -> None:
    for level in LEVELS:
        for game in petteia.games.NAMES:
            assert level.plays(game) or level.name == "master"
    assert [level.searches("peloponnes") for level in LEVELS] == [False, False, False, True, True, True]


@pytest.mark.parametrize("games", ["hellas", ("hellas",), ["poseidon", "hellas"]])
def test_somebody_elses_bot_says_which_games_it_plays(games: Any) -> None:
    register("Sailor", type("Sailor", (First,), {"games": games}))
    assert names("hellas")[-2:] == ["First", "Sailor"]
    assert "Sailor" in names()
    assert "Sailor" not in names("peloponnes")
    assert find("Sailor", "hellas").name == "Sailor"
    with pytest.raises(UnknownBot, match=r"'Sailor' does not play peloponnes; there are .* master, First$"):
        find("Sailor:answer=pass", "peloponnes")


@pytest.mark.parametrize("name", ["greedy", "my bot", ""])
def test_names_that_cannot_be_registered(name: str) -> None:
    with pytest.raises(UnknownBot, match=r"choose another name|no name for a bot"):
        register(name, First)


# -- bots of others ----------------------------------------------------------------------------------------------------


def test_somebody_elses_bot_plays_and_gets_its_settings(match: petteia.Match) -> None:
    assert Bot("First").choose(match) == match.legal_ids[0]
    words = match.choices[1].words.replace(" ", "_")
    with pytest.raises(BotFault, match="answered"):
        Bot(f"First:answer={words}").choose(match)
    assert Bot(f"First:answer={match.legal_ids[2]}").choose(match) == match.legal_ids[2]
    assert Bot("First:answer=pass").choose(match) == match.read("pass")
    while not match.over:
        match.play(Bot("First", 1).choose(match))
    assert Bot("First").choose(match) == -1


@pytest.mark.parametrize("game", ["peloponnes_card", "peloponnes"])
def test_it_sees_nothing_that_its_seat_may_not(game: str) -> None:
    match = petteia.new(game, seats=3, seed=4)
    for _ in range(12):
        match.play(Bot("greedy", 1).choose(match))
    Bot("First", 5).choose(match)
    seen, seat = First.seen, match.to_move
    assert seen.state_bytes != match.state_bytes
    assert seen.seed != match.seed
    assert seen.played == []
    assert seen.view(seat)["state"] == match.view(seat)["state"]
    Bot("First", 5).choose(match.hidden(seat, 9))
    assert First.seen.state_bytes == seen.state_bytes


def test_it_plays_on_its_own_copy(match: petteia.Match) -> None:
    before = match.state_bytes
    Bot("First").choose(match)
    First.seen.play(First.seen.choices[0])
    assert match.state_bytes == before


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("raise", "the bot 'First:answer=raise' failed at decision 1 of Peloponnes, seat"),
        ("raise", "ZeroDivisionError: no way"),
        ("100000", "answered at decision 1 of Peloponnes, seat"),
        ("save", "which is not possible: §"),
        ("hello", "answered at decision 1"),
    ],
)
def test_nonsense_is_said_to_be_so(match: petteia.Match, answer: str, said: str) -> None:
    with pytest.raises(BotFault) as caught:
        Bot(f"First:answer={answer}").choose(match)
    assert said in str(caught.value)


@pytest.mark.parametrize("answer", [None, 3.5, True, b"x", []])
def test_what_is_no_choice_is_refused(match: petteia.Match, answer: Any) -> None:
    class Odd(First):
        def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
            return answer

    register("Odd", Odd)
    with pytest.raises(BotFault, match="a choice is given by itself, its id or its words"):
        Bot("Odd").choose(match)


def test_who_does_not_answer_in_time_is_left_alone(match: petteia.Match) -> None:
    began = time.monotonic()
    with pytest.raises(BotFault, match=r"was given 0\.1 s at decision 1 .* and has not answered"):
        Bot("First:answer=sleep").choose(match, seconds=0.1)
    assert time.monotonic() - began < 20


def test_a_bot_that_cannot_be_made_or_asked(match: petteia.Match) -> None:
    register("Broken", lambda game, seed, **settings: 1 / 0)
    with pytest.raises(BotFault, match="the bot 'Broken' cannot be made for Peloponnes: ZeroDivisionError"):
        Bot("Broken").choose(match)
    register("Dumb", lambda game, seed, **settings: object())
    with pytest.raises(BotFault, match=r"'Dumb' has no method choose\(match"):
        Bot("Dumb").choose(match)


def test_chances_of_others_are_checked(match: petteia.Match) -> None:
    assert Bot("First").chances(match) == [1.0, 0.0, 0.0]
    with pytest.raises(BotFault, match="one for each of 3 seats, none below 0 and together 1"):
        Bot("First:first=0.5").chances(match)


def test_bots_are_found_where_others_installed_them(monkeypatch: pytest.MonkeyPatch, match: petteia.Match) -> None:
    entries = [
        importlib.metadata.EntryPoint("installed", "tests_no_such_module:Bot", roster.GROUP),
        importlib.metadata.EntryPoint("counter", "collections:Counter", roster.GROUP),
    ]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries if group == roster.GROUP else [])
    roster._installed.cache_clear()
    try:
        assert names()[-3:] == ["First", "counter", "installed"]
        with pytest.raises(UnknownBot, match=r"'installed' \(tests_no_such_module:Bot\) cannot be loaded: ModuleNot"):
            Bot("installed")
        with pytest.raises(BotFault, match="the bot 'counter'"):
            Bot("counter").choose(match)
    finally:
        roster._installed.cache_clear()


# -- waiting for a search ----------------------------------------------------------------------------------------------


def test_who_searches_waits_for_what_is_compiled(monkeypatch: pytest.MonkeyPatch, match: petteia.Match) -> None:
    monkeypatch.setattr(waiting, "_AWAITED", {})
    waiting.expect("peloponnes")
    assert not waiting.is_ready("peloponnes")
    assert not waiting.wait("peloponnes", 0.01)
    with pytest.raises(StillCompiling, match="cannot play Peloponnes yet: their search is still being compiled"):
        Bot("hard").choose(match)
    assert Bot("easy").choose(match) in match.legal_ids
    waiting.arrive("peloponnes")
    assert waiting.wait("peloponnes")
    assert Bot("middle").choose(match) in match.legal_ids
