//! Hops of a message, and their translation from a part to the network.

/// A step, and the node that a message comes to in it.
pub(super) type RoundHop = (u64, u64);

/// Appends hops of a part, delayed and at other ids.
pub(super) fn append_hops(
    out: &mut Vec<RoundHop>,
    later: u64,
    id: impl Fn(u64) -> u64,
    hops: impl FnOnce(&mut Vec<RoundHop>),
) {
    let from = out.len();
    hops(out);
    out[from..].iter_mut().for_each(|(step, at)| (*step, *at) = (*step + later, id(*at)));
}
