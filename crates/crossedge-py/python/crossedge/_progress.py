"""Progress of long work: a bar of tqdm if it is installed, else a line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Union

Teller = Callable[[str, int, int], object]
Progress = Union[None, bool, Teller]


class Bar:
    """Shows stage, done and total."""

    def __init__(self) -> None:
        self._stage: str | None = None
        self._bar: Any = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            sys.stderr.write(f"\r{stage}: {done} of {total}   ")
            sys.stderr.flush()
            return
        if stage != self._stage:
            self.close()
            self._stage, self._bar = stage, tqdm(total=total or None, desc=stage, leave=False)
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()

    def __del__(self) -> None:
        self.close()


def teller(progress: Progress) -> Teller | None:
    """The callback with stage, done and total; None if there is none."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if not callable(progress):
        raise TypeError(f"progress is a bool or a callable, not {type(progress).__name__}")
    return progress
