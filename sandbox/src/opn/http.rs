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
    charges::{self, Outcome, Unsettled},
    error::Error,
    model::{Charge, Source, Status, flow, limits},
    params::{AnyKey, Params, Secret},
    qr, render,
};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    ids, promptpay,
};

/// The biller ID of the sandbox's merchant: tax ID and suffix, 15 digits.
const BILLER: &str = "010555000000101";
pub const MERCHANT: &str = "MANAO SHOP";

type Answer = Result<Json<Value>, Error>;

async fn gate(app: &Shared, subject: &Subject) -> Result<(), Error> {
    Ok(faults::gate(app, Kind::OpnSlow, Kind::OpnDown, subject).await?)
}

pub async fn create_source(_: AnyKey, State(app): State<Shared>, params: Params) -> Answer {
    gate(&app, &Subject::default()).await?;
    let source = read_source(&params.0, &params)?;
    let answer = render::source(&source, None);
    app.store.change(|state| state.sources.put(source.id.clone(), source)).await;
    Ok(Json(answer))
}

pub async fn source(_: Secret, State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let found = app.store.read(|state| {
        let source = state.sources.get(&id)?;
        let charge = source.charge.as_ref().and_then(|charge| state.charges.get(charge));
        Some(render::source(source, charge.map(AsRef::as_ref)))
    });
    found.map(Json).ok_or_else(|| Error::not_found("source", &id))
}

/// Reads a source from its own object, with amount and currency of the whole.
fn read_source(object: &Map<String, Value>, whole: &Params) -> Result<Source, Error> {
    let own = Params(object.clone());
    let kind = own.text("type").ok_or_else(|| Error::bad("invalid_source", "type is missing"))?;
    if flow(&kind).is_none() {
        return Err(Error::bad("invalid_source", format!("source type {kind} is not supported")));
    }
    let (amount, _) = money(whole, &kind)?;
    Ok(Source {
        id: ids::with("src_test_"),
        kind,
        amount,
        phone_number: own.text("phone_number"),
        created_at: Utc::now().trunc_subsecs(0),
        charge: None,
    })
}

fn money(params: &Params, kind: &str) -> Result<(i64, &'static str), Error> {
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

pub async fn create_charge(_: Secret, State(app): State<Shared>, headers: HeaderMap, params: Params) -> Result<Response, Error> {
    let source = match (params.object("source"), params.text("source")) {
        (Some(object), _) => read_source(object, &params)?,
        (None, Some(id)) => {
            let source = app.store.read(|state| state.sources.get(&id).cloned());
            let source = source.ok_or_else(|| Error::not_found("source", &id))?;
            if source.charge.is_some() && !headers.contains_key("idempotency-key") {
                return Err(Error::bad("used_token", "the source was used by another charge"));
            }
            (*source).clone()
        }
        (None, None) => return Err(Error::bad("bad_request", "source is missing")),
    };
    let charge = read_charge(&params, source, app.base(&headers))?;
    let subject = charge.subject();
    gate(&app, &subject).await?;
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok()).map(str::to_owned);
    let charge = charges::create(&app, charge, key).await;
    if let Some(rule) = faults::hit(&app, Kind::OpnTimeoutAfterCreate, &subject) {
        tokio::time::sleep(rule.wait(60_000)).await;
        return Ok(StatusCode::GATEWAY_TIMEOUT.into_response());
    }
    Ok(Json(render::charge(&charge)).into_response())
}

fn read_charge(params: &Params, source: Source, base: String) -> Result<Charge, Error> {
    let (amount, _) = money(params, &source.kind)?;
    if amount != source.amount {
        return Err(Error::bad("invalid_charge", "amount differs from the source's"));
    }
    let now = Utc::now();
    let expires_at = match params.text("expires_at") {
        None => now + TimeDelta::hours(24),
        Some(text) => DateTime::parse_from_rfc3339(&text)
            .map_err(|_| Error::bad("invalid_charge", "expires_at is no ISO 8601 time"))?
            .to_utc(),
    };
    if expires_at <= now {
        return Err(Error::bad("invalid_charge", "expires_at must be in the future"));
    }
    let return_uri = params.text("return_uri");
    if flow(&source.kind) != Some("offline") && return_uri.is_none() {
        return Err(Error::bad("bad_request", "return_uri is missing"));
    }
    let webhook_endpoints = params.texts("webhook_endpoints");
    let is_web = |uri: &String| uri.parse::<url::Url>().is_ok_and(|u| u.scheme().starts_with("http"));
    if !webhook_endpoints.iter().all(is_web) {
        return Err(Error::bad("invalid_webhook_endpoint", "webhook_endpoints must be web addresses"));
    }
    let id = ids::with("chrg_test_");
    let reference = id.trim_start_matches("chrg_test_").to_ascii_uppercase();
    let metadata = params.object("metadata").cloned().unwrap_or_default();
    let payload = (source.kind == "promptpay").then(|| {
        let named = metadata.values().find_map(|v| v.as_str()).unwrap_or_default();
        let ref2: String = named.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        let ref2 = ref2.to_ascii_uppercase();
        let ref2 = (!ref2.is_empty()).then_some(ref2.as_str());
        promptpay::bill(BILLER, &reference, ref2, Some(amount), MERCHANT)
    });
    Ok(Charge {
        payment: ids::with("paym_test_"),
        document: ids::with("docu_test_"),
        download: ids::digits(20),
        id,
        source,
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
    let outcome = Outcome::Failed { code: "payment_rejected", message: "payment rejected" };
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
    fn list<T>(
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
