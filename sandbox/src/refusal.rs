//! The error answer of partners, telecom, phone and faults: `{"code","message"}`.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A refused call: status, stable code, text for the developer who reads the log.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub status: StatusCode,
    pub code: String,
    pub message: String,
    /// Seconds, sent as `Retry-After`.
    pub retry_after: Option<u64>,
    pub extra: Map<String, Value>,
}

impl Refusal {
    pub fn new(status: u16, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            code: code.into(),
            message: message.into(),
            retry_after: None,
            extra: Map::new(),
        }
    }

    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the answer, with the request's ID in the body where the contract has one.
    pub fn answer(&self, request_id: Option<&str>) -> Response {
        let mut body = self.extra.clone();
        body.insert("code".into(), json!(self.code));
        body.insert("message".into(), json!(self.message));
        if let Some(id) = request_id {
            body.insert("requestId".into(), json!(id));
        }
        let mut response = (self.status, Json(Value::Object(body))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.answer(None);
        // Kept for the layer that adds the request's ID.
        response.extensions_mut().insert(self);
        response
    }
}

/// A JSON body; anything else is `bad_request`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::BytesRejection(e)) => Err(Refusal::new(e.status().as_u16(), "bad_request", e.body_text())),
            Err(e) => Err(Refusal::new(400, "bad_request", e.body_text())),
        }
    }
}
