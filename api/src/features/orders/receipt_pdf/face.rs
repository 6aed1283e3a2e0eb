//! A typeface whose text is shaped as Thai needs it (marks above and below stand where the font puts them), measured, and broken into lines
//! between words.

use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};
use krilla::text::{Font, Glyph as _, GlyphId, KrillaGlyph};

use crate::problem::Problem;

pub struct Face {
    /// As it is embedded
    pub font: Font,
    data: &'static [u8],
    shaper: ShaperData,
    lines: LineSegmenterBorrowed<'static>,
}

/// A piece of text on one line.
#[derive(Clone)]
pub struct ShapedText {
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    /// For a size of one
    width: f32,
}

impl ShapedText {
    pub fn width(&self, size: f32) -> f32 {
        self.width * size
    }
}

impl Face {
    /// # Errors
    /// When the font cannot be read: it is part of the program.
    pub fn new(data: &'static [u8]) -> Result<Self, Problem> {
        let font = Font::new(data.into(), 0).ok_or_else(|| Problem::internal("a font that is no font"))?;
        let shaper = ShaperData::new(&FontRef::new(data).map_err(Problem::internal)?);
        Ok(Self { font, data, shaper, lines: LineSegmenter::new_lstm(LineBreakOptions::default()) })
    }

    pub fn shape(&self, text: &str) -> Result<ShapedText, Problem> {
        let font = FontRef::new(self.data).map_err(Problem::internal)?;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        // Names may have scripts that are written from the right; the marks of a line then still stand in its order.
        buffer.guess_segment_properties();
        buffer.set_direction(harfrust::Direction::LeftToRight);
        let shaped = self.shaper.shaper(&font).build().shape(buffer, ShapeOptions::new());
        let (infos, places) = (shaped.glyph_infos(), shaped.glyph_positions());
        let em = self.font.units_per_em();
        let of = |units: i32| units as f32 / em;
        let mut glyphs = Vec::with_capacity(infos.len());
        let mut width = 0.0;
        for (index, (info, place)) in infos.iter().zip(places).enumerate() {
            let start = info.cluster as usize;
            let next = infos[index..].iter().map(|info| info.cluster as usize).find(|cluster| *cluster > start);
            let range = start..next.unwrap_or(text.len());
            width += of(place.x_advance);
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                of(place.x_advance),
                of(place.x_offset),
                of(place.y_offset),
                of(place.y_advance),
                range,
                None,
            ));
        }
        Ok(ShapedText { text: text.to_owned(), glyphs, width })
    }

    /// The text in lines of at most this width, broken where its language allows; a word that is wider than a line is cut between letters
    /// with all their marks.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Result<Vec<ShapedText>, Problem> {
        let mut lines = Vec::new();
        for paragraph in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut rest = paragraph;
            while !rest.is_empty() {
                let end = self.fitting(rest, size, width)?;
                lines.push(self.shape(rest[..end].trim_end())?);
                rest = rest[end..].trim_start();
            }
        }
        Ok(lines)
    }

    /// How many bytes of a text fit on a line; never none.
    fn fitting(&self, text: &str, size: f32, width: f32) -> Result<usize, Problem> {
        let whole = self.shape(text)?;
        if whole.width(size) <= width {
            return Ok(text.len());
        }
        let mut fits = 0;
        for end in self.lines.segment_str(text).filter(|end| *end > 0) {
            if self.shape(text[..end].trim_end())?.width(size) > width {
                break;
            }
            fits = end;
        }
        if fits > 0 {
            return Ok(fits);
        }
        let mut used = 0.0;
        for glyph in &whole.glyphs {
            used += glyph.x_advance(size);
            let start = glyph.text_range().start;
            if used > width && start > 0 {
                return Ok(start);
            }
        }
        Ok(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face() -> Face {
        Face::new(super::super::REGULAR).unwrap()
    }

    fn wrapped(text: &str, width: f32) -> Vec<String> {
        face().wrap(text, 10.0, width).unwrap().into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_break_between_thai_words_and_marks_stay_with_their_letters() {
        assert_eq!(wrapped("เติมเกมกับมะนาว", 500.0), ["เติมเกมกับมะนาว"]);
        let lines = wrapped("เติมเกมกับมะนาว", 45.0);
        assert!(lines.len() > 1 && lines.concat() == "เติมเกมกับมะนาว", "{lines:?}");
        assert!(["เติม", "เติมเกม", "เติมเกมกับ"].contains(&lines[0].as_str()), "{lines:?}");
        assert_eq!(wrapped("one two", 24.0), ["one", "two"]);
        assert_eq!(wrapped(" \n ", 24.0), [] as [&str; 0]);
        // One word for which there is no room.
        let cut = wrapped("ปี่ปี่ปี่ปี่ปี่ปี่ปี่ปี่", 14.0);
        assert!(cut.len() > 2 && cut.iter().all(|line| line.starts_with('ป')), "{cut:?}");
        assert_eq!(wrapped("ก", 0.1), ["ก"], "a letter wider than its line does not loop");
    }

    #[test]
    fn thai_is_all_in_the_font() {
        for text in ["ผู้เล่นที่นี่ กำลังซื้อ ฿1,234.50 −5 × 2 · – ก็ เสาร์ ๆ ฯ", "Aa 0–9 “quoted” é"]
        {
            let shaped = face().shape(text).unwrap();
            assert!(shaped.glyphs.iter().all(|glyph| glyph.glyph_id().to_u32() != 0), "{text}");
        }
        // A tone mark on a vowel takes no room of its own.
        let (bare, marked) = (face().shape("ท").unwrap(), face().shape("ที่").unwrap());
        assert!((bare.width(10.0) - marked.width(10.0)).abs() < 0.01);
    }
}
