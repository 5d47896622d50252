//! Tables at any width and in every format, and text that a terminal may show.

use crossedge_cli::internals::{
    Cell, Cleaned, Form, Mark, Page, Sheet, clean_in_place, csv_field, sanitize, with_option_names,
};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

fn sheet() -> Sheet {
    let mut sheet = Sheet::new(["network", "nodes", "evidence"]);
    sheet.row(["rdn(ring(3), 2)", "648", "proved: follows from the definition"]);
    sheet.row(["hypercube(21)", "2,097,152", "proved: bits"]);
    sheet
}

#[test]
fn a_table_fits_and_breaks_no_word() {
    for width in 10..100 {
        for line in sheet().lines(Some(width)) {
            // The longest name cannot be wrapped.
            assert!(line.width() <= width.max(28), "{width}: {line}");
            for word in line.split_whitespace() {
                let known = "network nodes evidence rdn(ring(3), 2) 648 proved: follows from the definition \
                             hypercube(21) 2,097,152 bits";
                assert!(word.starts_with('─') || known.split(' ').any(|w| w == word), "{width}: {word}");
            }
        }
    }
}

#[test]
fn narrow_tables_are_transposed() {
    let lines = sheet().lines(Some(40));
    assert_eq!(lines[0], "  network    rdn(ring(3), 2)");
    assert_eq!(lines.iter().filter(|line| line.is_empty()).count(), 1, "one at a time: {lines:#?}");
}

#[test]
fn marks_are_colors() {
    let mut sheet = Sheet::new(["a"]);
    sheet.row([Cell::from("x").marked_if(Mark::Best, true)]);
    sheet.row([Cell::from("\u{1b}[31m").marked_if(Mark::Best, false)]);
    assert_eq!(sheet.lines(None)[2..], ["  \u{1b}[32mx\u{1b}[0m".to_owned(), "  ␛[31m".to_owned()]);
}

fn page() -> Page {
    let mut sheet = Sheet::new(["network", "mean distance"]);
    sheet.row([Cell::from("ring(3) * ring(4)"), Cell::number("≥ 1,000", 1000)]);
    let mut page = Page::new();
    writeln!(page, "100 % of a_b");
    page.table(sheet);
    page
}

#[test]
fn every_format_has_the_same_content() {
    assert_eq!(page().print(Form::Csv, None), "network,mean_distance\nring(3) * ring(4),1000\n");
    assert_eq!(
        page().print(Form::Md, None),
        "100 % of a\\_b\n\n| network | mean distance |\n|---|---|\n| ring(3) \\* ring(4) | ≥ 1,000 |\n"
    );
    assert_eq!(
        page().print(Form::Tex, None),
        "% 100 % of a_b\n\\begin{tabular}{ll}\n\\hline\nnetwork & mean distance \\\\\n\\hline\n\
         ring(3) * ring(4) & $\\geq$ 1,000 \\\\\n\\hline\n\\end{tabular}\n"
    );
}

#[test]
fn fields_are_quoted_where_they_must_be() {
    assert_eq!(csv_field("rdn(ring(3), 2)"), "\"rdn(ring(3), 2)\"");
    assert_eq!(csv_field("the \"x\""), "\"the \"\"x\"\"\"");
    assert_eq!(csv_field("1.5"), "1.5");
}

#[test]
fn control_characters_are_replaced() {
    let hostile = "a\u{1b}[31m\u{9b}2J\r\u{7}\u{7f}\u{202e}\u{2066}\u{200f}b\tc\nd é 日";
    assert_eq!(sanitize(hostile), "a␛[31m\u{fffd}2J␍␇␡\u{fffd}\u{fffd}\u{fffd}b c\nd é 日");
    assert!(matches!(sanitize("plain é"), Cow::Borrowed(_)));
    let placed = clean_in_place(hostile);
    assert_eq!(placed.len(), hostile.len());
    assert!(!placed.contains('\u{9b}'));
}

#[test]
fn json_escapes_control_characters() {
    let value = serde_json::json!({"x": "\u{1b}[0m\u{9b}\u{7f}\u{202e}é\n"});
    let mut out = Vec::new();
    serde_json::to_writer(Cleaned::json(&mut out), &value).expect("a vector");
    let text = String::from_utf8(out).expect("text");
    assert_eq!(text, r#"{"x":"\u001b[0m\u009b\u007f\u202eé\n"}"#);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
}

#[test]
fn fields_become_options() {
    assert_eq!(
        with_option_names("`most_ports` 5, or `crossedge list`"),
        "--most-ports 5, or `crossedge list`"
    );
    assert_eq!(with_option_names("an odd ` stays"), "an odd ` stays");
}
