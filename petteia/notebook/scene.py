"""What a drawing in a notebook goes by: all that one seat, or a spectator, may know of a match, and words for it."""

from __future__ import annotations

from typing import Any

from petteia.match import Match
from petteia.notebook.paint import SEATS, TERRACOTTA, Html, emblem, inked, joined, quiet


class Scene:
    """A match as a seat (None: a spectator) may know it. Whatever is drawn comes from its `view`."""

    def __init__(self, match: Match, seat: int | None, lang: str) -> None:
        self.match, self.seat, self.lang = match, seat, lang
        self.view = match.view(seat)
        self.state: dict[str, Any] = self.view["state"]
        self.players: list[dict[str, Any]] = self.state["players"][: match.seats]
        self.texts = match.texts(lang)
        self.names = match.names(lang)
        self.data = match.box.data

    def word(self, key: str, **arguments: Any) -> str:
        return self.texts.say("terminal", key, arguments)

    def named(self, of: str, key: str) -> str:
        """The name of a tile, card or disaster; lands without the number they bear beside their name."""
        return self.texts.name(of, self.texts.lists[of].index(key)).removesuffix(f" ({key})")

    def who(self, seat: int) -> Html:
        """A player's mark and name; an arrow before whoever decides."""
        arrow = inked("▶ ", TERRACOTTA) if seat == self.view["to_move"] else ""
        return joined([arrow, emblem(seat), " ", inked(self.names[seat], SEATS[seat], bold=True)])

    def points(self, seat: int) -> Html:
        """Points as far as can be told, and at the end the rank."""
        points = inked(str(self.view["scores"][seat]), "inherit", bold=True)
        return joined([points, quiet(f" · {self.view['ranks'][seat]}.")]) if self.view["over"] else points

    def question(self) -> str:
        """The decision in words, as the seat hears it."""
        decides = self.seat is not None and self.seat == self.view["to_move"]
        return self.match.prompt(self.lang) if decides else self.match.waiting(self.lang)

    def last_lines(self, most: int) -> list[str]:
        """The end of the log, in the order it happened."""
        found: list[str] = []
        for move in range(self.match.move_number, self.match.first_move - 1, -1):
            then = self.match.at(move)
            names = then.names(self.lang)
            found = [then.tell(happening, names, self.lang) for happening in then.told(self.seat)] + found
            if len(found) >= most:
                break
        return found[-most:]
