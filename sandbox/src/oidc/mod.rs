//! The OpenID Connect provider: authorization code flow with PKCE, for people who exist only here.

mod authorize;
pub mod keys;
pub mod model;
mod page;
pub mod people;
mod token;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};

use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    refusal::Refusal,
};

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/.well-known/openid-configuration", get(discovery))
        .route("/authorize", get(authorize::ask).post(authorize::choose))
        .route("/token", post(token::exchange))
        .route("/jwks", get(jwks))
        .route("/userinfo", get(token::userinfo).post(token::userinfo))
        .route("/end_session", get(authorize::end_session))
        .route("/people", get(list))
        .route("/people/{name}/picture.svg", get(picture))
}

/// Returns the issuer of this request.
pub fn issuer(app: &Shared, headers: &HeaderMap) -> String {
    app.base(headers) + "/oidc"
}

async fn discovery(State(app): State<Shared>, headers: HeaderMap) -> Json<Value> {
    let issuer = issuer(&app, &headers);
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["openid", "profile", "email", "phone"],
        "claims_supported": ["sub", "name", "given_name", "family_name", "nickname", "locale", "picture",
            "email", "email_verified", "phone_number", "phone_number_verified", "idp"],
        "ui_locales_supported": ["th", "en"],
        "claims_parameter_supported": false,
        "request_parameter_supported": false
    });
    if app.settings.oidc_logout {
        document["end_session_endpoint"] = json!(format!("{issuer}/end_session"));
    }
    Json(document)
}

async fn jwks(State(app): State<Shared>) -> Result<Json<Value>, Refusal> {
    faults::gate(&app, Kind::OidcSlow, Kind::OidcDown, &Subject::default()).await?;
    Ok(Json(json!({ "keys": [app.key.public()] })))
}

async fn list(State(app): State<Shared>, headers: HeaderMap) -> Json<Value> {
    let issuer = issuer(&app, &headers);
    let scopes = ["openid", "profile", "email", "phone"];
    let people: Vec<Value> = people::all()
        .iter()
        .map(|person| {
            let mut entry = person.claims(&issuer, &scopes);
            // The short name stands for the person; the claim `name` is what the page shows.
            entry.insert("displayName".into(), json!(person.full_name()));
            entry.insert("name".into(), json!(person.name));
            entry.insert("note".into(), json!(person.note));
            Value::Object(entry)
        })
        .collect();
    Json(json!(people))
}

async fn picture(Path(name): Path<String>) -> Result<Response, Refusal> {
    let person = people::find(&name).ok_or_else(|| Refusal::new(404, "person_unknown", format!("no person {name}")))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml; charset=utf-8")], page::portrait(&person)).into_response())
}
