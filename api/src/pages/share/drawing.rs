//! A card as an SVG, in the look of the covers: their ground and motif to the right, the words on ink to the left.

use std::fmt::Write as _;

use super::paint::{HEIGHT, WIDTH};
use super::shapes::Shapes;
use manao_kernel::pages::{ShareCard, ShareScore};
use manao_kernel::problem::Problem;
use manao_kernel::typeface::{CHAKRA_SEMI_BOLD, PLEX_SEMI_BOLD, ShapedText, Typeface};

/// Left edge of the words, and their width.
const LEFT: f32 = 72.0;
const WIDE: f32 = 760.0;
/// Baselines of the eyebrow and of the last line of facts.
const EYEBROW: f32 = 196.0;
const FACTS: f32 = 562.0;
/// Sizes of a title and the most lines at each; one that fits none is cut. Above a result there is less room.
const TITLES: [(f32, usize); 4] = [(88.0, 1), (72.0, 2), (58.0, 3), (48.0, 3)];
const TITLES_OF_RESULTS: [(f32, usize); 3] = [(64.0, 1), (52.0, 2), (42.0, 2)];
/// Steps by which the lines of a title are made equally long.
const BALANCING: usize = 5;
/// Distance between two facts, with a dot in it.
const GAP: f32 = 44.0;
/// Line height as a multiple of the font size: Thai has marks above and below.
const LINE: f32 = 1.32;
/// Most letters of a text that are looked at.
const LETTERS: usize = 240;

const TEXT: &str = "#eef4ef";
const MUTE: &str = "#a3b0a7";
const LIME: &str = "#b6f23a";
const INK: &str = "#0a0d0b";

/// The typefaces of a card: titles and scores, and everything else.
pub struct Faces {
    display: Typeface,
    text: Typeface,
}

impl Faces {
    /// # Errors
    /// When a font cannot be read: both are part of the program.
    pub fn load() -> Result<Self, Problem> {
        Ok(Self { display: Typeface::new(CHAKRA_SEMI_BOLD)?, text: Typeface::new(PLEX_SEMI_BOLD)? })
    }

    /// Returns the face of a text, and the text as far as it can be drawn.
    fn choose(&self, display: bool, text: &str) -> (&Typeface, String) {
        let text: String = text.chars().take(LETTERS).collect();
        let drawn = self.display.drawable(&text);
        if display && drawn == text { (&self.display, drawn) } else { (&self.text, self.text.drawable(&text)) }
    }
}

/// Returns the card as SVG; texts are outlines.
///
/// # Errors
/// When a font cannot be read.
pub fn draw(card: &ShareCard, faces: &Faces, shapes: &Shapes) -> Result<String, Problem> {
    let mut sheet = Sheet { svg: ground(card, shapes), faces };
    sheet.logo()?;
    sheet.eyebrow(&card.eyebrow, card.live)?;
    sheet.title(&card.title, if card.score.is_some() { &TITLES_OF_RESULTS } else { &TITLES })?;
    match &card.score {
        Some(score) => sheet.score(score)?,
        None => sheet.facts(&card.facts)?,
    }
    Ok(sheet.svg + "</svg>")
}

