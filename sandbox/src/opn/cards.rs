//! The card vault and the customers with their saved cards. A card number is read, checked and dropped: it is never stored or logged.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{Datelike, SubsecRound, Utc};
use serde_json::{Map, Value, json};

use super::{
    error::Error,
    http::{Page, gate},
    model::{CARD, Card, Customer, Token},
    params::{Params, Public, Secret},
    render,
};
use crate::{app::Shared, faults::Subject, ids, signature, store::State as Tables};

type Answer = Result<Json<Value>, Error>;

fn subject() -> Subject {
    Subject { source: Some(CARD.to_owned()), ..Subject::default() }
}

/// Lets any web page call the vault, as the provider does.
pub async fn allow_origins(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization, content-type, omise-version"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

pub async fn preflight() -> StatusCode {
    StatusCode::NO_CONTENT
}

pub async fn create_token(_: Public, State(app): State<Shared>, params: Params) -> Answer {
    gate(&app, &subject()).await?;
    let card = read_card(&app, &params)?;
    let now = Utc::now();
    let token = Token {
        id: ids::with("tokn_test_"),
        card,
        used: false,
        created_at: now.trunc_subsecs(0),
        expires_at: now + Duration::from_millis(app.settings.card_token_ms),
    };
    let answer = render::token(&token);
    app.store.change(|state| state.tokens.put(token.id.clone(), token)).await;
    Ok(Json(answer))
}

pub async fn show_token(_: Public, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &subject()).await?;
    let found = app.store.read(|state| state.tokens.get(&id).map(|token| render::token(token)));
    found.map(Json).ok_or_else(|| Error::not_found("token", &id))
}

fn invalid(why: &str) -> Error {
    Error::bad("invalid_card", why)
}

/// Reads and checks a card. The error never repeats what was sent.
fn read_card(app: &Shared, params: &Params) -> Result<Card, Error> {
    let own = Params(params.object("card").cloned().ok_or_else(|| Error::bad("bad_request", "card is missing"))?);
    let number: String = own.text("number").unwrap_or_default().chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    if !passes_luhn(&number) {
        return Err(invalid("number is invalid"));
    }
    let name = own.text("name").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| invalid("name can't be blank"))?;
    let month = own.number("expiration_month").and_then(|month| u32::try_from(month).ok()).filter(|m| (1..=12).contains(m));
    let month = month.ok_or_else(|| invalid("expiration month is invalid"))?;
    let year = own.number("expiration_year").and_then(|year| i32::try_from(year).ok()).filter(|y| (0..=2100).contains(y));
    let year = year.ok_or_else(|| invalid("expiration year is invalid"))?;
    let year = if year < 100 { 2000 + year } else { year };
    if is_past(month, year) {
        return Err(invalid("expiration date cannot be in the past"));
    }
    let code = own.text("security_code").unwrap_or_default();
    if !(3..=4).contains(&code.len()) || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid("security code is invalid"));
    }
    let either = |name: &str| own.text(name).or_else(|| params.text(name));
    Ok(Card {
        id: ids::with("card_test_"),
        name,
        brand: brand(&number).to_owned(),
        fingerprint: STANDARD.encode(signature::derive(app.settings.opn_secret_key.as_bytes(), &number)),
        failure: planned_failure(&number).map(str::to_owned),
        last_digits: number[number.len() - 4..].to_owned(),
        expiration_month: month,
        expiration_year: year,
        email: either("email"),
        phone_number: either("phone_number"),
        created_at: Utc::now().trunc_subsecs(0),
    })
}

fn is_past(month: u32, year: i32) -> bool {
    let today = Utc::now();
    (year, month) < (today.year(), today.month())
}

fn passes_luhn(number: &str) -> bool {
    if !(13..=19).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            let doubled = if place % 2 == 1 { digit * 2 } else { digit };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn brand(number: &str) -> &'static str {
    let first = |digits: usize| number[..digits].parse::<u32>().unwrap_or_default();
    match (first(1), first(2), first(4)) {
        (4, _, _) => "Visa",
        (_, 51..=55, _) | (_, _, 2221..=2720) => "MasterCard",
        (_, _, 3528..=3589) => "JCB",
        (_, 34 | 37, _) => "American Express",
        (_, 62, _) => "UnionPay",
        _ => "Unknown",
    }
}

/// Returns the failure code of the provider's test numbers.
fn planned_failure(number: &str) -> Option<&'static str> {
    if !matches!(&number[..9], "411111111" | "555555111" | "353011111") {
        return None;
    }
    Some(match &number[number.len() - 4..] {
        "0011" => "insufficient_fund",
        "0012" => "stolen_or_lost_card",
        "0013" => "failed_processing",
        "0014" => "payment_rejected",
        "0016" => "failed_fraud_check",
        "0017" => "invalid_account_number",
        _ => return None,
    })
}

/// Returns a token that can still be used.
pub fn load_token(app: &Shared, id: &str) -> Result<Arc<Token>, Error> {
    app.store.read(|state| usable_token(state, id))
}

fn usable_token(state: &Tables, id: &str) -> Result<Arc<Token>, Error> {
    let token = state.tokens.get(id).ok_or_else(|| Error::not_found("token", id))?;
    if token.used {
        return Err(Error::bad("used_token", "the token was used before"));
    }
    if token.expires_at <= Utc::now() {
        return Err(Error::bad("invalid_card_token", "the token has expired"));
    }
    Ok(token.clone())
}

