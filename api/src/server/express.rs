//! The express lane: a catalogue query with a cached answer is answered before the rest of the server runs.
//!
//! Such a read is open to everyone, needs no database and cannot fail, so of all the layers it needs only three things: the headers on
//! every answer, a request id, and metrics. Anything not cached goes the usual way.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use metrics::Histogram;
use tower::Service;

use super::headers;
use super::routes::TIMEOUT;
use manao_kernel::app::App;
use manao_shop::catalogue::{self, Answers, KEPT_BODY, PATHS};

/// The whole server: the express lane in front of all the routes.
#[derive(Clone)]
pub struct Express {
    lane: Arc<Lane>,
    router: Router,
}

struct Lane {
    app: App,
    answers: Arc<Answers>,
    /// The headers of every cached answer
    headers: HeaderMap,
    /// By the index of the path
    measured: Vec<Histogram>,
}

impl Express {
    pub fn new(app: &App, router: Router) -> Self {
        let mut fixed = HeaderMap::new();
        fixed.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        fixed.extend(headers::secure(&app.settings));
        let measured = PATHS
            .iter()
            .map(|path| metrics::histogram!("manao_http_seconds", "method" => "POST", "path" => *path, "status" => "2xx"))
            .collect();
        let lane = Lane { app: app.clone(), answers: catalogue::answers_of(app), headers: fixed, measured };
        Self { lane: Arc::new(lane), router }
    }
}

impl Lane {
    /// Returns the index of the path, if this may be a query with a cached answer.
    fn takes(request: &Request) -> Option<usize> {
        let small = request.body().size_hint().exact().is_some_and(|length| length <= KEPT_BODY as u64);
        if !small || request.method() != Method::POST || request.headers().contains_key(CONTENT_ENCODING) {
            return None;
        }
        PATHS.iter().position(|path| *path == request.uri().path())
    }

    fn answer(&self, kept: Bytes, id: Option<HeaderValue>) -> Response {
        let mut response = Response::new(Body::from(kept));
        response.headers_mut().clone_from(&self.headers);
        if let Some(id) = id.or_else(headers::new_request_id) {
            response.headers_mut().insert(headers::REQUEST_ID, id);
        }
        response
    }
}

async fn serve(lane: Arc<Lane>, path: usize, request: Request, mut router: Router) -> Result<Response, Infallible> {
    let start = Instant::now();
    let (mut parts, body) = request.into_parts();
    let body = match tokio::time::timeout(TIMEOUT, axum::body::to_bytes(body, KEPT_BODY)).await {
        Ok(Ok(body)) => body,
        // The connection broke during the query, or the query does not end.
        Ok(Err(_)) => return Ok(headers::status(StatusCode::BAD_REQUEST)),
        Err(_) => return Ok(headers::status(StatusCode::REQUEST_TIMEOUT)),
    };
    let Some(kept) = lane.answers.kept(&body, lane.app.now()) else {
        return router.call(Request::from_parts(parts, Body::from(body))).await;
    };
    let id = parts.headers.remove(headers::REQUEST_ID).filter(headers::is_plain_id);
    let response = lane.answer(kept, id);
    lane.measured[path].record(start.elapsed());
    Ok(response)
}

impl Service<Request> for Express {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // The routes are always ready.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match Lane::takes(&request) {
            Some(path) => Box::pin(serve(Arc::clone(&self.lane), path, request, self.router.clone())),
            None => Box::pin(self.router.call(request)),
        }
    }
}
