//! How a picture is drawn: its view, its labels, its letters.

use crossedge_core::words::words;

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// Nodes where the rule of the network puts them.
    #[default]
    Layout,
    /// The adjacency matrix.
    Matrix,
    /// All nodes on a circle.
    Circle,
}

words!(View, "view":
    Layout = "layout": "Nodes where the rule of the network puts them",
    Matrix = "matrix": "The adjacency matrix; of a large network how dense it is",
    Circle = "circle": "All nodes on a circle, links as chords",
);

/// What is written in the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Labels {
    /// The place in the base, where there is room.
    #[default]
    Auto,
    /// The id.
    Id,
    /// The address.
    Address,
    /// Nothing.
    None,
}

words!(Labels, "labels":
    Auto = "auto": "The number of the node in its base, where there is room",
    Id = "id": "The id of the node",
    Address = "address": "The address of the node",
    None = "none": "Nothing",
);

/// How a picture is drawn.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What stands above it.
    pub title: String,
    /// What it shows.
    pub view: View,
    /// Every link of every level in full ink.
    pub all: bool,
    /// Only up to this step of what can be played.
    pub step: Option<u32>,
    /// What is written in the nodes.
    pub labels: Labels,
    /// The size of letters in pixels; chosen by the size of the picture where it is not given.
    pub font: Option<f64>,
}
