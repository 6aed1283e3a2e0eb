//! Page data of articles, promotions and the help centre. Their text comes with the games and packages that it is about, so it is the
//! catalogue that answers.

use std::pin::Pin;

use chrono::{DateTime, Utc};
use manao_content::kinds::{ArticleKind, LANGS};
use manao_domain::thai;
use manao_kernel::app::App;
use manao_kernel::pages::things::breadcrumbs;
use manao_kernel::pages::{ArticleDates, Content, FeedItem, FeedSource, ListedPage, PageRequest, PageSource, Reply, ShareCard};
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::text::day;
use serde_json::{Value, json};

use super::articles::{self, ArticleView};
use super::pages::{ask, catalogue};
use super::snapshot::Snapshot;

pub fn sources() -> Vec<PageSource> {
    vec![
        PageSource::new("faq", |app, asked| Box::pin(faq(app, asked))),
        PageSource::new("articles", |app, asked| Box::pin(list(app, asked))),
        listed("gameReview", |app| Box::pin(all(app, ArticleKind::GameReview, |slug| Some(slug)))),
        listed("gameGuide", |app| Box::pin(all(app, ArticleKind::GameGuide, |slug| Some(slug)))),
        listed("gameUpdate", |app| Box::pin(all(app, ArticleKind::GameUpdate, |slug| Some(slug)))),
        listed("promotion", |app| Box::pin(all(app, ArticleKind::Promotion, |slug| Some(slug)))),
        listed("hotPromotion", |app| Box::pin(all(app, ArticleKind::HotPromotion, |slug| Some(slug)))),
        PageSource::new("manual", |app, asked| Box::pin(manual(app, asked))),
        PageSource::new("manualPage", |app, asked| Box::pin(manual_page(app, asked)))
            .listed(|app| Box::pin(all(app, ArticleKind::Manual, |slug| (!slug.contains('/')).then_some(slug)))),
        PageSource::new("manualGuide", |app, asked| Box::pin(manual_page(app, asked)))
            .listed(|app| Box::pin(all(app, ArticleKind::Manual, |slug| slug.strip_prefix("tournament-system/")))),
        PageSource::new("textPage", |app, asked| Box::pin(text_page(app, asked))),
    ]
}

type List = for<'a> fn(&'a App) -> Pin<Box<dyn Future<Output = Result<Vec<ListedPage>, Problem>> + Send + 'a>>;

/// Returns the source of a kind's articles. Its kind is the first segment of the address.
const fn listed(name: &'static str, list: List) -> PageSource {
    PageSource::new(name, |app, asked| Box::pin(article(app, asked))).listed(list)
}

/// Lists the addresses of a kind. Those with slugs are named by the part of it that their page has as its parameter.
async fn all(app: &App, kind: ArticleKind, part: fn(&str) -> Option<&str>) -> Result<Vec<ListedPage>, Problem> {
    let catalogue = catalogue(app).await?;
    let pages = catalogue.content.of_kind(kind).filter_map(|article| {
        let params = match &article.slug {
            Some(slug) if !kind.is_listed() => vec![("page", part(slug)?.to_owned())],
            _ => vec![("id", article.id.to_string())],
        };
        let only_in = LANGS.into_iter().find(|lang| !article.speaks(*lang)).map(|missing| missing.pick(Lang::En, Lang::Th));
        Some(ListedPage { params, modified_at: Some(article.updated_at), only_in })
    });
    Ok(pages.collect())
}

/// Returns the feed of a kind: its newest articles in a language.
async fn feed(app: &App, kind: ArticleKind, lang: Lang) -> Result<Vec<FeedItem>, Problem> {
    let catalogue = catalogue(app).await?;
    let mut items: Vec<FeedItem> = articles::listed(&catalogue, kind, lang)
        .into_iter()
        .map(|ArticleView { article, text }| FeedItem {
            title: thai::plain(text.title.clone()),
            summary: thai::plain(text.summary.clone()),
            path: article.path(),
            published_at: article.published_at,
        })
        .collect();
    items.sort_by_key(|item| std::cmp::Reverse(item.published_at));
    Ok(items)
}

pub fn feeds() -> Vec<FeedSource> {
    vec![
        FeedSource::new(
            "game-update",
            ["Manao อัปเดตเกม", "Manao game updates"],
            "/game-update",
            |app, lang| Box::pin(feed(app, ArticleKind::GameUpdate, lang)),
        ),
        FeedSource::new("promotions", ["Manao โปรโมชัน", "Manao promotions"], "/promotions", |app, lang| {
            Box::pin(feed(app, ArticleKind::Promotion, lang))
        }),
    ]
}

