//! The topology of Slurm: a tree of switches with compute nodes n0, n1, … at its leaves. Slurm knows trees alone; what is written is the hierarchy of
//! addresses: endpoints whose addresses differ in the last number are together, then those that differ in the last two, and so on.

use super::Given;
use super::entry::FormatEntry;
use super::given::quoted;
use super::unfit::Unfit;
use crossedge_lang::net::{Address, Node};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// `topology.conf`, for all versions.
pub static SLURM: FormatEntry = FormatEntry {
    name: "slurm",
    suffixes: &["topology.conf"],
    summary: "topology.conf of Slurm: endpoints as nodes n0, n1, … in a tree of switches by their addresses",
    readers: "slurmctld (TopologyPlugin=topology/tree)",
    lost: "all links: Slurm knows trees, and gets the hierarchy of addresses",
    limit: "65,533 nodes",
    tells_origin: true,
    fits,
    write: |given, out| write(given, out, false),
};

/// `topology.yaml`, from 25.05 on.
pub static SLURM_YAML: FormatEntry = FormatEntry {
    name: "slurm-yaml",
    suffixes: &["topology.yaml"],
    summary: "topology.yaml of Slurm 25.05 and later: the same tree",
    readers: "slurmctld 25.05 and later",
    lost: "all links: Slurm knows trees, and gets the hierarchy of addresses",
    limit: "65,533 nodes",
    tells_origin: true,
    fits,
    write: |given, out| write(given, out, true),
};

const MOST: u64 = 65_533;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    if given.net.endpoints() > MOST {
        return Err(Unfit::limit(
            format!("Slurm has {MOST} nodes at most"),
            "take a smaller network of the same construction",
        ));
    }
    Ok(())
}

/// The numbers of an address, one after another; a name is its own group.
fn digits(address: &Address, out: &mut Vec<String>) {
    match address {
        Address::Tuple(parts) => parts.iter().for_each(|part| digits(part, out)),
        other => out.push(other.to_string()),
    }
}

/// A group of endpoints: its members, or its groups by their numbers.
struct Groups {
    /// By how many numbers an address begins, the groups with that beginning, in order, each with the ids of what is one number longer.
    levels: Vec<Vec<(String, Vec<String>)>>,
}

/// The tree of addresses, from the leaves up. The last level is the root alone.
fn tree(given: &Given<'_>) -> Groups {
    let ends: Vec<Vec<String>> = (0..given.net.endpoints())
        .map(|v| {
            let mut out = Vec::new();
            digits(&given.net.address(Node(v)), &mut out);
            out
        })
        .collect();
    let shortest = ends.iter().map(Vec::len).min().unwrap_or(1).max(1);
    // Numbers that are the same for all, or that are all different, make no level.
    let differs = |i: usize| ends.iter().any(|end| end[i] != ends[0][i]);
    let places: Vec<usize> = (0..shortest - 1).filter(|&i| differs(i)).collect();
    let mut levels = Vec::new();
    let mut below: Vec<(Vec<&str>, String)> = Vec::new();
    for (v, end) in ends.iter().enumerate() {
        below.push((places.iter().map(|&i| end[i].as_str()).collect(), format!("n{v}")));
    }
    for length in (0..=places.len()).rev() {
        let mut order: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        let mut place: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        for (beginning, name) in below {
            let beginning = beginning[..length].to_vec();
            let at = *place.entry(beginning.clone()).or_insert_with(|| {
                order.push((beginning, Vec::new()));
                order.len() - 1
            });
            order[at].1.push(name);
        }
        let name = |i: usize| if length == 0 { "root".to_owned() } else { format!("s{length}x{i}") };
        below = order.iter().enumerate().map(|(i, (beginning, _))| (beginning.clone(), name(i))).collect();
        levels.push(order.into_iter().enumerate().map(|(i, (_, members))| (name(i), members)).collect());
    }
    Groups { levels }
}

/// Names with one beginning and numbers, as Slurm abbreviates them: `n[0-3,8]`.
fn ranges(names: &[String]) -> String {
    let split = |name: &String| {
        let at = name.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        Some((name[..at].to_owned(), name[at..].parse::<u64>().ok()?))
    };
    let Some(numbers) = names.iter().map(split).collect::<Option<Vec<_>>>() else { return names.join(",") };
    let Some((word, _)) = numbers.first().cloned() else { return String::new() };
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (_, number) in numbers {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == number => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |&(a, b): &(u64, u64)| if a == b { a.to_string() } else { format!("{a}-{b}") };
    match runs.as_slice() {
        [(a, b)] if a == b => format!("{word}{a}"),
        runs => format!("{word}[{}]", runs.iter().map(run).collect::<Vec<_>>().join(",")),
    }
}

fn write(given: &Given<'_>, out: &mut dyn Write, yaml: bool) -> io::Result<Option<u64>> {
    let groups = tree(given);
    let origin = given.origin().replace(['\n', '\r'], " ");
    writeln!(out, "# {origin}\n# the hierarchy of addresses: Slurm knows trees alone")?;
    if yaml {
        // The name of the topology comes first.
        writeln!(out, "- topology: crossedge\n  cluster_default: true\n  tree:\n    switches:")?;
    }
    let mut switches = 0;
    for (height, level) in groups.levels.iter().enumerate() {
        for (name, members) in level {
            let members = ranges(members);
            switches += 1;
            match (yaml, height) {
                (false, 0) => writeln!(out, "SwitchName={name} Nodes={members}")?,
                (false, _) => writeln!(out, "SwitchName={name} Switches={members}")?,
                (true, 0) => writeln!(out, "      - switch: {name}\n        nodes: {}", quoted(&members))?,
                (true, _) => writeln!(out, "      - switch: {name}\n        children: {}", quoted(&members))?,
            }
        }
    }
    Ok(Some(switches))
}
