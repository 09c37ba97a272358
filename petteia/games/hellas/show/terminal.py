"""What one person sees of the table of Hellas, drawn for a terminal; and the final standing.

The island is drawn as in the box file, two columns for each half step: a free space shows its number in the row, so
that E and 12 make E12. Everything comes from `match.view(seat)`, the box, the texts and what the rules count together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from petteia.cli.layout import emblem, ends, fit, flow, ink
from petteia.cli.scene import Scene, apart, screen
from petteia.games.hellas.box import PHASES, YIELDS, Spot, spots
from petteia.games.hellas.show.insight import (
    CITY,
    PARTS,
    VILLAGE,
    Group,
    groups,
    income,
    open_marble,
    parts,
    stones_left,
)
from petteia.games.hellas.show.page import AMOUNTS, notes
from petteia.match import Choice, Match
from petteia.signs import AEGEAN, EMBLEMS, GOLD, OLIVE, QUIET, SEATS, TERRACOTTA

# How the command line may list choices: which parameter is a place on the table and gives a choice its number…
PLACES: Mapping[str, str] = {"action": "action", "column": "temple", "tile": "quarry", "worker": "quarry"}
# …and which choices are so many that they are one item, and typed with the name of a space.
SPOTS: Mapping[str, str] = dict.fromkeys(("house", "plaza", "palace", "statue"), "space")

__all__ = ["AMOUNTS", "PLACES", "SPOTS", "draw", "emblem", "note", "standing"]

MARGIN = 3  # columns for the letter of a row
STEP = 2  # columns of a half step
PIECES = {"houses": "⌂", "plazas": "▢", "palaces": "♜"}
STATUE, QUARRY, CLOSED, WORKER, COAST, MOUNTAIN, STONE, FREE = "♟", "▤", "✗", "W", "·", "^", "●", "○"


def draw(
    match: Match,
    seat: int | None,
    lang: str = "en",
    width: int = 100,
    labels: Sequence[str] | None = None,
    *,
    low: bool = False,
) -> RenderableType:
    """The table as a seat (None: a spectator) sees it. `labels` says who sits where: "you", "greedy"…

    In a `low` terminal the island stands last."""
    scene = _Scene(match, seat, lang, width, labels)
    others = [other for other in scene.order if other != seat]
    own = [] if seat is None else [seat]
    pieces = [*scene.quarries(), *scene.temples(), *scene.supply()]
    people = [line for player in (*others, *own) for line in scene.player(player)]
    if low:
        lines = [*scene.header(), *pieces, *people, *scene.island()]
    else:
        blocks = [scene.header(), scene.island(), pieces, people, scene.legend()]
        lines = apart(blocks)
    return screen(lines, scene.width)


def standing(match: Match, lang: str = "en", labels: Sequence[str] | None = None) -> RenderableType:
    """Points and where they come from (§10), the first one on top. Before the end without marble behind screens."""
    scene = _Scene(match, None, lang, labels=labels)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(scene.word("rank"), justify="right")
    table.add_column(scene.word("player"))
    for heading in (*PARTS, "score"):
        table.add_column(scene.word(heading), justify="right")
    for seat in sorted(scene.order, key=lambda seat: scene.view["ranks"][seat]):
        rank = scene.view["ranks"][seat]
        points = parts(match, seat)
        table.add_row(
            f"{rank}.",
            scene.who(seat).append(scene.label(seat), style=QUIET),
            *(str(points[part]) if part != "marble" or scene.open else "?" for part in PARTS),
            ink(str(scene.view["scores"][seat]), f"bold {GOLD}" if rank == 1 else "bold"),
        )
    by_marble = scene.state["options"]["tie_break"] == "marble"
    return Lines(table, ink(scene.word("tie_marble" if by_marble else "tie"), QUIET))


def note(match: Match, choice: Choice, lang: str = "en") -> str:
    """What somebody is warned of before he chooses an action; what a space is, the map shows."""
    return notes(match, lang).get(f"action:{choice.parameters['action']}", "") if choice.name == "action" else ""


def begun(match: Match) -> bool:
    """Nothing here is begun and cancelled: decisions are taken back one by one."""
    return False


class _Scene(Scene):
    def prepare(self) -> None:
        self.names = self.match.typed
        self.open = open_marble(self.match)
        self.map = spots(self.data["board"][int(self.match.facts["board"])]["map"])
        self.order = [(self.state["starter"] + turn) % self.match.seats for turn in range(self.match.seats)]
        tile_yield = YIELDS[int(self.match.facts["options"]["yields"])]
        self.yields = {str(row["number"]): row[tile_yield] for row in self.data["tile"]}

    def who(self, seat: int) -> Text:
        name = self.texts.name("colour", seat)
        return emblem(seat).append(f" {name}", style=f"bold {SEATS[seat]}")

    def lead(self, key: str) -> Text:
        return ink(f"{self.word(key)}  ", QUIET)

    # -- header and action track ---------------------------------------------------------------------------------------

    def header(self) -> list[Text]:
        where = Text(self.word("phase", phase=self.state["phase"], phases=PHASES), style="bold")
        island = ink(self.texts.name("board", int(self.match.facts["board"])), QUIET)
        lines = self.masthead([island, where])
        lines += flow([self.in_order(seat) for seat in self.order], self.width, self.lead("order"), " › ")
        return [*lines, *flow(self.actions(), self.width, self.lead("actions"), "  ")]

    def in_order(self, seat: int) -> Text:
        who = self.who(seat)
        if seat == self.state["next_starter"] and self.state["phase"] < PHASES:
            who.append(f" ({self.word('next_start')})", style=QUIET)
        return ink("▶ ", f"bold {TERRACOTTA}").append_text(who) if seat == self.view["to_move"] else who

    def actions(self) -> list[Text]:
        """Every action space with its number; those with a stone are marked."""
        found = []
        now = self.state["action"]
        for place, row in enumerate(self.data["action"], 1):
            name = self.texts.name("action", place - 1)
            if row["id"] == now:
                found.append(ink(f"{place} {name} ▶", f"bold {TERRACOTTA}"))
            elif place in self.state["used"]:
                found.append(ink(f"{place} {name} {STONE}", QUIET))
            else:
                found.append(ink(f"{place} ", f"bold {TERRACOTTA}").append(f"{name} {FREE}", style=""))
        return found

    # -- the island ----------------------------------------------------------------------------------------------------

    @property
    def narrow(self) -> bool:
        """Whether the map has to be drawn with one column for each half step, which leaves no room for numbers."""
        return MARGIN + (max(spot.column for spot in self.map) + 2) * STEP > self.width

    def island(self) -> list[Text]:
        return self.rows(1, 1) if self.narrow else self.rows(STEP, 2 * STEP)

    def rows(self, step: int, cell: int) -> list[Text]:
        lines: list[Text] = []
        ends_at = -1
        for place, spot in enumerate(self.map, 1):
            if spot.row == len(lines):
                lines.append(ink(f"{chr(ord('A') + spot.row):<{MARGIN}}", QUIET))
                ends_at = 0
            lines[-1].append(" " * (spot.column * step - ends_at))
            lines[-1].append_text(fit(self.cell(place, spot, cell), cell))
            ends_at = spot.column * step + cell
        return lines

    def cell(self, place: int, spot: Spot, width: int) -> Text:
        """A space: its piece, its temple or quarry, or its number in the row."""
        small = width == 1
        for seat in range(self.match.seats):
            for piece, sign in PIECES.items():
                if place in self.players[seat][piece]:
                    style = f"bold {SEATS[seat]}"
                    return ink(sign if small else f"{EMBLEMS[seat]}{sign}", style)
        if place in self.state["statues"]:
            return ink(STATUE if small else f" {STATUE}", f"bold {GOLD}")
        if spot.kind == "temple":
            return self.temple_cell(spot, small)
        if spot.kind == "quarry":
            return self.quarry_cell(spot, small)
        sign, style = (COAST, AEGEAN) if spot.kind == "coast" else (MOUNTAIN, QUIET)
        return ink(sign if small else f"{sign}{spot.name[1:]}", style)

    def temple_cell(self, spot: Spot, small: bool) -> Text:
        columns = self.state["columns"][self.names["temple"].index(spot.name)]
        full = columns == int(spot.sign)
        return ink(spot.sign if small else f"{columns}/{spot.sign}", f"bold {GOLD}" if full else GOLD)

    def quarry_cell(self, spot: Spot, small: bool) -> Text:
        number = self.names["quarry"].index(spot.name)
        if number + 1 in self.state["active"]:
            return ink(QUARRY if small else f"{QUARRY}{self.state['tops'][number]}", f"bold {OLIVE}")
        if self.state["heights"][number]:
            return ink(CLOSED if small else f"{QUARRY}{CLOSED}", QUIET)
        if self.state["worker"] == number:
            return ink(WORKER if small else f"{QUARRY}{WORKER}", f"bold {TERRACOTTA}")
        return ink(QUARRY, OLIVE)

    # -- lists below it ------------------------------------------------------------------------------------------------

    def quarries(self) -> list[Text]:
        found = []
        for number in (place - 1 for place in self.state["active"]):
            tile = self.state["tops"][number]
            words = self.word("pays", marble=self.yields[tile])
            found.append(Text(f"{self.names['quarry'][number]} ").append(f"{QUARRY}{tile}", OLIVE).append(f" {words}"))
        if self.state["worker"] >= 0:
            found.append(Text(f"{self.names['quarry'][self.state['worker']]} {self.word('worker')}"))
        if self.state["tile"] is not None:
            found.append(ink(self.word("in_hand", tile=int(self.match.facts["tile"])), f"bold {TERRACOTTA}"))
        left = int(self.match.box.record[0]["tile_count"]) - self.state["drawn"]
        found.append(ink(self.word("face_down", count=left), QUIET))
        return flow(found, self.width, self.lead("quarries"), " · ")

    def temples(self) -> list[Text]:
        temples = [spot for spot in self.map if spot.kind == "temple"]
        found = [
            Text(f"{spot.name} ").append(f"{self.state['columns'][number]}/{spot.sign}", style=GOLD)
            for number, spot in enumerate(temples)
        ]
        return flow(found, self.width, self.lead("temples_title"), " · ")

    def supply(self) -> list[Text]:
        supply = self.data["supply"]
        left = {
            "columns": supply["columns"] - sum(self.state["columns"]),
            "statues": supply["statues"] - len(self.state["statues"]),
            "rings": self.state["rings"],
        }
        found = [Text(self.texts.count(count, noun)) for noun, count in left.items()]
        return flow(found, self.width, self.lead("supply"), " · ")

    # -- players -------------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> list[Text]:
        """A player's name and points, marble and pieces, and groups, with a bar of his colour at the left."""
        own = self.players[seat]
        width = self.width - 2
        lines = [
            *ends(self.who(seat).append(self.label(seat), style=QUIET), [self.points(seat)], width),
            *flow(self.stores(seat, own), width, Text(), " · "),
            *flow([self.group(seat, found) for found in groups(self.match, seat)], width, Text(), " · "),
        ]
        bar = ink("▌ ", SEATS[seat])
        return [bar.copy().append_text(line) for line in lines if line.cell_len]

    def points(self, seat: int) -> Text:
        score = self.view["scores"][seat]
        known = self.open or seat == self.seat
        points = self.texts.count(score, "points")
        if self.over:
            return ink(points, f"bold {GOLD}")
        said = ink(self.word("points_now" if known else "without_marble", points=points), QUIET)
        said.highlight_words([points], f"bold {GOLD}")
        return said

    def stores(self, seat: int, own: dict[str, Any]) -> list[Text]:
        supply = self.data["supply"]
        if own["marble"] >= 0:
            found = [ink(f"{self.word('marble')} {own['marble']}", "bold")]
        else:
            found = [ink(self.word("marble_hidden"), QUIET)]
        found.append(Text(f"{self.word('rings')} {own['rings']}"))
        if self.over:
            return found
        if earned := income(self.match, seat):
            found.append(ink(self.word("income", marble=earned), OLIVE))
        left = Text(f"{self.word('left')}")
        for piece, sign in PIECES.items():
            left.append(f" {sign}{supply[piece] - own[f'{piece[:-1]}_count']}")
        found.append(left)
        found.append(ink(self.word("stones_left", count=stones_left(self.match, seat)), QUIET))
        return found

    def group(self, seat: int, found: Group) -> Text:
        """A city, village or palace by its first space, with all that it touches."""
        key = found.kind if found.kind in (CITY, VILLAGE) else f"{found.kind}_alone"
        name = self.names["space"][found.spaces[0] - 1]
        words = Text(f"{self.word(key)} {name}: {len(found.spaces)}", style="bold" if found.kind == CITY else "")
        if found.kind == CITY:
            for temple in found.temples:
                columns = self.state["columns"][temple - 1]
                words.append(f" +{columns} {self.names['temple'][temple - 1]}", style=GOLD)
            for statue in found.statues:
                points = self.data["game"]["points_per_statue"]
                words.append(f" +{points} {STATUE}{self.names['space'][statue - 1]}", style=GOLD)
        return words

    def legend(self) -> list[Text]:
        if self.over:
            return []
        small = self.narrow
        signs = [
            (COAST if small else f"{COAST}5", AEGEAN, "coast"),
            (MOUNTAIN if small else f"{MOUNTAIN}5", QUIET, "mountain"),
            (QUARRY if small else f"{QUARRY}25", OLIVE, "quarry_active"),
            (WORKER if small else f"{QUARRY}{WORKER}", TERRACOTTA, "worker"),
            (CLOSED if small else f"{QUARRY}{CLOSED}", QUIET, "quarry_closed"),
            ("6" if small else "2/6", GOLD, "temple"),
            *((sign, "", piece[:-1]) for piece, sign in PIECES.items()),
            (STATUE, GOLD, "statue"),
        ]
        found = [ink(sign, style).append(f" {self.word(key)}", style=QUIET) for sign, style, key in signs]
        return flow(found, self.width, Text(), "  ")
