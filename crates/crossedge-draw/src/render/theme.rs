//! Colours, for light paper and for dark screens.

use super::scene::Ink;
use crossedge_core::words::words;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white.
    Light,
    /// Light ink on near black.
    Dark,
}

words!(Theme, "theme":
    Light = "light": "Dark ink on white",
    Dark = "dark": "Light ink on near black",
);

/// Colours of levels, rings and chart lines, distinguishable with colour vision deficiencies (after Okabe and Ito).
const SERIES_COLORS: [(&str, &str); 9] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#e8955a"),
    ("#009e73", "#3fcf9f"),
    ("#a0529a", "#d89bd3"),
    ("#9a7d00", "#e0c341"),
    ("#555555", "#aaaaaa"),
    ("#c62a2f", "#ff8589"),
    ("#3b5bdb", "#91a7ff"),
    ("#1b7f3b", "#8ce99a"),
];

impl Theme {
    fn pick_color(self, pair: (&'static str, &'static str)) -> &'static str {
        if self == Theme::Light { pair.0 } else { pair.1 }
    }

    /// The colour of the page.
    pub fn page(self) -> &'static str {
        self.pick_color(("#ffffff", "#14161a"))
    }

    /// The colour of one of several things of a kind.
    pub fn series_color(self, number: usize) -> &'static str {
        self.pick_color(SERIES_COLORS[number % SERIES_COLORS.len()])
    }

    /// The colour of an ink, and how solid it is.
    pub fn colour(self, ink: Ink) -> (String, f64) {
        let plain = |pair, solid| (self.pick_color(pair).to_owned(), solid);
        match ink {
            Ink::Base => plain(("#3a3f47", "#c4c9d1"), 0.9),
            Ink::Level(level) => (self.series_color(level).to_owned(), 0.9),
            Ink::Faint(level) => (self.series_color(level).to_owned(), 0.2),
            Ink::Dim => plain(("#3a3f47", "#c4c9d1"), 0.35),
            Ink::Frame => plain(("#c9ced6", "#3b414b"), 1.0),
            Ink::Panel => plain(("#f4f6f8", "#1d2026"), 1.0),
            Ink::Node => plain(("#ffffff", "#14161a"), 1.0),
            Ink::Text => plain(("#23272e", "#e4e7eb"), 1.0),
            Ink::Silent => plain(("#6a717c", "#949ca8"), 1.0),
            Ink::Dead => plain(("#c62a2f", "#ff8589"), 1.0),
            Ink::Heat(share) => (self.heat_color(f64::from(share) / 255.0), 1.0),
            Ink::Step(share) => (self.step_color(f64::from(share) / 255.0), 0.6),
        }
    }

    /// From cold over warm to hot, for loads: lightness changes monotonically, and even zero is visible on the page.
    fn heat_color(self, share: f64) -> String {
        let (cold, warm, hot) = match self {
            Theme::Light => ([158.0, 188.0, 218.0], [224.0, 130.0, 40.0], [140.0, 10.0, 40.0]),
            Theme::Dark => ([62.0, 82.0, 120.0], [196.0, 96.0, 70.0], [255.0, 214.0, 110.0]),
        };
        if share < 0.5 {
            mix_colors(cold, warm, share * 2.0)
        } else {
            mix_colors(warm, hot, share * 2.0 - 1.0)
        }
    }

    /// From early to late, for steps.
    fn step_color(self, share: f64) -> String {
        let (first, middle, last) = match self {
            Theme::Light => ([0.0, 90.0, 160.0], [0.0, 160.0, 120.0], [205.0, 125.0, 0.0]),
            Theme::Dark => ([90.0, 180.0, 250.0], [60.0, 210.0, 160.0], [255.0, 220.0, 100.0]),
        };
        if share < 0.5 {
            mix_colors(first, middle, share * 2.0)
        } else {
            mix_colors(middle, last, share * 2.0 - 1.0)
        }
    }
}

fn mix_colors(from: [f64; 3], to: [f64; 3], share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    let part = |i: usize| (from[i] + (to[i] - from[i]) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}
