//! The page that a bank, a wallet or 3-D Secure shows: pay, refuse or something in between, and back to the shop.

mod texts;

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, Query, State},
    http::{
        HeaderMap,
        header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY},
    },
    response::{Html, IntoResponse, Redirect, Response},
};
use chrono::{FixedOffset, Utc};
use serde::Deserialize;

use super::{
    charges::{self, Outcome},
    error::Error,
    http::MERCHANT,
    model::{CARD, Charge, Failure, Status, Step},
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    pages::escape,
    phone::model::Message,
};
use texts::{Bank, Texts, bank};

/// No scripts, nothing from elsewhere. `form-action` stays open: browsers apply it to the redirect to the shop too.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";
const STYLE: &str = include_str!("pay_page/style.css");
const TEMPLATE: &str = include_str!("pay_page/page.html");

/// Default delays, milliseconds.
const LATE_MS: u64 = 40_000;
const AFTER_EXPIRY_MS: u64 = 5_000;
const NEXT_DAY_MS: u64 = 86_400_000;

#[derive(Debug, Default, Deserialize)]
pub struct Language {
    lang: Option<String>,
}

fn find(app: &Shared, payment: &str) -> Result<Arc<Charge>, Error> {
    app.store
        .read(|state| state.charges.values().find(|charge| charge.payment == payment && charge.has_page()).cloned())
        .ok_or_else(|| Error::not_found("payment", payment))
}

/// Returns the texts in the language of the link, else of the browser, else in Thai.
fn texts(language: &Language, headers: &HeaderMap) -> &'static Texts {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let wanted = language.lang.as_deref().into_iter().chain(accepted.split(',')).map(str::trim);
    let first = wanted.filter_map(|tag| match tag.get(..2) {
        Some("th") => Some(&texts::THAI),
        Some("en") => Some(&texts::ENGLISH),
        _ => None,
    });
    first.into_iter().next().unwrap_or(&texts::THAI)
}

pub async fn show(
    State(app): State<Shared>,
    Path(payment): Path<String>,
    Query(language): Query<Language>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let charge = find(&app, &payment)?;
    faults::gate(&app, Kind::OpnPageSlow, Kind::OpnPageDown, &charge.subject()).await?;
    record_opening(&app, &charge).await;
    let charge = find(&app, &payment)?;
    let texts = texts(&language, &headers);
    let inside = if charge.status == Status::Pending { choices(texts, &charge, false) } else { ended(texts, &charge) };
    Ok(page(texts, &charge, &inside))
}

/// Stores the first time that the payer opens the page; a wallet then sends its one-time password.
async fn record_opening(app: &Shared, charge: &Charge) {
    if charge.opened_at.is_some() || charge.status != Status::Pending {
        return;
    }
    let phone = charge.source.as_ref().and_then(|source| source.phone_number.as_deref());
    let message = phone.zip(charge.passcode.as_deref()).map(|(phone, code)| {
        let text = format!("รหัส OTP {code} สำหรับชำระ {} บาท ให้ {MERCHANT}", baht(charge.amount));
        Message::sms(phone, "TrueMoney", &text)
    });
    app.store
        .change(|state| {
            let Some(charge) = state.charges.row(&charge.id).filter(|charge| charge.opened_at.is_none()) else { return };
            charge.opened_at = Some(Utc::now());
            if let Some(message) = message {
                state.messages.put(message.id.clone(), message);
            }
        })
        .await;
}

#[derive(Debug, Deserialize)]
pub struct Pressed {
    answer: String,
    #[serde(default)]
    passcode: String,
    /// Replaces the choice's usual delay; empty for that.
    #[serde(default)]
    delay_ms: String,
}

impl Pressed {
    fn pays(&self) -> bool {
        self.answer.starts_with("pay")
    }

    fn delay(&self, usual: u64) -> u64 {
        self.delay_ms.trim().parse().unwrap_or(usual).min(365 * NEXT_DAY_MS)
    }
}

pub async fn answer(
    State(app): State<Shared>,
    Path(payment): Path<String>,
    Query(language): Query<Language>,
    headers: HeaderMap,
    Form(pressed): Form<Pressed>,
) -> Result<Response, Error> {
    let charge = find(&app, &payment)?;
    let texts = texts(&language, &headers);
    let wrong_code = charge.passcode.as_ref().is_some_and(|code| pressed.passcode.trim() != code);
    if charge.status == Status::Pending && pressed.pays() && wrong_code {
        return Ok(page(texts, &charge, &choices(texts, &charge, true)));
    }
    let failed = |code: &str| Outcome::Failed(Failure::new(code));
    let outcome = match pressed.answer.as_str() {
        _ if pressed.pays() && charge.card_failure().is_some() => charge.card_failure().map(Outcome::Failed),
        "pay" | "pay_and_stay" | "pay_elsewhere" | "pay_then_reverse" => Some(Outcome::Paid),
        "refuse" => Some(failed("payment_rejected")),
        "insufficient" if charge.kind() == CARD => Some(failed("insufficient_fund")),
        "insufficient" => Some(failed("insufficient_balance")),
        _ => None,
    };
    if let Some(outcome) = outcome {
        // A charge that has ended meanwhile stays as it is; the shop will read it.
        let _ = charges::settle(&app, &charge.id, outcome, false).await;
    }
    let charge = find(&app, &payment)?;
    let back = way_back(&charge);
    match pressed.answer.as_str() {
        "pay_and_stay" | "pay_elsewhere" if charge.status != Status::Successful => {
            return Ok(page(texts, &charge, &ended(texts, &charge)));
        }
        "pay_and_stay" => return Ok(page(texts, &charge, &stay(texts))),
        "pay_elsewhere" => return Ok(page(texts, &charge, &elsewhere(texts, &back))),
        "pay_late" if charge.status == Status::Pending => {
            charges::plan(&app, &charge.id, Step::Pay, pressed.delay(LATE_MS)).await;
        }
        "pay_after_expiry" if charge.status == Status::Pending => {
            charges::plan(&app, &charge.id, Step::Correct, pressed.delay(AFTER_EXPIRY_MS)).await;
        }
        "pay_then_reverse" if charge.status == Status::Successful => {
            charges::plan(&app, &charge.id, Step::Reverse, pressed.delay(NEXT_DAY_MS)).await;
        }
        _ => {}
    }
    Ok(Redirect::to(&back).into_response())
}

