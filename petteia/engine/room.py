"""Room for a rule to work in: a record that lives as long as the function that asked for it.

Rules allocate nothing. A search that has to remember something gets a record on the stack: no thread and no kernel on a
graphics card shares it with another, and it costs nothing to have. What lies in it at first is anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numba
from numba.core import cgutils
from numba.extending import intrinsic

from petteia.engine.compiling import INTERPRETED
from petteia.engine.records import Record, new

R = TypeVar("R", bound=Record)


def room_for(kind: type[R]) -> Callable[[], R]:
    """A function for rules that makes room for a record. Whoever calls it must not return it."""
    if INTERPRETED:
        return lambda: new(kind)[0]
    record = numba.from_dtype(kind.dtype)

    @intrinsic
    def make_room(_typing):  # type: ignore[no-untyped-def]
        def generate(context, builder, _signature, _arguments):  # type: ignore[no-untyped-def]
            words = cgutils.alloca_once(builder, cgutils.intp_t, size=cgutils.intp_t(-(-record.size // 8)))
            return builder.bitcast(words, context.get_value_type(record))

        return record(), generate

    return make_room  # type: ignore[no-any-return]
