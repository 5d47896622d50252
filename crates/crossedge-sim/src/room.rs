//! The cost of a simulation, computed before anything is made.
//!
//! The engine keeps some 600 bytes for a port and 170 for each of its virtual channels (measured on tori, cubes and complete graphs:
//! a million ports at one channel, a torus of 1,024 nodes at up to sixteen), and about 64 for each flit under way. Flits are counted as if buffers of one link a node
//! were full in proportion to the load.

use crate::error::Error;
use crate::settings::Settings;
use crossedge::cost::size::size_text;
use crossedge::error::ErrorKind;

/// A simulation takes at most about this much memory.
pub const MAX_BYTES: u64 = 8 << 30;

/// The messages of a collective have at most this many flits in all: the engine cuts a message into packets when its turn comes.
pub const MAX_FLITS: u64 = 1 << 26;

/// Refuses a network that the engine has no room for. Ports count those to servers.
pub(crate) fn check_memory(settings: &Settings, nodes: u64, ports: u64, vcs: u32) -> Result<(), Error> {
    let load = if settings.traffic.is_open_loop() { settings.load } else { 1.0 };
    let machine = settings.machine;
    let flits = u64::from(machine.input_buffer_flits) + u64::from(machine.output_buffer_flits);
    let queued = (flits as f64 * load * 64.0) as u128;
    let bytes = u128::from(ports) * (600 + 170 * u128::from(vcs)) + u128::from(nodes) * queued;
    if bytes <= MAX_BYTES.into() {
        return Ok(());
    }
    let fit = u128::from(nodes) * u128::from(MAX_BYTES) / bytes;
    let channels = if vcs == 1 { "1 virtual channel".to_owned() } else { format!("{vcs} virtual channels") };
    let at = if settings.traffic.is_open_loop() { format!(" at a load of {load}") } else { String::new() };
    Err(Error::new(ErrorKind::Limit, format!("{} has {ports} ports with those to servers; with {channels} the engine takes about {} for it{at}, and the limit is {}", settings.expression, size_text(bytes), size_text(MAX_BYTES.into()))).help(format!("a network of this degree fits up to about {fit} nodes")))
}

/// Refuses a collective whose messages, of blocks of `bytes`, have too many bytes in all: `moved`, as far as is known.
pub(crate) fn flits(settings: &Settings, bytes: u64, moved: u128) -> Result<(), Error> {
    let most = u128::from(MAX_FLITS) * u128::from(settings.machine.flit_bytes);
    if moved <= most {
        return Ok(());
    }
    let fit = u128::from(bytes) * most / moved;
    Err(Error::new(
        ErrorKind::Limit,
        format!(
            "the messages of {} have {} in all or more, and {} flits of {} bytes are simulated at most",
            settings.traffic,
            size_text(moved),
            MAX_FLITS,
            settings.machine.flit_bytes
        ),
    )
    .help(format!("blocks of {fit} bytes fit")))
}
