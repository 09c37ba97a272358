"""Scratch records: memory for a rule to work in, which lives as long as the function that asked for it.

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


def scratch_for(cls: type[R]) -> Callable[[], R]:
    """A function for rules that makes a scratch record. Whoever calls it must not return it."""
    if INTERPRETED:
        return lambda: new(cls)[0]
    record = numba.from_dtype(cls.dtype)

    @intrinsic
    def make_scratch(_typing):  # type: ignore[no-untyped-def]
        def generate(context, builder, _signature, _arguments):  # type: ignore[no-untyped-def]
            cells = cgutils.alloca_once(builder, cgutils.intp_t, size=cgutils.intp_t(-(-record.size // 8)))
            return builder.bitcast(cells, context.get_value_type(record))

        return record(), generate

    return make_scratch  # type: ignore[no-any-return]
