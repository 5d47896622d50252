"""What is answered: a class for each answer of the library.

Written by `tools/write_answers.py` from the schemas of the library. Every answer has `to_dict`, which tells the same as the JSON of the
program, and `table`, which pandas, polars and DuckDB read.

Examples
--------
>>> import crossedge
>>> isinstance(crossedge.Topology("ring(5)").show(), crossedge.answers.ShowAnswer)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ._build import Answer, Evidence, Figure, NodeId

__all__ = [
    "AcceptedAnswer",
    "AdviseAnswer",
    "AdviseDeadlockAnswer",
    "AdviseDesignAnswer",
    "AdviseLayoutAnswer",
    "AdvisedCollectiveAnswer",
    "AdvisedFileAnswer",
    "Answer",
    "BetweenAnswer",
    "BisectionAnswer",
    "BoundAnswer",
    "BoundsAnswer",
    "CableAnswer",
    "CableRateAnswer",
    "CandidateAnswer",
    "CaseAnswer",
    "ChannelAnswer",
    "CheckTablesAnswer",
    "CheckWiringAnswer",
    "Choice",
    "CiteAnswer",
    "ClaimAnswer",
    "ClassLoadAnswer",
    "ClassUse",
    "CollectiveAnswer",
    "CompareAnswer",
    "ComparedAnswer",
    "ComparedObjectiveAnswer",
    "ConstructionAnswer",
    "CostLineAnswer",
    "CostRatioAnswer",
    "CrossoverAnswer",
    "DeadlockAnswer",
    "DegreeAnswer",
    "DerivationAnswer",
    "DerivationStepAnswer",
    "DesignAnswer",
    "DesignChoiceAnswer",
    "DesignCostAnswer",
    "DesignedAnswer",
    "DetourAnswer",
    "DiameterAnswer",
    "DiameterBetween",
    "DifferenceAnswer",
    "DisjointAnswer",
    "DistanceAnswer",
    "EdgeConnectivityAnswer",
    "Evidence",
    "ExpandAnswer",
    "ExpandedCableAnswer",
    "ExpandedNodeAnswer",
    "FailureAnswer",
    "FailuresAnswer",
    "FamilyAnswer",
    "Figure",
    "FindingAnswer",
    "FindingPlaceAnswer",
    "FlowAnswer",
    "FormalProofAnswer",
    "FormatAnswer",
    "FormatsAnswer",
    "FractionAnswer",
    "HeldAnswer",
    "HeldCableAnswer",
    "HopAnswer",
    "HostCountAnswer",
    "InputFormatAnswer",
    "Instance",
    "JobAnswer",
    "Judged",
    "JudgedPaper",
    "JudgedScheduleAnswer",
    "Latency",
    "LayoutAnswer",
    "LayoutClassAnswer",
    "LeastAnswer",
    "LeftAnswer",
    "LeftLinksAnswer",
    "LeftThroughputAnswer",
    "LengthAnswer",
    "Limits",
    "LinkClassAnswer",
    "LinkDelayAnswer",
    "LintAnswer",
    "LintThroughputAnswer",
    "ListAnswer",
    "LoadAnswer",
    "LoadVerdict",
    "LoadedCableAnswer",
    "Machine",
    "MappedAnswer",
    "MessageAnswer",
    "MooreAnswer",
    "MoreAnswer",
    "NearAnswer",
    "NodeAnswer",
    "OnNetworkAnswer",
    "OneRingAnswer",
    "OperatedAnswer",
    "OtherOrderAnswer",
    "Outcome",
    "Packet",
    "PacketAnswer",
    "PapersAnswer",
    "PathAnswer",
    "PhaseAnswer",
    "PhasesAnswer",
    "Physical",
    "PhysicalAnswer",
    "PhysicalPoint",
    "PlanAnswer",
    "PointAnswer",
    "PortAnswer",
    "ProofAnswer",
    "RandomFailuresAnswer",
    "RandomSampleAnswer",
    "RankPhaseAnswer",
    "RanksAnswer",
    "RecognizeAnswer",
    "RecommendedAnswer",
    "RecountedAnswer",
    "RefutedAnswer",
    "RingAnswer",
    "RouteAnswer",
    "RuleAnswer",
    "RunnerUpAnswer",
    "SaturationAnswer",
    "SensitivityAnswer",
    "Settings",
    "SeveralAnswer",
    "ShareAnswer",
    "ShowAnswer",
    "SimulateAnswer",
    "SimulateBoundsAnswer",
    "SimulateFlowsAnswer",
    "SimulatedAnswer",
    "SizeAnswer",
    "StoppedAnswer",
    "StretchAnswer",
    "Stuck",
    "SurvivalAnswer",
    "SurvivalPoint",
    "TableFailureAnswer",
    "TheoremAnswer",
    "TheoremEntryAnswer",
    "ThroughputAnswer",
    "TimeAnswer",
    "TrainedAnswer",
    "TreeAnswer",
    "TreesAnswer",
    "TriedAnswer",
    "VerifiedPositionsAnswer",
    "VerifyAnswer",
    "WinnerAnswer",
    "WiringFaultAnswer",
    "WorkAnswer",
]


@dataclass(frozen=True, repr=False)
class ConstructionAnswer(Answer):
    """One construction.

    Attributes
    ----------
    name : str
        Its name.
    signature : str
        Its syntax.
    summary : str
        One-line description.
    paper : str
        The defining reference.
    examples : tuple[str, ...]
        Expressions that build.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ConstructionAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    signature: str
    summary: str
    paper: str
    examples: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class ListAnswer(Answer):
    """The answer of `list`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    constructions : tuple[ConstructionAnswer, ...]
        The constructions.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ListAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    constructions: tuple[ConstructionAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class DegreeAnswer(Answer):
    """The degrees of a network.

    Attributes
    ----------
    min : int
        The smallest.
    max : int
        The largest.
    counts : dict[int, int]
        Number of nodes that have each degree.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DegreeAnswer, crossedge.answers.Answer)
    True
    """

    min: int
    max: int
    counts: dict[int, int]


@dataclass(frozen=True, repr=False)
class DiameterBetween(Answer):
    """A lower bound: some pair has this distance.

    Attributes
    ----------
    lower : int
        Lower bound: some pair has this distance.
    upper : None
        No upper bound is known: null.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DiameterBetween, crossedge.answers.Answer)
    True
    """

    lower: int
    upper: None


@dataclass(frozen=True, repr=False)
class BisectionAnswer(Answer):
    """The bisection width, with bounds.

    Attributes
    ----------
    lower : int
        Lower bound.
    upper : int
        The upper bound, by a cut.
    witness : str or None
        The rule of that cut.
    nodes : tuple[int, ...] or None
        The nodes of one side, if the cut has no closed form.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.BisectionAnswer, crossedge.answers.Answer)
    True
    """

    lower: int
    upper: int
    witness: str | None
    nodes: tuple[NodeId, ...] | None = None


@dataclass(frozen=True, repr=False)
class ShareAnswer(Answer):
    """A ratio with bounds.

    Attributes
    ----------
    lower : Fraction or float
        Lower bound.
    upper : Fraction or float
        Upper bound.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ShareAnswer, crossedge.answers.Answer)
    True
    """

    lower: Fraction | float
    upper: Fraction | float


@dataclass(frozen=True, repr=False)
class BetweenAnswer(Answer):
    """A number with bounds.

    Attributes
    ----------
    lower : int
        Lower bound.
    upper : int
        Upper bound.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.BetweenAnswer, crossedge.answers.Answer)
    True
    """

    lower: int
    upper: int


@dataclass(frozen=True, repr=False)
class CostRatioAnswer(Answer):
    """Degree and diameter over the logarithm of the size.

    Attributes
    ----------
    plain : float
        With weights 1 and 1.
    weighted : float
        With the requested weights.
    weights : tuple[float, float]
        These weights, of degree and diameter.
    lower_bound : bool or None
        `true` if both are lower bounds, because the diameter is.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CostRatioAnswer, crossedge.answers.Answer)
    True
    """

    plain: float
    weighted: float
    weights: tuple[float, float]
    lower_bound: bool | None = None


@dataclass(frozen=True, repr=False)
class MooreAnswer(Answer):
    """The Moore bound: the minimum that size and degree allow.

    Attributes
    ----------
    diameter : int
        Lower bound on the diameter.
    mean_distance : Fraction or float
        Lower bound on the mean distance.
    cost_ratio : float or None
        Lower bound on the unweighted cost ratio; null for one node, and with switches.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.MooreAnswer, crossedge.answers.Answer)
    True
    """

    diameter: int
    mean_distance: Fraction | float
    cost_ratio: float | None


@dataclass(frozen=True, repr=False)
class LinkClassAnswer(Answer):
    """A class of links.

    Attributes
    ----------
    name : str
        Its name.
    width : int
        Link width: flits per cycle and direction.
    links : int or None
        Number of links; null if unknown.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LinkClassAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    width: int
    links: int | None


@dataclass(frozen=True, repr=False)
class DerivationStepAnswer(Answer):
    """One step of a derivation.

    Attributes
    ----------
    metrics : tuple[str, ...]
        Names of the metrics.
    applied : tuple[str, ...]
        Ids of the theorems and methods.
    kind : str
        Kind of the evidence.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DerivationStepAnswer, crossedge.answers.Answer)
    True
    """

    metrics: tuple[str, ...]
    applied: tuple[str, ...]
    kind: str


