//! The tests of the crate, as one program: it is linked once, and nextest runs every test in a process of its own all the same.

mod adaptive;
mod findings;
mod flows;
mod machines;
mod physical;
mod simulate;
mod statistics;
mod traffic_names;
mod validation;
mod zero_load;
