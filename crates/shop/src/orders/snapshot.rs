//! An order with everything that belongs to it, read in a constant number of queries.

use chrono::{DateTime, Utc};
use manao_domain::activation::ActivationStatus;
use manao_domain::channel::{ChannelCode, Device};
use manao_domain::delivery::{BuyersChoice, DeliveryStatus, FailureReason, MOST_CORRECTIONS, PartnerStanding, buyers_choice};
use manao_domain::msisdn::Msisdn;
use manao_domain::order::OrderStatus;
use manao_domain::payment::PaymentStatus;
use manao_domain::product::{ProductKind, Target};
use manao_domain::refund::{RefundState, RefundWay};
use sqlx::PgConnection;

use super::alternatives::{AlternativeProduct, alternatives};
use super::live::{DeliveryLive, OrderLive, PayingCard, Payment, RefundLive};
use super::view::OrderLine;
use crate::activations::LineActivation;
use crate::payment_channels;
use crate::payments::channels;
use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// The order's own row. Amounts are satang, times UTC.
#[derive(Clone, Debug)]
pub struct OrderRow {
    pub id: i64,
    pub number: String,
    pub user_id: i64,
    pub status: OrderStatus,
    pub channel: String,
    channel_name_th: Option<String>,
    channel_name_en: Option<String>,
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    pub vat_satang: i64,
    pub total_satang: i64,
    pub coupon_code: Option<String>,
    pub receipt_number: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    pub expired_at: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Time at which a line first entered the repair queue
    pub repair_at: Option<DateTime<Utc>>,
    /// Time at which the buyer last decided about a line
    pub corrected_at: Option<DateTime<Utc>>,
    /// Whether a payment of it may have been made that we have not heard of
    pub payment_checking: bool,
    /// The inbox message about a hand-over that is over
    pub ended_hand_over_message: Option<i64>,
    pub version: i64,
}

/// A line as it was bought, with the current state of its delivery.
#[derive(Clone, Debug)]
pub struct LineRow {
    pub id: i64,
    pub order_id: i64,
    pub product_id: i64,
    pub kind: ProductKind,
    pub name_th: String,
    pub name_en: String,
    pub game_slug: String,
    pub game_name_th: String,
    pub game_name_en: String,
    pub hue: i32,
    pub motif: String,
    /// The game's current mark
    pub glyph: String,
    pub quantity: i32,
    pub unit_price_satang: i64,
    pub discount_satang: i64,
    /// Whether its price excludes tax, which is added
    pub vat_excluded: bool,
    pub vat_satang: i64,
    pub total_satang: i64,
    /// Masked when it is a mobile number
    pub player_id: Option<String>,
    pub server: Option<String>,
    pub server_name: Option<String>,
    pub player_name: Option<String>,
    /// Country that the buyer confirmed as the account's
    pub region: Option<String>,
    pub seller: Option<String>,
    pub delivery_status: DeliveryStatus,
    pub sent_at: Option<DateTime<Utc>>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub failure_code: Option<FailureReason>,
    pub has_code: bool,
    pub attempts: i32,
    pub standing: PartnerStanding,
    pub is_paid: bool,
    /// Number of times that the buyer corrected it
    pub corrections: i64,
    pub overdue_at: Option<DateTime<Utc>>,
    pub support_thread_id: Option<i64>,
    /// Products that it may be exchanged for; loaded with a single order
    pub alternatives: Vec<AlternativeProduct>,
    activation_status: Option<ActivationStatus>,
    activated_at: Option<DateTime<Utc>>,
    package_expires_at: Option<DateTime<Utc>>,
    next_renewal_at: Option<DateTime<Utc>>,
    cancellable: Option<bool>,
    renewal_price_satang: Option<i64>,
    activation_version: Option<i64>,
}

