//! Thai QR payment codes: EMVCo merchant-presented codes of PromptPay, written and read.
//!
//! Tag 29 is a credit transfer to a person, tag 30 a bill payment with biller ID and references.

use crc::{CRC_16_IBM_3740, Crc};

const CHECKSUM: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);
const TRANSFER: &str = "A000000677010111";
const BILL: &str = "A000000677010112";

/// The contents of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    pub payee: Payee,
    /// Satang; None when the payer chooses.
    pub amount: Option<i64>,
    pub merchant: Option<String>,
}

/// The payee of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payee {
    Phone(String),
    TaxId(String),
    Wallet(String),
    Biller { id: String, ref1: String, ref2: Option<String> },
}

/// Reason why a text is not a payable code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadCode {
    Unreadable,
    Checksum,
    NotPromptPay,
    Amount,
}

/// Returns the code of a person: a phone number, a national or tax ID, or a wallet; `amount` in satang.
pub fn person(id: &str, amount: Option<i64>) -> String {
    let digits: String = id.chars().filter(char::is_ascii_digit).collect();
    let (tag, value) = match digits.len() {
        15.. => ("03", digits),
        13..=14 => ("02", digits),
        _ => {
            let international = digits.strip_prefix('0').map_or(digits.clone(), |rest| format!("66{rest}"));
            ("01", format!("{international:0>13}"))
        }
    };
    let account = field("00", TRANSFER) + &field(tag, &value);
    let mut text = start(amount) + &field("29", &account) + &field("58", "TH") + &field("53", "764");
    if let Some(satang) = amount {
        text += &field("54", &baht(satang));
    }
    sealed(text)
}

/// Returns the code of a bill: biller ID, references, merchant name; `amount` in satang.
pub fn bill(biller: &str, ref1: &str, ref2: Option<&str>, amount: Option<i64>, merchant: &str) -> String {
    let mut account = field("00", BILL) + &field("01", biller) + &field("02", ref1);
    if let Some(ref2) = ref2 {
        account += &field("03", ref2);
    }
    let mut text = start(amount) + &field("30", &account) + &field("53", "764");
    if let Some(satang) = amount {
        text += &field("54", &baht(satang));
    }
    text += &field("58", "TH");
    text += &field("59", merchant);
    sealed(text)
}

/// Reads a code, checksum first.
pub fn read(text: &str) -> Result<Code, BadCode> {
    let text = text.trim();
    let split = text.len().checked_sub(4).filter(|body| *body >= 16).and_then(|body| text.split_at_checked(body));
    let (body, stated) = split.ok_or(BadCode::Unreadable)?;
    if !body.ends_with("6304") || !stated.eq_ignore_ascii_case(&checksum(body)) {
        return Err(BadCode::Checksum);
    }
    let mut payee = None;
    let mut amount = None;
    let mut merchant = None;
    for (tag, value) in fields(text)? {
        match tag {
            "29" => payee = transfer(value)?,
            "30" => payee = biller(value)?,
            "54" => amount = Some(satang(value).ok_or(BadCode::Amount)?),
            "59" => merchant = Some(value.to_owned()),
            _ => {}
        }
    }
    Ok(Code { payee: payee.ok_or(BadCode::NotPromptPay)?, amount, merchant })
}

fn transfer(account: &str) -> Result<Option<Payee>, BadCode> {
    let parts = fields(account)?;
    if parts.first() != Some(&("00", TRANSFER)) {
        return Ok(None);
    }
    Ok(parts.into_iter().find_map(|(tag, value)| match tag {
        "01" => Some(Payee::Phone(value.to_owned())),
        "02" => Some(Payee::TaxId(value.to_owned())),
        "03" => Some(Payee::Wallet(value.to_owned())),
        _ => None,
    }))
}

fn biller(account: &str) -> Result<Option<Payee>, BadCode> {
    let parts = fields(account)?;
    if parts.first() != Some(&("00", BILL)) {
        return Ok(None);
    }
    let get = |wanted: &str| parts.iter().find(|(tag, _)| *tag == wanted).map(|(_, value)| (*value).to_owned());
    Ok(match (get("01"), get("02")) {
        (Some(id), Some(ref1)) => Some(Payee::Biller { id, ref1, ref2: get("03") }),
        _ => None,
    })
}

fn fields(mut text: &str) -> Result<Vec<(&str, &str)>, BadCode> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let tag = text.get(..2).ok_or(BadCode::Unreadable)?;
        let length: usize = text.get(2..4).and_then(|l| l.parse().ok()).ok_or(BadCode::Unreadable)?;
        let rest = text.get(4..).ok_or(BadCode::Unreadable)?;
        let end = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(length).ok_or(BadCode::Unreadable)?;
        found.push((tag, &rest[..end]));
        text = &rest[end..];
    }
    Ok(found)
}

fn start(amount: Option<i64>) -> String {
    field("00", "01") + &field("01", if amount.is_some() { "12" } else { "11" })
}

/// Lengths count characters.
fn field(tag: &str, value: &str) -> String {
    format!("{tag}{:02}{value}", value.chars().count())
}

fn baht(satang: i64) -> String {
    format!("{}.{:02}", satang / 100, satang % 100)
}

fn satang(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if part.len() > 2 || whole.is_empty() || !(whole.to_owned() + part).bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let part: i64 = format!("{part:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

fn sealed(mut text: String) -> String {
    text.push_str("6304");
    let sum = checksum(&text);
    text + &sum
}

fn checksum(text: &str) -> String {
    format!("{:04X}", CHECKSUM.checksum(text.as_bytes()))
}

#[cfg(test)]
#[path = "promptpay_tests.rs"]
mod tests;
