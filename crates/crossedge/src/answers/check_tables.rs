//! Forwarding tables of a fabric: are all hosts reached, over shortest paths, without deadlock, and with what load.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::net::read::{Fabric, fabric_of, forwarding_tables};
use crate::progress::Progress;
use crate::tables::{Forwarding, HeldCable, Packet, PortId, replay};

/// Failures that are listed.
const MAX_LISTED: usize = 100;

/// Asks what the forwarding tables of a fabric do.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TablesRequest {
    /// Name of the dump of the fabric, as ibnetdiscover prints it.
    pub fabric: String,
    /// Name of the file with the tables: opensm-lfts.dump, output of dump_lfts.sh, or .fdbs of OpenSM or ibdiagnet.
    pub tables: String,
    /// The contents of the dump.
    #[serde(skip)]
    pub fabric_bytes: Vec<u8>,
    /// The contents of the tables.
    #[serde(skip)]
    pub tables_bytes: Vec<u8>,
}

/// What the tables do.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesAnswer {
    /// The dump of the fabric.
    pub fabric: String,
    /// The file with the tables.
    pub tables: String,
    /// Number of switches with a table.
    pub switches: Exact<u64>,
    /// Switches of the fabric without a table.
    pub without_table: Vec<String>,
    /// Number of LIDs of hosts.
    pub destinations: Exact<u64>,
    /// Number of ordered pairs of a host port and a LID of another host.
    pub pairs: Exact<u64>,
    /// Number of pairs whose packets are lost; 0 if all arrive.
    pub lost: Known<Exact<u64>>,
    /// For each LID that is not reached from everywhere, the first packet that is lost.
    pub failures: Vec<TableFailureAnswer>,
    /// Number of pairs whose route is longer than a shortest path.
    pub longer: Exact<u64>,
    /// The pair with the longest detour; absent if all routes are shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_detour: Option<DetourAnswer>,
    /// Links of the longest route, host to host.
    pub longest: Exact<u64>,
    /// `true` if the tables are deadlock-free on one virtual lane: no cycle of channel dependencies.
    pub deadlock_free: Known<bool>,
    /// Number of dependencies between cables.
    pub dependencies: Exact<u64>,
    /// A cycle of cables with the packets that close it; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Vec<HeldCableAnswer>>,
    /// The cable between switches that most pairs cross; absent if none is crossed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_loaded: Option<LoadedCableAnswer>,
}

/// A packet that is lost.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableFailureAnswer {
    /// The source.
    pub from: String,
    /// The destination.
    pub to: String,
    /// Its LID.
    pub lid: u32,
    /// The switch at which the packet is lost.
    pub switch: String,
    /// Why: `no entry`, `no cable`, `loop` or `wrong host`.
    pub reason: &'static str,
}

/// A route that is longer than a shortest path.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DetourAnswer {
    /// The source.
    pub from: String,
    /// The destination.
    pub to: String,
    /// Links of the route.
    pub links: Exact<u64>,
    /// Links of a shortest path.
    pub shortest: Exact<u64>,
}

/// A cable of a cycle.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldCableAnswer {
    /// The switch that it leaves.
    pub from: String,
    /// Its port there.
    pub from_port: u32,
    /// The switch that it leads to.
    pub to: String,
    /// Its port there.
    pub to_port: u32,
    /// Source of a packet that holds this cable and waits for the next.
    pub packet_from: String,
    /// Destination of that packet.
    pub packet_to: String,
}

/// A cable and the pairs that cross it.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadedCableAnswer {
    /// The switch that it leaves.
    pub from: String,
    /// Its port there.
    pub from_port: u32,
    /// The switch that it leads to.
    pub to: String,
    /// Its port there.
    pub to_port: u32,
    /// Number of pairs that cross it in this direction.
    pub pairs: Exact<u64>,
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb {
    run: |_, _, _| {
        Err(Error::usage("fabric and tables are read from files").help("use `crossedge check-tables`"))
    },
    ..Verb::none::<TablesRequest>("Check forwarding tables: reachability, path lengths, deadlock, load")
        .positional(&["fabric", "tables"])
};

impl Request for TablesRequest {
    type On = ();
    type Answer = TablesAnswer;
    const VERB: &'static str = "check-tables";

