//! Texts as outlines, for pictures.

use std::fmt::Write as _;

use harfrust::FontRef;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider as _};

use super::{ShapedText, Typeface};
use crate::problem::Problem;

impl Typeface {
    /// Returns the text as the data of an SVG path; its baseline begins at this point.
    ///
    /// # Errors
    /// When the font cannot be read.
    pub fn outline(&self, text: &ShapedText, size: f32, at: [f32; 2]) -> Result<String, Problem> {
        let font = FontRef::new(self.data).map_err(Problem::internal)?;
        let glyphs = font.outline_glyphs();
        let mut pen = PathData { origin: at, data: String::new() };
        let mut x = at[0];
        for glyph in &text.glyphs {
            pen.origin = [x + glyph.offset[0] * size, at[1] - glyph.offset[1] * size];
            if let Some(outline) = glyphs.get(GlyphId::new(glyph.id)) {
                let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                outline.draw(settings, &mut pen).map_err(Problem::internal)?;
            }
            x += glyph.advance * size;
        }
        Ok(pen.data)
    }
}

/// Collects outlines; in an SVG, down is positive.
struct PathData {
    origin: [f32; 2],
    data: String,
}

impl PathData {
    fn command(&mut self, letter: char, points: &[[f32; 2]]) {
        self.data.push(letter);
        for [x, y] in points {
            // Writing to a string cannot fail.
            let _ = write!(self.data, "{:.1} {:.1} ", self.origin[0] + x, self.origin[1] - y);
        }
    }
}

impl OutlinePen for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[[x, y]]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.command('Q', &[[cx, cy], [x, y]]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.command('C', &[[ax, ay], [bx, by], [x, y]]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::super::PLEX;
    use super::*;

    #[test]
    fn marks_stand_above_their_letter() {
        let face = Typeface::new(PLEX).unwrap();
        let outline = |text: &str| face.outline(&face.shape(text).unwrap(), 100.0, [20.0, 200.0]).unwrap();
        let top = |data: &str| {
            let numbers: Vec<f32> = data.split(|c: char| c.is_alphabetic() || c == ' ').filter_map(|n| n.parse().ok()).collect();
            numbers.iter().skip(1).step_by(2).copied().fold(f32::MAX, f32::min)
        };
        assert!(outline("ท").starts_with('M') && outline("ท").ends_with('Z') && outline(" ").is_empty());
        let (bare, vowel, tone) = (top(&outline("ท")), top(&outline("ที")), top(&outline("ที่")));
        assert!(vowel < bare - 10.0 && tone < vowel - 5.0 && tone > 50.0, "{bare} {vowel} {tone}");
    }
}
