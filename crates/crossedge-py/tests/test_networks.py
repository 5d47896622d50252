"""Every network of the catalog, at small sizes, against networkx; and the golden files that the Rust tests read."""

from __future__ import annotations

import hashlib
import json
import pathlib
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import crossedge
from crossedge import Topology

ROOT = pathlib.Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "testdata" / "golden"
GRAPHS = ROOT / "testdata" / "graphs"


def small() -> list[str]:
    """The expressions of the catalog that have at most 400 nodes."""
    found = []
    for entry in crossedge.catalog().constructions:
        for text in entry.examples:
            text = text.replace('file("', f'file("{GRAPHS}/')
            if Topology(text).nodes <= 400:
                found.append(text)
    return found


SMALL = small()


def test_every_word_has_a_small_network() -> None:
    words = {text.split("(")[0] for text in SMALL}
    assert {entry.name for entry in crossedge.catalog().constructions} <= words


@pytest.mark.parametrize("text", SMALL)
def test_distances_are_those_of_networkx(text: str) -> None:
    net = Topology(text)
    graph = net.to_networkx()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (net.nodes, net.links)
    n = len(net)
    ids = np.arange(n, dtype=np.uint64)
    found = net.distance(np.repeat(ids, n), np.tile(ids, n)).reshape(n, n)
    theirs = np.full((n, n), np.iinfo(np.uint64).max, dtype=np.uint64)
    for source, lengths in nx.all_pairs_shortest_path_length(graph):
        for target, length in lengths.items():
            theirs[source, target] = length
    assert (found == theirs).all()
    assert net.degree(ids).tolist() == [graph.degree(v) for v in range(n)]
    starts, all_ = net.neighbors(ids)
    for v in range(n):
        assert sorted(all_[starts[v] : starts[v + 1]].tolist()) == sorted(graph.neighbors(v))
        assert net.node(net.address(v)) == v


@pytest.mark.parametrize("text", SMALL)
def test_next_hops_arrive(text: str) -> None:
    net = Topology(text)
    n = net.endpoints
    graph = net.to_networkx()
    rng = np.random.default_rng(1)
    sources, targets = rng.integers(n, size=(2, 50), dtype=np.uint64)
    at = sources.copy()
    for _ in range(10 * len(net)):
        step = net.next_hop(at, targets)
        moved = step != at
        assert all(graph.has_edge(int(a), int(b)) for a, b in zip(at[moved], step[moved]))
        at = step
    if nx.is_connected(graph):
        assert (at == targets).all()
        starts, nodes = net.paths(sources, targets)
        ends = nodes[starts[1:] - 1]
        assert (ends == targets).all() and (nodes[starts[:-1]] == sources).all()


@pytest.mark.parametrize("text", [text for text in SMALL if Topology(text).nodes <= 60])
def test_figures_are_those_of_networkx(text: str) -> None:
    net, graph = Topology(text), Topology(text).to_networkx()
    if net.endpoints == net.nodes and nx.is_connected(graph):
        answer = net.show(histogram=True)
        assert answer.diameter is not None and answer.diameter.value == nx.diameter(graph)
        if net.nodes > 1:
            total = sum(sum(lengths.values()) for _, lengths in nx.all_pairs_shortest_path_length(graph))
            assert answer.mean_distance is not None
            assert answer.mean_distance.value == Fraction(total, int(net.nodes * (net.nodes - 1)))
        if answer.connectivity is not None and answer.connectivity.value is not None:
            ends = answer.connectivity.value
            assert ends.lower <= nx.node_connectivity(graph) <= ends.upper
    back = crossedge.from_networkx(graph)
    assert back.edges().tolist() == net.edges().tolist()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("ring(6)", nx.cycle_graph(6)),
        ("hypercube(4)", nx.hypercube_graph(4)),
        ("torus(3,4)", nx.cartesian_product(nx.cycle_graph(3), nx.cycle_graph(4))),
        ("ring(3) * path(4)", nx.cartesian_product(nx.cycle_graph(3), nx.path_graph(4))),
        ("strong(ring(5), path(3))", nx.strong_product(nx.cycle_graph(5), nx.path_graph(3))),
        ("lex(ring(4), path(2))", nx.lexicographic_product(nx.cycle_graph(4), nx.path_graph(2))),
        ("circulant(13, [1,5])", nx.circulant_graph(13, [1, 5])),
        ("paley(13)", nx.Graph(nx.paley_graph(13))),
        ("dual(complete(2))", nx.cycle_graph(8)),
    ],
)
def test_constructions_are_isomorphic_to_those_of_networkx(ours: str, theirs: nx.Graph) -> None:
    assert nx.is_isomorphic(Topology(ours).to_networkx(), theirs)


