//! Better layouts: racks change places as long as that makes cables shorter; and worse ones, to compare with.

use crossedge_core::model::{Layout, RackPlace, Room};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_core::rng::Dice;
use crossedge_lang::net::{Node, Port, Structure};
use std::collections::HashMap;

/// Rounds in which every pair of racks may be tried once; larger rooms try a sample.
const SWAP_ROUNDS: u64 = 6;

/// Maximum number of exchanges per round.
const MAX_TRIED: u64 = 400_000;

/// Exchanges entire racks, and keeps an exchange if the total cable length decreases. The same seed gives the same layout.
pub fn improve(
    net: &dyn Structure,
    layout: &Layout,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Layout, Stopped> {
    let racks = layout.room.racks() as usize;
    let mut between_racks: Vec<HashMap<u32, u64>> = vec![HashMap::new(); racks];
    for v in 0..net.nodes() {
        let Some(here) = layout.places.get(v as usize) else { continue };
        for port in 0..net.degree(Node(v)) {
            let (w, _) = net.link(Node(v), Port(port));
            let width = net.width(net.link_class(Node(v), Port(port)));
            if let Some(there) = layout.places.get(w.0 as usize).filter(|there| there.rack != here.rack) {
                *between_racks[here.rack as usize].entry(there.rack).or_default() += width;
            }
        }
    }
    let mut between_racks: Vec<Vec<(u32, u64)>> =
        between_racks.into_iter().map(|row| row.into_iter().collect()).collect();
    between_racks.iter_mut().for_each(|row| row.sort_unstable());
    // Which position a rack has been moved to, and where that is along the rows and across.
    let mut at: Vec<u32> = (0..racks as u32).collect();
    let mut corners: Vec<(u64, u64)> = at.iter().map(|&rack| layout.room.rack_corner(rack)).collect();
    let mut dice = Dice::new(seed);
    let pairs = racks as u64 * (racks as u64).saturating_sub(1) / 2;
    let tried = pairs.min(MAX_TRIED);
    progress.stage("exchanges of racks", SWAP_ROUNDS * tried);
    for _ in 0..SWAP_ROUNDS {
        let mut better = false;
        for step in 0..tried {
            if step % 1024 == 0 {
                if progress.stopped() {
                    return Err(Stopped);
                }
                progress.advance(1024.min(tried - step));
            }
            let (a, b) = (dice.number_below(racks as u64) as usize, dice.number_below(racks as u64) as usize);
            if a == b {
                continue;
            }
            let cost = |corners: &[(u64, u64)]| -> u64 {
                let of = |rack: usize| -> u64 {
                    let length = |&(other, width): &(u32, u64)| {
                        width * Room::corner_distance(corners[rack], corners[other as usize])
                    };
                    between_racks[rack].iter().map(length).sum()
                };
                of(a) + of(b)
            };
            let before = cost(&corners);
            corners.swap(a, b);
            if cost(&corners) < before {
                at.swap(a, b);
                better = true;
            } else {
                corners.swap(a, b);
            }
        }
        if !better {
            break;
        }
    }
    let moved = |place: &RackPlace| RackPlace { rack: at[place.rack as usize], ..*place };
    Ok(Layout { room: layout.room, places: layout.places.iter().map(moved).collect() })
}

/// The same racks and units, and every node in any of them.
pub fn shuffled_layout(layout: &Layout, seed: u64) -> Layout {
    let mut places = layout.places.clone();
    let mut dice = Dice::new(seed);
    for i in (1..places.len()).rev() {
        places.swap(i, dice.number_below(i as u64 + 1) as usize);
    }
    Layout { room: layout.room, places }
}
