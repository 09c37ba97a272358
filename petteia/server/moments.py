"""The game at one moment, as one seat may know it: what goes to a browser, made from a match and nothing else."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Hashable
from typing import Any, Protocol

import orjson

from petteia.engine import views
from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
from petteia.games import find
from petteia.match import Match

Json = dict[str, Any]
Shared = dict[Hashable, Any]


class Page(Protocol):
    """What a game's table.py tells the browser's page of the game."""

    AMOUNTS: dict[str, str]

    def target(self, s: Any, picked: Picked) -> str | None: ...
    def label(self, texts: Texts, name: str, details: Json, low: int | None, high: int | None) -> str: ...
    def notes(self, match: Match, lang: str) -> dict[str, str]: ...
    def extras(self, match: Match) -> Json: ...
    def printed(self, match: Match, lang: str) -> Json: ...
    def sheet(self, match: Match, lang: str) -> list[Json]: ...
    def verdict(self, match: Match, lang: str) -> str: ...
    def curves(self, match: Match, lang: str) -> tuple[list[str], list[Json]]: ...


@functools.cache
def page(game: str) -> Page:
    found: Page = importlib.import_module(f"petteia.games.{game}.table")
    return found


def moment(match: Match, seat: int | None, lang: str, entry: Json, moves: int, shared: Shared | None = None) -> Json:
    """A `models.Moment`. `entry` says what the server knows of it: number, since, undo, and which choices are final.
    With `shared`, what several eyes see alike is made once and kept there, written as JSON already."""
    of = page(match.game.name)
    to_move = match.to_move
    redacted = match.redacted(seat)
    seen = redacted.tobytes()

    def part(key: Hashable, make: Callable[[], Any]) -> Any:
        if shared is None:
            return make()
        if key not in shared:
            shared[key] = orjson.Fragment(orjson.dumps(make()))
        return shared[key]

    def prompt() -> Json:
        step = match.game.lists["step"][int(match.facts["step"])]
        return {"text": match.prompt(lang), "seat": to_move, "step": step}

    # News without secrets are the same for everybody.
    whose = seat if any(kind.secret for kind in match.game.news) else None
    return {
        "number": entry["number"],
        "move": match.move_number,
        "moves": moves,
        "seat": seat,
        "to_move": to_move,
        "over": match.over,
        "since": entry["since"],
        "prompt": part(("prompt", lang), prompt),
        "state": part(
            seen, lambda: _packed(match)(redacted[0].item()) if shared is not None else match.named(redacted)
        ),
        "extras": part("extras", lambda: of.extras(match)),
        "scores": part(("scores", seen), lambda: match.standing(redacted)[0]),
        "ranks": part(("ranks", seen), lambda: match.standing(redacted)[1]),
        "choices": groups(match, lang, entry.get("final", frozenset())) if seat is not None and seat == to_move else [],
        "lines": part(("lines", lang, whose), lambda: lines(match, match.move_number, seat, lang, entry["number"])),
        "undo": entry["undo"],
    }


_PACKED: dict[tuple[str, str], views.Write] = {}


def _packed(match: Match) -> views.Write:
    """What writes states of a game for many eyes, parts that stay the same written once."""
    key = (match.game.name, match.box.fingerprint)
    if key not in _PACKED:
        names = match.game.names(match.box)
        _PACKED[key] = views.writer(
            match.game.state, names, ("rng",), pack=lambda part: orjson.Fragment(orjson.dumps(part))
        )
    return _PACKED[key]


def groups(match: Match, lang: str, final: Collection[int] = frozenset()) -> list[Json]:
    """The legal choices; those that differ only in an amount are one group."""
    of, game = page(match.game.name), match.game
    facts, notes = match.facts, of.notes(match, lang)
    common = game.details(match.box, facts)
    kinds = _kinds(game.name)
    found: dict[tuple[Any, ...], list[int]] = {}
    for choice in match.legal_ids:
        found.setdefault(kinds[choice], []).append(choice)
    result = []
    for (name, *_), choices in found.items():
        target = of.target(facts, game.space.pick(choices[0]))
        label, options = _worded(match, lang, name, choices, common)
        result.append(
            {
                "name": name,
                "target": target,
                "label": label,
                "note": notes.get(target) if target else None,
                "final": any(choice in final for choice in choices),
                "options": options,
            }
        )
    return result


@functools.cache
def _kinds(game: str) -> list[tuple[Any, ...]]:
    """Of every choice of a game, the group that it belongs to: its name and all parameters but the amount."""
    space, amounts = find(game).space, page(game).AMOUNTS
    picks = (space.pick(choice) for choice in range(space.size))
    return [
        (one.name, *(value for name, value in one.parameters.items() if name != amounts.get(one.name))) for one in picks
    ]


_WORDED: dict[tuple[Any, ...], tuple[str, list[Json]]] = {}
MOST_WORDED = 10_000


def _worded(match: Match, lang: str, name: str, choices: list[int], common: Json) -> tuple[str, list[Json]]:
    """A group's label and options in words. The same bids come again and again, so they are remembered by what their
    words depend on."""
    of, game, texts = page(match.game.name), match.game, match.texts(lang)
    first = {**common, **game.choice_details(match.box, match.facts, game.space.pick(choices[0]))}
    needed = (first.get(need) for need in texts.needs("choices", name, first))
    key = (game.name, match.box.fingerprint, lang, *choices, *needed)
    if key not in _WORDED:
        if len(_WORDED) >= MOST_WORDED:
            _WORDED.clear()
        amount = of.AMOUNTS.get(name)
        options: list[Json] = []
        for choice in choices:
            picked = game.space.pick(choice)
            about = {**common, **game.choice_details(match.box, match.facts, picked)}
            number = int(picked.parameters[amount]) if amount else None
            options.append({"words": picked.words, "text": texts.say("choices", name, about), "amount": number})
        label = options[0]["text"]
        if amount and len(options) > 1:
            label = of.label(texts, name, first, options[0]["amount"], options[-1]["amount"])
        _WORDED[key] = (label, options)
    return _WORDED[key]


def lines(match: Match, move: int, seat: int | None, lang: str, number: int) -> list[Json]:
    """What one choice (0: the deal) made happen, in words."""
    after = match.at(move) if move != match.move_number else match
    names = after.names(lang)
    return [
        {
            "number": number,
            "move": move,
            "seat": happening.seat,
            "kind": happening.kind,
            "text": match.tell(happening, names, lang),
            "clause": happening.clause,
            "forced": happening.forced,
            "facts": happening.arguments,
        }
        for happening in after.told(seat)
    ]


def sheet(match: Match, lang: str) -> Json:
    """A `models.Sheet`."""
    of = page(match.game.name)
    times, curves = of.curves(match, lang)
    scores, ranks = match.standing(match.redacted(None))  # anybody may ask, also before the end
    seats = [
        {"seat": seat, "name": match.who(seat, lang), "score": scores[seat], "rank": ranks[seat], **rest}
        for seat, rest in enumerate(of.sheet(match, lang))
    ]
    return {"seats": seats, "verdict": of.verdict(match, lang), "times": times, "curves": curves}
