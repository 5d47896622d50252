//! The names of the figures.

/// One figure that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// How many nodes.
    Nodes,
    /// How many links.
    Links,
    /// Degrees.
    Degree,
    /// The largest distance.
    Diameter,
    /// The mean distance between two different nodes.
    MeanDistance,
    /// How many pairs at each distance.
    Histogram,
    /// The fewest links between two halves.
    Bisection,
    /// Whether all nodes are alike.
    NodeSymmetry,
    /// Whether all links are alike.
    EdgeSymmetry,
    /// How many nodes must fail before the rest falls apart.
    Connectivity,
    /// How many links must fail before the rest falls apart.
    EdgeConnectivity,
    /// What uniform traffic can have, whatever the routing.
    Throughput,
    /// The least distance from some node to all others.
    Radius,
    /// The length of the shortest cycle.
    Girth,
    /// The second eigenvalue of the Laplacian.
    SpectralGap,
    /// How many shortest ways there are between two endpoints, on average.
    PathDiversity,
    /// Degree and diameter over the logarithm of the size.
    CostRatio,
    /// What the degree allows at best.
    MooreBound,
    /// How many nodes send and receive.
    Endpoints,
    /// How many nodes only pass on.
    Switches,
    /// The most ports of a switch.
    Radix,
    /// How many cables.
    Cables,
    /// Ports of switches, over the endpoints.
    PortsPerEndpoint,
    /// Cables, over the endpoints.
    CablesPerEndpoint,
    /// Links down over links up, by level of switches.
    Oversubscription,
    /// The bisection, over the endpoints.
    BisectionPerEndpoint,
}

impl Metric {
    /// What is told of machines, in the order in which it is shown. Every network has these, but few ask for them without switches.
    pub const OF_MACHINES: [Metric; 8] = [
        Metric::Endpoints,
        Metric::Switches,
        Metric::Radix,
        Metric::Cables,
        Metric::PortsPerEndpoint,
        Metric::CablesPerEndpoint,
        Metric::Oversubscription,
        Metric::BisectionPerEndpoint,
    ];

    /// What is told when it is asked for by name.
    pub const MORE: [Metric; 4] = [Metric::Radius, Metric::Girth, Metric::SpectralGap, Metric::PathDiversity];

    /// All others, in the order in which they are shown.
    pub const ALL: [Metric; 14] = [
        Metric::Nodes,
        Metric::Links,
        Metric::Degree,
        Metric::Diameter,
        Metric::MeanDistance,
        Metric::Histogram,
        Metric::Bisection,
        Metric::Throughput,
        Metric::NodeSymmetry,
        Metric::EdgeSymmetry,
        Metric::Connectivity,
        Metric::EdgeConnectivity,
        Metric::CostRatio,
        Metric::MooreBound,
    ];

    /// The name in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Nodes => "nodes",
            Metric::Links => "links",
            Metric::Degree => "degree",
            Metric::Diameter => "diameter",
            Metric::MeanDistance => "mean_distance",
            Metric::Histogram => "histogram",
            Metric::Bisection => "bisection",
            Metric::NodeSymmetry => "vertex_transitivity",
            Metric::EdgeSymmetry => "edge_transitivity",
            Metric::Connectivity => "connectivity",
            Metric::EdgeConnectivity => "edge_connectivity",
            Metric::Throughput => "throughput",
            Metric::Radius => "radius",
            Metric::Girth => "girth",
            Metric::SpectralGap => "spectral_gap",
            Metric::PathDiversity => "path_diversity",
            Metric::CostRatio => "cost_ratio",
            Metric::MooreBound => "moore_bound",
            Metric::Endpoints => "endpoints",
            Metric::Switches => "switches",
            Metric::Radix => "radix",
            Metric::Cables => "cables",
            Metric::PortsPerEndpoint => "ports_per_endpoint",
            Metric::CablesPerEndpoint => "cables_per_endpoint",
            Metric::Oversubscription => "oversubscription",
            Metric::BisectionPerEndpoint => "bisection_per_endpoint",
        }
    }

    /// All there are.
    pub fn every() -> impl Iterator<Item = Metric> + Clone {
        Metric::ALL.into_iter().chain(Metric::MORE).chain(Metric::OF_MACHINES)
    }
}

impl Metric {
    /// The names of its columns where networks stand side by side; among machines the Moore bound stands beside what it bounds.
    pub fn titles(self, machines: bool) -> &'static [&'static str] {
        match self {
            Metric::Diameter if machines => &["diameter ≥ Moore"],
            Metric::MeanDistance if machines => &["mean ≥ Moore"],
            Metric::MooreBound if machines => &[],
            Metric::Nodes => &["nodes"],
            Metric::Links => &["links"],
            Metric::Degree => &["degree"],
            Metric::Diameter => &["diameter"],
            Metric::MeanDistance => &["mean distance"],
            // A list is a table of its own.
            Metric::Histogram => &[],
            Metric::Bisection => &["bisection"],
            Metric::NodeSymmetry => &["vertex-transitive"],
            Metric::EdgeSymmetry => &["edge-transitive"],
            Metric::Connectivity => &["connectivity"],
            Metric::EdgeConnectivity => &["edge connectivity"],
            Metric::Throughput => &["throughput"],
            Metric::Radius => &["radius"],
            Metric::Girth => &["girth"],
            Metric::SpectralGap => &["spectral gap"],
            Metric::PathDiversity => &["path diversity"],
            Metric::CostRatio => &["cost ratio"],
            Metric::MooreBound => &["Moore diameter", "Moore mean", "Moore cost ratio"],
            Metric::Endpoints => &["endpoints"],
            Metric::Switches => &["switches"],
            Metric::Radix => &["radix"],
            Metric::Cables => &["cables"],
            Metric::PortsPerEndpoint => &["ports each"],
            Metric::CablesPerEndpoint => &["cables each"],
            Metric::Oversubscription => &["taper"],
            Metric::BisectionPerEndpoint => &["bisection each"],
        }
    }

    /// Whether it is said how it is known: others are counted, or follow from those.
    pub fn explained(self) -> bool {
        matches!(
            self,
            Metric::Diameter
                | Metric::MeanDistance
                | Metric::Bisection
                | Metric::NodeSymmetry
                | Metric::EdgeSymmetry
                | Metric::Connectivity
                | Metric::EdgeConnectivity
                | Metric::Throughput
                | Metric::Radius
                | Metric::Girth
                | Metric::SpectralGap
                | Metric::PathDiversity
        )
    }
}
