//! The calls of the partners.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    catalogue::{self, PARTNERS, Servers, TYPED_SERVER},
    model::{self, Kind, Order, Status},
    orders, players,
};
use crate::{
    app::Shared,
    calls,
    faults::{self, Kind as Fault, Subject},
    ids,
    refusal::{Body, Refusal},
};

type Answer = Result<Json<Value>, Refusal>;

/// Checks key and request ID of every call.
pub async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let id = calls::request_id(&request).unwrap_or_else(|| ids::with("req_"));
    if !calls::has_bearer(&request, &app.settings.partners_key) {
        return calls::finish(calls::unauthorized().into_response(), &id);
    }
    calls::finish(next.run(request).await, &id)
}

/// Checks that the partner exists, is up, and is not busy.
async fn open(app: &Shared, partner: &str, mut subject: Subject) -> Result<(), Refusal> {
    subject.partner = Some(partner.to_owned());
    let gone = || faults::hit(app, Fault::PartnerGone, &subject).is_some();
    if !PARTNERS.iter().any(|(code, _)| *code == partner) || gone() {
        return Err(Refusal::new(404, "partner_unknown", format!("no partner {partner}")));
    }
    faults::gate(app, Fault::PartnerSlow, Fault::PartnerDown, &subject).await?;
    if faults::hit(app, Fault::PartnerBusy, &subject).is_some() {
        return Err(Refusal::new(503, "busy", "too many orders at the moment").retry_after(1));
    }
    Ok(())
}

