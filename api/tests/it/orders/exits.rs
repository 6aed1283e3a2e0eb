//! Every way out of an order, and which of its holds are released: stock, the flash sale's piece, the coupon's use, and with them the limits of
//! one user.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::mobile::PREPAID;
use crate::orders::shop::{Shop, direct};
use crate::support::{Answer, Client};

const FLASH: i64 = 4_000;
const TOTAL: i64 = FLASH - 1_000;

/// One piece in stock, one in a flash sale, one use of a coupon: each can be had once.
struct Last {
    product: i64,
    coupon: String,
}

impl Last {
    async fn new(shop: &Shop, row: usize) -> Self {
        let product = shop.counted(5_000, 1).await;
        shop.flash_sale(product, FLASH, 1).await;
        let coupon = format!("LAST{row}X");
        sqlx::query(
            "insert into shop.coupons (code, title_th, title_en, kind, amount_satang, quota_total, quota_per_user, starts_at, ends_at)
             values ($1, 'คูปอง', 'Coupon', 'amount', 1000, 1, 1, now() - interval '1 hour', now() + interval '9 days')",
        )
        .bind(&coupon)
        .execute(&shop.world.app.db)
        .await
        .unwrap();
        Self { product, coupon }
    }

    async fn order(&self, client: &Client) -> Answer {
        let mut request = direct(self.product, 1, TOTAL);
        request["couponCode"] = json!(self.coupon);
        client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), request).await
    }

    /// Returns the remaining quantities: pieces in stock and in the sale, uses of the coupon in total and by this user.
    async fn free(&self, shop: &Shop, user_id: i64) -> [i64; 4] {
        let (stock, flash, coupon, own): (i64, i64, i64, i64) = sqlx::query_as(
            "select p.stock::bigint, (f.quantity - f.taken)::bigint, (c.quota_total - c.used)::bigint,
                    1 - shop.pieces_had('coupon', c.id, array[$3], null)
             from shop.products p join shop.flash_sales f on f.product_id = p.id join shop.coupons c on c.code = $2 where p.id = $1",
        )
        .bind(self.product)
        .bind(&self.coupon)
        .bind(user_id)
        .fetch_one(&shop.world.app.db)
        .await
        .unwrap();
        [stock, flash, coupon, own]
    }
}

const BACK: [i64; 4] = [1; 4];
const GONE: [i64; 4] = [0; 4];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Exit {
    Expired,
    Cancelled,
    /// The attempt to pay failed, and no other was made
    PaymentFailed,
    /// A different amount arrived
    WrongAmount,
    /// Paid and refunded before we heard of it
    ReturnedEarly,
    /// Another channel was chosen, and then none
    ChannelChanged,
    /// Staff gave up a line that the partner could not deliver
    ClosedByStaff,
    /// The money went back before the line was sent, and staff gave it up
    VoidedUnsent,
    RefundedWhole,
    RefundedInPart,
    ChargedBack,
    /// Cancelled, paid after all, and delivered
    LateMoney,
    /// The same, but the piece had gone to another buyer; staff gave it up
    LateMoneyTooLate,
}

use Exit::*;

/// The ways out, and what is available again. Delivered pieces never come back, whatever happens to their money.
const EXITS: [(Exit, [i64; 4]); 13] = [
    (Expired, BACK),
    (Cancelled, BACK),
    (PaymentFailed, BACK),
    (WrongAmount, BACK),
    (ReturnedEarly, BACK),
    (ChannelChanged, BACK),
    (ClosedByStaff, BACK),
    (VoidedUnsent, BACK),
    (RefundedWhole, GONE),
    (RefundedInPart, GONE),
    (ChargedBack, GONE),
    (LateMoney, GONE),
    (LateMoneyTooLate, [0, 0, 1, 1]),
];

struct Stage<'a> {
    shop: &'a Shop,
    buyer: &'a Client,
    staff: &'a Client,
    last: &'a Last,
    order: &'a Value,
    charge: &'a str,
}

