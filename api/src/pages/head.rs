//! The head of a page: title, description, canonical address, the other language, Open Graph, JSON-LD.

use super::table::PageHead;
use manao_kernel::pages::Content;
use manao_kernel::pages::visit::address;
use manao_kernel::problem::Lang;

/// The parts from which a head is written.
pub struct Head<'a> {
    /// The shop's address
    pub public: &'a str,
    pub lang: Lang,
    pub shown: &'a PageHead,
    pub content: &'a Content,
    /// The canonical path, for a page that search engines may index
    pub path: Option<&'a str>,
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
        tag(format!("<meta name=\"description\" content=\"{}\">", escape(description)));
        let Some(path) = self.path else {
            tag("<meta name=\"robots\" content=\"noindex\">".to_owned());
            return head;
        };
        let own = address(self.public, path, self.lang);
        tag(format!("<link rel=\"canonical\" href=\"{}\">", escape(&own)));
        for (lang, code) in [(Lang::Th, "th"), (Lang::En, "en"), (Lang::Th, "x-default")] {
            let there = escape(&address(self.public, path, lang));
            tag(format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{there}\">"));
        }
        let picture = format!("{}{}", self.public, self.content.picture.as_deref().unwrap_or("/share.png"));
        for (property, content) in [
            ("og:type", "website"),
            ("og:site_name", "Manao"),
            ("og:title", &title),
            ("og:description", description),
            ("og:url", &own),
            ("og:image", &picture),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:locale", self.lang.pick("th_TH", "en_US")),
            ("og:locale:alternate", self.lang.pick("en_US", "th_TH")),
        ] {
            tag(format!("<meta property=\"{property}\" content=\"{}\">", escape(content)));
        }
        tag("<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned());
        for thing in &self.content.things {
            tag(format!("<script type=\"application/ld+json\">{}</script>", embeddable(&thing.to_string())));
        }
        head
    }

    /// Returns the same title as the browser sets, so nothing flickers when it takes over.
    fn title(&self) -> String {
        let titles = &self.shown.titles;
        let title = titles.get(self.content.title).or_else(|| titles.values().next()).map(|title| title.pick(self.lang).as_str());
        title.unwrap_or_default().replace("{{name}}", &self.content.name)
    }

    fn description(&self) -> &str {
        self.content.description.as_deref().unwrap_or_else(|| self.shown.description.pick(self.lang))
    }
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
        let head = Head { public: "https://shop", lang: Lang::En, shown: &table.missing, content: &content, path: Some("/x") };
        let html = head.write();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert!(html.contains("content=\"https://shop/files/a.png\"") && html.contains("href=\"https://shop/en/x\""), "{html}");
        assert!(Head { path: None, ..head }.write().contains("noindex"));
    }
}
