//! The hub's HTTP: the upgrade of `/ws`, and `POST /publish` for services without the library.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};

use axum::extract::rejection::JsonRejection;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Json, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use chrono::Utc;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use subtle::ConstantTimeEq;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use utoipa::ToSchema;

use crate::address;
use crate::bus::{Position, Publication};
use crate::frame::{SUBPROTOCOL, close};
use crate::hub::{Hub, PublishError};
use crate::share::Slot;
use crate::socket;

pub(crate) fn router(hub: Hub) -> axum::Router {
    let mut router = axum::Router::new().route("/ws", get(upgrade));
    if hub.inner.settings.api_key.as_deref().is_some_and(|key| !key.is_empty()) {
        let limit = DefaultBodyLimit::max(hub.inner.settings.event_bytes + 4096);
        router = router.route("/publish", post(publish).layer(limit));
    }
    router.with_state(hub)
}

/// The connection of a request that wants to become a socket. Handled here, because the framework's own socket cannot be read below its frames
/// (see [`socket`]); its extractor still decides whether the request may.
struct Line(Option<OnUpgrade>);

impl<S: Sync> FromRequestParts<S> for Line {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get().cloned()))
    }
}

async fn upgrade(
    State(hub): State<Hub>,
    Line(line): Line,
    ws: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    parts: Parts,
) -> Response {
    let ws = match ws {
        Ok(ws) => ws,
        Err(rejection) => return rejection.into_response(),
    };
    let (Some(line), Some(key)) = (line, parts.headers.get(header::SEC_WEBSOCKET_KEY)) else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let inner = hub.inner.clone();
    if inner.sends_away() {
        let problem = problem(&parts.headers, StatusCode::SERVICE_UNAVAILABLE, "draining", "This node is leaving; connect again");
        return ([(header::RETRY_AFTER, "1")], problem).into_response();
    }
    if !origin_allowed(&parts.headers, &inner.settings.allowed_origins) {
        return problem(&parts.headers, StatusCode::FORBIDDEN, "origin_not_allowed", "This origin may not connect");
    }
    let offered = ws.requested_protocols().next().is_some();
    let ws = ws.protocols([SUBPROTOCOL]);
    if offered && ws.selected_protocol().is_none() {
        return problem(&parts.headers, StatusCode::BAD_REQUEST, "unsupported_protocol", "The subprotocol is manao.v2");
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let address = address::client(&parts.headers, peer, inner.settings.proxies).unwrap_or(Ipv4Addr::UNSPECIFIED.into());
    let slot = Slot::take(&inner, address::network(address));
    let frame = inner.settings.frame_bytes;
    // The default read buffer (128 KiB, zeroed at every read) would be most of a socket's cost. Only the library's own answers go through its
    // write buffer, at once.
    let config = WebSocketConfig::default()
        .read_buffer_size(512)
        .write_buffer_size(0)
        .max_message_size(Some(frame))
        .max_frame_size(Some(frame));
    // Dropped, so that sockets do not keep a dropped hub alive.
    drop(hub);
    tokio::spawn(async move {
        let Ok(line) = line.await else { return };
        // Boxed: a task is as large as the largest of its steps, for as long as the socket lives.
        let socket = Box::pin(WebSocketStream::from_raw_socket(TokioIo::new(line), Role::Server, Some(config))).await;
        let socket = Box::new(socket);
        match slot {
            Some(slot) => socket::serve(inner, socket, slot).await,
            None => socket::refuse(inner, socket, close::TOO_MANY_CONNECTIONS, "too many sockets").await,
        }
    });
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(accept) = HeaderValue::from_str(&derive_accept_key(key.as_bytes())) {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    }
    if let Some(protocol) = ws.selected_protocol() {
        headers.insert(header::SEC_WEBSOCKET_PROTOCOL, protocol.clone());
    }
    response
}

/// Browsers name the page's origin; it must be ours or allowed. Other clients send none.
fn origin_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if allowed.iter().any(|known| known == "*" || known.trim_end_matches('/').eq_ignore_ascii_case(origin)) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.split_once("://").map(|(_, host)| host);
    matches!((page, host), (Some(page), Some(host)) if page.eq_ignore_ascii_case(host))
}

