"""The games that can be played here, described for people."""

from __future__ import annotations

import importlib.util

from petteia import bots
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.games import find
from petteia.preparing import Stage
from petteia.server import models
from petteia.server.problems import Refusal
from petteia.server.rooms import Json


def has_campaign(game: str) -> bool:
    """Whether a game has a solo campaign."""
    return importlib.util.find_spec(f"petteia.games.{game}.show.campaign") is not None


def game_named(name: str) -> Game:
    try:
        return find(name)
    except PetteiaError as problem:
        raise Refusal(404, "no-game", "no_game", cause=str(problem)) from None


def clause_in(game: Game, lang: str, number: str) -> Json:
    clause = game.rulebook_in(lang)[number]
    return {"number": clause.number, "section": clause.section, "words": clause.words, "source": clause.source}


def game_info(name: str, lang: str, compiled: float, stage: Stage) -> models.GameInfo:
    game = find(name)
    return models.GameInfo(
        name=game.name,
        title=game.title,
        author=game.author,
        published=game.published,
        about=game.texts(lang).groups["lobby"]["about"],
        seats=list(game.seats),
        hands=game.hands,
        campaign=has_campaign(game.name),
        options=[models.Option.model_validate(option) for option in game.explained(lang)],
        bots=[models.BotLevel.model_validate(bot) for bot in bots.described(lang, game.name)],
        rules_version=game.rules_version,
        compiled=compiled,
        stage=stage,
    )
