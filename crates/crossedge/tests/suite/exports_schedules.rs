//! Schedules for other tools, read back by strict readers of our own and run: what arrives is what the collective promises.

use crate::exports::attribute;
use crossedge::answers::{Choice, CollectiveRequest, Collectives};
use crossedge::collective::Kind;
use crossedge::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

fn files(text: &str, kind: Kind, algorithm: &str, name: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let net: Topology = text.parse().expect(text);
    let request = CollectiveRequest {
        algorithm: algorithm.parse::<Choice>().expect(algorithm),
        listed: true,
        ..CollectiveRequest::new(kind).bytes(4096)
    };
    request.writable(name).map_err(|e| e.to_string())?;
    let plan = Collectives::new(&net, request, &Silent).map_err(|e| e.to_string())?;
    plan.files(name).map_err(|e| e.to_string())?.ok_or_else(|| "no schedule".to_owned())
}

fn one(text: &str, kind: Kind, algorithm: &str, name: &str) -> String {
    let made = files(text, kind, algorithm, name).unwrap_or_else(|e| panic!("{text} {algorithm}: {e}"));
    let [(_, bytes)] = &made[..] else { panic!("one file") };
    String::from_utf8(bytes.clone()).expect("text")
}

/// Runs GOAL: there is no deadlock, and every message is received with its bytes. Returns the bytes that each rank sends and receives.
fn run_goal(text: &str) -> Vec<(u64, u64)> {
    #[derive(Default)]
    struct Act {
        what: Option<(bool, u64, u64, u64)>,
        waits: Vec<usize>,
        done: bool,
    }
    let mut lines = text.lines();
    let ranks: usize =
        lines.next().and_then(|l| l.strip_prefix("num_ranks ")).expect("the head").parse().expect("ranks");
    let mut acts: Vec<Vec<Act>> = (0..ranks).map(|_| Vec::new()).collect();
    let mut labels: BTreeMap<String, usize> = BTreeMap::new();
    let (mut rank, mut expected) = (None, 0);
    for line in lines.filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["rank", number, "{"] => {
                // Ranks come in order; labels are those of one rank.
                assert_eq!(number.parse::<usize>().expect(line), expected);
                (rank, expected) = (Some(expected), expected + 1);
                labels.clear();
            }
            ["}"] => rank = None,
            [label, word @ ("send" | "recv"), size, of @ ("to" | "from"), peer, "tag", tag] => {
                assert_eq!((word == "send"), (of == "to"), "{line}");
                let number = |text: &str| text.parse::<u64>().expect(line);
                let size = number(size.strip_suffix('b').expect("bytes have their letter"));
                let own = &mut acts[rank.expect("inside a rank")];
                labels.insert(label.strip_suffix(':').expect(line).to_owned(), own.len());
                own.push(Act {
                    what: Some((word == "send", number(peer), size, number(tag))),
                    ..Act::default()
                });
            }
            [label, "calc", length] => {
                assert!(length.parse::<u64>().is_ok());
                let own = &mut acts[rank.expect("inside a rank")];
                labels.insert(label.strip_suffix(':').expect(line).to_owned(), own.len());
                own.push(Act::default());
            }
            [who, "requires", whom] => {
                // Both are defined before.
                let (who, whom) = (labels[who], labels[whom]);
                acts[rank.expect("inside a rank")][who].waits.push(whom);
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(expected, ranks);
    let mut wires: BTreeMap<(usize, u64, u64), VecDeque<u64>> = BTreeMap::new();
    let mut bytes = vec![(0, 0); ranks];
    loop {
        let mut moved = false;
        for rank in 0..ranks {
            for i in 0..acts[rank].len() {
                let act = &acts[rank][i];
                if act.done || !act.waits.iter().all(|&w| acts[rank][w].done) {
                    continue;
                }
                match act.what {
                    Some((true, peer, size, tag)) => {
                        wires.entry((rank, peer, tag)).or_default().push_back(size);
                        bytes[rank].0 += size;
                    }
                    Some((false, peer, size, tag)) => {
                        let wire = wires.entry((peer as usize, rank as u64, tag)).or_default();
                        let Some(came) = wire.pop_front() else { continue };
                        assert_eq!(came, size, "sizes differ");
                        bytes[rank].1 += size;
                    }
                    None => {}
                }
                acts[rank][i].done = true;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    assert!(acts.iter().flatten().all(|act| act.done), "something waits for ever");
    assert!(wires.values().all(VecDeque::is_empty), "something was not received");
    bytes
}

#[test]
fn goal_runs() {
    let broadcast = run_goal(&one("rdn(ring(3), 1)", Kind::Broadcast, "eager", "x.goal"));
    assert_eq!(broadcast.iter().map(|b| b.1).sum::<u64>(), 17 * 4096);
    assert!(broadcast[1..].iter().all(|b| b.1 == 4096) && broadcast[0].1 == 0);
    let gather = run_goal(&one("ring(5)", Kind::AllGather, "ring", "x.goal"));
    assert!(gather.iter().all(|&b| b == (4 * 4096, 4 * 4096)));
    run_goal(&one("hypercube(3)", Kind::AllReduce, "best", "x.goal"));
    run_goal(&one("fattree(4)", Kind::AllReduce, "best", "x.goal"));
}

/// Of every chunk: whose data is in it, and how often.
type Chunks = BTreeMap<u64, BTreeMap<usize, u32>>;

/// Runs an MSCCL algorithm: what every GPU has in each chunk is the set of GPUs whose data is in it, or how often.
fn run_msccl(text: &str) -> (BTreeMap<String, String>, Vec<Chunks>) {
    struct Step {
        what: String,
        offset: u64,
        count: u64,
        waits: Option<(usize, usize)>,
    }
    type Block = (i64, i64, Vec<Step>);
    let mut algo = BTreeMap::new();
    let mut gpus: Vec<Vec<Block>> = Vec::new();
    let mut waited: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
    let mut has: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
    assert!(!text.contains("<?xml") && !text.contains('\t') && !text.contains('\''));
    for line in text.lines() {
        let line = line.trim_start();
        assert!(!line.contains("  "), "one space between attributes: {line}");
        let number = |name: &str| attribute(line, name).parse::<i64>().expect(line);
        if line.starts_with("<algo ") {
            for name in [
                "name",
                "proto",
                "nchannels",
                "nchunksperloop",
                "ngpus",
                "coll",
                "inplace",
                "outofplace",
                "minBytes",
                "maxBytes",
            ] {
                algo.insert(name.to_owned(), attribute(line, name).to_owned());
            }
        } else if line.starts_with("<gpu ") {
            assert_eq!(number("id") as usize, gpus.len());
            for name in ["i_chunks", "o_chunks", "s_chunks"] {
                algo.insert(name.to_owned(), attribute(line, name).to_owned());
            }
            gpus.push(Vec::new());
        } else if line.starts_with("<tb ") {
            let gpu = gpus.len() - 1;
            assert_eq!(number("id") as usize, gpus[gpu].len());
            let block = (number("send"), number("recv"), Vec::new());
            assert!(block.0 != gpu as i64 && block.1 != gpu as i64);
            // One block for a direction of a connection.
            assert!(gpus[gpu].iter().all(|other| (other.0, other.1) != (block.0, block.1)), "{line}");
            gpus[gpu].push(block);
        } else if line.starts_with("<step ") {
            let gpu = gpus.len() - 1;
            let at = gpus[gpu].len() - 1;
            let s = number("s") as usize;
            assert_eq!(s, gpus[gpu][at].2.len());
            assert_eq!(number("srcoff"), number("dstoff"));
            let waits = match (number("depid"), number("deps")) {
                (-1, -1) => None,
                (block, step) => Some((block as usize, step as usize)),
            };
            waited.extend(waits.map(|(block, step)| (gpu, block, step)));
            if attribute(line, "hasdep") == "1" {
                has.insert((gpu, at, s));
            }
            let what = attribute(line, "type").to_owned();
            gpus[gpu][at].2.push(Step {
                what,
                offset: number("srcoff") as u64,
                count: number("cnt") as u64,
                waits,
            });
        } else {
            assert!(matches!(line, "</tb>" | "</gpu>" | "</algo>"), "{line}");
        }
    }
    assert_eq!(waited, has, "hasdep marks the steps that others wait for");
    assert_eq!(algo["ngpus"], gpus.len().to_string());
    for block in gpus.iter().flatten() {
        // Steps that do nothing come before one that waits itself.
        for (i, step) in block.2.iter().enumerate() {
            assert!(step.what != "nop" || block.2[i + 1].waits.is_some());
        }
    }
    let gather = algo["coll"] == "allgather";
    let own: u64 = algo["i_chunks"].parse().expect("chunks");
    let all: u64 = algo["nchunksperloop"].parse().expect("chunks");
    let start = |gpu: usize| -> BTreeMap<u64, BTreeMap<usize, u32>> {
        let range = if gather { gpu as u64 * own..(gpu as u64 + 1) * own } else { 0..all };
        let has = !matches!(algo["coll"].as_str(), "broadcast") || gpu == 0;
        range.filter(|_| has).map(|chunk| (chunk, BTreeMap::from([(gpu, 1)]))).collect()
    };
    let mut data: Vec<_> = (0..gpus.len()).map(start).collect();
    let mut next: Vec<Vec<usize>> = gpus.iter().map(|blocks| vec![0; blocks.len()]).collect();
    type Wire = VecDeque<(u64, Vec<Option<BTreeMap<usize, u32>>>)>;
    let mut wires: BTreeMap<(usize, usize), Wire> = BTreeMap::new();
    loop {
        let mut moved = false;
        // Backwards, so that nothing depends on a kind order.
        for gpu in (0..gpus.len()).rev() {
            for block in (0..gpus[gpu].len()).rev() {
                while let Some(step) = gpus[gpu][block].2.get(next[gpu][block]) {
                    if step.waits.is_some_and(|(b, s)| next[gpu][b] <= s) {
                        break;
                    }
                    let chunks = step.offset..step.offset + step.count;
                    match step.what.as_str() {
                        "s" => {
                            let sent = chunks.map(|c| data[gpu].get(&c).cloned()).collect();
                            let to = gpus[gpu][block].0 as usize;
                            wires.entry((gpu, to)).or_default().push_back((step.offset, sent));
                        }
                        "r" | "rrc" => {
                            let from = gpus[gpu][block].1 as usize;
                            let Some((offset, sent)) = wires.entry((from, gpu)).or_default().pop_front()
                            else {
                                break;
                            };
                            assert_eq!(
                                (offset, sent.len() as u64),
                                (step.offset, step.count),
                                "send and receive differ"
                            );
                            for (chunk, value) in chunks.zip(sent) {
                                let value = value.expect("what is sent is there");
                                let own = data[gpu].entry(chunk).or_default();
                                if step.what == "r" {
                                    own.clear();
                                }
                                value
                                    .into_iter()
                                    .for_each(|(from, times)| *own.entry(from).or_default() += times);
                            }
                        }
                        "nop" => {}
                        other => panic!("{other}"),
                    }
                    next[gpu][block] += 1;
                    moved = true;
                }
            }
        }
        if !moved {
            break;
        }
    }
    let left =
        gpus.iter().zip(&next).any(|(blocks, next)| blocks.iter().zip(next).any(|(b, &n)| n < b.2.len()));
    assert!(!left && wires.values().all(VecDeque::is_empty), "something waits for ever");
    (algo, data)
}

#[test]
fn msccl_runs() {
    for (text, algorithm) in [("hypercube(3)", "best"), ("ring(5)", "ring"), ("rdn(ring(3), 1)", "best")] {
        let (algo, data) = run_msccl(&one(text, Kind::AllReduce, algorithm, "x.msccl.xml"));
        assert_eq!((algo["coll"].as_str(), algo["i_chunks"] == algo["o_chunks"]), ("allreduce", true));
        let all: BTreeMap<usize, u32> = (0..data.len()).map(|gpu| (gpu, 1)).collect();
        assert!(data.iter().all(|own| own.values().all(|chunk| *chunk == all)), "{text}: each once");
    }
    for text in ["ring(5)", "hypercube(3)"] {
        let (algo, data) = run_msccl(&one(text, Kind::AllGather, "best", "x.rccl.xml"));
        let [i, n, all] =
            ["i_chunks", "ngpus", "nchunksperloop"].map(|name| algo[name].parse::<u64>().expect("a number"));
        assert_eq!(i * n, all, "{text}");
        for own in &data {
            assert_eq!(own.len() as u64, all);
            assert!(
                own.iter().all(|(chunk, value)| *value == BTreeMap::from([((chunk / i) as usize, 1)])),
                "{text}"
            );
        }
    }
    for (name, word) in [("x.msccl.xml", "reduce_scatter"), ("x.rccl.xml", "reducescatter")] {
        let (algo, data) = run_msccl(&one("ring(4)", Kind::ReduceScatter, "best", name));
        assert_eq!(algo["coll"], word);
        let own: u64 = algo["o_chunks"].parse().expect("chunks");
        let all: BTreeMap<usize, u32> = (0..4).map(|gpu| (gpu, 1)).collect();
        for (gpu, data) in data.iter().enumerate() {
            assert!((gpu as u64 * own..(gpu as u64 + 1) * own).all(|chunk| data[&chunk] == all), "{name}");
        }
    }
    let (_, data) = run_msccl(&one("rdn(ring(3), 1)", Kind::Broadcast, "eager", "x.msccl.xml"));
    assert!(data.iter().all(|own| own.values().all(|chunk| *chunk == BTreeMap::from([(0, 1)]))));
}

#[test]
fn limits_of_msccl_are_reported() {
    let told = files("ring(200)", Kind::AllGather, "ring", "x.rccl.xml").expect_err("200 steps");
    assert!(told.contains("64 steps at most"), "{told}");
    let told = files("ring(4)", Kind::AllToAll, "best", "x.msccl.xml").expect_err("no such collective");
    assert!(told.contains("MSCCL files are written of"), "{told}");
    let told = files("ring(4)", Kind::AllGather, "ring", "x.txt").expect_err("no such format");
    assert!(told.contains("names no format of schedules"), "{told}");
}

/// Numbers in seven bits a byte.
fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&first, rest) = bytes.split_first().expect("a number");
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return value;
        }
    }
    panic!("a number of more than 64 bits")
}

