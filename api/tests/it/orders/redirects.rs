//! Paying in the apps and on the pages of banks and wallets: there and back, handed over to a phone, and channels that close by themselves.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::paying::told;
use crate::orders::shop::{Shop, direct};
use crate::support::Client;

const PRICE: i64 = 4_900;

/// Banks and wallets, with the provider's names of them.
const CHANNELS: [(&str, &str); 7] = [
    ("kbank", "mobile_banking_kbank"),
    ("bbl", "mobile_banking_bbl"),
    ("ktb", "mobile_banking_ktb"),
    ("bay", "mobile_banking_bay"),
    ("scb", "mobile_banking_scb"),
    ("wallet", "truemoney_jumpapp"),
    ("linepay", "rabbit_linepay"),
];

/// Orders one piece by a channel that leads to the bank's page.
pub async fn buy(client: &Client, product: i64, channel: &str, device: &str) -> Value {
    buy_by(client, direct(product, 1, PRICE), channel, device).await
}

async fn buy_by(client: &Client, mut body: Value, channel: &str, device: &str) -> Value {
    body["channel"] = json!(channel);
    body["device"] = json!(device);
    let answer = client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await;
    assert_eq!((answer.status.as_u16(), &answer.body["payment"]["status"]), (201, &json!("awaiting")), "{:#}", answer.body);
    assert_eq!(answer.body["paymentFlow"], "redirect");
    answer.body
}

/// Answers on the bank's page; returns the address to which it leads back.
pub async fn at_the_bank(page: &Value, answer: &str) -> String {
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let sent = http
        .post(page.as_str().expect("a page of the bank"))
        .form(&[("answer", answer), ("passcode", "123456")])
        .send()
        .await
        .unwrap();
    assert!(sent.status().is_redirection(), "{}", sent.status());
    sent.headers()["location"].to_str().unwrap().to_owned()
}

/// Reads number and state from the address.
pub fn of_return(address: &str) -> Value {
    let url = url::Url::parse(address).unwrap();
    let value = |name: &str| url.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned();
    json!({"number": value("number"), "state": value("state")})
}

