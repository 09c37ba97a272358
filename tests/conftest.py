"""What all tests share."""

from __future__ import annotations

import pathlib
import signal
import sys
import threading

# Test folders are no packages; their helpers (playthrough.py, sample_games.py) are imported by name.
for folder in ("golden", "arena"):
    sys.path.insert(0, str(pathlib.Path(__file__).parent / folder))

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start would inherit that.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
