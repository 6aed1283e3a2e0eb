//! A flash sale under a rush, to its end: many people order few pieces in the same moment, the others wait in line, some do not pay, and their
//! pieces go to the next. Fails if anything is not as it was promised.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures_util::StreamExt as _;
use futures_util::stream;
use hdrhistogram::Histogram;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{checkout, seed};
use crate::load::micros;
use crate::shop::{Member, Shop};

/// One of this many orders is cancelled instead of paid.
const CANCELS: usize = 5;
/// Calls at once after the first moment.
const AT_ONCE: usize = 16;
/// Orders before the sale.
pub const EARLY: i32 = 200;
/// How long the sale may take from the first order to the last delivery.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Rush {
    /// Orders that were placed in the first moment
    pub placed: usize,
    /// The others, who were sent to the line
    pub lined_up: usize,
    /// Orders that were cancelled; their pieces went to the line
    pub cancelled: usize,
    pub times: Histogram<u64>,
    pub last: Duration,
    /// From the first order until the last piece was paid and delivered
    pub sold_out: Duration,
}

/// A buyer's attempt.
enum Attempt {
    Placed(Order),
    InLine,
    SoldOut,
}

struct Order {
    number: String,
    qr_payload: String,
}

struct Sale {
    id: i64,
    product_id: i64,
    price_satang: i64,
}

pub async fn run(shop: &Shop, db: &PgPool, buyers: i32, pieces: i32) -> Result<Rush> {
    let (ids, members) = seed::buyers(db, "rush", buyers).await?;
    let members: HashMap<i64, Member> = ids.iter().copied().zip(members).collect();
    let package = seed::package(db).await?;
    let price_satang = package.price_satang / 2;
    // A shop that sells: its connections to the database know their statements.
    let (early_ids, early) = seed::buyers(db, "early", EARLY).await?;
    checkout::place(shop, &early, &package).await?;
    // Unpaid ones would be asked about at the provider while others are measured.
    pay_all(shop, db, &early_ids).await?;
    let sale = Sale { id: seed::sale(db, &package, pieces).await?, product_id: package.id, price_satang };
    let begun = Instant::now();
    let (attempts, times, last) = burst(shop, &members, &sale).await?;
    let mut orders = Vec::new();
    let mut line = Vec::new();
    for (user, attempt) in attempts {
        match attempt {
            Attempt::Placed(order) => orders.push((user, order)),
            Attempt::InLine | Attempt::SoldOut => line.push(user),
        }
    }
    let (placed, lined_up) = (orders.len(), line.len());
    eprintln!("{placed} placed, {lined_up} in line");
    let everybody = &members;
    let joining = line.iter().map(|user| {
        let body = json!({"flashSaleId": sale.id});
        async move { shop.post("/flash-sale/line/join", members_of(everybody, *user)?, &body).await }
    });
    let joined: Vec<Result<Value>> = stream::iter(joining).buffer_unordered(AT_ONCE).collect().await;
    for place in joined {
        place?;
    }
    let mut rehearsal = Rehearsal { shop, db, members: &members, sale: &sale, ended: 0, cancelled: BTreeSet::new() };
    rehearsal.settle(orders).await?;
    while !rehearsal.is_sold_out(pieces).await? {
        ensure!(begun.elapsed() < PATIENCE, "the sale does not end");
        let orders = rehearsal.turns().await?;
        if orders.is_empty() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        rehearsal.settle(orders).await?;
    }
    rehearsal.check(pieces).await?;
    Ok(Rush { placed, lined_up, cancelled: rehearsal.cancelled.len(), times, last, sold_out: begun.elapsed() })
}

