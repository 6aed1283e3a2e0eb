//! Content in both languages; the web picks one.

use std::borrow::Cow;

use chrono::{DateTime, Datelike as _, TimeDelta, Timelike as _, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use manao_domain::thai;

/// A text in Thai and English. Its serialised Thai has marks that keep lines from breaking inside words; deserialising removes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, async_graphql::SimpleObject)]
#[graphql(complex)]
#[schema(as = LocalizedText)]
pub struct Text {
    #[serde(serialize_with = "joined", deserialize_with = "plain")]
    #[graphql(skip)]
    pub th: String,
    pub en: String,
}

#[async_graphql::ComplexObject]
impl Text {
    async fn th(&self) -> Cow<'_, str> {
        thai::join(&self.th)
    }
}

fn joined<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&thai::join(text))
}

fn plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(thai::plain)
}

impl Text {
    pub fn new(th: impl Into<String>, en: impl Into<String>) -> Self {
        Self { th: th.into(), en: en.into() }
    }
}

impl Text {
    /// Returns a number, or a name, that is the same in both languages.
    pub fn same(text: impl ToString) -> Self {
        let text = text.to_string();
        Self { th: text.clone(), en: text }
    }
}

const MONTHS_TH: [&str; 12] = ["ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย.", "ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."];
const MONTHS_EN: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns a moment's day in Thailand, seven hours ahead of UTC all year; in Thai, in the Buddhist era.
pub fn day(at: DateTime<Utc>) -> Text {
    let at = at + TimeDelta::hours(7);
    let (day, month, year) = (at.day(), at.month0() as usize, at.year());
    Text::new(format!("{day} {} {}", MONTHS_TH[month], year + 543), format!("{day} {} {year}", MONTHS_EN[month]))
}

/// Formats a moment in Thailand, to the minute.
pub fn moment(at: DateTime<Utc>) -> Text {
    let (day, local) = (day(at), at + TimeDelta::hours(7));
    let (hour, minute) = (local.hour(), local.minute());
    Text::new(format!("{} {hour:02}:{minute:02} น. เวลาไทย", day.th), format!("{}, {hour:02}:{minute:02} Bangkok time", day.en))
}

/// Formats a place in English: `1st`, `22nd`, `113th`.
pub fn ordinal(place: i32) -> String {
    let teen = (11..=13).contains(&(place % 100));
    let ending = match place % 10 {
        1 if !teen => "st",
        2 if !teen => "nd",
        3 if !teen => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::{Text, moment, ordinal};

    #[test]
    fn places_are_ordinals() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 113].map(ordinal);
        assert_eq!(said, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "113th"]);
    }

    #[test]
    fn a_time_names_its_zone_in_both_languages() {
        let at = "2026-12-31T17:05:00Z".parse().unwrap();
        assert_eq!(moment(at), Text::new("1 ม.ค. 2570 00:05 น. เวลาไทย", "1 Jan 2027, 00:05 Bangkok time"));
    }
}
