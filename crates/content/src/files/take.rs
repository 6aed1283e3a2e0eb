//! Brings shipped files into their rows.

use anyhow::{Context as _, Result};
use chrono::{DateTime, Utc};
use manao_kernel::app::App;
use manao_kernel::database::Change;

use super::Shipped;
use crate::articles::{self, ArticleRow};
use crate::kinds::{ArticleKind, ArticleState};

/// The relation of a shipped file to its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is no row yet.
    New,
    Same,
    /// The file is newer, and nobody edited the row.
    Newer,
    /// Staff edited the row, and the file has changed since it was taken.
    Differs,
    /// Staff edited the row; the file is the one that it was taken from.
    Edited,
}

impl Standing {
    fn new(row: Option<&ArticleRow>, file: &Shipped) -> Self {
        let Some(row) = row else { return Self::New };
        match (row.file_hash.as_deref() == Some(&file.hash), row.edited) {
            (true, false) => Self::Same,
            (false, false) => Self::Newer,
            (true, true) => Self::Edited,
            (false, true) => Self::Differs,
        }
    }
}

/// Returns the row of a shipped file.
pub async fn row_of(connection: &mut sqlx::PgConnection, kind: ArticleKind, slug: &str) -> sqlx::Result<Option<ArticleRow>> {
    sqlx::query_as!(
        ArticleRow,
        r#"select id, kind as "kind: ArticleKind", slug, state as "state: ArticleState", version, file_hash, edited
           from content.articles where kind = $1 and slug = $2"#,
        kind.as_str(),
        slug
    )
    .fetch_optional(connection)
    .await
}

/// Takes over every file whose row was never edited; returns how many, and the files whose edited rows differ. Safe from several processes at
/// once.
///
/// # Errors
/// When a file cannot be read or is refused, or the database fails.
pub async fn take_all(app: &App, files: Vec<Shipped>) -> Result<(usize, Vec<Shipped>)> {
    let mut change = app.change().await?;
    sqlx::query!("select pg_advisory_xact_lock(hashtext('manao content'))").fetch_one(change.conn()).await?;
    let (mut taken, mut differing) = (0, Vec::new());
    let now = change.now();
    for file in files {
        let row = row_of(change.conn(), file.kind, file.slug()).await?;
        match Standing::new(row.as_ref(), &file) {
            Standing::New | Standing::Newer => {
                take_one(&mut change, &file, row.as_ref(), now - chrono::TimeDelta::days(file.age_days)).await?;
                taken += 1;
            }
            Standing::Differs => differing.push(file),
            Standing::Same | Standing::Edited => {}
        }
    }
    change.commit().await?;
    Ok((taken, differing))
}

/// Takes one file over, whatever its row holds; the row's own text stays among its revisions.
pub async fn take_one(change: &mut Change, file: &Shipped, row: Option<&ArticleRow>, published_at: DateTime<Utc>) -> Result<()> {
    let taken = articles::take(change, file.kind, &file.document, &file.hash, published_at, row).await;
    taken.map_err(anyhow::Error::from).with_context(|| format!("content/{}/{}", file.kind.folder(), file.slug()))?;
    Ok(())
}

/// Returns how each file stands to its row.
///
/// # Errors
/// When the database fails.
pub async fn standings(app: &App, files: &[Shipped]) -> Result<Vec<Standing>> {
    let mut connection = app.db.acquire().await?;
    let mut standings = Vec::with_capacity(files.len());
    for file in files {
        let row = row_of(&mut connection, file.kind, file.slug()).await?;
        standings.push(Standing::new(row.as_ref(), file));
    }
    Ok(standings)
}