def digest(net: Topology) -> str:
    """As the Rust tests take it: one link a line."""
    text = "".join(f"{a} {b}\n" for a, b in net.edges().tolist())
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("case", json.loads((GOLDEN / "dual.json").read_text()), ids=lambda case: case["name"])
def test_golden_networks(case: dict) -> None:
    if "expr" not in case or case["nodes"] > 200_000:
        pytest.skip("large")
    net = Topology(case["expr"])
    assert (net.nodes, net.links) == (case["nodes"], case["edges"])
    counts = net.degrees.value.counts
    assert counts == {int(degree): count for degree, count in case["degree_histogram"].items()}
    if case.get("edge_list_sha256"):
        assert digest(net) == case["edge_list_sha256"]
    for source, histogram in case["distance_histogram_from"].items():
        away = net.distance(int(source), np.arange(len(net), dtype=np.uint64))
        assert np.bincount(away.astype(np.int64)).tolist() == histogram


@pytest.mark.parametrize("case", json.loads((GOLDEN / "machines.json").read_text()), ids=lambda case: case["expr"])
def test_golden_machines(case: dict) -> None:
    net = Topology(case["expr"])
    assert (net.nodes, net.endpoints, net.links) == (case["nodes"], case["endpoints"], case["links"])
    assert digest(net) == case["edge_list_sha256"]
    if case["nodes"] <= 300:
        ends = np.arange(case["endpoints"], dtype=np.uint64)
        n = len(ends)
        away = net.distance(np.repeat(ends, n), np.tile(ends, n))
        away = away[away != np.iinfo(np.uint64).max]
        assert np.bincount(away.astype(np.int64)).tolist() == case["endpoint_distance_histogram"]


def expansion(case: dict) -> str:
    """The expression of a golden expansion: unit and frames as listed graphs, pivots by hand."""
    unit, *frames = (f"graph({part['edges']}, nodes={part['n']})" for part in (case["unit"], *case["frames"]))
    return f"re([{', '.join(frames)}], {unit}, pivots={case['pivots']})"


EXPANSIONS = sorted((GOLDEN / "re").glob("g*.json"))


@pytest.mark.parametrize("path", EXPANSIONS, ids=[path.stem for path in EXPANSIONS])
def test_golden_expansions(path: pathlib.Path) -> None:
    case = json.loads(path.read_text())
    net = Topology(expansion(case))
    assert (net.nodes, net.links) == (case["n"], case["m"])
    assert net.degrees.value.counts == {int(degree): count for degree, count in case["degree_hist"].items()}
    if case["n"] <= 3_000 and case["hist_ordered_pairs_incl_self"]:
        ids = np.arange(case["n"], dtype=np.uint64)
        found = np.zeros(len(case["hist_ordered_pairs_incl_self"]), dtype=np.int64)
        for source in ids:
            away = net.distance(np.full_like(ids, source), ids).astype(np.int64)
            found += np.bincount(away[away >= 0], minlength=len(found))
        assert found.tolist() == case["hist_ordered_pairs_incl_self"]


def test_golden_throughput() -> None:
    theta = json.loads((GOLDEN / "theta.json").read_text())
    exact = 0
    for text, value in theta["uniform"].items():
        try:
            net = Topology(text)
        except crossedge.ExpressionError:
            continue
        if net.endpoints * net.links <= 2_000 or text in theta["table"]:
            answer = net.throughput()
            assert answer.exact and answer.lower == Fraction(value), text
            exact += 1
    assert exact >= 60
    for case in theta["traffic"]:
        demands = [(sender, to, 1) for sender, to in enumerate(case["to"]) if sender != to]
        if len(case["to"]) <= 32:
            assert Topology(case["expr"]).throughput(demands).lower == Fraction(case["theta"]), case["expr"]


def test_golden_bounds() -> None:
    for case in json.loads((GOLDEN / "bounds.json").read_text())["graphs"][:100]:
        net = crossedge.graph(case["edges"], nodes=case["n"])
        answer = net.show(["bisection", "connectivity", "edge_connectivity", "girth", "radius"])
        width = answer.bisection.value
        assert width.lower == width.upper == case["bisection"]
        for name in ("connectivity", "edge_connectivity"):
            found = getattr(answer, name).value
            assert found.lower == found.upper == case[name]
        assert answer.radius.value == case["radius"]
        assert (answer.girth.value if answer.girth else None) == case["girth"]
