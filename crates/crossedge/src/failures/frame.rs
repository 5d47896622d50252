//! Coordinates under which failures are equivalent: symmetric failures have the same impact.
//!
//! On an axis of a ring values may be turned and mirrored, on one of a complete graph, of the hosts of a router or of a digit of a fat tree they may be permuted at
//! will, on that of the groups of a dragonfly they may be turned. In a dual the coordinates of both bases have axes of their own, which move on their own (identity
//! I1: a link changes one coordinate, and a cross-edge none). Besides these, one class of a dual over one base may be exchanged for the other, and the palm
//! tree of a dragonfly be mirrored: group g for -g, router r for the one that is as far from the end.

use crate::net::{Layout, Leaf, Node, Parts, Place, Structure};

/// The permutations of the values of a coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AxisSymmetry {
    /// Turned and mirrored.
    Ring,
    /// Turned.
    Turned,
    /// All permutations.
    Any,
}

/// A coordinate.
#[derive(Debug, Clone, Copy)]
struct Axis {
    values: u32,
    kind: AxisSymmetry,
}

/// A node that does not have a coordinate.
const NO_COORDINATE: u32 = u32::MAX;

/// The coordinates of all nodes.
pub struct NodeCoordinates {
    axes: Vec<Axis>,
    /// The invariants of all symmetries: class, level, role; then the coordinates.
    pub labels: Vec<Vec<u32>>,
    /// Symmetries next to those of axes, by the node that every node goes to.
    others: Vec<Vec<u32>>,
}

fn to_u32(n: u64) -> Option<u32> {
    u32::try_from(n).ok()
}

impl NodeCoordinates {
    /// The coordinates of a network; `None` if there is no closed form.
    pub fn new(net: &dyn Structure) -> Option<NodeCoordinates> {
        if let Some(roles) = net.roles() {
            return match roles.layout() {
                Layout::Hosts { routers, each } => NodeCoordinates::hosts(routers.as_ref(), each),
                Layout::Tree { children, parents } => NodeCoordinates::tree_coordinates(children, parents),
                Layout::TwoBases { bases: [a, b], numbering } => {
                    let (a, b) = (NodeCoordinates::new(a.as_ref())?, NodeCoordinates::new(b.as_ref())?);
                    let places = (0..net.nodes()).map(|v| numbering.place(v));
                    Some(NodeCoordinates::dual_coordinates(&a, &b, places))
                }
                _ => None,
            };
        }
        match net.parts() {
            Parts::Leaf(leaf) => NodeCoordinates::leaf(net.nodes(), leaf),
            Parts::Product(parts) => {
                let mut all = NodeCoordinates { axes: Vec::new(), labels: vec![vec![0]], others: Vec::new() };
                for part in parts {
                    all = all.product(&NodeCoordinates::new(part.as_ref())?);
                }
                Some(all)
            }
            Parts::Level(level) if level.super_nodes().is_none() => {
                let base = NodeCoordinates::new(level.base().as_ref())?;
                let mut dual = NodeCoordinates::dual_coordinates(
                    &base,
                    &base,
                    (0..net.nodes()).map(|v| level.place(Node(v))),
                );
                let exchanged = |v: u64| {
                    let at = level.place(Node(v));
                    to_u32(level.id(Place { class: 1 - at.class, ..at }).0)
                };
                dual.others.push((0..net.nodes()).map(exchanged).collect::<Option<_>>()?);
                Some(dual)
            }
            _ => None,
        }
    }

    /// The frame of a network without known symmetry: every failure is a case of its own.
    pub fn asymmetric(nodes: u64) -> Option<NodeCoordinates> {
        let labels = (0..to_u32(nodes)?).map(|v| vec![v]).collect();
        Some(NodeCoordinates { axes: Vec::new(), labels, others: Vec::new() })
    }

    fn leaf(nodes: u64, leaf: Leaf) -> Option<NodeCoordinates> {
        let n = to_u32(nodes)?;
        let line = |kind: AxisSymmetry| NodeCoordinates {
            axes: vec![Axis { values: n, kind }],
            labels: (0..n).map(|v| vec![0, v]).collect(),
            others: Vec::new(),
        };
        match leaf {
            Leaf::Ring if n > 3 => Some(line(AxisSymmetry::Ring)),
            Leaf::Ring | Leaf::Complete => Some(line(AxisSymmetry::Any)),
            // Two nodes and the link between them.
            Leaf::Path if n <= 2 => Some(line(AxisSymmetry::Any)),
            Leaf::Cube(d) => Some(NodeCoordinates {
                axes: vec![Axis { values: 2, kind: AxisSymmetry::Any }; d as usize],
                labels: (0..n)
                    .map(|v| std::iter::once(0).chain((0..d).rev().map(|i| v >> i & 1)).collect())
                    .collect(),
                others: Vec::new(),
            }),
            Leaf::Dragonfly { routers, .. } => {
                let a = to_u32(routers)?;
                let groups = n / a;
                let mirrored = |v: u32| (groups - v / a) % groups * a + (a - 1 - v % a);
                Some(NodeCoordinates {
                    axes: vec![Axis { values: groups, kind: AxisSymmetry::Turned }],
                    labels: (0..n).map(|v| vec![v % a, v / a]).collect(),
                    others: vec![(0..n).map(mirrored).collect()],
                })
            }
            _ => None,
        }
    }

