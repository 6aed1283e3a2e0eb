//! Published articles at one moment, as pages read them.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use manao_domain::thai;
use manao_kernel::problem::Lang;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::document::{Localized, Shared};
use crate::facts::Facts;
use crate::kinds::{ArticleKind, ArticleState, lang};
use crate::markdown::{Block, Heading, Rendered};
use crate::search::Searchable;

#[derive(Debug)]
pub struct Article {
    pub id: i64,
    pub kind: ArticleKind,
    pub slug: Option<String>,
    pub position: i32,
    pub pinned: bool,
    pub version: i32,
    pub published_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub shared: Shared,
    texts: [Option<ArticleText>; 2],
}

/// The text of an article in one language, ready to be shown: numbers are filled, Thai words joined.
#[derive(Debug)]
pub struct ArticleText {
    pub lang: Lang,
    pub title: String,
    pub summary: String,
    pub picture_alt: String,
    pub localized: Localized,
    pub blocks: Vec<Block>,
    pub headings: Vec<Heading>,
    /// The whole text without marks
    pub plain: String,
    pub minutes: i32,
}

const fn index(lang: Lang) -> usize {
    match lang {
        Lang::Th => 0,
        Lang::En => 1,
    }
}

impl Article {
    /// Returns the text in this language, else in the other.
    pub fn text(&self, lang: Lang) -> Option<&ArticleText> {
        let [th, en] = &self.texts;
        let (own, other) = if lang == Lang::Th { (th, en) } else { (en, th) };
        own.as_ref().or(other.as_ref())
    }

    /// Whether it is written in this language.
    pub fn speaks(&self, lang: Lang) -> bool {
        self.texts[index(lang)].is_some()
    }

    pub fn path(&self) -> String {
        self.kind.path(self.id, self.slug.as_deref())
    }
}

#[derive(Debug, Default)]
pub struct ContentSnapshot {
    /// Newest first within a kind, pinned ones before; by position where they have one
    pub articles: Vec<Article>,
    by_id: HashMap<i64, usize>,
    by_slug: HashMap<(ArticleKind, String), usize>,
    /// Former slugs, each with the path that it moved to
    pub moved: HashMap<(ArticleKind, String), String>,
    /// Articles that were taken back
    pub gone: Vec<(ArticleKind, i64, Option<String>)>,
    searchable: Vec<Searchable>,
    /// The state of the rows that it was loaded from
    stamp: Option<Stamp>,
}

/// A state of all rows: any change gives another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    articles: i64,
    versions: i64,
    updated_at: Option<DateTime<Utc>>,
    former_slugs: i64,
}

impl ContentSnapshot {
    /// Returns the published articles of a kind, in their order.
    pub fn of_kind(&self, kind: ArticleKind) -> impl Iterator<Item = &Article> {
        self.articles.iter().filter(move |article| article.kind == kind)
    }

    /// Finds an article of a kind by its number or its slug.
    pub fn find(&self, kind: ArticleKind, id: &str) -> Option<&Article> {
        let by_number = || id.parse().ok().and_then(|id: i64| self.by_id.get(&id));
        let at = if kind.is_listed() { by_number() } else { self.by_slug.get(&(kind, id.to_owned())) };
        at.map(|at| &self.articles[*at]).filter(|article| article.kind == kind)
    }

    /// Whether an article of this number or slug was there, and is no more.
    pub fn is_gone(&self, kind: ArticleKind, id: &str) -> bool {
        let number: Option<i64> = id.parse().ok();
        self.gone.iter().any(|(of, one, slug)| *of == kind && (Some(*one) == number || slug.as_deref() == Some(id)))
    }

    /// Searches the manual and the questions; see [`crate::search`].
    pub fn search(&self, asked: &str, lang: Lang, most: usize) -> Vec<crate::search::Hit<'_>> {
        crate::search::search(&self.articles, &self.searchable, asked, lang, most)
    }
}

