"""Words: the decision, the choices and all that happened, as people read it."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from petteia.engine import news
from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.engine.news import Happening
from petteia.engine.records import facts_of
from petteia.engine.texts import LANGUAGES, Texts
from petteia.match.history import History
from petteia.remembering import BOXES, Remembered

# Shared by all matches of a game with the same box, by language.
_TEXTS: Remembered[tuple[str, str, str], Texts] = Remembered(len(LANGUAGES) * BOXES)


class Line(str):
    """A line of the log: its words, and what it belongs to."""

    move: int
    clause: str
    seat: int | None

    def __new__(cls, words: str, move: int, happening: Happening) -> Self:
        line = super().__new__(cls, words)
        line.move = move  # 0 for the deal, 1 for what the first choice made happen
        line.clause = happening.clause
        line.seat = happening.seat
        return line


class Words(History):
    """A table that can be told about."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], seats: int, seed: bytes, *, deal: bool = True
    ) -> None:
        super().__init__(game, box, blank, seats, seed, deal=deal)
        self._details: dict[str, Any] | None = None  # of the decision; remembered until something is played
        self._called: dict[str, list[str]] = {}  # what the seats go by, in a language; likewise
        self.people: Sequence[str] = ()  # the names of those who sit there, where the seats shall go by them
        self._texts: dict[str, Texts] = {}  # those of its game and box that were asked for, by language

    def _forget(self) -> None:
        super()._forget()
        self._details = None
        self._called = {}

    def texts(self, lang: str = "en") -> Texts:
        """The texts of the game in a language, with the names of this box."""
        found = self._texts.get(lang)
        if found is None:
            found = self._texts[lang] = self._open_texts(lang)
        return found

    def _open_texts(self, lang: str) -> Texts:
        def made() -> Texts:
            usual = self.game.box.titles
            own = {key: title for key, title in self.box.titles.items() if title and usual.get(key) != title}
            return Texts(self.game.folder / "show" / "text", lang, self.game.names(self.box), own)

        return _TEXTS.get((self.game.name, self.box.fingerprint, lang), made)

    def who(self, seat: int, lang: str = "en") -> str:
        """The name that a seat goes by."""
        return self.names(lang)[seat]

    def prompt(self, lang: str = "en", who: str | None = None) -> str:
        """The decision in words: whose it is, by the name given or by that in the game, and what for."""
        step = self.game.lists["step"][self.facts["step"]]
        if self.to_move is None:
            return self.texts(lang).say("prompts", "over", {})
        return self.texts(lang).say("prompts", step, {**self.details, "who": who or self.who(self.to_move, lang)})

    def waiting(self, lang: str = "en", who: str | None = None) -> str:
        """The same for those who wait for it, and may not know all that whoever decides does."""
        texts, step = self.texts(lang), self.game.lists["step"][self.facts["step"]]
        if self.to_move is None or step not in texts.groups.get("waiting", ()):
            return self.prompt(lang, who)
        return texts.say("waiting", step, {**self.details, "who": who or self.who(self.to_move, lang)})

    @property
    def details(self) -> dict[str, Any]:
        """What the words for the present decision need to know of the table."""
        if self._details is None:
            self._details = self.game.details(self.box, self.facts)
        return self._details

    def log(self, lang: str = "en", seat: int | None = None) -> list[Line]:
        """All that happened, in words, as a seat (None: a spectator) may know it."""
        seat = self._checked(seat)
        lines = []
        for since_first, state in enumerate(self.states):
            names = self._names(facts_of(self.game.state, state), lang)
            for event in self.events_of(self.first_move + since_first):
                happening = news.happening(event, self.game.news, seat)
                lines.append(Line(self.tell(happening, names, lang), since_first, happening))
        return lines

    def names(self, lang: str = "en") -> list[str]:
        """The names that the seats go by."""
        if self.people:
            return list(self.people)
        if lang not in self._called:
            self._called[lang] = self._names(self.facts, lang)
        return self._called[lang]

    def _names(self, s: Any, lang: str) -> list[str]:
        texts, subject = self.texts(lang), self.game.subject
        subjects = [subject(s, seat) for seat in range(self.seats)]
        return [texts.name(of, n) if n >= 0 else str(texts.groups["words"]["player"]) for of, n in subjects]

    def tell(self, happening: Happening, names: Sequence[str], lang: str = "en", you: int | None = None) -> str:
        """One happening in words; `names` are those of the seats at that time, and `you` is the seat of whoever reads
        it, where he is spoken to."""
        texts = self.texts(lang)
        arguments = self.news_details(happening)
        called = [str(texts.groups["words"]["you"]) if seat == you else name for seat, name in enumerate(names)]
        if "seat_1" in arguments:
            involved = (arguments.get(f"seat_{number}") for number in range(1, self.seats + 1))
            arguments["seats"] = ", ".join(called[seat] for seat in involved if seat is not None and seat >= 0)
        if happening.seat is not None:
            arguments.update(who=called[happening.seat], you=happening.seat == you)
        kind = f"{happening.kind}_forced"
        explained = happening.forced and kind in texts.groups["news"]
        words = texts.say("news", kind if explained else happening.kind, arguments)
        if you is not None:
            words = words[:1].upper() + words[1:]
        return words if explained or not happening.forced else f"{words} {texts.groups['words']['forced']}"

    def news_details(self, happening: Happening) -> dict[str, Any]:
        """What the words for a happening can name: its arguments, and what the game counts together of them."""
        count = getattr(importlib.import_module(f"petteia.games.{self.game.name}.show.words"), "news_details", None)
        more = count(self.box, happening.kind, happening.arguments) if count else {}
        return {**happening.arguments, **more}

    def briefly(self, happening: Happening, lang: str = "en") -> str | None:
        """The few words that a happening has in the summary of a round; none where it is not worth any."""
        texts = self.texts(lang)
        if happening.seat is None or happening.kind not in texts.groups["briefly"]:
            return None
        return texts.say("briefly", happening.kind, self.news_details(happening))
