//! The register of files, and a file's life cycle: written, kept by what shows it, released, removed.

use chrono::{DateTime, Duration, Utc};
use manao_domain::text_enum;
use manao_domain::upload::Purpose;
use sqlx::PgPool;
use uuid::Uuid;

use super::picture::Picture;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::storage;

/// Hours after which an unused upload is removed.
const UNUSED_HOURS: i64 = 24;
/// Most files per round.
const BATCH: i64 = 200;

text_enum! {
    /// Directories of files, by purpose.
    Dir {
        Profile = "profile",
        Team = "team",
        Tournament = "tournament",
        /// A person's papers: private
        Document = "document",
        /// Pictures shown in the room of a match, or to staff of a tournament: private
        Room = "room",
        /// Pictures in a thread between a member and our staff: private
        Support = "support",
    }
}

impl Dir {
    /// Returns a directory that anybody may upload to by name: those of public pictures.
    pub fn public(name: &str) -> Option<Self> {
        name.parse().ok().filter(|dir: &Self| !dir.is_private())
    }

    fn is_private(self) -> bool {
        matches!(self, Self::Document | Self::Room | Self::Support)
    }

    pub fn purpose(self) -> Purpose {
        if self == Self::Profile { Purpose::Profile } else { Purpose::Picture }
    }

    /// Returns the longer side of a stored picture, in pixels.
    pub fn longest(self) -> u32 {
        match self {
            Self::Profile => 1024,
            Self::Team | Self::Tournament | Self::Room | Self::Support => 2048,
            Self::Document => 2560,
        }
    }

    /// Returns a new key that nobody can guess.
    fn new_key(self) -> String {
        let side = if self.is_private() { "private" } else { "public" };
        format!("{side}/{}/{}.jpg", self.as_str(), Uuid::new_v4().simple())
    }
}

/// A file in the store and the register.
pub struct StoredFile {
    pub key: String,
    pub size_bytes: i32,
}

impl StoredFile {
    /// Returns the path at which everyone can read the file; only for a public one.
    pub fn link(&self) -> String {
        link(&self.key)
    }
}

fn link(key: &str) -> String {
    format!("/files/{}", key.strip_prefix("public/").unwrap_or(key))
}

/// Stores a picture of this person and registers it. The register comes first: an unregistered file would never be removed.
///
/// # Errors
/// 503 when the store does not accept it.
pub async fn put(app: &App, user_id: i64, dir: Dir, picture: Picture) -> Result<StoredFile, Problem> {
    let key = dir.new_key();
    let size_bytes = i32::try_from(picture.bytes.len()).map_err(Problem::internal)?;
    let (width, height) =
        (i32::try_from(picture.width).map_err(Problem::internal)?, i32::try_from(picture.height).map_err(Problem::internal)?);
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!(
        "insert into people.files (key, user_id, dir, size_bytes, width, height, uploaded_at) values ($1, $2, $3, $4, $5, $6, $7)",
        key,
        user_id,
        dir.as_str(),
        size_bytes,
        width,
        height,
        now,
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    storage::write(app, &key, picture.bytes).await?;
    Ok(StoredFile { key, size_bytes })
}

/// Marks this file as shown from now on. `reference` is a key, or the link of a public file. Returns false when it is not a file of this person
/// in this directory.
pub async fn keep(change: &mut Change, user_id: i64, dir: Dir, reference: &str) -> Result<bool, Problem> {
    let now = change.now();
    let key = reference.strip_prefix("/files/").map_or_else(|| reference.to_owned(), |rest| format!("public/{rest}"));
    let kept = sqlx::query!(
        "update people.files set kept_at = coalesce(kept_at, $4), released_at = null where key = $1 and user_id = $2 and dir = $3",
        key,
        user_id,
        dir.as_str(),
        now,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    Ok(kept == 1)
}

/// Marks this file as no longer used; it is removed within minutes. A link that is not ours (a picture of the login provider) is ignored.
pub async fn release(change: &mut Change, user_id: i64, reference: &str) -> Result<(), Problem> {
    let now = change.now();
    let key = reference.strip_prefix("/files/").map_or_else(|| reference.to_owned(), |rest| format!("public/{rest}"));
    sqlx::query!(
        "update people.files set released_at = $3 where key = $1 and user_id = $2 and released_at is null",
        key,
        user_id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Works like [`release`] for a file that several people manage, whoever uploaded it.
pub async fn release_of_anybody(change: &mut Change, dir: Dir, link: &str) -> Result<(), Problem> {
    let now = change.now();
    let Some(rest) = link.strip_prefix("/files/") else { return Ok(()) };
    sqlx::query!(
        "update people.files set released_at = $3 where key = $1 and dir = $2 and released_at is null",
        format!("public/{rest}"),
        dir.as_str(),
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Releases many files by their keys.
pub async fn release_all(db: &PgPool, keys: &[String], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update people.files set released_at = $2 where key = any($1) and released_at is null", keys, now)
        .execute(db)
        .await?;
    Ok(())
}

/// Discards a file whose use failed.
pub async fn discard(app: &App, user_id: i64, file: &StoredFile) -> Result<(), Problem> {
    let mut change = app.change().await?;
    release(&mut change, user_id, &file.key).await?;
    change.commit().await
}

/// Removes released files, and uploads that are not used.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let unused = app.now() - Duration::hours(UNUSED_HOURS);
    let keys = sqlx::query_scalar!(
        "select key from people.files where released_at is not null
         union all
         select key from people.files where kept_at is null and released_at is null and uploaded_at < $1
         limit $2",
        unused,
        BATCH,
    )
    .fetch_all(&app.db)
    .await?;
    for key in keys.into_iter().flatten() {
        // Claimed first, so that a file that is being kept at this moment stays.
        let mut change = app.change().await?;
        let gone = sqlx::query!(
            "delete from people.files f where key = $1 and (released_at is not null or (kept_at is null and uploaded_at < $2))
             and not exists (select from people.documents d where d.file_key = f.key)",
            key,
            unused,
        )
        .execute(change.conn())
        .await?
        .rows_affected();
        if gone == 1 {
            // Before the commit: if the store is down, the row stays and the next round tries again.
            storage::remove(&app, &key).await?;
            change.commit().await?;
        }
    }
    Ok(())
}
