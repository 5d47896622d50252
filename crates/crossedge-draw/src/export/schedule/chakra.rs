//! Execution traces of Chakra (MLCommons; Sridharan and others, 2023): one file for each rank, a stream of messages of Protocol Buffers, each behind its length. First
//! the metadata, then a node for each send and receive, with the nodes that it waits for.

use super::NodePrograms;

/// Types of nodes.
const SEND_NODE: u64 = 5;
const RECEIVE_NODE: u64 = 6;

/// The trace of a rank. The operations of a step depend on all of the step before.
pub fn chakra(programs: &NodePrograms, rank: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut head = Vec::new();
    text(&mut head, 1, "0.0.4");
    behind_length(&mut out, &head);
    let ops = programs.ops.get(rank).map_or(&[][..], Vec::as_slice);
    let (mut id, mut before) = (0u64, 0..0);
    for step in ops.chunk_by(|a, b| a.step == b.step) {
        let first = id;
        for op in step {
            let mut node = Vec::new();
            write_number(&mut node, 1, id);
            let (kind, word, end) =
                if op.send { (SEND_NODE, "send", "comm_dst") } else { (RECEIVE_NODE, "recv", "comm_src") };
            text(&mut node, 2, &format!("{word} step {} {}", op.step, op.peer));
            write_number(&mut node, 3, kind);
            for dependency in before.clone() {
                write_number(&mut node, 5, dependency);
            }
            write_attribute(&mut node, "is_cpu_op", |value| write_number(value, 27, 0));
            write_attribute(&mut node, "comm_size", |value| write_number(value, 9, op.bytes));
            write_attribute(&mut node, end, |value| write_number(value, 7, op.peer));
            write_attribute(&mut node, "comm_tag", |value| write_number(value, 7, op.step.into()));
            behind_length(&mut out, &node);
            id += 1;
        }
        before = first..id;
    }
    out
}

/// A number in seven bits a byte, the lowest first.
fn write_varint(out: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn write_number(out: &mut Vec<u8>, field: u64, value: u64) {
    write_varint(out, field << 3);
    write_varint(out, value);
}

fn bytes(out: &mut Vec<u8>, field: u64, value: &[u8]) {
    write_varint(out, field << 3 | 2);
    behind_length(out, value);
}

fn text(out: &mut Vec<u8>, field: u64, value: &str) {
    bytes(out, field, value.as_bytes());
}

fn behind_length(out: &mut Vec<u8>, value: &[u8]) {
    write_varint(out, value.len() as u64);
    out.extend_from_slice(value);
}

fn write_attribute(node: &mut Vec<u8>, name: &str, value: impl FnOnce(&mut Vec<u8>)) {
    let mut inside = Vec::new();
    text(&mut inside, 1, name);
    value(&mut inside);
    bytes(node, 10, &inside);
}
