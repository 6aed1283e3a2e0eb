//! Reads the text of a PromptPay code from the provider's picture of it.
//!
//! The provider returns a picture (SVG or PNG) and no text. Our page draws its own code, sharp on any screen, and a code that does not read
//! back with the right amount must never be shown: so the picture is decoded, and the EMVCo checksum, currency and amount are checked
//! before it is trusted.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

/// A picture larger than this cannot be a QR code; bytes.
pub const MAX_BYTES: usize = 512 * 1024;
/// Longer side of the rendered picture, in pixels.
const SIDE: f32 = 400.0;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Unreadable {
    #[error("the picture is neither SVG nor PNG")]
    Picture,
    #[error("no QR code is in the picture")]
    NoCode,
    #[error("the code is no EMVCo payment code")]
    NotEmvco,
    #[error("the code's checksum is wrong")]
    Checksum,
    #[error("the code asks for another amount or currency")]
    Amount,
}

/// Reads the EMVCo text of the code in a picture, and checks that it asks for exactly this amount (satang, THB).
///
/// # Errors
/// When there is none, or it is not what the customer should pay.
pub fn read(picture: &[u8], amount_satang: i64) -> Result<String, Unreadable> {
    let pixmap = render(picture)?;
    let grey: Vec<u8> = pixmap
        .pixels()
        .iter()
        .map(|pixel| ((u32::from(pixel.red()) * 30 + u32::from(pixel.green()) * 59 + u32::from(pixel.blue()) * 11) / 100) as u8)
        .collect();
    let mut reader = quircs::Quirc::default();
    let found =
        reader.identify(pixmap.width() as usize, pixmap.height() as usize, &grey).find_map(|code| code.ok()?.decode().ok());
    let payload = String::from_utf8(found.ok_or(Unreadable::NoCode)?.payload).map_err(|_| Unreadable::NotEmvco)?;
    check(&payload, amount_satang)?;
    Ok(payload)
}

fn render(picture: &[u8]) -> Result<Pixmap, Unreadable> {
    let mut canvas;
    if picture.starts_with(b"\x89PNG") {
        let decoded = Pixmap::decode_png(picture).map_err(|_| Unreadable::Picture)?;
        canvas = Pixmap::new(decoded.width(), decoded.height()).ok_or(Unreadable::Picture)?;
        canvas.fill(Color::WHITE);
        canvas.draw_pixmap(0, 0, decoded.as_ref(), &Default::default(), Transform::identity(), None);
    } else {
        let tree = usvg::Tree::from_data(picture, &usvg::Options::default()).map_err(|_| Unreadable::Picture)?;
        let size = tree.size();
        let scale = SIDE / size.width().max(size.height());
        let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
        canvas = Pixmap::new(width, height).ok_or(Unreadable::Picture)?;
        canvas.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    }
    Ok(canvas)
}

/// EMVCo merchant-presented mode: two-digit tag, two-digit length, value; `53` currency, `54` amount, `63` CRC-16 over the UTF-8 bytes.
fn check(payload: &str, amount_satang: i64) -> Result<(), Unreadable> {
    if !payload.starts_with("000201") {
        return Err(Unreadable::NotEmvco);
    }
    let (covered, checksum) = payload.split_at_checked(payload.len().saturating_sub(4)).ok_or(Unreadable::NotEmvco)?;
    if !covered.ends_with("6304") {
        return Err(Unreadable::NotEmvco);
    }
    if u16::from_str_radix(checksum, 16) != Ok(crc16(covered.as_bytes())) {
        return Err(Unreadable::Checksum);
    }
    // Lengths count characters in EMVCo's text, and bytes at some banks. A code for another amount in either reading is not shown.
    let readings: Vec<_> =
        [Lengths::Characters, Lengths::Bytes].into_iter().filter_map(|lengths| objects(payload, lengths)).collect();
    if readings.is_empty() {
        return Err(Unreadable::NotEmvco);
    }
    let asks = |objects: &Vec<(&str, &str)>| {
        let value = |tag: &str| objects.iter().rfind(|(found, _)| *found == tag).map(|(_, value)| *value);
        value("53") == Some("764") && value("54").and_then(satang) == Some(amount_satang)
    };
    if readings.iter().all(asks) { Ok(()) } else { Err(Unreadable::Amount) }
}

/// The unit of a code's lengths. Units differ only in texts beyond ASCII.
#[derive(Clone, Copy)]
enum Lengths {
    Characters,
    Bytes,
}

