"""Stubs, docstrings and examples; and that wrong calls raise exceptions, whatever is given."""

from __future__ import annotations

import ast
import doctest
import faulthandler
import inspect
import os
import pathlib
import random
import subprocess
import sys

import numpy as np
import pytest

import crossedge
from crossedge import Topology, answers, errors

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
STUB = pathlib.Path(crossedge.__file__).parent / "_crossedge.pyi"
ALLOW = HERE / "stubtest-allow.txt"


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy", "--strict", "-p", "crossedge")
    run("-m", "mypy", "--strict", str(HERE / "typed.py"))


def test_stubs_are_those_of_the_module() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy.stubtest", "--mypy-config-file", str(ROOT / "pyproject.toml"), "--allowlist", str(ALLOW), "crossedge")


def test_answers_follow_from_the_schemas() -> None:
    if not crossedge.has_simulator:
        pytest.skip("the schemas of the simulator are not built in")
    if not (HERE.parent / "python").exists():
        pytest.skip("not in the repository")
    run(str(HERE.parent / "tools" / "write_answers.py"), "--check")


def public() -> list[tuple[str, object]]:
    """Every public name with what it stands for."""
    found: list[tuple[str, object]] = [("crossedge", crossedge), ("crossedge.answers", answers), ("crossedge.errors", errors)]
    for module in (crossedge, answers):
        for name in module.__all__:
            thing = getattr(module, name)
            if not inspect.ismodule(thing) and not isinstance(thing, (bool, int)):
                found.append((f"{module.__name__}.{name}", thing))
    for kind in (Topology, crossedge.Ring, crossedge.Construction, crossedge.Drawing, crossedge.Table, answers.Answer):
        for name in vars(kind):
            thing = getattr(kind, name)
            if not name.startswith("_") and (callable(thing) or inspect.isdatadescriptor(thing)):
                found.append((f"crossedge.{kind.__name__}.{name}", thing))
    return found


def test_every_name_has_a_docstring_with_an_example() -> None:
    without = [name for name, thing in public() if ">>>" not in (inspect.getdoc(thing) or "")]
    assert without == []


@pytest.mark.parametrize(("name", "thing"), [pair for pair in public() if not isinstance(pair[1], crossedge.Construction)])
def test_examples_run(name: str, thing: object) -> None:
    text = inspect.getdoc(thing) or ""
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    out: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=out.append)
    assert out == [], "".join(out)


def test_constructions_are_documented_by_the_catalog() -> None:
    for entry in crossedge.catalog().constructions:
        word = getattr(crossedge, entry.name)
        assert (word.name, word.signature, word.summary) == (entry.name, entry.signature, entry.summary)


def calls() -> list[tuple[str, list[str], list[str]]]:
    """Functions and methods of the stub: name, positional arguments, keywords."""
    found = []
    for item in ast.parse(STUB.read_text(encoding="utf-8")).body:
        inside = item.body if isinstance(item, ast.ClassDef) else [item]
        owner = f"{item.name}." if isinstance(item, ast.ClassDef) else ""
        for function in inside:
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
                plain = [argument.arg for argument in function.args.args if argument.arg != "self"]
                found.append((owner + function.name, plain, [argument.arg for argument in function.args.kwonlyargs]))
    return found


def values(rng: random.Random) -> object:
    """Something that may be right, and mostly is not."""
    return rng.choice(
        [
            None, True, False, 0, 1, 3, 7, -1, 2**31, 2**53, 2**63, 2**64 - 1, 2**64, 10**40, 0.0, 0.5, -0.5, 1e308, float("nan"), float("inf"),
            "", "0", "(0,0,0)", "ring(5)", "((((", "rdn(ring(3), 1)", "uniform", "broadcast", "minimal", "valiant over order", "dimension", "5,7-8",
            "*", "\x00", "é" * 50, "a" * 5_000, "1MiB", "0.5us", "nodes", "diameter", b"bytes", [], [0], [0, 1], [[0, 1]], (0, 1), ("0", 1), {1}, {"a": 1},
            [None], ["nodes"], ["diameter", "links"], [0.1], np.array([]), np.arange(5), np.arange(5, dtype=np.uint64), np.arange(4).reshape(2, 2),
            np.array([1.5]), np.array(["x"]), np.uint64(3), np.array(3), object(), int, Topology("ring(5)"), [Topology("ring(5)")],
            np.random.default_rng(1), range(3), lambda *told: None, pathlib.Path("missing"), 1 + 2j,
        ]
    )  # fmt: skip


HARMLESS = (Exception,)
# These would do much work, or write, when they are right by chance.
BOUNDED = {"trials": 3, "pairs": 3, "cycles": 2_000, "seeds": 1, "points": 2, "step": 0.3, "journal": None, "steps": 1_000, "limit": 1_000, "search": 10}
SKIPPED = {"Topology.to_igraph", "Topology.to_file", "papers"}


@pytest.mark.parametrize("part", range(5))
def test_wrong_calls_raise(part: int) -> None:
    """A thousand calls of each part, made from the stubs: an answer or an exception, never a crash."""
    faulthandler.enable()
    rng = random.Random(part)
    ring = Topology("rdn(ring(3), 1)")
    nets = [ring, Topology("hypercube(4)"), Topology("mesh(3,3)"), Topology("hosts(ring(4), 2)"), Topology("hypercube(100)"), Topology("ring(1)")]
    names = [call for call in calls() if call[0] not in SKIPPED]
    count = int(os.environ.get("CROSSEDGE_WRONG_CALLS", "5000")) // 5
    ended = 0
    for _ in range(count):
        name, plain, keywords = rng.choice(names)
        owner, _, method = name.rpartition(".")
        thing = {"Topology": rng.choice(nets), "Ring": ring.ring_order(), "Construction": crossedge.ring, "": crossedge}[owner]
        given = [values(rng) for _ in plain[: rng.randrange(len(plain) + 2)]]
        named = {key: BOUNDED.get(key, values(rng)) for key in keywords if key in BOUNDED or rng.random() < 0.25}
        if rng.random() < 0.05:
            named["nonsense"] = 1
        if rng.random() < 0.05:
            given.append(values(rng))
        try:
            getattr(thing, method)(*given, **named)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is an exception
            assert type(error).__name__ != "PanicException", f"{name} {given} {named}"
            assert not isinstance(error, crossedge.InternalError), f"{name} {given} {named}: {error}"
            ended += 1
        except BaseException as error:
            pytest.fail(f"{name} {given} {named}: {error!r}")
    assert ended > count // 3
    assert ring.distance(0, 5) is not None
