//! The tree that Slurm gets of a fabric with names: by its cables.

use super::Given;
use crossedge_core::disjoint_sets::DisjointSets;
use crossedge_lang::net::read::host_of;
use crossedge_lang::net::{Address, Node, Structure, neighbors};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Switches by level, from the leaves up, each with the names of what is below it: nodes at the first level, switches above.
pub(super) struct SwitchGroups {
    pub levels: Vec<Vec<(String, Vec<String>)>>,
}

/// A name that Slurm reads: no blanks, commas, brackets or equal signs.
fn slurm_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '-' }).collect()
}

/// The name of the host of an endpoint in files for Slurm and MPI: `dgx-04` of an adapter that a dump calls `dgx-04 mlx5_5`, and `n12` in a network without names.
/// With `each` consecutive endpoints to a host, endpoint 12 is on host `n3` if `each` is 4.
pub fn host_name(net: &dyn Structure, endpoint: Node, each: u64) -> String {
    match net.address(endpoint) {
        Address::Name(name) => slurm_name(host_of(&name)),
        _ => format!("n{}", endpoint.0 / each.max(1)),
    }
}

/// Names of switches, each once.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// One name for several switches; another one if it is taken.
    fn group_name(&mut self, members: &[String]) -> String {
        let name = match members {
            [] => "root".to_owned(),
            [one] => slurm_name(one),
            [first, .., last] => format!("{}-to-{}", slurm_name(first), slurm_name(last)),
        };
        let numbered = (2..).map(|i| format!("{name}.{i}"));
        let name = std::iter::once(name.clone()).chain(numbered).find(|name| !self.0.contains(name));
        let name = name.expect("numbers do not end");
        self.0.insert(name.clone());
        name
    }
}

/// The tree of a fabric whose endpoints hang on switches and have names; `None` for others.
///
/// Adapters of one host are one node. Leaves that have hosts in common are one switch of Slurm: a node of Slurm is below one switch. Above, leaves are
/// together that reach each other over switches of one more level, counted from the leaves.
pub(super) fn cabling_tree(given: &Given<'_>) -> Option<SwitchGroups> {
    let (net, ends) = (given.net, given.net.endpoints());
    let total = net.nodes() as usize;
    let name = |v: u64| match net.address(Node(v)) {
        Address::Name(name) => Some(name),
        _ => None,
    };
    if ends == net.nodes() || (0..ends).any(|v| neighbors(net, Node(v)).any(|w| w.0 < ends)) {
        return None;
    }
    let names = (0..net.nodes()).map(name).collect::<Option<Vec<String>>>()?;
    // Hosts with their leaves, in order of their first adapter.
    let mut hosts: Vec<(String, BTreeSet<usize>)> = Vec::new();
    let mut number: BTreeMap<String, usize> = BTreeMap::new();
    for v in 0..ends {
        let host = slurm_name(host_of(&names[v as usize]));
        let at = *number.entry(host.clone()).or_insert_with(|| {
            hosts.push((host, BTreeSet::new()));
            hosts.len() - 1
        });
        hosts[at].1.extend(neighbors(net, Node(v)).map(|w| w.0 as usize));
    }
    let mut sets = DisjointSets::new(total);
    for (_, leaves) in &hosts {
        let mut leaves = leaves.iter();
        if let Some(&first) = leaves.next() {
            leaves.for_each(|&leaf| sets.merge(first, leaf));
        }
    }
    // Levels of switches: leaves have level 0.
    let mut level = vec![usize::MAX; total];
    let mut front: Vec<usize> = hosts.iter().flat_map(|(_, leaves)| leaves.iter().copied()).collect();
    front.iter().for_each(|&leaf| level[leaf] = 0);
    let mut height = 0;
    while !front.is_empty() {
        height += 1;
        let mut next = Vec::new();
        for v in front {
            for w in neighbors(net, Node(v as u64)).map(|w| w.0 as usize).filter(|&w| w as u64 >= ends) {
                if level[w] == usize::MAX {
                    level[w] = height;
                    next.push(w);
                }
            }
        }
        front = next;
    }
    let members = |sets: &mut DisjointSets, at: usize| {
        let mut members: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for v in (ends as usize..total).filter(|&v| level[v] == at) {
            members.entry(sets.root(v)).or_default().push(names[v].clone());
        }
        members
    };
    let mut used = Names::default();
    let leaves = members(&mut sets, 0);
    // The name of the group of every root, as the level below has it.
    let mut below: BTreeMap<usize, String> =
        leaves.iter().map(|(&root, names)| (root, used.group_name(names))).collect();
    let mut first: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (host, leaves) in hosts {
        let root = sets.root(*leaves.first()?);
        first.entry(root).or_default().push(host);
    }
    let mut levels: Vec<Vec<(String, Vec<String>)>> =
        vec![first.into_iter().map(|(root, hosts)| (below[&root].clone(), hosts)).collect()];
    for at in 1..height {
        for v in (ends as usize..total).filter(|&v| level[v] <= at) {
            for w in neighbors(net, Node(v as u64)).map(|w| w.0 as usize).filter(|&w| w as u64 >= ends) {
                // Cables between leaves do not make a level.
                if level[w] <= at && level[v] + level[w] > 0 {
                    sets.merge(v, w);
                }
            }
        }
        let of_level = members(&mut sets, at);
        let mut above: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
        for (root, name) in below {
            above.entry(sets.root(root)).or_default().push((root, name));
        }
        if above.values().all(|groups| groups.len() == 1) {
            below = above
                .into_iter()
                .flat_map(|(root, groups)| groups.into_iter().map(move |(_, name)| (root, name)))
                .collect();
            continue;
        }
        let mut row = Vec::new();
        below = BTreeMap::new();
        for (root, groups) in above {
            let name = used.group_name(of_level.get(&root).map_or(&[][..], Vec::as_slice));
            row.push((name.clone(), groups.into_iter().map(|(_, name)| name).collect()));
            below.insert(root, name);
        }
        levels.push(row);
    }
    if below.len() > 1 {
        let name = used.group_name(&[]);
        levels.push(vec![(name, below.into_values().collect())]);
    }
    Some(SwitchGroups { levels })
}
