"""A choice at one decision of a match, and what can go wrong with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from petteia.engine.choices import Picked
from petteia.engine.errors import PetteiaError
from petteia.engine.records import facts_of
from petteia.engine.rulebook import Clause

if TYPE_CHECKING:
    from petteia.match import Match


class IllegalChoice(PetteiaError):
    """A choice that the rules forbid now; `clause` says why."""

    def __init__(self, choice: str, clause: Clause) -> None:
        self.choice = choice
        self.clause = clause
        super().__init__(f"'{choice}' is not possible: {clause}")


class Choice(Picked):
    """A choice at one decision of a match: `id`, `name`, its parameters by name, and words."""

    _match: Match
    _state: bytes

    def __init__(self, picked: Picked, match: Match, state: bytes) -> None:
        super().__init__(picked.id, picked.name, picked.parameters)
        object.__setattr__(self, "_match", match)
        object.__setattr__(self, "_state", state)

    def __getattr__(self, name: str) -> int | str:
        parameters = object.__getattribute__(self, "parameters")
        if name in parameters:
            return parameters[name]  # type: ignore[no-any-return]
        raise AttributeError(f"{self.name} has no {name}")

    def text(self, lang: str = "en") -> str:
        """The choice in words: "Bid 5 coins on Market"."""
        return self._match.texts(lang).say("choices", self.name, self.details())

    def details(self) -> dict[str, Any]:
        """What its words need to know of the table."""
        match = self._match
        s = facts_of(match.game.state, self._state)
        return {**match.game.details(match.box, s), **match.game.choice_details(match.box, s, self)}

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, **self.parameters}
