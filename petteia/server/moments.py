"""The game at one moment, as one seat may know it: what goes to a browser, made from a match and nothing else."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict

import orjson

from petteia.engine import news
from petteia.engine.choices import Picked
from petteia.engine.news import Happening
from petteia.engine.texts import Texts
from petteia.games import find
from petteia.match import Match
from petteia.pages import page, weight
from petteia.standing import answering

Json = dict[str, Any]
Final = Callable[[list[int]], frozenset[int]]  # those of some choices that cannot be taken back without asking


class Undo(TypedDict):
    """A `models.UndoState`."""

    possible: bool
    at_once: bool


class Group(TypedDict):
    """A `models.ChoiceGroup`; its options are JSON already."""

    name: str
    target: str | None
    label: str
    note: str | None
    final: bool
    standing: list[str]
    lasting: list[str]
    options: orjson.Fragment


class Moment(TypedDict):
    """A `models.Moment`, to be written by `orjson`. Parts that come again or are seen by several are JSON already."""

    number: int
    move: int
    moves: int
    seat: int | None
    to_move: int | None
    over: bool
    since: float
    prompt: orjson.Fragment
    state: orjson.Fragment
    extras: orjson.Fragment
    scores: list[int]
    ranks: list[int]
    choices: list[Group]
    lines: orjson.Fragment
    undo: Undo
    lesson: Json | None


def none_final(choices: list[int]) -> frozenset[int]:
    """Where everything can be taken back."""
    return frozenset()


@dataclasses.dataclass(slots=True)
class Circumstances:
    """What the table knows of a moment, and the match does not."""

    number: int  # of the entry that led to it
    since: float  # when that was, in seconds since 1970
    undo: Undo
    final: Final = none_final
    names: Sequence[str] | None = None  # of those who sit there; else what the seats go by in the game
    lesson: Json | None = None  # what a guided game says of the decision


class Shared:
    """What several seats see alike at one moment, written as JSON once."""

    __slots__ = ("extras", "lines", "standings")

    def __init__(self) -> None:
        self.standings: dict[bytes, tuple[orjson.Fragment, list[int], list[int]]] = {}  # by the redacted state
        self.extras: orjson.Fragment | None = None
        self.lines: dict[tuple[str, int | None], orjson.Fragment] = {}  # by language and whom they speak to


def moment(
    match: Match, seat: int | None, lang: str, circumstances: Circumstances, moves: int, shared: Shared | None = None
) -> Moment:
    """The present moment of a match as a seat may know it; `moves` are the choices that stand now at its table."""
    shared = shared or Shared()
    of, number = page(match.game.name), circumstances.number
    names = circumstances.names or match.names(lang)
    to_move = match.to_move
    redacted = match.redacted(seat)
    seen = redacted.tobytes()
    deciding = seat is not None and seat == to_move
    if seen not in shared.standings:
        shared.standings[seen] = orjson.Fragment(match.written(redacted)), *match.standing(redacted)
    state, scores, ranks = shared.standings[seen]
    if shared.extras is None:
        shared.extras = orjson.Fragment(orjson.dumps(of.extras(match)))
    told = (lang, seat)
    if told not in shared.lines:
        shared.lines[told] = orjson.Fragment(listed(lines(match, match.move_number, seat, lang, number, names)))
    return {
        "number": number,
        "move": match.move_number,
        "moves": moves,
        "seat": seat,
        "to_move": to_move,
        "over": match.over,
        "since": circumstances.since,
        "prompt": _prompt(match, lang, deciding, names),
        "state": state,
        "extras": shared.extras,
        "scores": scores,
        "ranks": ranks,
        "choices": groups(match, lang, circumstances.final) if deciding else [],
        "lines": shared.lines[told],
        "undo": circumstances.undo,
        "lesson": circumstances.lesson,
    }


def _prompt(match: Match, lang: str, deciding: bool, names: Sequence[str]) -> orjson.Fragment:
    """A `models.Prompt`: the decision in words, for whoever decides or for those who wait for it. The same ones come
    again and again."""
    step, mover = match.game.lists["step"][match.facts["step"]], match.to_move
    who = names[mover] if mover is not None else ""
    key = (match.texts(lang), step, mover, deciding, who, *match.details.items())
    found = _PROMPTS.get(key)
    if found is None:
        if len(_PROMPTS) >= MOST_REMEMBERED:
            _PROMPTS.clear()
        text = match.prompt(lang, who) if deciding else match.waiting(lang, who)
        found = _PROMPTS[key] = orjson.Fragment(orjson.dumps({"text": text, "seat": mover, "step": step}))
    return found


def listed(texts: Iterable[bytes]) -> bytes:
    """A list of what is JSON already."""
    return b"[" + b",".join(texts) + b"]"


def groups(match: Match, lang: str, final: Final = none_final) -> list[Group]:
    """The legal choices; those that differ only in an amount are one group, and so are several in a row that people
    make as one. Whether a group is final is asked of its lowest and its highest amount: to try them all would take as
    long as all the rest."""
    of, game, texts = page(match.game.name), match.game, match.texts(lang)
    facts, details, notes = match.facts, match.details, of.notes(match, lang)
    found = _grouped(match)
    ends = final([choice for choices in found.values() for choice in {choices[0], choices[-1]}])
    standing = answering(match)
    result: list[Group] = []
    for (name, *_), choices in found.items():
        first, last = choices[0], choices[-1]
        picked = game.space.pick(first)
        target = of.target(facts, picked)
        about = {**details, **game.choice_details(match.box, facts, picked)}
        # The same bids come again and again, so they are remembered by what their words depend on. Most groups are all
        # numbers from the first to the last.
        which = (first, last) if last - first == len(choices) - 1 else tuple(choices)
        warned = tuple(notes.get(game.space.pick(choice).words) for choice in choices) if notes else ()
        key = (texts, which, warned, *[about.get(need) for need in texts.needs("choices", name, about)])
        if key not in _WORDED:
            if len(_WORDED) >= MOST_REMEMBERED:
                _WORDED.clear()
            _WORDED[key] = _worded(match, texts, name, choices, about, warned)
        label, options = _WORDED[key]
        result.append(
            {
                "name": name,
                "target": target,
                "label": label,
                "note": notes.get(target or name),
                "final": first in ends or last in ends,
                "standing": [one.name for choice, one in standing if choice in choices],
                "lasting": [one.name for choice, one in standing if choice in choices and not one.once],
                "options": options,
            }
        )
    return result + [_in_a_row(match, texts, choices) for choices in of.sequences(match)]


def _in_a_row(match: Match, texts: Texts, choices: Sequence[Picked]) -> Group:
    """Several choices that people make as one, in the words of the last."""
    last = choices[-1]
    details = {**match.details, **match.game.choice_details(match.box, match.facts, last)}
    label = texts.say("choices", last.name, details)
    words = SEPARATOR.join(choice.words for choice in choices)
    return {
        "name": last.name,
        "target": page(match.game.name).target(match.facts, last),
        "label": label,
        "note": None,
        "final": False,
        "standing": [],
        "lasting": [],
        "options": orjson.Fragment(orjson.dumps([{"words": words, "text": label, "amount": None, "note": None}])),
    }


def _grouped(match: Match) -> dict[tuple[Any, ...], list[int]]:
    kinds = _kinds(match.game.name)
    found: dict[tuple[Any, ...], list[int]] = {}
    last, group = None, []
    for choice in match.legal_ids:
        kind = kinds[choice]
        if kind is not last:  # neighbours mostly belong together
            last, group = kind, found.setdefault(kind, [])
        group.append(choice)
    return found


@functools.cache
def _kinds(game: str) -> list[tuple[Any, ...]]:
    """Of every choice of a game, the group that it belongs to: its name and all parameters but the amount."""
    space, amounts = find(game).space, page(game).AMOUNTS
    picks = (space.pick(choice) for choice in range(space.size))
    kinds = [
        (one.name, *(value for name, value in one.parameters.items() if name != amounts.get(one.name))) for one in picks
    ]
    same: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    return [same.setdefault(kind, kind) for kind in kinds]  # equal ones are one object, quick to compare


SEPARATOR = "; "  # between choices that are made in a row
MOST_REMEMBERED = 20_000  # groups of choices, or lines in a language
MOST_TEXTS = 200  # games, languages and seats whose lines are remembered: all of the printed boxes, and some others
_PROMPTS: dict[tuple[Any, ...], orjson.Fragment] = {}
_WORDED: dict[tuple[Any, ...], tuple[str, orjson.Fragment]] = {}


def _worded(
    match: Match, texts: Texts, name: str, choices: list[int], about: Json, warned: Sequence[str | None]
) -> tuple[str, orjson.Fragment]:
    """A group's label and options in words; `about` is about the first. Each may have a warning of its own."""
    of, game = page(match.game.name), match.game
    amount = of.AMOUNTS.get(name)
    options: list[Json] = []
    for choice, note in itertools.zip_longest(choices, warned):
        picked = game.space.pick(choice)
        details = {**match.details, **game.choice_details(match.box, match.facts, picked)}
        number = int(picked.parameters[amount]) if amount else None
        text = texts.say("choices", name, details)
        options.append({"words": picked.words, "text": text, "amount": number, "note": note})
    label = options[0]["text"]
    if amount and len(options) > 1:
        label = of.label(texts, name, about, options[0]["amount"], options[-1]["amount"])
    return label, orjson.Fragment(orjson.dumps(options))


