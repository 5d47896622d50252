//! The curve of a line: straight, bent, or parallel to the straight line.

/// A place, to the right and down.
pub type Place = (f64, f64);

/// The shape of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Curve {
    /// Straight.
    Straight,
    /// Its middle is pulled to the left by this much.
    Bend(f64),
    /// Shifted to the left of the straight line, with rounded corners at both ends: around a row of nodes.
    Beside(f64, f64),
}

impl Curve {
    /// The same from the other end.
    pub fn reversed(self) -> Curve {
        match self {
            Curve::Straight => Curve::Straight,
            Curve::Bend(by) => Curve::Bend(-by),
            Curve::Beside(by, corner) => Curve::Beside(-by, corner),
        }
    }

    /// The same scaled to pixels.
    pub fn scaled(self, unit: f64) -> Curve {
        match self {
            Curve::Straight => Curve::Straight,
            Curve::Bend(by) => Curve::Bend(by * unit),
            Curve::Beside(by, corner) => Curve::Beside(by * unit, corner * unit),
        }
    }

    /// The stretches it is made of: start, control point and end of each; the control point of a straight one is in its middle.
    pub fn quadratic_pieces(self, from: Place, to: Place) -> Vec<[Place; 3]> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy).max(1e-9);
        let (ux, uy) = (dx / long, dy / long);
        // Along the line, and to its left.
        let place =
            |at: Place, along: f64, left: f64| (at.0 + ux * along + uy * left, at.1 + uy * along - ux * left);
        let middle = |a: Place, b: Place| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        match self {
            Curve::Straight => vec![[from, middle(from, to), to]],
            Curve::Bend(by) => vec![[from, place(middle(from, to), 0.0, 2.0 * by), to]],
            Curve::Beside(by, corner) => {
                let corner = corner.min(long / 3.0);
                let (a, b) = (place(from, corner, by), place(to, -corner, by));
                vec![[from, place(from, 0.0, by), a], [a, middle(a, b), b], [b, place(to, 0.0, by), to]]
            }
        }
    }

    /// Places along it, from end to end, no farther apart than about `step`.
    pub fn places(self, from: Place, to: Place, step: f64) -> Vec<Place> {
        let mut all = vec![from];
        for [a, c, b] in self.quadratic_pieces(from, to) {
            let long = (c.0 - a.0).hypot(c.1 - a.1) + (b.0 - c.0).hypot(b.1 - c.1);
            let parts = (long / step).ceil().clamp(1.0, 4096.0) as u32;
            all.extend((1..=parts).map(|i| on_quadratic(a, c, b, f64::from(i) / f64::from(parts))));
        }
        all
    }

    /// The point at parameter `t`.
    pub fn point_at(self, from: Place, to: Place, t: f64) -> Place {
        let stretches = self.quadratic_pieces(from, to);
        match stretches.as_slice() {
            [[a, c, b]] => on_quadratic(*a, *c, *b, t),
            [_, [a, c, b], _] => on_quadratic(*a, *c, *b, t),
            _ => from,
        }
    }

    /// The direction of arrival, for an arrow.
    pub fn before_end(self, from: Place, to: Place) -> Place {
        match self {
            Curve::Straight => from,
            _ => self.quadratic_pieces(from, to).last().map_or(from, |stretch| stretch[1]),
        }
    }

    /// The data of an SVG path, where `num` writes a number.
    pub fn svg_data(self, from: Place, to: Place, num: &dyn Fn(f64) -> String) -> String {
        let pair = |p: Place| format!("{} {}", num(p.0), num(p.1));
        let mut text = format!("M{}", pair(from));
        for (i, [_, control, end]) in self.quadratic_pieces(from, to).into_iter().enumerate() {
            let straight = matches!((self, i), (Curve::Straight, _) | (Curve::Beside(..), 1));
            text += &match straight {
                true => format!("L{}", pair(end)),
                false => format!("Q{} {}", pair(control), pair(end)),
            };
        }
        text
    }
}

/// A place on a quadratic curve.
fn on_quadratic(a: Place, c: Place, b: Place, t: f64) -> Place {
    let s = 1.0 - t;
    (s * s * a.0 + 2.0 * s * t * c.0 + t * t * b.0, s * s * a.1 + 2.0 * s * t * c.1 + t * t * b.1)
}
