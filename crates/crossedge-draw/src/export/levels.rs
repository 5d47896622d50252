//! Service levels for `opensm -Q -Y FILE`, next to the forwarding tables: a QoS policy that gives the level of every pair of hosts.
//!
//! A packet has one level on its entire path, and OpenSM gives every level its own virtual channel. The levels are the layers of our routing `layers`, whose
//! paths are those of the tables; nothing is written that the deadlock verifier rejects. The first rule that fits a pair counts, and pairs without
//! one have level 0.

use super::Given;
use super::entry::FormatEntry;
use super::infiniband::{self, port_guid};
use super::routers::Routers;
use super::unfit::Unfit;
use crossedge_lang::net::Node;
use crossedge_route::channels::{Channel, LAYERS, Routing, Unroutable};
use crossedge_verify::deadlock::judge_between;
use std::io::{self, Write};
use std::sync::Arc;

/// Service levels of all pairs of hosts.
pub static LEVELS: FormatEntry = FormatEntry {
    name: "opensm-qos",
    suffixes: &["qos"],
    summary: "Service levels of all pairs of hosts, a virtual channel each: with them the tables of --to opensm cannot deadlock",
    readers: "OpenSM (-Q -Y FILE, with -R file -U TABLES)",
    lost: "the tables: --to opensm writes them",
    limit: "as infiniband; 2,500 routers, 15 levels",
    tells_origin: true,
    fits,
    write,
};

/// Level 15 is for the managers.
const MOST_LEVELS: u32 = 15;

fn layers(given: &Given<'_>) -> Result<Arc<dyn Routing>, Unfit> {
    (LAYERS.make)(given.kept).map_err(|why| match why {
        Unroutable::TooLarge { limit, .. } => Unfit::too_large(
            format!("every pair of routers gets a level here, of {limit} routers at most"),
            "take a smaller network of the same construction",
        ),
        other => Unfit::not_expressible(other.to_string(), "take a network that is connected"),
    })
}

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    infiniband::fits(given)?;
    let levels = layers(given)?.channels();
    if levels > MOST_LEVELS {
        let why = format!("InfiniBand has {MOST_LEVELS} service levels, and these routes need {levels}");
        return Err(Unfit::too_large(why, "take a smaller network of the same construction"));
    }
    Ok(())
}

/// The level of a packet: the channel of its hops between routers, which is always the same.
fn service_level(given: &Given<'_>, routing: &dyn Routing, from: Node, to: Node) -> u32 {
    let (mut at, mut by, mut level) = (from, None, 0);
    while let Some(out) = routing.step(by, at, None, to) {
        level = level.max(out.vc);
        by = Some(Channel::new(at, out));
        at = given.net.link(at, out.port).0;
    }
    level
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routing = layers(given).map_err(|unfit| io::Error::other(unfit.why))?;
    let (hosts, levels) = (Routers::from_given(given).hosts(), routing.channels());
    let Ok(judged) = judge_between(given.net, hosts, &routing, levels, given.watch) else { return Ok(None) };
    if !judged.holds() {
        return Err(io::Error::other("the deadlock verifier rejects these levels"));
    }
    writeln!(out, "# {}", given.origin_line())?;
    writeln!(out, "port-groups")?;
    for host in 0..hosts {
        let guid = port_guid(host);
        writeln!(
            out,
            "    port-group\n        name: h{host}\n        port-guid: 0x{guid:016x}\n    end-port-group"
        )?;
    }
    writeln!(out, "end-port-groups\nqos-levels")?;
    for level in 0..levels {
        let name = if level == 0 { "DEFAULT".to_owned() } else { format!("level{level}") };
        writeln!(out, "    qos-level\n        name: {name}\n        sl: {level}\n    end-qos-level")?;
    }
    writeln!(out, "end-qos-levels\nqos-match-rules")?;
    let all = given.visit_first("writing levels", hosts, 1, |from| {
        let mut targets = vec![Vec::new(); levels as usize];
        for to in (0..hosts).map(Node).filter(|&to| to != from) {
            targets[service_level(given, routing.as_ref(), from, to) as usize].push(format!("h{}", to.0));
        }
        for (level, targets) in targets.iter().enumerate().skip(1).filter(|(_, targets)| !targets.is_empty())
        {
            writeln!(out, "    qos-match-rule\n        source: h{}", from.0)?;
            writeln!(out, "        destination: {}", targets.join(","))?;
            writeln!(out, "        qos-level-name: level{level}\n    end-qos-match-rule")?;
        }
        Ok(())
    })?;
    writeln!(out, "end-qos-match-rules")?;
    Ok(all.then_some(hosts * hosts.saturating_sub(1)))
}
