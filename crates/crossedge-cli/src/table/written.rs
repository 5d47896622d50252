//! Tables for other programs: CSV, Markdown, LaTeX.

use super::page::{Page, PagePart};
use super::{Cell, Sheet};
use unicode_width::UnicodeWidthStr;

/// Columns with longer texts than this wrap in LaTeX.
const WRAP_WIDTH: usize = 40;

/// Characters that LaTeX reads otherwise, or does not have in its first fonts.
const TEX_ESCAPES: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('$', "\\$"),
    ('&', "\\&"),
    ('%', "\\%"),
    ('#', "\\#"),
    ('_', "\\_"),
    ('^', "\\textasciicircum{}"),
    ('~', "\\textasciitilde{}"),
    ('<', "$<$"),
    ('>', "$>$"),
    ('|', "$|$"),
    ('≥', "$\\geq$"),
    ('≤', "$\\leq$"),
    ('≈', "$\\approx$"),
    ('≠', "$\\neq$"),
    ('→', "$\\rightarrow$"),
    ('←', "$\\leftarrow$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('±', "$\\pm$"),
    ('µ', "$\\mu$"),
    ('λ', "$\\lambda$"),
    ('κ', "$\\kappa$"),
    ('√', "$\\surd$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('¹', "$^1$"),
    ('⁴', "$^4$"),
    ('⁵', "$^5$"),
    ('Δ', "$\\Delta$"),
    ('Θ', "$\\Theta$"),
    ('Π', "$\\Pi$"),
    ('Σ', "$\\Sigma$"),
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('δ', "$\\delta$"),
    ('θ', "$\\theta$"),
    ('σ', "$\\sigma$"),
    ('φ', "$\\varphi$"),
    ('ψ', "$\\psi$"),
    ('−', "$-$"),
    ('∪', "$\\cup$"),
    ('⊕', "$\\oplus$"),
    ('⌈', "$\\lceil$"),
    ('⌉', "$\\rceil$"),
    ('⌊', "$\\lfloor$"),
    ('⌋', "$\\rfloor$"),
    ('–', "--"),
    ('…', "\\ldots{}"),
    ('█', "\\rule{1ex}{1ex}"),
];

impl Sheet {
    /// As CSV (RFC 4180, but with plain line ends): a head line, fields with commas, quotes or line ends in quotes.
    pub(super) fn csv(&self) -> String {
        let name = |name: &String| {
            if name.is_empty() { "note".to_owned() } else { csv_field(&name.replace(' ', "_")) }
        };
        let head: Vec<String> = self.header.iter().map(name).collect();
        let mut out = format!("{}\n", head.join(","));
        for row in &self.rows {
            let fields: Vec<String> = row.iter().map(|cell| csv_field(cell.plain_text())).collect();
            out.push_str(&format!("{}\n", fields.join(",")));
        }
        out
    }

    /// Several tables as one, a line for each cell: number of the table, first cell of the row, column, value.
    pub(super) fn tidy_csv(tables: &[&Sheet]) -> String {
        let mut out = "table,row,column,value\n".to_owned();
        for (number, table) in (1..).zip(tables) {
            for row in &table.rows {
                let first = row.first().map_or("", |cell| cell.plain_text());
                for (name, cell) in table.header.iter().zip(row).skip(1) {
                    let name = if name.is_empty() { "note" } else { name };
                    let fields = [first, &name.replace(' ', "_"), cell.plain_text()].map(csv_field);
                    out.push_str(&format!("{number},{}\n", fields.join(",")));
                }
            }
        }
        out
    }

    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut out = line(self.header.iter().map(|name| markdown(name)).collect());
        out.push_str(&format!("|{}\n", "---|".repeat(self.header.len())));
        for row in &self.rows {
            let cell = |cell: &Cell| markdown(&cell.text).replace('\n', "<br>");
            out.push_str(&line(row.iter().map(cell).collect()));
        }
        out
    }

    fn tex(&self) -> String {
        let column = |i: usize| match self.rows.iter().any(|row| row[i].text.width() > WRAP_WIDTH) {
            true => "p{0.4\\linewidth}",
            false => "l",
        };
        let columns: String = (0..self.header.len()).map(column).collect();
        let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let mut out = format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n");
        out.push_str(&line(self.header.iter().map(|name| tex(name)).collect()));
        out.push_str("\\hline\n");
        for row in &self.rows {
            out.push_str(&line(row.iter().map(|cell| tex(&cell.text)).collect()));
        }
        out.push_str("\\hline\n\\end{tabular}\n");
        out
    }
}

impl Page {
    /// Lines become paragraphs.
    pub(super) fn markdown(&self) -> String {
        let mut parts = Vec::new();
        for part in &self.parts {
            match part {
                PagePart::Text(text) => {
                    let lines = text.lines().filter(|line| !line.trim().is_empty());
                    parts.extend(lines.map(|line| format!("{}\n", markdown(line.trim()))));
                }
                PagePart::Table(sheet) | PagePart::Chart(_, sheet) => parts.push(sheet.markdown()),
            }
        }
        parts.join("\n")
    }

    /// Lines become comments.
    pub(super) fn tex(&self) -> String {
        let part = |part: &PagePart| match part {
            PagePart::Text(text) => text.lines().map(|line| format!("% {line}\n")).collect(),
            PagePart::Table(sheet) | PagePart::Chart(_, sheet) => sheet.tex(),
        };
        self.parts.iter().map(part).collect()
    }
}

/// A field of CSV.
pub fn csv_field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Text that Markdown shows as it is.
fn markdown(text: &str) -> String {
    let active =
        |c: char| matches!(c, '\\' | '`' | '*' | '_' | '|' | '<' | '>' | '[' | ']' | '#' | '~' | '$');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if active(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Text that LaTeX shows as it is.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match TEX_ESCAPES.iter().find(|(known, _)| *known == c) {
            Some((_, written)) => out.push_str(written),
            None if c == '\n' => out.push(' '),
            None => out.push(c),
        }
    }
    out
}
