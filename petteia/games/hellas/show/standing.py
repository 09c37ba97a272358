"""What can be answered once for all, until something happens."""

from __future__ import annotations

from petteia.standing import Standing, the_first

PHASE = {"phase"}

STANDING = (
    Standing(
        "no_houses",
        {"house", "house_plaza"},
        {"house", "plaza", "decline"},
        the_first("decline"),
        until=PHASE,
    ),
    Standing("no_palaces", {"palace"}, {"palace", "decline"}, the_first("decline"), until=PHASE),
)
