#!/bin/sh
# Compiles all that the checks call of a game: its table, and what simulates, fuzzes and counts. Otherwise tests that run at
# the same time would each compile it for themselves, and wait for it longer than for anything else.
set -eu
bin=$1 game=$2
{
  "$bin/python" -m petteia.server.rules "$game"
  "$bin/petteia" simulate "$game" --games 1 --json
  "$bin/petteia" fuzz "$game" --games 1 --json
  "$bin/petteia" perft "$game" --depth 1 --json
} >/dev/null