/// The relevant payment attempt: the captured one, else the newest.
#[derive(Clone, Debug)]
pub struct PaymentRow {
    pub id: i64,
    pub reference: String,
    pub status: PaymentStatus,
    pub amount_satang: i64,
    pub charge_id: Option<String>,
    /// The provider's own reference of the charge
    pub server_reference: Option<String>,
    pub qr_payload: Option<String>,
    channel: ChannelCode,
    authorize_url: Option<String>,
    awaits_card: bool,
    card_brand: Option<String>,
    card_last_digits: Option<String>,
    device: Device,
    opened_on_phone_at: Option<DateTime<Utc>>,
    pub name_at_bank: Option<String>,
    pub msisdn: Option<String>,
    pub otp_reference: Option<String>,
    pub created_at: DateTime<Utc>,
    pub awaiting_at: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub captured_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub failure_code: Option<String>,
    /// Amount of it that was returned, by refund or chargeback
    pub refunded_satang: i64,
    pub refunded_at: Option<DateTime<Utc>>,
    /// Time at which the payer's bank disputed the payment, unless the dispute was decided in our favour
    pub disputed_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct Snapshot {
    pub order: OrderRow,
    pub lines: Vec<LineRow>,
    pub payment: Option<PaymentRow>,
    /// Oldest first
    pub refunds: Vec<RefundLive>,
}

/// The key of an order. Only a person's own order: another person's is not found, as if it did not exist.
#[derive(Clone, Copy, Debug)]
pub enum OrderKey<'a> {
    Id(i64),
    /// Anybody's, for staff
    Any {
        number: &'a str,
    },
    Number {
        number: &'a str,
        user_id: i64,
    },
    /// The provider's id of a charge
    Transaction {
        charge_id: &'a str,
        user_id: i64,
    },
}

