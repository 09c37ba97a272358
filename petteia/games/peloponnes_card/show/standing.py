"""What can be answered once for all, or ahead."""

from __future__ import annotations

from petteia.standing import Standing, the_first

STANDING = (
    Standing("pass", {"bid"}, {"bid", "pass"}, the_first("pass"), once=True),
    Standing("withdraw", {"displaced"}, {"move", "withdraw"}, the_first("withdraw"), once=True),
    Standing("pay", {"take"}, {"pay", "mortgage"}, the_first("pay")),
)
