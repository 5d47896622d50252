//! Benchmarks of crossedge; each is a program in `src/bin`.
