"""The solo campaign: levels, civilizations, and its file."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

import pytest

import petteia
from petteia.games import find
from petteia.games.peloponnes.show.campaign import Attempt, BadCampaign, Campaign, LevelNotPlayed

GAME = find("peloponnes")
ALL = [civilization["name"] for civilization in GAME.box.data["civilization"]]


def box(target: int) -> Any:
    """A box in which every level asks for so many points."""
    return GAME.read_box("own.toml", re.sub(r"target = \d+", f"target = {target}", GAME.box.text))


def passed(campaign: Campaign, target: int) -> petteia.Match:
    """The campaign's next match, played by always choosing the first thing offered."""
    match = petteia.new("peloponnes", seats=1, seed=1, options=campaign.options(), box=box(target))
    while not match.over:
        match.play(match.choices[0])
    return match


@pytest.mark.shows("§15.4", "§15.6", "§15.7")
def test_five_levels_with_five_civilizations() -> None:
    campaign = Campaign()
    for level in range(1, 6):
        assert campaign.level == level
        assert campaign.options() == {"solo_level": level, "used_civilizations": ALL[: level - 1]}
        assert campaign.record(passed(campaign, 0))
    assert campaign.won
    assert campaign.used == ALL[:5]


@pytest.mark.shows("§15.7")
def test_a_failed_level_is_played_again_with_the_same_choice() -> None:
    campaign = Campaign()
    assert not campaign.record(passed(campaign, 1000))
    assert (campaign.level, campaign.used, campaign.number) == (1, [], 2)
    assert campaign.record(passed(campaign, 0))
    assert (campaign.level, campaign.used, campaign.number) == (2, ALL[:1], 3)


def test_another_match_is_not_recorded() -> None:
    campaign = Campaign()
    for match in (
        petteia.new("peloponnes", seats=1, seed=1, options=campaign.options()),
        passed(Campaign(attempts=[Attempt(1, ALL[0], 30, True)]), 0),
    ):
        with pytest.raises(LevelNotPlayed):
            campaign.record(match)
    assert campaign.attempts == []


def test_it_is_kept_in_a_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "deep" / "campaign.json"
    campaign = Campaign()
    campaign.save(path)
    campaign.record(passed(campaign, 1000))
    campaign.record(passed(campaign, 0))
    campaign.save(path)
    assert Campaign.load(path) == campaign
    assert [file.name for file in path.parent.iterdir()] == ["campaign.json"]


def test_in_words() -> None:
    campaign = Campaign()
    texts = petteia.new("peloponnes").texts("en")
    assert campaign.before(texts, GAME.box) == ["Campaign, level 1 of 5: 24 points to reach."]
    campaign.attempts.append(Attempt(1, ALL[0], 12, False))
    assert "not reached" in campaign.after(texts, GAME.box)[0]
    campaign.attempts.append(Attempt(1, ALL[0], 25, True))
    assert campaign.after(texts, GAME.box) == ["Level 1 is reached, with 25 points. Level 2 asks for 28 points."]
    assert ALL[0] in campaign.before(texts, GAME.box)[1]
    campaign.attempts += [Attempt(level, ALL[level], 40, True) for level in range(2, 6)]
    assert "won" in campaign.after(texts, GAME.box)[0]


GOOD: dict[str, Any] = {
    "petteia": "campaign",
    "format": 1,
    "game": "peloponnes",
    "name": "abc123",
    "attempts": [{"level": 1, "civilization": "Sparta", "points": 30, "reached": True}],
}


@pytest.mark.parametrize(
    "change",
    [
        {"petteia": "save"},
        {"game": "hellas"},
        {"format": 2},
        {"name": "../../etc"},
        {"attempts": None},
        {"attempts": [{"level": 1}]},
        {"attempts": [{"level": 2, "civilization": "Sparta", "points": 30, "reached": True}]},
        {"attempts": [{"level": 1, "civilization": "Sparta", "points": 30, "reached": 1}]},
        {"attempts": [*GOOD["attempts"], {"level": 2, "civilization": "Sparta", "points": 30, "reached": True}]},
    ],
)
def test_damaged_files_are_refused_and_left_alone(tmp_path: pathlib.Path, change: dict[str, Any]) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    assert Campaign.load(path).level == 2
    path.write_text(json.dumps(GOOD | change), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BadCampaign, match=r"campaign\.json"):
        Campaign.load(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00\x01"])
def test_what_is_no_json_is_refused(tmp_path: pathlib.Path, text: str) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadCampaign):
        Campaign.load(path)
    with pytest.raises(BadCampaign):
        Campaign.load(tmp_path / "nowhere.json")
