//! Coupons: collected under a quota, checked against a purchase, reserved with the order, given back when it expires.

use std::time::Duration;

use futures_util::future::join_all;
use manao_shop::ledger;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::mobile::{POSTPAID, PREPAID};
use crate::orders::shop::{Shop, by_number, direct};
use crate::support::{Answer, Client};

/// Creates a coupon that is valid for a day; `more` sets the differences.
async fn coupon(shop: &Shop, code: &str, more: &str) -> i64 {
    let sql = format!(
        "insert into shop.coupons (code, title_th, title_en, kind, amount_satang, starts_at, ends_at)
         values ('{code}', 'คูปอง', 'Coupon', 'amount', 1000, now() - interval '1 hour', now() + interval '1 day') returning id"
    );
    let db = &shop.world.app.db;
    let id: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(db).await.unwrap();
    if !more.is_empty() {
        sqlx::query(sqlx::AssertSqlSafe(format!("update shop.coupons set {more} where id = {id}"))).execute(db).await.unwrap();
    }
    id
}

fn with(product: i64, quantity: i64, total: i64, code: &str) -> Value {
    let mut request = direct(product, quantity, total);
    request["couponCode"] = json!(code);
    request
}

async fn place(client: &Client, request: Value) -> Answer {
    client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), request).await
}

async fn check(client: &Client, code: &str, product: i64, quantity: i64) -> Value {
    let request = direct(product, quantity, 0);
    client.post("/coupon/check-coupon", json!({"code": code, "direct": request["direct"]})).await.ok()
}

