"""From what the library answers, as dicts, to the classes of `crossedge.answers`, by their annotations."""

from __future__ import annotations

import dataclasses
import html
import math
import operator
import types
import typing
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Generic, TypeVar, Union

from ._labels import Labels
from ._table import Table

T_co = TypeVar("T_co", covariant=True)

Make = Callable[[Any], Any]

# The id of a node. If the network was made from a labelled graph, the label.
NodeId = Annotated[int, "node"]

_makers: dict[Any, Make] = {}
_labels: ContextVar[Labels | None] = ContextVar("labels", default=None)

# Fields that every answer has.
_HEAD = ("schema_version", "crossedge_version", "command", "expression")

# The rows of the table of an answer: a list, a list inside each item of a list, or several lists of the same kind one after the other.
# Answers that are not named here are one row.
_ROWS: dict[str, tuple[str, ...]] = {
    "ListAnswer": ("constructions",),
    "CiteAnswer": ("publications",),
    "CompareAnswer": ("networks",),
    "LayoutAnswer": ("classes",),
    "FailuresAnswer": ("machines/failures", "machines"),
    "NodeAnswer": ("ports",),
    "RouteAnswer": ("hops",),
    "LoadAnswer": ("classes",),
    "PhasesAnswer": ("machines/phases",),
    "CollectiveAnswer": ("algorithms",),
    "SeveralAnswer": ("networks",),
    "DisjointAnswer": ("paths",),
    "TreesAnswer": ("trees",),
    "RingAnswer": ("rings",),
    "CheckWiringAnswer": ("faults",),
    "CheckTablesAnswer": ("failures",),
    "LintAnswer": ("findings",),
    "FormatsAnswer": ("formats",),
    "LeftAnswer": ("classes",),
    "SurvivalAnswer": ("points",),
    "PapersAnswer": ("papers/claims",),
    "SimulateAnswer": ("results/points", "results"),
    "DesignAnswer": ("families", "designs"),
    "AdviseAnswer": ("designs.families", "designs.designs"),
    "DeadlockAnswer": ("cycle",),
}


def key(name: str) -> str:
    """The key of a field: a Python keyword has a trailing underscore."""
    return name.removesuffix("_")


