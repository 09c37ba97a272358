"""The game at one moment, as one seat may know it: what goes to a browser, made from a match and nothing else."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol

import orjson

from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
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
        "state": part(redacted.tobytes(), lambda: match.named(redacted)),
        "extras": part("extras", lambda: of.extras(match)),
        "scores": part("scores", lambda: match.scores),
        "ranks": part("ranks", lambda: match.ranks),
        "choices": groups(match, lang, entry.get("final", frozenset())) if seat is not None and seat == to_move else [],
        "lines": part(("lines", lang, whose), lambda: lines(match, match.move_number, seat, lang, entry["number"])),
        "undo": entry["undo"],
    }


def groups(match: Match, lang: str, final: Iterable[int] = frozenset()) -> list[Json]:
    """The legal choices; those that differ only in an amount are one group."""
    of, game = page(match.game.name), match.game
    texts, facts = match.texts(lang), match.facts
    notes = of.notes(match, lang)
    common = game.details(match.box, facts)
    found: dict[tuple[Any, ...], list[Picked]] = {}
    for choice in match.legal_ids:
        picked = game.space.pick(choice)
        amount = of.AMOUNTS.get(picked.name)
        rest = (value for name, value in picked.parameters.items() if name != amount)
        found.setdefault((picked.name, *rest), []).append(picked)
    result = []
    for (name, *_), choices in found.items():
        amount = of.AMOUNTS.get(name)
        target = of.target(facts, choices[0])
        details = [{**common, **game.choice_details(match.box, facts, picked)} for picked in choices]
        words = [texts.say("choices", name, about) for about in details]
        amounts = [int(picked.parameters[amount]) if amount else None for picked in choices]
        several = amount is not None and len(choices) > 1
        result.append(
            {
                "name": name,
                "target": target,
                "label": of.label(texts, name, details[0], amounts[0], amounts[-1]) if several else words[0],
                "note": notes.get(target) if target else None,
                "final": any(picked.id in final for picked in choices),
                "options": [
                    {"words": picked.words, "text": text, "amount": number}
                    for picked, text, number in zip(choices, words, amounts, strict=True)
                ],
            }
        )
    return result


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
    seats = [
        {"seat": seat, "name": match.who(seat, lang), "score": match.scores[seat], "rank": match.ranks[seat], **rest}
        for seat, rest in enumerate(of.sheet(match, lang))
    ]
    return {"seats": seats, "verdict": of.verdict(match, lang), "times": times, "curves": curves}
