//! The argument q of constructions over a finite field.

use crate::net::Args;
use crossedge_core::expr::Error;

/// The argument q; `what` describes the valid values, and the error names the nearest.
pub fn field_order(args: &mut Args<'_>, what: &str, most: u64, valid: fn(u64) -> bool) -> Result<u64, Error> {
    let q = args.int("q", 1)?;
    if q > most {
        let message = format!("{} needs q of at most {most}, found {q}", args.word());
        return Err(Error::limit(message, args.span()));
    }
    // Trial division up to the root.
    args.work().spend(1 + (q.isqrt() >> 4), &args.span())?;
    if valid(q) {
        return Ok(q);
    }
    let nearest = (1..).find_map(|step| {
        let below = q.checked_sub(step).filter(|&q| valid(q));
        let above = Some(q + step).filter(|&q| valid(q));
        match (below, above) {
            (Some(a), Some(b)) => Some(format!("q = {a} or q = {b}")),
            (a, b) => a.or(b).map(|q| format!("q = {q}")),
        }
    });
    let error = Error::usage(format!("{} needs {what}, found {q}", args.word()), args.span());
    Err(match nearest {
        Some(nearest) => error.help(format!("the nearest is {nearest}")),
        None => error,
    })
}
