//! The tests of the crate, as one program: it is linked once, and nextest runs every test in a process of its own all the same.

mod atlas;
mod cli;
mod collectives;
mod doctor;
mod documents;
mod doors;
mod evidence;
mod fabric_endpoints;
mod files;
mod files_read;
mod findings_cli;
mod findings_collectives;
mod findings_fabrics;
mod findings_files;
mod help;
mod hostile;
mod hostile_words;
mod json_document;
mod kill;
mod mutated;
mod papers;
mod pictures;
#[cfg(feature = "explore")]
mod published;
mod requests;
#[cfg(feature = "simulate")]
mod simulating;
mod sizes;
mod sweep;
mod tables;
mod tables_written;
mod transcripts;
