//! Switches that all messages load alike.

use std::collections::HashMap;

/// Links of a graph: those of node v are `first[v]..first[v + 1]`.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub first: Vec<u32>,
    pub to: Vec<u32>,
    pub width: Vec<u64>,
}

impl Links {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// The links of a node.
    pub fn of(&self, v: u32) -> std::ops::Range<usize> {
        self.first[v as usize] as usize..self.first[v as usize + 1] as usize
    }
}

/// More rounds are not tried: long rows of nodes have little symmetry.
const MAX_ROUNDS: usize = 64;

/// The class of every node, by its first member: the coarsest partition in which nodes of one class have links of the same total width to and from every class.
/// Nodes of different `kinds` are in different classes.
///
/// An even split over shortest paths between nodes that are alone in their classes loads all links between two classes alike, in proportion to their widths. So messages can be followed from class to class.
pub(super) fn classes(links: &Links, kinds: Vec<u32>) -> Vec<u32> {
    let count = links.nodes();
    let alone = || (0..count as u32).collect();
    let mut colours = numbered(kinds.iter().map(|&kind| (kind, 0)));
    let mut known = colours.iter().max().map_or(0, |most| most + 1);
    for _ in 0..MAX_ROUNDS {
        let mut sums = vec![0u128; count];
        for v in 0..count as u32 {
            for link in links.of(v) {
                let (w, width) = (links.to[link], u128::from(links.width[link]));
                sums[v as usize] =
                    sums[v as usize].wrapping_add(mixed(colours[w as usize], 0).wrapping_mul(width));
                sums[w as usize] =
                    sums[w as usize].wrapping_add(mixed(colours[v as usize], 1).wrapping_mul(width));
            }
        }
        colours = numbered(colours.iter().copied().zip(sums));
        let now = colours.iter().max().map_or(0, |most| most + 1);
        if now as usize == count {
            return alone();
        }
        if now == known {
            let mut leader = vec![u32::MAX; known as usize];
            let classes: Vec<u32> = (0u32..)
                .zip(&colours)
                .map(|(v, &colour)| {
                    let leader = &mut leader[colour as usize];
                    *leader = (*leader).min(v);
                    *leader
                })
                .collect();
            // The sums are hashes.
            return if is_equitable(links, &classes) { classes } else { alone() };
        }
        known = now;
    }
    alone()
}

/// Numbers equal values alike, in the order in which they come.
fn numbered<T: Eq + std::hash::Hash>(values: impl Iterator<Item = T>) -> Vec<u32> {
    let mut numbers: HashMap<T, u32> = HashMap::new();
    values
        .map(|value| {
            let next = numbers.len() as u32;
            *numbers.entry(value).or_insert(next)
        })
        .collect()
}

/// A random-looking number for a colour and a direction.
fn mixed(colour: u32, direction: u64) -> u128 {
    let half = |salt: u64| {
        // SplitMix64.
        let mut x =
            (u64::from(colour) << 1 | direction).wrapping_add(salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    u128::from(half(1)) << 64 | u128::from(half(0x5851_f42d_4c95_7f2d))
}

/// Returns `true` if nodes of one class have links of the same total width to and from every class.
fn is_equitable(links: &Links, classes: &[u32]) -> bool {
    let count = links.nodes();
    let mut widths: Vec<Vec<(u32, bool, u64)>> = vec![Vec::new(); count];
    for v in 0..count as u32 {
        for link in links.of(v) {
            let (w, width) = (links.to[link], links.width[link]);
            widths[v as usize].push((classes[w as usize], false, width));
            widths[w as usize].push((classes[v as usize], true, width));
        }
    }
    for row in &mut widths {
        row.sort_unstable();
        row.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
    }
    (0..count).all(|v| widths[v] == widths[classes[v] as usize])
}

/// The links between classes, at their first members; the other nodes have none.
pub(super) fn merged(links: &Links, classes: &[u32]) -> Links {
    let mut size = vec![0u64; links.nodes()];
    classes.iter().for_each(|&class| size[class as usize] += 1);
    let mut out = Links { first: vec![0], ..Links::default() };
    for v in 0..links.nodes() as u32 {
        if classes[v as usize] == v {
            let begin = out.to.len();
            let mut place: HashMap<u32, usize> = HashMap::new();
            for link in links.of(v) {
                let class = classes[links.to[link] as usize];
                let at = *place.entry(class).or_insert_with(|| {
                    out.to.push(class);
                    out.width.push(0);
                    out.to.len() - 1 - begin
                });
                out.width[begin + at] += links.width[link] * size[v as usize];
            }
        }
        out.first.push(out.to.len() as u32);
    }
    out
}
