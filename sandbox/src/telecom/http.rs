//! The calls of the telecom operator.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Path, Query, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header::ACCEPT_LANGUAGE},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    model::Payment,
    money::{Baht, CURRENCY},
    numbers::{self, Network, Number},
    payments::{self, SENDER, Wanted},
    refuse,
};
use crate::{
    app::Shared,
    calls,
    faults::{self, Kind, Subject},
    phone::model::Message,
    refusal::Refusal,
};

const OPERATOR: &str = "AIS";
const CORRELATOR: &str = "x-correlator";
/// Longest correlator of a call.
const LONGEST_CORRELATOR: usize = 55;
/// Payments listed at once: usually, and at most.
const PER_PAGE: usize = 10;
const MOST_PER_PAGE: usize = 100;

pub type Answer = Result<Json<Value>, Refusal>;

/// Checks the key of every call, echoes its correlator, and writes refusals in CAMARA's form.
pub async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let correlator = request.headers().get(CORRELATOR).filter(|value| value.len() <= LONGEST_CORRELATOR).cloned();
    let mut response = if calls::has_bearer(&request, &app.settings.telecom_key) {
        next.run(request).await
    } else {
        Refusal::new(401, "UNAUTHENTICATED", "The key is missing or wrong.").into_response()
    };
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        let status = refusal.status.as_u16();
        // Faults have codes in lower case.
        let code = refusal.code.to_ascii_uppercase();
        response = Refusal { code, ..refusal }.with("status", status).answer(None);
    }
    if let Some(correlator) = correlator {
        response.headers_mut().insert(CORRELATOR, correlator);
    }
    response
}

pub async fn gate(app: &Shared, subject: &Subject) -> Result<(), Refusal> {
    faults::gate(app, Kind::TelecomSlow, Kind::TelecomDown, subject).await
}

/// Fails the call after its work is done, so that the answer never arrives.
pub async fn unanswered(app: &Shared, kind: Kind, subject: &Subject) -> Result<(), Refusal> {
    match faults::hit(app, kind, subject) {
        Some(rule) => {
            tokio::time::sleep(rule.wait(60_000)).await;
            Err(Refusal::new(504, "TIMEOUT", "no answer (fault)"))
        }
        None => Ok(()),
    }
}

/// A JSON body; anything else is `INVALID_ARGUMENT`. Reads the body's own text, so that amounts keep their digits.
pub struct Parsed<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Parsed<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let body = Bytes::from_request(request, state).await.map_err(|error| refuse::invalid(error.body_text()))?;
        serde_json::from_slice(&body).map(Self).map_err(|error| refuse::invalid(error.to_string()))
    }
}

/// An amount as CAMARA writes it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charging {
    amount: Baht,
    currency: String,
    description: String,
    #[serde(default)]
    pub is_tax_included: bool,
}

impl Charging {
    /// Returns the amount in satang.
    pub fn satang(&self) -> Result<i64, Refusal> {
        if self.currency == CURRENCY { Ok(self.amount.0) } else { Err(refuse::invalid("Currency is unknown or not authorized.")) }
    }
}

/// Checks the length of a reference.
pub fn sized(name: &str, text: Option<&String>) -> Result<(), Refusal> {
    match text {
        Some(text) if text.is_empty() || text.len() > 64 => Err(refuse::invalid(format!("{name} has 1 to 64 characters"))),
        _ => Ok(()),
    }
}

/// Checks the address of a sink.
pub fn is_web(sink: Option<&String>) -> Result<(), Refusal> {
    let is_web = |url: &String| url.parse::<url::Url>().is_ok_and(|url| url.scheme().starts_with("http"));
    if sink.is_none_or(is_web) { Ok(()) } else { Err(refuse::invalid("sink is no web address")) }
}

#[derive(Debug, Deserialize)]
pub struct OfNumber {
    msisdn: String,
}

async fn number(app: &Shared, text: &str) -> Result<Number, Refusal> {
    let number = numbers::read(text)?;
    gate(app, &Subject { msisdn: Some(number.msisdn.clone()), ..Subject::default() }).await?;
    Ok(number)
}

pub async fn network_type(State(app): State<Shared>, Parsed(ask): Parsed<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    let own = number.network != Network::Other;
    Ok(Json(json!({
        "msisdn": number.msisdn, "operator": if own { OPERATOR } else { "OTHER" }, "own": own,
        "networkType": number.network, "status": if number.suspended { "suspended" } else { "active" }
    })))
}

