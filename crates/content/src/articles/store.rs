//! Articles in the database.

use chrono::{DateTime, Utc};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use sqlx::PgConnection;

use crate::document::Document;
use crate::kinds::{ArticleKind, ArticleState, lang};
use crate::markdown::{self, Rendered};

/// An article's row, without its texts.
#[derive(Clone, Debug)]
pub struct ArticleRow {
    pub id: i64,
    pub kind: ArticleKind,
    pub slug: Option<String>,
    pub state: ArticleState,
    pub version: i32,
    pub file_hash: Option<String>,
    pub edited: bool,
}

/// Locks an article.
///
/// # Errors
/// 404 `article_not_found`.
pub async fn lock(change: &mut Change, id: i64) -> Result<ArticleRow, Problem> {
    let row = sqlx::query_as!(
        ArticleRow,
        r#"select id, kind as "kind: ArticleKind", slug, state as "state: ArticleState", version, file_hash, edited
           from content.articles where id = $1 for update"#,
        id
    )
    .fetch_optional(change.conn())
    .await?;
    row.ok_or_else(|| codes::article_not_found.into())
}

/// Loads what an article holds, as it was last saved.
pub async fn load_document(connection: &mut PgConnection, id: i64) -> sqlx::Result<Option<Document>> {
    let version =
        sqlx::query_scalar!("select version from content.articles where id = $1", id).fetch_optional(&mut *connection).await?;
    match version {
        Some(version) => load_revision(connection, id, version).await,
        None => Ok(None),
    }
}

/// Loads a version of an article.
pub async fn load_revision(connection: &mut PgConnection, id: i64, version: i32) -> sqlx::Result<Option<Document>> {
    let document = sqlx::query_scalar!(
        r#"select document as "document: sqlx::types::Json<Document>" from content.article_revisions where article_id = $1 and version = $2"#,
        id,
        version
    )
    .fetch_optional(connection)
    .await?;
    Ok(document.map(|document| document.0))
}

/// Creates a draft without texts, and returns its id.
pub async fn insert(change: &mut Change, kind: ArticleKind, slug: Option<&str>) -> Result<i64, Problem> {
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into content.articles (kind, slug, shared, version, created_at, updated_at) values ($1, $2, '{}', 0, $3, $3)
         on conflict (kind, slug) where slug is not null do nothing returning id",
        kind.as_str(),
        slug,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    id.ok_or_else(|| Problem::invalid("slug", codes::article_slug_taken))
}

/// Writes a new version of an article: its row, its texts, its revision. Returns whether its body changed.
pub async fn write(
    change: &mut Change,
    id: i64,
    version: i32,
    document: &Document,
    saved_by: Option<i64>,
    file_hash: Option<&str>,
) -> Result<bool, Problem> {
    let now = change.now();
    let before = load_document(change.conn(), id).await?;
    let body = before.as_ref().is_none_or(|before| bodies(before) != bodies(document));
    sqlx::query!(
        "update content.articles
         set slug = $2, position = $3, pinned = $4, shared = $5, version = $6, updated_at = $7,
             file_hash = coalesce($8, file_hash), edited = $8::text is null
         where id = $1",
        id,
        document.slug,
        document.position,
        document.pinned,
        sqlx::types::Json(&document.shared) as _,
        version,
        now,
        file_hash
    )
    .execute(change.conn())
    .await?;
    if let Some(former) =
        before.as_ref().and_then(|before| before.slug.as_ref()).filter(|slug| Some(*slug) != document.slug.as_ref())
    {
        sqlx::query!(
            "insert into content.former_slugs (kind, slug, article_id) select kind, $2, id from content.articles where id = $1
             on conflict (kind, slug) do update set article_id = excluded.article_id",
            id,
            former
        )
        .execute(change.conn())
        .await?;
    }
    write_texts(change, id, document).await?;
    sqlx::query!(
        "insert into content.article_revisions (article_id, version, document, saved_at, saved_by) values ($1, $2, $3, $4, $5)",
        id,
        version,
        sqlx::types::Json(document) as _,
        now,
        saved_by
    )
    .execute(change.conn())
    .await?;
    Ok(body)
}

fn bodies(document: &Document) -> Vec<&str> {
    document.texts.values().map(|texts| texts.body.as_str()).collect()
}

async fn write_texts(change: &mut Change, id: i64, document: &Document) -> Result<(), Problem> {
    let langs: Vec<String> = document.texts.keys().cloned().collect();
    sqlx::query!("delete from content.article_texts where article_id = $1 and lang <> all($2)", id, &langs)
        .execute(change.conn())
        .await?;
    for (word, texts) in &document.texts {
        let rendered = lang(word).map_or_else(Rendered::default, |lang| markdown::render(&texts.body, lang));
        sqlx::query!(
            "insert into content.article_texts (article_id, lang, title, summary, body, picture_alt, localized, rendered)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (article_id, lang) do update set title = excluded.title, summary = excluded.summary, body = excluded.body,
               picture_alt = excluded.picture_alt, localized = excluded.localized, rendered = excluded.rendered",
            id,
            word,
            texts.title,
            texts.summary,
            texts.body,
            texts.picture_alt,
            sqlx::types::Json(&texts.localized) as _,
            sqlx::types::Json(&rendered) as _
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Moves an article to a state, with its times.
pub async fn set_state(
    change: &mut Change,
    id: i64,
    state: ArticleState,
    publish_at: Option<DateTime<Utc>>,
    unpublish_at: Option<DateTime<Utc>>,
) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update content.articles
         set state = $2, publish_at = $3, unpublish_at = $4, updated_at = $5,
             published_at = case when $2 = 'published' then coalesce(published_at, $3, $5) else published_at end
         where id = $1",
        id,
        state.as_str(),
        publish_at,
        unpublish_at,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
