//! The calls of the payment provider.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    cards,
    charges::{self, Outcome, Unsettled},
    error::Error,
    model::{BRANDS, CARD, Card, Charge, Failure, METHODS, PLATFORMS, Source, Status, can_refund, flow, limits},
    money::{self, RefundRequest},
    params::{AnyKey, Params, Secret},
    qr, render,
};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    ids,
    phone::model::address,
    promptpay,
};

/// The biller ID of the sandbox's merchant: tax ID and suffix, 15 digits.
const BILLER: &str = "010555000000101";
pub const MERCHANT: &str = "MANAO SHOP";
/// The code that every card's bank asks for in 3-D Secure.
const SECURE_CODE: &str = "123456";

type Answer = Result<Json<Value>, Error>;

pub async fn gate(app: &Shared, subject: &Subject) -> Result<(), Error> {
    Ok(faults::gate(app, Kind::OpnSlow, Kind::OpnDown, subject).await?)
}

/// Returns the subject of a call about a source of this type.
fn source_subject(kind: Option<String>) -> Subject {
    Subject { source: kind, ..Subject::default() }
}

pub async fn capability(_: AnyKey, State(app): State<Shared>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let methods: Vec<&str> = METHODS.into_iter().filter(|method| is_offered(&app, method)).collect();
    Ok(Json(render::capability(&methods)))
}

/// Whether the account has the payment method: no fault has taken it away.
fn is_offered(app: &Shared, kind: &str) -> bool {
    !faults::is_set(app, Kind::OpnMethodOff, &source_subject(Some(kind.to_owned())))
}

pub async fn create_source(_: AnyKey, State(app): State<Shared>, params: Params) -> Answer {
    gate(&app, &source_subject(params.text("type"))).await?;
    let source = read_source(&app, &params.0, &params)?;
    let answer = render::source(&source, None);
    app.store.change(|state| state.sources.put(source.id.clone(), source)).await;
    Ok(Json(answer))
}

pub async fn source(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let kind = app.store.read(|state| state.sources.get(&id).map(|source| source.kind.clone()));
    gate(&app, &source_subject(kind)).await?;
    let found = app.store.read(|state| {
        let source = state.sources.get(&id)?;
        let charge = source.charge.as_ref().and_then(|charge| state.charges.get(charge));
        Some(render::source(source, charge.map(AsRef::as_ref)))
    });
    found.map(Json).ok_or_else(|| Error::not_found("source", &id))
}

/// Reads a source from its own object, with amount and currency of the whole.
fn read_source(app: &Shared, object: &Map<String, Value>, whole: &Params) -> Result<Source, Error> {
    let own = Params(object.clone());
    let kind = own.text("type").ok_or_else(|| Error::bad("invalid_source", "type is missing"))?;
    if flow(&kind).is_none() {
        return Err(Error::bad("invalid_source", format!("source type {kind} is not supported")));
    }
    if !is_offered(app, &kind) {
        return Err(Error::bad("invalid_source", format!("source type {kind} is not supported by this account")));
    }
    let (amount, _) = read_amount(whole, &kind)?;
    let platform_type = own.text("platform_type");
    if platform_type.as_deref().is_some_and(|platform| !PLATFORMS.contains(&platform)) {
        return Err(Error::bad("bad_request", "platform_type must be IOS, ANDROID or WEB"));
    }
    let phone_number = own.text("phone_number");
    if kind == "truemoney" && !phone_number.as_deref().is_some_and(is_thai_number) {
        return Err(Error::bad("bad_request", "phone_number must be a Thai mobile number"));
    }
    Ok(Source {
        id: ids::with("src_test_"),
        kind,
        amount,
        phone_number,
        platform_type,
        created_at: Utc::now().trunc_subsecs(0),
        charge: None,
    })
}

