//! The catalogue's page data. Its queries are exactly those the browser would send.

use std::sync::Arc;
use std::time::Duration;

use crate::pages::{GAME, SEARCH};
use bytes::Bytes;
use manao_domain::product::{ProductKind, ProductState, Target};
use manao_people::pages::GAMES;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::question::DOCUMENTS;
use super::share;
use super::snapshot::{Game, Snapshot};
use manao_kernel::app::App;
use manao_kernel::pages::things::{breadcrumbs, organization};
use manao_kernel::pages::{CachedAnswer, Content, PageRequest, PageSource, Reply};
use manao_kernel::problem::{Problem, codes};

/// Time that a page waits for the first load of the catalogue.
const PATIENCE: Duration = Duration::from_secs(2);

pub fn sources() -> Vec<PageSource> {
    vec![
        PageSource::new("config", |app, _| Box::pin(async { Ok(questions(app, "ConfigQuery", json!({})).await) })),
        PageSource::new("home", |app, asked| Box::pin(home(app, asked))),
        PageSource::new("games", |app, asked| Box::pin(games(app, asked))),
        PageSource::new("search", |app, asked| Box::pin(search(app, asked))),
        PageSource::new("game", |app, asked| Box::pin(game(app, asked))).listed(|app| {
            Box::pin(async {
                let catalogue = catalogue(app).await?;
                Ok(catalogue.games.iter().map(|game| vec![("id", game.slug.clone())].into()).collect())
            })
        }),
    ]
}

pub(super) async fn catalogue(app: &App) -> Result<Arc<Snapshot>, Problem> {
    let answers = super::answers_of(app);
    if !answers.ready(PATIENCE).await {
        return Err(Problem::new(codes::service_unavailable).because("the catalogue is not read yet"));
    }
    Ok(answers.catalogue())
}

async fn questions(app: &App, operation: &'static str, variables: Value) -> Reply {
    Reply::Found(Content::default().with(ask(app, operation, variables).await))
}

/// Returns a query's answer under the browser's key: operation, variables.
pub(super) async fn ask(app: &App, operation: &'static str, variables: Value) -> Option<CachedAnswer> {
    #[derive(Deserialize)]
    struct Answer {
        data: Box<RawValue>,
    }
    #[derive(Serialize)]
    struct Request<'a> {
        query: &'a str,
        variables: &'a Value,
    }
    let (_, document) = DOCUMENTS.iter().find(|(name, _)| *name == operation)?;
    let request = serde_json::to_vec(&Request { query: document, variables: &variables }).ok()?;
    let answers = super::answers_of(app);
    if !answers.ready(PATIENCE).await {
        return None;
    }
    let answered = answers.answer(&Bytes::from(request), app.now()).await;
    let bytes = answered.inspect_err(|problem| tracing::error!(operation, %problem, "a page's question has no answer")).ok()?;
    let answer: Answer = serde_json::from_slice(&bytes).ok()?;
    CachedAnswer::new(json!([operation, variables]), &answer.data).ok()
}

async fn home(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let site = json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": "Manao",
        "alternateName": "มะนาว",
        "url": asked.address("/"),
        "inLanguage": asked.lang.as_str(),
        "potentialAction": {
            "@type": "SearchAction",
            "target": format!("{}?q={{search_term}}", asked.address(SEARCH.path())),
            "query-input": "required name=search_term"
        }
    });
    let content = Content { things: vec![site, organization(asked)], ..Content::default() };
    Ok(Reply::Found(content.with(ask(app, "HomeQuery", json!({})).await)))
}

async fn games(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let given = asked.query("kind").unwrap_or_default();
    // The address uses the GraphQL word.
    let kind = ProductKind::ALL.iter().map(|kind| kind.as_str().to_ascii_uppercase()).find(|kind| kind == given);
    let content = Content { unindexed: kind.is_some(), shared: kind.iter().map(|_| "kind").collect(), ..Content::default() };
    Ok(Reply::Found(content.with(ask(app, "GamesQuery", json!({"search": null, "kind": kind})).await)))
}

/// Returns the games that a search finds; the browser itself searches esports.
async fn search(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let words = Some(asked.query("q").unwrap_or_default().trim()).filter(|words| !words.is_empty());
    let content = Content { unindexed: true, shared: asked.given(&["q"], &[]), ..Content::default() };
    Ok(Reply::Found(content.with(ask(app, "GamesQuery", json!({"search": words, "kind": null})).await)))
}

async fn game(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let id = asked.param("id");
    let catalogue = catalogue(app).await?;
    let Some(game) = catalogue.game(id).map(|at| &catalogue.games[at]) else { return Ok(Reply::Missing) };
    let (name, blurb) = (asked.lang.pick(&game.name.th, &game.name.en), asked.lang.pick(&game.blurb.th, &game.blurb.en));
    let page = GAME.address([&game.slug]);
    let way = breadcrumbs(asked, &[(asked.lang.pick("เกมทั้งหมด", "All games"), GAMES.path()), (name, &page)]);
    let sold = |asked: &str| game.products.iter().any(|at| catalogue.products[*at].id.to_string() == asked);
    let content = Content {
        title: match game.target {
            Target::Player => "player",
            Target::Number => "number",
            Target::None => "card",
        },
        name: name.to_owned(),
        description: Some(blurb.to_owned()),
        // A game can be reached by number too; its slug is the canonical address.
        canonical: Some(vec![("id", game.slug.clone())]),
        shared: if asked.query("product").is_some_and(sold) { vec!["product"] } else { Vec::new() },
        share: Some(share::card(&catalogue, game, asked.lang, app.now())),
        things: [way].into_iter().chain(product(&catalogue, game, name, blurb, &asked.address(&page))).collect(),
        ..Content::default()
    };
    Ok(Reply::Found(content.with(ask(app, "GameQuery", json!({"id": id})).await)))
}

/// Describes the game as one product with its price range; None while none of it is for sale.
fn product(catalogue: &Snapshot, game: &Game, name: &str, blurb: &str, own: &str) -> Option<Value> {
    let products = game.products.iter().map(|at| &catalogue.products[*at]);
    let shown: Vec<_> = products.filter(|product| product.state != ProductState::Withdrawn).collect();
    let sold_out = shown.iter().all(|product| product.state == ProductState::SoldOut);
    let (low, high) =
        (shown.iter().map(|product| product.price_satang).min()?, shown.iter().map(|product| product.price_satang).max()?);
    let baht = |satang: i64| format!("{}.{:02}", satang / 100, satang % 100);
    Some(json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": name,
        "description": blurb,
        "brand": {"@type": "Brand", "name": game.publisher},
        "offers": {
            "@type": "AggregateOffer",
            "priceCurrency": "THB",
            "lowPrice": baht(low),
            "highPrice": baht(high),
            "offerCount": shown.len(),
            "availability": if sold_out { "https://schema.org/SoldOut" } else { "https://schema.org/InStock" },
            "url": own
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_is_named() {
        for (name, document) in DOCUMENTS {
            assert!(document.contains(&format!("query {name}")), "{name}");
        }
    }
}