@dataclass(frozen=True, repr=False)
class DerivationAnswer(Answer):
    """A part of an expression, with the theorems applied to it.

    Attributes
    ----------
    expression : str
        The part.
    depth : int
        Depth in the expression; 0 for all of it.
    steps : tuple[DerivationStepAnswer, ...]
        The theorems and methods applied to this part, by metric; what they need of its parts follows below.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DerivationAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    depth: int
    steps: tuple[DerivationStepAnswer, ...]


@dataclass(frozen=True, repr=False)
class ShowAnswer(Answer):
    """The answer of `show`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    notes : tuple[str, ...]
        Notes for the user on this choice of arguments.
    expression : str or None
        The network, in canonical text.
    nodes : Figure[int or None] or None
        Number of nodes.
    links : Figure[int or None] or None
        Number of links.
    degree : Figure[DegreeAnswer or None] or None
        The degrees.
    diameter : Figure[int or DiameterBetween or None] or None
        The largest distance.
    mean_distance : Figure[Fraction or float or None] or None
        The mean distance over ordered pairs of different nodes.
    histogram : Figure[tuple[int, ...] or None] or None
        Ordered pairs at distance 0, 1, ….
    bisection : Figure[BisectionAnswer or None] or None
        The fewest links between two halves.
    throughput : Figure[ShareAnswer or None] or None
        Routing-independent throughput of uniform traffic, in packets per endpoint per cycle.
    vertex_transitivity : Figure[bool or None] or None
        Vertex transitivity: all nodes are in one orbit of the automorphism group.
    edge_transitivity : Figure[bool or None] or None
        Edge transitivity: all links are in one orbit of the automorphism group.
    connectivity : Figure[BetweenAnswer or None] or None
        Minimum number of nodes whose failure disconnects the network.
    edge_connectivity : Figure[BetweenAnswer or None] or None
        Minimum number of links whose failure disconnects the network.
    cost_ratio : Figure[CostRatioAnswer or None] or None
        Degree and diameter over the logarithm of the size.
    moore_bound : Figure[MooreAnswer or None] or None
        The least that size and degree allow; with switches, the endpoints and the radix.
    radius : Figure[int or None] or None
        The least distance from some node to all others.
    girth : Figure[int or None] or None
        The length of the shortest cycle; null in a tree.
    spectral_gap : Figure[float or None] or None
        The second smallest eigenvalue of the Laplacian.
    path_diversity : Figure[Fraction or float or None] or None
        The mean number of shortest paths between two endpoints.
    disjoint_shortest_paths : Figure[tuple[int, ...] or None] or None
        At each distance the least number of edge-disjoint shortest paths between two endpoints.
    zero_load_latency : Figure[Fraction or float or None] or None
        The mean zero-load latency between two endpoints in nanoseconds: 100 ns for each switch or node passed, 25 ns for each cable.
    zero_load_latency_median : Figure[int or None] or None
        The zero-load latency in nanoseconds that half of the pairs of endpoints do not exceed.
    zero_load_latency_p99 : Figure[int or None] or None
        The zero-load latency in nanoseconds that 99 % of the pairs of endpoints do not exceed.
    endpoints : Figure[int or None] or None
        Number of endpoints, which send and receive; distances, diameter and mean are between these.
    switches : Figure[int or None] or None
        Number of switches, which only forward.
    radix : Figure[int or None] or None
        The most ports of a switch.
    cables : Figure[int or None] or None
        Number of cables: one per unit of link width.
    ports_per_endpoint : Figure[Fraction or float or None] or None
        Ports of switches over the endpoints, one for each cable; where two endpoints are linked, their ports count.
    cables_per_endpoint : Figure[Fraction or float or None] or None
        Cables over the endpoints.
    oversubscription : Figure[tuple[Fraction or float, ...] or None] or None
        For each level of switches with links up, from the endpoints on: the width of all links down over that of all links up.
    bisection_per_endpoint : Figure[ShareAnswer or None] or None
        The fewest cables between two halves of the endpoints, over all endpoints.
    diameter_of_nodes : Figure[int or None] or None
        The largest distance of two nodes, be they endpoints or switches.
    link_classes : tuple[LinkClassAnswer, ...] or None
        The classes of links of a network with switches or wide links; absent where they are not known at this size.
    derivation : tuple[DerivationAnswer, ...] or None
        The theorems applied to the expression and its parts; empty if not requested.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ShowAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    notes: tuple[str, ...]
    expression: str | None = None
    nodes: Figure[int | None] | None = None
    links: Figure[int | None] | None = None
    degree: Figure[DegreeAnswer | None] | None = None
    diameter: Figure[int | DiameterBetween | None] | None = None
    mean_distance: Figure[Fraction | float | None] | None = None
    histogram: Figure[tuple[int, ...] | None] | None = None
    bisection: Figure[BisectionAnswer | None] | None = None
    throughput: Figure[ShareAnswer | None] | None = None
    vertex_transitivity: Figure[bool | None] | None = None
    edge_transitivity: Figure[bool | None] | None = None
    connectivity: Figure[BetweenAnswer | None] | None = None
    edge_connectivity: Figure[BetweenAnswer | None] | None = None
    cost_ratio: Figure[CostRatioAnswer | None] | None = None
    moore_bound: Figure[MooreAnswer | None] | None = None
    radius: Figure[int | None] | None = None
    girth: Figure[int | None] | None = None
    spectral_gap: Figure[float | None] | None = None
    path_diversity: Figure[Fraction | float | None] | None = None
    disjoint_shortest_paths: Figure[tuple[int, ...] | None] | None = None
    zero_load_latency: Figure[Fraction | float | None] | None = None
    zero_load_latency_median: Figure[int | None] | None = None
    zero_load_latency_p99: Figure[int | None] | None = None
    endpoints: Figure[int | None] | None = None
    switches: Figure[int | None] | None = None
    radix: Figure[int | None] | None = None
    cables: Figure[int | None] | None = None
    ports_per_endpoint: Figure[Fraction | float | None] | None = None
    cables_per_endpoint: Figure[Fraction | float | None] | None = None
    oversubscription: Figure[tuple[Fraction | float, ...] | None] | None = None
    bisection_per_endpoint: Figure[ShareAnswer | None] | None = None
    diameter_of_nodes: Figure[int | None] | None = None
    link_classes: tuple[LinkClassAnswer, ...] | None = None
    derivation: tuple[DerivationAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class WorkAnswer(Answer):
    """One work.

    Attributes
    ----------
    key : str
        The key to cite it by.
    constructions : tuple[str, ...]
        The constructions that it defines.
    theorems : tuple[str, ...]
        The theorems and methods of the evidence that it is the source of; empty if not requested.
    bibtex : str
        Its entry for a bibliography.
    words : tuple[str, ...] or None
        Old name of `constructions`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.WorkAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('words',)
    key: str
    constructions: tuple[str, ...]
    theorems: tuple[str, ...]
    bibtex: str
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, repr=False)
class CiteAnswer(Answer):
    """The answer of `cite`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    publications : tuple[WorkAnswer, ...]
        The works, in the order in which the expression names them.
    folklore : tuple[str, ...]
        Constructions without a defining paper.
    expression : str or None
        The network, in canonical text.
    works : tuple[WorkAnswer, ...] or None
        Old name of `publications`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CiteAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('works',)
    schema_version: int
    crossedge_version: str
    command: str
    publications: tuple[WorkAnswer, ...]
    folklore: tuple[str, ...]
    expression: str | None = None
    works: tuple[WorkAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class FormalProofAnswer(Answer):
    """A formal proof in Coq.

    Attributes
    ----------
    file : str
        The file, in the folder `proofs`.
    name : str
        The name of the theorem there.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FormalProofAnswer, crossedge.answers.Answer)
    True
    """

    file: str
    name: str


@dataclass(frozen=True, repr=False)
class TheoremEntryAnswer(Answer):
    """One theorem or method.

    Attributes
    ----------
    id : str
        The id that evidence cites.
    kind : Literal['theorem'] or Literal['method']
        Theorem or method.
    title : str
        The title.
    aliases : tuple[str, ...]
        Other names.
    statement : str
        The statement with its conditions.
    proof : str
        The proof, or the reference that has it; empty for methods that need none.
    references : tuple[str, ...]
        Works to cite, as BibTeX.
    formal : tuple[FormalProofAnswer, ...]
        The formal proofs; empty if there is none.
    new : bool
        `true` if the result was not found in print.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TheoremEntryAnswer, crossedge.answers.Answer)
    True
    """

    id: str
    kind: Literal['theorem'] | Literal['method']
    title: str
    aliases: tuple[str, ...]
    statement: str
    proof: str
    references: tuple[str, ...]
    formal: tuple[FormalProofAnswer, ...]
    new: bool


@dataclass(frozen=True, repr=False)
class TheoremAnswer(Answer):
    """The answer of `theorem`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    entries : tuple[TheoremEntryAnswer, ...]
        The entries, sorted by id.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TheoremAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    entries: tuple[TheoremEntryAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class DistanceAnswer(Answer):
    """The answer of `distance`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    from_ : int
        The first node.
    from_address : str
        Its address.
    to : int
        The other node.
    to_address : str
        Its address.
    distance : Figure[int or None]
        Length of a shortest path; null if there is none.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DistanceAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    distance: Figure[int | None]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class ComparedAnswer(Answer):
    """One of several networks.

    Attributes
    ----------
    expression : str
        The network, in canonical text.
    nodes : Figure[int or None] or None
        Number of nodes.
    links : Figure[int or None] or None
        Number of links.
    degree : Figure[DegreeAnswer or None] or None
        The degrees.
    diameter : Figure[int or DiameterBetween or None] or None
        The largest distance.
    mean_distance : Figure[Fraction or float or None] or None
        The mean distance over ordered pairs of different nodes.
    histogram : Figure[tuple[int, ...] or None] or None
        Ordered pairs at distance 0, 1, ….
    bisection : Figure[BisectionAnswer or None] or None
        The fewest links between two halves.
    throughput : Figure[ShareAnswer or None] or None
        Routing-independent throughput of uniform traffic, in packets per endpoint per cycle.
    vertex_transitivity : Figure[bool or None] or None
        Vertex transitivity: all nodes are in one orbit of the automorphism group.
    edge_transitivity : Figure[bool or None] or None
        Edge transitivity: all links are in one orbit of the automorphism group.
    connectivity : Figure[BetweenAnswer or None] or None
        Minimum number of nodes whose failure disconnects the network.
    edge_connectivity : Figure[BetweenAnswer or None] or None
        Minimum number of links whose failure disconnects the network.
    cost_ratio : Figure[CostRatioAnswer or None] or None
        Degree and diameter over the logarithm of the size.
    moore_bound : Figure[MooreAnswer or None] or None
        The least that size and degree allow; with switches, the endpoints and the radix.
    radius : Figure[int or None] or None
        The least distance from some node to all others.
    girth : Figure[int or None] or None
        The length of the shortest cycle; null in a tree.
    spectral_gap : Figure[float or None] or None
        The second smallest eigenvalue of the Laplacian.
    path_diversity : Figure[Fraction or float or None] or None
        The mean number of shortest paths between two endpoints.
    disjoint_shortest_paths : Figure[tuple[int, ...] or None] or None
        At each distance the least number of edge-disjoint shortest paths between two endpoints.
    zero_load_latency : Figure[Fraction or float or None] or None
        The mean zero-load latency between two endpoints in nanoseconds: 100 ns for each switch or node passed, 25 ns for each cable.
    zero_load_latency_median : Figure[int or None] or None
        The zero-load latency in nanoseconds that half of the pairs of endpoints do not exceed.
    zero_load_latency_p99 : Figure[int or None] or None
        The zero-load latency in nanoseconds that 99 % of the pairs of endpoints do not exceed.
    endpoints : Figure[int or None] or None
        Number of endpoints, which send and receive; distances, diameter and mean are between these.
    switches : Figure[int or None] or None
        Number of switches, which only forward.
    radix : Figure[int or None] or None
        The most ports of a switch.
    cables : Figure[int or None] or None
        Number of cables: one per unit of link width.
    ports_per_endpoint : Figure[Fraction or float or None] or None
        Ports of switches over the endpoints, one for each cable; where two endpoints are linked, their ports count.
    cables_per_endpoint : Figure[Fraction or float or None] or None
        Cables over the endpoints.
    oversubscription : Figure[tuple[Fraction or float, ...] or None] or None
        For each level of switches with links up, from the endpoints on: the width of all links down over that of all links up.
    bisection_per_endpoint : Figure[ShareAnswer or None] or None
        The fewest cables between two halves of the endpoints, over all endpoints.
    diameter_of_nodes : Figure[int or None] or None
        The largest distance of two nodes, be they endpoints or switches.
    link_classes : tuple[LinkClassAnswer, ...] or None
        The classes of links of a network with switches or wide links; absent where they are not known at this size.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ComparedAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    nodes: Figure[int | None] | None = None
    links: Figure[int | None] | None = None
    degree: Figure[DegreeAnswer | None] | None = None
    diameter: Figure[int | DiameterBetween | None] | None = None
    mean_distance: Figure[Fraction | float | None] | None = None
    histogram: Figure[tuple[int, ...] | None] | None = None
    bisection: Figure[BisectionAnswer | None] | None = None
    throughput: Figure[ShareAnswer | None] | None = None
    vertex_transitivity: Figure[bool | None] | None = None
    edge_transitivity: Figure[bool | None] | None = None
    connectivity: Figure[BetweenAnswer | None] | None = None
    edge_connectivity: Figure[BetweenAnswer | None] | None = None
    cost_ratio: Figure[CostRatioAnswer | None] | None = None
    moore_bound: Figure[MooreAnswer | None] | None = None
    radius: Figure[int | None] | None = None
    girth: Figure[int | None] | None = None
    spectral_gap: Figure[float | None] | None = None
    path_diversity: Figure[Fraction | float | None] | None = None
    disjoint_shortest_paths: Figure[tuple[int, ...] | None] | None = None
    zero_load_latency: Figure[Fraction | float | None] | None = None
    zero_load_latency_median: Figure[int | None] | None = None
    zero_load_latency_p99: Figure[int | None] | None = None
    endpoints: Figure[int | None] | None = None
    switches: Figure[int | None] | None = None
    radix: Figure[int | None] | None = None
    cables: Figure[int | None] | None = None
    ports_per_endpoint: Figure[Fraction | float | None] | None = None
    cables_per_endpoint: Figure[Fraction | float | None] | None = None
    oversubscription: Figure[tuple[Fraction | float, ...] | None] | None = None
    bisection_per_endpoint: Figure[ShareAnswer | None] | None = None
    diameter_of_nodes: Figure[int | None] | None = None
    link_classes: tuple[LinkClassAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class CompareAnswer(Answer):
    """The answer of `compare`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    networks : tuple[ComparedAnswer, ...]
        The networks, in the requested order.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CompareAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    networks: tuple[ComparedAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class LeastAnswer(Answer):
    """Bounds for networks of this size.

    Attributes
    ----------
    diameter : int or None
        Lower bound on the diameter (Moore bound); null if unknown.
    mean_distance : Fraction or float or None
        Lower bound on the mean distance (Moore bound).
    throughput : Fraction or float or None
        Upper bound on the uniform throughput: link capacity over the Moore mean distance.
    weighted_cost_ratio : float or None
        The least weighted cost ratio, regardless of the degree up to the ports asked for; null with switches.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LeastAnswer, crossedge.answers.Answer)
    True
    """

    diameter: int | None
    mean_distance: Fraction | float | None
    throughput: Fraction | float | None
    weighted_cost_ratio: float | None


@dataclass(frozen=True, repr=False)
class CostLineAnswer(Answer):
    """One line of cost or power.

    Attributes
    ----------
    item : str
        The item.
    count : float
        The quantity, in pieces or metres.
    each : float
        Per unit.
    total : float
        In total.
    unit : str
        The unit, e.g. `EUR` or `W`.
    source : str
        The file of the price, its source and its year.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CostLineAnswer, crossedge.answers.Answer)
    True
    """

    item: str
    count: float
    each: float
    total: float
    unit: str
    source: str


@dataclass(frozen=True, repr=False)
class DesignCostAnswer(Answer):
    """The cost of a design.

    Attributes
    ----------
    total : float
        The cost of everything.
    per_endpoint : float
        The cost per endpoint.
    unit : str
        The unit, e.g. `EUR`, or `ports` for relative prices.
    copper : int
        Copper cables.
    optical : int
        Optical cables.
    lines : tuple[CostLineAnswer, ...]
        Every price with its quantity and source; other units such as power, too.
    evidence : Evidence
        Evidence of the cable counts.
    power : float or None
        The power of everything, in the unit of power of the prices; absent if they have none.
    racks : int or None
        Racks; absent if there is no layout.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DesignCostAnswer, crossedge.answers.Answer)
    True
    """

    total: float
    per_endpoint: float
    unit: str
    copper: int
    optical: int
    lines: tuple[CostLineAnswer, ...]
    evidence: Evidence
    power: float | None = None
    racks: int | None = None


@dataclass(frozen=True, repr=False)
class DesignedAnswer(Answer):
    """One design.

    Attributes
    ----------
    expression : str
        The network.
    endpoints : int
        Number of endpoints.
    switches : int
        Number of switches.
    ports : int
        Maximum number of ports of a node.
    diameter : int or None
        Diameter; null if unknown.
    mean_distance : Fraction or float or None
        Mean distance; null if unknown.
    throughput_at_least : Fraction or float or None
        Lower bound on the uniform throughput; null if unknown.
    throughput_at_most : Fraction or float or None
        Upper bound on the uniform throughput; null if unknown.
    zero_load_latency : Fraction or float or None
        Mean zero-load latency in nanoseconds; null if unknown.
    bisection_at_least : int or None
        Lower bound on the bisection; null if unknown.
    virtual_channels : int or None
        Virtual channels that a routing without deadlock needs; null if there is no closed form.
    cables : int
        Number of cables.
    weighted_cost_ratio : float or None
        The weighted cost ratio (ports + diameter) / 2 log2 endpoints; null with switches.
    limits : LeastAnswer
        Bounds for networks of this size.
    ties : int
        Other candidates with the same value of every objective.
    injection_at_least : Fraction or float or None
        Uniform throughput as a fraction of what endpoints inject, at most 1; absent if endpoints have no set number of ports.
    headroom : Fraction or float or None
        Throughput beyond what endpoints inject, as a fraction of it; absent if there is none.
    bisection_share : Fraction or float or None
        The bisection as a fraction of what half of the endpoints inject, lower bound; absent if endpoints have no set number of ports.
    optical_cables : int or None
        Cables that leave a block; null if there is no closed form, absent if no block was requested.
    optical_per_endpoint : Fraction or float or None
        Cables that leave a block, per endpoint.
    throughput_per_optical_at_least : Fraction or float or None
        Throughput per optical cable and endpoint, lower bound.
    throughput_per_optical_at_most : Fraction or float or None
        Throughput per optical cable and endpoint, upper bound.
    cost : DesignCostAnswer or None
        Cost, power and racks; absent if cost is no objective.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DesignedAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    endpoints: int
    switches: int
    ports: int
    diameter: int | None
    mean_distance: Fraction | float | None
    throughput_at_least: Fraction | float | None
    throughput_at_most: Fraction | float | None
    zero_load_latency: Fraction | float | None
    bisection_at_least: int | None
    virtual_channels: int | None
    cables: int
    weighted_cost_ratio: float | None
    limits: LeastAnswer
    ties: int
    injection_at_least: Fraction | float | None = None
    headroom: Fraction | float | None = None
    bisection_share: Fraction | float | None = None
    optical_cables: int | None = None
    optical_per_endpoint: Fraction | float | None = None
    throughput_per_optical_at_least: Fraction | float | None = None
    throughput_per_optical_at_most: Fraction | float | None = None
    cost: DesignCostAnswer | None = None


@dataclass(frozen=True, repr=False)
class FamilyAnswer(Answer):
    """The best member of a family that meets the requirement, or why there is none.

    Attributes
    ----------
    family : str
        The family.
    design : DesignedAnswer or None
        Its best member; absent if none meets the requirement.
    reason : str or None
        Why no member meets the requirement.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FamilyAnswer, crossedge.answers.Answer)
    True
    """

    family: str
    design: DesignedAnswer | None = None
    reason: str | None = None


@dataclass(frozen=True, repr=False)
class RunnerUpAnswer(Answer):
    """The second choice.

    Attributes
    ----------
    expression : str
        The network.
    family : str
        Its family.
    cost_ratio : float
        Its cost per endpoint over that of the recommended design.
    condition : str
        Condition under which it would be the cheaper one.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RunnerUpAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    family: str
    cost_ratio: float
    condition: str


@dataclass(frozen=True, repr=False)
class SensitivityAnswer(Answer):
    """The recommendation if a price changes.

    Attributes
    ----------
    change : str
        The change.
    expression : str
        The cheapest design then.
    same : bool
        `true` if it is the same.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SensitivityAnswer, crossedge.answers.Answer)
    True
    """

    change: str
    expression: str
    same: bool


@dataclass(frozen=True, repr=False)
class MoreAnswer(Answer):
    """A design that a slightly larger radix or budget allows.

    Attributes
    ----------
    what : str
        The relaxed limit.
    gives : str
        Gain over the recommended design.
    expression : str
        The design.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.MoreAnswer, crossedge.answers.Answer)
    True
    """

    what: str
    gives: str
    expression: str


@dataclass(frozen=True, repr=False)
class DesignChoiceAnswer(Answer):
    """The recommended design.

    Attributes
    ----------
    expression : str
        The network.
    family : str
        Its family.
    reason : str
        Why it is recommended.
    sensitivity : tuple[SensitivityAnswer, ...]
        The recommendation at other prices.
    more : tuple[MoreAnswer, ...]
        Designs that a slightly larger radix or budget allows.
    runner_up : RunnerUpAnswer or None
        The best of another family; absent if no other meets the requirement.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DesignChoiceAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    family: str
    reason: str
    sensitivity: tuple[SensitivityAnswer, ...]
    more: tuple[MoreAnswer, ...]
    runner_up: RunnerUpAnswer | None = None


@dataclass(frozen=True, repr=False)
class WinnerAnswer(Answer):
    """The best design by an objective.

    Attributes
    ----------
    objective : str
        The objective.
    compared_designs : str
        The compared designs: all, or those without switches.
    expressions : tuple[str, ...]
        The networks; several if they tie.
    value : float or None
        The value, rounded; null if nothing limits it.
    among : str or None
        Old name of `compared_designs`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.WinnerAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('among',)
    objective: str
    compared_designs: str
    expressions: tuple[str, ...]
    value: float | None
    among: str | None = None


@dataclass(frozen=True, repr=False)
class NearAnswer(Answer):
    """A near miss: a design just outside the requirement.

    Attributes
    ----------
    deviation : str
        The requirement that it misses, and by how much.
    expression : str
        The network.
    endpoints : int
        Its endpoints.
    ports : int
        Its ports.
    objective : str
        The objective by which it is better.
    value : float or None
        Its value, rounded.
    best_feasible : float or None
        The best value of a feasible design, rounded; null if none is feasible.
    outside : str or None
        Old name of `deviation`, for one version.
    inside : float or None
        Old name of `best_feasible`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.NearAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('outside', 'inside',)
    deviation: str
    expression: str
    endpoints: int
    ports: int
    objective: str
    value: float | None
    best_feasible: float | None
    outside: str | None = None
    inside: float | None = None


@dataclass(frozen=True, repr=False)
class DesignAnswer(Answer):
    """The answer of `design`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    examined : int
        Number of candidates examined.
    feasible : int
        Number of candidates that meet the condition.
    unknown : int
        Number of candidates with an unknown requested metric.
    objectives : tuple[str, ...]
        The objectives, the most important first.
    designs : tuple[DesignedAnswer, ...]
        The designs, best first by the first objective.
    winners : tuple[WinnerAnswer, ...]
        The best design by each objective.
    near : tuple[NearAnswer, ...]
        Near misses that are better by the first objective than all feasible ones.
    evidence : Evidence
        The evidence of the metrics.
    expression : str or None
        The network, in canonical text.
    looked : int or None
        Old name of `examined`, for one version.
    met : int or None
        Old name of `feasible`, for one version.
    front : int or None
        Size of the Pareto front. Absent for explicitly named networks.
    block : int or None
        Endpoints per block; absent if not requested.
    families : tuple[FamilyAnswer, ...] or None
        The best of each family that meets the requirement, or why there is none; empty if cost is no objective.
    choice : DesignChoiceAnswer or None
        The recommended design; absent if none meets the requirement or cost is no objective.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DesignAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('looked', 'met',)
    schema_version: int
    crossedge_version: str
    command: str
    examined: int
    feasible: int
    unknown: int
    objectives: tuple[str, ...]
    designs: tuple[DesignedAnswer, ...]
    winners: tuple[WinnerAnswer, ...]
    near: tuple[NearAnswer, ...]
    evidence: Evidence
    expression: str | None = None
    looked: int | None = None
    met: int | None = None
    front: int | None = None
    block: int | None = None
    families: tuple[FamilyAnswer, ...] | None = None
    choice: DesignChoiceAnswer | None = None


@dataclass(frozen=True, repr=False)
class AdviseDesignAnswer(Answer):
    """Designs for a requirement.

    Attributes
    ----------
    examined : int
        Number of candidates examined.
    feasible : int
        Number of candidates that meet the condition.
    unknown : int
        Number of candidates with an unknown requested metric.
    objectives : tuple[str, ...]
        The objectives, the most important first.
    designs : tuple[DesignedAnswer, ...]
        The designs, best first by the first objective.
    winners : tuple[WinnerAnswer, ...]
        The best design by each objective.
    near : tuple[NearAnswer, ...]
        Near misses that are better by the first objective than all feasible ones.
    evidence : Evidence
        The evidence of the metrics.
    looked : int or None
        Old name of `examined`, for one version.
    met : int or None
        Old name of `feasible`, for one version.
    front : int or None
        Size of the Pareto front. Absent for explicitly named networks.
    block : int or None
        Endpoints per block; absent if not requested.
    families : tuple[FamilyAnswer, ...] or None
        The best of each family that meets the requirement, or why there is none; empty if cost is no objective.
    choice : DesignChoiceAnswer or None
        The recommended design; absent if none meets the requirement or cost is no objective.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdviseDesignAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('looked', 'met',)
    examined: int
    feasible: int
    unknown: int
    objectives: tuple[str, ...]
    designs: tuple[DesignedAnswer, ...]
    winners: tuple[WinnerAnswer, ...]
    near: tuple[NearAnswer, ...]
    evidence: Evidence
    looked: int | None = None
    met: int | None = None
    front: int | None = None
    block: int | None = None
    families: tuple[FamilyAnswer, ...] | None = None
    choice: DesignChoiceAnswer | None = None


@dataclass(frozen=True, repr=False)
class ComparedObjectiveAnswer(Answer):
    """A design compared with the best by one objective.

    Attributes
    ----------
    objective : str
        The objective.
    value : float
        Its value, rounded.
    best : float
        The best value among the designs, rounded.
    best_of : str
        The best design.
    factor : float
        Ratio of the best value to this one.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ComparedObjectiveAnswer, crossedge.answers.Answer)
    True
    """

    objective: str
    value: float
    best: float
    best_of: str
    factor: float


@dataclass(frozen=True, repr=False)
class RecommendedAnswer(Answer):
    """The recommended design, and why.

    Attributes
    ----------
    expression : str
        The network.
    rule : str
        The rule by which it was chosen.
    compared : tuple[ComparedObjectiveAnswer, ...]
        Its ratio to the best in every objective.
    disadvantages : tuple[str, ...]
        Its disadvantages.
    against : tuple[str, ...] or None
        Old name of `disadvantages`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RecommendedAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('against',)
    expression: str
    rule: str
    compared: tuple[ComparedObjectiveAnswer, ...]
    disadvantages: tuple[str, ...]
    against: tuple[str, ...] | None = None


@dataclass(frozen=True, repr=False)
class RefutedAnswer(Answer):
    """A number of virtual channels that is too small.

    Attributes
    ----------
    vcs : int
        Virtual channels on each link.
    cycle_length : int
        Channels in the cycle that was found.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RefutedAnswer, crossedge.answers.Answer)
    True
    """

    vcs: int
    cycle_length: int


@dataclass(frozen=True, repr=False)
class ProofAnswer(Answer):
    """Findings of the proof.

    Attributes
    ----------
    channels : int
        Virtual channels that some packet uses.
    dependencies : int
        Dependencies among them.
    ranks : int
        The longest chain of channels that wait for each other.
    bytes : int
        Memory of the ranks, in bytes.
    routes_walked : int
        Routes that were walked, and compared with the channel dependency graph.
    all_routes_walked : bool
        `true` if these are all.
    from_packets : bool
        `true` if channels and dependencies are those of the packets, and not those of the graph.
    longest_walked : int
        Hops of the longest route that was walked.
    candidates_walked : int
        Candidates that were checked, on all routes that packets may choose.
    valid_for : tuple[str, ...]
        The switching modes for which the proof holds.
    escape_channels : int or None
        Virtual channels of the escape network, if there is one; channels, dependencies and ranks then refer to the escape network only.
    holds_for : tuple[str, ...] or None
        Old name of `valid_for`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ProofAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('holds_for',)
    channels: int
    dependencies: int
    ranks: int
    bytes: int
    routes_walked: int
    all_routes_walked: bool
    from_packets: bool
    longest_walked: int
    candidates_walked: int
    valid_for: tuple[str, ...]
    escape_channels: int | None = None
    holds_for: tuple[str, ...] | None = None


@dataclass(frozen=True, repr=False)
class Packet(Answer):
    """A packet, by its ends and the node of a detour.

    Attributes
    ----------
    from_ : int
        The start.
    via : int or None
        The node that it visits first, with a detour.
    to : int
        The destination.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Packet, crossedge.answers.Answer)
    True
    """

    from_: NodeId
    via: NodeId | None
    to: NodeId


@dataclass(frozen=True, repr=False)
class HeldAnswer(Answer):
    """A channel of a cycle.

    Attributes
    ----------
    from_ : int
        The node that it leaves.
    from_address : str
        Its address.
    to : int
        The node that it leads to.
    to_address : str
        Its address.
    port : int
        The port of the first.
    vc : int
        The virtual channel.
    link_class : str
        The kind of link.
    packet : Packet
        A packet that holds it and waits for the next.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.HeldAnswer, crossedge.answers.Answer)
    True
    """

    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    port: int
    vc: int
    link_class: str
    packet: Packet


@dataclass(frozen=True, repr=False)
class AdviseDeadlockAnswer(Answer):
    """A proof that a routing cannot deadlock, or why there is none.

    Attributes
    ----------
    routing : str
        The routing.
    vcs : int
        Virtual channels on each link.
    vcs_required : int
        Number of virtual channels that the routing needs.
    proved : bool
        `true` if no deadlock can happen.
    longest_route : int or None
        Hops of the longest route; null if unknown.
    vcs_asked_by_routing : int or None
        Old name of `vcs_required`, for one version.
    refuted : tuple[RefutedAnswer, ...] or None
        The refutation with fewer virtual channels.
    undecided : tuple[int, ...] or None
        Numbers of virtual channels that are undecided; a smaller network can be decided.
    proof : ProofAnswer or None
        Findings of the proof.
    cycle : tuple[HeldAnswer, ...] or None
        The cycle in the channel dependency graph: each packet waits for the next channel, the last for the first.
    routing_error : str or None
        The failure of the routing itself.
    broken : str or None
        Old name of `routing_error`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdviseDeadlockAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('vcs_asked_by_routing', 'broken',)
    routing: str
    vcs: int
    vcs_required: int
    proved: bool
    longest_route: int | None
    vcs_asked_by_routing: int | None = None
    refuted: tuple[RefutedAnswer, ...] | None = None
    undecided: tuple[int, ...] | None = None
    proof: ProofAnswer | None = None
    cycle: tuple[HeldAnswer, ...] | None = None
    routing_error: str | None = None
    broken: str | None = None