/// Returns the uses of all coupons, as counted by them and as held by orders.
async fn used(shop: &Shop) -> (i64, i64) {
    let held = "select coalesce(sum(quantity), 0)::bigint from shop.holds where kind = 'coupon' and state <> 'released'";
    (shop.count("select coalesce(sum(used), 0) from shop.coupons").await, shop.count(held).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_is_collected_once_and_shown_for_what_it_is() {
    let shop = Shop::open().await;
    coupon(&shop, "LIME10", "quota_per_user = 1").await;
    coupon(&shop, "OVER", "ends_at = now() - interval '1 minute'").await;
    let mali = shop.world.user("mali").await;
    let mine = mali.post("/coupon/redeem-coupon", json!({"code": " lime-10 "})).await.ok();
    assert_eq!((&mine["code"], &mine["status"], &mine["usesLeft"]), (&json!("LIME10"), &json!("usable"), &json!(1)));
    mali.post("/coupon/redeem-coupon", json!({"code": "LIME10"})).await.refused(409, "coupon_already_redeemed");
    mali.post("/coupon/redeem-coupon", json!({"code": "NOSUCH"})).await.refused(404, "coupon_not_found");
    mali.post("/coupon/redeem-coupon", json!({"code": "'; drop table coupons"})).await.refused(404, "coupon_not_found");
    mali.post("/coupon/redeem-coupon", json!({"code": "OVER"})).await.refused(409, "coupon_over");
    let list = mali.post("/user-coupon/get-my-coupon", json!({"page": 1, "perPage": 10})).await.ok();
    assert_eq!(list["total"], 1);
    let chai = shop.world.user("chai").await;
    assert_eq!(chai.post("/user-coupon/get-my-coupon", json!({})).await.ok()["total"], 0, "another's are not shown");

    let product = shop.product(5_000).await;
    let order = place(&mali, with(product, 1, 4_000, "lime10")).await.ok();
    assert_eq!((&order["couponCode"], &order["discountSatang"]), (&json!("LIME10"), &json!(1_000)));
    assert_eq!((&order["lines"][0]["discountSatang"], &order["lines"][0]["totalSatang"]), (&json!(1_000), &json!(4_000)));
    for (status, total) in [("usable", 0), ("used", 1), ("expired", 0)] {
        let list = mali.post("/user-coupon/get-my-coupon", json!({"status": status})).await.ok();
        assert_eq!(list["total"], total, "{status}");
    }
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(mali.post("/user-coupon/get-my-coupon", json!({"status": "usable"})).await.ok()["total"], 1);
    shop.world.advance(Duration::from_secs(2 * 86_400)).await;
    let mali = shop.world.session(mali.user_id).await;
    assert_eq!(mali.post("/user-coupon/get-my-coupon", json!({"status": "expired"})).await.ok()["total"], 1);
    let suspended = shop.world.suspended("bad").await;
    suspended.post("/coupon/redeem-coupon", json!({"code": "LIME10"})).await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_places_have_five_collectors() {
    let shop = Shop::open().await;
    coupon(&shop, "FIRST5", "quota_collect = 5").await;
    let mut people = Vec::new();
    for number in 0..20 {
        people.push(shop.world.user(&format!("person{number}")).await);
    }
    let answers = join_all(people.iter().map(|person| person.post("/coupon/redeem-coupon", json!({"code": "FIRST5"})))).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status.is_success());
    assert_eq!(won.len(), 5);
    for answer in lost {
        answer.refused(409, "coupon_quota_reached");
    }
    assert_eq!(shop.count("select collected::bigint from shop.coupons").await, 5);
    assert_eq!(shop.count("select count(*) from shop.user_coupons").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_says_what_comes_off_or_why_not() {
    let shop = Shop::open().await;
    let product = shop.product(5_000).await;
    coupon(&shop, "PLAIN", "").await;
    coupon(&shop, "SOON", "starts_at = now() + interval '1 hour'").await;
    coupon(&shop, "BIG", "minimum_satang = 10001").await;
    coupon(&shop, "OTHER", "scope = 'games', scope_ids = '{999999}'").await;
    coupon(&shop, "GONE", "active = false").await;
    coupon(&shop, "EMPTY", "quota_total = 1, used = 1").await;
    coupon(&shop, "TENTH", "kind = 'percent', amount_satang = null, basis_points = 1000, max_satang = 700").await;
    let mali = shop.world.user("mali").await;
    let plain = check(&mali, "plain", product, 2).await;
    assert_eq!((&plain["usable"], &plain["discountSatang"]), (&json!(true), &json!(1_000)));
    assert_eq!(plain["totals"]["totalSatang"], 9_000);
    assert_eq!(check(&mali, "TENTH", product, 1).await["discountSatang"], 500);
    assert_eq!(check(&mali, "TENTH", product, 2).await["discountSatang"], 700);
    for (code, reason) in [
        ("SOON", "coupon_not_started"),
        ("BIG", "coupon_below_minimum"),
        ("OTHER", "coupon_out_of_scope"),
        ("GONE", "coupon_not_usable"),
        ("EMPTY", "coupon_quota_reached"),
    ] {
        let refused = check(&mali, code, product, 2).await;
        assert_eq!((&refused["usable"], &refused["reason"]), (&json!(false), &json!(reason)), "{code}");
        assert_eq!((&refused["discountSatang"], &refused["totals"]["totalSatang"]), (&json!(0), &json!(10_000)));
        place(&mali, with(product, 2, 10_000, code)).await.refused(409, reason);
    }
    let request = direct(product, 1, 0);
    mali.post("/coupon/check-coupon", json!({"code": "NOSUCH", "direct": request["direct"]}))
        .await
        .refused(404, "coupon_not_found");
    let thief = shop.world.user("thief").await;
    let mut refused = 0;
    for number in 0..25 {
        let guess = thief.post("/coupon/redeem-coupon", json!({"code": format!("GUESS{number}")})).await;
        if guess.status == 429 {
            assert!(guess.headers.contains_key("retry-after"));
            refused += 1;
        }
    }
    assert!(refused >= 4, "twenty tries a minute, not more");
    assert_eq!(used(&shop).await, (1, 0), "asking holds nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_are_right_with_a_discount() {
    let shop = Shop::open().await;
    coupon(&shop, "TENTH", "kind = 'percent', amount_satang = null, basis_points = 1000").await;
    let (cards, plenty) = (shop.cards(3_333, 2).await, shop.product(5_000).await);
    let mali = shop.world.user("mali").await;
    mali.post("/cart/add", json!({"productId": cards, "quantity": 2})).await.ok();
    mali.post("/cart/add", json!({"productId": plenty, "quantity": 1, "playerId": "20394817"})).await.ok();
    // 66.66 + 50.00 − 11.67
    let stale = json!({"channel": "promptpay", "expectedTotalSatang": 11_666, "couponCode": "TENTH"});
    let refusal = place(&mali, stale).await.refused(409, "price_changed");
    assert_eq!(refusal["params"]["totalSatang"], 10_499);
    let order = place(&mali, json!({"channel": "promptpay", "expectedTotalSatang": 10_499, "couponCode": "TENTH"})).await.ok();
    assert_eq!((&order["subtotalSatang"], &order["discountSatang"]), (&json!(11_666), &json!(1_167)));
    let shares: i64 = order["lines"].as_array().unwrap().iter().map(|line| line["discountSatang"].as_i64().unwrap()).sum();
    assert_eq!(shares, 1_167, "the lines' shares are the whole");
    shop.pay(&order).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.captured().await, 10_499);
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    assert!(ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
    assert_eq!(shop.count("select count(*) from shop.holds where kind = 'coupon' and state = 'used'").await, 1);
    assert_eq!(used(&shop).await, (1, 1));
    let number = order["number"].as_str().unwrap();
    let receipt = mali.get(&format!("/purchase/receipt/{number}")).await.ok();
    assert_eq!((&receipt["couponCode"], &receipt["discountSatang"]), (&json!("TENTH"), &json!(1_167)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_the_coupon_pays_whole_is_delivered_too() {
    let shop = Shop::open().await;
    let (cards, plenty) = (shop.cards(1_000, 1).await, shop.product(5_000).await);
    coupon(&shop, "FREE", &format!("scope = 'products', scope_ids = '{{{cards}}}'")).await;
    let mali = shop.world.user("mali").await;
    mali.post("/cart/add", json!({"productId": cards, "quantity": 1})).await.ok();
    mali.post("/cart/add", json!({"productId": plenty, "quantity": 1, "playerId": "20394817"})).await.ok();
    let order = place(&mali, json!({"channel": "promptpay", "expectedTotalSatang": 5_000, "couponCode": "FREE"})).await.ok();
    shop.pay(&order).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    assert!(ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
    place(&mali, with(plenty, 1, 0, "FREE")).await.refused(409, "coupon_out_of_scope");
    nothing_to_pay(&shop, &mali).await;
    every_call_judges_what_the_coupon_leaves(&shop, &mali).await;
}

/// Checks a coupon that covers everything: the order is complete at once, without a payment, and once.
async fn nothing_to_pay(shop: &Shop, mali: &Client) {
    let cards = shop.cards(2_000, 2).await;
    coupon(shop, "ALLOFIT", "amount_satang = 999999, quota_per_user = 1").await;
    let payments = shop.count("select count(*) from shop.payments").await;
    let asked = json!({"direct": direct(cards, 1, 0)["direct"], "couponCode": "ALLOFIT"});
    let channels = mali.post("/payment/get-payment-channel-by", asked.clone()).await.ok();
    assert!(channels["items"].as_array().unwrap().iter().all(|channel| channel["allowed"] == true), "{channels:#}");
    let rule = mali.post("/rule/check-rule", asked).await.ok();
    assert_eq!((&rule["allowed"], &rule["totals"]["totalSatang"]), (&json!(true), &json!(0)));

    // Any channel will do, even one that bills a number; pressed three times it is one order.
    let mut wish = with(cards, 1, 0, "ALLOFIT");
    wish["channel"] = json!("ais_prepaid");
    let key = Uuid::new_v4().to_string();
    let answers = join_all((0..3).map(|_| mali.post_once("/purchase/create-order", &key, wish.clone()))).await;
    let orders: Vec<Value> = answers.into_iter().map(Answer::ok).collect();
    let order = &orders[0];
    assert!(orders.iter().all(|other| other["number"] == order["number"]));
    assert_eq!((&order["status"], &order["channel"], &order["totalSatang"]), (&json!("completed"), &json!("none"), &json!(0)));
    assert!(order["paidAt"].is_string() && order["receiptNumber"].is_string() && order.get("payment").is_none(), "{order:#}");
    assert_eq!(order["lines"][0]["delivery"]["hasCode"], true);
    assert!(shop.charges(order).await.is_empty());
    assert_eq!(shop.count("select count(*) from shop.payments").await, payments, "nothing was charged");
    let uses = "select count(*) from shop.holds h join shop.coupons c on c.id = h.ref_id
                where h.kind = 'coupon' and h.state = 'used' and c.code = 'ALLOFIT'";
    assert_eq!(shop.count(uses).await, 1);
    assert!(ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!((&receipt["channel"]["en"], &receipt["totalSatang"]), (&json!("Nothing to pay"), &json!(0)));
    assert_eq!((&receipt["discountSatang"], &receipt["subtotalSatang"]), (&json!(2_000), &json!(2_000)));
    for action in ["cancel", "new_code"] {
        shop.update(mali, order, action).await.refused(409, "order_state");
    }
    place(mali, with(cards, 1, 0, "ALLOFIT")).await.refused(409, "coupon_quota_reached");
}

/// Checks 49 baht less 30: too little for a QR code, enough for a number. The list, the rule, the order and a change of channel agree.
async fn every_call_judges_what_the_coupon_leaves(shop: &Shop, mali: &Client) {
    let product = shop.product(4_900).await;
    coupon(shop, "THIRTY", "amount_satang = 3000").await;
    let wish = with(product, 1, 1_900, "THIRTY");
    let asked = |more: Value| {
        let mut body = json!({"direct": wish["direct"], "couponCode": "THIRTY"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let channels = "/payment/get-payment-channel-by";
    let judged = |list: &Value| -> Vec<(String, bool, Value)> {
        // The three that tell the amounts apart; banks and cards take from 20 baht like the QR code.
        let items = list["items"].as_array().unwrap().iter().take(3);
        items
            .map(|channel| {
                let code = channel["code"].as_str().unwrap().to_owned();
                (code, channel["allowed"] == true, channel["reason"]["code"].clone())
            })
            .collect()
    };
    let expected = [
        ("promptpay".to_owned(), false, json!("channel_minimum")),
        ("ais_prepaid".to_owned(), true, Value::Null),
        ("ais_postpaid".to_owned(), true, Value::Null),
    ];
    assert_eq!(judged(&mali.post(channels, asked(json!({}))).await.ok()), expected);
    let rule = async |more: Value| {
        let answer = mali.post("/rule/check-rule", asked(more)).await.ok();
        (answer["allowed"] == true, answer["reasons"][0]["code"].clone(), answer["totals"]["totalSatang"].clone())
    };
    assert_eq!(rule(json!({})).await, (true, Value::Null, json!(1_900)), "by a number");
    assert_eq!(rule(json!({"channel": "promptpay"})).await, (false, json!("channel_minimum"), json!(1_900)));
    let by = |number: &str| json!({"channel": "ais_prepaid", "mobileNumber": number});
    assert_eq!(rule(by(PREPAID)).await, (true, Value::Null, json!(1_900)));
    assert_eq!(rule(by(POSTPAID)).await, (false, json!("channel_number"), json!(1_900)));
    assert_eq!(rule(json!({"couponCode": "NOSUCH"})).await, (false, json!("coupon_not_found"), json!(4_900)));
    let mine = json!({"channel": "ais_prepaid", "myNumber": true});
    assert_eq!(rule(mine).await, (false, json!("mobile_number_missing"), json!(1_900)));
    let refused = place(mali, wish.clone()).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_minimum");

    let mut by_number = by_number(product, 1_900, PREPAID);
    by_number["couponCode"] = json!("THIRTY");
    let order = place(mali, by_number).await.ok();
    let of_order = json!({"orderNumber": order["number"]});
    assert_eq!(judged(&mali.post(channels, of_order.clone()).await.ok()), expected, "by the order's own total");
    let change = json!({"number": order["number"], "action": "change_channel", "channel": "promptpay"});
    let refused = mali.post("/purchase/update-order-status", change).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_minimum");

    mali.post(channels, asked(json!({"couponCode": "NOSUCH"}))).await.refused(404, "coupon_not_found");
    let anon = shop.world.anon();
    anon.post(channels, asked(json!({}))).await.refused(401, "session_required");
    anon.post(channels, of_order.clone()).await.refused(404, "order_not_found");
    shop.world.user("thief").await.post(channels, of_order).await.refused(404, "order_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_buyers_of_fifty_uses() {
    let shop = Shop::open().await;
    coupon(&shop, "FIFTY", "quota_total = 50, quota_per_user = 1").await;
    let product = shop.product(5_000).await;
    let mut buyers = Vec::new();
    for number in 0..200 {
        buyers.push(shop.world.user(&format!("buyer{number}")).await);
    }
    // In a rush some clients have to retry in a moment.
    let request = with(product, 1, 4_000, "FIFTY");
    let answers = join_all(buyers.iter().map(|buyer| buyer.insist("/purchase/create-order", &request))).await;
    let (won, lost): (Vec<_>, Vec<_>) = buyers.iter().zip(answers).partition(|(_, answer)| answer.status.is_success());
    assert_eq!(won.len(), 50);
    for (_, answer) in lost {
        answer.refused(409, "coupon_quota_reached");
    }
    assert_eq!(used(&shop).await, (50, 50));
    assert_eq!(shop.count("select count(*) from shop.holds where kind = 'coupon'").await, 50);
    assert_eq!(shop.count("select count(*) from shop.orders").await, 50, "who was too late has no order");
    // And is never asked for money: the provider knows the charges of the fifty.
    let winners = won.iter().map(|(buyer, order)| shop.until_payment(buyer, &order.body, "awaiting"));
    let paid = join_all(winners).await;
    for answer in join_all(paid.iter().map(|order| shop.pay(order))).await {
        answer.ok();
    }
    let booked = async || (shop.count("select count(*) from shop.journals where kind = 'captured'").await == 50).then_some(());
    shop.world.until("the fifty are booked", booked).await;
    assert_eq!(shop.captured().await, 50 * 4_000);
    let list = shop.outside(reqwest::Method::GET, "/opn/charges?limit=1", json!({})).await.ok();
    assert_eq!((&list["total"], shop.count("select count(*) from shop.payments").await), (&json!(50), 50));
    assert_eq!(shop.count("select count(*) from shop.holds where kind = 'coupon' and state = 'used'").await, 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_in_many_tabs_has_one_use() {
    let shop = Shop::open().await;
    coupon(&shop, "ONCE", "quota_per_user = 1").await;
    let product = shop.product(5_000).await;
    let mali = shop.world.user("mali").await;
    let answers = join_all((0..6).map(|_| place(&mali, with(product, 1, 4_000, "ONCE")))).await;
    let won: Vec<_> = answers.into_iter().filter(|answer| answer.status.is_success()).collect();
    assert_eq!((won.len(), used(&shop).await), (1, (1, 1)));
    let order = won.into_iter().next().unwrap().ok();

    // Nor has another account of the same person.
    let again = shop.world.user("again").await;
    shop.verify_email(&mali, "mali@lime.example").await;
    shop.verify_email(&again, "mali+1@lime.example").await;
    place(&again, with(product, 1, 4_000, "ONCE")).await.refused(409, "coupon_quota_reached");
    assert_eq!(check(&again, "ONCE", product, 1).await["reason"], "coupon_quota_reached");
    again.post("/coupon/redeem-coupon", json!({"code": "ONCE"})).await.refused(409, "coupon_already_redeemed");

    // A cancelled order releases it; so does an expired one, through the scheduler.
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(used(&shop).await, (0, 0));
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(used(&shop).await, (0, 0), "once");
    place(&mali, with(product, 1, 4_000, "ONCE")).await.ok();
    shop.wait(1_801).await;
    shop.world.until("it is given back", async || (used(&shop).await == (0, 0)).then_some(())).await;
    let mali = shop.world.session(mali.user_id).await;
    place(&mali, with(product, 1, 4_000, "ONCE")).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn late_money_takes_the_coupon_again_if_it_is_there() {
    let shop = Shop::open().await;
    coupon(&shop, "LAST", "quota_total = 1").await;
    let product = shop.product(5_000).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let order = shop.world.user("early").await;
    let early = place(&order, with(product, 1, 4_000, "LAST")).await.ok();
    shop.update(&order, &early, "cancel").await.ok();
    assert_eq!(used(&shop).await, (0, 0));
    shop.pay_late(&early["payment"]["transactionId"]).await.ok();
    shop.until(&order, &early, "completed", |order| order["status"] == "completed").await;
    assert_eq!(used(&shop).await, (1, 1), "it is taken again");
    assert_eq!(shop.count("select count(*) from shop.holds where kind = 'coupon' and state = 'used'").await, 1);

    // Used up in the meantime: the money is safe, and an operator decides.
    sqlx::query("update shop.coupons set quota_total = 2").execute(&shop.world.app.db).await.unwrap();
    let late = place(&mali, with(product, 1, 4_000, "LAST")).await.ok();
    shop.update(&mali, &late, "cancel").await.ok();
    place(&chai, with(product, 1, 4_000, "LAST")).await.ok();
    shop.pay_late(&late["payment"]["transactionId"]).await.ok();
    let ended = shop.until(&mali, &late, "error", |order| order["status"] == "error").await;
    let delivery = &ended["lines"][0]["delivery"];
    assert_eq!((&delivery["status"], &delivery["failureCode"]), (&json!("repair"), &json!("coupon_gone")));
    assert_eq!(used(&shop).await, (2, 2), "the quota holds");
    assert_eq!(shop.balance("customer_prepaid").await, -4_000);
    assert!(ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
    let inbox = mali.post("/user-notification/get-my-inbox", json!({})).await.ok();
    let kinds: Vec<&str> = inbox["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["order_repair", "order_late_payment"]);
    let sent = |kind: &str| (kind.to_owned(), "sent".to_owned());
    assert_eq!(shop.world.mails(&mali).await, [sent("paid_late"), sent("repair_begun")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_closed_line_had_set_aside_is_for_sale_again() {
    let shop = Shop::open().await;
    coupon(&shop, "LAST", "quota_total = 1").await;
    let cards = shop.cards(5_000, 3).await;
    shop.flash_sale(cards, 4_500, 2).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let order = place(&mali, with(cards, 1, 3_500, "LAST")).await.ok();
    shop.update(&mali, &order, "cancel").await.ok();
    place(&chai, with(cards, 1, 3_500, "LAST")).await.ok();
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let ended = shop.until(&mali, &order, "error", |order| order["status"] == "error").await;
    assert_eq!(ended["lines"][0]["delivery"]["failureCode"], "coupon_gone");
    let left = async || {
        let free = shop.count("select count(*) from shop.voucher_codes where state = 'free'").await;
        let stock = shop.count("select stock::bigint from shop.products where stock is not null").await;
        (free, stock, shop.count("select taken::bigint from shop.flash_sales").await)
    };
    assert_eq!(left().await, (1, 1, 2));

    let staff = shop.world.operator("staff").await;
    let id = shop.count("select id from shop.deliveries where status = 'repair'").await;
    for _ in 0..2 {
        let decision = json!({"action": "close", "note": "paid back by bank transfer"});
        assert_eq!(staff.post(&format!("/console/repairs/{id}"), decision).await.status, 204);
        assert_eq!(left().await, (2, 2, 1), "the other buyer's piece stays hers");
    }
    assert_eq!(shop.balance("refund_payable").await, -3_500);
    assert!(ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_line_gives_its_coupon_back_unless_the_payment_was_disputed() {
    let shop = Shop::open().await;
    coupon(&shop, "ONCE", "quota_per_user = 1").await;
    let product = shop.product(5_000).await;
    let staff = shop.world.operator("staff").await;
    for (name, is_disputed) in [("mali", false), ("chai", true)] {
        let client = shop.world.user(name).await;
        shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed"})).await;
        let order = place(&client, with(product, 1, 4_000, "ONCE")).await.ok();
        shop.pay(&order).await.ok();
        let failed = shop.until(&client, &order, "error", |order| order["status"] == "error").await;
        shop.no_faults().await;
        if is_disputed {
            let charge = failed["payment"]["transactionId"].as_str().unwrap();
            shop.dashboard(&format!("/charges/{charge}/dispute"), json!({})).await;
            shop.until(&client, &order, "disputed", |order| order["payment"]["disputedAt"].is_string()).await;
            shop.dashboard(&format!("/charges/{charge}/dispute/lost"), json!({})).await;
            let lost = "select count(*) from shop.captured_charges where dispute = 'lost'";
            shop.world.until("it is lost", async || (shop.count(lost).await == 1).then_some(())).await;
        }
        let before = used(&shop).await;
        let id = shop.count("select id from shop.deliveries where status = 'repair'").await;
        let decision = json!({"action": "close", "note": "paid back"});
        assert_eq!(staff.post(&format!("/console/repairs/{id}"), decision).await.status, 204);
        let back = i64::from(!is_disputed);
        assert_eq!(used(&shop).await, (before.0 - back, before.1 - back), "{name}");
        let next = place(&client, with(product, 1, 4_000, "ONCE")).await;
        if is_disputed {
            next.refused(409, "coupon_quota_reached");
        } else {
            next.ok();
        }
    }
}