impl Snapshot {
    pub async fn load(conn: &mut PgConnection, key: OrderKey<'_>) -> Result<Option<Self>, Problem> {
        let (id, number, charge_id, user_id) = match key {
            OrderKey::Id(id) => (Some(id), None, None, None),
            OrderKey::Any { number } => (None, Some(number), None, None),
            OrderKey::Number { number, user_id } => (None, Some(number), None, Some(user_id)),
            OrderKey::Transaction { charge_id, user_id } => (None, None, Some(charge_id), Some(user_id)),
        };
        let id =
            match (id, number, charge_id) {
                (Some(id), _, _) => Some(id),
                (_, Some(number), _) => {
                    sqlx::query_scalar!("select id from shop.orders where number = $1 and ($2::bigint is null or user_id = $2)", number, user_id)
                        .fetch_optional(&mut *conn)
                        .await?
                }
                (_, _, charge_id) => sqlx::query_scalar!(
                    "select o.id from shop.payments p join shop.orders o on o.id = p.order_id where p.charge_id = $1 and o.user_id = $2",
                    charge_id,
                    user_id
                )
                .fetch_optional(&mut *conn)
                .await?,
            };
        let Some(id) = id else { return Ok(None) };
        let order = sqlx::query_as!(
            OrderRow,
            r#"select o.id, o.number, o.user_id, o.status as "status: OrderStatus", o.channel, c.name_th as "channel_name_th?",
                      c.name_en as "channel_name_en?", o.subtotal_satang, o.discount_satang, o.vat_satang, o.total_satang, o.coupon_code,
                      (select d.number from shop.sales_documents d where d.order_id = o.id and d.kind = 'receipt') as receipt_number, o.created_at, o.expires_at, o.paid_at, o.expired_at, o.completed_at, o.cancelled_at,
                      (select min(e.at) from shop.order_events e where e.order_id = o.id and e.kind = 'repair') as repair_at,
                      (select max(e.at) from shop.order_events e where e.order_id = o.id and e.kind = 'line_corrected') as corrected_at,
                      (o.paid_at is null and (
                         exists (select from shop.payments p where p.order_id = o.id and p.unsure)
                         -- News that could not be settled at once.
                         or exists (select from shop.payments p join shop.webhook_events w on w.subject = p.charge_id
                                    where p.order_id = o.id and w.processed_at is null and w.received_at < now() - interval '3 seconds')))
                        as "payment_checking!",
                      (select p.hand_over_message_id from shop.payments p
                       where p.order_id = o.id and p.hand_over_message_id is not null and (not p.alive or p.opened_on_phone_at is not null) limit 1)
                        as ended_hand_over_message, o.version
               from shop.orders o left join shop.payment_channels c on c.code = o.channel where o.id = $1"#,
            id
        )
        .fetch_one(&mut *conn)
        .await?;
        let mut lines = lines(conn, &[id]).await?;
        let open: Vec<i64> =
            lines.iter().filter(|line| line.choice().is_some_and(|choice| choice.product)).map(|line| line.id).collect();
        if !open.is_empty() {
            for (line_id, product) in alternatives(conn, &open).await? {
                lines.iter_mut().filter(|line| line.id == line_id).for_each(|line| line.alternatives.push(product.clone()));
            }
        }
        let payment = sqlx::query_as!(
            PaymentRow,
            r#"select p.id, p.reference, p.status as "status: PaymentStatus", p.amount_satang, p.charge_id, p.server_reference, p.qr_payload, p.channel as "channel: ChannelCode", p.authorize_url,
                      p.awaits_card, p.card_brand, p.card_last_digits,
                      p.device as "device: Device", p.opened_on_phone_at, h.name_at_bank as "name_at_bank?", p.msisdn,
                      p.otp_reference, p.created_at, p.awaiting_at, p.expires_at, p.captured_at, p.ended_at, p.failure_code,
                      coalesce(c.refunded_satang, 0) as "refunded_satang!", c.refunded_at as "refunded_at?",
                      case when c.dispute <> 'won' then c.disputed_at end as disputed_at
               from shop.payments p left join shop.captured_charges c on c.charge_id = p.charge_id and c.provider = p.provider
                    left join shop.payment_channels h on h.code = p.channel
               where p.order_id = $1 order by p.status = 'captured' desc, p.id desc limit 1"#,
            id
        )
        .fetch_optional(&mut *conn)
        .await?;
        let refunds = refunds(conn, &[id]).await?.into_iter().map(|(_, refund)| refund).collect();
        Ok(Some(Self { order, lines, payment, refunds }))
    }

    /// Returns the changing part of an order, as sent to the open page.
    pub fn live(&self, app: &App) -> OrderLive {
        OrderLive {
            number: self.order.number.clone(),
            channel: self.order.channel.clone(),
            payment_flow: channels::flow_of(&self.order.channel),
            channel_name: self.order.channel_name(app),
            version: self.order.version,
            status: self.order.status,
            paid_at: self.order.paid_at,
            receipt_number: self.order.receipt_number.clone(),
            completed_at: self.order.completed_at,
            cancelled_at: self.order.cancelled_at,
            payment: self.payment.as_ref().map(PaymentRow::live),
            payment_checking: self.order.payment_checking,
            lines: self.lines.iter().cloned().map(OrderLine::from).collect(),
            refunds: self.refunds.clone(),
            timeline: super::timeline::steps(self),
        }
    }
}

/// Loads an order at one moment.
///
/// # Errors
/// 404 `order_not_found`.
pub async fn load(app: &App, key: OrderKey<'_>) -> Result<Snapshot, Problem> {
    // All queries read at one moment: lines, payment and order must be of the same version.
    let mut tx = database::one_moment(&app.db).await?;
    let snapshot = Snapshot::load(&mut tx, key).await?;
    tx.commit().await?;
    Ok(snapshot.ok_or(codes::order_not_found)?)
}