@dataclass(frozen=True, repr=False)
class AdvisedCollectiveAnswer(Answer):
    """The cost of a collective.

    Attributes
    ----------
    collective : str
        Which one.
    bytes : int
        Bytes of the vector, or of one endpoint's message.
    algorithm : str
        The fastest algorithm.
    seconds : float
        Its time.
    least_seconds : float
        Lower bound on the time of any schedule.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdvisedCollectiveAnswer, crossedge.answers.Answer)
    True
    """

    collective: str
    bytes: int
    algorithm: str
    seconds: float
    least_seconds: float


@dataclass(frozen=True, repr=False)
class LayoutClassAnswer(Answer):
    """Cables of one class of links.

    Attributes
    ----------
    name : str
        The class.
    cables : int
        Its cables.
    inside : int
        Those inside a rack.
    optical : int
        Optical ones.
    length : int
        Total length, in millimetres.
    longest : int
        The longest, in millimetres.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LayoutClassAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    cables: int
    inside: int
    optical: int
    length: int
    longest: int


@dataclass(frozen=True, repr=False)
class LengthAnswer(Answer):
    """Cables of one manufactured length.

    Attributes
    ----------
    length : int
        The length, in millimetres.
    cables : int
        Number of cables.
    optical : bool
        `true` if they are optical.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LengthAnswer, crossedge.answers.Answer)
    True
    """

    length: int
    cables: int
    optical: bool


@dataclass(frozen=True, repr=False)
class AdviseLayoutAnswer(Answer):
    """A verified layout.

    Attributes
    ----------
    nodes : int
        Number of placed nodes, endpoints and switches.
    blocks : int
        Blocks that are grouped together.
    racks : int
        Number of non-empty racks.
    rows : int
        Rows of racks.
    columns : int
        Racks per row.
    units : int
        Capacity of a rack, in nodes.
    max_nodes_per_rack : int
        Nodes in the fullest rack.
    cables : int
        Number of cables; a link of width w has w cables.
    inside : int
        Cables inside a rack.
    max_cables_leaving : int
        Maximum number of cables that leave a rack.
    copper : int
        Copper cables.
    optical : int
        Optical cables.
    copper_reach : int
        Maximum length of copper cables, in millimetres.
    length : int
        Total cable length, in millimetres.
    length_before_search : int
        Total cable length before the local search.
    length_at_random : int
        Total cable length of a random placement.
    seed : int
        The seed of the local search and of the random placement.
    longest : int
        The longest cable, in millimetres.
    classes : tuple[LayoutClassAnswer, ...]
        By class of links.
    lengths : tuple[LengthAnswer, ...]
        Cables by manufactured length.
    evidence : Evidence
        The verification.
    fullest : int or None
        Old name of `max_nodes_per_rack`, for one version.
    leaving_most : int or None
        Old name of `max_cables_leaving`, for one version.
    length_by_rule : int or None
        Old name of `length_before_search`, for one version.
    costs : tuple[CostLineAnswer, ...] or None
        Cost and power, line by line; absent without prices.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdviseLayoutAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('fullest', 'leaving_most', 'length_by_rule',)
    nodes: int
    blocks: int
    racks: int
    rows: int
    columns: int
    units: int
    max_nodes_per_rack: int
    cables: int
    inside: int
    max_cables_leaving: int
    copper: int
    optical: int
    copper_reach: int
    length: int
    length_before_search: int
    length_at_random: int
    seed: int
    longest: int
    classes: tuple[LayoutClassAnswer, ...]
    lengths: tuple[LengthAnswer, ...]
    evidence: Evidence
    fullest: int | None = None
    leaving_most: int | None = None
    length_by_rule: int | None = None
    costs: tuple[CostLineAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class FailureAnswer(Answer):
    """The worst failure of a kind.

    Attributes
    ----------
    kind : str
        One cable of a class of links, one bundle between two blocks, one node, one block or one rack.
    cases : int
        Number of cases up to symmetry.
    worst : str
        The failure that disconnects most endpoints, and of these the one with the largest diameter.
    lost : int
        Endpoints that have failed or are disconnected.
    diameter : int or None
        Largest remaining diameter over all cases; null if not computed.
    throughput_at_least : Fraction or float or None
        Lower bound on the remaining uniform throughput of the largest component, by shortest paths; null if not computed.
    throughput_at_most : Fraction or float or None
        Nor is more left there in the worst case: links that live over the hops that live endpoints need, all together and class by class; and the throughput without failures, where all endpoints live.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FailureAnswer, crossedge.answers.Answer)
    True
    """

    kind: str
    cases: int
    worst: str
    lost: int
    diameter: int | None
    throughput_at_least: Fraction | float | None
    throughput_at_most: Fraction | float | None


@dataclass(frozen=True, repr=False)
class JobAnswer(Answer):
    """Jobs of one size.

    Attributes
    ----------
    endpoints : int
        Endpoints of a job.
    jobs : int
        Number of jobs that fit at once.
    network : str
        The resources of each job.
    throughput : Fraction or float or None
        Its uniform throughput; null if there is no closed form.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.JobAnswer, crossedge.answers.Answer)
    True
    """

    endpoints: int
    jobs: int
    network: str
    throughput: Fraction | float | None


@dataclass(frozen=True, repr=False)
class RandomSampleAnswer(Answer):
    """One sample of random failures.

    Attributes
    ----------
    failed : tuple[tuple[int, int], ...]
        The nodes at both ends of each failed cable.
    lost : int
        Number of endpoints that are disconnected from the largest component.
    lower : float
        Lower bound on the uniform throughput of the connected endpoints.
    upper : float
        Upper bound.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RandomSampleAnswer, crossedge.answers.Answer)
    True
    """

    failed: tuple[tuple[int, int], ...]
    lost: int
    lower: float
    upper: float


@dataclass(frozen=True, repr=False)
class RandomFailuresAnswer(Answer):
    """Random failures of a share of the cables.

    Attributes
    ----------
    share : float
        The share of the cables that fail.
    cables : int
        Number of cables.
    failed : int
        Number of cables that fail in each sample.
    samples : int
        Number of samples.
    mean_lost : float
        Mean number of endpoints that are disconnected.
    throughput_at_least : float
        Uniform throughput of the connected endpoints: lower end of the 95 % confidence interval of its mean.
    throughput_at_most : float
        Upper end of the 95 % confidence interval.
    worst : float
        The least throughput of a sample, its lower bound.
    evidence : Evidence
        Sampling method, count and seed.
    drawn : tuple[RandomSampleAnswer, ...] or None
        The samples, so that each can be recomputed; absent if their failed cables are more than 10,000 together.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RandomFailuresAnswer, crossedge.answers.Answer)
    True
    """

    share: float
    cables: int
    failed: int
    samples: int
    mean_lost: float
    throughput_at_least: float
    throughput_at_most: float
    worst: float
    evidence: Evidence
    drawn: tuple[RandomSampleAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class OperatedAnswer(Answer):
    """The impact of failures on a machine, and the jobs that fit.

    Attributes
    ----------
    expression : str
        The machine.
    endpoints : int
        Its endpoints.
    throughput : Fraction or float or None
        Its uniform throughput; null if it is not known exactly, and, without `random`, if there is no closed form.
    failures : tuple[FailureAnswer, ...]
        The worst failure of every kind.
    jobs : tuple[JobAnswer, ...]
        Isolated jobs.
    evidence : Evidence
        The evidence.
    random : RandomFailuresAnswer or None
        Random failures; absent if not requested.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.OperatedAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    endpoints: int
    throughput: Fraction | float | None
    failures: tuple[FailureAnswer, ...]
    jobs: tuple[JobAnswer, ...]
    evidence: Evidence
    random: RandomFailuresAnswer | None = None


@dataclass(frozen=True, repr=False)
class AdvisedFileAnswer(Answer):
    """A file to write next.

    Attributes
    ----------
    name : str
        The name.
    what : str
        The contents.
    command : str
        The command that writes it.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdvisedFileAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    what: str
    command: str


@dataclass(frozen=True, repr=False)
class AdviseAnswer(Answer):
    """The answer of `advise`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    requirement : tuple[str, ...]
        The requirement, in sentences.
    designs : AdviseDesignAnswer
        The designs that meet it, and the best by each objective.
    recommended : RecommendedAnswer or None
        The recommended design; null if none meets the requirement.
    routing : AdviseDeadlockAnswer or None
        Its routing and virtual channels, with the deadlock verdict; null if unavailable.
    collectives : tuple[AdvisedCollectiveAnswer, ...]
        The cost of collectives on it.
    layout : AdviseLayoutAnswer or None
        Its racks and cables; null if unavailable.
    failures : OperatedAnswer or None
        The impact of failures, and the jobs that fit; null if unavailable.
    files : tuple[AdvisedFileAnswer, ...]
        Files to write next, and the command for each.
    notes : tuple[str, ...]
        Unavailable results, and why.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AdviseAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    requirement: tuple[str, ...]
    designs: AdviseDesignAnswer
    recommended: RecommendedAnswer | None
    routing: AdviseDeadlockAnswer | None
    collectives: tuple[AdvisedCollectiveAnswer, ...]
    layout: AdviseLayoutAnswer | None
    failures: OperatedAnswer | None
    files: tuple[AdvisedFileAnswer, ...]
    notes: tuple[str, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class FailuresAnswer(Answer):
    """The answer of `failures`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    machines : tuple[OperatedAnswer, ...]
        The machines, in the order in which they were requested.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FailuresAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    machines: tuple[OperatedAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class LayoutAnswer(Answer):
    """The answer of `layout`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    nodes : int
        Number of placed nodes, endpoints and switches.
    blocks : int
        Blocks that are grouped together.
    racks : int
        Number of non-empty racks.
    rows : int
        Rows of racks.
    columns : int
        Racks per row.
    units : int
        Capacity of a rack, in nodes.
    max_nodes_per_rack : int
        Nodes in the fullest rack.
    cables : int
        Number of cables; a link of width w has w cables.
    inside : int
        Cables inside a rack.
    max_cables_leaving : int
        Maximum number of cables that leave a rack.
    copper : int
        Copper cables.
    optical : int
        Optical cables.
    copper_reach : int
        Maximum length of copper cables, in millimetres.
    length : int
        Total cable length, in millimetres.
    length_before_search : int
        Total cable length before the local search.
    length_at_random : int
        Total cable length of a random placement.
    seed : int
        The seed of the local search and of the random placement.
    longest : int
        The longest cable, in millimetres.
    classes : tuple[LayoutClassAnswer, ...]
        By class of links.
    lengths : tuple[LengthAnswer, ...]
        Cables by manufactured length.
    evidence : Evidence
        The verification.
    expression : str or None
        The network, in canonical text.
    fullest : int or None
        Old name of `max_nodes_per_rack`, for one version.
    leaving_most : int or None
        Old name of `max_cables_leaving`, for one version.
    length_by_rule : int or None
        Old name of `length_before_search`, for one version.
    costs : tuple[CostLineAnswer, ...] or None
        Cost and power, line by line; absent without prices.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LayoutAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('fullest', 'leaving_most', 'length_by_rule',)
    schema_version: int
    crossedge_version: str
    command: str
    nodes: int
    blocks: int
    racks: int
    rows: int
    columns: int
    units: int
    max_nodes_per_rack: int
    cables: int
    inside: int
    max_cables_leaving: int
    copper: int
    optical: int
    copper_reach: int
    length: int
    length_before_search: int
    length_at_random: int
    seed: int
    longest: int
    classes: tuple[LayoutClassAnswer, ...]
    lengths: tuple[LengthAnswer, ...]
    evidence: Evidence
    expression: str | None = None
    fullest: int | None = None
    leaving_most: int | None = None
    length_by_rule: int | None = None
    costs: tuple[CostLineAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class ExpandedNodeAnswer(Answer):
    """A node by its addresses in both networks.

    Attributes
    ----------
    before : str or None
        Its address before; absent for a new node.
    after : str or None
        Its address after; absent for a node that goes.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ExpandedNodeAnswer, crossedge.answers.Answer)
    True
    """

    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, repr=False)
class ExpandedCableAnswer(Answer):
    """A cable that an expansion touches.

    Attributes
    ----------
    step : int
        The number of its step, from 1.
    action : str
        The action: `new`, `move` or `remove`.
    end : ExpandedNodeAnswer
        An end that the cable has throughout.
    from_ : ExpandedNodeAnswer or None
        The other end before; absent for a new cable.
    to : ExpandedNodeAnswer or None
        The other end after; absent for a cable that is taken out.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ExpandedCableAnswer, crossedge.answers.Answer)
    True
    """

    step: int
    action: str
    end: ExpandedNodeAnswer
    from_: ExpandedNodeAnswer | None = None
    to: ExpandedNodeAnswer | None = None


@dataclass(frozen=True, repr=False)
class BoundsAnswer(Answer):
    """Bounds on a throughput.

    Attributes
    ----------
    lower : Fraction or float
        Lower bound.
    upper : Fraction or float
        Upper bound; denominator 0 if unknown.
    exact : bool
        `true` if both are equal.
    text : str
        Both as a text, e.g. `0.4800 to 0.9300`.
    evidence : Evidence
        The evidence.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.BoundsAnswer, crossedge.answers.Answer)
    True
    """

    lower: Fraction | float
    upper: Fraction | float
    exact: bool
    text: str
    evidence: Evidence


@dataclass(frozen=True, repr=False)
class ExpandAnswer(Answer):
    """The answer of `expand`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    before : str
        The network before.
    after : str
        The network after.
    endpoints : tuple[int, ...]
        Endpoints before and after.
    switches : tuple[int, ...]
        Switches before and after.
    kept_switches : int
        Switches that stay.
    kept : int
        Cables that stay as they are, those of endpoints included.
    moved : int
        Cables of which one end moves to another switch.
    removed : int
        Cables that are taken out.
    new : int
        Cables that are new.
    ports : int
        Ports of a switch, as the order of the work assumes: as many as the largest switch uses.
    steps : tuple[str, ...]
        The order of the work: no switch ever needs more ports.
    evidence : Evidence
        Evidence of the cable counts.
    expression : str or None
        The network, in canonical text.
    cables : tuple[ExpandedCableAnswer, ...] or None
        Every cable that moves, is taken out or is new; absent if not requested.
    throughput_before : BoundsAnswer or None
        Uniform throughput before; absent if not requested.
    throughput_during : BoundsAnswer or None
        Uniform throughput of the old endpoints while all cables that move or go are out.
    throughput_after : BoundsAnswer or None
        Uniform throughput after.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ExpandAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    before: str
    after: str
    endpoints: tuple[int, ...]
    switches: tuple[int, ...]
    kept_switches: int
    kept: int
    moved: int
    removed: int
    new: int
    ports: int
    steps: tuple[str, ...]
    evidence: Evidence
    expression: str | None = None
    cables: tuple[ExpandedCableAnswer, ...] | None = None
    throughput_before: BoundsAnswer | None = None
    throughput_during: BoundsAnswer | None = None
    throughput_after: BoundsAnswer | None = None


