"""Graphs of other libraries, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._crossedge import Topology

if TYPE_CHECKING:
    import networkx


def to_networkx(self: Topology) -> networkx.Graph[int]:
    """The network as a graph of networkx, with addresses of nodes, and ports, kinds and widths of links.

    Returns
    -------
    networkx.Graph
        Nodes are ids. A node has `address`, and `endpoint` where there are switches; a link has `link_class`, `width`, and the
        port at its smaller end and at its larger one, `low_port` and `high_port`.

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
    for node in range(len(self)):
        graph.add_node(node, address=self.address(node))
        if endpoints < self.nodes:
            graph.nodes[node]["endpoint"] = node < endpoints
    classes = list(self.link_classes.items())
    starts, there = self.neighbors(np.arange(len(self), dtype=np.uint64))
    port = {}
    for node in range(len(self)):
        for number, other in enumerate(there[starts[node] : starts[node + 1]].tolist()):
            port[node, other] = number
    for (a, b), kind in zip(self.edges().tolist(), self.edge_classes().tolist()):
        name, width = classes[kind]
        graph.add_edge(a, b, link_class=name, width=width, low_port=port[a, b], high_port=port[b, a])
    return graph


def from_networkx(graph: networkx.Graph[Any]) -> Topology:
    """A graph of networkx as a network. Nodes that are not 0, 1, … keep their names as addresses.

    Parameters
    ----------
    graph : networkx.Graph
        Without directions, loops and double links.

    Examples
    --------
    >>> import crossedge, networkx
    >>> net = crossedge.from_networkx(networkx.petersen_graph())
    >>> net.diameter.value, net.ring().exists
    (2, False)
    """
    if graph.is_directed() or graph.is_multigraph():
        raise ValueError("a network has links without direction, each once: pass networkx.Graph(graph)")
    nodes = list(graph.nodes)
    number = {node: index for index, node in enumerate(nodes)}
    if all(isinstance(node, int) for node in nodes) and set(nodes) == set(range(len(nodes))):
        number, names = {node: node for node in nodes}, None
    else:
        names = [str(node) for node in nodes]
    edges = np.array([(number[a], number[b]) for a, b in graph.edges], dtype=np.uint64).reshape(-1, 2)
    return Topology.from_edges(edges, len(nodes), names)


def to_rustworkx(self: Topology) -> Any:
    """The network as a graph of rustworkx; what a node holds is its address.

    Examples
    --------
    >>> import crossedge
    >>> graph = crossedge.Topology("torus(5,5)").to_rustworkx()  # doctest: +SKIP
    """
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([self.address(node) for node in range(len(self))])
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
    graph.vs["address"] = [self.address(node) for node in range(len(self))]
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
