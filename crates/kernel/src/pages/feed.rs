//! Feeds that a feature offers to readers of RSS.

use chrono::{DateTime, Utc};

use super::source::Answering;
use crate::app::App;
use crate::problem::Lang;

type Load = for<'a> fn(&'a App, Lang) -> Answering<'a, Vec<FeedItem>>;

/// A feed, served as `/rss/{name}.xml` and `/en/rss/{name}.xml`.
#[derive(Clone, Copy)]
pub struct FeedSource {
    pub name: &'static str,
    /// In Thai and in English
    pub title: [&'static str; 2],
    /// Path of the page that lists the same
    pub path: &'static str,
    pub load: Load,
}

impl FeedSource {
    pub const fn new(name: &'static str, title: [&'static str; 2], path: &'static str, load: Load) -> Self {
        Self { name, title, path, load }
    }

    pub fn title(&self, lang: Lang) -> &'static str {
        let [th, en] = self.title;
        lang.pick(th, en)
    }
}

/// An entry of a feed, in the reader's language; the newest comes first.
#[derive(Clone, Debug)]
pub struct FeedItem {
    pub title: String,
    pub summary: String,
    /// Path of its page, without the language
    pub path: String,
    pub published_at: DateTime<Utc>,
}
