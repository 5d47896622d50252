//! The backlog of a link between groups of nodes: packets inside a group that will leave it by that link.
//!
//! The queues of one router do not show a link that is several hops away and shared by an entire group (Jiang, Kim, Dally, Indirect
//! adaptive routing on large scale interconnection networks, 2009). So there is a board: a packet is counted when it sets out for such a
//! link, its gate, until it has crossed. Sources read the board as it was at the last multiple of some cycles. That a source has this
//! information about its group is an assumption on the machine, and is reported with the results.

use crate::routed::Routed;
use crossedge::net::{Node, Port};
use std::cell::{Cell, RefCell};

/// The board.
#[derive(Debug)]
pub(crate) struct Backlog {
    /// Places of a node: one for each port. Empty if no gate is observed.
    ports: usize,
    flits: u64,
    age: u64,
    now: RefCell<Vec<u32>>,
    seen: RefCell<Vec<u32>>,
    /// The cycle in which the board is read again.
    due: Cell<u64>,
}

impl Backlog {
    /// An empty board for packets of this many flits, with an update interval in cycles.
    pub(crate) fn new(routed: &Routed, flits: u32, age: u32) -> Backlog {
        let net = routed.net.as_ref();
        let nodes = net.nodes();
        let ports = match routed.routing.source_chooses() {
            true => (0..nodes).map(|v| net.degree(Node(v)) as usize).max().unwrap_or(0),
            false => 0,
        };
        let places = vec![0; ports * nodes as usize];
        Backlog {
            ports,
            flits: flits.into(),
            age: u64::from(age).max(1),
            seen: RefCell::new(places.clone()),
            now: RefCell::new(places),
            due: Cell::new(0),
        }
    }

    /// The index of a gate; `None` if it is not observed.
    pub(super) fn gate_index(&self, (node, port): (Node, Port)) -> Option<usize> {
        (self.ports > 0).then(|| node.0 as usize * self.ports + port.0 as usize)
    }

    pub(super) fn packet_enters(&self, place: Option<usize>) {
        if let Some(place) = place
            && let Some(count) = self.now.borrow_mut().get_mut(place)
        {
            *count += 1;
        }
    }

    pub(super) fn packet_leaves(&self, place: Option<usize>) {
        if let Some(place) = place
            && let Some(count) = self.now.borrow_mut().get_mut(place)
        {
            *count = count.saturating_sub(1);
        }
    }

    /// The flits that were on their way to a gate when the board was last read.
    pub(super) fn flits(&self, place: Option<usize>, cycle: u64) -> u64 {
        if cycle >= self.due.get() {
            self.seen.borrow_mut().copy_from_slice(&self.now.borrow());
            self.due.set((cycle / self.age + 1) * self.age);
        }
        place.map_or(0, |place| u64::from(self.seen.borrow()[place]) * self.flits)
    }
}