    fn answer(&self, _: &(), progress: &dyn Progress) -> Result<TablesAnswer, Error> {
        let input = |why: String| Error::new(ErrorKind::Input, why);
        let (fabric, _) =
            fabric_of(&self.fabric, &self.fabric_bytes).map_err(|[why, help]| input(why).help(help))?;
        let tables = forwarding_tables(&self.tables_bytes).map_err(|error| {
            input(format!("{}: {error}", self.tables))
                .help("read are opensm-lfts.dump, output of dump_lfts.sh, and .fdbs of OpenSM or ibdiagnet")
        })?;
        let forwarding = Forwarding::new(&fabric, &tables).map_err(|why| {
            input(format!("{}: {why}", self.tables))
                .help("take a dump and tables of the same fabric, at the same time")
        })?;
        progress.stage("following tables", 1);
        let report = forwarding.report();
        if let Some(cycle) = &report.cycle {
            replay(&fabric, &tables, cycle).map_err(|why| Error::new(ErrorKind::Internal, why))?;
        }
        let name = |v: u32| fabric.nodes[v as usize].name.clone();
        let failures = report.failures.iter().take(MAX_LISTED).map(|failure| TableFailureAnswer {
            from: name(failure.from),
            to: name(failure.host),
            lid: failure.lid,
            switch: name(failure.switch),
            reason: failure.why.name(),
        });
        let most = report.loads.iter().max_by_key(|(port, pairs)| (**pairs, std::cmp::Reverse(**port)));
        let followed = "every LID from every switch with hosts, cable by cable";
        let free = match &report.cycle {
            None => {
                Evidence::computed(format!("{} dependencies between cables, no cycle", report.dependencies))
            }
            Some(cycle) => Evidence::computed(format!(
                "a cycle of {} cables, each packet followed from host to host",
                cycle.len()
            )),
        };
        Ok(TablesAnswer {
            fabric: self.fabric.clone(),
            tables: self.tables.clone(),
            switches: Exact(tables.len() as u64),
            without_table: report.without_table.iter().map(|&v| name(v)).collect(),
            destinations: Exact(report.destinations),
            pairs: Exact(report.pairs),
            lost: Known::new(Exact(report.lost), Evidence::computed(followed)),
            failures: failures.collect(),
            longer: Exact(report.longer),
            longest_detour: report
                .longest_detour
                .as_ref()
                .map(|(packet, links, least)| detour(&fabric, packet, *links, *least)),
            longest: Exact(report.longest),
            deadlock_free: Known::new(report.cycle.is_none(), free),
            dependencies: Exact(report.dependencies),
            cycle: report
                .cycle
                .as_ref()
                .map(|cycle| cycle.iter().map(|held| held_cable(&fabric, held)).collect()),
            most_loaded: most.map(|(&from, &pairs)| loaded(&fabric, from, pairs)),
        })
    }
}

fn detour(fabric: &Fabric, packet: &Packet, links: u64, shortest: u64) -> DetourAnswer {
    let name = |v: u32| fabric.nodes[v as usize].name.clone();
    DetourAnswer {
        from: name(packet.from.0),
        to: name(packet.to),
        links: Exact(links),
        shortest: Exact(shortest),
    }
}

fn held_cable(fabric: &Fabric, held: &HeldCable) -> HeldCableAnswer {
    let name = |v: u32| fabric.nodes[v as usize].name.clone();
    HeldCableAnswer {
        from: name(held.from.0),
        from_port: held.from.1,
        to: name(held.to.0),
        to_port: held.to.1,
        packet_from: name(held.packet.from.0),
        packet_to: name(held.packet.to),
    }
}

fn loaded(fabric: &Fabric, from: PortId, pairs: u64) -> LoadedCableAnswer {
    let name = |v: u32| fabric.nodes[v as usize].name.clone();
    let ends = fabric
        .cables
        .iter()
        .flat_map(|cable| [(cable.ends[0], cable.ends[1]), (cable.ends[1], cable.ends[0])]);
    let other = ends
        .into_iter()
        .find(|(end, _)| *end == (from.0, Some(from.1)))
        .map_or((from.0, None), |(_, other)| other);
    LoadedCableAnswer {
        from: name(from.0),
        from_port: from.1,
        to: name(other.0),
        to_port: other.1.unwrap_or(0),
        pairs: Exact(pairs),
    }
}
