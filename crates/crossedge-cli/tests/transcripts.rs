//! Transcripts: every command in `tests/transcripts` is run, and prints what stands there. `TRYCMD=overwrite` writes it anew.

#[test]
fn transcripts_hold() {
    trycmd::TestCases::new().env("COLUMNS", "200").case("tests/transcripts/*.md");
}
