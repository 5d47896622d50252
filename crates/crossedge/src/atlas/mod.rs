//! The networks of the atlas: of every construction of the catalog the small members, and of the others as many of each size as are asked for.

mod list;

pub use list::{AtlasList, Listed, construction};
