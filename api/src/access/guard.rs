//! The middleware that asks the table before any handler runs.

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::Next;
use axum::response::Response;

use super::rules::{self, Who};
use super::{Caller, Member};
use crate::app::App;
use crate::problem::{Problem, codes};

/// Refuses a call whose row does not admit its caller.
///
/// # Errors
/// 401 or 403 with the reason.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
    let call = path.strip_prefix("/api").unwrap_or(&path);
    let Some(who) = rules::find(request.method(), call) else {
        // Unknown methods of known paths come this way too.
        return Err(codes::method_not_allowed.into());
    };
    let (mut parts, body) = request.into_parts();
    if !matches!(who, Who::Public | Who::Anyone) {
        admit(who, Caller::of(&mut parts, &app).await?.member()?)?;
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// Says of every answer that is somebody's own, or may be, that it is kept nowhere. A handler may not say less.
pub async fn keep_nowhere(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
    let is_public = rules::find(request.method(), path.strip_prefix("/api").unwrap_or(&path)) == Some(Who::Public);
    let mut response = next.run(request).await;
    let mut said = response.headers().get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    if !is_public && !said.any(|value| value.split(',').any(|word| word.trim().eq_ignore_ascii_case("no-store"))) {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(who: Who, member: Member) -> Result<(), Problem> {
    match who {
        Who::Public | Who::Anyone | Who::Member => Ok(()),
        Who::Active => member.active().map(|_| ()),
        Who::Verified => member.verified().map(|_| ()),
        Who::Operator => member.operator().map(|_| ()),
    }
}
