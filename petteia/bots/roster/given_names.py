"""What bots at tables are called: given names of ancient Greece, so that two of one level can be told apart."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable

GIVEN_NAMES = (
    "Agathon",
    "Aglaia",
    "Alexis",
    "Ampelis",
    "Andron",
    "Arete",
    "Bakchis",
    "Battos",
    "Charis",
    "Daphnis",
    "Demetria",
    "Dion",
    "Doris",
    "Eunike",
    "Glaukos",
    "Hagno",
    "Hipparchia",
    "Ismene",
    "Kallias",
    "Kimon",
    "Kleon",
    "Leukon",
    "Lykos",
    "Melitta",
    "Menon",
    "Moschos",
    "Myrrine",
    "Nikaia",
    "Nikias",
    "Parmenon",
    "Philinna",
    "Phoibe",
    "Rhodopis",
    "Sostratos",
    "Stratonike",
    "Thais",
    "Theron",
    "Timon",
    "Xenia",
    "Zosime",
)
MOST_SEATS = 5  # in any game


def given_name(table: str, seat: int, taken: Iterable[str]) -> str:
    """The name of the bot on a seat: always the same, another one on every seat of the table, and nobody's in `taken`.
    It follows from the table's id, so that nothing about it is stored."""
    theirs = {name.casefold() for name in taken}
    return next(name for name in _order(table)[seat::MOST_SEATS] if name.casefold() not in theirs)


@functools.lru_cache(1000)
def _order(table: str) -> list[str]:
    """All names, in an order of the table's own."""
    return sorted(GIVEN_NAMES, key=lambda name: hashlib.sha256(f"{table}/{name}".encode()).digest())
