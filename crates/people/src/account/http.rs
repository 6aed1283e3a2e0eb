//! The calls of logging in, staying logged in and logging out.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite as CookieSameSite};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::guard::SigningIn;
use super::me::{self, Me};
use super::session::{self, Delivery, OpenedSession, access_seconds, refresh_seconds};
use super::sign_in::{self, ATTEMPT_MINUTES};
use super::{DEVICE_COOKIE, device};
use crate::providers::login::{Hints, LoginProvider, Prompt};
use manao_kernel::access::{ClientAddress, MaybeMember, Member, SameSite};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::pages::own_path;
use manao_kernel::problem::{Json, Lang, Problem, Query, codes};
use manao_kernel::secret::Secret;

/// Cookie of the refresh token; sent only to the calls under `/api/oauth`.
pub const REFRESH_COOKIE: &str = "manao_refresh";
/// Cookie that ties a login to the browser that began it.
pub const LOGIN_COOKIE: &str = "manao_login";

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LoginQuery {
    /// Path of this site to go back to afterwards
    return_to: Option<String>,
    /// Passed on to the login provider
    login_hint: Option<String>,
    /// `none`: the provider must answer without showing a page. `login`: it must ask who is logging in, even when someone is logged in there
    prompt: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginUrl {
    /// Address that the browser opens next
    url: String,
    /// Attempt to pass to `/oauth/sessions`, when tokens are requested in the body; otherwise a cookie carries it
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct CreateSession {
    /// Authorization code, as the login provider handed it to `/login`
    code: String,
    state: String,
    /// Attempt from `/auth/login`, for clients without cookies
    attempt: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthSession {
    access_token: String,
    /// Seconds
    expires_in: i64,
    user: Me,
    /// Path of this site
    return_to: String,
    /// Only when requested by `Token-Delivery: body`; otherwise a cookie carries it
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct RefreshSession {
    /// Refresh token, for clients without cookies
    refresh_token: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct LogoutRequest {
    /// Refresh token, for clients without cookies
    refresh_token: Option<String>,
    /// Ends all sessions of the person, on every device
    #[serde(default)]
    everywhere: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshedSession {
    access_token: String,
    /// Seconds
    expires_in: i64,
    /// Only when the old one came in the body
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedOut {
    /// Address that the browser opens next to log out at the login provider, which then sends it back here; absent when this session did not
    /// begin there
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_url: Option<String>,
    /// Whether this session began at the login provider, where the browser stays logged in: we have no way to log it out there, or the provider
    /// does not answer
    provider_stays: bool,
}

/// Begin to log in
#[utoipa::path(method(get, post), path = "/auth/login", tag = "account", params(LoginQuery), responses((status = 200, body = LoginUrl)))]
pub async fn login(
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    jar: CookieJar,
    Query(query): Query<LoginQuery>,
) -> Result<(CookieJar, Json<LoginUrl>), Problem> {
    app.limit(limits::SIGN_IN, address.counted())?;
    let hints = Hints {
        login_hint: query.login_hint.filter(|hint| hint.len() <= 200),
        prompt: match query.prompt.as_deref() {
            Some("none") => Some(Prompt::None),
            Some("login") => Some(Prompt::Login),
            _ => None,
        },
        language: Some(lang.as_str().to_owned()),
    };
    let browser = jar.get(LOGIN_COOKIE).and_then(|cookie| Secret::parse(cookie.value()));
    let return_to = query.return_to.as_deref().and_then(own_path).unwrap_or_else(|| "/".to_owned());
    let begun = sign_in::begin(&app, hints, &return_to, browser).await?;
    if Delivery::from_headers(&headers) == Delivery::Body {
        return Ok((jar, Json(LoginUrl { url: begun.url, attempt: Some(begun.browser.reveal().to_owned()) })));
    }
    let cookie = cookie(&app, LOGIN_COOKIE, begun.browser.reveal(), "/api", ATTEMPT_MINUTES * 60);
    Ok((jar.add(cookie), Json(LoginUrl { url: begun.url, attempt: None })))
}

/// Complete a login
#[utoipa::path(post, path = "/oauth/sessions", tag = "account", request_body = CreateSession,
    responses((status = 200, body = AuthSession)))]
pub async fn create_session(
    State(app): State<App>,
    SigningIn { origin, jar }: SigningIn,
    lang: Lang,
    Json(request): Json<CreateSession>,
) -> Result<(CookieJar, Json<AuthSession>), Problem> {
    let shown = request.attempt.as_deref().or_else(|| jar.get(LOGIN_COOKIE).map(Cookie::value));
    let browser = shown.and_then(Secret::parse);
    let finished = sign_in::finish(&app, &request.code, &request.state, browser.as_ref(), &origin, lang).await?;
    entered(&app, jar, finished.user_id, finished.opened, finished.return_to).await
}

/// Returns the answer after logging in: the session and its refresh token, as a cookie or in the body.
pub async fn entered(
    app: &App,
    jar: CookieJar,
    user_id: i64,
    opened: OpenedSession,
    return_to: String,
) -> Result<(CookieJar, Json<AuthSession>), Problem> {
    let user = me::load(app, user_id).await?;
    let OpenedSession { access_token, refresh_token, device, delivery, .. } = opened;
    let mut session = AuthSession { user, access_token, expires_in: access_seconds(app), return_to, refresh_token: None };
    if delivery == Delivery::Body {
        session.refresh_token = Some(refresh_token.reveal().to_owned());
        return Ok((jar, Json(session)));
    }
    let mut jar = jar.add(refresh_cookie(app, &refresh_token));
    if let Some(device) = &device {
        jar = jar.add(cookie(app, DEVICE_COOKIE, device.reveal(), "/api", device::KEPT_DAYS * 86_400));
    }
    Ok((jar, Json(session)))
}

/// Exchange a refresh token for a new pair of tokens
///
/// A refresh token works once; using it again ends its session. With an `Idempotency-Key`, a refresh whose answer was lost may be repeated
/// for a minute.
#[utoipa::path(post, path = "/oauth/refresh-token", tag = "account", request_body = RefreshSession,
    params(("Idempotency-Key" = Option<String>, Header, description = "Random, kept until the answer is there")),
    responses((status = 200, body = RefreshedSession)))]
pub async fn refresh(
    State(app): State<App>,
    _: SameSite,
    address: ClientAddress,
    headers: HeaderMap,
    jar: CookieJar,
    Json(request): Json<RefreshSession>,
) -> Response {
    let delivery = if request.refresh_token.is_some() { Delivery::Body } else { Delivery::Cookie };
    let shown = request.refresh_token.or_else(|| jar.get(REFRESH_COOKIE).map(|cookie| cookie.value().to_owned()));
    match hand_over(&app, address, shown.as_deref(), session::retry_key(&headers)).await {
        Ok(OpenedSession { access_token, refresh_token, .. }) if delivery == Delivery::Body => {
            let refresh_token = Some(refresh_token.reveal().to_owned());
            Json(RefreshedSession { access_token, expires_in: access_seconds(&app), refresh_token }).into_response()
        }
        Ok(OpenedSession { access_token, refresh_token, .. }) => {
            let jar = jar.add(refresh_cookie(&app, &refresh_token));
            (jar, Json(RefreshedSession { access_token, expires_in: access_seconds(&app), refresh_token: None })).into_response()
        }
        // The cookie is useless now; a browser that kept it would only ask again.
        Err(problem) if problem.code().status == 401 && delivery == Delivery::Cookie => {
            (jar.add(no_refresh_cookie(&app)), problem).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

async fn hand_over(
    app: &App,
    address: ClientAddress,
    shown: Option<&str>,
    retry_key: Option<&str>,
) -> Result<OpenedSession, Problem> {
    app.limit(limits::REFRESH, address.counted())?;
    let shown = shown.ok_or(codes::session_required)?;
    let shown = Secret::parse(shown).ok_or(codes::refresh_token_invalid)?;
    session::refresh(app, &shown, retry_key).await
}

/// Log out
///
/// Ends this session at once, or with `everywhere` all of the person's sessions, including tokens and open sockets. If the session began at
/// the login provider, the answer says where the browser goes to log out there too; otherwise the next person to log in would be taken
/// for this one. If the answer is lost, the same refresh token gets the same answer again for ten minutes.
#[utoipa::path(post, path = "/oauth/logout", tag = "account", request_body = LogoutRequest, responses((status = 200, body = SignedOut)))]
pub async fn logout(
    State(app): State<App>,
    _: SameSite,
    member: MaybeMember,
    lang: Lang,
    jar: CookieJar,
    Json(request): Json<LogoutRequest>,
) -> Result<(CookieJar, Json<SignedOut>), Problem> {
    let shown = request.refresh_token.or_else(|| jar.get(REFRESH_COOKIE).map(|cookie| cookie.value().to_owned()));
    let shown = shown.as_deref().and_then(Secret::parse);
    let began = session::logout(&app, member.0.map(|member| member.session_id), shown.as_ref(), request.everywhere).await?;
    let signed_out = match began {
        Some(id_token) => out_at_provider(&app, &id_token, lang).await,
        None => SignedOut::default(),
    };
    Ok((jar.add(no_refresh_cookie(&app)), Json(signed_out)))
}

/// Returns the answer to a logout. The session is over here, whether or not the provider can log the browser out.
async fn out_at_provider(app: &App, id_token: &str, lang: Lang) -> SignedOut {
    let home = format!("{}{}", app.settings.public_url, lang.pick("/", "/en"));
    let provider_url = match LoginProvider::from_app(app) {
        Ok(provider) => provider.sign_out(id_token, &home, lang.as_str()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "nobody is signed out at the login provider");
            None
        }),
        Err(error) => {
            tracing::error!(%error, "no login provider");
            None
        }
    };
    SignedOut { provider_stays: provider_url.is_none(), provider_url: provider_url.map(String::from) }
}

/// My account
#[utoipa::path(get, path = "/user/me", tag = "account", responses((status = 200, body = Me)))]
pub async fn me(State(app): State<App>, member: Member) -> Result<Json<Me>, Problem> {
    me::load(&app, member.user_id).await.map(Json)
}

fn refresh_cookie(app: &App, token: &Secret) -> Cookie<'static> {
    cookie(app, REFRESH_COOKIE, token.reveal(), "/api/oauth", refresh_seconds(app))
}

/// Returns a cookie that makes the browser drop the refresh token.
fn no_refresh_cookie(app: &App) -> Cookie<'static> {
    cookie(app, REFRESH_COOKIE, "", "/api/oauth", 0)
}

fn cookie(app: &App, name: &'static str, value: &str, path: &'static str, seconds: i64) -> Cookie<'static> {
    Cookie::build((name, value.to_owned()))
        .path(path)
        .http_only(true)
        .secure(app.settings.secure_cookies())
        .same_site(CookieSameSite::Lax)
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}
