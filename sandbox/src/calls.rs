//! The common parts of partner and telecom calls: a bearer key and a request ID.

use axum::{
    extract::Request,
    http::{HeaderValue, header::AUTHORIZATION},
    response::Response,
};

use crate::{refusal::Refusal, signature};

const REQUEST_ID: &str = "x-request-id";

/// Returns the caller's request ID, if it is valid.
pub fn request_id(request: &Request) -> Option<String> {
    let id = request.headers().get(REQUEST_ID)?.to_str().ok()?;
    (1..=64).contains(&id.len()).then(|| id.to_owned())
}

pub fn has_bearer(request: &Request, key: &str) -> bool {
    let value = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value.and_then(|value| value.strip_prefix("Bearer ")).is_some_and(|shown| signature::same(shown, key))
}

pub fn unauthorized() -> Refusal {
    Refusal::new(401, "unauthorized", "the key is missing or wrong")
}

/// Echoes the request ID, in a refusal's body too.
pub fn finish(mut response: Response, id: &str) -> Response {
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        response = refusal.answer(Some(id));
    }
    if let Ok(value) = HeaderValue::from_str(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
