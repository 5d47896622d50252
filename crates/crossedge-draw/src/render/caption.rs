//! Title and legend of a picture, fitted to its width.

use super::curve::Curve;
use super::overlay::LoadScale;
use super::scene::{Ink, Item, NodeShape, Scene};

/// The space around a picture.
pub const PICTURE_MARGIN: f64 = 20.0;

/// No picture is narrower.
pub const MIN_WIDTH: f64 = 300.0;

/// How wide a letter is at most on average, in sizes of the font.
const LETTER_WIDTH: f64 = 0.62;

/// How wide a text is at most.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * LETTER_WIDTH * size
}

/// The size of letters next to a picture so wide: those of small networks can be read when it is set in a column of a journal, of
/// 84 mm, where they take at least 6 points.
pub fn letter_size(wide: f64, nodes: u64) -> f64 {
    let share = if nodes <= 64 { 6.1 / (84.0 / 25.4 * 72.0) } else { 0.013 };
    (wide * share).max(12.0)
}

/// A text in lines of at most this many letters; only a longer word is broken.
pub fn wrap_text(text: &str, most: usize) -> Vec<String> {
    let most = most.max(4);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.len() <= most => {
                line.push(' ');
                line.extend(word);
                continue;
            }
            _ => {}
        }
        while word.len() > most {
            // After a comma or a bracket, where there is one.
            let end = word[..most].iter().rposition(|c| ",()*".contains(*c)).map_or(most, |at| at + 1);
            lines.push(word.drain(..end).collect());
        }
        lines.push(word.into_iter().collect());
    }
    lines
}

/// The lines of a title over a picture so wide, and the size of its letters.
pub fn title(text: &str, wide: f64, letters: f64) -> (Vec<String>, f64) {
    if text.is_empty() {
        return (Vec::new(), 0.0);
    }
    let room = wide - 2.0 * PICTURE_MARGIN;
    // On one line, with smaller letters if that helps.
    let size = (room / width(text, 1.0)).clamp(letters, 1.25 * letters);
    (wrap_text(text, (room / (LETTER_WIDTH * size)) as usize), size)
}

/// Height of the lines of a title.
pub fn title_height(lines: &[String], size: f64) -> f64 {
    lines.len() as f64 * size * 1.3
}

/// Writes a title.
pub fn write_title(scene: &mut Scene, lines: Vec<String>, size: f64) {
    for (i, text) in lines.into_iter().enumerate() {
        let at = (PICTURE_MARGIN, PICTURE_MARGIN - 6.0 + size * (0.8 + 1.3 * i as f64));
        scene.items.push(Item::Text { at, text, size, anchor: "start", ink: Ink::Text });
    }
}

/// A sample in a legend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sample {
    /// A line in an ink.
    Line(Ink),
    /// A node of a shape.
    Node(NodeShape),
}

/// Steps of a colour bar.
const BAR_STEPS: u8 = 64;

/// A colour bar below the picture: the range of loads, the continuous scale from 0 to the maximum, and both of its ends.
pub fn colour_bar(scene: &mut Scene, scale: &LoadScale, size: f64) {
    scene.width = scene.width.max(MIN_WIDTH);
    let text = |at, text: &str, anchor| {
        let text = text.to_owned();
        Item::Text { at, text, size, anchor, ink: Ink::Text }
    };
    let room = scene.width - 2.0 * PICTURE_MARGIN;
    let mut y = scene.height + size;
    for line in wrap_text(&scale.bar_heading(), (room / (LETTER_WIDTH * size)) as usize) {
        scene.items.push(text((PICTURE_MARGIN, y), &line, "start"));
        y += 1.5 * size;
    }
    let (wide, high) = (room.min(20.0 * size), 0.9 * size);
    let top = y - size;
    let step = wide / f64::from(BAR_STEPS);
    for i in 0..BAR_STEPS {
        let ink = Ink::Heat((u32::from(i) * 255 / u32::from(BAR_STEPS - 1)) as u8);
        // A little overlap hides the seams of renderers that smooth edges.
        let wide = if i + 1 < BAR_STEPS { step + 0.3 } else { step };
        let place = (PICTURE_MARGIN + step * f64::from(i), top);
        scene.items.push(Item::Cells { ink, boxes: vec![(place, (wide, high))] });
    }
    let below = top + high + 1.1 * size;
    scene.items.push(text((PICTURE_MARGIN, below), "0", "start"));
    scene.items.push(text((PICTURE_MARGIN + wide, below), &scale.bar_maximum(), "end"));
    scene.height = below + 0.6 * size;
}

/// The legend below; it wraps.
pub fn key(scene: &mut Scene, legend: &[(Sample, String)], size: f64) {
    if legend.is_empty() {
        return;
    }
    scene.width = scene.width.max(MIN_WIDTH);
    let (line, sample) = (size * 1.5, size * 2.2);
    let indent = sample + 0.6 * size;
    let room = scene.width - 2.0 * PICTURE_MARGIN - indent;
    let (mut x, mut y) = (PICTURE_MARGIN, scene.height + size);
    for (example, text) in legend {
        let lines = wrap_text(text, (room / (LETTER_WIDTH * size)) as usize);
        let long = indent + lines.iter().map(|line| width(line, size)).fold(0.0, f64::max) + size;
        if x > PICTURE_MARGIN && x + long > scene.width - PICTURE_MARGIN + size {
            (x, y) = (PICTURE_MARGIN, y + line);
        }
        let height = y - 0.36 * size;
        scene.items.push(match *example {
            Sample::Line(ink) => Item::Line {
                from: (x, height),
                to: (x + sample, height),
                ink,
                width: 3.0,
                curve: Curve::Straight,
                arrow: false,
                step: None,
            },
            Sample::Node(shape) => {
                Item::Sample { at: (x + sample / 2.0, height), radius: 0.48 * size, shape }
            }
        });
        let several = lines.len() > 1;
        for (i, text) in lines.into_iter().enumerate() {
            let at = (x + indent, y + line * i as f64);
            scene.items.push(Item::Text { at, text, size, anchor: "start", ink: Ink::Text });
            if i > 0 {
                scene.height = at.1;
            }
        }
        match several {
            true => (x, y) = (PICTURE_MARGIN, scene.height + line),
            false => x += long,
        }
    }
    let last = if x > PICTURE_MARGIN { y } else { y - line };
    scene.height = last + size + 4.0;
}
