//! An article as it is written: what a shipped file holds, what staff save and what a revision keeps.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use manao_kernel::problem::{Form, Problem, codes, required};
use serde::{Deserialize, Serialize};

use crate::kinds::ArticleKind;
use crate::markdown;

pub const TITLE: usize = 90;
pub const SUMMARY: usize = 200;
/// Longest body, in characters.
pub const BODY: usize = 60_000;
const LIST: usize = 40;
const LINE: usize = 300;

/// The content of an article in all its languages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub slug: Option<String>,
    pub position: i32,
    pub pinned: bool,
    pub shared: Shared,
    /// Texts by language, `th` and `en`; at least one
    pub texts: BTreeMap<String, Texts>,
}

/// Content that both languages share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shared {
    /// Hue of the drawn picture, 0 to 359
    pub hue: i32,
    pub motif: String,
    /// Slugs of the games that it is about
    pub games: Vec<String>,
    pub tags: Vec<String>,
    /// Readers of a page of the manual: `player`, `captain`, `promoter`
    pub doors: Vec<String>,
    /// The card that shows a reader's own state: `team`, `entry`, `match`, `order`
    pub card: Option<String>,
    /// A review's marks of ten, by part
    pub marks: BTreeMap<String, f32>,
    pub promotion: Option<PromotionTerms>,
    pub shows: Vec<Show>,
    pub recordings: Vec<Recording>,
}

/// The part of a promotion that the shop works with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PromotionTerms {
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub coupon: Option<String>,
    /// SKU of the product that its flash sale sells
    pub flash_sale: Option<String>,
    /// The game, and its package, that the promotion's button leads to
    pub game: Option<String>,
    pub sku: Option<String>,
}

/// A show of the studio that comes every week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Show {
    pub id: String,
    /// 1 is Monday
    pub weekday: u8,
    /// In Thailand, `19:00`
    pub time: String,
    pub minutes: i32,
    #[serde(default)]
    pub game: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    pub id: String,
    #[serde(default)]
    pub game: Option<String>,
    pub minutes: i32,
    pub recorded_at: DateTime<Utc>,
}

/// The texts of an article in one language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Texts {
    pub title: String,
    /// One or two sentences: cards, search results, shared links
    pub summary: String,
    pub picture_alt: String,
    /// Markdown
    pub body: String,
    pub localized: Localized,
}

/// Texts that only some kinds have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Localized {
    pub review: Option<ReviewTexts>,
    pub promotion: Option<PromotionTexts>,
    /// Texts of the studio's shows and recordings, by their ids
    pub shows: BTreeMap<String, ShowTexts>,
    pub recordings: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewTexts {
    pub verdict: String,
    pub for_whom: String,
    pub device: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromotionTexts {
    pub gets: String,
    pub steps: Vec<String>,
    pub conditions: Vec<String>,
    pub button: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShowTexts {
    pub title: String,
    pub about: String,
    pub host: String,
}

impl Document {
    /// Checks everything that does not depend on other rows.
    ///
    /// # Errors
    /// 422 `fields_invalid`: `slug`, `texts`, or `texts.th.title` and its like, each with its code.
    pub fn check(&self, kind: ArticleKind) -> Result<(), Problem> {
        let mut form = Form::default();
        if matches!(kind, ArticleKind::Manual | ArticleKind::Page | ArticleKind::Faq) && self.slug.is_none() {
            form.refuse("slug", codes::field_required);
        }
        if self.slug.as_deref().is_some_and(|slug| !is_slug(slug)) {
            form.refuse("slug", codes::field_invalid);
        }
        if self.texts.is_empty() || self.texts.keys().any(|lang| crate::kinds::lang(lang).is_none()) {
            form.refuse("texts", codes::article_language_missing);
        }
        for (lang, texts) in &self.texts {
            let at = |field: &str| format!("texts.{lang}.{field}");
            for (field, text, longest) in [("title", &texts.title, TITLE), ("summary", &texts.summary, SUMMARY)] {
                if let Err(code) = required(text, longest) {
                    form.refuse(at(field), code);
                }
            }
            if let Err(refusal) = markdown::check(&texts.body) {
                form.refuse(at("body"), refusal);
            }
        }
        if let Some(terms) = &self.shared.promotion
            && terms.starts_at.zip(terms.ends_at).is_some_and(|(start, end)| end <= start)
        {
            form.refuse("promotion.endsAt", codes::article_schedule_invalid);
        }
        if !(0..360).contains(&self.shared.hue) || !self.is_bounded() {
            form.refuse("shared", codes::field_invalid);
        }
        form.check()
    }

    /// Whether lists and lines are short enough to be shown and stored.
    fn is_bounded(&self) -> bool {
        let shared = &self.shared;
        let words = shared.games.iter().chain(&shared.tags).chain(&shared.doors);
        let lists = [shared.games.len(), shared.tags.len(), shared.doors.len(), shared.shows.len(), shared.recordings.len()];
        let lines = self.texts.values().flat_map(|texts| {
            let promotion = texts.localized.promotion.iter();
            promotion.flat_map(|texts| texts.steps.iter().chain(&texts.conditions).chain([&texts.gets, &texts.button]))
        });
        let marks = shared.marks.values().all(|mark| (0.0..=10.0).contains(mark));
        marks && lists.iter().all(|length| *length <= LIST) && words.chain(lines).all(|line| line.chars().count() <= LINE)
    }
}

/// Whether it may stand in an address: lower-case letters, digits and hyphens, at most two levels.
pub fn is_slug(slug: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    slug.len() <= 100 && slug.split('/').count() <= 2 && slug.split('/').all(part)
}
