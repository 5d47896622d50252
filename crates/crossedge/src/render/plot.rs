//! Lines over logarithmic axes, as SVG.

use std::io::{self, Write};

/// A line with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Its points; those that are not positive are left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;

/// Colours that can be told apart with any eyes (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Draws lines over logarithmic axes.
pub fn log_log(lines: &[Line], title: &str, x: &str, y: &str, out: &mut impl Write) -> io::Result<()> {
    let all = || lines.iter().flat_map(|line| positive(&line.points));
    let ends = |of: fn((f64, f64)) -> f64| {
        let (low, high) = all().map(of).fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        if low > high {
            (0, 1)
        } else {
            (low.log10().floor() as i32, (high.log10().ceil() as i32).max(low.log10().floor() as i32 + 1))
        }
    };
    let (xs, ys) = (ends(|p| p.0), ends(|p| p.1));
    let across = |v: f64| LEFT + (v - f64::from(xs.0)) / f64::from(xs.1 - xs.0) * (WIDTH - LEFT - RIGHT);
    let down =
        |v: f64| HEIGHT - BOTTOM - (v - f64::from(ys.0)) / f64::from(ys.1 - ys.0) * (HEIGHT - TOP - BOTTOM);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">"
    )?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>")?;
    writeln!(out, "<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>", escaped(title))?;
    for power in xs.0..=xs.1 {
        let at = across(power.into());
        writeln!(out, "<path d=\"M{at:.1} {TOP}V{:.1}\" stroke=\"#ddd\"/>", HEIGHT - BOTTOM)?;
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">1e{power}</text>",
            HEIGHT - BOTTOM + 16.0
        )?;
    }
    for power in ys.0..=ys.1 {
        let at = down(power.into());
        writeln!(out, "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/>", WIDTH - RIGHT)?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            LEFT - 6.0,
            at + 4.0
        )?;
    }
    writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        (WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0,
        escaped(x)
    )?;
    writeln!(out, "<text x=\"8\" y=\"{:.1}\">{}</text>", TOP - 4.0, escaped(y))?;
    let mut labels: Vec<(f64, &str, &str)> = Vec::new();
    for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<(f64, f64)> =
            positive(&line.points).map(|(a, b)| (across(a.log10()), down(b.log10()))).collect();
        let Some(&(_, last)) = points.last() else { continue };
        let path: Vec<String> = points.iter().map(|(a, b)| format!("{a:.1},{b:.1}")).collect();
        writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        )?;
        labels.push((last, &line.name, colour));
    }
    // Names beside the ends of the lines, moved apart where they would cover each other.
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = TOP;
    for (at, name, colour) in labels {
        let at = at.max(free);
        free = at + 14.0;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            WIDTH - RIGHT + 6.0,
            at + 4.0,
            escaped(name)
        )?;
    }
    writeln!(out, "</svg>")
}

fn positive(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + '_ {
    points.iter().copied().filter(|p| p.0 > 0.0 && p.1 > 0.0 && p.0.is_finite() && p.1.is_finite())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_well_formed() {
        let lines = [
            Line { name: "a<b".to_owned(), points: vec![(1.0, 1e-6), (1e6, 1e-3), (0.0, 1.0)] },
            Line { name: "none".to_owned(), points: Vec::new() },
        ];
        let mut svg = Vec::new();
        log_log(&lines, "t & u", "bytes", "seconds", &mut svg).expect("written to memory");
        let text = String::from_utf8(svg).expect("text");
        assert!(text.contains("a&lt;b") && text.contains("t &amp; u") && !text.contains("NaN"));
        assert_eq!(text.matches("<polyline").count(), 1);
        let mut reader = quick_xml::Reader::from_str(&text);
        while reader.read_event().expect("well formed") != quick_xml::events::Event::Eof {}
        log_log(&[], "", "", "", &mut Vec::new()).expect("nothing to draw");
    }
}
