//! The site map: an index, and parts with every address that search engines may index. It is read at most once in a few minutes.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use moka::future::Cache;

use super::Pages;
use super::crawlers::LANGS;
use super::head::escape;
use super::table::{Page, Table};
use manao_kernel::pages::visit::address;
use manao_kernel::pages::{ListedPage, Params};
use manao_kernel::problem::Lang;

/// Pages in a part, each of them in two languages: at most 10,000 addresses.
const IN_PART: usize = 5_000;
/// Most pages of all parts together; the oldest of the last source are left out.
const MOST: usize = 250_000;
/// Time that the list and its parts are kept.
const KEPT: Duration = Duration::from_secs(300);
/// Capacity for written parts, in bytes.
const ROOM: u64 = 16 * 1024 * 1024;

/// A page of the site map, under its path.
struct Entry {
    path: String,
    modified_at: Option<DateTime<Utc>>,
    only_in: Option<Lang>,
}

/// The site map of this process.
pub struct SiteMap {
    listed: Cache<(), Arc<Vec<Entry>>>,
    parts: Cache<usize, Bytes>,
}

impl SiteMap {
    pub fn new() -> Self {
        let weigh = |_: &usize, part: &Bytes| u32::try_from(part.len()).unwrap_or(u32::MAX);
        Self {
            listed: Cache::builder().time_to_live(KEPT).build(),
            parts: Cache::builder().weigher(weigh).max_capacity(ROOM).time_to_live(KEPT).build(),
        }
    }

    async fn entries(&self, pages: &Pages, table: &Table) -> Arc<Vec<Entry>> {
        self.listed.get_with((), async { Arc::new(listed(pages, table).await) }).await
    }

    /// Answers with the index of the parts.
    pub async fn index(&self, pages: &Pages, table: &Table) -> Response {
        let entries = self.entries(pages, table).await;
        xml(index(&pages.app.settings.public_url, &entries).into())
    }

    /// Answers with a part, counted from 1.
    pub async fn part(&self, pages: &Pages, table: &Table, number: usize) -> Response {
        let entries = self.entries(pages, table).await;
        let Some(own) = number.checked_sub(1).and_then(|index| entries.chunks(IN_PART).nth(index)) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        xml(self.parts.get_with(number, async { Bytes::from(part(&pages.app.settings.public_url, own)) }).await)
    }
}

/// Returns the number of the part at this path, such as `/sitemap-1.xml`.
pub fn part_number(path: &str) -> Option<usize> {
    let number = path.strip_prefix("/sitemap-")?.strip_suffix(".xml")?;
    number.parse().ok().filter(|parsed: &usize| parsed.to_string() == number)
}

fn xml(text: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/xml")], text).into_response()
}

async fn listed(pages: &Pages, table: &Table) -> Vec<Entry> {
    let mut entries = Vec::new();
    for page in table.pages.iter().filter(|page| page.indexed) {
        let found = of_page(pages, page).await.into_iter().take(MOST - entries.len());
        entries.extend(found.map(|listed| Entry {
            path: page.path.filled(&listed.params),
            modified_at: listed.modified_at,
            only_in: listed.only_in,
        }));
    }
    entries
}

async fn of_page(pages: &Pages, page: &Page) -> Vec<ListedPage> {
    if page.path.names().next().is_none() {
        return vec![Params::new().into()];
    }
    let Some(list) = page.sources.first().and_then(|name| pages.sources.get(name.as_str())?.list) else { return Vec::new() };
    let found = list(&pages.app).await;
    found.inspect_err(|problem| tracing::error!(page = %page.path, %problem, "not in the site map")).unwrap_or_default()
}

fn index(public: &str, entries: &[Entry]) -> String {
    let mut text = String::from(concat!(
        r#"<?xml version="1.0" encoding="UTF-8"?>"#,
        r#"<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#
    ));
    for (own, number) in entries.chunks(IN_PART).zip(1..) {
        let modified = modified(own.iter().filter_map(|entry| entry.modified_at).max());
        // Writing to a string cannot fail.
        let _ = write!(text, "<sitemap><loc>{public}/sitemap-{number}.xml</loc>{modified}</sitemap>");
    }
    text + "</sitemapindex>"
}

fn part(public: &str, entries: &[Entry]) -> String {
    let mut text = String::from(concat!(
        r#"<?xml version="1.0" encoding="UTF-8"?>"#,
        r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">"#
    ));
    for Entry { path, modified_at, only_in } in entries {
        let modified = modified(*modified_at);
        let written = LANGS.into_iter().filter(|lang| only_in.is_none_or(|only| only == *lang));
        let addresses: Vec<_> = written.map(|lang| (lang, escape(&address(public, path, lang)))).collect();
        let mut others = String::new();
        for (lang, there) in addresses.iter().filter(|_| addresses.len() > 1) {
            let _ = write!(others, r#"<xhtml:link rel="alternate" hreflang="{}" href="{there}"/>"#, lang.as_str());
        }
        for (_, own) in &addresses {
            let _ = write!(text, "<url><loc>{own}</loc>{modified}{others}</url>");
        }
    }
    text + "</urlset>"
}

fn modified(at: Option<DateTime<Utc>>) -> String {
    at.map(|at| format!("<lastmod>{}</lastmod>", at.format("%Y-%m-%dT%H:%M:%SZ"))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: usize) -> Entry {
        let modified_at = number.is_multiple_of(2).then(|| DateTime::from_timestamp(1_796_000_000 + number as i64, 0)).flatten();
        Entry { path: format!("/games/g{number}"), modified_at, only_in: None }
    }

    #[test]
    fn a_large_shop_has_parts_of_a_bounded_number_of_addresses() {
        let entries: Vec<_> = (0..12_001).map(entry).collect();
        let index = index("https://shop", &entries);
        assert_eq!(index.matches("<sitemap>").count(), 3);
        assert!(index.contains("<loc>https://shop/sitemap-3.xml</loc><lastmod>2026-11-30T"), "{index}");
        let counts: Vec<_> = entries.chunks(IN_PART).map(|own| part("https://shop", own).matches("<url>").count()).collect();
        assert_eq!(counts, [10_000, 10_000, 4_002]);
    }

    #[test]
    fn an_address_says_its_other_language_and_when_it_changed() {
        let both = part("https://shop", &[entry(2)]);
        assert!(both.contains("<url><loc>https://shop/en/games/g2</loc><lastmod>2026-11-30T"), "{both}");
        assert_eq!(both.matches(r#"hreflang="th" href="https://shop/games/g2""#).count(), 2, "{both}");
        let thai = part("https://shop", &[Entry { only_in: Some(Lang::Th), ..entry(1) }]);
        assert!(thai.ends_with("<url><loc>https://shop/games/g1</loc></url></urlset>"), "{thai}");
    }

    #[test]
    fn a_part_has_one_spelling() {
        for (path, number) in
            [("/sitemap-1.xml", Some(1)), ("/sitemap-12.xml", Some(12)), ("/sitemap-01.xml", None), ("/sitemap-.xml", None)]
        {
            assert_eq!(part_number(path), number, "{path}");
        }
    }
}
