//! `kill -9` of the program and of its database, at any moment between "create order" and "delivered". The program is the real one with an
//! embedded database of its own; the outside world goes on in the meantime. Every order ends as it should, exactly once.

mod buyer;
mod number;
mod page;
mod shop;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::support::Client;
use buyer::{Bought, PARTNER, SKU, Way};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;
use shop::Shop;
use tokio::task::JoinHandle;

/// The moment at which the program is killed, relative to one purchase.
#[derive(Clone, Copy, Debug)]
enum CrashPoint {
    /// Create-order was just sent
    Asked,
    /// The order is written, its code is being made
    OrderWritten,
    /// The provider has made the charge, and its answer never arrives
    AnswerLost,
    /// The code is shown and waits to be paid
    CodeShown,
    /// The provider has the money
    Paid,
    /// The buyer is back from the bank, no webhook came, and the provider is being asked for the charge
    Returned,
    /// The webhook is stored and answered, but not processed yet
    WebhookKept,
    /// The capture was just committed
    Captured,
    /// The partner is being asked, and may have taken the order
    PartnerAsked,
    /// The partner has accepted; its callback will come while the program is down
    Accepted,
    /// Any time
    Random,
}

/// A code's making is cut short in [`a_code_shows_soon_when_the_program_died_while_making_it`].
const ROUNDS: [(CrashPoint, Way); 14] = [
    (CrashPoint::PartnerAsked, Way::Code),
    (CrashPoint::Asked, Way::Code),
    (CrashPoint::WebhookKept, Way::Code),
    (CrashPoint::Accepted, Way::Code),
    (CrashPoint::Paid, Way::Code),
    (CrashPoint::CodeShown, Way::Code),
    (CrashPoint::AnswerLost, Way::BankApp),
    (CrashPoint::AnswerLost, Way::Card),
    (CrashPoint::Returned, Way::BankApp),
    (CrashPoint::Returned, Way::Card),
    (CrashPoint::WebhookKept, Way::BankApp),
    (CrashPoint::Captured, Way::Card),
    (CrashPoint::Random, Way::BankApp),
    (CrashPoint::Random, Way::Card),
];

/// Stock of the product before any purchase.
const STOCK: i64 = 100;

impl CrashPoint {
    /// Returns the sandbox faults that slow the shop down, so that the moment can be met.
    fn faults(self, way: Way) -> Vec<serde_json::Value> {
        match self {
            Self::OrderWritten | Self::WebhookKept => vec![json!({"kind": "opn_slow", "ms": 700})],
            Self::Returned => {
                vec![json!({"kind": "opn_slow", "ms": 1500, "scope": {"source": way.source()}}), json!({"kind": "webhook_lose"})]
            }
            Self::AnswerLost => vec![json!({"kind": "opn_timeout_after_create", "times": 1, "ms": 5000})],
            Self::PartnerAsked => vec![json!({"kind": "partner_timeout_after_create", "times": 1, "ms": 5000})],
            Self::Accepted => vec![json!({"kind": "partner_late", "times": 1, "ms": 1200})],
            Self::Asked | Self::CodeShown | Self::Paid | Self::Captured | Self::Random => vec![],
        }
    }

    /// Waits for the moment in the purchase of this member.
    async fn comes(self, shop: &Shop, buyer: &Client, delay: Duration) {
        let order = "select count(*) from shop.orders where user_id = $1";
        let shown = "select count(*) from shop.payments p join shop.orders o on o.id = p.order_id where o.user_id = $1 and p.charge_id is not null";
        let kept =
            "select count(*) from shop.webhook_events w join shop.payments p on p.charge_id = w.subject join shop.orders o on o.id = p.order_id
                    where o.user_id = $1 and w.body->>'key' = 'charge.complete'";
        let captured = "select count(*) from shop.payments p join shop.orders o on o.id = p.order_id where o.user_id = $1 and p.status = 'captured'";
        let sent = "select count(*) from shop.deliveries d join shop.orders o on o.id = d.order_id where o.user_id = $1 and d.status <> 'waiting'";
        match self {
            Self::Asked | Self::Random => tokio::time::sleep(delay).await,
            Self::OrderWritten => seen(shop, buyer, order).await,
            Self::CodeShown => seen(shop, buyer, shown).await,
            Self::WebhookKept => seen(shop, buyer, kept).await,
            Self::AnswerLost => {
                seen(shop, buyer, order).await;
                let number = number(shop, buyer).await;
                until("the charge is made", async || shop.charges().await.iter().any(|c| c["metadata"]["order"] == number)).await;
            }
            Self::Captured => seen(shop, buyer, captured).await,
            Self::Paid | Self::Returned => {
                seen(shop, buyer, order).await;
                let number = number(shop, buyer).await;
                let paid = async || shop.charges().await.iter().any(|c| c["metadata"]["order"] == number && c["paid"] == true);
                until("it is paid", paid).await;
                if matches!(self, Self::Returned) {
                    // The browser is back by then, and the provider takes longer to answer the shop.
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    assert_eq!(shop.look(captured, buyer.user_id).await, Some(0), "the kill comes before it is booked");
                }
            }
            Self::PartnerAsked | Self::Accepted => {
                seen(shop, buyer, sent).await;
                let reference = format!("{}-1", number(shop, buyer).await);
                let taken = async || shop.partner_order(PARTNER, &reference).await["status"] == "accepted";
                until("the partner has it", taken).await;
            }
        }
    }
}

