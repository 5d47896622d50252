"""The notebooks of the documentation run from end to end."""

from __future__ import annotations

import doctest
import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_six() -> None:
    assert len(BOOKS) == 6


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_notebook_runs(book: pathlib.Path) -> None:
    pytest.importorskip("nbclient")
    pytest.importorskip("nbconvert")
    pytest.importorskip("matplotlib")
    spec = importlib.util.spec_from_file_location("render_notebooks", ROOT / "crates" / "crossedge-py" / "tools" / "render_notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    stale = module.stale(book, module.execute(book))
    assert stale == [], "run crates/crossedge-py/tools/render_notebooks.py --write\n" + "\n".join(stale[:40])


def test_recipes_run() -> None:
    """The recipes of the documentation give what they say."""
    for name in ("networkx", "pandas"):
        pytest.importorskip(name)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, count = doctest.testfile(str(ROOT / "docs" / "RECIPES.md"), module_relative=False, optionflags=flags)
    assert failed == 0 and count >= 20