/// Adds the number's monthly cap to an answer, if it has one.
fn with_cap(app: &Shared, number: &Number, mut answer: Value) -> Value {
    if let Some((cap, left, resets_at)) = app.store.read(|state| number.spending(state)) {
        answer["spendCap"] = json!({"cap": cap, "left": left, "resetsAt": resets_at});
    }
    answer
}

pub async fn balance(State(app): State<Shared>, Parsed(ask): Parsed<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    if number.network != Network::Prepaid {
        return Err(Refusal::new(409, "NOT_PREPAID", "the number is not prepaid"));
    }
    let (left, reserved) = app.store.read(|state| (number.left(state), number.reserved(state)));
    let answer = json!({"msisdn": number.msisdn, "balance": left, "reserved": reserved});
    Ok(Json(with_cap(&app, &number, answer)))
}

pub async fn credit_limit(State(app): State<Shared>, Parsed(ask): Parsed<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    if number.network != Network::Postpaid {
        return Err(Refusal::new(409, "NOT_POSTPAID", "the number is not postpaid"));
    }
    let (left, reserved) = app.store.read(|state| (number.left(state), number.reserved(state)));
    let answer = json!({"msisdn": number.msisdn, "limit": number.limit, "available": left, "reserved": reserved});
    Ok(Json(with_cap(&app, &number, answer)))
}

#[derive(Debug, Deserialize)]
pub struct Text {
    to: String,
    text: String,
    sender: Option<String>,
}

