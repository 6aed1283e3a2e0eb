//! The same with an S3-compatible store, as far as its protocol goes: signed requests on a bucket's keys.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::put;
use serde_json::json;

use crate::pictures::{png, upload};
use crate::support::World;

#[derive(Clone, Default)]
struct Bucket {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
    away: Arc<std::sync::atomic::AtomicBool>,
}

impl Bucket {
    fn keys(&self) -> Vec<String> {
        self.objects.lock().unwrap().keys().cloned().collect()
    }

    fn refuses(&self, headers: &HeaderMap) -> Option<StatusCode> {
        if self.away.load(std::sync::atomic::Ordering::Relaxed) {
            return Some(StatusCode::SERVICE_UNAVAILABLE);
        }
        let signed = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let ours = signed.starts_with("AWS4-HMAC-SHA256 Credential=lime/") && signed.contains("/ap-southeast-1/s3/aws4_request");
        (!ours).then_some(StatusCode::FORBIDDEN)
    }
}

async fn write(State(bucket): State<Bucket>, Path(key): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = bucket.refuses(&headers) {
        return refused.into_response();
    }
    bucket.objects.lock().unwrap().insert(key, body);
    [("etag", "\"1\"")].into_response()
}

async fn read(State(bucket): State<Bucket>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    if let Some(refused) = bucket.refuses(&headers) {
        return refused.into_response();
    }
    let found = bucket.objects.lock().unwrap().get(&key).cloned();
    let dated = [("etag", "\"1\""), ("last-modified", "Sat, 21 Nov 2026 11:00:00 GMT")];
    found.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |bytes| (dated, bytes).into_response())
}

async fn remove(State(bucket): State<Bucket>, Path(key): Path<String>, headers: HeaderMap) -> StatusCode {
    bucket.refuses(&headers).unwrap_or_else(|| {
        bucket.objects.lock().unwrap().remove(&key);
        StatusCode::NO_CONTENT
    })
}

async fn open(bucket: &Bucket) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let calls = Router::new().route("/manao/{*key}", put(write).get(read).delete(remove)).with_state(bucket.clone());
    let calls = calls.layer(axum::extract::DefaultBodyLimit::max(20 << 20));
    tokio::spawn(async move { axum::serve(listener, calls).await });
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn files_lie_in_a_bucket_and_a_store_that_is_away_is_told() {
    let bucket = Bucket::default();
    let url = open(&bucket).await;
    let world = World::with(|settings| {
        settings.files_url = "s3://manao/shop".to_owned();
        settings.files_s3_endpoint = Some(url);
        settings.files_s3_region = "ap-southeast-1".to_owned();
        settings.files_s3_key = Some("lime".to_owned());
        settings.files_s3_secret = Some("secret".to_owned());
        settings.provider_timeout_ms = 1_000;
    })
    .await;
    let lime = world.user("lime").await;
    let link = upload(&lime, "profile", "a.png", &png(60, 60)).await.ok()["data"].as_str().unwrap().to_owned();
    assert_eq!(bucket.keys(), [format!("shop/public{}", link.trim_start_matches("/files"))]);
    let read = async || lime.http.get(format!("{}{link}", world.url)).send().await.unwrap().status().as_u16();
    assert_eq!(read().await, 200);

    let edit = |picture: &str, version: i64| json!({"displayName": "Lime", "picture": picture, "version": version});
    lime.post("/user/edit-profile", edit(&link, 0)).await.ok();
    bucket.away.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(read().await, 503);
    let refused = upload(&lime, "profile", "b.png", &png(60, 60)).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(503, "service_unavailable");
    lime.post("/user/edit-profile", edit("", 1)).await.ok();

    bucket.away.store(false, std::sync::atomic::Ordering::Relaxed);
    world.tick("files.purge").await;
    assert_eq!((bucket.keys().len(), read().await), (0, 404), "what was let go is removed once the store is back");
}
