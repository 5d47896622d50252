//! Dragonflies as they are built: `dragonfly(a, h, groups=g)` and `megafly(s, h, groups=g)`, with any number of groups and bundles of cables between them.
//!
//! A group has a·h global cables (s·h for megafly, on its s spines); cable k leaves router ⌊k/h⌋. With q = ⌊a·h/(g-1)⌋, the first q·(g-1) cables are q
//! rounds over all other groups, so that any two groups are joined by q cables. Of the r cables that remain, the groups at distance 1 to ⌊r/2⌋ in
//! either direction get one more, and the opposite group if r is odd and g even; otherwise one port of every group stays free. So bundles differ by one cable at most.
//!
//! Palm tree (default): cable k of group G goes to group G + (k mod (g-1)) + 1, at the same place counted from the end of these cables; with g = a·h + 1 this is
//! the arrangement of `dragonfly(a, h)`. Absolute: cable k goes to group k mod (g-1), own group left out; Hastings et al., Comparing global link
//! arrangements for dragonfly networks, CLUSTER 2015. Parallel cables between two routers are one link of several cables.

use crate::net::address::{Address, Pair, add_mod};
use crate::net::{Args, Naming, Node, Shape};
use crate::stored::machine::Cabled;
use crossedge_core::expr::{Error, Kind};
use crossedge_core::net::stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How global cables are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    PalmTree,
    Absolute,
}

/// The structure of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// Every two of its routers are linked; all are endpoints.
    Complete,
    /// As many leaves, which are endpoints, as spines; every leaf is linked to every spine, and spines have the global cables.
    LeafSpine,
}

/// The network if `groups` or `arrangement` is given and differs from the usual one; `size` routers of a group have `globals` global cables each.
pub(super) fn grouped(
    args: &mut Args<'_>,
    group: Group,
    size: u64,
    globals: u64,
) -> Result<Option<Arc<dyn Shape>>, Error> {
    let arrangement = match args.named("arrangement") {
        None => Arrangement::PalmTree,
        Some(value) => match &value.kind {
            Kind::Text(text) if text == "palmtree" => Arrangement::PalmTree,
            Kind::Text(text) if text == "absolute" => Arrangement::Absolute,
            _ => return Err(args.wrong(value, "arrangement", "\"palmtree\" or \"absolute\"")),
        },
    };
    let cables = size.saturating_mul(globals);
    let most = cables.saturating_add(1);
    let (groups, span) = match args.named("groups") {
        None => (most, args.span()),
        Some(value) => match value.kind {
            Kind::Int(groups) if (2..=most).contains(&groups) => (groups, value.span.clone()),
            Kind::Int(groups) => {
                let message = format!("{} has 2 to {most} groups here, found {groups}", args.word());
                let help = format!("a group has {cables} global cables, one at least for every other group");
                return Err(Error::usage(message, value.span.clone()).help(help));
            }
            _ => return Err(args.wrong(value, "groups", "a whole number")),
        },
    };
    if groups == most && arrangement == Arrangement::PalmTree {
        return Ok(None);
    }
    let of_group = if group == Group::Complete { size } else { 2 * size };
    let nodes = groups.saturating_mul(of_group);
    let local = if group == Group::Complete { size * (size - 1) / 2 } else { size.saturating_mul(size) };
    let links = groups.saturating_mul(local.saturating_add(cables));
    if nodes > MAX_STORED_NODES || links > MAX_STORED_LINKS {
        let message = format!(
            "{} with groups is listed, up to {MAX_STORED_NODES} nodes and {MAX_STORED_LINKS} links",
            args.word()
        );
        return Err(Error::limit(message, span).help("take fewer groups, or leave groups out"));
    }
    args.work().spend(nodes.saturating_add(links) / 4, &span)?;
    let plan = GroupPlan { group, size, globals, groups, arrangement };
    build(&plan)
        .map(|net| Some(Arc::new(net) as Arc<dyn Shape>))
        .map_err(|message| Error::limit(message, span))
}

/// The definition.
#[derive(Debug, Clone, Copy)]
struct GroupPlan {
    group: Group,
    size: u64,
    globals: u64,
    groups: u64,
    arrangement: Arrangement,
}

