//! The actions, each in the transaction of its caller.

use chrono::{DateTime, Utc};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

use super::store;
use crate::document::Document;
use crate::kinds::{ArticleKind, ArticleState};
use crate::live::ContentChanged;

/// A saved article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    pub id: i64,
    pub version: i32,
}

/// Saves an article: a new draft without `shown`, else a new version of the one that its editor was shown.
///
/// # Errors
/// 422 `fields_invalid`; 404 `article_not_found`; 409 `article_changed` when somebody saved it since.
pub async fn save(
    change: &mut Change,
    by: Option<i64>,
    kind: ArticleKind,
    shown: Option<Saved>,
    document: &Document,
) -> Result<Saved, Problem> {
    document.check(kind)?;
    let (id, before, state) = match shown {
        None => (store::insert(change, kind, document.slug.as_deref()).await?, 0, ArticleState::Draft),
        Some(shown) => {
            let row = store::lock(change, shown.id).await?;
            if row.version != shown.version {
                return Err(Problem::new(codes::article_changed).with("version", row.version));
            }
            (row.id, row.version, row.state)
        }
    };
    written(change, id, kind, before, state, document, by, None).await
}

/// Brings a shipped file into its row, which nobody edited; publishes a new one.
pub(crate) async fn take(
    change: &mut Change,
    kind: ArticleKind,
    document: &Document,
    file_hash: &str,
    published_at: DateTime<Utc>,
    row: Option<&store::ArticleRow>,
) -> Result<Saved, Problem> {
    document.check(kind)?;
    let (id, before, state) = match row {
        Some(row) => (row.id, row.version, row.state),
        None => (store::insert(change, kind, document.slug.as_deref()).await?, 0, ArticleState::Draft),
    };
    let saved = written(change, id, kind, before, state, document, None, Some(file_hash)).await?;
    if row.is_none() {
        store::set_state(change, id, ArticleState::Published, Some(published_at), None).await?;
        change.emit(&ContentChanged { kind, id, version: saved.version, body: true })?;
    }
    Ok(saved)
}

#[expect(clippy::too_many_arguments, reason = "the parts of one statement")]
async fn written(
    change: &mut Change,
    id: i64,
    kind: ArticleKind,
    before: i32,
    state: ArticleState,
    document: &Document,
    by: Option<i64>,
    file_hash: Option<&str>,
) -> Result<Saved, Problem> {
    let version = before + 1;
    let body = store::write(change, id, version, document, by, file_hash).await?;
    if state == ArticleState::Published {
        change.emit(&ContentChanged { kind, id, version, body })?;
    }
    if file_hash.is_none() {
        tracing::info!(id, kind = kind.as_str(), version, by, "an article was saved");
    }
    Ok(Saved { id, version })
}

/// Publishes an article now, or at `publish_at`; it is taken back at `unpublish_at`.
///
/// # Errors
/// 422 `fields_invalid` where it would end before it begins; 404; 409 `article_changed`.
pub async fn publish(
    change: &mut Change,
    shown: Saved,
    publish_at: Option<DateTime<Utc>>,
    unpublish_at: Option<DateTime<Utc>>,
) -> Result<ArticleState, Problem> {
    let row = locked(change, shown).await?;
    let now = change.now();
    let begins = publish_at.unwrap_or(now);
    if unpublish_at.is_some_and(|end| end <= begins || end <= now) {
        return Err(Problem::invalid("unpublishAt", codes::article_schedule_invalid));
    }
    let state = if begins > now { ArticleState::Scheduled } else { ArticleState::Published };
    store::set_state(change, row.id, state, Some(begins), unpublish_at).await?;
    if state == ArticleState::Published || row.state == ArticleState::Published {
        change.emit(&ContentChanged { kind: row.kind, id: row.id, version: row.version, body: true })?;
    }
    Ok(state)
}

/// Takes an article back: its address answers 410 from now on.
///
/// # Errors
/// 404; 409 `article_changed`.
pub async fn archive(change: &mut Change, shown: Saved) -> Result<(), Problem> {
    let row = locked(change, shown).await?;
    store::set_state(change, row.id, ArticleState::Archived, None, None).await?;
    change.emit(&ContentChanged { kind: row.kind, id: row.id, version: row.version, body: true })
}

/// Saves an earlier revision again, as the newest version.
///
/// # Errors
/// 404 `article_not_found`, also where there is no such revision; 409 `article_changed`.
pub async fn restore(change: &mut Change, by: Option<i64>, shown: Saved, revision: i32) -> Result<Saved, Problem> {
    let row = locked(change, shown).await?;
    let document = store::load_revision(change.conn(), row.id, revision).await?.ok_or(codes::article_not_found)?;
    written(change, row.id, row.kind, row.version, row.state, &document, by, None).await
}

async fn locked(change: &mut Change, shown: Saved) -> Result<store::ArticleRow, Problem> {
    let row = store::lock(change, shown.id).await?;
    if row.version == shown.version { Ok(row) } else { Err(Problem::new(codes::article_changed).with("version", row.version)) }
}
