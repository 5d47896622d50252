//! Mathematics shared by the families: distance polynomials, primes and finite fields, edge colourings, walks by parity.
//!
//! ```
//! use crossedge::net::algebra::{Field, prime_power};
//!
//! assert_eq!(prime_power(9), Some((3, 2)));
//! let field = Field::by_conway_polynomial(9).expect("9 is a prime power");
//! assert!((1..9).all(|a| field.mul(a, field.inverse(a)) == 1));
//! ```

pub mod conway_polynomial;
pub mod distance_polynomial;
pub mod edge_coloring;
pub mod galois_field;
pub mod parity_walks;
pub mod primes;
pub mod steiner_walk;
pub mod wk_distances;
pub mod wreath_distances;

pub use conway_polynomial::conway_digits;
pub use distance_polynomial::{Distances, MAX_TERMS, multiply};
pub use edge_coloring::edge_coloring;
pub use galois_field::Field;
pub use parity_walks::{Lengths, ParityWalks, bipartite};
pub use primes::{power_mod, prime_factors, prime_power, primitive_root};
pub use steiner_walk::Walks;
