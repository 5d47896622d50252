//! Time and size of windows: `cargo run --release -p crossedge-bench --features web --bin windows`.

use crossedge::answers::WindowRequest;
use crossedge::net::Node;
use crossedge::prelude::*;
use std::time::Instant;

fn main() -> Result<(), crossedge::Error> {
    let nets =
        ["rdn(ring(5), 3)", "rdn(torus(5,5), 2)", "hosts(xgft([25,40,10],[1,5,10]), 100)", "rdn(ring(3), 4)"];
    for text in nets {
        let net: Topology = text.parse()?;
        let start = Instant::now();
        let map = net.map()?;
        let made = start.elapsed().as_secs_f64() * 1e3;
        let (mut times, mut sizes) = (Vec::new(), Vec::new());
        let mut state = 1u64;
        let mut share = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for _ in 0..1000 {
            let node = (share() * map.network().nodes() as f64) as u64 % map.network().nodes();
            let (x, y) = map.place(Node(node));
            let half = 2.0 * (map.size().0.max(map.size().1) / 4.0).powf(share());
            let request = WindowRequest {
                window: Some([x - half, y - half, x + half, y + half]),
                ..WindowRequest::default()
            };
            let start = Instant::now();
            let answer = request.on_map(&net, &map);
            let bytes = serde_json::to_vec(&answer).map_or(0, |bytes| bytes.len());
            times.push(start.elapsed().as_secs_f64() * 1e3);
            sizes.push(bytes);
        }
        times.sort_by(f64::total_cmp);
        sizes.sort_unstable();
        println!(
            "{text}: map {made:.2} ms; 1000 windows: median {:.2} ms, 99 % {:.2} ms, most {:.2} ms; median {} bytes, most {} bytes",
            times[500], times[990], times[999], sizes[500], sizes[999]
        );
    }
    Ok(())
}