#[tokio::test(flavor = "multi_thread")]
async fn each_channel_leads_there_and_back() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let anyone = shop.world.anon();
    let mut last = String::new();
    for (channel, source) in CHANNELS {
        let order = buy(&mali, product, channel, "android").await;
        let charge = shop.charges(&order).await.remove(0);
        assert_eq!(
            (&charge["source"]["type"], &charge["source"]["platform_type"]),
            (&json!(source), &json!("ANDROID")),
            "{channel}"
        );
        assert_eq!((&order["payment"]["device"], &order["payment"]["nameAtBank"]), (&json!("android"), &json!("OPN*MANAO")));

        // Back without an answer: it is pending, and never said to have failed.
        let page = order["payment"]["authorizeUrl"].clone();
        let back = at_the_bank(&page, "leave").await;
        assert!(back.starts_with(&format!("{}/en/purchase/result?", shop.world.app.settings.public_url)), "{back}");
        let waiting = anyone.post("/purchase/returned", of_return(&back)).await.ok();
        assert_eq!(
            (&waiting["payment"]["status"], &waiting["payment"]["authorizeUrl"]),
            (&json!("awaiting"), &page),
            "{channel}"
        );

        // Paid: whoever comes back reads it at once, whether or not the webhook came, and nothing about the buyer.
        let back = at_the_bank(&page, "pay").await;
        let paid = anyone.post("/purchase/returned", of_return(&back)).await.ok();
        assert_eq!((&paid["payment"]["status"], paid["paidAt"].is_string()), (&json!("captured"), true), "{channel} {paid:#}");
        assert_eq!((paid["payment"].get("authorizeUrl"), &paid["totalSatang"]), (None, &json!(PRICE)));
        for hidden in ["20394817", "mali"] {
            assert!(!paid.to_string().contains(hidden), "{paid:#}");
        }
        // Again, later, from another browser: the order's state counts.
        assert_eq!(anyone.post("/purchase/returned", of_return(&back)).await.ok()["payment"]["status"], "captured");
        shop.until_paid(&mali, &order).await;
        assert_eq!(shop.read(&mali, &order).await["payment"].get("authorizeUrl"), None);
        last = back;
    }
    assert_eq!(shop.captured().await, PRICE * 7);
    // Twenty minutes later it is no less paid.
    shop.world.advance(Duration::from_secs(1_200)).await;
    let mali = shop.world.session(mali.user_id).await;
    assert_eq!(anyone.post("/purchase/returned", of_return(&last)).await.ok()["payment"]["status"], "captured");
    let usual = anyone.post("/payment/get-payment-channel-by", json!({})).await.ok();
    let bank = usual["items"].as_array().unwrap().iter().find(|channel| channel["code"] == "kbank").unwrap();
    assert_eq!((&bank["onPhone"], bank.get("usualSeconds")), (&json!(true), None), "one payment measures nothing");
    assert_eq!(bank["refund"], json!({"whole": false, "part": false, "to": "bank_transfer"}));

    // Another order's state opens nothing, and neither does anything else.
    let other = buy(&mali, product, "scb", "ios").await;
    let back = of_return(&at_the_bank(&other["payment"]["authorizeUrl"], "leave").await);
    let first = buy(&mali, product, "linepay", "web").await;
    for (number, state) in [
        (&first["number"], &back["state"]),
        (&other["number"], &json!("")),
        (&other["number"], &json!("a".repeat(64))),
        (&other["number"], &json!("a".repeat(100_000))),
        (&other["number"], &json!(&back["state"].as_str().unwrap()[..20])),
        (&json!("nonsense"), &back["state"]),
    ] {
        anyone.post("/purchase/returned", json!({"number": number, "state": state})).await.refused(404, "order_not_found");
    }
    // A week later it opens nothing either.
    shop.world.advance(Duration::from_secs(7 * 86_400)).await;
    anyone.post("/purchase/returned", back).await.refused(404, "order_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_at_the_bank_another_way_pays_the_same_order() {
    let shop = Shop::open().await;
    let db = &shop.world.app.db;
    let product = shop.counted(7_000, 1).await;
    shop.flash_sale(product, PRICE + 1_000, 1).await;
    let coupon = "insert into shop.coupons (code, title_th, title_en, kind, amount_satang, quota_per_user, starts_at, ends_at)
                  values ('ONCE', 'คูปอง', 'Coupon', 'amount', 1000, 1, now() - interval '1 hour', now() + interval '1 day')";
    sqlx::query(coupon).execute(db).await.unwrap();
    let mali = shop.world.user("mali").await;
    let mut wish = direct(product, 1, PRICE);
    wish["couponCode"] = json!("ONCE");
    let order = buy_by(&mali, wish, "wallet", "ios").await;
    let back = of_return(&at_the_bank(&order["payment"]["authorizeUrl"], "refuse").await);
    let failed = shop.world.anon().post("/purchase/returned", back.clone()).await.ok();
    assert_eq!((&failed["payment"]["status"], &failed["status"]), (&json!("failed"), &json!("pending")));
    assert!(failed["payment"]["failureCode"].is_string());

    // Another bank on the same order: the first page can no longer be paid, and its return tells how the order stands.
    let change = json!({"number": order["number"], "action": "change_channel", "channel": "kbank", "device": "ios"});
    let changed = mali.post("/purchase/update-order-status", change.clone()).await.ok();
    assert_eq!((&changed["channel"], &changed["payment"]["status"]), (&json!("kbank"), &json!("awaiting")));
    let second = mali
        .post(
            "/purchase/update-order-status",
            json!({"number": order["number"], "action": "change_channel", "channel": "scb", "device": "ios"}),
        )
        .await
        .ok();
    // Price, tax, sale, coupon and the channel's rule change while the buyer is at the bank: what was ordered is paid.
    for change in [
        "update shop.products set price_satang = 9900, vat_excluded = true",
        "update shop.flash_sales set ends_at = now() - interval '1 minute'",
        "update shop.coupons set active = false",
        "update shop.payment_channels set open = false, min_satang = 99000",
    ] {
        sqlx::query(change).execute(db).await.unwrap();
    }
    at_the_bank(&changed["payment"]["authorizeUrl"], "pay").await;
    let page = &second["payment"]["authorizeUrl"];
    at_the_bank(page, "pay").await;
    let told = shop.world.anon().post("/purchase/returned", back).await.ok();
    assert_eq!((&told["payment"]["status"], &told["channel"]), (&json!("captured"), &json!("scb")));
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.captured().await, PRICE, "paid once");
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!(
        (&receipt["totalSatang"], &receipt["discountSatang"], &receipt["vatSatang"]),
        (&json!(PRICE), &json!(1_000), &json!(0))
    );
    let uses =
        "select used::bigint + (select count(*) from shop.holds where kind = 'coupon' and state <> 'released') from shop.coupons";
    assert_eq!(shop.count(uses).await, 2, "one use, counted and held once");
    assert_eq!(shop.world.audit().await, []);
    let states: Vec<_> = shop.charges(&order).await.iter().map(|charge| charge["status"].clone()).collect();
    assert_eq!(states.iter().filter(|state| **state == "successful").count(), 1, "{states:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_the_return_or_the_webhook_comes_first_the_order_is_paid_once() {
    const ORDERS: i64 = 20;
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let anyone = shop.world.anon();
    shop.fault(json!({"kind": "webhook_twice"})).await;
    let mut buyers = Vec::new();
    for number in 0..ORDERS {
        buyers.push(shop.world.user(&format!("buyer{number}")).await);
    }
    let rounds = buyers.iter().zip(0..).map(async |(buyer, number)| {
        let order = buy(buyer, product, "kbank", "android").await;
        let page = &order["payment"]["authorizeUrl"];
        let back = of_return(&at_the_bank(page, "leave").await);
        let returns = || join_all((0..10).map(|_| anyone.insist("/purchase/returned", &back)));
        // The page asks while the money comes, or after the provider has told.
        if number % 2 == 0 {
            tokio::join!(at_the_bank(page, "pay"), returns());
        } else {
            at_the_bank(page, "pay").await;
        }
        for answer in returns().await {
            assert_eq!(answer.ok()["payment"]["status"], "captured");
        }
        shop.until(buyer, &order, "completed", |order| order["status"] == "completed").await
    });
    let orders: Vec<Value> = stream::iter(rounds).buffer_unordered(4).collect().await;
    let receipts: BTreeSet<_> = orders.iter().map(|order| order["receiptNumber"].as_str().unwrap()).collect();
    assert_eq!(receipts.len(), buyers.len());
    for once in [
        "select count(*) from shop.payments where status = 'captured'",
        "select count(*) from shop.journals where kind = 'captured'",
        "select count(*) from shop.journals where kind = 'delivered'",
        "select count(*) from shop.deliveries where status = 'delivered'",
        "select count(*) from shop.order_events where kind = 'paid'",
        "select count(*) from shop.order_events where kind = 'delivered'",
        "select count(*) from shop.sales_documents",
    ] {
        assert_eq!(shop.count(once).await, ORDERS, "{once}");
    }
    assert_eq!(shop.captured().await, PRICE * ORDERS);
    for buyer in &buyers {
        assert_eq!(told(buyer).await, ["order_delivered"]);
        assert_eq!(shop.world.mails(buyer).await, [("receipt".to_owned(), "sent".to_owned())]);
    }
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_hands_the_payment_over_to_a_phone() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = buy(&mali, product, "ktb", "web").await;
    let number = json!({"number": order["number"]});
    let token = |link: &Value| {
        let url = url::Url::parse(link["url"].as_str().unwrap()).unwrap();
        url.query_pairs().find(|(key, _)| key == "handover").unwrap().1.into_owned()
    };
    let old = mali.post("/purchase/hand-over", number.clone()).await.ok();
    let link = mali.post("/purchase/hand-over", number.clone()).await.ok();
    assert_eq!(link["expiresAt"], order["payment"]["expiresAt"]);
    // The same way by the inbox, once for this hand-over.
    let to_inbox =
        async |client: &Client, order: &Value| client.post("/purchase/hand-over/inbox", json!({"number": order["number"]})).await;
    to_inbox(&shop.world.user("thief").await, &order).await.refused(404, "order_not_found");
    assert_eq!(
        [to_inbox(&mali, &order).await.ok(), to_inbox(&mali, &order).await.ok()],
        [json!({"isNew": true}), json!({"isNew": false})]
    );
    let inbox = async || mali.post("/user-notification/get-my-inbox", json!({})).await.ok();
    let message = inbox().await["items"][0].clone();
    assert_eq!(
        (&message["kind"], &message["href"]),
        (&json!("order_hand_over"), &json!(format!("/payment/process?order={}", order["number"].as_str().unwrap())))
    );
    assert!(!message.to_string().contains("handover"), "it needs the session: {message:#}");
    // Taken back by its reader, it is written again when asked for.
    mali.post("/user-notification/delete-inbox", json!({"ids": [message["id"]]})).await.ok();
    assert_eq!(to_inbox(&mali, &order).await.ok(), json!({"isNew": true}));
    assert_eq!(inbox().await["unread"], 1);

    let phone = shop.world.anon();
    let open =
        async |token: &str, device: &str| phone.post("/purchase/hand-over/open", json!({"token": token, "device": device})).await;
    open(&token(&old), "android").await.refused(410, "hand_over_over");
    open("nonsense", "android").await.refused(410, "hand_over_over");

    // While the provider is away, nothing is used up.
    shop.fault(json!({"kind": "opn_down", "times": 1})).await;
    let away = open(&token(&link), "android").await;
    assert!(matches!(away.status.as_u16(), 200 | 503), "{:#}", away.body);
    let opened = if away.status.is_success() { away.body } else { open(&token(&link), "android").await.ok() };
    assert_eq!((&opened["number"], &opened["totalSatang"], &opened["channel"]), (&order["number"], &json!(PRICE), &json!("ktb")));
    assert!(!opened.to_string().contains("20394817"), "{opened:#}");
    open(&token(&link), "android").await.refused(410, "hand_over_over");

    assert_eq!(
        (&inbox().await["total"], &inbox().await["unread"]),
        (&json!(0), &json!(0)),
        "the message ends with the hand-over"
    );

    // The phone has a charge of its own, and the computer sees that it was opened.
    let seen = shop.read(&mali, &order).await;
    assert_eq!((&seen["payment"]["device"], seen["payment"]["openedOnPhoneAt"].is_string()), (&json!("android"), true));
    assert_eq!(seen["payment"]["authorizeUrl"], opened["authorizeUrl"]);
    at_the_bank(&opened["authorizeUrl"], "pay").await;
    shop.until_paid(&mali, &order).await;
    assert_eq!(shop.captured().await, PRICE);
    mali.post("/purchase/hand-over", number).await.refused(409, "order_state");

    // A code is scanned on any phone: there is nothing to hand over. A number too.
    let by_code = shop.buy(&mali, product, PRICE).await;
    mali.post("/purchase/hand-over", json!({"number": by_code["number"]})).await.refused(409, "order_state");
    to_inbox(&mali, &by_code).await.refused(409, "order_state");
    // Paid meanwhile: the link opens nothing.
    let order = buy(&mali, product, "bay", "web").await;
    let link = mali.post("/purchase/hand-over", json!({"number": order["number"]})).await.ok();
    at_the_bank(&order["payment"]["authorizeUrl"], "pay").await;
    shop.until_paid(&mali, &order).await;
    open(&token(&link), "ios").await.refused(409, "order_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_does_not_answer_closes_and_opens_by_itself() {
    let shop = Shop::with(|settings| {
        settings.channel_trips_after = 2;
        settings.provider_timeout_ms = 300;
        settings.code_wait_ms = 4_000;
    })
    .await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let anyone = shop.world.anon();
    let ktb = async || {
        let all = anyone.post("/payment/get-payment-channel-by", json!({})).await.ok();
        all["items"].as_array().unwrap().iter().find(|channel| channel["code"] == "ktb").unwrap().clone()
    };
    let mut socket = shop.world.socket(&anyone).await;
    socket.subscribe(&json!({"topic": "public:channels"})).await;
    assert_eq!(ktb().await["allowed"], true);

    shop.fault(json!({"kind": "opn_down", "scope": {"source": "mobile_banking_ktb"}})).await;
    let mut body = direct(product, 1, PRICE);
    body["channel"] = json!("ktb");
    for _ in 0..2 {
        let placed = mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body.clone()).await;
        assert_eq!(placed.status, 201, "{:#}", placed.body);
    }
    let closed =
        shop.world.until("the channel closes", async || Some(ktb().await).filter(|channel| channel["allowed"] == false)).await;
    assert_eq!((&closed["reason"]["code"], &closed["reason"]["suits"]), (&json!("channel_down"), &json!("bbl")));
    assert!(closed["reason"]["message"].as_str().unwrap().contains("opens by itself"), "{closed:#}");
    let refused = mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body.clone()).await;
    assert_eq!(refused.refused(409, "channel_not_allowed")["reason"]["code"], "channel_down");
    let told = socket.event("channels.changed").await["data"].clone();
    assert!(told["version"].is_i64());

    // The probe fails while the bank is away, and opens it when it is back.
    shop.world.advance(Duration::from_secs(20)).await;
    shop.world.run_task("payment_channels.probe").await;
    assert_eq!(ktb().await["allowed"], false);
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(20)).await;
    shop.world.run_task("payment_channels.probe").await;
    assert_eq!(ktb().await["allowed"], true);
    let reopened = socket.event("channels.changed").await["data"].clone();
    assert!(reopened["version"].as_i64() > told["version"].as_i64());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_provider_does_not_take_is_not_offered() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let linepay = async || {
        let all = mali.post("/payment/get-payment-channel-by", json!({"direct": direct(product, 1, PRICE)["direct"]})).await.ok();
        all["items"].as_array().unwrap().iter().find(|channel| channel["code"] == "linepay").unwrap().clone()
    };
    assert_eq!(linepay().await["allowed"], true);
    shop.fault(json!({"kind": "opn_method_off", "scope": {"source": "rabbit_linepay"}})).await;
    assert_eq!(linepay().await["allowed"], true, "read an hour ago at most");
    // A refusal that contradicts what was read has it read again.
    let mut body = direct(product, 1, PRICE);
    body["channel"] = json!("linepay");
    let placed = mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await;
    assert_eq!((placed.status.as_u16(), &placed.body["payment"]["status"]), (201, &json!("failed")), "{:#}", placed.body);
    let gone =
        shop.world.until("it is read again", async || Some(linepay().await).filter(|channel| channel["allowed"] == false)).await;
    assert_eq!((&gone["reason"]["code"], &gone["reason"]["suits"]), (&json!("channel_unavailable"), &json!("wallet")));
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(3_700)).await;
    shop.world.until("it is read hourly", async || Some(linepay().await).filter(|channel| channel["allowed"] == true)).await;
    let mali = shop.world.session(mali.user_id).await;
    the_wallet_is_paid_by_its_number(&shop, product, &mali).await;
}

