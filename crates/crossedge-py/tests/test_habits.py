"""What users of networkx, pandas and multiprocessing expect: labels, numbers, tables, forks and interrupts."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import crossedge
from crossedge import Topology

nx = pytest.importorskip("networkx")
if hasattr(nx, "config"):
    # Every call says that it uses the graph of the call before.
    nx.config.warnings_to_ignore.add("cache")

GRAPHS = int(os.environ.get("CROSSEDGE_GRAPHS", "60"))


def labelled(rng: random.Random) -> Any:
    """A random graph with random labels: integers, texts, tuples, or all of them."""
    n = rng.randrange(2, 14)
    plain = nx.gnp_random_graph(n, rng.choice([0.15, 0.3, 0.6]), seed=rng.randrange(2**32))
    kinds: list[Any] = [
        lambda: rng.randrange(-5, 40),
        lambda: "".join(rng.choice("ab <&\"'é0123") for _ in range(rng.randrange(4))),
        lambda: (rng.randrange(3), rng.choice("xyz"), rng.randrange(9)),
        lambda: str(rng.randrange(20)),
    ]
    kind = rng.randrange(len(kinds) + 1)
    names: list[Hashable] = []
    while len(names) < n:
        name = kinds[kind]() if kind < len(kinds) else rng.choice(kinds)()
        if name not in names:
            names.append(name)
    return nx.relabel_nodes(plain, dict(enumerate(names)))


def test_answers_are_those_of_networkx_by_label() -> None:
    rng = random.Random(7)
    for _ in range(GRAPHS):
        graph = labelled(rng)
        net = crossedge.from_networkx(graph)
        names = list(graph)
        lengths = dict(nx.all_pairs_shortest_path_length(graph))
        for a in names:
            assert net.address(a) is not None
            assert net.degree(a) == graph.degree(a)
            for b in names:
                assert net.distance(a, b) == lengths[a].get(b), (a, b)
                hop = net.next_hop(a, b)
                if b in lengths[a] and a != b:
                    assert hop in graph[a] and lengths[hop][b] == lengths[a][b] - 1
                else:
                    assert hop == (a if a == b else None)
                if b in lengths[a]:
                    path = net.route(a, b).path
                    assert path[0] == a and path[-1] == b and len(path) == lengths[a][b] + 1
                    assert all(graph.has_edge(x, y) for x, y in zip(path, path[1:]))
        ids = net.index(names)
        table = net.distance(np.repeat(ids, len(names)), np.tile(ids, len(names))).reshape(len(names), -1)
        for i, a in enumerate(names):
            for j, b in enumerate(names):
                assert table[i, j] == lengths[a].get(b, crossedge.UNREACHABLE)
        if nx.is_connected(graph):
            assert net.diameter == nx.diameter(graph)
            assert float(net.mean_distance) == pytest.approx(nx.average_shortest_path_length(graph))
            assert net.connectivity == nx.node_connectivity(graph)
        back = net.to_networkx()
        assert set(back) == set(graph) and {frozenset(edge) for edge in back.edges} == {frozenset(edge) for edge in graph.edges}
        same = pickle.loads(pickle.dumps(net))
        assert same.labels == net.labels and same.distance(names[0], names[-1]) == net.distance(names[0], names[-1])


def test_an_unknown_label_is_an_error() -> None:
    net = crossedge.from_networkx(nx.Graph([(3, 1), (1, 2), (2, 4)]))
    assert net.distance(1, 3) == 1
    with pytest.raises(crossedge.UsageError, match="the graph has no node 0"):
        net.distance(0, 3)


@pytest.mark.parametrize("text", ["fattree(4)", "clos(4,3,2)", 'width(clos(4,3,2), "level 2", 3)', "hosts(torus(3,4), 2)", "dual(ring(3))", "bcube(3,1)"])
def test_roles_and_widths_come_back(text: str) -> None:
    net = Topology(text)
    back = crossedge.from_networkx(net.to_networkx())
    assert (back.endpoints, back.nodes, back.links) == (net.endpoints, net.nodes, net.links)
    assert np.array_equal(back.edges(), net.edges())
    assert back.diameter == net.diameter.value and back.mean_distance == net.mean_distance.value
    for name in ("cables", "radix"):
        assert getattr(back.show(), name, None) == getattr(net.show(), name, None)


def test_endpoints_are_named_or_warned_about() -> None:
    star = nx.star_graph(4)
    assert crossedge.from_networkx(star, endpoints=[1, 2, 3, 4]).endpoints == 4
    nx.set_node_attributes(star, {node: node > 0 for node in star}, "host")
    net = crossedge.from_networkx(star, endpoints="host")
    assert (net.endpoints, net.distance(1, 2), net.distance(0, 3)) == (4, 2, 1)
    star.nodes[0]["role"] = "switch"
    with pytest.warns(UserWarning, match="1 of 5 nodes have a role"):
        assert crossedge.from_networkx(star).endpoints == 5
    with pytest.raises(ValueError, match="endpoints are nodes"):
        crossedge.from_networkx(star, endpoints=[9])


def test_errors_speak_of_the_graph() -> None:
    with pytest.raises(ValueError, match="node 'a' has a link to itself"):
        crossedge.from_networkx(nx.Graph([("a", "a"), ("a", "b")]))
    with pytest.raises(ValueError, match="graph.to_undirected"):
        crossedge.from_networkx(nx.DiGraph([(1, 2)]))
    with pytest.raises(crossedge.UsageError, match="the link 1 – 0 is there twice"):
        Topology.from_edges([(0, 1), (1, 0)])
    twice = nx.MultiGraph([("a", "b"), ("a", "b")])
    assert crossedge.from_networkx(twice).to_networkx().edges["a", "b"]["width"] == 2


def test_sparse_matrices_come_back() -> None:
    pytest.importorskip("scipy")
    for text in ("torus(5,5)", "star(6)", "mesh(3,4)"):
        net = Topology(text)
        assert np.array_equal(crossedge.from_scipy_sparse(net.to_scipy_sparse()).edges(), net.edges())


def test_a_metric_is_its_number() -> None:
    net = Topology("hypercube(4)")
    diameter = net.diameter
    assert diameter == 4 and 4 == diameter and diameter != 5 and hash(diameter) == hash(4)
    assert int(diameter) == 4 and float(diameter) == 4.0 and diameter + 1 == 5 and 1 + diameter == 5 and diameter / 8 == 0.5
    assert diameter < 5 <= diameter + 1 and 3 < diameter and max(diameter, 2) == 4 and sum([diameter, diameter]) == 8
    assert f"{diameter:d} {diameter:5.1f}" == "4   4.0" and list(range(diameter)) == [0, 1, 2, 3]
    assert np.arange(8)[diameter] == 4 and np.array([diameter, 1], dtype=float).sum() == 5.0
    assert sorted([Topology("ring(9)").diameter, diameter, Topology("ring(3)").diameter]) == [1, 4, 4]
    assert diameter.evidence is not None and diameter.evidence.kind == "proved"
    assert net.mean_distance == Fraction(32, 15) and f"{net.mean_distance:.3f}" == "2.133"
    assert net.vertex_transitivity and bool(Topology("path(4)").vertex_transitivity) is False
    assert net.bisection_width == 8 and net.connectivity == 4
    assert {diameter: "x"}[4] == "x"  # type: ignore[index]


def test_bounds_that_do_not_tell_are_errors() -> None:
    figure = crossedge.Figure(crossedge.answers.BetweenAnswer(lower=3, upper=5), None)
    assert figure < 6 and figure > 2 and figure <= 5 and figure >= 3 and not figure < 3 and figure != 4
    for question in (lambda: figure < 4, lambda: int(figure), lambda: figure + 1):
        with pytest.raises(ValueError, match="lower|bounds"):
            question()
    unknown: crossedge.Figure[None] = crossedge.Figure(None, None, reason="too large")
    with pytest.raises(TypeError, match="not known: too large"):
        int(unknown)


def test_unreachable_nodes_have_no_next_hop() -> None:
    net = Topology.from_edges([(0, 1), (2, 3)])
    assert net.next_hop(0, 3) is None and net.next_hop(0, 0) == 0 and net.next_hop(0, 1) == 1
    assert net.next_hop(0, [0, 1, 2]).tolist() == [0, 1, crossedge.UNREACHABLE]
    assert net.distance(0, [0, 1, 2]).tolist() == [0, 1, crossedge.UNREACHABLE]
    starts, nodes = net.paths(0, [1, 2, 0])
    assert starts.tolist() == [0, 2, 2, 3] and nodes.tolist() == [0, 1, 0]


def test_pictures_are_what_their_names_say(tmp_path: pathlib.Path) -> None:
    picture = Topology("ring(5)").draw()
    for name, start in {"a.svg": b"<svg", "b.png": b"\x89PNG", "c.pdf": b"%PDF", "D.PNG": b"\x89PNG"}.items():
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    for name in ("x.jpg", "x"):
        with pytest.raises(ValueError, match="saved as .svg, .png or .pdf"):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def questions() -> dict[str, Any]:
    """An answer of every kind, with columns that its table must have."""
    net, host = Topology("torus(4,4)"), Topology("hosts(ring(4), 2)")
    out: dict[str, Any] = {
        "show": (net.show(), ["metric", "value", "evidence"]),
        "compare": (crossedge.compare(["ring(5)", "torus(3,3)"]), ["expression", "nodes", "diameter"]),
        "catalog": (crossedge.catalog(), ["name", "signature", "summary"]),
        "cite": (Topology("rdn(ring(3), 1)").cite(), []),
        "distance": (net.distance_figure(0, 5), ["distance"]),
        "inspect": (net.inspect(3), ["port"]),
        "route": (net.route(0, 10), []),
        "disjoint": (net.disjoint(0, 5), ["hops", "path"]),
        "trees": (net.trees(0), ["first"]),
        "deadlock": (net.deadlock(), []),
        "load": (net.load(), ["link_class", "links"]),
        "collective": (Topology("hypercube(3)").collective("broadcast"), ["algorithm", "verdict", "step_count", "time_seconds"]),
        "packet": (net.packet(0, 5, [1]), ["end"]),
        "left": (net.left([1]), []),
        "verify": (net.verify(), ["holds"]),
        "layout": (host.layout(), ["name", "cables", "optical"]),
        "throughput": (net.throughput(), ["lower", "upper"]),
        "ring": (net.ring(), ["exists", "length"]),
        "failures": (crossedge.failures([host]), ["expression", "throughput"]),
        "phases": (crossedge.phases([host], tensor=2, data=2, pipeline=2, expert=1), []),
        "design": (crossedge.design(endpoints="60..70", radix=16, families=["fattree", "clos"]), ["family", "expression", "cost"]),
        "formats": (crossedge.formats(), ["name"]),
        "papers": (crossedge.papers(claim="E1"), ["id", "verdict"]),
        "expand": (Topology("hosts(hyperx(3,3), 2)").expand("hosts(hyperx(3,4), 2)"), ["kept"]),
        "advise": (crossedge.advise(endpoints="60..70", radix=16, family=["fattree", "clos"]), ["family"]),
    }
    if crossedge.has_simulator:
        out["simulate"] = (crossedge.simulate([net], load=0.1, cycles=2000), ["expression", "offered_load", "accepted_load", "mean_latency"])
    return out


def test_tables_hold_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    pandas = pytest.importorskip("pandas")
    wrong: list[object] = []
    for name, (answer, columns) in questions().items():
        table = answer.table()
        with capsys.disabled():
            if os.environ.get("CROSSEDGE_SHOW_TABLES"):
                print(f"\n== {name}\n{table.to_pandas().head(6).to_string(max_colwidth=32, max_cols=12)}")
        assert len(table) >= 1 and len(table.columns) >= 2, name
        missing = [column for column in columns if not any(known == column or known.startswith(column) for known in table.columns)]
        wrong += [(name, missing, table.columns)] if missing else []
        frame = pandas.DataFrame(answer)
        assert list(frame.columns) == table.columns and len(frame) == len(table), name
        assert list(answer.to_pandas().columns) == table.columns
        assert len(repr(answer)) < 2_000, name
        page = answer._repr_html_()
        assert page.startswith("<table") and "Answer(" not in page, name
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer and again.table().columns == table.columns, name
    assert wrong == []


def in_child(text: str) -> float:
    """What a pool of four answers."""
    net = Topology(text)
    return float(net.distance(0, np.arange(len(net))).sum()) + float(net.diameter)


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
@pytest.mark.parametrize("before", [False, True])
def test_pools_of_processes(method: str, before: bool) -> None:
    program = textwrap.dedent(
        f"""
        import multiprocessing, sys
        import numpy as np
        sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
        import crossedge
        from test_habits import in_child
        if __name__ == "__main__":
            expected = in_child("torus(40,40)") if {before} else None
            with multiprocessing.get_context({method!r}).Pool(4) as pool:
                got = pool.map_async(in_child, ["torus(40,40)"] * 8).get(60)
            assert len(set(got)) == 1 and expected in (None, got[0]), (expected, got)
            assert in_child("torus(40,40)") == got[0]
        """
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def long_calls() -> dict[str, str]:
    """Calls that take long, as text."""
    graph = "Topology('jellyfish(30000, 6, 1)')"
    return {
        "distances of a graph": f"net = {graph}; ids = np.arange(30000, dtype=np.uint64); net.distance(np.repeat(ids, 40), np.tile(ids[:40], 30000))",
        "pairs of a graph": f"net = {graph}; rng = np.random.default_rng(1); net.distance(rng.integers(0, 30000, 10**6), rng.integers(0, 30000, 10**6))",
        "next hops": f"net = {graph}; rng = np.random.default_rng(1); net.next_hop(rng.integers(0, 30000, 10**6), rng.integers(0, 30000, 10**6))",
        "paths": f"net = {graph}; rng = np.random.default_rng(1); net.paths(rng.integers(0, 30000, 10**6), rng.integers(0, 30000, 10**6))",
        "closed form": "net = Topology('rdn(torus(5,5), 2)'); ids = np.arange(len(net), dtype=np.uint64)\nwhile True: net.distance(0, ids)",
        "a file": "Topology.from_edges([(i, i + 1) for i in range(10**6)]); time.sleep(60)",
        "stored graph": "Topology('jellyfish(2000000, 8, 1)').distance(0, 5); time.sleep(60)",
        "show": "Topology('jellyfish(20000, 6, 1)').show(['vertex_transitivity', 'edge_transitivity', 'diameter', 'connectivity']); time.sleep(60)",
        "diameter": "Topology('jellyfish(60000, 6, 1)').diameter; time.sleep(60)",
        "bisection": "Topology('jellyfish(60000, 6, 1)').bisection_width; time.sleep(60)",
        "connectivity": "Topology('jellyfish(20000, 16, 1)').connectivity; time.sleep(60)",
        "transitivity": "Topology('jellyfish(60000, 16, 1)').vertex_transitivity; time.sleep(60)",
        "histogram": "Topology('jellyfish(60000, 6, 1)').histogram; time.sleep(60)",
        "verify": "Topology('rdn(torus(5,5), 2)').verify(); time.sleep(60)",
        "deadlock": "Topology('rdn(torus(5,5), 2)').deadlock(); time.sleep(60)",
        "load": "Topology('jellyfish(20000, 6, 1)').load(); time.sleep(60)",
        "throughput": "Topology('jellyfish(2000, 8, 1)').throughput(); time.sleep(60)",
        "collective": "Topology('jellyfish(400, 6, 1)').collective('all-to-all'); time.sleep(60)",
        "ring": "Topology('jellyfish(20000, 3, 1)').ring(); time.sleep(60)",
        "trees": "Topology('hypercube(16)').trees(0); time.sleep(60)",
        "disjoint": "net = Topology('jellyfish(30000, 16, 1)')\nwhile True: net.disjoint(0, 7)",
        "route": "net = Topology('jellyfish(30000, 6, 1)')\nwhile True: net.route(0, 7)",
        "layout": "Topology('hosts(jellyfish(4000, 8, 1), 4)').layout(); time.sleep(60)",
        "failures": "crossedge.failures(['hosts(jellyfish(300, 8, 1), 2)']); time.sleep(60)",
        "design": "crossedge.design(endpoints='1k..10M', ports='..64', objectives=['throughput']); time.sleep(60)",
        "compare": "crossedge.compare(['jellyfish(60000, 6, 1)', 'jellyfish(60000, 6, 2)']); time.sleep(60)",
        "recognize": "Topology('jellyfish(20000, 8, 1)').recognize(); time.sleep(60)",
        "draw": "\nwhile True: Topology('jellyfish(400, 6, 1)').draw()",
        "edges": "net = Topology('rdn(torus(5,5), 2)')\nwhile True: net.edges()",
        "neighbors": "net = Topology('rdn(torus(5,5), 2)'); ids = np.arange(len(net), dtype=np.uint64)\nwhile True: net.neighbors(ids)",
    }


INTERRUPT = """
import faulthandler, signal, sys, threading, time, resource
import numpy as np
import crossedge
from crossedge import Topology