pub async fn servers(State(app): State<Shared>, Path((partner, game)): Path<(String, String)>) -> Answer {
    open(&app, &partner, Subject { game: Some(game.clone()), ..Subject::default() }).await?;
    let game = catalogue::find(&game)?;
    let listed = match game.servers {
        Servers::Listed(servers) => servers,
        Servers::None | Servers::Typed => &[],
    };
    let servers: Vec<Value> = listed.iter().map(|(id, name, open)| json!({"id": id, "name": name, "open": open})).collect();
    let required = !matches!(game.servers, Servers::None);
    let pattern = matches!(game.servers, Servers::Typed).then_some(TYPED_SERVER);
    Ok(Json(json!({"game": game.code, "serverRequired": required, "serverPattern": pattern, "servers": servers})))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Validation {
    game: String,
    player_id: String,
    server: Option<String>,
}

pub async fn validate(State(app): State<Shared>, Path(partner): Path<String>, Body(ask): Body<Validation>) -> Answer {
    let subject = Subject { game: Some(ask.game.clone()), player_id: Some(ask.player_id.clone()), ..Subject::default() };
    open(&app, &partner, subject).await?;
    let game = catalogue::find(&ask.game)?;
    catalogue::check_server(game, ask.server.as_deref())?;
    let display_name = players::display_name(game, &ask.player_id)?;
    let mut answer = json!({"game": game.code, "playerId": ask.player_id, "server": ask.server, "displayName": display_name});
    if let Some(reason) = players::forbidden(&ask.player_id) {
        answer["forbidden"] = json!({"reason": reason});
    }
    Ok(Json(answer))
}

#[derive(Debug, Deserialize)]
pub struct OfGame {
    game: Option<String>,
}

pub async fn prices(State(app): State<Shared>, Path(partner): Path<String>, Query(wanted): Query<OfGame>) -> Answer {
    open(&app, &partner, Subject { game: wanted.game.clone(), ..Subject::default() }).await?;
    if let Some(game) = &wanted.game {
        catalogue::find(game)?;
    }
    let mut items = Vec::new();
    for game in catalogue::GAMES.iter().filter(|g| wanted.game.as_ref().is_none_or(|w| w == g.code)) {
        for size in game.sizes {
            let sku = format!("{}-{size}", game.code);
            let cost = catalogue::cost(game, &sku)?;
            let name = format!("{} {size}", game.name);
            items.push(json!({"sku": sku, "game": game.code, "kind": game.kind(), "name": name, "cost": cost}));
        }
    }
    Ok(Json(json!({"currency": "THB", "items": items})))
}

#[derive(Debug, Deserialize)]
pub struct OfSku {
    sku: String,
}

pub async fn stock(State(app): State<Shared>, Path(partner): Path<String>, Query(wanted): Query<OfSku>) -> Answer {
    open(&app, &partner, Subject::default()).await?;
    // A game's code may itself be a prefix of another's: the longest match wins.
    let game = catalogue::GAMES
        .iter()
        .filter(|game| wanted.sku.starts_with(&format!("{}-", game.code)))
        .max_by_key(|game| game.code.len())
        .ok_or_else(|| Refusal::new(422, "sku_unknown", format!("no SKU {}", wanted.sku)))?;
    let available = match catalogue::cost(game, &wanted.sku) {
        Err(refusal) if refusal.code == "out_of_stock" => 0,
        other => other.map(|_| 1000)?,
    };
    Ok(Json(json!({"sku": wanted.sku, "available": available})))
}

pub async fn balance(State(app): State<Shared>, Path(partner): Path<String>) -> Answer {
    open(&app, &partner, Subject::default()).await?;
    let spent = app.store.read(|state| state.partner_spent.sum(&partner));
    Ok(Json(json!({"currency": "THB", "balance": orders::FLOAT - spent})))
}

#[derive(Debug, Deserialize)]
pub struct Float {
    /// Satang
    balance: i64,
}

/// Sets our float at a partner, as its staff would after a transfer.
pub async fn set_float(State(app): State<Shared>, Path(partner): Path<String>, Body(float): Body<Float>) -> Answer {
    if !PARTNERS.iter().any(|(code, _)| *code == partner) {
        return Err(Refusal::new(404, "partner_unknown", format!("no partner {partner}")));
    }
    if !(0..=orders::FLOAT).contains(&float.balance) {
        return Err(Refusal::new(422, "balance_invalid", format!("0 to {}", orders::FLOAT)));
    }
    app.store
        .change(|state| {
            let spent = state.partner_spent.sum(&partner);
            state.partner_spent.add(&partner, orders::FLOAT - float.balance - spent);
        })
        .await;
    Ok(Json(json!({"currency": "THB", "balance": float.balance})))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewOrder {
    reference: String,
    game: String,
    sku: String,
    player_id: Option<String>,
    server: Option<String>,
    quantity: u32,
    callback_url: Option<String>,
}

pub async fn order(
    State(app): State<Shared>,
    Path(partner): Path<String>,
    Body(ask): Body<NewOrder>,
) -> Result<Response, Refusal> {
    let subject = Subject {
        orders: vec![ask.reference.clone()],
        partner: Some(partner.clone()),
        game: Some(ask.game.clone()),
        player_id: ask.player_id.clone(),
        ..Subject::default()
    };
    open(&app, &partner, subject.clone()).await?;
    let known = model::key(&partner, &ask.reference);
    let known = app.store.read(|state| state.orders.get(&known).cloned());
    let (order, fresh) = match known {
        Some(order) => (order, false),
        None => {
            if let Some(rule) = faults::hit(&app, Fault::PartnerReject, &subject) {
                let reason = rule.reason("product_withdrawn");
                return Err(Refusal::new(409, reason, "refused (fault)"));
            }
            orders::accept(&app, read_order(&app, partner, ask, &subject)?).await?
        }
    };
    if fresh && let Some(rule) = faults::hit(&app, Fault::PartnerTimeoutAfterCreate, &subject) {
        tokio::time::sleep(rule.wait(60_000)).await;
        return Ok(StatusCode::GATEWAY_TIMEOUT.into_response());
    }
    if fresh {
        return Ok((StatusCode::ACCEPTED, Json(order.show())).into_response());
    }
    let mut headers = HeaderMap::new();
    let replayed = HeaderName::from_static("idempotent-replayed");
    headers.insert(replayed, HeaderValue::from_static("true"));
    Ok((headers, Json(order.show())).into_response())
}

fn read_order(app: &Shared, partner: String, ask: NewOrder, subject: &Subject) -> Result<Order, Refusal> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_:./#".contains(c);
    if ask.reference.is_empty() || ask.reference.len() > 64 || !ask.reference.chars().all(plain) {
        return Err(Refusal::new(422, "reference_invalid", "1 to 64 plain characters"));
    }
    if !(1..=10).contains(&ask.quantity) {
        return Err(Refusal::new(422, "quantity_invalid", "quantity is 1 to 10"));
    }
    let game = catalogue::find(&ask.game)?;
    let cost = catalogue::cost(game, &ask.sku)? * i64::from(ask.quantity);
    if game.kind() == Kind::Topup {
        catalogue::check_server(game, ask.server.as_deref())?;
        players::display_name(game, ask.player_id.as_deref().unwrap_or_default())?;
    }
    let is_web = |url: &String| url.parse::<url::Url>().is_ok_and(|url| url.scheme().starts_with("http"));
    if !ask.callback_url.as_ref().is_none_or(is_web) {
        return Err(Refusal::new(400, "bad_request", "callbackUrl is no web address"));
    }
    let delay = faults::hit(app, Fault::PartnerLate, subject)
        .map_or(std::time::Duration::from_millis(app.settings.partner_delay_ms), |rule| rule.wait(10_000));
    let letters = PARTNERS.iter().find(|(code, _)| *code == partner).map_or("", |(_, l)| l);
    let now = Utc::now();
    Ok(Order {
        partner_order_id: ids::with(letters),
        partner,
        reference: ask.reference,
        status: Status::Accepted,
        game: ask.game,
        sku: ask.sku,
        kind: game.kind(),
        player_id: ask.player_id,
        server: ask.server,
        quantity: ask.quantity,
        cost,
        reason: None,
        vouchers: Vec::new(),
        callback_url: ask.callback_url,
        accepted_at: now,
        due_at: now + delay,
        finished_at: None,
    })
}

pub async fn order_status(State(app): State<Shared>, Path((partner, reference)): Path<(String, String)>) -> Answer {
    let subject = Subject { orders: vec![reference.clone()], ..Subject::default() };
    open(&app, &partner, subject).await?;
    app.store
        .read(|state| state.orders.get(&model::key(&partner, &reference)).map(|o| o.show()))
        .map(Json)
        .ok_or_else(|| Refusal::new(404, "order_unknown", format!("no order {reference}")))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// Both by the time of acceptance; the end is not included.
    from: DateTime<Utc>,
    to: DateTime<Utc>,
    /// From 1.
    page: Option<usize>,
    /// At most 100.
    per_page: Option<usize>,
}

/// Lists orders by the time of their acceptance, oldest first, without their codes.
pub async fn order_list(State(app): State<Shared>, Path(partner): Path<String>, Query(wanted): Query<Listing>) -> Answer {
    open(&app, &partner, Subject::default()).await?;
    let of_partner =
        |order: &&Arc<Order>| order.partner == partner && order.accepted_at >= wanted.from && order.accepted_at < wanted.to;
    let mut found: Vec<Arc<Order>> = app.store.read(|state| state.orders.values().filter(of_partner).cloned().collect());
    found.sort_by(|one, other| (one.accepted_at, &one.reference).cmp(&(other.accepted_at, &other.reference)));
    let (page, per_page) = (wanted.page.unwrap_or(1).max(1), wanted.per_page.unwrap_or(20).clamp(1, 100));
    let items = found.iter().skip((page - 1).saturating_mul(per_page)).take(per_page).map(|order| {
        let mut shown = order.show();
        shown["vouchers"] = json!([]);
        shown
    });
    Ok(Json(json!({"page": page, "perPage": per_page, "total": found.len(), "items": items.collect::<Vec<Value>>()})))
}
