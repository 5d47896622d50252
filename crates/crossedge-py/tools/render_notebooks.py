"""Executes the notebooks of `docs/notebooks`, and with --write renders each as a page beside it.

    python crates/crossedge-py/tools/render_notebooks.py [--write] [NAME…]
"""

from __future__ import annotations

import difflib
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
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    return book


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """The outputs with successive writes to one stream as one: the kernel flushes by time, so a slow machine splits them."""
    result: list[nbformat.NotebookNode] = []
    for output in outputs:
        last = result[-1] if result else None
        if last is not None and output.output_type == "stream" and last.output_type == "stream" and last.name == output.name:
            last.text += output.text
        else:
            result.append(output)
    return result


def page(file: pathlib.Path, book: nbformat.NotebookNode) -> tuple[str, dict[str, bytes]]:
    """The page, and its pictures by name."""
    exporter = MarkdownExporter()
    text, resources = exporter.from_notebook_node(book, {"output_files_dir": file.stem})
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n", resources["outputs"]


def write(file: pathlib.Path, book: nbformat.NotebookNode) -> None:
    """The page, and its pictures in a folder of its own."""
    text, pictures = page(file, book)
    shutil.rmtree(file.with_suffix(""), ignore_errors=True)
    for name, content in pictures.items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_bytes(re.sub(rb"<dc:date>.*?</dc:date>", b"", content))
    file.with_suffix(".md").write_text(text, encoding="utf-8")


def stale(file: pathlib.Path, book: nbformat.NotebookNode) -> list[str]:
    """Lines of the page that are no longer what the notebook gives. Names of pictures depend on their order, pictures themselves on fonts, and blank lines on how the kernel
    splits what is written."""
    def lines(text: str) -> list[str]:
        return [re.sub(r"!\[[^\]]*\]\([^)]*\)", "![]()", line) for line in text.splitlines() if line.strip()]

    before, after = lines(file.with_suffix(".md").read_text(encoding="utf-8")), lines(page(file, book)[0])
    return [line for line in difflib.unified_diff(before, after, "written", "now", lineterm="", n=0)]


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