impl Stage<'_> {
    async fn pay_until(&self, what: &str, check: impl Fn(&Value) -> bool) {
        self.shop.pay_late(&self.order["payment"]["transactionId"]).await.ok();
        self.shop.until(self.buyer, self.order, what, check).await;
    }

    async fn completed(&self) {
        self.pay_until("completed", |order| order["status"] == "completed").await;
    }

    async fn dashboard(&self, way: &str, body: Value) {
        self.shop.dashboard(&format!("/charges/{}/{way}", self.charge), body).await;
    }

    async fn until_moved(&self) {
        let moved = async || {
            let sql = "select refunded_satang + charged_back_satang from shop.captured_charges where charge_id = $1";
            let moved = sqlx::query_scalar(sql).bind(self.charge).fetch_optional(&self.shop.world.app.db).await.unwrap();
            moved.filter(|moved: &i64| *moved > 0).map(drop)
        };
        self.shop.world.until("the money has moved", moved).await;
    }

    async fn close(&self) {
        let repairs = self.staff.get("/console/repairs").await.ok();
        let repair = repairs["items"].as_array().unwrap().iter().find(|repair| repair["orderNumber"] == self.order["number"]);
        let path = format!("/console/repairs/{}", repair.expect("in the queue")["deliveryId"]);
        let closed = self.staff.post(&path, json!({"action": "close", "note": "given up"})).await;
        assert_eq!(closed.status, 204, "{:#}", closed.body);
    }

    async fn leave(&self, exit: Exit) {
        let Self { shop, buyer, order, .. } = self;
        match exit {
            Expired => shop.wait(1_801).await,
            Cancelled => drop(shop.update(buyer, order, "cancel").await.ok()),
            PaymentFailed => {
                shop.outside(reqwest::Method::POST, "/phone/decline", json!({"chargeId": self.charge})).await.ok();
                shop.until_payment(buyer, order, "failed").await;
                shop.world.run_task("orders.let_go").await;
            }
            WrongAmount => {
                shop.fault(json!({"kind": "charge_wrong_amount", "amount": 100})).await;
                self.pay_until("mismatch", |order| order["payment"]["status"] == "mismatch").await;
                shop.wait(1_801).await;
            }
            ReturnedEarly => {
                for _ in 0..2 {
                    shop.fault(json!({"kind": "webhook_lose"})).await;
                }
                shop.pay(order).await.ok();
                self.dashboard("refund", json!({})).await;
                shop.world.run_task("payments.compare").await;
                shop.until_payment(buyer, order, "failed").await;
                shop.world.run_task("orders.let_go").await;
            }
            ChannelChanged => {
                let wish = json!({"number": order["number"], "action": "change_channel", "channel": "ais_prepaid", "mobileNumber": PREPAID});
                buyer.post("/purchase/update-order-status", wish).await.ok();
                assert_eq!(self.last.free(shop, buyer.user_id).await, GONE, "they are held all the time");
                shop.update(buyer, order, "cancel").await.ok();
            }
            ClosedByStaff => {
                shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed"})).await;
                self.pay_until("in repair", |order| order["status"] == "error").await;
                shop.no_faults().await;
                self.close().await;
            }
            VoidedUnsent => {
                shop.fault(json!({"kind": "partner_busy"})).await;
                self.pay_until("retrying", |order| order["lines"][0]["delivery"]["status"] == "retrying").await;
                self.dashboard("void", json!({})).await;
                shop.until(buyer, order, "held", |order| order["status"] == "error").await;
                shop.no_faults().await;
                self.close().await;
            }
            RefundedWhole | RefundedInPart | ChargedBack => {
                self.completed().await;
                match exit {
                    RefundedWhole => self.dashboard("refund", json!({})).await,
                    RefundedInPart => self.dashboard("refund", json!({"amount": 900})).await,
                    _ => self.dashboard("dispute", json!({})).await,
                }
                self.until_moved().await;
            }
            LateMoney => {
                shop.update(buyer, order, "cancel").await.ok();
                self.completed().await;
            }
            LateMoneyTooLate => {
                shop.update(buyer, order, "cancel").await.ok();
                let other = shop.world.user("other").await;
                shop.buy(&other, self.last.product, FLASH).await;
                self.pay_until("in repair", |order| order["status"] == "error").await;
                self.close().await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_out_of_an_order_gives_back_what_nobody_got() {
    let shop = Shop::open().await;
    for (row, (exit, expected)) in EXITS.into_iter().enumerate() {
        shop.no_faults().await;
        let (buyer, staff) = (shop.world.user(&format!("buyer{row}")).await, shop.world.operator(&format!("staff{row}")).await);
        let last = Last::new(&shop, row).await;
        let order = last.order(&buyer).await;
        assert_eq!(order.status, 201, "{exit:?} {:#}", order.body);
        let order = order.body;
        assert_eq!(last.free(&shop, buyer.user_id).await, GONE, "{exit:?}");
        let charge = order["payment"]["transactionId"].as_str().unwrap();
        Stage { shop: &shop, buyer: &buyer, staff: &staff, last: &last, order: &order, charge }.leave(exit).await;
        assert_eq!(last.free(&shop, buyer.user_id).await, expected, "{exit:?}");
        // Limits per user are counted by the same holds.
        let buyer = shop.world.session(buyer.user_id).await;
        if expected == BACK {
            let again = last.order(&buyer).await;
            assert_eq!(again.status, 201, "{exit:?} {:#}", again.body);
        }
    }
    assert_eq!(shop.world.audit().await, []);
    assert_eq!(shop.world.audit_charges().await, []);
}
