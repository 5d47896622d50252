//! A layout for files: the list of cables for the crew, and the floor plan.

use super::answer::LayoutAnswer;
use crate::error::Error;
use crate::layout::{Cable, Layout, length_class};
use crate::net::Node;
use crate::render;
use crate::topology::Topology;
use std::fmt::Write;

/// A layout with its cables.
#[derive(Debug, Clone)]
pub struct PlannedLayout {
    /// The report on it.
    pub answer: LayoutAnswer,
    /// The place of every node.
    pub layout: Layout,
    /// Every cable.
    pub cables: Vec<Cable>,
}

impl PlannedLayout {
    /// The point-to-point list: one line a link, with rack, unit and port of both ends, as a spreadsheet and `check-wiring` read it. Racks and units are
    /// counted from 1; as many cables as its width lie side by side.
    pub fn cable_list(&self, on: &Topology) -> Result<String, Error> {
        let net = on.network()?.as_ref();
        let names = net.link_classes();
        let mut out = String::from(
            "Cable,A-Rack,A-Unit,A-Node,A-Name,A-Port,Z-Rack,Z-Unit,Z-Node,Z-Name,Z-Port,Class,Width,Length-mm,Made-in-mm,Medium\n",
        );
        for (number, cable) in (1u64..).zip(&self.cables) {
            let class = names.get(cable.class).map_or("", String::as_str);
            let medium = if cable.length > self.answer.copper_reach.0 { "optical" } else { "copper" };
            // Writing to a string cannot fail.
            let _ = write!(out, "{number}");
            for end in [0, 1] {
                let (place, node, port) = (cable.places[end], cable.nodes[end], cable.ports[end]);
                let address = csv_quoted(&net.address(Node(node)).to_string());
                let _ = write!(out, ",{},{},{node},{address},{port}", place.rack + 1, place.unit + 1);
            }
            let made = length_class(cable.length);
            let _ = writeln!(out, ",{},{},{},{made},{medium}", csv_quoted(class), cable.width, cable.length);
        }
        Ok(out)
    }

    /// The floor plan as a picture.
    pub fn floor_plan(&self, on: &Topology) -> String {
        render::floor_plan(&self.layout, &self.cables, &on.to_string())
    }
}

/// A cell of CSV.
fn csv_quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
