//! From cables to links: parallel cables are one link, whose capacity is the sum of their rates in units of an endpoint port.

use super::fabric::{Defect, Fabric, FabricCable, Lid};
use super::machine::Bundle;
use num_integer::Integer;
use std::collections::BTreeMap;

/// Rates of one InfiniBand lane, in units of 10 Mbit/s.
const LANE_RATES: [(&str, u64); 9] = [
    ("SDR", 200),
    ("DDR", 400),
    ("QDR", 800),
    ("FDR10", 1_000),
    ("FDR", 1_364),
    ("EDR", 2_500),
    ("HDR", 5_000),
    ("NDR", 10_000),
    ("XDR", 20_000),
];

/// A rate such as `4xNDR` or `400 Gbit/s`, in units of 10 Mbit/s; `None` if it is not known. If the two ends of a cable report different rates, the slower one counts.
pub fn rate_value(text: &str) -> Option<u64> {
    let one = |text: &str| {
        if let Some(number) = text.strip_suffix("Gbit/s").or_else(|| text.strip_suffix("Gbps")) {
            return hundredths(number.trim());
        }
        let (lanes, speed) = text.split_once('x')?;
        let lane = LANE_RATES.iter().find(|(name, _)| *name == speed)?.1;
        // No port has more than 12 lanes.
        let lanes = lanes.parse::<u64>().ok().filter(|lanes| (1..=12).contains(lanes))?;
        Some(lanes * lane)
    };
    text.split(" and ").map(one).collect::<Option<Vec<u64>>>()?.into_iter().min()
}

/// A decimal number with at most two digits after the point, in hundredths; not zero.
fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || !part.bytes().chain(whole.bytes()).all(|c| c.is_ascii_digit()) {
        return None;
    }
    let whole: u64 = whole.parse().ok().filter(|&whole| whole <= 1_000_000)?;
    let part: u64 = format!("{part:0<2}").parse().ok()?;
    Some(whole * 100 + part).filter(|&value| value > 0)
}

/// A fabric as a graph: endpoints first, parallel cables as one link.
pub(super) struct Grouped {
    /// Names by id.
    pub names: Vec<String>,
    /// Number of endpoints, where the file tells them from switches.
    pub endpoints: Option<u64>,
    /// Every link once, the smaller id first, with its cables.
    pub links: BTreeMap<(u64, u64), Bundle>,
    /// The width of an endpoint port.
    pub unit: u64,
    /// Notes for the user.
    pub notes: Vec<String>,
}

impl Fabric {
    /// The same fabric without its aggregation nodes and their cables, which a note counts.
    pub fn without_aggregation(mut self) -> Fabric {
        let gone = self.nodes.iter().filter(|node| node.aggregation).count();
        if gone == 0 {
            return self;
        }
        let mut new_id = vec![None; self.nodes.len()];
        let kept = (0..self.nodes.len()).filter(|&v| !self.nodes[v].aggregation);
        kept.zip(0u32..).for_each(|(v, id)| new_id[v] = Some(id));
        self.nodes.retain(|node| !node.aggregation);
        let mut new_cable = Vec::with_capacity(self.cables.len());
        let mut kept = 0u32;
        self.cables.retain_mut(|cable| {
            let ends = cable.ends.map(|(v, port)| Some((new_id[v as usize]?, port)));
            let [Some(a), Some(b)] = ends else {
                new_cable.push(None);
                return false;
            };
            new_cable.push(Some(kept));
            kept += 1;
            cable.ends = [a, b];
            true
        });
        let moved = |node: u32| new_id[node as usize];
        let defect = |defect: Defect| match defect {
            Defect::CutOff { .. } => Some(defect),
            Defect::OneEnd(cable) => Some(Defect::OneEnd(new_cable[cable as usize]?)),
            Defect::NoRecord(node) => Some(Defect::NoRecord(moved(node)?)),
            Defect::SameName { name, nodes } => {
                let nodes: Vec<u32> = nodes.into_iter().filter_map(moved).collect();
                (nodes.len() > 1).then_some(Defect::SameName { name, nodes })
            }
        };
        self.defects = self.defects.into_iter().filter_map(defect).collect();
        self.lids =
            (self.lids.into_iter()).filter_map(|lid| Some(Lid { node: moved(lid.node)?, ..lid })).collect();
        let labels = self.labels.into_iter();
        self.labels =
            labels.filter_map(|((node, port), label)| Some(((moved(node)?, port), label))).collect();
        self.notes.push(match gone {
            1 => "1 aggregation node is left out: it is not an endpoint".to_owned(),
            gone => format!("{gone} aggregation nodes are left out: they are not endpoints"),
        });
        self
    }

