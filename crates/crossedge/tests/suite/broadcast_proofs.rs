//! Broadcasts that are impossible: recorded proofs, every line of which is checked by reverse unit propagation (Goldberg, Novikov 2003).
//!
//! The variables are numbered from 1. The first ones state, for each node and each step from its distance on, that the node knows the message after
//! that step. The others state, for each node, each neighbour by id and each step that both distances permit, that the node sends to the neighbour.

use crate::common::build;
use crossedge::net::{Node, Port, Structure};
use std::collections::{HashMap, VecDeque};

type Clause = Vec<i32>;

/// The clauses of a broadcast from node 0 in this many steps.
fn rules(net: &dyn Structure, steps: u32) -> Vec<Clause> {
    let nodes = net.nodes();
    let links = |v: u64| -> Vec<u64> {
        let mut all: Vec<u64> = (0..net.degree(Node(v))).map(|p| net.link(Node(v), Port(p)).0.0).collect();
        all.sort_unstable();
        all
    };
    let mut far: HashMap<u64, u32> = HashMap::from([(0, 0)]);
    let mut open = VecDeque::from([0]);
    while let Some(v) = open.pop_front() {
        for w in links(v) {
            if !far.contains_key(&w) {
                far.insert(w, far[&v] + 1);
                open.push_back(w);
            }
        }
    }
    let (mut knows, mut sends) = (HashMap::new(), HashMap::new());
    let mut last = 0;
    let mut next = || {
        last += 1;
        last
    };
    for v in 0..nodes {
        knows.extend((far[&v]..=steps).map(|t| ((v, t), next())));
    }
    for v in 0..nodes {
        for w in links(v) {
            let first = far[&v].max(far[&w].saturating_sub(1));
            sends.extend((first..steps).map(|t| ((v, w, t), next())));
        }
    }
    let mut all: Vec<Clause> = vec![vec![knows[&(0, 0)]]];
    for v in 0..nodes {
        // All nodes know in the end; none does before its distance. A node that knows knew before, or received it.
        all.push(knows.get(&(v, steps)).copied().into_iter().collect());
        for t in 1..=steps {
            let Some(&now) = knows.get(&(v, t)) else { continue };
            let before = knows.get(&(v, t - 1)).copied();
            let sent = links(v).into_iter().filter_map(|w| sends.get(&(w, v, t - 1)).copied());
            all.push([-now].into_iter().chain(before).chain(sent).collect());
        }
        // A sender knows, and sends to one.
        for t in 0..steps {
            let each: Vec<i32> = links(v).iter().filter_map(|&w| sends.get(&(v, w, t)).copied()).collect();
            all.extend(each.iter().map(|&send| vec![-send, knows[&(v, t)]]));
            for (i, &a) in each.iter().enumerate() {
                all.extend(each[..i].iter().map(|&b| vec![-a, -b]));
            }
        }
    }
    all
}

/// Clauses, with two watched literals each, and what follows from them alone.
struct Checker {
    clauses: Vec<Vec<usize>>,
    watched: Vec<Vec<usize>>,
    /// By literal: true, false or open.
    value: Vec<Option<bool>>,
    trail: Vec<usize>,
    followed: usize,
    contradiction: bool,
}

fn literal(x: i32) -> usize {
    2 * x.unsigned_abs() as usize + usize::from(x < 0)
}

impl Checker {
    fn new(rules: &[Clause]) -> Self {
        let most = rules.iter().flatten().map(|x| x.unsigned_abs()).max().expect("a rule") as usize;
        let (watched, value) = (vec![Vec::new(); 2 * most + 2], vec![None; 2 * most + 2]);
        let (clauses, trail) = (Vec::new(), Vec::new());
        let mut checker = Checker { clauses, watched, value, trail, followed: 0, contradiction: false };
        rules.iter().for_each(|rule| checker.add(rule));
        checker
    }

    /// False when the opposite is known.
    fn set(&mut self, literal: usize) -> bool {
        if self.value[literal].is_none() {
            (self.value[literal], self.value[literal ^ 1]) = (Some(true), Some(false));
            self.trail.push(literal);
        }
        self.value[literal] == Some(true)
    }

