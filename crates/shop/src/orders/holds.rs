//! Holds: pieces of stock, flash sales and voucher codes, and a coupon's use, that are reserved for an order until it expires.
//!
//! Check and take are one conditional update in the order's transaction: two buyers cannot both get the last piece, and a pending order
//! counts. Rows are taken in a fixed order (products by id, then flash sales by id, then the coupon), so that two orders cannot deadlock.

use chrono::{DateTime, NaiveDate, Utc};
use manao_domain::text_enum;
use sqlx::{Connection as _, PgConnection};

use super::live::{CouponLive, LiveCount, StockLive};
use crate::buyer::Buyer;
use crate::{coupons, voucher_codes};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// The terms for holds at a given moment.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub now: DateTime<Utc>,
    /// The earliest day on which a reserved code may expire
    pub codes_until: NaiveDate,
    /// Limit of a flash sale's pieces per person, where the sale sets none
    pub flash_per_person: i32,
}

impl Terms {
    pub fn new(app: &App, now: DateTime<Utc>) -> Self {
        Self { now, codes_until: voucher_codes::good_until(app, now), flash_per_person: app.settings.flash_per_person }
    }
}

/// A piece that was not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfStock {
    Stock {
        product_id: i64,
        remaining: i64,
    },
    FlashSale {
        flash_sale_id: i64,
        remaining: i64,
    },
    /// The limit of a flash sale per person
    Share {
        limit: i64,
    },
    Coupon,
}

impl OutOfStock {
    pub fn problem(self) -> Problem {
        match self {
            OutOfStock::Stock { product_id, remaining: 0 } => {
                Problem::new(codes::product_sold_out).param("productId", product_id)
            }
            OutOfStock::Stock { product_id, remaining } => {
                Problem::new(codes::stock_insufficient).param("productId", product_id).param("remaining", remaining)
            }
            OutOfStock::FlashSale { remaining, .. } => Problem::new(codes::flash_sale_sold_out).param("remaining", remaining),
            OutOfStock::Share { limit } => Problem::new(codes::flash_sale_limit).param("limit", limit),
            OutOfStock::Coupon => codes::coupon_quota_reached.into(),
        }
    }
}

/// Locks the rows that the order's lines are taken from, in the fixed order. Every function here that takes or gives back does this first.
async fn lock(conn: &mut PgConnection, order_id: i64) -> Result<(), Problem> {
    sqlx::query!(
        "select id from shop.products where stock is not null and id in (select product_id from shop.order_lines where order_id = $1)
         order by id for update",
        order_id
    )
    .fetch_all(&mut *conn)
    .await?;
    sqlx::query!(
        "select id from shop.flash_sales where id in (select flash_sale_id from shop.order_lines where order_id = $1)
         order by id for update",
        order_id
    )
    .fetch_all(&mut *conn)
    .await?;
    sqlx::query!("select id from shop.coupons where id = (select coupon_id from shop.orders where id = $1) for update", order_id)
        .fetch_all(conn)
        .await?;
    Ok(())
}

/// Takes everything that the order's lines need, or returns the missing piece, in which case nothing may be committed. Returns the new counts
/// of the flash sales, for their topics.
pub async fn take(
    conn: &mut PgConnection,
    order_id: i64,
    buyer: &Buyer,
    terms: &Terms,
) -> Result<Result<Vec<LiveCount>, OutOfStock>, Problem> {
    lock(conn, order_id).await?;
    let mut counts = Vec::new();
    for line in lines(conn, order_id).await? {
        match take_line(conn, order_id, &line, buyer, terms).await? {
            Ok(count) => counts.extend(count),
            Err(short) => return Ok(Err(short)),
        }
    }
    match take_coupon(conn, order_id, buyer, terms.now).await? {
        Some(live) => counts.extend(live.map(LiveCount::Coupon)),
        None => return Ok(Err(OutOfStock::Coupon)),
    }
    Ok(Ok(counts))
}

