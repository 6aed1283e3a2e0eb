//! Paints cards as PNG.

use std::sync::LazyLock;

use bytes::Bytes;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::drawing::{self, Faces};
use super::shapes::Shapes;
use manao_kernel::pages::ShareCard;
use manao_kernel::problem::Problem;

pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

static FACES: LazyLock<Result<Faces, Problem>> = LazyLock::new(Faces::load);

pub struct Painter {
    shapes: Shapes,
}

impl Painter {
    pub fn new(glyphs: &str) -> Self {
        Self { shapes: Shapes::parse(glyphs) }
    }

    /// # Errors
    /// 500 when the card cannot be drawn.
    pub fn paint(&self, card: &ShareCard) -> Result<Bytes, Problem> {
        let faces = FACES.as_ref().map_err(Problem::clone)?;
        let svg = drawing::draw(card, faces, &self.shapes)?;
        let tree = Tree::from_str(&svg, &Options::default()).map_err(Problem::internal)?;
        let mut canvas = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| Problem::internal("no room for a picture"))?;
        resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        encode(&canvas)
    }
}

/// Encodes an opaque picture; without transparency it is a quarter smaller.
fn encode(canvas: &Pixmap) -> Result<Bytes, Problem> {
    let pixels: Vec<u8> = canvas.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(Problem::internal)?;
    writer.write_image_data(&pixels).map_err(Problem::internal)?;
    writer.finish().map_err(Problem::internal)?;
    Ok(file.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use manao_kernel::pages::ShareScore;

    const GLYPHS: &str = include_str!("../../../../web/public/glyphs.svg");

    fn cards() -> Vec<(&'static str, ShareCard)> {
        let card = |eyebrow: &str, live: bool, title: &str, facts: &[&str], hue: i32, motif: &str, glyph: &str| ShareCard {
            eyebrow: eyebrow.to_owned(),
            live,
            title: title.to_owned(),
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            hue,
            motif: motif.to_owned(),
            glyph: Some(glyph.to_owned()),
            score: None,
        };
        let cup = card(
            "เปิดรับสมัคร",
            true,
            "ศึกชิงแชมป์ผู้กล้ารุ่นเยาว์ระดับมัธยมศึกษาตอนปลายแห่งประเทศไทย ครั้งที่ 12",
            &["RoV", "เงินรางวัล 120,000 บาท", "รับสมัครถึง 12 ธ.ค. 2569", "เหลือ 5 จาก 32 ที่"],
            12,
            "rings",
            "swords",
        );
        let score =
            ShareScore {
                home: "จิ้งจอกอุบลผู้ยิ่งใหญ่".to_owned(), away: "Bangkok Limes".to_owned(), home_points: 2, away_points: 3
            };
        let facts = &["From ฿10", "Pay by PromptPay", "Usually delivered in 7 s"];
        vec![
            ("game", card("Game top-up", false, "Mobile Legends: Bang Bang", facts, 220, "peaks", "star")),
            ("cup", cup.clone()),
            (
                "score",
                ShareCard {
                    eyebrow: "ผลรอบชิงชนะเลิศ".to_owned(), live: false, score: Some(score), ..cup
                },
            ),
            ("long", card("Latest result", true, &"ปี่".repeat(400), &[&"x".repeat(300), "", "龍", "a", "b"], -5, "<b>", "none")),
            ("empty", ShareCard::default()),
        ]
    }

    /// `SHARE_PICTURES=folder` keeps the pictures, to look at them.
    #[test]
    fn every_card_is_a_picture() {
        let painter = Painter::new(GLYPHS);
        for (name, card) in cards() {
            let picture = painter.paint(&card).unwrap();
            let decoded = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
            assert_eq!((decoded.info().width, decoded.info().height), (WIDTH, HEIGHT), "{name}");
            assert!(picture.len() < 600_000, "{name}: {} bytes", picture.len());
            if let Ok(folder) = std::env::var("SHARE_PICTURES") {
                std::fs::write(format!("{folder}/{name}.png"), &picture).unwrap();
            }
        }
    }
}
