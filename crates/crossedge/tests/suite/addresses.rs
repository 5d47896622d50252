//! Addresses and sets of nodes as text, and the mixed-radix arithmetic behind them.

use crossedge::net::address::{Digits, add_mod, sub_mod};
use crossedge::net::{Address, NodePattern};
use proptest::prelude::*;

fn round(text: &str) -> String {
    match Address::parse(text) {
        Ok(address) => address.to_string(),
        Err((at, why)) => format!("{at}: {why}"),
    }
}

#[test]
fn addresses_read_back_and_mistakes_are_placed() {
    assert_eq!(round("7"), "7");
    assert_eq!(round(" ( 0, (2,1) ,3 ) "), "(0,(2,1),3)");
    assert_eq!(round("0b0_01_10"), "0b0_01_10");
    assert_eq!(round("0b"), "2: expected bits after 0b");
    assert_eq!(round("(Alice,2)"), "(Alice,2)");
    assert_eq!(round(r#""5 north""#), r#""5 north""#);
    assert_eq!(round(r#""a\"b\\c""#), r#""a\"b\\c""#);
    assert_eq!(round(r#""Bob""#), "Bob");
    assert_eq!(round("\"Bob"), "0: the quote is not closed");
    assert_eq!(round("(1,2"), "4: expected ',' or ')'");
    assert_eq!(round("99999999999999999999"), "0: the number passes 64 bits");
    assert_eq!(round("3 x"), "2: unexpected text after the address");
    assert_eq!(round(""), "0: expected a number, bits as 0b01, or '('");
    assert_eq!(round(&"(".repeat(500)), "201: an address is nested at most 200 deep");
}

proptest! {
    #[test]
    fn digits_split_and_join(radices in prop::collection::vec(1u64..50, 0..8), v: u64) {
        let digits = Digits::new(radices).expect("50^7 fits");
        let v = v % digits.size();
        let parts = digits.split(v);
        prop_assert_eq!(digits.join(&parts), v);
        for (i, &part) in parts.iter().enumerate() {
            prop_assert!(part < digits.radix(i));
            prop_assert_eq!(digits.with_digit(v, i, part, part), v);
        }
    }

    #[test]
    fn bits_are_written_and_read(groups in prop::collection::vec((1u32..=64, any::<u64>()), 1..5)) {
        // Cut to 64 bits in all.
        let mut left = 64;
        let groups: Vec<(u32, u64)> = groups
            .into_iter()
            .map_while(|(width, value)| {
                let width = width.min(left);
                left -= width;
                (width > 0).then(|| (width, value & (u64::MAX >> (64 - width))))
            })
            .collect();
        let texts: Vec<String> =
            groups.iter().map(|&(width, value)| format!("{value:0width$b}", width = width as usize)).collect();
        let text = format!("0b{}", texts.join("_"));
        let address = Address::Bits(groups);
        prop_assert_eq!(address.to_string(), text.as_str());
        prop_assert_eq!(Address::parse(&text), Ok(address));
        let wrong = text.replacen('1', "2", 1);
        prop_assert!(wrong == text || Address::parse(&wrong).is_err(), "{}", wrong);
    }

    #[test]
    fn modular_steps(n in 1u64.., a: u64, b: u64) {
        let (a, b) = (a % n, b % n);
        let sum = ((u128::from(a) + u128::from(b)) % u128::from(n)) as u64;
        prop_assert_eq!(add_mod(a, b, n), sum);
        prop_assert_eq!(sub_mod(sum, b, n), a);
    }
}

fn holds(pattern: &str, address: &str) -> Option<bool> {
    let address = Address::parse(address).expect("an address");
    Some(NodePattern::parse(pattern)?.expect("a pattern").holds(&address))
}

#[test]
fn patterns_hold_for_their_addresses() {
    assert_eq!(holds("*", "(0,(1,2))"), Some(true));
    assert_eq!(holds("(0,*)", "(0,(1,2))"), Some(true));
    assert_eq!(holds("(1,*)", "(0,(1,2))"), Some(false));
    assert_eq!(holds("( 0 , (1, 0..2) )", "(0,(1,2))"), Some(true));
    assert_eq!(holds("(0,(1,3..9))", "(0,(1,2))"), Some(false));
    assert_eq!(holds("(*,*,*)", "(0,(1,2))"), Some(false));
    assert_eq!(holds("(0,(1,2))", "(0,(1,2))"), None, "one node is no set");
    assert_eq!(holds("(Alice,*)", "(Alice,2)"), Some(true));
}

#[test]
fn wrong_patterns_are_explained() {
    let wrong = |text: &str| NodePattern::parse(text).expect("meant as a pattern").expect_err("wrong");
    assert_eq!(wrong("(0,3..1)"), "'3..1' is not a range of numbers, such as 0..3");
    assert_eq!(wrong("5.."), "'5..' is not a range of numbers, such as 0..3");
    assert_eq!(wrong("(0,*"), "'(0,*': expected a number, bits as 0b01, or '('");
    assert_eq!(wrong("(,*)"), "'': expected a number, bits as 0b01, or '('");
}