pub async fn sms(State(app): State<Shared>, Parsed(ask): Parsed<Text>) -> Result<(StatusCode, Json<Value>), Refusal> {
    let number = number(&app, &ask.to).await?;
    if ask.text.is_empty() || ask.text.chars().count() > 1_000 {
        return Err(refuse::invalid("text has 1 to 1000 characters"));
    }
    let sender = ask.sender.as_deref().unwrap_or(SENDER);
    let message = Arc::new(Message::sms(&number.msisdn, sender, &ask.text));
    let id = message.id.clone();
    app.store.change(|state| state.messages.put(id.clone(), message)).await;
    Ok((StatusCode::ACCEPTED, Json(json!({"id": id}))))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewPayment {
    amount_transaction: Transaction,
    sink: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    phone_number: Option<String>,
    client_correlator: Option<String>,
    reference_code: String,
    payment_amount: Amount,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Amount {
    charging_information: Charging,
    #[serde(default)]
    charging_meta_data: MetaData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct MetaData {
    merchant_name: Option<String>,
}

fn named(phone_number: Option<String>) -> Result<String, Refusal> {
    phone_number.ok_or_else(|| Refusal::new(422, "MISSING_IDENTIFIER", "The phone number cannot be identified."))
}

pub async fn prepare(
    State(app): State<Shared>,
    headers: HeaderMap,
    Parsed(ask): Parsed<NewPayment>,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let transaction = ask.amount_transaction;
    let number = numbers::read(&named(transaction.phone_number)?)?;
    let subject =
        Subject { orders: vec![transaction.reference_code.clone()], msisdn: Some(number.msisdn.clone()), ..Subject::default() };
    gate(&app, &subject).await?;
    sized("referenceCode", Some(&transaction.reference_code))?;
    sized("clientCorrelator", transaction.client_correlator.as_ref())?;
    is_web(ask.sink.as_ref())?;
    let Amount { charging_information: charging, charging_meta_data } = transaction.payment_amount;
    let amount = charging.satang()?;
    if !(100..=500_000).contains(&amount) {
        return Err(refuse::unauthorized_amount());
    }
    if charging.description.is_empty() || charging.description.chars().count() > 100 {
        return Err(refuse::invalid("description has 1 to 100 characters"));
    }
    if charging_meta_data.merchant_name.as_ref().is_some_and(|name| name.chars().count() > 40) {
        return Err(refuse::invalid("merchantName has at most 40 characters"));
    }
    if let Some(rule) = faults::hit(&app, Kind::TelecomTooSoon, &subject) {
        return Err(refuse::too_many_codes(rule.wait(60_000).as_secs().max(1)));
    }
    let language = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wanted = Wanted {
        correlator: transaction.client_correlator,
        reference_code: transaction.reference_code,
        number,
        amount,
        description: charging.description,
        merchant: charging_meta_data.merchant_name,
        is_tax_included: charging.is_tax_included,
        is_english: language.is_some_and(|language| language.starts_with("en")),
        sink: ask.sink,
    };
    let payment = payments::prepare(&app, wanted).await?;
    unanswered(&app, Kind::TelecomTimeoutAfterCreate, &subject).await?;
    Ok((StatusCode::CREATED, Json(payment.show_prepared())))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Validation {
    authorization_id: String,
    code: String,
}

pub async fn validate(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Parsed(ask): Parsed<Validation>,
) -> Result<StatusCode, Refusal> {
    gate(&app, &payments::find(&app, &id)?.subject()).await?;
    payments::validate(&app, &id, &ask.authorization_id, &ask.code).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfPayer {
    phone_number: Option<String>,
}

/// Returns the payment, if it is this number's.
fn own(app: &Shared, id: &str, payer: OfPayer) -> Result<Arc<Payment>, Refusal> {
    let number = numbers::read(&named(payer.phone_number)?)?;
    let payment = payments::find(app, id)?;
    if payment.msisdn == number.msisdn { Ok(payment) } else { Err(refuse::not_found()) }
}

pub async fn confirm(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Parsed(payer): Parsed<OfPayer>,
) -> Result<StatusCode, Refusal> {
    let subject = own(&app, &id, payer)?.subject();
    gate(&app, &subject).await?;
    payments::confirm(&app, &id).await?;
    unanswered(&app, Kind::TelecomTimeoutAfterConfirm, &subject).await?;
    Ok(StatusCode::ACCEPTED)
}

pub async fn cancel(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Parsed(payer): Parsed<OfPayer>,
) -> Result<StatusCode, Refusal> {
    gate(&app, &own(&app, &id, payer)?.subject()).await?;
    payments::cancel(&app, &id).await?;
    Ok(StatusCode::ACCEPTED)
}

pub async fn payment(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &payments::find(&app, &id)?.subject()).await?;
    Ok(Json(payments::find(&app, &id)?.show()))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Criteria {
    #[serde(rename = "paymentCreationDate.gte")]
    from: Option<DateTime<Utc>>,
    #[serde(rename = "paymentCreationDate.lte")]
    to: Option<DateTime<Utc>>,
    page: Option<usize>,
    per_page: Option<usize>,
    order: Option<String>,
    /// The operator's own: only the payment with this key.
    client_correlator: Option<String>,
}

pub async fn payments(State(app): State<Shared>, Query(wanted): Query<Criteria>) -> Result<Response, Refusal> {
    gate(&app, &Subject::default()).await?;
    let (page, per_page) = (wanted.page.unwrap_or(1), wanted.per_page.unwrap_or(PER_PAGE));
    if page == 0 || !(1..=MOST_PER_PAGE).contains(&per_page) {
        return Err(Refusal::new(400, "OUT_OF_RANGE", "Client specified an invalid range."));
    }
    if wanted.from.zip(wanted.to).is_some_and(|(from, to)| from > to) {
        return Err(Refusal::new(400, "CARRIER_BILLING.INVALID_DATE_RANGE", "Client specified an invalid date range."));
    }
    let fits = |payment: &Payment| {
        wanted.from.is_none_or(|from| payment.created_at >= from)
            && wanted.to.is_none_or(|to| payment.created_at <= to)
            && wanted.client_correlator.as_ref().is_none_or(|key| payment.correlator.as_ref() == Some(key))
    };
    let mut found: Vec<Arc<Payment>> =
        app.store.read(|state| state.telecom_payments.values().filter(|payment| fits(payment)).cloned().collect());
    found.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
    if wanted.order.as_deref() != Some("asc") {
        found.reverse();
    }
    let total = found.len();
    let first = (page - 1).saturating_mul(per_page);
    let shown: Vec<Value> = found.iter().skip(first).take(per_page).map(|payment| payment.show()).collect();
    let last = first.saturating_add(shown.len());
    let mut response = Json(shown).into_response();
    response.headers_mut().insert("x-total-count", HeaderValue::from(total));
    response.headers_mut().insert("content-last-key", HeaderValue::from(last));
    Ok(response)
}
