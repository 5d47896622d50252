//! The `File` topology of CAMINOS (Camarero, Postigo, Fuentes): neighbours of every router in the order of its ports. The engine hangs the same
//! number of servers on every router, and takes no comments.

use super::Given;
use super::entry::FormatEntry;
use super::unfit::Unfit;
use crossedge_lang::net::{Layout, Node, Port, Structure};
use std::io::{self, Write};

/// A topology file of CAMINOS.
pub static CAMINOS: FormatEntry = FormatEntry {
    name: "caminos",
    suffixes: &["caminos"],
    summary: "The File topology of CAMINOS: neighbours of every router, in the order of ports",
    readers: "CAMINOS (topology: File{ filename, format: 0, servers_per_router: p })",
    lost: "our routing, widths, addresses; of hosts(G, p) the routers are written, and p goes into the configuration",
    limit: "32,768 routers: it keeps two square matrices of them",
    tells_origin: false,
    fits,
    write,
};

/// Two matrices of machine words: 16 GiB.
const MAX_ROUTERS: u64 = 1 << 15;

/// The routers: those below the hosts, or all nodes of a direct network.
fn router_network<'a>(given: &Given<'a>) -> Option<&'a dyn Structure> {
    match given.net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) if routers.endpoints() == routers.nodes() => {
            Some(routers.as_ref())
        }
        _ if given.net.endpoints() == given.net.nodes() => Some(given.net),
        _ => None,
    }
}

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let Some(net) = router_network(given) else {
        return Err(Unfit::not_expressible(
            "a file of CAMINOS has the same number of servers on every router, and here some switches have none",
            "take `crossedge simulate`, which gives the engine the machine itself",
        ));
    };
    if net.nodes() > MAX_ROUTERS {
        let why = format!("CAMINOS keeps a matrix of its routers, and takes {MAX_ROUTERS} at most");
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    given.check_simple("CAMINOS")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let Some(net) = router_network(given) else {
        return Err(io::Error::other("some switches have no hosts"));
    };
    let nodes = || (0..net.nodes()).map(Node);
    writeln!(out, "NODOS {}", net.nodes())?;
    writeln!(out, "GRADO {}", nodes().map(|v| net.degree(v)).max().unwrap_or(0))?;
    let mut ends = 0u64;
    for v in nodes() {
        let heads: Vec<String> =
            (0..net.degree(v)).map(|port| net.link(v, Port(port)).0.0.to_string()).collect();
        ends += heads.len() as u64;
        writeln!(out, "N {}\n{}", v.0, heads.join(" "))?;
    }
    Ok(Some(ends / 2))
}