/// Splits a code into its tags and values; None if a length does not fit.
fn objects(payload: &str, lengths: Lengths) -> Option<Vec<(&str, &str)>> {
    let (mut rest, mut objects) = (payload, Vec::new());
    while !rest.is_empty() {
        let (tag, after) = rest.split_at_checked(2)?;
        let (length, after) = after.split_at_checked(2)?;
        if !tag.bytes().chain(length.bytes()).all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let length: usize = length.parse().ok()?;
        let end = match lengths {
            Lengths::Bytes => length,
            Lengths::Characters => after.char_indices().map(|(at, _)| at).chain([after.len()]).nth(length)?,
        };
        let (value, after) = after.split_at_checked(end)?;
        objects.push((tag, value));
        rest = after;
    }
    Some(objects)
}

/// Converts `49.00`, `49.5` and `49` baht to satang; digits with at most one point and two decimals.
fn satang(amount: &str) -> Option<i64> {
    let (baht, decimals) = amount.split_once('.').unwrap_or((amount, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if baht.is_empty() || decimals.len() > 2 || !digits(baht) || !digits(decimals) {
        return None;
    }
    format!("{baht}{decimals:0<2}").parse().ok()
}

/// CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc: u16, _| if crc & 0x8000 != 0 { (crc << 1) ^ 0x1021 } else { crc << 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the public promptpay-qr test vectors: 081-234-5678, 20.00 THB.
    const TWENTY: &str = "00020101021229370016A000000677010111011300668123456785802TH5303764540520.00630428E3";

    fn svg(text: &str) -> Vec<u8> {
        let code = qrcode::QrCode::new(text).unwrap();
        code.render::<qrcode::render::svg::Color>().min_dimensions(200, 200).build().into_bytes()
    }

    #[test]
    fn reads_a_drawn_code_back() {
        assert_eq!(read(&svg(TWENTY), 2000).as_deref(), Ok(TWENTY));
    }

    #[test]
    fn reads_a_raster_picture_too() {
        let png = render(&svg(TWENTY)).unwrap().encode_png().unwrap();
        assert_eq!(read(&png, 2000).as_deref(), Ok(TWENTY));
    }

    #[test]
    fn refuses_what_must_not_be_shown() {
        assert_eq!(read(&svg(TWENTY), 2001), Err(Unreadable::Amount));
        assert_eq!(read(&svg(&TWENTY.replace("20.00", "21.00")), 2100), Err(Unreadable::Checksum));
        assert_eq!(read(&svg("https://example.com/pay/here"), 2000), Err(Unreadable::NotEmvco));
        assert_eq!(read(b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", 2000), Err(Unreadable::NoCode));
        assert_eq!(read(b"<html>", 2000), Err(Unreadable::Picture));
        assert_eq!(read(b"\x89PNG but not really", 2000), Err(Unreadable::Picture));
    }

    #[test]
    fn a_static_code_without_amount_is_refused() {
        let fixed = "00020101021129370016A000000677010111011300668123456785802TH530376463045D82";
        assert_eq!(read(&svg(fixed), 2000), Err(Unreadable::Amount));
    }

    /// Returns a code with these objects before its checksum.
    fn sealed(objects: &str) -> String {
        let covered = format!("000201{objects}6304");
        format!("{covered}{:04X}", crc16(covered.as_bytes()))
    }

    #[test]
    fn names_of_merchants_may_be_thai_and_amounts_short() {
        let name = "มะนาว เดโม";
        for (code, amount) in [
            (sealed(&format!("530376454042.505802TH59{:02}{name}6002TH", name.chars().count())), 250),
            (sealed(&format!("59{:02}{name}530376454042.505802TH", name.len())), 250),
            (sealed("5303764540449.55802TH"), 4_950),
            (sealed("53037645402495905Café!"), 4_900),
        ] {
            assert_eq!(read(&svg(&code), amount).as_deref(), Ok(code.as_str()), "{code}");
            assert_eq!(check(&code, amount + 1), Err(Unreadable::Amount), "{code}");
        }
        for broken in [sealed("5303764ม"), sealed("53ม"), sealed("59991"), "000201".into(), "000201ม".into(), "ม000201".into()]
        {
            assert_eq!(check(&broken, 250), Err(Unreadable::NotEmvco), "{broken}");
        }
    }

    #[test]
    fn amounts() {
        for (text, expected) in
            [("49.00", Some(4900)), ("49", Some(4900)), ("49.5", Some(4950)), ("49.", Some(4900)), ("1.234", None)]
        {
            assert_eq!(satang(text), expected, "{text}");
        }
        for (text, expected) in
            [("x", None), ("", None), (".5", None), ("-1.00", None), ("+1", None), ("1.+5", None), ("1.5.0", None)]
        {
            assert_eq!(satang(text), expected, "{text}");
        }
    }
}
