//! The head of a shipped file: TOML between two lines of `+++`.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::document::{
    Document, Localized, PromotionTerms, PromotionTexts, Recording, ReviewTexts, Shared, Show, ShowTexts, Texts,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    title: String,
    summary: String,
    #[serde(default)]
    picture_alt: String,
    #[serde(default)]
    order: i32,
    #[serde(default)]
    pinned: bool,
    #[serde(default)]
    pub age_days: i64,
    #[serde(default = "lime")]
    hue: i32,
    #[serde(default = "rings")]
    motif: String,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    doors: Vec<String>,
    card: Option<String>,
    review: Option<Review>,
    promotion: Option<Promotion>,
    #[serde(default)]
    shows: Vec<ShowHead>,
    #[serde(default)]
    recordings: Vec<RecordingHead>,
}

const fn lime() -> i32 {
    88
}

fn rings() -> String {
    "rings".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    #[serde(default)]
    marks: BTreeMap<String, f32>,
    verdict: String,
    for_whom: String,
    device: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promotion {
    starts_days: Option<i64>,
    ends_days: Option<i64>,
    coupon: Option<String>,
    flash_sale: Option<String>,
    game: Option<String>,
    sku: Option<String>,
    gets: String,
    steps: Vec<String>,
    conditions: Vec<String>,
    button: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowHead {
    id: String,
    #[serde(default)]
    weekday: u8,
    #[serde(default)]
    time: String,
    #[serde(default)]
    minutes: i32,
    game: Option<String>,
    title: String,
    about: String,
    host: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingHead {
    id: String,
    #[serde(default)]
    minutes: i32,
    #[serde(default)]
    age_days: i64,
    game: Option<String>,
    title: String,
}

/// Splits a file into its head and its body.
///
/// # Errors
/// When there is no head, or it holds something unknown.
pub fn parse(text: &str) -> Result<(Head, &str)> {
    let rest = text.strip_prefix("+++\n").context("no head")?;
    let (head, body) = rest.split_once("\n+++\n").context("no end of the head")?;
    Ok((toml::from_str(head)?, body.trim()))
}

impl Head {
    /// Returns the texts of the file's language.
    pub fn texts(&self, body: &str) -> Texts {
        let review = self.review.as_ref().map(|review| ReviewTexts {
            verdict: review.verdict.clone(),
            for_whom: review.for_whom.clone(),
            device: review.device.clone(),
        });
        let promotion = self.promotion.as_ref().map(|promotion| PromotionTexts {
            gets: promotion.gets.clone(),
            steps: promotion.steps.clone(),
            conditions: promotion.conditions.clone(),
            button: promotion.button.clone(),
        });
        let shows = self.shows.iter().map(|show| {
            let texts = ShowTexts { title: show.title.clone(), about: show.about.clone(), host: show.host.clone() };
            (show.id.clone(), texts)
        });
        let recordings = self.recordings.iter().map(|recording| (recording.id.clone(), recording.title.clone()));
        Texts {
            title: self.title.clone(),
            summary: self.summary.clone(),
            picture_alt: self.picture_alt.clone(),
            body: body.to_owned(),
            localized: Localized { review, promotion, shows: shows.collect(), recordings: recordings.collect() },
        }
    }

    /// Sets what both languages share, and the Thai file says.
    pub fn share(self, document: &mut Document, now: DateTime<Utc>) {
        let day = |days: Option<i64>| days.map(|days| now + TimeDelta::days(days));
        document.position = self.order;
        document.pinned = self.pinned;
        document.shared = Shared {
            hue: self.hue,
            motif: self.motif,
            games: self.games,
            tags: self.tags,
            doors: self.doors,
            card: self.card,
            marks: self.review.map(|review| review.marks).unwrap_or_default(),
            promotion: self.promotion.map(|promotion| PromotionTerms {
                starts_at: day(promotion.starts_days),
                ends_at: day(promotion.ends_days),
                coupon: promotion.coupon,
                flash_sale: promotion.flash_sale,
                game: promotion.game,
                sku: promotion.sku,
            }),
            shows: self
                .shows
                .into_iter()
                .map(|show| Show { id: show.id, weekday: show.weekday, time: show.time, minutes: show.minutes, game: show.game })
                .collect(),
            recordings: self
                .recordings
                .into_iter()
                .map(|one| Recording {
                    id: one.id,
                    game: one.game,
                    minutes: one.minutes,
                    recorded_at: now - TimeDelta::days(one.age_days),
                })
                .collect(),
        };
    }
}
