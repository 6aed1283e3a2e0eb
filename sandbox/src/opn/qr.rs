//! The picture of a code.

use qrcode::{EcLevel, QrCode, render::svg};

use crate::pages::escape;

/// Draws the QR code of `payload` as an SVG, black on white, with the payload in its `<desc>`.
pub fn svg(payload: &str, title: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(payload, EcLevel::M).ok()?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(512, 512)
        .dark_color(svg::Color("#000000"))
        .light_color(svg::Color("#ffffff"))
        .build();
    let inside = picture.find("crispEdges\">")? + "crispEdges\">".len();
    let (head, tail) = picture.split_at(inside);
    Some(format!("{head}<title>{}</title><desc>{}</desc>{tail}", escape(title), escape(payload)))
}
