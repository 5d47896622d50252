"""The program: ``python -m crossedge`` is ``crossedge``."""

from __future__ import annotations

import sys

from . import _crossedge


def main() -> int:
    """Does what the command line says, and tells the exit code."""
    return _crossedge._program(["crossedge", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
