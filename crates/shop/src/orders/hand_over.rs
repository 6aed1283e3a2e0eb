//! Paying on the phone for an order that was placed on a computer: a link, shown as a QR code, that opens the payment once. Who opens it
//! sees the amount and the items, and nothing about the buyer.

use chrono::{DateTime, Utc};
use manao_domain::bangkok;
use manao_domain::channel::Device;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::snapshot::{OrderKey, Snapshot, load};
use super::{new_code, refresh_status, row};
use crate::pages;
use crate::payments::texts::Asker;
use crate::payments::{PaymentRow, store};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, baht, codes};
use manao_kernel::secret::Secret;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverLink {
    /// Opens the payment on a phone, once
    url: String,
    expires_at: DateTime<Utc>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenHandOver {
    /// From the link
    pub token: String,
    /// The device that opens it
    #[serde(default)]
    pub device: Device,
}

/// A payment handed over to a phone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOver {
    number: String,
    total_satang: i64,
    channel: String,
    channel_name: Text,
    /// The payee as the buyer's bank shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    name_at_bank: Option<String>,
    /// The page of the bank or wallet, or its app's link
    authorize_url: String,
    expires_at: DateTime<Utc>,
    lines: Vec<HandedOverLine>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOverLine {
    name: Text,
    game_name: Text,
    quantity: i32,
}

/// Whether a message about a hand-over was written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverMessage {
    /// False if it is in the inbox already
    is_new: bool,
}

/// Returns a new link for the order's payment; the one before opens nothing any more.
///
/// # Errors
/// 409 `order_state` when it is paid or over, or its channel is not paid on a phone; 410 `order_expired`.
pub async fn link(app: &App, order_id: i64, lang: Lang) -> Result<HandOverLink, Problem> {
    let mut change = app.change().await?;
    let payment = lock_for_phone(&mut change, order_id).await?;
    let token = Secret::random();
    sqlx::query!(
        "update shop.payments set hand_over_hash = $2, hand_over_until = $3, opened_on_phone_at = null where id = $1",
        payment.id,
        &token.hash()[..],
        payment.expires_at
    )
    .execute(change.conn())
    .await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await?;
    let page = format!("{}{}/payment/process", app.settings.public_url, lang.prefix());
    let mut url = Url::parse(&page).map_err(Problem::internal)?;
    url.query_pairs_mut().append_pair("handover", token.reveal());
    Ok(HandOverLink { url: url.into(), expires_at: payment.expires_at })
}

/// Locks the order, and returns its attempt that is to be paid on a phone.
///
/// # Errors
/// As [`link`].
async fn lock_for_phone(change: &mut Change, order_id: i64) -> Result<PaymentRow, Problem> {
    let now = change.now();
    row::lock(change.conn(), order_id).await?.may_be_paid(now)?;
    let payment = store::alive(change.conn(), order_id).await?.filter(|payment| now < payment.expires_at);
    let payment = payment.ok_or(codes::order_state)?;
    if !payment.adapter().is_on_phone() {
        return Err(Problem::new(codes::order_state).because("the channel is not paid on a phone"));
    }
    Ok(payment)
}

/// Writes a message to the buyer's inbox that leads to the payment, once for an attempt. It needs their session, and goes away with the attempt or
/// when a phone has opened it.
///
/// # Errors
/// As [`link`].
pub async fn send_to_inbox(app: &App, order_id: i64) -> Result<HandOverMessage, Problem> {
    let mut change = app.change().await?;
    let payment = lock_for_phone(&mut change, order_id).await?;
    let snapshot = Snapshot::load(change.conn(), OrderKey::Id(order_id)).await?.ok_or(codes::order_not_found)?;
    let buyer = snapshot.order.user_id;
    let sent = sqlx::query_scalar!("select hand_over_message_id from shop.payments where id = $1", payment.id)
        .fetch_one(change.conn())
        .await?;
    if let Some(id) = sent
        && inbox::is_there(change.conn(), buyer, id).await?
    {
        return Ok(HandOverMessage { is_new: false });
    }
    let message = message(app, &snapshot, &payment);
    let written = inbox::write_and_note(&mut change, &[buyer], &message).await?;
    let id = written.first().map(|(id, _)| *id);
    sqlx::query!("update shop.payments set hand_over_message_id = $2 where id = $1", payment.id, id)
        .execute(change.conn())
        .await?;
    change.commit().await?;
    Ok(HandOverMessage { is_new: true })
}