@dataclass(frozen=True, repr=False)
class PortAnswer(Answer):
    """One port.

    Attributes
    ----------
    port : int
        Its number.
    node : int
        The node that it leads to.
    address : str
        The address of that node.
    back_port : int
        The port there that leads back.
    link_class : str
        The kind of link.
    link_level : int
        The number of that kind, from the innermost out.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PortAnswer, crossedge.answers.Answer)
    True
    """

    port: int
    node: NodeId
    address: str
    back_port: int
    link_class: str
    link_level: int


@dataclass(frozen=True, repr=False)
class NodeAnswer(Answer):
    """The answer of `node`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    node : int
        The node.
    address : str
        Its address, in the notation of the paper that defined the network.
    notation : str
        The form of addresses; `id` where they are plain ids.
    degree : int
        Number of ports.
    ports : tuple[PortAnswer, ...]
        The first ports, as many as were requested.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.NodeAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    node: NodeId
    address: str
    notation: str
    degree: int
    ports: tuple[PortAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class CandidateAnswer(Answer):
    """A channel out of a node.

    Attributes
    ----------
    port : int
        The port.
    vc : int
        The virtual channel.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CandidateAnswer, crossedge.answers.Answer)
    True
    """

    port: int
    vc: int


@dataclass(frozen=True, repr=False)
class CaseAnswer(Answer):
    """The case of a routing algorithm at one level of the construction.

    Attributes
    ----------
    part : str
        The part of the construction.
    rule : str
        The case, by the name that the paper gives it; may be empty.
    goal : str
        Its destination inside its part.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CaseAnswer, crossedge.answers.Answer)
    True
    """

    part: str
    rule: str
    goal: str


@dataclass(frozen=True, repr=False)
class HopAnswer(Answer):
    """One hop.

    Attributes
    ----------
    port : int
        The port by which the last node is left.
    node : int
        The node that is reached.
    address : str
        Its address.
    link_class : str
        The kind of link.
    cases : tuple[CaseAnswer, ...]
        The case taken at each level, from the outermost in; `None` if a search found the path.
    vc : int or None
        The virtual channel, where a routing was named.
    candidates : tuple[CandidateAnswer, ...] or None
        All channels that the packet may take at the last node, where a routing leaves it a choice.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.HopAnswer, crossedge.answers.Answer)
    True
    """

    port: int
    node: NodeId
    address: str
    link_class: str
    cases: tuple[CaseAnswer, ...]
    vc: int | None = None
    candidates: tuple[CandidateAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class RouteAnswer(Answer):
    """The answer of `route`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    from_ : int
        The start.
    from_address : str
        The address of that node.
    to : int
        The destination.
    to_address : str
        The address of that node.
    notation : str
        The form of addresses; `id` where they are plain ids.
    algorithm : Literal['minimal', 'paper', 'address', None]
        The path algorithm; null for the route of a packet under a routing.
    reason : str or None
        Why there is none; null if there is one.
    length : int or None
        Hops; null if there is no path.
    distance : Figure[int] or None
        The distance; null if the search exceeds its limit.
    stretch : Fraction or float or None
        Length over distance.
    path : tuple[int, ...] or None
        The nodes from end to end; null if there is no path.
    ports : tuple[int, ...]
        The port taken at each node but the last.
    hops : tuple[HopAnswer, ...]
        Each hop, with its reasons.
    expression : str or None
        The network, in canonical text.
    routing : str or None
        The routing, where one was named.
    vcs : int or None
        Virtual channels per link that the routing needs.
    via : int or None
        The intermediate node of a detour.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RouteAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    notation: str
    algorithm: Literal['minimal', 'paper', 'address', None]
    reason: str | None
    length: int | None
    distance: Figure[int] | None
    stretch: Fraction | float | None
    path: tuple[NodeId, ...] | None
    ports: tuple[int, ...]
    hops: tuple[HopAnswer, ...]
    expression: str | None = None
    routing: str | None = None
    vcs: int | None = None
    via: NodeId | None = None


@dataclass(frozen=True, repr=False)
class DeadlockAnswer(Answer):
    """The answer of `deadlock`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    routing : str
        The routing.
    vcs : int
        Virtual channels on each link.
    vcs_required : int
        Number of virtual channels that the routing needs.
    proved : bool
        `true` if no deadlock can happen.
    longest_route : int or None
        Hops of the longest route; null if unknown.
    expression : str or None
        The network, in canonical text.
    vcs_asked_by_routing : int or None
        Old name of `vcs_required`, for one version.
    refuted : tuple[RefutedAnswer, ...] or None
        The refutation with fewer virtual channels.
    undecided : tuple[int, ...] or None
        Numbers of virtual channels that are undecided; a smaller network can be decided.
    proof : ProofAnswer or None
        Findings of the proof.
    cycle : tuple[HeldAnswer, ...] or None
        The cycle in the channel dependency graph: each packet waits for the next channel, the last for the first.
    routing_error : str or None
        The failure of the routing itself.
    broken : str or None
        Old name of `routing_error`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DeadlockAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('vcs_asked_by_routing', 'broken',)
    schema_version: int
    crossedge_version: str
    command: str
    routing: str
    vcs: int
    vcs_required: int
    proved: bool
    longest_route: int | None
    expression: str | None = None
    vcs_asked_by_routing: int | None = None
    refuted: tuple[RefutedAnswer, ...] | None = None
    undecided: tuple[int, ...] | None = None
    proof: ProofAnswer | None = None
    cycle: tuple[HeldAnswer, ...] | None = None
    routing_error: str | None = None
    broken: str | None = None


@dataclass(frozen=True, repr=False)
class ClassLoadAnswer(Answer):
    """The load of one kind of link, per direction.

    Attributes
    ----------
    link_class : str
        The kind.
    links : int
        Number of links.
    least : Fraction or float
        Minimum load.
    mean : Fraction or float
        The mean load.
    most : Fraction or float
        Maximum load.
    width : int or None
        Link width in flits per cycle, by which the load is divided; absent if all widths are 1.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ClassLoadAnswer, crossedge.answers.Answer)
    True
    """

    link_class: str
    links: int
    least: Fraction | float
    mean: Fraction | float
    most: Fraction | float
    width: int | None = None


@dataclass(frozen=True, repr=False)
class ChannelAnswer(Answer):
    """A link in one direction.

    Attributes
    ----------
    from_ : int
        From this node.
    from_address : str
        Its address.
    to : int
        To this node.
    to_address : str
        Its address.
    port : int
        By this port of the first.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ChannelAnswer, crossedge.answers.Answer)
    True
    """

    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    port: int


@dataclass(frozen=True, repr=False)
class LoadAnswer(Answer):
    """The answer of `load`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    traffic : str
        The traffic pattern.
    routing : str
        The routing.
    classes : tuple[ClassLoadAnswer, ...]
        Load of each kind of link at injection rate 1, per unit of width; total messages for all-to-all.
    bottleneck : str or None
        The kind of link with the highest load; null if nothing is sent.
    bottleneck_channel : ChannelAnswer or None
        One of the busiest channels.
    max_channel_load : Fraction or float
        The load of that one.
    mean_hops : Fraction or float
        Hops of a packet.
    evidence : Evidence
        The evidence of the loads.
    expression : str or None
        The network, in canonical text.
    endpoints : int or None
        Number of endpoints, which send and receive, if there are switches; absent if every node is one.
    least_hops : Fraction or float or None
        Mean distance, if there is a closed form; the excess of `hops` is due to detours.
    balance : Fraction or float or None
        Load balance: mean link load over the maximum. Absent if nothing is sent.
    ideal_throughput : Fraction or float or None
        Upper bound on the throughput with this routing, in packets per endpoint and cycle.
    routing_efficiency : Fraction or float or None
        Routing efficiency: throughput of this routing relative to the bound for any routing, if both are known; all-to-all by its cycles.
    share_of_bound : Fraction or float or None
        Old name of `routing_efficiency`, for one version.
    cut_bound : Figure[Fraction or float] or None
        Upper bound on the throughput with any routing: in closed form, solved, or by the best known cut.
    ideal_cycles : Fraction or float or None
        All-to-all: lower bound on the cycles with this routing.
    cut_bound_cycles : Figure[Fraction or float] or None
        All-to-all: lower bound on the cycles with any routing.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LoadAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('share_of_bound',)
    schema_version: int
    crossedge_version: str
    command: str
    traffic: str
    routing: str
    classes: tuple[ClassLoadAnswer, ...]
    bottleneck: str | None
    bottleneck_channel: ChannelAnswer | None
    max_channel_load: Fraction | float
    mean_hops: Fraction | float
    evidence: Evidence
    expression: str | None = None
    endpoints: int | None = None
    least_hops: Fraction | float | None = None
    balance: Fraction | float | None = None
    ideal_throughput: Fraction | float | None = None
    routing_efficiency: Fraction | float | None = None
    share_of_bound: Fraction | float | None = None
    cut_bound: Figure[Fraction | float] | None = None
    ideal_cycles: Fraction | float | None = None
    cut_bound_cycles: Figure[Fraction | float] | None = None


@dataclass(frozen=True, repr=False)
class ThroughputAnswer(Answer):
    """The answer of `throughput`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    traffic : str
        The traffic pattern.
    endpoints : int
        Number of endpoints.
    lower : Fraction or float
        Throughput with any (multipath) routing: packets carried per packet offered in a cycle.
    upper : Fraction or float
        Upper bound on the throughput; denominator 0 if unknown.
    exact : bool
        `true` if both bounds agree.
    evidence : Evidence
        The evidence.
    expression : str or None
        The network, in canonical text.
    cycles : Fraction or float or None
        Lower bound on the cycles of an all-to-all of one packet per pair.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ThroughputAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    traffic: str
    endpoints: int
    lower: Fraction | float
    upper: Fraction | float
    exact: bool
    evidence: Evidence
    expression: str | None = None
    cycles: Fraction | float | None = None


@dataclass(frozen=True, repr=False)
class PhaseAnswer(Answer):
    """The cost of a phase.

    Attributes
    ----------
    phase : Literal['tensor', 'expert', 'data', 'pipeline']
        The phase.
    group : int
        Ranks of a group; stages of a pipeline.
    stride : int
        The stride of the ranks of a group.
    flits : int
        Flits that a rank sends.
    throughput_at_least : Fraction or float
        Throughput of this traffic with any (multipath) routing, in flits per cycle per rank.
    throughput_at_most : Fraction or float
        Upper bound on the throughput; denominator 0 if nothing limits it.
    throughput_evidence : Evidence
        The evidence.
    bound_cycles : Fraction or float
        Lower bound on the cycles of this exchange with any routing, at one flit per rank and cycle.
    steps : int
        Steps of the timetable.
    schedule_cycles : int
        Cycles of the timetable: per step the flits of a message, plus one cycle per hop of the longest path.
    ratio_to_bound : Fraction or float
        Cycles of the timetable over the lower bound.
    schedule_evidence : Evidence
        The verification of the timetable.
    apart : int or None
        Old name of `stride`, for one version.
    over_the_bound : Fraction or float or None
        Old name of `ratio_to_bound`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PhaseAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('apart', 'over_the_bound',)
    phase: Literal['tensor', 'expert', 'data', 'pipeline']
    group: int
    stride: int
    flits: int
    throughput_at_least: Fraction | float
    throughput_at_most: Fraction | float
    throughput_evidence: Evidence
    bound_cycles: Fraction | float
    steps: int
    schedule_cycles: int
    ratio_to_bound: Fraction | float
    schedule_evidence: Evidence
    apart: int | None = None
    over_the_bound: Fraction | float | None = None


