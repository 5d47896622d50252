"""A picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

__all__ = ["Drawing"]


@dataclass(frozen=True)
class Drawing:
    """A picture of a network; a notebook shows it.

    Attributes
    ----------
    svg : str
        The picture.
    expression : str
        The network.
    nodes : int
        How many nodes it has.
    view : str
        What the picture shows: ``layout``, ``matrix`` or ``circle``.
    zoomed : bool
        Whether clusters are drawn as glyphs.
    steps : int
        How many steps can be played.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("dualcube(3)").draw().view
    'layout'
    """

    svg: str
    expression: str
    nodes: int
    view: str
    zoomed: bool
    steps: int

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture into a file.

        Parameters
        ----------
        path : str or path
            Its name, with the ending ``.svg``.

        Examples
        --------
        >>> import crossedge, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "ring.svg")
        ...     crossedge.Topology("ring(5)").draw().save(file)
        ...     file.read_text(encoding="utf-8")[:4]
        '<svg'
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return f"Drawing({self.expression!r}, view={self.view!r})"

    def _repr_svg_(self) -> str:
        return self.svg


def drawing(svg: str, told: dict[str, Any]) -> Drawing:
    """The picture with its description."""
    return Drawing(svg, *(told[key] for key in ("expression", "nodes", "view", "zoomed", "steps")))
