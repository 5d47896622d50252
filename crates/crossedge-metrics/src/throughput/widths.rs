//! Widths of the classes of links, handed from a construction to its parts: a part keeps its own unless someone around it gave others.

use crossedge_lang::net::{Shape, classes};

/// The widths of the classes of a shape.
#[derive(Debug, Clone, Copy)]
pub enum Widths<'a> {
    /// The widths of the shape itself: 1, unless it or a part of it was widened.
    Own,
    /// One for each class, in order.
    Given(&'a [u64]),
}

impl<'a> Widths<'a> {
    /// The width of all links of a network without a width of its own, if it is one.
    pub fn same(self) -> Option<u64> {
        match self {
            Widths::Own => Some(1),
            Widths::Given(list) => {
                let first = list.first().copied().unwrap_or(1);
                list.iter().all(|&width| width == first).then_some(first)
            }
        }
    }

    /// The smallest width.
    pub fn least(self) -> u64 {
        match self {
            Widths::Own => 1,
            Widths::Given(list) => list.iter().copied().min().unwrap_or(1),
        }
    }

    /// The width of class `i`.
    pub fn at(self, i: usize) -> u64 {
        match self {
            Widths::Own => 1,
            Widths::Given(list) => list.get(i).copied().unwrap_or(1),
        }
    }

    /// The widths of the classes of a part, which come first, and the rest. `None` if the part does not give its classes.
    pub fn split(self, part: &dyn Shape) -> Option<(Widths<'a>, Widths<'a>)> {
        match self {
            Widths::Own => Some((Widths::Own, Widths::Own)),
            Widths::Given(list) => {
                let (own, rest) = list.split_at_checked(classes(part)?.len())?;
                Some((Widths::Given(own), Widths::Given(rest)))
            }
        }
    }
}
