//! A fabric as it was built, compared with the plan: which cables are missing, too many, swapped or in a wrong port, and what to do.

use super::Request;
use super::cable_rates::{CableRateAnswer, slow_cables};
use super::texts;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::wiring_faults::{NodeNames, WiringFaultAnswer, exchanged_labels};
use super::wiring_plan::{CablePlan, comparable, with_ports};
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::export::{Given, fabric};
use crate::net::read::{Fabric, fabric_of};
use crate::progress::{Progress, Silent};
use crate::topology::Topology;
use crate::verify;
use crate::wiring::{Wiring, faults, images, misnamed, told_apart};

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
    #[serde(rename = "as_built")]
    pub found: Exact<u64>,
    /// Number of cables that match the plan.
    #[serde(rename = "correct")]
    pub right: Exact<u64>,
    /// `true` if all is as planned; null if no matching of nodes was found, which does not prove that none exists.
    #[serde(rename = "matches_plan")]
    pub as_planned: Known<Option<bool>>,
    /// The faults. Their repairs, applied in this order, produce the plan.
    pub faults: Vec<WiringFaultAnswer>,
    /// Cables that run at another rate than most others between the same kinds of nodes.
    pub slow: Vec<CableRateAnswer>,
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
        let by_name = plan.find((!discovered).then_some(net), &built);
        if self.trust == Trust::Names && by_name.iter().all(Option::is_none) {
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
        self.compare(&plan, &built, &by_name, places)
    }
}

impl WiringRequest {
    fn compare(
        &self,
        plan: &CablePlan,
        built: &Fabric,
        by_name: &[Option<u32>],
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
            Trust::Names => by_name.to_vec(),
            Trust::Hosts => {
                let host = |is: u32| !plan.wiring.is_switch(is);
                by_name.iter().map(|is| is.filter(|&is| host(is))).collect()
            }
            Trust::Ports | Trust::Nothing => vec![None; by_name.len()],
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
                let mut own = Wiring::new((0..by_name.len()).map(kind).collect());
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
        let mut all = exchanged_labels(&is);
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
        let node_names = NodeNames { as_built: names, planned: &plan.names, places };
        let by = match (self.trust, all.is_empty()) {
            (Trust::Names, _) => Known::new(
                Some(all.is_empty()),
                Evidence::computed("every port compared with the plan [record-comparison]"),
            ),
            (_, true) => Known::new(
                Some(true),
                Evidence::computed("every port, under a renaming of nodes that was found [plan-map]"),
            ),
            (_, false) if told_apart(&planned, &now) => Known::new(
                Some(false),
                Evidence::computed("surroundings of nodes that the plan does not have [plan-map]"),
            ),
            _ => Known::new(
                None,
                Evidence::computed("no renaming was found under which all is as planned [plan-map]"),
            ),
        };
        Ok(WiringAnswer {
            file: self.file.clone(),
            trust: self.trust.name(),
            planned: Exact(planned.count()),
            found: Exact(now.count()),
            right: Exact(right),
            as_planned: by,
            faults: all.iter().map(|fault| node_names.fault(fault)).collect(),
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
