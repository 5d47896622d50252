//! The request of `layout`.

use super::answer::{LayoutAnswer, LayoutClassAnswer, LengthAnswer};
use super::costs::Prices;
use super::files::PlannedLayout;
#[cfg(feature = "schema")]
use crate::answers::verbs::Verb;
use crate::answers::{Request, direct::one_rate, texts};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::layout::{Cable, Room, blocks, cables, improve, length_class, place_blocks, shuffled_layout};
use crate::progress::Progress;
use crate::topology::Topology;
use crate::verify::{self, Verdict};
use std::collections::BTreeMap;

/// Request for a layout.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LayoutRequest {
    /// Endpoints per block; a block is kept together.
    pub block: u64,
    /// Nodes per rack, endpoints and switches.
    #[serde(rename = "rack", alias = "units")]
    pub units: u32,
    /// Rows and racks per row, e.g. 8x16 [default: as needed].
    #[serde(with = "texts::room")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub room: Option<(u32, u32)>,
    /// Reach of copper cables, in millimetres; data and options have it in metres.
    #[serde(rename = "copper", alias = "copper_reach", with = "texts::metres")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", description = "Reach of copper cables, in metres.")
    )]
    pub copper_reach: u64,
    /// Swap racks until cables get no shorter; data and options have the opposite, `by_rule`.
    #[serde(rename = "by_rule", with = "texts::negated")]
    #[cfg_attr(feature = "schema", schemars(with = "bool", description = "Keep the initial placement."))]
    pub improve: bool,
    /// Seed of the swaps, and of the random placement.
    pub seed: u64,
    /// Prices, if there are any.
    // Contents of a file.
    #[serde(skip)]
    pub prices: Option<Prices>,
}

impl Default for LayoutRequest {
    /// Passive copper reaches 3 m at 50 Gbit/s a pair (IEEE 802.3cd-2018, 50GBASE-CR).
    fn default() -> Self {
        LayoutRequest {
            block: 64,
            units: 64,
            room: None,
            copper_reach: 3000,
            improve: true,
            seed: 1,
            prices: None,
        }
    }
}

/// Maximum number of nodes of a layout.
const MAX_NODES: u64 = 1 << 20;

/// Maximum number of links of a layout.
const MAX_LINKS: u64 = 1 << 23;

impl LayoutRequest {
    /// The layout with its cables, for callers that write files.
    pub fn plan(&self, on: &Topology, progress: &dyn Progress) -> Result<PlannedLayout, Error> {
        one_rate(on, Self::VERB)?;
        if self.block == 0 || self.units == 0 {
            return Err(Error::usage("a block or a rack of nothing holds nothing")
                .help("take `block` 64 and `rack` 64"));
        }
        let net = on.network()?.as_ref();
        if net.nodes() > MAX_NODES || on.links() > MAX_LINKS.into() {
            let message = format!("a layout has at most {MAX_NODES} nodes and {MAX_LINKS} links");
            return Err(on.too_large(message, "take a smaller network, such as torus(32,32,32)"));
        }
        let blocks = blocks(net, self.block);
        let by_rule = match self.room {
            Some((rows, columns)) => {
                let room = Room { rows, columns, units: self.units, ..Room::DEFAULT_ROOM };
                place_blocks(&blocks, &room).map_err(|no| {
                    let message = no.to_string();
                    Error::new(ErrorKind::Nothing, message)
                        .help(format!("take a `room` for {} racks, or larger racks", no.needed))
                })?
            }
            None => {
                // Blocks that do not fill racks to the end need some more.
                let mut room = Room::for_nodes(net.nodes(), self.units);
                loop {
                    match place_blocks(&blocks, &room) {
                        Ok(layout) => break layout,
                        Err(no) => room = Room::for_racks(no.needed, self.units),
                    }
                }
            }
        };
        let layout =
            if self.improve { improve(net, &by_rule, self.seed, progress)? } else { by_rule.clone() };
        let total = |cables: &[Cable]| -> u128 {
            cables.iter().map(|c| u128::from(c.length) * u128::from(c.width)).sum()
        };
        let length_by_rule = total(&cables(net, &by_rule));
        let length_at_random = total(&cables(net, &shuffled_layout(&by_rule, self.seed)));
        let all = cables(net, &layout);
        let counted = match verify::layout(net, &layout, &all, progress)? {
            Verdict::Holds(counted) => counted,
            Verdict::Refuted(why) => return Err(Error::internal(format!("the layout is refuted: {why}"))),
            Verdict::Undecided(limit) => return Err(Error::limit(limit.reached(), limit.works)),
        };
        let names = net.link_classes();
        let mut classes: Vec<LayoutClassAnswer> = names.into_iter().map(empty_class).collect();
        let mut lengths: BTreeMap<(u64, bool), u64> = BTreeMap::new();
        let mut leaving: BTreeMap<u32, u64> = BTreeMap::new();
        let (mut inside, mut optical, mut longest) = (0, 0, 0);
        for cable in &all {
            let made = length_class(cable.length);
            let (long, [a, b]) = (cable.length > self.copper_reach, cable.places.map(|place| place.rack));
            *lengths.entry((made, long)).or_default() += cable.width;
            longest = longest.max(cable.length);
            optical += if long { cable.width } else { 0 };
            if a == b {
                inside += cable.width;
            } else {
                *leaving.entry(a).or_default() += cable.width;
                *leaving.entry(b).or_default() += cable.width;
            }
            if let Some(class) = classes.get_mut(cable.class) {
                class.cables.0 += cable.width;
                class.inside.0 += if a == b { cable.width } else { 0 };
                class.optical.0 += if long { cable.width } else { 0 };
                class.length.0 += u128::from(cable.length) * u128::from(cable.width);
                class.longest.0 = class.longest.0.max(cable.length);
            }
        }
        let row = |((length, optical), cables)| LengthAnswer {
            length: Exact(length),
            cables: Exact(cables),
            optical,
        };
        let mut answer = LayoutAnswer {
            nodes: Exact(net.nodes()),
            blocks: Exact(blocks.len() as u64),
            racks: Exact(counted.racks),
            rows: layout.room.rows,
            columns: layout.room.columns,
            units: self.units,
            max_nodes_per_rack: Exact(counted.fullest),
            cables: Exact(counted.cables),
            inside: Exact(inside),
            max_cables_leaving: Exact(leaving.values().copied().max().unwrap_or(0)),
            copper: Exact(counted.cables - optical),
            optical: Exact(optical),
            copper_reach: Exact(self.copper_reach),
            length: Exact(counted.length),
            length_before_search: Exact(length_by_rule),
            length_at_random: Exact(length_at_random),
            seed: Exact(self.seed),
            longest: Exact(longest),
            classes,
            lengths: lengths.into_iter().map(row).collect(),
            costs: None,
            evidence: Evidence::computed(
                "every place, port, link and length recounted by the verifier [replay]",
            ),
        };
        answer.costs =
            self.prices.as_ref().map(|prices| prices.cost_lines(&answer, net.endpoints())).transpose()?;
        Ok(PlannedLayout { answer, layout, cables: all })
    }
}

fn empty_class(name: String) -> LayoutClassAnswer {
    let [cables, inside, optical, longest] = [Exact(0); 4];
    LayoutClassAnswer { name, cables, inside, optical, length: Exact(0), longest }
}

impl Request for LayoutRequest {
    type On = Topology;
    type Answer = LayoutAnswer;
    const VERB: &'static str = "layout";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<LayoutAnswer, Error> {
        Ok(self.plan(on, progress)?.answer)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<LayoutRequest>("Place a network in racks: cables counted by kind and length");
