//! A copy of one area at every node of another: products, expansions, groups of routers, and hosts on their router.

use super::area::{Area, AreaView, At, Extent, Owner};
use super::grid::Grid;
use super::walk::{Full, MapWalk};
use std::sync::Arc;

/// Spacing of copies relative to their size.
const COPY_SPACING: f64 = 1.15;

/// The composition of outer and inner ids.
#[derive(Debug, Clone, Copy)]
enum Joined {
    /// The outer one is the slower digit.
    Digits,
    /// The inner node 0 is a router, and hosts follow it: a host has id router·each + i, and routers come after all hosts. Only endpoints of the
    /// outer network have hosts.
    Hosts { each: u64, routers: u64 },
}

/// A copy of an area at every node of another.
#[derive(Debug)]
pub struct Nest {
    outer: Arc<dyn Area>,
    inner: Arc<dyn Area>,
    joined: Joined,
    /// Our units for one of the outer area.
    scale: f64,
    extent: Extent,
}

impl Nest {
    /// A copy of `inner` at every node of `outer`; ids are row-major.
    pub fn digits(outer: Arc<dyn Area>, inner: Arc<dyn Area>) -> Self {
        Nest::new(outer, inner, Joined::Digits)
    }

    /// `each` hosts at every endpoint of `outer`.
    pub fn hosts(outer: Arc<dyn Area>, each: u64) -> Self {
        let routers = outer.extent().endpoints;
        Nest::new(outer, Arc::new(HostBlock::new(each)), Joined::Hosts { each, routers })
    }

    fn new(outer: Arc<dyn Area>, inner: Arc<dyn Area>, joined: Joined) -> Self {
        let (a, b) = (outer.extent(), inner.extent());
        let scale = b.size.0.max(b.size.1) * COPY_SPACING / a.closest.min(1.0);
        let (nodes, endpoints) = match joined {
            Joined::Digits => (a.nodes.saturating_mul(b.nodes), a.endpoints.saturating_mul(b.endpoints)),
            Joined::Hosts { each, routers } => {
                let hosts = routers.saturating_mul(each);
                (hosts.saturating_add(a.nodes), hosts)
            }
        };
        let extent = Extent {
            nodes,
            endpoints,
            size: (a.size.0 * scale, a.size.1 * scale),
            radius: b.radius,
            closest: b.closest,
            depth: a.depth + b.depth + 1,
        };
        Nest { outer, inner, joined, scale, extent }
    }

    fn join_ids(&self, outer: u64, inner: u64) -> u64 {
        match self.joined {
            Joined::Digits => outer * self.inner.extent().nodes + inner,
            Joined::Hosts { each, routers } if inner == 0 => routers * each + outer,
            Joined::Hosts { each, .. } => outer * each + inner - 1,
        }
    }

    fn split_id(&self, id: u64) -> (u64, u64) {
        match self.joined {
            Joined::Digits => {
                let nodes = self.inner.extent().nodes;
                (id / nodes, id % nodes)
            }
            Joined::Hosts { each, routers } if id >= routers * each => (id - routers * each, 0),
            Joined::Hosts { each, .. } => (id / each, id % each + 1),
        }
    }

    /// Number of nodes that are at a node of the outer area.
    fn nodes_at(&self, outer: u64) -> u64 {
        match self.joined {
            Joined::Hosts { routers, .. } if outer >= routers => 1,
            _ => self.inner.extent().nodes,
        }
    }

    /// Offset from the node of the outer area.
    fn inner_offset(&self, inner: u64) -> At {
        let (at, size) = (self.inner.place(inner), self.inner.extent().size);
        (at.0 - size.0 / 2.0, at.1 - size.1 / 2.0)
    }
}

impl Area for Nest {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        let (outer, inner) = self.split_id(local);
        let (at, aside) = (self.outer.place(outer), self.inner_offset(inner));
        (at.0 * self.scale + aside.0, at.1 * self.scale + aside.1)
    }

    fn opens(&self, view: &AreaView, walk: &MapWalk<'_>) -> bool {
        self.outer.opens(&view.sub_area((0.0, 0.0), self.scale), walk)
    }

    fn walk(
        &self,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        let outer = view.sub_area((0.0, 0.0), self.scale);
        self.outer.walk(&outer, &Outer { nest: self, owner }, level, walk)
    }
}

/// The nodes of the outer area, each of which stands for a copy of the inner one.
struct Outer<'a> {
    nest: &'a Nest,
    owner: &'a dyn Owner,
}

