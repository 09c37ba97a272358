"""Words that people give: what can be seen of them, and which names look like others."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable

JOINERS = "\u200c\u200d"  # between letters of Persian or Hindi, and in emoji of several parts
BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159"  # signs that count as letters and show nothing
MOST_MARKS = 5  # on one letter; Burmese has that many

# Cyrillic and Greek letters, and signs, by the Latin letter that they look like.
_LIKE = {
    "a": "АаΑα", "b": "ВвЬьΒβ", "c": "Сс", "d": "ԁ", "e": "ЕеΕε3", "g": "Ԍ", "h": "НнһΗ", "j": "Јј", "k": "КкΚκ",
    "l": "ІіӀӏΙι1|ı", "m": "МмΜ", "n": "Νη", "o": "ОоΟο0", "p": "РрΡρ", "q": "Ԛԛ", "s": "Ѕѕ5", "t": "ТтΤτ", "u": "υ",
    "v": "ν", "w": "Ԝԝω", "x": "ХхΧχ", "y": "УуΥγ", "z": "Ζ",
}  # fmt: skip
_LATIN = str.maketrans({other: latin for latin, others in _LIKE.items() for other in others})


def clean(words: str) -> str:
    """Words in one line, without signs that show nothing; empty where there is nothing else."""
    kept: list[str] = []
    marks = MOST_MARKS  # on the last letter: there is none yet that could bear any
    for index, sign in enumerate(words):
        if unicodedata.category(sign).startswith("M") and sign not in BLANKS:
            marks += 1
            kept += sign if marks <= MOST_MARKS else ""
        elif sign.isprintable() and sign not in BLANKS:
            marks = MOST_MARKS if sign.isspace() else 0
            kept += sign
        elif _joins(words, index):
            kept += sign
        else:
            marks = MOST_MARKS
            kept += " "
    return " ".join("".join(kept).split())


def _joins(words: str, index: int) -> bool:
    around = words[index - 1 : index] + words[index + 1 : index + 2]
    return words[index] in JOINERS and len(around) == 2 and around.isprintable() and not around.isspace()


def looks(name: str) -> str:
    """What is the same for names that can be taken for each other: without case, accents, blanks and dots, with letters
    of other alphabets as those that they look like."""
    alike = unicodedata.normalize("NFKD", name).translate(_LATIN).casefold()
    letters = "".join(sign for sign in alike if sign.isalnum() or _is_vowel(sign))
    return letters.replace("i", "l").replace("rn", "m").replace("vv", "w") or alike


def _is_vowel(sign: str) -> bool:
    """Whether a mark is as much as a letter, as vowels are in Hindi; accents and signs that show nothing are not."""
    return "\u0591" <= sign < "\ufe00" and unicodedata.category(sign).startswith("M")


def apart(name: str, others: Iterable[str]) -> str:
    """A name as it is shown beside others: with a number where one of them looks the same."""
    taken = {looks(other) for other in others}
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(shown for shown in itertools.chain([name], numbered) if looks(shown) not in taken)


def is_shown_as(shown: str, name: str) -> bool:
    """Whether somebody of this name may be shown so (see `apart`)."""
    rest = shown.removeprefix(name)
    return shown == name or (shown.startswith(name) and rest[:2] == " (" and rest[2:-1].isdecimal() and rest[-1] == ")")
