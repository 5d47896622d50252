//! Overlays of a picture: routes, paths, rings, cuts, broadcasts, loads, faults, and cycles of channels.

use super::DrawRequest;
use crate::answers::{DeadlockRequest, DisjointRequest, Request, RoutingRequest, direct};
use crate::collective::{BroadcastRule, Pace, Tree, Trees};
use crate::error::Error;
use crate::hamilton::{Around, NodeOrder, RingOptions, Sought, Virtuals, cycle};
use crate::metrics::halves::halves;
use crate::net::{Faults, Node, Structure};
use crate::progress::Progress;
use crate::render::{MAX_DRAWN, Overlay, link_loads};
use crate::route::channels::RoutingName;
use crate::route::{self, MAX_SEEN};
use crate::topology::Topology;
use crate::verify::{self, Verdict};
use std::sync::Arc;

/// Size limit of networks whose loads are counted over all pairs.
const MAX_LOADED: u64 = 1_500;

impl DrawRequest {
    /// Overlays of the picture.
    pub(super) fn overlay(
        &self,
        on: &Topology,
        whole: &Arc<dyn Structure>,
        progress: &dyn Progress,
    ) -> Result<Overlay, Error> {
        let net = whole.as_ref();
        if self.broadcast.is_some() || self.trees.is_some() || self.ring || self.virtual_rings.is_some() {
            direct(on.shape(), "what is laid over this picture")?;
        }
        let mut overlay = Overlay::default();
        let small = |limit: u64| match net.nodes() <= limit {
            true => Ok(()),
            false => Err(Error::limit(
                format!("this is laid over networks of at most {limit} nodes"),
                "draw a smaller one, such as rdn(ring(3), 2)",
            )),
        };
        if self.load {
            small(MAX_LOADED)?;
            overlay.loads(&link_loads(net));
        }
        if let Some(from) = &self.broadcast {
            small(MAX_DRAWN)?;
            let from = on.node(from)?;
            overlay.rounds(from, &broadcast(whole, from, progress)?);
        }
        if let Some(root) = &self.trees {
            small(MAX_DRAWN)?;
            let root = on.node(root)?;
            overlay.trees(root, &trees(net, root, progress)?);
        }
        if self.ring {
            small(MAX_DRAWN)?;
            let around = Around::whole(found_or_error(cycle(net, &RingOptions::default(), progress)?)?);
            let judged = match verify::answer(net, &around, None, &Faults::none(), progress)? {
                Verdict::Holds(judged) => judged,
                Verdict::Refuted(broken) => {
                    return Err(Error::internal(format!("the verifier rejects the result: {broken}")));
                }
                Verdict::Undecided(limit) => return Err(limit.into()),
            };
            overlay.round(&node_sequence(judged.ring.as_ref()), true, "ring through all nodes");
        }
        if let Some(count) = self.virtual_rings {
            small(MAX_DRAWN)?;
            let virtuals = found_or_error(Virtuals::on_network(net, &RingOptions::default(), progress)?)?;
            for number in 0..count.min(virtuals.count()) {
                let ring = virtuals.number(number).through_clusters;
                overlay.round(&node_sequence(ring.as_ref()), true, &format!("virtual ring {}", number + 1));
            }
        }
        if let Some((from, to)) = &self.route {
            let (from, to) = (on.node(from)?, on.node(to)?);
            let route = route::route(net, from, to, self.algorithm, MAX_SEEN, progress);
            overlay.route(net, &route.map_err(|why| Error::usage(why.to_string()))?);
        }
        if let Some((from, to)) = &self.disjoint {
            small(MAX_DRAWN)?;
            let disjoint = DisjointRequest::new(from.clone(), to.clone()).answer(on, progress)?;
            overlay.paths(&disjoint.paths.into_iter().map(|path| path.path).collect::<Vec<_>>());
        }
        if self.cut {
            small(MAX_DRAWN)?;
            let none = || Error::nothing("no cut into halves is known that could be drawn");
            let known_cut = halves(on.shape()).ok_or_else(none)?;
            let side = known_cut.value.side.ok_or_else(none)?;
            overlay.cut(
                net,
                &|v| side.holds(net, v),
                &format!("{}: {}", known_cut.evidence.kind(), known_cut.evidence.text()),
            );
        }
        if let Some(routing) = &self.deadlock {
            small(MAX_DRAWN)?;
            deadlock_cycle(&mut overlay, on, *routing, self.vcs, progress)?;
        }
        let faults = on.faults(&self.faults)?;
        if !faults.is_empty() {
            overlay.dead(&faults);
        }
        Ok(overlay)
    }
}

