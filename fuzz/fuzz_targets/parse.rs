//! Any bytes: reading never panics, and neither does drawing the error.

#![no_main]

use crossedge::expr::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = parse(&text) {
        assert!(text.get(error.span.clone()).is_some(), "{error:?} is outside the text");
        error.render(&text, false);
        error.render(&text, true);
    }
});
