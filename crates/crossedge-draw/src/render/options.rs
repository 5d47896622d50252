//! Picture options: view, labels, font.

use crossedge_core::words::words;

/// The kind of picture.
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

/// The node labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Labels {
    /// The place in the base, where there is room.
    #[default]
    Auto,
    /// The id.
    Id,
    /// The address.
    Address,
    /// No labels.
    None,
}

words!(Labels, "labels":
    Auto = "auto": "The number of the node in its base, where there is room",
    Id = "id": "The id of the node",
    Address = "address": "The address of the node",
    None = "none": "Nothing",
);

/// Picture options.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The title.
    pub title: String,
    /// The content.
    pub view: View,
    /// Every link of every level in full ink.
    pub all: bool,
    /// Only up to this step of what can be played.
    pub step: Option<u32>,
    /// The node labels.
    pub labels: Labels,
    /// The size of letters in pixels; chosen by the size of the picture where it is not given.
    pub font: Option<f64>,
}