/// Returns a saved card of the customer: the named one, or the default.
pub fn load_saved_card(app: &Shared, customer: &str, card: Option<&str>) -> Result<Card, Error> {
    let customer = find(app, customer)?;
    let wanted = card.or(customer.default_card.as_deref());
    let wanted = wanted.ok_or_else(|| Error::bad("missing_card", "the customer has no card"))?;
    let card = customer.cards.iter().find(|card| card.id == wanted).ok_or_else(|| Error::not_found("card", wanted))?;
    if is_past(card.expiration_month, card.expiration_year) {
        return Err(invalid("expiration date cannot be in the past"));
    }
    Ok(Card { email: card.email.clone().or_else(|| customer.email.clone()), ..card.clone() })
}

fn find(app: &Shared, id: &str) -> Result<Arc<Customer>, Error> {
    app.store.read(|state| state.customers.get(id).cloned()).ok_or_else(|| Error::not_found("customer", id))
}

pub async fn create_customer(_: Secret, State(app): State<Shared>, params: Params) -> Answer {
    gate(&app, &subject()).await?;
    let mut customer = Customer {
        id: ids::with("cust_test_"),
        email: None,
        description: None,
        metadata: Map::new(),
        cards: Vec::new(),
        default_card: None,
        created_at: Utc::now().trunc_subsecs(0),
    };
    let customer = app
        .store
        .change(|state| {
            update(state, &mut customer, &params)?;
            state.customers.put(customer.id.clone(), customer.clone());
            Ok::<_, Error>(customer)
        })
        .await?;
    Ok(Json(render::customer(&customer)))
}

/// Applies the given parameters to the customer; a card token adds its card, which becomes the default.
fn update(state: &mut Tables, customer: &mut Customer, params: &Params) -> Result<(), Error> {
    if let Some(id) = params.text("card") {
        let card = usable_token(state, &id)?.card.clone();
        if let Some(token) = state.tokens.row(&id) {
            token.used = true;
        }
        customer.default_card = Some(card.id.clone());
        customer.cards.push(card);
    }
    if let Some(id) = params.text("default_card") {
        if !customer.cards.iter().any(|card| card.id == id) {
            return Err(Error::not_found("card", &id));
        }
        customer.default_card = Some(id);
    }
    customer.email = params.text("email").or(customer.email.take());
    customer.description = params.text("description").or(customer.description.take());
    if let Some(metadata) = params.object("metadata") {
        customer.metadata = metadata.clone();
    }
    Ok(())
}

pub async fn customer(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &subject()).await?;
    Ok(Json(render::customer(&*find(&app, &id)?)))
}

pub async fn change_customer(_: Secret, State(app): State<Shared>, Path(id): Path<String>, params: Params) -> Answer {
    gate(&app, &subject()).await?;
    let customer = app
        .store
        .change(|state| {
            let customer = state.customers.get(&id).ok_or_else(|| Error::not_found("customer", &id))?;
            let mut customer = (**customer).clone();
            update(state, &mut customer, &params)?;
            state.customers.put(id.clone(), customer.clone());
            Ok::<_, Error>(customer)
        })
        .await?;
    Ok(Json(render::customer(&customer)))
}

pub async fn delete_customer(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &subject()).await?;
    let gone = app.store.change(|state| state.customers.take(&id)).await;
    gone.ok_or_else(|| Error::not_found("customer", &id))?;
    Ok(Json(json!({"object": "customer", "id": id, "livemode": false, "deleted": true})))
}

pub async fn saved_cards(_: Secret, State(app): State<Shared>, Path(id): Path<String>, Query(page): Query<Page>) -> Answer {
    gate(&app, &subject()).await?;
    let customer = find(&app, &id)?;
    let location = format!("/customers/{id}/cards");
    Ok(page.list(&location, customer.cards.clone(), |card| card.created_at, |card| render::card(card, Some(&id))))
}

pub async fn saved_card(_: Secret, State(app): State<Shared>, Path((id, card)): Path<(String, String)>) -> Answer {
    gate(&app, &subject()).await?;
    let customer = find(&app, &id)?;
    let found = customer.cards.iter().find(|known| known.id == card);
    found.map(|card| Json(render::card(card, Some(&id)))).ok_or_else(|| Error::not_found("card", &card))
}

pub async fn delete_card(_: Secret, State(app): State<Shared>, Path((id, card)): Path<(String, String)>) -> Answer {
    gate(&app, &subject()).await?;
    app.store
        .change(|state| {
            let customer = state.customers.row(&id).ok_or_else(|| Error::not_found("customer", &id))?;
            let place = customer.cards.iter().position(|known| known.id == card);
            customer.cards.remove(place.ok_or_else(|| Error::not_found("card", &card))?);
            if customer.default_card.as_deref() == Some(&card) {
                customer.default_card = customer.cards.last().map(|card| card.id.clone());
            }
            Ok::<_, Error>(())
        })
        .await?;
    Ok(Json(json!({"object": "card", "id": card, "livemode": false, "deleted": true})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_numbers_have_their_brand_and_failure() {
        for (number, brand_name, failure) in [
            ("4242424242424242", "Visa", None),
            ("5555555555554444", "MasterCard", None),
            ("3530111333300000", "JCB", None),
            ("4111111111140011", "Visa", Some("insufficient_fund")),
            ("4111111111130012", "Visa", Some("stolen_or_lost_card")),
            ("4111111111120013", "Visa", Some("failed_processing")),
            ("4111111111110014", "Visa", Some("payment_rejected")),
            ("4111111111190016", "Visa", Some("failed_fraud_check")),
            ("4111111111180017", "Visa", Some("invalid_account_number")),
            ("5555551111110011", "MasterCard", Some("insufficient_fund")),
        ] {
            assert!(passes_luhn(number), "{number}");
            assert_eq!((brand(number), planned_failure(number)), (brand_name, failure), "{number}");
        }
        for number in ["4242424242424241", "", "424242424242", "42424242424242424242", "4242x24242424242"] {
            assert!(!passes_luhn(number), "{number}");
        }
    }
}
