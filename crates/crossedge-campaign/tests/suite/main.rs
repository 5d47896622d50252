//! The tests of the crate, as one program: it is linked once, and nextest runs every test in a process of its own all the same.

mod atlas;
mod campaign;
mod damage;
mod many;
mod sweep;
mod units;