/// Returns the snapshot of this moment: `known` while no row has changed since. The catalogue is read much more often than texts change.
pub async fn load_newer(
    connection: &mut PgConnection,
    facts: &Facts,
    known: Arc<ContentSnapshot>,
) -> sqlx::Result<Arc<ContentSnapshot>> {
    let stamp = sqlx::query_as!(
        Stamp,
        r#"select count(*) as "articles!", coalesce(sum(version), 0) as "versions!", max(updated_at) as updated_at,
                  (select count(*) from content.former_slugs) as "former_slugs!"
           from content.articles"#
    )
    .fetch_one(&mut *connection)
    .await?;
    if known.stamp.as_ref() == Some(&stamp) {
        return Ok(known);
    }
    Ok(Arc::new(ContentSnapshot { stamp: Some(stamp), ..load(connection, facts).await? }))
}

/// Loads everything that is published.
async fn load(connection: &mut PgConnection, facts: &Facts) -> sqlx::Result<ContentSnapshot> {
    let mut snapshot = ContentSnapshot::default();
    for row in sqlx::query!(
        r#"select id, kind as "kind: ArticleKind", slug, state as "state: ArticleState", position, pinned, version,
                  coalesce(published_at, updated_at) as "published_at!", updated_at, shared as "shared: Json<Shared>"
           from content.articles where state in ('published', 'archived')
           order by kind, pinned desc, position, published_at desc, id desc"#
    )
    .fetch_all(&mut *connection)
    .await?
    {
        if row.state == ArticleState::Archived {
            snapshot.gone.push((row.kind, row.id, row.slug));
            continue;
        }
        let at = snapshot.articles.len();
        snapshot.by_id.insert(row.id, at);
        if let Some(slug) = &row.slug {
            snapshot.by_slug.insert((row.kind, slug.clone()), at);
        }
        snapshot.articles.push(Article {
            id: row.id,
            kind: row.kind,
            slug: row.slug,
            position: row.position,
            pinned: row.pinned,
            version: row.version,
            published_at: row.published_at,
            updated_at: row.updated_at,
            shared: row.shared.0,
            texts: [None, None],
        });
    }
    for row in sqlx::query!(
        r#"select t.article_id, t.lang, t.title, t.summary, t.picture_alt, t.localized as "localized: Json<Localized>",
                  t.rendered as "rendered: Json<Rendered>"
           from content.article_texts t join content.articles a on a.id = t.article_id where a.state = 'published'"#
    )
    .fetch_all(&mut *connection)
    .await?
    {
        let (Some(at), Some(lang)) = (snapshot.by_id.get(&row.article_id), lang(&row.lang)) else { continue };
        let shown = Shown { facts, lang };
        snapshot.articles[*at].texts[index(lang)] = Some(ArticleText {
            lang,
            title: shown.text(&row.title),
            summary: shown.text(&row.summary),
            picture_alt: shown.text(&row.picture_alt),
            localized: row.localized.0,
            blocks: row.rendered.0.blocks.into_iter().map(|block| shown.block(block)).collect(),
            headings: row.rendered.0.headings.into_iter().map(|h| Heading { text: shown.text(&h.text), ..h }).collect(),
            plain: facts.fill(&row.rendered.0.plain, lang),
            minutes: row.rendered.0.minutes,
        });
    }
    for row in sqlx::query!(r#"select kind as "kind: ArticleKind", slug, article_id from content.former_slugs"#)
        .fetch_all(&mut *connection)
        .await?
    {
        if let Some(at) = snapshot.by_id.get(&row.article_id) {
            let path = snapshot.articles[*at].path();
            snapshot.moved.insert((row.kind, row.slug), path);
        }
    }
    snapshot.searchable = snapshot.articles.iter().flat_map(Searchable::of_article).collect();
    Ok(snapshot)
}

struct Shown<'a> {
    facts: &'a Facts,
    lang: Lang,
}

impl Shown<'_> {
    fn text(&self, text: &str) -> String {
        let filled = self.facts.fill(text, self.lang);
        if self.lang == Lang::Th { thai::join(&filled).into_owned() } else { filled }
    }

    fn block(&self, block: Block) -> Block {
        Block { html: block.html.map(|html| self.text(&html)), ..block }
    }
}