def lines(match: Match, move: int, seat: int | None, lang: str, number: int, names: Sequence[str]) -> list[bytes]:
    """What one choice (0: the deal) made happen, in words: a `models.Line` for each event, as JSON. Whoever looks as
    the seat is spoken to."""
    after = match.at(move) if move != match.move_number else match
    game = match.game
    told = _told(match.texts(lang), seat)
    # Lines are remembered without the name of the player whom it happened to, which is then put in; those that speak
    # of several players with all names.
    several, each = _several(game.name), _written(tuple(names))
    begin = b'{"number":%d,"move":%d,' % (number, move)
    found = []
    for event in after.last_events:
        key = event + b"/".join(each) if event[:2] in several else event
        line = told.get(key)
        if line is None:
            if len(told) >= MOST_REMEMBERED:
                told.clear()
            unnamed = names if event[:2] in several else [WHO] * len(names)
            line = told[key] = _line(match, news.happening(event, game.news, seat), unnamed, lang, seat)
        whose = event[news.SEAT]
        found.append(begin + (line.replace(_WHO, each[whose]) if whose < len(each) else line))
    return found


@functools.lru_cache(MOST_REMEMBERED)
def _written(names: tuple[str, ...]) -> list[bytes]:
    """Names as they stand in JSON."""
    return [orjson.dumps(name)[1:-1] for name in names]


