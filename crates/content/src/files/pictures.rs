//! The pictures of our own screens that the manual shows, made by `scripts/manual-pictures`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use manao_kernel::app::App;
use manao_kernel::problem::Lang;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../content/pictures"]
#[include = "*.webp"]
struct Pictures;

/// The size of a picture in CSS pixels, and the beginning of its hash.
struct Shown {
    width: u32,
    height: u32,
    hash: String,
}

/// Every picture, by its file's name.
static SHOWN: LazyLock<BTreeMap<String, Shown>> = LazyLock::new(|| {
    let read = |name: &str| {
        let file = Pictures::get(name)?;
        let (width, height) = size(&file.data)?;
        let hash = hex::encode(&file.metadata.sha256_hash()[..6]);
        // They are taken at two device pixels for each CSS pixel.
        Some((name.to_owned(), Shown { width: width / 2, height: height / 2, hash }))
    };
    Pictures::iter().filter_map(|name| read(&name)).collect()
});

/// Returns the width and height that a lossy or lossless WebP file names (RFC 9649, 2.5 and 2.6).
fn size(file: &[u8]) -> Option<(u32, u32)> {
    let pair = |at: usize| Some(u32::from(u16::from_le_bytes([*file.get(at)?, *file.get(at + 1)?])));
    let triple = |at: usize| Some(pair(at)? | u32::from(*file.get(at + 2)?) << 16);
    match file.get(12..16)? {
        b"VP8 " => Some((pair(26)? & 0x3FFF, pair(28)? & 0x3FFF)),
        b"VP8X" => Some((triple(24)? + 1, triple(27)? + 1)),
        b"VP8L" => {
            let bits = pair(21)? | pair(23)? << 16;
            Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        _ => None,
    }
}

/// Whether the picture of this name exists in both languages.
pub fn exists(name: &str) -> bool {
    crate::kinds::LANGS.into_iter().all(|lang| SHOWN.contains_key(&file(name, lang)))
}

fn file(name: &str, lang: Lang) -> String {
    format!("{name}.{}.webp", lang.as_str())
}

/// Returns the HTML of a picture, which leads to itself at full size; None where there is none of this name. `first` of its page may be in view
/// at once.
pub fn figure(name: &str, alt: &str, lang: Lang, first: bool) -> Option<String> {
    let file = file(name, lang);
    let Shown { width, height, hash } = SHOWN.get(&file)?;
    let load = if first { "fetchpriority=\"high\"" } else { "loading=\"lazy\"" };
    let alt = alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    Some(format!(
        "<figure class=\"shot\"><a href=\"/content/{file}?v={hash}\"><img src=\"/content/{file}?v={hash}\" alt=\"{alt}\" \
         width=\"{width}\" height=\"{height}\" {load} decoding=\"async\"></a></figure>"
    ))
}

/// Routes `/content/…`.
pub fn served() -> Router<App> {
    Router::new().route("/content/{name}", get(serve))
}

async fn serve(Path(name): Path<String>) -> Response {
    match Pictures::get(&name) {
        // Its address carries its hash.
        Some(file) => {
            ([(CONTENT_TYPE, "image/webp"), (CACHE_CONTROL, "public, max-age=31536000, immutable")], file.data).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
