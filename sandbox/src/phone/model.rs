//! Messages and their recipients.

use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};

use crate::ids;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Sms,
    Email,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Message {
    pub id: String,
    pub kind: Kind,
    pub to: String,
    pub from: String,
    pub subject: Option<String>,
    pub text: String,
    pub html: Option<String>,
    /// The address to which an e-mail's `List-Unsubscribe` posts.
    #[serde(default)]
    pub unsubscribe: Option<String>,
    /// The first word of the text that is six digits: a date, an amount or a receipt's number is none.
    pub code: Option<String>,
    pub at: DateTime<Utc>,
}

impl Message {
    pub fn sms(to: &str, from: &str, text: &str) -> Self {
        Self {
            id: ids::with("msg_"),
            kind: Kind::Sms,
            to: to.to_owned(),
            from: from.to_owned(),
            subject: None,
            text: text.to_owned(),
            html: None,
            unsubscribe: None,
            code: first_code(text),
            at: Utc::now().trunc_subsecs(3),
        }
    }
}

/// Returns the first word that is six digits, as every one-time code is.
pub fn first_code(text: &str) -> Option<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        .find(|word| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .map(str::to_owned)
}

/// Normalises an address: e-mails in lower case, Thai numbers as `+66…`.
pub fn address(text: &str) -> String {
    let text = text.trim();
    if text.contains('@') {
        return text.to_lowercase();
    }
    let digits: String = text.chars().filter(|c| !" -().+".contains(*c)).collect();
    if let Some(rest) = digits.strip_prefix('0') {
        return format!("+66{rest}");
    }
    if digits.starts_with("66") {
        return format!("+{digits}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_many_forms() {
        for form in ["0812345678", "081-234-5678", "66812345678", "+66 81 234 5678", " 0812345678 "] {
            assert_eq!(address(form), "+66812345678", "{form}");
        }
        assert_eq!(address("Somchai@Manao.Example"), "somchai@manao.example");
    }

    #[test]
    fn the_code_is_a_word_of_six_digits() {
        for text in ["ชำระ 49.00 บาท รหัส OTP 482913 (Ref: KXQP)", "On 23 Nov 2026 your code is 482913.", "รหัสของคุณ\n482913\n"]
        {
            assert_eq!(first_code(text).as_deref(), Some("482913"), "{text}");
        }
        for text in ["ไม่มีรหัส 12 หรือ 123456789", "23 พ.ย. 2026", "Receipt RC-2026-000123 of 1234.56 baht", "A482913"]
        {
            assert_eq!(first_code(text), None, "{text}");
        }
    }
}
