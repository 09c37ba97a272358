"""The game at one moment, as one seat may know it: what goes to a browser, made from a match and nothing else."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol

from petteia.engine.choices import Picked
from petteia.engine.texts import Texts
from petteia.match import Choice, Match

Json = dict[str, Any]
Shared = dict[Hashable, Any]


class Page(Protocol):
    """What a game's table.py tells the browser's page of the game."""

    AMOUNTS: dict[str, str]

    def target(self, s: Any, picked: Picked) -> str | None: ...
    def label(self, texts: Texts, name: str, details: Json, low: int, high: int) -> str: ...
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
    What several eyes see alike is made once and kept in `shared`."""
    shared = {} if shared is None else shared
    of = page(match.game.name)
    to_move = match.to_move
    redacted = match.redacted(seat)
    scores, ranks = _once(shared, "standing", lambda: (match.scores, match.ranks))
    secretive = any(kind.secret for kind in match.game.news)
    return {
        "number": entry["number"],
        "move": match.move_number,
        "moves": moves,
        "seat": seat,
        "to_move": to_move,
        "over": match.over,
        "since": entry["since"],
        "prompt": _once(
            shared,
            ("prompt", lang),
            lambda: {
                "text": match.prompt(lang),
                "seat": to_move,
                "step": match.game.lists["step"][int(match.state["step"])],
            },
        ),
        "state": _once(shared, redacted.tobytes(), lambda: match.named(redacted)),
        "extras": _once(shared, "extras", lambda: of.extras(match)),
        "scores": scores,
        "ranks": ranks,
        "choices": groups(match, lang, entry.get("final", frozenset())) if seat is not None and seat == to_move else [],
        "lines": _once(
            shared,
            ("lines", lang, seat if secretive else None),
            lambda: lines(match, match.move_number, seat, lang, entry["number"]),
        ),
        "undo": entry["undo"],
    }


def _once(shared: Shared, key: Hashable, make: Callable[[], Any]) -> Any:
    if key not in shared:
        shared[key] = make()
    return shared[key]


def groups(match: Match, lang: str, final: Iterable[int] = frozenset()) -> list[Json]:
    """The legal choices; those that differ only in an amount are one group."""
    of = page(match.game.name)
    texts = match.texts(lang)
    notes = of.notes(match, lang)
    state = match.state
    found: dict[tuple[str, str], list[Choice]] = {}
    for choice in match.choices:
        amount = of.AMOUNTS.get(choice.name)
        rest = " ".join(str(value) for name, value in choice.parameters.items() if name != amount)
        found.setdefault((choice.name, rest), []).append(choice)
    result = []
    for (name, _), choices in found.items():
        amount = of.AMOUNTS.get(name)
        target = of.target(state, choices[0])
        options = [
            {
                "words": choice.words,
                "text": choice.text(lang),
                "amount": int(choice.parameters[amount]) if amount else None,
            }
            for choice in choices
        ]
        label = options[0]["text"]
        if amount and len(options) > 1:
            details = match.game.details(match.box, state, choices[0])
            label = of.label(texts, name, details, *(int(choices[end].parameters[amount]) for end in (0, -1)))
        result.append(
            {
                "name": name,
                "target": target,
                "label": label,
                "note": notes.get(target) if target else None,
                "final": any(choice.id in final for choice in choices),
                "options": options,
            }
        )
    return result


def lines(match: Match, move: int, seat: int | None, lang: str, number: int) -> list[Json]:
    """What one choice (0: the deal) made happen, in words."""
    after = match.at(move) if move != match.move_number else match
    return [
        {
            "number": number,
            "move": move,
            "seat": happening.seat,
            "kind": happening.kind,
            "text": match.tell(happening, after.state, lang),
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
