//! NED, the language of OMNeT++ (Varga): a network of routers with hosts, all gates and connections one by one.

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
    summary: "A network of OMNeT++: routers and hosts as simple modules, connections gate by gate",
    readers: "OMNeT++ (opp_nedtool, IDE), INET after a change of the module types",
    lost: "our routing, link classes, addresses",
    limit: "65,536 hosts and routers",
    tells_origin: true,
    fits,
    write,
};

const MOST: u64 = 1 << 16;

/// Of a link of width 1.
const GBIT_PER_SECOND: u64 = 100;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::of(given);
    if routers.hosts().saturating_add(routers.count()) > MOST {
        let why =
            format!("a network of OMNeT++ has a line for every connection, and {MOST} modules at most here");
        return Err(Unfit::limit(why, "take a smaller network of the same construction"));
    }
    Ok(())
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::of(given);
    let (hosts, count) = (routers.hosts(), routers.count());
    writeln!(out, "// {}\n", given.origin().replace(['\n', '\r'], " "))?;
    writeln!(
        out,
        "simple Host\n{{\n    parameters:\n        int address;\n    gates:\n        inout port;\n}}\n"
    )?;
    writeln!(
        out,
        "simple Router\n{{\n    parameters:\n        int address;\n    gates:\n        inout port[];\n}}\n"
    )?;
    writeln!(out, "network Crossedge\n{{\n    types:")?;
    let widths: BTreeSet<u64> = given.widths().into_iter().chain([1]).collect();
    for width in widths {
        let rate = width.saturating_mul(GBIT_PER_SECOND);
        writeln!(
            out,
            "        channel Width{width} extends ned.DatarateChannel\n        {{\n            delay = 100ns;\n            datarate = {rate}Gbps;\n        }}"
        )?;
    }
    writeln!(out, "    submodules:")?;
    writeln!(out, "        host[{hosts}]: Host {{\n            address = index;\n        }}")?;
    writeln!(out, "        router[{count}]: Router {{\n            address = index;\n        }}")?;
    writeln!(out, "    connections:")?;
    let mut links = 0u64;
    for router in 0..count {
        for port in 0..routers.degree(router) {
            let width = routers.width(router, port);
            let other = match routers.leads(router, port) {
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
