"""The labels of a graph from another library, and the ids by which the library counts its nodes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

from .errors import UsageError

__all__ = ["Labels"]


class Labels:
    """Labels by id, and ids by label.

    A label is whatever the graph has as a node. An array of uint64, or one number of it, holds ids: that is what `Topology.index` and all functions
    on arrays return. Anything else holds labels.
    """

    def __init__(self, names: Iterable[Hashable]) -> None:
        self.names = list(names)
        self.ids = {name: at for at, name in enumerate(self.names)}

    def __reduce__(self) -> tuple[Any, ...]:
        return Labels, (self.names,)

    def __contains__(self, label: Any) -> bool:
        try:
            return label in self.ids
        except TypeError:
            return False

    def label(self, at: int) -> Hashable:
        """The label of an id."""
        return self.names[at]

    def position(self, label: Any) -> int:
        """The id of a label, or of a number of uint64."""
        if isinstance(label, np.uint64):
            if label >= len(self.names):
                raise UsageError(f"there is no node with the id {label}", help=f"ids run from 0 to {len(self.names) - 1}")
            return int(label)
        try:
            at = self.ids.get(label)
        except TypeError:
            at = None
        if at is None and isinstance(label, np.generic):
            at = self.ids.get(label.item())
        if at is None:
            some = ", ".join(repr(name) for name in self.names[:3])
            raise UsageError(f"the graph has no node {label!r}", help=f"its nodes are {some}{', …' if len(self.names) > 3 else ''}")
        return at

    def positions(self, given: Any) -> Any:
        """The id of one label, or an array of the ids of many."""
        if isinstance(given, np.ndarray) and given.dtype == np.uint64 and given.ndim:
            return given
        if given in self or isinstance(given, (str, bytes, np.generic)) or not isinstance(given, Iterable):
            return self.position(given)
        if isinstance(given, np.ndarray):
            return np.array([self.position(label) for label in given.ravel().tolist()], dtype=np.uint64).reshape(given.shape)
        return np.array([self.position(label) for label in given], dtype=np.uint64)
