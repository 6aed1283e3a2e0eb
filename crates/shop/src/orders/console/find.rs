//! What the console's search finds of orders.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use manao_kernel::console::{Finder, FoundBy, HitKind, Needle, SearchHit};
use manao_kernel::problem::{Lang, Problem};

use super::READERS;

/// Most orders that a search shows.
const MOST: i64 = 8;

/// Orders by their number, receipt, charge, payment or delivery reference, a voucher's serial number, and the player ID that a line was for.
pub const ORDERS: Finder = Finder { roles: READERS, find };

fn find<'a>(conn: &'a mut PgConnection, needle: &'a Needle, lang: Lang) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>> {
    orders(conn, needle, lang).boxed()
}

async fn orders(conn: &mut PgConnection, needle: &Needle, lang: Lang) -> Result<Vec<SearchHit>, Problem> {
    let rows = sqlx::query!(
        r#"select o.number, o.status, o.created_at, f.by as "by!: FoundBy",
                  (select case $4 when 'en' then l.name_en else l.name_th end from shop.order_lines l where l.order_id = o.id order by l.id limit 1)
                    as product,
                  u.display_name as buyer
           from (
             select distinct on (id) id, by from (
               select id, 'number' as by from shop.orders where number = $1
               union all select order_id, 'receipt' from shop.sales_documents where number = upper($2)
               union all select id, 'receipt' from shop.orders where earlier_receipt_number = upper($2)
               union all select order_id, 'charge' from shop.payments where charge_id = $2
               union all select order_id, 'charge' from shop.payments where reference = $2
               union all select order_id, 'charge' from shop.deliveries where reference = $2
               union all select l.order_id, 'voucher' from shop.voucher_codes v join shop.order_lines l on l.id = v.order_line_id
                         where v.serial = $2 and v.order_line_id is not null
               union all select d.order_id, 'voucher' from shop.delivered_codes c join shop.deliveries d on d.id = c.delivery_id where c.serial = $2
               union all (select order_id, 'player' from shop.order_lines where player_id = $2 and player_id is not null
                          order by order_id desc limit $3)
             ) every order by id, by
           ) f join shop.orders o on o.id = f.id join people.users u on u.id = o.user_id
           order by o.id desc limit $3"#,
        needle.order_number,
        needle.text,
        MOST,
        lang.as_str()
    )
    .fetch_all(conn)
    .await?;
    let hits = rows.into_iter().map(|row| SearchHit {
        kind: HitKind::Order,
        key: row.number.clone(),
        title: row.number,
        detail: row.product.into_iter().chain([row.buyer]).reduce(|one, other| format!("{one} · {other}")),
        status: Some(row.status),
        by: row.by,
        at: row.created_at,
    });
    Ok(hits.collect())
}
