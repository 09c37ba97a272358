"""Observations in words: what each number of a row is, and what one row says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from petteia.match import Match
from petteia.observing import Entry, Observer


def described(observer: Observer) -> Iterator[str]:
    """A line for every number: its place in the row, its name, its bounds, what it is, and what it names."""
    wide = max(len(name) for name in observer.names)
    told = ""
    for place, entry in enumerate(observer.entries):
        about = entry.about
        if entry.words:
            about += f" ({', '.join(f'{n} {word}' for n, word in enumerate(entry.words))})"
        bounds = f"{entry.low} to {entry.high}"
        yield f"{place:>5}  {entry.name:<{wide}}  {bounds:<15}  {about if about != told else ''}".rstrip()
        told = about  # of an array it is said once


def said(observer: Observer, match: Match, seat: int | None) -> Iterator[str]:
    """A line for every number of what a seat observes that is not 0."""
    for entry, number in zip(observer.entries, match.observe(seat, observer.form).tolist(), strict=True):
        if number:
            yield f"{entry.name}: {number}{named(entry, number)}"


def named(entry: Entry, number: int) -> str:
    return f" ({entry.words[number]})" if 0 <= number < len(entry.words) else ""


def as_json(observer: Observer) -> dict[str, Any]:
    """What observations are, for programs."""
    return {
        "game": observer.game.name,
        "seats": observer.seats,
        "form": observer.form,
        "width": observer.width,
        "dtype": str(observer.dtype),
    }
