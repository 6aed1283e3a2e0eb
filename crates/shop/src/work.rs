//! Work of the shop that waits for staff.

use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use manao_kernel::console::{Work, WorkKind};
use manao_kernel::problem::{Lang, Problem};

/// Returns what waits, by kind.
pub fn load<'a>(conn: &'a mut PgConnection, now: DateTime<Utc>, lang: Lang) -> BoxFuture<'a, Result<Vec<Work>, Problem>> {
    work(conn, now, lang).boxed()
}

async fn work(conn: &mut PgConnection, now: DateTime<Utc>, lang: Lang) -> Result<Vec<Work>, Problem> {
    let waiting = sqlx::query_as!(
        Work,
        r#"select 'repair' as "kind!: WorkKind", count(*) as "count!", min(o.paid_at) as since, null as name
           from shop.deliveries d join shop.orders o on o.id = d.order_id where d.status = 'repair'
           union all
           select 'payment_checking', count(*), min(p.created_at), null
           from shop.payments p join shop.orders o on o.id = p.order_id where p.unsure and o.paid_at is null
           union all
           select 'channel_closed', 1, null, case $1 when 'en' then name_en else name_th end from shop.payment_channels where not open
           union all
           select 'partner_float', 1, float_read_at, name from shop.partners where float_satang < float_low_satang
           union all
           select 'code_claim', count(*), min(created_at), null from shop.code_claims where state = 'open'
           union all
           select 'refund', count(*), min(since), null from (
             select min(j.at) as since from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
             where e.account = 'refund_payable' group by j.order_id, case when j.order_id is null then split_part(j.subject, '#', 1) end
             having sum(e.amount_satang) <> 0) owed
           union all
           select 'dispute', count(*), min(disputed_at), null from shop.captured_charges where dispute in ('open', 'pending')
           union all
           select 'unmatched_charge', count(*), min(found_at), null from shop.unmatched_charges where settled_at is null
           union all
           select 'difference', count(*), min(found_at), null from shop.reconciliation_differences where explained_at is null"#,
        lang.as_str()
    )
    .fetch_all(&mut *conn)
    .await?;
    // At the rate of the last day, the free codes of a product last for less than two.
    let short = sqlx::query_as!(
        Work,
        r#"with sold as (
             select l.product_id, sum(l.quantity) as pieces from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id
             where d.status = 'delivered' and d.delivered_at > $1::timestamptz - interval '1 day' group by l.product_id)
           select 'voucher_stock' as "kind!: WorkKind", free.codes as "count!", null::timestamptz as since,
                  case $2 when 'en' then p.name_en else p.name_th end as name
           from sold join shop.products p on p.id = sold.product_id
                cross join lateral (
                  select count(*) as codes from (
                    select from shop.voucher_codes v where v.product_id = p.id and v.state = 'free' and v.fingerprint is not null
                      and not v.duplicate and (v.expires_on is null or v.expires_on > $1::timestamptz::date) limit 2 * sold.pieces) counted) free
           where exists (select from shop.voucher_codes v where v.product_id = p.id) and free.codes < 2 * sold.pieces
           order by free.codes, p.id limit 20"#,
        now,
        lang.as_str()
    )
    .fetch_all(conn)
    .await?;
    Ok(waiting.into_iter().chain(short).collect())
}
