"""Graphs of other libraries, and back."""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _crossedge
from ._crossedge import Topology
from ._labels import Labels

if TYPE_CHECKING:
    import networkx


def to_networkx(self: Topology) -> networkx.Graph[int]:
    """The network as a graph of networkx, with addresses of nodes, and ports, kinds and widths of links.

    Returns
    -------
    networkx.Graph
        Nodes are ids, or the labels of the graph that the network was made of. A node has `address`, and `endpoint` where there are switches; a
        link has `link_class`, `width`, and the port at its end of the smaller id and at the other, `low_port` and `high_port`.

    Examples
    --------
    >>> import crossedge
    >>> graph = crossedge.Topology("dual(ring(3))").to_networkx()
    >>> graph.nodes[5]["address"], graph.edges[5, 16]["link_class"]
    ('(0,1,2)', 'cross level 1')
    """
    import networkx

    graph: networkx.Graph[int] = networkx.Graph(expression=self.expression)
    endpoints = self.endpoints
    labels = self.labels
    name: Any = range(len(self)) if labels is None else labels
    for node in range(len(self)):
        graph.add_node(name[node], address=self.address(np.uint64(node)))
        if endpoints < self.nodes:
            graph.nodes[name[node]]["endpoint"] = node < endpoints
    classes = list(self.link_classes.items())
    starts, there = self.neighbors(np.arange(len(self), dtype=np.uint64))
    port = {}
    for node in range(len(self)):
        for number, other in enumerate(there[starts[node] : starts[node + 1]].tolist()):
            port[node, other] = number
    for (a, b), kind in zip(self.edges().tolist(), self.edge_classes().tolist()):
        link_class, width = classes[kind]
        graph.add_edge(name[a], name[b], link_class=link_class, width=width, low_port=port[a, b], high_port=port[b, a])
    return graph


def from_networkx(
    graph: networkx.Graph[Any],
    *,
    endpoints: str | Collection[Hashable] | None = None,
    width: str = "width",
) -> Topology:
    """A graph of networkx as a network; its nodes keep their labels.

    Nodes are named by their labels everywhere: ``net.distance("a", "b")``, ``net.route(3, 1)``, and in answers. `Topology.index` gives the ids of
    labels for functions on arrays, `Topology.labels` the labels of ids. A graph whose nodes are 0, 1, …, n - 1 has ids as labels.

    Parameters
    ----------
    graph : networkx.Graph
        Without directions and loops. Parallel edges of a multigraph are one link of several cables.
    endpoints : str or collection of nodes, optional
        The nodes that send and receive: a collection of them, or the name of a node attribute that is true for them. By default the attribute
        ``endpoint`` (as `to_networkx` writes it) or ``role`` (``endpoint``, ``host`` or ``server`` against ``switch`` or ``router``); without
        either all nodes are endpoints.
    width : str
        The edge attribute with the number of cables of a link; 1 where it is absent.

    Warns
    -----
    UserWarning
        Some nodes have a role and others have none: then all are endpoints.

    Examples
    --------
    >>> import crossedge, networkx
    >>> net = crossedge.from_networkx(networkx.petersen_graph())
    >>> net.diameter == 2, net.ring().exists
    (True, False)
    >>> crossedge.from_networkx(networkx.Graph([(3, 1), (1, 2), (2, 4)])).distance(1, 3)
    1
    """
    if graph.is_directed():
        raise ValueError("links have no direction here: pass graph.to_undirected()")
    nodes = list(graph.nodes)
    switches = _switches(graph, nodes, endpoints)
    # Endpoints come first, in the order of the graph.
    plain = all(type(node) is int for node in nodes) and set(nodes) == set(range(len(nodes)))
    if plain:
        nodes.sort()
    nodes.sort(key=switches.__contains__)
    number = {node: at for at, node in enumerate(nodes)}
    cables: dict[tuple[int, int], int] = {}
    for a, b, data in graph.edges(data=True):
        ends = min(number[a], number[b]), max(number[a], number[b])
        if ends[0] == ends[1]:
            raise ValueError(f"node {a!r} has a link to itself: remove it, e.g. by graph.remove_edges_from(networkx.selfloop_edges(graph))")
        count = data.get(width, 1)
        if not isinstance(count, numbers.Integral) or count < 1:
            raise ValueError(f"the edge {a!r} – {b!r} has {width} {count!r}: expected a whole number of cables from 1 on")
        cables[ends] = cables.get(ends, 0) + int(count)
    edges = np.array(list(cables), dtype=np.uint64).reshape(-1, 2)
    widths = list(cables.values()) if any(count != 1 for count in cables.values()) else None
    ids = plain and all(node == at for at, node in enumerate(nodes))
    names = None if ids else _names(nodes)
    net = Topology.from_edges(edges, len(nodes), names, endpoints=len(nodes) - len(switches), widths=widths)
    return net if ids else _crossedge._labelled(net, Labels(nodes))


