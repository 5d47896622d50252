//! The topology text that the ns-3 back end of ASTRA-sim and SimAI read: counts, the ids of switches, then a link a line with its rate and
//! delay. Hosts come first. No comments.

use super::Given;
use super::entry::FormatEntry;
use super::routers::{Leads, Routers};
use super::unfit::Unfit;
use std::io::{self, Write};

/// A topology of ASTRA-sim and SimAI on ns-3.
pub static NS3: FormatEntry = FormatEntry {
    name: "ns3",
    suffixes: &["topology.txt", "ns3"],
    summary: "The ns-3 topology of ASTRA-sim and SimAI: hosts, switches, links of 100 Gbit/s and 100 ns for each width",
    readers: "ASTRA-sim and SimAI (TOPOLOGY_FILE of the ns-3 back end)",
    lost: "our routing (shortest paths by hash), ports, addresses",
    limit: "what ns-3 simulates: some thousand hosts",
    tells_origin: false,
    fits,
    write,
};

/// Of a link of width 1.
const GBIT_PER_SECOND: u64 = 100;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    given.check_simple("ns-3")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let (hosts, count) = (routers.hosts(), routers.count());
    let between = |router: u64| {
        (0..routers.degree(router)).filter_map(move |port| match routers.other_end(router, port) {
            Leads::Router(to, _) if router < to => Some((to, routers.width(router, port))),
            _ => None,
        })
    };
    let links = hosts + (0..count).map(|router| between(router).count() as u64).sum::<u64>();
    writeln!(out, "{} {count} {links}", hosts + count)?;
    for router in 0..count {
        write!(out, "{}{}", if router == 0 { "" } else { " " }, hosts + router)?;
    }
    writeln!(out)?;
    let rate = |width: u64| width.saturating_mul(GBIT_PER_SECOND);
    for host in 0..hosts {
        let (router, port) = routers.of_host(host);
        let rate = rate(routers.width(router, port));
        writeln!(out, "{host} {} {rate}Gbps 0.0001ms 0", hosts + router)?;
    }
    for router in 0..count {
        for (to, width) in between(router) {
            writeln!(out, "{} {} {}Gbps 0.0001ms 0", hosts + router, hosts + to, rate(width))?;
        }
    }
    Ok(Some(links))
}
