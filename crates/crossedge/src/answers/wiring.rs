//! A fabric as it was built, compared with the plan: which cables are missing, too many, swapped or in a wrong port, and what to do.

use super::Request;
use super::cable_rates::{CableRateAnswer, slow_cables};
use super::texts;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::export::{Given, fabric};
use crate::net::read::{Fabric, fabric_of};
use crate::net::{Address, Node, Port, Structure};
use crate::progress::{Progress, Silent};
use crate::topology::Topology;
use crate::verify;
use crate::wiring::{CableEnd, Wiring, WiringFault, faults, images, misnamed, told_apart};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// Size limit of plans.
const MAX_CABLES: u64 = 1 << 25;

/// The names of a file that are trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// All of them.
    #[default]
    Names,
    /// Those of hosts: switches are found by their ports.
    Hosts,
    /// No names: every node is matched by its ports.
    Ports,
    /// Neither names nor ports: the same wiring up to both.
    Nothing,
}

impl Trust {
    /// All of them.
    pub const ALL: [Trust; 4] = [Trust::Names, Trust::Hosts, Trust::Ports, Trust::Nothing];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Trust::Names => "names",
            Trust::Hosts => "hosts",
            Trust::Ports => "ports",
            Trust::Nothing => "nothing",
        }
    }
}

/// Request for the comparison of as-built cabling with a plan.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct WiringRequest {
    /// Name of the file; its extension gives the format.
    pub file: String,
    /// The contents.
    // Contents of a file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Names of the file that are certain: names, hosts, ports or nothing.
    #[serde(with = "texts::trust")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub trust: Trust,
    /// A cable list of the plan with the locations of nodes, and the name of its file.
    // Contents of a file, too.
    #[serde(skip)]
    pub layout: Option<(String, Vec<u8>)>,
}

/// The comparison of as-built cabling with a plan.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WiringAnswer {
    /// The file.
    pub file: String,
    /// Which names were taken as certain: `names`, `hosts`, `ports` or `nothing`.
    pub trust: &'static str,
    /// Number of cables that were planned.
    pub planned: Exact<u64>,
    /// Number of cables in the file.
    pub found: Exact<u64>,
    /// Number of cables that match the plan.
    pub right: Exact<u64>,
    /// `true` if all is as planned; null if no matching of nodes was found, which does not prove that none exists.
    pub as_planned: Known<Option<bool>>,
    /// The faults. Their repairs, applied in this order, produce the plan.
    pub faults: Vec<WiringFaultAnswer>,
    /// Cables that run at another rate than most others between the same kinds of nodes.
    pub slow: Vec<CableRateAnswer>,
}

/// A fault.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WiringFaultAnswer {
    /// The kind: `names`, `missing`, `extra`, `wrong port`, `wrong node` or `swapped`.
    pub kind: &'static str,
    /// A cycle of wrong labels: each node is really the next one.
    pub called: Vec<String>,
    /// The cables found.
    pub found: Vec<CableAnswer>,
    /// The cables expected instead.
    pub planned: Vec<CableAnswer>,
    /// Advice.
    pub repair: String,
}

/// A cable.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CableAnswer {
    /// One node.
    pub a_node: String,
    /// Its location, e.g. `rack 3 unit 17`; absent if no file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_place: Option<String>,
    /// Its port, as the file counts.
    pub a_port: u32,
    /// The other node.
    pub z_node: String,
    /// Its location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z_place: Option<String>,
    /// Its port.
    pub z_port: u32,
}

impl fmt::Display for CableAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CableAnswer { a_node, a_place, a_port, z_node, z_place, z_port } = self;
        let [a, z] =
            [(a_node, a_place), (z_node, z_place)].map(|(node, place)| placed(node, place.as_deref()));
        write!(f, "{a} port {a_port} – {z} port {z_port}")
    }
}

/// A plan: its cables, and what its nodes are called.
struct CablePlan {
    wiring: Wiring,
    names: Vec<String>,
}

