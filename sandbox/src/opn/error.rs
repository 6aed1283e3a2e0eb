//! The provider's error object.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::refusal::Refusal;

#[derive(Debug)]
pub struct Error {
    pub status: StatusCode,
    pub code: String,
    pub message: String,
}

impl Error {
    pub fn bad(code: &str, message: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, code: code.to_owned(), message: message.into() }
    }

    pub fn not_found(what: &str, id: &str) -> Self {
        Self { status: StatusCode::NOT_FOUND, code: "not_found".into(), message: format!("{what} {id} was not found") }
    }

    pub fn unauthorized() -> Self {
        Self { status: StatusCode::UNAUTHORIZED, code: "authentication_failure".into(), message: "authentication failed".into() }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self { status: refusal.status, code: "service_unavailable".into(), message: refusal.message }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let location = format!("https://www.omise.co/api-errors#{}", self.code.replace('_', "-"));
        let body = json!({
            "object": "error", "location": location, "code": self.code, "message": self.message
        });
        (self.status, Json(body)).into_response()
    }
}