@dataclasses.dataclass(frozen=True, repr=False)
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
        """The answer as a table: its main list, or one row.

        Parts of a row that have fields of their own become columns, such as ``latency.mean``; a metric is its number.

        Examples
        --------
        >>> import crossedge
        >>> crossedge.Topology("torus(5,5)").load().table().columns[:2]
        ['link_class', 'links']
        """
        kept = getattr(self, "_table", None)
        if kept is not None:
            return Table(kept)
        chosen = getattr(type(self), "_rows", None)
        if chosen is not None:
            return Table(chosen(self))
        for path in _ROWS.get(type(self).__name__, ()):
            listed = _listed(self, path)
            if listed:
                return _table(listed)
        return _table([_flat(self, skip=_HEAD[:3])])

    def to_pandas(self) -> Any:
        """The table as a data frame of pandas.

        Examples
        --------
        >>> import crossedge
        >>> frame = crossedge.Topology("torus(5,5)").load().to_pandas()  # doctest: +SKIP
        """
        return self.table().to_pandas()

    def keys(self) -> list[str]:
        """The columns of the table, so that ``pandas.DataFrame(dict(answer))`` and ``dict(answer)`` work.

        Examples
        --------
        >>> import crossedge
        >>> "links" in crossedge.Topology("torus(5,5)").load().keys()
        True
        """
        return self.table().columns

    def __getitem__(self, column: str) -> Any:
        return self.table()[column]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows of the table, as dicts: ``pandas.DataFrame(answer)`` reads them."""
        table = self.table()
        return (dict(zip(table.columns, row)) for row in table.rows())

    def __len__(self) -> int:
        return len(self.table())

    def __bool__(self) -> bool:
        return True

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def _shown(self) -> Iterator[tuple[str, Any]]:
        """The fields that people see."""
        old = getattr(type(self), "_old", ())
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None and value != () and field.name not in ("schema_version", "crossedge_version", "command") and field.name not in old:
                yield key(field.name), value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={_short(value)}' for name, value in self._shown())})"

    def _repr_html_(self) -> str:
        lines = []
        for name, value in self._shown():
            if isinstance(value, tuple) and value and isinstance(value[0], Answer):
                shown = _table([_flat(item) for item in value])._repr_html_()
            elif isinstance(value, (Figure, Evidence)):
                shown = html.escape(str(value))
            elif isinstance(value, Answer):
                shown = value._repr_html_()
            else:
                shown = html.escape(value if isinstance(value, str) and len(value) <= 300 else _short(value, 300))
            lines.append(f"<tr><th style='text-align:left'>{html.escape(name)}</th><td style='text-align:left'>{shown}</td></tr>")
        return f"<table>{''.join(lines)}</table>"


def _short(value: Any, length: int = 60) -> str:
    """A value in few letters."""
    if isinstance(value, Figure):
        bounds = _bounds(value.value)
        if bounds is not None and isinstance(value.value, Answer):
            return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"
        return "not known" if value.value is None else _short(value.value, length)
    if isinstance(value, Answer):
        return f"{type(value).__name__}(…)"
    if isinstance(value, tuple) and value and isinstance(value[0], Answer):
        return f"({len(value)} {type(value[0]).__name__})"
    if isinstance(value, (tuple, list)) and len(value) > 6:
        return f"({', '.join(_short(item, length) for item in value[:3])}, … {len(value)} in all)"
    text = str(value) if isinstance(value, Fraction) else repr(value)
    return text if len(text) <= length else f"{text[:length - 1]}…"


@dataclasses.dataclass(frozen=True, repr=False)
class Evidence(Answer):
    """The evidence of a metric.

    Attributes
    ----------
    kind : str
        ``proved``, ``computed``, ``bounded`` or ``sampled``.
    by : str
        The theorem, method or witness.
    theorems, methods : tuple of str
        Ids of what it cites, see :func:`crossedge.theorem`.
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
    theorems: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    count: int | None = None
    seed: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.by}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Figure(Answer, Generic[T_co]):
    """A metric: a value and its evidence, or why there is none.

    A metric behaves as its number: it can be compared, added, formatted, and used where a number is expected. It equals another metric or number of
    the same value, whatever the evidence. A metric that is only known to be between two bounds is a number once the bounds meet; until then it is
    less than a number if its upper bound is, and a question that the bounds leave open is a ValueError.

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
    >>> diameter = crossedge.Topology("hypercube(4)").diameter
    >>> diameter == 4, diameter + 1, f"{diameter:03d}"
    (True, 5, '004')
    """

    value: T_co
    evidence: Evidence | None
    counterexample: str | None = None
    reason: str | None = None
    help: str | None = None

    def __str__(self) -> str:
        if self.value is None and self.reason is not None:
            return f"not known: {self.reason}"
        value = self.value
        bounds = _bounds(value)
        if bounds is not None and isinstance(value, Answer):
            value = bounds[0] if bounds[0] == bounds[1] else f"{bounds[0]} to {bounds[1]}"  # type: ignore[assignment]
        elif isinstance(value, Answer):
            value = _text(value)  # type: ignore[assignment]
        return f"{value}, {self.evidence}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        return html.escape(str(self))

    def _number(self) -> Any:
        """The number, if it is known exactly."""
        bounds = _bounds(self.value)
        if bounds is None:
            if self.value is None:
                raise TypeError(f"not known: {self.reason or 'no value'}")
            raise TypeError(f"{type(self.value).__name__} is not a number: use its fields, by `.value`")
        if bounds[0] != bounds[1]:
            raise ValueError(f"between {bounds[0]} and {bounds[1]}: use `.value.lower` or `.value.upper`")
        return bounds[0]

    def __int__(self) -> int:
        return int(self._number())

    def __index__(self) -> int:
        return operator.index(self._number())

    def __float__(self) -> float:
        return float(self._number())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        value = self.value if isinstance(self.value, tuple) else self._number()
        return numpy.asarray(value, dtype=dtype)

    def __complex__(self) -> complex:
        return complex(float(self._number()))

    def __bool__(self) -> bool:
        if isinstance(self.value, Answer):
            return bool(self._number())
        return bool(self.value)

    def __hash__(self) -> int:
        bounds = _bounds(self.value)
        if bounds is not None and bounds[0] == bounds[1]:
            return hash(bounds[0])
        value = self.value
        return hash(tuple(sorted(value.items())) if isinstance(value, dict) else value)

    def __eq__(self, other: object) -> bool:
        mine, theirs = _bounds(self.value), _bounds(other.value if isinstance(other, Figure) else other)
        if mine is not None and theirs is not None:
            exact = mine[0] == mine[1] and theirs[0] == theirs[1]
            return mine == theirs if exact else isinstance(other, Figure) and mine == theirs
        return bool(self.value == (other.value if isinstance(other, Figure) else other))

    def _less(self, other: Any, or_equal: bool) -> Any:
        mine, theirs = _bounds(self.value), _bounds(other.value if isinstance(other, Figure) else other)
        if theirs is None and not isinstance(other, Figure):
            return NotImplemented
        if mine is None or theirs is None:
            self._number()
            return NotImplemented
        if (mine[1] <= theirs[0]) if or_equal else (mine[1] < theirs[0]):
            return True
        if (mine[0] > theirs[1]) if or_equal else (mine[0] >= theirs[1]):
            return False
        raise ValueError(f"the bounds {mine[0]} and {mine[1]} do not decide the comparison: use `.value.lower` or `.value.upper`")

    def __lt__(self, other: Any) -> Any:
        return self._less(other, False)

    def __le__(self, other: Any) -> Any:
        return self._less(other, True)

    def __gt__(self, other: Any) -> Any:
        less = self._less(other, True)
        return less if less is NotImplemented else not less

    def __ge__(self, other: Any) -> Any:
        less = self._less(other, False)
        return less if less is NotImplemented else not less

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        number = self._number()
        if isinstance(number, Fraction):
            number = float(number)
        return format(number, spec)

    def __add__(self, other: Any) -> Any:
        return self._number() + _as_number(other)

    def __radd__(self, other: Any) -> Any:
        return other + self._number()

    def __sub__(self, other: Any) -> Any:
        return self._number() - _as_number(other)

    def __rsub__(self, other: Any) -> Any:
        return other - self._number()

    def __mul__(self, other: Any) -> Any:
        return self._number() * _as_number(other)

    def __rmul__(self, other: Any) -> Any:
        return other * self._number()

    def __truediv__(self, other: Any) -> Any:
        return self._number() / _as_number(other)

    def __rtruediv__(self, other: Any) -> Any:
        return other / self._number()

    def __floordiv__(self, other: Any) -> Any:
        return self._number() // _as_number(other)

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self._number()

    def __mod__(self, other: Any) -> Any:
        return self._number() % _as_number(other)

    def __rmod__(self, other: Any) -> Any:
        return other % self._number()

    def __pow__(self, other: Any) -> Any:
        return self._number() ** _as_number(other)

    def __rpow__(self, other: Any) -> Any:
        return other ** self._number()

    def __divmod__(self, other: Any) -> Any:
        return divmod(self._number(), _as_number(other))

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, self._number())

    def __neg__(self) -> Any:
        return -self._number()

    def __pos__(self) -> Any:
        return +self._number()

    def __abs__(self) -> Any:
        return abs(self._number())

    def __trunc__(self) -> int:
        return int(math.trunc(self._number()))

    def __floor__(self) -> int:
        return int(math.floor(self._number()))

    def __ceil__(self) -> int:
        return int(math.ceil(self._number()))

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._number(), digits)

    def __len__(self) -> int:
        return len(self.value) if isinstance(self.value, (tuple, dict)) else len(self.table())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value) if isinstance(self.value, (tuple, dict)) else super().__iter__()

    def __getitem__(self, at: Any) -> Any:
        return self.value[at] if isinstance(self.value, (tuple, dict)) else super().__getitem__(at)

    def __contains__(self, item: object) -> bool:
        return item in self.value if isinstance(self.value, (tuple, dict)) else False


