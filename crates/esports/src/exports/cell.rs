//! One cell of a table, and its text in a form that no spreadsheet takes for a formula.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A moment, which a spreadsheet may parse as one
    Moment(String),
    Number(i64),
    Empty,
}

pub type Row = Vec<Cell>;

impl From<Option<i32>> for Cell {
    fn from(number: Option<i32>) -> Self {
        number.map_or(Self::Empty, |number| Self::Number(number.into()))
    }
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

impl From<Option<DateTime<Utc>>> for Cell {
    /// Formats the moment in Thai time, in a form that sorts.
    fn from(at: Option<DateTime<Utc>>) -> Self {
        at.map_or(Self::Empty, |at| Self::Moment((at + TimeDelta::hours(7)).format("%Y-%m-%d %H:%M").to_string()))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Returns a text for CSV. Spreadsheets guess the type of a cell: formula, number, date, time, truth value. A text that would be guessed
/// gets an apostrophe in front, which makes it plain text.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if is_formula(text) || is_guessed(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

fn is_formula(text: &str) -> bool {
    matches!(text.chars().next(), Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'))
}

/// Returns whether a spreadsheet in some country could take the text for a number, date, time, amount or truth value. Errs on the safe
/// side. A plain number of up to eleven digits stays: it reads as the same digits.
fn is_guessed(text: &str) -> bool {
    let bare = text.trim();
    if bare.is_empty() {
        return false;
    }
    if bare.chars().all(|of| of.is_ascii_digit()) {
        return bare.len() != text.len() || bare.len() > 11 || (bare.len() > 1 && bare.starts_with('0'));
    }
    // Scores contain an en dash.
    if bare.contains('–') {
        return false;
    }
    let has_digit = bare.chars().any(char::is_numeric);
    let begins_as_number = !bare.starts_with(char::is_alphabetic);
    let words = bare.split(|of: char| !of.is_alphabetic() && !is_mark(of)).filter(|word| !word.is_empty());
    let is_known = |word: &str| {
        let word = word.to_lowercase();
        let word = word.as_str();
        let month = THAI_MONTHS.contains(&word) || (word.len() > 2 && MONTHS.iter().any(|month| month.starts_with(word)));
        TRUTH.contains(&word) || (has_digit && (month || (begins_as_number && UNITS.contains(&word))))
    };
    let mut words = words.peekable();
    if words.peek().is_none() { has_digit } else { words.all(is_known) }
}

/// Returns whether the character is a Thai mark, which belongs to the word around it.
fn is_mark(of: char) -> bool {
    matches!(of, '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

const TRUTH: [&str; 4] = ["true", "false", "จริง", "เท็จ"];

/// Words beside a number: exponents, halves of the day, parts of a moment, money.
const UNITS: [&str; 12] = ["e", "d", "am", "pm", "a", "p", "t", "z", "usd", "thb", "บาท", "น"];

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// Full names, and the parts into which abbreviations split at their dots.
const THAI_MONTHS: [&str; 23] = [
    "ม",
    "ค",
    "ก",
    "พ",
    "มี",
    "เม",
    "ย",
    "มิ",
    "ส",
    "ต",
    "ธ",
    "มกราคม",
    "กุมภาพันธ์",
    "มีนาคม",
    "เมษายน",
    "พฤษภาคม",
    "มิถุนายน",
    "กรกฎาคม",
    "สิงหาคม",
    "กันยายน",
    "ตุลาคม",
    "พฤศจิกายน",
    "ธันวาคม",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_as_a_formula() {
        for text in [
            "=HYPERLINK(\"http://x\")",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\rx",
            "\nx",
            "＝1",
            "＠x",
            "00001230",
            "1234567890123456",
        ] {
            assert_eq!(harmless(text), format!("'{text}"));
        }
        for text in
            ["", "Lime", "มะนาว", "a=b", "'x", " x", "0", "20394817", "0x1F", "Team 7", "13–7", "P1", "ทีม 7", "MayDay", "May"]
        {
            assert_eq!(harmless(text), text);
        }
    }

    #[test]
    fn nothing_is_guessed_to_be_something_else() {
        for text in [
            "13:7",
            "DEC1",
            "1E5",
            "12-5",
            "3/4",
            "TRUE",
            "false",
            "123456789012",
            "123456789012345",
            "1.50",
            "1,000",
            "50%",
            "$5",
            "฿5",
            "2026-12-31 17:05",
            "5 May",
            "7pm",
            "1 ม.ค. 2569",
            " 12",
            "12 ",
            "(5)",
            "๑๒",
            "1/2/3",
            "0.1",
            "٣",
            "½",
        ] {
            assert_eq!(harmless(text), format!("'{text}"), "{text:?}");
        }
    }

    #[test]
    fn a_time_is_thailand_s() {
        let at: DateTime<Utc> = "2026-12-31T17:05:09Z".parse().unwrap();
        assert_eq!(Cell::from(Some(at)), Cell::Moment("2027-01-01 00:05".to_owned()));
    }
}
