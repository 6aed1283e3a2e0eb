//! A mail's content, in one language. `render` handles its layout: plain text and HTML come from the same blocks.

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use serde::{Deserialize, Serialize};

use crate::inbox::Message;
use manao_kernel::pages::CONTACT;
use manao_kernel::problem::Lang;
use manao_kernel::text::{self, Text};

/// A mail's content, stored with the mail until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// `{code}` stands for the one-time code, which is stored separately
    pub subject: String,
    pub title: String,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    Text(String),
    /// The one-time code
    Code,
    /// Pairs of a name and a value
    Rows(Vec<(String, String)>),
    /// Items of an order
    Items(Vec<Item>),
    /// Button to a page of ours: its text, and the path without the language
    Button(String, String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub name: String,
    pub detail: String,
    pub amount: String,
}

impl Letter {
    /// Returns the mail of an inbox message about the account, with the time and a link to contact us.
    pub fn of_message(message: &Message, at: DateTime<Utc>, lang: Lang) -> Self {
        let (title, body) = (lang.pick(&message.title.th, &message.title.en), lang.pick(&message.body.th, &message.body.en));
        let time = (lang.pick("เวลา", "Time").to_owned(), moment(at, lang));
        let contact = Block::Button(lang.pick("ติดต่อทีมงาน", "Contact us").to_owned(), CONTACT.address([]));
        let blocks = vec![Block::Text(body.clone()), Block::Rows(vec![time]), contact];
        Self { subject: title.clone(), title: title.clone(), blocks }
    }
}

/// Formats a moment in Thai time, seven hours ahead of UTC all year; in Thai, in the Buddhist era.
pub fn moment(at: DateTime<Utc>, lang: Lang) -> String {
    let Text { th, en } = text::day(at);
    let at = at + TimeDelta::hours(7);
    let time = format!("{:02}:{:02}", at.hour(), at.minute());
    match lang {
        Lang::Th => format!("{th} เวลา {time} น. (เวลาไทย)"),
        Lang::En => format!("{en}, {time} (Bangkok)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_by_thailand_s_clock() {
        let at = "2026-12-31T17:05:00Z".parse().unwrap();
        assert_eq!(moment(at, Lang::Th), "1 ม.ค. 2570 เวลา 00:05 น. (เวลาไทย)");
        assert_eq!(moment(at, Lang::En), "1 Jan 2027, 00:05 (Bangkok)");
    }
}
