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

use crate::profile::pictures::{png, send, upload};
use crate::support::World;

#[derive(Clone, Default)]
struct Bucket {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
    away: Arc<std::sync::atomic::AtomicBool>,
    /// Held by a test in which reading is slow
    slow: Arc<tokio::sync::RwLock<()>>,
    reads: Arc<std::sync::atomic::AtomicUsize>,
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
    bucket.reads.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    drop(bucket.slow.read().await);
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

/// Creates a world that stores its files in the bucket, and waits so many milliseconds for it.
async fn world(bucket: &Bucket, patience: u64) -> World {
    let url = open(bucket).await;
    World::with(|settings| {
        settings.files_url = "s3://manao/shop".to_owned();
        settings.files_s3_endpoint = Some(url);
        settings.files_s3_region = "ap-southeast-1".to_owned();
        settings.files_s3_key = Some("lime".to_owned());
        settings.files_s3_secret = Some("secret".to_owned());
        settings.provider_timeout_ms = patience;
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn files_lie_in_a_bucket_and_a_store_that_is_away_is_told() {
    let bucket = Bucket::default();
    let world = world(&bucket, 3_000).await;
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
    world.run_task("files.purge").await;
    assert_eq!((bucket.keys().len(), read().await), (0, 404), "what was let go is removed once the store is back");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_store_is_slow_a_look_holds_no_transaction_and_a_deletion_wins() {
    let bucket = Bucket::default();
    let world = world(&bucket, 8_000).await;
    let lime = world.user("lime").await;
    let form = [("kind", "other"), ("file_name", "a.png")];
    let added = send(&lime, "/user/document/upload", &form, Some(&png(60, 60))).await.ok();
    let id = added["id"].as_str().unwrap().to_owned();

    let slow = bucket.slow.write().await;
    let look = tokio::spawn({
        let (lime, path) = (lime.clone(), format!("/user/document/view/{id}"));
        async move { lime.get(&path).await }
    });
    let reached = async || (bucket.reads.load(std::sync::atomic::Ordering::Relaxed) == 1).then_some(());
    world.until("the store is asked", reached).await;
    let waiting = "select count(*) from pg_stat_activity
                   where datname = current_database() and state = 'idle in transaction' and query like '%from people.documents%'";
    assert_eq!(world.count(waiting).await, 0);
    lime.post("/user/document/delete", json!({"id": id})).await.ok();
    drop(slow);
    look.await.unwrap().refused(404, "document_not_found");
    assert_eq!(world.count("select count(*) from people.user_log where kind = 'document_viewed'").await, 0);
}