fn way_back(charge: &Charge) -> String {
    charge.return_uri.clone().unwrap_or_else(|| format!("{}/", charge.base))
}

/// Returns an amount in baht, with separators of thousands.
fn baht(satang: i64) -> String {
    let whole = (satang / 100).to_string();
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text}.{:02}", satang % 100)
}

fn page(texts: &Texts, charge: &Charge, inside: &str) -> Response {
    let Bank { name, colour, ink } = bank(charge.kind());
    let expiry = FixedOffset::east_opt(7 * 3_600).map(|zone| charge.expires_at.with_timezone(&zone));
    let expiry = expiry.map(|time| time.format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default();
    let card = charge.card.as_ref().map_or(String::new(), |card| {
        format!("<dt>{}</dt><dd>{} •••• {}</dd>", texts.card, escape(&card.brand), escape(&card.last_digits))
    });
    let other = texts.other_language;
    let html = TEMPLATE
        .replace("{{style}}", STYLE)
        .replace("{{lang}}", texts.language)
        .replace("{{colour}}", colour)
        .replace("{{ink}}", ink)
        .replace("{{title}}", texts.title)
        .replace("{{bank}}", name)
        .replace("{{notice}}", texts.notice)
        .replace("{{other_lang}}", other.0)
        .replace("{{other_language}}", other.1)
        .replace("{{payee_label}}", texts.payee)
        .replace("{{payee}}", MERCHANT)
        .replace("{{charge_label}}", texts.charge)
        .replace("{{charge}}", &escape(&charge.id))
        .replace("{{card}}", &card)
        .replace("{{expiry_label}}", texts.expiry)
        .replace("{{expiry}}", &expiry)
        .replace("{{baht}}", texts.baht)
        .replace("{{amount}}", &baht(charge.amount))
        .replace("{{inside}}", inside);
    ([(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// Returns the form of a pending charge.
fn choices(texts: &Texts, charge: &Charge, wrong_code: bool) -> String {
    let passcode = charge.passcode.as_ref().map_or(String::new(), |code| {
        let (label, hint) = if charge.kind() == CARD { (texts.secure_code, texts.secure_hint) } else { (texts.otp, texts.otp_hint) };
        let (state, problem) = if wrong_code {
            (" aria-invalid=\"true\" autofocus", format!("<p class=\"bad\" id=\"problem\" role=\"alert\">{}</p>", texts.wrong_code))
        } else {
            ("", String::new())
        };
        format!(
            "<p><label for=\"passcode\">{label}</label><input id=\"passcode\" name=\"passcode\" inputmode=\"numeric\" autocomplete=\"one-time-code\" maxlength=\"6\" required aria-describedby=\"hint problem\"{state}></p><p class=\"dim\" id=\"hint\">{hint} <code>{}</code></p>{problem}",
            escape(code)
        )
    });
    let button = |(value, label, note): &(&str, &str, &str)| {
        let skip = if value.starts_with("pay") { "" } else { " formnovalidate" };
        format!("<li><button name=\"answer\" value=\"{value}\"{skip}><b>{label}</b><small>{note}</small></button></li>")
    };
    let others: String = texts.choices.iter().map(button).collect();
    format!(
        "<form method=\"post\">{passcode}<p class=\"two\"><button class=\"main\" name=\"answer\" value=\"pay\">{}</button><button name=\"answer\" value=\"refuse\" formnovalidate>{}</button></p><h2>{}</h2><ul>{others}</ul><p><label for=\"delay\">{}</label><input id=\"delay\" name=\"delay_ms\" inputmode=\"numeric\" pattern=\"[0-9]*\" maxlength=\"11\" aria-describedby=\"delay-hint\"></p><p class=\"dim\" id=\"delay-hint\">{}</p></form>",
        texts.pay, texts.refuse, texts.others, texts.delay, texts.delay_hint
    )
}

/// Returns what an ended charge shows: how it ended, and the way back.
fn ended(texts: &Texts, charge: &Charge) -> String {
    let (class, text) = match charge.status {
        Status::Successful => ("good", texts.successful),
        Status::Reversed => ("bad", texts.reversed),
        Status::Expired => ("bad", texts.expired),
        Status::Failed | Status::Pending => ("bad", texts.failed),
    };
    let back = escape(&way_back(charge));
    format!("<p class=\"{class}\" role=\"status\">{text}</p><p><a class=\"button main\" href=\"{back}\">{}</a></p>", texts.back)
}

fn stay(texts: &Texts) -> String {
    format!("<p class=\"good\" role=\"status\">{}</p><p>{}</p>", texts.successful, texts.close)
}

fn elsewhere(texts: &Texts, back: &str) -> String {
    format!(
        "<p class=\"good\" role=\"status\">{}</p><p><label for=\"link\">{}</label><textarea id=\"link\" readonly rows=\"3\">{}</textarea></p>",
        texts.successful,
        texts.copy,
        escape(back)
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn amounts_have_separators() {
        for (satang, text) in [(2_000, "20.00"), (123_456, "1,234.56"), (15_000_000, "150,000.00"), (5, "0.05")] {
            assert_eq!(super::baht(satang), text);
        }
    }
}
