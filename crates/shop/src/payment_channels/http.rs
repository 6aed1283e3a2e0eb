//! The calls about payment channels.

use std::collections::HashMap;
use std::str::FromStr as _;

use axum::extract::State;
use manao_domain::channel::{ChannelCode, NetworkType, PaymentFlow};
use manao_domain::msisdn::Msisdn;
use manao_domain::order_number::OrderNumber;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::number::{NumberFacts, PayingNumber, verified_number};
use super::rules::{self, JudgedChannel, Paying, Reason, Refundability};
use super::{health, usual};
use crate::buyer::Buyer;
use crate::cart::{CartSelection, DirectPurchase, PricedSelection, Totals, selection};
use crate::coupons;
use manao_kernel::access::{MaybeMember, Member, Staff};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::limits;
use manao_kernel::problem::{Json, Lang, Path, Problem, codes};
use manao_kernel::text::Text;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChannels {
    items: Vec<PaymentChannel>,
    /// The account's verified number; an order takes `myNumber` for it
    #[serde(skip_serializing_if = "Option::is_none")]
    my_number: Option<MyNumber>,
}

#[derive(Serialize, ToSchema)]
pub struct MyNumber {
    /// `08x-xxx-5671`
    masked: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChannel {
    code: String,
    flow: PaymentFlow,
    /// A mobile number pays, or the wallet of one: an order takes `mobileNumber` or `myNumber`
    by_number: bool,
    /// The kinds of numbers that can pay; empty for all
    network_types: Vec<NetworkType>,
    /// It is paid in an app on a phone: a computer hands it over
    on_phone: bool,
    /// A card pays, whose number only the provider's form takes
    by_card: bool,
    name: Text,
    /// One line of help: where the money is taken from
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Text>,
    allowed: bool,
    /// Reason why it is not allowed
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// Smallest and largest single payment
    min_satang: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_satang: Option<i64>,
    /// Median time from the code or page shown to the payment, over the last 24 hours
    #[serde(skip_serializing_if = "Option::is_none")]
    usual_seconds: Option<i32>,
    /// The payee as the buyer's bank shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    name_at_bank: Option<String>,
    refund: Refundability,
}

#[derive(Deserialize, ToSchema)]
pub struct BanksRequest {
    /// The channel paid from these banks' apps
    channel: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Banks {
    items: Vec<Bank>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bank {
    code: String,
    name: Text,
    /// Opens the bank's app on a phone
    #[serde(skip_serializing_if = "Option::is_none")]
    app_url: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PaymentAvailabilityRequest {
    channel: String,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentAvailability {
    available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

/// The purchase to pay for: one of my orders, or one product directly, or items of the cart; none of these means the whole cart.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChannelsRequest {
    direct: Option<DirectPurchase>,
    cart_item_ids: Option<Vec<i64>>,
    /// One of my coupons to buy with
    coupon_code: Option<String>,
    /// An order whose channel is to be changed: its own lines and total count
    order_number: Option<String>,
}

/// The purchase: one product directly, or items of the cart; neither means the whole cart.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelRuleRequest {
    direct: Option<DirectPurchase>,
    cart_item_ids: Option<Vec<i64>>,
    channel: Option<String>,
    /// A coupon to buy with
    coupon_code: Option<String>,
    /// The number that is to pay, for a channel that is paid by a number
    mobile_number: Option<String>,
    /// The account's verified number pays, instead of `mobileNumber`
    #[serde(default)]
    my_number: bool,
}

#[derive(Serialize, ToSchema)]
pub struct ChannelRuleAnswer {
    /// Whether the named channel can pay for it, or any channel when none is named
    allowed: bool,
    reasons: Vec<Reason>,
    /// Totals after the coupon's discount; a total of 0 is ordered without paying, by any channel
    totals: Totals,
}

#[derive(Deserialize, ToSchema)]
pub struct SetChannelOpen {
    open: bool,
    /// Shown instead of the default text while it is closed
    reason: Option<Text>,
}

/// Payment channels for a selection
///
/// Checked as an order would be: by the lines and by the total after the coupon. A visitor has neither cart nor coupons: a `direct`
/// purchase is checked by its price. Without one, only each channel's limits are returned. No player needs to be named yet.
#[utoipa::path(post, path = "/payment/get-payment-channel-by", tag = "payments", request_body = PaymentChannelsRequest,
    responses((status = 200, body = PaymentChannels)))]
pub async fn list_channels(
    State(app): State<App>,
    member: MaybeMember,
    lang: Lang,
    Json(asked): Json<PaymentChannelsRequest>,
) -> Result<Json<PaymentChannels>, Problem> {
    let mut conn = app.db.acquire().await?;
    let buyer = member.0.map(|member| member.user_id);
    let paying = match &asked.order_number {
        Some(number) => {
            let order_id = order_of(&mut conn, buyer, number).await?;
            Some(Paying::of_order(&mut conn, order_id).await?)
        }
        None => offered(&app, &mut conn, buyer, asked).await?.as_ref().map(Paying::from),
    };
    let judged = rules::judge(&app, &mut conn, paying, lang).await?;
    let my_number = match buyer {
        Some(buyer) => verified_number(&mut conn, buyer).await?.map(|number| MyNumber { masked: number.masked() }),
        None => None,
    };
    let usual = usual::seconds(&app).await?;
    let items = judged.into_iter().map(|judged| PaymentChannel::new(&usual, judged)).collect();
    Ok(Json(PaymentChannels { items, my_number }))
}

/// Returns the order with this number, if it is the buyer's.
async fn order_of(conn: &mut PgConnection, buyer: Option<i64>, number: &str) -> Result<i64, Problem> {
    let number = OrderNumber::from_str(number).map_err(|_| codes::order_not_found)?;
    sqlx::query_scalar!("select id from shop.orders where number = $1 and user_id = $2", number.as_str(), buyer)
        .fetch_optional(conn)
        .await?
        .ok_or_else(|| codes::order_not_found.into())
}

/// Prices the selection with the coupon; None for a visitor who names no product.
async fn offered(
    app: &App,
    conn: &mut PgConnection,
    buyer: Option<i64>,
    asked: PaymentChannelsRequest,
) -> Result<Option<PricedSelection>, Problem> {
    let selection = CartSelection { direct: asked.direct, cart_item_ids: asked.cart_item_ids };
    let buyer = match buyer {
        Some(user_id) => Some(Buyer::load(conn, user_id, None).await?),
        None => None,
    };
    let priced = match (&selection.direct, &buyer) {
        (Some(direct), buyer) => selection::load_offer(app, conn, buyer.as_ref(), direct).await?,
        (None, Some(buyer)) => selection::load(app, conn, buyer, &selection).await?,
        (None, None) => return Ok(None),
    };
    let Some(code) = asked.coupon_code else { return Ok(Some(priced)) };
    // A coupon is counted by person.
    let buyer = buyer.ok_or(codes::session_required)?;
    app.limit(limits::PRICE_COUPON, buyer.user_id)?;
    let (priced, _) = coupons::price(app, conn, app.now(), &buyer, Some(&code), priced).await?;
    Ok(Some(priced))
}

/// Banks whose apps can scan or open the code
#[utoipa::path(post, path = "/payment/get-bank-by", tag = "payments", request_body = BanksRequest,
    responses((status = 200, body = Banks)))]
