"""A backend of networkx: distances and connectivity, exact, on graphs of networkx and, without writing them out, on networks of the catalog.

``nx.diameter(graph, backend="crossedge")`` converts the graph once and keeps it; ``nx.diameter(crossedge.Topology("torus(1000,1000)"))`` answers by
the closed form of the network. Switches and endpoints are nodes alike here, as they are in networkx.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from ._crossedge import UNREACHABLE, Topology
from ._graphs import from_networkx

__all__ = ["backend", "info"]

# Nodes of which all distances are listed.
_MOST = 1 << 24

_DISTANCES = ("diameter", "radius", "center", "periphery", "eccentricity", "average_shortest_path_length", "wiener_index")
_LENGTHS = (
    "shortest_path_length",
    "single_source_shortest_path_length",
    "single_target_shortest_path_length",
    "all_pairs_shortest_path_length",
    "has_path",
)
_PARTS = ("is_connected", "number_connected_components", "connected_components", "node_connected_component")
_CUTS = ("node_connectivity", "edge_connectivity")
_DEGREES = ("is_regular", "is_k_regular")


def info() -> dict[str, Any]:
    """The entry of this backend in the lists of networkx."""
    return {
        "backend_name": "crossedge",
        "project": "crossedge",
        "package": "crossedge",
        "short_summary": "Exact distances and connectivity, by closed forms where a network has them.",
        "functions": {name: {} for name in (*_DISTANCES, *_LENGTHS, *_PARTS, *_CUTS, *_DEGREES)},
    }


class _Nodes:
    """The nodes of a network by their labels."""

    def __init__(self, net: Topology) -> None:
        if net.endpoints != net.nodes:
            labels = net.labels
            net = Topology.from_edges(net.edges(), len(net))
            self.names: Any = range(len(net)) if labels is None else labels
        else:
            self.names = net.labels
        self.net = net
        self.many = net.nodes > _MOST
        if self.names is None:
            self.names = range(int(net.nodes))
            self.ids: Any = None
        else:
            self.ids = {name: at for at, name in enumerate(self.names)}

    def id(self, node: Any) -> np.uint64:
        """The id of a node; the error of networkx if there is none."""
        try:
            at = self.ids.get(node) if self.ids is not None else (int(node) if node in self.names else None)
        except TypeError:
            at = None
        if at is None:
            raise nx.NodeNotFound(f"Node {node} is not in the graph")
        return np.uint64(at)

    def distances(self, node: np.uint64) -> np.ndarray[Any, Any]:
        """The distance of every node from one."""
        if self.many:
            raise NotImplementedError(f"the distances of {self.net.nodes} nodes are too many to list: ask for pairs")
        away: np.ndarray[Any, Any] = np.asarray(self.net.distance(node, np.arange(len(self.net), dtype=np.uint64)))
        return away

    def lengths(self, node: Any, cutoff: float | None = None) -> dict[Any, int]:
        """The nodes that can be reached with their distances, the nearest first."""
        away = self.distances(self.id(node))
        order = np.argsort(away, kind="stable")
        most = UNREACHABLE - 1 if cutoff is None or cutoff >= UNREACHABLE else int(cutoff)
        order = order[away[order] <= np.uint64(most)] if most >= 0 else order[:0]
        return dict(zip((self.names[at] for at in order.tolist()), away[order].tolist()))

    def eccentricity(self, node: np.uint64) -> int:
        """The largest distance from a node."""
        most = int(self.distances(node).max(initial=0))
        if most == UNREACHABLE:
            raise nx.NetworkXError("Found infinite path length because the graph is not connected")
        return most

    def all_eccentricities(self) -> dict[Any, int]:
        """The largest distance from each node."""
        first = self.eccentricity(np.uint64(0))
        if len(self.net) > 1 and self.net.vertex_transitivity.value is True:
            return dict.fromkeys(self.names, first)
        return {name: self.eccentricity(np.uint64(at)) for at, name in enumerate(self.names)}

    def connected(self) -> bool:
        """True if every node can be reached."""
        if self.many:
            return self.net.diameter.value is not None
        return int(self.distances(np.uint64(0)).max(initial=0)) != UNREACHABLE

    def parts(self) -> Iterator[set[Any]]:
        """The connected components."""
        left = np.ones(len(self.net), dtype=bool)
        while left.any():
            reached = self.distances(np.uint64(int(left.argmax()))) != UNREACHABLE
            left &= ~reached
            yield {self.names[at] for at in np.flatnonzero(reached).tolist()}


def _nodes(net: Topology) -> _Nodes:
    return _Nodes(net)


def _exact(figure: Any) -> int:
    """The number of a metric; networkx computes it itself where only bounds are known."""
    try:
        return int(figure)
    except (TypeError, ValueError) as why:
        raise NotImplementedError(str(why)) from None


class _Backend:
    """The functions that networkx dispatches."""

    @staticmethod
    def convert_from_nx(graph: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(graph, Topology):
            return graph
        plain = nx.Graph()
        plain.add_nodes_from(graph)
        plain.add_edges_from((a, b) for a, b in graph.edges() if a != b)
        return from_networkx(plain)

    @staticmethod
    def convert_to_nx(result: Any, *args: Any, **kwargs: Any) -> Any:
        return result.to_networkx() if isinstance(result, Topology) else result

    @staticmethod
    def can_run(name: str, args: Any, kwargs: Any) -> bool | str:
        graph = args[0] if args else kwargs.get("G")
        if isinstance(graph, Topology):
            return True
        if graph is None or graph.is_directed() or graph.is_multigraph():
            return "links have no direction, and parallel ones are one"
        if not len(graph):
            return "a network has nodes"
        if kwargs.get("weight") is not None or any(value is not None and isinstance(value, str) for value in args[3:4]):
            return "links have no weights"
        if kwargs.get("s") is not None or kwargs.get("flow_func") is not None or kwargs.get("cutoff") is not None and name in _CUTS:
            return "only the connectivity of the graph"
        return True

    @staticmethod
    def should_run(name: str, args: Any, kwargs: Any) -> bool | str:
        return True

    # Distances of all pairs.

    @staticmethod
    def eccentricity(G: Topology, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
        nodes = _nodes(G)
        if sp is not None or weight is not None:
            raise NotImplementedError("given distances and weights")
        if v is None:
            return nodes.all_eccentricities()
        try:
            known = nodes.ids is not None and v in nodes.ids or nodes.ids is None and v in nodes.names
        except TypeError:
            known = False
        if known:
            return nodes.eccentricity(nodes.id(v))
        try:
            chosen = [name for name in v if (name in nodes.names if nodes.ids is None else name in nodes.ids)]
        except TypeError:
            raise nx.NetworkXError(f"Node {v} is not in the graph.") from None
        return {name: nodes.eccentricity(nodes.id(name)) for name in chosen}

    @staticmethod
    def diameter(G: Topology, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
        if e is not None:
            return int(max(e.values()))
        if weight is not None:
            raise NotImplementedError("weights")
        nodes = _nodes(G)
        if not nodes.connected():
            raise nx.NetworkXError("Found infinite path length because the graph is not connected")
        return _exact(nodes.net.diameter) if len(nodes.names) > 1 else 0

    @staticmethod
    def radius(G: Topology, e: Any = None, usebounds: bool = False, weight: Any = None) -> int:
        return int(min((e or _Backend.eccentricity(G, weight=weight)).values()))

    @staticmethod
    def center(G: Topology, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Any]:
        away = e or _Backend.eccentricity(G, weight=weight)
        least = min(away.values())
        return [name for name, value in away.items() if value == least]

    @staticmethod
    def periphery(G: Topology, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Any]:
        away = e or _Backend.eccentricity(G, weight=weight)
        most = max(away.values())
        return [name for name, value in away.items() if value == most]

    @staticmethod
    def average_shortest_path_length(G: Topology, weight: Any = None, method: Any = None) -> float:
        if weight is not None or method not in (None, "unweighted"):
            raise NotImplementedError("weights")
        nodes = _nodes(G)
        if len(nodes.names) == 1:
            return 0
        if not nodes.connected():
            raise nx.NetworkXError("Graph is not connected.")
        return float(nodes.net.mean_distance)

    @staticmethod
    def wiener_index(G: Topology, weight: Any = None) -> float:
        if weight is not None:
            raise NotImplementedError("weights")
        nodes = _nodes(G)
        if not nodes.connected():
            return float("inf")
        count = len(nodes.names)
        return 0.0 if count == 1 else float(nodes.net.mean_distance.value * count * (count - 1) / 2)

    # Distances of pairs.

    @staticmethod
    def shortest_path_length(G: Topology, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra") -> Any:
        if weight is not None:
            raise NotImplementedError("weights")
        if method not in ("dijkstra", "bellman-ford"):
            raise ValueError(f"method not supported: {method}")
        nodes = _nodes(G)
        if source is None and target is None:
            return ((name, nodes.lengths(name)) for name in nodes.names)
        if source is None or target is None:
            return nodes.lengths(target if source is None else source)
        away = nodes.net.distance(nodes.id(source), nodes.id(target))
        if away is None:
            raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
        return away

    @staticmethod
    def single_source_shortest_path_length(G: Topology, source: Any, cutoff: float | None = None) -> dict[Any, int]:
        return _nodes(G).lengths(source, cutoff)

    @staticmethod
    def single_target_shortest_path_length(G: Topology, target: Any, cutoff: float | None = None) -> dict[Any, int]:
        try:
            return _nodes(G).lengths(target, cutoff)
        except nx.NodeNotFound:
            raise nx.NodeNotFound(f"Target {target} is not in G") from None

    @staticmethod
    def all_pairs_shortest_path_length(G: Topology, cutoff: float | None = None) -> Iterator[tuple[Any, dict[Any, int]]]:
        nodes = _nodes(G)
        return ((name, nodes.lengths(name, cutoff)) for name in nodes.names)

    @staticmethod
    def has_path(G: Topology, source: Any, target: Any) -> bool:
        nodes = _nodes(G)
        return nodes.net.distance(nodes.id(source), nodes.id(target)) is not None

    # Parts and cuts.

    @staticmethod
    def is_connected(G: Topology) -> bool:
        return _nodes(G).connected()

    @staticmethod
    def connected_components(G: Topology) -> Iterator[set[Any]]:
        return _nodes(G).parts()

    @staticmethod
    def number_connected_components(G: Topology) -> int:
        return sum(1 for _ in _nodes(G).parts())

    @staticmethod
    def node_connected_component(G: Topology, n: Any) -> set[Any]:
        nodes = _nodes(G)
        try:
            return set(nodes.lengths(n))
        except nx.NodeNotFound:
            raise KeyError(n) from None

    @staticmethod
    def node_connectivity(G: Topology, s: Any = None, t: Any = None, flow_func: Any = None) -> int:
        if s is not None or t is not None or flow_func is not None:
            raise NotImplementedError("only the connectivity of the graph")
        nodes = _nodes(G)
        if len(nodes.names) == 1 or not nodes.connected():
            return 0
        return _exact(nodes.net.connectivity)

    @staticmethod
    def edge_connectivity(G: Topology, s: Any = None, t: Any = None, flow_func: Any = None, cutoff: Any = None) -> int:
        if s is not None or t is not None or flow_func is not None or cutoff is not None:
            raise NotImplementedError("only the connectivity of the graph")
        nodes = _nodes(G)
        if len(nodes.names) == 1 or not nodes.connected():
            return 0
        return _exact(nodes.net.show(["edge_connectivity"]).edge_connectivity)

    # Degrees.

    @staticmethod
    def is_regular(G: Topology) -> bool:
        return len(G.degrees.value.counts) == 1

    @staticmethod
    def is_k_regular(G: Topology, k: int) -> bool:
        return set(G.degrees.value.counts) == {k}


backend = _Backend
