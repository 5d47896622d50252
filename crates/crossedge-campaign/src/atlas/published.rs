//! Published best values, each with its source. They are facts of the field, entered by hand; the atlas puts its own best networks beside them.

/// A published list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// How it is cited in the tables.
    pub key: &'static str,
    /// What it is, and of when.
    pub title: &'static str,
}

/// The sources.
pub const SOURCES: &[Source] = &[
    Source {
        key: "degree-diameter",
        title: "The degree-diameter problem for general graphs, Combinatorics Wiki, orders of the largest known graphs of degree 3 to 14 as of July 2022; \
                see also Comellas, Table of large graphs with given degree and diameter, 2024",
    },
    Source {
        key: "graph-golf-2016",
        title: "Graph Golf, the order/degree problem competition, best solutions of 2016 (26 September 2016)",
    },
];

/// Published values.
pub struct Published;

/// Orders of the largest known graphs: degrees from 3, diameters from 2 to 10.
const LARGEST: [[u64; 9]; 12] = [
    [10, 20, 38, 70, 132, 196, 360, 600, 1_250],
    [15, 41, 98, 364, 740, 1_320, 3_243, 7_575, 17_703],
    [24, 72, 212, 624, 2_772, 5_516, 17_030, 57_840, 187_056],
    [32, 111, 390, 1_404, 7_917, 19_383, 76_461, 331_387, 1_253_615],
    [50, 168, 672, 2_756, 11_988, 52_768, 249_660, 1_223_050, 6_007_230],
    [57, 253, 1_100, 5_060, 39_672, 131_137, 734_820, 4_243_100, 24_897_161],
    [74, 585, 1_550, 8_268, 75_893, 279_616, 1_697_688, 12_123_288, 65_866_350],
    [91, 650, 2_286, 13_140, 134_690, 583_083, 4_293_452, 27_997_191, 201_038_922],
    [104, 715, 3_200, 19_500, 156_864, 1_001_268, 7_442_328, 72_933_102, 600_380_000],
    [133, 786, 4_680, 29_470, 359_772, 1_999_500, 15_924_326, 158_158_875, 1_506_252_500],
    [162, 856, 6_560, 40_260, 531_440, 3_322_080, 29_927_790, 249_155_760, 3_077_200_700],
    [183, 916, 8_200, 57_837, 816_294, 6_200_460, 55_913_932, 600_123_780, 7_041_746_081],
];

/// Order, degree, diameter and mean distance of the best graphs of Graph Golf 2016.
const GOLF: [(u64, u64, u64, f64); 20] = [
    (36, 3, 4, 3.067),
    (64, 8, 3, 1.927),
    (96, 3, 6, 4.272),
    (256, 8, 4, 2.736),
    (300, 7, 4, 3.012),
    (384, 3, 9, 6.226),
    (512, 8, 4, 3.111),
    (1024, 3, 11, 7.679),
    (1024, 8, 5, 3.505),
    (1024, 11, 4, 3.059),
    (1024, 32, 3, 1.998),
    (1560, 40, 3, 2.038),
    (1800, 7, 5, 4.078),
    (3250, 57, 3, 2.070),
    (10000, 7, 7, 5.060),
    (10000, 11, 5, 4.107),
    (10000, 20, 4, 3.376),
    (100_000, 7, 8, 6.392),
    (100_000, 11, 6, 5.147),
    (100_000, 20, 5, 4.133),
];

impl Published {
    /// The order of the largest known graph of this degree and diameter.
    pub fn largest(degree: u64, diameter: u64) -> Option<u64> {
        let row = LARGEST.get(usize::try_from(degree).ok()?.checked_sub(3)?)?;
        row.get(usize::try_from(diameter).ok()?.checked_sub(2)?).copied()
    }

    /// Orders and degrees for which a mean distance is published, with diameter and mean distance to three decimals.
    pub fn mean_distances() -> &'static [(u64, u64, u64, f64)] {
        &GOLF
    }
}