async fn number(shop: &Shop, buyer: &Client) -> String {
    let sql = "select number from shop.orders where user_id = $1";
    sqlx::query_scalar(sql).bind(buyer.user_id).fetch_one(&shop.db).await.unwrap()
}

async fn seen(shop: &Shop, buyer: &Client, sql: &'static str) {
    until(sql, async || shop.look(sql, buyer.user_id).await > Some(0)).await;
}

async fn until(what: &str, mut check: impl AsyncFnMut() -> bool) {
    let start = tokio::time::Instant::now();
    while !check().await {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns the product that every member buys, of which there are some pieces, and its price.
async fn product(shop: &Shop) -> (i64, i64) {
    let sql = "update shop.products set stock = $2 where sku = $1 returning id, price_satang";
    sqlx::query_as(sql).bind(SKU).bind(i32::try_from(STOCK).unwrap()).fetch_one(&shop.db).await.unwrap()
}

type Purchase = JoinHandle<Bought>;

fn buys(shop: &Arc<Shop>, buyer: &Client, (product, price): (i64, i64), player: String, way: Way) -> Purchase {
    let (shop, buyer) = (Arc::clone(shop), buyer.clone());
    tokio::spawn(async move { buyer::buy(&shop, &buyer, product, price, &player, way).await })
}

/// Waits until every page shows the end; then compares the shop's, the provider's and the partner's books.
async fn all_served_once(shop: &Shop, purchases: Vec<Purchase>) -> Vec<Bought> {
    let expected = i64::try_from(purchases.len()).unwrap();
    let mut all = Vec::new();
    for purchase in purchases {
        let Ok(bought) = tokio::time::timeout(Duration::from_secs(60), purchase).await else {
            panic!("a page does not see the end:\n{}\n{}", shop.state().await, shop.last_words());
        };
        let bought = bought.unwrap();
        assert_eq!(bought.order["status"], "completed", "{:#}", bought.order);
        all.push(bought);
    }
    for once in [
        "select count(*) from shop.orders",
        "select count(*) from shop.orders where status = 'completed'",
        "select count(*) from shop.payments",
        "select count(*) from shop.payments where status = 'captured'",
        "select count(*) from shop.deliveries where status = 'delivered'",
        "select count(*) from shop.journals where kind = 'captured'",
        "select count(*) from shop.journals where kind = 'delivered'",
        "select count(*) from shop.sales_documents where kind = 'receipt'",
        "select count(*) from shop.holds",
        "select coalesce(sum(quantity), 0)::bigint from shop.holds where state = 'used'",
    ] {
        assert_eq!(shop.count(once).await, expected, "{once}");
    }
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'closed'").await, 0);
    let left = sqlx::query_scalar::<_, i32>("select stock from shop.products where sku = $1").bind(SKU).fetch_one(&shop.db).await;
    assert_eq!(i64::from(left.unwrap()), STOCK - expected, "no piece is lost, and none is sold twice");
    assert_eq!(manao_shop::ledger::audit(&shop.db).await.unwrap(), []);
    assert_eq!(manao_shop::orders::issue::audit(&shop.db).await.unwrap(), []);

    let charges = shop.charges().await;
    let mut cost = 0;
    for Bought { order, .. } in &all {
        let paid = charges.iter().filter(|c| c["metadata"]["order"] == order["number"] && c["paid"] == true).count();
        assert_eq!(paid, 1, "{} is paid once", order["number"]);
        let reference = format!("{}-1", order["number"].as_str().unwrap());
        let placed = shop.partner_order(PARTNER, &reference).await;
        assert_eq!(placed["status"], "delivered", "{placed}");
        cost += placed["cost"].as_i64().unwrap();
    }
    assert_eq!(charges.iter().filter(|charge| charge["paid"] == true).count(), all.len(), "nobody paid for nothing");
    // The partner took exactly the cost of these orders: it knows no other reference.
    assert_eq!(shop.float_at_first - shop.float().await, cost);
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn every_order_ends_once_whenever_the_program_is_killed() {
    let shop = Arc::new(Shop::open("program").await);
    let product = product(&shop).await;
    let seed = std::env::var("KILL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_121);
    println!("KILL_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut purchases = Vec::new();
    for (round, (moment, way)) in ROUNDS.into_iter().enumerate() {
        let buyer = shop.member(&format!("killed-{round}")).await;
        for fault in moment.faults(way) {
            shop.fault(fault).await;
        }
        let longest = if matches!(moment, CrashPoint::Asked) { 20 } else { 1200 };
        let delay = Duration::from_millis(random.random_range(0..longest));
        purchases.push(buys(&shop, &buyer, product, format!("70{:06}", round + 1), way));
        moment.comes(&shop, &buyer, delay).await;
        shop.kill_and_restart().await;
        shop.no_faults().await;
    }
    let bought = all_served_once(&shop, purchases).await;
    assert!(bought.iter().any(|bought| bought.resumed > 0), "no open page was cut: the kills came too late");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_shows_soon_when_the_program_died_while_making_it() {
    let shop = Arc::new(Shop::open("maker").await);
    let product = product(&shop).await;
    let mut purchases = Vec::new();
    for (round, moment) in [CrashPoint::AnswerLost, CrashPoint::OrderWritten].into_iter().enumerate() {
        let buyer = shop.member(&format!("waiting-{round}")).await;
        for fault in moment.faults(Way::Code) {
            shop.fault(fault).await;
        }
        purchases.push(buys(&shop, &buyer, product, format!("72{:06}", round + 1), Way::Code));
        moment.comes(&shop, &buyer, Duration::ZERO).await;
        // The attempt is in progress, not only requested.
        let claimed = "select count(*) from shop.payments p join shop.orders o on o.id = p.order_id where o.user_id = $1 and p.charge_tries = 1";
        seen(&shop, &buyer, claimed).await;
        shop.kill_and_restart().await;
        shop.no_faults().await;
        let back = tokio::time::Instant::now();
        let shown = "select count(*) from shop.payments p join shop.orders o on o.id = p.order_id where o.user_id = $1 and p.qr_payload is not null";
        seen(&shop, &buyer, shown).await;
        assert!(back.elapsed() < Duration::from_secs(30), "{moment:?}: {:?}", back.elapsed());
        let number = number(&shop, &buyer).await;
        let charges = shop.charges().await;
        let charges: Vec<_> = charges.iter().filter(|charge| charge["metadata"]["order"] == number).collect();
        assert_eq!(charges.len(), 1, "{charges:#?}");
    }
    all_served_once(&shop, purchases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shop_recovers_by_itself_when_its_database_is_killed() {
    let shop = Arc::new(Shop::open("database").await);
    let product = product(&shop).await;
    let mut random = StdRng::seed_from_u64(7);
    let mut purchases = Vec::new();
    for kill in 0..4 {
        for buyer in 0..2 {
            let number = kill * 2 + buyer;
            let buyer = shop.member(&format!("cut-{number}")).await;
            purchases.push(buys(&shop, &buyer, product, format!("71{:06}", number + 1), Way::Code));
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(50..900))).await;
        let killed = shop.kill_database();
        until("another database runs", async || shop.postmaster().is_some_and(|pid| pid != killed)).await;
        shop.ready().await;
    }
    let all = all_served_once(&shop, purchases).await;
    let pictures = |folder: &Path| std::fs::read_dir(folder.join("files")).map(Iterator::count).unwrap_or_default();
    let (orders, faults, files) = shop
        .in_a_copy(async |db, folder| {
            let delivered = "select count(*) from shop.deliveries d join shop.orders o on o.id = d.order_id
                             where d.status = 'delivered' and o.status = 'completed' and exists (select from shop.sales_documents s where s.order_id = o.id and s.kind = 'receipt')";
            let orders: i64 = sqlx::query_scalar(delivered).fetch_one(db).await.unwrap();
            (orders, manao_shop::ledger::audit(db).await.unwrap(), pictures(folder))
        })
        .await;
    assert_eq!((usize::try_from(orders).unwrap(), faults), (all.len(), vec![]), "the copy holds every order and its books");
    assert!(files > 0, "and the files");
}
