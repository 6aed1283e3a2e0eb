//! One cell of a table, and the text of it that no spreadsheet takes for a formula.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
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
    /// By Thailand's clock; a form that sorts.
    fn from(at: Option<DateTime<Utc>>) -> Self {
        at.map_or(Self::Empty, |at| Self::Text((at + TimeDelta::hours(7)).format("%Y-%m-%d %H:%M").to_string()))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// As CSV has it: spreadsheets run a cell that begins with one of these as a formula, or read on past a tab. Of a game ID that they would
/// take for a number they drop the zeros before it, and the digits past the fifteenth.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let number = text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.chars().next() {
        Some('0') if number => Cow::Owned(format!("'{text}")),
        Some(_) if number && text.len() > 15 => Cow::Owned(format!("'{text}")),
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => Cow::Owned(format!("'{text}")),
        _ => Cow::Borrowed(text),
    }
}

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
        for text in ["", "Lime", "มะนาว", "a=b", "'x", " x", "1-2", "0", "20394817", "0x1"] {
            assert_eq!(harmless(text), text);
        }
    }

    #[test]
    fn a_time_is_thailand_s() {
        let at: DateTime<Utc> = "2026-12-31T17:05:09Z".parse().unwrap();
        assert_eq!(Cell::from(Some(at)), Cell::from("2027-01-01 00:05"));
    }
}
