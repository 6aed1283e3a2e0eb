//! Writes a problem as the caller gets it: in the request's language, with the request's id.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use manao_hub::serve::log::short;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Code, Lang, Problem, codes};

/// The prefix of every code's address: see `openapi::finish`.
pub const KINDS: &str = "/api/openapi.json#/x-problems/";

/// The body of every answer that is not a success (RFC 9457, `application/problem+json`).
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Points to the code in the OpenAPI document, with its status and texts
    #[serde(rename = "type")]
    pub kind: String,
    /// Text of the code in English, for logs
    pub title: String,
    pub status: u16,
    /// The same as `message`
    pub detail: String,
    #[schema(value_type = Code)]
    pub code: &'static str,
    /// In the request's language, ready to show
    pub message: String,
    /// Field → code, when fields were refused
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = BTreeMap<String, Code>)]
    pub fields: BTreeMap<String, &'static str>,
    /// Field → text in the request's language
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub field_messages: BTreeMap<String, String>,
    /// Values filled into the text
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(required = false, value_type = std::collections::HashMap<String, Value>)]
    pub params: Map<String, Value>,
    /// Path of this site's help page; only with `account_suspended`
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub contact: Option<String>,
    /// Id of the request, to quote to support
    pub request_id: String,
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: Map<String, Value>,
}

/// Returns the request's id as the outermost layer set it.
pub fn request_id(headers: &HeaderMap) -> &str {
    headers.get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default()
}

/// Turns problems into answers; middleware around every route under `/api`.
pub async fn layer(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let lang = Lang::from_parts(&parts);
    let id = request_id(&parts.headers).to_owned();
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None => match bare(&response) {
            Some(problem) => problem,
            None => return response,
        },
    };
    if let Some(cause) = problem.cause() {
        if problem.code().status >= 500 {
            tracing::error!(request_id = %id, code = problem.code().name, cause = short(cause), "failed");
        } else {
            tracing::debug!(request_id = %id, code = problem.code().name, cause = short(cause), "refused");
        }
    }
    write(&problem, lang, id, response)
}

/// Returns the answer to a request that is rejected early.
pub fn refused(parts: &Parts, problem: &Problem) -> Response {
    write(problem, Lang::from_parts(parts), request_id(&parts.headers).to_owned(), Response::default())
}

/// Returns the problem for a failure that a library answered directly.
fn bare(response: &Response) -> Option<Problem> {
    let is_text = response.headers().get(CONTENT_TYPE).is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let code = match response.status().as_u16() {
        404 => codes::not_found,
        405 => codes::method_not_allowed,
        413 => codes::payload_too_large,
        408 => codes::request_timeout,
        500 => codes::internal,
        _ => return None,
    };
    is_text.then(|| Problem::new(code))
}

fn write(problem: &Problem, lang: Lang, request_id: String, mut response: Response) -> Response {
    let code = problem.code();
    let message = problem.message(lang);
    let body = ProblemBody {
        kind: format!("{KINDS}{}", code.name),
        title: code.title().map_or_else(|| problem.message(Lang::En), str::to_owned),
        status: code.status,
        detail: message.clone(),
        code: code.name,
        message,
        fields: problem.0.fields.iter().map(|(field, code)| (field.to_string(), code.name)).collect(),
        field_messages: problem
            .0
            .fields
            .iter()
            .map(|(field, code)| (field.to_string(), super::text::fill(code, &problem.0.params, lang)))
            .collect(),
        params: problem.0.params.clone(),
        contact: code.contact(lang),
        request_id,
        extra: problem.0.extra.clone(),
    };
    let bytes = serde_json::to_vec(&body).unwrap_or_default();
    *response.status_mut() = code.status();
    let headers = response.headers_mut();
    headers.remove(axum::http::header::CONTENT_LENGTH);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(lang.as_str()));
    headers.insert(axum::http::header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = problem.0.retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    *response.body_mut() = Body::from(bytes);
    response
}
