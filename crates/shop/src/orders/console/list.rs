//! All orders, newest first. Amounts are satang, times UTC.

use chrono::{DateTime, NaiveDate, Utc};
use manao_domain::bangkok;
use manao_domain::order::OrderStatus;
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::payment_channels;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Orders of one answer.
const PAGE: i64 = 50;
/// Up to here they are counted.
const COUNTED: i64 = 10_000;

text_enum! {
    /// Work that an order waits for.
    #[derive(ToSchema)]
    OrderNeed {
        /// A line is in the repair queue
        Repair = "repair",
        /// Money is owed to the buyer
        Refund = "refund",
        Dispute = "dispute",
        /// Its payment may have been made without our having heard of it
        Checking = "checking",
    }
}

/// The filter of the list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ConsoleOrderFilter {
    pub status: Option<OrderStatus>,
    /// Code of the payment channel
    pub channel: Option<String>,
    pub need: Option<OrderNeed>,
    /// Orders of one person
    pub user_id: Option<i64>,
    /// The first day, in Thailand
    pub from: Option<NaiveDate>,
    /// The last day, in Thailand
    pub to: Option<NaiveDate>,
    /// `next` of the answer before
    pub after: Option<i64>,
}

/// An order in the console's list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleOrder {
    pub number: String,
    pub status: OrderStatus,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime<Utc>>,
    /// `none` where nothing was to be paid
    pub channel: String,
    /// Absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_name: Option<Text>,
    pub total_satang: i64,
    pub buyer: OrderBuyer,
    /// Product name of the first line
    pub first_line: Text,
    pub line_count: i64,
    pub needs: Vec<OrderNeed>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBuyer {
    pub user_id: i64,
    pub name: String,
}

/// Number of things that match a filter.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Matching {
    /// At most 10,000
    pub count: i64,
    /// Whether there are more
    pub more: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsoleOrders {
    pub items: Vec<ConsoleOrder>,
    /// Give it as `after` for the next; absent at the end
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
    pub matching: Matching,
}

/// Returns a part of the list, and how many match in all.
pub async fn list(app: &App, conn: &mut PgConnection, filter: &ConsoleOrderFilter) -> Result<ConsoleOrders, Problem> {
    let (from, until) =
        (filter.from.and_then(bangkok::begins), filter.to.and_then(|day| day.succ_opt()).and_then(bangkok::begins));
    let rows = sqlx::query!(
        r#"select o.id, o.number, o.status as "status: OrderStatus", o.created_at, o.paid_at, o.completed_at, o.channel,
                  c.name_th as "channel_th?", c.name_en as "channel_en?", o.total_satang, o.user_id, u.display_name, l.name_th, l.name_en,
                  l.line_count as "line_count!"
           from shop.orders o join people.users u on u.id = o.user_id left join shop.payment_channels c on c.code = o.channel
                cross join lateral (select name_th, name_en, count(*) over () as line_count from shop.order_lines
                                    where order_id = o.id order by id limit 1) l
           where ($1::text is null or o.status = $1) and ($2::text is null or o.channel = $2) and ($3::bigint is null or o.user_id = $3)
             and ($4::timestamptz is null or o.created_at >= $4) and ($5::timestamptz is null or o.created_at < $5)
             and ($6::bigint is null or o.id < $6)
             and ($7::text is null or o.id = any (array(select order_id from shop.orders_in_need($7))))
           order by o.id desc limit $8"#,
        filter.status.map(OrderStatus::as_str),
        filter.channel,
        filter.user_id,
        from,
        until,
        filter.after,
        filter.need.map(OrderNeed::as_str),
        PAGE + 1
    )
    .fetch_all(&mut *conn)
    .await?;
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
             select from shop.orders o
             where ($1::text is null or o.status = $1) and ($2::text is null or o.channel = $2) and ($3::bigint is null or o.user_id = $3)
               and ($4::timestamptz is null or o.created_at >= $4) and ($5::timestamptz is null or o.created_at < $5)
               and ($6::text is null or o.id = any (array(select order_id from shop.orders_in_need($6))))
             limit $7) counted"#,
        filter.status.map(OrderStatus::as_str),
        filter.channel,
        filter.user_id,
        from,
        until,
        filter.need.map(OrderNeed::as_str),
        COUNTED + 1
    )
    .fetch_one(&mut *conn)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let needs = needs(conn, &ids).await?;
    let page = usize::try_from(PAGE).map_err(Problem::internal)?;
    let next = rows.get(page).and_then(|_| rows.get(page - 1)).map(|last| last.id);
    let items = rows.into_iter().take(page).map(|row| ConsoleOrder {
        number: row.number,
        status: row.status,
        created_at: row.created_at,
        paid_at: row.paid_at,
        completed_at: row.completed_at,
        channel: row.channel,
        channel_name: row.channel_th.zip(row.channel_en).map(|(th, en)| payment_channels::name(app, &th, &en)),
        total_satang: row.total_satang,
        buyer: OrderBuyer { user_id: row.user_id, name: row.display_name },
        first_line: Text::new(row.name_th, row.name_en),
        line_count: row.line_count,
        needs: needs.iter().filter(|(id, _)| *id == row.id).map(|(_, need)| *need).collect(),
    });
    Ok(ConsoleOrders { items: items.collect(), next, matching: Matching { count: count.min(COUNTED), more: count > COUNTED } })
}

/// Returns what these orders wait for.
async fn needs(conn: &mut PgConnection, order_ids: &[i64]) -> Result<Vec<(i64, OrderNeed)>, Problem> {
    let needs: Vec<&str> = OrderNeed::ALL.iter().map(|need| need.as_str()).collect();
    let rows = sqlx::query!(
        r#"select n.need as "need!: OrderNeed", f.order_id as "order_id!"
           from unnest($1::text[]) with ordinality n (need, place) cross join lateral shop.orders_in_need(n.need) f
           where f.order_id = any($2) order by n.place"#,
        &needs as &[&str],
        order_ids
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.order_id, row.need)).collect())
}
