//! InfiniBand, as `ibnetdiscover` prints a fabric and `ibsim` reads one: a record for every switch and every channel adapter, with a line for
//! every port. Ports count from 1. If nodes are routers themselves, each is a switch with one adapter on its last port.

use super::Given;
use super::entry::FormatEntry;
use super::routers::{CableEnd, CablePorts, Leads, Routers};
use super::unfit::Unfit;
use crossedge_core::model::Wiring;
use crossedge_lang::net::{Address, Node};
use std::io::{self, Write};

/// The text of ibnetdiscover.
pub static INFINIBAND: FormatEntry = FormatEntry {
    name: "infiniband",
    suffixes: &["ibnet", "ibnetdiscover"],
    summary: "InfiniBand as ibnetdiscover prints it: switches and channel adapters, port by port",
    readers: "ibsim, OpenSM on ibsim, slurmibtopology, and `crossedge show FILE`",
    lost: "nothing: a link of w cables takes w ports",
    limit: "49,151 ports with a LID (hosts and switches together), 254 ports of a switch",
    tells_origin: true,
    fits,
    write,
};

/// Unicast LIDs end at 0xBFFF.
const MOST_LIDS: u64 = 0xBFFF;

/// Port 0 is the switch itself, and 255 stands for none.
const MOST_PORTS: u32 = 254;

/// GUIDs of switches and of adapters begin here.
const SWITCH_GUIDS: u64 = 0x10_0000;
const ADAPTER_GUIDS: u64 = 0x20_0000;

/// The GUID of a router, as a switch.
pub(super) fn switch_guid(router: u64) -> u64 {
    SWITCH_GUIDS + router
}

/// The GUID of the port of a host.
pub(super) fn port_guid(host: u64) -> u64 {
    ADAPTER_GUIDS + 2 * host + 1
}

/// Hosts have the LIDs from 1 on.
pub(super) fn host_lid(host: u64) -> u64 {
    1 + host
}

/// Switches come after them.
pub(super) fn switch_lid(routers: &Routers<'_>, router: u64) -> u64 {
    1 + routers.hosts() + router
}

/// Checks that there are enough LIDs and ports for the fabric.
pub(super) fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    let routers = Routers::from_given(given);
    let help = "take a smaller network of the same construction, or several subnets";
    if routers.hosts().saturating_add(routers.count()) > MOST_LIDS {
        let why = format!("a subnet of InfiniBand has {MOST_LIDS} LIDs, for hosts and switches together");
        return Err(Unfit::too_large(why, help));
    }
    let cables = CablePorts::from_routers(routers);
    if let Some(router) = (0..routers.count()).find(|&router| cables.degree(router) > MOST_PORTS) {
        let ports = cables.degree(router);
        let why = format!("a switch of InfiniBand has {MOST_PORTS} ports, and one here has {ports}");
        return Err(Unfit::too_large(why, "take a network of smaller degree"));
    }
    Ok(())
}

/// The cables of the fabric as it is written here, with what its nodes are called: hosts first, ports from 1.
pub fn fabric(given: &Given<'_>) -> (Wiring, Vec<String>) {
    let routers = Routers::from_given(given);
    let (hosts, count) = (routers.hosts(), routers.count());
    let mut wiring = Wiring::new((0..hosts + count).map(|v| v >= hosts).collect());
    let cables = CablePorts::from_routers(routers);
    for router in 0..count {
        for CableEnd { port, leads, host_port } in cables.cables_of_router(router) {
            let other = match leads {
                Leads::Host(host) => (host as u32, host_port + 1),
                Leads::Router(to, back) => ((hosts + to) as u32, back + 1),
            };
            wiring.join(((hosts + router) as u32, port + 1), other);
        }
    }
    let names = (0..hosts)
        .map(|host| host_name(given, host))
        .chain((0..count).map(|router| switch_name(given, &routers, router)));
    (wiring, names.collect())
}

/// The name that a file gave a node, or a new one. Quotes would end a description.
fn host_name(given: &Given<'_>, host: u64) -> String {
    match given.net.address(Node(host)) {
        Address::Name(name) => name.replace('"', "'"),
        _ => format!("host {host}"),
    }
}

fn switch_name(given: &Given<'_>, routers: &Routers<'_>, router: u64) -> String {
    match given.net.address(routers.node(router)) {
        Address::Name(name) => name.replace('"', "'"),
        address => format!("switch {address}"),
    }
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let cables = CablePorts::from_routers(routers);
    let mut ends = 0u64;
    // The cables of every host, by its ports.
    let mut of_host: Vec<Vec<(u64, u32)>> = vec![Vec::new(); routers.hosts() as usize];
    writeln!(out, "# {}\n", given.origin_line())?;
    for router in 0..routers.count() {
        let (guid, degree) = (switch_guid(router), cables.degree(router));
        let name = switch_name(given, &routers, router);
        writeln!(out, "vendid=0x2c9\ndevid=0xbd36\nsysimgguid=0x{guid:x}\nswitchguid=0x{guid:x}({guid:x})")?;
        writeln!(
            out,
            "Switch\t{degree} \"S-{guid:016x}\"\t\t# \"{name}\" base port 0 lid {} lmc 0",
            switch_lid(&routers, router)
        )?;
        for CableEnd { port, leads, host_port } in cables.cables_of_router(router) {
            match leads {
                Leads::Host(host) => {
                    let port_guid = port_guid(host);
                    writeln!(
                        out,
                        "[{}]\t\"H-{:016x}\"[{}]({port_guid:x})\t\t# \"{}\" lid {} 4xHDR",
                        port + 1,
                        port_guid - 1,
                        host_port + 1,
                        host_name(given, host),
                        host_lid(host)
                    )?;
                    of_host[host as usize].push((router, port));
                    ends += 2;
                }
                Leads::Router(to, back) => {
                    writeln!(
                        out,
                        "[{}]\t\"S-{:016x}\"[{}]\t\t# \"{}\" lid {} 4xHDR",
                        port + 1,
                        switch_guid(to),
                        back + 1,
                        switch_name(given, &routers, to),
                        switch_lid(&routers, to)
                    )?;
                    ends += 1;
                }
            }
        }
        // A record ends at an empty line.
        writeln!(out)?;
    }
    for (host, at) in (0..).zip(&of_host) {
        let port_guid = port_guid(host);
        let guid = port_guid - 1;
        writeln!(out, "vendid=0x2c9\ndevid=0x101b\nsysimgguid=0x{guid:x}\ncaguid=0x{guid:x}")?;
        writeln!(out, "Ca\t{} \"H-{guid:016x}\"\t\t# \"{}\"", at.len(), host_name(given, host))?;
        for (i, &(router, port)) in (1..).zip(at) {
            writeln!(
                out,
                "[{i}]({port_guid:x})\t\"S-{:016x}\"[{}]\t\t# lid {} lmc 0 \"{}\" lid {} 4xHDR",
                switch_guid(router),
                port + 1,
                host_lid(host),
                switch_name(given, &routers, router),
                switch_lid(&routers, router)
            )?;
        }
        writeln!(out)?;
    }
    Ok(Some(ends / 2))
}
