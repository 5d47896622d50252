//! The atlas: the records of a campaign as sorted tables, with isomorphic networks marked and the best known networks of each size.

mod answer;
mod classes;
mod priced;
mod published;
mod records;
mod site;
mod tables;

pub use answer::{AtlasAnswer, TableAnswer};
pub use published::{Published, SOURCES, Source};
pub use records::{AtlasRecords, RecordRow};
pub use site::{SiteFile, site};
pub use tables::{BestTable, Cell, best_tables};