/// Pays the orders of these people, until all are delivered.
async fn pay_all(shop: &Shop, db: &PgPool, buyers: &[i64]) -> Result<()> {
    let payable =
        "select p.qr_payload from shop.orders o join shop.payments p on p.order_id = o.id where o.user_id = any($1) and p.alive";
    let payloads: Vec<String> = sqlx::query_scalar(payable).bind(buyers).fetch_all(db).await?;
    let paid: Vec<Result<Value>> = stream::iter(&payloads)
        .map(|payload| async move { shop.sandbox("/phone/pay", &json!({"payload": payload})).await })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    paid.into_iter().collect::<Result<Vec<Value>>>()?;
    let begun = Instant::now();
    let open = "select count(*) from shop.orders where user_id = any($1) and status = 'pending'";
    while sqlx::query_scalar::<_, i64>(open).bind(buyers).fetch_one(db).await? > 0 {
        ensure!(begun.elapsed() < PATIENCE, "paid orders are not delivered");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}

fn members_of(members: &HashMap<i64, Member>, user: i64) -> Result<Option<&Member>> {
    members.get(&user).map(Some).context("a stranger in line")
}

/// Lets everybody order at once. Returns their attempts, the times of the answers, and the time until the last.
async fn burst(
    shop: &Shop,
    members: &HashMap<i64, Member>,
    sale: &Sale,
) -> Result<(Vec<(i64, Attempt)>, Histogram<u64>, Duration)> {
    let start = Arc::new(Barrier::new(members.len() + 1));
    let mut ordering = JoinSet::new();
    for (user, member) in members {
        let (user, request, start) = (*user, order_request(shop, member, sale, *user), Arc::clone(&start));
        ordering.spawn(async move {
            start.wait().await;
            let asked = Instant::now();
            let attempt = attempt(request).await?;
            anyhow::Ok((user, attempt, asked.elapsed()))
        });
    }
    start.wait().await;
    let begun = Instant::now();
    let mut times = Histogram::new(3)?;
    let mut attempts = Vec::new();
    while let Some(answer) = ordering.join_next().await {
        let (user, attempt, took) = answer??;
        attempts.push((user, attempt));
        times.record(micros(took)?)?;
    }
    Ok((attempts, times, begun.elapsed()))
}

fn order_request(shop: &Shop, member: &Member, sale: &Sale, user: i64) -> reqwest::RequestBuilder {
    let body = json!({
        "direct": {"productId": sale.product_id, "quantity": 1, "playerId": format!("2{user:07}")},
        "channel": "promptpay", "expectedTotalSatang": sale.price_satang,
    });
    let key = format!("rush-{}", uuid::Uuid::new_v4());
    let url = format!("{}/api/purchase/create-order", shop.url);
    shop.http.post(url).bearer_auth(&member.token).header("idempotency-key", key).json(&body)
}

async fn attempt(request: reqwest::RequestBuilder) -> Result<Attempt> {
    let answer = request.send().await?;
    let (status, answer) = (answer.status(), answer.json::<Value>().await?);
    match answer["code"].as_str() {
        Some("flash_sale_line") if status == StatusCode::CONFLICT => return Ok(Attempt::InLine),
        Some("flash_sale_sold_out") if status == StatusCode::CONFLICT => return Ok(Attempt::SoldOut),
        _ => ensure!(status.is_success(), "{status} {answer}"),
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let number = text(&answer["number"]).context("no number")?;
    let qr_payload = text(&answer["payment"]["qrPayload"]).with_context(|| format!("no code to pay: {answer}"))?;
    Ok(Attempt::Placed(Order { number, qr_payload }))
}

struct Rehearsal<'a> {
    shop: &'a Shop,
    db: &'a PgPool,
    members: &'a HashMap<i64, Member>,
    sale: &'a Sale,
    /// Orders paid or cancelled so far
    ended: usize,
    cancelled: BTreeSet<String>,
}

impl Rehearsal<'_> {
    /// Pays these orders, and cancels every fifth.
    async fn settle(&mut self, orders: Vec<(i64, Order)>) -> Result<()> {
        let mut settling = Vec::new();
        for (user, order) in orders {
            self.ended += 1;
            let cancels = self.ended.is_multiple_of(CANCELS);
            if cancels {
                self.cancelled.insert(order.number.clone());
            }
            settling.push((user, order, cancels));
        }
        let (shop, members) = (self.shop, self.members);
        let settled: Vec<Result<()>> = stream::iter(settling)
            .map(|(user, order, cancels)| async move {
                if cancels {
                    let body = json!({"number": order.number, "action": "cancel"});
                    shop.post("/purchase/update-order-status", members_of(members, user)?, &body).await?;
                } else {
                    shop.sandbox("/phone/pay", &json!({"payload": order.qr_payload})).await?;
                }
                Ok(())
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        settled.into_iter().collect()
    }

    /// Orders for everybody whose turn it is.
    async fn turns(&self) -> Result<Vec<(i64, Order)>> {
        let admitted: Vec<i64> = sqlx::query_scalar(
            "select user_id from shop.waiting_places where flash_sale_id = $1 and state = 'admitted' and pay_until > now() order by ticket",
        )
        .bind(self.sale.id)
        .fetch_all(self.db)
        .await?;
        let (shop, members, sale) = (self.shop, self.members, self.sale);
        let orders: Vec<Result<(i64, Order)>> = stream::iter(admitted)
            .map(|user| async move {
                let member = members_of(members, user)?.context("nobody")?;
                match attempt(order_request(shop, member, sale, user)).await? {
                    Attempt::Placed(order) => Ok((user, order)),
                    Attempt::InLine | Attempt::SoldOut => bail!("{user} was refused in their turn"),
                }
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        orders.into_iter().collect()
    }

    /// Whether every piece is paid and delivered.
    async fn is_sold_out(&self, pieces: i32) -> Result<bool> {
        let delivered: i64 = sqlx::query_scalar(
            "select count(*) from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id where l.flash_sale_id = $1 and d.status = 'delivered'",
        )
        .bind(self.sale.id)
        .fetch_one(self.db)
        .await?;
        ensure!(delivered <= i64::from(pieces), "{delivered} of {pieces} pieces delivered");
        Ok(delivered == i64::from(pieces))
    }

    async fn check(&self, pieces: i32) -> Result<()> {
        let sold: (i64, i64, i64, i64, i32, i64) = sqlx::query_as(
            "select count(*) filter (where o.paid_at is not null), count(distinct o.user_id) filter (where o.paid_at is not null),
                    count(*) filter (where o.paid_at is null and o.status = 'pending'),
                    (select count(*) from shop.payments p join shop.orders po on po.id = p.order_id join shop.order_lines pl on pl.order_id = po.id
                     where pl.flash_sale_id = $1 and p.status = 'captured'),
                    (select taken from shop.flash_sales where id = $1),
                    (select count(*) from shop.holds where kind = 'flash_sale' and ref_id = $1 and state = 'held')
             from shop.order_lines l join shop.orders o on o.id = l.order_id where l.flash_sale_id = $1",
        )
        .bind(self.sale.id)
        .fetch_one(self.db)
        .await?;
        let all = i64::from(pieces);
        ensure!(sold == (all, all, 0, all, pieces, 0), "(paid, people, unpaid, captured, taken, held) are {sold:?}");
        // First come, first served: nobody still waits who was before somebody admitted.
        let overtaken: i64 = sqlx::query_scalar(
            "select count(*) from shop.waiting_places w where w.flash_sale_id = $1 and w.state = 'waiting'
               and w.ticket < (select max(a.ticket) from shop.waiting_places a where a.flash_sale_id = $1 and a.admitted_at is not null)",
        )
        .bind(self.sale.id)
        .fetch_one(self.db)
        .await?;
        ensure!(overtaken == 0, "{overtaken} people were overtaken in the line");
        let unbalanced: i64 = sqlx::query_scalar(
            "select count(*) from (select o.id from shop.orders o join shop.order_lines l on l.order_id = o.id
               join shop.journals j on j.order_id = o.id join shop.ledger_entries e on e.journal_id = j.id
               where l.flash_sale_id = $1 and e.account = 'customer_prepaid' group by o.id having sum(e.amount_satang) <> 0) unbalanced",
        )
        .bind(self.sale.id)
        .fetch_one(self.db)
        .await?;
        ensure!(unbalanced == 0, "the books of {unbalanced} orders are not at rest");
        Ok(())
    }
}