impl CablePlan {
    /// Every node of a network, with its own ports.
    fn of_nodes(net: &dyn Structure) -> CablePlan {
        let ends = net.endpoints();
        let mut wiring = Wiring::new((0..net.nodes()).map(|v| v >= ends).collect());
        for v in 0..net.nodes() {
            for port in 0..net.degree(Node(v)) {
                let (w, back) = net.link(Node(v), Port(port));
                wiring.join((v as u32, port), (w.0 as u32, back.0));
            }
        }
        CablePlan { wiring, names: (0..net.nodes()).map(|v| net.address(Node(v)).to_string()).collect() }
    }

    /// The nodes that a file calls by these names: the plan's own, or ids and addresses of the network.
    fn find(&self, net: Option<&dyn Structure>, fabric: &Fabric) -> Vec<Option<u32>> {
        let ids: HashMap<&str, u32> = self.names.iter().map(String::as_str).zip(0..).collect();
        let address = |name: &str| {
            let node = net?.node_at(&Address::parse(name).ok()?).ok()?;
            u32::try_from(node.0).ok()
        };
        let mut taken = BTreeSet::new();
        let find = |name: &str| ids.get(name).copied().or_else(|| address(name));
        fabric.nodes.iter().map(|node| find(&node.name).filter(|&is| taken.insert(is))).collect()
    }
}

/// Missing ports of cables: those of a planned cable between the two nodes, then planned ports that are free, then others.
fn with_ports(plan: &Wiring, fabric: &Fabric, node: &[u32]) -> Vec<[CableEnd; 2]> {
    let mut used: BTreeSet<CableEnd> = BTreeSet::new();
    let known = |(v, port): (u32, Option<u32>)| port.map(|port| (node[v as usize], port));
    used.extend(fabric.cables.iter().flat_map(|cable| cable.ends).filter_map(known));
    let mut out: Vec<Option<[CableEnd; 2]>> = fabric
        .cables
        .iter()
        .map(|cable| match cable.ends.map(known) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    for (cable, ends) in fabric.cables.iter().zip(&mut out) {
        if ends.is_some() {
            continue;
        }
        let [a, b] = cable.ends.map(|(v, port)| (node[v as usize], port));
        let free =
            |end: CableEnd, given: Option<u32>| given.map_or(!used.contains(&end), |port| port == end.1);
        let planned = plan.row(a.0).iter().map(|&(port, other)| ((a.0, port), other));
        let fits = planned.filter(|(_, other)| other.0 == b.0).find(|&(x, y)| free(x, a.1) && free(y, b.1));
        if let Some((x, y)) = fits {
            used.extend([x, y]);
            *ends = Some([x, y]);
        }
    }
    let mut beyond: BTreeMap<u32, u32> = BTreeMap::new();
    let mut any = |(v, port): (u32, Option<u32>), used: &mut BTreeSet<CableEnd>| {
        let is = node[v as usize];
        if let Some(port) = port {
            return (is, port);
        }
        let planned = plan.row(is).iter().map(|&(port, _)| port).find(|&port| !used.contains(&(is, port)));
        let port = planned.unwrap_or_else(|| {
            let next = beyond.entry(is).or_insert_with(|| plan.row(is).last().map_or(0, |last| last.0 + 1));
            while used.contains(&(is, *next)) {
                *next += 1;
            }
            *next
        });
        used.insert((is, port));
        (is, port)
    };
    let cables = fabric.cables.iter().zip(out);
    cables.map(|(cable, ends)| ends.unwrap_or_else(|| cable.ends.map(|end| any(end, &mut used)))).collect()
}

/// A node and where it is.
fn placed(node: &str, place: Option<&str>) -> String {
    match place {
        Some(place) => format!("{node} in {place}"),
        None => node.to_owned(),
    }
}

/// Names of nodes in the answer, by the file and by the plan, and their locations.
struct Called<'a> {
    found: Vec<Option<&'a str>>,
    planned: &'a [String],
    places: Vec<Option<String>>,
}

