//! Channels from the database, checked against a purchase.

use manao_domain::Satang;
use manao_domain::bangkok;
use manao_domain::channel::{CartFacts, Channel, ChannelCode, LineFacts, NetworkType, PaymentFlow, Refusal, closed, refusals};
use manao_domain::product::ProductKind;
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::number::NumberFacts;
use crate::cart::PricedSelection;
use crate::payments::channels::{self, ChannelAdapter};
use crate::providers::payments::Opn;
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Lang, Problem, codes};
use manao_kernel::text::Text;

/// A channel, with the reasons why it cannot be used.
pub struct JudgedChannel {
    pub channel: Channel,
    pub adapter: &'static dyn ChannelAdapter,
    pub name: Text,
    /// One line of help
    pub note: Option<Text>,
    /// The payee as the buyer's bank shows it
    pub name_at_bank: Option<String>,
    pub refund: Refundability,
    pub reasons: Vec<Reason>,
}

/// How money can go back to a buyer who paid by a channel.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Refundability {
    /// All of it, the way it came
    pub whole: bool,
    /// A part of it, the way it came
    pub part: bool,
    /// Days after payment within which it can
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<i32>,
    pub to: RefundTarget,
}

text_enum! {
    /// Where refunded money goes
    #[derive(ToSchema)]
    RefundTarget {
        /// Back the way it came
        Payer = "payer",
        /// To a bank account that the buyer names
        BankTransfer = "bank_transfer",
    }
}

/// A reason against a channel or a purchase, ready to show.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ChannelReason)]
pub struct Reason {
    #[schema(value_type = Code)]
    pub code: String,
    /// The reason in the request's language
    pub message: String,
    /// The channel that it is about
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The nearest channel that can pay instead; with `channel_number`, the one for this number
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suits: Option<String>,
}

impl Reason {
    pub fn new(problem: &Problem, lang: Lang, channel: Option<ChannelCode>) -> Self {
        Self {
            code: problem.code().name.to_owned(),
            message: problem.message(lang),
            channel: channel.map(|code| code.as_str().to_owned()),
            suits: None,
        }
    }
}

/// A purchase to pay for, and the facts of the paying number where they are known.
#[derive(Clone)]
pub struct Paying(CartFacts);

impl From<&PricedSelection> for Paying {
    fn from(selection: &PricedSelection) -> Self {
        let lines = selection.lines.iter().map(|line| LineFacts {
            product_id: line.product_id,
            kind: line.kind,
            flash_sale: line.flash_sale_id.is_some(),
            excluded_channels: line.excluded_channels.clone(),
        });
        Self::new(selection.totals.total_satang, lines.collect())
    }
}

impl Paying {
    fn new(total_satang: i64, lines: Vec<LineFacts>) -> Self {
        Self(CartFacts { total: Satang(total_satang), lines, ..CartFacts::default() })
    }

    /// Loads an existing order: its own lines and total, and the channels that its products exclude now.
    pub async fn of_order(conn: &mut PgConnection, order_id: i64) -> Result<Self, Problem> {
        let total =
            sqlx::query_scalar!("select total_satang from shop.orders where id = $1", order_id).fetch_one(&mut *conn).await?;
        let lines = sqlx::query!(
            r#"select l.product_id, l.kind as "kind: ProductKind", l.flash_sale_id is not null as "flash_sale!",
                      p.excluded_channels as "excluded_channels: Vec<ChannelCode>"
               from shop.order_lines l join shop.products p on p.id = l.product_id where l.order_id = $1 order by l.position"#,
            order_id
        )
        .fetch_all(conn)
        .await?;
        let lines = lines.into_iter().map(|line| LineFacts {
            product_id: line.product_id,
            kind: line.kind,
            flash_sale: line.flash_sale,
            excluded_channels: line.excluded_channels,
        });
        Ok(Self::new(total, lines.collect()))
    }

    /// Adds the facts of the paying number.
    #[must_use]
    pub fn by(mut self, number: Option<NumberFacts>) -> Self {
        self.0.network = number.map(|number| number.network);
        self.0.credit = number.and_then(|number| number.credit);
        self.0.cap_left = number.and_then(|number| number.cap_left);
        self
    }
}

/// The channel of an order that left nothing to pay.
pub const NO_PAYMENT: &str = "none";

/// Returns a channel's name, with the provider's name filled in where it has a place for it.
pub fn name(app: &App, th: &str, en: &str) -> Text {
    let named = |text: &str| text.replace("{provider}", &app.settings.provider_name);
    Text::new(named(th), named(en))
}

/// Returns the adapter by which the channel is paid from now on.
pub async fn offered(app: &App, code: ChannelCode) -> &'static dyn ChannelAdapter {
    channels::offered(code, Opn::from_app(app).methods().await.as_deref())
}