fn is_thai_number(text: &str) -> bool {
    let number = address(text);
    number.len() == 12 && number.strip_prefix("+66").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read_amount(params: &Params, kind: &str) -> Result<(i64, &'static str), Error> {
    let amount = params.number("amount").ok_or_else(|| Error::bad("invalid_amount", "amount is missing or no integer"))?;
    let currency = params.text("currency").unwrap_or_default();
    if !currency.eq_ignore_ascii_case("thb") {
        return Err(Error::bad("invalid_currency", "currency must be THB"));
    }
    let (least, most) = limits(kind);
    if amount < least {
        let text = format!("amount must be at least {}.{:02} THB", least / 100, least % 100);
        return Err(Error::bad("invalid_amount", text));
    }
    if amount > most {
        let text = format!("amount must be at most {}.{:02} THB", most / 100, most % 100);
        return Err(Error::bad("invalid_amount", text));
    }
    Ok((amount, "THB"))
}

/// The means of payment of a new charge.
struct Payer {
    source: Option<Source>,
    card: Option<Card>,
    token: Option<String>,
    customer: Option<String>,
}

fn read_payer(app: &Shared, params: &Params) -> Result<Payer, Error> {
    let by_source = |source| Payer { source: Some(source), card: None, token: None, customer: None };
    if let Some(object) = params.object("source") {
        return Ok(by_source(read_source(app, object, params)?));
    }
    if let Some(id) = params.text("source") {
        let source = app.store.read(|state| state.sources.get(&id).cloned());
        return Ok(by_source((*source.ok_or_else(|| Error::not_found("source", &id))?).clone()));
    }
    let (customer, card) = (params.text("customer"), params.text("card"));
    let (card, token) = match (&customer, card) {
        (Some(customer), card) => (cards::load_saved_card(app, customer, card.as_deref())?, None),
        (None, Some(token)) => (cards::load_token(app, &token)?.card.clone(), Some(token)),
        (None, None) => return Err(Error::bad("bad_request", "source or card is missing")),
    };
    if !is_offered(app, CARD) || !BRANDS.contains(&card.brand.as_str()) {
        return Err(Error::bad("brand_not_supported", "brand not supported"));
    }
    Ok(Payer { source: None, card: Some(card), token, customer })
}

pub async fn create_charge(_: Secret, State(app): State<Shared>, headers: HeaderMap, params: Params) -> Result<Response, Error> {
    let key = idempotency_key(&headers);
    if let Some(known) = key.as_ref().and_then(|key| charges::with_key(&app, key)) {
        gate(&app, &known.subject()).await?;
        return Ok(Json(render::charge(&known)).into_response());
    }
    let payer = read_payer(&app, &params)?;
    let charge = read_charge(&app, &params, payer, app.base(&headers))?;
    let subject = charge.subject();
    gate(&app, &subject).await?;
    let mut charge = charges::create(&app, charge, key).await?;
    if !charge.has_page() {
        let outcome = charge.card_failure().map_or(Outcome::Paid, Outcome::Failed);
        // A repeated call finds it ended.
        charge = charges::settle(&app, &charge.id, outcome, false).await.unwrap_or(charge);
    }
    if let Some(rule) = faults::hit(&app, Kind::OpnTimeoutAfterCreate, &subject) {
        tokio::time::sleep(rule.wait(60_000)).await;
        return Ok(StatusCode::GATEWAY_TIMEOUT.into_response());
    }
    Ok(Json(render::charge(&charge)).into_response())
}

fn idempotency_key(headers: &HeaderMap) -> Option<String> {
    headers.get("idempotency-key").and_then(|key| key.to_str().ok()).map(str::to_owned)
}

fn read_charge(app: &Shared, params: &Params, payer: Payer, base: String) -> Result<Charge, Error> {
    let Payer { source, card, token, customer } = payer;
    let kind = source.as_ref().map_or(CARD, |source| source.kind.as_str());
    let (amount, _) = read_amount(params, kind)?;
    if source.as_ref().is_some_and(|source| source.amount != amount) {
        return Err(Error::bad("invalid_charge", "amount differs from the source's"));
    }
    let now = Utc::now();
    let expires_at = match params.text("expires_at") {
        None if card.is_some() => now + TimeDelta::days(7),
        None => now + TimeDelta::hours(24),
        Some(text) => DateTime::parse_from_rfc3339(&text)
            .map_err(|_| Error::bad("invalid_charge", "expires_at is no ISO 8601 time"))?
            .to_utc(),
    };
    if expires_at <= now {
        return Err(Error::bad("invalid_charge", "expires_at must be in the future"));
    }
    let is_web = |uri: &String| uri.parse::<url::Url>().is_ok_and(|u| matches!(u.scheme(), "http" | "https"));
    let return_uri = params.text("return_uri");
    if !return_uri.as_ref().is_none_or(is_web) {
        return Err(Error::bad("bad_request", "return_uri must be a web address"));
    }
    if source.is_some() && flow(kind) != Some("offline") && return_uri.is_none() {
        return Err(Error::bad("bad_request", "return_uri is missing"));
    }
    let webhook_endpoints = params.texts("webhook_endpoints");
    if !webhook_endpoints.iter().all(is_web) {
        return Err(Error::bad("invalid_webhook_endpoint", "webhook_endpoints must be web addresses"));
    }
    let id = ids::with("chrg_test_");
    let reference = id.trim_start_matches("chrg_test_").to_ascii_uppercase();
    let metadata = params.object("metadata").cloned().unwrap_or_default();
    let payload = (kind == "promptpay").then(|| {
        let named = metadata.values().find_map(|v| v.as_str()).unwrap_or_default();
        let ref2: String = named.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        let ref2 = ref2.to_ascii_uppercase();
        let ref2 = (!ref2.is_empty()).then_some(ref2.as_str());
        promptpay::bill(BILLER, &reference, ref2, Some(amount), MERCHANT)
    });
    let passcode = match kind {
        "truemoney" => Some(ids::digits(6)),
        CARD => Some(SECURE_CODE.to_owned()),
        _ => None,
    };
    Ok(Charge {
        payment: ids::with("paym_test_"),
        document: ids::with("docu_test_"),
        download: ids::digits(20),
        can_refund: app.settings.refund_all || can_refund(kind),
        id,
        source,
        card,
        token,
        customer,
        amount,
        status: Status::Pending,
        description: params.text("description"),
        metadata,
        return_uri,
        webhook_endpoints,
        payload,
        reference,
        transaction: None,
        failure: None,
        created_at: now.trunc_subsecs(0),
        expires_at,
        paid_at: None,
        expired_at: None,
        reversed_at: None,
        refunds: Vec::new(),
        dispute: None,
        transfer: None,
        opened_at: None,
        passcode,
        plan: None,
        base,
    })
}

fn find(app: &Shared, id: &str) -> Result<Arc<Charge>, Error> {
    app.store.read(|state| state.charges.get(id).cloned()).ok_or_else(|| Error::not_found("charge", id))
}

pub async fn charge(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let subject = find(&app, &id)?.subject();
    gate(&app, &subject).await?;
    // Read again: it may have ended during the simulated delay.
    Ok(Json(render::charge(&*find(&app, &id)?)))
}

pub async fn mark_as_paid(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    end(&app, &id, Outcome::Paid).await
}

pub async fn mark_as_failed(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let outcome = Outcome::Failed(Failure::new("payment_rejected"));
    end(&app, &id, outcome).await
}

pub async fn expire(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    end(&app, &id, Outcome::Expired).await
}

async fn end(app: &Shared, id: &str, outcome: Outcome) -> Answer {
    gate(app, &find(app, id)?.subject()).await?;
    match charges::settle(app, id, outcome, false).await {
        Ok(charge) => Ok(Json(render::charge(&charge))),
        Err(Unsettled::Unknown) => Err(Error::not_found("charge", id)),
        Err(Unsettled::Ended(_)) => Err(Error::bad("failed_action", "the charge is not pending")),
    }
}

/// Parameters of a list.
#[derive(Debug, Deserialize)]
pub struct Page {
    limit: Option<usize>,
    offset: Option<usize>,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    order: Option<String>,
}

impl Page {
    pub fn list<T>(
        &self,
        location: &str,
        items: Vec<T>,
        at: impl Fn(&T) -> DateTime<Utc>,
        show: impl Fn(&T) -> Value,
    ) -> Json<Value> {
        let limit = self.limit.unwrap_or(20).min(100);
        let offset = self.offset.unwrap_or(0);
        let to = self.to.unwrap_or_else(Utc::now);
        let from = self.from.unwrap_or_default();
        let mut found: Vec<T> = items.into_iter().filter(|item| at(item) >= from && at(item) <= to).collect();
        let order = match self.order.as_deref() {
            Some("reverse_chronological") => {
                found.reverse();
                "reverse_chronological"
            }
            _ => "chronological",
        };
        let data: Vec<Value> = found.iter().skip(offset).take(limit).map(show).collect();
        Json(json!({
            "object": "list", "data": data, "limit": limit, "offset": offset, "total": found.len(), "location": location,
            "order": order, "from": render::time(from), "to": render::time(to)
        }))
    }
}

pub async fn charges(_: Secret, State(app): State<Shared>, Query(page): Query<Page>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let charges = app.store.read(|state| state.charges.values().cloned().collect());
    Ok(page.list("/charges", charges, |charge| charge.created_at, |charge| render::charge(charge)))
}

pub async fn create_refund(
    _: Secret,
    State(app): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    params: Params,
) -> Result<Response, Error> {
    let charge = find(&app, &id)?;
    let subject = charge.subject();
    gate(&app, &subject).await?;
    let void = params.flag("void");
    let failed = if void { "failed_void" } else { "failed_refund" };
    if !charge.can_refund {
        let text = format!("charge {id} cannot be refunded: {} does not support refunds", charge.kind());
        return Err(Error::bad("failed_refund", text));
    }
    let amount = params.number("amount").ok_or_else(|| Error::bad("invalid_amount", "amount is missing or no integer"))?;
    let request = RefundRequest {
        amount: Some(amount),
        void,
        metadata: params.object("metadata").cloned().unwrap_or_default(),
        key: idempotency_key(&headers),
    };
    let done = money::refund(&app, &id, request).await;
    let (charge, refund) =
        done.map_err(|error| if error.code == "failed_action" { Error::bad(failed, error.message) } else { error })?;
    if let Some(rule) = faults::hit(&app, Kind::OpnTimeoutAfterRefund, &subject) {
        tokio::time::sleep(rule.wait(60_000)).await;
        return Ok(StatusCode::GATEWAY_TIMEOUT.into_response());
    }
    Ok(Json(render::refund(&charge, &refund)).into_response())
}

pub async fn refunds(_: Secret, State(app): State<Shared>, Path(id): Path<String>, Query(page): Query<Page>) -> Answer {
    gate(&app, &find(&app, &id)?.subject()).await?;
    let charge = find(&app, &id)?;
    let location = format!("/charges/{id}/refunds");
    Ok(page.list(&location, charge.refunds.clone(), |refund| refund.created_at, |refund| render::refund(&charge, refund)))
}

pub async fn refund(_: Secret, State(app): State<Shared>, Path((id, refund)): Path<(String, String)>) -> Answer {
    let charge = find(&app, &id)?;
    gate(&app, &charge.subject()).await?;
    let found = charge.refunds.iter().find(|known| known.id == refund);
    found.map(|refund| Json(render::refund(&charge, refund))).ok_or_else(|| Error::not_found("refund", &refund))
}

pub async fn events(_: Secret, State(app): State<Shared>, Query(page): Query<Page>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let events = app.store.read(|state| state.events.values().cloned().collect());
    Ok(page.list("/events", events, |event| event.created_at, |event| render::event(event)))
}

pub async fn charge_events(_: Secret, State(app): State<Shared>, Path(id): Path<String>, Query(page): Query<Page>) -> Answer {
    gate(&app, &find(&app, &id)?.subject()).await?;
    let events = app.store.read(|state| {
        state.events.values().filter(|event| event.charge.as_ref().is_some_and(|charge| charge.id == id)).cloned().collect()
    });
    let location = format!("/charges/{id}/events");
    Ok(page.list(&location, events, |event| event.created_at, |event| render::event(event)))
}

pub async fn transfers(_: Secret, State(app): State<Shared>, Query(page): Query<Page>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let transfers = app.store.read(|state| state.transfers.values().cloned().collect());
    Ok(page.list("/transfers", transfers, |transfer| transfer.created_at, |transfer| render::transfer(transfer)))
}

pub async fn transfer(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let found = app.store.read(|state| state.transfers.get(&id).cloned());
    found.map(|transfer| Json(render::transfer(&transfer))).ok_or_else(|| Error::not_found("transfer", &id))
}

pub async fn event(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let found = app.store.read(|state| state.events.get(&id).cloned());
    found.map(|event| Json(render::event(&event))).ok_or_else(|| Error::not_found("event", &id))
}

/// Returns the QR picture; needs no key, as at the provider.
pub async fn picture(
    State(app): State<Shared>,
    Path((id, document, token)): Path<(String, String, String)>,
) -> Result<Response, Error> {
    let charge = find(&app, &id)?;
    gate(&app, &charge.subject()).await?;
    let picture = charge
        .payload
        .as_deref()
        .filter(|_| charge.document == document && charge.download == token)
        .and_then(|payload| qr::svg(payload, MERCHANT))
        .ok_or_else(|| Error::not_found("document", &document))?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"qrcode.svg\""),
    ];
    Ok((headers, picture).into_response())
}

/// Returns the text of the code. Sandbox only.
pub async fn payload(State(app): State<Shared>, Path(id): Path<String>) -> Result<String, Error> {
    let charge = find(&app, &id)?;
    charge.payload.clone().ok_or_else(|| Error::not_found("payload of", &id))
}

pub async fn unknown(uri: Uri) -> Error {
    Error::not_found("path", uri.path())
}
