"""The notebooks of the documentation run from end to end."""

from __future__ import annotations

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
    module.execute(book)
