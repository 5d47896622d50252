"""Files that the program writes for other tools, read by these tools.

    readers.py CROSSEDGE [--engines]

Every reader tells nodes, links and distances of what it has read, and they are those of the program. With --engines also OpenSM on ibsim,
which must take our forwarding tables and dump the same ones, and answer with our service levels, slurmctld, which must show our tree, SimGrid, whose routes must be ours, and
lldpd in network namespaces, whose neighbors we must read as the Clos that they are.
"""

import csv
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import igraph
from infragraph import Infrastructure
from infragraph.infragraph_service import InfraGraphService
import networkx
import numpy
import rustworkx
import scipy.io
import scipy.sparse.csgraph

NETWORKS = ["fattree(8)", "hosts(dragonfly(4,2), 2)", "rdn(ring(3), 2)"]
PROGRAM = sys.argv[1]


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def facts(expression):
    """The numbers of nodes and links that the program reports."""
    told = json.loads(run(PROGRAM, "show", expression, "--json"))
    return told["nodes"]["value"], told["links"]["value"]


def distances(graph):
    """The histogram of distances between nodes."""
    counts = {}
    for _, lengths in networkx.all_pairs_shortest_path_length(graph):
        for length in lengths.values():
            counts[length] = counts.get(length, 0) + 1
    return counts


def histogram(matrix):
    lengths = scipy.sparse.csgraph.shortest_path(matrix, unweighted=True)
    values, counts = numpy.unique(lengths, return_counts=True)
    return {int(value): int(count) for value, count in zip(values, counts)}


def plain(expression, folder):
    """The formats of graph libraries."""

    def written(name):
        path = folder / name
        run(PROGRAM, "export", expression, "-o", str(path), "--force")
        return path

    nodes, links = facts(expression)
    graphml = written("net.graphml")
    graph = networkx.read_graphml(graphml)
    assert (len(graph), graph.size()) == (nodes, links), expression
    far = distances(graph)
    ends = {node for node, role in graph.nodes(data="role") if role == "endpoint"}
    assert all(role in ("endpoint", "switch") for _, role in graph.nodes(data="role"))
    # Distances between endpoints match those of the program.
    between = {}
    for node, lengths in networkx.all_pairs_shortest_path_length(graph):
        for other, length in lengths.items():
            if node in ends and other in ends:
                between[length] = between.get(length, 0) + 1
    told = csv.DictReader(io.StringIO(run(PROGRAM, "show", expression, "--histogram", "--format", "csv")))
    own = {int(row["distance"]): int(row["pairs"]) for row in told if row["pairs"] != "0"}
    assert between == own, (between, own)
    other = igraph.Graph.Read_GraphML(str(graphml))
    assert (other.vcount(), other.ecount()) == (nodes, links)
    assert other.diameter() == max(far)
    [third] = rustworkx.read_graphml(str(graphml))
    assert (third.num_nodes(), third.num_edges()) == (nodes, links)

    graph = networkx.node_link_graph(json.loads(written("net.json").read_text()))
    assert (len(graph), graph.size()) == (nodes, links) and distances(graph) == far
    graph = networkx.read_edgelist(written("net.edges"), nodetype=int)
    assert (len(graph), graph.size()) == (nodes, links) and distances(graph) == far
    matrix = scipy.io.mmread(written("net.mtx"))
    assert matrix.shape == (nodes, nodes) and matrix.nnz == 2 * links and histogram(matrix) == far
    # graphchk exits with status 0 even if the number of links is wrong, so check its output.
    said = run("graphchk", str(written("net.graph")))
    assert "The format of the graph is correct!" in said, said
    run("nop", "-p", str(written("net.dot")))
    rows = list(csv.DictReader(io.StringIO(written("net.cables.csv").read_text())))
    ends = {(row[f"{end}-Node"], row[f"{end}-Port"]) for row in rows for end in "AZ"}
    assert len(rows) == links and len(ends) == 2 * links
    print(f"{expression}: {nodes} nodes, {links} links, read by networkx, igraph, rustworkx, scipy, METIS and Graphviz")


def entries(text):
    """Switch and LID to port."""
    found, switch = {}, None
    for line in text.splitlines():
        if head := re.match(r"Unicast lids .* guid (0x[0-9a-f]+)\s", line):
            switch = int(head[1], 16)
        elif entry := re.match(r"(0x[0-9a-f]+) (\d+)\s", line):
            found[switch, int(entry[1], 16)] = int(entry[2])
    return found


