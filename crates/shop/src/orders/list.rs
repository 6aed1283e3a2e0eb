//! A person's orders: the list of purchases with its filters, and the orders that can still be paid.

use chrono::{DateTime, NaiveDate, Utc};
use manao_domain::bangkok;
use manao_domain::channel::PaymentFlow;
use manao_domain::order::OrderStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::snapshot::{LineRow, lines, refunds};
use super::view::{OrderSummary, OrderSummaryLine};
use crate::payments::channels;
use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// Most characters of a search.
pub const LONGEST_SEARCH: usize = 64;
/// Number of pending orders that are shown.
const WAITING: i64 = 5;

/// The filter of a person's orders.
#[derive(Clone, Debug, Default)]
pub struct PurchaseFilter {
    pub status: Option<OrderStatus>,
    /// Found in the order's number, the names of games and products, player IDs and names
    pub search: Option<String>,
    /// The first day, in Thailand
    pub from: Option<NaiveDate>,
    /// The last day, in Thailand
    pub to: Option<NaiveDate>,
    /// Only orders that can still be paid
    pub waiting: bool,
}

/// A page of a person's orders, newest first.
///
/// # Errors
/// 422 `text_too_long` at `q`.
pub async fn list(app: &App, user_id: i64, filter: &PurchaseFilter, paging: Paging) -> Result<Page<OrderSummary>, Problem> {
    let search = filter.search.as_deref().map(str::trim).filter(|search| !search.is_empty()).map(str::to_lowercase);
    if search.as_ref().is_some_and(|search| search.chars().count() > LONGEST_SEARCH) {
        return Err(Problem::invalid("q", codes::text_too_long));
    }
    // A number is found however it is typed: with or without dashes and spaces.
    let in_number: Option<String> =
        search.as_deref().map(|search| search.chars().filter(|c| !c.is_whitespace() && *c != '-').collect::<String>());
    let status = filter.status.map(OrderStatus::as_str);
    let from = filter.from.and_then(bangkok::begins);
    let until = filter.to.and_then(|day| day.succ_opt()).and_then(bangkok::begins);
    // The page, its lines and the count are read at one moment: an order placed in between would be counted but not listed.
    let mut conn = database::one_moment(&app.db).await?;
    let found = sqlx::query!(
        r#"with matching as materialized (
             select o.id from shop.orders o
             where o.user_id = $1 and ($2::text is null or o.status = $2)
                   and ($3::timestamptz is null or o.created_at >= $3) and ($4::timestamptz is null or o.created_at < $4)
                   and (not $5 or (o.status = 'pending' and o.paid_at is null and o.expires_at > $6))
                   and ($7::text is null or strpos(lower(replace(o.number, '-', '')), $8) > 0
                        or exists (select from shop.order_lines l where l.order_id = o.id
                                   and strpos(lower(concat_ws(' ', l.game_name_th, l.game_name_en, l.name_th, l.name_en, l.player_id,
                                                              l.player_name)), $7) > 0)))
           select array(select id from matching order by id desc limit $9 offset $10) as "ids!", (select count(*) from matching) as "total!""#,
        user_id,
        status,
        from,
        until,
        filter.waiting,
        app.now(),
        search,
        in_number,
        paging.limit(),
        paging.offset()
    )
    .fetch_one(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"select id, number, status as "status: OrderStatus", channel, created_at, expires_at, paid_at, cancelled_at, total_satang, version
           from shop.orders where id = any($1) order by id desc"#,
        &found.ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut all = lines(&mut conn, &found.ids).await?;
    let mut refunded = refunds(&mut conn, &found.ids).await?;
    conn.commit().await?;
    let items = rows
        .into_iter()
        .map(|row| {
            let lines: Vec<LineRow> = all.extract_if(.., |line| line.order_id == row.id).collect();
            let refunds = refunded.extract_if(.., |(order_id, _)| *order_id == row.id).map(|(_, refund)| refund).collect();
            OrderSummary {
                number: row.number,
                status: row.status,
                payment_flow: channels::flow_of(&row.channel),
                channel: row.channel,
                created_at: row.created_at,
                expires_at: row.expires_at,
                paid_at: row.paid_at,
                cancelled_at: row.cancelled_at,
                total_satang: row.total_satang,
                has_code: lines.iter().any(|line| line.has_code),
                lines: lines.into_iter().map(OrderSummaryLine::from).collect(),
                refunds,
                version: row.version,
            }
        })
        .collect();
    Ok(Page::new(paging, items, found.total))
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WaitingOrders {
    /// Newest first, at most five
    pub items: Vec<WaitingOrder>,
}

/// An order that can still be paid, as the bar on every page shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingOrder {
    pub number: String,
    pub channel: String,
    /// The way it is paid; absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_flow: Option<PaymentFlow>,
    pub total_satang: i64,
    pub expires_at: DateTime<Utc>,
    /// Product name of the first line
    pub name: Text,
    /// Game name of the first line
    pub game_name: Text,
    /// Number of further lines
    pub more: i64,
}

/// Returns a person's orders that can still be paid.
pub async fn waiting(app: &App, user_id: i64) -> Result<WaitingOrders, Problem> {
    let rows = sqlx::query!(
        r#"select o.number, o.channel, o.total_satang, o.expires_at, l.name_th, l.name_en, l.game_name_th, l.game_name_en,
                  (select count(*) - 1 from shop.order_lines other where other.order_id = o.id) as "more!"
           from shop.orders o join shop.order_lines l on l.order_id = o.id and l.position = 1
           where o.user_id = $1 and o.status = 'pending' and o.paid_at is null and o.expires_at > $2
           order by o.id desc limit $3"#,
        user_id,
        app.now(),
        WAITING
    )
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| WaitingOrder {
        number: row.number,
        payment_flow: channels::flow_of(&row.channel),
        channel: row.channel,
        total_satang: row.total_satang,
        expires_at: row.expires_at,
        name: Text::new(row.name_th, row.name_en),
        game_name: Text::new(row.game_name_th, row.game_name_en),
        more: row.more,
    });
    Ok(WaitingOrders { items: items.collect() })
}
