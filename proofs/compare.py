"""Compares the model that the proofs are about with the program: neighbours, distances, parents in arc-disjoint trees, channels of routes,
Hamiltonian cycles.

    python compare.py PROGRAM MODEL [--seed-fault NAME] [--only EXPR]
    python compare.py PROGRAM MODEL --test

MODEL is the extracted program (see Makefile). Compared are all duals and products of at most 500 nodes among the examples of
`crossedge list`, the networks of MORE, and duals and products over every small network of the catalog, whose links are given to the model as
a table. On the examples, and on others of at most ALL_PAIRS nodes, ALL_PAIRS_OF_TABLES over tables, every pair and every root is compared; on larger
ones a fixed selection. Exit code 1 if anything differs.

--seed-fault changes one thing that was read from the program: a difference must be found. --test does so for every fault.
"""

import argparse
import json
import re
import subprocess
import sys
import threading

MAX_NODES = 500
ALL_PAIRS = 72
ALL_PAIRS_OF_TABLES = 30
# On larger networks: this many sources, targets and roots.
SELECTED = 8
# Networks whose links are a table for the model: this many nodes at most.
MAX_TABLE = 15

MORE = [
    "dual(ring(4))", "dual(ring(5))", "dual(ring(7))", "dual(ring(15))", "dual(path(2))", "dual(path(5))", "dual(complete(2))",
    "dual(complete(5))", "dual(hypercube(3))", "dual(torus(3,3))", "dual(torus(3,4))", "dual(mesh(2,3))", "dual(hyperx(3,3))",
    "dual(path(3), complete(4))", "dual(ring(3), torus(3,3))", "dual(complete(6), ring(4))", "dual(dual(complete(2)))",
    "dual(dual(complete(1)))", "dual(ring(3)) * ring(4)", "ring(5) * dual(path(2))", "dual(complete(3)) * dual(complete(2))",
    "dual(ring(3), path(2)) * path(3)", "torus(4,4)", "torus(3,3,3)", "torus(4,3,5)", "torus(7,8)", "mesh(4,4,4)", "mesh(20,25)", "hyperx(4,5,6)",
    "hypercube(3)", "hypercube(6)", "hypercube(8)", "ring(4) * hypercube(3)", "hypercube(2) * hypercube(3)", "complete(5) * path(4)",
    "path(4) * complete(5)", "path(3) * complete(5) * ring(4)", "star(5) * ring(4)", "star(4) * star(5)", "(ring(3) * path(2)) ^ 2",
    "ring(250) * path(2)", "dualcube(4) * path(3)", "dual(dualcube(2))",
]

FAULTS = ["cross-edge", "distance", "tree-parent", "channel-rank"]


class Unsupported(Exception):
    """An expression that has no counterpart in the model."""


class Net:
    """A counterpart in the model: words for the extracted program, and what there is to compare."""

    def __init__(self, words, trees=True, levels=0, in_line=True, routed=True, factors=None, composed=True, cycle=False):
        self.words = words
        self.trees = trees
        self.levels = levels
        self.in_line = in_line
        self.routed = routed
        self.factors = factors or [self]
        self.composed = composed
        self.cycle = cycle
        # An example of the catalog.
        self.example = False

    def routing(self):
        """The name of the routing that the model has, if any."""
        if not self.routed:
            return None
        if self.levels:
            return "order"
        return "dimension" if all(factor.in_line for factor in self.factors) else None


def leaf(kind, size):
    cycle = kind == "ring" and size > 2 or kind == "complete" and size > 1
    return Net(f"{kind} {size}", trees=size > 0, in_line=kind != "star", composed=False, cycle=cycle)


def table(neighbours, trees):
    """A table of neighbours, and of trees for every root: first child and parents. The model checks both."""
    numbers = [len(neighbours)]
    for row in neighbours:
        numbers += [len(row), *row]
    numbers.append(len(trees[0]))
    for root, of_root in enumerate(trees):
        for tree in of_root:
            numbers += [tree["first"], *(root if parent is None else parent for parent in tree["parents"])]
    return Net(f"table {' '.join(map(str, numbers))}", in_line=False, routed=False, composed=False)


