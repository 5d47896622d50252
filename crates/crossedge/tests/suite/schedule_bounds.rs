//! Bounds on schedules by hand: growth by degree and in clusters, pieces of a message, and bytes of chunks.

use crossedge::collective::bounds::growth;
use crossedge::collective::internals::MessageClusters;
use crossedge::collective::{Collective, Conveyor, Kind, MessagePath};
use crossedge::cost::{CostMachine, Switching, fastest_pieces};

#[test]
fn growth_by_hand() {
    assert_eq!(growth(1, 3), 0);
    assert_eq!(growth(2, 1), 1);
    // A cubic network: 2, 4, 8, 14, 24 nodes.
    assert_eq!([2, 4, 8, 14, 24, 25].map(|n| growth(n, 3)), [1, 2, 3, 4, 5, 6]);
    // A ring: two more in each step but the first.
    assert_eq!([2, 4, 6, 7].map(|n| growth(n, 2)), [1, 2, 3, 4]);
    assert_eq!(growth(3, 1), u64::MAX);
    assert_eq!(growth(1 << 20, 30), 20);
}

#[test]
fn spread_in_triangles_by_hand() {
    let mut spread = MessageClusters::new(3, 2, 2);
    let known: Vec<u64> = (0..=10).map(|steps| spread.known_after(steps)).collect();
    assert_eq!(known, [1, 2, 4, 8, 16, 30, 54, 96, 172, 308, 548]);
}

#[test]
fn chunks_have_all_bytes_of_their_blocks() {
    for kind in Kind::ALL {
        for bytes in [0, 1, 7, 1000] {
            for pieces in [1, 2, 3, 8, 9] {
                let collective = Collective::new(kind, 5, 2, bytes).cut(pieces);
                let all: Vec<u64> = (0..collective.chunks()).collect();
                assert_eq!(collective.bytes_of(&all), collective.blocks() * collective.bytes, "{kind}");
            }
        }
    }
}

/// 1 GiB down four trees of depth 27, and along a path of 648 nodes.
#[test]
fn fastest_pieces_by_hand() {
    let machine = CostMachine::new(Switching::StoreAndForward);
    let fastest = |bytes: u64, depths: Vec<u64>| {
        fastest_pieces(&Conveyor::Lines { depths, twice: false }, bytes, &machine, MessagePath::LINK)
    };
    let trees = fastest(1 << 30, vec![27; 4]);
    assert!((2600..=2700).contains(&trees), "{trees}");
    let path = fastest(1 << 30, vec![647]);
    assert!((26_300..=26_360).contains(&path), "{path}");
    assert_eq!(fastest(0, vec![5; 3]), 1);
    assert_eq!(fastest(1, vec![5; 3]), 1);
}
