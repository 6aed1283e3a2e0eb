//! The front channel: who is logging in, and the way back.

use axum::{
    Form,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use chrono::{TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::{model::Grant, page, people};
use crate::{app::Shared, ids, settings::Settings};

const SESSION: &str = "sandbox_person";

/// The parameters of an authentication request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    pub response_type: String,
    pub client_id: String,
    pub redirect_uri: String,
    pub scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    pub code_challenge: String,
    pub code_challenge_method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login_hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui_locales: Option<String>,
}

/// `GET /authorize`: returns the page to choose a person, or redirects at once with `prompt=none`.
pub async fn ask(State(app): State<Shared>, headers: HeaderMap, Query(request): Query<Request>) -> Response {
    let back = match check(&app.settings, &request) {
        Ok(back) => back,
        Err(refusal) => return refusal,
    };
    if request.prompt.as_deref() != Some("none") {
        return Html(page::choose(&request)).into_response();
    }
    let session = cookie(&headers);
    match request.login_hint.clone().or(session).and_then(|hint| people::find(&hint)) {
        Some(person) => grant(&app, &request, back, &person.name).await,
        None => refuse(back, &request, "login_required", "nobody is signed in"),
    }
}

/// Form data of the page: the request again, and the chosen person.
#[derive(Debug, Deserialize)]
pub struct Choice {
    #[serde(default)]
    person: String,
    /// The query of the request.
    request: String,
}

/// `POST /authorize`: a person was chosen, or the login was cancelled.
pub async fn choose(State(app): State<Shared>, Form(choice): Form<Choice>) -> Response {
    let uri = format!("http://sandbox/?{}", choice.request).parse();
    let request: Option<Request> = uri.ok().and_then(|uri| Query::try_from_uri(&uri).ok()).map(|Query(request)| request);
    let Some(request) = request else {
        return page::problem("invalid_request", "The form is not readable.");
    };
    let back = match check(&app.settings, &request) {
        Ok(back) => back,
        Err(refusal) => return refusal,
    };
    match people::find(&choice.person) {
        Some(person) => grant(&app, &request, back, &person.name).await,
        None => refuse(back, &request, "access_denied", "the person cancelled"),
    }
}

/// Checks the request. An unknown client or redirect URI gets an error page; every other error goes back to the client.
#[allow(clippy::result_large_err)]
fn check(settings: &Settings, request: &Request) -> Result<Url, Response> {
    if request.client_id != settings.oidc_client_id {
        return Err(page::problem("invalid_client", "This client is not known."));
    }
    let Some(back) = redirect_target(settings, &request.redirect_uri) else {
        return Err(page::problem("invalid_redirect_uri", "This redirect URI is not registered."));
    };
    let wrong = |code, text| Err(refuse(back.clone(), request, code, text));
    if request.response_type != "code" {
        return wrong("unsupported_response_type", "only response_type=code");
    }
    if !request.scope.split(' ').any(|scope| scope == "openid") {
        return wrong("invalid_scope", "the scope lacks openid");
    }
    if request.code_challenge_method != "S256" || request.code_challenge.len() != 43 {
        return wrong("invalid_request", "PKCE with S256 is required");
    }
    Ok(back)
}

fn redirect_target(settings: &Settings, uri: &str) -> Option<Url> {
    let url = Url::parse(uri).ok().filter(|url| url.fragment().is_none())?;
    let registered = &settings.oidc_redirect_uris;
    if !registered.is_empty() {
        return registered.iter().any(|known| known == uri).then_some(url);
    }
    let loopback = match url.host()? {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    (url.scheme() == "http" && loopback).then_some(url)
}

async fn grant(app: &Shared, request: &Request, mut back: Url, person: &str) -> Response {
    let now = Utc::now();
    let grant = Grant {
        code: ids::with("code_") + &ids::digits(16),
        person: person.to_owned(),
        redirect_uri: request.redirect_uri.clone(),
        scope: request.scope.clone(),
        nonce: request.nonce.clone(),
        challenge: request.code_challenge.clone(),
        auth_time: now,
        expires_at: now + TimeDelta::seconds(60),
    };
    back.query_pairs_mut().append_pair("code", &grant.code);
    app.store
        .change(|state| {
            state.grants.keep(|old| old.expires_at > now);
            state.grants.put(grant.code.clone(), grant);
        })
        .await;
    let mut response = return_to(back, request);
    let value = format!("{SESSION}={person}; Path=/oidc; HttpOnly; SameSite=Lax");
    if let Ok(value) = HeaderValue::from_str(&value) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

fn refuse(mut back: Url, request: &Request, error: &str, description: &str) -> Response {
    back.query_pairs_mut().append_pair("error", error).append_pair("error_description", description);
    return_to(back, request)
}

fn return_to(mut back: Url, request: &Request) -> Response {
    if let Some(state) = &request.state {
        back.query_pairs_mut().append_pair("state", state);
    }
    Redirect::to(back.as_str()).into_response()
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split("; "))
        .filter_map(|pair| pair.split_once('='))
        .find(|(name, value)| *name == SESSION && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// The parameters of a logout.
#[derive(Debug, Deserialize)]
pub struct Logout {
    id_token_hint: Option<String>,
    post_logout_redirect_uri: Option<String>,
    state: Option<String>,
}

/// `GET /end_session`: forgets who is logged in here.
pub async fn end_session(State(app): State<Shared>, Query(logout): Query<Logout>) -> Response {
    if let Some(hint) = &logout.id_token_hint
        && app.key.read_id_token(hint, &app.settings.oidc_client_id).is_none()
    {
        return page::problem("invalid_request", "This ID token is not of this provider.");
    }
    let mut response = match logout.post_logout_redirect_uri.as_deref() {
        Some(uri) => {
            // As the standard requires, nobody is redirected without a hint that names the person. Registered redirect URIs name the client's
            // hosts: any page of theirs will do.
            let allowed = Url::parse(uri).ok().filter(|_| logout.id_token_hint.is_some()).filter(|url| {
                redirect_target(&app.settings, uri).is_some()
                    || app
                        .settings
                        .oidc_redirect_uris
                        .iter()
                        .any(|known| Url::parse(known).is_ok_and(|known| known.origin() == url.origin()))
            });
            match allowed {
                Some(mut url) => {
                    if let Some(state) = &logout.state {
                        url.query_pairs_mut().append_pair("state", state);
                    }
                    Redirect::to(url.as_str()).into_response()
                }
                None => page::problem("invalid_redirect_uri", "This URI is not registered."),
            }
        }
        None => (StatusCode::OK, Html(page::signed_out())).into_response(),
    };
    let gone = HeaderValue::from_static("sandbox_person=; Path=/oidc; Max-Age=0");
    response.headers_mut().insert(header::SET_COOKIE, gone);
    response
}