def levels(text):
    """Source and target, as numbers of hosts, to their service level; only pairs that a rule names."""
    known = dict(re.findall(r"qos-level\n\s+name: (\w+)\n\s+sl: (\d+)", text))
    found = {}
    for source, targets, level in re.findall(r"source: h(\d+)\n\s+destination: (\S+)\n\s+qos-level-name: (\w+)", text):
        found |= {(int(source), int(target[1:])): int(known[level]) for target in targets.split(",")}
    return found, len(known)


def circular(net, tables, policy, hosts):
    """Levels on which channels wait for each other in a cycle, when all hosts send to all by the tables."""
    ports, own = {}, None
    for line in net.splitlines():
        if head := re.match(r'(?:Switch|Ca)\s+\d+ "([SH]-[0-9a-f]+)"', line):
            own = head[1]
        elif port := re.match(r'\[(\d+)\]\S*\s+"([SH]-[0-9a-f]+)"', line):
            ports[own, int(port[1])] = port[2]
    names = [name for name in dict.fromkeys(node for node, _ in ports) if name.startswith("H")]
    assert len(names) == hosts
    waits = {}
    for target in range(hosts):
        # Hosts have LIDs from 1 on, in their order.
        after = {}
        for source in range(hosts):
            if source != target:
                level, channel = policy.get((source, target), 0), (names[source], 1)
                graph = waits.setdefault(level, networkx.DiGraph())
                while (at := ports[channel]) != names[target]:
                    following = after.get(at) or after.setdefault(at, (at, tables[int(at[2:], 16), 1 + target]))
                    graph.add_edge(channel, following)
                    channel = following
    return [level for level, graph in waits.items() if not networkx.is_directed_acyclic_graph(graph)]


def opensm(expression, folder):
    """OpenSM on ibsim takes our tables and levels, dumps the tables that it has set, and answers with these levels."""
    net, tables, policy = (folder / f"fabric.{suffix}" for suffix in ("ibnet", "lfts", "qos"))
    for path in (net, tables, policy):
        run(PROGRAM, "export", expression, "-o", str(path), "--force")
    first = re.search(r'^Ca\s+1 "(H-[0-9a-f]+)"', net.read_text(), re.M)[1]
    environment = os.environ | {"IBSIM_SOCKNAME": f"crossedge{os.getpid()}"}
    # The driver stand-in creates a folder in its working directory, and does not remove it when it is killed.
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    fabric = subprocess.Popen(
        ["ibsim", "-s", "-N", "65536", "-S", "32768", "-P", "1048576", "-n", str(net)],
        stdin=subprocess.PIPE, env=environment, **quiet,
    )
    preload = "/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so"
    environment |= {"LD_PRELOAD": preload, "OSM_CACHE_DIR": str(folder), "OSM_TMP_DIR": str(folder), "SIM_HOST": first}
    manager = None
    try:
        time.sleep(1)
        log = folder / "opensm.log"
        files = ["-U", str(tables), "-Q", "-Y", str(policy)]
        manager = subprocess.Popen(["opensm", "-R", "file", *files, "-D", "0x43", "-f", str(log)], env=environment, **quiet)

        def asked(source, target):
            """The service level from a host to another; none as long as the subnet is not up."""
            words = ["saquery", "PR", "--slid", str(1 + source), "--dlid", str(1 + target)]
            answer = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, timeout=60).stdout
            level = re.search(r"\bsl\.+0x([0-9a-f]+)", answer)
            return level and int(level[1], 16)

        for _ in range(300):
            if asked(0, 1) is not None:
                break
            time.sleep(1)
        told, count = levels(policy.read_text())
        hosts = policy.read_text().count("end-port-group\n")
        draw = random.Random(1)
        some = [tuple(draw.sample(range(hosts), 2)) for _ in range(20)] + draw.sample(sorted(told), min(20, len(told)))
        for pair in some:
            assert asked(*pair) == told.get(pair, 0), pair
        # The log is written when it ends.
        manager.terminate()
        manager.wait(timeout=60)
        said = log.read_text()
        # If OpenSM cannot use the file, it falls back to another engine without a message.
        assert "file tables configured on all switches" in said, said[-2000:]
        ours, theirs = entries(tables.read_text()), entries((folder / "opensm-lfts.dump").read_text())
        held = [key for key in ours if theirs.get(key) == ours[key]]
        # OpenSM assigns LIDs to switches itself, and may renumber; all entries that it dumps must be ours.
        wrong = [key for key in theirs if key in ours and theirs[key] != ours[key]]
        assert not wrong and len(held) >= len(theirs) > 0, (len(held), len(theirs), wrong[:3])
        print(f"{expression}: OpenSM took the tables, {len(held)} of {len(ours)} entries dumped and equal")
        assert not circular(net.read_text(), ours, told, hosts), expression
        print(f"{expression}: OpenSM answers with our {count} service levels, {len(some)} pairs asked; none has a circle")
    finally:
        for process in filter(None, (manager, fabric)):
            process.send_signal(signal.SIGKILL)
            process.wait()


