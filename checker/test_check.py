#!/usr/bin/env python3
"""Tests of the checker, with certificates of the program.

    CROSSEDGE=path/to/crossedge python test_check.py

Certificates of every kind are made for the examples of the catalogue and must be accepted. Then seeded corruptions of them must be
refused. Every corruption is wrong by construction: where a change might leave a valid certificate, a condition beside it, which does
not use the checker, excludes that case.

CHECKER_EXAMPLES=N takes every N-th example, CHECKER_CORRUPTIONS=N sets the number of corruptions, CHECKER_VERDICTS=N that of the
verdicts that are compared with `crossedge verify`, CHECKER_SEED=N the seed.
"""

import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import check

PROGRAM = os.environ.get("CROSSEDGE")
EVERY = int(os.environ.get("CHECKER_EXAMPLES", "1"))
CORRUPTIONS = int(os.environ.get("CHECKER_CORRUPTIONS", "3000"))
SEED = int(os.environ.get("CHECKER_SEED", "1"))
VERDICTS = int(os.environ.get("CHECKER_VERDICTS", "200"))
MOST_NODES = 100
IDS = re.compile(r"ids (below )?[\d ,to]+")
COLLECTIVES = ("broadcast", "scatter", "gather", "reduce", "allgather", "reduce-scatter", "allreduce", "all-to-all", "barrier")
ROUTINGS = ("address", "order", "dimension", "negative-first", "adaptive", "updown", "layers", "ecmp", "local-global-local", "spread", "ugal", "valiant")
TRAFFIC = ("tornado", "shift by 1", "hotspot at 0", "complement", "longest", "groups of 2", "transpose", "reverse", "shuffle", "random seed 7")


