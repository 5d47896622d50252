//! From expression to shape, from shape to network, from text to node.

use super::args::{Args, Load, describe};
use super::budget::{Elaboration, MAX_WORK};
use super::suggest;
use crate::families::product::{build_power, product};
use crate::net::shape::{Shape, TooLarge, magnitude};
use crate::net::{ENTRIES, Structure};
use crossedge_core::expr::{Class, Error, Expr, Kind, shorten};
use num_bigint::BigUint;
use std::sync::Arc;

/// A loader for programs without files: every `file("…")` is refused.
pub fn no_files(_: &str) -> Result<Vec<u8>, String> {
    Err("files are not read here".to_owned())
}

/// From an expression to its shape. `load` reads the files that it names.
///
/// Exceeding a limit is an error, which names a size that works.
pub fn elaborate(expr: &Expr, load: Load<'_>) -> Result<Arc<dyn Shape>, Error> {
    whole_shape(expr, &Elaboration::new(load, MAX_WORK)).map_err(|error| match error.class {
        Class::Limit => {
            let suggestion = suggest::smaller_network(expr, load, &|shape| Some(shape.nodes()));
            let error = suggest::help(error, "", suggestion);
            if error.help.is_some() { error } else { error.help("take smaller numbers, or fewer parts") }
        }
        _ => error,
    })
}

/// The shape of a part of a construction. Constructions count capacities in cables, so a fabric whose cables have different rates is refused.
pub fn part_shape(expr: &Expr, work: &Elaboration<'_>) -> Result<Arc<dyn Shape>, Error> {
    let shape = whole_shape(expr, work)?;
    if shape.machine().is_some_and(|machine| machine.mixed_rates()) {
        let message = format!(
            "{} has cables of different rates, which constructions around it do not keep",
            shorten(&expr.to_string())
        );
        return Err(Error::usage(message, expr.span.clone())
            .help("use the file on its own, or a copy of it whose cables all have the same rate"));
    }
    Ok(shape)
}

/// The shape of an entire expression, as a step of a longer elaboration.
pub fn whole_shape(expr: &Expr, work: &Elaboration<'_>) -> Result<Arc<dyn Shape>, Error> {
    work.spend(1, &expr.span)?;
    match &expr.kind {
        Kind::Call(call) => {
            let Some(entry) = ENTRIES.iter().find(|e| e.name == call.name) else {
                let message = format!("unknown construction '{}'", call.name);
                let error = Error::usage(message, call.name_span.clone());
                return Err(match suggest::word(&call.name) {
                    Some(name) => error.help(format!("did you mean '{name}'?")),
                    None => error.help("the catalog shows every construction"),
                });
            };
            let mut args = Args::new(call, expr.span.clone(), entry.signature, work);
            let shape = (entry.build)(&mut args)?;
            args.finish()?;
            Ok(shape)
        }
        Kind::Product(factors) => {
            let parts = factors.iter().map(|f| part_shape(f, work)).collect::<Result<Vec<_>, _>>()?;
            product(parts, work, expr.span.clone())
        }
        Kind::Power(base, exponent) => {
            build_power(part_shape(base, work)?, exponent.exponent, work, expr.span.clone())
        }
        _ => Err(Error::usage(format!("expected a network, found {}", describe(expr)), expr.span.clone())),
    }
}

/// From a shape to its network; the error names the exceeded limit and a size that works.
pub fn to_network(expr: &Expr, shape: &dyn Shape, load: Load<'_>) -> Result<Arc<dyn Structure>, Error> {
    shape.network().map_err(|too_large| {
        let name = shorten(&expr.to_string());
        let why = match too_large {
            TooLarge::Ids => {
                format!("{name} has {} nodes, and ids hold 2^64 - 1", magnitude(&shape.nodes()))
            }
            TooLarge::Ports => format!("{name} has a node with more than 2^32 - 1 ports"),
            TooLarge::Stored { what, limit } => {
                format!("{name} would store {what}, and the limit is {limit}")
            }
        };
        let error = Error::limit(why, expr.span.clone()).help("sizes and degrees still work");
        let suggestion = suggest::smaller_network(expr, load, &|shape| shape.check().ok().map(BigUint::from));
        suggest::help(error, "for nodes and routes ", suggestion)
    })
}
