//! Class, cluster and node of a number in the dual of a hypercube, in either of its numberings, or in a hypercube alone.

use crate::net::{Form, Structure};

/// Class, cluster, node.
pub type Place = (u64, u64, u64);

/// How numbers tell class, cluster and node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fields {
    /// One cube, no classes.
    Cube,
    /// Class, cluster, node.
    Dual,
    /// Class and two fields that change their meaning with it.
    DualCube,
}

/// The places of a network.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// How numbers tell them.
    pub fields: Fields,
    /// Dimensions of the cube, or of a cluster.
    pub bits: u32,
}

impl Places {
    /// Those of a network; none when it is neither a cube nor the dual of one.
    pub fn of(net: &dyn Structure) -> Option<Places> {
        let (fields, bits) = match net.form() {
            Form::Cube(bits) => (Fields::Cube, bits),
            Form::DualCube(bits) => (Fields::DualCube, bits),
            Form::Dual(base) => match base.form() {
                Form::Cube(bits) => (Fields::Dual, bits),
                _ => return None,
            },
            _ => return None,
        };
        Some(Places { fields, bits })
    }

    /// Nodes of the cube, or of a cluster.
    pub fn size(&self) -> u64 {
        1 << self.bits
    }

    /// All dimensions.
    pub fn all(&self) -> u64 {
        self.size() - 1
    }

    /// All nodes.
    pub fn nodes(&self) -> u64 {
        if self.fields == Fields::Cube { self.size() } else { 2 << (2 * self.bits) }
    }

    /// The place of a number.
    pub fn place(&self, v: u64) -> Place {
        let (class, two, one) = (v >> (2 * self.bits), v >> self.bits & self.all(), v & self.all());
        match self.fields {
            Fields::Cube => (0, 0, v),
            Fields::DualCube if class == 1 => (class, one, two),
            _ => (class, two, one),
        }
    }

    /// The number of a place.
    pub fn id(&self, (class, cluster, node): Place) -> u64 {
        let (two, one) = match self.fields {
            Fields::DualCube if class == 1 => (node, cluster),
            _ => (cluster, node),
        };
        class << (2 * self.bits) | two << self.bits | one
    }
}