impl GroupPlan {
    /// The group and the cable there that cable `k` of a group is; `None` for a port that stays free.
    fn other_end(&self, group: u64, k: u64) -> Option<(u64, u64)> {
        let (g, cables) = (self.groups, self.size * self.globals);
        let (round, even) = (g - 1, cables / (g - 1) * (g - 1));
        if k < even {
            return Some(match self.arrangement {
                Arrangement::PalmTree => (add_mod(group, k % round + 1, g), even - 1 - k),
                Arrangement::Absolute => {
                    let place = k % round;
                    let other = place + u64::from(place >= group);
                    let back = group - u64::from(group > other);
                    (other, k - place + back)
                }
            });
        }
        let rest = cables - even;
        let used = if rest % 2 == 1 && g % 2 == 1 { rest - 1 } else { rest };
        let e = k - even;
        if e >= used {
            return None;
        }
        let distance = if 2 * e + 1 == used {
            g / 2
        } else if e < used / 2 {
            e + 1
        } else {
            g - (used - e)
        };
        Some((add_mod(group, distance, g), even + used - 1 - e))
    }

    /// The node of a router with global cables.
    fn router_node(&self, group: u64, router: u64) -> u64 {
        let own = group * self.size + router;
        if self.group == Group::Complete { own } else { self.groups * self.size + own }
    }

    /// Links inside of a group, by position in it.
    fn links_inside(&self, group: u64) -> Vec<(u64, u64)> {
        let id = |i: u64| group * self.size + i;
        match self.group {
            Group::Complete => {
                (0..self.size).flat_map(|i| (i + 1..self.size).map(move |j| (id(i), id(j)))).collect()
            }
            Group::LeafSpine => (0..self.size)
                .flat_map(|i| (0..self.size).map(move |j| (id(i), self.router_node(group, j))))
                .collect(),
        }
    }
}

/// The network of a plan, listed.
fn build(plan: &GroupPlan) -> Result<Cabled, String> {
    let cables = plan.size * plan.globals;
    let per_router = Pair::new(plan.globals);
    // Global links with their cables.
    let mut bundles: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for group in 0..plan.groups {
        for k in 0..cables {
            let Some((other, back)) = plan.other_end(group, k) else { continue };
            let a = plan.router_node(group, per_router.split(k).0);
            let b = plan.router_node(other, per_router.split(back).0);
            // Each cable once, from the smaller end.
            if a < b {
                *bundles.entry((a, b)).or_default() += 1;
            }
        }
    }
    let local = (0..plan.groups).flat_map(|group| plan.links_inside(group));
    let ends = plan.groups * plan.size;
    let nodes = if plan.group == Group::Complete { ends } else { 2 * ends };
    let names = GroupNames { nodes, ends, size: plan.size, groups: plan.groups, id: Pair::new(plan.size) };
    let table = Table::from_edges(nodes, local.chain(bundles.keys().copied()))?.named(Some(names));
    let widths: BTreeSet<u64> = bundles.values().copied().collect();
    let numbers: BTreeMap<u64, u16> = widths.iter().copied().zip(1..).collect();
    let name = |width: u64| if widths.len() == 1 { "global".to_owned() } else { format!("global ×{width}") };
    let global = widths.iter().map(|&width| (name(width), width));
    let classes = std::iter::once(("local".to_owned(), 1)).chain(global);
    let class = |v: u64, w: u64| bundles.get(&(v.min(w), v.max(w))).map_or(0, |cables| numbers[cables]);
    Ok(Cabled::constructed(table, ends, classes, class))
}

/// Addresses: the group, and the position among its leaves and spines.
#[derive(Debug)]
struct GroupNames {
    nodes: u64,
    ends: u64,
    size: u64,
    groups: u64,
    id: Pair,
}

impl Naming for GroupNames {
    fn address(&self, v: Node) -> Address {
        let (position, first) = if v.0 < self.ends { (v.0, 0) } else { (v.0 - self.ends, self.size) };
        let (group, at) = self.id.split(position);
        Address::Tuple(vec![Address::Int(group), Address::Int(first + at)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        let GroupNames { nodes, ends, size, groups, id } = self;
        if let Address::Int(_) = address {
            return address.id_below(*nodes);
        }
        let parts = address.parts(2, || self.notation())?;
        let group = parts[0].coordinate(*groups, "the group")?;
        let of_group = if ends < nodes { 2 * size } else { *size };
        let at = parts[1].coordinate(of_group, "the router")?;
        Ok(Node(if at < *size { id.join(group, at) } else { ends + id.join(group, at - size) }))
    }

    fn notation(&self) -> String {
        "(group, router)".to_owned()
    }
}