def _switches(graph: networkx.Graph[Any], nodes: list[Any], endpoints: str | Collection[Hashable] | None) -> set[Any]:
    """The nodes that are not endpoints."""
    if endpoints is not None and not isinstance(endpoints, str):
        ends = set(endpoints)
        unknown = ends.difference(nodes)
        if unknown or not ends:
            raise ValueError(f"endpoints are nodes of the graph, at least one (got {sorted(map(repr, unknown))[:3]})")
        return set(nodes) - ends
    roles: dict[Any, bool] = {}
    for node, data in graph.nodes(data=True):
        if endpoints is not None:
            roles[node] = not data.get(endpoints, False)
        elif "endpoint" in data:
            roles[node] = not data["endpoint"]
        elif str(data.get("role", "")).lower() in _ROLES:
            roles[node] = _ROLES[str(data["role"]).lower()]
    if roles and len(roles) < len(nodes):
        text = f"{len(roles)} of {len(nodes)} nodes have a role: all nodes are taken as endpoints; pass endpoints="
        warnings.warn(text, stacklevel=3)
        return set()
    if not roles or all(roles.values()):
        if endpoints is not None:
            raise ValueError(f"no node has the attribute {endpoints!r}")
        return set()
    return {node for node, switch in roles.items() if switch}


_ROLES = {"endpoint": False, "host": False, "server": False, "switch": True, "router": True}


def _names(nodes: list[Any]) -> list[str]:
    """A different printable name for each node: its text, with a number behind it where others have the same."""
    out: list[str] = []
    seen: set[str] = set()
    for node in nodes:
        text = "".join(letter if letter.isprintable() else "?" for letter in str(node)).strip() or "?"
        name, count = text, 1
        while name in seen:
            count += 1
            name = f"{text}#{count}"
        seen.add(name)
        out.append(name)
    return out


def from_scipy_sparse(matrix: Any) -> Topology:
    """The network of a symmetric adjacency matrix of scipy; an entry is the number of cables of a link.

    Parameters
    ----------
    matrix : scipy.sparse array or matrix
        Square and symmetric, with zeros on the diagonal.

    Examples
    --------
    >>> import crossedge
    >>> net = crossedge.from_scipy_sparse(crossedge.Topology("torus(5,5)").to_scipy_sparse())
    >>> net.diameter == 4
    True
    """
    rows, columns = matrix.shape
    if rows != columns:
        raise ValueError(f"an adjacency matrix is square (got {rows} × {columns})")
    if abs(matrix - matrix.T).nnz:
        raise ValueError("an adjacency matrix is symmetric: links have no direction here")
    entries = matrix.tocoo()
    above = (entries.row <= entries.col) & (entries.data != 0)
    widths = entries.data[above]
    if np.any(widths < 1) or np.any(widths != np.floor(widths)):
        raise ValueError("entries are whole numbers of cables, from 1 on")
    edges = np.stack([entries.row[above], entries.col[above]], axis=1).astype(np.uint64)
    return Topology.from_edges(edges, rows, widths=None if np.all(widths == 1) else widths.astype(np.int64).tolist())


def to_rustworkx(self: Topology) -> Any:
    """The network as a graph of rustworkx; what a node holds is its address.

    Examples
    --------
    >>> import crossedge
    >>> graph = crossedge.Topology("torus(5,5)").to_rustworkx()  # doctest: +SKIP
    """
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([self.address(np.uint64(node)) for node in range(len(self))])
    graph.add_edges_from([(a, b, None) for a, b in self.edges().tolist()])
    return graph


def to_igraph(self: Topology) -> Any:
    """The network as a graph of igraph; a vertex has its address.

    Examples
    --------
    >>> import crossedge
    >>> graph = crossedge.Topology("torus(5,5)").to_igraph()  # doctest: +SKIP
    """
    import igraph

    graph = igraph.Graph(n=len(self), edges=self.edges().tolist())
    graph.vs["address"] = [self.address(np.uint64(node)) for node in range(len(self))]
    return graph


def to_scipy_sparse(self: Topology) -> Any:
    """The adjacency matrix as a sparse array of scipy, in rows.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("torus(5,5)").to_scipy_sparse().sum(axis=0)[:3]
    array([4, 4, 4])
    """
    import scipy.sparse

    starts, there = self.neighbors(np.arange(len(self), dtype=np.uint64))
    ones = np.ones(len(there), dtype=np.int64)
    matrix = scipy.sparse.csr_array((ones, there.astype(np.int64), starts.astype(np.int64)), shape=(len(self), len(self)))
    matrix.sort_indices()
    return matrix
