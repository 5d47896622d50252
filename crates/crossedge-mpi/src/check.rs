//! The byte check: after a collective every byte of every node is compared with the definition.

use crate::bytes::{chunks_after, fill_expected};
use crate::plan::RankPlan;

/// A byte that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongByte {
    /// The node.
    pub node: u64,
    /// The chunk.
    pub chunk: u64,
    /// The byte in the chunk.
    pub byte: u64,
    /// The expected value.
    pub expected: u8,
    /// The received value.
    pub actual: u8,
}

/// The result of the check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// Bytes that were compared.
    pub bytes: u64,
    /// Bytes that are wrong.
    pub wrong: u64,
    /// The first of them by node, chunk and place.
    pub first: Option<WrongByte>,
}

/// Checks every byte of the nodes of a rank.
pub fn check(plan: &RankPlan, memory: &[u8]) -> CheckResult {
    // Ordered by chunk, so that what is expected is computed once for all nodes.
    let mut promised: Vec<(u64, u64)> = plan
        .block
        .clone()
        .flat_map(|v| chunks_after(&plan.of, v).into_iter().map(move |chunk| (chunk, v)))
        .collect();
    promised.sort_unstable();
    let mut verdict = CheckResult::default();
    let mut right = Vec::new();
    let mut at = None;
    for (chunk, node) in promised {
        if at != Some(chunk) {
            right.resize(plan.of.chunk_bytes(chunk) as usize, 0);
            fill_expected(&plan.of, chunk, &mut right);
            at = Some(chunk);
        }
        verdict.bytes += right.len() as u64;
        // A node that never gets the chunk has nothing where it should be.
        let have = plan.chunk_range(node, chunk).map_or(&[][..], |place| &memory[place]);
        if have == right {
            continue;
        }
        let byte_at = |i: usize| have.get(i).copied();
        let mut differ = (0..right.len()).filter(|&i| byte_at(i) != Some(right[i]));
        if let Some(byte) = differ.next() {
            verdict.wrong += 1 + differ.count() as u64;
            let wrong = WrongByte {
                node,
                chunk,
                byte: byte as u64,
                expected: right[byte],
                actual: byte_at(byte).unwrap_or(crate::bytes::POISON_BYTE),
            };
            let earlier = |one: &WrongByte| (one.node, one.chunk) < (node, chunk);
            verdict.first = verdict.first.filter(earlier).or(Some(wrong));
        }
    }
    verdict
}
