//! The mathematics that families share: distance polynomials, primes and finite fields, colourings, walks.

pub mod conway_polynomial;
pub mod distance_polynomial;
pub mod edge_coloring;
pub mod galois_field;
pub mod parity_walks;
pub mod primes;
pub mod steiner_walk;
pub mod wk_distances;
pub mod wreath_distances;
