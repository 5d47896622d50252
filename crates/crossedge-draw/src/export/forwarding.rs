//! Linear forwarding tables for `opensm -R file -U FILE`: of every switch the port towards every host and every other switch, by our
//! addresses. OpenSM checks nothing of what it reads here: the deadlock verifier is the only guard, and `--to opensm-qos` writes the levels that pass it.

use super::Given;
use super::entry::FormatEntry;
use super::infiniband::{fits, host_lid, port_guid, switch_guid, switch_lid};
use super::routers::{CablePorts, Routers};
use std::io::{self, Write};

/// Forwarding tables of all switches.
pub static FORWARDING: FormatEntry = FormatEntry {
    name: "opensm",
    suffixes: &["lfts"],
    summary: "Forwarding tables of all switches by our addresses, for the fabric that --to infiniband writes",
    readers: "OpenSM (-R file -U FILE)",
    lost: "virtual channels: --to opensm-qos writes service levels",
    limit: "as infiniband",
    tells_origin: true,
    fits,
    write,
};

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let cables = CablePorts::from_routers(routers);
    let (hosts, count) = (routers.hosts(), routers.count());
    let mut entries = 0;
    writeln!(out, "# {}", given.origin_line())?;
    let last = hosts + count;
    for router in 0..count {
        let guid = switch_guid(router);
        writeln!(
            out,
            "Unicast lids [0x0-0x{last:x}] of switch DR path slid 0; dlid 0; 0 guid 0x{guid:016x} (switch {}):",
            given.net.address(routers.node(router))
        )?;
        for host in 0..hosts {
            writeln!(
                out,
                "0x{:04x} {:03} : (Channel Adapter portguid 0x{:016x}: 'host {host}')",
                host_lid(host),
                // Targets take the cables of a link in turn.
                cables.port(router, routers.port_to_host(router, host), host) + 1,
                port_guid(host)
            )?;
        }
        for to in 0..count {
            // Port 0 is the switch itself.
            let port = routers.port_towards(router, to).map_or(0, |link| cables.port(router, link, to) + 1);
            writeln!(
                out,
                "0x{:04x} {port:03} : (Switch portguid 0x{:016x}: 'switch {}')",
                switch_lid(&routers, to),
                switch_guid(to),
                given.net.address(routers.node(to))
            )?;
        }
        entries += last;
        writeln!(out, "{last} valid lids dumped")?;
    }
    Ok(Some(entries))
}
