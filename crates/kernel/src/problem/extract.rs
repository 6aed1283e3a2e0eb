//! axum's extractors whose refusals are problems.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Problem, codes, without_values};

/// A JSON body, coming in or going out. An empty body reads as `{}`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let no_body = request.headers().get(axum::http::header::CONTENT_TYPE).is_none()
            && axum::body::HttpBody::is_end_stream(request.body());
        if no_body {
            return serde_json::from_str("{}").map(Json).map_err(unreadable);
        }
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Json(value)),
            Err(JsonRejection::JsonDataError(error)) => Err(unreadable(error.body_text())),
            Err(JsonRejection::MissingJsonContentType(error)) => Err(Problem::new(codes::unsupported_media_type).because(error)),
            Err(error) if error.status().as_u16() == 413 => Err(Problem::new(codes::payload_too_large)),
            Err(error) => Err(Problem::new(codes::bad_request).because(without_values(error.body_text()))),
        }
    }
}

/// One JSON body read as two types whose fields stand side by side. Flattened into one type, a wrong field would lose its name.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoInOne<A, B>(pub A, pub B);

impl<A: DeserializeOwned, B: DeserializeOwned, S: Send + Sync> FromRequest<S> for TwoInOne<A, B> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body): Json<Box<serde_json::value::RawValue>> = Json::from_request(request, state).await?;
        Ok(Self(part(&body)?, part(&body)?))
    }
}

fn part<T: DeserializeOwned>(body: &serde_json::value::RawValue) -> Result<T, Problem> {
    let read = axum::Json::<T>::from_bytes(body.get().as_bytes());
    read.map(|axum::Json(part)| part).map_err(|error| unreadable(error.body_text()))
}

/// Returns the problem of a malformed body or query: 422, naming the field if the parser could.
fn unreadable(error: impl std::fmt::Display) -> Problem {
    let text = error.to_string();
    let missing = text.split("missing field `").nth(1).and_then(|rest| rest.split('`').next());
    // "Failed to deserialize the JSON body into the target type: items[0].quantity: invalid type: …", "… query string: page: …"
    let told = text.split_once("target type: ").or_else(|| text.split_once("query string: "));
    let path = told.and_then(|(_, rest)| rest.split(": ").next()).filter(|path| !path.contains(' '));
    match (missing, path) {
        (Some(name), Some(path)) => Problem::invalid(format!("{path}.{name}"), codes::field_required),
        (Some(name), None) => Problem::invalid(name.to_owned(), codes::field_required),
        (None, Some(path)) => Problem::invalid(path.to_owned(), codes::field_invalid),
        (None, None) => Problem::new(codes::bad_request),
    }
    .because(without_values(text))
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// A path parameter; one that cannot be parsed names nothing, so it is a 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Path(value)).map_err(|error| match error {
            PathRejection::FailedToDeserializePathParams(error) => Problem::new(codes::not_found).because(without_values(error)),
            error => Problem::internal(error),
        })
    }
}

/// The query string; 422 when it cannot be parsed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read: Result<_, QueryRejection> = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Query(value)).map_err(|error| unreadable(error.body_text()))
    }
}
