//! What a judge has found good. Only judges make it, so whoever takes a `Checked<T>` need not ask again.

use std::ops::Deref;

/// A value that its judge has found good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<T>(T);

impl<T> Checked<T> {
    /// For judges, after all their tests.
    pub(super) fn new(value: T) -> Self {
        Checked(value)
    }

    /// The value, which loses its seal.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