/// Fields of a message: number and value, bytes as they are.
fn fields(mut bytes: &[u8]) -> Vec<(u64, u64, Vec<u8>)> {
    let mut out = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let value = varint(&mut bytes);
        match key & 7 {
            0 => out.push((key >> 3, value, Vec::new())),
            2 => {
                let (own, rest) = bytes.split_at(value as usize);
                out.push((key >> 3, value, own.to_vec()));
                bytes = rest;
            }
            other => panic!("wire type {other}"),
        }
    }
    out
}

#[test]
fn chakra_has_every_message() {
    let made = files("ring(5)", Kind::AllGather, "ring", "x.et").expect("a schedule");
    assert_eq!(made.len(), 5);
    for (rank, (name, bytes)) in made.iter().enumerate() {
        assert_eq!(*name, format!("x.{rank}.et"));
        let mut rest = &bytes[..];
        let mut messages = Vec::new();
        while !rest.is_empty() {
            let length = varint(&mut rest) as usize;
            let (own, after) = rest.split_at(length);
            messages.push(fields(own));
            rest = after;
        }
        assert_eq!(messages[0], [(1, 5, b"0.0.4".to_vec())], "the version first");
        let mut seen = BTreeSet::new();
        let mut kinds = BTreeMap::<u64, u64>::new();
        for node in &messages[1..] {
            let id = node.iter().find(|f| f.0 == 1).expect("an id").1;
            for dependency in node.iter().filter(|f| f.0 == 5) {
                assert!(seen.contains(&dependency.1), "what is waited for comes before");
            }
            assert!(seen.insert(id));
            *kinds.entry(node.iter().find(|f| f.0 == 3).expect("a kind").1).or_default() += 1;
            let size = node
                .iter()
                .filter(|f| f.0 == 10)
                .map(|f| fields(&f.2))
                .find(|f| f[0].2 == b"comm_size")
                .expect("a size");
            assert_eq!((size[1].0, size[1].1), (9, 4096));
        }
        assert_eq!(kinds, BTreeMap::from([(5, 4), (6, 4)]), "four sends and four receives");
    }
}
