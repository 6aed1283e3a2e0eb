//! A feature's page data: for an address, the answers that the page starts from and the content of its head.

use std::future::Future;
use std::pin::Pin;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::share::ShareCard;
use super::visit::{Visit, address};
use crate::app::App;
use crate::problem::{Lang, Problem};

/// Values of a pattern's parameters in an address, decoded.
pub type Params<'a> = Vec<(&'a str, String)>;

pub(super) type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send + 'a>>;

type Load = for<'a> fn(&'a App, &'a PageRequest<'a>) -> Answering<'a, Reply>;
type List = for<'a> fn(&'a App) -> Answering<'a, Vec<ListedPage>>;

/// An address of a page, for the site map.
#[derive(Clone, Debug, Default)]
pub struct ListedPage {
    pub params: Params<'static>,
    pub modified_at: Option<DateTime<Utc>>,
    /// The only language that it is written in
    pub only_in: Option<Lang>,
}

impl From<Params<'static>> for ListedPage {
    fn from(params: Params<'static>) -> Self {
        Self { params, ..Self::default() }
    }
}

/// The data source of a page; the web's table of pages names it (`source` in `web/src/app/pages.ts`).
#[derive(Clone, Copy)]
pub struct PageSource {
    pub name: &'static str,
    pub load: Load,
    pub list: Option<List>,
}

impl PageSource {
    pub const fn new(name: &'static str, load: Load) -> Self {
        Self { name, load, list: None }
    }

    /// Lists all the page's addresses, for the site map.
    #[must_use]
    pub const fn listed(self, list: List) -> Self {
        Self { list: Some(list), ..self }
    }
}

/// A request for a page.
pub struct PageRequest<'a> {
    pub lang: Lang,
    pub app: &'a App,
    pub visit: &'a Visit,
    pub params: Params<'a>,
}

impl PageRequest<'_> {
    /// Returns a parameter of the page's path, decoded; empty when there is none of this name.
    pub fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value)
    }

    /// Returns the query parameter of this name.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.visit.asked.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Returns the `texts` that have a value and the `numbers` that reach their minimum, as the web's router writes them. The router redirects
    /// any other spelling, and a page that redirects cannot be rendered.
    pub fn given(&self, texts: &[&'static str], numbers: &[(&'static str, u32)]) -> Vec<&'static str> {
        let text = |name: &&'static str| self.query(name).is_some_and(|given| !given.is_empty());
        let number = |(name, least): &(&'static str, u32)| {
            let given = self.query(name)?;
            given.parse::<u32>().ok().filter(|number| number >= least && number.to_string() == given).map(|_| *name)
        };
        texts.iter().copied().filter(text).chain(numbers.iter().filter_map(number)).collect()
    }

    /// Returns the full address of a path, in the page's language.
    pub fn address(&self, path: &str) -> String {
        address(&self.app.settings.public_url, path, self.lang)
    }
}

/// A source's reply. Its error becomes a 503: the browser renders the page, and search engines come back later.
#[expect(clippy::large_enum_variant, reason = "a reply is made and taken apart once for a page")]
pub enum Reply {
    Found(Content),
    Missing,
    /// It has another address now: its path, without the language
    Moved(String),
    /// It was there and will not come back: 410, so that search engines drop it
    Gone,
}

/// The dates of an article.
#[derive(Clone, Copy, Debug)]
pub struct ArticleDates {
    pub published_at: DateTime<Utc>,
    pub modified_at: Option<DateTime<Utc>>,
}

#[derive(Default)]
pub struct Content {
    /// Answers to the browser's first queries. They identify an unchanged page: the same address with the same answers is rendered only once
    pub answers: Vec<CachedAnswer>,
    /// Whether an answer is missing: then the browser asks for it, and the page is not rendered
    pub incomplete: bool,
    /// Name of one of the page's titles, if it has several
    pub title: &'static str,
    /// Value of `{{name}}` in the title
    pub name: String,
    pub description: Option<String>,
    /// The card drawn as the picture of a shared link
    pub share: Option<ShareCard>,
    /// Path of a 1200 × 630 picture for sharing the page, if it has no card
    pub picture: Option<String>,
    /// Present if the page is an article
    pub article: Option<ArticleDates>,
    /// Name of the feed that the page offers ([`FeedSource`](super::FeedSource))
    pub feed: Option<&'static str>,
    /// The only language that its texts are written in; search engines do not index the other address
    pub only_in: Option<Lang>,
    /// Parameters of the canonical address, if the page has several
    pub canonical: Option<Params<'static>>,
    /// Whether it is one of many views of the same content, which search engines need not index
    pub unindexed: bool,
    /// Names of public query parameters; with any other, the page counts as personal and is not rendered
    pub shared: Vec<&'static str>,
    /// Things in the vocabulary of schema.org
    pub things: Vec<Value>,
}

impl Content {
    /// Adds an answer, or records that it is missing.
    #[must_use]
    pub fn with(mut self, answer: Option<CachedAnswer>) -> Self {
        self.incomplete |= answer.is_none();
        self.answers.extend(answer);
        self
    }

    /// Adds the answers of another source; the head stays.
    pub fn add(&mut self, other: Self) {
        self.incomplete |= other.incomplete;
        self.answers.extend(other.answers);
    }
}

/// An answer under its key in the browser's query cache, exactly as the web's `queryKey` has it.
#[derive(Serialize)]
pub struct CachedAnswer {
    key: Value,
    data: Box<RawValue>,
}

impl CachedAnswer {
    /// # Errors
    /// When the data cannot be serialised as JSON.
    pub fn new(key: Value, data: &impl Serialize) -> Result<Self, Problem> {
        Ok(Self { key, data: to_raw_value(data).map_err(Problem::internal)? })
    }
}
