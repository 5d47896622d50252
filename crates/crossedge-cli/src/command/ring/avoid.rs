//! What `--avoid` says: dead nodes as `5` or `(0,2,1)`, dead links as `5-7` or `(0,2,1)-(1,1,2)`, several with commas between.

use crate::failure::Failure;
use crate::source;
use crossedge::hamilton::Faults;
use crossedge::net::{Structure, neighbors};

/// Reads the faults of a network.
pub fn read(net: &dyn Structure, texts: &[String]) -> Result<Faults, Failure> {
    let mut faults = Faults::none();
    for item in texts.iter().flat_map(|text| items(text)) {
        match item.split_once('-') {
            None => faults.node(source::node(net, item)?),
            Some((a, b)) => {
                let (v, w) = (source::node(net, a.trim())?, source::node(net, b.trim())?);
                if !neighbors(net, v).any(|x| x == w) {
                    return Err(Failure::Usage(format!(
                        "--avoid {item}: nodes {} and {} are not linked",
                        v.0, w.0
                    )));
                }
                faults.link(v, w);
            }
        }
    }
    Ok(faults)
}

/// The parts between commas that stand outside parentheses.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn commas_inside_addresses_do_not_part() {
        let parts: Vec<&str> = items("5, (0,2,1)-(1,1,2) ,7-8,").collect();
        assert_eq!(parts, ["5", "(0,2,1)-(1,1,2)", "7-8"]);
    }
}
