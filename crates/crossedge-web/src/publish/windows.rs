//! The windows of a network: every level of the zoom is covered by windows twice as wide and high as a view, one view apart, so that a view lies
//! inside of one of them. Where a window shows everything that there is, its part has no further level. Around nodes that a view flies to
//! there are windows for every factor of two down to the node.

use super::{Question, View, Work, question_text};
use crossedge::Error;
use serde_json::{Map, Value, json};

/// A view, in pixels.
const VIEW: [f64; 2] = [1400.0, 900.0];

/// A thumbnail.
const THUMBNAIL: [f64; 2] = [450.0, 312.0];

/// Addresses are in windows of at most this many nodes.
const NAMED: usize = 400;

/// Nodes are drawn with at least this radius, in pixels, before there is no further level.
const CLEAR: f64 = 4.0;

/// The pixels of a unit never exceed a factor of two to this.
const DEEPEST: u32 = 60;

/// A window that was stored.
struct Stored {
    window: [f64; 4],
    more: bool,
}

impl Stored {
    fn meets(&self, other: [f64; 4]) -> bool {
        let [x0, y0, x1, y1] = self.window;
        x0 < other[2] && other[0] < x1 && y0 < other[3] && other[1] < y1
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

/// Returns `true` if a nearer window would show more.
fn shows_more(answer: &Value) -> bool {
    let closed = answer["boxes"]["open"].as_array().is_some_and(|all| all.iter().any(|open| open == false));
    let left_out = answer["left_out"].as_object().is_some_and(|all| all.values().any(|count| *count != 0));
    let points = answer["points"]["id"].as_array().map_or(0, Vec::len);
    let tiny = points > 0 && number(&answer["radius"]) < CLEAR * number(&answer["pixel"]);
    closed || left_out || points > NAMED || tiny
}

/// Where windows of this span begin, so that they cover a side with this step at most.
fn begins(side: f64, span: f64, step: f64) -> Vec<f64> {
    if side <= span {
        return vec![(side - span) / 2.0];
    }
    let last = ((side - span) / step).ceil().max(1.0);
    (0..=last as u64).map(|i| (side - span) * i as f64 / last).collect()
}

/// The windows of a level.
fn level_windows(size: [f64; 2], pixel: f64) -> Vec<[f64; 4]> {
    let step = [VIEW[0] * pixel, VIEW[1] * pixel];
    let span = [2.0 * step[0], 2.0 * step[1]];
    let columns = begins(size[0], span[0], step[0]);
    let row = |y: f64| columns.iter().map(move |x| [*x, y, x + span[0], y + span[1]]).collect::<Vec<_>>();
    begins(size[1], span[1], step[1]).into_iter().flat_map(row).collect()
}

/// A question about a window.
fn question(expr: &str, window: Option<[f64; 4]>, pixels: [f64; 2]) -> Question {
    let mut question = Question::of("window", expr)
        .with("width", pixels[0])
        .with("height", pixels[1])
        .with("labels", "true");
    for (name, end) in ["x0", "y0", "x1", "y1"].into_iter().zip(window.into_iter().flatten()) {
        question = question.with(name, end);
    }
    question
}

impl Work<'_> {
    /// Stores the windows of a network, and lists them.
    pub(super) fn windows(&mut self, expr: &str, levels: u32, views: &[&View]) -> Result<Value, Error> {
        let mut list = Vec::new();
        self.window(expr, None, THUMBNAIL, &mut list)?;
        let (whole, first) = self.window(expr, None, VIEW, &mut list)?;
        let size = [number(&whole["size"][0]), number(&whole["size"][1])];
        let pixel = (size[0] / VIEW[0]).max(size[1] / VIEW[1]);
        let at_level = |level: u32| pixel / 2f64.powi(level as i32);
        let all: usize = (1..=levels).map(|level| level_windows(size, at_level(level)).len()).sum();
        let mut open = vec![first];
        if open[0].more && self.site.files.len() + all > self.options.max_files {
            return Err(Error::limit(
                format!(
                    "{levels} levels of {expr} would be up to {all} windows: the folder may have {} files",
                    self.options.max_files
                ),
                "publish fewer networks, or fewer `levels`",
            ));
        }
        for level in 1..=levels {
            let mut next = Vec::new();
            for window in level_windows(size, at_level(level)) {
                if open.iter().any(|outer| outer.more && outer.meets(window)) {
                    let pixels = [2.0 * VIEW[0], 2.0 * VIEW[1]];
                    next.push(self.window(expr, Some(window), pixels, &mut list)?.1);
                }
            }
            open = next;
        }
        for (place, near) in self.flights(expr, views)? {
            for level in levels + 1..DEEPEST {
                let half = VIEW.map(|side| side * at_level(level));
                let window = [place[0] - half[0], place[1] - half[1], place[0] + half[0], place[1] + half[1]];
                let pixels = [2.0 * VIEW[0], 2.0 * VIEW[1]];
                let (_, stored) = self.window(expr, Some(window), pixels, &mut list)?;
                if !stored.more || at_level(level) < near / VIEW[1] {
                    break;
                }
            }
        }
        Ok(json!({ "size": size, "list": list }))
    }

    fn window(
        &mut self,
        expr: &str,
        window: Option<[f64; 4]>,
        pixels: [f64; 2],
        list: &mut Vec<Value>,
    ) -> Result<(Value, Stored), Error> {
        let question = question(expr, window, pixels);
        let answer = self.answer(&question)?;
        let ends = [0, 1, 2, 3].map(|i| number(&answer["window"][i]));
        let stored = Stored { window: ends, more: shows_more(&answer) };
        let mut params: Map<String, Value> = question.params.clone();
        params.remove("expr");
        params.remove("labels");
        let known = list.iter().any(|have: &Value| have["params"] == Value::Object(params.clone()));
        if !known {
            let file = self.store(&question, &answer)?;
            list.push(json!({ "file": file, "params": params, "window": ends, "pixel": answer["pixel"], "more": stored.more }));
        }
        Ok((answer, stored))
    }

    /// Where views fly to: the places of their nodes and of their windows, and the units of the shorter side there.
    fn flights(&self, expr: &str, views: &[&View]) -> Result<Vec<([f64; 2], f64)>, Error> {
        let mut out: Vec<([f64; 2], f64)> = Vec::new();
        for view in views
            .iter()
            .filter(|view| view.network().is_some_and(|x| question_text(&x) == question_text(expr)))
        {
            let ends: Vec<f64> = view.text("v").split(',').filter_map(|end| end.parse().ok()).collect();
            if let [x, y, span] = ends[..]
                && span > 0.0
            {
                out.push(([x, y], span));
            }
            if let Some(node) = view.get("a").filter(|_| view.panel() == "node") {
                let answer = self.answer(&Question::of("node", expr).with("node", node))?;
                let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| number(&answer["window"][i]));
                out.push(([(x0 + x1) / 2.0, (y0 + y1) / 2.0], y1 - y0));
            }
        }
        out.dedup();
        Ok(out)
    }
}
