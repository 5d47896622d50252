//! Forwarding tables of a fabric: are all hosts reached, over shortest paths, without deadlock, and with what load.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::net::read::{
    Fabric, ReadError, SwitchTable, fabric_of, forwarding_tables, lane_tables, service_levels,
};
use crate::progress::Progress;
use crate::tables::{
    Forwarding, HeldCable, LaneFiles, Lanes, MissingLane, Packet, PortId, TableReport, replay,
};

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
    /// Names of files with service levels of paths: output of saquery PR, opensm-path-records.dump, .psl of ibdiagnet, or lines of source LID, destination LID and level.
    pub service_levels: Vec<String>,
    /// Names of files with SL2VL tables: opensm-sl2vl.dump, output of smpquery sl2vl or saquery SL2VL, .slvl of ibdiagnet.
    pub sl2vl: Vec<String>,
    /// The contents of the dump.
    #[serde(skip)]
    pub fabric_bytes: Vec<u8>,
    /// The contents of the tables.
    #[serde(skip)]
    pub tables_bytes: Vec<u8>,
    /// The contents of the service levels, file by file.
    #[serde(skip)]
    pub service_levels_bytes: Vec<Vec<u8>>,
    /// The contents of the SL2VL tables, file by file.
    #[serde(skip)]
    pub sl2vl_bytes: Vec<Vec<u8>>,
}

/// Findings about the tables.
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
    /// `true` if the tables are deadlock-free on their virtual lanes: no cycle of channel dependencies.
    pub deadlock_free: Known<bool>,
    /// Virtual lanes that packets between switches use, with the files or the assumption that gives them.
    pub virtual_lanes: Known<Vec<u8>>,
    /// Number of pairs that the service levels do not list, which are taken as level 0; absent without service levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_level: Option<Exact<u64>>,
    /// Number of pairs whose packets a switch discards, because an SL2VL table has lane 15 for them; absent without SL2VL tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discarded: Option<Exact<u64>>,
    /// Number of dependencies between virtual lanes of cables.
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
    /// Why: `no entry`, `no cable`, `loop`, `wrong host`, or `lane 15` if the switch discards the service level.
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
    /// The virtual lane.
    pub lane: u8,
    /// Source of a packet that holds this cable and waits for the next.
    pub packet_from: String,
    /// Destination of that packet.
    pub packet_to: String,
    /// Service level of that packet.
    pub service_level: u8,
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
        progress.stage("following tables", 1);
        let (tables, files, report) = self.follow(&fabric)?;
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
            None => Evidence::computed(format!(
                "{} dependencies between cables, no cycle [acyclic-channels]",
                report.dependencies
            )),
            Some(cycle) => Evidence::computed(format!(
                "a cycle of {} cables, each packet followed from host to host [packet-cycle]",
                cycle.len()
            )),
        };
        let used: Vec<u8> = report.lanes.iter().copied().collect();
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
            virtual_lanes: Known::new(used, self.lane_evidence(&report)),
            without_level: files.levels.as_ref().map(|_| Exact(report.without_level)),
            discarded: files.tables.as_ref().map(|_| Exact(report.discarded)),
            dependencies: Exact(report.dependencies),
            cycle: report
                .cycle
                .as_ref()
                .map(|cycle| cycle.iter().map(|held| held_cable(&fabric, held)).collect()),
            most_loaded: most.map(|(&from, &pairs)| loaded(&fabric, from, pairs)),
        })
    }
}

