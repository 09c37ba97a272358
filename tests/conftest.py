"""What all tests share."""

from __future__ import annotations

import pathlib
import sys

# Test folders are no packages; their helpers (playthrough.py, sample_games.py) are imported by name.
for folder in ("golden", "arena"):
    sys.path.insert(0, str(pathlib.Path(__file__).parent / folder))
