"""Tables: columns by name, for people and for other libraries."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterator, Sequence
from typing import Any

from . import _crossedge

__all__ = ["Table"]


class Table:
    """Columns by name. pandas, polars and DuckDB read it as an Arrow stream.

    Parameters
    ----------
    columns : dict of str to sequence
        Columns of one length. Integers of 64 bits stay integers in Arrow, longer ones become text.

    Examples
    --------
    >>> import crossedge
    >>> table = crossedge.compare(["ring(5)", "ring(6)"], ["nodes", "diameter"]).table()
    >>> table["diameter"]
    [2, 3]
    >>> print(table.to_csv().splitlines()[1])
    ring(5),5,2,2,2,proved
    """

    def __init__(self, columns: dict[str, Any]) -> None:
        lengths = {len(values) for values in columns.values()}
        if len(lengths) > 1:
            raise ValueError("columns have different lengths")
        self._columns = {str(name): values for name, values in columns.items()}

    @property
    def columns(self) -> list[str]:
        """The names of the columns.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Table({"a": [1]}).columns
        ['a']
        """
        return list(self._columns)

    def to_dict(self) -> dict[str, Any]:
        """The columns by name.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Table({"a": [1]}).to_dict()
        {'a': [1]}
        """
        return dict(self._columns)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """One row after the other.

        Examples
        --------
        >>> import crossedge
        >>> list(crossedge.Table({"a": [1, 2], "b": [3, 4]}).rows())
        [(1, 3), (2, 4)]
        """
        return zip(*self._columns.values())

    def to_csv(self, path: str | None = None) -> str:
        """The table as CSV, also into a file.

        Parameters
        ----------
        path : str, optional
            The file.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Table({"a": [1, None]}).to_csv()
        'a\\n1\\n\\n'
        """
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        write.writerow(self._columns)
        for row in self.rows():
            write.writerow(["" if value is None else value for value in row])
        text = out.getvalue().replace('\n""\n', "\n\n")
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return text

    def to_pandas(self) -> Any:
        """The table as a frame of pandas.

        Examples
        --------
        >>> import crossedge
        >>> frame = crossedge.compare(["ring(5)"], ["nodes"]).table().to_pandas()  # doctest: +SKIP
        """
        import pandas

        return pandas.DataFrame(self._columns)

    def __getitem__(self, name: str) -> Sequence[Any]:
        values: Sequence[Any] = self._columns[name]
        return values

    def __len__(self) -> int:
        return max((len(values) for values in self._columns.values()), default=0)

    def __repr__(self) -> str:
        return f"Table({len(self)} rows of {', '.join(self._columns)})"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._columns)
        shown = [row for _, row in zip(range(60), self.rows())]
        body = "".join("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in shown)
        more = len(self) - len(shown)
        rest = f"<caption style='caption-side:bottom'>and {more} more</caption>" if more else ""
        return f"<table>{rest}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _crossedge._arrow_stream(self._columns)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value)
    return html.escape(text if len(text) <= 80 else f"{text[:40]}…{text[-20:]}")
