"""The native part of the module."""

from collections.abc import Iterable, Sequence, Set
from fractions import Fraction
from os import PathLike
from typing import Any, ClassVar, SupportsIndex, TypeAlias, final, overload

import networkx
import numpy as np
from numpy.typing import NDArray

from ._build import Figure
from ._drawing import Drawing
from ._progress import Progress
from ._rng import Rng
from .answers import (
    BetweenAnswer,
    BisectionAnswer,
    CheckWiringAnswer,
    CiteAnswer,
    CollectiveAnswer,
    CompareAnswer,
    CostRatioAnswer,
    DeadlockAnswer,
    DegreeAnswer,
    DesignAnswer,
    DiameterBetween,
    DisjointAnswer,
    DistanceAnswer,
    ExpandAnswer,
    FailuresAnswer,
    FormatsAnswer,
    LayoutAnswer,
    LeftAnswer,
    LintAnswer,
    ListAnswer,
    LoadAnswer,
    MooreAnswer,
    NodeAnswer,
    PacketAnswer,
    PapersAnswer,
    PhasesAnswer,
    RanksAnswer,
    RecognizeAnswer,
    RingAnswer,
    RouteAnswer,
    ShowAnswer,
    TheoremAnswer,
    SimulateAnswer,
    SurvivalAnswer,
    ThroughputAnswer,
    TreesAnswer,
    VerifyAnswer,
)

__version__: str
has_simulator: bool
UNREACHABLE: int

_Node: TypeAlias = int | np.integer[Any] | str
_Ids: TypeAlias = NDArray[np.unsignedinteger[Any]] | NDArray[np.signedinteger[Any]] | Sequence[int]
_Array: TypeAlias = NDArray[np.uint64]
_Faults: TypeAlias = str | Sequence[_Node | tuple[_Node, _Node]] | None
_Argument: TypeAlias = Topology | SupportsIndex | str | Sequence[Any] | Set[Any]
_Range: TypeAlias = int | tuple[int | None, int | None] | str
_Networks: TypeAlias = Iterable[Topology | str] | Topology | str

