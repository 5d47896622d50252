"""Analyse interconnection networks exactly: metrics with evidence, routes, schedules and rings.

Examples
--------
>>> import crossedge
>>> net = crossedge.Topology("rdn(torus(5,5), 2)")
>>> net.nodes, net.diameter.value
(3125000, 22)
>>> net.distance(0, [1, 2_000_000])
array([1, 6], dtype=uint64)
"""

from __future__ import annotations

import re as _re
from os import PathLike as _PathLike
from typing import Any as _Any

from . import _catalog, _crossedge, answers, errors
from ._catalog import *  # noqa: F403
from ._build import Evidence, Figure
from ._crossedge import Construction, Ring, Topology, catalog, compare, design, failures, formats, phases
from ._crossedge import has_simulator, papers, simulate
from ._drawing import Drawing
from ._graphs import from_networkx, to_igraph, to_networkx, to_rustworkx, to_scipy_sparse
from ._table import Table
from .errors import *  # noqa: F403

__version__ = _crossedge.__version__

__all__ = [
    "Construction",
    "Drawing",
    "Evidence",
    "Figure",
    "Ring",
    "Table",
    "Topology",
    "answers",
    "catalog",
    "compare",
    "design",
    "errors",
    "failures",
    "formats",
    "from_networkx",
    "has_simulator",
    "lint",
    "papers",
    "phases",
    "simulate",
]
__all__ += errors.__all__
__all__ += _catalog.__all__


def lint(file: str | _PathLike[str], **options: _Any) -> answers.LintAnswer:
    """What is wrong with the fabric in a file, most costly first; the options are those of `Topology.lint`.

    Examples
    --------
    >>> import pathlib, tempfile, crossedge
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "fabric.csv"
    >>> rows = ["h0,endpoint,s0,switch", "h1,endpoint,s1,switch", "s0,switch,s1,switch"]
    >>> _ = path.write_text("\\n".join(["A-Node,A-Role,Z-Node,Z-Role", *rows]))
    >>> [finding.rule for finding in crossedge.lint(path).findings]
    ['F031']
    """
    return Topology(str(file)).lint(**options)


def _bound(name: str, signature: str, summary: str, example: str) -> _Any:
    def method(self: Topology, *args: _Any, **kwargs: _Any) -> Topology:
        return _crossedge._construct(name, self, *args, **kwargs)

    method.__name__ = name
    method.__qualname__ = f"Topology.{name}"
    method.__doc__ = f"""{summary}

        Written ``{signature}``; this network is the first argument.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Topology({example!r}).nodes > 0
        True
        """
    return method


# A construction whose first argument is a network is also a method: ring(3).dual().
for _name, _signature, _summary, _examples in _crossedge._entries():
    if _re.match(r"\w+\([A-Z](?:,|\))", _signature):
        setattr(Topology, _name, _bound(_name, _signature, _summary, _examples[0]))

# Other libraries are spoken to in Python.
for _name, _method in {
    "to_networkx": to_networkx,
    "to_rustworkx": to_rustworkx,
    "to_igraph": to_igraph,
    "to_scipy_sparse": to_scipy_sparse,
}.items():
    setattr(Topology, _name, _method)
