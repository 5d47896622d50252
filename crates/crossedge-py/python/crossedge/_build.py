"""From what the library answers, as dicts, to the classes of `crossedge.answers`, by their annotations."""

from __future__ import annotations

import dataclasses
import html
import types
import typing
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeVar, Union

from ._table import Table

T_co = TypeVar("T_co", covariant=True)

Make = Callable[[Any], Any]

_makers: dict[Any, Make] = {}
_tables: dict[int, Any] = {}


def key(name: str) -> str:
    """The key of a field: a Python keyword has a trailing underscore."""
    return name.removesuffix("_")


@dataclasses.dataclass(frozen=True)
class Answer:
    """What all answers have: fields, and forms for other programs.

    Examples
    --------
    >>> import crossedge
    >>> answer = crossedge.Topology("ring(5)").distance_figure(0, 2)
    >>> isinstance(answer, crossedge.answers.Answer)
    True
    """

    def to_dict(self) -> dict[str, Any]:
        """The same keys and values as the JSON of the program, with exact integers and fractions.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Topology("ring(5)").distance_figure(0, 2).to_dict()["command"]
        'distance'
        """
        out = {}
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is None and field.default is None and field.name not in getattr(self, "_nulls", ()):
                continue
            out[key(field.name)] = _plain(value)
        return out

    def table(self) -> Table:
        """The longest list inside as a table; one row of the plain fields where there is none.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Topology("torus(5,5)").load().table().columns[:2]
        ['link_class', 'links']
        """
        kept = getattr(self, "_table", None)
        if kept is not None:
            return Table(kept)
        lists = [getattr(self, field.name) for field in dataclasses.fields(self)]
        lists = [value for value in lists if isinstance(value, tuple) and value and isinstance(value[0], Answer)]
        return rows(max(lists, key=len) if lists else [self])

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        lines = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is None or field.name in ("schema_version", "crossedge_version"):
                continue
            if isinstance(value, tuple) and value and isinstance(value[0], Answer):
                shown = rows(value)._repr_html_()
            else:
                text = str(value)
                shown = html.escape(text if len(text) <= 300 else text[:300] + "…")
            lines.append(f"<tr><th style='text-align:left'>{html.escape(key(field.name))}</th><td style='text-align:left'>{shown}</td></tr>")
        return f"<table>{''.join(lines)}</table>"


@dataclasses.dataclass(frozen=True)
class Evidence(Answer):
    """The evidence of a metric.

    Attributes
    ----------
    kind : str
        ``proved``, ``computed``, ``bounded`` or ``sampled``.
    by : str
        The theorem, method or witness.
    count, seed : int or None
        Of a sample.

    Examples
    --------
    >>> import crossedge
    >>> crossedge.Topology("rdn(ring(3), 2)").diameter.evidence.kind
    'proved'
    """

    kind: str
    by: str
    count: int | None = None
    seed: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.by}"


@dataclasses.dataclass(frozen=True)
class Figure(Answer, Generic[T_co]):
    """A value and evidence, or why it is not.

    Attributes
    ----------
    value
        The value; None where it is not known.
    evidence : Evidence or None
        How it is known, or how it was sought.
    counterexample : str or None
        What shows that the value is no.
    reason, help : str or None
        Why it is unavailable, and what to do about it.

    Examples
    --------
    >>> import crossedge
    >>> str(crossedge.Topology("hypercube(4)").diameter)[:9]
    '4, proved'
    """

    value: T_co
    evidence: Evidence | None
    counterexample: str | None = None
    reason: str | None = None
    help: str | None = None

    def __str__(self) -> str:
        if self.value is None and self.reason is not None:
            return f"not known: {self.reason}"
        return f"{self.value}, {self.evidence}"


def _plain(value: Any) -> Any:
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def _cell(value: Any) -> Any:
    if isinstance(value, Figure):
        return _cell(value.value)
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, (tuple, dict, Answer)):
        return None
    return value


def rows(answers: typing.Sequence[Any]) -> Table:
    """Answers of one class as a table of their plain fields."""
    columns: dict[str, list[Any]] = {}
    names = [field.name for field in dataclasses.fields(answers[0])] if answers else []
    for name in names:
        column = [_cell(getattr(answer, name)) for answer in answers]
        if any(value is not None for value in column):
            columns[key(name)] = column
    return Table(columns)


def keep_table(answer: Any, columns: dict[str, list[Any]]) -> Any:
    """Gives an answer the table that the library has made of it."""
    object.__setattr__(answer, "_table", columns)
    return answer


def build(name: str, told: dict[str, Any]) -> Any:
    """An object of the class of this name."""
    from . import answers

    return maker(getattr(answers, name))(told)


def maker(kind: Any) -> Make:
    """The converter from library values to a type."""
    found = _makers.get(kind)
    if found is None:
        found = _makers[kind] = _maker(kind)
    return found


def _same(told: Any) -> Any:
    return told


def _maker(kind: Any) -> Make:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return _either(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            one = maker(args[0])
            return tuple if one is _same else lambda told: tuple(one(item) for item in told)
        each = [maker(arg) for arg in args]
        return lambda told: tuple(make(item) for make, item in zip(each, told))
    if origin is dict:
        inside = maker(args[1])
        return lambda told: {name: inside(item) for name, item in told.items()}
    if origin is Figure:
        return _object(Figure, {"value": maker(args[0]), "evidence": maker(Union[Evidence, None])})
    if isinstance(kind, type) and issubclass(kind, Answer):
        # Made when it is first needed: a class may hold itself.
        made: list[Make] = []

        def make(told: Any) -> Any:
            if not made:
                hints = typing.get_type_hints(kind)
                made.append(_object(kind, {field.name: maker(hints[field.name]) for field in dataclasses.fields(kind)}))
            return made[0](told)

        return make
    return _same


def _object(kind: Any, fields: dict[str, Make]) -> Make:
    names = {key(name): (name, make) for name, make in fields.items()}
    optional = {field.name for field in dataclasses.fields(kind) if field.default is None}

    def make(told: Any) -> Any:
        given = {}
        for word, value in told.items():
            name, one = names.get(word, (word, _same))
            given[name] = one(value)
        made = kind(**given)
        # An explicit null is not an absent key.
        nulls = frozenset(name for name in optional & given.keys() if given[name] is None)
        if nulls:
            object.__setattr__(made, "_nulls", nulls)
        return made

    return make


def _either(kinds: tuple[Any, ...]) -> Make:
    classes = [kind for kind in kinds if isinstance(typing.get_origin(kind) or kind, type) and issubclass(typing.get_origin(kind) or kind, Answer)]
    others = [maker(kind) for kind in kinds if kind not in classes and kind is not type(None)]
    if not classes:
        real = [make for make in others if make is not _same]
        return (lambda told: None if told is None else real[0](told)) if real else _same

    def make(told: Any) -> Any:
        if not isinstance(told, dict):
            return told
        fitting = [kind for kind in classes if _fits(kind, told)]
        return maker(fitting[0] if fitting else classes[0])(told)

    return make


def _fits(kind: Any, told: dict[str, Any]) -> bool:
    fields = dataclasses.fields(typing.get_origin(kind) or kind)
    needed = {key(field.name) for field in fields if field.default is dataclasses.MISSING}
    return needed <= told.keys() <= {key(field.name) for field in fields}
