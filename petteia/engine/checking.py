"""Checks: what always holds at a game's table, each with the sentence that is said where it does not.

    check = Checks()

    @check("two pieces on one space")
    @rule
    def spaces_are_single(box: Box, s: State) -> bool: ...

    flaw = check.flaw()

They are asked in the order in which they stand in the file: each may rely on those above it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from petteia.engine.compiling import large_rule

Check = TypeVar("Check", bound=Callable[..., bool])


class Checks:
    """The checks of a game."""

    def __init__(self) -> None:
        self.flaws: list[str] = []  # what is wrong where a check does not hold
        self._checks: list[Callable[..., bool]] = []

    def __call__(self, flaw: str) -> Callable[[Check], Check]:
        """Makes a check of a rule that asks about the table (`s`, and `box` if need be)."""

        def declare(check: Check) -> Check:
            self.flaws.append(flaw)
            self._checks.append(check)
            return check

        return declare

    def flaw(self) -> Callable[[Any, Any], int]:
        """The verb of that name: the number of the first check that does not hold, from 1, or 0."""
        lines = ["def flaw(box, s):"]
        for number, check in enumerate(self._checks, 1):
            lines.append(f" if not check_{number}({', '.join(inspect.signature(check).parameters)}): return {number}")
        scope: dict[str, Any] = {f"check_{number}": check for number, check in enumerate(self._checks, 1)}
        scope["__name__"] = self._checks[0].__module__  # the rule belongs to the game
        exec("\n".join([*lines, " return 0"]), scope)  # compiled code cannot go through a list of functions
        return large_rule(scope["flaw"])