fn message(app: &App, snapshot: &Snapshot, payment: &PaymentRow) -> Message {
    let (number, amount) = (&snapshot.order.number, baht(snapshot.order.total_satang));
    let channel = snapshot.order.channel_name(app);
    let until = bangkok::local(payment.expires_at).format("%H:%M");
    Message {
        stream: Stream::Shop,
        kind: "order_hand_over",
        title: Text::new("จ่ายต่อบนมือถือ", "Continue your payment on your phone"),
        body: Text::new(
            format!("เปิดบนมือถือเพื่อจ่าย {amount} บาทด้วย {} ของคำสั่งซื้อ {number} ได้ถึง {until} น.", channel.th),
            format!("Open this on your phone to pay ฿{amount} with {} for order {number}, until {until}.", channel.en),
        ),
        href: Some(format!("{}?order={number}", pages::PAYMENT.path())),
        subject: None,
    }
}

/// Takes back the message about a hand-over that is over. The last step of a change.
pub async fn withdraw_message(change: &mut Change, snapshot: &Snapshot) -> Result<(), Problem> {
    let Some(id) = snapshot.order.ended_hand_over_message else { return Ok(()) };
    sqlx::query!(
        "update shop.payments set hand_over_message_id = null where order_id = $1 and hand_over_message_id = $2",
        snapshot.order.id,
        id
    )
    .execute(change.conn())
    .await?;
    inbox::withdraw(change, snapshot.order.user_id, id).await
}

/// Opens a link. A charge made for a computer does not open the app: the phone gets an attempt of its own, and the old one ends first.
///
/// # Errors
/// 410 `hand_over_over` when it was used or replaced, or has expired; those of a new code, such as 409 `order_state` when the order was paid
/// meanwhile and 503 `payment_unavailable`; the link then still opens.
pub async fn open(app: &App, asked: &OpenHandOver, lang: Lang) -> Result<HandedOver, Problem> {
    let token = Secret::parse(&asked.token).ok_or(codes::hand_over_over)?;
    let mut change = app.change().await?;
    let now = change.now();
    // One phone opens it, even if two scanned it.
    let opened = sqlx::query!(
        r#"update shop.payments p set hand_over_hash = null, opened_on_phone_at = $2 from shop.orders o
           where o.id = p.order_id and p.hand_over_hash = $1 and p.hand_over_until > $2
           returning p.id, p.order_id, p.device as "device: Device", o.user_id, p.alive as "alive!""#,
        &token.hash()[..],
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let opened = opened.ok_or(codes::hand_over_over)?;
    change.commit().await?;
    match for_phone(app, opened.order_id, opened.user_id, opened.device, opened.alive, asked.device, lang).await {
        Ok(handed_over) => Ok(handed_over),
        Err(problem) => {
            // Nothing was opened: the same link may be tried again, unless a new one was asked for.
            sqlx::query!(
                "update shop.payments set hand_over_hash = $2, opened_on_phone_at = null where id = $1 and hand_over_hash is null",
                opened.id,
                &token.hash()[..]
            )
            .execute(&app.db)
            .await?;
            Err(problem)
        }
    }
}

async fn for_phone(
    app: &App,
    order_id: i64,
    buyer: i64,
    made_for: Device,
    is_alive: bool,
    device: Device,
    lang: Lang,
) -> Result<HandedOver, Problem> {
    if !is_alive || made_for != device {
        let asker = Asker { user_id: buyer, address: None };
        new_code::new_code(app, order_id, asker, device, lang).await?;
    }
    let mut change = app.change().await?;
    let now = change.now();
    row::lock(change.conn(), order_id).await?.may_be_paid(now)?;
    sqlx::query!("update shop.payments set opened_on_phone_at = $2 where order_id = $1 and alive", order_id, now)
        .execute(change.conn())
        .await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await?;
    let snapshot = load(app, OrderKey::Id(order_id)).await?;
    let payment = snapshot.payment.as_ref().ok_or(codes::order_state)?;
    // A slow provider: the page is asked for again.
    let authorize_url = payment.authorize_url().ok_or(codes::payment_unavailable)?.to_owned();
    Ok(HandedOver {
        total_satang: snapshot.order.total_satang,
        channel_name: snapshot.order.channel_name(app),
        name_at_bank: payment.name_at_bank.clone(),
        authorize_url,
        expires_at: payment.expires_at,
        lines: snapshot
            .lines
            .iter()
            .map(|line| HandedOverLine {
                name: Text::new(line.name_th.clone(), line.name_en.clone()),
                game_name: Text::new(line.game_name_th.clone(), line.game_name_en.clone()),
                quantity: line.quantity,
            })
            .collect(),
        channel: snapshot.order.channel,
        number: snapshot.order.number,
    })
}
