//! Paying an order's attempt by a card that the buyer has given.

use manao_domain::channel::{ChannelCode, Device};
use manao_domain::payment::PaymentStatus;

use super::kept;
use crate::orders::{self, refresh_status};
use crate::payments::texts::Asker;
use crate::payments::{PaymentRow, charge, store};
use crate::providers::charges::ProviderError;
use crate::providers::payments::Opn;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, codes};

/// Longest token of the provider's, with room.
pub const LONGEST_TOKEN: usize = 64;

/// The card that the buyer has chosen.
#[derive(Clone, Debug)]
pub enum ChosenCard {
    Token {
        token: String,
        /// Keep it for the next time
        keep: bool,
    },
    Saved(i64),
}

/// The card by which an attempt is paid, as the provider names it.
pub enum GivenCard {
    Token(String),
    Saved { customer: String, card: String },
}

/// Pays the order by this card. An attempt that has ended is followed by a new one.
///
/// # Errors
/// 404 `card_not_found`, 409 `card_invalid`, `order_state` when it is paid, over, or to be paid another way; those of a new code.
pub async fn pay(app: &App, order_id: i64, asker: Asker, chosen: &ChosenCard, device: Device, lang: Lang) -> Result<(), Problem> {
    if let ChosenCard::Saved(id) = chosen {
        kept::find(&mut *app.db.acquire().await?, asker.user_id, *id).await?;
    }
    let newest = async || Ok::<_, Problem>(store::newest(&mut *app.db.acquire().await?, order_id).await?);
    let by_card = |payment: &PaymentRow| payment.channel == ChannelCode::Card;
    let payment = newest().await?.filter(by_card).ok_or(codes::order_state)?;
    let payment = match payment.status {
        PaymentStatus::Created => payment,
        _ => {
            orders::new_attempt(app, order_id, asker, device, lang).await?;
            newest().await?.filter(by_card).ok_or(codes::order_state)?
        }
    };
    let mut change = app.change().await?;
    let now = change.now();
    let (order, payment) = store::lock(change.conn(), order_id, payment.id).await?;
    order.may_be_paid(now)?;
    let (token, saved, keeps) = match chosen {
        ChosenCard::Token { token, keep } => (Some(token.as_str()), None, *keep),
        ChosenCard::Saved(id) => (None, Some(*id), false),
    };
    let given = sqlx::query!(
        "update shop.payments set awaits_card = false, card_token = $2, saved_card_id = $3, keeps_card = $4, check_at = $5, device = $6
         where id = $1 and status = 'created' and awaits_card returning id",
        payment.id,
        token,
        saved,
        keeps,
        now + store::ask_every(app),
        device.as_str()
    )
    .fetch_optional(change.conn())
    .await?;
    // A second tap: the first one's card pays.
    if given.is_none() {
        return Ok(());
    }
    charge::enqueue(&mut change, payment.id).await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await?;
    charge::start_and_wait(app, payment.id).await.map_or(Ok(()), Err)
}

/// Returns the card of an attempt, and has it kept if the buyer wants that.
pub async fn given(app: &App, payment: &PaymentRow) -> Result<GivenCard, ProviderError> {
    let ours = |error: sqlx::Error| ProviderError::ours(error.into());
    let row = sqlx::query!(
        r#"select p.card_token, p.keeps_card, o.user_id, c.customer as "customer?", c.card as "card?"
           from shop.payments p join shop.orders o on o.id = p.order_id left join shop.saved_cards c on c.id = p.saved_card_id
           where p.id = $1"#,
        payment.id
    )
    .fetch_one(&app.db)
    .await
    .map_err(ours)?;
    if let Some((customer, card)) = row.customer.zip(row.card) {
        return Ok(GivenCard::Saved { customer, card });
    }
    let gone =
        || ProviderError::Refused { code: "missing_card".to_owned(), message: "the card is not there any more".to_owned() };
    let token = row.card_token.ok_or_else(gone)?;
    if !row.keeps_card {
        return Ok(GivenCard::Token(token));
    }
    let mut conn = app.db.acquire().await.map_err(ours)?;
    let customer = kept::customer(&mut conn, row.user_id).await.map_err(ProviderError::ours)?;
    drop(conn);
    let member = format!("member {}", row.user_id);
    let card = Opn::from_app(app).keep_card(customer.as_deref(), &token, &member).await?;
    let mut change = app.change().await.map_err(ProviderError::ours)?;
    let id = kept::insert(&mut change, row.user_id, &card).await.map_err(ProviderError::ours)?;
    sqlx::query!("update shop.payments set saved_card_id = $2, card_token = null where id = $1", payment.id, id)
        .execute(change.conn())
        .await
        .map_err(ours)?;
    change.commit().await.map_err(ProviderError::ours)?;
    Ok(GivenCard::Saved { customer: card.customer, card: card.id })
}
