"""What can be answered once for all, until something happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from petteia.engine.choices import Picked
from petteia.standing import Standing, the_first, the_last

TRADES = {"done", "sell", "buy", "found"}
LANDED = {"done", "post", "new_home"}
RUNS = {"best", "home", "sail"}
CARDS = {"decline", "league", "culture", "archon", "poseidon"}


def _has_fleet(s: Any) -> bool:
    """Whether the acting nation has a ship: without one, to buy none is a question of its own."""
    return any(s["nations"][s["nation"]]["fleet"])


def _post_in_port(s: Any, choices: Sequence[Picked]) -> Picked | None:
    """A post where the discovery ship lies. Choices count places from 1."""
    here = int(s["nations"][s["nation"]]["explorer"]) + 1
    return next((one for one in choices if one.name == "post" and one.parameters["place"] == here), None)


def _has_arrived(s: Any) -> bool:
    """Whether the discovery ship has made all its steps."""
    return int(s["left"]) == 0


STANDING = (
    Standing("purse", {"purse"}, {"purse", "decline"}, the_first("purse")),
    # Who cannot buy any more is asked about sales alone; when a price has dropped, that is a new question.
    Standing("end_turn", {"turn"}, {"done", "sell"}, the_first("done"), until={"dropped"}),
    Standing("pass", {"turn"}, TRADES, the_first("done"), until={"bought", "sold", "founded", "exploration"}),
    Standing("post", {"discover"}, LANDED, _post_in_port, where=_has_arrived),
    Standing("no_post", {"discover"}, LANDED, the_first("done"), where=_has_arrived),
    Standing("best_run", {"fleet"}, RUNS, the_first("best"), instead_of={"richest_run"}),
    Standing("richest_run", {"fleet"}, RUNS, the_last("best"), instead_of={"best_run"}),
    Standing("no_offers", {"ships"}, {"done", "offer"}, the_first("done"), until={"phase"}),
    Standing(
        "no_ships",
        {"ships"},
        {"done", "offer", "ship", "trade"},
        the_first("done"),
        until={"phase"},
        where=_has_fleet,
    ),
    Standing("keep_card", {"powers", "poseidon"}, CARDS, the_first("decline"), until={"phase"}),
)
