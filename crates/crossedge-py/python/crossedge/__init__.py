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
from ._crossedge import Construction, Ring, Topology, catalog, compare, design, failures, formats, phases, theorem
from ._crossedge import UNREACHABLE, has_simulator, papers, simulate
from ._drawing import Drawing
from ._files import advise, check_tables, expand, plot, prices, ranks, recognize, report, sweep, to_file
from ._graphs import from_networkx, from_scipy_sparse, to_igraph, to_networkx, to_rustworkx, to_scipy_sparse
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
    "UNREACHABLE",
    "advise",
    "answers",
    "catalog",
    "check_tables",
    "compare",
    "design",
    "errors",
    "expand",
    "failures",
    "formats",
    "from_networkx",
    "from_scipy_sparse",
    "has_simulator",
    "lint",
    "papers",
    "phases",
    "plot",
    "prices",
    "ranks",
    "recognize",
    "report",
    "simulate",
    "sweep",
    "theorem",
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
    getattr(_crossedge, _name).__doc__ = f"""{_summary[:1].upper()}{_summary[1:]}.

    Written ``{_signature}`` in an expression.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology({_examples[0]!r}).nodes > 0
    True
    """
    if _re.match(r"\w+\([A-Z](?:,|\))", _signature):
        setattr(Topology, _name, _bound(_name, _signature, _summary, _examples[0]))

# Other libraries are spoken to in Python.
for _name, _method in {
    "to_networkx": to_networkx,
    "to_rustworkx": to_rustworkx,
    "to_igraph": to_igraph,
    "to_scipy_sparse": to_scipy_sparse,
    "to_file": to_file,
    "expand": expand,
    "ranks": ranks,
}.items():
    setattr(Topology, _name, _method)



def _is_directed(self: Topology) -> bool:
    """Whether links have a direction: they have none. networkx asks this of the graphs of a backend.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("ring(5)").is_directed()
    False
    """
    return False


def _is_multigraph(self: Topology) -> bool:
    """Whether parallel links are links of their own: they are one link of several cables. networkx asks this of the graphs of a backend.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("ring(5)").is_multigraph()
    False
    """
    return False


setattr(Topology, "is_directed", _is_directed)
setattr(Topology, "is_multigraph", _is_multigraph)
setattr(Topology, "__networkx_backend__", "crossedge")
