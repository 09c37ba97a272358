"""Python imports this when it starts, in every process that a test starts."""

import os

import fixed_draws

if fixed_draws.BOOK in os.environ:
    fixed_draws.install()
