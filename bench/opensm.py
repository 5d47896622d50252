"""The routing engines of OpenSM beside our tables, on fabrics that we export: lanes, highest channel load, longest route.

    [ENGINES="dfsssp file"] opensm.py CROSSEDGE [EXPR …]

Every engine runs on ibsim; its own dump of forwarding tables is followed from every host to every host, here and by `crossedge check-tables` on what
ibnetdiscover prints: both must agree. Engines with virtual lanes run a second time with `-Q`: the service level of every pair is what `saquery` prints, the
lanes are those of opensm-sl2vl.dump, and both agree again. A channel load is how many ordered pairs of hosts cross a
channel between switches. Lanes are what the engine says; where it says nothing, one, and whether the tables could deadlock on it is looked for in
the channel dependency graph.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

PROGRAM = sys.argv[1]
NETWORKS = sys.argv[2:] or ["fattree(8)", "hosts(dragonfly(4,2), 2)", "rdn(ring(3), 2)"]
ENGINES = os.environ.get("ENGINES", "minhop updn dnup ftree lash dfsssp dor file").split()


def fabric(text):
    """Of every switch: the node behind each port; and the hosts by the GUID of their port."""
    ports, hosts, own = {}, {}, None
    for line in text.splitlines():
        if head := re.match(r'(Switch|Ca)\s+\d+ "([SH])-([0-9a-f]+)"', line):
            own = (head[2], int(head[3], 16))
            ports[own] = {}
        elif port := re.match(r'\[(\d+)\](?:\(([0-9a-f]+)\))?\s+"([SH])-([0-9a-f]+)"', line):
            ports[own][int(port[1])] = (port[3], int(port[4], 16))
            if own[0] == "H":
                hosts[int(port[2], 16)] = own
    return ports, hosts


def tables(text):
    """Of every switch: the port towards each GUID of a port."""
    found, switch = {}, None
    for line in text.splitlines():
        if head := re.match(r"Unicast lids .* guid (0x[0-9a-f]+)\s", line):
            switch = int(head[1], 16)
        elif entry := re.match(r"0x[0-9a-f]+ (\d+)\s.*portguid (0x[0-9a-f]+)", line):
            found[switch, int(entry[2], 16)] = int(entry[1])
    return found


def levels(text):
    """Source and target, by the GUIDs of their ports, to their service level; only pairs that a rule names."""
    guids = {name: int(guid, 16) for name, guid in re.findall(r"name: (h\d+)\n\s+port-guid: (0x[0-9a-f]+)", text)}
    known = dict(re.findall(r"qos-level\n\s+name: (\w+)\n\s+sl: (\d+)", text))
    found = {}
    for source, targets, level in re.findall(r"source: (h\d+)\n\s+destination: (\S+)\n\s+qos-level-name: (\w+)", text):
        found |= {(guids[source], guids[target]): int(known[level]) for target in targets.split(",")}
    return found, len(known)


def follow(ports, hosts, table, level):
    """Loads of channels between switches, the longest route in links, and whether it could deadlock, each level on a lane of its own."""
    loads, longest, after = Counter(), 0, {}
    entry = {host: next(iter(ports[host].values())) for host in hosts.values()}
    for guid, target in hosts.items():
        # Loads of the channels towards the target, counted once for each source.
        for own, source in hosts.items():
            if source == target:
                continue
            lane = level.get((own, guid), 0)
            at, hops, last = entry[source], 1, None
            while at != target:
                port = table[at[1], guid]
                to = ports[at][port]
                if to[0] == "S":
                    # Cables of a trunk are channels of their own.
                    channel = (at, port)
                    loads[channel] += 1
                    if last:
                        after.setdefault((*last, lane), set()).add((*channel, lane))
                    last = channel
                at, hops = to, hops + 1
                assert hops < 200, "the tables go in a circle"
            longest = max(longest, hops)
    return max(loads.values()), longest, circle(after)


def circle(after):
    """Returns `True` if there is a cycle, by removing channels that no other waits for."""
    waiting = Counter(to for tos in after.values() for to in tos)
    free = [channel for channel in after if waiting[channel] == 0]
    left = len(set(after) | set(waiting))
    while free:
        channel = free.pop()
        left -= 1
        for to in after.get(channel, ()):
            waiting[to] -= 1
            if waiting[to] == 0:
                free.append(to)
    return left > 0


def lane_of_level(text):
    """The lane of every service level; OpenSM gives all switches the same table for these engines."""
    rows = {row for row in re.findall(r"^\d+\s+\d+\s+:((?:\s+\d+){16})", text, re.M)}
    assert len(rows) == 1, "tables differ by switch or port"
    return [int(lane) for lane in rows.pop().split()]


def run_with_lanes(place, engine, environment):
    """Runs OpenSM until it has configured the fabric, and asks it for the service level of every pair of hosts."""
    log, records = place / "log-lanes", place / "path-records.txt"
    sm = subprocess.Popen(
        ["opensm", "-R", engine, "-Q", "-D", "0x43", "-f", str(log)],
        env=environment, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            time.sleep(1)
            seen = subprocess.run(["ibnetdiscover"], env=environment, cwd=place, capture_output=True, text=True, check=True).stdout
            guids = {lid: int(guid, 16) for guid, lid in re.findall(r"^\[\d+\]\(([0-9a-f]+)\)\s.*# lid (\d+) lmc", seen, re.M)}
            # The log is written when OpenSM ends: it has configured the fabric once it answers.
            first = list(guids)[:2]
            query = ["saquery", "PR", "--slid", first[0], "--dlid", first[-1]]
            if re.search(r"\bsl\.+0x", subprocess.run(query, env=environment, cwd=place, capture_output=True, text=True).stdout):
                break
        level, texts = {}, []
        for source in guids:
            for target in guids:
                if source == target:
                    continue
                query = ["saquery", "PR", "--slid", source, "--dlid", target]
                text = subprocess.run(query, env=environment, cwd=place, capture_output=True, text=True, check=True).stdout
                level[guids[source], guids[target]] = int(re.search(r"\bsl\.+(0x[0-9a-f]+)", text)[1], 16)
                texts.append(text)
        records.write_text("".join(texts))
    finally:
        sm.terminate()
        sm.wait()
    return level


def compare(place, environment, expected, more=()):
    """Fails unless `crossedge check-tables` reports the same for the fabric that ibnetdiscover prints."""
    seen = place / "seen.ibnet"
    found = subprocess.run(["ibnetdiscover"], env=environment, cwd=place, capture_output=True, text=True, check=True)
    seen.write_text(found.stdout)
    checked = subprocess.run(
        [PROGRAM, "check-tables", str(seen), str(place / "opensm-lfts.dump"), *more, "--json"], capture_output=True, text=True
    )
    answer = json.loads(checked.stdout)
    ours = (answer["most_loaded"]["pairs"], answer["longest"], not answer["deadlock_free"]["value"])
    assert answer["lost"]["value"] == 0 and ours == expected, f"check-tables: {ours}, followed here: {expected}"
    return len(answer["virtual_lanes"]["value"])


def run(expression, folder):
    net, own, policy = folder / "fabric.ibnet", folder / "fabric.lfts", folder / "fabric.qos"
    for path in (net, own, policy):
        subprocess.run([PROGRAM, "export", expression, "-o", str(path), "--force"], check=True, capture_output=True)
    ports, hosts = fabric(net.read_text())
    first = re.search(r'^Ca\s+1 "(H-[0-9a-f]+)"', net.read_text(), re.M)[1]
    environment = os.environ | {"IBSIM_SOCKNAME": f"crossedge{os.getpid()}", "PATH": os.environ["PATH"] + ":/usr/sbin"}
    sim = subprocess.Popen(
        ["ibsim", "-s", "-N", "65536", "-S", "32768", "-P", "1048576", "-n", str(net)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
    )
    preload = "/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so"
    try:
        time.sleep(2)
        for engine in ENGINES:
            place = folder / engine
            place.mkdir()
            more = {"LD_PRELOAD": preload, "OSM_CACHE_DIR": str(place), "OSM_TMP_DIR": str(place), "SIM_HOST": first}
            command = ["opensm", "-o", "-R", engine, "-D", "0x43", "-f", str(place / "log")]
            if engine == "file":
                command += ["-U", str(own)]
            try:
                quiet = subprocess.DEVNULL
                subprocess.run(command, env=environment | more, cwd=place, stdout=quiet, stderr=quiet, timeout=600)
            except subprocess.TimeoutExpired:
                print(f"| {expression} | {engine} | not done after ten minutes | | | |", flush=True)
                continue
            log = (place / "log").read_text()
            took = re.search(r"(\w+) tables configured on all switches", log)
            took = took[1] if took else "?"
            name = "ours (file)" if engine == "file" else engine
            if took != engine:
                print(f"| {expression} | {name} | not possible here: OpenSM took {took} | | | |")
                continue
            lanes = re.search(r"Lanes needed: (\d+)", log)
            table = tables((place / "opensm-lfts.dump").read_text())
            load, longest, circular = follow(ports, hosts, table, {})
            one = "a cycle" if circular else "no cycle"
            compare(place, environment | more, (load, longest, circular))
            print(f"| {expression} | {name} | {lanes[1] if lanes else 1} | {load} | {longest} | {one} |", flush=True)
            if lanes:
                level = run_with_lanes(place, engine, environment | more)
                lane = lane_of_level((place / "opensm-sl2vl.dump").read_text())
                table = tables((place / "opensm-lfts.dump").read_text())
                load, longest, circular = follow(ports, hosts, table, {pair: lane[sl] for pair, sl in level.items()})
                files = ["--service-levels", str(place / "path-records.txt"), "--sl2vl", str(place / "opensm-sl2vl.dump")]
                count = compare(place, environment | more, (load, longest, circular), files)
                one = "a cycle" if circular else "no cycle"
                print(f"| {expression} | {name} with its lanes | {count} | {load} | {longest} | {one} |", flush=True)
            if engine == "file":
                level, count = levels(policy.read_text())
                load, longest, circular = follow(ports, hosts, table, level)
                one = "a cycle" if circular else "no cycle"
                print(f"| {expression} | ours with levels | {count} | {load} | {longest} | {one} |", flush=True)
    finally:
        sim.send_signal(signal.SIGKILL)
        sim.wait()


print("| fabric | engine | lanes | highest channel load | longest route, links | channel dependencies |")
print("|---|---|---|---|---|---|")
for expression in NETWORKS:
    with tempfile.TemporaryDirectory() as folder:
        run(expression, Path(folder))
