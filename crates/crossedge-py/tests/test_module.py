"""The module as a user meets it: builders, errors, arrays, answers, tables, threads, interruption."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import crossedge
from crossedge import Topology


def test_builders_say_what_they_make() -> None:
    ring, torus = crossedge.ring(3), crossedge.torus(5, 5)
    assert str(ring.dual().dual()) == "dual(dual(ring(3)))"
    assert str(crossedge.rdn(torus, 2)) == str(torus.rdn(2)) == "rdn(torus(5,5), 2)"
    assert ring * ring == Topology("ring(3) * ring(3)")
    assert (ring * ring * torus).expression == "ring(3) * ring(3) * torus(5,5)"
    assert ring**3 == Topology("ring(3) ^ 3")
    assert (ring * torus) ** 2 == Topology("(ring(3) * torus(5,5)) ^ 2")
    assert crossedge.hosts(torus, 4) == Topology("hosts(torus(5,5), 4)")
    assert crossedge.re(crossedge.ring(4), crossedge.ring(4), 2, policy="degree").nodes == 64
    assert crossedge.hdn(crossedge.torus(2, 3), [{1}]) == Topology("hdn(torus(2,3), [{1}])")
    assert crossedge.width(crossedge.hyperx(3, 2), "dimension 1", 2).link_classes["dimension 1"] == 2
    assert crossedge.swap(crossedge.complete(1), crossedge.ring(4), loops=True).nodes == 16
    assert crossedge.circulant(8, [1, 3]).nodes == 8
    assert hash(ring) == hash(Topology("ring( 3 )")) and ring != torus and ring != 3
    with pytest.raises(TypeError):
        ring * 3  # type: ignore[operator]


def test_errors_point_and_help() -> None:
    with pytest.raises(crossedge.ExpressionError) as told:
        Topology("rdn(tours(5,5), 2)")
    error = told.value
    assert error.span == (4, 9) and error.expression == "rdn(tours(5,5), 2)"
    assert error.help is not None and "torus" in error.help
    assert "^^^^^" in str(error) and "help" in str(error)
    assert isinstance(error, ValueError)
    with pytest.raises(crossedge.LimitError):
        Topology("hypercube(100)").edges()
    with pytest.raises(crossedge.UsageError, match="unknown algorithm"):
        Topology("ring(5)").route(0, 1, algorithm="fast")
    with pytest.raises(crossedge.UsageError, match="there is no metric"):
        Topology("ring(5)").show(["size"])
    with pytest.raises(crossedge.ExpressionError):
        Topology("ring(5)").node("(1,2)")
    with pytest.raises(TypeError):
        Topology("ring(5)").distance(0.5, 1)  # type: ignore[call-overload]


def test_numbers_are_exact() -> None:
    net = Topology("rdn(ring(3), 8)")
    assert net.nodes == int(net.show(["nodes"]).nodes.value) and net.nodes > 10**190
    assert isinstance(net.mean_distance.value, Fraction)
    assert sum(net.histogram.value) == net.nodes**2
    program = json.loads(json.dumps(Topology("torus(5,5)").load().to_dict(), default=str))
    assert program["max_channel_load"] == "5/8"


def test_arrays_are_taken_as_they_are() -> None:
    net = Topology("rdn(ring(3), 2)")
    ids = np.arange(648, dtype=np.uint64)
    plain = net.distance(0, ids)
    assert plain.dtype == np.uint64 and plain.shape == (648,)
    for other in (ids.astype(np.int64), ids.astype(np.uint16), ids.tolist()):
        assert (net.distance(0, other) == plain).all()
    assert (net.distance(0, ids[::2]) == plain[::2]).all()
    assert (net.distance(ids.reshape(8, 81), 0) == plain.reshape(8, 81)).all()
    assert net.distance(0, np.array([], dtype=np.uint64)).shape == (0,)
    assert net.distance("(0,0,(0,0,0))", 5) == net.distance(0, 5)
    assert net.distance(np.uint8(0), np.int64(5)) == net.distance(0, 5)
    for wrong in ([648], [-1], np.array([2**63], dtype=np.uint64)):
        with pytest.raises(crossedge.UsageError):
            net.distance(0, wrong)
    with pytest.raises(ValueError, match="shapes differ"):
        net.distance([1, 2], [1, 2, 3])
    apart = Topology.from_edges([(0, 1)], 3)
    assert apart.distance(0, 2) is None
    assert apart.distance(0, [1, 2]).tolist() == [1, 2**64 - 1]


def test_rings_are_arithmetic() -> None:
    net = Topology("rdn(ring(3), 2)")
    ring = net.ring_order()
    assert len(ring) == 648 and ring.closed
    nodes = ring.node_at(np.arange(648, dtype=np.uint64))
    assert sorted(nodes.tolist()) == list(range(648))
    assert (ring.position_of(nodes) == np.arange(648)).all()
    assert (net.distance(nodes, np.roll(nodes, 1)) == 1).all()
    assert tuple(nodes.tolist()) == net.ring().nodes


def test_answers_are_those_of_the_program() -> None:
    """The same keys and values as `crossedge … --json`, but for the form of exact numbers."""

    def same(ours: object, theirs: object) -> bool:
        if isinstance(theirs, dict) and set(theirs) == {"numerator", "denominator", "value"}:
            return ours == Fraction(int(theirs["numerator"]), int(theirs["denominator"]))
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return {str(key) for key in ours} == set(theirs) and all(same(value, theirs[str(key)]) for key, value in ours.items())
        if isinstance(ours, list) and isinstance(theirs, list):
            return len(ours) == len(theirs) and all(map(same, ours, theirs))
        if isinstance(ours, int) and not isinstance(ours, bool) and isinstance(theirs, str):
            return str(ours) == theirs
        return ours == theirs

    text = "rdn(ring(3), 1)"
    net = Topology(text)
    big = Topology("rdn(ring(3), 6)")
    for ours, arguments in [
        (net.show(histogram=True), ["show", text, "--histogram"]),
        (big.show(), ["show", "rdn(ring(3), 6)"]),
        (net.distance_figure(0, 17), ["distance", text, "0", "17"]),
        (net.route(0, 17), ["route", text, "0", "17"]),
        (net.inspect(5), ["node", text, "5"]),
        (net.deadlock(), ["deadlock", text]),
        (net.load(), ["load", text]),
        (net.throughput(), ["throughput", text]),
        (net.disjoint(0, 17), ["disjoint", text, "0", "17"]),
        (net.trees(0), ["trees", text]),
        (net.ring(), ["ring", text]),
        (net.collective("broadcast", steps=True), ["collective", text, "broadcast", "--steps"]),
        (net.collective("allreduce", sizes=True), ["collective", text, "allreduce", "--sizes"]),
        (net.packet(0, 17, "2,9"), ["fault", text, "0", "17", "--faults", "2,9"]),
        (net.left("2,9"), ["fault", text, "--faults", "2,9"]),
        (net.survival(counts=[3], trials=5, pairs=5), ["fault", text, "--counts", "3", "--trials", "5", "--pairs", "5"]),
        (net.verify(), ["verify", text]),
        (net.cite(), ["cite", text]),
        (crossedge.compare([text, "ring(5)"]), ["compare", text, "ring(5)"]),
        (crossedge.catalog(), ["list"]),
    ]:
        program = subprocess.run([sys.executable, "-m", "crossedge", *arguments, "--json"], capture_output=True, text=True)
        assert program.returncode in (0, 1), program.stderr
        assert same(ours.to_dict(), json.loads(program.stdout)), arguments


def test_the_program_is_there() -> None:
    run = [sys.executable, "-m", "crossedge"]
    assert "crossedge" in subprocess.run([*run, "--version"], capture_output=True, text=True, check=True).stdout
    wrong = subprocess.run([*run, "show", "rnig(5)"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "help" in wrong.stderr
    assert subprocess.run([*run, "ring", "mesh(3,3)"], capture_output=True).returncode == 1


def test_tables_are_read_by_others() -> None:
    table = crossedge.compare(["ring(5)", "hypercube(70)"], ["nodes", "diameter", "mean_distance"]).table()
    assert table.columns[:2] == ["expression", "nodes"]
    pyarrow = pytest.importorskip("pyarrow")
    read = pyarrow.table(crossedge.Table({"a": [1, None], "b": [2**70, 3], "c": [0.5, 1], "d": [True, None], "e": ["x", "y"]}))
    assert read.to_pydict() == {"a": [1, None], "b": [str(2**70), "3"], "c": [0.5, 1.0], "d": [True, None], "e": ["x", "y"]}
    assert pyarrow.table(table).num_rows == 2
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(Topology("torus(5,5)").load()).height == len(Topology("torus(5,5)").load().classes)
    duckdb = pytest.importorskip("duckdb")
    edges = Topology("torus(5,5)").edges()
    links = crossedge.Table({"a": edges[:, 0], "b": edges[:, 1]})
    stream = pyarrow.table(links)  # noqa: F841 - DuckDB finds it by its name
    assert duckdb.sql("select count(*) from stream").fetchall() == [(50,)]


def test_own_graphs_keep_their_names() -> None:
    graph = nx.Graph([("Alice", "Bob"), ("Bob", "5-north"), ("a & <b>", "Bob")])
    net = crossedge.from_networkx(graph)
    assert net.distance("Alice", "5-north") == 2 and net.address("Alice") == "Alice" and net.labels is not None and net.labels[0] == "Alice"
    assert net.dual().nodes == 32 and net.dual().verify().holds
    assert (net * net).diameter.value == 4
    again = pickle.loads(pickle.dumps(net.dual()))
    assert again == net.dual() and again.edges().tolist() == net.dual().edges().tolist()
    with pytest.raises(ValueError, match="no direction"):
        crossedge.from_networkx(nx.DiGraph([(0, 1)]))
    matrix = crossedge.torus(5, 5).to_scipy_sparse()
    assert (matrix.toarray() == nx.to_numpy_array(crossedge.torus(5, 5).to_networkx())).all()
    rustworkx = pytest.importorskip("rustworkx")
    assert rustworkx.is_connected(crossedge.torus(5, 5).to_rustworkx())


def test_recipes_of_the_documentation_run(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = pathlib.Path(__file__).resolve().parents[3] / "docs" / "PYTHON.md"
    monkeypatch.chdir(tmp_path)
    nx.write_edgelist(nx.petersen_graph(), "mine.edgelist")
    run = [sys.executable, "-m", "crossedge", "export", "fattree(8)", "-o", "built.ibnet"]
    subprocess.run(run, check=True, capture_output=True)
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 6
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    assert pathlib.Path("diameters.csv").read_text().count("\n") == 51
    assert pathlib.Path("distances.csv").read_text().startswith("distance,pairs\n0,3125000\n")
    assert nx.read_graphml("mine.graphml").number_of_edges() == 15


def test_notebooks_show_pictures_and_tables() -> None:
    svg = crossedge.dualcube(3)._repr_svg_()
    assert svg is not None and svg.startswith("<svg")
    large = Topology("rdn(torus(5,5), 2)")
    assert large._repr_svg_() is None and "3125000" in (large._repr_html_() or "")
    assert "<table>" in large.show(["nodes"])._repr_html_()
    drawing = crossedge.dualcube(3).draw(route=(0, 31), theme="dark")
    assert drawing._repr_svg_().startswith("<svg") and drawing.view == "layout"


def test_generators_of_numpy_are_seeds() -> None:
    net = crossedge.jellyfish(20_000, 4, 1)
    one = net.show(["mean_distance"], sample=5, rng=np.random.default_rng(7)).mean_distance
    two = net.show(["mean_distance"], sample=5, rng=np.random.default_rng(7)).mean_distance
    assert one == two and one.evidence.kind == "sampled"
    with pytest.raises(TypeError):
        net.show(rng="x")  # type: ignore[arg-type]


@pytest.mark.skipif(not crossedge.has_simulator, reason="the simulator is not built in")
def test_simulations_keep_to_the_bounds() -> None:
    told = []
    answer = crossedge.simulate("rdn(ring(3), 1)", curve=True, points=3, step=0.2, cycles=5_000, progress=lambda *now: told.append(now))
    result = answer.results[0]
    bound = result.bounds.routing
    assert all(point.accepted_load <= float(bound) * 1.05 for point in result.points)
    assert len(result.points) >= 3
    with pytest.raises(crossedge.RefutedError):
        crossedge.simulate("torus(5,5)", routing="dimension", vcs=1)


def test_eight_threads_get_the_same_answers() -> None:
    net = Topology("rdn(torus(5,5), 2)")
    rng = np.random.default_rng(3)
    sources, targets = rng.integers(net.nodes, size=(2, 2_000), dtype=np.uint64)
    wanted = net.distance(sources, targets).tolist()
    pairs = list(zip(sources.tolist(), targets.tolist()))
    rounds = int(os.environ.get("CROSSEDGE_THREAD_CALLS", "64000")) // (8 * len(pairs))

    def ask(_: int) -> bool:
        return all([net.distance(a, b) for a, b in pairs] == wanted for _ in range(rounds))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


INTERRUPTED = {
    "a search": "net = crossedge.jellyfish(400_000, 5, 1); ready(); net.show(['diameter'])",
    "an array": "import numpy; net = crossedge.Topology('rdn(torus(5,5), 3)')\nids = numpy.zeros(1 << 23, dtype='uint64'); ready()\nwhile True: net.distance(ids, ids)",
    "a campaign": "net = crossedge.Topology('rdn(torus(5,5), 1)'); ready(); net.survival([0.1], trials=10**6)",
}


@pytest.mark.parametrize("work", INTERRUPTED.values(), ids=list(INTERRUPTED))
def test_interruption_from_the_keyboard(work: str) -> None:
    code = f"""
import sys, crossedge
def ready(): print('ready', flush=True)
try:
    {work.replace(chr(10), chr(10) + "    ")}
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    # No clock decides: whoever hangs is ended by the step as a whole.
    timer = threading.Timer(120, child.kill)
    timer.start()
    assert child.stdout.read() == "interrupted\n"
    timer.cancel()
