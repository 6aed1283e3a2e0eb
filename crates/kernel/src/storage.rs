//! The object store behind `FILES_URL`: a folder, or a bucket of an S3-compatible store.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig};

use crate::app::App;
use crate::problem::{Problem, codes};
use crate::settings::Settings;

/// Opens the configured store; called at the start, so that an unusable setting is reported then.
///
/// # Errors
/// When the address cannot be parsed or the folder cannot be created.
pub fn open(settings: &Settings) -> Result<Arc<dyn ObjectStore>> {
    let url = settings.files_url.as_str();
    if let Some(folder) = url.strip_prefix("file:") {
        let folder = folder.strip_prefix("//").unwrap_or(folder);
        std::fs::create_dir_all(folder).with_context(|| format!("create {folder}"))?;
        let store = LocalFileSystem::new_with_prefix(Path::new(folder)).context("FILES_URL")?;
        return Ok(Arc::new(store.with_automatic_cleanup(false)));
    }
    let Some(place) = url.strip_prefix("s3://") else { bail!("FILES_URL must begin with file: or s3://") };
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    let retry = RetryConfig { max_retries: 2, retry_timeout: settings.provider_timeout() * 2, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(&settings.files_s3_region)
        .with_client_options(
            ClientOptions::new()
                .with_timeout(settings.provider_timeout())
                .with_connect_timeout(Duration::from_secs(5))
                .with_allow_http(true),
        )
        .with_retry(retry)
        // One request per file: not every compatible store supports bulk deletes.
        .with_disable_bulk_delete(true);
    if let Some(endpoint) = &settings.files_s3_endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    if let (Some(key), Some(secret)) = (&settings.files_s3_key, &settings.files_s3_secret) {
        builder = builder.with_access_key_id(key).with_secret_access_key(secret);
    }
    let store = builder.build().context("FILES_URL")?;
    Ok(if prefix.is_empty() { Arc::new(store) } else { Arc::new(PrefixStore::new(store, prefix)) })
}

/// Checks that files can be written and removed.
///
/// # Errors
/// When the store refuses or does not answer.
pub async fn probe(app: &App) -> Result<()> {
    let key = Key::from(format!("probe-{}", uuid::Uuid::new_v4()));
    store(app).put(&key, Bytes::from_static(b"probe").into()).await.context("write to FILES_URL")?;
    store(app).delete(&key).await.context("remove from FILES_URL")
}

fn store(app: &App) -> &Arc<dyn ObjectStore> {
    &app.files
}

/// Writes a file; the key must not exist yet.
///
/// # Errors
/// 503 when the store does not accept it.
pub async fn write(app: &App, key: &str, bytes: Bytes) -> Result<(), Problem> {
    store(app).put(&Key::from(key), bytes.into()).await.map(drop).map_err(unavailable)
}

/// Returns the whole file; None when it does not exist.
///
/// # Errors
/// 503 when the store does not answer.
pub async fn read(app: &App, key: &str) -> Result<Option<Bytes>, Problem> {
    match store(app).get(&Key::from(key)).await {
        Ok(found) => found.bytes().await.map(Some).map_err(unavailable),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(unavailable(error)),
    }
}

/// Removes a file; a missing one is fine.
///
/// # Errors
/// 503 when the store does not answer.
pub async fn remove(app: &App, key: &str) -> Result<(), Problem> {
    match store(app).delete(&Key::from(key)).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(unavailable(error)),
    }
}

fn unavailable(error: object_store::Error) -> Problem {
    Problem::new(codes::service_unavailable).retry_after(5).because(format!("object store: {error}"))
}
