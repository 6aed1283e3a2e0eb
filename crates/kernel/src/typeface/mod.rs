//! Typefaces that are part of the program: text is shaped for Thai (marks above and below are placed where the font puts them), measured,
//! broken into lines between words, and outlined.

mod outline;
mod wrap;

use std::ops::Range;

use harfrust::{BufferClusterLevel, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed, LineSegmenter, LineSegmenterBorrowed};
use skrifa::MetadataProvider as _;
use skrifa::raw::TableProvider as _;

use crate::problem::Problem;

pub const PLEX: &[u8] = include_bytes!("../../fonts/IBMPlexSansThai-Regular.ttf");
pub const PLEX_SEMI_BOLD: &[u8] = include_bytes!("../../fonts/IBMPlexSansThai-SemiBold.ttf");
/// The display face of titles and scores.
pub const CHAKRA_SEMI_BOLD: &[u8] = include_bytes!("../../fonts/ChakraPetch-SemiBold.ttf");

pub struct Typeface {
    data: &'static [u8],
    shaper: ShaperData,
    units_per_em: f32,
    lines: LineSegmenterBorrowed<'static>,
    letters: GraphemeClusterSegmenterBorrowed<'static>,
}

/// A glyph of a shaped text; lengths are for a font size of one.
#[derive(Clone, Debug)]
pub struct Glyph {
    pub id: u32,
    pub advance: f32,
    /// Offset from the pen's position, to the right and up
    pub offset: [f32; 2],
    /// Bytes of the drawn text that it stands for
    pub text: Range<usize>,
}

/// A piece of text on one line.
#[derive(Clone)]
pub struct ShapedText {
    /// As it was written
    pub text: String,
    /// The text as it is drawn; the glyphs refer to it
    pub drawn: String,
    pub glyphs: Vec<Glyph>,
    /// For a font size of one
    width: f32,
}

impl ShapedText {
    pub fn width(&self, size: f32) -> f32 {
        self.width * size
    }
}

impl Typeface {
    /// # Errors
    /// When the font cannot be read: it is part of the program.
    pub fn new(data: &'static [u8]) -> Result<Self, Problem> {
        let font = FontRef::new(data).map_err(Problem::internal)?;
        Ok(Self {
            data,
            shaper: ShaperData::new(&font),
            units_per_em: f32::from(font.head().map_err(Problem::internal)?.units_per_em()),
            lines: LineSegmenter::new_lstm(LineBreakOptions::default()),
            letters: GraphemeClusterSegmenter::new(),
        })
    }

    /// Returns the font file.
    pub fn data(&self) -> &'static [u8] {
        self.data
    }

    /// Returns the text without the characters that the font cannot draw.
    pub fn drawable(&self, text: &str) -> String {
        let Ok(font) = FontRef::new(self.data) else { return String::new() };
        let characters = font.charmap();
        text.chars().filter(|letter| letter.is_whitespace() || characters.map(*letter).is_some()).collect()
    }

    /// Shapes a text. Each glyph stands for one letter or mark of `drawn`, so that text copied from a simple reader stays readable.
    ///
    /// # Errors
    /// When the font cannot be read.
    pub fn shape(&self, text: &str) -> Result<ShapedText, Problem> {
        let drawn = take_apart(text);
        let font = FontRef::new(self.data).map_err(Problem::internal)?;
        let mut buffer = UnicodeBuffer::new();
        buffer.set_cluster_level(BufferClusterLevel::MonotoneCharacters);
        buffer.push_str(&drawn);
        buffer.guess_segment_properties();
        // Names may have right-to-left scripts; the marks of a line then still stand in its order.
        buffer.set_direction(harfrust::Direction::LeftToRight);
        let shaped = self.shaper.shaper(&font).build().shape(buffer, ShapeOptions::new());
        let (infos, places) = (shaped.glyph_infos(), shaped.glyph_positions());
        let em = |units: i32| units as f32 / self.units_per_em;
        let mut ends = vec![drawn.len(); infos.len()];
        for index in (1..infos.len()).rev() {
            let (start, next) = (infos[index - 1].cluster, infos[index].cluster);
            ends[index - 1] = if next > start { next as usize } else { ends[index] };
        }
        let glyphs = infos.iter().zip(places).zip(ends).map(|((info, place), end)| Glyph {
            id: info.glyph_id,
            advance: em(place.x_advance),
            offset: [em(place.x_offset), em(place.y_offset)],
            text: info.cluster as usize..end,
        });
        let glyphs: Vec<_> = glyphs.collect();
        let width = glyphs.iter().map(|glyph| glyph.advance).sum();
        Ok(ShapedText { text: text.to_owned(), drawn, glyphs, width })
    }
}

const SARA_AM: char = 'ำ';
const NIKHAHIT: char = '\u{e4d}';
const SARA_AA: char = 'า';

/// Splits ำ as shaping does: its ring goes before a tone mark, where it is drawn.
pub fn take_apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter != SARA_AM {
            apart.push(letter);
            continue;
        }
        let tone = apart.chars().next_back().filter(|mark| ('\u{e48}'..='\u{e4b}').contains(mark));
        if tone.is_some() {
            apart.pop();
        }
        apart.push(NIKHAHIT);
        apart.extend(tone);
        apart.push(SARA_AA);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thai_is_all_in_the_fonts() {
        // One face has a shape of its own for the ring with a tone mark.
        for (data, texts, glyphs) in [
            (PLEX, ["ผู้เล่นที่นี่ กำลังซื้อ ฿1,234.50 −5 × 2 · – ก็ เสาร์ ๆ ฯ", "Aa 0–9 “quoted” é"], 4),
            (CHAKRA_SEMI_BOLD, ["ผู้เล่นที่นี่ กำลังซื้อ ฿1,234.50 · – ก็ เสาร์ ๆ ฯ", "Aa 0–9 “quoted” é"], 3),
        ] {
            let face = Typeface::new(data).unwrap();
            for text in texts {
                let shaped = face.shape(text).unwrap();
                assert!(shaped.glyphs.iter().all(|glyph| glyph.id != 0), "{text}");
                assert_eq!(face.drawable(text), text);
            }
            assert_eq!(face.drawable("ทีม 龍 A😀"), "ทีม  A");
            // A letter that is split keeps its stem.
            let am = face.shape("น้ำ").unwrap();
            assert_eq!((am.text.as_str(), am.drawn.as_str(), am.glyphs.len()), ("น้ำ", "น\u{e4d}\u{e49}า", glyphs));
            assert!(am.width(10.0) > face.shape("น").unwrap().width(10.0) + 1.0);
            // A tone mark on a vowel takes no room of its own.
            let (bare, marked) = (face.shape("ท").unwrap(), face.shape("ที่").unwrap());
            assert!((bare.width(10.0) - marked.width(10.0)).abs() < 0.01);
        }
    }
}
