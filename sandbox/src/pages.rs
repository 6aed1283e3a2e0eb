//! The shared layout of the sandbox's pages, clearly marked as not the real thing.

use axum::{
    extract::Path,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{Html, IntoResponse, Response},
};

/// The style of every page.
pub const STYLE: &str = include_str!("pages/style.css");

/// Returns a whole page.
pub fn page(title: &str, language: &str, body: &str) -> String {
    format!(
        r##"<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4' fill='%23ffb547'/%3E%3C/svg%3E"><title>{} · Sandbox</title><style>{STYLE}</style></head><body><header class="mark"><a href="/">Sandbox · ของจำลอง</a></header><main>{body}</main></body></html>"##,
        escape(title)
    )
}

/// Escapes text for HTML content and quoted attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// `GET /`: lists the parts of the sandbox.
pub async fn index() -> Html<String> {
    Html(page("Sandbox", "th", include_str!("pages/index.html")))
}

/// `GET /fonts/{file}`: the Thai letters of IBM Plex, for machines that have none (containers, test browsers).
pub async fn font(Path(file): Path<String>) -> Response {
    let font: &'static [u8] = match file.as_str() {
        "plex-thai-400.woff2" => include_bytes!("pages/fonts/plex-thai-400.woff2"),
        "plex-thai-600.woff2" => include_bytes!("pages/fonts/plex-thai-600.woff2"),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(CONTENT_TYPE, "font/woff2"), (CACHE_CONTROL, "public, max-age=86400")], font).into_response()
}