/// Returns the refunds of some orders, each with its order, oldest first.
pub async fn refunds(conn: &mut PgConnection, order_ids: &[i64]) -> Result<Vec<(i64, RefundLive)>, Problem> {
    let rows = sqlx::query!(
        r#"select order_id, amount_satang, way as "way: RefundWay", state as "state: RefundState", created_at, done_at, order_line_id
           from shop.refunds where order_id = any((select $1::bigint[])::bigint[]) order by id"#,
        order_ids
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let (amount_satang, created_at, done_at) = (row.amount_satang, row.created_at, row.done_at);
        let refund =
            RefundLive { amount_satang, way: row.way, state: row.state, created_at, done_at, line_id: row.order_line_id };
        (row.order_id, refund)
    });
    Ok(rows.collect())
}

/// Returns the lines of some orders, in the order of the lines.
pub async fn lines(conn: &mut PgConnection, order_ids: &[i64]) -> Result<Vec<LineRow>, Problem> {
    let lines = sqlx::query!(
        r#"select l.id, l.order_id, l.product_id, l.kind as "kind: ProductKind", l.name_th, l.name_en, l.game_slug, l.game_name_th, l.game_name_en, l.hue,
                  l.motif, g.glyph, l.quantity, l.unit_price_satang, l.discount_satang, l.vat_excluded, l.vat_satang, l.total_satang, l.player_id, l.server, l.server_name, l.player_name, l.region, case when not s.own then s.name end as seller,
                  d.status as "delivery_status: DeliveryStatus", d.sent_at, d.delivered_at, d.failure_code as "failure_code: FailureReason",
                  a.status as "activation_status?: ActivationStatus", a.activated_at as "activated_at?", a.expires_at as "package_expires_at?",
                  a.next_renewal_at as "next_renewal_at?", a.cancellable as "cancellable?", a.renewal_price_satang as "renewal_price_satang?",
                  a.version as "activation_version?",
                  (d.status = 'delivered' and (exists (select from shop.delivered_codes c where c.delivery_id = d.id)
                    or exists (select from shop.voucher_codes v where v.order_line_id = l.id and v.state = 'sold'))) as "has_code!",
                  d.attempts, d.standing as "standing: PartnerStanding", o.paid_at is not null as "is_paid!",
                  (select count(*) from shop.line_corrections c where c.order_line_id = l.id) as "corrections!", d.overdue_at, d.support_thread_id
           from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id join shop.games g on g.id = l.game_id
                join shop.orders o on o.id = l.order_id join shop.sellers s on s.id = l.seller_id
           left join shop.activations a on a.order_line_id = l.id
           where l.order_id = any((select $1::bigint[])::bigint[]) order by l.order_id, l.position"#,
        order_ids
    )
    .fetch_all(conn)
    .await?;
    let lines = lines.into_iter().map(|row| LineRow {
        id: row.id,
        order_id: row.order_id,
        product_id: row.product_id,
        kind: row.kind,
        name_th: row.name_th,
        name_en: row.name_en,
        game_slug: row.game_slug,
        game_name_th: row.game_name_th,
        game_name_en: row.game_name_en,
        hue: row.hue,
        motif: row.motif,
        glyph: row.glyph,
        quantity: row.quantity,
        unit_price_satang: row.unit_price_satang,
        discount_satang: row.discount_satang,
        vat_excluded: row.vat_excluded,
        vat_satang: row.vat_satang,
        total_satang: row.total_satang,
        // Whatever shows a line shows its number masked; only the delivery reads the whole one.
        player_id: if row.kind.is_for_number() { row.player_name.clone() } else { row.player_id },
        server: row.server,
        server_name: row.server_name,
        player_name: row.player_name,
        region: row.region,
        seller: row.seller,
        delivery_status: row.delivery_status,
        sent_at: row.sent_at,
        delivered_at: row.delivered_at,
        failure_code: row.failure_code,
        has_code: row.has_code,
        activation_status: row.activation_status,
        activated_at: row.activated_at,
        package_expires_at: row.package_expires_at,
        next_renewal_at: row.next_renewal_at,
        cancellable: row.cancellable,
        renewal_price_satang: row.renewal_price_satang,
        activation_version: row.activation_version,
        attempts: row.attempts,
        standing: row.standing,
        is_paid: row.is_paid,
        corrections: row.corrections,
        overdue_at: row.overdue_at,
        support_thread_id: row.support_thread_id,
        alternatives: Vec::new(),
    });
    Ok(lines.collect())
}

