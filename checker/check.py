#!/usr/bin/env python3
"""Checks certificates about interconnection networks.

    python check.py NETWORK CERTIFICATE [PLAN]

NETWORK is an edge list, node-link JSON or GraphML. CERTIFICATE is a JSON file: a certificate of throughput, of deadlock freedom, of a deadlock
or of automorphisms, a schedule, or the answer of `disjoint`, `trees`, `ring`, `recognize --map` or `show --metric bisection`. PLAN is the
planned network of a map, with addresses.

Prints `accepted: WHAT` and exits with 0, or `refused: REASON` and exits with 1. Exits with 2 on wrong usage or an unreadable file.
Only the standard library is used, and all arithmetic is exact.
"""

import heapq
import json
import math
import re
import sys
import xml.etree.ElementTree
from collections import Counter, deque
from fractions import Fraction


class Refused(Exception):
    """The certificate claims something that does not hold."""


class Unusable(Exception):
    """The input cannot be read, or lacks what the check needs."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


# ---------------------------------------------------------------------------------------------------------------------- networks


class Network:
    """Nodes 0 to n - 1, roles, and links with widths and, if the file has them, ports."""

    def __init__(self, count, switches=(), addresses=None, expression=None):
        self.count = count
        self.switches = frozenset(switches)
        self.endpoints = [node for node in range(count) if node not in self.switches]
        self.addresses = addresses
        self.expression = expression
        self.neighbours = [Counter() for _ in range(count)]  # neighbour -> width of all links together
        self.ports = [{} for _ in range(count)]  # port -> (neighbour, width)
        self.has_ports = True

    def add(self, a, b, width=1, port_a=None, port_b=None):
        for node in (a, b):
            if not 0 <= node < self.count:
                raise Unusable(f"link {a} {b}: there is no node {node}")
        if a == b:
            raise Unusable(f"node {a} is linked to itself")
        if not isinstance(width, int) or width < 1:
            raise Unusable(f"link {a} {b} has width {width}")
        self.neighbours[a][b] += width
        self.neighbours[b][a] += width
        if port_a is None or port_b is None:
            self.has_ports = False
            return
        for node, port, other in ((a, port_a, b), (b, port_b, a)):
            if port in self.ports[node]:
                raise Unusable(f"port {port} of node {node} has two links")
            self.ports[node][port] = (other, width)

    def linked(self, a, b):
        return b in self.neighbours[a]

    def degree(self, node):
        return len(self.neighbours[node])

    def links(self):
        """Every pair of linked nodes once, with its width."""
        return {(a, b): width for a in range(self.count) for b, width in self.neighbours[a].items() if a < b}

    def distances(self, source):
        found = [None] * self.count
        found[source] = 0
        queue = deque([source])
        while queue:
            node = queue.popleft()
            for other in self.neighbours[node]:
                if found[other] is None:
                    found[other] = found[node] + 1
                    queue.append(other)
        return found


def read_text(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"{path}: {error}") from None


def unique_keys(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Unusable("an object of the JSON file has a key twice")
    return result


def read_json(text, path):
    def constant(name):
        raise Unusable(f"{path}: {name} is not a number")

    try:
        return json.loads(text, object_pairs_hook=unique_keys, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{path}: {error}") from None


def network_from_edges(text):
    pairs, endpoints = [], None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        ranges = re.fullmatch(r"# endpoints ([\d,\s-]+)", line)
        if ranges:
            endpoints = set()
            for part in re.split(r"[,\s]+", ranges[1].strip()):
                low, _, high = part.partition("-")
                endpoints.update(range(int(low), int(high or low) + 1))
        if not line or line[0] in "#%":
            continue
        match = re.fullmatch(r"(\d+)\s+(\d+)(?:\s+(\{.*\}))?", line)
        if not match:
            raise Unusable(f"line {number} is not a link: {line}")
        data = re.fullmatch(r"\{\s*(?:'width':\s*(\d+))?\s*\}", match[3] or "{}")
        if not data:
            raise Unusable(f"line {number} has attributes other than a width: {line}")
        pairs.append((int(match[1]), int(match[2]), int(data[1] or 1)))
    count = max([max(a, b) for a, b, _ in pairs] + list(endpoints or []) + [0]) + 1
    switches = set(range(count)) - endpoints if endpoints is not None else ()
    network = Network(count, switches)
    for a, b, width in pairs:
        network.add(a, b, width)
    network.has_ports = False
    return network


def network_from_records(nodes, edges, expression):
    """A network from (id, role, address) and (source, target, width, source port, target port)."""
    if sorted(node for node, _, _ in nodes) != list(range(len(nodes))):
        raise Unusable(f"the ids of nodes are not 0 to {len(nodes) - 1}")
    for _, role, _ in nodes:
        if role not in ("endpoint", "switch"):
            raise Unusable(f"unknown role {role}")
    nodes = sorted(nodes)
    addresses = [address for _, _, address in nodes]
    switches = [node for node, role, _ in nodes if role == "switch"]
    network = Network(len(nodes), switches, None if None in addresses else addresses, expression)
    for edge in edges:
        network.add(*edge)
    return network


def network_from_node_link(text, path):
    data = read_json(text, path)
    try:
        nodes = [(node["id"], node.get("role", "endpoint"), node.get("address")) for node in data["nodes"]]
        edges = [
            (edge["source"], edge["target"], edge.get("width", 1), edge.get("source_port"), edge.get("target_port"))
            for edge in (data["edges"] if "edges" in data else data["links"])
        ]
        return network_from_records(nodes, edges, data.get("graph", {}).get("expression"))
    except (KeyError, TypeError, AttributeError) as error:
        raise Unusable(f"{path}: not node-link JSON of a network: {error!r}") from None


def network_from_graphml(text, path):
    if "<!ENTITY" in text:
        raise Unusable(f"{path}: entities are not read")
    try:
        root = xml.etree.ElementTree.fromstring(text.encode())
    except xml.etree.ElementTree.ParseError as error:
        raise Unusable(f"{path}: {error}") from None
    space = "{http://graphml.graphdrawing.org/xmlns}"
    names = {key.get("id"): key.get("attr.name") for key in root.iter(space + "key")}

    def data(element):
        return {names.get(item.get("key")): item.text or "" for item in element.iter(space + "data")}

    def port(fields, name):
        return int(fields[name]) if name in fields else None

    graph = root.find(space + "graph")
    if graph is None:
        raise Unusable(f"{path}: there is no graph")
    try:
        nodes, edges = [], []
        for element in graph.iter(space + "node"):
            fields = data(element)
            nodes.append((int(element.get("id")), fields.get("role", "endpoint"), fields.get("address")))
        for element in graph.iter(space + "edge"):
            fields = data(element)
            ends = int(element.get("source")), int(element.get("target"))
            edges.append((*ends, int(fields.get("width", 1)), port(fields, "source_port"), port(fields, "target_port")))
    except (TypeError, ValueError) as error:
        raise Unusable(f"{path}: {error}") from None
    return network_from_records(nodes, edges, graph.get("id"))


def read_network(path):
    text = read_text(path)
    start = text.lstrip()[:1]
    if start == "{":
        return network_from_node_link(text, path)
    if start == "<":
        return network_from_graphml(text, path)
    return network_from_edges(text)


# ------------------------------------------------------------------------------------------------------------------------ values


def member(record, key):
    require(isinstance(record, dict) and key in record, f"`{key}` is absent")
    return record[key]


def integer(value, name, low=0):
    """An exact integer: a number up to 2^53, a string of digits beyond."""
    if isinstance(value, str) and re.fullmatch(r"[1-9]\d*", value) and int(value) > 2**53:
        value = int(value)
    require(isinstance(value, int) and not isinstance(value, bool), f"{name} is not an integer: {value!r}")
    require(value >= low, f"{name} is {value}, less than {low}")
    return value


def items(value, name):
    require(isinstance(value, list), f"{name} is not a list")
    return value


def node_of(network, value, name):
    value = integer(value, name)
    require(value < network.count, f"{name} is {value}, and nodes run from 0 to {network.count - 1}")
    return value


def equal(value, expected, name):
    """Compares strictly: `true` is not 1, and 1.0 is not 1."""
    shown = [str(each) if isinstance(each, Fraction) else repr(each) for each in (value, expected)]
    require(type(value) is type(expected) and value == expected, f"{name} is {shown[0]}, not {shown[1]}")


def ratio(value, name):
    """A fraction, or None over zero. Its decimal value must be the quotient, rounded."""
    top, bottom = integer(member(value, "numerator"), name), integer(member(value, "denominator"), name)
    decimal = member(value, "value")
    if bottom == 0:
        require(decimal is None, f"{name}: the decimal value of {top}/0 is {decimal}")
        return None
    exact = Fraction(top, bottom)
    require(isinstance(decimal, (int, float)) and not isinstance(decimal, bool), f"{name} has no decimal value")
    require(math.isfinite(decimal), f"{name} has no decimal value")
    require(abs(Fraction(decimal) - exact) <= exact / 2**51, f"{name}: the decimal value {decimal} is not {exact}")
    return exact


def metric(value, name):
    evidence = member(value, "evidence")
    kind = member(evidence, "kind")
    require(kind in ("proved", "computed", "bounded", "sampled"), f"{name}: unknown kind of evidence {kind!r}")
    require(isinstance(member(evidence, "by"), str), f"{name}: evidence without a text")
    return member(value, "value"), kind


def old_names(record, *pairs):
    """Old names of keys repeat the value of the new ones."""
    for new, old in pairs:
        if old in record:
            require(record[old] == record.get(new), f"`{old}` differs from `{new}`")


def address_of(network, node, value, name):
    if network.addresses is not None:
        equal(value, network.addresses[node], name)


def path_of(network, value, name):
    """Nodes that are pairwise distinct and linked one to the next."""
    nodes = [node_of(network, node, f"a node of {name}") for node in items(value, name)]
    require(nodes, f"{name} is empty")
    repeated = next((node for node, times in Counter(nodes).items() if times > 1), None)
    require(repeated is None, f"{name} meets node {repeated} twice")
    for a, b in zip(nodes, nodes[1:]):
        require(network.linked(a, b), f"{name}: there is no link from {a} to {b}")
    return nodes


def max_flow(arcs, source, sink, limit=None):
    """The value of a maximum flow; `arcs` maps (tail, head) to integers. Augments along shortest paths."""
    residual = {}
    for (a, b), amount in arcs.items():
        residual.setdefault(a, Counter())[b] += amount
        residual.setdefault(b, Counter())
    value = 0
    while limit is None or value < limit:
        parents = {source: None}
        queue = deque([source])
        while queue and sink not in parents:
            node = queue.popleft()
            for other, left in residual.get(node, {}).items():
                if left > 0 and other not in parents:
                    parents[other] = node
                    queue.append(other)
        if sink not in parents:
            break
        steps, node = [], sink
        while parents[node] is not None:
            steps.append((parents[node], node))
            node = parents[node]
        amount = min(residual[a][b] for a, b in steps)
        for a, b in steps:
            residual[a][b] -= amount
            residual[b][a] += amount
        value += amount
    return value


# -------------------------------------------------------------------------------------------------------------------- throughput


def named_demands(name, count):
    """The rows of a named traffic pattern, or None if the name does not define them."""
    bits = count.bit_length() - 1
    power = count == 1 << bits
    side = math.isqrt(count)
    argument = re.fullmatch(r"(shift by|hotspot at|groups of|rings of) (\d+)", name)
    kind, k = (argument[1], int(argument[2])) if argument else (name, None)
    if kind == "shift by":
        rows = [[(r + k) % count] for r in range(count)]
    elif kind == "hotspot at":
        rows = [[k] for _ in range(count)]
    elif kind == "groups of" and k and count % k == 0:
        rows = [list(range(r - r % k, r - r % k + k)) for r in range(count)]
    elif kind == "rings of" and k and count % k == 0:
        rows = [[r - r % k + (r + 1) % k] for r in range(count)]
    elif kind == "complement":
        rows = [[count - 1 - r] for r in range(count)]
    elif kind == "transpose" and side * side == count:
        rows = [[r % side * side + r // side] for r in range(count)]
    elif kind == "shuffle" and power:
        rows = [[(r << 1 | r >> (bits - 1)) & (count - 1) if bits else r] for r in range(count)]
    elif kind == "reverse" and power:
        rows = [[int(format(r, f"0{bits}b")[::-1], 2) if bits else r] for r in range(count)]
    else:
        return None
    result = []
    for r, row in enumerate(rows):
        row = [other for other in row if other != r]
        result.append({other: Fraction(1, len(row)) for other in row})
    return result


def read_demands(network, certificate):
    traffic = member(certificate, "traffic")
    require(isinstance(traffic, str), "the traffic has no name")
    demands = member(certificate, "demands")
    require(isinstance(demands, dict) and len(demands) == 1, "demands are neither uniform nor listed")
    count = len(network.endpoints)
    if "uniform" in demands:
        require(traffic in ("uniform", "all-to-all"), f"{traffic} traffic has uniform demands")
        equal(integer(demands["uniform"], "the number of senders"), count, "the number of senders")
        require(count > 1, "there is no pair of endpoints")
        share = Fraction(1, count - 1)
        rows = [{other: share for other in range(count) if other != rank} for rank in range(count)]
    else:
        require(traffic not in ("uniform", "all-to-all"), f"{traffic} traffic has listed demands")
        listed = member(demands, "listed")
        unit = integer(member(listed, "unit"), "the unit of demands", 1)
        table = items(member(listed, "rows"), "the rows of demands")
        require(len(table) == count, f"demands of {len(table)} senders, and there are {count} endpoints")
        rows = []
        for rank, entries in enumerate(table):
            row = {}
            for entry in items(entries, f"the demands of {rank}"):
                require(isinstance(entry, list) and len(entry) == 2, f"a demand of {rank} is not a pair")
                other = integer(entry[0], f"a receiver of {rank}")
                require(other < count and other != rank and other not in row, f"{rank} sends to {other}: invalid or repeated")
                row[other] = Fraction(integer(entry[1], f"the demand from {rank} to {other}", 1), unit)
            rows.append(row)
        expected = named_demands(traffic, count)
        if expected is not None:
            for rank, (row, want) in enumerate(zip(rows, expected)):
                require(row == want, f"the demands of {rank} are not those of {traffic} traffic")
        require(any(rows), "no endpoint sends anything")
    ids = network.endpoints
    return traffic, {ids[rank]: {ids[other]: amount for other, amount in row.items()} for rank, row in enumerate(rows)}


def check_throughput(network, certificate):
    equal(member(certificate, "form"), "crossedge throughput certificate 1", "the form")
    if not network.has_ports:
        raise Unusable("a flow names ports, and this network has none: export it with --to node-link")
    traffic, demands = read_demands(network, certificate)
    lower, upper = ratio(member(certificate, "lower"), "the lower bound"), ratio(member(certificate, "upper"), "the upper bound")
    require(lower is not None, "the lower bound is over zero")

    flow = member(certificate, "flow")
    scale = integer(member(flow, "scale"), "the scale", 1)
    load, seen = Counter(), set()
    for entry in items(member(flow, "sources"), "the sources"):
        source = node_of(network, member(entry, "from"), "a source")
        require(source not in seen, f"source {source} appears twice")
        require(demands.get(source), f"source {source} sends nothing")
        seen.add(source)
        surplus, used = Counter(), set()
        for triple in items(member(entry, "amounts"), f"the flow from {source}"):
            require(isinstance(triple, list) and len(triple) == 3, f"an amount of the flow from {source} is not a triple")
            node, port = node_of(network, triple[0], "a node of the flow"), integer(triple[1], "a port of the flow")
            amount = integer(triple[2], "an amount of the flow", 1)
            require(port in network.ports[node], f"node {node} has no port {port}")
            require((node, port) not in used, f"the flow from {source} lists port {port} of {node} twice")
            used.add((node, port))
            load[node, port] += amount
            surplus[node] -= amount
            surplus[network.ports[node][port][0]] += amount
        want = demands[source]
        for node in range(network.count):
            expected = -sum(want.values()) * scale if node == source else want.get(node, 0) * scale
            require(surplus[node] == expected, f"the flow from {source} leaves {surplus[node]} at {node}, not {expected}")
    for source, row in demands.items():
        require(not row or source in seen, f"there is no flow from {source}")
    worst = max(Fraction(amount, network.ports[node][port][1]) for (node, port), amount in load.items())
    equal(lower, scale / worst, "the lower bound")

    rows = items(member(certificate, "lengths"), "the lengths")
    require(len(rows) == network.count, f"lengths at {len(rows)} nodes, and there are {network.count}")
    lengths = []
    for node, row in enumerate(rows):
        row = items(row, f"the lengths at {node}")
        require(sorted(network.ports[node]) == list(range(len(row))), f"node {node} has {len(network.ports[node])} ports, and {len(row)} lengths")
        lengths.append([integer(value, f"a length at {node}") for value in row])
    if upper is None:
        return f"throughput of {traffic} traffic at least {lower}; no upper bound"
    total = sum(lengths[node][port] * network.ports[node][port][1] for node in range(network.count) for port in network.ports[node])
    need = Fraction(0)
    for source, row in demands.items():
        if not row:
            continue
        near = {source: 0}
        done, heap = set(), [(0, source)]
        while heap:
            distance, node = heapq.heappop(heap)
            if node in done:
                continue
            done.add(node)
            for port, (other, _) in network.ports[node].items():
                step = distance + lengths[node][port]
                if other not in near or step < near[other]:
                    near[other] = step
                    heapq.heappush(heap, (step, other))
        for target, amount in row.items():
            require(target in near, f"{target} cannot be reached from {source}")
            need += amount * near[target]
    require(need > 0, "the lengths give no upper bound: all demands have length 0")
    equal(upper, total / need, "the upper bound")
    require(lower <= upper, f"the lower bound {lower} exceeds the upper bound {upper}")
    if lower == upper:
        return f"throughput of {traffic} traffic is {lower}"
    return f"throughput of {traffic} traffic is at least {lower} and at most {upper}"


# ---------------------------------------------------------------------------------------------------------- paths, trees and rings


def check_disjoint(network, answer):
    a, b = node_of(network, member(answer, "from"), "the source"), node_of(network, member(answer, "to"), "the destination")
    require(a != b, f"both ends are node {a}")
    address_of(network, a, member(answer, "from_address"), "the address of the source")
    address_of(network, b, member(answer, "to_address"), "the address of the destination")
    count, kind = metric(member(answer, "count"), "the count")
    paths = items(member(answer, "paths"), "the paths")
    equal(integer(count, "the count"), len(paths), "the count")
    most = min(network.degree(a), network.degree(b))
    equal(member(answer, "most"), most, "the smaller degree")
    require(len(paths) <= most, f"{len(paths)} paths, and the smaller degree is {most}")
    distance = network.distances(a)[b]
    claimed = member(answer, "distance")
    if claimed is not None:
        claimed, _ = metric(claimed, "the distance")
    equal(claimed, distance, "the distance")
    inner, hops, direct = set(), [], 0
    for number, entry in enumerate(paths, 1):
        nodes = path_of(network, member(entry, "path"), f"path {number}")
        require(nodes[0] == a, f"path {number} starts at {nodes[0]}, not {a}")
        require(nodes[-1] == b, f"path {number} ends at {nodes[-1]}, not {b}")
        direct += len(nodes) == 2
        require(direct < 2, "two paths take the link between the ends")
        common = inner.intersection(nodes[1:-1])
        require(not common, f"path {number} shares node {min(common, default=0)} with another")
        inner.update(nodes[1:-1])
        equal(member(entry, "hops"), len(nodes) - 1, f"the hops of path {number}")
        equal(member(entry, "excess"), len(nodes) - 1 - distance, f"the excess of path {number}")
        hops.append(len(nodes) - 1)
    require(hops == sorted(hops), "the paths are not listed with the shortest first")
    equal(member(answer, "longest"), max(hops, default=0), "the hops of the longest path")
    equal(member(answer, "excess"), max(hops) - distance if hops else None, "the excess of the longest path")
    diameter = member(answer, "diameter")
    if diameter is not None:
        diameter, _ = metric(diameter, "the diameter")
    if diameter is not None:
        # Between endpoints, where there are switches.
        far = [[row[node] for node in network.endpoints] for row in map(network.distances, network.endpoints)]
        require(all(None not in row for row in far), "a diameter of a network that is not connected")
        equal(diameter, max(map(max, far)), "the diameter")
    if kind in ("proved", "computed"):
        arcs = {}
        for node in range(network.count):
            arcs[(node, 0), (node, 1)] = network.count if node in (a, b) else 1
            for other in network.neighbours[node]:
                arcs[(node, 1), (other, 0)] = 1
        maximum = max_flow(arcs, (a, 1), (b, 0))
        require(len(paths) == maximum, f"{len(paths)} paths, and {maximum} are possible")
        return f"{len(paths)} internally node-disjoint paths from {a} to {b}, the maximum"
    return f"{len(paths)} internally node-disjoint paths from {a} to {b}"


def edge_connectivity(network):
    if network.count < 2:
        return 0
    arcs = {(a, b): 1 for a in range(network.count) for b in network.neighbours[a]}
    least = min(map(network.degree, range(network.count)))
    for node in range(1, network.count):
        least = min(least, max_flow(arcs, 0, node, least))
    return least


def check_trees(network, answer):
    root = node_of(network, member(answer, "root"), "the root")
    address_of(network, root, member(answer, "root_address"), "the address of the root")
    old_names(answer, ("unverified", "unjudged"))
    trees = items(member(answer, "trees"), "the trees")
    count, _ = metric(member(answer, "count"), "the count")
    equal(count, len(trees), "the count")
    bound = integer(member(answer, "depth_bound"), "the bound on the depth")
    used, firsts = set(), set()
    for number, tree in enumerate(trees, 1):
        name = f"tree {number}"
        parents = items(member(tree, "parents"), f"the parents of {name}")
        require(len(parents) == network.count, f"{name} has {len(parents)} nodes, and there are {network.count}")
        require(parents[root] is None, f"{name}: the root has a parent")
        depths = {root: 0}
        for node, parent in enumerate(parents):
            if node == root:
                continue
            parent = node_of(network, parent, f"{name}: the parent of {node}")
            require(network.linked(parent, node), f"{name}: there is no link from {parent} to {node}")
            require((parent, node) not in used, f"{name}: the arc from {parent} to {node} is in two trees")
            used.add((parent, node))
        for node in range(network.count):
            walk = []
            while node not in depths:
                walk.append(node)
                require(len(walk) < network.count, f"{name}: node {walk[0]} does not reach the root")
                node = parents[node]
            for child in reversed(walk):
                depths[child] = depths[parents[child]] + 1
        depth = max(depths.values())
        equal(member(tree, "depth"), depth, f"the depth of {name}")
        require(depth <= bound, f"{name} has depth {depth}, and the bound is {bound}")
        first = node_of(network, member(tree, "first"), f"the first child of {name}")
        require(parents[first] == root, f"{name}: {first} is not a child of the root")
        require(first not in firsts, f"{first} is the first child of two trees")
        firsts.add(first)
    claimed, _ = metric(member(answer, "edge_connectivity"), "the edge connectivity")
    low, high = integer(member(claimed, "lower"), "the edge connectivity"), integer(member(claimed, "upper"), "the edge connectivity")
    actual = edge_connectivity(network)
    require(low <= actual <= high, f"the edge connectivity is {actual}, not {low} to {high}")
    return f"{len(trees)} arc-disjoint spanning trees from {root}, edge connectivity {actual}"


def check_verified(record, length):
    """The part of a ring that the program has verified is all of it."""
    old_names(record, ("verified", "judged"))
    verified = member(record, "verified")
    equal(member(verified, "positions"), length, "the number of verified positions")
    equal(member(verified, "all"), True, "`all` of the verified positions")


def circuit(network, value, name, closed):
    nodes = path_of(network, value, name)
    switch = next((node for node in nodes if node in network.switches), None)
    require(switch is None, f"{name}: node {switch} is a switch")
    if closed:
        require(len(nodes) >= 3, f"{name} has {len(nodes)} nodes, and a cycle has at least 3")
        require(network.linked(nodes[-1], nodes[0]), f"{name}: there is no link from {nodes[-1]} back to {nodes[0]}")
    return nodes


def check_ring(network, answer):
    kind = member(answer, "kind")
    require(member(answer, "exists") is True, "no ring or path is given; that none exists has no certificate")
    old_names(answer, ("omitted", "left_out"), ("upper_bound", "at_most"), ("construction", "made_by"), ("cycle_count", "found"))
    everything = len(network.endpoints)
    if kind == "edge-disjoint cycles":
        rings = items(member(answer, "rings"), "the rings")
        equal(member(answer, "cycle_count"), len(rings), "the number of rings")
        used = set()
        for number, ring in enumerate(rings, 1):
            name = f"ring {number}"
            nodes = circuit(network, member(ring, "nodes"), name, True)
            require(len(nodes) == everything, f"{name} has {len(nodes)} nodes of {everything}")
            check_verified(ring, everything)
            for a, b in zip(nodes, nodes[1:] + nodes[:1]):
                link = min(a, b), max(a, b)
                require(link not in used, f"{name}: the link between {a} and {b} is in two rings")
                used.add(link)
        bound = integer(member(answer, "upper_bound"), "the upper bound")
        require(bound >= len(rings), f"{len(rings)} rings, and at most {bound} are claimed to exist")
        degree = min(sum(1 for other in network.neighbours[node] if other not in network.switches) for node in network.endpoints)
        require(bound <= degree // 2, f"an upper bound of {bound} rings, and a node has {degree} links")
        return f"{len(rings)} edge-disjoint Hamiltonian cycles of {everything} nodes"
    require(kind in ("cycle", "path", "virtual ring"), f"unknown kind {kind!r}")
    require(answer.get("nodes") is not None, "the answer does not list the nodes")
    nodes = circuit(network, answer["nodes"], f"the {kind}", kind != "path")
    equal(integer(member(answer, "length"), "the length"), len(nodes), "the length")
    check_verified(answer, len(nodes))
    if kind == "virtual ring":
        equal(member(answer, "omitted"), everything - len(nodes), "the number of omitted nodes")
        number = integer(member(answer, "number"), "the number of the ring")
        most = integer(member(answer, "without_common_nodes"), "the number of node-disjoint rings")
        require(number < most, f"ring {number} of {most}")
        require(most * len(nodes) <= everything, f"{most} node-disjoint rings of {len(nodes)} nodes do not fit into {everything}")
        return f"a cycle of {len(nodes)} of {everything} nodes"
    require(len(nodes) == everything, f"the {kind} has {len(nodes)} of {everything} nodes")
    require(answer.get("omitted", 0) == 0, f"{answer.get('omitted')} nodes are claimed to be omitted")
    if answer.get("upper_bound") is not None:
        equal(answer["upper_bound"], everything, "the upper bound")
    return f"a Hamiltonian {kind} of {everything} nodes"


# --------------------------------------------------------------------------------------------------------------------- schedules


def contents(kind, ranks, root, pieces):
    """Initial and required final contents of every rank: chunk -> set of contributing ranks, as bits."""
    everyone = (1 << ranks) - 1
    first = [{} for _ in range(ranks)]
    last = [{} for _ in range(ranks)]

    def block(owner):
        return range(owner * pieces, (owner + 1) * pieces)

    if kind in ("broadcast", "reduce", "allreduce", "barrier"):
        size = pieces
        for chunk in range(pieces):
            for rank in range(ranks):
                if kind != "broadcast" or rank == root:
                    first[rank][chunk] = 1 << rank
                if kind != "reduce" or rank == root:
                    last[rank][chunk] = 1 << root if kind == "broadcast" else everyone
    elif kind == "all-to-all":
        size = ranks * ranks * pieces
        for source in range(ranks):
            for target in range(ranks):
                for chunk in block(source * ranks + target):
                    first[source][chunk] = last[target][chunk] = 1 << source
    else:
        size = ranks * pieces
        for owner in range(ranks):
            for chunk in block(owner):
                if kind == "scatter":
                    first[root][chunk] = last[owner][chunk] = 1 << root
                elif kind == "gather":
                    first[owner][chunk] = last[root][chunk] = 1 << owner
                elif kind == "allgather":
                    first[owner][chunk] = 1 << owner
                    for rank in range(ranks):
                        last[rank][chunk] = 1 << owner
                else:  # reduce-scatter
                    for rank in range(ranks):
                        first[rank][chunk] = 1 << rank
                    last[owner][chunk] = everyone
    return size, first, last


def check_occupation(network, step, paths, ports, cut_through):
    """Links and ports of one step."""
    links, sends, receives = Counter(), Counter(), Counter()
    for path in paths:
        for hop, (a, b) in enumerate(zip(path, path[1:])):
            # Under cut-through a message holds all of its links at once; otherwise hop after hop.
            time = 0 if cut_through else hop
            links[time, a, b] += 1
            if not cut_through or hop == 0:
                sends[time, a] += 1
            if not cut_through or hop == len(path) - 2:
                receives[time, b] += 1
    for (_, a, b), times in links.items():
        width = network.neighbours[a][b]
        require(times <= width, f"{step}: {times} messages on the link from {a} to {b}, of width {width}")
    if ports == "all":
        return
    for (time, node), times in (sends + receives).items():
        if node in network.switches:
            continue
        out, into = sends[time, node], receives[time, node]
        if ports == "half":
            require(out + into <= 1, f"{step}: node {node} takes part in {out + into} messages with a half-duplex port")
        else:
            require(out <= 1, f"{step}: node {node} sends {out} messages with one port")
            require(into <= 1, f"{step}: node {node} receives {into} messages with one port")


def check_schedule(network, schedule):
    equal(member(schedule, "form"), "crossedge schedule 1", "the form")
    kind = member(schedule, "collective")
    kinds = ("broadcast", "scatter", "gather", "reduce", "allgather", "reduce-scatter", "allreduce", "all-to-all", "barrier")
    require(kind in kinds, f"unknown collective {kind!r}")
    ranks = len(network.endpoints)
    equal(member(schedule, "nodes"), ranks, "the number of nodes")
    root = integer(member(schedule, "root"), "the root")
    require(root < ranks, f"the root is {root}, and there are {ranks} endpoints")
    integer(member(schedule, "bytes"), "the number of bytes")
    pieces = integer(member(schedule, "pieces"), "the number of pieces", 1)
    ports = member(schedule, "ports")
    require(ports in ("half", "one", "all"), f"unknown ports {ports!r}")
    cut_through = "cut_through" in schedule
    if cut_through:
        times = items(schedule["cut_through"], "the times of cut-through")
        require(len(times) == 2, "cut-through has two times")
        for time in times:
            integer(time, "a time of cut-through")
    rank_of = {node: rank for rank, node in enumerate(network.endpoints)}
    size, state, last = contents(kind, ranks, root, pieces)
    messages = 0
    steps = items(member(schedule, "steps"), "the steps")
    for number, step in enumerate(steps, 1):
        name = f"step {number}"
        paths, moved, arrivals = [], set(), {}
        for message in items(step, name):
            messages += 1
            path = path_of(network, member(message, "path"), f"{name}: a path")
            require(len(path) > 1, f"{name}: a path of one node")
            for node in (path[0], path[-1]):
                require(node in rank_of, f"{name}: a message begins or ends at switch {node}")
            paths.append(path)
            source, target = rank_of[path[0]], rank_of[path[-1]]
            action = member(message, "action")
            require(action in ("copy", "move", "add"), f"{name}: unknown action {action!r}")
            chunks = [integer(chunk, f"{name}: a chunk") for chunk in items(member(message, "chunks"), f"{name}: the chunks")]
            require(chunks, f"{name}: a message without chunks")
            require(len(set(chunks)) == len(chunks), f"{name}: a message carries a chunk twice")
            for chunk in chunks:
                require(chunk < size, f"{name}: chunk {chunk}, and there are {size}")
                require(chunk in state[source], f"{name}: {path[0]} sends chunk {chunk} and does not hold it")
                if action == "move":
                    require((source, chunk) not in moved, f"{name}: {path[0]} moves chunk {chunk} twice")
                    moved.add((source, chunk))
                arrivals.setdefault((target, chunk), []).append((action, state[source][chunk]))
        check_occupation(network, name, paths, ports, cut_through)
        for rank, chunk in moved:
            del state[rank][chunk]
        for (rank, chunk), incoming in arrivals.items():
            node, held = network.endpoints[rank], state[rank].get(chunk)
            if incoming[0][0] == "add":
                require(held is not None, f"{name}: chunk {chunk} is added at {node}, which does not hold it")
                for action, value in incoming:
                    require(action == "add", f"{name}: {node} receives chunk {chunk} in two ways")
                    require(not held & value, f"{name}: {node} adds a contribution to chunk {chunk} twice")
                    held |= value
            else:
                require(len(incoming) == 1, f"{name}: {node} receives chunk {chunk} {len(incoming)} times")
                action, value = incoming[0]
                require(action == "copy" or held is None, f"{name}: chunk {chunk} is moved to {node}, which holds it")
                held = value
            state[rank][chunk] = held
    for rank, want in enumerate(last):
        node = network.endpoints[rank]
        for chunk, value in want.items():
            held = state[rank].get(chunk)
            require(held is not None, f"at the end, {node} does not hold chunk {chunk}")
            if held != value:
                absent = next((r for r in range(ranks) if (value & ~held) >> r & 1), None)
                require(absent is None, f"at the end, chunk {chunk} at {node} lacks the data of {network.endpoints[absent or 0]}")
                raise Refused(f"at the end, chunk {chunk} at {node} has data that does not belong to it")
    return f"{kind} of {ranks} nodes in {len(steps)} steps and {messages} messages"


# --------------------------------------------------------------------------------------------------------------- maps and bisections


def split_names(text, separator, names, what):
    """Splits at the separator so that both sides are names of nodes."""
    parts = text.split(separator)
    for cut in range(1, len(parts)):
        a, b = separator.join(parts[:cut]), separator.join(parts[cut:])
        if a in names and b in names:
            return names[a], names[b]
    raise Refused(f"{what} names no two nodes: {text}")


def read_difference(record, names):
    """The planned cables that are missing and the cables that are extra, as counters of pairs of nodes of the fabric."""
    kind, message = member(record, "kind"), member(record, "message")
    missing, extra = Counter(), Counter()

    def pair(a, b):
        return min(a, b), max(a, b)

    patterns = {
        "missing-cable": r"(?:only (?P<have>\d+) cables?|no cable) between (?P<ends>.+), planned (?P<want>\d+)",
        "thin-trunk": r"(?P<have>\d+) cables? between (?P<ends>.+), planned (?P<want>\d+)",
        "extra-cable": r"(?P<ends>.+) is not planned",
        "moved-cable": r"the cable of (?P<from>.+) leads to (?P<to>.+), planned (?P<want>.+)",
    }
    if kind not in patterns:
        raise Unusable(f"differences of kind {kind} are not supported")
    match = re.fullmatch(patterns[kind], message)
    require(match, f"not a message of {kind}: {message}")
    if kind in ("missing-cable", "thin-trunk"):
        ends = pair(*split_names(match["ends"], " and ", names, kind))
        missing[ends] += int(match["want"]) - int(match["have"] or 0)
        return missing, extra, (ends, int(match["have"] or 0), int(match["want"]))
    if kind == "extra-cable":
        extra[pair(*split_names(match["ends"], " – ", names, kind))] += 1
    else:
        for key in ("from", "to", "want"):
            require(match[key] in names, f"{kind} names no node: {match[key]}")
        extra[pair(names[match["from"]], names[match["to"]])] += 1
        missing[pair(names[match["from"]], names[match["want"]])] += 1
    return missing, extra, None


def check_map(network, answer, plan_network):
    if plan_network is None:
        raise Unusable("a map needs the planned network as third argument (export it with --to node-link)")
    if plan_network.addresses is None:
        raise Unusable("the planned network has no addresses: export it with --to node-link")
    plan = member(answer, "plan")
    require(plan is not None, "no plan was found; that none is near has no certificate")
    if plan_network.expression is not None:
        equal(member(plan, "expression"), plan_network.expression, "the expression of the plan")
    equal(member(answer, "endpoints"), len(network.endpoints), "the number of endpoints")
    equal(member(answer, "switches"), len(network.switches), "the number of switches")
    equal(member(answer, "cables"), sum(network.links().values()), "the number of cables")
    planned_links = plan_network.links()
    equal(member(plan, "planned"), sum(planned_links.values()), "the number of planned cables")
    entries = plan.get("map")
    require(isinstance(entries, list), "the answer has no map (use --map)")

    def names_of(addresses, what):
        names = {address: node for node, address in enumerate(addresses)}
        if len(names) != len(addresses):
            raise Unusable(f"two nodes of the {what} have the same name")
        return names

    def name(address):
        # Names of nodes in a file are quoted strings where they are not plain ids.
        return json.loads(address) if address.startswith('"') else address

    addresses = network.addresses or [str(node) for node in range(network.count)]
    names = names_of([name(address) for address in addresses], "network")
    places = names_of(plan_network.addresses, "plan")
    image = {}
    for entry in entries:
        node = member(entry, "node")
        require(node in names, f"the map has a node {node!r} that is not in the network")
        require(names[node] not in image, f"the map has node {node!r} twice")
        target = entry.get("planned")
        if target is not None:
            require(target in places, f"the map leads to {target!r}, which is not in the plan")
            target = places[target]
        image[names[node]] = target
    require(len(image) == network.count, f"the map has {len(image)} of {network.count} nodes")
    mapped = [target for target in image.values() if target is not None]
    require(len(set(mapped)) == len(mapped), "two nodes are mapped to the same node of the plan")
    back = {target: node for node, target in image.items() if target is not None}
    exact, _ = metric(member(plan, "exact"), "exact")
    if len(mapped) < network.count or len(mapped) < plan_network.count:
        require(exact is False, "the map is not a bijection, although it is claimed to be exact")
        raise Unusable("maps that leave nodes out are not supported")
    for node, target in image.items():
        same = (node in network.switches) == (target in plan_network.switches)
        require(same, f"{addresses[node]} and its planned node {plan_network.addresses[target]} have different roles")
    wanted = {tuple(sorted((back[a], back[b]))): width for (a, b), width in planned_links.items()}
    found = network.links()
    missing = Counter({ends: width - found.get(ends, 0) for ends, width in wanted.items() if width > found.get(ends, 0)})
    extra = Counter({ends: width - wanted.get(ends, 0) for ends, width in found.items() if width > wanted.get(ends, 0)})
    equal(member(plan, "missing"), missing.total(), "the number of missing cables")
    equal(member(plan, "extra"), extra.total(), "the number of extra cables")
    equal(exact, not missing and not extra, "exact")
    listed_missing, listed_extra = Counter(), Counter()
    for record in items(member(plan, "differences"), "the differences"):
        gone, more, counts = read_difference(record, names)
        listed_missing += gone
        listed_extra += more
        if counts:
            ends, have, want = counts
            require((found.get(ends, 0), wanted.get(ends, 0)) == (have, want), f"not so: {record['message']}")
    # A trunk with several extra cables is listed once.
    require(listed_missing == missing, "the listed differences are not the missing cables")
    require(set(listed_extra) == set(extra), "the listed differences are not the extra cables")
    require(all(times <= extra[ends] for ends, times in listed_extra.items()), "the listed differences have too many extra cables")
    if exact:
        return f"an isomorphism of {network.count} nodes and {sum(found.values())} cables to {plan['expression']}"
    return f"a map to {plan['expression']} with {missing.total()} missing and {extra.total()} extra cables"


def listed_side(value):
    if isinstance(value.get("nodes"), list):
        return value["nodes"]
    witness = value.get("witness")
    below = re.fullmatch(r"ids below ([\d,]+)", witness or "")
    if below:
        return list(range(int(below[1].replace(",", ""))))
    match = re.fullmatch(r"ids (\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*)", witness or "")
    if not match:
        raise Unusable("the witness of the bisection does not list nodes")
    nodes = []
    for part in match[1].split(", "):
        low, _, high = part.partition(" to ")
        nodes.extend(range(int(low), int(high or low) + 1))
    return nodes


def check_bisection(network, answer):
    value, kind = metric(member(answer, "bisection"), "the bisection")
    side = [node_of(network, node, "a node of the cut") for node in listed_side(value)]
    require(len(set(side)) == len(side), "a node of the cut is listed twice")
    if isinstance(value.get("nodes"), list) and isinstance(value.get("witness"), str):
        number = re.search(r"(\d[\d,]*) listed nodes?", value["witness"])
        if number:
            equal(int(number[1].replace(",", "")), len(side), "the number of listed nodes")
    upper, lower = integer(member(value, "upper"), "the upper bound"), integer(member(value, "lower"), "the lower bound")
    chosen = set(side)
    half, total = len(chosen - network.switches), len(network.endpoints)
    require(half in (total // 2, total - total // 2), f"the cut has {half} of {total} endpoints on one side")
    if network.switches and not chosen & network.switches:
        # Only endpoints are listed: switches are on whichever side cuts fewest links.
        arcs = {(a, b): width for a in range(network.count) for b, width in network.neighbours[a].items()}
        everything = sum(arcs.values()) + 1
        for node in network.endpoints:
            ends = ("source", node) if node in chosen else (node, "sink")
            arcs[ends] = everything
        width = max_flow(arcs, "source", "sink")
    else:
        width = sum(width for (a, b), width in network.links().items() if (a in chosen) != (b in chosen))
    equal(upper, width, "the upper bound")
    require(lower <= upper, f"the lower bound {lower} exceeds the upper bound {upper}")
    if total <= 14 and not network.switches:
        exact = least_bisection(network)
        require(lower <= exact, f"the lower bound is {lower}, and a bisection of {exact} exists")
    return f"a bisection of {upper} links; the lower bound {lower} {'was recomputed' if total <= 14 and not network.switches else 'is not checked'}"


def least_bisection(network):
    """The bisection of a network of few nodes and no switches, over all halves that leave node n - 1 out, or have it."""
    count = network.count
    masks = [Counter() for _ in range(count)]
    for (a, b), width in network.links().items():
        masks[a][1 << b] = masks[b][1 << a] = width
    cuts = [0] * (1 << count)
    best = None
    for chosen in range(1, 1 << count):
        node = chosen.bit_length() - 1
        rest = chosen ^ (1 << node)
        cuts[chosen] = cuts[rest] + sum(-width if rest & other else width for other, width in masks[node].items())
        if chosen.bit_count() == count // 2:
            best = cuts[chosen] if best is None else min(best, cuts[chosen])
    return best or 0


# ---------------------------------------------------------------------------------------------------------- deadlock and symmetry


def channel_of(network, record, vcs, name):
    """A channel as (node, port, neighbour, virtual channel). It must be a link of the network."""
    node = node_of(network, member(record, "from"), f"{name}: `from`")
    other = node_of(network, member(record, "to"), f"{name}: `to`")
    port = integer(member(record, "port"), f"{name}: `port`")
    channel = integer(member(record, "vc"), f"{name}: `vc`")
    require(channel < vcs, f"{name} is virtual channel {channel} of {vcs}")
    if network.has_ports:
        require(port in network.ports[node], f"{name}: node {node} has no port {port}")
        require(network.ports[node][port][0] == other, f"{name}: port {port} of node {node} does not lead to {other}")
    else:
        require(network.linked(node, other), f"{name}: nodes {node} and {other} are not linked")
    return node, port, other, channel


def check_freedom(network, certificate):
    vcs = integer(member(certificate, "vcs"), "the number of virtual channels", 1)
    channels, ranks = [], []
    for number, record in enumerate(items(member(certificate, "channels"), "the channels")):
        channels.append(channel_of(network, record, vcs, f"channel {number}"))
        rank = member(record, "rank")
        ranks.append(None if rank is None else integer(rank, f"the rank of channel {number}"))
    require(len(set(channels)) == len(channels), "a channel is listed twice")
    endpoints, pairs, total = set(network.endpoints), set(), 0
    for packets in items(member(certificate, "packets"), "the packets"):
        target = node_of(network, member(packets, "to"), "a target")
        require(target in endpoints, f"target {target} is a switch")
        name = f"packets to {target}"
        states = []
        for state in items(member(packets, "states"), f"{name}: the states"):
            channel, after = state
            states.append((integer(channel, f"{name}: a channel"), [integer(next_one, f"{name}: a state") for next_one in items(after, f"{name}: the next states")]))
        total += len(states)
        arriving = [0] * len(states)
        for number, (channel, after) in enumerate(states):
            require(channel < len(channels), f"{name}: channel {channel} is not listed")
            head = channels[channel][2]
            require(after or head == target, f"{name}: they stop at node {head}")
            offered = not after
            for next_one in after:
                require(next_one < len(states), f"{name}: state {next_one} is not listed")
                arriving[next_one] += 1
                follower = states[next_one][0]
                require(follower < len(channels), f"{name}: channel {follower} is not listed")
                require(channels[follower][0] == head, f"{name}: state {number} ends at node {head}, and the next one begins at {channels[follower][0]}")
                offered = offered or ranks[follower] is not None
                if ranks[channel] is not None:
                    lower = ranks[follower] is not None and ranks[follower] < ranks[channel]
                    require(lower, f"{name}: channel {follower} follows channel {channel}, and its rank is not lower")
            require(offered, f"{name}: channel {channel} has no rank, and none with a rank may follow")
        for start in items(member(packets, "start"), f"{name}: the sources"):
            source, first = start
            source = node_of(network, source, f"{name}: a source")
            require(source in endpoints and source != target, f"{name}: node {source} cannot be a source")
            require(items(first, f"{name}: the first states"), f"{name}: those of node {source} have no first channel")
            for state in first:
                require(integer(state, f"{name}: a state") < len(states), f"{name}: state {state} is not listed")
                require(channels[states[state][0]][0] == source, f"{name}: those of node {source} begin at another node")
            pairs.add((source, target))
        # No packet runs in a circle: the states can be put into an order.
        free, ended = [number for number, count in enumerate(arriving) if count == 0], 0
        while free:
            ended += 1
            for next_one in states[free.pop()][1]:
                arriving[next_one] -= 1
                if arriving[next_one] == 0:
                    free.append(next_one)
        require(ended == len(states), f"{name}: they may run in a circle")
    for source in network.endpoints:
        for target in network.endpoints:
            require(source == target or (source, target) in pairs, f"no packet from {source} to {target} is listed")
    ranked = sum(rank is not None for rank in ranks)
    return f"{len(channels)} channels, {ranked} with ranks that decrease in all {total} states of packets: no deadlock"


def check_deadlock(network, certificate):
    vcs = integer(member(certificate, "vcs"), "the number of virtual channels", 1)
    packets = items(member(certificate, "packets"), "the packets")
    require(len(packets) >= 2, "a deadlock has two packets or more")
    held, wanted, endpoints = [], [], set(network.endpoints)
    for number, packet in enumerate(packets):
        name = f"packet {number}"
        source = node_of(network, member(packet, "from"), f"{name}: its source")
        target = node_of(network, member(packet, "to"), f"{name}: its target")
        require(source in endpoints and target in endpoints and source != target, f"{name}: its ends are not two endpoints")
        route = [channel_of(network, record, vcs, f"{name}: a channel") for record in items(member(packet, "route"), f"{name}: its route")]
        at = source
        for node, _, other, _ in route:
            require(node == at, f"{name}: its route is not connected")
            at = other
        require(at == target, f"{name}: its route ends at {at}, not at {target}")
        position = integer(member(packet, "holds"), f"{name}: the position of its channel")
        require(position + 1 < len(route), f"{name}: it waits for no channel")
        held.append(route[position])
        wanted.append(route[position + 1])
    require(len(set(held)) == len(held), "two packets hold one channel")
    for number, channel in enumerate(wanted):
        require(channel == held[(number + 1) % len(held)], f"packet {number} does not wait for the next one")
    return f"a deadlock of {len(packets)} packets"


def check_automorphisms(network, certificate):
    moved = member(certificate, "transitive_on")
    require(moved in ("vertices", "edges"), f"`transitive_on` is {moved!r}")
    links = network.links()
    things = list(range(network.count)) if moved == "vertices" else sorted(links)
    leader = {thing: thing for thing in things}

    def lead(thing):
        while leader[thing] != thing:
            leader[thing] = thing = leader[leader[thing]]
        return thing

    maps = items(member(certificate, "maps"), "the maps")
    for number, images in enumerate(maps):
        images = [node_of(network, image, f"map {number}: an image") for image in items(images, f"map {number}")]
        require(sorted(images) == list(range(network.count)), f"map {number} is no permutation of the nodes")
        for node, image in enumerate(images):
            require((node in network.switches) == (image in network.switches), f"map {number} takes node {node} to one of another role")
        for (a, b), width in links.items():
            require(network.neighbours[images[a]].get(images[b]) == width, f"map {number} takes the link between {a} and {b} to none of its width")
        for thing in things:
            image = images[thing] if moved == "vertices" else tuple(sorted((images[thing[0]], images[thing[1]])))
            leader[lead(thing)] = lead(image)
    for thing in things:
        require(lead(thing) == lead(things[0]), f"the maps do not take {things[0]} to {thing}")
    return f"{len(maps)} automorphisms, by which all {len(things)} {moved} are equivalent"


# -------------------------------------------------------------------------------------------------------------------------- main


def check(network, certificate, plan=None):
    """The accepted claim, as text. Raises Refused or Unusable."""
    if not isinstance(certificate, dict):
        raise Unusable("the certificate is not a JSON object")
    form, command = certificate.get("form"), certificate.get("command")
    by_form = {
        "crossedge throughput certificate 1": check_throughput,
        "crossedge schedule 1": check_schedule,
        "crossedge deadlock freedom certificate 1": check_freedom,
        "crossedge deadlock certificate 1": check_deadlock,
        "crossedge automorphisms certificate 1": check_automorphisms,
    }
    by_command = {"disjoint": check_disjoint, "trees": check_trees, "ring": check_ring, "recognize": check_map, "show": check_bisection}
    if form is not None:
        checker = by_form.get(form)
    else:
        checker = by_command.get(command)
        if checker:
            require(certificate.get("schema_version") == 3, f"schema version {certificate.get('schema_version')}, and this is a checker for 3")
    if checker is None:
        raise Unusable(f"unknown kind of certificate: form {form!r}, command {command!r}")
    if network.expression is not None:
        equal(member(certificate, "expression"), network.expression, "the expression")
    try:
        return checker(network, certificate, plan) if checker is check_map else checker(network, certificate)
    except (TypeError, AttributeError, ValueError) as error:
        raise Refused(f"malformed: {error}") from None


def main(arguments):
    if len(arguments) not in (2, 3) or arguments[0].startswith("-"):
        print("usage: check.py NETWORK CERTIFICATE [PLAN]", file=sys.stderr)
        return 2
    try:
        network = read_network(arguments[0])
        certificate = read_json(read_text(arguments[1]), arguments[1])
        plan = read_network(arguments[2]) if len(arguments) == 3 else None
        print("accepted:", check(network, certificate, plan))
        return 0
    except Refused as reason:
        print("refused:", reason)
        return 1
    except Unusable as error:
        print("error:", error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
