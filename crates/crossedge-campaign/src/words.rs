//! Helpers for messages.

/// `1 task`, `2 tasks`.
pub fn plural(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