impl Called<'_> {
    fn place(&self, v: u32) -> Option<String> {
        self.places.get(v as usize).cloned().flatten()
    }

    fn node(&self, v: u32) -> String {
        let planned = self.planned.get(v as usize);
        match (self.found.get(v as usize).copied().flatten(), planned) {
            (Some(name), Some(planned)) if name != planned => format!("{name} (planned as {planned})"),
            (Some(name), _) => name.to_owned(),
            (None, Some(planned)) => planned.clone(),
            (None, None) => format!("node {v}"),
        }
    }

    fn cable(&self, [a, z]: [CableEnd; 2]) -> CableAnswer {
        CableAnswer {
            a_node: self.node(a.0),
            a_place: self.place(a.0),
            a_port: a.1,
            z_node: self.node(z.0),
            z_place: self.place(z.0),
            z_port: z.1,
        }
    }

    fn fault(&self, fault: &WiringFault) -> WiringFaultAnswer {
        let end =
            |(v, port): CableEnd| format!("{} port {port}", placed(&self.node(v), self.place(v).as_deref()));
        let (mut called, mut found, mut planned) = (Vec::new(), Vec::new(), Vec::new());
        let (kind, repair) = match *fault {
            WiringFault::Names { called: ref nodes } => {
                called = nodes.iter().map(|&v| self.node(v)).collect();
                let labels: Vec<String> = (0..called.len())
                    .map(|i| format!("{} is really {}", called[i], called[(i + 1) % called.len()]))
                    .collect();
                ("names", format!("exchange the labels: {}", labels.join(", ")))
            }
            WiringFault::Missing { ends } => {
                planned.push(ends);
                ("missing", format!("put in a cable from {} to {}", end(ends[0]), end(ends[1])))
            }
            WiringFault::Extra { ends } => {
                found.push(ends);
                ("extra", format!("take out the cable from {} to {}", end(ends[0]), end(ends[1])))
            }
            WiringFault::Moved { stays, from, to } => {
                found.push([stays, from]);
                planned.push([stays, to]);
                let kind = if from.0 == to.0 { "wrong port" } else { "wrong node" };
                let repair = format!(
                    "of the cable from {} move the other end from {} to {}",
                    end(stays),
                    end(from),
                    end(to)
                );
                (kind, repair)
            }
            WiringFault::Swapped { right: [a, b], others: [x, y] } => {
                found.extend([[a, x], [y, b]]);
                planned.extend([[a, b], [y, x]]);
                ("swapped", format!("exchange the cable ends at {} and {}", end(x), end(b)))
            }
        };
        let cables = |cables: Vec<[CableEnd; 2]>| cables.into_iter().map(|ends| self.cable(ends)).collect();
        WiringFaultAnswer { kind, called, found: cables(found), planned: cables(planned), repair }
    }
}

/// Circles of names that are wrong.
fn circles(is: &[u32]) -> Vec<WiringFault> {
    let mut seen = vec![false; is.len()];
    let mut out = Vec::new();
    for start in 0..is.len() {
        let (mut called, mut at) = (Vec::new(), start);
        while !std::mem::replace(&mut seen[at], true) {
            called.push(at as u32);
            at = is[at] as usize;
        }
        if called.len() > 1 {
            out.push(WiringFault::Names { called });
        }
    }
    out
}

