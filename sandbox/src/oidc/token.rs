//! The back channel: a code becomes tokens, an access token becomes claims.

use axum::{
    Form, Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use chrono::{TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{issuer, keys::Access, people};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    signature,
};

const ACCESS_SECONDS: i64 = 900;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Exchange {
    grant_type: String,
    code: String,
    redirect_uri: String,
    code_verifier: String,
    client_id: String,
    client_secret: String,
}

/// `POST /token`.
pub async fn exchange(State(app): State<Shared>, headers: HeaderMap, Form(form): Form<Exchange>) -> Response {
    let gate = faults::gate(&app, Kind::OidcSlow, Kind::OidcDown, &Subject::default()).await;
    if let Err(refusal) = gate {
        return refusal.into_response();
    }
    let (id, secret) = basic(&headers).unwrap_or_else(|| (form.client_id.clone(), form.client_secret.clone()));
    if id != app.settings.oidc_client_id || !signature::same(&secret, &app.settings.oidc_client_secret) {
        let mut response = refused(StatusCode::UNAUTHORIZED, "invalid_client", "unknown client");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic"));
        return response;
    }
    if form.grant_type != "authorization_code" {
        let code = "unsupported_grant_type";
        return refused(StatusCode::BAD_REQUEST, code, "only authorization_code");
    }
    // Removed in any case: a code works once.
    let grant = app.store.change(|state| state.grants.take(&form.code)).await;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form.code_verifier.as_bytes()));
    let wrong = |text| refused(StatusCode::BAD_REQUEST, "invalid_grant", text);
    let Some(grant) = grant else {
        return wrong("the code is unknown or used");
    };
    if grant.expires_at < Utc::now() {
        return wrong("the code has expired");
    }
    if grant.redirect_uri != form.redirect_uri {
        return wrong("another redirect_uri");
    }
    if grant.challenge != challenge {
        return wrong("the code verifier does not fit");
    }
    let Some(person) = people::find(&grant.person) else {
        return wrong("the person is gone");
    };

    let now = Utc::now();
    let access = Access {
        sub: grant.person.clone(),
        scope: grant.scope.clone(),
        aud: id.clone(),
        exp: (now + TimeDelta::seconds(ACCESS_SECONDS)).timestamp(),
    };
    let Ok(access_token) = app.key.access_token(&access) else {
        return failed();
    };
    let issuer = issuer(&app, &headers);
    let scopes: Vec<&str> = grant.scope.split(' ').collect();
    let mut claims = person.claims(&issuer, &scopes);
    claims.insert("iss".into(), json!(issuer));
    claims.insert("aud".into(), json!(id));
    claims.insert("iat".into(), json!(now.timestamp()));
    claims.insert("exp".into(), json!((now + TimeDelta::minutes(10)).timestamp()));
    claims.insert("auth_time".into(), json!(grant.auth_time.timestamp()));
    if let Some(nonce) = &grant.nonce {
        claims.insert("nonce".into(), json!(nonce));
    }
    let half = &Sha256::digest(access_token.as_bytes())[..16];
    claims.insert("at_hash".into(), json!(URL_SAFE_NO_PAD.encode(half)));
    let Ok(id_token) = app.key.id_token(&Value::Object(claims)) else {
        return failed();
    };
    let body = json!({
        "access_token": access_token, "token_type": "Bearer", "expires_in": ACCESS_SECONDS,
        "id_token": id_token, "scope": grant.scope,
    });
    ([(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// `GET|POST /userinfo`.
pub async fn userinfo(State(app): State<Shared>, headers: HeaderMap) -> Response {
    let gate = faults::gate(&app, Kind::OidcSlow, Kind::OidcDown, &Subject::default()).await;
    if let Err(refusal) = gate {
        return refusal.into_response();
    }
    let token =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    let access = token.and_then(|token| app.key.read_access_token(token, &app.settings.oidc_client_id));
    let found = access.and_then(|access| Some((people::find(&access.sub)?, access.scope)));
    let Some((person, scope)) = found else {
        let challenge = HeaderValue::from_static(r#"Bearer error="invalid_token""#);
        let mut response = refused(StatusCode::UNAUTHORIZED, "invalid_token", "not a valid token");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        return response;
    };
    let scopes: Vec<&str> = scope.split(' ').collect();
    Json(Value::Object(person.claims(&issuer(&app, &headers), &scopes))).into_response()
}

fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let decoded = STANDARD.decode(value.strip_prefix("Basic ")?).ok()?;
    let text = String::from_utf8(decoded).ok()?;
    let (id, secret) = text.split_once(':')?;
    // Both are form-encoded before they are joined (RFC 6749, 2.3.1).
    let plain =
        |part: &str| url::form_urlencoded::parse(format!("v={part}").as_bytes()).next().map(|(_, value)| value.into_owned());
    Some((plain(id)?, plain(secret)?))
}

fn refused(status: StatusCode, error: &str, description: &str) -> Response {
    let body = json!({"error": error, "error_description": description});
    (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

fn failed() -> Response {
    refused(StatusCode::INTERNAL_SERVER_ERROR, "server_error", "the token could not be signed")
}