def _as_number(value: Any) -> Any:
    return value._number() if isinstance(value, Figure) else value


def _bounds(value: Any) -> tuple[Any, Any] | None:
    """The least and the largest number that a value can be; None if it is none."""
    if isinstance(value, (int, float, Fraction)):
        return value, value
    lower, upper = getattr(value, "lower", None), getattr(value, "upper", None)
    if lower is not None and upper is not None and isinstance(value, Answer):
        return lower, upper
    if isinstance(value, Answer) or value is None or isinstance(value, (str, tuple, dict)):
        return None
    try:
        return operator.index(value), operator.index(value)
    except TypeError:
        return (value, value) if hasattr(value, "__float__") else None


def _plain(value: Any) -> Any:
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def _flat(answer: Any, prefix: str = "", skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of an answer by column; those of its parts behind the name of the part."""
    row: dict[str, Any] = {}
    old = getattr(type(answer), "_old", ())
    for field in dataclasses.fields(answer):
        name, value = key(field.name), getattr(answer, field.name)
        if field.name in old or field.name in skip:
            continue
        if isinstance(value, Figure):
            bounds = _bounds(value.value)
            if bounds is not None and isinstance(value.value, Answer):
                row[prefix + name] = _number_cell(bounds[0]) if bounds[0] == bounds[1] else None
                row[f"{prefix}{name}.lower"], row[f"{prefix}{name}.upper"] = map(_number_cell, bounds)
            elif isinstance(value.value, Answer):
                row.update(_flat(value.value, f"{prefix}{name}."))
            else:
                row[prefix + name] = _number_cell(value.value)
        elif isinstance(value, Evidence):
            row[prefix + name] = str(value)
        elif isinstance(value, Answer):
            # The design of a family is what its row is about.
            row.update(_flat(value, prefix if name == "design" else f"{prefix}{name}."))
        else:
            row[prefix + name] = _number_cell(value)
    return row


def _number_cell(value: Any) -> Any:
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple) and value and not isinstance(value[0], (Answer, tuple)) and len(value) <= 64:
        return " ".join(str(item) for item in value)
    if isinstance(value, (tuple, dict, Answer)):
        return None
    return value


def _listed(answer: Any, path: str) -> list[dict[str, Any]]:
    """The rows of a list: `a/b` has a row for each b of each a, with the fields of a before it, `a.b` is the list b of the part a."""
    part, dot, rest = path.partition(".")
    if dot:
        inside = getattr(answer, part, None)
        return [] if inside is None else _listed(inside, rest)
    outer, slash, inner = path.partition("/")
    listed = getattr(answer, outer, None) or ()
    if not slash:
        return [_flat(item) for item in listed]
    rows = []
    for item in listed:
        fields = {name: value for name, value in _flat(item).items() if value is not None}
        own = {name: fields[name] for name in fields if name in ("expression", "name", "endpoints", "routing", "vcs")}
        rows += [{**own, **_flat(one)} for one in getattr(item, inner, None) or ()]
    return rows


def _table(rows: list[dict[str, Any]]) -> Table:
    """Rows as columns; columns without a value are left out."""
    names: dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(row))
    columns = {name: [row.get(name) for row in rows] for name in names}
    return Table({name: column for name, column in columns.items() if any(value is not None for value in column)})


def rows(answers: typing.Sequence[Any]) -> Table:
    """Answers of one class as a table of their fields."""
    return _table([_flat(answer) for answer in answers])


def _metric_rows(answer: Any) -> dict[str, list[Any]]:
    """The metrics of a network, a row for each."""
    columns: dict[str, list[Any]] = {"metric": [], "value": [], "lower": [], "upper": [], "evidence": [], "by": []}
    old = getattr(type(answer), "_old", ())
    for field in dataclasses.fields(answer):
        figure = getattr(answer, field.name)
        if not isinstance(figure, Figure) or field.name in old:
            continue
        bounds = _bounds(figure.value)
        known = bounds is not None and bounds[0] == bounds[1]
        columns["metric"].append(key(field.name))
        columns["value"].append(_text(bounds[0] if known and bounds else figure.value if bounds is None else None))
        columns["lower"].append(None if bounds is None else _text(bounds[0]))
        columns["upper"].append(None if bounds is None else _text(bounds[1]))
        columns["evidence"].append(None if figure.evidence is None else figure.evidence.kind)
        columns["by"].append(figure.reason if figure.evidence is None else figure.evidence.by)
    return columns


def _text(value: Any) -> str | None:
    """A value of any kind as text, for a column of different kinds."""
    if isinstance(value, Answer):
        cells = ((name, f"{cell:.6g}" if isinstance(cell, float) else cell) for name, cell in _flat(value).items())
        return ", ".join(f"{name} {cell}" for name, cell in cells if cell is not None)
    return None if value is None else str(value)


def index_of(labels: Labels | None, told: Any) -> Any:
    """The label of an id, where there are labels."""
    return told if labels is None or told is None else labels.names[told]


def keep_table(answer: Any, columns: dict[str, list[Any]]) -> Any:
    """Gives an answer the table that the library has made of it."""
    object.__setattr__(answer, "_table", columns)
    return answer


def build(name: str, told: dict[str, Any], labels: Labels | None = None) -> Any:
    """An object of the class of this name, with the labels of nodes instead of their ids where there are some."""
    from . import answers

    kind = getattr(answers, name)
    if name == "ShowAnswer":
        kind._rows = _metric_rows
    token = _labels.set(labels)
    try:
        return maker(kind)(told)
    finally:
        _labels.reset(token)


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
    if origin is Annotated:
        return lambda told: index_of(_labels.get(), told)
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
                hints = typing.get_type_hints(kind, include_extras=True)
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
