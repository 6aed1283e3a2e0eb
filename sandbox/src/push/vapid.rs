//! The sender's identification (RFC 8292): a short-lived token, signed with the key that the browser subscribed with.

use axum::http::{HeaderMap, header::AUTHORIZATION};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::Deserialize;

use crate::refusal::Refusal;

/// Longest validity of a token.
const DAY: i64 = 86_400;

#[derive(Deserialize)]
struct Claims {
    exp: i64,
    sub: String,
}

/// Returns the key that signed this call for `audience`, base64url.
pub fn sender(headers: &HeaderMap, audience: &str) -> Result<String, Refusal> {
    let refused = |why: &str| Refusal::new(401, "vapid_invalid", why);
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let fields = header.strip_prefix("vapid ").ok_or_else(|| refused("no vapid authorization"))?;
    let field = |name: &str| fields.split(',').find_map(|field| field.trim().strip_prefix(name)?.strip_prefix('='));
    let (token, key) = field("t").zip(field("k")).ok_or_else(|| refused("t or k is missing"))?;
    let point = URL_SAFE_NO_PAD.decode(key).map_err(|_| refused("k is not base64url"))?;
    let [4, coordinates @ ..] = point.as_slice() else { return Err(refused("k is no uncompressed point")) };
    if coordinates.len() != 64 {
        return Err(refused("k is no point of P-256"));
    }
    let (x, y) = coordinates.split_at(32);
    let decoding = DecodingKey::from_ec_components(&URL_SAFE_NO_PAD.encode(x), &URL_SAFE_NO_PAD.encode(y))
        .map_err(|_| refused("k is no key"))?;
    let mut wanted = Validation::new(Algorithm::ES256);
    wanted.set_audience(&[audience]);
    let claims: Claims =
        decode(token, &decoding, &wanted).map_err(|error| refused(&format!("the token does not hold: {error}")))?.claims;
    if claims.exp > chrono::Utc::now().timestamp() + DAY {
        return Err(refused("the token is good for more than a day"));
    }
    if !["mailto:", "https:", "http:"].iter().any(|scheme| claims.sub.starts_with(scheme)) {
        return Err(refused("sub is neither an address nor a mailto"));
    }
    Ok(key.to_owned())
}
