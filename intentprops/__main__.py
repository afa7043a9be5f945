"""``python -m intentprops``: the same as the command ``intentprops``."""

from intentprops.cli import main

main()