pub async fn list_banks(State(app): State<App>, Json(request): Json<BanksRequest>) -> Result<Json<Banks>, Problem> {
    if let Some(channel) = request.channel {
        sqlx::query_scalar!("select code from shop.payment_channels where code = $1", channel)
            .fetch_optional(&app.db)
            .await?
            .ok_or(codes::channel_not_found)?;
    }
    let rows =
        sqlx::query!("select code, name_th, name_en, app_url from shop.banks order by position, code").fetch_all(&app.db).await?;
    let items = rows
        .into_iter()
        .map(|row| Bank { code: row.code, name: Text::new(row.name_th, row.name_en), app_url: row.app_url })
        .collect();
    Ok(Json(Banks { items }))
}

/// Is a channel open?
#[utoipa::path(post, path = "/payment-avaliable/check-payment-avaliable", tag = "payments", request_body = PaymentAvailabilityRequest,
    responses((status = 200, body = PaymentAvailability)))]
pub async fn check_available(
    State(app): State<App>,
    lang: Lang,
    Json(request): Json<PaymentAvailabilityRequest>,
) -> Result<Json<PaymentAvailability>, Problem> {
    let mut conn = app.db.acquire().await?;
    let judged = rules::judge(&app, &mut conn, None, lang).await?;
    let judged = find(judged, &request.channel)?;
    Ok(Json(PaymentAvailability { available: judged.reasons.is_empty(), reason: judged.reasons.into_iter().next() }))
}

/// May this be bought and paid for this way?
///
/// Lists every reason against it, the coupon's too; placing the order checks again. The telecom is asked about a number if one is given.
#[utoipa::path(post, path = "/rule/check-rule", tag = "payments", request_body = ChannelRuleRequest,
    responses((status = 200, body = ChannelRuleAnswer)))]
