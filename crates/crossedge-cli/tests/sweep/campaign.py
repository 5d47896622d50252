#!/usr/bin/env python3
"""A campaign run in every way there is, and cut off at random moments, must end with the same bytes.

    campaign.py CROSSEDGE PLAN FOLDER [--kills N] [--seed N]

needs the Python packages hyperqueue and duckdb. The plan is run
  * in one process that is left alone;
  * in one process that is killed (kill -9) again and again, and started again;
  * as shards, several at once;
  * by HyperQueue, a server and two workers, each a process of its own;
  * by HyperQueue while a worker, then the server, then a worker … is killed (kill -9);
and each time the merged Parquet and CSV files are compared byte for byte. No kill may lose a finished task. At the end DuckDB reads the
table and agrees with the CSV file.

The package has server and workers that live in one process. A worker finds its server by the file `hq-current/access.json` in the folder
of the server, so a worker in another process is a cluster of its own whose folder points to the server of the campaign.
"""

import argparse
import csv
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path


def serve(folder):
    """The process of the server."""
    from hyperqueue.ffi.cluster import Cluster

    cluster = Cluster(folder)  # noqa: F841: it lives as long as its name
    Path(folder, "up").touch()
    while True:
        time.sleep(3600)


def work(folder, own):
    """The process of a worker with one core."""
    from hyperqueue.ffi.cluster import Cluster

    cluster = Cluster(own)
    current = Path(own, "hq-current")
    current.unlink()
    current.symlink_to(Path(folder, "hq-current").resolve())
    cluster.add_worker(1)
    Path(own, "up").touch()
    while True:
        time.sleep(3600)


