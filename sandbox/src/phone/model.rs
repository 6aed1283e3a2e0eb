//! Messages, and whom they are for.

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
    /// The first group of 4 to 8 digits of the text.
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
            code: first_code(text),
            at: Utc::now().trunc_subsecs(3),
        }
    }
}

/// The first group of 4 to 8 digits.
pub fn first_code(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_ascii_digit()).find(|group| (4..=8).contains(&group.len())).map(str::to_owned)
}

/// One form for an address: e-mails in small letters, Thai numbers as `+66…`.
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
    fn the_code_is_the_first_group_of_digits_of_its_length() {
        assert_eq!(first_code("ชำระ 49.00 บาท รหัส OTP 482913 (Ref: KXQP)").as_deref(), Some("482913"));
        assert_eq!(first_code("ไม่มีรหัส 12 หรือ 123456789"), None);
    }
}