/// Returns a person's limit of a flash sale, if this many more pieces would exceed it. The sale is locked.
async fn over_share(
    conn: &mut PgConnection,
    flash_sale_id: i64,
    quantity: i32,
    buyer: &Buyer,
    terms: &Terms,
) -> Result<Option<i64>, Problem> {
    let limit = sqlx::query_scalar!(
        r#"select share::bigint as "share!" from (select id, coalesce(per_person, $2) as share from shop.flash_sales where id = $1) sale
           where shop.pieces_had('flash_sale', id, $3, $4) + $5::int > share"#,
        flash_sale_id,
        terms.flash_per_person,
        &buyer.accounts,
        buyer.paying.as_deref(),
        quantity
    )
    .fetch_optional(conn)
    .await?;
    Ok(limit)
}

/// Checks that the pieces and the coupon that the order holds stay within the limits per person when it is paid by the buyer's number. Orders
/// of the same pieces wait until the transaction ends, so that of two at once both are counted.
pub async fn check_shares(
    conn: &mut PgConnection,
    order_id: i64,
    buyer: &Buyer,
    terms: &Terms,
) -> Result<Result<(), OutOfStock>, Problem> {
    lock(conn, order_id).await?;
    // A limit that was lowered later ends no order: only what other accounts hold can be too much here.
    let over = sqlx::query!(
        r#"select h.kind as "kind!: HoldKind", coalesce(s.per_person, c.quota_per_user, $2)::bigint as "limit!"
           from shop.holds h
                left join shop.flash_sales s on h.kind = 'flash_sale' and s.id = h.ref_id
                left join shop.coupons c on h.kind = 'coupon' and c.id = h.ref_id
                cross join lateral (select shop.pieces_had(h.kind, h.ref_id, $3, $4) as person,
                                           shop.pieces_had(h.kind, h.ref_id, array[$5::bigint], null) as account) had
           where h.order_id = $1 and h.state = 'held' and (h.kind = 'flash_sale' or c.quota_per_user is not null)
                 and had.person > coalesce(s.per_person, c.quota_per_user, $2) and had.person > had.account
           order by h.id limit 1"#,
        order_id,
        terms.flash_per_person,
        &buyer.accounts,
        buyer.paying.as_deref(),
        buyer.user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(match over {
        Some(over) if over.kind == HoldKind::Coupon => Err(OutOfStock::Coupon),
        Some(over) => Err(OutOfStock::Share { limit: over.limit }),
        None => Ok(()),
    })
}

/// Whether the order's pieces were released while it waited for another payment attempt.
pub async fn were_let_go(conn: &mut PgConnection, order_id: i64) -> Result<bool, Problem> {
    let gone = sqlx::query_scalar!(
        r#"select coalesce(bool_and(state = 'released'), false) as "gone!" from shop.holds where order_id = $1"#,
        order_id
    )
    .fetch_one(conn)
    .await?;
    Ok(gone)
}

/// Takes a use of the order's coupon, if it has one, and returns the remaining ones where they are limited; None where none was left.
async fn take_coupon(
    conn: &mut PgConnection,
    order_id: i64,
    buyer: &Buyer,
    now: DateTime<Utc>,
) -> Result<Option<Option<CouponLive>>, Problem> {
    let coupon = sqlx::query_scalar!("select coupon_id from shop.orders where id = $1", order_id).fetch_one(&mut *conn).await?;
    let Some(coupon_id) = coupon else { return Ok(Some(None)) };
    let Some(held) = coupons::hold(conn, buyer, coupon_id, now).await? else { return Ok(None) };
    sqlx::query!(
        "insert into shop.holds (order_id, kind, ref_id, quantity, held_at) values ($1, 'coupon', $2, 1, $3)",
        order_id,
        coupon_id,
        now
    )
    .execute(conn)
    .await?;
    Ok(Some(held.live))
}

/// The holds that a late payment could still get.
#[derive(Debug, Default)]
pub struct RestoredHolds {
    pub counts: Vec<LiveCount>,
    /// Lines whose pieces are sold
    pub short: Vec<i64>,
    /// Lines that would exceed the person's limit of a flash sale: they have used it up since
    pub over_share: Vec<i64>,
    /// Further lines that were paid at the price of a coupon that is now used up
    pub without_coupon: Vec<i64>,
}

/// Retakes the available holds, line by line, for a payment that arrived after they were released.
pub async fn retake(conn: &mut PgConnection, order_id: i64, buyer: &Buyer, terms: &Terms) -> Result<RestoredHolds, Problem> {
    lock(conn, order_id).await?;
    let mut retaken = RestoredHolds::default();
    for line in lines(conn, order_id).await? {
        // A line that gets only half of its pieces gives that half back.
        let mut savepoint = conn.begin().await?;
        match take_line(&mut savepoint, order_id, &line, buyer, terms).await? {
            Ok(count) => {
                savepoint.commit().await?;
                retaken.counts.extend(count);
            }
            Err(short) => {
                savepoint.rollback().await?;
                let lines = if matches!(short, OutOfStock::Share { .. }) { &mut retaken.over_share } else { &mut retaken.short };
                lines.push(line.id);
            }
        }
    }
    let mut savepoint = conn.begin().await?;
    if let Some(live) = take_coupon(&mut savepoint, order_id, buyer, terms.now).await? {
        savepoint.commit().await?;
        retaken.counts.extend(live.map(LiveCount::Coupon));
        return Ok(retaken);
    }
    savepoint.rollback().await?;
    retaken.without_coupon = sqlx::query_scalar!(
        "select id from shop.order_lines where order_id = $1 and discount_satang > 0 and id <> all($2) and id <> all($3) order by position",
        order_id,
        &retaken.short,
        &retaken.over_share
    )
    .fetch_all(conn)
    .await?;
    Ok(retaken)
}

/// A line that needs pieces of limited stock.
struct Line {
    id: i64,
    product_id: i64,
    counted: bool,
    voucher: bool,
    flash_sale_id: Option<i64>,
    quantity: i32,
}

async fn lines(conn: &mut PgConnection, order_id: i64) -> Result<Vec<Line>, Problem> {
    let lines = sqlx::query_as!(
        Line,
        r#"select l.id, l.product_id, p.stock is not null as "counted!", l.kind = 'voucher' as "voucher!", l.flash_sale_id, l.quantity
           from shop.order_lines l join shop.products p on p.id = l.product_id
           where l.order_id = $1 and (p.stock is not null or l.flash_sale_id is not null) order by l.position"#,
        order_id
    )
    .fetch_all(conn)
    .await?;
    Ok(lines)
}

async fn take_line(
    conn: &mut PgConnection,
    order_id: i64,
    line: &Line,
    buyer: &Buyer,
    terms: &Terms,
) -> Result<Result<Option<LiveCount>, OutOfStock>, Problem> {
    let now = terms.now;
    if line.counted {
        let taken = sqlx::query!(
            "update shop.products set stock = stock - $2, version = version + 1 where id = $1 and stock >= $2",
            line.product_id,
            line.quantity
        )
        .execute(&mut *conn)
        .await?;
        if taken.rows_affected() == 0 {
            return Ok(Err(out_of_stock(conn, line.product_id).await?));
        }
        // Vouchers with counted stock are codes of our own: specific codes are reserved.
        if line.voucher {
            let codes = voucher_codes::set_aside(conn, line.id, line.product_id, line.quantity, terms.codes_until).await?;
            let remaining = i64::try_from(codes.len()).map_err(Problem::internal)?;
            if remaining < i64::from(line.quantity) {
                return Ok(Err(OutOfStock::Stock { product_id: line.product_id, remaining }));
            }
        }
        hold(conn, order_id, line.id, HoldKind::Stock, line.product_id, line.quantity, now).await?;
    }
    let Some(flash_sale_id) = line.flash_sale_id else { return Ok(Ok(None)) };
    if let Some(limit) = over_share(conn, flash_sale_id, line.quantity, buyer, terms).await? {
        return Ok(Err(OutOfStock::Share { limit }));
    }
    // The sale's window is not checked again: the price was given inside it, and a late payment keeps that price.
    // Pieces that are promised to people who were admitted from the line are theirs; an order in one's turn has used its promise before.
    let sale = sqlx::query!(
        r#"update shop.flash_sales set taken = taken + $2, version = version + 1
           where id = $1 and taken + $2 <= quantity - coalesce((select promised from shop.waiting_rooms where flash_sale_id = $1), 0)
           returning quantity - taken as "remaining!", version"#,
        flash_sale_id,
        line.quantity
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(sale) = sale else {
        let remaining = sqlx::query_scalar!(
            r#"select greatest(quantity - taken - coalesce((select promised from shop.waiting_rooms where flash_sale_id = $1), 0), 0)::bigint
                      as "remaining!" from shop.flash_sales where id = $1"#,
            flash_sale_id
        )
        .fetch_one(conn)
        .await?;
        return Ok(Err(OutOfStock::FlashSale { flash_sale_id, remaining }));
    };
    hold(conn, order_id, line.id, HoldKind::FlashSale, flash_sale_id, line.quantity, now).await?;
    Ok(Ok(Some(LiveCount::Stock(StockLive { flash_sale_id, remaining: sale.remaining, version: sale.version }))))
}

async fn out_of_stock(conn: &mut PgConnection, product_id: i64) -> Result<OutOfStock, Problem> {
    let remaining = sqlx::query_scalar!(r#"select stock::bigint as "stock!" from shop.products where id = $1"#, product_id)
        .fetch_one(conn)
        .await?;
    Ok(OutOfStock::Stock { product_id, remaining })
}

text_enum! {
    /// The kind of a hold: pieces of a product, pieces of a flash sale, a use of a coupon.
    HoldKind {
        Stock = "stock",
        FlashSale = "flash_sale",
        Coupon = "coupon",
    }
}

async fn hold(
    conn: &mut PgConnection,
    order_id: i64,
    line_id: i64,
    kind: HoldKind,
    ref_id: i64,
    quantity: i32,
    now: DateTime<Utc>,
) -> Result<(), Problem> {
    sqlx::query!(
        "insert into shop.holds (order_id, order_line_id, kind, ref_id, quantity, held_at) values ($1, $2, $3, $4, $5, $6)",
        order_id,
        line_id,
        kind.as_str(),
        ref_id,
        quantity,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks the holds of a paid order as used. Its voucher codes stay reserved until the delivery sells them.
pub async fn mark_used(conn: &mut PgConnection, order_id: i64, now: DateTime<Utc>) -> Result<(), Problem> {
    sqlx::query!("update shop.holds set state = 'used', ended_at = $2 where order_id = $1 and state = 'held'", order_id, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// Releases everything still held; a second call finds nothing left. Returns the flash sales' new counts.
pub async fn release(conn: &mut PgConnection, order_id: i64, terms: &Terms) -> Result<Vec<LiveCount>, Problem> {
    give_back(conn, order_id, None, false, terms).await
}

/// Releases a paid line that is given up: its pieces, which nobody got, are for sale again, and so is the coupon's use with the last line
/// that it reduced, unless the payment was disputed. A second call finds nothing left.
pub async fn release_line(
    conn: &mut PgConnection,
    order_id: i64,
    line_id: i64,
    terms: &Terms,
) -> Result<Vec<LiveCount>, Problem> {
    give_back(conn, order_id, Some(line_id), true, terms).await
}

/// Releases the pieces of a paid line that is to be of another product, whose stock is locked too. The coupon's use stays.
pub async fn release_pieces(
    conn: &mut PgConnection,
    order_id: i64,
    line_id: i64,
    other_product_id: i64,
    terms: &Terms,
) -> Result<Vec<LiveCount>, Problem> {
    // All at once, in the order in which orders lock them.
    sqlx::query!(
        "select id from shop.products where stock is not null
         and (id = $2 or id in (select product_id from shop.order_lines where order_id = $1)) order by id for update",
        order_id,
        other_product_id
    )
    .fetch_all(&mut *conn)
    .await?;
    give_back(conn, order_id, Some(line_id), false, terms).await
}

/// Takes the pieces of one line of a paid order, or returns the missing one, in which case nothing may be committed.
pub async fn take_pieces(
    conn: &mut PgConnection,
    order_id: i64,
    line_id: i64,
    buyer: &Buyer,
    terms: &Terms,
) -> Result<Result<Option<LiveCount>, OutOfStock>, Problem> {
    let Some(line) = lines(conn, order_id).await?.into_iter().find(|line| line.id == line_id) else { return Ok(Ok(None)) };
    let taken = take_line(conn, order_id, &line, buyer, terms).await?;
    mark_used(conn, order_id, terms.now).await?;
    Ok(taken)
}

/// Gives back the holds of the order that are still unused, or all holds of one of its lines, used or not; with the coupon's use if the line
/// is the last that it reduced.
async fn give_back(
    conn: &mut PgConnection,
    order_id: i64,
    line_id: Option<i64>,
    with_coupon: bool,
    terms: &Terms,
) -> Result<Vec<LiveCount>, Problem> {
    lock(conn, order_id).await?;
    // Before they are counted.
    sqlx::query!(
        "update shop.voucher_codes set state = 'free', order_line_id = null
         where state = 'held' and order_line_id in (select id from shop.order_lines where order_id = $1 and ($2::bigint is null or id = $2))",
        order_id,
        line_id
    )
    .execute(&mut *conn)
    .await?;
    let freed = sqlx::query!(
        r#"with freed as (update shop.holds set state = 'released', ended_at = $2 where order_id = $1
                            and (($3::bigint is null and state = 'held')
                                 or (state <> 'released'
                                     and (order_line_id = $3
                                          or (kind = 'coupon' and $3::bigint is not null and $4
                                              and not exists (select from shop.captured_charges c
                                                              where c.order_id = $1 and c.dispute is not null and c.dispute <> 'won')
                                              and not exists (select from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id
                                                              where l.order_id = $1 and l.id <> $3 and l.discount_satang > 0
                                                                    and d.status <> 'closed')))))
                          returning kind, ref_id, quantity)
           select kind as "kind!: HoldKind", ref_id as "ref_id!", sum(quantity)::int as "quantity!" from freed
           group by kind, ref_id"#,
        order_id,
        terms.now,
        line_id,
        with_coupon
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut counts = Vec::new();
    for piece in freed {
        match piece.kind {
            HoldKind::Stock => {
                let counted = sqlx::query!(
                    "update shop.products p set stock = p.stock + $2, version = p.version + 1 from shop.games g
                     where p.id = $1 and g.id = p.game_id and g.kind <> 'voucher'",
                    piece.ref_id,
                    piece.quantity
                )
                .execute(&mut *conn)
                .await?;
                // A code may be too old to be sold again.
                if counted.rows_affected() == 0 {
                    voucher_codes::count(&mut *conn, piece.ref_id, terms.codes_until).await?;
                }
            }
            HoldKind::FlashSale => {
                let sale = sqlx::query!(
                    r#"update shop.flash_sales set taken = taken - $2, version = version + 1 where id = $1
                       returning quantity - taken as "remaining!", version"#,
                    piece.ref_id,
                    piece.quantity
                )
                .fetch_one(&mut *conn)
                .await?;
                counts.push(LiveCount::Stock(StockLive {
                    flash_sale_id: piece.ref_id,
                    remaining: sale.remaining,
                    version: sale.version,
                }));
            }
            HoldKind::Coupon => counts.extend(coupons::release(&mut *conn, piece.ref_id).await?.map(LiveCount::Coupon)),
        }
    }
    Ok(counts)
}
