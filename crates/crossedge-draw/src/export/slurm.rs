//! The topology of Slurm: a tree of switches with compute nodes at its leaves. Slurm knows trees alone. For a network from an expression, what is written is the
//! hierarchy of addresses: endpoints n0, n1, … whose addresses differ in the last number are together, then those that differ in the last two, and so on. For a
//! fabric from a file it is the cabling: hosts by their names under the leaf switch of their adapters, then leaves that reach each other over one more level.

use super::Given;
use super::entry::FormatEntry;
use super::given::quoted_text;
use super::slurm_cabling::{SwitchGroups, cabling_tree};
use super::unfit::Unfit;
use crossedge_lang::net::{Address, Node};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// `topology.conf`, for all versions.
pub static SLURM: FormatEntry = FormatEntry {
    name: "slurm",
    suffixes: &["topology.conf"],
    summary: "topology.conf of Slurm: a tree of switches by addresses, or by the cabling of a fabric with its host names",
    readers: "slurmctld (TopologyPlugin=topology/tree), and `crossedge show FILE`",
    lost: "links that are not of a tree, widths, ports",
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
    readers: "slurmctld 25.05 and later, and `crossedge show FILE`",
    lost: "links that are not of a tree, widths, ports",
    limit: "65,533 nodes",
    tells_origin: true,
    fits,
    write: |given, out| write(given, out, true),
};

const MAX_NODES: u64 = 65_533;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    if given.net.endpoints() > MAX_NODES {
        return Err(Unfit::too_large(
            format!("Slurm has {MAX_NODES} nodes at most"),
            "take a smaller network of the same construction",
        ));
    }
    Ok(())
}

/// The numbers of an address, one after another; a name is its own group.
fn address_digits(address: &Address, out: &mut Vec<String>) {
    match address {
        Address::Tuple(parts) => parts.iter().for_each(|part| address_digits(part, out)),
        other => out.push(other.to_string()),
    }
}

/// The tree of addresses, from the leaves up. The last level is the root alone.
fn address_tree(given: &Given<'_>) -> SwitchGroups {
    let ends: Vec<Vec<String>> = (0..given.net.endpoints())
        .map(|v| {
            let mut out = Vec::new();
            address_digits(&given.net.address(Node(v)), &mut out);
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
    SwitchGroups { levels }
}

/// Names as Slurm abbreviates them: `n[0-3,8],m[08-11]`, in their order.
pub(super) fn name_ranges(names: &[String]) -> String {
    /// Names of one prefix, by the digits that follow it.
    struct Run<'a> {
        prefix: &'a str,
        /// Digits of every number, if numbers have leading zeros.
        digits: Option<usize>,
        numbers: Vec<(u64, u64)>,
    }
    let mut runs: Vec<Run<'_>> = Vec::new();
    for name in names {
        let at = name
            .rfind(|c: char| !c.is_ascii_digit())
            .map_or(0, |at| at + name[at..].chars().next().map_or(1, char::len_utf8));
        let (prefix, text) = name.split_at(at);
        // More digits than a number of 64 bits are part of the name.
        let Ok(number) = text.parse::<u64>() else {
            runs.push(Run { prefix: name, digits: None, numbers: Vec::new() });
            continue;
        };
        let digits = (text.starts_with('0') && text.len() > 1).then_some(text.len());
        let wide = |run: &Run<'_>| match (run.digits, digits) {
            (have, want) if have == want => true,
            // 08, 09, 10: the third has no leading zero.
            (Some(have), None) => have == text.len(),
            _ => false,
        };
        match runs.last_mut() {
            Some(run) if run.prefix == prefix && !run.numbers.is_empty() && wide(run) => {
                match run.numbers.last_mut() {
                    Some(last) if last.1 + 1 == number => last.1 = number,
                    _ => run.numbers.push((number, number)),
                }
            }
            _ => runs.push(Run { prefix, digits, numbers: vec![(number, number)] }),
        }
    }
    let text = |run: &Run<'_>| {
        let number = |n: u64| format!("{n:0width$}", width = run.digits.unwrap_or(0));
        let range =
            |&(a, b): &(u64, u64)| if a == b { number(a) } else { format!("{}-{}", number(a), number(b)) };
        match run.numbers.as_slice() {
            [] => run.prefix.to_owned(),
            [(a, b)] if a == b => format!("{}{}", run.prefix, number(*a)),
            many => format!("{}[{}]", run.prefix, many.iter().map(range).collect::<Vec<_>>().join(",")),
        }
    };
    runs.iter().map(text).collect::<Vec<_>>().join(",")
}

fn write(given: &Given<'_>, out: &mut dyn Write, yaml: bool) -> io::Result<Option<u64>> {
    let cabled = cabling_tree(given);
    let origin = given.origin_line().replace(['\n', '\r'], " ");
    let what = if cabled.is_some() { "the cabling" } else { "the hierarchy of addresses" };
    writeln!(out, "# {origin}\n# {what}: Slurm knows trees alone")?;
    let groups = cabled.unwrap_or_else(|| address_tree(given));
    if yaml {
        // The name of the topology comes first.
        writeln!(out, "- topology: crossedge\n  cluster_default: true\n  tree:\n    switches:")?;
    }
    let mut switches = 0;
    for (height, level) in groups.levels.iter().enumerate() {
        for (name, members) in level {
            let members = name_ranges(members);
            switches += 1;
            match (yaml, height) {
                (false, 0) => writeln!(out, "SwitchName={name} Nodes={members}")?,
                (false, _) => writeln!(out, "SwitchName={name} Switches={members}")?,
                (true, 0) => {
                    writeln!(out, "      - switch: {name}\n        nodes: {}", quoted_text(&members))?
                }
                (true, _) => {
                    writeln!(out, "      - switch: {name}\n        children: {}", quoted_text(&members))?
                }
            }
        }
    }
    Ok(Some(switches))
}