impl Owner for Outer<'_> {
    fn id(&self, local: u64) -> u64 {
        // Hosts come before their router.
        let inner = match self.nest.joined {
            Joined::Hosts { routers, .. } if local < routers => 1,
            _ => 0,
        };
        self.owner.id(self.nest.join_ids(local, inner))
    }

    fn count(&self, nodes: u64, endpoints: u64) -> u64 {
        match self.nest.joined {
            Joined::Digits => {
                let inner = self.nest.inner.extent();
                self.owner.count(nodes.saturating_mul(inner.nodes), endpoints.saturating_mul(inner.endpoints))
            }
            Joined::Hosts { each, .. } => {
                let hosts = endpoints.saturating_mul(each);
                self.owner.count(nodes.saturating_add(hosts), hosts)
            }
        }
    }

    fn reach(&self) -> f64 {
        let size = self.nest.inner.extent().size;
        size.0.max(size.1) / 2.0 / self.nest.scale
    }

    fn each(&self, local: u64, visit: &mut dyn FnMut(u64)) {
        (0..self.nest.nodes_at(local))
            .for_each(|inner| self.owner.each(self.nest.join_ids(local, inner), visit));
    }

    fn point(&self, local: u64, view: &AreaView, level: u32, walk: &mut MapWalk<'_>) -> Result<(), Full> {
        let nest = self.nest;
        let size = nest.inner.extent().size;
        let middle = view.sub_area((0.0, 0.0), 1.0 / nest.scale);
        let inside = Inner { nest, owner: self.owner, outer: local };
        if nest.nodes_at(local) == 1 {
            // A switch without hosts is where its router would be.
            if !walk.node_is_visible(&middle, self.owner.reach()) {
                let rect = middle.area((-size.0 / 2.0, -size.1 / 2.0), size);
                return walk.closed_box(rect, level, (1, inside.id(0)), &String::new, &mut |visit| {
                    inside.each(0, visit);
                });
            }
            return inside.point(0, &middle.sub_area(nest.inner_offset(0), 1.0), level, walk);
        }
        let corner = middle.sub_area((-size.0 / 2.0, -size.1 / 2.0), 1.0);
        walk.enter_area(nest.inner.as_ref(), &corner, &inside, level, &String::new)
    }
}

/// One copy of the inner area.
struct Inner<'a> {
    nest: &'a Nest,
    owner: &'a dyn Owner,
    outer: u64,
}

impl Owner for Inner<'_> {
    fn id(&self, local: u64) -> u64 {
        self.owner.id(self.nest.join_ids(self.outer, local))
    }

    fn count(&self, nodes: u64, endpoints: u64) -> u64 {
        self.owner.count(nodes, endpoints)
    }

    fn reach(&self) -> f64 {
        self.owner.reach()
    }

    fn each(&self, local: u64, visit: &mut dyn FnMut(u64)) {
        self.owner.each(self.nest.join_ids(self.outer, local), visit);
    }

    fn point(&self, local: u64, view: &AreaView, level: u32, walk: &mut MapWalk<'_>) -> Result<(), Full> {
        self.owner.point(self.nest.join_ids(self.outer, local), view, level, walk)
    }
}

/// A router, node 0, above a block of its hosts.
#[derive(Debug)]
struct HostBlock {
    block: Grid,
    extent: Extent,
}

/// Spacing of hosts, and distance of the router from the first of them.
const HOST_SPACING: f64 = 0.56;
const HOSTS_BELOW: f64 = 0.9;
const EDGE_MARGIN: f64 = 0.4;

impl HostBlock {
    fn new(each: u64) -> Self {
        let columns = ((each as f64).sqrt().ceil() as u64).max(1);
        let (origin, pitch) = ((EDGE_MARGIN, EDGE_MARGIN + HOSTS_BELOW), (HOST_SPACING, HOST_SPACING));
        let block = Grid { count: each, columns, origin, cell: (0.0, 0.0), pitch };
        let size = (block.size().0 + 2.0 * EDGE_MARGIN, block.size().1 + 2.0 * EDGE_MARGIN + HOSTS_BELOW);
        let (nodes, endpoints) = (each.saturating_add(1), each);
        HostBlock {
            block,
            extent: Extent { nodes, endpoints, size, radius: 0.2, closest: HOST_SPACING, depth: 0 },
        }
    }
}

impl Area for HostBlock {
    fn extent(&self) -> Extent {
        self.extent
    }

    fn place(&self, local: u64) -> At {
        match local.checked_sub(1) {
            None => (self.extent.size.0 / 2.0, EDGE_MARGIN),
            Some(host) => self.block.corner(host),
        }
    }

    fn opens(&self, view: &AreaView, walk: &MapWalk<'_>) -> bool {
        let Extent { size, nodes, radius, .. } = self.extent;
        walk.distinguishable(view, size, nodes, radius)
    }

    fn walk(
        &self,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full> {
        owner.point(0, &view.sub_area(self.place(0), 1.0), level, walk)?;
        let near = view.to_area(&walk.window);
        let Some(seen) = self.block.visible_tile(&near, owner.reach()) else { return Ok(()) };
        for host in self.block.cells(seen) {
            owner.point(host + 1, &view.sub_area(self.block.corner(host), 1.0), level, walk)?;
        }
        Ok(())
    }
}