@dataclass(frozen=True, repr=False)
class TrainedAnswer(Answer):
    """The phases of a job on a machine.

    Attributes
    ----------
    expression : str
        The machine.
    endpoints : int
        Its endpoints.
    tensor : int
        Tensor-parallel group size.
    data : int
        Data-parallel replicas.
    pipeline : int
        Pipeline stages.
    expert : int
        Replicas per expert-parallel group.
    phases : tuple[PhaseAnswer, ...]
        The phases; phases in groups of one send nothing, and are omitted.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TrainedAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    endpoints: int
    tensor: int
    data: int
    pipeline: int
    expert: int
    phases: tuple[PhaseAnswer, ...]


@dataclass(frozen=True, repr=False)
class PhasesAnswer(Answer):
    """The answer of `phases`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    bytes : int
        Bytes per rank.
    flit_bytes : int
        Flit size in bytes; a link carries one flit per cycle.
    mapping : str
        The mapping of ranks to endpoints.
    machines : tuple[TrainedAnswer, ...]
        The machines, in the order in which they were requested.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PhasesAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    bytes: int
    flit_bytes: int
    mapping: str
    machines: tuple[TrainedAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class RankPhaseAnswer(Answer):
    """A phase under the order, and under the linear one.

    Attributes
    ----------
    phase : str
        The phase.
    messages : int
        Number of messages.
    load : Fraction or float
        Bytes that the most loaded cable carries, per width of an endpoint port.
    microseconds : float
        The time in microseconds.
    linear_microseconds : float
        The same in linear order.
    bound_microseconds : float
        Lower bound for every order.
    limit : str
        What limits every order.
    bottleneck : tuple[str, ...] or None
        The most loaded cable, from and to; null if nothing is sent.
    linear_bottleneck : tuple[str, ...] or None
        The same in linear order.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RankPhaseAnswer, crossedge.answers.Answer)
    True
    """

    phase: str
    messages: int
    load: Fraction | float
    microseconds: float
    linear_microseconds: float
    bound_microseconds: float
    limit: str
    bottleneck: tuple[str, ...] | None
    linear_bottleneck: tuple[str, ...] | None


@dataclass(frozen=True, repr=False)
class OtherOrderAnswer(Answer):
    """The time of another order.

    Attributes
    ----------
    order : str
        The order: linear, random, or cyclic over hosts.
    microseconds : float
        Time of all phases, in microseconds.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.OtherOrderAnswer, crossedge.answers.Answer)
    True
    """

    order: str
    microseconds: float


@dataclass(frozen=True, repr=False)
class RanksAnswer(Answer):
    """The answer of `ranks`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    endpoints : int
        Endpoints of the allocation.
    ranks : int
        Number of ranks.
    job : str
        The job or the file.
    routing : str
        The routing.
    gbit_per_second : int
        Rate of an endpoint port in Gbit/s.
    order : tuple[int, ...]
        The endpoint of every rank.
    hosts : tuple[str, ...]
        Its host.
    slots : tuple[int, ...]
        Its number among the endpoints of the allocation on that host.
    per_host : int
        Consecutive endpoints that are adapters of one host.
    phases : tuple[RankPhaseAnswer, ...]
        The phases.
    microseconds : float
        Time of all phases, in microseconds.
    bound_microseconds : float
        Lower bound for every order, in microseconds.
    ratio_to_bound : float
        Time over the bound.
    bound_evidence : Evidence
        The evidence of the bound.
    evidence : Evidence
        The evidence of the time, and how the search ended.
    others : tuple[OtherOrderAnswer, ...]
        Other orders with their times.
    expression : str or None
        The network, in canonical text.
    interrupted : bool or None
        `true` if the search was interrupted, and this is its best order so far.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RanksAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    endpoints: int
    ranks: int
    job: str
    routing: str
    gbit_per_second: int
    order: tuple[NodeId, ...]
    hosts: tuple[str, ...]
    slots: tuple[int, ...]
    per_host: int
    phases: tuple[RankPhaseAnswer, ...]
    microseconds: float
    bound_microseconds: float
    ratio_to_bound: float
    bound_evidence: Evidence
    evidence: Evidence
    others: tuple[OtherOrderAnswer, ...]
    expression: str | None = None
    interrupted: bool | None = None


@dataclass(frozen=True, repr=False)
class BoundAnswer(Answer):
    """Lower bound on every schedule.

    Attributes
    ----------
    step_count : int
        Steps; of messages over one link each, where the model is store-and-forward.
    time_seconds : float
        Time: the largest of the following.
    latency_seconds : float
        Bound by startups and links.
    bandwidth_seconds : float
        Bound by the ports of the busiest node.
    bisection_seconds : float or None
        Bound by the links of a cut; null if it is trivial.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.BoundAnswer, crossedge.answers.Answer)
    True
    """

    step_count: int
    time_seconds: float
    latency_seconds: float
    bandwidth_seconds: float
    bisection_seconds: float | None


@dataclass(frozen=True, repr=False)
class MessageAnswer(Answer):
    """One message.

    Attributes
    ----------
    path : tuple[int, ...]
        The nodes on its path, starting with the sender.
    addresses : tuple[str, ...]
        Their addresses.
    chunks : tuple[int, ...]
        The chunks that it carries. In an all-to-all, chunk s·nodes + d is the message from s to d.
    bytes : int
        Its bytes.
    action : Literal['copy', 'move', 'add']
        The action at the receiver: copy, move or add.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.MessageAnswer, crossedge.answers.Answer)
    True
    """

    path: tuple[NodeId, ...]
    addresses: tuple[str, ...]
    chunks: tuple[int, ...]
    bytes: int
    action: Literal['copy', 'move', 'add']


@dataclass(frozen=True, repr=False)
class TriedAnswer(Answer):
    """One algorithm.

    Attributes
    ----------
    algorithm : str
        Its name.
    paper : str or None
        The place in a paper that gives it for this network.
    verdict : Literal['holds', 'formula', 'refused', 'none', 'not tried']
        The outcome.
    reason : str or None
        The verified part of a formula, the fault found by the verifier, the reason why it does not apply, or the limit.
    pieces : int or None
        Number of pipeline segments, per tree if there are several.
    step_count : int or None
        Steps.
    message_count : int or None
        Messages.
    link_bytes : int or None
        Bytes times links.
    time_seconds : float or None
        Time.
    ratio_to_bound : float or None
        Time over the lower bound; null if the bound is zero.
    times_bound : float or None
        Old name of `ratio_to_bound`, for one version.
    replay_seconds : float or None
        Time when nodes do not wait for each other's steps; null if a message takes several links.
    most_nodes : int or None
        Maximum number of nodes; null if another quantity is limited.
    steps : tuple[tuple[MessageAnswer, ...], ...] or None
        The messages of each step, if requested.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TriedAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('times_bound',)
    algorithm: str
    paper: str | None
    verdict: Literal['holds', 'formula', 'refused', 'none', 'not tried']
    reason: str | None
    pieces: int | None = None
    step_count: int | None = None
    message_count: int | None = None
    link_bytes: int | None = None
    time_seconds: float | None = None
    ratio_to_bound: float | None = None
    times_bound: float | None = None
    replay_seconds: float | None = None
    most_nodes: int | None = None
    steps: tuple[tuple[MessageAnswer, ...], ...] | None = None


@dataclass(frozen=True, repr=False)
class TimeAnswer(Answer):
    """One algorithm at one of many sizes.

    Attributes
    ----------
    algorithm : str
        Its name.
    step_count : int or None
        Its steps; null if it has no price.
    time_seconds : float or None
        Its time; null if it has no price.
    verdict : Literal['holds', 'formula', 'refused', 'none', 'not tried']
        The outcome.
    reason : str or None
        A note.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TimeAnswer, crossedge.answers.Answer)
    True
    """

    algorithm: str
    step_count: int | None
    time_seconds: float | None
    verdict: Literal['holds', 'formula', 'refused', 'none', 'not tried']
    reason: str | None


@dataclass(frozen=True, repr=False)
class SizeAnswer(Answer):
    """One of many sizes.

    Attributes
    ----------
    bytes : int
        The bytes.
    best : str or None
        The fastest algorithm.
    lower_bound_seconds : float
        Lower bound on every schedule.
    times : tuple[TimeAnswer, ...]
        Every algorithm.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SizeAnswer, crossedge.answers.Answer)
    True
    """

    bytes: int
    best: str | None
    lower_bound_seconds: float
    times: tuple[TimeAnswer, ...]


@dataclass(frozen=True, repr=False)
class CrossoverAnswer(Answer):
    """A size at which another algorithm becomes the fastest.

    Attributes
    ----------
    bytes : int
        The smallest size in bytes.
    before : str
        The fastest below this size.
    after : str
        The fastest from this size on.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CrossoverAnswer, crossedge.answers.Answer)
    True
    """

    bytes: int
    before: str
    after: str


@dataclass(frozen=True, repr=False)
class CollectiveAnswer(Answer):
    """The outcome of every algorithm for a collective.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    kind : Literal['broadcast', 'scatter', 'gather', 'reduce', 'allgather', 'reduce-scatter', 'allreduce', 'all-to-all', 'barrier']
        The collective.
    nodes : int
        Number of nodes that take part: the endpoints.
    root : int or None
        The root; null if the collective has none.
    root_address : str or None
        The address of that node.
    model : Literal['store-and-forward', 'cut-through', 'loggp']
        Switching mode.
    link_latency_seconds : float
        Link latency: the time of an empty message, in seconds.
    link_bytes_per_second : float
        Link bandwidth, in bytes per second.
    ports : Literal['half', 'one', 'all']
        Number of concurrent messages per node.
    expression : str or None
        The network, in canonical text.
    bytes : int or None
        The bytes of the vector, or of one node's message.
    lower_bound : BoundAnswer or None
        Lower bound on every schedule.
    best : str or None
        The fastest algorithm that has a price; null if none has.
    step_count : int or None
        Its steps.
    time_seconds : float or None
        Its time.
    verdict : Literal['holds', 'formula', 'refused', 'none', 'not tried'] or None
        Its outcome; `refused` if no algorithm has a price.
    tried_count : int or None
        Number of algorithms tried: priced, or rejected by the verifier.
    algorithms : tuple[TriedAnswer, ...] or None
        The requested algorithms: only the fastest, or all.
    skipped : tuple[TriedAnswer, ...] or None
        Algorithms that were skipped because of a limit.
    not_tried : tuple[TriedAnswer, ...] or None
        Old name of `skipped`, for one version.
    unpriced : tuple[TriedAnswer, ...] or None
        Algorithms without a price that are not listed in `algorithms`.
    without_price : tuple[TriedAnswer, ...] or None
        Old name of `unpriced`, for one version.
    sizes : tuple[SizeAnswer, ...] or None
        Each size.
    crossovers : tuple[CrossoverAnswer, ...] or None
        The crossover points of the fastest algorithm.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CollectiveAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('not_tried', 'without_price',)
    schema_version: int
    crossedge_version: str
    command: str
    kind: Literal['broadcast', 'scatter', 'gather', 'reduce', 'allgather', 'reduce-scatter', 'allreduce', 'all-to-all', 'barrier']
    nodes: int
    root: NodeId | None
    root_address: str | None
    model: Literal['store-and-forward', 'cut-through', 'loggp']
    link_latency_seconds: float
    link_bytes_per_second: float
    ports: Literal['half', 'one', 'all']
    expression: str | None = None
    bytes: int | None = None
    lower_bound: BoundAnswer | None = None
    best: str | None = None
    step_count: int | None = None
    time_seconds: float | None = None
    verdict: Literal['holds', 'formula', 'refused', 'none', 'not tried'] | None = None
    tried_count: int | None = None
    algorithms: tuple[TriedAnswer, ...] | None = None
    skipped: tuple[TriedAnswer, ...] | None = None
    not_tried: tuple[TriedAnswer, ...] | None = None
    unpriced: tuple[TriedAnswer, ...] | None = None
    without_price: tuple[TriedAnswer, ...] | None = None
    sizes: tuple[SizeAnswer, ...] | None = None
    crossovers: tuple[CrossoverAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class OnNetworkAnswer(Answer):
    """One of several networks.

    Attributes
    ----------
    expression : str
        The network, in canonical text.
    kind : Literal['broadcast', 'scatter', 'gather', 'reduce', 'allgather', 'reduce-scatter', 'allreduce', 'all-to-all', 'barrier']
        The collective.
    nodes : int
        Number of nodes that take part: the endpoints.
    root : int or None
        The root; null if the collective has none.
    root_address : str or None
        The address of that node.
    model : Literal['store-and-forward', 'cut-through', 'loggp']
        Switching mode.
    link_latency_seconds : float
        Link latency: the time of an empty message, in seconds.
    link_bytes_per_second : float
        Link bandwidth, in bytes per second.
    ports : Literal['half', 'one', 'all']
        Number of concurrent messages per node.
    bytes : int or None
        The bytes of the vector, or of one node's message.
    lower_bound : BoundAnswer or None
        Lower bound on every schedule.
    best : str or None
        The fastest algorithm that has a price; null if none has.
    step_count : int or None
        Its steps.
    time_seconds : float or None
        Its time.
    verdict : Literal['holds', 'formula', 'refused', 'none', 'not tried'] or None
        Its outcome; `refused` if no algorithm has a price.
    tried_count : int or None
        Number of algorithms tried: priced, or rejected by the verifier.
    algorithms : tuple[TriedAnswer, ...] or None
        The requested algorithms: only the fastest, or all.
    skipped : tuple[TriedAnswer, ...] or None
        Algorithms that were skipped because of a limit.
    not_tried : tuple[TriedAnswer, ...] or None
        Old name of `skipped`, for one version.
    unpriced : tuple[TriedAnswer, ...] or None
        Algorithms without a price that are not listed in `algorithms`.
    without_price : tuple[TriedAnswer, ...] or None
        Old name of `unpriced`, for one version.
    sizes : tuple[SizeAnswer, ...] or None
        Each size.
    crossovers : tuple[CrossoverAnswer, ...] or None
        The crossover points of the fastest algorithm.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.OnNetworkAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('not_tried', 'without_price',)
    expression: str
    kind: Literal['broadcast', 'scatter', 'gather', 'reduce', 'allgather', 'reduce-scatter', 'allreduce', 'all-to-all', 'barrier']
    nodes: int
    root: NodeId | None
    root_address: str | None
    model: Literal['store-and-forward', 'cut-through', 'loggp']
    link_latency_seconds: float
    link_bytes_per_second: float
    ports: Literal['half', 'one', 'all']
    bytes: int | None = None
    lower_bound: BoundAnswer | None = None
    best: str | None = None
    step_count: int | None = None
    time_seconds: float | None = None
    verdict: Literal['holds', 'formula', 'refused', 'none', 'not tried'] | None = None
    tried_count: int | None = None
    algorithms: tuple[TriedAnswer, ...] | None = None
    skipped: tuple[TriedAnswer, ...] | None = None
    not_tried: tuple[TriedAnswer, ...] | None = None
    unpriced: tuple[TriedAnswer, ...] | None = None
    without_price: tuple[TriedAnswer, ...] | None = None
    sizes: tuple[SizeAnswer, ...] | None = None
    crossovers: tuple[CrossoverAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class SeveralAnswer(Answer):
    """The outcome of every algorithm on several networks.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    networks : tuple[OnNetworkAnswer, ...]
        The networks, in the order in which they were requested.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SeveralAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    networks: tuple[OnNetworkAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class ClaimAnswer(Answer):
    """A metric from a theorem, compared with an independent computation.

    Attributes
    ----------
    claim : str
        The compared objects.
    claimed : str
        The claimed value.
    computed : str
        The result.
    holds : bool
        `true` if they are the same.
    found : str or None
        Old name of `computed`, for one version.
    nodes : tuple[int, ...] or None
        The nodes on the first side of a cut, if it has no closed form.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ClaimAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('found',)
    claim: str
    claimed: str
    computed: str
    holds: bool
    found: str | None = None
    nodes: tuple[NodeId, ...] | None = None


@dataclass(frozen=True, repr=False)
class RecountedAnswer(Answer):
    """The recounted quantities.

    Attributes
    ----------
    traffic : str
        The traffic.
    sources : int
        Number of sending endpoints.
    lower : Fraction or float
        The throughput of the flow.
    upper : Fraction or float
        The upper bound by the lengths.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RecountedAnswer, crossedge.answers.Answer)
    True
    """

    traffic: str
    sources: int
    lower: Fraction | float
    upper: Fraction | float


@dataclass(frozen=True, repr=False)
class AcceptedAnswer(Answer):
    """A certificate that holds.

    Attributes
    ----------
    certificate : str
        The kind of certificate.
    claim : str
        Its claim.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.AcceptedAnswer, crossedge.answers.Answer)
    True
    """

    certificate: str
    claim: str


@dataclass(frozen=True, repr=False)
class JudgedScheduleAnswer(Answer):
    """A schedule that holds.

    Attributes
    ----------
    file : str
        The file.
    ranks : int
        Number of ranks that take part.
    messages : int
        Number of messages.
    bytes : int
        Their bytes together.
    steps : int
        Steps; where there are none, the longest chain of messages, each of which waits for the one before.
    contents_verified : bool
        `true` if the file has the contents of messages, and these were verified; if not, only that chains of messages reach every rank that needs data.
    collective : str or None
        The collective, if given.
    contents_judged : bool or None
        Old name of `contents_verified`, for one version.
    completes_with_synchronous_sends : bool or None
        `true` if it also completes with synchronous sends; null if steps give the order.
    ends_when_senders_wait : bool or None
        Old name of `completes_with_synchronous_sends`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.JudgedScheduleAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('contents_judged', 'ends_when_senders_wait',)
    file: str
    ranks: int
    messages: int
    bytes: int
    steps: int
    contents_verified: bool
    collective: str | None = None
    contents_judged: bool | None = None
    completes_with_synchronous_sends: bool | None = None
    ends_when_senders_wait: bool | None = None


@dataclass(frozen=True, repr=False)
class VerifyAnswer(Answer):
    """The answer of `verify`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    holds : bool
        `true` if every law and every claim holds.
    expression : str or None
        The network, in canonical text.
    nodes : int or None
        Nodes.
    links : int or None
        Links, each from both ends.
    degree_counts : dict[int, int] or None
        Number of nodes that have each degree.
    eccentricity_of_node_0 : int or None
        Eccentricity of node 0.
    laws : tuple[str, ...] or None
        The laws that hold.
    walked_pairs : int or None
        Number of pairs for which `next_port` was followed to the destination.
    walked_all_pairs : bool or None
        `true` if these are all pairs.
    walked : str or None
        The pairs between which it was followed, as text.
    claims : tuple[ClaimAnswer, ...] or None
        Claims about distances and the bisection, compared with the computed values.
    counterexample : str or None
        The violation of a law.
    certificate : RecountedAnswer or None
        The recount of a certificate, if one was given and holds.
    accepted : AcceptedAnswer or None
        The claim of another certificate, if one was given and holds.
    schedule : JudgedScheduleAnswer or None
        The counts of a schedule, if one was given and holds.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.VerifyAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    holds: bool
    expression: str | None = None
    nodes: int | None = None
    links: int | None = None
    degree_counts: dict[int, int] | None = None
    eccentricity_of_node_0: int | None = None
    laws: tuple[str, ...] | None = None
    walked_pairs: int | None = None
    walked_all_pairs: bool | None = None
    walked: str | None = None
    claims: tuple[ClaimAnswer, ...] | None = None
    counterexample: str | None = None
    certificate: RecountedAnswer | None = None
    accepted: AcceptedAnswer | None = None
    schedule: JudgedScheduleAnswer | None = None


@dataclass(frozen=True, repr=False)
class PathAnswer(Answer):
    """One path.

    Attributes
    ----------
    hops : int
        Its hops.
    excess : int or None
        Its hops over the distance.
    path : tuple[int, ...]
        Its nodes from end to end.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PathAnswer, crossedge.answers.Answer)
    True
    """

    hops: int
    excess: int | None
    path: tuple[NodeId, ...]


@dataclass(frozen=True, repr=False)
class DisjointAnswer(Answer):
    """The answer of `disjoint`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    from_ : int
        The source.
    from_address : str
        The address of that node.
    to : int
        The destination.
    to_address : str
        The address of that node.
    notation : str
        The form of addresses; `id` where they are plain ids.
    count : Figure[int]
        Number of paths.
    most : int
        Upper bound on the number of paths: the smaller degree of both ends.
    distance : Figure[int] or None
        The distance; null if there is no path, or the search exceeds its limit.
    longest : int
        Hops of the longest path.
    excess : int or None
        Hops of the longest path over the distance.
    diameter : Figure[int] or None
        The diameter, where a theorem gives it.
    paths : tuple[PathAnswer, ...]
        The paths, the shortest first.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DisjointAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    notation: str
    count: Figure[int]
    most: int
    distance: Figure[int] | None
    longest: int
    excess: int | None
    diameter: Figure[int] | None
    paths: tuple[PathAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class EdgeConnectivityAnswer(Answer):
    """Bounds on the edge connectivity.

    Attributes
    ----------
    lower : int
        Lower bound: each cut lets every tree through.
    upper : int
        Upper bound.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.EdgeConnectivityAnswer, crossedge.answers.Answer)
    True
    """

    lower: int
    upper: int


@dataclass(frozen=True, repr=False)
class TreeAnswer(Answer):
    """One tree.

    Attributes
    ----------
    first : int
        The first child of the root.
    depth : int or None
        The depth of the tree.
    parents : tuple[int or None, ...] or None
        The parent of each node, by id, null for the root; left out on networks of more than 65,536 nodes.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TreeAnswer, crossedge.answers.Answer)
    True
    """

    first: NodeId
    depth: int | None
    parents: tuple[NodeId | None, ...] | None = None


@dataclass(frozen=True, repr=False)
class TreesAnswer(Answer):
    """The answer of `trees`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    root : int
        The source.
    root_address : str
        The address of that node.
    notation : str
        The form of addresses; `id` where they are plain ids.
    count : Figure[int]
        Number of trees.
    edge_connectivity : Figure[EdgeConnectivityAnswer]
        Edge connectivity, an upper bound on the number of trees. The trees show the lower bound.
    depth_bound : int
        Upper bound on the depth of any tree, for any root.
    trees : tuple[TreeAnswer, ...]
        The trees; their depth is null if there are too many nodes to verify them.
    unverified : str or None
        Why they were not verified; null if they were.
    expression : str or None
        The network, in canonical text.
    unjudged : str or None
        Old name of `unverified`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TreesAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('unjudged',)
    schema_version: int
    crossedge_version: str
    command: str
    root: NodeId
    root_address: str
    notation: str
    count: Figure[int]
    edge_connectivity: Figure[EdgeConnectivityAnswer]
    depth_bound: int
    trees: tuple[TreeAnswer, ...]
    unverified: str | None
    expression: str | None = None
    unjudged: str | None = None


