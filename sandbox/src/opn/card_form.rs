//! The provider's card form: a script for the shop's page, and the page of the iframe that the script opens.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS},
    response::{Html, IntoResponse},
};

/// Only the sandbox's own files and calls; any page may embed it, none may receive the form.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

fn file(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (X_CONTENT_TYPE_OPTIONS, "nosniff")], text)
}

pub async fn script() -> impl IntoResponse {
    file("text/javascript; charset=utf-8", include_str!("card_form/omise.js"))
}

pub async fn page() -> impl IntoResponse {
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store"), (REFERRER_POLICY, "no-referrer")];
    (headers, Html(include_str!("card_form/form.html")))
}

pub async fn page_script() -> impl IntoResponse {
    file("text/javascript; charset=utf-8", include_str!("card_form/form.js"))
}

pub async fn page_style() -> impl IntoResponse {
    file("text/css; charset=utf-8", include_str!("card_form/form.css"))
}