worst = 0.0
def beat():
    global worst
    last = time.monotonic()
    while True:
        time.sleep(0.005)
        now = time.monotonic()
        worst = max(worst, now - last)
        last = now
threading.Thread(target=beat, daemon=True).start()
print("ready", flush=True)
try:
{call}
    print("ended", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
signal.signal(signal.SIGINT, signal.SIG_IGN)
time.sleep(1.0)
before = time.process_time()
time.sleep(0.5)
print(f"{time.process_time() - before:.3f} {worst:.3f}", flush=True)
"""


def interrupted(call: str, after: float) -> tuple[str, float, float, float]:
    """Interrupts a call: what it said, the seconds until then, the processor time afterwards, the longest stall of another thread."""
    program = INTERRUPT.replace("{call}", textwrap.indent(call, "    "))
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(after)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    said = child.stdout.readline().strip()
    seconds = time.monotonic() - start
    # Not `communicate`, which would not see what is buffered already.
    assert child.stderr is not None
    rest, errors = child.stdout.read(), child.stderr.read()
    child.wait(timeout=60)
    assert "panicked" not in errors, errors
    assert rest.strip(), errors
    busy, stall = map(float, rest.split())
    return said, seconds, busy, stall


@pytest.mark.parametrize("name", ["distances of a graph", "closed form", "stored graph", "throughput"])
def test_interrupts_end_the_work(name: str) -> None:
    said, _, _, _ = interrupted(long_calls()[name], 0.7)
    # How long it takes is measured by running this file; no timing fails the suite.
    assert said in ("interrupted", "ended")


def test_threads_answer_the_same() -> None:
    texts = ["jellyfish(64, 5, 3)", "jellyfish(100, 6, 1)", "slimfly(5)"]
    expected = {text: Topology(text).bisection_width.value for text in texts}
    wrong: list[str] = []

    def ask() -> None:
        for text in texts:
            if Topology(text).bisection_width.value != expected[text]:
                wrong.append(text)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert wrong == []


def test_backend_of_networkx() -> None:
    rng = random.Random(3)
    for _ in range(GRAPHS):
        graph = labelled(rng)
        for name in ("is_connected", "number_connected_components", "node_connectivity", "edge_connectivity", "wiener_index", "is_regular"):
            assert getattr(nx, name)(graph, backend="crossedge") == getattr(nx, name)(graph), name
        assert sorted(map(repr, map(sorted, map(lambda part: map(repr, part), nx.connected_components(graph, backend="crossedge"))))) == sorted(
            map(repr, map(sorted, map(lambda part: map(repr, part), nx.connected_components(graph))))
        )
        assert dict(nx.all_pairs_shortest_path_length(graph, backend="crossedge")) == dict(nx.all_pairs_shortest_path_length(graph))
        if nx.is_connected(graph):
            for name in ("diameter", "radius", "eccentricity", "average_shortest_path_length"):
                assert getattr(nx, name)(graph, backend="crossedge") == getattr(nx, name)(graph), name
            for name in ("center", "periphery"):
                assert set(getattr(nx, name)(graph, backend="crossedge")) == set(getattr(nx, name)(graph))
        else:
            with pytest.raises(nx.NetworkXError):
                nx.diameter(graph, backend="crossedge")


def test_networks_of_the_catalog_are_graphs_of_networkx() -> None:
    for text in ("torus(4,5)", "fattree(4)", "rdn(ring(3), 1)", "mesh(3,4)"):
        net = Topology(text)
        graph = nx.Graph(net.edges().tolist())
        for name in ("diameter", "radius", "average_shortest_path_length", "node_connectivity", "edge_connectivity", "is_connected"):
            assert getattr(nx, name)(net) == getattr(nx, name)(graph), (text, name)
        assert nx.shortest_path_length(net, 0, 5) == nx.shortest_path_length(graph, 0, 5)
    assert nx.diameter(Topology("hypercube(40)")) == 40
    assert nx.shortest_path_length(Topology("hypercube(40)"), 0, 2**40 - 1) == 40


def test_documentation_of_constructions() -> None:
    assert "torus" in (crossedge.torus.__doc__ or "") and ">>>" in (crossedge.torus.__doc__ or "")
    assert crossedge.ring(5).__doc__


if __name__ == "__main__":
    # Interrupts at random moments: python test_habits.py 100
    rng = random.Random(1)
    calls = long_calls()
    worst_seconds = worst_stall = worst_busy = 0.0
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
        name = list(calls)[number % len(calls)]
        after = rng.choice([0.0, 0.02, 0.1, 0.3, 1.0, 2.0])
        try:
            said, seconds, busy, stall = interrupted(calls[name], after)
        except Exception as error:  # noqa: BLE001 - all are listed
            print(f"{name} after {after} s: {error!r}"[:300])
            continue
        note = " <<<" if seconds > 1 or busy > 0.2 or stall > 0.1 else ""
        print(f"{name} after {after} s: {said} in {seconds:.2f} s, then {busy:.2f} s of processor time, stall {stall:.3f} s{note}", flush=True)
        worst_seconds, worst_stall, worst_busy = max(worst_seconds, seconds), max(worst_stall, stall), max(worst_busy, busy)
    print(f"worst: {worst_seconds:.2f} s, stall {worst_stall:.3f} s, busy {worst_busy:.2f} s; {multiprocessing.cpu_count()} cores")
