//! The text of a notice: a single message's own words, or the number of several messages.

use serde::Serialize;

use crate::mail::{Block, Letter};
use crate::pages;
use manao_kernel::problem::Lang;

/// A push holds 4 KB, and devices show a few lines.
const TITLE: usize = 150;
const BODY: usize = 400;
/// Titles that a notice of several messages lists.
const NAMED: usize = 3;

/// A message, in its reader's language.
pub struct NoticeItem {
    pub id: i64,
    /// The message's kind
    pub kind: String,
    pub title: String,
    pub body: String,
    pub href: Option<String>,
}

pub struct Notification {
    /// By rising id, at least one
    pub told: Vec<NoticeItem>,
    pub title: String,
    pub body: String,
    /// Path of this site without the language
    href: String,
    /// The same for the same messages, so that a device shows them once
    pub tag: String,
    lang: Lang,
}

/// The push payload, as the service worker reads it.
#[derive(Serialize)]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    href: String,
    tag: &'a str,
}

impl Notification {
    /// Returns None when all messages were read.
    pub fn new(mut told: Vec<NoticeItem>, of_shop: bool, lang: Lang) -> Option<Self> {
        told.sort_unstable_by_key(|message| message.id);
        let newest = told.last()?;
        let tag = format!("inbox-{}", newest.id);
        let inbox = pages::INBOX.path();
        let all = if of_shop { inbox.to_owned() } else { format!("{inbox}?stream=esports") };
        let (title, body, href) = if told.len() == 1 {
            (newest.title.clone(), newest.body.clone(), newest.href.clone().unwrap_or(all))
        } else {
            let titles: Vec<&str> = told.iter().rev().take(NAMED).map(|message| message.title.as_str()).collect();
            let many = told.len();
            let products = told.iter().all(|message| message.kind == "back_in_stock");
            let title = match of_shop {
                false => lang.pick(format!("{many} ข่าวจากทัวร์นาเมนต์"), format!("{many} tournament updates")),
                true if products => {
                    lang.pick(format!("สินค้า {many} รายการกลับมาแล้ว"), format!("{many} products are back in stock"))
                }
                true => lang.pick(format!("มีข้อความใหม่ {many} ข้อความ"), format!("{many} new messages")),
            };
            (title, titles.join(" · "), all)
        };
        Some(Self { title: cut(&title, TITLE), body: cut(&body, BODY), href, tag, lang, told })
    }

    pub fn payload(&self) -> String {
        let href = format!("{}{}", self.lang.prefix(), self.href);
        serde_json::to_string(&Payload { title: &self.title, body: &self.body, href, tag: &self.tag }).unwrap_or_default()
    }

    pub fn letter(&self, lang: Lang) -> Letter {
        let text = |text: &str| Block::Text(text.to_owned());
        let mut blocks: Vec<Block> = match self.told.as_slice() {
            [one] => vec![text(&one.body)],
            several => several.iter().map(|message| text(&format!("{}: {}", message.title, message.body))).collect(),
        };
        blocks.push(Block::Button(lang.pick("เปิดดู", "Open").to_owned(), self.href.clone()));
        Letter { subject: self.title.clone(), title: self.title.clone(), blocks }
    }
}

fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(id: i64, href: Option<&str>) -> NoticeItem {
        let href = href.map(str::to_owned);
        NoticeItem {
            id, kind: "back_in_stock".to_owned(), title: format!("คู่ที่ {id}"), body: "ก".repeat(1_000), href
        }
    }

    #[test]
    fn one_message_is_told_in_its_own_words_and_leads_to_its_place() {
        let news = Notification::new(vec![told(7, Some("/esport/match/90001"))], false, Lang::En).unwrap();
        assert_eq!((news.title.as_str(), news.tag.as_str(), news.body.chars().count()), ("คู่ที่ 7", "inbox-7", 400));
        assert!(news.payload().contains(r#""href":"/en/esport/match/90001""#));
        assert!(news.payload().len() < 3_000, "fits a push");
    }

    #[test]
    fn several_are_counted_and_lead_to_the_inbox() {
        let news =
            Notification::new(vec![told(9, None), told(7, Some("/x")), told(8, None), told(6, None)], false, Lang::Th).unwrap();
        assert_eq!((news.title.as_str(), news.tag.as_str()), ("4 ข่าวจากทัวร์นาเมนต์", "inbox-9"));
        assert_eq!(news.body, "คู่ที่ 9 · คู่ที่ 8 · คู่ที่ 7");
        assert!(news.payload().contains(r#""href":"/account/inbox?stream=esports""#));
        assert!(Notification::new(Vec::new(), false, Lang::Th).is_none());
        let news = Notification::new(vec![told(9, None), told(7, None)], true, Lang::En).unwrap();
        assert_eq!(news.title, "2 products are back in stock");
        assert!(news.payload().contains(r#""href":"/en/account/inbox""#));
        let answered = NoticeItem { kind: "support_answered".to_owned(), ..told(10, None) };
        let news = Notification::new(vec![told(9, None), answered], true, Lang::En).unwrap();
        assert_eq!(news.title, "2 new messages");
    }
}