    /// A product: the coordinates of both, one behind the other.
    fn product(&self, other: &NodeCoordinates) -> NodeCoordinates {
        let kinds = 1 + other.labels.iter().map(|label| label[0]).max().unwrap_or(0);
        let both = |a: &Vec<u32>| {
            let pair = |b: &Vec<u32>| joined_label(a[0] * kinds + b[0], a, b);
            other.labels.iter().map(pair).collect::<Vec<_>>()
        };
        NodeCoordinates {
            axes: [&self.axes[..], &other.axes[..]].concat(),
            labels: self.labels.iter().flat_map(both).collect(),
            others: Vec::new(),
        }
    }

    /// A dual: coordinates in the first base, then in the second, whichever of them is that of the cluster.
    fn dual_coordinates(
        a: &NodeCoordinates,
        b: &NodeCoordinates,
        places: impl Iterator<Item = Place>,
    ) -> NodeCoordinates {
        let kinds = 1 + b.labels.iter().map(|label| label[0]).max().unwrap_or(0);
        let label = |at: Place| {
            let (x, y) = if at.class == 0 { (at.node, at.cluster) } else { (at.cluster, at.node) };
            let (x, y) = (&a.labels[x as usize], &b.labels[y as usize]);
            joined_label((x[0] * kinds + y[0]) * 2 + at.class as u32, x, y)
        };
        let axes = [&a.axes[..], &b.axes[..]].concat();
        NodeCoordinates { axes, labels: places.map(label).collect(), others: Vec::new() }
    }

    fn hosts(routers: &dyn Structure, each: u64) -> Option<NodeCoordinates> {
        let below = NodeCoordinates::new(routers)?;
        let (ends, each) = (to_u32(routers.endpoints())?, to_u32(each)?);
        let label = |r: usize, host: Option<u32>| {
            let own = &below.labels[r];
            joined_label(own[0] * 2 + u32::from(host.is_none()), own, &[0, host.unwrap_or(NO_COORDINATE)])
        };
        let hosts = (0..ends).flat_map(|r| (0..each).map(move |i| label(r as usize, Some(i))));
        let labels = hosts.chain((0..below.labels.len()).map(|r| label(r, None))).collect();
        let behind = ends.checked_mul(each)?;
        let with_hosts = |image: &Vec<u32>| {
            let hosts = (0..behind).map(|v| image[(v / each) as usize] * each + v % each);
            hosts.chain(image.iter().map(|r| behind + r)).collect()
        };
        let others = below.others.iter().map(with_hosts).collect();
        let axes =
            below.axes.iter().copied().chain([Axis { values: each, kind: AxisSymmetry::Any }]).collect();
        Some(NodeCoordinates { axes, labels, others })
    }

    /// A fat tree: a digit for the child and one for the parent of every level.
    fn tree_coordinates(children: &[u64], parents: &[u64]) -> Option<NodeCoordinates> {
        let height = children.len();
        let axis = |n: &u64| Some(Axis { values: to_u32(*n)?, kind: AxisSymmetry::Any });
        let axes = children.iter().chain(parents).map(axis).collect::<Option<Vec<_>>>()?;
        let mut labels = Vec::new();
        for level in 0..=height {
            // Digits of a node, the one that changes fastest first: parents up to its level, children above.
            let sizes: Vec<(usize, u64)> = (0..level)
                .map(|j| (height + j, parents[j]))
                .chain((level..height).map(|j| (j, children[j])))
                .collect();
            let count = sizes.iter().try_fold(1u64, |all, (_, n)| all.checked_mul(*n))?;
            for id in 0..count {
                let mut label = vec![NO_COORDINATE; 1 + 2 * height];
                label[0] = level as u32;
                let mut left = id;
                for (axis, n) in &sizes {
                    label[1 + axis] = to_u32(left % n)?;
                    left /= n;
                }
                labels.push(label);
            }
        }
        Some(NodeCoordinates { axes, labels, others: Vec::new() })
    }

    /// The common key of symmetric failures; an item is a node, or the two ends of a link. Failures of one key are equivalent; those of
    /// different keys may be.
    pub fn key(&self, items: &[Vec<u32>]) -> Vec<u32> {
        let mut best = self.key_of(items);
        for image in &self.others {
            let moved: Vec<Vec<u32>> =
                items.iter().map(|item| item.iter().map(|&v| image[v as usize]).collect()).collect();
            best = best.min(self.key_of(&moved));
        }
        best
    }

