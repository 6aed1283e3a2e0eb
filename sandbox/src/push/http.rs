//! The push service over HTTP (RFC 8030).

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header::CONTENT_ENCODING, header::LOCATION},
    response::IntoResponse,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Utc;
use serde::Deserialize;
use serde_json::{Value, json};
use web_push_native::{
    Auth, decrypt,
    p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint},
};

use super::{
    model::{PushMessage, Subscription},
    vapid,
};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    ids,
    refusal::{Body, Refusal},
};

/// The largest body that every push service accepts.
const LARGEST: usize = 4096;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wish {
    /// `applicationServerKey`, base64url.
    key: Option<String>,
}

/// Subscribes a browser: the answer is the one that `PushManager.subscribe` gives.
pub async fn subscribe(
    State(app): State<Shared>,
    headers: HeaderMap,
    Body(wish): Body<Wish>,
) -> Result<impl IntoResponse, Refusal> {
    let secret = fresh_key()?;
    let auth: [u8; 16] = rand::random();
    let subscription = Subscription {
        id: ids::with("push_"),
        secret: URL_SAFE_NO_PAD.encode(secret.to_bytes()),
        auth: URL_SAFE_NO_PAD.encode(auth),
        shop: wish.key,
    };
    let shown = json!({
        "id": subscription.id,
        "endpoint": format!("{}/push/{}", app.base(&headers), subscription.id),
        "keys": {
            "p256dh": URL_SAFE_NO_PAD.encode(secret.public_key().to_encoded_point(false).as_bytes()),
            "auth": subscription.auth,
        },
    });
    app.store
        .change(|state| {
            state.push_subscriptions.put(subscription.id.clone(), subscription);
        })
        .await;
    Ok((StatusCode::CREATED, Json(shown)))
}

fn fresh_key() -> Result<SecretKey, Refusal> {
    // Almost all random values are valid keys.
    SecretKey::from_slice(&rand::random::<[u8; 32]>()).map_err(|_| Refusal::new(500, "no_key", "try again"))
}

/// Removes a browser's subscription: from now on 410.
pub async fn unsubscribe(State(app): State<Shared>, Path(id): Path<String>) -> StatusCode {
    app.store.change(|state| state.push_subscriptions.take(&id)).await;
    StatusCode::NO_CONTENT
}

/// Takes a message from the shop.
pub async fn take(
    State(app): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let subject = Subject { subscription: Some(id.clone()), ..Subject::default() };
    faults::gate(&app, Kind::PushSlow, Kind::PushDown, &subject).await?;
    if let Some(rule) = faults::hit(&app, Kind::PushBusy, &subject) {
        return Err(Refusal::new(429, "busy", "too many messages (fault)").retry_after(rule.wait(1_000).as_secs().max(1)));
    }
    if faults::hit(&app, Kind::PushGone, &subject).is_some() {
        return Err(gone());
    }
    let subscription = app.store.read(|state| state.push_subscriptions.get(&id).cloned()).ok_or_else(gone)?;
    let sender = vapid::sender(&headers, &app.base(&headers))?;
    if subscription.shop.as_ref().is_some_and(|shop| *shop != sender) {
        return Err(Refusal::new(403, "vapid_other_key", "the browser subscribed with another key"));
    }
    let message = read(&subscription, &headers, &body)?;
    let location = format!("{}/push/messages/{}", app.base(&headers), message.id);
    app.store
        .change(|state| {
            state.push_messages.put(message.id.clone(), message);
        })
        .await;
    Ok((StatusCode::CREATED, [(LOCATION, location)]))
}

fn read(subscription: &Subscription, headers: &HeaderMap, body: &Bytes) -> Result<PushMessage, Refusal> {
    let bad = |why: &str| Refusal::new(400, "bad_request", why);
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let ttl = header("ttl").and_then(|ttl| ttl.parse().ok()).ok_or_else(|| bad("TTL is missing"))?;
    if header(CONTENT_ENCODING.as_str()) != Some("aes128gcm") {
        return Err(bad("Content-Encoding must be aes128gcm"));
    }
    if body.len() > LARGEST {
        return Err(Refusal::new(413, "too_large", "more than 4096 bytes"));
    }
    let topic = header("topic");
    let is_plain = |topic: &str| topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if topic.is_some_and(|topic| topic.len() > 32 || !is_plain(topic)) {
        return Err(bad("Topic must be at most 32 letters of base64url"));
    }
    let urgency = header("urgency");
    if urgency.is_some_and(|urgency| !["very-low", "low", "normal", "high"].contains(&urgency)) {
        return Err(bad("Urgency is none"));
    }
    Ok(PushMessage {
        id: ids::with("pmsg_"),
        subscription: subscription.id.clone(),
        text: decrypted(subscription, body).ok_or_else(|| bad("the message does not open with the browser's keys"))?,
        topic: topic.map(str::to_owned),
        urgency: urgency.map(str::to_owned),
        ttl,
        at: Utc::now(),
    })
}

fn decrypted(subscription: &Subscription, body: &Bytes) -> Option<String> {
    let secret = SecretKey::from_slice(&URL_SAFE_NO_PAD.decode(&subscription.secret).ok()?).ok()?;
    let auth: [u8; 16] = URL_SAFE_NO_PAD.decode(&subscription.auth).ok()?.try_into().ok()?;
    String::from_utf8(decrypt(body.to_vec(), &secret, &Auth::from(auth)).ok()?).ok()
}

fn gone() -> Refusal {
    Refusal::new(410, "gone", "there is no such browser any more")
}

#[derive(Deserialize)]
pub struct Wanted {
    subscription: Option<String>,
    limit: Option<usize>,
}

/// Returns the received messages, newest first.
pub async fn messages(State(app): State<Shared>, Query(wanted): Query<Wanted>) -> Json<Value> {
    let limit = wanted.limit.unwrap_or(50).min(500);
    let items: Vec<Value> = app.store.read(|state| {
        let mine = state.push_messages.values().rev();
        let mine = mine.filter(|message| wanted.subscription.as_ref().is_none_or(|id| *id == message.subscription));
        mine.take(limit).map(|message| json!(**message)).collect()
    });
    Json(json!({"items": items}))
}
