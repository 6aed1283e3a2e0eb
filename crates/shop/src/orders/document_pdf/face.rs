//! A typeface whose text is shaped for Thai (marks above and below are placed where the font puts them), measured, and broken into lines
//! between words.

use harfrust::{BufferClusterLevel, FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed, LineSegmenter, LineSegmenterBorrowed};
use krilla::text::{Font, Glyph as _, GlyphId, KrillaGlyph};

use manao_kernel::problem::Problem;

pub struct Face {
    /// As it is embedded
    pub font: Font,
    data: &'static [u8],
    shaper: ShaperData,
    lines: LineSegmenterBorrowed<'static>,
    letters: GraphemeClusterSegmenterBorrowed<'static>,
}

const SARA_AM: char = 'ำ';
const NIKHAHIT: char = '\u{e4d}';
const SARA_AA: char = 'า';

/// A piece of text on one line.
#[derive(Clone)]
pub struct ShapedText {
    /// As it was written
    pub text: String,
    /// The text as it is drawn; the glyphs refer to it
    pub drawn: String,
    pub glyphs: Vec<KrillaGlyph>,
    /// For a font size of one
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
        Ok(Self {
            font,
            data,
            shaper,
            lines: LineSegmenter::new_lstm(LineBreakOptions::default()),
            letters: GraphemeClusterSegmenter::new(),
        })
    }

    /// Shapes a text. Each glyph stands for one letter or mark of `drawn`, so that text copied from a simple reader stays readable.
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
        let em = self.font.units_per_em();
        let of = |units: i32| units as f32 / em;
        let mut ends = vec![drawn.len(); infos.len()];
        for index in (1..infos.len()).rev() {
            let (start, next) = (infos[index - 1].cluster, infos[index].cluster);
            ends[index - 1] = if next > start { next as usize } else { ends[index] };
        }
        let mut glyphs = Vec::with_capacity(infos.len());
        let mut width = 0.0;
        for ((info, place), end) in infos.iter().zip(places).zip(ends) {
            width += of(place.x_advance);
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                of(place.x_advance),
                of(place.x_offset),
                of(place.y_offset),
                of(place.y_advance),
                info.cluster as usize..end,
                None,
            ));
        }
        Ok(ShapedText { text: text.to_owned(), drawn, glyphs, width })
    }

    /// Wraps the text into lines of at most this width, broken where its language allows; a word wider than a line is cut between letters
    /// with all their marks. Takes time in proportion to the text.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Result<Vec<ShapedText>, Problem> {
        let mut lines = Vec::new();
        for paragraph in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let letters = Letters::new(&self.shape(paragraph)?, self.letters);
            let mut breaks = self.lines.segment_str(paragraph).filter(|end| *end > 0).peekable();
            let mut start = 0;
            while start < paragraph.len() {
                let right = letters.x(start) + width / size;
                let mut end = None;
                while let Some(next) = breaks.next_if(|next| {
                    let seen = paragraph.get(start..*next).map_or(start, |line| start + line.trim_end().len());
                    letters.x(seen) <= right
                }) {
                    end = (next > start).then_some(next).or(end);
                }
                let end = end.unwrap_or_else(|| letters.cut(start, right));
                lines.push(self.shape(paragraph[start..end].trim_end())?);
                start = paragraph.len() - paragraph[end..].trim_start().len();
            }
        }
        Ok(lines)
    }
}

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

/// The start of each letter with its marks, in bytes, and its horizontal position for a font size of one; the end comes last.
struct Letters(Vec<(usize, f32)>);

impl Letters {
    fn new(text: &ShapedText, segmenter: GraphemeClusterSegmenterBorrowed<'_>) -> Self {
        let mut glyphs = text.glyphs.iter().peekable();
        let (mut x, mut last, mut drawn) = (0.0, 0, 0);
        let letter = |end: usize| {
            drawn += take_apart(&text.text[last..end]).len();
            last = end;
            while let Some(glyph) = glyphs.next_if(|glyph| glyph.text_range().start < drawn) {
                x += glyph.x_advance(1.0);
            }
            (end, x)
        };
        Self(segmenter.segment_str(&text.text).map(letter).collect())
    }

    fn x(&self, byte: usize) -> f32 {
        let after = self.0.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).map_or(0.0, |index| self.0[index].1)
    }

    /// Returns the end of the letters from `start` that end left of `right`; always at least one letter.
    fn cut(&self, start: usize, right: f32) -> usize {
        let next = self.0.partition_point(|(letter, _)| *letter <= start);
        let after = self.0.partition_point(|(_, x)| *x <= right).max(next + 1);
        self.0[after - 1].0
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
        // A single word wider than the line.
        let cut = wrapped("ปี่ปี่ปี่ปี่ปี่ปี่ปี่ปี่", 14.0);
        assert!(cut.len() > 2 && cut.iter().all(|line| line.starts_with('ป')), "{cut:?}");
        assert_eq!(wrapped("ก", 0.1), ["ก"], "a letter wider than its line does not loop");
    }

    #[test]
    fn a_text_without_a_break_takes_no_more_time_for_each_letter_than_others() {
        // Square time, 0.6 s for 700 letters, would be minutes.
        let started = std::time::Instant::now();
        let letters = "x".repeat(20_000);
        let lines = wrapped(&letters, 200.0);
        assert!(lines.len() > 100 && lines.concat() == letters);
        for text in ["ก".repeat(700), "ปี่".repeat(700), format!("e{}", "\u{301}".repeat(700)), "คำ ".repeat(700)] {
            let lines = wrapped(&text, 200.0);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}", started.elapsed());
    }

    #[test]
    fn thai_is_all_in_the_font() {
        for text in ["ผู้เล่นที่นี่ กำลังซื้อ ฿1,234.50 −5 × 2 · – ก็ เสาร์ ๆ ฯ", "Aa 0–9 “quoted” é"]
        {
            let shaped = face().shape(text).unwrap();
            assert!(shaped.glyphs.iter().all(|glyph| glyph.glyph_id().to_u32() != 0), "{text}");
        }
        // A letter that is split keeps its stem.
        let am = face().shape("น้ำ").unwrap();
        assert_eq!((am.text.as_str(), am.drawn.as_str(), am.glyphs.len()), ("น้ำ", "น\u{e4d}\u{e49}า", 4));
        assert!(am.width(10.0) > face().shape("น").unwrap().width(10.0) + 1.0);
        // A tone mark on a vowel takes no room of its own.
        let (bare, marked) = (face().shape("ท").unwrap(), face().shape("ที่").unwrap());
        assert!((bare.width(10.0) - marked.width(10.0)).abs() < 0.01);
    }
}
