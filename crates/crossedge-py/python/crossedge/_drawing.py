"""A picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from . import _crossedge

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
            Its name, with the ending ``.svg``, ``.png`` or ``.pdf``.

        Examples
        --------
        >>> import crossedge, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "ring.svg")
        ...     crossedge.Topology("ring(5)").draw().save(file)
        ...     file.read_text(encoding="utf-8")[:4]
        '<svg'
        """
        suffix = os.path.splitext(os.fspath(path))[1].lower()
        if suffix not in (".svg", ".png", ".pdf"):
            raise ValueError(f"pictures are saved as .svg, .png or .pdf (got {suffix or 'no extension'})")
        data = self.svg.encode() if suffix == ".svg" else bytes(_crossedge._picture(self.svg, suffix[1:]))
        with open(path, "wb") as file:
            file.write(data)

    def __repr__(self) -> str:
        return f"Drawing({self.expression!r}, view={self.view!r})"

    def _repr_svg_(self) -> str:
        return self.svg


def drawing(svg: str, told: dict[str, Any]) -> Drawing:
    """The picture with its description."""
    return Drawing(svg, *(told[key] for key in ("expression", "nodes", "view", "zoomed", "steps")))
