"""The games that can be played here, described for people."""

from __future__ import annotations

import functools
import importlib.util
import re

from petteia import bots
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.games import find
from petteia.preparing import Stage
from petteia.server import models
from petteia.server.problems import Refusal
from petteia.server.rooms import Json
from petteia.server.tables.strangers import Strangers
from petteia.server.words import server_words

_NAMED = re.compile(r"`(\w+)`")
_QUOTED = {"en": "“{}”", "de": "„{}“", "it": "«{}»"}


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
    words, source = (_with_titles(game.name, lang, text) for text in (clause.words, clause.source))
    return {"number": clause.number, "section": clause.section, "words": words, "source": source}


@functools.cache
def _titles(game: str, lang: str) -> dict[str, str]:
    return {option["name"]: _QUOTED[lang].format(option["title"]) for option in find(game).explained(lang)}


def _with_titles(game: str, lang: str, text: str) -> str:
    """A clause in which options go by the titles that people choose them by, not by their names in programs."""
    return _NAMED.sub(lambda found: _titles(game, lang).get(found[1], found[0]), text)


def game_info(name: str, lang: str, compiled: float, stage: Stage, strangers: Strangers) -> models.GameInfo:
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
        bots=[
            *map(models.BotLevel.model_validate, bots.described(lang, game.name)),
            *map(models.BotLevel.model_validate, strangers.described(server_words(lang)["stranger"], game.name)),
        ],
        rules_version=game.rules_version,
        compiled=compiled,
        stage=stage,
    )