    /// Follows all units; whether they contradict each other.
    fn contradicts(&mut self) -> bool {
        while let Some(&set) = self.trail.get(self.followed) {
            self.followed += 1;
            let lost = set ^ 1;
            let mut i = 0;
            while let Some(&c) = self.watched[lost].get(i) {
                let clause = &mut self.clauses[c];
                if clause[0] == lost {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                if self.value[first] == Some(true) {
                    i += 1;
                    continue;
                }
                match (2..clause.len()).find(|&k| self.value[clause[k]] != Some(false)) {
                    Some(k) => {
                        clause.swap(1, k);
                        let instead = clause[1];
                        self.watched[instead].push(c);
                        self.watched[lost].swap_remove(i);
                    }
                    None if self.set(first) => i += 1,
                    None => return true,
                }
            }
        }
        false
    }

    fn add(&mut self, clause: &[i32]) {
        let mut clause: Vec<usize> = clause.iter().map(|&x| literal(x)).collect();
        // Literals that are not false come first: two of these are watched, one is a unit.
        clause.sort_by_key(|&x| self.value[x] == Some(false));
        let open = clause.iter().filter(|&&x| self.value[x] != Some(false)).count();
        match open {
            0 => self.contradiction = true,
            1 => self.contradiction |= !self.set(clause[0]) || self.contradicts(),
            _ => {
                let at = self.clauses.len();
                clause[..2].iter().for_each(|&x| self.watched[x].push(at));
                self.clauses.push(clause);
            }
        }
    }

    /// Returns `true` if a clause follows by unit propagation: its opposite is a contradiction.
    fn follows(&mut self, clause: &[i32]) -> bool {
        let (known, followed) = (self.trail.len(), self.followed);
        let found = clause.iter().any(|&x| !self.set(literal(-x))) || self.contradicts();
        for set in self.trail.split_off(known) {
            (self.value[set], self.value[set ^ 1]) = (None, None);
        }
        self.followed = followed;
        found
    }
}

/// Returns `true` if a proof holds: every line follows, and the last ones contradict each other.
fn holds(rules: &[Clause], proof: &[Clause]) -> Result<(), String> {
    let mut checker = Checker::new(rules);
    for (line, clause) in proof.iter().enumerate() {
        if checker.contradiction {
            break;
        }
        if !checker.follows(clause) {
            return Err(format!("line {} does not follow", line + 1));
        }
        checker.add(clause);
    }
    if checker.contradiction { Ok(()) } else { Err("no contradiction".to_owned()) }
}

fn recorded(name: &str) -> Vec<Clause> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/proofs").join(name);
    let text = std::fs::read_to_string(path).expect("recorded");
    let clause = |line: &str| line.split(' ').filter_map(|x| x.parse().ok()).collect();
    text.lines().map(clause).collect()
}

fn impossible(text: &str, steps: u32, name: &str) {
    let (_, net) = build(text);
    let proof = recorded(name);
    assert_eq!(holds(&rules(net.as_ref(), steps), &proof), Ok(()), "{text} in {steps} steps");
}

#[test]
fn fewer_steps_are_impossible() {
    impossible("torus(7,7)", 6, "torus_7_7-in-6.rup");
    impossible("rdn(ring(3), 2)", 11, "rdn_ring_3_2-in-11.rup");
    impossible("rdn(torus(5,5), 1)", 11, "rdn_torus_5_5_1-in-11.rup");
}

#[test]
#[ignore = "heavy: 5,000 nodes, half a million clauses"]
fn heavy_fewer_steps_are_impossible_on_5000_nodes() {
    impossible("rdn(ring(5), 2)", 15, "rdn_ring_5_2-in-15.rup");
}

/// A step more is possible, and so is a broadcast without the rule that one is sent to at a time: the proof must fail there.
#[test]
fn feasible_schedules_are_accepted() {
    let (_, net) = build("torus(7,7)");
    let proof = recorded("torus_7_7-in-6.rup");
    assert!(holds(&rules(net.as_ref(), 7), &proof).is_err());
    let flooding: Vec<Clause> =
        rules(net.as_ref(), 6).into_iter().filter(|c| c.len() != 2 || c.iter().any(|&x| x > 0)).collect();
    assert!(holds(&flooding, &proof).is_err());
    let (_, net) = build("rdn(ring(3), 2)");
    let (mut proof, rules) = (recorded("rdn_ring_3_2-in-11.rup"), rules(net.as_ref(), 11));
    proof.truncate(proof.len() / 2);
    assert!(holds(&rules, &proof).is_err(), "half of a proof");
    let wrong = vec![vec![-1]];
    assert_eq!(holds(&rules, &wrong), Err("line 1 does not follow".to_owned()), "node 0 knows");
}
