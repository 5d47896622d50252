//! A platform of SimGrid with our routes: endpoints are hosts, switches are routers, and every ordered pair of hosts has its route.
//!
//! Its documents and its DTD have different defaults, so that both the sharing policy and the direction of every link are written. Hosts, routers and
//! links come before the first route.

use super::Given;
use super::entry::FormatEntry;
use super::given::xml_text;
use super::unfit::Unfit;
use crossedge_lang::net::{Node, Port};
use std::io::{self, Write};

/// A platform of SimGrid.
pub static PLATFORM: FormatEntry = FormatEntry {
    name: "simgrid",
    suffixes: &["platform.xml"],
    summary: "A platform of SimGrid with our route for every pair of hosts; links of 12.5 GB/s and 100 ns for each width",
    readers: "SimGrid 3.32 and later, SMPI, Batsim",
    lost: "ports, addresses, link classes",
    limit: "1,024 hosts: a route for every ordered pair is written",
    tells_origin: true,
    fits,
    write,
};

/// A million routes.
const MAX_HOSTS: u64 = 1 << 10;

/// Of a link of width 1.
const MEGABYTES_PER_SECOND: u64 = 12_500;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    if given.net.endpoints() > MAX_HOSTS {
        let why = format!(
            "a platform of SimGrid has a route for every pair of hosts, and {MAX_HOSTS} hosts at most here"
        );
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    given.check_routes()
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let net = given.net;
    let name = |v: Node| format!("{}{}", if given.is_endpoint(v) { "n" } else { "r" }, v.0);
    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(out, "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">")?;
    writeln!(out, "<!-- {} -->", xml_text(&given.origin_line()).replace("--", "- -"))?;
    writeln!(out, "<platform version=\"4.1\">\n<zone id=\"net\" routing=\"Full\">")?;
    for v in (0..net.nodes()).map(Node) {
        match given.is_endpoint(v) {
            true => writeln!(out, "<host id=\"{}\" speed=\"1Gf\"/>", name(v))?,
            false => writeln!(out, "<router id=\"{}\"/>", name(v))?,
        }
    }
    let links = given.links(|link| {
        let rate = given.width(link).saturating_mul(MEGABYTES_PER_SECOND);
        writeln!(
            out,
            "<link id=\"l{}_{}\" bandwidth=\"{rate}MBps\" latency=\"100ns\" sharing_policy=\"SPLITDUPLEX\"/>",
            link.a.0, link.a_port.0
        )
    })?;
    let stopped = !given.nodes("writing routes", |from| {
        for to in (0..net.endpoints()).map(Node).filter(|&to| given.is_endpoint(from) && to != from) {
            write!(out, "<route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">", name(from), name(to))?;
            given.route(from, to, |v, port| {
                let (w, back) = net.link(v, Port(port));
                let (id, direction) = if v < w { ((v, port), "UP") } else { ((w, back.0), "DOWN") };
                write!(out, "<link_ctn id=\"l{}_{}\" direction=\"{direction}\"/>", id.0.0, id.1)
            })?;
            writeln!(out, "</route>")?;
        }
        Ok(())
    })?;
    writeln!(out, "</zone>\n</platform>")?;
    Ok(if stopped { None } else { links })
}