impl TablesRequest {
    /// Reads the tables and follows them; a cycle is replayed.
    pub(super) fn follow(
        &self,
        fabric: &Fabric,
    ) -> Result<(Vec<SwitchTable>, LaneFiles, TableReport), Error> {
        let input = |why: String| Error::new(ErrorKind::Input, why);
        let tables = forwarding_tables(&self.tables_bytes).map_err(|error| {
            input(format!("{}: {error}", self.tables))
                .help("read are opensm-lfts.dump, output of dump_lfts.sh, and .fdbs of OpenSM or ibdiagnet")
        })?;
        let forwarding = Forwarding::new(fabric, &tables).map_err(|why| {
            input(format!("{}: {why}", self.tables))
                .help("take a dump and tables of the same fabric, at the same time")
        })?;
        let files = self.lane_files()?;
        let lanes = Lanes::new(fabric, &files).map_err(|why| {
            let names: Vec<&str> =
                self.service_levels.iter().chain(&self.sl2vl).map(String::as_str).collect();
            input(format!("{}: {why}", names.join(", ")))
                .help("take a dump and lanes of the same fabric, at the same time")
        })?;
        let report = forwarding.report_on(&lanes).map_err(|missing| self.missing_lane(fabric, missing))?;
        if let Some(cycle) = &report.cycle {
            replay(fabric, &tables, &files, cycle).map_err(|why| Error::new(ErrorKind::Internal, why))?;
        }
        Ok((tables, files, report))
    }

    /// The files with service levels and SL2VL tables.
    fn lane_files(&self) -> Result<LaneFiles, Error> {
        let levels = "read are output of saquery PR, opensm-path-records.dump, .psl of ibdiagnet, and lines such as 4 9 1";
        let tables =
            "read are opensm-sl2vl.dump, output of smpquery sl2vl or saquery SL2VL, and .slvl of ibdiagnet";
        Ok(LaneFiles {
            levels: read_all(&self.service_levels, &self.service_levels_bytes, service_levels, levels)?,
            tables: read_all(&self.sl2vl, &self.sl2vl_bytes, lane_tables, tables)?,
        })
    }

    /// The evidence for the lanes of packets: the files, or the assumption if there are none.
    fn lane_evidence(&self, report: &TableReport) -> Evidence {
        let levels = self.service_levels.join(", ");
        let text = match (self.service_levels.is_empty(), self.sl2vl.is_empty()) {
            (true, true) => {
                "one virtual lane assumed, for no service levels and SL2VL tables are given".to_owned()
            }
            (true, false) => {
                format!("service level 0 assumed for all packets, lanes of {}", self.sl2vl.join(", "))
            }
            (false, true) => format!("service levels of {levels}; lane = service level assumed"),
            (false, false) => format!("service levels of {levels}, lanes of {}", self.sl2vl.join(", ")),
        };
        match report.without_level {
            0 => Evidence::computed(text),
            pairs => {
                Evidence::computed(format!("{text}; {pairs} pairs without a service level count as level 0"))
            }
        }
    }

    /// A packet needs an SL2VL table that the files do not have.
    fn missing_lane(&self, fabric: &Fabric, missing: MissingLane) -> Error {
        let MissingLane { switch, input, output } = missing;
        let name = &fabric.nodes[switch as usize].name;
        let files = self.sl2vl.join(", ");
        let why = format!("{files}: no SL2VL table of {name} from port {input} to port {output}");
        Error::new(ErrorKind::Input, why)
            .help("give the tables of all switches, e.g. opensm-sl2vl.dump of opensm -Q")
    }
}

/// The entries of all files of a kind; `None` without files.
fn read_all<T>(
    names: &[String],
    contents: &[Vec<u8>],
    read: fn(&[u8]) -> Result<Vec<T>, ReadError>,
    help: &str,
) -> Result<Option<Vec<T>>, Error> {
    if names.is_empty() {
        return Ok(None);
    }
    let mut all = Vec::new();
    for (name, bytes) in names.iter().zip(contents) {
        let entries = read(bytes)
            .map_err(|error| Error::new(ErrorKind::Input, format!("{name}: {error}")).help(help))?;
        all.extend(entries);
    }
    Ok(Some(all))
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
        lane: held.lane,
        packet_from: name(held.packet.from.0),
        packet_to: name(held.packet.to),
        service_level: held.packet.level,
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
