//! Articles for staff in the console.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::staff::StaffRole;
use manao_kernel::console::{Finder, FoundBy, HitKind, Needle, SearchHit};
use manao_kernel::like;
use manao_kernel::problem::{Lang, Problem};
use sqlx::PgConnection;

use crate::kinds::ArticleKind;

/// Most articles that a search shows.
const MOST: i64 = 5;

/// Articles in every state, by number and by their title in either language.
pub const ARTICLES: Finder = Finder { roles: &[StaffRole::Support, StaffRole::Content], find };

fn find<'a>(conn: &'a mut PgConnection, needle: &'a Needle, lang: Lang) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>> {
    articles(conn, needle, lang).boxed()
}

async fn articles(conn: &mut PgConnection, needle: &Needle, lang: Lang) -> Result<Vec<SearchHit>, Problem> {
    let pattern = (needle.text.chars().count() > 2).then(|| like::containing(&needle.text.to_lowercase()));
    let rows = sqlx::query!(
        r#"select a.id, a.kind as "kind: ArticleKind", a.slug, a.state, a.created_at, a.id = $1 as by_id,
                  (select t.title from content.article_texts t where t.article_id = a.id order by (t.lang = $3) desc limit 1) as "title!"
           from content.articles a
           where exists (select from content.article_texts t where t.article_id = a.id)
             and (a.id = $1 or a.id in (select t.article_id from content.article_texts t where lower(t.title) like $2))
           order by by_id desc nulls last, a.id desc limit $4"#,
        needle.id,
        pattern,
        lang.as_str(),
        MOST
    )
    .fetch_all(conn)
    .await?;
    let hits = rows.into_iter().map(|row| SearchHit {
        kind: HitKind::Article,
        key: match row.slug {
            Some(slug) if !row.kind.is_listed() => format!("{}/{slug}", row.kind),
            _ => format!("{}/{}", row.kind, row.id),
        },
        title: row.title,
        detail: Some(row.kind.to_string()),
        status: Some(row.state),
        by: if row.by_id == Some(true) { FoundBy::Id } else { FoundBy::Name },
        at: row.created_at,
    });
    Ok(hits.collect())
}
