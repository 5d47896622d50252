//! What measurements need beyond the library: routes in flat form, as fast as tables make them.

pub mod compiled;
