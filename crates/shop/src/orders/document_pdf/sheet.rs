//! Sheets of A4 that are written from the top, and made into a PDF at the end.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule};
use krilla::tagging::{ContentTag, SpanTag};

use super::face::{Face, glyphs};
use manao_kernel::problem::Problem;
use manao_kernel::typeface::ShapedText;

/// A4 in points.
pub const WIDTH: f32 = 595.28;
const HEIGHT: f32 = 841.89;
pub const MARGIN: f32 = 48.0;
/// Right edge of the contents.
pub const RIGHT: f32 = WIDTH - MARGIN;
/// Bottom edge of the contents, above the footer.
const BOTTOM: f32 = HEIGHT - 72.0;
/// Line height as a multiple of the font size: Thai has marks above and below.
const LINE: f32 = 1.5;
/// Distance from the top of a line to its baseline, as a multiple of the font size.
const ASCENT: f32 = 1.12;

#[derive(Clone, Copy)]
pub enum Ink {
    Dark,
    Grey,
}

/// The look of a text.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    pub face: &'a Face,
    pub size: f32,
    pub ink: Ink,
}

enum Mark<'a> {
    Text { x: f32, y: f32, text: ShapedText, style: Style<'a> },
    Block { rect: [f32; 4], color: rgb::Color },
}

/// The sheets so far, and the current position on the last one.
pub struct Sheets<'a> {
    sheets: Vec<Vec<Mark<'a>>>,
    pub y: f32,
}

impl<'a> Sheets<'a> {
    pub fn new() -> Self {
        Self { sheets: vec![Vec::new()], y: MARGIN }
    }

    /// Starts a new sheet unless this height fits on the current one; returns true if it did.
    pub fn make_room(&mut self, height: f32) -> bool {
        let full = self.y + height > BOTTOM;
        if full {
            self.sheets.push(Vec::new());
            self.y = MARGIN;
        }
        full
    }

    fn put(&mut self, mark: Mark<'a>) {
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.push(mark);
        }
    }

    /// Returns the height of lines of this style.
    pub fn height(style: Style<'_>, lines: usize) -> f32 {
        style.size * LINE * lines as f32
    }

    /// Draws lines from the left, the first at `y`; returns the position of the next line.
    pub fn left(&mut self, x: f32, y: f32, lines: Vec<ShapedText>, style: Style<'a>) -> f32 {
        self.column(y, lines, style, |_| x)
    }

    /// Draws lines that end at the right.
    pub fn right(&mut self, x: f32, y: f32, lines: Vec<ShapedText>, style: Style<'a>) -> f32 {
        self.column(y, lines, style, |width| x - width)
    }

    fn column(&mut self, mut y: f32, lines: Vec<ShapedText>, style: Style<'a>, at: impl Fn(f32) -> f32) -> f32 {
        for text in lines {
            let x = at(text.width(style.size));
            self.put(Mark::Text { x, y: y + style.size * ASCENT, text, style });
            y += Self::height(style, 1);
        }
        y
    }

    /// Draws a thin line over the whole width.
    pub fn rule(&mut self) {
        let rect = [MARGIN, self.y, RIGHT, self.y + 0.6];
        self.put(Mark::Block { rect, color: rgb::Color::new(208, 212, 209) });
    }

    /// Draws a bar of the shop's colour.
    pub fn bar(&mut self) {
        let rect = [MARGIN, self.y, MARGIN + 36.0, self.y + 5.0];
        self.put(Mark::Block { rect, color: rgb::Color::new(166, 214, 8) });
    }

    /// Writes the footer of each sheet; its number where there are several.
    pub fn foot(&mut self, words: &str, style: Style<'a>) -> Result<(), Problem> {
        let (all, y) = (self.sheets.len(), HEIGHT - MARGIN);
        for (index, sheet) in self.sheets.iter_mut().enumerate() {
            sheet.push(Mark::Text { x: MARGIN, y, text: style.face.typeface.shape(words)?, style });
            if all > 1 {
                let number = style.face.typeface.shape(&format!("{}/{all}", index + 1))?;
                sheet.push(Mark::Text { x: RIGHT - number.width(style.size), y, text: number, style });
            }
        }
        Ok(())
    }

    /// # Errors
    /// 500 when the PDF cannot be written.
    pub fn into_pdf(self, metadata: Metadata) -> Result<Vec<u8>, Problem> {
        let mut document = Document::new();
        document.set_metadata(metadata);
        for sheet in self.sheets {
            let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| Problem::internal("a page without a size"))?;
            let mut page = document.start_page_with(size);
            let mut surface = page.surface();
            for mark in sheet {
                match mark {
                    Mark::Text { x, y, text, style } => {
                        surface.set_fill(Some(fill(style.ink.color())));
                        let start = Point::from_xy(x, y);
                        // Whole lines: readers put blanks between marks that are above or below a letter.
                        surface.start_tagged(ContentTag::Span(SpanTag::empty().with_actual_text(Some(&text.text))));
                        surface.draw_glyphs(start, &glyphs(&text), style.face.font.clone(), &text.drawn, style.size, false);
                        surface.end_tagged();
                    }
                    Mark::Block { rect: [left, top, right, bottom], color } => {
                        let mut path = PathBuilder::new();
                        if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
                            path.push_rect(rect);
                        }
                        if let Some(path) = path.finish() {
                            surface.set_fill(Some(fill(color)));
                            surface.draw_path(&path);
                        }
                    }
                }
            }
            surface.finish();
            page.finish();
        }
        document.finish().map_err(|error| Problem::internal(format!("{error:?}")))
    }
}

impl Ink {
    fn color(self) -> rgb::Color {
        match self {
            Ink::Dark => rgb::Color::new(12, 17, 14),
            Ink::Grey => rgb::Color::new(92, 99, 95),
        }
    }
}

fn fill(color: rgb::Color) -> Fill {
    Fill { paint: color.into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}
