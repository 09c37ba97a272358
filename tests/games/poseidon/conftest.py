"""Lets the tests of this folder import their builder of positions, whatever pytest's import mode."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