@dataclass(frozen=True, repr=False)
class VerifiedPositionsAnswer(Answer):
    """The extent of the verification of an order.

    Attributes
    ----------
    positions : int
        Number of positions.
    all : bool
        `true` if these are all.
    seed : int or None
        The seed of a sample.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.VerifiedPositionsAnswer, crossedge.answers.Answer)
    True
    """

    positions: int
    all: bool
    seed: int | None = None


@dataclass(frozen=True, repr=False)
class OneRingAnswer(Answer):
    """One of several cycles.

    Attributes
    ----------
    evidence : Evidence
        The evidence.
    verified : VerifiedPositionsAnswer
        The verified objects.
    judged : VerifiedPositionsAnswer or None
        Old name of `verified`, for one version.
    nodes : tuple[int, ...] or None
        Its nodes in order.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.OneRingAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('judged',)
    evidence: Evidence
    verified: VerifiedPositionsAnswer
    judged: VerifiedPositionsAnswer | None = None
    nodes: tuple[NodeId, ...] | None = None


@dataclass(frozen=True, repr=False)
class RingAnswer(Answer):
    """The answer of `ring`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    kind : Literal['cycle', 'path', 'edge-disjoint cycles', 'virtual ring']
        The kind of result.
    exists : bool or None
        `true` if one exists; null if undecided.
    expression : str or None
        The network, in canonical text.
    reason : str or None
        Why there is none.
    length : int or None
        The nodes on it.
    omitted : int or None
        Live nodes that it omits.
    left_out : int or None
        Old name of `omitted`, for one version.
    upper_bound : int or None
        Upper bound: nodes on a cycle around the faults, or number of edge-disjoint cycles.
    at_most : int or None
        Old name of `upper_bound`, for one version.
    bound : str or None
        The evidence of `upper_bound`.
    construction : str or None
        The rules that made it, from the innermost out.
    made_by : str or None
        Old name of `construction`, for one version.
    evidence : Evidence or None
        The evidence.
    verified : VerifiedPositionsAnswer or None
        The verified objects.
    judged : VerifiedPositionsAnswer or None
        Old name of `verified`, for one version.
    cycle_count : int or None
        Number of edge-disjoint cycles that were found.
    found : int or None
        Old name of `cycle_count`, for one version.
    rings : tuple[OneRingAnswer, ...] or None
        Each of them.
    number : int or None
        The number of a virtual ring.
    without_common_nodes : int or None
        Number of node-disjoint virtual rings.
    position : int or None
        The position, from 0.
    node : int or None
        The node there.
    address : str or None
        Its address.
    notation : str or None
        The form of addresses; `id` where they are plain ids.
    predecessor : int or None
        The node before it; null at the beginning of a path.
    predecessor_address : str or None
        Its address.
    successor : int or None
        The node behind it; null at the end of a path.
    successor_address : str or None
        Its address.
    holds : bool or None
        The verdict on every position, if requested.
    counterexample : str or None
        The position of the failure.
    nodes : tuple[int, ...] or None
        The nodes in order.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RingAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('left_out', 'at_most', 'made_by', 'judged', 'found',)
    schema_version: int
    crossedge_version: str
    command: str
    kind: Literal['cycle', 'path', 'edge-disjoint cycles', 'virtual ring']
    exists: bool | None
    expression: str | None = None
    reason: str | None = None
    length: int | None = None
    omitted: int | None = None
    left_out: int | None = None
    upper_bound: int | None = None
    at_most: int | None = None
    bound: str | None = None
    construction: str | None = None
    made_by: str | None = None
    evidence: Evidence | None = None
    verified: VerifiedPositionsAnswer | None = None
    judged: VerifiedPositionsAnswer | None = None
    cycle_count: int | None = None
    found: int | None = None
    rings: tuple[OneRingAnswer, ...] | None = None
    number: int | None = None
    without_common_nodes: int | None = None
    position: int | None = None
    node: NodeId | None = None
    address: str | None = None
    notation: str | None = None
    predecessor: NodeId | None = None
    predecessor_address: str | None = None
    successor: NodeId | None = None
    successor_address: str | None = None
    holds: bool | None = None
    counterexample: str | None = None
    nodes: tuple[NodeId, ...] | None = None


@dataclass(frozen=True, repr=False)
class CableAnswer(Answer):
    """A cable.

    Attributes
    ----------
    a_node : str
        One node.
    a_port : int
        Its port, as the file counts.
    z_node : str
        The other node.
    z_port : int
        Its port.
    a_place : str or None
        Its location, e.g. `rack 3 unit 17`; absent if no file has it.
    z_place : str or None
        Its location.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CableAnswer, crossedge.answers.Answer)
    True
    """

    a_node: str
    a_port: int
    z_node: str
    z_port: int
    a_place: str | None = None
    z_place: str | None = None


@dataclass(frozen=True, repr=False)
class WiringFaultAnswer(Answer):
    """A fault.

    Attributes
    ----------
    kind : str
        The kind: `names`, `missing`, `extra`, `wrong port`, `wrong node` or `swapped`.
    labels : tuple[str, ...]
        A cycle of wrong labels: each node is really the next one.
    as_built : tuple[CableAnswer, ...]
        The cables in the file.
    planned : tuple[CableAnswer, ...]
        The cables expected instead.
    repair : str
        Advice.
    called : tuple[str, ...] or None
        Old name of `labels`, for one version.
    found : tuple[CableAnswer, ...] or None
        Old name of `as_built`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.WiringFaultAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('called', 'found',)
    kind: str
    labels: tuple[str, ...]
    as_built: tuple[CableAnswer, ...]
    planned: tuple[CableAnswer, ...]
    repair: str
    called: tuple[str, ...] | None = None
    found: tuple[CableAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class CableRateAnswer(Answer):
    """A cable and its rate.

    Attributes
    ----------
    cable : CableAnswer
        The cable, by the names of the file.
    rate : str
        Its rate, e.g. 4xDDR.
    common_rate : str
        The rate of most others.
    line : int
        The line of the file.
    usual : str or None
        Old name of `common_rate`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CableRateAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('usual',)
    cable: CableAnswer
    rate: str
    common_rate: str
    line: int
    usual: str | None = None


@dataclass(frozen=True, repr=False)
class CheckWiringAnswer(Answer):
    """The answer of `check-wiring`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    file : str
        The file.
    trust : str
        Which names were taken as certain: `names`, `hosts`, `ports` or `nothing`.
    planned : int
        Number of cables that were planned.
    as_built : int
        Number of cables in the file.
    correct : int
        Number of cables that match the plan.
    matches_plan : Figure[bool or None]
        `true` if all is as planned; null if no matching of nodes was found, which does not prove that none exists.
    faults : tuple[WiringFaultAnswer, ...]
        The faults. Their repairs, applied in this order, produce the plan.
    slow : tuple[CableRateAnswer, ...]
        Cables that run at another rate than most others between the same kinds of nodes.
    expression : str or None
        The network, in canonical text.
    found : int or None
        Old name of `as_built`, for one version.
    right : int or None
        Old name of `correct`, for one version.
    as_planned : Figure[bool or None] or None
        Old name of `matches_plan`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CheckWiringAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('found', 'right', 'as_planned',)
    schema_version: int
    crossedge_version: str
    command: str
    file: str
    trust: str
    planned: int
    as_built: int
    correct: int
    matches_plan: Figure[bool | None]
    faults: tuple[WiringFaultAnswer, ...]
    slow: tuple[CableRateAnswer, ...]
    expression: str | None = None
    found: int | None = None
    right: int | None = None
    as_planned: Figure[bool | None] | None = None


@dataclass(frozen=True, repr=False)
class TableFailureAnswer(Answer):
    """A packet that is lost.

    Attributes
    ----------
    from_ : str
        The source.
    to : str
        The destination.
    lid : int
        Its LID.
    switch : str
        The switch at which the packet is lost.
    reason : str
        Why: `no entry`, `no cable`, `loop`, `wrong host`, or `lane 15` if the switch discards the service level.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.TableFailureAnswer, crossedge.answers.Answer)
    True
    """

    from_: str
    to: str
    lid: int
    switch: str
    reason: str


@dataclass(frozen=True, repr=False)
class DetourAnswer(Answer):
    """A route that is longer than a shortest path.

    Attributes
    ----------
    from_ : str
        The source.
    to : str
        The destination.
    links : int
        Links of the route.
    shortest : int
        Links of a shortest path.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DetourAnswer, crossedge.answers.Answer)
    True
    """

    from_: str
    to: str
    links: int
    shortest: int


@dataclass(frozen=True, repr=False)
class HeldCableAnswer(Answer):
    """A cable of a cycle.

    Attributes
    ----------
    from_ : str
        The switch that it leaves.
    from_port : int
        Its port there.
    to : str
        The switch that it leads to.
    to_port : int
        Its port there.
    lane : int
        The virtual lane.
    packet_from : str
        Source of a packet that holds this cable and waits for the next.
    packet_to : str
        Destination of that packet.
    service_level : int
        Service level of that packet.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.HeldCableAnswer, crossedge.answers.Answer)
    True
    """

    from_: str
    from_port: int
    to: str
    to_port: int
    lane: int
    packet_from: str
    packet_to: str
    service_level: int


@dataclass(frozen=True, repr=False)
class LoadedCableAnswer(Answer):
    """A cable and the pairs that cross it.

    Attributes
    ----------
    from_ : str
        The switch that it leaves.
    from_port : int
        Its port there.
    to : str
        The switch that it leads to.
    to_port : int
        Its port there.
    pairs : int
        Number of pairs that cross it in this direction.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LoadedCableAnswer, crossedge.answers.Answer)
    True
    """

    from_: str
    from_port: int
    to: str
    to_port: int
    pairs: int


@dataclass(frozen=True, repr=False)
class CheckTablesAnswer(Answer):
    """The answer of `check-tables`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    fabric : str
        The dump of the fabric.
    tables : str
        The file with the tables.
    switches : int
        Number of switches with a table.
    without_table : tuple[str, ...]
        Switches of the fabric without a table.
    destinations : int
        Number of LIDs of hosts.
    pairs : int
        Number of ordered pairs of a host port and a LID of another host.
    lost : Figure[int]
        Number of pairs whose packets are lost; 0 if all arrive.
    failures : tuple[TableFailureAnswer, ...]
        For each LID that is not reached from everywhere, the first packet that is lost.
    longer : int
        Number of pairs whose route is longer than a shortest path.
    longest : int
        Links of the longest route, host to host.
    deadlock_free : Figure[bool]
        `true` if the tables are deadlock-free on their virtual lanes: no cycle of channel dependencies.
    virtual_lanes : Figure[tuple[int, ...]]
        Virtual lanes that packets between switches use, with the files or the assumption that gives them.
    dependencies : int
        Number of dependencies between virtual lanes of cables.
    expression : str or None
        The network, in canonical text.
    longest_detour : DetourAnswer or None
        The pair with the longest detour; absent if all routes are shortest.
    without_level : int or None
        Number of pairs that the service levels do not list, which are taken as level 0; absent without service levels.
    discarded : int or None
        Number of pairs whose packets a switch discards, because an SL2VL table has lane 15 for them; absent without SL2VL tables.
    cycle : tuple[HeldCableAnswer, ...] or None
        A cycle of cables with the packets that close it; absent if there is none.
    most_loaded : LoadedCableAnswer or None
        The cable between switches that most pairs cross; absent if none is crossed.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.CheckTablesAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    fabric: str
    tables: str
    switches: int
    without_table: tuple[str, ...]
    destinations: int
    pairs: int
    lost: Figure[int]
    failures: tuple[TableFailureAnswer, ...]
    longer: int
    longest: int
    deadlock_free: Figure[bool]
    virtual_lanes: Figure[tuple[int, ...]]
    dependencies: int
    expression: str | None = None
    longest_detour: DetourAnswer | None = None
    without_level: int | None = None
    discarded: int | None = None
    cycle: tuple[HeldCableAnswer, ...] | None = None
    most_loaded: LoadedCableAnswer | None = None


@dataclass(frozen=True, repr=False)
class DifferenceAnswer(Answer):
    """A difference from a plan.

    Attributes
    ----------
    kind : str
        The kind, by the name of the lint rule: e.g. `missing-cable`, `thin-trunk`, `extra-cable`, `moved-cable`, `swapped-cables`.
    message : str
        The difference in one sentence.
    repair : str or None
        How to make it as planned.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DifferenceAnswer, crossedge.answers.Answer)
    True
    """

    kind: str
    message: str
    repair: str | None = None


@dataclass(frozen=True, repr=False)
class HostCountAnswer(Answer):
    """A switch with another number of hosts than planned.

    Attributes
    ----------
    switch : str
        The switch.
    hosts : int
        Number of its hosts.
    planned : int
        Number of hosts of the plan.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.HostCountAnswer, crossedge.answers.Answer)
    True
    """

    switch: str
    hosts: int
    planned: int


@dataclass(frozen=True, repr=False)
class MappedAnswer(Answer):
    """A node and its place in the plan.

    Attributes
    ----------
    node : str
        The node's name in the file.
    planned : str or None
        Its address in the plan; absent if it is not planned.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.MappedAnswer, crossedge.answers.Answer)
    True
    """

    node: str
    planned: str | None = None


