//! Faults of articles: dead links and anchors, unknown numbers, missing pictures and languages, things that are gone.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;

use anyhow::Result;
use manao_kernel::app::App;
use serde::Serialize;

use super::{Shipped, pictures};
use crate::document::Document;
use crate::facts::Facts;
use crate::kinds::{ArticleKind, lang};
use crate::markdown::{self, Rendered};

/// Names of things of other owners that articles show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct References {
    pub games: BTreeSet<String>,
    /// SKUs
    pub products: BTreeSet<String>,
    pub coupons: BTreeSet<String>,
    pub tournaments: BTreeSet<i64>,
}

type Missing = for<'a> fn(&'a App, &'a References) -> Pin<Box<dyn Future<Output = sqlx::Result<References>> + Send + 'a>>;

/// Each owner's answer about the things that articles name: those of its own that do not exist.
#[derive(Clone, Default)]
pub struct MissingThings(pub Vec<Missing>);

/// An article as the check sees it.
struct Checked<'a> {
    name: String,
    kind: ArticleKind,
    document: &'a Document,
    rendered: BTreeMap<&'a str, Rendered>,
}

/// Returns one line for each fault of these articles.
///
/// # Errors
/// When the database fails.
pub async fn faults(app: &App, files: &[Shipped]) -> Result<Vec<String>> {
    let checked: Vec<Checked<'_>> = files.iter().map(checked).collect();
    let facts = app.shared::<Facts>();
    let mut faults = Vec::new();
    for one in &checked {
        own_faults(one, &facts, &mut faults);
        links(one, &checked, &mut faults);
    }
    let mut missing = References::default();
    let references = references(files);
    for owner in &app.shared::<MissingThings>().0 {
        let found = owner(app, &references).await?;
        missing.games.extend(found.games);
        missing.products.extend(found.products);
        missing.coupons.extend(found.coupons);
        missing.tournaments.extend(found.tournaments);
    }
    if missing != References::default() {
        faults.push(format!("named, and not there: {}", serde_json::to_string(&missing)?));
    }
    Ok(faults)
}

fn checked(file: &Shipped) -> Checked<'_> {
    let rendered = file.document.texts.iter().filter_map(|(word, texts)| {
        let lang = lang(word)?;
        Some((word.as_str(), markdown::render(&texts.body, lang)))
    });
    Checked {
        name: format!("{}/{}", file.kind.folder(), file.slug()),
        kind: file.kind,
        document: &file.document,
        rendered: rendered.collect(),
    }
}

fn own_faults(one: &Checked<'_>, facts: &Facts, faults: &mut Vec<String>) {
    let Checked { name, document, rendered, kind } = one;
    if let Err(refusal) = document.check(*kind) {
        faults.push(format!("{name}: {refusal:?}"));
    }
    for word in ["th", "en"].iter().filter(|word| !document.texts.contains_key(**word)) {
        faults.push(format!("{name}: no text in {word}"));
    }
    for (word, texts) in &document.texts {
        for (field, text) in [("title", &texts.title), ("summary", &texts.summary), ("body", &texts.body)] {
            faults.extend(facts.unknown(text).into_iter().map(|fact| format!("{name}.{word}: {field} names {{{fact}}}")));
        }
    }
    for (word, rendered) in rendered {
        faults.extend(rendered.remarks.iter().map(|remark| format!("{name}.{word}: {remark}")));
        let missing = rendered.pictures.iter().filter(|picture| !pictures::exists(picture));
        faults.extend(missing.map(|picture| format!("{name}.{word}: no picture {picture}")));
    }
    let mut shown: Vec<Vec<&str>> = rendered
        .values()
        .map(|rendered| rendered.headings.iter().filter(|h| h.level == 2).map(|h| h.id.as_str()).collect())
        .collect();
    shown.dedup();
    if *kind == ArticleKind::Manual && shown.len() > 1 {
        faults.push(format!("{name}: its languages have other anchors: {shown:?}"));
    }
}

/// Looks up every link below `/manual`; other pages are known to the web, whose test looks for them.
fn links(one: &Checked<'_>, all: &[Checked<'_>], faults: &mut Vec<String>) {
    for (word, rendered) in &one.rendered {
        for link in &rendered.links {
            let (path, anchor) = link.split_once('#').map_or((link.as_str(), None), |(path, anchor)| (path, Some(anchor)));
            let Some(slug) = path.strip_prefix("/manual/") else { continue };
            let target =
                all.iter().find(|other| other.kind == ArticleKind::Manual && other.document.slug.as_deref() == Some(slug));
            let there = target.is_some_and(|target| {
                anchor.is_none_or(|anchor| {
                    target.rendered.get(word).is_some_and(|page| page.headings.iter().any(|h| h.id == anchor))
                })
            });
            if !there {
                faults.push(format!("{}.{word}: a link to {link}", one.name));
            }
        }
    }
}

/// Returns all things that these articles name.
pub fn references(files: &[Shipped]) -> References {
    let mut found = References::default();
    for file in files {
        let shared = &file.document.shared;
        found.games.extend(shared.games.iter().cloned());
        if let Some(terms) = &shared.promotion {
            found.games.extend(terms.game.clone());
            found.products.extend(terms.sku.iter().chain(&terms.flash_sale).cloned());
            found.coupons.extend(terms.coupon.clone());
        }
        for (word, texts) in &file.document.texts {
            let Some(lang) = lang(word) else { continue };
            for block in markdown::render(&texts.body, lang).blocks {
                found.games.extend(block.game);
                found.products.extend(block.product);
                found.tournaments.extend(block.tournament);
            }
        }
    }
    found
}