impl Request for WiringRequest {
    type On = Topology;
    type Answer = WiringAnswer;
    const VERB: &'static str = "check-wiring";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<WiringAnswer, Error> {
        let net = on.network()?.as_ref();
        if on.links() > MAX_CABLES.into() {
            let message = format!("at most {MAX_CABLES} cables are compared");
            return Err(on.too_large(message, "take a part of the network, such as one pod"));
        }
        let (built, discovered) = fabric_of(&self.file, &self.bytes)
            .map_err(|[why, help]| Error::new(ErrorKind::Input, why).help(help))?;
        if self.trust == Trust::Nothing {
            return self.up_to_names(on, &built, discovered, progress);
        }
        let wide = (0..net.link_classes().len()).map(|class| net.width(class)).find(|&width| width > 1);
        // In a discovered fabric every cable has ports of its own.
        if let Some(width) = wide.filter(|_| !discovered) {
            return Err(Error::usage(format!(
                "check-wiring compares cables one by one, and {on} has links of width {width}"
            ))
            .help(
                "trunks and wide links cannot be checked yet; check the levels of width 1 as a separate plan",
            ));
        }
        comparable(&self.file, &built)?;
        let text = on.to_string();
        let plan = match discovered {
            true => {
                let (wiring, names) = fabric(&Given::new(on.network()?, &text, progress));
                CablePlan { wiring, names }
            }
            false => CablePlan::of_nodes(net),
        };
        let found = plan.find((!discovered).then_some(net), &built);
        if self.trust == Trust::Names && found.iter().all(Option::is_none) {
            let (first, wanted) = (&built.nodes[0].name, &plan.names[0]);
            return Err(Error::usage(format!(
                "{}: no node has a name of the plan, such as {wanted:?}; the first is {first:?}",
                self.file
            ))
            .help("give nodes their names, or find them by their ports: --trust ports, or --trust nothing"));
        }
        if self.trust != Trust::Names
            && let Some(cable) =
                built.cables.iter().find(|cable| cable.ends.iter().any(|end| end.1.is_none()))
        {
            let message = format!(
                "{}: line {}: nodes are matched by their ports, and a port is missing",
                self.file, cable.line
            );
            return Err(Error::usage(message).help("give the ports, or trust the names: --trust names"));
        }
        let mut places = vec![None; plan.names.len()];
        if let Some((name, bytes)) = &self.layout {
            let (listed, _) =
                fabric_of(name, bytes).map_err(|[why, help]| Error::new(ErrorKind::Input, why).help(help))?;
            let known = plan.find((!discovered).then_some(net), &listed);
            for (is, node) in known.iter().zip(listed.nodes) {
                if let Some(place) = is.and_then(|is| places.get_mut(is as usize)) {
                    *place = node.place;
                }
            }
            if places.iter().all(Option::is_none) {
                return Err(Error::usage(format!("{name} does not give the place of a node of the plan"))
                    .help("take the list that `crossedge layout EXPR --cables FILE` writes"));
            }
        }
        self.compare(&plan, &built, &found, places)
    }
}

/// Refuses a list in which one row stands for several cables: their ports are not known.
fn comparable(file: &str, built: &Fabric) -> Result<(), Error> {
    if let Some((line, width)) = built.cables.iter().find_map(|cable| {
        let width = cable.width.filter(|&width| width != 1)?;
        Some((cable.line, width))
    }) {
        let message =
            format!("{file}: line {line}: the cable has width {width}, and the plan has none but of width 1");
        return Err(Error::usage(message).help("trunks and wide links cannot be checked yet"));
    }
    Ok(())
}

