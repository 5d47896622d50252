//! Figures of a network, and the searches behind them.

pub mod search;