def run(*arguments, codes=(0,)):
    """The standard output; None if the program has no answer."""
    try:
        done = subprocess.run([PROGRAM, "-q", "--threads", "1", *arguments], capture_output=True, text=True, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode in codes else None


class Case:
    """A certificate with its network."""

    def __init__(self, kind, command, graph, certificate, plan=None):
        self.kind, self.command, self.graph, self.certificate, self.plan = kind, command, graph, certificate, plan
        self.network = as_network(graph)

    def verdict(self, certificate=None, graph=None):
        network = self.network if graph is None else as_network(graph)
        plan = as_network(self.plan) if self.plan else None
        return check.check(network, self.certificate if certificate is None else certificate, plan)


def as_network(graph):
    return check.network_from_edges(graph) if isinstance(graph, str) else check.network_from_node_link(json.dumps(graph), "network")


def written(verb, expression, *options, codes=(0,)):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate.json")
        if run(verb, expression, *options, path, codes=codes) is None or not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            return json.load(file)


def in_folder(expression, metric):
    """A certificate that `show --certificates` writes, by the name of its metric."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificates")
        name = os.path.join(path, metric.replace("_", "-") + ".json")
        if run("show", expression, "--metric", metric, "--certificates", path) is None or not os.path.exists(name):
            return None
        with open(name, encoding="utf-8") as file:
            return json.load(file)


def answer(*arguments, codes=(0,)):
    text = run(*arguments, "--json", codes=codes)
    return json.loads(text) if text else None


def cases_of(expression, seed):
    """All certificates that the program writes for a network."""
    rng = random.Random(f"{SEED} {seed} {expression}")
    text = run("export", expression, "--to", "node-link")
    if text is None:
        return None
    graph = json.loads(text)
    count = len(graph["nodes"])
    if not 2 <= count <= MOST_NODES:
        return []
    endpoints = [node["id"] for node in graph["nodes"] if node["role"] == "endpoint"]
    cases = []

    def add(kind, command, certificate, plan=None):
        if certificate is not None:
            cases.append(Case(kind, " ".join(command), graph, certificate, plan))

    for traffic in ["uniform", *rng.sample(TRAFFIC, 2)]:
        if count <= 60:
            add("throughput", ("throughput", expression, traffic), written("throughput", expression, "--traffic", traffic, "-o"))
    if len(endpoints) > 1:
        for _ in range(2):
            ends = [str(node) for node in rng.sample(endpoints, 2)]
            add("disjoint", ("disjoint", expression, *ends), answer("disjoint", expression, *ends))
        ends = [str(node) for node in rng.sample(endpoints, 2)]
        add("ring", ("ring", expression, "path", *ends), answer("ring", expression, "--from", ends[0], "--to", ends[1]))
    root = str(rng.choice(endpoints))
    add("trees", ("trees", expression, root), answer("trees", expression, "--root", root))
    add("ring", ("ring", expression), answer("ring", expression))
    add("rings", ("ring --disjoint", expression), answer("ring", expression, "--disjoint"))
    if expression.startswith(("dual(", "rdn(", "dualcube(")):
        add("ring", ("ring --virtual 0", expression), answer("ring", expression, "--virtual", "0"))
    if len(endpoints) <= 40:
        for kind in COLLECTIVES:
            options = ["--ports", rng.choice(("half", "one", "all"))]
            if kind in ("broadcast", "scatter", "gather", "reduce"):
                options += ["--root", str(rng.choice(endpoints))]
            if rng.random() < 0.3:
                options += ["--model", "cut-through"]
            command = ("collective", expression, kind, *options)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "schedule.json")
                if run(*command, "--export", path) is not None:
                    with open(path, encoding="utf-8") as file:
                        add("schedule", command, json.load(file))
    if count <= 40:
        for options in ([], ["--routing", rng.choice(ROUTINGS)], ["--routing", rng.choice(ROUTINGS)]):
            for channels in ([], ["--vcs", "1"]):
                command = ("deadlock", expression, *options, *channels, "-o")
                certificate = written(*command, codes=(0, 1))
                if certificate:
                    kind = "freedom" if "channels" in certificate else "deadlock"
                    add(kind, command, certificate)
    for key in ("vertex_transitivity", "edge_transitivity"):
        add("symmetry", ("show --certificates", expression, key), in_folder(expression, key))
    bisection = answer("show", expression, "--metric", "bisection")
    value = bisection and bisection["bisection"] and bisection["bisection"]["value"]
    if isinstance(value, dict) and ("nodes" in value or IDS.fullmatch(str(value.get("witness")))):
        add("bisection", ("show --metric bisection", expression), bisection)
    found = answer("recognize", expression, "--map")
    if found and found["plan"] and found["plan"].get("map"):
        add("map", ("recognize --map", expression), found, json.loads(run("export", found["plan"]["expression"], "--to", "node-link")))
    return cases


def differing_maps():
    """Maps of fabrics in which one cable is missing and another one is extra."""
    cases = []
    for number, expression in enumerate(("torus(3,4)", "hypercube(4)", "dual(ring(3))", "mesh(3,4)", "circulant(13, [1,5])", "wk(4,2)")):
        rng = random.Random(f"{SEED} {number} differing")
        lines = run("export", expression, "--to", "edges").split("\n")[:-1]
        lines.remove(rng.choice(lines))
        count = max(int(word) for line in lines for word in line.split()) + 1
        free = [f"{a} {b}" for a in range(count) for b in range(a + 1, count) if f"{a} {b}" not in lines]
        lines.append(rng.choice(free))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fabric.edges")
            text = "\n".join(lines) + "\n"
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            found = answer("recognize", path, "--map", "--plan", expression, codes=(1,))
        plan = json.loads(run("export", expression, "--to", "node-link"))
        cases.append(Case("map", f"recognize --map --plan {expression} of a fabric with differences", text, found, plan))
    return cases


# ------------------------------------------------------------------------------------------------------------------ corruptions
# Each takes a random generator, the case and a copy of its certificate, which it changes. It returns False where it does not apply.
# A corruption that returns a graph replaces the network.


def linked(case, a, b):
    return b in case.network.neighbours[a]


def stranger(rng, case, node):
    """A node that is neither the given one nor linked to it."""
    others = [other for other in range(case.network.count) if other != node and not linked(case, node, other)]
    return rng.choice(others) if others else None


def bump(record, key, by=1):
    if not record or not isinstance(record.get(key), int):
        return False
    record[key] += by
    return None


def number(value):
    return int(value)


def integer_text(value):
    return str(value) if value > 2**53 else value


def set_ratio(record, exact):
    record.update(numerator=integer_text(exact.numerator), denominator=integer_text(exact.denominator), value=exact.numerator / exact.denominator)


def exact(record):
    return Fraction(number(record["numerator"]), number(record["denominator"]))


def without_link(case, a, b):
    """The network without a link, and with the ports of the others as they were."""
    graph = copy.deepcopy(case.graph)
    graph["edges"] = [edge for edge in graph["edges"] if {edge["source"], edge["target"]} != {a, b}]
    return graph


def renamed(rng, case, c):
    if isinstance(case.graph, str):
        return False
    c["expression"] += "'"


def pick_amount(rng, c):
    source = rng.choice(c["flow"]["sources"])
    return source, rng.choice(source["amounts"])


def t_amount(rng, case, c):
    _, entry = pick_amount(rng, c)
    entry[2] = integer_text(number(entry[2]) + rng.choice((-1, 1, 7)))


def t_drop_amount(rng, case, c):
    source, entry = pick_amount(rng, c)
    source["amounts"].remove(entry)


def t_port(rng, case, c):
    source, entry = pick_amount(rng, c)
    ports = case.network.ports[entry[0]]
    used = {port for node, port, _ in source["amounts"] if node == entry[0]}
    others = [port for port, (other, _) in ports.items() if other != ports[entry[1]][0] and port not in used]
    entry[1] = rng.choice(others) if others else len(ports)


def t_twice(rng, case, c):
    source, entry = pick_amount(rng, c)
    source["amounts"].append(list(entry))


def t_source(rng, case, c):
    sources = c["flow"]["sources"]
    if len(sources) < 2:
        sources[0]["from"] = case.network.count
    else:
        a, b = rng.sample(sources, 2)
        a["from"] = b["from"]


def t_no_source(rng, case, c):
    c["flow"]["sources"].remove(rng.choice(c["flow"]["sources"]))


def t_scale(rng, case, c):
    c["flow"]["scale"] = integer_text(number(c["flow"]["scale"]) + 1)


def t_bound(rng, case, c):
    record = c[rng.choice(("lower", "upper"))]
    if number(record["denominator"]) == 0:
        return False
    set_ratio(record, exact(record) * rng.choice((Fraction(2), Fraction(1, 2), Fraction(1001, 1000), Fraction(10**9 + 1, 10**9))))


def t_decimal(rng, case, c):
    record = c[rng.choice(("lower", "upper"))]
    if record["value"] is None:
        return False
    record["value"] *= rng.choice((1.01, 0.5, 1 + 1e-9))


def t_demands(rng, case, c):
    if "uniform" in c["demands"]:
        c["demands"]["uniform"] += rng.choice((-1, 1))
    else:
        rows = [row for row in c["demands"]["listed"]["rows"] if row]
        rng.choice(rng.choice(rows))[1] += 1


def t_demand_moved(rng, case, c):
    if "uniform" in c["demands"]:
        c["traffic"] = "shift by 1"
        return None
    rows = c["demands"]["listed"]["rows"]
    full = [rank for rank, row in enumerate(rows) if row]
    rank = rng.choice(full)
    others = [other for other in range(len(rows)) if other != rank and other not in [entry[0] for entry in rows[rank]]]
    if not others:
        return False
    rng.choice(rows[rank])[0] = rng.choice(others)


def length_bound(case, c):
    """The upper bound by the lengths, by relaxing all arcs as often as there are nodes. None if there is none."""
    network, table = case.network, c["lengths"]
    arcs = [(node, other, table[node][port], width) for node in range(network.count) for port, (other, width) in network.ports[node].items()]
    total, need = sum(length * width for _, _, length, width in arcs), Fraction(0)
    _, demands = check.read_demands(network, c)
    for source, row in demands.items():
        near = [None] * network.count
        near[source] = 0
        changed = True
        while changed:
            changed = False
            for a, b, length, _ in arcs:
                if near[a] is not None and (near[b] is None or near[a] + length < near[b]):
                    near[b], changed = near[a] + length, True
        need += sum(amount * near[target] for target, amount in row.items())
    return total / need if need else None


def t_length(rng, case, c):
    if case.network.count > 30 or not number(c["upper"]["denominator"]):
        return False
    row = rng.choice([row for row in c["lengths"] if row])
    port = rng.randrange(len(row))
    row[port] = integer_text(number(row[port]) + 1 + rng.randrange(3))
    c2 = dict(c, lengths=[[number(value) for value in row] for row in c["lengths"]])
    return None if length_bound(case, c2) != exact(c["upper"]) else False  # other lengths may prove the same bound


def t_no_length(rng, case, c):
    rng.choice([row for row in c["lengths"] if row]).pop()


def t_negative(rng, case, c):
    row = rng.choice([row for row in c["lengths"] if row])
    row[rng.randrange(len(row))] = -1


def t_zero(rng, case, c):
    c["lengths"] = [[0] * len(row) for row in c["lengths"]]


def t_cut(rng, case, c):
    _, entry = pick_amount(rng, c)
    return without_link(case, entry[0], case.network.ports[entry[0]][entry[1]][0])


def d_paths(rng, c):
    return [path for path in c["paths"] if len(path["path"]) > 2]


def d_node(rng, case, c):
    paths = d_paths(rng, c)
    if not paths:
        return False
    nodes = rng.choice(paths)["path"]
    place = rng.randrange(1, len(nodes) - 1)
    other = stranger(rng, case, nodes[place - 1])
    if other is None:
        return False
    nodes[place] = other


def d_drop_node(rng, case, c):
    nodes = rng.choice(c["paths"])["path"]
    del nodes[rng.randrange(len(nodes))]


def d_drop_path(rng, case, c):
    c["paths"].remove(rng.choice(c["paths"]))
    if rng.random() < 0.5:  # then there is one more that could be listed
        c["count"]["value"] -= 1
        if c["count"]["evidence"]["kind"] not in ("proved", "computed"):
            return False


def d_same_path(rng, case, c):
    paths = c["paths"]
    if len(paths) < 2 or rng.random() < 0.3:
        paths.append(copy.deepcopy(paths[-1]))
        c["count"]["value"] += 1
    else:
        a, b = rng.sample(range(len(paths)), 2)
        paths[a] = copy.deepcopy(paths[b])


def d_reverse(rng, case, c):
    rng.choice(c["paths"])["path"].reverse()


def d_number(rng, case, c):
    by = rng.choice((-1, 1))
    places = [(c, "most"), (c, "longest"), (c, "excess"), (c["count"], "value"), (c["distance"], "value"), (c["diameter"], "value")]
    path = rng.choice(c["paths"])
    return bump(*rng.choice(places + [(path, "hops"), (path, "excess")]), by)


def d_end(rng, case, c):
    key = rng.choice(("from", "to"))
    c[key] = rng.choice([node for node in range(case.network.count) if node != c[key]])


def d_order(rng, case, c):
    if len({path["hops"] for path in c["paths"]}) < 2:
        return False
    c["paths"].reverse()


def d_address(rng, case, c):
    c[rng.choice(("from_address", "to_address"))] += "0"


def d_cut(rng, case, c):
    nodes = rng.choice(c["paths"])["path"]
    place = rng.randrange(len(nodes) - 1)
    return without_link(case, nodes[place], nodes[place + 1])


def tree_and_node(rng, c):
    tree = rng.choice(c["trees"])
    return tree, rng.choice([node for node in range(len(tree["parents"])) if node != c["root"]])


def r_parent(rng, case, c):
    tree, node = tree_and_node(rng, c)
    other = stranger(rng, case, node)
    tree["parents"][node] = rng.choice((None, node, case.network.count, node if other is None else other))


def r_other_parent(rng, case, c):
    if len(c["trees"]) < 2:
        return False
    a, b = rng.sample(c["trees"], 2)
    node = tree_and_node(rng, c)[1]
    a["parents"][node] = b["parents"][node]


def r_cycle(rng, case, c):
    tree, node = tree_and_node(rng, c)
    parent = tree["parents"][node]
    if parent == c["root"]:
        tree["parents"][parent] = node
    else:
        tree["parents"][parent] = node


def r_number(rng, case, c):
    by = rng.choice((-1, 1))
    kind = rng.randrange(5)
    if kind == 0:
        c["count"]["value"] += by
    elif kind == 1:
        rng.choice(c["trees"])["depth"] += by
    elif kind == 2:
        c["depth_bound"] = max(tree["depth"] for tree in c["trees"]) - 1
    elif kind == 3:
        value = c["edge_connectivity"]["value"]
        if value["lower"] != value["upper"]:
            return False
        value["lower"] += by
        value["upper"] += by
    else:
        value = c["edge_connectivity"]["value"]
        value["lower"] = value["upper"] + 1
    return None


def r_first(rng, case, c):
    tree = rng.choice(c["trees"])
    tree["first"] = rng.choice([node for node, parent in enumerate(tree["parents"]) if parent != c["root"]])


def r_drop(rng, case, c):
    c["trees"].remove(rng.choice(c["trees"]))


def r_twice(rng, case, c):
    c["trees"].append(copy.deepcopy(rng.choice(c["trees"])))
    c["count"]["value"] += 1


def r_root(rng, case, c):
    c["root"] = rng.choice([node for node in range(case.network.count) if node != c["root"]])


def r_short(rng, case, c):
    rng.choice(c["trees"])["parents"].pop()


def r_cut(rng, case, c):
    tree, node = tree_and_node(rng, c)
    return without_link(case, node, tree["parents"][node])


def broken(case, nodes, closed):
    pairs = list(zip(nodes, nodes[1:])) + ([(nodes[-1], nodes[0])] if closed else [])
    return any(not linked(case, a, b) for a, b in pairs)


def h_lists(c):
    return [ring["nodes"] for ring in c["rings"]] if "rings" in c else [c["nodes"]]


def h_swap(rng, case, c):
    nodes = rng.choice(h_lists(c))
    a, b = rng.sample(range(len(nodes)), 2)
    if rng.random() < 0.5:
        nodes[a], nodes[b] = nodes[b], nodes[a]
    else:
        nodes[min(a, b) : max(a, b)] = reversed(nodes[min(a, b) : max(a, b)])
    return None if broken(case, nodes, c["kind"] != "path") else False  # exchanged nodes may be linked as well


def h_drop(rng, case, c):
    nodes = rng.choice(h_lists(c))
    del nodes[rng.randrange(len(nodes))]


def h_short(rng, case, c):
    """A node is left out, and the counts agree with that."""
    if "rings" in c or c["kind"] == "virtual ring" or len(c["nodes"]) < 4:
        return False
    del c["nodes"][rng.randrange(len(c["nodes"]))]
    c["length"] -= 1
    c["verified"]["positions"] = c["judged"]["positions"] = c["length"]


def h_twice(rng, case, c):
    nodes = rng.choice(h_lists(c))
    place = rng.randrange(len(nodes))
    if rng.random() < 0.5:
        nodes.insert(place, nodes[place])
    else:
        nodes[place] = nodes[place - 1]


def h_far(rng, case, c):
    nodes = rng.choice(h_lists(c))
    nodes[rng.randrange(len(nodes))] = rng.choice((-1, case.network.count, "0", None))


def h_number(rng, case, c):
    by = rng.choice((-1, 1))
    if "rings" in c:
        kind = rng.randrange(4)
        if kind == 3:
            c["upper_bound"] = c["at_most"] = case.network.count
        elif kind == 0:
            c["cycle_count"] += by
            c["found"] += by
        elif kind == 1:
            c["upper_bound"] = c["at_most"] = len(c["rings"]) - 1
        else:
            rng.choice(c["rings"])["verified"]["positions"] += by
    else:
        places = [(c, "length"), (c["verified"], "positions")]
        if c["kind"] == "virtual ring":
            places.append((c, "omitted"))
        record, key = rng.choice(places)
        bump(record, key, by)
        if key == "positions":
            c["judged"] = copy.deepcopy(c["verified"])
    return None


def h_none(rng, case, c):
    c["exists"] = False


def h_ring(rng, case, c):
    if len(c.get("rings", [])) < 2:
        return False
    a, b = rng.sample(range(len(c["rings"])), 2)
    if rng.random() < 0.5:
        c["rings"][a] = copy.deepcopy(c["rings"][b])
    else:
        del c["rings"][a]


def h_kind(rng, case, c):
    if c["kind"] != "path" or linked(case, c["nodes"][0], c["nodes"][-1]) and len(c["nodes"]) > 2:
        return False
    c["kind"] = "cycle"


def h_cut(rng, case, c):
    nodes = rng.choice(h_lists(c))
    place = rng.randrange(len(nodes) - 1)
    return without_link(case, nodes[place], nodes[place + 1])


def messages(c):
    return [(s, m) for s, step in enumerate(c["steps"]) for m in range(len(step))]


def pick(rng, c):
    s, m = rng.choice(messages(c))
    return c["steps"][s], c["steps"][s][m], s


def s_remove(rng, case, c):
    """Removes a message that alone brings a chunk, or alone carries a contribution on."""
    step, message, _ = pick(rng, c)
    source, target, action = message["path"][0], message["path"][-1], message["action"]
    others = [other for every in c["steps"] for other in every if other is not message]
    kind, size = c["collective"], c["pieces"]
    ids = case.network.endpoints
    alone = False
    for chunk in message["chunks"]:
        again = any(chunk in other["chunks"] and other["path"][-1] == target for other in others)
        sent = any(chunk in other["chunks"] and other["path"][0] == source for other in others)
        if kind == "broadcast":
            alone |= not again and target != ids[c["root"]]
        elif kind == "allgather":
            alone |= not again and target != ids[chunk // size]
        elif kind in ("scatter", "gather", "all-to-all"):
            owner = {"scatter": chunk // size, "gather": c["root"], "all-to-all": chunk // size % len(ids)}[kind]
            alone |= not again and (target == ids[owner] or sum(chunk in other["chunks"] for other in others) > 0 and action == "move")
        else:  # the data of the source leaves it only here
            needed = {"reduce": c["root"], "reduce-scatter": chunk // size}.get(kind)
            alone |= action == "add" and not sent and (needed is None or ids[needed] != source)
    if not alone:
        return False
    step.remove(message)
    c["steps"] = [every for every in c["steps"] if every]


def s_repeat(rng, case, c):
    step, message, _ = pick(rng, c)
    if c["ports"] == "all" and any(case.network.neighbours[a][b] > 1 for a, b in zip(message["path"], message["path"][1:])):
        return False
    step.insert(rng.randrange(len(step) + 1), copy.deepcopy(message))


def s_path(rng, case, c):
    _, message, _ = pick(rng, c)
    place = rng.randrange(1, len(message["path"]))
    other = stranger(rng, case, message["path"][place - 1])
    if other is None:
        other = case.network.count
    message["path"][place] = other


def s_loop(rng, case, c):
    _, message, _ = pick(rng, c)
    message["path"] += message["path"][-2::-1]


def s_chunk(rng, case, c):
    _, message, _ = pick(rng, c)
    kind = rng.randrange(3)
    ranks = len(case.network.endpoints)
    if kind == 0:
        message["chunks"][0] = ranks * ranks * c["pieces"]
    elif kind == 1:
        message["chunks"].append(message["chunks"][0])
    else:
        message["chunks"] = []


def s_action(rng, case, c):
    _, message, _ = pick(rng, c)
    message["action"] = rng.choice(("send", "", None))


def s_add(rng, case, c):
    """Adds what the receiver does not hold, or holds already with the same data."""
    if c["collective"] not in ("broadcast", "scatter", "gather", "allgather", "all-to-all"):
        return False
    pick(rng, c)[1]["action"] = "add"


def s_early(rng, case, c):
    """A message goes at the very beginning, before its sender has the chunk."""
    step, message, place = pick(rng, c)
    source, size, ids = message["path"][0], c["pieces"], case.network.endpoints
    kind, root = c["collective"], ids[c["root"]]
    rank = ids.index(source)

    def held(chunk):
        if kind in ("broadcast", "scatter"):
            return source == root
        if kind in ("gather", "allgather"):
            return chunk // size == rank
        return kind != "all-to-all" or chunk // size // len(ids) == rank

    if all(held(chunk) for chunk in message["chunks"]):
        return False
    step.remove(message)
    c["steps"].insert(0, [message])
    c["steps"] = [every for every in c["steps"] if every]


def s_number(rng, case, c):
    key = rng.choice(("nodes", "pieces"))
    if key == "pieces" and len(case.network.endpoints) < 2:
        return False
    c[key] += 1


def s_root(rng, case, c):
    ids = case.network.endpoints
    kind, old = c["collective"], c["root"]
    if kind not in ("broadcast", "scatter", "gather", "reduce") or len(ids) < 2:
        return False
    c["root"] = rng.choice([rank for rank in range(len(ids)) if rank != old])
    sent = [(m["path"][0], m["chunks"]) for step in c["steps"] for m in step]
    if kind in ("gather", "reduce"):  # the old root keeps its own data
        own = range(old * c["pieces"], (old + 1) * c["pieces"]) if kind == "gather" else range(c["pieces"])
        if any(node == ids[old] and set(own) & set(chunks) for node, chunks in sent):
            return False
    return None


def s_collective(rng, case, c):
    other = {"broadcast": "reduce", "scatter": "gather", "gather": "scatter", "allgather": "reduce-scatter", "reduce-scatter": "allgather"}
    if c["collective"] == "reduce-scatter" and any(m["action"] != "add" for step in c["steps"] for m in step):
        return False
    c["collective"] = other.get(c["collective"], "all-to-some")


def s_ports(rng, case, c):
    if "cut_through" in c or c["ports"] == "half":
        return False
    hosts = set(case.network.endpoints)
    for step in c["steps"]:
        out, into = Counter(m["path"][0] for m in step), Counter(m["path"][-1] for m in step)
        for node in hosts:
            if out[node] > 1 or into[node] > 1:
                c["ports"] = rng.choice(("one", "half"))
                return None
            if out[node] + into[node] > 1:
                c["ports"] = "half"
                return None
    return False


def s_cut(rng, case, c):
    _, message, _ = pick(rng, c)
    place = rng.randrange(len(message["path"]) - 1)
    return without_link(case, message["path"][place], message["path"][place + 1])


def m_swap(rng, case, c):
    entries = c["plan"]["map"]
    a, b = rng.sample(range(len(entries)), 2)
    names = {case.network.addresses[node]: node for node in range(case.network.count)} if case.network.addresses else None
    u, v = ((names[entries[i]["node"]] if names else int(entries[i]["node"])) for i in (a, b))
    near_u, near_v = dict(case.network.neighbours[u]), dict(case.network.neighbours[v])
    near_u.pop(v, None)
    near_v.pop(u, None)
    if near_u == near_v or not c["plan"]["exact"]["value"]:
        return False  # twins may be exchanged
    entries[a]["planned"], entries[b]["planned"] = entries[b]["planned"], entries[a]["planned"]


def m_entry(rng, case, c):
    entries = c["plan"]["map"]
    kind = rng.randrange(4)
    entry = rng.choice(entries)
    if kind == 0:
        entries.remove(entry)
    elif kind == 1:
        entries.append(dict(entry))
    elif kind == 2:
        entry["planned"] += "0"
    else:
        a, b = rng.sample(entries, 2)
        a["planned"] = b["planned"]


def m_number(rng, case, c):
    places = [(c, key) for key in ("endpoints", "switches", "cables")] + [(c["plan"], key) for key in ("planned", "missing", "extra")]
    return bump(*rng.choice(places), rng.choice((-1, 1)))


def m_exact(rng, case, c):
    c["plan"]["exact"]["value"] = not c["plan"]["exact"]["value"]


def m_plan(rng, case, c):
    c["plan"]["expression"] += "'"


def m_difference(rng, case, c):
    records = c["plan"]["differences"]
    if records:
        if rng.random() < 0.5:
            records.remove(rng.choice(records))
        else:
            records.append(copy.deepcopy(rng.choice(records)))
        return None
    a, b = (entry["node"] for entry in rng.sample(c["plan"]["map"], 2))
    records.append({"kind": "extra-cable", "message": f"{a} – {b} is not planned", "repair": None})


def m_cut(rng, case, c):
    if isinstance(case.graph, str):
        return False
    edge = rng.choice(case.graph["edges"])
    return without_link(case, edge["source"], edge["target"])


def b_number(rng, case, c):
    value = c["bisection"]["value"]
    kind = rng.randrange(3)
    if kind == 0:
        value["lower"] = value["upper"] + 1
    elif kind == 1:
        value["upper"] += 1
    else:
        value["upper"] -= 1


def b_node(rng, case, c):
    nodes = c["bisection"]["value"].get("nodes")
    if not nodes:
        return False
    kind = rng.randrange(3)
    if kind == 0:
        nodes.append(nodes[0])
    elif kind == 1:
        nodes.remove(rng.choice(nodes))
    else:
        nodes[rng.randrange(len(nodes))] = case.network.count


def b_swap(rng, case, c):
    nodes = c["bisection"]["value"].get("nodes")
    if not nodes or case.network.switches:
        return False
    nodes[rng.randrange(len(nodes))] = rng.choice([node for node in range(case.network.count) if node not in nodes])
    chosen = set(nodes)
    width = sum(edge["width"] for edge in case.graph["edges"] if (edge["source"] in chosen) != (edge["target"] in chosen))
    return None if width != c["bisection"]["value"]["upper"] else False  # another cut of as many links


def t_lower(rng, case, c):
    set_ratio(c["lower"], exact(c["lower"]) / rng.choice((2, 3)))


def t_traffic(rng, case, c):
    if "uniform" in c["demands"]:
        return False
    rows = c["demands"]["listed"]["rows"]
    shifts = [k for k in range(1, len(rows)) if [entry[0] for entry in rows[0]] != [k]]
    c["traffic"] = f"shift by {rng.choice(shifts)}" if shifts else "uniform"


def version(rng, case, c):
    c["schema_version"] = 2


def r_old(rng, case, c):
    c["unjudged"] = "not verified"


def h_old(rng, case, c):
    c["made_by"] += "'"


def s_merge(rng, case, c):
    """A message goes earlier, over a link that is taken."""
    if c["ports"] == "one":
        return False
    used = {}
    for step in c["steps"]:
        for message in step:
            a, b = message["path"][0], message["path"][-1]
            if len(message["path"]) == 2 and case.network.neighbours[a][b] == 1:
                if (a, b) in used and used[a, b] is not step:
                    step.remove(message)
                    used[a, b].append(message)
                    return None
                used[a, b] = step
    return False


def s_again(rng, case, c):
    """A contribution is added once more, at the end."""
    if any(message["action"] != "add" for step in c["steps"] for message in step):
        return False
    if c["collective"] not in ("reduce", "reduce-scatter"):
        return False
    c["steps"].append([copy.deepcopy(pick(rng, c)[1])])


def m_changed(rng, case, c):
    """A listed difference at another node."""
    records = [record for record in c["plan"]["differences"] if record["kind"] == "moved-cable"]
    if not records:
        return False
    words = records[0]["message"].rsplit(" ", 1)
    records[0]["message"] = words[0] + " " + rng.choice([entry["node"] for entry in c["plan"]["map"] if entry["node"] != words[1]])


def b_side(rng, case, c):
    """A cut of one node, which is no half."""
    value = c["bisection"]["value"]
    if case.network.switches or case.network.count < 4 or "nodes" not in value:
        return False
    width = sum(case.network.neighbours[0].values())
    value.update(nodes=[0], witness="1 listed nodes", lower=0, upper=width)


def b_witness(rng, case, c):
    if "nodes" not in c["bisection"]["value"]:
        return False
    c["bisection"]["value"]["witness"] = f"{len(c['bisection']['value']['nodes']) + 1} listed nodes"


def b_worse(rng, case, c):
    """A wider cut that is said to be the best."""
    if case.network.count > 14 or b_swap(rng, case, c) is False:
        return False
    value = c["bisection"]["value"]
    chosen, old = set(value["nodes"]), value["upper"]
    value["upper"] = value["lower"] = sum(
        edge["width"] for edge in case.graph["edges"] if (edge["source"] in chosen) != (edge["target"] in chosen)
    )
    return None if value["upper"] > old else False


def pick_state(rng, c, followed=False):
    packets = rng.choice(c["packets"])
    states = [state for state in packets["states"] if state[1] or not followed]
    return packets, rng.choice(states) if states else None


def f_rank(rng, case, c):
    """A channel gets the rank of one that follows it."""
    _, state = pick_state(rng, c, True)
    if state is None or c["channels"][state[0]]["rank"] is None:
        return False
    packets = next(packets for packets in c["packets"] if any(state is other for other in packets["states"]))
    c["channels"][state[0]]["rank"] = c["channels"][packets["states"][state[1][0]][0]]["rank"]


def f_no_rank(rng, case, c):
    """A channel that others with a rank lead to loses its own."""
    _, state = pick_state(rng, c, True)
    if state is None or c["channels"][state[0]]["rank"] is None:
        return False
    packets = next(packets for packets in c["packets"] if any(state is other for other in packets["states"]))
    c["channels"][packets["states"][rng.choice(state[1])][0]]["rank"] = None


def f_channel(rng, case, c):
    channel = rng.choice(c["channels"])
    key = rng.choice(("from", "to", "port", "vc"))
    if key in ("from", "to"):
        channel[key] = rng.choice([node for node in range(case.network.count) if node != channel[key]] + [case.network.count])
        # Another link with the same port at this end may exist.
        ends = case.network.ports[channel["from"]] if channel["from"] < case.network.count else {}
        return False if ends.get(channel["port"], (None,))[0] == channel["to"] else None
    channel[key] = len(case.network.ports[channel["from"]]) if key == "port" else c["vcs"]


def f_twice(rng, case, c):
    c["channels"].append(dict(rng.choice(c["channels"])))


def f_drop_source(rng, case, c):
    packets = rng.choice(c["packets"])
    if any(other is not packets and other["to"] == packets["to"] for other in c["packets"]):
        return False  # with other intermediate nodes
    packets["start"].remove(rng.choice(packets["start"]))


def f_drop_target(rng, case, c):
    target = rng.choice(c["packets"])["to"]
    c["packets"] = [packets for packets in c["packets"] if packets["to"] != target]


def f_stop(rng, case, c):
    packets, state = pick_state(rng, c, True)
    if state is None or c["channels"][state[0]]["to"] == packets["to"]:
        return False
    state[1] = []


def f_state(rng, case, c):
    packets, state = pick_state(rng, c, True)
    if state is None:
        return False
    head = c["channels"][state[0]]["to"]
    others = [i for i, (channel, _) in enumerate(packets["states"]) if c["channels"][channel]["from"] != head]
    state[1][rng.randrange(len(state[1]))] = rng.choice(others + [len(packets["states"])])


def f_first(rng, case, c):
    packets = rng.choice(c["packets"])
    start = rng.choice(packets["start"])
    kind = rng.randrange(3)
    if kind == 0:
        start[1] = []
    elif kind == 1:
        start[0] = packets["to"]
    else:
        others = [i for i, (channel, _) in enumerate(packets["states"]) if c["channels"][channel]["from"] != start[0]]
        start[1] = [rng.choice(others + [len(packets["states"])])]


def f_circle(rng, case, c):
    """A state leads back to where it came from, over channels without ranks."""
    packets, state = pick_state(rng, c, True)
    if state is None:
        return False
    place = packets["states"].index(state)
    channel = c["channels"][packets["states"][state[1][0]][0]]
    state[1].append(place)
    return None if channel["from"] != c["channels"][state[0]]["from"] else False


def f_vcs(rng, case, c):
    c["vcs"] = max(channel["vc"] for channel in c["channels"])


def w_route(rng, case, c):
    packet = rng.choice(c["packets"])
    kind = rng.randrange(3)
    if kind == 0:
        del packet["route"][rng.randrange(len(packet["route"]))]
    elif kind == 1:
        packet["route"].append(dict(packet["route"][-1]))
    else:
        packet["route"][rng.randrange(len(packet["route"]))]["vc"] = c["vcs"]


def w_holds(rng, case, c):
    packet = rng.choice(c["packets"])
    packet["holds"] += rng.choice((1, len(packet["route"])))


def w_end(rng, case, c):
    packet = rng.choice(c["packets"])
    key = rng.choice(("from", "to"))
    packet[key] = rng.choice([node for node in range(case.network.count) if node != packet[key]])


def w_drop(rng, case, c):
    c["packets"].remove(rng.choice(c["packets"]))


def w_twice(rng, case, c):
    c["packets"].append(copy.deepcopy(c["packets"][0]))


def w_order(rng, case, c):
    if len(c["packets"]) < 3:
        return False
    c["packets"][0], c["packets"][1] = c["packets"][1], c["packets"][0]


def w_cut(rng, case, c):
    channel = rng.choice(rng.choice(c["packets"])["route"])
    return without_link(case, channel["from"], channel["to"])


def f_cut(rng, case, c):
    channel = rng.choice(c["channels"])
    return without_link(case, channel["from"], channel["to"])


def y_swap(rng, case, c):
    """The images of two nodes are exchanged, which keeps links only if the two have the same neighbours."""
    if not c["maps"]:
        return False  # there is one link, or one node
    images = rng.choice(c["maps"])
    a, b = rng.sample(range(len(images)), 2)
    near_a, near_b = dict(case.network.neighbours[a]), dict(case.network.neighbours[b])
    near_a.pop(b, None)
    near_b.pop(a, None)
    images[a], images[b] = images[b], images[a]
    return None if near_a != near_b else False


def y_image(rng, case, c):
    if not c["maps"]:
        return False
    images = rng.choice(c["maps"])
    kind = rng.randrange(3)
    if kind == 0:
        images.pop()
    else:
        place = rng.randrange(len(images))
        images[place] = images[place - 1] if kind == 1 else case.network.count


def y_drop(rng, case, c):
    if not c["maps"]:
        return False
    c["maps"] = []


def y_identity(rng, case, c):
    if y_drop(rng, case, c) is False:
        return False
    c["maps"] = [list(range(case.network.count))]


def y_moved(rng, case, c):
    c["transitive_on"] = rng.choice(("nodes", None))


RING = (h_swap, h_drop, h_short, h_twice, h_far, h_number, h_none, h_kind, h_cut, h_old, version, renamed)
CORRUPT = {
    "throughput": (t_amount, t_drop_amount, t_port, t_twice, t_source, t_no_source, t_scale, t_bound, t_decimal, t_demands)
    + (t_demand_moved, t_length, t_no_length, t_negative, t_zero, t_cut, t_lower, t_traffic, renamed),
    "disjoint": (d_node, d_drop_node, d_drop_path, d_same_path, d_reverse, d_number, d_end, d_order, d_address, d_cut, version, renamed),
    "trees": (r_parent, r_other_parent, r_cycle, r_number, r_first, r_drop, r_twice, r_root, r_short, r_cut, r_old, version, renamed),
    "ring": RING,
    "rings": tuple(corrupt for corrupt in RING if corrupt not in (h_kind, h_short)) + (h_ring,),
    "schedule": (s_remove, s_repeat, s_path, s_loop, s_chunk, s_action, s_add, s_early, s_number, s_root, s_collective, s_ports)
    + (s_cut, s_merge, s_again, renamed),
    "map": (m_swap, m_entry, m_number, m_exact, m_plan, m_difference, m_changed, m_cut, version, renamed),
    "freedom": (f_rank, f_no_rank, f_channel, f_twice, f_drop_source, f_drop_target, f_stop, f_state, f_first, f_circle, f_vcs, f_cut, renamed),
    "deadlock": (w_route, w_holds, w_end, w_drop, w_twice, w_order, w_cut, renamed),
    "symmetry": (y_swap, y_image, y_drop, y_identity, y_moved, renamed),
    "bisection": (b_number, b_node, b_swap, b_side, b_witness, b_worse, version, renamed),
}


class Certificates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        catalogue = json.loads(run("list", "--json"))["constructions"]
        examples = [example for entry in catalogue if entry["name"] != "file" for example in entry["examples"]][::EVERY]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = list(pool.map(cases_of, examples, range(len(examples))))
        cls.refused_examples = [example for example, cases in zip(examples, made) if cases is None]
        cls.cases = [case for cases in made for case in cases or ()] + differing_maps()
        cls.examples = sum(1 for cases in made if cases)

    def test_certificates_of_the_program_are_accepted(self):
        self.assertEqual(self.refused_examples, [])
        accepted = Counter()
        for case in self.cases:
            with self.subTest(command=case.command):
                try:
                    case.verdict()
                except (check.Refused, check.Unusable) as reason:
                    self.fail(f"{case.command}: {reason}")
                accepted[case.kind] += 1
        self.assertEqual(set(accepted), set(CORRUPT), "every kind has certificates")
        print(f"accepted: {accepted.total()} certificates of {self.examples} networks:", dict(sorted(accepted.items())), file=sys.stderr)

    def test_the_program_has_the_same_verdicts(self):
        """`verify` reads certificates that have a form, as they are and corrupted, and the listed answers."""
        rng = random.Random(SEED + 1)
        options = {"throughput": "--certificate", "freedom": "--certificate", "deadlock": "--certificate", "symmetry": "--certificate", "schedule": "--schedule"}
        # Answers are read as well, but `verify` looks only at the nodes that they list.
        listed = {kind: "--certificate" for kind in ("disjoint", "trees", "ring", "rings")}
        by_kind = {kind: [case for case in self.cases if case.kind == kind and case.certificate.get("paths") != []] for kind in (options | listed)}
        agreed = Counter()
        while agreed.total() < VERDICTS:
            kind = rng.choice(sorted(by_kind))
            case = rng.choice(by_kind[kind])
            certificate = copy.deepcopy(case.certificate)
            corrupt = rng.choice(CORRUPT[kind]) if kind in options and rng.random() < 0.5 else None
            if corrupt and corrupt(rng, case, certificate) is not None:
                continue  # it does not apply, or is of the network
            try:
                case.verdict(certificate)
                accepted = True
            except check.Refused:
                accepted = False
            self.assertEqual(accepted, corrupt is None)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "certificate.json")
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(certificate, file)
                done = run("verify", case.certificate["expression"], (options | listed)[kind], path, codes=(0,))
            self.assertEqual(done is not None, accepted, f"{case.command}: {corrupt and corrupt.__name__}")
            agreed[accepted] += 1
        print(f"verify has the same verdict: {agreed[True]} accepted, {agreed[False]} refused", file=sys.stderr)

    def test_corruptions_are_refused(self):
        rng = random.Random(SEED)
        # Certificates of something: an answer of no path and no tree has little to corrupt.
        by_kind = {kind: [] for kind in CORRUPT}
        for case in self.cases:
            c = case.certificate
            if all(c.get(key) != [] for key in ("paths", "trees", "rings", "steps", "packets")):
                # There are few fabrics with differences.
                by_kind[case.kind] += [case] * (5 if isinstance(case.graph, str) else 1)
        refused, by_corruption, misses = Counter(), Counter(), 0
        turn = 0
        while refused.total() < CORRUPTIONS:
            turn += 1
            self.assertLess(turn, 20 * CORRUPTIONS, "corruptions seldom apply")
            kind = list(CORRUPT)[turn % len(CORRUPT)]
            corrupt = CORRUPT[kind][turn // len(CORRUPT) % len(CORRUPT[kind])]
            for _ in range(30):
                case = rng.choice(by_kind[kind])
                certificate = copy.deepcopy(case.certificate)
                result = corrupt(rng, case, certificate)
                if result is not False:
                    break
                misses += 1
            else:
                continue
            with self.subTest(corruption=corrupt.__name__, command=case.command):
                try:
                    verdict = case.verdict(certificate, result)
                    self.fail(f"{corrupt.__name__} of {case.command}: accepted: {verdict}")
                except check.Refused:
                    pass
            refused[kind] += 1
            by_corruption[corrupt.__name__] += 1
        unused = [corrupt.__name__ for every in CORRUPT.values() for corrupt in every if not by_corruption[corrupt.__name__]]
        print(f"refused: {refused.total()} corruptions:", dict(sorted(refused.items())), file=sys.stderr)
        print(f"left out: {misses} that do not apply or leave a valid certificate; kinds of corruption: {len(by_corruption)}", file=sys.stderr)
        if CORRUPTIONS >= 1000:
            self.assertEqual(unused, [], "every kind of corruption was used")


class CommandLine(unittest.TestCase):
    def invoke(self, *arguments):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check.py")
        done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.split(":")[0]

    def test_exit_codes(self):
        with tempfile.TemporaryDirectory() as folder:
            ring = answer("ring", "torus(3,4)")
            certificate, wrong = os.path.join(folder, "ring.json"), os.path.join(folder, "wrong.json")
            for path, nodes in ((certificate, ring["nodes"]), (wrong, ring["nodes"][::2] + ring["nodes"][1::2])):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({**ring, "nodes": nodes}, file)
            for form in ("edges", "node-link", "graphml"):
                network = os.path.join(folder, form)
                with open(network, "w", encoding="utf-8") as file:
                    file.write(run("export", "torus(3,4)", "--to", form))
                self.assertEqual(self.invoke(network, certificate), (0, "accepted"))
                self.assertEqual(self.invoke(network, wrong), (1, "refused"))
                self.assertEqual(self.invoke(network, network), (2, ""))
            self.assertEqual(self.invoke(certificate), (2, ""))
            self.assertEqual(self.invoke(os.path.join(folder, "absent"), certificate), (2, ""))

    def test_edge_lists_have_endpoints_and_widths(self):
        expression = 'width(clos(2, 2, 1), "level 2", 2)'
        network = check.network_from_edges(run("export", expression, "--to", "edges"))
        other = check.network_from_node_link(run("export", expression, "--to", "node-link"), "network")
        third = check.network_from_graphml(run("export", expression, "--to", "graphml"), "network")
        for one in (network, third):
            self.assertEqual((one.neighbours, one.switches), (other.neighbours, other.switches))
        self.assertEqual(third.ports, other.ports)


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit("set CROSSEDGE to the path of the program")
    unittest.main()