/// Returns the feed that lists a kind.
const fn feed_of(kind: ArticleKind) -> Option<&'static str> {
    match kind {
        ArticleKind::GameUpdate => Some("game-update"),
        ArticleKind::Promotion => Some("promotions"),
        _ => None,
    }
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
    let content = Content { unindexed: game.is_some() || total == 0, shared, feed: feed_of(kind), ..Content::default() };
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
    Ok(Reply::Found(Content::default().with(ask(app, "ManualHomeQuery", lang).await)))
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
    let Some(view) = found else {
        let moved = catalogue.content.moved.get(&(kind, id.to_owned())).cloned();
        let gone = || if catalogue.content.is_gone(kind, id) { Reply::Gone } else { Reply::Missing };
        return Ok(moved.map_or_else(gone, Reply::Moved));
    };
    let ArticleView { article, text } = view;
    let dates = ArticleDates { published_at: article.published_at, modified_at: Some(article.updated_at) };
    let content = Content {
        name: thai::plain(text.title.clone()),
        description: Some(thai::plain(text.summary.clone())),
        share: Some(card(&view, asked.lang, app.now())),
        article: kind.is_listed().then_some(dates),
        feed: feed_of(kind),
        // The other language's text is shown, and not indexed here.
        only_in: (text.lang != asked.lang).then_some(text.lang),
        things: things(&catalogue, &view, asked),
        ..Content::default()
    };
    let variables = json!({"kind": name(kind), "id": id, "lang": language(asked.lang)});
    Ok(Reply::Found(content.with(ask(app, "ArticleQuery", variables).await)))
}

/// Returns a kind's name for readers: the web's title of its list.
fn kind_name(kind: ArticleKind, lang: Lang) -> &'static str {
    match kind {
        ArticleKind::GameReview => lang.pick("รีวิวเกม", "Game reviews"),
        ArticleKind::GameGuide => lang.pick("ไกด์เกม", "Game guides"),
        ArticleKind::GameUpdate => lang.pick("อัปเดตเกม", "Game updates"),
        ArticleKind::Promotion => lang.pick("โปรโมชัน", "Promotions"),
        ArticleKind::HotPromotion => lang.pick("โปรโมชันมาแรง", "Hot promotions"),
        ArticleKind::Manual => lang.pick("คู่มือ", "Help centre"),
        ArticleKind::Faq | ArticleKind::Page => "Manao",
    }
}

fn card(view: &ArticleView<'_>, lang: Lang, now: DateTime<Utc>) -> ShareCard {
    let ArticleView { article, text } = view;
    let promotion = text.localized.promotion.as_ref().zip(article.shared.promotion.as_ref());
    let facts = match promotion {
        Some((texts, terms)) => {
            let until = terms.ends_at.map(|end| lang.pick(format!("ถึง {}", day(end).th), format!("Until {}", day(end).en)));
            [Some(texts.gets.clone()), until].into_iter().flatten().collect()
        }
        None if article.kind.is_listed() => {
            vec![lang.pick(format!("อ่าน {} นาที", text.minutes), format!("{} min read", text.minutes))]
        }
        None => Vec::new(),
    };
    let live = promotion.is_some_and(|(_, terms)| {
        articles::promotion_state(terms.starts_at, terms.ends_at, now) == articles::PromotionState::Running
    });
    ShareCard {
        eyebrow: kind_name(article.kind, lang).to_owned(),
        live,
        title: thai::plain(text.title.clone()),
        facts,
        hue: article.shared.hue,
        motif: article.shared.motif.clone(),
        ..ShareCard::default()
    }
}

/// Describes the page to search engines, by what it shows.
fn things(catalogue: &Snapshot, view: &ArticleView<'_>, asked: &PageRequest<'_>) -> Vec<Value> {
    let ArticleView { article, text } = view;
    let (kind, path, lang) = (article.kind, article.path(), asked.lang);
    let title = thai::plain(text.title.clone());
    let list = match kind {
        ArticleKind::Page | ArticleKind::Faq => None,
        kind => Some(format!("/{}", kind.folder())),
    };
    let way: Vec<(&str, &str)> =
        list.iter().map(|list| (kind_name(kind, lang), list.as_str())).chain([(title.as_str(), path.as_str())]).collect();
    let mut things = vec![breadcrumbs(asked, &way)];
    if kind.is_listed() {
        things.push(json!({
            "@context": "https://schema.org",
            "@type": "Article",
            "headline": title,
            "description": thai::plain(text.summary.clone()),
            "inLanguage": text.lang.as_str(),
            "datePublished": article.published_at.to_rfc3339(),
            "dateModified": article.updated_at.to_rfc3339(),
            "mainEntityOfPage": asked.address(&path),
            "publisher": {"@type": "Organization", "name": "Manao"},
        }));
    }
    let marks = &article.shared.marks;
    let game = article.shared.games.first().and_then(|slug| catalogue.by_slug.get(slug.as_str()));
    if let (Some(review), Some(game), false) = (&text.localized.review, game, marks.is_empty()) {
        let mean = marks.values().sum::<f32>() / marks.len() as f32;
        let game = &catalogue.games[*game];
        things.push(json!({
            "@context": "https://schema.org",
            "@type": "Review",
            "itemReviewed": {"@type": "VideoGame", "name": lang.pick(&game.name.th, &game.name.en)},
            "reviewBody": thai::plain(review.verdict.clone()),
            "reviewRating": {"@type": "Rating", "ratingValue": format!("{mean:.1}"), "bestRating": 10, "worstRating": 0},
            "author": {"@type": "Organization", "name": "Manao"},
        }));
    }
    things
}
