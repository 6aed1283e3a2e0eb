//! The parts of a request that metrics and logs show: words from fixed lists, and only the ends of a caller's own values.

use axum::extract::{MatchedPath, Request};
use axum::http::header::ALLOW;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use manao_kernel::problem::{Problem, answer, codes};

/// Returns a known method, or `other`.
pub(super) fn method(method: &Method) -> &'static str {
    const METHODS: &[&str] = &["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    METHODS.iter().find(|known| **known == method.as_str()).copied().unwrap_or("other")
}

/// Returns the class of a status: `2xx` and so on.
pub(super) fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

/// Returns the route; empty for a refused request, or strangers could create a series for every path, method and class.
pub(super) fn path(route: &str, status: StatusCode) -> &str {
    if status.is_client_error() { "" } else { route }
}

/// Refuses unknown methods.
pub(super) async fn door(request: Request, next: Next) -> Response {
    if method(request.method()) != "other" {
        return next.run(request).await;
    }
    let (parts, _) = request.into_parts();
    let mut refused = answer::refused(&parts, &Problem::new(codes::method_not_allowed));
    refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    refused
}

/// Returns the span of a request: its route as the table names it, and the ends of the values in it.
pub(super) fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let id = answer::request_id(request.headers());
    let route = request.extensions().get::<MatchedPath>().map_or("(page)", MatchedPath::as_str);
    let values = values(route, request.uri().path());
    tracing::info_span!("request", id, method = method(request.method()), route, values)
}

/// Returns the values of a path, masked; None when its route has none.
fn values(route: &str, path: &str) -> Option<String> {
    let named = |part: &str| part.starts_with('{') && !part.starts_with("{*");
    let values = route.split('/').zip(path.split('/')).filter(|(part, _)| named(part)).map(|(_, value)| masked(value));
    Some(values.collect::<Vec<_>>().join(" ")).filter(|values| !values.is_empty())
}

/// Returns the last two characters, if there are enough others.
fn masked(value: &str) -> String {
    let plain = value.len() > 6 && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    format!("…{}", if plain { &value[value.len() - 2..] } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invented_method_is_no_label() {
        assert_eq!(method(&Method::POST), "POST");
        for invented in ["BREW", "get", "CONNECT", &"A".repeat(60_000)] {
            assert_eq!(method(&Method::from_bytes(invented.as_bytes()).unwrap()), "other");
        }
    }

    #[test]
    fn a_refused_request_has_no_path() {
        assert_eq!(path("/api/user/me", StatusCode::OK), "/api/user/me");
        assert_eq!(path("/api/user/me", StatusCode::INTERNAL_SERVER_ERROR), "/api/user/me");
        for status in
            [StatusCode::UNAUTHORIZED, StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED, StatusCode::TOO_MANY_REQUESTS]
        {
            assert_eq!(path("/api/user/me", status), "");
        }
    }

    #[test]
    fn of_a_value_only_the_end_is_seen() {
        assert_eq!(
            values("/api/kyc/check-kyc-mobile-number/{mobile}", "/api/kyc/check-kyc-mobile-number/0812345678").as_deref(),
            Some("…78")
        );
        assert_eq!(values("/api/console/repairs/{deliveryId}", "/api/console/repairs/17").as_deref(), Some("…"));
        assert_eq!(values("/x/{a}/y/{b}", "/x/%00%00%00%00/y/1234567").as_deref(), Some("… …67"));
        assert_eq!(values("/api/{*rest}", "/api/0812345678"), None);
        assert_eq!(values("/api/user/me", "/api/user/me"), None);
    }
}
