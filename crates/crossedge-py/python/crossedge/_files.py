"""Verbs that read or write files, or take a requirement: advise, expand, check-tables, export, report, plot, ranks, sweep, prices."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _build, _crossedge
from ._crossedge import Topology
from .errors import Error, UsageError

if TYPE_CHECKING:
    from . import answers

__all__ = ["advise", "check_tables", "expand", "plot", "prices", "ranks", "recognize", "report", "sweep", "to_file"]

Path = str | os.PathLike[str]


def advise(*, progress: Any = None, **requirement: Any) -> answers.AdviseAnswer:
    """Recommends a network for a requirement, with routing, layout, collectives and failures.

    Parameters
    ----------
    progress : bool or callable
        A progress bar, or a callable with stage, done and total.
    **requirement
        The parameters of ``crossedge advise``: `endpoints` (``"8k..12k"``), `radix`, `endpoint_ports`, `throughput`, `budget`, `family`, ….

    Examples
    --------
    >>> import crossedge
    >>> advice = crossedge.advise(endpoints="60..70", radix=16, family=["fattree", "clos"])
    >>> advice.recommended is not None
    True
    """
    request = {name: value for name, value in requirement.items() if value is not None}
    told = _crossedge._ask("advise", json.dumps(request), [], progress)
    answer: answers.AdviseAnswer = _build.build("AdviseAnswer", told)
    return answer


def expand(self: Topology, to: Topology | str, *, throughput: bool = True, progress: Any = None) -> answers.ExpandAnswer:
    """The cables that stay, move and are new when this network becomes another one.

    Parameters
    ----------
    to : Topology or str
        The network after the expansion.
    throughput : bool
        Also the throughput before, during and after.
    progress : bool or callable
        A progress bar, or a callable with stage, done and total.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("hosts(hyperx(3,3), 2)").expand("hosts(hyperx(3,4), 2)", throughput=False).endpoints
    (18, 24)
    """
    request = {"to": str(to), "no_throughput": not throughput}
    told = _crossedge._ask("expand", json.dumps(request), self, progress)
    answer: answers.ExpandAnswer = _build.build("ExpandAnswer", told)
    return answer


def ranks(
    self: Topology,
    job: str | None = None,
    *,
    bytes: int | str = "64MiB",
    messages: Any = None,
    hosts: Any = None,
    per_host: int = 1,
    routing: str | None = None,
    rate: int = 400,
    effort: int = 100,
    seed: int = 0,
    progress: Any = None,
) -> answers.RanksAnswer:
    """An order of the ranks of a job that makes its phases fast, with a lower bound for every order.

    Parameters
    ----------
    job : str, optional
        Parallel groups: ``"tensor 8, pipeline 4, data 16"``, also context and expert.
    bytes : int or str
        Bytes per rank, of all phases or of each: ``"tensor 64MiB, data 1GiB"``.
    messages : path or matrix, optional
        Bytes between ranks instead of a job: a file, or a square matrix.
    hosts : str or sequence of int, optional
        Endpoints of the allocation; all by default.
    per_host : int
        Consecutive endpoints that are adapters of one host.
    routing : str, optional
        Routing algorithm; by default messages are split evenly over all shortest paths.
    rate : int
        Rate of an endpoint port in Gbit/s.
    effort : int
        Work of the search, in millions of updates of a link.
    seed : int
        Seed of the search.
    progress : bool or callable
        A progress bar, or a callable with stage, done and total.

    Examples
    --------
    >>> import crossedge
    >>> answer = crossedge.Topology("hosts(complete(4), 4)").ranks("tensor 4, data 4", effort=1)
    >>> sorted(answer.order) == list(range(16)), answer.microseconds >= answer.bound_microseconds
    (True, True)
    """
    if hosts is not None and not isinstance(hosts, str):
        hosts = ",".join(str(host) for host in hosts)
    request: dict[str, Any] = {"job": job, "bytes": str(bytes), "hosts": hosts, "per_host": per_host, "routing": routing, "rate": rate, "effort": effort, "seed": seed}
    request = {name: value for name, value in request.items() if value is not None}
    with tempfile.TemporaryDirectory() as folder:
        if messages is not None:
            if not isinstance(messages, str | os.PathLike):
                matrix = messages.toarray() if hasattr(messages, "toarray") else messages
                rows = [[int(value) for value in row] for row in matrix]
                messages = os.path.join(folder, "messages.txt")
                with open(messages, "w", encoding="utf-8") as file:
                    # As a list: three rows of three numbers would be one.
                    file.writelines(f"{a} {b} {value}\n" for a, row in enumerate(rows) for b, value in enumerate(row))
            request["messages"] = os.fspath(messages)
        told = _crossedge._ask("ranks", json.dumps(request), self, progress)
    answer: answers.RanksAnswer = _build.build("RanksAnswer", told)
    return answer


def recognize(file: Path, **options: Any) -> answers.RecognizeAnswer:
    """What network the fabric in a file is; the options are those of `Topology.recognize`.

    Examples
    --------
    >>> import crossedge, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "net.graphml"
    >>> crossedge.Topology("torus(4,4)").to_file(path)
    >>> crossedge.recognize(path).plan.expression
    'hypercube(4)'
    """
    answer: answers.RecognizeAnswer = Topology(os.fspath(file)).recognize(**options)
    return answer


def check_tables(fabric: Path, tables: Path, *, service_levels: Sequence[Path] = (), sl2vl: Sequence[Path] = ()) -> answers.CheckTablesAnswer:
    """What the forwarding tables of a fabric do: reachability, path lengths, deadlock, load.

    Parameters
    ----------
    fabric : path
        The dump of ibnetdiscover.
    tables : path
        The dump of the tables.
    service_levels, sl2vl : sequence of paths
        Service levels of paths, and tables of virtual lanes.

    Examples
    --------
    >>> import crossedge
    >>> answer = crossedge.check_tables("fabric.ibnet", "opensm-lfts.dump")  # doctest: +SKIP
    """

    def read(path: Path) -> tuple[str, bytes]:
        return os.fspath(path), pathlib.Path(path).read_bytes()

    told = _crossedge._check_tables(read(fabric), read(tables), [read(path) for path in service_levels], [read(path) for path in sl2vl])
    answer: answers.CheckTablesAnswer = _build.build("CheckTablesAnswer", told)
    return answer


def to_file(self: Topology, path: Path, format: str | None = None) -> None:
    """Writes the network as a file for other tools.

    Parameters
    ----------
    path : path
        The file. An existing one is replaced.
    format : str, optional
        One of `crossedge.formats`; by the ending of the name by default.

    Examples
    --------
    >>> import crossedge, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "ring.edges"
    >>> crossedge.Topology("ring(3)").to_file(path)
    >>> path.read_text().splitlines()[-1]
    '1 2'
    """
    name = os.fspath(path)
    if format is None:
        suffix = os.path.splitext(name)[1].removeprefix(".")
        known = [entry for entry in _crossedge.formats().formats if suffix in (entry.name, *entry.suffixes)]
        if not known:
            raise UsageError(f"no format has the extension .{suffix}", help="give `format`, one of crossedge.formats()")
        format = known[0].name
    data, lost = _crossedge._export(self, json.dumps({"to": format}))
    for text in lost:
        warnings.warn(text, stacklevel=2)
    with open(name, "wb") as file:
        file.write(data)


def _run(arguments: list[str], networks: Sequence[Topology | str]) -> str:
    """Runs the program in a process of its own, so that it can be interrupted; its output."""
    for net in networks:
        if isinstance(net, Topology) and _crossedge._only_here(net):
            raise UsageError("a graph from Python has no file", help="write it with to_file first, and pass the name")
    done = subprocess.run([sys.executable, "-m", "crossedge", *arguments], capture_output=True, text=True)
    if done.returncode > 1:
        lines = done.stderr.strip().splitlines()
        message = next((line.removeprefix("error: ") for line in lines if line.startswith("error: ")), "the program failed")
        raise Error(done.stderr.strip() or message, message)
    return done.stdout


def _one_or_more(networks: Topology | str | Sequence[Topology | str]) -> list[Topology | str]:
    return [networks] if isinstance(networks, (str, Topology)) else list(networks)


def report(networks: Topology | str | Sequence[Topology | str], path: Path) -> None:
    """Writes an HTML page on a network, or on several side by side.

    Parameters
    ----------
    networks : Topology, str, or a sequence of them
        The networks.
    path : path
        The page.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.report("torus(4,4)", "torus.html")  # doctest: +SKIP
    """
    all_ = _one_or_more(networks)
    _run(["report", *map(str, all_), "--output", os.fspath(path)], all_)


def plot(kind: str, networks: Topology | str | Sequence[Topology | str], path: Path, **options: Any) -> None:
    """Writes a chart as SVG, PNG or PDF.

    Parameters
    ----------
    kind : str
        ``distances``, ``cost``, …, as in ``crossedge plot --help``.
    networks : Topology, str, or a sequence of them
        The networks.
    path : path
        The picture.
    **options
        Options of the program by their long names, with underscores.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.plot("cost", ["torus(4,4)", "hypercube(4)"], "cost.svg")  # doctest: +SKIP
    """
    all_ = _one_or_more(networks)
    _run(["plot", kind, *map(str, all_), *_options(options), "--output", os.fspath(path)], all_)


def sweep(*arguments: str) -> str:
    """Runs a campaign, as ``crossedge sweep`` does; what the program prints.

    Examples
    --------
    >>> import crossedge
    >>> "usage" in crossedge.sweep("--help").lower()
    True
    """
    return _run(["sweep", *arguments], [])


def prices() -> str:
    """The default price list, as the text of a file that can be changed and passed to `design`.

    Examples
    --------
    >>> import crossedge
    >>> "switch" in crossedge.prices()
    True
    """
    return _run(["prices"], [])


def _options(options: dict[str, Any]) -> list[str]:
    out = []
    for name, value in options.items():
        word = f"--{name.replace('_', '-')}"
        if value is True:
            out.append(word)
        elif value not in (None, False):
            out += [word, str(value)]
    return out