    /// Number of cables of each rate, the most frequent first.
    fn rate_counts(&self, cables: impl Iterator<Item = FabricCable>) -> Vec<(u32, u64)> {
        let mut counts = BTreeMap::<u32, u64>::new();
        cables.filter_map(|cable| cable.rate).for_each(|rate| *counts.entry(rate).or_default() += 1);
        let mut counts: Vec<(u32, u64)> = counts.into_iter().collect();
        counts.sort_by_key(|&(rate, count)| (std::cmp::Reverse(count), rate));
        counts
    }

    /// The capacity of every cable and of an endpoint port, in common parts, with a note for the user. All are 1 if the file has no rates, if they
    /// are equal, or if one is not known.
    fn capacities(&self, host: &dyn Fn(u32) -> bool) -> (Vec<u64>, u64, Option<String>) {
        let same = || (vec![1; self.cables.len()], 1, None);
        let values: Vec<Option<u64>> = self.rates.iter().map(|rate| rate_value(rate)).collect();
        let of = |cable: &FabricCable| cable.rate.and_then(|rate| values[rate as usize]);
        let unknown = self.cables.iter().filter(|cable| of(cable).is_none()).count();
        if unknown > 0 {
            let (cables, _, _) = same();
            let note = format!(
                "the rate of {unknown} of {} cables is not known: all rates are taken as equal",
                cables.len()
            );
            return (cables, 1, (!self.rates.is_empty()).then_some(note));
        }
        let rates: Vec<u64> = self.cables.iter().filter_map(of).collect();
        let at_host = |cable: &FabricCable| cable.ends.iter().any(|&(v, _)| host(v));
        let all = self.rate_counts(self.cables.iter().copied());
        let hosts = self.rate_counts(self.cables.iter().copied().filter(at_host));
        let Some(&(usual, _)) = hosts.first().or(all.first()) else { return same() };
        let port = values[usual as usize].unwrap_or(1).max(1);
        if rates.iter().all(|&rate| rate == port) {
            return same();
        }
        let common = rates.iter().fold(port, |common, &rate| common.gcd(&rate)).max(1);
        let list: Vec<String> =
            all.iter().map(|&(rate, count)| format!("{count} × {}", self.rates[rate as usize])).collect();
        let note = format!(
            "cables have different rates ({}); capacities are in units of an endpoint port, {}",
            list.join(", "),
            self.rates[usual as usize]
        );
        (rates.into_iter().map(|rate| rate / common).collect(), port / common, Some(note))
    }
}

/// The graph of a fabric: endpoints first, parallel cables grouped. Its ports are not kept: they follow the neighbours.
pub(super) fn grouped(fabric: Fabric) -> Grouped {
    let fabric = fabric.without_aggregation();
    let host = |v: u32| fabric.nodes[v as usize].switch == Some(false);
    let (carries, unit, note) = fabric.capacities(&host);
    let mut order: Vec<u32> = (0..fabric.nodes.len() as u32).collect();
    order.sort_by_key(|&v| !host(v));
    let mut id = vec![0u64; order.len()];
    order.iter().zip(0..).for_each(|(&v, new)| id[v as usize] = new);
    let mut links = BTreeMap::<(u64, u64), Bundle>::new();
    for (cable, carries) in fabric.cables.iter().zip(carries) {
        let [a, b] = cable.ends.map(|(v, _)| id[v as usize]);
        // Below 2^63: 2^25 cables at most, each of a width up to 2^20 and a rate below 2^18.
        links.entry((a.min(b), a.max(b))).or_default().add(cable.width.unwrap_or(1), carries);
    }
    let hosts = order.iter().filter(|&&v| host(v)).count();
    let separated = hosts > 0 && hosts < order.len() && fabric.nodes.iter().all(|node| node.switch.is_some());
    Grouped {
        names: order.iter().map(|&v| fabric.nodes[v as usize].name.clone()).collect(),
        endpoints: separated.then_some(hosts as u64),
        links,
        unit,
        notes: fabric.notes.into_iter().chain(note).collect(),
    }
}
