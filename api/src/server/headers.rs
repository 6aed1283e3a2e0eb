//! The headers that every answer carries, and the id of a request.

use axum::http::header::X_FRAME_OPTIONS;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use crate::pages::Embeddable;
use manao_kernel::settings::Settings;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Returns the headers that restrict browsers for an answer; a page states its own needs.
pub fn secure(settings: &Settings) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if settings.secure_cookies() {
        headers.insert("strict-transport-security", HeaderValue::from_static("max-age=31536000"));
    }
    headers
}

/// Adds the headers that the answer has not set itself.
pub fn complete(answer: &mut Response, headers: &HeaderMap) {
    let framed = answer.extensions().get::<Embeddable>().is_some();
    for (name, value) in headers.iter().filter(|(name, _)| !(framed && **name == X_FRAME_OPTIONS)) {
        answer.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
}

/// Returns a UUID of version 7, so that ids sort by time. Uses the thread's generator, which rarely asks the system's.
pub fn new_request_id() -> Option<HeaderValue> {
    let millis = u64::try_from(chrono::Utc::now().timestamp_millis()).ok()?;
    let id = uuid::Builder::from_unix_timestamp_millis(millis, &rand::random()).into_uuid();
    let mut text = [0; uuid::fmt::Simple::LENGTH];
    HeaderValue::from_str(id.simple().encode_lower(&mut text)).ok()
}

/// Whether an id is plain: a caller may name its request, but must not inject text into our log.
pub fn is_plain_id(id: &HeaderValue) -> bool {
    id.len() <= 64 && id.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

pub fn status(status: StatusCode) -> Response {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}
