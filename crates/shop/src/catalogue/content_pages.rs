//! Page data of articles, promotions and the help centre. Their text comes with the games and packages that it is about, so it is the
//! catalogue that answers.

use manao_content::kinds::ArticleKind;
use manao_kernel::app::App;
use manao_kernel::pages::{Content, PageRequest, PageSource, Params, Reply};
use manao_kernel::problem::{Lang, Problem};
use serde_json::{Value, json};

use super::articles::{self, ArticleView};
use super::pages::{ask, catalogue};

pub fn sources() -> Vec<PageSource> {
    vec![
        PageSource::new("faq", |app, asked| Box::pin(faq(app, asked))),
        PageSource::new("articles", |app, asked| Box::pin(list(app, asked))),
        listed("gameReview", |app| Box::pin(all(app, ArticleKind::GameReview))),
        listed("gameGuide", |app| Box::pin(all(app, ArticleKind::GameGuide))),
        listed("gameUpdate", |app| Box::pin(all(app, ArticleKind::GameUpdate))),
        listed("promotion", |app| Box::pin(all(app, ArticleKind::Promotion))),
        listed("hotPromotion", |app| Box::pin(all(app, ArticleKind::HotPromotion))),
        PageSource::new("manual", |app, asked| Box::pin(manual(app, asked))),
        PageSource::new("manualPage", |app, asked| Box::pin(manual_page(app, asked))).listed(|app| {
            Box::pin(async {
                let catalogue = catalogue(app).await?;
                let pages = articles::manual(&catalogue, Lang::Th);
                Ok(pages
                    .iter()
                    .filter(|page| !page.slug.contains('/'))
                    .map(|page| vec![("page", page.slug.to_owned())])
                    .collect())
            })
        }),
        PageSource::new("manualGuide", |app, asked| Box::pin(manual_page(app, asked))).listed(|app| {
            Box::pin(async {
                let catalogue = catalogue(app).await?;
                let pages = articles::manual(&catalogue, Lang::Th);
                let below = pages.iter().filter_map(|page| page.slug.strip_prefix("tournament-system/"));
                Ok(below.map(|page| vec![("page", page.to_owned())]).collect())
            })
        }),
        PageSource::new("textPage", |app, asked| Box::pin(text_page(app, asked))),
    ]
}

type List = for<'a> fn(&'a App) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Params<'static>>, Problem>> + Send + 'a>>;

/// Returns the source of a kind's articles. Its kind is the first segment of the address.
const fn listed(name: &'static str, list: List) -> PageSource {
    PageSource::new(name, |app, asked| Box::pin(article(app, asked))).listed(list)
}

async fn all(app: &App, kind: ArticleKind) -> Result<Vec<Params<'static>>, Problem> {
    let catalogue = catalogue(app).await?;
    Ok(catalogue.content.of_kind(kind).map(|article| vec![("id", article.id.to_string())]).collect())
}

/// Returns the language's name in GraphQL.
const fn language(lang: Lang) -> &'static str {
    match lang {
        Lang::Th => "TH",
        Lang::En => "EN",
    }
}

/// Returns a kind's name in GraphQL.
fn name(kind: ArticleKind) -> String {
    kind.as_str().to_ascii_uppercase()
}

/// Returns the kind that the address names.
fn kind(asked: &PageRequest<'_>) -> Option<ArticleKind> {
    asked.visit.segments.as_ref()?.first().and_then(|segment| ArticleKind::from_segment(segment))
}

async fn faq(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    Ok(Reply::Found(Content::default().with(ask(app, "FaqQuery", json!({"lang": language(asked.lang)})).await)))
}

/// A list: of all games or of one, page by page.
async fn list(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let Some(kind) = kind(asked) else { return Ok(Reply::Missing) };
    let catalogue = catalogue(app).await?;
    let shared = asked.given(&["game"], &[("page", 2)]);
    let game = asked.query("game").filter(|slug| catalogue.by_slug.contains_key(*slug));
    let page: i32 = asked.query("page").and_then(|page| page.parse().ok()).filter(|page| *page >= 2).unwrap_or(1);
    let (newest, total) = {
        let found = articles::page(&catalogue, kind, asked.lang, game, page, PER_PAGE);
        (found.items.first().map(|one| one.article.updated_at), found.total)
    };
    if page > 1 && newest.is_none() {
        return Ok(Reply::Missing);
    }
    // Filters are views of the whole list; a list without anything is of no use to search engines.
    let content = Content { unindexed: game.is_some() || total == 0, shared, ..Content::default() };
    let variables = json!({"kind": name(kind), "lang": language(asked.lang), "game": game, "page": page});
    Ok(Reply::Found(content.with(ask(app, "ArticlesQuery", variables).await)))
}

/// Articles on a page of a list, as the schema's default has it.
const PER_PAGE: i32 = 12;

async fn article(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let Some(kind) = kind(asked) else { return Ok(Reply::Missing) };
    one(app, asked, kind, asked.param("id")).await
}

async fn manual(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let lang = json!({"lang": language(asked.lang)});
    Ok(Reply::Found(Content::default().with(ask(app, "ManualQuery", lang).await)))
}

async fn manual_page(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let below: Vec<&str> = asked.visit.segments.iter().flatten().skip(1).map(String::as_str).collect();
    let reply = one(app, asked, ArticleKind::Manual, &below.join("/")).await?;
    let Reply::Found(content) = reply else { return Ok(reply) };
    let tree = ask(app, "ManualQuery", json!({"lang": language(asked.lang)})).await;
    Ok(Reply::Found(content.with(tree)))
}

/// A page of its own, such as `/about`.
async fn text_page(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let slug = asked.visit.segments.as_ref().and_then(|segments| segments.first()).cloned().unwrap_or_default();
    one(app, asked, ArticleKind::Page, &slug).await
}

async fn one(app: &App, asked: &PageRequest<'_>, kind: ArticleKind, id: &str) -> Result<Reply, Problem> {
    let catalogue = catalogue(app).await?;
    let found = catalogue.content.find(kind, id).and_then(|article| ArticleView::new(article, asked.lang, true));
    let Some(view) = found else { return Ok(Reply::Missing) };
    let content = Content {
        name: view.text.title.clone(),
        description: Some(view.text.summary.clone()),
        // The other language's text is shown, and not indexed here.
        unindexed: view.text.lang != asked.lang,
        things: things(&view, asked),
        ..Content::default()
    };
    let variables = json!({"kind": name(kind), "id": id, "lang": language(asked.lang)});
    Ok(Reply::Found(content.with(ask(app, "ArticleQuery", variables).await)))
}

/// Describes the page to search engines, by what it shows.
fn things(view: &ArticleView<'_>, asked: &PageRequest<'_>) -> Vec<Value> {
    let ArticleView { article, text } = view;
    let own = asked.address(&article.path());
    if !article.kind.is_listed() {
        return Vec::new();
    }
    vec![json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": manao_domain::thai::plain(text.title.clone()),
        "description": manao_domain::thai::plain(text.summary.clone()),
        "inLanguage": text.lang.as_str(),
        "datePublished": article.published_at.to_rfc3339(),
        "dateModified": article.updated_at.to_rfc3339(),
        "mainEntityOfPage": own,
        "publisher": {"@type": "Organization", "name": "Manao"},
    })]
}
