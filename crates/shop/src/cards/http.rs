//! The calls about cards.

use axum::extract::State;
use axum::http::HeaderMap;
use manao_domain::channel::Device;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kept::{self, SavedCard};
use super::pay::{self, ChosenCard, LONGEST_TOKEN};
use crate::orders::{self, Order, OrderKey};
use crate::payments::texts::Asker;
use manao_kernel::access::{ActiveMember, ClientAddress, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Problem, codes};
use manao_kernel::{idempotency, limits};

#[derive(Serialize, ToSchema)]
pub struct Cards {
    /// Newest first
    items: Vec<SavedCard>,
    form: CardForm,
}

/// The provider's card form, which runs in a frame of the provider's.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardForm {
    script_url: String,
    public_key: String,
}

#[derive(Deserialize, ToSchema)]
pub struct RemoveCard {
    id: i64,
}

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayByCard {
    number: String,
    /// From the provider's form: `tokn_…`; either this or `savedCardId`
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_card_id: Option<i64>,
    /// Keep the card for the next time
    #[serde(default)]
    save: bool,
    /// The device that pays
    #[serde(default)]
    device: Device,
}

/// My saved cards, and the form for another
#[utoipa::path(get, path = "/payment/cards", tag = "payments", responses((status = 200, body = Cards)))]
pub async fn list_cards(State(app): State<App>, member: Member) -> Result<Json<Cards>, Problem> {
    Ok(Json(cards(&app, member.user_id).await?))
}

async fn cards(app: &App, user_id: i64) -> Result<Cards, Problem> {
    let items = kept::list(app, &mut *app.db.acquire().await?, user_id).await?;
    let form = CardForm { script_url: app.settings.opn_card_script_url.clone(), public_key: app.settings.opn_public_key.clone() };
    Ok(Cards { items, form })
}

/// Remove a saved card
#[utoipa::path(post, path = "/payment/cards/remove", tag = "payments", request_body = RemoveCard,
    responses((status = 200, body = Cards)))]
pub async fn remove_card(
    State(app): State<App>,
    member: ActiveMember,
    Json(asked): Json<RemoveCard>,
) -> Result<Json<Cards>, Problem> {
    app.limit(limits::CHANGE_CARDS, member.user_id)?;
    kept::remove(&app, member.user_id, asked.id).await?;
    Ok(Json(cards(&app, member.user_id).await?))
}

/// Pay an order by card
///
/// For an order of channel `card`, by a token of the provider's form or by a saved card. Then `payment` has the address of the bank's
/// page on which the buyer confirms, or is captured or failed. After a failure the same call tries again, by another card if wanted.
#[utoipa::path(
    post, path = "/purchase/pay-by-card", tag = "purchase",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = PayByCard,
    responses((status = 200, body = Order))
)]
pub async fn pay_by_card(
    State(app): State<App>,
    member: ActiveMember,
    ClientAddress(address): ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Json(asked): Json<PayByCard>,
) -> Result<Json<Order>, Problem> {
    let number = asked.number.parse::<manao_domain::order_number::OrderNumber>().map_err(|_| codes::order_not_found)?;
    let chosen = match (&asked.token, asked.saved_card_id) {
        (Some(token), None) if token.len() <= LONGEST_TOKEN && token.starts_with("tokn_") => {
            ChosenCard::Token { token: token.clone(), keep: asked.save }
        }
        (Some(_), None) => return Err(Problem::invalid("token", codes::field_invalid)),
        (None, Some(id)) => ChosenCard::Saved(id),
        _ => return Err(Problem::invalid("token", codes::field_required)),
    };
    app.limit(limits::PAY_BY_CARD, member.user_id)?;
    let key = OrderKey::Number { number: number.as_str(), user_id: member.user_id };
    let order_id = orders::load(&app, key).await?.order.id;
    let asker = Asker { user_id: member.user_id, address };
    let paying = pay::pay(&app, order_id, asker, &chosen, asked.device, lang);
    idempotency::once(&app, member.user_id, "pay_by_card", &headers, &asked, paying).await?;
    let snapshot = orders::load(&app, OrderKey::Id(order_id)).await?;
    Ok(Json(orders::view(&app, snapshot).await?))
}