    fn key_of(&self, items: &[Vec<u32>]) -> Vec<u32> {
        let mut labels: Vec<Vec<Vec<u32>>> = items
            .iter()
            .map(|item| item.iter().map(|&v| self.labels[v as usize].clone()).collect())
            .collect();
        sort_labels(&mut labels);
        // From either end of a single link, from the first node of more.
        let starts = if labels.len() == 1 { labels[0].len() } else { 1 };
        let keys = (0..starts).map(|start| {
            let mut labels = labels.clone();
            labels[0].swap(0, start);
            for (i, axis) in self.axes.iter().enumerate() {
                normalize_axis(&mut labels, 1 + i, *axis);
            }
            sort_labels(&mut labels);
            labels.concat().concat()
        });
        keys.min().unwrap_or_default()
    }

    /// Permutations of nodes that may leave these failures where they are: axes mirrored about them, values of an axis that they do not have exchanged.
    pub fn keeping(&self, dead: &[u32]) -> Vec<Vec<u32>> {
        let ids: std::collections::HashMap<&[u32], u32> =
            self.labels.iter().map(Vec::as_slice).zip(0..).collect();
        let mut out = Vec::new();
        let mut offer = |axis: usize, to: &dyn Fn(u32) -> u32| {
            let image = self.labels.iter().map(|label| {
                let mut label = label.clone();
                if label[1 + axis] != NO_COORDINATE {
                    label[1 + axis] = to(label[1 + axis]);
                }
                ids.get(label.as_slice()).copied()
            });
            out.extend(image.collect::<Option<Vec<u32>>>());
        };
        for (i, axis) in self.axes.iter().enumerate() {
            let n = axis.values;
            let mut met: Vec<u32> = dead
                .iter()
                .map(|&v| self.labels[v as usize][1 + i])
                .filter(|x| *x != NO_COORDINATE)
                .collect();
            met.sort_unstable();
            met.dedup();
            let (low, high) = (met.first().copied().unwrap_or(0), met.last().copied().unwrap_or(0));
            if axis.kind != AxisSymmetry::Turned {
                let sum = u64::from(low) + u64::from(high) + u64::from(n);
                offer(i, &|x| ((sum - u64::from(x)) % u64::from(n)) as u32);
            }
            if axis.kind == AxisSymmetry::Any {
                let free: Vec<u32> = (0..n).filter(|x| met.binary_search(x).is_err()).collect();
                let turned = |values: &[u32], x: u32| {
                    values.binary_search(&x).map_or(x, |place| values[(place + 1) % values.len()])
                };
                offer(i, &|x| turned(&free, x));
                offer(i, &|x| turned(&met, x));
            }
        }
        out.extend(self.others.iter().cloned());
        out
    }
}

fn joined_label(kind: u32, a: &[u32], b: &[u32]) -> Vec<u32> {
    std::iter::once(kind).chain(a[1..].iter().copied()).chain(b[1..].iter().copied()).collect()
}

fn sort_labels(labels: &mut [Vec<Vec<u32>>]) {
    labels.iter_mut().for_each(|item| item.sort_unstable());
    labels.sort_unstable();
}

/// Turns an axis so that the first value is 0, and mirrors or renames it so that others are small.
fn normalize_axis(labels: &mut [Vec<Vec<u32>>], at: usize, axis: Axis) {
    let values = |labels: &[Vec<Vec<u32>>]| -> Vec<u32> {
        labels.iter().flatten().map(|label| label[at]).filter(|x| *x != NO_COORDINATE).collect()
    };
    let all = values(labels);
    let Some(&origin) = all.first() else { return };
    let n = axis.values;
    let names: std::collections::HashMap<u32, u32> = match axis.kind {
        AxisSymmetry::Any => {
            let mut names = std::collections::HashMap::new();
            for x in all {
                let next = names.len() as u32;
                names.entry(x).or_insert(next);
            }
            names
        }
        AxisSymmetry::Ring | AxisSymmetry::Turned => {
            let turned = |x: u32| if x >= origin { x - origin } else { x + (n - origin) };
            // Mirrored where more values are behind than before.
            let half = |x: u32| 2 * u64::from(turned(x));
            let before = all.iter().filter(|x| turned(**x) > 0 && half(**x) < u64::from(n)).count();
            let behind = all.iter().filter(|x| half(**x) > u64::from(n)).count();
            let mirrored = axis.kind == AxisSymmetry::Ring && behind > before;
            let name = |x: u32| if mirrored { (n - turned(x)) % n } else { turned(x) };
            all.into_iter().map(|x| (x, name(x))).collect()
        }
    };
    for label in labels.iter_mut().flatten().filter(|label| label[at] != NO_COORDINATE) {
        label[at] = names[&label[at]];
    }
}
