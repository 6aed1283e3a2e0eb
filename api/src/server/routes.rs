//! The whole tree of routes and the layers around it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::openapi::{PathItem, RefOr};
use utoipa_axum::router::OpenApiRouter;

use super::{headers, health, seen};
use crate::{features, openapi, pages};
use manao_content::files::pictures;
use manao_kernel::access::rules::Rules;
use manao_kernel::problem::{Problem, answer, codes};
use manao_kernel::{App, Feature, access};
use manao_people::files;

/// Largest body of a call; uploads have a limit of their own.
const BODY: usize = 256 * 1024;
/// Longest time of a call, except for uploads.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the OpenAPI document of this build.
///
/// # Errors
/// When it is inconsistent (see [`openapi::finish`]).
pub fn document() -> Result<Value> {
    let features = features::all();
    let rules = Rules::new(features::rules(&features))?;
    let (_, document) = collect(features)?.split_for_parts();
    openapi::finish(&document, &rules)
}

fn collect(features: Vec<Feature>) -> Result<OpenApiRouter<App>> {
    let mut schemas = BTreeMap::new();
    let base = openapi::base(&features);
    openapi::add_schemas(&mut schemas, &base)?;
    let mut calls = OpenApiRouter::new();
    for feature in features {
        openapi::add_schemas(&mut schemas, feature.routes.get_openapi())?;
        calls = calls.merge(feature.routes);
    }
    Ok(OpenApiRouter::with_openapi(base).nest("/api", calls))
}

pub(super) fn router(app: &App, features: Vec<Feature>) -> Result<Router> {
    let sources = features.iter().flat_map(|feature| feature.pages.iter().copied()).collect();
    let feeds = features.iter().flat_map(|feature| feature.feeds.iter().copied()).collect();
    let rules = Arc::new(Rules::new(features::rules(&features))?);
    let (calls, document) = collect(features)?.split_for_parts();
    every_route_has_a_rule(&document, &rules)?;
    let times = Arc::new(Times { uploads: uploads(&document), upload: TIMEOUT + files::longest(&app.settings) });
    let document = axum::body::Bytes::from(serde_json::to_vec(&openapi::finish(&document, &rules)?)?);
    let calls = calls
        .route("/api/openapi.json", get(async move || ([(axum::http::header::CONTENT_TYPE, "application/json")], document)))
        .route_layer(middleware::from_fn_with_state((app.clone(), Arc::clone(&rules)), access::guard))
        .route_layer(middleware::from_fn_with_state(rules, access::keep_nowhere))
        .route_layer(middleware::from_fn(observe))
        .route("/api/{*rest}", axum::routing::any(async || Problem::new(codes::not_found)))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(times, in_time))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(answer::layer));
    let secure = Arc::new(headers::secure(&app.settings));
    let router = calls
        .merge(health::routes())
        .merge(files::served())
        .merge(pictures::served())
        .with_state(app.clone())
        .fallback_service(pages::router(app, sources, feeds, &features::linked_pages())?)
        .merge(app.hub.as_ref().map(manao_hub::Hub::router).unwrap_or_default())
        .layer(middleware::map_response_with_state(secure, complete))
        .layer(middleware::from_fn(seen::door))
        .layer(TraceLayer::new_for_http().make_span_with(seen::span).on_response(answered).on_failure(()))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(SetRequestIdLayer::x_request_id(MakeId))
        .layer(middleware::map_request(drop_foreign_id));
    Ok(router)
}

fn every_route_has_a_rule(document: &utoipa::openapi::OpenApi, rules: &Rules) -> Result<()> {
    for (path, item) in &document.paths.paths {
        let call = path.strip_prefix("/api").unwrap_or(path);
        for (method, operation) in [
            (Method::GET, &item.get),
            (Method::POST, &item.post),
            (Method::PUT, &item.put),
            (Method::PATCH, &item.patch),
            (Method::DELETE, &item.delete),
        ] {
            let known = operation.is_none() || rules.find(&method, call).is_some();
            ensure!(known, "{method} {call} is registered without its rule");
        }
    }
    Ok(())
}

