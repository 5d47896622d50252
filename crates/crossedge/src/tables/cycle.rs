//! Cycles of a directed graph, short enough to read.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// A vertex of a dependency graph.
pub trait Vertex: Copy + Ord + Hash {}

impl<T: Copy + Ord + Hash> Vertex for T {}

/// A cycle, by depth-first search.
pub fn some_cycle<T: Vertex>(after: &BTreeMap<T, Vec<T>>) -> Option<Vec<T>> {
    let mut done: HashMap<T, bool> = HashMap::new();
    for &start in after.keys() {
        if done.contains_key(&start) {
            continue;
        }
        let mut path = vec![(start, 0)];
        done.insert(start, false);
        while let Some((at, i)) = path.last_mut() {
            let at = *at;
            match after.get(&at).and_then(|next| next.get(*i)) {
                None => {
                    done.insert(at, true);
                    path.pop();
                }
                Some(&next) => {
                    *i += 1;
                    match done.get(&next) {
                        Some(true) => {}
                        Some(false) => {
                            let from = path.iter().position(|(have, _)| *have == next)?;
                            return Some(path[from..].iter().map(|(vertex, _)| *vertex).collect());
                        }
                        None => {
                            done.insert(next, false);
                            path.push((next, 0));
                        }
                    }
                }
            }
        }
    }
    None
}

/// A shortest cycle through one of the vertices of a cycle.
pub fn shorter_cycle<T: Vertex>(after: &BTreeMap<T, Vec<T>>, cycle: Vec<T>) -> Vec<T> {
    let mut best = cycle.clone();
    for &start in cycle.iter().take(64) {
        let mut before: HashMap<T, T> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        'search: while let Some(at) = queue.pop_front() {
            for &next in after.get(&at).map_or(&[][..], Vec::as_slice) {
                if next == start {
                    let mut back = vec![at];
                    while let Some(&one) = before.get(back.last().unwrap_or(&start)) {
                        back.push(one);
                    }
                    back.reverse();
                    if back.len() < best.len() {
                        best = back;
                    }
                    break 'search;
                }
                if next != start && !before.contains_key(&next) {
                    before.insert(next, at);
                    queue.push_back(next);
                }
            }
        }
    }
    best
}
