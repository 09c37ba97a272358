"""Observations and choices as spaces."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from petteia.observing import Observer


def observations_space(observer: Observer, choices: int, *, masked: bool) -> spaces.Box | spaces.Dict:
    """What somebody may know, with what he can choose where it is asked for."""
    known = spaces.Box(observer.low, observer.high, dtype=observer.dtype.type)
    if not masked:
        return known
    return spaces.Dict({"observation": known, "action_mask": spaces.Box(0, 1, (choices,), np.int8)})


def choices_space(choices: int) -> spaces.Discrete:
    return spaces.Discrete(choices)
