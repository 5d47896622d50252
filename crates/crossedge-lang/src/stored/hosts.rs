//! Hosts instead of adapters as the endpoints of a fabric: adapters of one host become one endpoint with the ports of all.

use super::fabric::{Fabric, FabricCable, FabricNode, Lid, host_of};
use std::collections::{BTreeMap, HashMap, HashSet};

impl Fabric {
    /// The same fabric with hosts as endpoints: adapters whose names begin with the same host, e.g. `dgx-04 mlx5_5`, are one node. An adapter without
    /// a host in its name stays as it is. The error gives the reason if no adapter has a host.
    pub fn by_host(self) -> Result<Fabric, String> {
        let Fabric { nodes, cables, rates, labels, lids, discovered, mut notes, defects: _ } = self;
        let adapter = |v: usize| nodes[v].switch == Some(false) && host_of(&nodes[v].name) != nodes[v].name;
        let adapters = (0..nodes.len()).filter(|&v| adapter(v)).count();
        let endpoints = nodes.iter().filter(|node| node.switch == Some(false)).count();
        if adapters == 0 {
            return Err(match nodes.iter().find(|node| node.switch == Some(false)) {
                Some(node) => format!("no endpoint is named as an adapter of a host, e.g. {:?}", node.name),
                None => "the file does not tell endpoints from switches".to_owned(),
            });
        }
        // A host may be called like another node.
        let taken: HashSet<&str> =
            (0..nodes.len()).filter(|&v| !adapter(v)).map(|v| nodes[v].name.as_str()).collect();
        let mut hosts: HashMap<&str, u32> = HashMap::new();
        let (mut merged, mut new_id) = (Vec::<FabricNode>::new(), Vec::with_capacity(nodes.len()));
        for (v, node) in nodes.iter().enumerate() {
            let id = merged.len() as u32;
            if !adapter(v) {
                merged.push(node.clone());
                new_id.push(id);
                continue;
            }
            let host = host_of(&node.name);
            new_id.push(*hosts.entry(host).or_insert_with(|| {
                let name = if taken.contains(host) { format!("{host} (host)") } else { host.to_owned() };
                merged.push(FabricNode { id: name.clone(), name, ..node.clone() });
                id
            }));
        }
        // Ports of a host count from 1, in the order of the adapters and of their ports.
        let ends = cables.iter().flat_map(|cable| cable.ends);
        let ends = ends.filter_map(|(v, port)| Some((v, port?))).chain(lids.iter().map(|l| (l.node, l.port)));
        let mut used: Vec<(u32, u32)> = ends.filter(|&(v, _)| adapter(v as usize)).collect();
        used.sort_unstable();
        used.dedup();
        let (mut next, mut ports) = (HashMap::<u32, u32>::new(), HashMap::<(u32, u32), u32>::new());
        let mut new_labels = BTreeMap::new();
        for &(v, port) in &used {
            let host = new_id[v as usize];
            let number = next.entry(host).or_default();
            *number += 1;
            ports.insert((v, port), *number);
            let name = &nodes[v as usize].name;
            let device = name[host_of(name).len()..].trim_start();
            let own = labels.get(&(v, port)).cloned().unwrap_or_else(|| port.to_string());
            new_labels.insert((host, *number), format!("{device}/{own}"));
        }
        let port_of = |v: u32, port: u32| ports.get(&(v, port)).copied().unwrap_or(port);
        let others = labels.iter().filter(|((v, _), _)| !adapter(*v as usize));
        new_labels.extend(others.map(|(&(v, port), label)| ((new_id[v as usize], port), label.clone())));
        let moved = |cable: FabricCable| FabricCable {
            ends: cable.ends.map(|(v, port)| (new_id[v as usize], port.map(|port| port_of(v, port)))),
            ..cable
        };
        let inside = |cable: &FabricCable| cable.ends[0].0 == cable.ends[1].0;
        let (own, cables): (Vec<_>, Vec<_>) = cables.into_iter().map(moved).partition(inside);
        let lid =
            |lid: Lid| Lid { node: new_id[lid.node as usize], port: port_of(lid.node, lid.port), ..lid };
        notes.push(format!(
            "{adapters} adapters of {} hosts are {} endpoints; throughput is in units of one adapter port",
            hosts.len(),
            hosts.len()
        ));
        match endpoints - adapters {
            0 => {}
            1 => notes.push("1 adapter without a host name is an endpoint of its own".to_owned()),
            rest => notes.push(format!("{rest} adapters without a host name are endpoints of their own")),
        }
        match own.len() {
            0 => {}
            1 => notes.push("1 cable between adapters of one host is left out".to_owned()),
            own => notes.push(format!("{own} cables between adapters of one host are left out")),
        }
        let lids = lids.into_iter().map(lid).collect();
        let defects = Vec::new();
        Ok(Fabric { nodes: merged, cables, rates, labels: new_labels, lids, discovered, notes, defects })
    }
}
