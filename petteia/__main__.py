"""`python -m petteia` is the command `petteia`."""

from petteia.cli import main

main()