def product(parts):
    """The factors of factors are factors; ids are nested to the right."""
    factors = [factor for part in parts for factor in part.factors]
    if not factors:
        return leaf("path", 1)
    words = factors[-1].words
    for factor in reversed(factors[:-1]):
        words = f"product {factor.words} {words}"
    if len(factors) == 1:
        return factors[0]
    return Net(
        words,
        trees=all(factor.trees for factor in factors),
        levels=max(factor.levels for factor in factors),
        routed=all(factor.routed for factor in factors),
        factors=factors,
    )


def cube(bits):
    """A cube is nested to the left, as the trees of the program are."""
    if bits == 0:
        return leaf("path", 1)
    words = "path 2"
    for _ in range(bits - 1):
        words = f"product {words} path 2"
    return Net(words, composed=bits > 1)


def dual(base, other=None, numbering="dual"):
    if numbering == "dualcube":
        return Net(f"dualcube {base.words}", trees=base.trees, levels=base.levels + 1, routed=base.routed)
    if other is None or other.words == base.words:
        words = f"dual {base.words} {base.words}"
        return Net(words, trees=base.trees, levels=base.levels + 1, routed=base.routed, cycle=base.cycle)
    # Over two bases there is no order routing.
    return Net(f"dual {base.words} {other.words}", trees=base.trees and other.trees, levels=0, routed=False)


class Parser:
    """Expressions of leaves, products and duals; anything else is looked up among the tables."""

    TOKEN = re.compile(r"\s*([a-z]+|\d+|[()*^,])")

    def __init__(self, text, tables):
        self.text, self.tables = text, tables
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            match = self.TOKEN.match(text, at)
            if not match:
                raise Unsupported(text)
            self.tokens.append(match[1])
            at = match.end()

    def take(self, expected=None):
        if not self.tokens or (expected and self.tokens[0] != expected):
            raise Unsupported(self.text)
        return self.tokens.pop(0)

    def net(self):
        found = self.expression()
        if self.tokens or not isinstance(found, Net):
            raise Unsupported(self.text)
        return found

    def expression(self):
        parts = [self.power()]
        while self.tokens and self.tokens[0] == "*":
            self.take()
            parts.append(self.power())
        return parts[0] if len(parts) == 1 else product(parts)

    def power(self):
        base = self.atom()
        while self.tokens and self.tokens[0] == "^":
            self.take()
            base = product([base] * int(self.take()))
        return base

    def atom(self):
        token = self.take()
        if token == "(":
            found = self.expression()
            self.take(")")
            return found
        if token.isdigit():
            return int(token)
        self.take("(")
        arguments = []
        while True:
            arguments.append(self.expression())
            if self.take() == ")":
                return self.call(token, arguments)

    def call(self, name, arguments):
        sizes = all(isinstance(argument, int) for argument in arguments)
        if name == "table":
            return self.tables[arguments[0]]
        if sizes and name in ("ring", "path", "complete", "star") and len(arguments) == 1:
            return leaf(name, arguments[0])
        if sizes and name in ("torus", "mesh", "hyperx"):
            kind = {"torus": "ring", "mesh": "path", "hyperx": "complete"}[name]
            return product([leaf(kind, size) for size in arguments])
        if sizes and name == "hypercube":
            return cube(arguments[0])
        if sizes and name == "dualcube":
            return dual(cube(arguments[0] - 1), numbering="dualcube")
        if name == "dual" and all(isinstance(argument, Net) for argument in arguments):
            return dual(*arguments)
        if name == "rdn":
            base, levels = arguments
            for _ in range(levels):
                base = dual(base)
            return base
        raise Unsupported(self.text)


