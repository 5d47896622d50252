//! The distance verifier: the distances reported by a network are checked against its links. For every target it asserts
//!
//! - the target is at distance 0 of itself;
//! - two linked nodes differ by at most one;
//! - every other node has a neighbour that is one nearer.
//!
//! By the second law no path is shorter than the distance, by the third one is as short. So nothing is searched, and the
//! verdict does not depend on any search. Time is nodes times links, memory a row for each core.

use super::Verdict;
use crossedge_core::net::{Node, Structure, neighbors};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::fmt;

/// Two nodes whose reported distance is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongDistance {
    /// From here.
    pub from: Node,
    /// To there.
    pub to: Node,
    /// The reported distance.
    pub said: Option<u64>,
    /// Which law breaks.
    pub what: &'static str,
}

impl fmt::Display for WrongDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = self.said.map_or("nothing".to_owned(), |d| d.to_string());
        write!(f, "from node {} to node {} the network reports {said}: {}", self.from.0, self.to.0, self.what)
    }
}

impl std::error::Error for WrongDistance {}

/// Verifies the distances of all ordered pairs of a connected network, and counts the pairs at each.
pub fn distances(
    net: &dyn Structure,
    watch: &dyn Progress,
) -> Result<Verdict<Vec<u64>, WrongDistance>, Stopped> {
    let nodes = net.nodes();
    watch.stage("distances against links", nodes);
    let counted = (0..nodes)
        .into_par_iter()
        .map(|to| {
            if watch.stopped() {
                return Err(None);
            }
            let counts = around(net, Node(to)).map_err(Some)?;
            watch.advance(1);
            Ok(counts)
        })
        .try_reduce(Vec::new, |mut a: Vec<u64>, b| {
            a.resize(a.len().max(b.len()), 0);
            a.iter_mut().zip(b).for_each(|(sum, count)| *sum += count);
            Ok(a)
        });
    match counted {
        Ok(counts) => Ok(Verdict::Holds(counts)),
        Err(Some(wrong)) => Ok(Verdict::Refuted(wrong)),
        Err(None) => Err(Stopped),
    }
}

/// One target.
fn around(net: &dyn Structure, to: Node) -> Result<Vec<u64>, WrongDistance> {
    let wrong = |from: u64, said, what| WrongDistance { from: Node(from), to, said, what };
    let mut row = Vec::new();
    for v in 0..net.nodes() {
        let said = net.distance(Node(v), to);
        row.push(said.ok_or_else(|| wrong(v, said, "there is a path"))?);
    }
    let mut counts: Vec<u64> = Vec::new();
    for v in 0..net.nodes() {
        let here = row[v as usize];
        let mut nearer = false;
        for w in neighbors(net, Node(v)) {
            let there = row[w.0 as usize];
            if here.abs_diff(there) > 1 {
                return Err(wrong(v, Some(here), "a neighbour differs by more than one"));
            }
            nearer |= there < here;
        }
        match (v == to.0, here == 0) {
            _ if here >= net.nodes() => {
                return Err(wrong(v, Some(here), "no shortest path visits a node twice"));
            }
            (true, false) => return Err(wrong(v, Some(here), "a node is at distance 0 of itself")),
            (false, _) if !nearer => return Err(wrong(v, Some(here), "no neighbour is nearer")),
            _ => {}
        }
        let place = here as usize;
        if counts.len() <= place {
            counts.resize(place + 1, 0);
        }
        counts[place] += 1;
    }
    Ok(counts)
}
