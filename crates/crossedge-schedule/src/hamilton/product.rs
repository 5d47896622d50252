//! The order of a product of two ordered networks: a grid with columns 0..a along one order and rows 0..b along the other.
//!
//! Comb: row by row, there and back over columns 1..a, then home along column 0. It closes when the last row ends next to column 0:
//! in column 1 when b is even, in column a-1 when that order is closed or a = 2. So the product has a ring whenever one of the two
//! has, or one has an even number of nodes. Snake: row by row over all columns; it never closes, and always exists. Folklore.

use crossedge_core::model::{Direction, NodeOrder, Run};
use crossedge_lang::net::Node;
use crossedge_lang::net::address::Pair;
use std::fmt::Debug;
use std::sync::Arc;

/// The composition of the ids of the two parts.
pub trait Join: Debug + Send + Sync {
    /// The id.
    fn join(&self, left: u64, right: u64) -> u64;
    /// The ids of the parts.
    fn split(&self, id: u64) -> (u64, u64);
    /// The factors of the two ids when the id is a sum of multiples of them.
    fn linear(&self) -> Option<(u64, u64)>;
    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize;
}

/// Row-major: id = left · size + right.
#[derive(Debug, Clone, Copy)]
pub struct RowMajor {
    size: u64,
    pair: Pair,
}

impl RowMajor {
    /// Ids of the right part are below `size`.
    pub fn new(size: u64) -> Self {
        RowMajor { size, pair: Pair::new(size) }
    }
}

impl Join for RowMajor {
    fn join(&self, left: u64, right: u64) -> u64 {
        self.pair.join(left, right)
    }

    fn split(&self, id: u64) -> (u64, u64) {
        self.pair.split(id)
    }

    fn linear(&self) -> Option<(u64, u64)> {
        Some((self.size, 1))
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// The order of a product.
#[derive(Debug)]
pub struct ProductOrder<J> {
    left: Arc<dyn NodeOrder>,
    right: Arc<dyn NodeOrder>,
    join: J,
    /// `true` if the columns are along the right order.
    right_columns: bool,
    /// `true` if column 0 is the path back.
    comb: bool,
    /// Number of columns a row has, without the path back.
    width: u64,
    rows: u64,
    row: Pair,
}

/// Returns `true` if a comb closes over `a` columns, ringed or not, and `b` rows.
fn comb_closes(columns: &dyn NodeOrder, rows: &dyn NodeOrder) -> bool {
    let (a, b) = (columns.positions(), rows.positions());
    a >= 2 && b >= 2 && (b & 1 == 0 || a == 2 || columns.closed())
}

impl<J: Join> ProductOrder<J> {
    /// The order of the product of two orders of at least two nodes each: a comb where it closes, else a snake.
    pub fn new(left: Arc<dyn NodeOrder>, right: Arc<dyn NodeOrder>, join: J) -> Self {
        let by_right = comb_closes(right.as_ref(), left.as_ref());
        let comb = by_right || comb_closes(left.as_ref(), right.as_ref());
        // Ids of the right part are consecutive, so rows run along it where there is a choice.
        let right_columns = by_right || !comb;
        let (columns, rows) = if right_columns { (&right, &left) } else { (&left, &right) };
        let width = columns.positions() - u64::from(comb);
        let rows = rows.positions();
        ProductOrder { join, right_columns, comb, width, rows, row: Pair::new(width), left, right }
    }

    /// The order along the rows and the order along the columns.
    fn row_and_column_orders(&self) -> (&dyn NodeOrder, &dyn NodeOrder) {
        let (left, right) = (self.left.as_ref(), self.right.as_ref());
        if self.right_columns { (right, left) } else { (left, right) }
    }

    /// Column and row of a position.
    fn cell(&self, position: u64) -> (u64, u64) {
        let (row, along) = self.row.split(position);
        if row >= self.rows {
            return (0, self.rows - 1 - (position - self.rows * self.width));
        }
        (self.column(row, along), row)
    }

    fn column(&self, row: u64, along: u64) -> u64 {
        let from_left = if row & 1 == 0 { along } else { self.width - 1 - along };
        from_left + u64::from(self.comb)
    }
}

impl<J: Join> NodeOrder for ProductOrder<J> {
    fn positions(&self) -> u64 {
        self.left.positions() * self.right.positions()
    }

    fn closed(&self) -> bool {
        self.comb
    }

    fn node_at(&self, position: u64) -> Node {
        let (column, row) = self.cell(position);
        let (along, down) = self.row_and_column_orders();
        let (x, y) = (along.node_at(column).0, down.node_at(row).0);
        let (left, right) = if self.right_columns { (y, x) } else { (x, y) };
        Node(self.join.join(left, right))
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (left, right) = self.join.split(v.0);
        let (left, right) = (self.left.position_of(Node(left))?, self.right.position_of(Node(right))?);
        let (column, row) = if self.right_columns { (right, left) } else { (left, right) };
        if self.comb && column == 0 {
            return Some(self.rows * self.width + (self.rows - 1 - row));
        }
        let from_left = column - u64::from(self.comb);
        let along = if row & 1 == 0 { from_left } else { self.width - 1 - from_left };
        Some(self.row.join(row, along))
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let Some((left, right)) = self.join.linear() else {
            let mut at = run.from;
            for place in out {
                *place = run.offset + run.scale * self.node_at(at).0;
                at = run.direction.step(at, 1, self.positions());
            }
            return;
        };
        let (by_column, by_row) = if self.right_columns { (right, left) } else { (left, right) };
        let (along, down) = self.row_and_column_orders();
        let (all, home) = (self.positions(), self.rows * self.width);
        let (mut at, mut rest) = (run.from, out);
        while !rest.is_empty() {
            let (row, inside) = self.row.split(at);
            let on_row = at < home;
            // A stretch of one row, or of the path home; `ahead` is its direction for growing positions.
            let (done, length, ahead) = match on_row {
                true => (inside, self.width, if row & 1 == 0 { Direction::Up } else { Direction::Down }),
                false => (at - home, self.rows, Direction::Down),
            };
            let (room, direction) = match run.direction {
                Direction::Up => (length - done, ahead),
                Direction::Down => (done + 1, ahead.back()),
            };
            let count = room.min(rest.len() as u64);
            let (now, later) = rest.split_at_mut(count as usize);
            let (order, from, scale, fixed) = match on_row {
                true => (along, self.column(row, inside), by_column, by_row * down.node_at(row).0),
                false => (down, self.rows - 1 - done, by_row, by_column * along.node_at(0).0),
            };
            let (scale, offset) = (run.scale * scale, run.offset + run.scale * fixed);
            order.run(Run { from, direction, scale, offset }, now);
            rest = later;
            if !rest.is_empty() {
                at = run.direction.step(at, count, all);
            }
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() - size_of::<J>() + self.join.bytes() + self.left.bytes() + self.right.bytes()
    }
}
