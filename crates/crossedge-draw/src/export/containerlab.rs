//! A lab of containerlab: a container for every host and router, and a virtual cable for every cable.

use super::Given;
use super::entry::FormatEntry;
use super::given::quoted_text;
use super::routers::{CableEnd, CablePorts, Leads, Routers};
use super::unfit::Unfit;
use crossedge_lang::net::{Address, Node};
use std::collections::HashSet;
use std::io::{self, Write};

/// The topology file of a lab.
pub static CONTAINERLAB: FormatEntry = FormatEntry {
    name: "containerlab",
    suffixes: &["clab.yml", "clab.yaml"],
    summary: "containerlab: a container for every host and switch, links between interfaces eth1, eth2, …",
    readers: "containerlab deploy, and `crossedge show FILE`",
    lost: "nothing: a link of w cables takes w interfaces",
    limit: "1,024 hosts and switches: each is a container",
    tells_origin: true,
    fits,
    write,
};

const MAX_NODES: u64 = 1024;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::from_given(given);
    if routers.hosts().saturating_add(routers.count()) > MAX_NODES {
        let why = format!("a lab has {MAX_NODES} hosts and switches at most: each is a container");
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    Ok(())
}

/// A name of letters, digits and hyphens: it is part of the name of a container.
fn container_name(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let text = text.trim_matches('-').to_owned();
    text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let cables = CablePorts::from_routers(routers);
    let mut used: HashSet<String> = HashSet::new();
    let mut unique = |name: String, number: String| {
        let name = if name.is_empty() || used.contains(&name) { number } else { name };
        used.insert(name.clone());
        name
    };
    let hosts: Vec<String> = (0..routers.hosts())
        .map(|host| {
            let named = match given.net.address(Node(host)) {
                Address::Name(name) => container_name(&name),
                _ => String::new(),
            };
            unique(named, format!("host{host}"))
        })
        .collect();
    let switches: Vec<String> = (0..routers.count())
        .map(|router| {
            let named = match given.net.address(routers.node(router)) {
                Address::Name(name) => container_name(&name),
                address => format!("switch-{}", container_name(&address.to_string())),
            };
            unique(named, format!("switch{router}"))
        })
        .collect();
    let origin = given.origin_line().replace(['\n', '\r'], " ");
    writeln!(
        out,
        "# {origin}\nname: crossedge\ntopology:\n  kinds:\n    linux:\n      image: alpine:3\n  nodes:"
    )?;
    for (names, role) in [(&hosts, "host"), (&switches, "switch")] {
        for name in names {
            writeln!(out, "    {}: {{kind: linux, labels: {{role: {role}}}}}", quoted_text(name))?;
        }
    }
    writeln!(out, "  links:")?;
    let mut written = 0u64;
    for router in 0..routers.count() {
        let own = &switches[router as usize];
        for CableEnd { port, leads, host_port } in cables.cables_of_router(router) {
            // eth0 is the management interface.
            let (other, back) = match leads {
                Leads::Host(host) => (&hosts[host as usize], host_port + 1),
                Leads::Router(to, back) if (router, port) < (to, back) => (&switches[to as usize], back + 1),
                Leads::Router(..) => continue,
            };
            written += 1;
            let (a, b) = (format!("{own}:eth{}", port + 1), format!("{other}:eth{back}"));
            writeln!(out, "    - endpoints: [{}, {}]", quoted_text(&a), quoted_text(&b))?;
        }
    }
    Ok(Some(written))
}
