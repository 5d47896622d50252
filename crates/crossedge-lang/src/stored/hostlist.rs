//! Host lists of Slurm: `n[001-128,200]`, several separated by commas, several brackets in one name.

/// A list with more names is refused.
pub const MAX_HOSTS: usize = 1 << 20;

/// The names of a host list, in order.
///
/// ```
/// let names = crossedge::net::read::host_list("n[08-10],rack[1-2]b").expect("a list");
/// assert_eq!(names, ["n08", "n09", "n10", "rack1b", "rack2b"]);
/// ```
pub fn host_list(text: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for part in top_level(text)? {
        expand(part, &mut names)?;
    }
    Ok(names)
}

/// The parts between commas outside of brackets.
fn top_level(text: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut inside) = (Vec::new(), 0, false);
    for (i, c) in text.char_indices() {
        match (c, inside) {
            ('[', false) => inside = true,
            (']', true) => inside = false,
            ('[', true) | (']', false) => return Err(format!("unbalanced brackets in {text:?}")),
            (',', false) => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if inside {
        return Err(format!("unbalanced brackets in {text:?}"));
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.is_empty());
    Ok(parts)
}

/// Appends the names of one part: every combination of the numbers in its brackets.
fn expand(part: &str, names: &mut Vec<String>) -> Result<(), String> {
    let mut done = vec![String::new()];
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((list, after)) = after.split_once(']') else {
            return Err(format!("unbalanced brackets in {part:?}"));
        };
        let mut choices = Vec::new();
        for range in list.split(',') {
            numbers(range, &mut choices)?;
        }
        if done.len().saturating_mul(choices.len()) + names.len() > MAX_HOSTS {
            return Err(format!("{part:?} has more than {MAX_HOSTS} names"));
        }
        done = done
            .iter()
            .flat_map(|prefix| choices.iter().map(move |number| format!("{prefix}{before}{number}")))
            .collect();
        rest = after;
    }
    if done.len() + names.len() > MAX_HOSTS {
        return Err(format!("more than {MAX_HOSTS} names"));
    }
    names.extend(done.into_iter().map(|name| name + rest));
    Ok(())
}

/// Appends the numbers of a range such as `001-128`, with the zeros of its first one.
fn numbers(range: &str, out: &mut Vec<String>) -> Result<(), String> {
    let bad = || format!("expected numbers such as 001-128, found {range:?}");
    let number = |text: &str| match text.bytes().all(|c| c.is_ascii_digit()) {
        true => text.parse::<u64>().map_err(|_| bad()),
        false => Err(bad()),
    };
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (low, high) = (number(first)?, number(last)?);
    if low > high {
        return Err(format!("the range {range:?} ends before it begins"));
    }
    if high - low >= MAX_HOSTS as u64 || out.len() >= MAX_HOSTS {
        return Err(format!("{range:?} has more than {MAX_HOSTS} numbers"));
    }
    out.extend((low..=high).map(|n| format!("{n:0width$}", width = first.len())));
    Ok(())
}