/// Time limits of calls.
struct Times {
    /// Paths of calls that take a file
    uploads: BTreeSet<String>,
    upload: Duration,
}

/// Returns the paths of calls that read a form.
fn uploads(document: &utoipa::openapi::OpenApi) -> BTreeSet<String> {
    let reads_a_form = |item: &PathItem| {
        let body = item.post.as_ref().and_then(|operation| operation.request_body.as_ref());
        matches!(body, Some(RefOr::T(body)) if body.content.contains_key("multipart/form-data"))
    };
    document.paths.paths.iter().filter(|(_, item)| reads_a_form(item)).map(|(path, _)| path.clone()).collect()
}

async fn in_time(State(times): State<Arc<Times>>, path: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let takes_a_file = path.is_some_and(|path| times.uploads.contains(path.as_str()));
    let time = if takes_a_file { times.upload } else { TIMEOUT };
    let answer = tokio::time::timeout(time, next.run(request)).await;
    answer.unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
}

async fn complete(State(secure): State<Arc<HeaderMap>>, mut answer: Response) -> Response {
    headers::complete(&mut answer, &secure);
    answer
}

fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let said =
        cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    Problem::internal(format!("panic: {said}")).into_response()
}

async fn observe(path: MatchedPath, request: Request, next: Next) -> Response {
    let start = std::time::Instant::now();
    let method = seen::method(request.method());
    let response = next.run(request).await;
    let status = seen::class(response.status());
    let path = seen::path(path.as_str(), response.status());
    let labels = [("method", method.into()), ("path", path.to_owned().into()), ("status", status.into())];
    let labels: [(&str, metrics::SharedString); 3] = labels;
    metrics::histogram!("manao_http_seconds", &labels).record(start.elapsed());
    response
}

#[derive(Clone)]
struct MakeId;

impl MakeRequestId for MakeId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        headers::new_request_id().map(RequestId::new)
    }
}

async fn drop_foreign_id(mut request: Request) -> Request {
    if request.headers().get(headers::REQUEST_ID).is_some_and(|id| !headers::is_plain_id(id)) {
        request.headers_mut().remove(headers::REQUEST_ID);
    }
    request
}

/// Logs failures; successes only on request (`RUST_LOG=manao_api=debug`).
fn answered<B>(response: &axum::http::Response<B>, took: Duration, _: &tracing::Span) {
    let (status, ms) = (response.status().as_u16(), took.as_millis() as u64);
    match status {
        500.. => tracing::error!(status, ms, "answered"),
        400.. => tracing::info!(status, ms, "answered"),
        _ => tracing::debug!(status, ms, "answered"),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt as _;

    use super::*;

    #[test]
    fn calls_that_take_a_file_are_known_by_their_form() {
        let (_, document) = collect(features::all()).unwrap().split_for_parts();
        assert_eq!(
            uploads(&document).into_iter().collect::<Vec<_>>(),
            [
                "/api/tournament/upload-entrant-picture/{contestantId}",
                "/api/tournament/upload-match-picture/{matchId}",
                "/api/user/document/upload",
                "/api/utils/upload/{dir}/",
            ]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_may_take_longer_than_other_calls() {
        let slow = || get(async || tokio::time::sleep(Duration::from_secs(1_000)).await);
        let times = Arc::new(Times { uploads: ["/files/{dir}".to_owned()].into(), upload: Duration::from_secs(1_001) });
        let router = Router::new().route("/files/{dir}", slow()).route("/call", slow());
        let router = router.layer(middleware::from_fn_with_state(times, in_time));
        for (path, status) in [("/files/team", StatusCode::OK), ("/call", StatusCode::REQUEST_TIMEOUT)] {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            assert_eq!(router.clone().oneshot(request).await.unwrap().status(), status, "{path}");
        }
    }
}
