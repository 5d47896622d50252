//! Products with switches: endpoints in a grid, the switches of a row above it, and those of a column to its right. More than two factors
//! are blocks of such grids.

use super::grid::digits;
use super::line::{LinePlan, line};
use super::places::{Frame, NODE, Plan};
use super::plan;
use crossedge_lang::net::Structure;
use std::sync::Arc;

/// Space between the highest switch of a row and the row above, and likewise for columns.
const ROW_CLEARANCE: f64 = 1.5;

/// Sideways shifts of switches that are tried, in steps of their line, so that switches of rows and columns keep clear of each other.
const TRIED_SHIFTS: [f64; 5] = [0.0, 0.18, -0.18, 0.36, -0.36];

/// Products of more nodes keep the first shift.
const MAX_SHIFTED_NODES: usize = 300;

/// Distance of nodes that is wide enough.
const WIDE_ENOUGH: f64 = 0.62;

/// Space around the nodes of a board.
const BOARD_MARGIN: f64 = 0.42;

/// Places for all nodes of a product whose factors have switches.
pub fn product(parts: &[Arc<dyn Structure>]) -> Plan {
    let tuples = coordinate_tuples(parts);
    match parts.iter().map(|part| line(part.as_ref())).collect::<Option<Vec<LinePlan>>>() {
        Some(lines) => grid_plan(&lines, &tuples),
        None => copies_in_blocks(parts, &tuples),
    }
}

/// The coordinates of every node: endpoints are tuples of endpoints, row-major; then for each place come the tuples with a switch there.
fn coordinate_tuples(parts: &[Arc<dyn Structure>]) -> Vec<Vec<u64>> {
    let ends: Vec<u64> = parts.iter().map(|part| part.endpoints()).collect();
    let mut out: Vec<Vec<u64>> = (0..ends.iter().product()).map(|v| digits(&ends, v)).collect();
    for (place, part) in parts.iter().enumerate() {
        let mut sizes = ends.clone();
        sizes[place] = part.nodes() - part.endpoints();
        out.extend((0..sizes.iter().product()).map(|v| {
            let mut tuple = digits(&sizes, v);
            tuple[place] += ends[place];
            tuple
        }));
    }
    out
}

/// Lines as the axes of a grid: the last one in rows, the one before in columns, and so on with blocks.
fn grid_plan(lines: &[LinePlan], tuples: &[Vec<u64>]) -> Plan {
    // For each factor the step of a unit along it, and of a unit of height.
    let mut steps = vec![((0.0, 0.0), (0.0, 0.0)); lines.len()];
    let (mut wide, mut high) = (0.0, 0.0);
    let mut rest = lines.len();
    while rest > 0 {
        let row = rest - 1;
        let column = rest.checked_sub(2);
        let rows = &lines[row];
        let (pitch_x, pitch_y) =
            (wide + column.map_or(1.0, |i| line_spacing(&lines[i])), high + line_spacing(rows));
        let first = rest == lines.len();
        // Switches of blocks are a block away.
        let (up_x, up_y) = if first { (1.0, 1.0) } else { (pitch_x, pitch_y) };
        steps[row] = ((pitch_x, 0.0), (0.0, -up_y));
        let (mut long, mut tall) = (rows.length() * pitch_x, rows.height() * up_y);
        if let Some(i) = column {
            steps[i] = ((0.0, pitch_y), (up_x, 0.0));
            long += lines[i].height() * up_x;
            tall += lines[i].length() * pitch_y;
        }
        (wide, high) = (wide + long, high + tall);
        rest = rest.saturating_sub(2);
    }
    let mut at = tuple_places(lines, tuples, &steps, (0.0, 0.0));
    let mut closest = least_distance(&at);
    let shifts =
        TRIED_SHIFTS.iter().flat_map(|rows| TRIED_SHIFTS.iter().map(move |columns| (*rows, *columns)));
    for shift in shifts.skip(1).take_while(|_| tuples.len() <= MAX_SHIFTED_NODES) {
        if closest >= WIDE_ENOUGH {
            break;
        }
        let tried = tuple_places(lines, tuples, &steps, shift);
        let room = self::least_distance(&tried);
        if room > closest + 1e-6 {
            (at, closest) = (tried, room);
        }
    }
    let origin = at.first().copied().unwrap_or_default();
    let plan = Plan { node: NODE + 0.03, ..Plan::from_places(at) };
    let moved = plan.at.first().map_or((0.0, 0.0), |p| (p.0 - origin.0, p.1 - origin.1));
    Plan { frames: board_frames(lines, &steps, moved), ..plan }
}

