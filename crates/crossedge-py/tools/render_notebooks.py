"""Executes the notebooks of `docs/notebooks`, and with --write renders each as a page beside it.

    python crates/crossedge-py/tools/render_notebooks.py [--write] [NAME…]
"""

from __future__ import annotations

import pathlib
import re
import shutil
import sys

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "docs" / "notebooks"

# Pictures are text, and the same for the same figures.
START = "%config InlineBackend.figure_formats = ['svg']\nimport matplotlib\nmatplotlib.rcParams['svg.hashsalt'] = 'crossedge'"


def execute(file: pathlib.Path) -> nbformat.NotebookNode:
    """The notebook with its outputs. Whatever fails raises."""
    book = nbformat.read(file, as_version=4)
    book.cells.insert(0, nbformat.v4.new_code_cell(START))
    NotebookClient(book, timeout=600, kernel_name="python3").execute()
    del book.cells[0]
    return book


def write(file: pathlib.Path, book: nbformat.NotebookNode) -> None:
    """The page, and its pictures in a folder of its own."""
    exporter = MarkdownExporter()
    text, resources = exporter.from_notebook_node(book, {"output_files_dir": file.stem})
    shutil.rmtree(file.with_suffix(""), ignore_errors=True)
    for name, content in resources["outputs"].items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_bytes(re.sub(rb"<dc:date>.*?</dc:date>", b"", content))
    file.with_suffix(".md").write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")


def main() -> None:
    """All of them, or those that are named."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    for file in sorted(FOLDER.glob("*.ipynb")):
        if not names or file.stem in names:
            book = execute(file)
            print(f"{file.stem}: {len(book.cells)} cells", flush=True)
            if "--write" in sys.argv:
                write(file, book)


if __name__ == "__main__":
    main()
