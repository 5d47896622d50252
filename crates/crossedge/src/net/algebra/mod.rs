//! The mathematics that families share: distance polynomials, finite fields, colourings, walks.

pub mod distance_polynomial;
pub mod edge_coloring;
pub mod galois_field;
pub mod steiner_walk;
pub mod wk_distances;
pub mod wreath_distances;