impl WiringRequest {
    fn compare(
        &self,
        plan: &CablePlan,
        built: &Fabric,
        found: &[Option<u32>],
        mut places: Vec<Option<String>>,
    ) -> Result<WiringAnswer, Error> {
        let kinds = built.nodes.iter().all(|node| node.switch.is_some());
        let planned = match kinds {
            true => plan.wiring.clone(),
            // A file that does not separate switches from hosts cannot be checked for roles.
            false => plan.wiring.with_kinds(|_| true),
        };
        let kind = |v: usize| !kinds || built.nodes[v].switch == Some(true);
        let certain: Vec<Option<u32>> = match self.trust {
            Trust::Names => found.to_vec(),
            Trust::Hosts => {
                let host = |is: u32| !plan.wiring.is_switch(is);
                found.iter().map(|is| is.filter(|&is| host(is))).collect()
            }
            Trust::Ports | Trust::Nothing => vec![None; found.len()],
        };
        let node: Vec<u32> = match self.trust {
            Trust::Names => {
                let mut beyond = planned.nodes();
                let mut next = || {
                    beyond += 1;
                    beyond - 1
                };
                certain.iter().map(|is| is.unwrap_or_else(&mut next)).collect()
            }
            _ => {
                let mut own = Wiring::new((0..found.len()).map(kind).collect());
                for cable in &built.cables {
                    let [a, b] = cable.ends.map(|(v, port)| (v, port.unwrap_or(0)));
                    own.join(a, b);
                }
                images(&planned, &own, &certain)
            }
        };
        let nodes = node.iter().map(|&v| v + 1).max().unwrap_or(0).max(planned.nodes());
        let mut switches: Vec<bool> =
            (0..nodes).map(|v| v >= planned.nodes() || planned.is_switch(v)).collect();
        node.iter().enumerate().for_each(|(v, &is)| switches[is as usize] = kind(v));
        let mut now = Wiring::new(switches);
        for [a, b] in with_ports(&planned, built, &node) {
            now.join(a, b);
        }
        let is = match self.trust {
            Trust::Names => misnamed(&planned, &now),
            _ => (0..nodes).collect(),
        };
        let mut all = circles(&is);
        let named = now.renamed(&is);
        all.extend(faults(&planned, &named));
        verify::wiring(&planned, &now, &all).map_err(|bad| Error::internal(bad.to_string()))?;
        let right = named.cables().filter(|&(a, b)| planned.at(a) == Some(b)).count() as u64;
        let mut names = vec![None; nodes as usize];
        node.iter().zip(&built.nodes).for_each(|(&is, node)| names[is as usize] = Some(node.name.as_str()));
        // Names that are certain are reported as the plan writes them; those of cables after the labels are exchanged.
        if self.trust == Trust::Names {
            names.iter_mut().take(planned.nodes() as usize).for_each(|name| *name = None);
        }
        // If the plan has no location, the file may.
        places.resize(nodes as usize, None);
        for (&is, node) in node.iter().zip(&built.nodes) {
            let place = &mut places[is as usize];
            *place = place.take().or_else(|| node.place.clone());
        }
        let called = Called { found: names, planned: &plan.names, places };
        let by = match (self.trust, all.is_empty()) {
            (Trust::Names, _) => {
                Known::new(Some(all.is_empty()), Evidence::computed("every port compared with the plan"))
            }
            (_, true) => Known::new(
                Some(true),
                Evidence::computed("every port, under a renaming of nodes that was found"),
            ),
            (_, false) if told_apart(&planned, &now) => Known::new(
                Some(false),
                Evidence::computed("surroundings of nodes that the plan does not have"),
            ),
            _ => Known::new(None, Evidence::computed("no renaming was found under which all is as planned")),
        };
        Ok(WiringAnswer {
            file: self.file.clone(),
            trust: self.trust.name(),
            planned: Exact(planned.count()),
            found: Exact(now.count()),
            right: Exact(right),
            as_planned: by,
            faults: all.iter().map(|fault| called.fault(fault)).collect(),
            slow: slow_cables(built),
        })
    }
}

impl Topology {
    /// Compares as-built cabling with the plan, by node names.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "path(3)".parse()?;
    /// let built = "A-Node,A-Port,Z-Node,Z-Port\n0,0,1,1\n";
    /// let report = net.check_wiring("built.csv", built)?;
    /// assert_eq!(report.faults[0].repair, "put in a cable from 1 port 0 to 2 port 0");
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn check_wiring(&self, file: &str, bytes: impl AsRef<[u8]>) -> Result<WiringAnswer, Error> {
        let (file, bytes) = (file.to_owned(), bytes.as_ref().to_vec());
        let request = WiringRequest { file, bytes, trust: Trust::Names, layout: None };
        request.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb {
    run: |_, _, _| Err(Error::usage("a fabric is read from a file").help("use `crossedge check-wiring`")),
    ..Verb::one::<WiringRequest>("Compare as-built cabling with the plan").positional(&["file"])
};
