//! Faults of a fabric as text: nodes by their names in file and plan, cables, and the repair.

use crate::wiring::{CableEnd, WiringFault};
use std::fmt;

/// A fault.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WiringFaultAnswer {
    /// The kind: `names`, `missing`, `extra`, `wrong port`, `wrong node` or `swapped`.
    pub kind: &'static str,
    /// A cycle of wrong labels: each node is really the next one.
    pub labels: Vec<String>,
    /// The cables in the file.
    pub as_built: Vec<CableAnswer>,
    /// The cables expected instead.
    pub planned: Vec<CableAnswer>,
    /// Advice.
    pub repair: String,
}

/// A cable.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CableAnswer {
    /// One node.
    pub a_node: String,
    /// Its location, e.g. `rack 3 unit 17`; absent if no file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_place: Option<String>,
    /// Its port, as the file counts.
    pub a_port: u32,
    /// The other node.
    pub z_node: String,
    /// Its location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z_place: Option<String>,
    /// Its port.
    pub z_port: u32,
}

impl fmt::Display for CableAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CableAnswer { a_node, a_place, a_port, z_node, z_place, z_port } = self;
        let [a, z] =
            [(a_node, a_place), (z_node, z_place)].map(|(node, place)| placed(node, place.as_deref()));
        write!(f, "{a} port {a_port} – {z} port {z_port}")
    }
}

/// A node and where it is.
fn placed(node: &str, place: Option<&str>) -> String {
    match place {
        Some(place) => format!("{node} in {place}"),
        None => node.to_owned(),
    }
}

/// Names of nodes in the answer, by the file and by the plan, and their locations.
pub(super) struct NodeNames<'a> {
    /// Names in the file.
    pub as_built: Vec<Option<&'a str>>,
    /// Names in the plan.
    pub planned: &'a [String],
    /// Locations.
    pub places: Vec<Option<String>>,
}

impl NodeNames<'_> {
    fn place(&self, v: u32) -> Option<String> {
        self.places.get(v as usize).cloned().flatten()
    }

    fn node(&self, v: u32) -> String {
        let planned = self.planned.get(v as usize);
        match (self.as_built.get(v as usize).copied().flatten(), planned) {
            (Some(name), Some(planned)) if name != planned => format!("{name} (planned as {planned})"),
            (Some(name), _) => name.to_owned(),
            (None, Some(planned)) => planned.clone(),
            (None, None) => format!("node {v}"),
        }
    }

    fn cable(&self, [a, z]: [CableEnd; 2]) -> CableAnswer {
        CableAnswer {
            a_node: self.node(a.0),
            a_place: self.place(a.0),
            a_port: a.1,
            z_node: self.node(z.0),
            z_place: self.place(z.0),
            z_port: z.1,
        }
    }

    /// The text of a fault, with its repair.
    pub fn fault(&self, fault: &WiringFault) -> WiringFaultAnswer {
        let end =
            |(v, port): CableEnd| format!("{} port {port}", placed(&self.node(v), self.place(v).as_deref()));
        let (mut labels, mut as_built, mut planned) = (Vec::new(), Vec::new(), Vec::new());
        let (kind, repair) = match *fault {
            WiringFault::Names { called: ref nodes } => {
                labels = nodes.iter().map(|&v| self.node(v)).collect();
                let repairs: Vec<String> = (0..labels.len())
                    .map(|i| format!("{} is really {}", labels[i], labels[(i + 1) % labels.len()]))
                    .collect();
                ("names", format!("exchange the labels: {}", repairs.join(", ")))
            }
            WiringFault::Missing { ends } => {
                planned.push(ends);
                ("missing", format!("put in a cable from {} to {}", end(ends[0]), end(ends[1])))
            }
            WiringFault::Extra { ends } => {
                as_built.push(ends);
                ("extra", format!("take out the cable from {} to {}", end(ends[0]), end(ends[1])))
            }
            WiringFault::Moved { stays, from, to } => {
                as_built.push([stays, from]);
                planned.push([stays, to]);
                let kind = if from.0 == to.0 { "wrong port" } else { "wrong node" };
                let repair = format!(
                    "of the cable from {} move the other end from {} to {}",
                    end(stays),
                    end(from),
                    end(to)
                );
                (kind, repair)
            }
            WiringFault::Swapped { right: [a, b], others: [x, y] } => {
                as_built.extend([[a, x], [y, b]]);
                planned.extend([[a, b], [y, x]]);
                ("swapped", format!("exchange the cable ends at {} and {}", end(x), end(b)))
            }
        };
        let cables = |cables: Vec<[CableEnd; 2]>| cables.into_iter().map(|ends| self.cable(ends)).collect();
        WiringFaultAnswer { kind, labels, as_built: cables(as_built), planned: cables(planned), repair }
    }
}

/// Faults in the labels of nodes, one for every cycle of the permutation `is`, which maps each node to what it really is.
pub(super) fn exchanged_labels(is: &[u32]) -> Vec<WiringFault> {
    let mut seen = vec![false; is.len()];
    let mut out = Vec::new();
    for start in 0..is.len() {
        let (mut called, mut at) = (Vec::new(), start);
        while !std::mem::replace(&mut seen[at], true) {
            called.push(at as u32);
            at = is[at] as usize;
        }
        if called.len() > 1 {
            out.push(WiringFault::Names { called });
        }
    }
    out
}
