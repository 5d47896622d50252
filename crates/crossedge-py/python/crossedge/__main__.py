"""The program: ``python -m crossedge`` is ``crossedge``."""

from __future__ import annotations

import sys

from . import _crossedge


def main() -> int:
    """Runs the command line and returns the exit code."""
    return _crossedge._program(["crossedge", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