@dataclass(frozen=True, repr=False)
class PlanAnswer(Answer):
    """A plan that a fabric was recognized as.

    Attributes
    ----------
    expression : str
        The expression.
    exact : Figure[bool]
        `true` if the fabric is this network up to names and port numbers.
    planned : int
        Number of cables of the plan.
    missing : int
        Number of planned cables that are not there.
    extra : int
        Number of cables that are not planned.
    differences : tuple[DifferenceAnswer, ...]
        Differences, cable by cable.
    hosts : tuple[HostCountAnswer, ...]
        Switches with another number of hosts than the plan has.
    ties : tuple[str, ...]
        Other expressions with as few differences.
    map : tuple[MappedAnswer, ...] or None
        The plan's node for every node, by address; absent unless asked for.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PlanAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    exact: Figure[bool]
    planned: int
    missing: int
    extra: int
    differences: tuple[DifferenceAnswer, ...]
    hosts: tuple[HostCountAnswer, ...]
    ties: tuple[str, ...]
    map: tuple[MappedAnswer, ...] | None = None


@dataclass(frozen=True, repr=False)
class RecognizeAnswer(Answer):
    """The answer of `recognize`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    endpoints : int
        Number of endpoints; all nodes if the file does not tell them from switches.
    switches : int
        Number of switches.
    cables : int
        Number of cables.
    plan : PlanAnswer or None
        The expression with the fewest differences; null if no network is near.
    tried : tuple[str, ...]
        Expressions that were compared.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RecognizeAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    endpoints: int
    switches: int
    cables: int
    plan: PlanAnswer | None
    tried: tuple[str, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class LintThroughputAnswer(Answer):
    """Throughput of a fabric, now and repaired.

    Attributes
    ----------
    now : BoundsAnswer
        As the fabric is.
    repaired : BoundsAnswer or None
        With all repairs made; absent if there is nothing to repair.
    tables : Fraction or float or None
        Throughput of the forwarding tables; absent without tables, or if packets are lost.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LintThroughputAnswer, crossedge.answers.Answer)
    True
    """

    now: BoundsAnswer
    repaired: BoundsAnswer | None = None
    tables: Fraction | float | None = None


@dataclass(frozen=True, repr=False)
class FindingPlaceAnswer(Answer):
    """A node or one of its ports.

    Attributes
    ----------
    node : str
        The node.
    port : str or None
        The port, as the file calls it.
    line : int or None
        The line of the file.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FindingPlaceAnswer, crossedge.answers.Answer)
    True
    """

    node: str
    port: str | None = None
    line: int | None = None


@dataclass(frozen=True, repr=False)
class FindingAnswer(Answer):
    """A finding.

    Attributes
    ----------
    rule : str
        The id of the rule, e.g. `F011`.
    name : str
        The name of the rule, e.g. `slow-cable`.
    severity : Literal['info'] or Literal['warning'] or Literal['error']
        How bad it is.
    message : str
        The finding in one sentence.
    places : tuple[FindingPlaceAnswer, ...]
        Nodes and ports, the most important first.
    evidence : Evidence
        Evidence of the finding.
    fingerprint : str
        The same for the same finding in another dump: for baselines.
    repair : str or None
        Suggested repair.
    repaired : BoundsAnswer or None
        Throughput with this repair and those before it; absent if not computed.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FindingAnswer, crossedge.answers.Answer)
    True
    """

    rule: str
    name: str
    severity: Literal['info'] | Literal['warning'] | Literal['error']
    message: str
    places: tuple[FindingPlaceAnswer, ...]
    evidence: Evidence
    fingerprint: str
    repair: str | None = None
    repaired: BoundsAnswer | None = None


@dataclass(frozen=True, repr=False)
class RuleAnswer(Answer):
    """The outcome of a rule.

    Attributes
    ----------
    rule : str
        The id.
    name : str
        The name.
    summary : str
        Summary of what the rule reports.
    result : str
        `ok`, `findings` or `not run`.
    detail : str
        Scope of the check, or why the rule was not run.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.RuleAnswer, crossedge.answers.Answer)
    True
    """

    rule: str
    name: str
    summary: str
    result: str
    detail: str


@dataclass(frozen=True, repr=False)
class LintAnswer(Answer):
    """The answer of `lint`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    file : str
        The file.
    endpoints : int
        Number of endpoints.
    switches : int
        Number of switches.
    cables : int
        Number of cables.
    plan : PlanAnswer or None
        The plan, given or recognized; null if there is none.
    findings : tuple[FindingAnswer, ...]
        The findings: errors first, and those whose repair gives most throughput back.
    rules : tuple[RuleAnswer, ...]
        All rules, with what each has checked or why it was not run.
    expression : str or None
        The network, in canonical text.
    throughput : LintThroughputAnswer or None
        Uniform throughput, as a fraction of injection; absent if not computed.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LintAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    file: str
    endpoints: int
    switches: int
    cables: int
    plan: PlanAnswer | None
    findings: tuple[FindingAnswer, ...]
    rules: tuple[RuleAnswer, ...]
    expression: str | None = None
    throughput: LintThroughputAnswer | None = None


@dataclass(frozen=True, repr=False)
class FormatAnswer(Answer):
    """One format.

    Attributes
    ----------
    name : str
        Its name.
    suffixes : tuple[str, ...]
        Its file extensions.
    summary : str
        Description.
    readers : str
        Programs that read it.
    lost : str
        The properties of a network that are lost.
    limit : str
        Size limit of its readers.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FormatAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    readers: str
    lost: str
    limit: str


@dataclass(frozen=True, repr=False)
class InputFormatAnswer(Answer):
    """A format that is read.

    Attributes
    ----------
    name : str
        Its name.
    suffixes : tuple[str, ...]
        File name extensions of the format.
    kept : str
        Contents of a file that are kept.
    lost : str
        Contents of a file that are dropped.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.InputFormatAnswer, crossedge.answers.Answer)
    True
    """

    name: str
    suffixes: tuple[str, ...]
    kept: str
    lost: str


@dataclass(frozen=True, repr=False)
class FormatsAnswer(Answer):
    """The answer of `formats`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    formats : tuple[FormatAnswer, ...]
        Formats that are written.
    inputs : tuple[InputFormatAnswer, ...]
        Formats that are read.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FormatsAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    formats: tuple[FormatAnswer, ...]
    inputs: tuple[InputFormatAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class PacketAnswer(Answer):
    """The outcome of a packet.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    from_ : int
        The start.
    from_address : str
        The address of that node.
    to : int
        The destination.
    to_address : str
        The address of that node.
    notation : str
        The form of addresses; `id` where they are plain ids.
    dead_nodes : tuple[int, ...]
        Dead nodes.
    dead_links : tuple[tuple[int, int], ...]
        Dead links by their ends.
    end : Literal['delivered', 'blocked', 'target dead']
        The outcome.
    hops : int
        Hops that it made.
    distance : Figure[int] or None
        The shortest path around the faults; null if there is none, or the search would be too large.
    distance_without_faults : int or None
        The distance without faults, if the construction gives it.
    path : tuple[int, ...]
        The nodes that it visited.
    met_nodes : tuple[int, ...]
        Dead nodes that it met.
    met_links : tuple[tuple[int, int], ...]
        Dead links that it met.
    plans : int
        Number of times it replanned.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PacketAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    from_: NodeId
    from_address: str
    to: NodeId
    to_address: str
    notation: str
    dead_nodes: tuple[NodeId, ...]
    dead_links: tuple[tuple[NodeId, NodeId], ...]
    end: Literal['delivered', 'blocked', 'target dead']
    hops: int
    distance: Figure[int] | None
    distance_without_faults: int | None
    path: tuple[NodeId, ...]
    met_nodes: tuple[NodeId, ...]
    met_links: tuple[tuple[NodeId, NodeId], ...]
    plans: int
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class LeftThroughputAnswer(Answer):
    """The uniform throughput before and after faults.

    Attributes
    ----------
    before_at_least : Fraction or float
        Lower bound without faults.
    before_at_most : Fraction or float
        Upper bound without faults.
    after_at_least : Fraction or float
        Lower bound after the faults, for the endpoints of the largest component.
    after_at_most : Fraction or float
        Upper bound after the faults; denominator 0 if unknown.
    evidence : Evidence
        Evidence of the throughput after the faults.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LeftThroughputAnswer, crossedge.answers.Answer)
    True
    """

    before_at_least: Fraction | float
    before_at_most: Fraction | float
    after_at_least: Fraction | float
    after_at_most: Fraction | float
    evidence: Evidence


@dataclass(frozen=True, repr=False)
class LeftLinksAnswer(Answer):
    """The remaining links of a class.

    Attributes
    ----------
    link_class : str
        The kind.
    links : int
        Total number.
    remaining : int
        Number of live links with live endpoints.
    left : int or None
        Old name of `remaining`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LeftLinksAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('left',)
    link_class: str
    links: int
    remaining: int
    left: int | None = None


@dataclass(frozen=True, repr=False)
class LeftAnswer(Answer):
    """The remaining network after faults: live endpoints and their connectivity.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    dead_endpoints : tuple[int, ...]
        Dead endpoints.
    dead_switches : tuple[int, ...]
        Dead switches.
    dead_links : tuple[tuple[int, int], ...]
        Failed links, by their ends.
    endpoints : int
        Number of endpoints; without switches every node is one.
    alive : int
        Number of live endpoints.
    connected : int
        Live endpoints of the largest component.
    parts : dict[int, int]
        Number of components by their number of live endpoints: one component if nothing is cut off.
    cut_off : tuple[int, ...]
        Live endpoints outside the largest part.
    switches : int
        Number of switches before the faults.
    pairs : int
        Ordered pairs of endpoints before the faults.
    connected_pairs : int
        Ordered pairs of live endpoints that are connected.
    diameter : Figure[int or None]
        Largest distance between connected endpoints.
    mean_distance : Figure[Fraction or float or None]
        Their mean distance.
    diameter_without_faults : int or None
        The diameter without faults, if the construction gives it.
    classes : tuple[LeftLinksAnswer, ...]
        The kinds of link.
    evidence : Evidence
        The evidence.
    expression : str or None
        The network, in canonical text.
    throughput : LeftThroughputAnswer or None
        The uniform throughput of the connected endpoints, before and after, where it was requested.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LeftAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    dead_endpoints: tuple[NodeId, ...]
    dead_switches: tuple[NodeId, ...]
    dead_links: tuple[tuple[NodeId, NodeId], ...]
    endpoints: int
    alive: int
    connected: int
    parts: dict[int, int]
    cut_off: tuple[NodeId, ...]
    switches: int
    pairs: int
    connected_pairs: int
    diameter: Figure[int | None]
    mean_distance: Figure[Fraction | float | None]
    diameter_without_faults: int | None
    classes: tuple[LeftLinksAnswer, ...]
    evidence: Evidence
    expression: str | None = None
    throughput: LeftThroughputAnswer | None = None


@dataclass(frozen=True, repr=False)
class FractionAnswer(Answer):
    """A fraction that was counted, with its interval.

    Attributes
    ----------
    hits : int
        The number.
    count : int
        The total.
    fraction : float or None
        The quotient; null if the total is zero.
    low : float
        Lower limit of the confidence interval.
    high : float
        Upper limit.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FractionAnswer, crossedge.answers.Answer)
    True
    """

    hits: int
    count: int
    fraction: float | None
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class DiameterAnswer(Answer):
    """Diameters of many trials.

    Attributes
    ----------
    mean : float or None
        The mean.
    max : int
        The largest.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.DiameterAnswer, crossedge.answers.Answer)
    True
    """

    mean: float | None
    max: int


@dataclass(frozen=True, repr=False)
class StretchAnswer(Answer):
    """Hops over distances.

    Attributes
    ----------
    mean : float or None
        All hops over all distances.
    worst_hops : int
        Hops of the packet with the largest stretch.
    worst_distance : int
        The distance between its source and destination.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.StretchAnswer, crossedge.answers.Answer)
    True
    """

    mean: float | None
    worst_hops: int
    worst_distance: int


@dataclass(frozen=True, repr=False)
class SurvivalPoint(Answer):
    """One point of the curve.

    Attributes
    ----------
    written : str
        The rate or count as it was written.
    dead_nodes : int
        Dead nodes in each trial.
    dead_links : int
        Dead links in each trial.
    trials : int
        Trials.
    connected : FractionAnswer
        Trials in which all live endpoints were connected; without switches every node is an endpoint.
    largest_part : float or None
        Fraction of live endpoints in the largest component.
    diameter : DiameterAnswer
        Diameter of the largest component, or a lower bound.
    connected_packets : FractionAnswer
        Packets whose source and destination were connected.
    delivered : FractionAnswer
        Those of them that arrived.
    stretch : StretchAnswer
        Stretch: hops over distance.
    joined : FractionAnswer or None
        Old name of `connected_packets`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SurvivalPoint, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('joined',)
    written: str
    dead_nodes: int
    dead_links: int
    trials: int
    connected: FractionAnswer
    largest_part: float | None
    diameter: DiameterAnswer
    connected_packets: FractionAnswer
    delivered: FractionAnswer
    stretch: StretchAnswer
    joined: FractionAnswer | None = None


@dataclass(frozen=True, repr=False)
class SurvivalAnswer(Answer):
    """Survival of random faults: independent of when, where or how often the campaign ran.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    provenance : dict[str, Any]
        Everything that a trial depends on besides its point and number: `campaign`, `version`, `expression`, `seed`, `generator`, `pairs`, `diameter`, `search`, `dying`, where endpoints or switches alone do, and `links`, the digest of all links, where a file is read.
    intervals : str
        Method of the confidence intervals.
    digest : str
        The digest of all results.
    points : tuple[SurvivalPoint, ...]
        The points of the curve.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SurvivalAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    provenance: dict[str, Any]
    intervals: str
    digest: str
    points: tuple[SurvivalPoint, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class Instance(Answer):
    """The result of one case of a check.

    Attributes
    ----------
    what : str
        The subject.
    paper_value : str
        The paper's value.
    our_value : str
        Ours.
    evidence : str
        How ours is known, with the counterexample where there is one.
    outcome : Literal['agrees'] or Literal['above'] or Literal['below'] or Literal['differs'] or Literal['open']
        How ours is to the paper's.
    outside_condition : bool
        Outside the condition that the claim needs.
    interpretation : str or None
        The interpretation of the text, where it has several.
    outside : bool or None
        Old name of `outside_condition`, for one version.
    reading : str or None
        Old name of `interpretation`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Instance, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('outside', 'reading',)
    what: str
    paper_value: str
    our_value: str
    evidence: str
    outcome: Literal['agrees'] | Literal['above'] | Literal['below'] | Literal['differs'] | Literal['open']
    outside_condition: bool
    interpretation: str | None
    outside: bool | None = None
    reading: str | None = None


@dataclass(frozen=True, repr=False)
class Judged(Answer):
    """The result of a claim.

    Attributes
    ----------
    id : str
        The name of the claim, unique over all papers.
    place : str
        The place: "Theorem 1", "Table 2".
    statement : str
        The claim, paraphrased.
    errata : tuple[str, ...]
        The numbers of the errata that it shows.
    verdict : Literal['holds'] or Literal['condition'] or Literal['bound'] or Literal['false'] or Literal['unclear'] or Literal['open']
        The verdict that follows from the cases.
    recorded_verdict : Literal['holds'] or Literal['condition'] or Literal['bound'] or Literal['false'] or Literal['unclear'] or Literal['open']
        The verdict on record.
    why : str
        Why: the condition, the right value, what is unclear.
    instances : tuple[Instance, ...]
        The results, case by case.
    says : str or None
        Old name of `statement`, for one version.
    on_record : Literal['holds'] or Literal['condition'] or Literal['bound'] or Literal['false'] or Literal['unclear'] or Literal['open'] or None
        Old name of `recorded_verdict`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Judged, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('says', 'on_record',)
    id: str
    place: str
    statement: str
    errata: tuple[str, ...]
    verdict: Literal['holds'] | Literal['condition'] | Literal['bound'] | Literal['false'] | Literal['unclear'] | Literal['open']
    recorded_verdict: Literal['holds'] | Literal['condition'] | Literal['bound'] | Literal['false'] | Literal['unclear'] | Literal['open']
    why: str
    instances: tuple[Instance, ...]
    says: str | None = None
    on_record: Literal['holds'] | Literal['condition'] | Literal['bound'] | Literal['false'] | Literal['unclear'] | Literal['open'] | None = None


@dataclass(frozen=True, repr=False)
class JudgedPaper(Answer):
    """A paper and its claims, verified.

    Attributes
    ----------
    name : str
        The short name.
    cite : str
        Authors, title, year.
    claims : tuple[Judged, ...]
        Its claims, in the order of the paper.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.JudgedPaper, crossedge.answers.Answer)
    True
    """

    name: str
    cite: str
    claims: tuple[Judged, ...]


@dataclass(frozen=True, repr=False)
class PapersAnswer(Answer):
    """The answer of `papers`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    papers : tuple[JudgedPaper, ...]
        The papers with selected claims.
    claim_count : int
        Number of claims.
    changed : int
        Number of verdicts that differ from the record.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PapersAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    papers: tuple[JudgedPaper, ...]
    claim_count: int
    changed: int
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class Machine(Answer):
    """The machine: virtual cut-through routers, one of them with one server at each node.

    Attributes
    ----------
    packet_flits : int
        Flits of a packet; a message of stochastic traffic is one packet.
    input_buffer_flits : int
        Flits that fit in the input buffers at the end of a link. Its virtual channels share them equally, so that routings with few and with many channels have the same memory.
    output_buffer_flits : int
        Flits that fit in the output buffers before a link, shared in the same way.
    link_cycles : int
        Cycles that a flit needs over a link.
    flit_bytes : int
        Bytes of a flit: the messages of a collective are cut into flits.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Machine, crossedge.answers.Answer)
    True
    """

    packet_flits: int
    input_buffer_flits: int
    output_buffer_flits: int
    link_cycles: int
    flit_bytes: int


@dataclass(frozen=True, repr=False)
class Physical(Answer):
    """The physical parameters of a machine. Whole numbers of small units, so that results are exact.

    Attributes
    ----------
    link_mbps : int
        Rate of a link in each direction, in Mbit/s.
    router_ps : int
        Delay of the pipeline of a router, in picoseconds.
    cable_ps_per_m : int
        Delay of a cable, in picoseconds per metre.
    cable_mm : int
        Length of cables, in millimetres, for all classes of links that have no length of their own.
    class_mm : dict[str, int] or None
        Length of the cables of some classes of links, in millimetres.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Physical, crossedge.answers.Answer)
    True
    """

    link_mbps: int
    router_ps: int
    cable_ps_per_m: int
    cable_mm: int
    class_mm: dict[str, int] | None = None


@dataclass(frozen=True, repr=False)
class Choice(Answer):
    """How packets choose by the queues. The defaults are those of docs/ADAPTIVE.md.

    Attributes
    ----------
    candidates : int
        Number of detours a source draws, and weighs against the shortest path.
    bias : int
        Bias towards the minimal path, in flits times hops.
    backlog_age : int
        How old, in cycles, what a source knows of the links between groups may be.
    escape_wait : int
        Cycles that a packet waits before it turns to the escape.
    transit_first : bool
        `true` if packets on their way go before those that are injected, where both ask for a channel.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Choice, crossedge.answers.Answer)
    True
    """

    candidates: int
    bias: int
    backlog_age: int
    escape_wait: int
    transit_first: bool


@dataclass(frozen=True, repr=False)
class Limits(Answer):
    """When to end.

    Attributes
    ----------
    cycles : int
        No more cycles than these, warm-up and measurement together.
    precision : float
        The half-width of the 95 % interval of the mean latency at which the measurement ends, as a part of the mean. With 0 all cycles are run, those of a saturated network, too.
    deadlock_cycles : int
        A deadlock is called when no flit moves for this many cycles while messages are under way.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Limits, crossedge.answers.Answer)
    True
    """

    cycles: int
    precision: float
    deadlock_cycles: int


@dataclass(frozen=True, repr=False)
class Settings(Answer):
    """All settings of a simulation. [`Settings::canonical_text`] names it in a campaign.

    Attributes
    ----------
    expression : str
        The network, e.g. `rdn(torus(5,5), 1)`.
    routing : str
        The routing: `minimal`, `order`, `dimension`, `updown`, `valiant`, `valiant over order`, ….
    vcs : int or None
        Virtual channels per link [default: as the routing needs]. With fewer, its last ones are merged.
    traffic : str
        The traffic pattern: `uniform`, `shift by 3`, `collective broadcast eager`, ….
    load : float
        Flits per cycle that each sending node offers, above 0 and at most 1. A traffic that ends of itself has no load.
    seed : int
        The seed of the engine's generator.
    machine : Machine
        The machine.
    limits : Limits
        When to end.
    unjudged : bool
        Simulate the routing even when the verifier has refuted it, or has no verdict.
    physical : Physical or None
        Physical time: rate, routers and cables, in place of the cycles of a link.
    choice : Choice or None
        How packets choose, with a routing that leaves them a choice.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Settings, crossedge.answers.Answer)
    True
    """

    expression: str
    routing: str
    vcs: int | None
    traffic: str
    load: float
    seed: int
    machine: Machine
    limits: Limits
    unjudged: bool
    physical: Physical | None = None
    choice: Choice | None = None


@dataclass(frozen=True, repr=False)
class SimulateBoundsAnswer(Answer):
    """Exact bounds in flits per cycle and sending node.

    Attributes
    ----------
    routing : Fraction or float or None
        Bound for this routing: the inverse of its maximum link load.
    cut : Fraction or float or None
        Bound for any routing: in closed form, or by the best known cut.
    server : Fraction or float
        The cost of a server.
    mean_hops : Fraction or float or None
        Mean hops of a packet.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SimulateBoundsAnswer, crossedge.answers.Answer)
    True
    """

    routing: Fraction | float | None
    cut: Fraction | float | None
    server: Fraction | float
    mean_hops: Fraction | float | None


@dataclass(frozen=True, repr=False)
class StoppedAnswer(Answer):
    """A run that deadlocked.

    Attributes
    ----------
    load : float
        Its load.
    seed : int
        Its seed.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.StoppedAnswer, crossedge.answers.Answer)
    True
    """

    load: float
    seed: int


@dataclass(frozen=True, repr=False)
class SaturationAnswer(Answer):
    """The loads around saturation.

    Attributes
    ----------
    carried : float
        The highest load carried with every seed.
    carried_confidence : float or None
        The confidence that it is carried, of the least confident seed, over all cycles of the limits.
    not_carried : float or None
        The lowest load not carried; null if every load is carried.
    not_carried_confidence : float or None
        The confidence that it is not carried.
    undecided : tuple[float, ...]
        Loads between both on which the cycles did not suffice for a verdict.
    deadlock : StoppedAnswer or None
        The lowest load at which the network deadlocked; null if it never did.
    runs : int
        Number of runs that were made.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SaturationAnswer, crossedge.answers.Answer)
    True
    """

    carried: float
    carried_confidence: float | None
    not_carried: float | None
    not_carried_confidence: float | None
    undecided: tuple[float, ...]
    deadlock: StoppedAnswer | None
    runs: int


@dataclass(frozen=True, repr=False)
class LinkDelayAnswer(Answer):
    """The delay of a class of links: one flit, the pipeline of a router or one half of it on links to hosts, and the cable.

    Attributes
    ----------
    link_class : str
        The class of links.
    to_hosts : bool
        `true` if these are links to hosts.
    cycles : int
        The delay in whole cycles; a credit takes as long.
    delay_ns : float
        The same in ns.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LinkDelayAnswer, crossedge.answers.Answer)
    True
    """

    link_class: str
    to_hosts: bool
    cycles: int
    delay_ns: float


@dataclass(frozen=True, repr=False)
class PhysicalAnswer(Answer):
    """A machine in physical time.

    Attributes
    ----------
    link_gbps : float
        Rate of a link in each direction, in Gbit/s; a server sends and takes no more.
    cycle_ns : Fraction or float
        Length of a cycle in ns: the time of a flit on a link.
    links : tuple[LinkDelayAnswer, ...]
        The delays, for each class of links.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PhysicalAnswer, crossedge.answers.Answer)
    True
    """

    link_gbps: float
    cycle_ns: Fraction | float
    links: tuple[LinkDelayAnswer, ...]


@dataclass(frozen=True, repr=False)
class LoadVerdict(Answer):
    """The verdict on a load, with its confidence.

    Attributes
    ----------
    carried : Literal['carried'] or Literal['not-carried'] or Literal['undecided']
        The verdict.
    confidence : float or None
        The confidence of the test that decided: that the backlog grows, or that it grows by less than 1 % of the offered traffic; null if undecided.
    growth : float
        Growth of the backlog, as a share of the offered traffic.
    growth_half_width : float
        Half-width of the 99 % confidence interval of the growth.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.LoadVerdict, crossedge.answers.Answer)
    True
    """

    carried: Literal['carried'] | Literal['not-carried'] | Literal['undecided']
    confidence: float | None
    growth: float
    growth_half_width: float


@dataclass(frozen=True, repr=False)
class PhysicalPoint(Answer):
    """The metrics at one load in physical time.

    Attributes
    ----------
    offered_gbps : float or None
        The offered load of each sending node, in Gbit/s; null for finite traffic.
    accepted_gbps : float
        The accepted load of each sending node, in Gbit/s.
    mean_latency_ns : float or None
        The mean latency in ns; null if nothing arrived.
    p50_ns : float or None
        The latency that half of the messages have at most, in ns.
    p99_ns : float or None
        The latency that 99 % have at most, in ns.
    completion_ns : float or None
        The time at which finite traffic was complete, in ns.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PhysicalPoint, crossedge.answers.Answer)
    True
    """

    offered_gbps: float | None
    accepted_gbps: float
    mean_latency_ns: float | None
    p50_ns: float | None
    p99_ns: float | None
    completion_ns: float | None


@dataclass(frozen=True, repr=False)
class Latency(Answer):
    """Latency from the cycle in which a node wants to send to the cycle in which the last flit has arrived.

    Attributes
    ----------
    mean_latency_cycles : float
        The mean.
    half_width_cycles : float or None
        Half of the 95 % interval of the mean, from batches of this one run.
    least : int
        The least.
    p50 : int
        Half of the messages have at most this.
    p90 : int
        90 % have at most this.
    p99 : int
        99 % have at most this.
    most : int
        The most.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Latency, crossedge.answers.Answer)
    True
    """

    mean_latency_cycles: float
    half_width_cycles: float | None
    least: int
    p50: int
    p90: int
    p99: int
    most: int


@dataclass(frozen=True, repr=False)
class ClassUse(Answer):
    """How busy the links of a kind were.

    Attributes
    ----------
    link_class : str
        The kind of link.
    links : int
        Number of links, counted per direction.
    mean_utilisation : float
        Flits per cycle over a link, the mean of all.
    highest_utilisation : float
        Flits per cycle over the busiest.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.ClassUse, crossedge.answers.Answer)
    True
    """

    link_class: str
    links: int
    mean_utilisation: float
    highest_utilisation: float


@dataclass(frozen=True, repr=False)
class Stuck(Answer):
    """A stop in which nothing moves.

    Attributes
    ----------
    since_cycle : int
        The cycle of the last arrival.
    messages : int
        Messages under way.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Stuck, crossedge.answers.Answer)
    True
    """

    since_cycle: int
    messages: int


@dataclass(frozen=True, repr=False)
class Outcome(Answer):
    """The results of a simulation.

    Attributes
    ----------
    ending : Literal['steady'] or Literal['saturated'] or Literal['out-of-cycles'] or Literal['finished'] or Literal['deadlock']
        The outcome.
    judged : Literal['proved'] or Literal['refuted'] or Literal['unjudged']
        The verdict on the routing.
    routing : str
        The routing, with the base that the network gave it.
    vcs : int
        Virtual channels of a link.
    nodes : int
        The nodes.
    senders : int
        Number of endpoints that send.
    warmup_cycles : int
        Cycles before the measurement.
    measured_cycles : int
        Cycles of the measurement.
    offered_load : float or None
        Flits per cycle that each sending node was to offer; none for a traffic that ends.
    drawn_load : float
        Flits per cycle that it did offer: what was drawn.
    accepted_load : float
        Flits per cycle that arrived, for each sending node.
    messages : int
        Messages that arrived in the measurement.
    latency : Latency or None
        Their latency; `None` if none arrived.
    mean_hops : float or None
        Links that a packet took, on average; `None` if none arrived.
    classes : tuple[ClassUse, ...]
        Kinds of link.
    load_verdict : LoadVerdict or None
        Whether the load is carried; none for a traffic that ends, and after a deadlock.
    completion_cycles : int or None
        The cycle in which the last message arrived, for a traffic that ends.
    deadlock : Stuck or None
        The deadlock, if any.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.Outcome, crossedge.answers.Answer)
    True
    """

    ending: Literal['steady'] | Literal['saturated'] | Literal['out-of-cycles'] | Literal['finished'] | Literal['deadlock']
    judged: Literal['proved'] | Literal['refuted'] | Literal['unjudged']
    routing: str
    vcs: int
    nodes: int
    senders: int
    warmup_cycles: int
    measured_cycles: int
    offered_load: float | None
    drawn_load: float
    accepted_load: float
    messages: int
    latency: Latency | None
    mean_hops: float | None
    classes: tuple[ClassUse, ...]
    load_verdict: LoadVerdict | None
    completion_cycles: int | None
    deadlock: Stuck | None


@dataclass(frozen=True, repr=False)
class PointAnswer(Answer):
    """The metrics at one load. Half-widths are of 95 % confidence intervals.

    Attributes
    ----------
    offered_load : float or None
        The offered load; null for finite traffic such as a collective.
    accepted_load : float
        The accepted load.
    accepted_load_half_width : float or None
        Half-width of its confidence interval, over seeds.
    mean_latency_cycles : float or None
        The mean latency, in cycles; null if nothing arrived.
    mean_latency_half_width : float or None
        Half-width of its confidence interval.
    mean_hops : float or None
        Mean hops of a packet.
    mean_hops_half_width : float or None
        Half-width of its confidence interval.
    load_verdict : LoadVerdict or None
        Whether the load is carried, over all seeds; null for finite traffic and after a deadlock.
    physical : PhysicalPoint or None
        The same in physical time; null unless it was requested.
    outcome : Literal['steady'] or Literal['saturated'] or Literal['out-of-cycles'] or Literal['finished'] or Literal['deadlock']
        The outcome of the runs: the worst of them.
    runs : tuple[Outcome, ...]
        The results per seed.
    ending : Literal['steady'] or Literal['saturated'] or Literal['out-of-cycles'] or Literal['finished'] or Literal['deadlock'] or None
        Old name of `outcome`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.PointAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('ending',)
    offered_load: float | None
    accepted_load: float
    accepted_load_half_width: float | None
    mean_latency_cycles: float | None
    mean_latency_half_width: float | None
    mean_hops: float | None
    mean_hops_half_width: float | None
    load_verdict: LoadVerdict | None
    physical: PhysicalPoint | None
    outcome: Literal['steady'] | Literal['saturated'] | Literal['out-of-cycles'] | Literal['finished'] | Literal['deadlock']
    runs: tuple[Outcome, ...]
    ending: Literal['steady'] | Literal['saturated'] | Literal['out-of-cycles'] | Literal['finished'] | Literal['deadlock'] | None = None