@final
class Topology:
    __networkx_backend__: ClassVar[str]
    def __new__(cls, expression: str) -> Topology: ...
    @staticmethod
    def from_edges(
        edges: Any,
        nodes: int | None = None,
        names: Sequence[str] | None = None,
        *,
        endpoints: int | None = None,
        widths: Sequence[int] | None = None,
    ) -> Topology: ...
    @property
    def labels(self) -> list[Any] | None: ...
    def index(self, names: Sequence[Any]) -> _Array: ...
    @property
    def expression(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def links(self) -> int: ...
    @property
    def endpoints(self) -> int: ...
    @property
    def notation(self) -> str: ...
    @property
    def link_classes(self) -> dict[str, int]: ...
    @property
    def degrees(self) -> Figure[DegreeAnswer]: ...
    @property
    def diameter(self) -> Figure[int | DiameterBetween]: ...
    @property
    def mean_distance(self) -> Figure[Fraction]: ...
    @property
    def histogram(self) -> Figure[tuple[int, ...]]: ...
    @property
    def bisection_width(self) -> Figure[BisectionAnswer]: ...
    @property
    def vertex_transitivity(self) -> Figure[bool | None]: ...
    @property
    def edge_transitivity(self) -> Figure[bool | None]: ...
    @property
    def connectivity(self) -> Figure[BetweenAnswer]: ...
    @property
    def cost_ratio(self) -> Figure[CostRatioAnswer]: ...
    @property
    def moore_bound(self) -> Figure[MooreAnswer]: ...
    def node(self, name: _Node) -> int: ...
    def address(self, node: _Node) -> str: ...
    def link(self, node: _Node, port: int) -> tuple[int, int]: ...
    @overload
    def degree(self, nodes: _Node) -> int: ...
    @overload
    def degree(self, nodes: _Ids) -> _Array: ...
    @overload
    def neighbors(self, nodes: _Node) -> _Array: ...
    @overload
    def neighbors(self, nodes: _Ids) -> tuple[_Array, _Array]: ...
    @overload
    def distance(self, source: _Node, target: _Node) -> int | None: ...
    @overload
    def distance(self, source: _Ids, target: _Ids | _Node) -> _Array: ...
    @overload
    def distance(self, source: _Node, target: _Ids) -> _Array: ...
    @overload
    def next_hop(self, source: _Node, target: _Node) -> int | None: ...
    @overload
    def next_hop(self, source: _Ids, target: _Ids | _Node) -> _Array: ...
    @overload
    def next_hop(self, source: _Node, target: _Ids) -> _Array: ...
    def paths(self, sources: _Ids | _Node, targets: _Ids | _Node) -> tuple[_Array, _Array]: ...
    def edges(self) -> _Array: ...
    def edge_classes(self) -> _Array: ...
    def show(
        self,
        metrics: Sequence[str] | None = None,
        *,
        histogram: bool = False,
        explain: bool = False,
        sample: int | None = None,
        rng: Rng = None,
        weights: tuple[float, float] = ...,
        progress: Progress = None,
    ) -> ShowAnswer: ...
    def distance_figure(self, source: _Node, target: _Node) -> DistanceAnswer: ...
    def inspect(self, node: _Node, *, ports: int = ...) -> NodeAnswer: ...
    def route(self, source: _Node, target: _Node, *, algorithm: str = "minimal", limit: int = ...) -> RouteAnswer: ...
    def disjoint(self, source: _Node, target: _Node, *, limit: int = ...) -> DisjointAnswer: ...
    def trees(self, root: _Node, *, progress: Progress = None) -> TreesAnswer: ...
    def deadlock(
        self, routing: str | None = None, *, vcs: int | None = None, minimum: bool = False, progress: Progress = None
    ) -> DeadlockAnswer: ...
    def load(self, traffic: str = "uniform", *, routing: str | None = None, progress: Progress = None) -> LoadAnswer: ...
    def throughput(
        self, traffic: str | Sequence[tuple[int, int, int]] = ..., *, gap: float = ..., progress: Progress = None
    ) -> ThroughputAnswer: ...
    def certificate(
        self, traffic: str | Sequence[tuple[int, int, int]] = ..., *, gap: float = ..., progress: Progress = None
    ) -> str: ...
    def recount(self, certificate: str, *, progress: Progress = None) -> VerifyAnswer: ...
    def collective(
        self,
        kind: str,
        *,
        bytes: int | str = ...,
        algorithm: str = "best",
        root: _Node | None = None,
        model: str | None = None,
        ports: str = "one",
        latency: float | str | None = None,
        bandwidth: float | str | None = None,
        pieces: int | None = None,
        steps: bool = False,
        sizes: bool = False,
        progress: Progress = None,
    ) -> CollectiveAnswer: ...
    def ring(
        self,
        *,
        start: _Node | None = None,
        end: _Node | None = None,
        faults: _Faults = None,
        edge_disjoint: bool = False,
        virtual: int | None = None,
        count: int | None = None,
        reverse: bool = False,
        verdict: bool = False,
        steps: int | None = None,
        rng: Rng = None,
        progress: Progress = None,
    ) -> RingAnswer: ...
    def ring_order(
        self,
        *,
        start: _Node | None = None,
        end: _Node | None = None,
        faults: _Faults = None,
        steps: int | None = None,
        rng: Rng = None,
    ) -> Ring: ...
    def packet(self, source: _Node, target: _Node, faults: _Faults = None, *, search: int = 0) -> PacketAnswer: ...
    def left(self, faults: _Faults, *, throughput: bool = False, progress: Progress = None) -> LeftAnswer: ...
    def survival(
        self,
        rates: Sequence[float] | None = None,
        *,
        counts: Sequence[int] | None = None,
        dying: str = "nodes",
        trials: int = 100,
        pairs: int = 100,
        rng: Rng = None,
        exact_diameter: bool = False,
        search: int = 0,
        journal: str | PathLike[str] | None = None,
        progress: Progress = None,
    ) -> SurvivalAnswer: ...
    def verify(self, *, progress: Progress = None) -> VerifyAnswer: ...
    def judge_schedule(
        self, text: str, kind: str | None = None, *, root: _Node | None = None, progress: Progress = None
    ) -> VerifyAnswer: ...
    def recognize(
        self, *, plan: str | None = None, map: bool = False, progress: Progress = None
    ) -> RecognizeAnswer: ...
    def lint(
        self,
        *,
        plan: str | None = None,
        tables: str | None = None,
        service_levels: list[str] = ...,
        sl2vl: list[str] = ...,
        since: str | None = None,
        disable: list[str] = ...,
        throughput: bool = True,
        progress: Progress = None,
    ) -> LintAnswer: ...
    def check_wiring(
        self, name: str, data: bytes, *, trust: str = "names", progress: Progress = None
    ) -> CheckWiringAnswer: ...
    def layout(
        self,
        *,
        block: int = 64,
        units: int = 64,
        room: tuple[int, int] | None = None,
        copper_reach: int = 3000,
        improve: bool = True,
        seed: int = 1,
        progress: Progress = None,
    ) -> LayoutAnswer: ...
    def cite(self, *, evidence: bool = False) -> CiteAnswer: ...
    def draw(
        self,
        *,
        theme: str = "light",
        view: str | None = None,
        labels: str = "auto",
        zoom: bool = False,
        route: tuple[_Node, _Node] | None = None,
        algorithm: str = "minimal",
        disjoint: tuple[_Node, _Node] | None = None,
        ring: bool = False,
        cut: bool = False,
        load: bool = False,
        all: bool = False,
        broadcast: _Node | None = None,
        trees: _Node | None = None,
        step: int | None = None,
        virtual_rings: int | None = None,
        deadlock: str | None = None,
        vcs: int | None = None,
        faults: _Faults = None,
        title: str | None = None,
        size: str | None = None,
        font_size: float | None = None,
    ) -> Drawing: ...
    def to_networkx(self) -> networkx.Graph[Any]: ...
    def to_file(self, path: str | PathLike[str], format: str | None = None) -> None: ...
    def expand(self, to: Topology | str, *, throughput: bool = True, progress: Progress = None) -> ExpandAnswer: ...
    def ranks(
        self,
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
        progress: Progress = None,
    ) -> RanksAnswer: ...
    def is_directed(self) -> bool: ...
    def is_multigraph(self) -> bool: ...
    def to_rustworkx(self) -> Any: ...
    def to_igraph(self) -> Any: ...
    def to_scipy_sparse(self) -> Any: ...
    # Constructions
    def dual(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def rdn(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def hdn(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def re(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def hosts(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def hub(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def planes(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def overlay(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def width(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def without(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def replace(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def swap(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def starproduct(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def lex(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def strong(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def blow(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    def lift(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    # End of constructions
    def __mul__(self, value: Topology, /) -> Topology: ...
    def __rmul__(self, value: Topology, /) -> Topology: ...
    def __pow__(self, value: int, mod: None = None, /) -> Topology: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...

@final
class Ring:
    @overload
    def node_at(self, positions: int | np.integer[Any]) -> int: ...
    @overload
    def node_at(self, positions: _Ids) -> _Array: ...
    @overload
    def position_of(self, nodes: int | np.integer[Any]) -> int: ...
    @overload
    def position_of(self, nodes: _Ids) -> _Array: ...
    @property
    def closed(self) -> bool: ...
    @property
    def evidence(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Construction:
    def __call__(self, *args: _Argument, **kwargs: _Argument) -> Topology: ...
    @property
    def name(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def summary(self) -> str: ...

def catalog(name: str | None = None) -> ListAnswer: ...
def theorem(id: str | None = None) -> TheoremAnswer: ...
def compare(
    networks: _Networks,
    metrics: Sequence[str] | None = None,
    *,
    sort: str | None = None,
    descending: bool = False,
    sample: int | None = None,
    rng: Rng = None,
    progress: Progress = None,
) -> CompareAnswer: ...
def design(
    networks: _Networks | None = None,
    *,
    endpoints: _Range | None = None,
    ports: _Range | None = None,
    radix: int | None = None,
    endpoint_ports: int | None = None,
    throughput: float | None = None,
    budget: float | None = None,
    max_power: float | None = None,
    max_racks: int | None = None,
    direct: bool = False,
    families: Sequence[str] | None = None,
    base: Topology | None = None,
    block: int | None = None,
    objectives: Sequence[str] | None = None,
    where: str | None = None,
    by_size: bool = False,
    all: bool = False,
    limit: int = 20,
    progress: Progress = None,
) -> DesignAnswer: ...
def failures(
    networks: _Networks,
    *,
    block: int = 64,
    units: int = 128,
    jobs: Sequence[int] | None = None,
    random: float | None = None,
    samples: int = 20,
    seed: int = 1,
    progress: Progress = None,
) -> FailuresAnswer: ...
def phases(
    networks: _Networks,
    *,
    tensor: int = 8,
    pipeline: int = 4,
    data: int | None = None,
    expert: int | None = None,
    bytes: int = 65536,
    flit_bytes: int = 16,
    mapping: str | Sequence[int] | None = None,
    progress: Progress = None,
) -> PhasesAnswer: ...
def formats() -> FormatsAnswer: ...
def papers(
    names: Sequence[str] | None = None, *, claim: str | None = None, progress: Progress = None
) -> PapersAnswer: ...
def simulate(
    networks: _Networks,
    *,
    traffic: str | Sequence[str] | None = None,
    load: float = 0.1,
    curve: bool = False,
    points: int = 10,
    step: float = 0.01,
    routing: str | None = None,
    vcs: int | None = None,
    unjudged: bool = False,
    seeds: int = 1,
    rng: Rng = None,
    packet: int = 16,
    buffers: int = 256,
    link: int = 1,
    cycles: int = 50_000,
    precision: float = 0.05,
    progress: Progress = None,
) -> SimulateAnswer: ...
def _topology(text: str, graphs: dict[str, bytes], labels: Any = None) -> Topology: ...
def _labelled(net: Topology, labels: Any) -> Topology: ...
def _picture(svg: str, format: str) -> list[int]: ...
def _ask(verb: str, request: str, on: _Networks, progress: Progress = None) -> dict[str, Any]: ...
def _export(net: Topology, request: str) -> tuple[bytes, list[str]]: ...
def _check_tables(
    fabric: tuple[str, bytes],
    tables: tuple[str, bytes],
    service_levels: Sequence[tuple[str, bytes]],
    sl2vl: Sequence[tuple[str, bytes]],
) -> dict[str, Any]: ...
def _only_here(net: Topology) -> bool: ...
def _construct(name: str, net: Topology, *args: _Argument, **kwargs: _Argument) -> Topology: ...
def _entries() -> list[tuple[str, str, str, list[str]]]: ...
def _program(arguments: list[str]) -> int: ...
def _schemas() -> dict[str, Any]: ...
def _arrow_stream(columns: dict[str, Any]) -> object: ...

# The catalog
ring: Construction
path: Construction
complete: Construction
star: Construction
torus: Construction
mesh: Construction
hyperx: Construction
hypercube: Construction
foldedcube: Construction
dual: Construction
rdn: Construction
hdn: Construction
dualcube: Construction
re: Construction
ccc: Construction
wk: Construction
dragonfly: Construction
slimfly: Construction
kautz: Construction
debruijn: Construction
jellyfish: Construction
switch: Construction
hosts: Construction
xgft: Construction
fattree: Construction
clos: Construction
karytree: Construction
bcube: Construction
hub: Construction
hammingmesh: Construction
planes: Construction
overlay: Construction
width: Construction
without: Construction
replace: Construction
megafly: Construction
dcell: Construction
lattice: Construction
twisted: Construction
circulant: Construction
swap: Construction
polarity: Construction
paley: Construction
iq: Construction
starproduct: Construction
lex: Construction
strong: Construction
blow: Construction
stargraph: Construction
pancake: Construction
lift: Construction
graph: Construction
file: Construction
# End of the catalog
