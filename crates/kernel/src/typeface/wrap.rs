//! Lines of a text.

use icu_segmenter::GraphemeClusterSegmenterBorrowed;
use manao_domain::thai;

use super::{ShapedText, Typeface, take_apart};
use crate::problem::Problem;

/// Character that [`thai::join`] puts into compounds.
const WORD_JOINER: char = '\u{2060}';

impl Typeface {
    /// Wraps the text into lines of at most this width, broken where its language allows, but not inside a listed compound. A word wider than
    /// a line is cut between letters with all their marks. Takes time in proportion to the text.
    ///
    /// # Errors
    /// When the font cannot be read.
    pub fn wrap(&self, text: &str, size: f32, width: f32) -> Result<Vec<ShapedText>, Problem> {
        let text = thai::plain(text.to_owned());
        let mut lines = Vec::new();
        for paragraph in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let letters = Letters::new(&self.shape(paragraph)?, self.letters);
            let mut breaks = self.break_places(paragraph).into_iter().peekable();
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

    /// Returns the bytes after which a line may break, the end of the text included.
    fn break_places(&self, text: &str) -> Vec<usize> {
        let joined = thai::join(text);
        let mut joiners = joined.match_indices(WORD_JOINER).map(|(at, _)| at).peekable();
        let mut before = 0;
        let ends = self.lines.segment_str(&joined).filter(|end| *end > 0);
        let plain = ends.map(|end| {
            while joiners.next_if(|at| *at < end).is_some() {
                before += WORD_JOINER.len_utf8();
            }
            end - before
        });
        plain.collect()
    }
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
            while let Some(glyph) = glyphs.next_if(|glyph| glyph.text.start < drawn) {
                x += glyph.advance;
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
    use super::super::PLEX;
    use super::*;

    fn wrapped(text: &str, width: f32) -> Vec<String> {
        let lines = Typeface::new(PLEX).unwrap().wrap(text, 10.0, width).unwrap();
        lines.into_iter().map(|line| line.text).collect()
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
    fn compounds_are_held_together() {
        let text = "กรุณาเข้าสู่ระบบ แล้วยกเลิกคำสั่งซื้อ";
        for width in (40..160).map(|width| width as f32) {
            let lines = wrapped(text, width);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            let ends = |part: &str| lines.iter().any(|line| line.ends_with(part));
            assert!(!ends("คำ") && !ends("คำสั่ง") && !ends("เข้าสู่"), "{width}: {lines:?}");
        }
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
}
