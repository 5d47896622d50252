//! NED, the language of OMNeT++ (Varga): a network of routers with hosts. If the construction can be written with loops, the file has loops, with sizes as
//! parameters; other networks are written gate by gate.

mod links;
mod rule;

use self::rule::{Declarations, Modules, NedRule};
use super::Given;
use super::entry::FormatEntry;
use super::routers::{Leads, Routers};
use super::unfit::Unfit;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// A network of OMNeT++.
pub static NED: FormatEntry = FormatEntry {
    name: "ned",
    suffixes: &["ned"],
    summary: "A network of OMNeT++: routers and hosts as simple modules; loops with sizes as parameters if the network has a closed form",
    readers: "OMNeT++ (opp_nedtool, IDE), INET after a change of the module types",
    lost: "our routing, link classes, addresses",
    limit: "65,536 hosts and routers gate by gate, 2^31 in closed form",
    tells_origin: true,
    fits,
    write,
};

/// Maximum number of modules of a file written gate by gate.
const MAX_MODULES: u64 = 1 << 16;

/// Indices of OMNeT++ are numbers of 32 bits with a sign.
const MOST_BY_RULE: u64 = (1 << 31) - 1;

/// Of a link of width 1.
const GBIT_PER_SECOND: u64 = 100;

/// A network by its rule, with hosts.
struct ByRule {
    names: Declarations,
    rule: NedRule,
    /// Number of hosts a router has; a fat tree has its own.
    each: String,
}

impl ByRule {
    fn from_given(given: &Given<'_>) -> Option<ByRule> {
        if given.has_wide_links() {
            return None;
        }
        let mut names = Declarations::default();
        let (rule, each) = match given.net.roles().and_then(|roles| roles.hosted()) {
            Some((routers, each)) if routers.endpoints() == routers.nodes() => {
                let rule = NedRule::from_network(routers.as_ref(), &mut names)?;
                (rule, names.hosts(each))
            }
            _ => (NedRule::from_network(given.net, &mut names)?, "1".to_owned()),
        };
        (!rule.only_listed()).then_some(ByRule { names, rule, each })
    }
}

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::from_given(given);
    let modules = routers.hosts().saturating_add(routers.count());
    let help = "take a smaller network of the same construction";
    if modules > MOST_BY_RULE {
        return Err(Unfit::too_large(
            format!("OMNeT++ counts {MOST_BY_RULE} hosts and routers at most"),
            help,
        ));
    }
    if modules > MAX_MODULES && ByRule::from_given(given).is_none() {
        let why = format!(
            "this network cannot be written with loops; gate by gate, a file has at most {MAX_MODULES} hosts and routers"
        );
        return Err(Unfit::too_large(why, help));
    }
    Ok(())
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    writeln!(out, "// {}\n", given.origin_line().replace(['\n', '\r'], " "))?;
    writeln!(
        out,
        "simple Host\n{{\n    parameters:\n        int address;\n    gates:\n        inout port;\n}}\n"
    )?;
    writeln!(
        out,
        "simple Router\n{{\n    parameters:\n        int address;\n    gates:\n        inout port[];\n}}\n"
    )?;
    match ByRule::from_given(given) {
        Some(by_rule) => write_rule(given, by_rule, out),
        None => write_gates(given, out),
    }
}

fn write_channels(widths: &BTreeSet<u64>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    types:")?;
    for width in widths {
        let rate = width.saturating_mul(GBIT_PER_SECOND);
        writeln!(
            out,
            "        channel Width{width} extends ned.DatarateChannel\n        {{\n            delay = 100ns;\n            datarate = {rate}Gbps;\n        }}"
        )?;
    }
    Ok(())
}

/// Hosts and routers; gates without a size would not exist.
fn write_modules(modules: &Modules, out: &mut dyn Write) -> io::Result<()> {
    let Modules { hosts, routers, ports, all_linked } = modules;
    writeln!(out, "    submodules:")?;
    writeln!(out, "        host[{hosts}]: Host {{\n            address = index;\n        }}")?;
    writeln!(out, "        router[{routers}]: Router {{\n            address = index;")?;
    writeln!(out, "            gates:\n                port[{ports}];\n        }}")?;
    writeln!(out, "    connections{}:", if *all_linked { "" } else { " allowunconnected" })
}

fn write_rule(given: &Given<'_>, by_rule: ByRule, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let ByRule { mut names, rule, each } = by_rule;
    let Some(links) = given.count_links()? else { return Ok(None) };
    let (hosts, routers) = (Routers::from_given(given).hosts(), Routers::from_given(given).count());
    let own_hosts = if routers == given.net.nodes() { hosts } else { 0 };
    if !names.fixed {
        writeln!(
            out,
            "// n: nodes of a ring, a path or a complete graph, 3 and more; d: dimensions of a cube; a, h: routers and global links"
        )?;
        writeln!(
            out,
            "// of a dragonfly; m, w: children and parents in a fat tree, level by level; k: hosts of a router."
        )?;
    }
    writeln!(out, "network Crossedge\n{{\n    parameters:")?;
    for (name, value) in &names.parameters {
        match names.fixed {
            true => writeln!(out, "        int {name} = {value};")?,
            false => writeln!(out, "        int {name} = default({value});")?,
        }
    }
    for (name, value) in &names.derived {
        writeln!(out, "        int {name} = {value};")?;
    }
    write_channels(&BTreeSet::from([1]), out)?;
    write_modules(&rule.modules(&each), out)?;
    for links in rule.hosts(&each, &mut names) {
        write!(out, "{}", links.text(true))?;
    }
    for links in rule.links(&mut names) {
        write!(out, "{}", links.text(false))?;
    }
    writeln!(out, "}}")?;
    Ok(Some(links + own_hosts))
}

fn write_gates(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let (hosts, count) = (routers.hosts(), routers.count());
    writeln!(out, "network Crossedge\n{{")?;
    write_channels(&given.class_widths().into_iter().chain([1]).collect(), out)?;
    let ports = || (0..count).map(|router| routers.degree(router));
    let most = ports().max().unwrap_or(0);
    let modules = Modules {
        hosts: hosts.to_string(),
        routers: count.to_string(),
        ports: most.to_string(),
        all_linked: ports().all(|ports| ports == most),
    };
    write_modules(&modules, out)?;
    let mut links = 0u64;
    for router in 0..count {
        for port in 0..routers.degree(router) {
            let width = routers.width(router, port);
            let other = match routers.other_end(router, port) {
                Leads::Host(host) => format!("host[{host}].port"),
                Leads::Router(to, back) if (router, port) < (to, back) => {
                    format!("router[{to}].port[{back}]")
                }
                Leads::Router(..) => continue,
            };
            links += 1;
            writeln!(out, "        router[{router}].port[{port}] <--> Width{width} <--> {other};")?;
        }
    }
    writeln!(out, "}}")?;
    Ok(Some(links))
}