impl OrderRow {
    /// Returns the name of its payment channel.
    pub fn channel_name(&self, app: &App) -> Text {
        match (&self.channel_name_th, &self.channel_name_en) {
            (Some(th), Some(en)) => payment_channels::name(app, th, en),
            _ => Text::new("ไม่มียอดต้องชำระ", "Nothing to pay"),
        }
    }
}

impl LineRow {
    /// Returns the server's name as players know it; its code where no name is known.
    pub fn server_shown(&self) -> Option<&str> {
        self.server_name.as_deref().or(self.server.as_deref()).filter(|server| !server.is_empty())
    }

    /// Returns what the buyer may decide about it.
    pub fn choice(&self) -> Option<BuyersChoice> {
        let choice =
            buyers_choice(self.delivery_status, self.attempts, self.standing, self.failure_code).filter(|_| self.is_paid)?;
        let may_correct = self.corrections < MOST_CORRECTIONS;
        let player = choice.player && may_correct && self.target() != Target::None;
        Some(BuyersChoice { player, product: choice.product && may_correct, refund: choice.refund })
    }

    pub fn target(&self) -> Target {
        match self.player_id {
            _ if self.kind.is_for_number() => Target::Number,
            Some(_) => Target::Player,
            None => Target::None,
        }
    }

    /// Returns the package on the number, once the telecom has taken the order.
    pub fn activation(&self) -> Option<LineActivation> {
        let (status, version) = self.activation_status.zip(self.activation_version)?;
        Some(LineActivation {
            status,
            activated_at: self.activated_at,
            expires_at: self.package_expires_at,
            next_renewal_at: self.next_renewal_at,
            cancellable: self.cancellable.unwrap_or_default(),
            renewal_price_satang: self.renewal_price_satang,
            version,
        })
    }

    pub fn delivery(&self) -> DeliveryLive {
        DeliveryLive {
            status: self.delivery_status,
            delivered_at: self.delivered_at,
            failure_code: self.failure_code,
            has_code: self.has_code,
        }
    }
}

impl PaymentRow {
    /// Returns the page of the bank or wallet while it can be paid there.
    pub fn authorize_url(&self) -> Option<&str> {
        self.authorize_url.as_deref().filter(|_| self.status == PaymentStatus::Awaiting)
    }

    pub fn live(&self) -> Payment {
        Payment {
            reference: self.reference.clone(),
            transaction_id: self.charge_id.clone(),
            status: self.status,
            amount_satang: self.amount_satang,
            // A code that can no longer be paid must not be shown, or somebody will try to pay it.
            qr_payload: self.qr_payload.clone().filter(|_| self.status == PaymentStatus::Awaiting),
            authorize_url: self.authorize_url().map(str::to_owned),
            on_phone: channels::adapter(self.channel, self.msisdn.is_some()).is_on_phone(),
            needs_card: self.awaits_card && self.status == PaymentStatus::Created,
            card: self
                .card_brand
                .clone()
                .zip(self.card_last_digits.clone())
                .map(|(brand, last_digits)| PayingCard { brand, last_digits }),
            device: self.device,
            opened_on_phone_at: self.opened_on_phone_at,
            name_at_bank: self.name_at_bank.clone(),
            mobile_number: self.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked()),
            otp_reference: self.otp_reference.clone().filter(|_| self.status == PaymentStatus::Awaiting),
            expires_at: Some(self.expires_at),
            created_at: self.created_at,
            captured_at: self.captured_at,
            failure_code: self.failure_code.clone(),
            refunded_satang: (self.refunded_satang > 0).then_some(self.refunded_satang),
            disputed_at: self.disputed_at,
        }
    }
}
