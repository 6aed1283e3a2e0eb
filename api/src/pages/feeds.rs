//! Feeds for readers of RSS 2.0.

use std::fmt::Write as _;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::Pages;
use super::head::escape;
use manao_kernel::pages::visit::address;
use manao_kernel::pages::{FeedItem, FeedSource};
use manao_kernel::problem::Lang;

/// Most entries of a feed.
const ITEMS: usize = 50;

pub async fn thai(State(pages): State<Pages>, Path(file): Path<String>) -> Response {
    answer(&pages, &file, Lang::Th).await
}

pub async fn english(State(pages): State<Pages>, Path(file): Path<String>) -> Response {
    answer(&pages, &file, Lang::En).await
}

/// Returns the path of a feed.
pub fn path(name: &str) -> String {
    format!("/rss/{name}.xml")
}

async fn answer(pages: &Pages, file: &str, lang: Lang) -> Response {
    let Some(feed) = file.strip_suffix(".xml").and_then(|name| pages.feeds.get(name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match (feed.load)(&pages.app, lang).await {
        Ok(items) => {
            let headers = [(CONTENT_TYPE, "application/rss+xml; charset=utf-8"), (CACHE_CONTROL, "public, max-age=300")];
            (headers, written(&pages.app.settings.public_url, feed, &items, lang)).into_response()
        }
        Err(problem) => {
            tracing::error!(feed = feed.name, %problem, "a feed cannot be had now");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

fn written(public: &str, feed: &FeedSource, items: &[FeedItem], lang: Lang) -> String {
    let there = |path: &str| escape(&address(public, path, lang));
    let (title, list, own) = (escape(feed.title(lang)), there(feed.path), there(&path(feed.name)));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel>\
         <title>{title}</title><link>{list}</link><description>{title}</description><language>{}</language>\
         <atom:link href=\"{own}\" rel=\"self\" type=\"application/rss+xml\"/>",
        lang.as_str()
    );
    for item in items.iter().take(ITEMS) {
        let (link, day) = (there(&item.path), item.published_at.to_rfc2822());
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<item><title>{}</title><link>{link}</link><guid>{link}</guid><pubDate>{day}</pubDate><description>{}</description></item>",
            escape(&item.title),
            escape(&item.summary)
        );
    }
    text + "</channel></rss>"
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEED: FeedSource = FeedSource::new("promotions", ["โปรโมชัน", "Promotions"], "/promotions", |_, _| {
        Box::pin(async { Ok(Vec::new()) })
    });

    fn item(number: u32) -> FeedItem {
        FeedItem {
            title: format!("<b>ลด & แจก</b> {number}"),
            summary: "\"two\" days".to_owned(),
            path: format!("/promotions/{number}"),
            published_at: "2026-11-28T12:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn an_entry_is_text_with_its_address_and_date() {
        let text = written("https://shop", &FEED, &[item(7)], Lang::En);
        assert!(text.contains("<title>Promotions</title><link>https://shop/en/promotions</link>"), "{text}");
        assert!(text.contains("<atom:link href=\"https://shop/en/rss/promotions.xml\""), "{text}");
        assert!(
            text.contains(
                "<item><title>&lt;b&gt;ลด &amp; แจก&lt;/b&gt; 7</title><link>https://shop/en/promotions/7</link>\
                 <guid>https://shop/en/promotions/7</guid><pubDate>Sat, 28 Nov 2026 12:00:00 +0000</pubDate>\
                 <description>&quot;two&quot; days</description></item>"
            ),
            "{text}"
        );
        let many: Vec<_> = (0..80).map(item).collect();
        let text = written("https://shop", &FEED, &many, Lang::Th);
        assert!(text.contains("<title>โปรโมชัน</title><link>https://shop/promotions</link>"), "{text}");
        assert_eq!(text.matches("<item>").count(), ITEMS);
    }
}
