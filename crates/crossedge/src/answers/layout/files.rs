//! A layout for files: the list of cables for the crew, and the floor plan.

use super::answer::LayoutAnswer;
use crate::error::Error;
use crate::layout::{Cable, Layout, length_class};
use crate::net::Node;
use crate::render;
use crate::topology::Topology;
use std::fmt::Write;

/// A layout with all that belongs to it.
#[derive(Debug, Clone)]
pub struct PlannedLayout {
    /// What is told of it.
    pub answer: LayoutAnswer,
    /// Where every node stands.
    pub layout: Layout,
    /// Every cable.
    pub cables: Vec<Cable>,
}

impl PlannedLayout {
    /// The list of cables: one line each, with both ends, as a spreadsheet reads it. Racks and units are counted from 1.
    pub fn cable_list(&self, on: &Topology) -> Result<String, Error> {
        let net = on.network()?.as_ref();
        let names = net.link_classes();
        let mut out = String::from(
            "cable,class,from_rack,from_unit,from_port,from_node,from_address,to_rack,to_unit,to_port,to_node,to_address,length_mm,made_in_mm,medium\n",
        );
        let mut number = 0u64;
        for cable in &self.cables {
            for _ in 0..cable.width {
                number += 1;
                let class = names.get(cable.class).map_or("", String::as_str);
                let medium = if cable.length > self.answer.copper_reach.0 { "optical" } else { "copper" };
                // Writing to a string cannot fail.
                let _ = write!(out, "{number},{}", quoted(class));
                for end in [0, 1] {
                    let (place, node) = (cable.places[end], cable.nodes[end]);
                    let address = quoted(&net.address(Node(node)).to_string());
                    let _ = write!(
                        out,
                        ",{},{},{},{node},{address}",
                        place.rack + 1,
                        place.unit + 1,
                        cable.ports[end]
                    );
                }
                let _ = writeln!(out, ",{},{},{medium}", cable.length, length_class(cable.length));
            }
        }
        Ok(out)
    }

    /// The floor plan as a picture.
    pub fn floor_plan(&self, on: &Topology) -> String {
        render::floor_plan(&self.layout, &self.cables, &on.to_string())
    }
}

/// A cell of CSV.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