/// Body of `POST /publish`.
#[derive(Deserialize, ToSchema)]
pub struct PublishRequest {
    /// Topic.
    pub topic: String,
    /// Event name.
    pub event: String,
    /// Payload, any JSON.
    #[schema(value_type = Object)]
    pub data: Box<RawValue>,
    /// Event id; repeats are dropped. Generated if absent.
    pub id: Option<String>,
    /// Version of a state topic's snapshot.
    pub version: Option<i64>,
}

/// An error in the format of RFC 9457, as everywhere in Manao.
#[derive(Serialize, ToSchema)]
struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    code: &'static str,
    /// In the requested language, Thai by default.
    message: &'static str,
    detail: String,
}

/// Messages for users, by code: Thai, English.
const MESSAGES: &[(&str, &str, &str)] = &[
    ("draining", "เซิร์ฟเวอร์นี้กำลังปิดปรับปรุง กรุณาเชื่อมต่อใหม่อีกครั้ง", "This server is leaving. Please connect again."),
    ("origin_not_allowed", "ไม่อนุญาตให้เชื่อมต่อจากเว็บไซต์นี้", "This site may not connect."),
    ("unsupported_protocol", "ไม่รองรับโปรโตคอลนี้", "This protocol is not supported."),
    ("unauthorized", "คีย์ไม่ถูกต้องหรือไม่ได้ระบุคีย์", "The key is missing or wrong."),
    ("unreadable", "ไม่สามารถอ่านข้อมูลที่ส่งมาได้", "The request could not be read."),
    ("unknown_topic", "ไม่มีหัวข้อนี้", "There is no such topic."),
    ("too_large", "ข้อมูลมีขนาดใหญ่เกินกำหนด", "The event is too large."),
    ("unavailable", "ระบบไม่พร้อมให้บริการชั่วคราว กรุณาลองใหม่อีกครั้ง", "Temporarily unavailable. Please try again."),
];

fn problem(headers: &HeaderMap, status: StatusCode, code: &'static str, detail: impl Into<String>) -> Response {
    let language = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let english = language.trim_start().get(..2).is_some_and(|first| first.eq_ignore_ascii_case("en"));
    let message = MESSAGES.iter().find(|(known, ..)| *known == code).map_or("", |(_, th, en)| if english { en } else { th });
    let title = status.canonical_reason().unwrap_or("Error");
    let body = Problem { kind: "about:blank", title, status: status.as_u16(), code, message, detail: detail.into() };
    (status, [(header::CONTENT_TYPE, "application/problem+json")], Json(body)).into_response()
}

async fn publish(
    State(hub): State<Hub>,
    headers: HeaderMap,
    body: Result<Json<PublishRequest>, JsonRejection>,
) -> Result<Json<Position>, Response> {
    let key = hub.inner.settings.api_key.as_deref().unwrap_or_default();
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !shown.is_some_and(|shown| bool::from(shown.as_bytes().ct_eq(key.as_bytes()))) {
        return Err(problem(&headers, StatusCode::UNAUTHORIZED, "unauthorized", "The key is missing or wrong"));
    }
    let Json(request) = body.map_err(|rejection| problem(&headers, rejection.status(), "unreadable", rejection.body_text()))?;
    let publication = Publication {
        topic: request.topic,
        id: request.id.unwrap_or_else(|| uuid::Uuid::now_v7().to_string()),
        event: request.event,
        at: Utc::now(),
        version: request.version,
        data: request.data,
        fence: None,
    };
    let refused = |error: PublishError| {
        let (status, code) = match &error {
            PublishError::UnknownTopic(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unknown_topic"),
            PublishError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            PublishError::Bus(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        };
        problem(&headers, status, code, error.to_string())
    };
    let positions = hub.publish(vec![publication]).await.map_err(refused)?;
    let position = positions.into_iter().next();
    position.map(Json).ok_or_else(|| problem(&headers, StatusCode::SERVICE_UNAVAILABLE, "unavailable", "No position"))
}
