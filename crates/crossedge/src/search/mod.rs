//! Search for designs: every network of the algebra with this many endpoints and ports, by closed forms, and the best of them.
//!
//! A candidate is a base (`space`) or hosts on one; its metrics follow from those of its parts in integers (`figures.rs`), so that a search looks at
//! a million of them in seconds. It keeps the Pareto front by the requested objectives (`front`), and near misses.
//!
//! ```
//! use crossedge::progress::Silent;
//! use crossedge::search::{DesignSearch, Limits, Quantity};
//!
//! let limits = Limits { least: 60, most: 70, ports: 4, direct: true, families: vec!["torus"], ..Limits::default() };
//! let search = DesignSearch { limits, objectives: vec![Quantity::Mean], ..DesignSearch::default() };
//! let found = search.run(&Silent).expect("no one stops it");
//! assert_eq!(found.fronts[0].1[0].text(), "torus(7,9)");
//! ```

mod condition;
mod copper;
mod cost;
mod figures;
mod fraction;
mod front;
mod hdn;
mod keeper;
mod known;
mod limits;
mod quantity;
mod recipe;
mod sketch;
mod space;

pub use condition::{Condition, parse_number};
pub use copper::fewest_leaving_links;
pub use cost::{Caps, CostRates, PRICE_PARTS};
pub use figures::{DistanceSums, Figures};
pub use fraction::Fraction;
pub use front::{Cheapest, Front, KeptCandidate, better_first};
pub use keeper::{Keeper, Nobody, SoFar, Unfinished};
pub use known::{base_of_network, read};
pub use limits::{Limits, Promising, takes_hosts};
pub use quantity::{Candidate, QUANTITY_NAMES, Quantity, QuantityValue};
pub use recipe::{Base, FAMILY_GROUPS, Factor, FactorKind, FamilyGroup, Recipe, SEARCH_FAMILIES};
pub use space::all_bases;

mod run;
mod sofar;
pub use run::{DesignSearch, DesignSearchResult, MAX_LISTED, Near, Outside};