/// The least distance between two nodes.
fn least_distance(at: &[(f64, f64)]) -> f64 {
    let from = |i: usize| at[..i].iter().map(move |q| (at[i].0 - q.0).hypot(at[i].1 - q.1));
    (1..at.len()).flat_map(from).fold(f64::MAX, f64::min)
}

/// The place of every tuple: the sum of the steps of its coordinates. Switches of rows and of columns are shifted along their lines; those of blocks
/// too, so that their links pass the nodes below.
fn tuple_places(
    lines: &[LinePlan],
    tuples: &[Vec<u64>],
    steps: &[Steps],
    shift: (f64, f64),
) -> Vec<(f64, f64)> {
    let place = |tuple: &Vec<u64>| {
        let mut sum = (0.0, 0.0);
        for (i, ((&v, line), (along, up))) in tuple.iter().zip(lines).zip(steps).enumerate() {
            let (mut by, height) = (line.along[v as usize], line.up[v as usize]);
            if height > 0.0 {
                by += match lines.len() - 1 - i {
                    0 => shift.0,
                    1 => shift.1,
                    _ => 0.07,
                };
            }
            sum = (sum.0 + by * along.0 + height * up.0, sum.1 + by * along.1 + height * up.1);
        }
        sum
    };
    tuples.iter().map(place).collect()
}

/// Distance of two lines that are next to each other, with the switches of one between them.
fn line_spacing(line: &LinePlan) -> f64 {
    if line.height() > 0.0 { ROW_CLEARANCE + line.height() } else { 1.0 }
}

/// A step along a factor, and one of height.
type Steps = ((f64, f64), (f64, f64));

/// Frames around the boards of a product of two lines of copies.
fn board_frames(lines: &[LinePlan], steps: &[Steps], moved: (f64, f64)) -> Vec<Frame> {
    let [columns, rows] = lines else { return Vec::new() };
    let frame = |(top, bottom): (f64, f64), (left, right): (f64, f64)| Frame {
        at: (left * steps[1].0.0 + moved.0 - BOARD_MARGIN, top * steps[0].0.1 + moved.1 - BOARD_MARGIN),
        size: (
            (right - left) * steps[1].0.0 + 2.0 * BOARD_MARGIN,
            (bottom - top) * steps[0].0.1 + 2.0 * BOARD_MARGIN,
        ),
        depth: 0,
        label: String::new(),
        below: false,
    };
    columns.copies.iter().flat_map(|vertical| rows.copies.iter().map(|row| frame(*vertical, *row))).collect()
}

/// A copy of one factor at every place of another.
fn copies_in_blocks(parts: &[Arc<dyn Structure>], tuples: &[Vec<u64>]) -> Plan {
    let plans: Vec<Plan> = parts.iter().map(|part| plan(part.as_ref())).collect();
    let mut scale = 1.0;
    let mut scales = vec![1.0; plans.len()];
    for (i, plan) in plans.iter().enumerate().rev() {
        scales[i] = scale;
        scale *= plan.size.0.max(plan.size.1) * 1.05;
    }
    let place = |tuple: &Vec<u64>| {
        tuple.iter().zip(&plans).zip(&scales).fold((0.0, 0.0), |sum: (f64, f64), ((&v, plan), scale)| {
            let at = plan.at[v as usize];
            (sum.0 + at.0 * scale, sum.1 + at.1 * scale)
        })
    };
    Plan { node: NODE, ..Plan::from_places(tuples.iter().map(place).collect()) }
}
