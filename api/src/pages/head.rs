//! The head of a page: title, description, canonical address, the other language, Open Graph, JSON-LD.

use std::borrow::Cow;
use std::sync::LazyLock;

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

use super::table::PageHead;
use super::{feeds, share};
use manao_kernel::pages::visit::address;
use manao_kernel::pages::{Content, FeedSource};
use manao_kernel::problem::Lang;

/// Most characters of a title and of a description; search engines show no more.
const TITLE: usize = 60;
const DESCRIPTION: usize = 160;
/// Least characters of a name in a title, however long the words around it are.
const NAME: usize = 20;

/// The parts from which a head is written.
pub struct Head<'a> {
    /// The shop's address
    pub public: &'a str,
    pub lang: Lang,
    pub shown: &'a PageHead,
    pub content: &'a Content,
    /// The canonical path, for a page that search engines may index
    pub path: Option<&'a str>,
    pub feed: Option<&'a FeedSource>,
}

impl Head<'_> {
    /// Returns everything from `<title>` on, as HTML.
    pub fn write(&self) -> String {
        let (title, description) = (self.title(), self.description());
        let mut head = String::with_capacity(4096);
        let mut tag = |text: String| {
            head.push_str(&text);
            head.push('\n');
        };
        tag(format!("<title>{}</title>", escape(&title)));
        tag(format!("<meta name=\"description\" content=\"{}\">", escape(&description)));
        let Some(path) = self.path else {
            tag("<meta name=\"robots\" content=\"noindex\">".to_owned());
            return head;
        };
        let own = address(self.public, path, self.lang);
        tag(format!("<link rel=\"canonical\" href=\"{}\">", escape(&own)));
        for (lang, code) in [(Lang::Th, "th"), (Lang::En, "en"), (Lang::Th, "x-default")] {
            if self.content.only_in.is_none_or(|only| only == lang) {
                let there = escape(&address(self.public, path, lang));
                tag(format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{there}\">"));
            }
        }
        if let Some(feed) = self.feed {
            let (name, there) = (escape(feed.title(self.lang)), address(self.public, &feeds::path(feed.name), self.lang));
            tag(format!("<link rel=\"alternate\" type=\"application/rss+xml\" title=\"{name}\" href=\"{}\">", escape(&there)));
        }
        for (property, content) in self.shared(&title, &description, path, &own) {
            tag(format!("<meta property=\"{property}\" content=\"{}\">", escape(&content)));
        }
        tag("<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned());
        for thing in &self.content.things {
            tag(format!("<script type=\"application/ld+json\">{}</script>", embeddable(&thing.to_string())));
        }
        head
    }

    /// Returns what others show of a shared link: Open Graph.
    fn shared<'a>(&'a self, title: &'a str, description: &'a str, path: &str, own: &'a str) -> Vec<(&'static str, Cow<'a, str>)> {
        let card = self.content.share.as_ref().map(|card| share::path(&address("", path, self.lang), card));
        let picture = card.as_deref().or(self.content.picture.as_deref()).unwrap_or("/share.png");
        let lang = |lang: Lang| lang.pick("th_TH", "en_US");
        let mut properties: Vec<(_, Cow<'_, str>)> = vec![
            ("og:type", if self.content.article.is_some() { "article" } else { "website" }.into()),
            ("og:site_name", "Manao".into()),
            ("og:title", title.into()),
            ("og:description", description.into()),
            ("og:url", own.into()),
            ("og:image", format!("{}{picture}", self.public).into()),
            ("og:image:width", "1200".into()),
            ("og:image:height", "630".into()),
            ("og:image:alt", title.into()),
            ("og:locale", lang(self.lang).into()),
        ];
        if self.content.only_in.is_none() {
            properties.push(("og:locale:alternate", lang(self.lang.pick(Lang::En, Lang::Th)).into()));
        }
        if let Some(article) = self.content.article {
            properties.push(("article:published_time", article.published_at.to_rfc3339().into()));
            properties.extend(article.modified_at.map(|at| ("article:modified_time", at.to_rfc3339().into())));
        }
        properties
    }

    /// Returns the title. The browser sets the same one, with the whole name.
    fn title(&self) -> String {
        const PLACE: &str = "{{name}}";
        let titles = &self.shown.titles;
        let title = titles.get(self.content.title).or_else(|| titles.values().next()).map(|title| title.pick(self.lang).as_str());
        let title = title.unwrap_or_default();
        if !title.contains(PLACE) {
            return shortened(title, TITLE).into_owned();
        }
        let around = title.replace(PLACE, "").chars().count();
        title.replace(PLACE, &shortened(&self.content.name, TITLE.saturating_sub(around).max(NAME)))
    }

    fn description(&self) -> Cow<'_, str> {
        shortened(self.content.description.as_deref().unwrap_or_else(|| self.shown.description.pick(self.lang)), DESCRIPTION)
    }
}

static LINES: LazyLock<LineSegmenterBorrowed<'static>> = LazyLock::new(|| LineSegmenter::new_lstm(LineBreakOptions::default()));