class HyperQueue:
    """A server and two workers."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0
        self.server, self.workers = None, []
        self.start_server()
        self.workers = [self.start_worker(), self.start_worker()]

    def start(self, *words, up):
        log = open(self.folder / "log", "ab")
        process = subprocess.Popen([sys.executable, __file__, *map(str, words)], stdout=log, stderr=log)
        limit = time.monotonic() + 60
        while not up.exists():
            if process.poll() is not None or time.monotonic() > limit:
                sys.exit(f"HyperQueue did not start: {words}; see {self.folder / 'log'}")
            time.sleep(0.02)
        return process

    def fresh(self):
        self.count += 1
        path = self.folder / str(self.count)
        path.mkdir(parents=True)
        return path

    def start_server(self):
        self.place = self.fresh()
        self.server = self.start("serve", self.place, up=self.place / "up")

    def start_worker(self):
        own = self.fresh()
        return self.start("work", self.place, own, up=own / "up")

    def kill_worker(self, number):
        kill(self.workers[number])
        self.workers[number] = self.start_worker()

    def kill_server(self):
        kill(self.server)
        # Workers of a lost server stop; kill them in case they are still in a task.
        for worker in self.workers:
            kill(worker)
        self.start_server()
        self.workers = [self.start_worker(), self.start_worker()]

    def stop(self):
        for process in [*self.workers, self.server]:
            kill(process)


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


class Campaign:
    """The task file with results in a folder of their own."""

    def __init__(self, program, tasks, results):
        self.program, self.tasks, self.results = str(program), str(tasks), Path(results)

    def words(self, verb, *more):
        return [self.program, "--quiet", "sweep", verb, self.tasks, "--results", str(self.results), *more]

    def start(self, *more):
        return subprocess.Popen(self.words("run", *more), stdout=subprocess.DEVNULL)

    def run(self, *more):
        subprocess.run(self.words("run", *more), check=True, stdout=subprocess.DEVNULL)

    def submit(self, cluster, *more):
        server = ["--server-dir", str(cluster.place), "--python", sys.executable]
        subprocess.run(self.words("submit", "--engine", "hq", *server, *more), check=True, stdout=subprocess.DEVNULL)

    def status(self):
        answer = subprocess.run(self.words("status", "--json"), stdout=subprocess.PIPE, check=False)
        return json.loads(answer.stdout)

    def records(self):
        """Finished tasks, as the journals have it: quicker than to ask for the status."""
        return sum(file.read_bytes().count(b"\n") - 1 for file in self.results.glob("*.jsonl"))

    def wait_for(self, count, process=None):
        """Waits until `count` tasks are finished, or the process has ended. A fixed delay would be unreliable on a busy machine."""
        limit = time.monotonic() + 300
        while self.records() < count and (process is None or process.poll() is None):
            assert time.monotonic() < limit, f"{self.results}: nothing moves"
            time.sleep(0.002)

    def merge(self):
        """The merged files."""
        files = [self.results.with_suffix(ending) for ending in (".parquet", ".csv")]
        outputs = [word for file in files for word in ("-o", str(file))]
        subprocess.run(self.words("merge", *outputs), check=True, stdout=subprocess.DEVNULL)
        return [file.read_bytes() for file in files] + [Path(str(files[1]) + ".prov.json").read_bytes()]


def timed(name, work):
    begun = time.monotonic()
    result = work()
    took = time.monotonic() - begun
    print(f"{name}: {took:.1f} s", flush=True)
    return result, took


def killed_alone(campaign, total, kills, dice):
    """Kills the process again and again; how many kills came under way."""
    before, under_way = 0, 0
    for number in range(kills):
        process = campaign.start()
        campaign.wait_for(before + 1 + dice.randrange(total // (kills + 1)), process)
        kill(process)
        status = campaign.status()
        assert status["done"] >= before, f"kill {number} lost a finished task"
        under_way += before < status["done"] < status["tasks"]
        before = status["done"]
    campaign.run()
    return under_way


def killed_cluster(campaign, cluster, total, kills, dice):
    """Kills a worker, then the server, and so on; how many kills came under way, and of which kind."""
    before, under_way = 0, {"worker": 0, "server": 0}
    campaign.submit(cluster)
    for number in range(kills):
        campaign.wait_for(min(total, before + 1 + dice.randrange(total // (kills + 1))))
        # Somewhere between two records.
        time.sleep(dice.random() * 0.1)
        if number % 2 == 0:
            kind = "worker"
            cluster.kill_worker(dice.randrange(2))
        else:
            kind = "server"
            cluster.kill_server()
        status = campaign.status()
        assert status["done"] >= before, f"kill {number} lost a finished task"
        under_way[kind] += status["done"] < status["tasks"]
        before = status["done"]
        if kind == "server" and before < status["tasks"]:
            # The new server knows nothing of the old one's tasks: what is missing is handed over again.
            campaign.submit(cluster)
    while campaign.status()["missing"]:
        campaign.submit(cluster, "--wait")
    return under_way


def read_by_duckdb(parquet, table, tasks):
    """DuckDB reads the Parquet file and finds the values of the CSV file."""
    import duckdb

    names = [row[0] for row in duckdb.sql(f"describe select * from '{parquet}'").fetchall()]
    rows = duckdb.sql(f"select * from '{parquet}'").fetchall()
    with open(table, newline="") as file:
        head, *lines = csv.reader(file)
    assert names == head and len(rows) == len(lines) == tasks
    for row, line in zip(rows, lines):
        for name, cell, field in zip(names, row, line):
            if isinstance(cell, bool):
                cell = str(cell).lower()
            same = field == "" if cell is None else float(field) == cell if isinstance(cell, float) else field == str(cell)
            assert same, f"{name}: {cell} in Parquet, {field} in CSV"
    pairs = duckdb.sql(f"select key, value from parquet_kv_metadata('{parquet}')").fetchall()
    metadata = {bytes(key).decode(): bytes(value).decode() for key, value in pairs}
    assert metadata["crossedge.tasks"] == str(tasks) and len(metadata["crossedge.plan"]) == 64, metadata
    groups = duckdb.sql(f"select kind, expression, count(*) from '{parquet}' group by all order by all").fetchall()
    for kind, expression, count in groups:
        print(f"  {kind} {expression}: {count} rows")
    print(f"DuckDB {duckdb.__version__} reads {len(rows)} rows, {len(names)} columns, {len(metadata)} pairs of metadata")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("plan", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    program, folder = args.program.resolve(), args.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    dice = random.Random(args.seed)
    tasks = folder / "campaign.tasks.jsonl"
    subprocess.run([program, "sweep", "plan", args.plan, "-o", tasks], check=True)
    campaign = lambda name: Campaign(program, tasks, folder / name)  # noqa: E731

    alone = campaign("alone")
    timed("one process", alone.run)
    wanted = alone.merge()
    total = alone.status()["tasks"]
    print(f"{total} tasks; Parquet {len(wanted[0])} bytes, CSV {len(wanted[1])} bytes; kills by seed {args.seed}")

    def compare(other):
        assert other.merge() == wanted, f"{other.results}: the merged files differ"

    again = campaign("killed")
    hits, _ = timed(f"one process, {args.kills} kills", lambda: killed_alone(again, total, args.kills, dice))
    print(f"  {hits} of {args.kills} kills came under way")
    assert hits * 2 >= args.kills, "too few kills came under way"
    compare(again)

    shards = campaign("shards")

    def run_shards():
        processes = [shards.start("--shard", f"{number}/5") for number in range(1, 6)]
        assert [process.wait() for process in processes] == [0] * 5

    timed("five shards at once", run_shards)
    compare(shards)

    cluster = HyperQueue(folder / "hq")
    try:
        queued = campaign("queued")
        timed("HyperQueue, two workers", lambda: queued.submit(cluster, "--wait", "--batch", "3"))
        compare(queued)
        cut = campaign("cut")
        work = lambda: killed_cluster(cut, cluster, total, args.kills, dice)  # noqa: E731
        hits, _ = timed(f"HyperQueue, two workers, {args.kills} kills", work)
        print(f"  under way came {hits['worker']} kills of a worker and {hits['server']} of the server")
        assert min(hits.values()) >= 1, "too few kills came under way"
        compare(cut)
    finally:
        cluster.stop()
    read_by_duckdb(folder / "alone.parquet", folder / "alone.csv", total)
    print("the merged files are the same to the byte, five times")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    elif sys.argv[1:2] == ["work"]:
        work(sys.argv[2], sys.argv[3])
    else:
        main()
