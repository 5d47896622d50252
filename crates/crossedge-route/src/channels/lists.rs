//! Lists of channels, for routings that are made of those of their parts.

use crossedge_core::model::VirtualChannel;

/// Adds to `out` what `inside` adds, and maps each of the new channels.
#[inline]
pub(super) fn push_mapped(
    out: &mut Vec<VirtualChannel>,
    inside: impl FnOnce(&mut Vec<VirtualChannel>),
    map: impl Fn(VirtualChannel) -> VirtualChannel,
) {
    let old = out.len();
    inside(out);
    for channel in &mut out[old..] {
        *channel = map(*channel);
    }
}

/// Adds one virtual channel of each of these ports.
pub(super) fn push_ports(ports: std::ops::Range<u32>, vc: u32, out: &mut Vec<VirtualChannel>) {
    out.extend(ports.map(|port| VirtualChannel::new(port, vc)));
}
