//! The calls about ways to pay.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::number::verified_number;
use super::rules::{self, Judged, Reason};
use crate::access::{MaybeMember, Member, Operator};
use crate::app::App;
use crate::features::cart::{CartSelection, DirectPurchase, Totals, selection};
use crate::problem::{Json, Lang, Path, Problem, codes};
use crate::text::Text;

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
    name: Text,
    /// One line of help: where the money is taken from
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Text>,
    allowed: bool,
    /// Why not
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// Smallest and largest single payment
    min_satang: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_satang: Option<i64>,
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

/// What to buy: one product directly, or items of the cart; neither means the whole cart.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelRuleRequest {
    direct: Option<DirectPurchase>,
    cart_item_ids: Option<Vec<i64>>,
    channel: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ChannelRuleAnswer {
    /// By the named channel, or by any channel when none is named
    allowed: bool,
    reasons: Vec<Reason>,
    totals: Totals,
}

#[derive(Deserialize, ToSchema)]
pub struct SetChannelOpen {
    open: bool,
    /// Shown instead of the default text while it is closed
    reason: Option<Text>,
}

/// Ways to pay for a selection
///
/// A visitor has no cart: a `direct` purchase is judged by its price, and without one only the limits of each channel are told. Nobody needs
/// to have named a player yet.
#[utoipa::path(post, path = "/payment/get-payment-channel-by", tag = "payments", request_body = CartSelection,
    responses((status = 200, body = PaymentChannels)))]
pub async fn list_channels(
    State(app): State<App>,
    member: MaybeMember,
    lang: Lang,
    Json(asked): Json<CartSelection>,
) -> Result<Json<PaymentChannels>, Problem> {
    let mut conn = app.db.acquire().await?;
    let buyer = member.0.map(|member| member.user_id);
    let selection = match (&asked.direct, buyer) {
        (Some(direct), buyer) => Some(selection::load_offer(&app, &mut conn, buyer, direct).await?),
        (None, Some(buyer)) => Some(selection::load(&app, &mut conn, buyer, &asked).await?),
        (None, None) => None,
    };
    let judged = rules::judge(&app, &mut conn, selection.as_ref().map(Into::into), lang).await?;
    let my_number = match buyer {
        Some(buyer) => verified_number(&mut conn, buyer).await?.map(|number| MyNumber { masked: number.masked() }),
        None => None,
    };
    Ok(Json(PaymentChannels { items: judged.into_iter().map(PaymentChannel::from).collect(), my_number }))
}

/// Banks whose apps can scan or open the code
#[utoipa::path(post, path = "/payment/get-bank-by", tag = "payments", request_body = BanksRequest,
    responses((status = 200, body = Banks)))]
pub async fn list_banks(State(app): State<App>, Json(request): Json<BanksRequest>) -> Result<Json<Banks>, Problem> {
    if let Some(channel) = request.channel {
        sqlx::query_scalar!("select code from payment_channels where code = $1", channel)
            .fetch_optional(&app.db)
            .await?
            .ok_or(codes::channel_not_found)?;
    }
    let rows =
        sqlx::query!("select code, name_th, name_en, app_url from banks order by position, code").fetch_all(&app.db).await?;
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
/// Lists every reason against it; placing the order checks again.
#[utoipa::path(post, path = "/rule/check-rule", tag = "payments", request_body = ChannelRuleRequest,
    responses((status = 200, body = ChannelRuleAnswer)))]
pub async fn check_rule(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(request): Json<ChannelRuleRequest>,
) -> Result<Json<ChannelRuleAnswer>, Problem> {
    let selection = CartSelection { direct: request.direct, cart_item_ids: request.cart_item_ids };
    let mut conn = app.db.acquire().await?;
    let selection = selection::load(&app, &mut conn, member.user_id, &selection).await?;
    let mut judged = rules::judge(&app, &mut conn, Some((&selection).into()), lang).await?;
    if let Some(channel) = &request.channel {
        judged = vec![find(judged, channel)?];
    }
    let mut reasons: Vec<Reason> = selection
        .lines
        .iter()
        .enumerate()
        // A product's problem is reported once, however many lines have it.
        .filter(|(index, line)| !selection.lines[..*index].iter().any(|before| before.product_id == line.product_id))
        .filter_map(|(_, line)| line.ensure_buyable().err())
        .map(|problem| Reason::of(&problem, lang, None))
        .collect();
    let buyable = reasons.is_empty();
    let payable = judged.iter().any(|judged| judged.reasons.is_empty());
    if !payable {
        reasons.extend(judged.into_iter().flat_map(|judged| judged.reasons));
    }
    Ok(Json(ChannelRuleAnswer { allowed: buyable && payable, reasons, totals: selection.totals }))
}

/// Open or close a channel
///
/// Takes effect with the next call, on every node.
#[utoipa::path(post, path = "/operator/payment-channels/{code}", tag = "operator", params(("code" = String, Path)),
    request_body = SetChannelOpen, responses((status = 200, body = PaymentAvailability)))]
pub async fn set_channel_open(
    State(app): State<App>,
    operator: Operator,
    lang: Lang,
    Path(code): Path<String>,
    Json(request): Json<SetChannelOpen>,
) -> Result<Json<PaymentAvailability>, Problem> {
    let reason = request.reason.filter(|_| !request.open);
    let mut change = app.change().await?;
    sqlx::query!(
        "update payment_channels set open = $2, closed_reason_th = $3, closed_reason_en = $4, version = version + 1
         where code = $1 returning code",
        code,
        request.open,
        reason.as_ref().map(|reason| reason.th.as_str()),
        reason.as_ref().map(|reason| reason.en.as_str()),
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::channel_not_found)?;
    let judged = rules::judge(&app, change.conn(), None, lang).await?;
    change.commit().await?;
    tracing::info!(channel = code, open = request.open, operator = operator.user_id, "payment channel switched");
    let judged = find(judged, &code)?;
    Ok(Json(PaymentAvailability { available: judged.reasons.is_empty(), reason: judged.reasons.into_iter().next() }))
}

fn find(judged: Vec<Judged>, code: &str) -> Result<Judged, Problem> {
    judged.into_iter().find(|judged| judged.channel.code.as_str() == code).ok_or_else(|| codes::channel_not_found.into())
}

impl From<Judged> for PaymentChannel {
    fn from(judged: Judged) -> Self {
        Self {
            code: judged.channel.code.to_string(),
            name: judged.name,
            note: judged.note,
            allowed: judged.reasons.is_empty(),
            reason: judged.reasons.into_iter().next(),
            min_satang: judged.channel.min.0,
            max_satang: judged.channel.max.map(|max| max.0),
        }
    }
}