class Program:
    """The program: one process that answers requests, and one call for every list of links."""

    def __init__(self, path):
        self.path = path
        self.server = subprocess.Popen([path, "mcp", "--max-answer", "1000000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        start = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "compare", "version": "0"}}
        self.send({"id": 0, "method": "initialize", "params": start})
        self.send({"method": "notifications/initialized"})
        self.server.stdin.flush()
        self.server.stdout.readline()

    def send(self, message):
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")

    def ask(self, verb, requests):
        """The answers to many requests to one verb, in order; None where the program refuses."""

        def write():
            for i, request in enumerate(requests):
                self.send({"id": i + 1, "method": "tools/call", "params": {"name": verb, "arguments": request}})
            self.server.stdin.flush()

        writer = threading.Thread(target=write)
        writer.start()
        answers = [None] * len(requests)
        for _ in requests:
            message = json.loads(self.server.stdout.readline())
            if "error" in message:
                raise SystemExit(f"{verb}: {message['error']}")
            result = message["result"]
            if not result.get("isError"):
                answers[message["id"] - 1] = json.loads(result["content"][0]["text"])
        writer.join()
        return answers

    def run(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, text=True)

    def links(self, expression):
        """Links as pairs; None if the program refuses."""
        done = self.run("export", expression, "--to", "edges")
        if done.returncode != 0:
            return None
        return [tuple(map(int, line.split())) for line in done.stdout.splitlines() if not line.startswith("#")]

    def close(self):
        self.server.stdin.close()
        self.server.wait()


class Model:
    """The extracted program."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *commands):
        """The rows of numbers of each command."""

        def write():
            self.process.stdin.write("".join(command + "\n" for command in commands))
            self.process.stdin.flush()

        writer = threading.Thread(target=write)
        writer.start()
        answers = []
        for command in commands:
            rows = []
            while (line := self.process.stdout.readline().strip()) != ".":
                if not line and self.process.poll() is not None:
                    raise SystemExit(f"the model stopped at: {command[:200]}")
                rows.append([int(word) for word in line.split()])
            answers.append(rows)
        writer.join()
        return answers

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Comparison:
    """Counts of what was compared, and the differences."""

    KINDS = ["neighbours", "distances", "tree parents", "channels", "channel graphs", "positions of cycles"]

    def __init__(self, program, model, fault=None):
        self.program, self.model, self.fault = program, model, fault
        self.counts = dict.fromkeys(self.KINDS, 0)
        self.different = dict.fromkeys(self.KINDS, 0)
        self.networks = 0
        self.all_pairs = ALL_PAIRS

    def check(self, kind, where, ours, theirs, count=1):
        self.counts[kind] += count
        if ours != theirs:
            self.different[kind] += 1
            if sum(self.different.values()) <= 10:
                print(f"{kind} differ: {where}: the model has {str(ours)[:120]}, the program {str(theirs)[:120]}")

    def seed(self, fault):
        """True once, if this is the fault that was asked for."""
        if self.fault != fault:
            return False
        self.fault = None
        return True

    def network(self, expression, net):
        nodes, trees = self.model.ask(f"use {net.words}")[0][0]
        self.networks += 1
        self.all_pairs = MAX_NODES if net.example else ALL_PAIRS_OF_TABLES if "table" in net.words else ALL_PAIRS
        self.neighbours(expression, nodes)
        self.distances(expression, nodes)
        if net.trees and nodes > 1:
            self.trees(expression, nodes, trees)
        if nodes > 1 and (routing := net.routing()):
            self.routes(expression, nodes, routing)
        if net.cycle:
            [[ours]] = self.model.ask("cycle")
            [answer] = self.program.ask("ring", [{"expr": expression}])
            for position, (node, other) in enumerate(zip(ours, answer["nodes"], strict=True)):
                self.check("positions of cycles", f"{expression} at {position}", node, other)

    def selected(self, nodes):
        if nodes <= self.all_pairs:
            return list(range(nodes))
        return sorted({i * (nodes - 1) // (SELECTED - 1) for i in range(SELECTED)})

    def neighbours(self, expression, nodes):
        links = self.program.links(expression)
        if links is None:
            raise SystemExit(f"{expression}: the program has no links")
        if links and self.seed("cross-edge"):
            # A cross-edge that leads to the next node instead.
            u, v = links.pop(next(i for i, (u, v) in enumerate(links) if u < nodes // 2 <= v))
            links.append((u, v + 1 if v + 1 < nodes else v - 1))
        theirs = [set() for _ in range(nodes)]
        for u, v in links:
            theirs[u].add(v)
            theirs[v].add(u)
        [ours] = self.model.ask("links")
        for v in range(nodes):
            self.check("neighbours", f"{expression} at {v}", sorted(ours[v]), sorted(theirs[v]))

    def distances(self, expression, nodes):
        pairs = [(u, v) for u in self.selected(nodes) for v in range(nodes)]
        [ours] = self.model.ask("distances")
        answers = self.program.ask("distance", [{"expr": expression, "from": str(u), "to": str(v)} for u, v in pairs])
        theirs = [int(answer["distance"]["value"]) for answer in answers]
        if self.seed("distance"):
            theirs[len(theirs) // 2] += 1
        for (u, v), distance in zip(pairs, theirs):
            self.check("distances", f"{expression} from {u} to {v}", ours[u][v], distance)

    def trees(self, expression, nodes, count):
        roots = self.selected(nodes)
        ours = self.model.ask(*[f"trees {root}" for root in roots])
        answers = self.program.ask("trees", [{"expr": expression, "root": str(root)} for root in roots])
        if self.seed("tree-parent"):
            parents = answers[0]["trees"][0]["parents"]
            i, j = next((i, j) for i in range(nodes) for j in range(i) if None not in (parents[i], parents[j]) and parents[i] != parents[j])
            parents[i], parents[j] = parents[j], parents[i]
        for root, rows, answer in zip(roots, ours, answers):
            theirs = [[tree["first"], *(-1 if parent is None else parent for parent in tree["parents"])] for tree in answer["trees"]]
            self.check("tree parents", f"{expression} number of trees from {root}", len(rows), len(theirs), 0)
            for i, (row, tree) in enumerate(zip(rows, theirs)):
                for v, (parent, other) in enumerate(zip(row[1:], tree[1:])):
                    self.check("tree parents", f"{expression} from {root}, tree {i}, node {v}", parent, other)
                self.check("tree parents", f"{expression} from {root}, tree {i}, first child", row[0], tree[0], 0)

    def routes(self, expression, nodes, routing):
        some = self.selected(nodes)
        pairs = [(u, v) for u in some for v in some if u != v]
        ours = self.model.ask(*[f"route {u} {v}" for u, v in pairs])
        requests = [{"expr": expression, "from": str(u), "to": str(v), "routing": routing} for u, v in pairs]
        answers = self.program.ask("route", requests)
        ranks = {}
        theirs = []
        for (u, _), answer in zip(pairs, answers):
            path = [u, *(hop["node"] for hop in answer["hops"])]
            theirs.append([(a, b, hop["vc"]) for a, b, hop in zip(path, path[1:], answer["hops"])])
        if self.seed("channel-rank"):
            # The first hop of a longer route is on the channel of its last one, whose rank is lower.
            route = next(route for route in theirs if len(route) > 1)
            route[0], route[-1] = route[-1], route[0]
        for (u, v), [row], route in zip(pairs, ours, theirs):
            channels = list(zip(row[0::4], row[1::4], row[2::4]))
            ranks.update(zip(channels, row[3::4]))
            self.check("channels", f"{expression} {routing} from {u} to {v}", channels, route, len(route))
        for (u, v), route in zip(pairs, theirs):
            sequence = [ranks.get(channel, -1) for channel in route]
            decreasing = all(a > b for a, b in zip(sequence, sequence[1:]))
            self.check("channels", f"{expression} {routing} from {u} to {v}: ranks {sequence} decrease", decreasing, True, 0)
        [[[channels, dependencies, longest, wrong]]] = self.model.ask("channels")
        [answer] = self.program.ask("deadlock", [{"expr": expression, "routing": routing}])
        proof = answer["proof"]
        self.check(
            "channel graphs",
            f"{expression} {routing}: channels, dependencies, ranks, dependencies without a decrease",
            (channels, dependencies, longest, wrong),
            (proof["channels"], proof["dependencies"], proof["ranks"], 0),
        )


def catalog_networks(program):
    """The examples of the catalog: duals and products as they are, and small networks as tables."""
    listed = json.loads(program.run("list", "--json").stdout)
    examples = [example for construction in listed["constructions"] for example in construction["examples"]]
    chosen, tables = [], []
    for example in examples:
        try:
            net = Parser(example, {}).net()
        except Unsupported:
            net = None
        if net and net.composed:
            net.example = True
            chosen.append((example, net))
        if 'file("' in example:
            continue
        # Direct connected networks have trees; machines with switches and disconnected networks do not.
        [answer] = program.ask("trees", [{"expr": example}])
        if answer is None or not 2 <= len(answer["trees"][0]["parents"] if answer["trees"] else []) <= MAX_TABLE:
            continue
        links = program.links(example)
        nodes = 1 + max(v for link in links for v in link)
        neighbours = [[] for _ in range(nodes)]
        for u, v in links:
            neighbours[u].append(v)
            neighbours[v].append(u)
        roots = program.ask("trees", [{"expr": example, "root": str(root)} for root in range(nodes)])
        base = table(neighbours, [answer["trees"] for answer in roots])
        tables.append((example, base, net is not None and len(net.factors) > 1))
    for example, base, is_product in tables:
        for text in ("dual({})", "dual({}, ring(3))", "{} * path(3)"):
            built = Parser(text.format("table(0)"), [base]).net()
            # Factors of factors are factors: the trees of a product are nested otherwise.
            built.trees = built.trees and not (is_product and "*" in text)
            chosen.append((text.format(f"({example})"), built))
    return chosen


def networks(program):
    """Every network that is compared, once."""
    chosen = catalog_networks(program) + [(text, Parser(text, {}).net()) for text in MORE]
    seen = {}
    for expression, net in chosen:
        if expression not in seen:
            seen[expression] = net
    sizes = program.ask("show", [{"expr": expression} for expression in seen])
    for (expression, net), answer in zip(seen.items(), sizes):
        if answer is None:
            raise SystemExit(f"{expression}: the program refuses it")
        if int(answer["nodes"]["value"]) <= MAX_NODES:
            yield expression, net


def compare(options, chosen=None, fault=None):
    program, model = Program(options.program), Model(options.model)
    comparison = Comparison(program, model, fault)
    if chosen is None:
        chosen = networks(program)
    for expression, net in chosen:
        comparison.network(expression, net)
    program.close()
    model.close()
    if fault and comparison.fault:
        raise SystemExit(f"there was no place for the fault {fault}")
    return comparison


def report(comparison):
    for kind in comparison.KINDS:
        print(f"{kind}: {comparison.counts[kind]:,} compared, {comparison.different[kind]} differ")
    differences = sum(comparison.different.values())
    print(f"{comparison.networks} networks, {sum(comparison.counts.values()):,} comparisons, {differences} differences")
    return differences


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("model")
    options.add_argument("--seed-fault", choices=FAULTS)
    options.add_argument("--only", metavar="EXPR", help="compare this network only")
    options.add_argument("--test", action="store_true", help="every seeded fault must be found")
    options = options.parse_args()
    one = options.only or ("dual(ring(4))" if options.test or options.seed_fault else None)
    chosen = [(one, Parser(one, {}).net())] if one else None
    if not options.test:
        return 1 if report(compare(options, chosen, options.seed_fault)) else 0
    missed = 0 if report(compare(options, chosen)) == 0 else 1
    for fault in FAULTS:
        print(f"seeded fault: {fault}")
        if report(compare(options, chosen, fault)) == 0:
            print(f"the fault {fault} was not found")
            missed = 1
    return missed


if __name__ == "__main__":
    sys.exit(main())
