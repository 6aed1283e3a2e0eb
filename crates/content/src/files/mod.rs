//! The files that ship with the product: `content/` of the repository, compiled into the program.

pub mod check;
pub mod command;
pub mod demo;
mod head;
pub mod pictures;
pub mod take;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use chrono::{DateTime, Utc};
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use crate::document::Document;
use crate::kinds::{ArticleKind, LANGS};

#[derive(RustEmbed)]
#[folder = "../../content"]
#[include = "*.md"]
struct Files;

/// Largest file of a folder that is imported.
const LARGEST: u64 = 1 << 20;

/// The files of one article, read.
#[derive(Clone, Debug)]
pub struct Shipped {
    pub kind: ArticleKind,
    pub document: Document,
    /// Days before the demo's day on which it was published
    pub age_days: i64,
    /// Hash of its files
    pub hash: String,
}

impl Shipped {
    pub fn slug(&self) -> &str {
        self.document.slug.as_deref().unwrap_or_default()
    }
}

const OF_EVERY_SHOP: [ArticleKind; 3] = [ArticleKind::Manual, ArticleKind::Page, ArticleKind::Faq];

/// Returns what ships with every shop: the manual, the pages and the questions. Ages are counted from `now`.
///
/// # Errors
/// Names the file that cannot be read.
pub fn shipped(now: DateTime<Utc>) -> Result<Vec<Shipped>> {
    read(embedded()?, "", &OF_EVERY_SHOP, now)
}

/// Returns the demo's articles; their windows are counted from `now`.
///
/// # Errors
/// Names the file that cannot be read.
pub fn of_the_demo(now: DateTime<Utc>) -> Result<Vec<Shipped>> {
    let listed: Vec<ArticleKind> = ArticleKind::ALL.iter().copied().filter(|kind| kind.is_listed()).collect();
    read(embedded()?, "demo/", &listed, now)
}

/// Returns the articles of a folder that is laid out like `content/`, its `demo/` left out.
///
/// # Errors
/// Names the file that cannot be read.
pub fn of_folder(folder: &Path, now: DateTime<Utc>) -> Result<Vec<Shipped>> {
    let mut files = Vec::new();
    for kind in ArticleKind::ALL {
        walk(folder, &folder.join(kind.folder()), &mut files)?;
    }
    read(files, "", ArticleKind::ALL, now)
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            walk(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.strip_prefix(root).ok().and_then(Path::to_str).unwrap_or_default().to_owned();
            let size = std::fs::metadata(&path)?.len();
            ensure!(size <= LARGEST, "{name}: {size} bytes are too many");
            files.push((name, std::fs::read_to_string(&path).with_context(|| path.display().to_string())?));
        }
    }
    Ok(())
}

fn embedded() -> Result<Vec<(String, String)>> {
    let read = |path: Cow<'static, str>| {
        let file = Files::get(&path).with_context(|| format!("{path} is gone"))?;
        let text = String::from_utf8(file.data.into_owned()).with_context(|| path.to_string())?;
        Ok((path.into_owned(), text))
    };
    Files::iter().map(read).collect()
}

fn read(files: Vec<(String, String)>, below: &str, kinds: &[ArticleKind], now: DateTime<Utc>) -> Result<Vec<Shipped>> {
    let mut found: BTreeMap<(&'static str, String), BTreeMap<&'static str, String>> = BTreeMap::new();
    for (path, text) in files {
        let named = |kind: &ArticleKind| {
            let name = path.strip_prefix(&format!("{below}{}/", kind.folder()))?;
            LANGS.iter().find_map(|lang| Some((lang.as_str(), name.strip_suffix(&format!(".{}.md", lang.as_str()))?)))
        };
        if let Some((kind, (lang, slug))) = kinds.iter().find_map(|kind| Some((kind, named(kind)?))) {
            found.entry((kind.as_str(), slug.to_owned())).or_default().insert(lang, text);
        }
    }
    found.into_iter().map(|((kind, slug), texts)| one(kind.parse()?, &slug, &texts, now)).collect()
}

fn one(kind: ArticleKind, slug: &str, texts: &BTreeMap<&'static str, String>, now: DateTime<Utc>) -> Result<Shipped> {
    let name = format!("content/{}/{slug}", kind.folder());
    ensure!(texts.contains_key("th"), "{name}: the Thai file is missing");
    let mut hash = Sha256::new();
    let (mut document, mut age_days) = (Document { slug: Some(slug.to_owned()), ..Document::default() }, 0);
    for (lang, text) in texts {
        hash.update(text.as_bytes());
        let (head, body) = head::parse(text).with_context(|| format!("{name}.{lang}.md"))?;
        document.texts.insert((*lang).to_owned(), head.texts(body));
        if *lang == "th" {
            age_days = head.age_days;
            head.share(&mut document, now);
        }
    }
    Ok(Shipped { kind, document, age_days, hash: hex::encode(&hash.finalize()[..16]) })
}
