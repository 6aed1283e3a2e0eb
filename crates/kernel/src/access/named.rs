//! Reads the name of a call's target.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, FromRequestParts as _, RawPathParams, Request};
use axum::http::request::Parts;
use serde_json::{Map, Value};

use super::rights::Named;
use crate::problem::{Json, Problem, codes};

impl Named {
    /// Returns the name, and the body for the handler. The handler's own parsing rejects a body that gives the field twice.
    ///
    /// # Errors
    /// The problems of [`Json`]; 422 on the field when it is missing, or neither a number nor text.
    pub(super) async fn read(self, parts: &mut Parts, body: Body) -> Result<(String, Body), Problem> {
        match self {
            Self::Path(name) => {
                let values = RawPathParams::from_request_parts(parts, &()).await.map_err(Problem::internal)?;
                let value = values.iter().find(|(of, _)| *of == name).map(|(_, value)| value.to_owned());
                Ok((value.ok_or_else(|| Problem::internal(format!("the path has no {name}")))?, body))
            }
            Self::Body(name) => {
                let whole = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
                let whole = whole.map_err(|error| match error.status().as_u16() {
                    413 => Problem::new(codes::payload_too_large),
                    _ => Problem::new(codes::bad_request),
                })?;
                let again = Request::from_parts(parts.clone(), Body::from(whole.clone()));
                let Json(fields) = Json::<Map<String, Value>>::from_request(again, &()).await?;
                Ok((value(name, fields.get(name))?, Body::from(whole)))
            }
        }
    }
}

fn value(name: &'static str, value: Option<&Value>) -> Result<String, Problem> {
    match value {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        None => Err(Problem::invalid(name, codes::field_required)),
        Some(_) => Err(Problem::invalid(name, codes::field_invalid)),
    }
}