@dataclass(frozen=True, repr=False)
class SimulatedAnswer(Answer):
    """One network under one traffic.

    Attributes
    ----------
    expression : str
        The network, in canonical text.
    settings : Settings
        All settings that a run depends on.
    routing : str
        The routing on this network.
    vcs : int
        Virtual channels of a link.
    verdict : Literal['proved'] or Literal['refuted'] or Literal['unjudged']
        The verdict on the routing with these channels.
    assumptions : str or None
        The congestion information that the routing uses; null for oblivious routings.
    bounds : SimulateBoundsAnswer or None
        Upper bounds on the load; null for a collective.
    saturation : SaturationAnswer or None
        The saturation load; null unless a curve was requested.
    physical : PhysicalAnswer or None
        The length of a cycle and the delays of links; null unless physical time was requested.
    points : tuple[PointAnswer, ...]
        The metrics at each load.
    judged : Literal['proved'] or Literal['refuted'] or Literal['unjudged'] or None
        Old name of `verdict`, for one version.
    assumes : str or None
        Old name of `assumptions`, for one version.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SimulatedAnswer, crossedge.answers.Answer)
    True
    """

    _old: ClassVar[tuple[str, ...]] = ('judged', 'assumes',)
    expression: str
    settings: Settings
    routing: str
    vcs: int
    verdict: Literal['proved'] | Literal['refuted'] | Literal['unjudged']
    assumptions: str | None
    bounds: SimulateBoundsAnswer | None
    saturation: SaturationAnswer | None
    physical: PhysicalAnswer | None
    points: tuple[PointAnswer, ...]
    judged: Literal['proved'] | Literal['refuted'] | Literal['unjudged'] | None = None
    assumes: str | None = None


@dataclass(frozen=True, repr=False)
class SimulateAnswer(Answer):
    """The answer of `simulate`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    engine : str
        The engine, and its version.
    generator : str
        Its random number generator.
    first_seed : int
        The first seed.
    seeds : int
        Number of seeds; intervals are taken over them.
    results : tuple[SimulatedAnswer, ...]
        The results, for each network and traffic.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SimulateAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    engine: str
    generator: str
    first_seed: int
    seeds: int
    results: tuple[SimulatedAnswer, ...]
    expression: str | None = None


@dataclass(frozen=True, repr=False)
class FlowAnswer(Answer):
    """One network under one traffic, at the level of flows.

    Attributes
    ----------
    expression : str
        The network, in canonical text.
    settings : Settings
        All settings that the run depends on; a load, a seed and buffers are none.
    routing : str
        The routing on this network.
    verdict : Literal['proved'] or Literal['refuted'] or Literal['unjudged']
        The verdict on the routing.
    messages : int
        Messages.
    flits : int
        Their flits.
    links : int
        Links in use, counted per direction, with those of servers.
    bound_cycles : int
        Cycles that no sharing of the links can do without.
    bound_evidence : Evidence
        Evidence of the lower bound.
    completion_cycles : float
        Cycles until the last message had arrived, by the engine.
    completion_ns : float or None
        The same in ns; null unless physical time was requested.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.FlowAnswer, crossedge.answers.Answer)
    True
    """

    expression: str
    settings: Settings
    routing: str
    verdict: Literal['proved'] | Literal['refuted'] | Literal['unjudged']
    messages: int
    flits: int
    links: int
    bound_cycles: int
    bound_evidence: Evidence
    completion_cycles: float
    completion_ns: float | None


@dataclass(frozen=True, repr=False)
class SimulateFlowsAnswer(Answer):
    """The answer of `simulate-flows`.

    Attributes
    ----------
    schema_version : int
        The version of these keys.
    crossedge_version : str
        The version of the library.
    command : str
        The verb.
    engine : str
        The engine, and its version.
    model : str
        What it models.
    results : tuple[FlowAnswer, ...]
        The results, for each network and traffic.
    expression : str or None
        The network, in canonical text.

    Examples
    --------
    >>> import crossedge
    >>> issubclass(crossedge.answers.SimulateFlowsAnswer, crossedge.answers.Answer)
    True
    """

    schema_version: int
    crossedge_version: str
    command: str
    engine: str
    model: str
    results: tuple[FlowAnswer, ...]
    expression: str | None = None
