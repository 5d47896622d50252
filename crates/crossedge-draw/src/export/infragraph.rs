//! InfraGraph (MLCommons Chakra working group, Keysight): devices, instances of them, and links between their components, as JSON. A router is a device with
//! a switch and its ports, one device for each number of ports; names have no commas, so that the expression is in the description.

use super::Given;
use super::entry::FormatEntry;
use super::given::quoted_text;
use super::routers::{Leads, Routers};
use super::unfit::Unfit;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Infrastructure as a graph.
pub static INFRAGRAPH: FormatEntry = FormatEntry {
    name: "infragraph",
    suffixes: &["infragraph.json", "infragraph"],
    summary: "InfraGraph: routers and hosts as devices with ports, links of 100 Gbit/s and 100 ns for each width",
    readers: "infragraph (PyPI), Chakra tools",
    lost: "our routing, addresses, link classes",
    limit: "65,536 hosts and routers: it expands every port to a node in Python",
    tells_origin: true,
    fits,
    write,
};

/// More take its reader minutes and gigabytes.
const MAX_NODES: u64 = 1 << 16;

/// Of a link of width 1.
const GBIT_PER_SECOND: u64 = 100;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::from_given(given);
    if routers.hosts().saturating_add(routers.count()) > MAX_NODES {
        let why = format!(
            "InfraGraph expands every port to a node, and takes {MAX_NODES} hosts and routers at most"
        );
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    Ok(())
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let (hosts, count) = (routers.hosts(), routers.count());
    // Routers with equally many ports are instances of one device, numbered in order.
    let mut kinds: BTreeMap<u32, u64> = BTreeMap::new();
    let mut place = Vec::new();
    for router in 0..count {
        let next = kinds.entry(routers.degree(router)).or_default();
        place.push(*next);
        *next += 1;
    }
    writeln!(out, "{{\"name\": \"crossedge\", \"description\": {},", quoted_text(&given.origin_line()))?;
    writeln!(out, " \"devices\": [")?;
    write!(
        out,
        "  {{\"name\": \"host\", \"components\": [{{\"name\": \"nic\", \"count\": 1, \"choice\": \"nic\", \"nic\": {{}}}}], \"links\": [], \"edges\": []}}"
    )?;
    for ports in kinds.keys().filter(|&&ports| ports > 0) {
        write!(
            out,
            ",\n  {{\"name\": \"router{ports}\", \"components\": [{{\"name\": \"asic\", \"count\": 1, \"choice\": \"switch\", \"switch\": {{}}}}, {{\"name\": \"port\", \"count\": {ports}, \"choice\": \"port\", \"port\": {{}}}}], \"links\": [{{\"name\": \"inside\"}}], \"edges\": [{{\"ep1\": {{\"component\": \"asic[0]\"}}, \"ep2\": {{\"component\": \"port[0:{ports}]\"}}, \"scheme\": \"many2many\", \"link\": \"inside\"}}]}}"
        )?;
    }
    let mut widths: Vec<u64> = given.class_widths();
    // A router's own host hangs on a link of width 1.
    widths.push(1);
    widths.sort_unstable();
    widths.dedup();
    let link = |width: &u64| {
        format!(
            "  {{\"name\": \"width{width}\", \"physical\": {{\"bandwidth\": {{\"choice\": \"gigabits_per_second\", \"gigabits_per_second\": {}}}, \"latency\": {{\"choice\": \"ns\", \"ns\": 100}}}}}}",
            width.saturating_mul(GBIT_PER_SECOND)
        )
    };
    writeln!(out, "\n ],\n \"links\": [\n{}\n ],", widths.iter().map(link).collect::<Vec<_>>().join(",\n"))?;
    write!(out, " \"instances\": [\n  {{\"name\": \"host\", \"device\": \"host\", \"count\": {hosts}}}")?;
    for (ports, count) in kinds.iter().filter(|kind| *kind.0 > 0) {
        write!(
            out,
            ",\n  {{\"name\": \"router{ports}\", \"device\": \"router{ports}\", \"count\": {count}}}"
        )?;
    }
    write!(out, "\n ],\n \"edges\": [")?;
    let mut links = 0u64;
    let end = |router: u64, port: u32| {
        let (ports, index) = (routers.degree(router), place[router as usize]);
        format!("{{\"instance\": \"router{ports}[{index}]\", \"component\": \"port[{port}]\"}}")
    };
    for router in 0..count {
        for port in 0..routers.degree(router) {
            let other = match routers.other_end(router, port) {
                Leads::Host(host) => format!("{{\"instance\": \"host[{host}]\", \"component\": \"nic[0]\"}}"),
                Leads::Router(to, back) if (router, port) < (to, back) => end(to, back),
                Leads::Router(..) => continue,
            };
            let comma = if links == 0 { "" } else { "," };
            links += 1;
            write!(
                out,
                "{comma}\n  {{\"ep1\": {}, \"ep2\": {other}, \"scheme\": \"one2one\", \"link\": \"width{}\"}}",
                end(router, port),
                routers.width(router, port)
            )?;
        }
    }
    writeln!(out, "\n ]}}")?;
    Ok(Some(links))
}
