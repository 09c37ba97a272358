"""The verbs every game implements, dispatched on the type of the state.

Interpreted, a verb looks the game up by the state's dtype; compiled, Numba picks it by type, at no cost at run time.
(A driver made by a factory that closes over a game's functions would never hit the cache on disk; these do.)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

import numba
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from petteia.engine.compact import Layout, layout_of
from petteia.engine.records import Record
from petteia.engine.sight import forgetting, nothing_is_open, nothing_partly, redacting
from petteia.engine.valuing import all_worth_considering

P = ParamSpec("P")
R = TypeVar("R")

OVER = -1  # `to_move` of a finished game
SPECTATOR = -1  # `redact` for somebody without a seat

_RULES: dict[Any, dict[str, Callable[..., Any]]] = {}
LAYOUTS: dict[type[Record], Layout] = {}  # what `observe` writes, for each game


def register(state: type[Record], *modules: ModuleType) -> None:
    """Says that the verbs of this type of state stand in these modules."""
    found = {}
    for verb in VERBS:
        for module in modules:
            if hasattr(module, verb):
                found[verb] = getattr(module, verb)
    found.setdefault("open_to_all", nothing_is_open)
    found.setdefault("sift", all_worth_considering)
    found["redact"] = redacting(state, found["open_to_all"], found.get("redact", nothing_partly))
    found["forget"] = forgetting(state)
    found["observe"] = LAYOUTS.setdefault(state, layout_of(state)).observe
    if missing := [verb for verb in VERBS if verb not in found]:
        raise TypeError(f"{modules[0].__name__}: no {', '.join(missing)}")
    _RULES[state.dtype] = _RULES[from_dtype(state.dtype)] = found


def _verb(declared: Callable[P, R]) -> Callable[P, R]:
    """Makes a verb of a declaration: the game's own function is chosen by the type of the argument `s`."""
    name = declared.__name__
    arguments = list(inspect.signature(declared).parameters)
    call = ", ".join(arguments)
    scope: dict[str, Any] = {"rules": _RULES, "name": name}
    # Numba demands that implementation and declaration have the same arguments, so both are written out here.
    exec(
        f"def {name}({call}):\n return rules[s.dtype][name]({call})\n"
        f"def choose({call}):\n"
        f" if (found := rules.get(s)) is not None:\n"
        f"  chosen = found[name]\n"
        f"  return lambda {call}: chosen({call})\n",
        scope,
    )
    verb: Callable[P, R] = scope[name]
    verb.__doc__ = declared.__doc__
    if not numba.config.DISABLE_JIT:
        overload(verb)(scope["choose"])
    VERBS.append(name)
    return verb


VERBS: list[str] = []

# Declarations: what a verb takes and answers. The bodies are never run; the game's own function is.


@_verb
def deal(box: Any, s: Any, news: Any, seats: int) -> None:
    """Sets up a new game in `s`, whose options and random generator are already set, up to the first decision."""


@_verb
def to_move(s: Any) -> int:
    """The seat that decides now, or OVER."""
    return OVER


@_verb
def legal(box: Any, s: Any, out: Any) -> int:
    """Writes the ids of the legal choices into `out` and returns how many: none when the game is over, else at least
    two; a single one only where not asking would betray what the seat holds (`Game.lone_choices`)."""
    return 0


@_verb
def play(box: Any, s: Any, news: Any, choice: int) -> None:
    """Makes a legal choice, then runs on to the next real decision. What happens is told in `news`."""


@_verb
def forbids(box: Any, s: Any, choice: int) -> int:
    """0 where the choice is legal; else the number of the clause that forbids it. Any state, any number."""
    return 0


@_verb
def score(box: Any, s: Any, out: Any) -> None:
    """Writes each seat's points, final or as they stand."""


@_verb
def rank(box: Any, s: Any, out: Any) -> None:
    """Writes each seat's rank (1 is first) by the game's own tie-breaks; ranks may be shared."""


@_verb
def redact(box: Any, s: Any, seat: int, out: Any) -> None:
    """Copies to `out[0]` what `seat` may know (SPECTATOR: what everybody may), everything else blanked. The engine does
    so by what the fields declare; a game's own `redact(box, s, seat, seen)` only blanks, in such a copy, what is seen
    partly."""


@_verb
def observe(s: Any, eyes: int, row: Any) -> None:
    """Writes what `redact` has left for a seat into a row of small numbers, as `compact` says. (Made by the engine.)"""


@_verb
def open_to_all(s: Any) -> bool:
    """Whether all lies open now that is hidden by its declaration, but for the generator: at the end, or by an option.
    (Not needed where that never happens.)"""
    return False


@_verb
def hide(box: Any, s: Any, eyes: int, rng: Any) -> None:
    """Redraws with `rng` all that the seats in the bit mask `eyes` (0: a spectator) cannot know together, consistent
    with all they have seen. What comes out depends on what they can see and on `rng`, on nothing else."""


@_verb
def forget(s: Any) -> None:
    """Blanks all that is kept for redraws alone, as what was shuffled when: `hide` then goes by what lies on the table,
    which is quicker and less exact. The engine does so by what the fields declare."""


@_verb
def flaw(box: Any, s: Any) -> int:
    """0 where the state is one the rules can reach as far as one can see; else the number of what is wrong."""
    return 0


@_verb
def value(box: Any, s: Any, seat: int) -> float:
    """How good the position looks to `seat`, by a small hand-written valuation; the greedy bot's only knowledge."""
    return 0.0


@_verb
def scale(box: Any, s: Any) -> float:
    """The unit of `value` now: who is ahead by so much is e times as likely to win, so that softmax(value / scale) are
    the chances of all seats. Of a game that is over nobody asks: there is `rank`."""
    return 1.0


@_verb
def progress(box: Any, s: Any) -> float:
    """How much of the game is played, from 0 to 1; it never goes back."""
    return 0.0


@_verb
def sift(box: Any, s: Any, out: Any, n: int) -> int:
    """Moves those of the `n` legal choices in `out` to its front that are worth considering, and returns how many, at
    least one: what bots look at. It goes by what the seat to move can see. (Not needed where all are.)"""
    return n