pub async fn check_rule(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(request): Json<ChannelRuleRequest>,
) -> Result<Json<ChannelRuleAnswer>, Problem> {
    let user_id = member.user_id;
    let number = number_facts(&app, user_id, &request).await;
    let selection = CartSelection { direct: request.direct, cart_item_ids: request.cart_item_ids };
    let mut conn = app.db.acquire().await?;
    let buyer = Buyer::load(&mut conn, user_id, number.as_ref().ok().and_then(Option::as_ref).map(|(number, _)| number)).await?;
    let mut selection = selection::load(&app, &mut conn, &buyer, &selection).await?;
    let mut refused = selection.refusals();
    if let Some(code) = &request.coupon_code {
        app.limit(limits::PRICE_COUPON, user_id)?;
        match coupons::price(&app, &mut conn, app.now(), &buyer, Some(code), selection.clone()).await {
            Ok((priced, _)) => selection = priced,
            Err(problem) => refused.push(as_reason(problem)?),
        }
    }
    let mut paying = Paying::from(&selection);
    match number {
        Ok(number) => paying = paying.by(number.and_then(|(_, facts)| facts)),
        Err(problem) => refused.push(as_reason(problem)?),
    }
    let mut judged = rules::judge(&app, &mut conn, Some(paying), lang).await?;
    if let Some(channel) = &request.channel {
        judged = vec![find(judged, channel)?];
    }
    let mut reasons: Vec<Reason> = refused.iter().map(|problem| Reason::new(problem, lang, None)).collect();
    let buyable = reasons.is_empty();
    let payable = judged.iter().any(|judged| judged.reasons.is_empty());
    if !payable {
        reasons.extend(judged.into_iter().flat_map(|judged| judged.reasons));
    }
    Ok(Json(ChannelRuleAnswer { allowed: buyable && payable, reasons, totals: selection.totals }))
}

/// Asks the telecom about the number that is to pay, if one is given.
async fn number_facts(
    app: &App,
    user_id: i64,
    request: &ChannelRuleRequest,
) -> Result<Option<(Msisdn, Option<NumberFacts>)>, Problem> {
    let named = request.my_number || request.mobile_number.as_deref().is_some_and(|number| !number.trim().is_empty());
    let Some(channel) = request.channel.as_deref().filter(|_| named) else { return Ok(None) };
    let number = PayingNumber::parse(channel, request.mobile_number.as_deref(), request.my_number)?;
    app.limit(limits::CHECK_NUMBER, user_id)?;
    let Some(number) = PayingNumber::find(number, app, channel, user_id).await? else { return Ok(None) };
    let facts = NumberFacts::ask(app, channel, &number).await?;
    Ok(Some((number, facts)))
}

/// Returns a refusal that is a reason against a purchase; every other problem stays an error.
fn as_reason(problem: Problem) -> Result<Problem, Problem> {
    let name = problem.code().name;
    if name.starts_with("coupon_") || name.starts_with("mobile_number_") { Ok(problem) } else { Err(problem) }
}

/// Open or close a channel
///
/// Takes effect with the next call, on every node.
#[utoipa::path(post, path = "/console/payment-channels/{code}", tag = "console", params(("code" = String, Path)),
    request_body = SetChannelOpen, responses((status = 200, body = PaymentAvailability)))]
pub async fn set_channel_open(
    State(app): State<App>,
    operator: Staff,
    lang: Lang,
    Path(code): Path<String>,
    Json(request): Json<SetChannelOpen>,
) -> Result<Json<PaymentAvailability>, Problem> {
    let reason = request.reason.filter(|_| !request.open);
    let mut change = app.change().await?;
    sqlx::query!(
        "update shop.payment_channels set open = $2, closed_reason_th = $3, closed_reason_en = $4, version = version + 1
         where code = $1 returning code",
        code,
        request.open,
        reason.as_ref().map(|reason| reason.th.as_str()),
        reason.as_ref().map(|reason| reason.en.as_str()),
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::channel_not_found)?;
    health::tell(&mut change).await?;
    let judged = rules::judge(&app, change.conn(), None, lang).await?;
    let told = reason.as_ref().map(|reason| reason.en.as_str());
    let detail = serde_json::json!({ "open": request.open });
    change.audit(AuditEntry::act(operator.user_id, "channel_switched", Subject::new("channel", &code), told, detail));
    change.commit().await?;
    tracing::info!(channel = code, open = request.open, operator = operator.user_id, "payment channel switched");
    let judged = find(judged, &code)?;
    Ok(Json(PaymentAvailability { available: judged.reasons.is_empty(), reason: judged.reasons.into_iter().next() }))
}

fn find(judged: Vec<JudgedChannel>, code: &str) -> Result<JudgedChannel, Problem> {
    judged.into_iter().find(|judged| judged.channel.code.as_str() == code).ok_or_else(|| codes::channel_not_found.into())
}

impl PaymentChannel {
    fn new(usual: &HashMap<ChannelCode, i32>, judged: JudgedChannel) -> Self {
        Self {
            usual_seconds: usual.get(&judged.channel.code).copied(),
            on_phone: judged.adapter.is_on_phone(),
            by_card: judged.adapter.needs_card(),
            name_at_bank: judged.name_at_bank,
            refund: judged.refund,
            code: judged.channel.code.to_string(),
            flow: judged.adapter.flow(),
            by_number: judged.adapter.needs_number(),
            network_types: judged.channel.network_types,
            name: judged.name,
            note: judged.note,
            allowed: judged.reasons.is_empty(),
            reason: judged.reasons.into_iter().next(),
            min_satang: judged.channel.min.0,
            max_satang: judged.channel.max.map(|max| max.0),
        }
    }
}