/// Checks every channel, in page order. Without a selection, only whether it is open counts.
pub async fn judge(
    app: &App,
    conn: &mut PgConnection,
    paying: Option<Paying>,
    lang: Lang,
) -> Result<Vec<JudgedChannel>, Problem> {
    let rows = sqlx::query!(
        r#"select code as "code: ChannelCode", name_th, name_en, note_th, note_en, open, closed_reason_th, closed_reason_en, min_satang, max_satang,
                  kinds as "kinds: Vec<ProductKind>", flash_sale, network_types as "network_types: Vec<NetworkType>",
                  down_since, name_at_bank, refund_whole, refund_part, refund_days
           from shop.payment_channels order by position, code"#
    )
    .fetch_all(conn)
    .await?;
    let methods = Opn::from_app(app).methods().await;
    let mut judged = Vec::with_capacity(rows.len());
    for row in rows {
        let adapter = channels::offered(row.code, methods.as_deref());
        let channel = Channel {
            code: row.code,
            open: row.open,
            is_taken: channels::is_taken(adapter, methods.as_deref()),
            down_since: row.down_since,
            min: Satang(row.min_satang),
            max: row.max_satang.map(Satang),
            kinds: row.kinds,
            flash_sale: row.flash_sale,
            network_types: row.network_types,
        };
        let refused = match &paying {
            Some(Paying(facts)) => refusals(&channel, facts),
            None => closed(&channel),
        };
        let closed_reason = match lang {
            Lang::Th => row.closed_reason_th,
            Lang::En => row.closed_reason_en,
        };
        let mut reasons: Vec<Reason> =
            refused.iter().map(|refusal| Reason::new(&problem(refusal), lang, Some(row.code))).collect();
        reasons.dedup_by(|a, b| a.code == b.code);
        if let (Some(said), Some(reason)) =
            (closed_reason, reasons.iter_mut().find(|reason| reason.code == codes::channel_closed.name))
        {
            reason.message = said;
        }
        let note = row.note_th.zip(row.note_en).map(|(th, en)| name(app, &th, &en));
        judged.push(JudgedChannel {
            channel,
            adapter,
            name: name(app, &row.name_th, &row.name_en),
            note,
            name_at_bank: row.name_at_bank,
            refund: Refundability {
                whole: row.refund_whole,
                part: row.refund_part,
                days: row.refund_days,
                to: if row.refund_whole { RefundTarget::Payer } else { RefundTarget::BankTransfer },
            },
            reasons,
        });
    }
    suggest_nearest(&mut judged);
    if let Some(network) = paying.and_then(|Paying(facts)| facts.network) {
        suggest(&mut judged, network);
    }
    Ok(judged)
}

/// Suggests to each channel that is refused the nearest one that is not: of the same flow if there is one, then the nearest in page order.
fn suggest_nearest(judged: &mut [JudgedChannel]) {
    let allowed: Vec<(usize, PaymentFlow, ChannelCode)> = judged
        .iter()
        .enumerate()
        .filter(|(_, judged)| judged.reasons.is_empty())
        .map(|(at, judged)| (at, judged.adapter.flow(), judged.channel.code))
        .collect();
    for (at, judged) in judged.iter_mut().enumerate() {
        let flow = judged.adapter.flow();
        let nearest = allowed.iter().min_by_key(|(other, same, _)| (*same != flow, other.abs_diff(at)));
        for reason in &mut judged.reasons {
            reason.suits = nearest.map(|(_, _, code)| code.to_string());
        }
    }
}

/// Suggests the open channel for numbers of this network, where another one was tried.
fn suggest(judged: &mut [JudgedChannel], network: NetworkType) {
    let suits = |judged: &&JudgedChannel| {
        closed(&judged.channel).is_empty() && judged.adapter.needs_number() && judged.channel.network_types.contains(&network)
    };
    let Some(suitable) = judged.iter().find(suits).map(|judged| judged.channel.code) else { return };
    for reason in judged.iter_mut().flat_map(|judged| &mut judged.reasons) {
        if reason.code == codes::channel_number.name {
            reason.suits = Some(suitable.to_string());
        }
    }
}

/// Checks the channel's current rules for an order being placed. Before the purchase is known, only whether it is open.
///
/// # Errors
/// `channel_not_found`, or `channel_not_allowed` with `reason` and all `reasons`.
pub async fn ensure_allowed(
    app: &App,
    conn: &mut PgConnection,
    code: &str,
    paying: Option<Paying>,
    lang: Lang,
) -> Result<Channel, Problem> {
    let judged = judge(app, conn, paying, lang).await?;
    let judged = judged.into_iter().find(|judged| judged.channel.code.as_str() == code).ok_or(codes::channel_not_found)?;
    match judged.reasons.first() {
        None => Ok(judged.channel),
        Some(reason) => Err(Problem::new(codes::channel_not_allowed)
            .with("reason", reason)
            .with("reasons", &judged.reasons)
            .because(&reason.code)),
    }
}

fn problem(refusal: &Refusal) -> Problem {
    match refusal {
        Refusal::ChannelClosed => codes::channel_closed.into(),
        Refusal::NotTaken => codes::channel_unavailable.into(),
        Refusal::Down { since } => {
            Problem::new(codes::channel_down).param("since", bangkok::local(*since).format("%H:%M").to_string())
        }
        Refusal::KindNotAllowed { product_id, .. } | Refusal::ProductExcludesChannel { product_id } => {
            Problem::new(codes::channel_excluded).param("productId", *product_id)
        }
        Refusal::FlashSaleNotAllowed { product_id } => Problem::new(codes::channel_flash_sale).param("productId", *product_id),
        Refusal::BelowMinimum { min, .. } => Problem::new(codes::channel_minimum).param("minSatang", min.0),
        Refusal::AboveMaximum { max, .. } => Problem::new(codes::channel_maximum).param("maxSatang", max.0),
        Refusal::NetworkNotAllowed { .. } => codes::channel_number.into(),
        // Only the owner may know the remaining credit, and anyone may enter any number here.
        Refusal::OverCreditLimit { .. } => codes::channel_credit.into(),
        Refusal::OverSpendCap { .. } => codes::mobile_cap_reached.into(),
    }
}
