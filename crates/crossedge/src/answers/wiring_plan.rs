//! The cables of a plan and of a file, by the nodes and ports of the plan.

use crate::error::Error;
use crate::net::read::Fabric;
use crate::net::{Address, Node, Port, Structure};
use crate::wiring::{CableEnd, Wiring};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A plan: its cables, and what its nodes are called.
pub(super) struct CablePlan {
    /// The cables.
    pub wiring: Wiring,
    /// Names by id.
    pub names: Vec<String>,
}

impl CablePlan {
    /// Every node of a network, with its own ports.
    pub fn of_nodes(net: &dyn Structure) -> CablePlan {
        let ends = net.endpoints();
        let mut wiring = Wiring::new((0..net.nodes()).map(|v| v >= ends).collect());
        for v in 0..net.nodes() {
            for port in 0..net.degree(Node(v)) {
                let (w, back) = net.link(Node(v), Port(port));
                wiring.join((v as u32, port), (w.0 as u32, back.0));
            }
        }
        CablePlan { wiring, names: (0..net.nodes()).map(|v| net.address(Node(v)).to_string()).collect() }
    }

    /// The nodes that a file calls by these names: the plan's own, or ids and addresses of the network.
    pub fn find(&self, net: Option<&dyn Structure>, fabric: &Fabric) -> Vec<Option<u32>> {
        let ids: HashMap<&str, u32> = self.names.iter().map(String::as_str).zip(0..).collect();
        let address = |name: &str| {
            let node = net?.node_at(&Address::parse(name).ok()?).ok()?;
            u32::try_from(node.0).ok()
        };
        let mut taken = BTreeSet::new();
        let find = |name: &str| ids.get(name).copied().or_else(|| address(name));
        fabric.nodes.iter().map(|node| find(&node.name).filter(|&is| taken.insert(is))).collect()
    }
}

/// Missing ports of cables: those of a planned cable between the two nodes, then planned ports that are free, then others.
pub(super) fn with_ports(plan: &Wiring, fabric: &Fabric, node: &[u32]) -> Vec<[CableEnd; 2]> {
    let mut used: BTreeSet<CableEnd> = BTreeSet::new();
    let known = |(v, port): (u32, Option<u32>)| port.map(|port| (node[v as usize], port));
    used.extend(fabric.cables.iter().flat_map(|cable| cable.ends).filter_map(known));
    let mut out: Vec<Option<[CableEnd; 2]>> = fabric
        .cables
        .iter()
        .map(|cable| match cable.ends.map(known) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    for (cable, ends) in fabric.cables.iter().zip(&mut out) {
        if ends.is_some() {
            continue;
        }
        let [a, b] = cable.ends.map(|(v, port)| (node[v as usize], port));
        let free =
            |end: CableEnd, given: Option<u32>| given.map_or(!used.contains(&end), |port| port == end.1);
        let planned = plan.row(a.0).iter().map(|&(port, other)| ((a.0, port), other));
        let fits = planned.filter(|(_, other)| other.0 == b.0).find(|&(x, y)| free(x, a.1) && free(y, b.1));
        if let Some((x, y)) = fits {
            used.extend([x, y]);
            *ends = Some([x, y]);
        }
    }
    let mut beyond: BTreeMap<u32, u32> = BTreeMap::new();
    let mut any = |(v, port): (u32, Option<u32>), used: &mut BTreeSet<CableEnd>| {
        let is = node[v as usize];
        if let Some(port) = port {
            return (is, port);
        }
        let planned = plan.row(is).iter().map(|&(port, _)| port).find(|&port| !used.contains(&(is, port)));
        let port = planned.unwrap_or_else(|| {
            let next = beyond.entry(is).or_insert_with(|| plan.row(is).last().map_or(0, |last| last.0 + 1));
            while used.contains(&(is, *next)) {
                *next += 1;
            }
            *next
        });
        used.insert((is, port));
        (is, port)
    };
    let cables = fabric.cables.iter().zip(out);
    cables.map(|(cable, ends)| ends.unwrap_or_else(|| cable.ends.map(|end| any(end, &mut used)))).collect()
}

/// Refuses a list in which one row stands for several cables: their ports are not known.
pub(super) fn comparable(file: &str, built: &Fabric) -> Result<(), Error> {
    if let Some((line, width)) = built.cables.iter().find_map(|cable| {
        let width = cable.width.filter(|&width| width != 1)?;
        Some((cable.line, width))
    }) {
        let message =
            format!("{file}: line {line}: the cable has width {width}, and the plan has none but of width 1");
        return Err(Error::usage(message).help("trunks and wide links cannot be checked yet"));
    }
    Ok(())
}
