//! Witnesses of transitivity: automorphisms whose products take every node, or every link, to every other one.

/// Format tag of [`Automorphisms`].
pub const SYMMETRY_FORM: &str = "crossedge automorphisms certificate 1";

/// The objects that the automorphisms permute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TransitiveOn {
    /// Nodes.
    Vertices,
    /// Links, without direction.
    Edges,
}

/// A proof that a network is vertex- or edge-transitive.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Automorphisms {
    /// The form: [`SYMMETRY_FORM`].
    pub form: String,
    /// The network.
    pub expression: String,
    /// The objects of one orbit.
    pub transitive_on: TransitiveOn,
    /// Automorphisms that generate the group: for each the images of all nodes, in order.
    pub maps: Vec<Vec<u32>>,
}