WHO = "\ue000"  # stands for a name; no text has it
_WHO = WHO.encode()


@functools.lru_cache(MOST_TEXTS)
def _told(texts: Texts, seat: int | None) -> dict[bytes, bytes]:
    """The lines about events that were told before, to whoever looks as a seat."""
    return {}


@functools.cache
def _several(game: str) -> frozenset[bytes]:
    """The kinds of events that name several players, as they begin in memory."""
    kinds = enumerate(find(game).news)
    return frozenset(number.to_bytes(2, sys.byteorder) for number, kind in kinds if "seat_1" in kind.arguments)


def _line(match: Match, happening: Happening, names: Sequence[str], lang: str, seat: int | None) -> bytes:
    """A line as JSON text, without what it begins with."""
    line = {
        "seat": happening.seat,
        "kind": happening.kind,
        "text": match.tell(happening, names, lang, seat),
        "clause": happening.clause,
        "forced": happening.forced,
        "facts": happening.arguments,
        "weight": weight(match.game.name, happening.kind, match.news_details(happening)),
        "brief": match.briefly(happening, lang),
        "things": page(match.game.name).things(match.box, happening.arguments),
    }
    return orjson.dumps(line)[1:]


def sheet(match: Match, lang: str, names: Sequence[str] | None = None) -> Json:
    """A `models.Sheet`; `names` are those of the people who sat there, where somebody did."""
    of, named = page(match.game.name), match.at(match.move_number)
    named.people = names or ()
    times, curves = of.curves(named, lang)
    scores, ranks = match.standing(match.redacted(None))  # anybody may ask, also before the end
    seats = [
        {"seat": seat, "name": match.who(seat, lang), "score": scores[seat], "rank": ranks[seat], **rest}
        for seat, rest in enumerate(of.sheet(match, lang))
    ]
    return {"seats": seats, "verdict": of.verdict(match, lang), "times": times, "curves": curves}