def infragraph(expression, folder):
    """InfraGraph expands our devices; a hop is a port, a switch and another port, so a distance of k links becomes 3k - 2."""
    path = folder / "net.infragraph.json"
    run(PROGRAM, "export", expression, "-o", str(path), "--force")
    made = Infrastructure()
    made.deserialize(path.read_text())
    service = InfraGraphService()
    service.set_graph(made)
    graph = service.get_networkx_graph()
    nics = [node for node in graph if node.startswith("host.")]
    told = json.loads(run(PROGRAM, "export", expression, "-o", str(path), "--force", "--json"))["links"]
    ports = sum(1 for node in graph if ".port." in node)
    assert graph.size() == told + ports, (graph.size(), told, ports)
    own = far_from_first(expression, folder)
    lengths = networkx.single_source_shortest_path_length(graph, "host.0.nic.0")
    theirs = sorted((lengths[nic] + 2) // 3 for nic in nics if nic != "host.0.nic.0")
    assert theirs == own, expression
    print(f"{expression}: InfraGraph expanded {len(graph)} nodes and {graph.size()} edges, distances are ours")


def far_from_first(expression, folder):
    """Links from host 0 to every other host, where a node of a direct network has a host of its own; by the file for ns-3."""
    path = folder / "net.ns3"
    run(PROGRAM, "export", expression, "-o", str(path), "--force")
    lines = path.read_text().splitlines()
    nodes, switches, _ = map(int, lines[0].split())
    graph = networkx.Graph(tuple(map(int, line.split()[:2])) for line in lines[2:])
    lengths = networkx.single_source_shortest_path_length(graph, 0)
    return sorted(lengths[host] for host in range(1, nodes - switches))


def hosts(nodes):
    """The names of a host list, as scontrol expands it."""
    return run("scontrol", "show", "hostnames", nodes).split()


def slurm(expression, folder):
    """slurmctld reads the tree, and shows it."""
    path = folder / "topology.conf"
    run(PROGRAM, "export", expression, "--to", "slurm", "-o", str(path), "--force")
    leaves = dict(re.findall(r"SwitchName=(\S+) Nodes=(\S+)", path.read_text()))
    state = folder / "state"
    state.mkdir(exist_ok=True)
    user = run("id", "-un").strip()
    (folder / "slurm.conf").write_text(f"""ClusterName=crossedge
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={state}
SlurmctldPidFile={state}/pid
TopologyPlugin=topology/tree
ProctrackType=proctrack/linuxproc
ReturnToService=2
SchedulerType=sched/builtin
{"".join(f"NodeName={nodes} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN{chr(10)}" for nodes in leaves.values())}PartitionName=all Nodes=ALL Default=YES State=UP
""")
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    environment = os.environ
    log = (folder / "slurmctld.log").open("w")
    daemon = subprocess.Popen(["slurmctld", "-D", "-c"], env=environment, stdout=log, stderr=log)
    try:
        for _ in range(60):
            time.sleep(0.5)
            shown = subprocess.run(["scontrol", "show", "topology"], env=environment, capture_output=True, text=True)
            if shown.returncode == 0 and "SwitchName" in shown.stdout:
                break
        told = (folder / "slurmctld.log").read_text()
        assert shown.returncode == 0, shown.stderr + told[-2000:]
        assert "error: topology" not in told, told
        # It shows a switch with all nodes below it, and the switches that it was given.
        pattern = r"SwitchName=(\S+)"
        ours, theirs = (re.findall(pattern, text) for text in (path.read_text(), shown.stdout))
        assert sorted(ours) == sorted(theirs), (ours[:3], theirs[:3])
        below = {m[1]: m[2] for m in re.finditer(r"SwitchName=(\S+) Level=0 .*?Nodes=(\S+)", shown.stdout)}
        assert below.keys() == leaves.keys(), (list(below)[:3], list(leaves)[:3])
        # The output of scontrol is read back as the original tree, with the same names on each leaf.
        back = folder / "back"
        back.mkdir(exist_ok=True)
        (back / "topology.conf").write_text(shown.stdout)
        trees = [json.loads(run(PROGRAM, "show", str(one), "--json")) for one in (path, back / "topology.conf")]
        for key in ("endpoints", "switches", "cables", "diameter", "mean_distance"):
            assert trees[0][key]["value"] == trees[1][key]["value"], key
        names = [sorted(host for nodes in some.values() for host in hosts(nodes)) for some in (leaves, below)]
        assert names[0] == names[1], (names[0][:3], names[1][:3])
        print(f"{expression}: slurmctld shows our {len(ours)} switches over {len(names[0])} nodes, leaf by leaf")
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()


# Starts the daemon of another host on this one, and says which.
AGENT = """#!/bin/sh
host=$1; shift
while [ "${host#-}" != "$host" ]; do host=$1; shift; done
export FAKE_HOST=$host
exec sh -c "$*"
"""


def placed(text):
    """The host of every rank, from lines `RANK on HOST`."""
    return {int(rank): host for rank, host in re.findall(r"^(\d+) on (\S+)$", text, re.MULTILINE)}


def rank_files(folder):
    """mpirun and srun start every rank on the host that our files name; the ranks say where they are."""
    count = 16
    expression, job = "hosts(complete(4), 4)", "tensor 4, data 4"
    scattered = ",".join(str(4 * (host % 4) + host // 4) for host in range(count))
    words = [PROGRAM, "ranks", expression, "--job", job, "--hosts", scattered, "--effort", "2"]
    order = json.loads(run(*words, "--json"))["order"]
    wanted = {rank: f"host{host}" for rank, host in enumerate(order)}
    assert sorted(order) == list(range(count)) and order != sorted(order), order
    for extension in ("rankfile", "hostfile"):
        run(*words, "--host-names", "host{}", "-o", str(folder / f"ranks.{extension}"))
    agent = folder / "agent.sh"
    agent.write_text(AGENT)
    agent.chmod(0o755)
    (folder / "hosts").write_text("".join(f"host{host} slots=1\n" for host in range(count)))
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = ["mpirun", "--oversubscribe", "--hostfile", str(folder / "hosts"), "--rankfile", str(folder / "ranks.rankfile"), "-np", str(count)]
    command += ["--mca", "plm_rsh_agent", str(agent), "--mca", "plm_rsh_no_tree_spawn", "1", "sh", "-c", "echo $OMPI_COMM_WORLD_RANK on $FAKE_HOST"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert placed(done.stdout) == wanted, (done.stdout, done.stderr[-2000:], wanted)
    print(f"{expression}: mpirun starts {count} ranks as our rankfile says")
    state = folder / "state"
    state.mkdir()
    user = run("id", "-un").strip()
    (folder / "slurm.conf").write_text(f"""ClusterName=crossedge
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=16819
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={state}
SlurmctldPidFile={state}/pid
SlurmdPidFile={state}/%n.pid
SlurmdSpoolDir={state}/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/linear
NodeName=host[0-{count - 1}] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[17100-{17100 + count - 1}] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
""")
    environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf"), "SLURM_HOSTFILE": str(folder / "ranks.hostfile")}
    daemons = []
    try:
        for words in [["slurmctld", "-D", "-c"], *(["slurmd", "-D", "-N", f"host{host}"] for host in range(count))]:
            log = (folder / f"{words[-1]}.log").open("w")
            daemons.append(subprocess.Popen(words, env=environment, stdout=log, stderr=log))
        command = ["srun", f"-n{count}", f"-N{count}", "--distribution=arbitrary", "sh", "-c", "echo $SLURM_PROCID on $SLURMD_NODENAME"]
        for _ in range(60):
            time.sleep(1)
            shown = subprocess.run(["sinfo", "-h", "-t", "idle", "-o", "%D"], env=environment, capture_output=True, text=True)
            if shown.stdout.strip() == str(count):
                break
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert placed(done.stdout) == wanted, (done.stdout, done.stderr[-2000:], (folder / "-c.log").read_text()[-2000:])
        print(f"{expression}: srun starts {count} ranks as our hostfile says")
    finally:
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait()


# Runs in the Python that has SimGrid.
SIMGRID = """
import sys
from simgrid import Actor, Engine, Host, Mailbox, this_actor
engine = Engine(["x", "--log=root.thres:critical"])
engine.load_platform(sys.argv[1])
hosts = engine.get_all_hosts() if hasattr(engine, "get_all_hosts") else engine.all_hosts
by = {host.name: host for host in hosts}
def receiver():
    Mailbox.by_name("box").get()
    print("arrived", this_actor.get_host().name, Engine.clock if not callable(Engine.clock) else Engine.clock())
def sender(pairs):
    for a, b in pairs:
        links, latency = by[a].route_to(by[b])
        print("route", a, b, len(links), latency)
    Mailbox.by_name("box").put("x", 12500000)
names = sorted(by, key=lambda name: int(name[1:]))
pairs = [(names[i], names[j]) for i in range(0, len(names), max(1, len(names) // 12)) for j in range(0, len(names), max(1, len(names) // 12)) if i != j]
links = engine.get_all_links() if hasattr(engine, "get_all_links") else engine.all_links
# It has a link of its own for messages of a host to itself.
print("hosts", len(names), sum(link.name.startswith("l") for link in links))
Actor.create("sender", by[names[0]], sender, pairs)
Actor.create("receiver", by[names[-1]], receiver)
engine.run()
"""


def simgrid(expression, folder):
    """SimGrid loads the platform, has our routes, and sends a message along one."""
    path = folder / "net.platform.xml"
    run(PROGRAM, "export", expression, "-o", str(path), "--force")
    said = run("/usr/bin/python3", "-c", SIMGRID, str(path))
    [[hosts, links]] = [line.split()[1:] for line in said.splitlines() if line.startswith("hosts ")]
    nodes, wanted = facts(expression)
    # A link is two there, one for each direction.
    assert int(links) == 2 * int(wanted), (links, wanted)
    routes = [line.split()[1:] for line in said.splitlines() if line.startswith("route ")]
    for a, b, hops, latency in routes[::7]:
        told = json.loads(run(PROGRAM, "route", expression, a[1:], b[1:], "--json"))
        assert abs(float(latency) - int(hops) * 1e-7) < 1e-12, (a, b, hops, latency)
        assert int(hops) == int(told["length"]), (a, b, hops, told["length"])
    [arrived] = [line for line in said.splitlines() if line.startswith("arrived ")]
    print(f"{expression}: SimGrid has {hosts} hosts and {links} links, {len(routes)} routes are ours, {arrived}")


class Unavailable(Exception):
    """A tool or a right that this machine does not have."""


# Spines, leaves and hosts of clos(4, 2, 2), and its cables: two devices with their interfaces.
DEVICES = ["spine1", "spine2", "leaf1", "leaf2", *(f"host{i}" for i in range(1, 9))]
CABLES = [
    *((f"leaf{leaf}", f"swp{spine}", f"spine{spine}", f"swp{leaf}") for leaf in (1, 2) for spine in (1, 2)),
    *((f"leaf{leaf}", f"swp{2 + i}", f"host{4 * (leaf - 1) + i}", "eth0") for leaf in (1, 2) for i in range(1, 5)),
]


def neighbors(socket):
    """The JSON of lldpcli, and the neighbors in it: own interface, name and port of the other device."""
    answer = subprocess.run(["lldpcli", "-u", str(socket), "-f", "json", "show", "neighbors"], capture_output=True, text=True)
    if answer.returncode != 0:
        return "", set()
    interfaces = json.loads(answer.stdout)["lldp"].get("interface", [])
    seen = set()
    for entry in interfaces if isinstance(interfaces, list) else [interfaces]:
        for own, facts in entry.items():
            [name] = facts.get("chassis", {}).keys() or [None]
            seen.add((own, name, facts.get("port", {}).get("descr")))
    return answer.stdout, seen


def lldp(folder):
    """lldpd in a network namespace for each device of a Clos: the folder of what lldpcli prints reads as that Clos."""
    missing = [tool for tool in ("lldpd", "lldpcli", "ip", "unshare", "sysctl") if shutil.which(tool) is None]
    if missing:
        raise Unavailable(f"{', '.join(missing)} not installed")
    # lldpd answers as another user.
    folder.chmod(0o755)
    space = {device: f"crossedge{os.getpid()}-{device}" for device in DEVICES}
    made, daemons = [], []

    def ip(*words):
        done = subprocess.run(["ip", *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise Unavailable(f"ip {' '.join(words)}: {done.stderr.strip()}")

    try:
        for device in DEVICES:
            ip("netns", "add", space[device])
            made.append(device)
        for a, own, b, other in CABLES:
            ip("link", "add", own, "netns", space[a], "type", "veth", "peer", "name", other, "netns", space[b])
            ip("-n", space[a], "link", "set", own, "up")
            ip("-n", space[b], "link", "set", other, "up")
        sockets = {device: folder / f"{device}.socket" for device in DEVICES}
        for device in DEVICES:
            # A device that forwards reports the capability of a router, which tells switches from hosts.
            if not device.startswith("host"):
                ip("netns", "exec", space[device], "sysctl", "-qw", "net.ipv4.ip_forward=1")
            start = f"hostname {device} && exec lldpd -d -u {sockets[device]} -O /dev/null -S {device}"
            log = (folder / f"{device}.log").open("w")
            command = ["ip", "netns", "exec", space[device], "unshare", "-u", "sh", "-c", start]
            daemons.append(subprocess.Popen(command, stdout=log, stderr=log))
        wanted = {device: set() for device in DEVICES}
        for a, own, b, other in CABLES:
            wanted[a].add((own, b, other))
            wanted[b].add((other, a, own))
        limit, waiting, printed = time.monotonic() + 60, set(DEVICES), {}
        while waiting and time.monotonic() < limit:
            time.sleep(0.5)
            for device in sorted(waiting):
                faster = ["lldpcli", "-u", str(sockets[device]), "configure", "lldp", "tx-interval", "1"]
                subprocess.run(faster, capture_output=True)
                printed[device], seen = neighbors(sockets[device])
                if seen == wanted[device]:
                    waiting.remove(device)
        if waiting:
            some = sorted(waiting)[0]
            said = (folder / f"{some}.log").read_text().strip()[-300:]
            raise Unavailable(f"lldpd of {some} does not see its neighbors after 60 s: {said}")
    finally:
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait()
        for device in made:
            # lldpd has a second process, which may outlive the first for a moment.
            for process in subprocess.run(["ip", "netns", "pids", space[device]], capture_output=True, text=True).stdout.split():
                subprocess.run(["kill", process], capture_output=True)
            subprocess.run(["ip", "netns", "del", space[device]], capture_output=True)
    devices = folder / "devices"
    devices.mkdir()
    for device, text in printed.items():
        (devices / f"{device}.json").write_text(text)
    ours, read = (json.loads(run(PROGRAM, "show", name, "--json")) for name in ("clos(4, 2, 2)", f"{devices}/"))
    for key in ("endpoints", "switches", "cables", "diameter", "mean_distance"):
        assert ours[key]["value"] == read[key]["value"], (key, ours[key], read[key])
    # Names are those of the devices: the links of the file, by name.
    path = folder / "clos.graphml"
    run(PROGRAM, "export", f'file("{devices}/")', "-o", str(path))
    graph = networkx.read_graphml(path)
    names = dict(graph.nodes(data="address"))
    links = {frozenset((names[a], names[b])) for a, b in graph.edges}
    assert links == {frozenset((a, b)) for a, _, b, _ in CABLES}, sorted(map(sorted, links))
    same = json.loads(run(PROGRAM, "check-wiring", "clos(4, 2, 2)", f"{devices}/", "--trust", "nothing", "--json"))
    assert same["matches_plan"]["value"] is True, same
    print(f"clos(4, 2, 2): lldpd in {len(DEVICES)} network namespaces, {len(CABLES)} cables read by name, wired as planned")


def main():
    for expression in NETWORKS:
        with tempfile.TemporaryDirectory() as folder:
            plain(expression, Path(folder))
            infragraph(expression, Path(folder))
            if "--engines" in sys.argv:
                opensm(expression, Path(folder))
                slurm(expression, Path(folder))
                simgrid(expression, Path(folder))
    if "--engines" in sys.argv:
        for dump in sorted((Path(__file__).parents[3] / "testdata" / "fabrics").glob("*.ibnet")):
            with tempfile.TemporaryDirectory() as folder:
                slurm(str(dump), Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            rank_files(Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            try:
                lldp(Path(folder))
            except Unavailable as why:
                print(f"lldpd: skipped: {why}")


main()