/// Returns the beginning of the SVG: the cover, darkened where words stand.
fn ground(card: &ShareCard, shapes: &Shapes) -> String {
    let hue = card.hue.rem_euclid(360);
    let tone = |light: u32, saturation: u32| format!("hsl({hue},{saturation}%,{light}%)");
    let motif = shapes.find(&format!("motif-{}", card.motif));
    let glyph = card.glyph.as_deref().and_then(|name| Some((name, shapes.find(name)?)));
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{}{}"#,
        motif.unwrap_or_default(),
        glyph.map_or("", |(_, shape)| shape),
    );
    let _ = write!(
        svg,
        concat!(
            r#"<linearGradient id="ground" x2="1" y2="1"><stop stop-color="{}"/><stop offset="1" stop-color="{}"/></linearGradient>"#,
            r#"<linearGradient id="shade"><stop offset=".3" stop-color="{ink}"/><stop offset=".62" stop-color="{ink}" stop-opacity=".82"/>"#,
            r#"<stop offset="1" stop-color="{ink}" stop-opacity=".08"/></linearGradient>"#,
            r#"<radialGradient id="glow"><stop offset=".35" stop-color="{}" stop-opacity=".8"/><stop offset="1" stop-color="{}" stop-opacity="0"/></radialGradient>"#,
            r##"</defs><rect width="1200" height="630" fill="{ink}"/><rect width="1200" height="630" fill="url(#ground)"/>"##
        ),
        tone(30, 55),
        tone(8, 45),
        tone(10, 50),
        tone(10, 50),
        ink = INK,
    );
    let line = r#"fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round""#;
    if motif.is_some() {
        // As on covers, the same motif differs by its hue.
        let (turn, scale) = ((hue % 7) * 8 - 24, 1.1 + (hue % 5) as f32 * 0.06);
        let across = if hue % 4 > 1 { -scale } else { scale };
        let _ = write!(
            svg,
            r##"<g transform="translate(600 315) rotate({turn}) scale({across:.2} {scale:.2}) translate(-600 -315)"><use href="#motif-{}" width="1200" height="630" color="{}" {line}/></g>"##,
            card.motif,
            tone(58, 60),
        );
    }
    svg.push_str(r##"<rect width="1200" height="630" fill="url(#shade)"/>"##);
    if let Some((name, _)) = glyph {
        let _ = write!(
            svg,
            r##"<circle cx="1012" cy="300" r="230" fill="url(#glow)"/><use href="#{name}" x="902" y="190" width="220" height="220" color="{}" {line}/>"##,
            tone(87, 80),
        );
    }
    svg
}

struct Sheet<'a> {
    svg: String,
    faces: &'a Faces,
}

