//! SST, element library merlin, topology `topoAny` (after version 16.0): a GraphML of routers, and source routes for its plug-in.
//!
//! Every router has a number of endpoints, at least one; routers are numbered in the order of the file. A path omits its
//! first router. Virtual channels count up with every hop, so that `vcs_per_vn` must be at least the longest path.

use super::Given;
use super::entry::FormatEntry;
use super::given::{quoted_text, xml_text};
use super::routers::{Leads, Routers};
use super::unfit::Unfit;
use std::io::{self, Write};

/// The routers.
pub static SST: FormatEntry = FormatEntry {
    name: "sst",
    suffixes: &["sst.graphml"],
    summary: "GraphML of routers with the number of endpoints of each, for topoAny of SST",
    readers: "SST after 16.0 (merlin, topoAny.import_graph), networkx",
    lost: "addresses of hosts, ports, widths; routes are in --to sst-routes",
    limit: "every router has an endpoint",
    tells_origin: true,
    fits,
    write,
};

/// The routes.
pub static SST_ROUTES: FormatEntry = FormatEntry {
    name: "sst-routes",
    suffixes: &["sst.json"],
    summary: "Our routes between routers as the source routing table of SST: routes[from][to] = [[weight, [hops]]]",
    readers: "SST after 16.0 (sourceRoutingPlugin; json.load, with ids made whole numbers)",
    lost: "virtual channels: SST counts them up with every hop",
    limit: "2,048 routers: a route for every ordered pair is written",
    tells_origin: true,
    fits: routes_fit,
    write: write_routes,
};

const MAX_NODES: u64 = 1 << 11;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::from_given(given);
    if let Some(router) = (0..routers.count()).find(|&router| endpoints(&routers, router) == 0) {
        let name = given.net.address(routers.node(router));
        return Err(Unfit::not_expressible(
            format!("every router of topoAny has endpoints, and router {name} has none"),
            "take a network whose routers all have hosts, such as hosts(dragonfly(4,2), 2)",
        ));
    }
    given.check_simple("topoAny")
}

fn routes_fit(given: &Given<'_>) -> Result<(), Unfit> {
    if Routers::from_given(given).count() > MAX_NODES {
        let why = format!("a route for every pair of routers is written, of {MAX_NODES} routers at most");
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    fits(given)?;
    given.check_routes()
}

fn endpoints(routers: &Routers<'_>, router: u64) -> usize {
    (0..routers.degree(router))
        .filter(|&port| matches!(routers.other_end(router, port), Leads::Host(_)))
        .count()
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<!-- {} -->", xml_text(&given.origin_line()).replace("--", "- -"))?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    writeln!(out, "  <key id=\"endpoints\" for=\"node\" attr.name=\"endpoints\" attr.type=\"int\"/>")?;
    writeln!(out, "  <graph id=\"routers\" edgedefault=\"undirected\">")?;
    for router in 0..routers.count() {
        let endpoints = endpoints(&routers, router);
        writeln!(out, "    <node id=\"{router}\"><data key=\"endpoints\">{endpoints}</data></node>")?;
    }
    let mut links = 0u64;
    for router in 0..routers.count() {
        for port in 0..routers.degree(router) {
            if let Leads::Router(to, _) = routers.other_end(router, port)
                && router < to
            {
                links += 1;
                writeln!(out, "    <edge source=\"{router}\" target=\"{to}\"/>")?;
            }
        }
    }
    writeln!(out, "  </graph>\n</graphml>")?;
    Ok(Some(links))
}

fn write_routes(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let count = routers.count();
    writeln!(out, "{{\"made_by\": {},\n \"routes\": {{", quoted_text(&given.origin_line()))?;
    let mut routes = 0u64;
    for from in 0..count {
        writeln!(out, "  \"{from}\": {{")?;
        let mut comma = "";
        for to in (0..count).filter(|&to| to != from) {
            write!(out, "{comma}   \"{to}\": [[1.0, [")?;
            let (mut at, mut between) = (from, "");
            // A route has fewer hops than there are routers, or does not arrive.
            for _ in 0..count {
                let Some(port) = routers.port_towards(at, to) else { break };
                let Leads::Router(next, _) = routers.other_end(at, port) else { break };
                write!(out, "{between}{next}")?;
                (at, between) = (next, ", ");
            }
            if at != to {
                return Err(io::Error::other("a router is not reached"));
            }
            write!(out, "]]]")?;
            comma = ",\n";
            routes += 1;
        }
        writeln!(out, "\n  }}{}", if from + 1 == count { "" } else { "," })?;
    }
    writeln!(out, " }}}}")?;
    Ok(Some(routes))
}