fn node_sequence(ring: &dyn NodeOrder) -> Vec<Node> {
    (0..ring.positions()).map(|position| ring.node_at(position)).collect()
}

/// The messages of each step of the papers' broadcast by levels, verified before they are drawn.
fn broadcast(
    net: &Arc<dyn Structure>,
    from: Node,
    progress: &dyn Progress,
) -> Result<Vec<Vec<(u64, u64)>>, Error> {
    let none = || Error::nothing("no broadcast: some nodes are unreachable");
    let rule = BroadcastRule::new(net, from, Pace::Stages).ok_or_else(none)?;
    let rule = verify::tree(net.as_ref(), rule, progress)?.into_result()?;
    let mut rounds = vec![Vec::new(); rule.steps() as usize];
    let mut program = Vec::new();
    for v in 0..net.nodes() {
        program.clear();
        rule.program(Node(v), &mut program);
        for &(step, to) in &program {
            if let Some(round) = rounds.get_mut(step as usize) {
                round.push((v, to.0));
            }
        }
    }
    Ok(rounds)
}

/// Parent, child and its depth, for every node of a tree but the root.
type TreeArcs = Vec<(Node, Node, u32)>;

/// Parents, children and depths of trees from one node that are arc-disjoint; verified before they are drawn.
fn trees(net: &dyn Structure, root: Node, progress: &dyn Progress) -> Result<Vec<TreeArcs>, Error> {
    let trees = Trees::of(net, progress)?;
    verify::arborescences(net, trees.from_root(root), progress)?.into_result()?;
    let tree = |i| {
        let depths = trees.tree_depths(root, i).unwrap_or_default();
        let nodes = (0..net.nodes()).map(Node).zip(depths).filter(|&(v, _)| v != root);
        nodes.map(|(v, depth)| (trees.parent(root, i, v), v, depth)).collect()
    };
    Ok((0..trees.count()).map(tree).collect())
}

fn found_or_error<T>(answer: Sought<T>) -> Result<T, Error> {
    match answer {
        Sought::Found(value) => Ok(value),
        Sought::Absent(why) | Sought::Unknown(why) => Err(Error::nothing(why)),
        Sought::TooLarge(why) => Err(Error::new(crate::error::ErrorKind::Limit, why)),
    }
}

/// The cycle of channels by which a routing deadlocks.
fn deadlock_cycle(
    overlay: &mut Overlay,
    on: &Topology,
    routing: RoutingName,
    vcs: Option<u32>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let request = DeadlockRequest { routing: RoutingRequest::named(routing), vcs, minimum: false };
    let deadlock = request.answer(on, progress)?;
    let channels = if deadlock.vcs == 1 { "virtual channel" } else { "virtual channels" };
    let with = format!("{} routing with {} {channels}", deadlock.routing, deadlock.vcs);
    let Some(cycle) = deadlock.cycle else {
        let error = Error::nothing(match deadlock.routing_error {
            Some(broken) => format!("{with} does not route: {broken}"),
            None => format!("{with} is deadlock-free: no cycle to draw"),
        });
        return Err(if deadlock.vcs > 1 { error.help("use fewer virtual channels, e.g. 1") } else { error });
    };
    let ends: Vec<(Node, Node)> = cycle.iter().map(|held| (held.from, held.to)).collect();
    overlay.cycle(&ends, &format!("{with}: {} channels, each waiting for the next", ends.len()));
    Ok(())
}