/// Cuts a text at a word, Thai ones too, so that it has at most this many characters with its ellipsis.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(most.saturating_sub(1)).filter(|_| text.chars().count() > most) else {
        return text.into();
    };
    // Some characters more, so that a word at the edge is seen whole.
    let seen = text.char_indices().nth(most + 30).map_or(text, |(at, _)| &text[..at]);
    let mark = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | ':' | ';' | '–' | '-' | '·');
    let words = LINES.segment_str(seen).map(|at| seen[..at].trim_end_matches(mark));
    let kept = words.take_while(|kept| kept.len() <= end).last().filter(|kept| kept.len() > end / 2);
    format!("{}…", kept.unwrap_or(&text[..end])).into()
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON for use inside HTML: `</script>` and comments cannot begin in it; the separators that older JavaScript took for line
/// ends are escaped too.
pub(super) fn embeddable(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::parsed;
    use super::*;

    #[test]
    fn nothing_in_the_data_ends_its_script() {
        let json = serde_json::json!({"name": "</script><script>alert(1)</script><!--"}).to_string();
        let safe = embeddable(&json);
        assert!(!safe.contains('<'));
        let (read, given): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(&safe).unwrap(), serde_json::from_str(&json).unwrap());
        assert_eq!(read, given);
    }

    #[test]
    fn what_people_wrote_stays_text() {
        let table = parsed(&[]).unwrap();
        let hostile = "\"><script>alert(1)</script>{{name}}";
        let content = Content {
            description: Some(hostile.to_owned()),
            picture: Some("/files/a.png".to_owned()),
            things: vec![serde_json::json!({"name": hostile})],
            ..Content::default()
        };
        let head = Head {
            public: "https://shop",
            lang: Lang::En,
            shown: &table.missing,
            content: &content,
            path: Some("/x"),
            feed: None,
        };
        let html = head.write();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert!(html.contains("content=\"https://shop/files/a.png\"") && html.contains("href=\"https://shop/en/x\""), "{html}");
        assert!(Head { path: None, ..head }.write().contains("noindex"));
    }

    #[test]
    fn a_long_text_is_cut_at_a_word() {
        let en = "A Free Fire tournament for up to 32 teams, organized by somebody with a name";
        for (text, most, cut) in [
            ("short", 60, "short"),
            (en, 60, "A Free Fire tournament for up to 32 teams, organized by…"),
            (en, 43, "A Free Fire tournament for up to 32 teams…"),
            ("เติมเกมจ่ายพร้อมเพย์เข้าไอดีในไม่กี่วินาที", 24, "เติมเกมจ่ายพร้อมเพย์…"),
            ("xxxxxxxxxxxxxxxxxxxxxx", 10, "xxxxxxxxx…"),
        ] {
            assert_eq!(shortened(text, most), cut);
            assert!(shortened(text, most).chars().count() <= most);
        }
    }

    #[test]
    fn a_title_keeps_the_words_around_a_long_name() {
        let mut table = parsed(&[]).unwrap();
        let title = serde_json::json!({"": {"th": "{{name}} | Manao", "en": "{{name}} | Manao"}});
        table.missing.titles = serde_json::from_value(title).unwrap();
        let content =
            Content { name: "The Great Spring Cup of All Schools in Chiang Mai and Lamphun".to_owned(), ..Content::default() };
        let head =
            Head { public: "https://shop", lang: Lang::En, shown: &table.missing, content: &content, path: None, feed: None };
        assert_eq!(head.title(), "The Great Spring Cup of All Schools in Chiang Mai… | Manao");
    }

    #[test]
    fn a_page_names_its_card_its_feed_and_its_dates() {
        let table = parsed(&[]).unwrap();
        let card = manao_kernel::pages::ShareCard { title: "RoV".to_owned(), ..Default::default() };
        let published_at = "2026-11-28T12:00:00Z".parse().unwrap();
        let feed = FeedSource::new("promotions", ["โปรโมชัน", "Promotions"], "/promotions", |_, _| {
            Box::pin(async { Ok(Vec::new()) })
        });
        let content = Content {
            share: Some(card.clone()),
            picture: Some("/files/a.png".to_owned()),
            article: Some(manao_kernel::pages::ArticleDates { published_at, modified_at: None }),
            only_in: Some(Lang::En),
            ..Content::default()
        };
        let shown = &table.missing;
        let head = Head {
            public: "https://shop",
            lang: Lang::En,
            shown,
            content: &content,
            path: Some("/promotions/7"),
            feed: Some(&feed),
        };
        let html = head.write();
        for tag in [
            format!("<meta property=\"og:image\" content=\"https://shop/share/en/promotions/7.png?v={}\">", card.version()),
            "<meta property=\"og:type\" content=\"article\">".to_owned(),
            "<meta property=\"article:published_time\" content=\"2026-11-28T12:00:00+00:00\">".to_owned(),
            "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"Promotions\" href=\"https://shop/en/rss/promotions.xml\">".to_owned(),
        ] {
            assert!(html.contains(&tag), "{tag} in {html}");
        }
        assert_eq!(html.matches("hreflang").count(), 1, "{html}");
    }
}
