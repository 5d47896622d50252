//! Values with units in plans: series, exact decimals and percents.

use crossedge_campaign::sweep::{Decimal, parse_series};

fn show(text: &str) -> String {
    match parse_series(text) {
        Ok((values, unit)) => {
            let values: Vec<String> = values.iter().map(Decimal::to_string).collect();
            format!("{} [{unit}]", values.join(" "))
        }
        Err((message, help)) => format!("{message}; {help}"),
    }
}

#[test]
fn series_are_read() {
    assert_eq!(show("3 nodes"), "3 [nodes]");
    assert_eq!(show("5% of nodes"), "5 [% of nodes]");
    assert_eq!(show("1 to 4"), "1 2 3 4 []");
    assert_eq!(show("0.1 to 0.5 by 0.1 flits/cycle"), "0.1 0.2 0.3 0.4 0.5 [flits/cycle]");
    assert_eq!(show("0 to 1 by 0.25"), "0 0.25 0.5 0.75 1 []");
    assert_eq!(show("0.10 to 0.35 by .1"), "0.1 0.2 0.3 []");
    assert_eq!(show("007.500"), "7.5 []");
}

#[test]
fn wrong_series_are_explained() {
    let digits = "a number has digits and a point, 15 digits at most";
    assert_eq!(show(""), format!("expected a number, found the end; {digits}"));
    assert_eq!(show("-1"), format!("expected a number, found '-1'; {digits}"));
    assert_eq!(show("1. nodes"), format!("expected a number, found '1.'; {digits}"));
    assert_eq!(show("1 to x"), format!("expected a number, found 'x'; {digits}"));
    assert_eq!(show("0.1 to 0.3"), "a series of decimals needs a step; e.g. 0.1 to 0.9 by 0.1");
    assert_eq!(show("5 to 1"), "the series from 5 to 1 by 1 has no end; e.g. 1 to 20");
    assert_eq!(show("1 to 5 by 0"), "the series from 1 to 5 by 0 has no end; e.g. 1 to 20");
    assert_eq!(show("0 to 1 by 0.000001"), "a series has at most 100000 values; take a longer step");
    assert_eq!(show("0 to 100000000000000 by 0.00000000000001"), "the numbers are too long; ");
}

#[test]
fn percents_are_rounded_to_the_nearest() {
    let percent = |text: &str, all| parse_series(text).expect("a number").0[0].percent_of(all);
    assert_eq!(percent("5", 648), Some(32));
    assert_eq!(percent("0.5", 100), Some(1));
    assert_eq!(percent("0.49", 100), Some(0));
    assert_eq!(percent("100", 7), Some(7));
    assert_eq!(percent("100.1", 7), None);
}
