//! The tests of the crate, as one program: it is linked once, and nextest runs every test in a process of its own all the same.

mod arrows;
mod cases;
mod collective;
mod collective_heavy;
mod collective_judge;
mod common;
mod compiled;
mod deadlock;
mod disjoint;
mod distances;
mod errors;
mod expr;
mod faults;
mod fuzz_regressions;
mod golden;
mod laws;
mod metrics;
mod prose;
mod ring;
mod ring_faults;
mod ring_many;
mod ring_path;
mod route;
mod search;
mod tables;
mod traffic;
