//! The middleware that asks the table before any handler runs.

use axum::extract::{MatchedPath, Request, State};
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
    if who != Who::Anyone {
        admit(who, Caller::of(&mut parts, &app).await?.member()?)?;
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

fn admit(who: Who, member: Member) -> Result<(), Problem> {
    match who {
        Who::Anyone | Who::Member => Ok(()),
        Who::Active => member.active().map(|_| ()),
        Who::Verified => member.verified().map(|_| ()),
        Who::Operator => member.operator().map(|_| ()),
    }
}