/// The wallet's app is preferred. Without it, the page of the wallet's number takes its place, and asks for a code.
async fn the_wallet_is_paid_by_its_number(shop: &Shop, product: i64, mali: &Client) {
    const NUMBER: &str = "0812345671";
    let wallet = async |by_number: bool| {
        shop.world
            .until("the wallet is paid the other way", async || {
                let all = mali
                    .post("/payment/get-payment-channel-by", json!({"direct": direct(product, 1, PRICE)["direct"]}))
                    .await
                    .ok();
                let listed = all["items"].as_array().unwrap().iter().find(|channel| channel["code"] == "wallet").unwrap().clone();
                (listed["byNumber"] == by_number).then_some(listed)
            })
            .await
    };
    let order = async |number: Value| {
        let mut body = direct(product, 1, PRICE);
        body["channel"] = json!("wallet");
        body["mobileNumber"] = number;
        mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await
    };
    assert_eq!(wallet(false).await["onPhone"], true);
    let by_app = buy(mali, product, "wallet", "web").await;
    assert_eq!((&by_app["payment"]["onPhone"], by_app["payment"].get("mobileNumber")), (&json!(true), None));

    // The provider drops it after the list was shown: the charge is refused, and the list says so from then on.
    shop.fault(json!({"kind": "opn_method_off", "scope": {"source": "truemoney_jumpapp"}})).await;
    let dropped = order(json!(null)).await;
    assert_eq!((dropped.status.as_u16(), &dropped.body["payment"]["status"]), (201, &json!("failed")), "{:#}", dropped.body);
    let listed = wallet(true).await;
    assert_eq!((&listed["allowed"], &listed["onPhone"], &listed["flow"]), (&json!(true), &json!(false), &json!("redirect")));
    for (number, code) in [(json!(null), "field_required"), (json!("021234567"), "mobile_number_invalid")] {
        assert_eq!(order(number).await.refused(422, "fields_invalid")["fields"]["mobileNumber"], code);
    }
    // A new try of an order that was placed without a number: it is asked for with the channel.
    let told = shop.update(mali, &dropped.body, "new_code").await.refused(409, "paying_number_needed");
    assert!(told["message"].as_str().unwrap().contains("choose how to pay again"), "{told:#}");
    shop.verify_number(mali, NUMBER).await;
    let change = json!({"number": dropped.body["number"], "action": "change_channel", "channel": "wallet", "myNumber": true});
    let mine = mali.post("/purchase/update-order-status", change).await.ok();
    assert_eq!((&mine["payment"]["status"], &mine["payment"]["mobileNumber"]), (&json!("awaiting"), &json!("08x-xxx-5671")));

    let placed = order(json!("+66 81-234-5671")).await;
    assert_eq!((placed.status.as_u16(), &placed.body["payment"]["status"]), (201, &json!("awaiting")), "{:#}", placed.body);
    let placed = placed.body;
    let source = shop.charges(&placed).await.remove(0)["source"].clone();
    assert_eq!((&source["type"], &source["phone_number"]), (&json!("truemoney"), &json!(NUMBER)));
    assert!(!placed.to_string().contains(&NUMBER[1..]), "{placed:#}");
    assert_eq!(placed["payment"].get("onPhone"), None);
    mali.post("/purchase/hand-over", json!({"number": placed["number"]})).await.refused(409, "order_state");
    let page = placed["payment"]["authorizeUrl"].as_str().unwrap();
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    assert!(http.get(page).send().await.unwrap().text().await.unwrap().contains("OTP"));
    let code = shop.texted(NUMBER).await;
    let paid = http.post(page).form(&[("answer", "pay"), ("passcode", &code)]).send().await.unwrap();
    assert!(paid.status().is_redirection(), "{}", paid.status());
    shop.until_paid(mali, &placed).await;

    // It is back: a number that was asked for meanwhile is not used, and the next try of an order opens the app.
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(3_700)).await;
    let mali = shop.world.session(mali.user_id).await;
    let read =
        async || mali.post("/payment/get-payment-channel-by", json!({"direct": direct(product, 1, PRICE)["direct"]})).await.ok();
    let is_back = |all: Value| {
        all["items"].as_array().unwrap().iter().any(|channel| channel["code"] == "wallet" && channel["byNumber"] == false)
    };
    shop.world.until("the app is back", async || is_back(read().await).then_some(())).await;
    let mut body = direct(product, 1, PRICE);
    body["channel"] = json!("wallet");
    body["mobileNumber"] = json!(NUMBER);
    let placed = mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await;
    assert_eq!(placed.status, 201, "{:#}", placed.body);
    assert_eq!(shop.charges(&placed.body).await.remove(0)["source"]["type"], "truemoney_jumpapp");
    assert_eq!(placed.body["payment"].get("mobileNumber"), None);
}
