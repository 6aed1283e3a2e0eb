//! Request parameters: JSON, or a form whose names have brackets; and the API keys.

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, header, request::Parts},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use super::error::Error;
use crate::{app::Shared, signature};

/// A body as one object, whatever its form.
pub struct Params(pub Map<String, Value>);

impl Params {
    pub fn text(&self, name: &str) -> Option<String> {
        match self.0.get(name)? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        match self.0.get(name)? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Value::Bool(true))) || self.text(name).as_deref() == Some("true")
    }

    pub fn object(&self, name: &str) -> Option<&Map<String, Value>> {
        self.0.get(name).and_then(Value::as_object)
    }

    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.0.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

impl FromRequest<Shared> for Params {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Error> {
        let json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with("application/json"));
        let body = axum::body::Bytes::from_request(request, app).await.map_err(|e| Error::bad("bad_request", e.body_text()))?;
        if !json {
            return Ok(Self(read_form(&body)));
        }
        match serde_json::from_slice(&body) {
            Ok(Value::Object(object)) => Ok(Self(object)),
            _ => Err(Error::bad("bad_request", "the body is not a JSON object")),
        }
    }
}

/// Reads a form: `a[b]=1&c[]=2` → `{"a":{"b":"1"},"c":["2"]}`.
fn read_form(body: &[u8]) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in url::form_urlencoded::parse(body) {
        let value = Value::String(value.into_owned());
        match name.split_once('[') {
            None => {
                object.insert(name.into_owned(), value);
            }
            Some((outer, "]")) => {
                let slot = object.entry(outer).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(list) = slot {
                    list.push(value);
                }
            }
            Some((outer, inner)) => {
                let inner = inner.strip_suffix(']').unwrap_or(inner).to_owned();
                let slot = object.entry(outer).or_insert_with(|| Value::Object(Map::new()));
                if let Value::Object(map) = slot {
                    map.insert(inner, value);
                }
            }
        }
    }
    object
}

/// Proof that the secret key was given.
pub struct Secret;

/// Proof that the public key was given.
pub struct Public;

/// Proof that the secret or the public key was given.
pub struct AnyKey;

impl FromRequestParts<Shared> for Secret {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Error> {
        let key = key(&parts.headers).ok_or_else(Error::unauthorized)?;
        if signature::same(&key, &app.settings.opn_secret_key) { Ok(Self) } else { Err(Error::unauthorized()) }
    }
}

impl FromRequestParts<Shared> for Public {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Error> {
        let key = key(&parts.headers).ok_or_else(Error::unauthorized)?;
        if signature::same(&key, &app.settings.opn_public_key) { Ok(Self) } else { Err(Error::unauthorized()) }
    }
}

impl FromRequestParts<Shared> for AnyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Error> {
        let key = key(&parts.headers).ok_or_else(Error::unauthorized)?;
        let known = [&app.settings.opn_secret_key, &app.settings.opn_public_key];
        if known.into_iter().any(|known| signature::same(&key, known)) { Ok(Self) } else { Err(Error::unauthorized()) }
    }
}

fn key(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let decoded = STANDARD.decode(value.strip_prefix("Basic ")?).ok()?;
    let text = String::from_utf8(decoded).ok()?;
    text.split_once(':').map(|(user, _)| user.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn brackets_make_objects_and_lists() {
        let body = b"amount=2000&source[type]=promptpay&metadata[order]=MN-1&metadata[note]=%E0%B8%81&webhook_endpoints[]=http%3A%2F%2Fa&webhook_endpoints[]=http%3A%2F%2Fb";
        assert_eq!(
            serde_json::Value::Object(super::read_form(body)),
            json!({"amount": "2000", "source": {"type": "promptpay"}, "metadata": {"order": "MN-1", "note": "ก"},
                "webhook_endpoints": ["http://a", "http://b"]})
        );
    }
}
