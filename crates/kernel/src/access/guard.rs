//! The middleware that checks a call's rule before any handler runs.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Utc};

use super::caller::Polled;
use super::rules::{Rule, Rules, Verb, Who};
use super::{Caller, Member};
use crate::app::App;
use crate::database;
use crate::problem::{Problem, codes};

/// Rejects a call when its rule does not admit the caller, or the caller has no right over the thing it names.
///
/// # Errors
/// 401 or 403 with the reason; 404 with the thing's own code; 422 when the body does not name the thing.
pub async fn guard(State((app, rules)): State<(App, Arc<Rules>)>, request: Request, next: Next) -> Result<Response, Problem> {
    let Some(rule) = rule_of(&rules, &request) else {
        // Unknown methods on known paths end here too.
        return Err(codes::method_not_allowed.into());
    };
    if rule.verb == Verb::WritingGet && request.method() == Method::HEAD {
        return Ok(([(ALLOW, "GET, POST")], Problem::new(codes::method_not_allowed)).into_response());
    }
    let (mut parts, mut body) = request.into_parts();
    if rule.polled {
        parts.extensions.insert(Polled);
    }
    if !matches!(rule.who, Who::Public | Who::Anyone) {
        let member = Caller::from_parts(&mut parts, &app).await?.member()?;
        admit(rule, member.clone(), app.now())?;
        if let Some(over) = rule.over {
            let name;
            (name, body) = over.named.read(&mut parts, body).await?;
            let role = over.thing.role(&app, &mut *app.db.acquire().await?, &member, &name).await?;
            let role = role.filter(|role| over.roles.contains(role)).ok_or(over.thing.not_found)?;
            parts.extensions.insert(role);
        }
    }
    let answer = next.run(Request::from_parts(parts, body));
    Ok(if rule.verb == Verb::Get { database::read_only(answer).await } else { answer.await })
}

fn rule_of<'a>(rules: &'a Rules, request: &Request) -> Option<&'a Rule> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    rules.find(request.method(), path.strip_prefix("/api").unwrap_or(path))
}

/// Marks every answer that is or may be personal as `no-store`. A handler cannot weaken this.
pub async fn keep_nowhere(State(rules): State<Arc<Rules>>, request: Request, next: Next) -> Response {
    let is_public = rule_of(&rules, &request).is_some_and(|rule| rule.who == Who::Public);
    let mut response = next.run(request).await;
    let mut said = response.headers().get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    if !is_public && !said.any(|value| value.split(',').any(|word| word.trim().eq_ignore_ascii_case("no-store"))) {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(rule: &Rule, member: Member, now: DateTime<Utc>) -> Result<(), Problem> {
    match rule.who {
        Who::Public | Who::Anyone | Who::Member => Ok(()),
        Who::Active => member.active().map(|_| ()),
        Who::Verified => member.verified().map(|_| ()),
        Who::Promoter => member.promoter().map(|_| ()),
        Who::StaffMember => member.staff_member().map(|_| ()),
        Who::Staff(roles) => {
            let staff = member.staff()?;
            if !staff.has(roles) {
                return Err(codes::role_required.into());
            }
            if rule.fresh && !staff.console.times.is_fresh(now) {
                return Err(codes::factor_required.into());
            }
            Ok(())
        }
    }
}
