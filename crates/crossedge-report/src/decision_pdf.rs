//! The decision on one sheet of paper: the same facts as the first part of the page, as a PDF.

use crate::decision::{alternatives, amount, count, facts, risk_sentences};
use crate::page::escape_markup;
use crate::pdf::pdf;
use crossedge::answers::{ALL_ITEMS, AdviceAnswer};
use crossedge::error::Error;
use std::fmt::Write as _;

/// A4 at 96 dots per inch.
const WIDE: f64 = 794.0;
const HIGH: f64 = 1123.0;
const MARGIN: f64 = 48.0;

/// A sheet with letters on it is longer.
const MIN_BYTES: usize = 4_000;

/// Characters of a line of running text.
const LINE: usize = 104;

/// A sheet that is filled from the top.
struct Paper {
    svg: String,
    y: f64,
}

impl Paper {
    fn text(&mut self, x: f64, size: f64, bold: bool, text: &str) {
        let weight = if bold { "bold" } else { "normal" };
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\" font-weight=\"{weight}\">{}</text>",
            self.y,
            escape_markup(text)
        );
    }

    fn heading(&mut self, text: &str) {
        self.y += 26.0;
        self.text(MARGIN, 15.0, true, text);
        self.y += 6.0;
    }

    /// A sentence, broken at spaces.
    fn sentence(&mut self, text: &str) {
        let mut line = String::new();
        for word in text.split(' ') {
            if line.chars().count() + word.chars().count() + 1 > LINE && !line.is_empty() {
                self.y += 15.0;
                self.text(MARGIN, 11.0, false, &line);
                line = "  ".to_owned();
            }
            line.push_str(if line.trim().is_empty() { "" } else { " " });
            line.push_str(word);
        }
        self.y += 15.0;
        self.text(MARGIN, 11.0, false, &line);
    }

    /// A row of cells at these places; cells that are too long for theirs are cut.
    fn row(&mut self, places: &[f64], bold: bool, cells: &[String]) {
        self.y += 15.0;
        for (i, cell) in cells.iter().enumerate().take(places.len()) {
            let end = places.get(i + 1).copied().unwrap_or(WIDE - 2.0 * MARGIN);
            let room = ((end - places[i]) / 5.7) as usize;
            let cut: String = match cell.chars().count() > room {
                true => cell.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
                false => cell.clone(),
            };
            self.text(MARGIN + places[i], 11.0, bold, &cut);
        }
    }
}

/// The sheet; `None` if nothing is recommended by cost.
pub fn advice_pdf(answer: &AdviceAnswer) -> Option<Result<Vec<u8>, Error>> {
    let designs = &answer.designs;
    let choice = designs.choice.as_ref()?;
    let mut best = designs.families.iter().filter_map(|family| family.design.as_ref());
    let design = best.find(|design| design.expression == choice.expression)?;
    let mut paper = Paper { svg: String::new(), y: MARGIN };
    paper.text(MARGIN, 20.0, true, &format!("Advice: {}", design.expression));
    paper.y += 8.0;
    paper.sentence(&format!("Required: {}.", answer.requirement.join("; ")));
    paper.heading("Recommendation");
    paper.sentence(&format!("A {}: {}.", choice.family, choice.reason));
    for [name, value] in facts(design) {
        paper.row(&[0.0, 220.0], false, &[name, value]);
    }
    if let Some(cost) = &design.cost {
        paper.heading("Bill of materials");
        let header = ["item", "number", "each", "total", "source of the price"].map(str::to_owned);
        let places = [0.0, 110.0, 190.0, 250.0, 330.0];
        paper.row(&places, true, &header);
        for line in cost.lines.iter().filter(|line| line.unit == cost.unit && line.item != ALL_ITEMS) {
            let cells = [
                line.item.clone(),
                count(line.count),
                format!("{:.2}", line.each),
                amount(line.total),
                line.source.clone(),
            ];
            paper.row(&places, false, &cells);
        }
        let total = format!("{} {}", amount(cost.total), cost.unit);
        paper.row(&places, true, &["all".to_owned(), String::new(), String::new(), total]);
    }
    paper.heading("Alternatives");
    let header = ["family", "network", "endpoints", "switches", "cost each", "difference", "latency"]
        .map(str::to_owned);
    let places = [0.0, 100.0, 330.0, 405.0, 475.0, 550.0, 630.0];
    paper.row(&places, true, &header);
    for [family, network, endpoints, switches, _, cost, against, _, latency] in alternatives(answer) {
        paper.row(&places, false, &[family, network, endpoints, switches, cost, against, latency + " ns"]);
    }
    for family in &designs.families {
        if let Some(reason) = &family.reason {
            paper.sentence(&format!("No {}: {reason}.", family.family));
        }
    }
    paper.heading("Risks and prices");
    for risk in risk_sentences(answer) {
        paper.sentence(&format!("– {risk}"));
    }
    if let Some(routing) = &answer.routing {
        let verdict = if routing.proved { "proved deadlock-free" } else { "not proved deadlock-free" };
        let channels = match routing.vcs {
            1 => "1 virtual channel".to_owned(),
            vcs => format!("{vcs} virtual channels"),
        };
        paper.heading("Routing");
        paper.sentence(&format!("{} with {channels}, {verdict}.", routing.routing));
    }
    let high = HIGH.max(paper.y + MARGIN);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDE}\" height=\"{high:.0}\" viewBox=\"0 0 {WIDE} {high:.0}\"><rect width=\"{WIDE}\" height=\"{high:.0}\" fill=\"#fff\"/>\n<g fill=\"#23272e\" font-family=\"Inter,'DejaVu Sans','Liberation Sans',Verdana,Arial,sans-serif\">{}</g></svg>",
        paper.svg
    );
    Some(pdf(&svg).and_then(|file| {
        match file.len() > MIN_BYTES {
            true => Ok(file),
            // Letters are drawn with the fonts of the system.
            false => Err(Error::nothing("no font was found to write the sheet with")
                .help("install one, such as fonts-dejavu, or write -o advice.html")),
        }
    }))
}
