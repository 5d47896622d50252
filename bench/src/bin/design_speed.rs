//! Times a search over all designs of 1,000 to 10,000,000 endpoints with at most 64 ports. `cargo run --release -p crossedge-bench --features measure --bin design_speed`.

use crossedge::answers::{DesignRequest, ask};
use crossedge::progress::Silent;
use std::time::Instant;

fn main() -> Result<(), crossedge::Error> {
    let request = DesignRequest {
        endpoints: Some("1k..10M".parse()?),
        ports: Some("..64".parse()?),
        objectives: vec!["throughput".to_owned(), "ports".to_owned(), "diameter".to_owned()],
        by_size: true,
        ..DesignRequest::default()
    };
    let start = Instant::now();
    let answer = ask(&request, &[], &Silent)?.answer;
    let seconds = start.elapsed().as_secs_f64();
    let each = seconds * 1e6 / answer.examined.0 as f64;
    println!("{} candidates in {seconds:.1} s, {each:.2} µs each", answer.examined);
    Ok(())
}
