//! A typeface as PDFs embed it.

use krilla::text::{Font, GlyphId, KrillaGlyph};

use manao_kernel::problem::Problem;
use manao_kernel::typeface::{ShapedText, Typeface};

pub struct Face {
    pub typeface: Typeface,
    pub font: Font,
}

impl Face {
    /// # Errors
    /// When the font cannot be read: it is part of the program.
    pub fn new(data: &'static [u8]) -> Result<Self, Problem> {
        let font = Font::new(data.into(), 0).ok_or_else(|| Problem::internal("a font that is no font"))?;
        Ok(Self { typeface: Typeface::new(data)?, font })
    }
}

/// Returns the glyphs of a text as PDFs draw them.
pub fn glyphs(text: &ShapedText) -> Vec<KrillaGlyph> {
    let glyph = |glyph: &manao_kernel::typeface::Glyph| {
        let [x, y] = glyph.offset;
        KrillaGlyph::new(GlyphId::new(glyph.id), glyph.advance, x, y, 0.0, glyph.text.clone(), None)
    };
    text.glyphs.iter().map(glyph).collect()
}
