"""The solo campaign (§15.4 to §15.7): five levels, each with a civilization that led no earlier one.

It is kept in a small file between evenings. A file that is damaged is refused, and never written over.
"""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import secrets
from typing import Any

from petteia.engine.boxes import Box
from petteia.engine.errors import PetteiaError
from petteia.engine.texts import Texts
from petteia.games.peloponnes.box import LEVELS
from petteia.match import Match

SOLO_OPTION = "solo_level"  # what `petteia play --solo LEVEL` sets
FORMAT = 1


class BadCampaign(PetteiaError):
    """A file that is no campaign, or one that is damaged."""


class LevelNotPlayed(PetteiaError):
    """A match that does not belong to the level that the campaign has come to."""


@dataclasses.dataclass(frozen=True)
class Attempt:
    """One match of the campaign."""

    level: int
    civilization: str
    points: int
    reached: bool


@dataclasses.dataclass
class Campaign:
    """How far a campaign has come. `name` tells its matches from those of other campaigns."""

    name: str = dataclasses.field(default_factory=lambda: secrets.token_hex(3))
    attempts: list[Attempt] = dataclasses.field(default_factory=list)

    @property
    def level(self) -> int:
        """The level to be played next; 6 when all are reached."""
        return 1 + sum(attempt.reached for attempt in self.attempts)

    @property
    def won(self) -> bool:
        return self.level > LEVELS

    @property
    def used(self) -> list[str]:
        """§15.6, §15.7: civilizations that led a level to its target; a failed attempt uses none up."""
        return [attempt.civilization for attempt in self.attempts if attempt.reached]

    @property
    def number(self) -> int:
        """The number of the next attempt, from 1."""
        return len(self.attempts) + 1

    def options(self) -> dict[str, Any]:
        """The options of the next match."""
        return {SOLO_OPTION: self.level, "used_civilizations": self.used}

    def record(self, match: Match) -> bool:
        """Enters a finished match; says whether its level was reached."""
        state = match.view(0)["state"]
        level, used = state["options"][SOLO_OPTION], state["options"]["used_civilizations"]
        if not match.over or match.seats != 1 or level != self.level or set(used) != set(self.used):
            raise LevelNotPlayed(f"this is no finished match of level {self.level} of the campaign")
        points = match.scores[0]
        reached = points >= target(match.box, level)
        self.attempts.append(Attempt(level, state["players"][0]["civilization"], points, reached))
        return reached

    # -- in words ------------------------------------------------------------------------------------------------------

    def before(self, texts: Texts, box: Box) -> list[str]:
        """What the next match asks for."""
        if self.won:
            return [texts.say("terminal", "campaign_won", {"levels": LEVELS, "attempts": len(self.attempts)})]
        details = {"level": self.level, "levels": LEVELS, "target": target(box, self.level)}
        lines = [texts.say("terminal", "campaign_level", details)]
        if self.used:
            names = [texts.name("civilization", box.lists["civilization"].index(name)) for name in self.used]
            lines.append(texts.say("terminal", "campaign_used", {"names": texts.listed(names)}))
        return lines

    def after(self, texts: Texts, box: Box) -> list[str]:
        """What the last match has come to."""
        last = self.attempts[-1]
        details: dict[str, Any] = {"level": last.level, "points": last.points}
        if not last.reached:
            return [texts.say("terminal", "campaign_missed", details)]
        if self.won:
            return self.before(texts, box)
        details |= {"next": self.level, "target": target(box, self.level)}
        return [texts.say("terminal", "campaign_reached", details)]

    # -- on disk -------------------------------------------------------------------------------------------------------

    def save(self, path: pathlib.Path) -> None:
        """Writes the file whole or not at all."""
        data = {
            "petteia": "campaign",
            "format": FORMAT,
            "game": "peloponnes",
            "name": self.name,
            "attempts": [dataclasses.asdict(attempt) for attempt in self.attempts],
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".part")
        with draft.open("w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    @classmethod
    def load(cls, path: pathlib.Path) -> Campaign:
        """Reads a file, or raises BadCampaign and leaves it alone."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as problem:
            raise BadCampaign(f"{path} cannot be read: {problem.strerror or problem}") from None
        except ValueError as problem:
            raise BadCampaign(f"{path} is damaged ({problem}); repair it, or move it away to start anew") from None
        if not isinstance(data, dict) or data.get("petteia") != "campaign" or data.get("game") != "peloponnes":
            raise BadCampaign(f"{path} is no campaign of Peloponnes")
        if data.get("format") != FORMAT:
            raise BadCampaign(f"{path} has format {data.get('format')}; this program knows {FORMAT}")
        name, attempts = data.get("name"), data.get("attempts")
        if not isinstance(name, str) or not name.isalnum() or not isinstance(attempts, list):
            raise BadCampaign(f"{path} is damaged: name or attempts are missing")
        campaign = cls(name)
        for number, raw in enumerate(attempts, 1):
            campaign.attempts.append(_attempt(path, number, raw, campaign))
        return campaign


def _attempt(path: pathlib.Path, number: int, raw: Any, campaign: Campaign) -> Attempt:
    """An attempt out of a file, if it can have happened after those before it."""
    kinds = {"level": int, "civilization": str, "points": int, "reached": bool}
    typed = isinstance(raw, dict) and raw.keys() == kinds.keys()
    if not typed or any(type(raw[key]) is not kind for key, kind in kinds.items()):
        raise BadCampaign(f"{path} is damaged: attempt {number} is not written as {', '.join(kinds)}")
    if campaign.won or raw["level"] != campaign.level:
        raise BadCampaign(f"{path} is damaged: attempt {number} cannot be of level {raw['level']}")
    if raw["civilization"] in campaign.used:
        raise BadCampaign(f"{path} is damaged: attempt {number} is led by {raw['civilization']} again")
    return Attempt(**raw)


def target(box: Box, level: int) -> int:
    """The points that a level asks for (§15.4)."""
    return int(box.data["solo_level"][level - 1]["target"])


def terms(box: Box, level: int) -> dict[str, int]:
    """§15.4, §15.5: what else differs between levels: tiles in the conquest row, and incomes that help."""
    printed = box.data["solo_level"][level - 1]
    return {"conquest_tiles": int(printed["conquest_tiles"]), "extra_incomes": int(printed["extra_incomes"])}
