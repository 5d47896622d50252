//! The explorer from outside: windows on the map, the server, and the tools for assistants.

mod client;
mod entry;
mod hostile;
mod mcp;
mod params;
mod published;
mod quotients;
mod verbs;
mod windows;