impl Sheet<'_> {
    fn put(&mut self, face: &Typeface, text: &ShapedText, size: f32, at: [f32; 2], color: &str) -> Result<(), Problem> {
        let outline = face.outline(text, size, at)?;
        // Writing to a string cannot fail.
        let _ = write!(self.svg, r#"<path fill="{color}" d="{outline}"/>"#);
        Ok(())
    }

    /// Draws the mark (`web/src/ui/logo.tsx`) and the name beside it.
    fn logo(&mut self) -> Result<(), Problem> {
        let _ = write!(
            self.svg,
            r#"<g transform="translate({LEFT} 62) scale(2)"><circle cx="12" cy="12" r="11" fill="{LIME}"/><circle cx="12" cy="12" r="8.4" fill="{INK}"/>"#
        );
        for turn in [0, 60, 120, 180, 240, 300] {
            let _ =
                write!(self.svg, r#"<path fill="{LIME}" d="M12 11 9.6 5.4a7 7 0 0 1 4.8 0Z" transform="rotate({turn} 12 12)"/>"#);
        }
        self.svg.push_str("</g>");
        let face = &self.faces.display;
        self.put(face, &face.shape("manao")?, 38.0, [LEFT + 64.0, 99.0], TEXT)
    }

    fn eyebrow(&mut self, text: &str, live: bool) -> Result<(), Problem> {
        const SIZE: f32 = 28.0;
        let (face, text) = self.faces.choose(false, text);
        let Some(shaped) = fitted(face, &text, SIZE, WIDE - 60.0, 1)?.pop() else { return Ok(()) };
        if !live {
            return self.put(face, &shaped, SIZE, [LEFT, EYEBROW], LIME);
        }
        let wide = shaped.width(SIZE) + 48.0;
        let _ = write!(
            self.svg,
            r#"<rect x="{LEFT}" y="{:.1}" width="{wide:.1}" height="52" rx="26" fill="{LIME}"/>"#,
            EYEBROW - 37.0
        );
        self.put(face, &shaped, SIZE, [LEFT + 24.0, EYEBROW - 1.0], INK)
    }

    fn title(&mut self, text: &str, sizes: &[(f32, usize)]) -> Result<(), Problem> {
        let (face, text) = self.faces.choose(true, text);
        let mut chosen = None;
        for (size, most) in sizes {
            let lines = face.wrap(&text, *size, WIDE)?;
            if lines.len() <= *most {
                chosen = Some((*size, balanced(face, &text, *size, lines)?));
                break;
            }
        }
        let (size, lines) = match (chosen, sizes.last()) {
            (Some(whole), _) => whole,
            (None, Some((size, most))) => (*size, fitted(face, &text, *size, WIDE, *most)?),
            (None, None) => return Ok(()),
        };
        let mut y = EYEBROW + 36.0 + size;
        for line in lines {
            self.put(face, &line, size, [LEFT, y], "#fff")?;
            y += size * LINE;
        }
        Ok(())
    }

    /// Draws at most four facts on two lines, between dots.
    fn facts(&mut self, facts: &[String]) -> Result<(), Problem> {
        const SIZE: f32 = 32.0;
        let face = &self.faces.text;
        let mut shaped = Vec::new();
        for fact in facts.iter().map(|fact| self.faces.choose(false, fact).1) {
            shaped.extend(fitted(face, &fact, SIZE, WIDE, 1)?);
        }
        shaped.truncate(4);
        let wide = |line: &[ShapedText]| line.iter().map(|fact| fact.width(SIZE) + GAP).sum::<f32>() - GAP;
        // All on one line, else as evenly as they fit.
        let first = [shaped.len(), shaped.len().div_ceil(2), 1].into_iter().find(|count| {
            let (one, other) = shaped.split_at((*count).min(shaped.len()));
            wide(one) <= WIDE && wide(other) <= WIDE
        });
        let mut other = shaped.split_off(first.unwrap_or(1).min(shaped.len()));
        while wide(&other) > WIDE {
            other.pop();
        }
        let lines: Vec<_> = [shaped, other].into_iter().filter(|line| !line.is_empty()).collect();
        let mut y = FACTS - (lines.len().saturating_sub(1)) as f32 * SIZE * 1.6;
        for line in lines {
            let mut x = LEFT;
            for (index, fact) in line.iter().enumerate() {
                if index > 0 {
                    let _ = write!(
                        self.svg,
                        r#"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{LIME}"/>"#,
                        x - GAP / 2.0,
                        y - SIZE * 0.32
                    );
                }
                self.put(face, fact, SIZE, [x, y], TEXT)?;
                x += fact.width(SIZE) + GAP;
            }
            y += SIZE * 1.6;
        }
        Ok(())
    }

    /// Draws a result: a line for each side, the winner's in lime.
    fn score(&mut self, score: &ShareScore) -> Result<(), Problem> {
        const SIZE: f32 = 44.0;
        let _ = write!(
            self.svg,
            r##"<rect x="{LEFT}" y="392" width="{WIDE}" height="190" rx="16" fill="#141b17" fill-opacity=".9"/><rect x="{LEFT}" y="486.5" width="{WIDE}" height="1" fill="#26312b"/>"##
        );
        let sides = [(&score.home, score.home_points, score.away_points), (&score.away, score.away_points, score.home_points)];
        for ((name, own, other), y) in sides.into_iter().zip([456.0, 551.0]) {
            let color = if own < other { MUTE } else { TEXT };
            let (face, name) = self.faces.choose(true, name);
            if let Some(shaped) = fitted(face, &name, SIZE, WIDE - 190.0, 1)?.pop() {
                self.put(face, &shaped, SIZE, [LEFT + 32.0, y], color)?;
            }
            let face = &self.faces.display;
            let points = face.shape(&own.to_string())?;
            let x = LEFT + WIDE - 32.0 - points.width(56.0);
            self.put(face, &points, 56.0, [x, y + 4.0], if own > other { LIME } else { color })?;
        }
        Ok(())
    }
}

/// Returns at most this many lines of a text; one that is longer ends with an ellipsis.
fn fitted(face: &Typeface, text: &str, size: f32, width: f32, most: usize) -> Result<Vec<ShapedText>, Problem> {
    let mut lines = face.wrap(text, size, width)?;
    if lines.len() > most {
        lines.truncate(most);
        let room = width - face.shape("…")?.width(size);
        let last = lines.pop().map(|line| line.text).unwrap_or_default();
        let kept = face.wrap(&last, size, room)?.into_iter().next().map(|line| line.text).unwrap_or_default();
        lines.push(face.shape(&format!("{kept}…"))?);
    }
    Ok(lines)
}

/// Returns as many lines that are as equally long as words allow.
fn balanced(face: &Typeface, text: &str, size: f32, lines: Vec<ShapedText>) -> Result<Vec<ShapedText>, Problem> {
    let (mut best, mut least, mut most) = (lines, 0.0, WIDE);
    for _ in 0..BALANCING {
        let width = (least + most) / 2.0;
        let tried = face.wrap(text, size, width)?;
        if tried.len() <= best.len() && tried.iter().all(|line| line.width(size) <= width) {
            (best, most) = (tried, width);
        } else {
            least = width;
        }
    }
    Ok(best)
}
