//! Goods for a mobile number: checked before paying, activated by the telecom, renewed, cancelled; a stranger's number only with its owner's consent.

use std::time::Duration;

use manao_domain::product::ProductKind;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::paying::told;
use crate::orders::shop::Shop;
use crate::support::{Answer, Client};

/// Prepaid, its owner's; the others' last two digits decide what the telecom does.
const MINE: &str = "0829876671";
const MASKED: &str = "08x-xxx-6671";
const FRIEND: &str = "0898765473";
const DATA: i64 = 4_500;
const PASS: i64 = 9_900;

struct Counter {
    shop: Shop,
    data_game: i64,
    data: i64,
    pass: i64,
}

impl Counter {
    async fn open() -> Self {
        Self::with(Shop::open().await).await
    }

    async fn with(shop: Shop) -> Self {
        let data_game = game(&shop, "game-net", "data_package").await;
        let data = product(&shop, data_game, "game-data-3d", DATA).await;
        let passes = game(&shop, "arcade-club", "subscription").await;
        let pass = product(&shop, passes, "arcade-pass", PASS).await;
        Self { shop, data_game, data, pass }
    }

    async fn check(&self, client: &Client, number: &str) -> Answer {
        client.post("/topup/validate-user", json!({"gameId": self.data_game, "productId": self.data, "playerId": number})).await
    }

    async fn order(&self, client: &Client, product: i64, price: i64, number: &str) -> Answer {
        let body = json!({
            "direct": {"productId": product, "quantity": 1, "playerId": number},
            "channel": "promptpay", "expectedTotalSatang": price, "again": true,
        });
        client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await
    }

    /// Orders for the number and pays.
    async fn buy(&self, client: &Client, product: i64, price: i64, number: &str) -> Value {
        let order = self.order(client, product, price, number).await.ok();
        self.shop.pay(&order).await.ok();
        order
    }

    /// Waits until the order's package is in this state.
    async fn until_package(&self, client: &Client, order: &Value, status: &str) -> Value {
        self.shop.until(client, order, status, |order| order["lines"][0]["activation"]["status"] == status).await
    }

    async fn told(&self, client: &Client, kind: &str) {
        let told = async || (told(client).await.iter().filter(|other| *other == kind).count() == 1).then_some(());
        self.shop.world.until(&format!("{kind} is told"), told).await;
    }

    /// Performs an action of the telecom's staff on the only package.
    async fn staff(&self, action: &str) -> Value {
        let reference: String =
            sqlx::query_scalar("select reference from shop.activations").fetch_one(&self.shop.world.app.db).await.unwrap();
        let path = format!("/telecom/dashboard/packages/{reference}/{action}");
        self.shop.outside(Method::POST, &path, json!({})).await.ok()
    }

    async fn ask_consent(&self, client: &Client, number: &str) -> Answer {
        client.post("/number-consent/send", json!({"mobileNumber": number, "productId": self.data})).await
    }

    async fn give_consent(&self, client: &Client, sent: &Value, code: &str) -> Answer {
        client.post("/number-consent/confirm", json!({"reference": sent["reference"], "code": code})).await
    }

    async fn subscriptions(&self, client: &Client) -> Vec<Value> {
        client.get("/user/subscriptions").await.ok()["items"].as_array().unwrap().clone()
    }

    async fn cancel(&self, client: &Client, package: &Value) -> Answer {
        let body = json!({"lineId": package["lineId"], "version": package["version"]});
        client.post("/user/subscriptions/cancel", body).await
    }
}

async fn game(shop: &Shop, slug: &str, kind: &str) -> i64 {
    sqlx::query_scalar(
        "insert into shop.games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif, target)
         values ($1, 'ais', $1, $2, 'เน็ต', 'Net', 'AIS', '-', '-', 96, 'waves', 'number') returning id",
    )
    .bind(slug)
    .bind(kind)
    .fetch_one(&shop.world.app.db)
    .await
    .unwrap()
}

async fn product(shop: &Shop, game: i64, sku: &str, price: i64) -> i64 {
    sqlx::query_scalar(
        "insert into shop.products (game_id, seller_id, sku, name_th, name_en, price_satang, commission_bp)
         values ($1, $2, $3, 'แพ็กเกจ', 'Package', $4, 1000) returning id",
    )
    .bind(game)
    .bind(shop.seller)
    .bind(sku)
    .bind(price)
    .fetch_one(&shop.world.app.db)
    .await
    .unwrap()
}

/// Checks that nothing of the number but its mask is in an answer.
#[track_caller]
fn is_masked(what: &Value) {
    let text = what.to_string();
    assert!(text.contains(MASKED), "{what:#}");
    assert!(!text.contains("29876671") && !text.contains("987-6671"), "{what:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_for_ones_own_number_turns_active_and_only_its_mask_is_shown() {
    let counter = Counter::open().await;
    let shop = &counter.shop;
    let mali = shop.world.user("mali").await;
    shop.verify_number(&mali, MINE).await;

    let found = counter.check(&mali, "+66 82 987 6671").await.ok();
    assert_eq!(
        (&found["playerId"], &found["displayName"], &found["consentNeeded"]),
        (&json!(MINE), &json!(MASKED), &json!(false))
    );
    assert_eq!(counter.check(&shop.world.anon(), MINE).await.ok().get("consentNeeded"), None);
    counter.check(&mali, "12345").await.refused(422, "mobile_number_invalid");

    // However it is typed it is one line, and a number has a package once.
    let item = |number: &str, quantity: i64| json!({"productId": counter.data, "playerId": number, "quantity": quantity});
    mali.post("/cart/add", item(MINE, 2)).await.refused(422, "number_quantity");
    mali.post("/cart/add", item(MINE, 1)).await.ok();
    let cart = mali.post("/cart/add", item("66829876671", 1)).await.ok();
    let line = &cart["items"][0];
    assert_eq!((cart["items"].as_array().unwrap().len(), &line["quantity"], &line["target"]), (1, &json!(1), &json!("number")));
    assert_eq!((&line["playerId"], &line["consentNeeded"]), (&json!(MASKED), &json!(false)));
    is_masked(&cart);
    mali.post("/cart/update-qunity", json!({"itemId": line["id"], "quantity": 2})).await.refused(422, "number_quantity");
    let body = json!({"channel": "promptpay", "expectedTotalSatang": DATA});
    let order = mali.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await.ok();
    is_masked(&order);
    assert_eq!((&order["lines"][0]["target"], order["lines"][0].get("activation")), (&json!("number"), None));

    let mut page = shop.world.socket(&mali).await;
    page.subscribe(&order["live"]).await;
    shop.pay(&order).await.ok();
    let done = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    let package = &done["lines"][0]["activation"];
    assert_eq!(
        (&package["status"], &package["cancellable"], package.get("nextRenewalAt")),
        (&json!("active"), &json!(false), None)
    );
    let at = |name: &str| package[name].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!((at("expiresAt") - at("activatedAt")).num_days(), 3);
    let event = loop {
        let event = page.event("order.changed").await;
        assert!(!event["data"].to_string().contains("29876671"), "{event:#}");
        if event["data"]["status"] == "completed" {
            break event;
        }
    };
    assert_eq!(&event["data"]["lines"][0]["activation"], package);
    counter.told(&mali, "package_active").await;
    is_masked(&mali.post("/user-notification/get-my-inbox", json!({})).await.ok());

    let number = order["number"].as_str().unwrap();
    is_masked(&done);
    is_masked(&mali.get(&format!("/purchase/receipt/{number}")).await.ok());
    is_masked(&mali.post("/purchase/get-my-purchase", json!({})).await.ok());
    let listed = &counter.subscriptions(&mali).await[0];
    is_masked(listed);
    assert_eq!(
        (&listed["numberMasked"], &listed["orderNumber"], &listed["renews"]),
        (&json!(MASKED), &order["number"], &json!(false))
    );
    let tracked = mali.post("/purchase/track", json!({"number": number, "proof": "6671"})).await.ok();
    is_masked(&tracked);
    let (line, package) = (&tracked["lines"][0], &done["lines"][0]["activation"]);
    assert_eq!((&line["number"], &line["seller"], line.get("failureCode")), (&json!(MASKED), &json!("Lime Games"), None));
    let dates = ["status", "activatedAt", "expiresAt"].map(|name| (name.to_owned(), package[name].clone()));
    assert_eq!(line["activation"], Value::Object(dates.into_iter().collect()), "no price and nothing to cancel it by");
    let earlier = mali.post("/user/get-game-id", json!({"gameId": counter.data_game})).await.ok();
    assert_eq!(earlier["total"], 0);
    // The delivery alone reads the whole number; it is kept with no callback.
    assert_eq!(shop.count("select count(*) from shop.order_lines where player_id = '66829876671'").await, 1);
    let kept = "select count(*) from shop.webhook_events where provider = 'packages'";
    shop.world.until("the callback is kept", async || (shop.count(kept).await == 1).then_some(())).await;
    assert_eq!(shop.count("select count(*) from shop.webhook_events where body::text like '%29876671%'").await, 0);
    assert_eq!(shop.world.audit().await, []);

    // While it is active the number cannot have it again; the telecom says so before anything is paid.
    counter.check(&mali, MINE).await.refused(409, "number_already_active");
    counter.order(&mali, counter.data, DATA, MINE).await.refused(409, "number_already_active");
    counter.staff("end").await;
    counter.until_package(&mali, &order, "ended").await;
    counter.told(&mali, "package_ended").await;
    counter.check(&mali, MINE).await.ok();
    assert_eq!(told(&mali).await.iter().filter(|kind| *kind == "package_active").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_cannot_have_the_package_is_refused_before_paying() {
    let counter = Counter::open().await;
    let shop = &counter.shop;
    let mali = shop.world.user("mali").await;
    let reply = json!({"from": "0812345661", "text": "STOP"});
    shop.outside(Method::POST, "/phone/reply", reply).await.ok();
    for (number, code) in [
        ("0812345605", "number_wrong_network"),
        ("0812345697", "mobile_number_suspended"),
        ("0812345696", "number_not_eligible"),
        ("0812345695", "number_already_active"),
        ("0812345661", "number_blocked"),
    ] {
        shop.verify_number(&mali, number).await;
        counter.check(&mali, number).await.refused(409, code);
        mali.post("/cart/add", json!({"productId": counter.data, "playerId": number, "quantity": 1})).await.refused(409, code);
        counter.order(&mali, counter.data, DATA, number).await.refused(409, code);
    }
    shop.fault(json!({"kind": "telecom_down"})).await;
    counter.check(&mali, MINE).await.refused(503, "telecom_unavailable");
    assert_eq!(shop.count("select count(*) from shop.orders").await, 0);

    // The database agrees on the kinds that are for numbers.
    for kind in ProductKind::ALL {
        let inserted = sqlx::query(
            "insert into shop.games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif, target)
             values ('of-' || $2::bigint, 'ais', 'x', $1, '-', '-', '-', '-', '-', 1, 'waves', 'number')",
        )
        .bind(kind.as_str())
        .bind(*kind as i64)
        .execute(&shop.world.app.db)
        .await;
        assert_eq!(inserted.is_ok(), kind.is_for_number(), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_the_telecom_refuses_after_paying_waits_for_staff() {
    let counter = Counter::open().await;
    let shop = &counter.shop;
    let mali = shop.world.user("mali").await;
    shop.verify_number(&mali, "0812345694").await;
    let order = counter.buy(&mali, counter.data, DATA, "0812345694").await;
    let failed = shop.until(&mali, &order, "in repair", |order| order["lines"][0]["delivery"]["status"] == "repair").await;
    let line = &failed["lines"][0];
    assert_eq!((&line["delivery"]["failureCode"], &line["activation"]["status"]), (&json!("not_eligible"), &json!("refused")));
    counter.told(&mali, "package_refused").await;
    let tracked = mali.post("/purchase/track", json!({"number": order["number"], "proof": "5694"})).await.ok();
    let told = &tracked["lines"][0];
    assert_eq!(
        (&told["number"], &told["activation"], &told["failureCode"]),
        (&json!("08x-xxx-5694"), &json!({"status": "refused"}), &json!("not_eligible"))
    );

    let staff = shop.world.operator("staff").await;
    let repair = &staff.get("/console/repairs").await.ok()["items"][0];
    assert_eq!((&repair["playerId"], &repair["partner"]), (&json!("08x-xxx-5694"), &json!("ais")));
    // Sent again it is another activation, under another reference, and refused again.
    let decide = async |action: &str| {
        let path = format!("/console/repairs/{}", repair["deliveryId"]);
        staff.post(&path, json!({"action": action, "note": "checked"})).await
    };
    decide("retry").await.ok();
    shop.until(&mali, &order, "in repair again", |order| {
        order["lines"][0]["delivery"]["status"] == "repair" && order["version"].as_i64() > failed["version"].as_i64()
    })
    .await;
    let reference = "select count(*) from shop.activations where reference like '%.2' and status = 'refused'";
    assert_eq!(shop.count(reference).await, 1);
    decide("close").await.ok();
    the_buyer_corrects_the_number(&counter, &mali).await;
    assert_eq!(shop.world.audit().await, []);
}

/// A refused number is corrected to another one, whose owner agrees, or to one's own.
async fn the_buyer_corrects_the_number(counter: &Counter, mali: &Client) {
    let shop = &counter.shop;
    let refused = async || {
        let order = counter.buy(mali, counter.data, DATA, "0812345694").await;
        shop.until(mali, &order, "in repair", |order| order["lines"][0]["delivery"]["status"] == "repair").await
    };
    let correct = async |order: &Value, number: &str| {
        let line = &order["lines"][0];
        let wish = json!({"number": order["number"], "lineId": line["id"], "version": order["version"], "choice": "player", "playerId": number});
        mali.post("/purchase/correct", wish).await
    };
    let order = refused().await;
    assert_eq!(order["lines"][0]["correctable"]["player"], true, "{order:#}");
    correct(&order, "12345").await.refused(422, "mobile_number_invalid");
    let needed = correct(&order, FRIEND).await.refused(409, "number_consent_needed");
    assert_eq!(needed["params"]["number"], "08x-xxx-5473");
    let sent = counter.ask_consent(mali, FRIEND).await.ok();
    counter.give_consent(mali, &sent, &shop.texted(FRIEND).await).await.ok();
    let corrected = correct(&order, FRIEND).await.ok();
    assert_eq!(corrected["lines"][0]["playerId"], "08x-xxx-5473");
    counter.until_package(mali, &order, "active").await;

    // One's own takes no consent; the telecom is asked about it as when buying.
    let order = refused().await;
    shop.verify_number(mali, "0812345696").await;
    correct(&order, "me").await.refused(409, "number_not_eligible");
    shop.verify_number(mali, MINE).await;
    is_masked(&correct(&order, "me").await.ok()["lines"][0]);
    counter.until_package(mali, &order, "active").await;
    correct(&order, FRIEND).await.refused(409, "correction_too_late");
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    is_masked(&receipt["lines"][0]["changedTo"]);
    let whole = "select count(*) from shop.line_corrections where before::text || after::text ~ '[0-9]{9}'";
    assert_eq!(shop.count(whole).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_and_a_lost_callback_activate_once() {
    let counter = Counter::open().await;
    let shop = &counter.shop;
    let mali = shop.world.user("mali").await;
    shop.verify_number(&mali, MINE).await;
    shop.fault(json!({"kind": "package_timeout_after_create", "ms": 10, "times": 1})).await;
    shop.fault(json!({"kind": "telecom_lose_callback"})).await;
    let order = counter.buy(&mali, counter.pass, PASS, MINE).await;
    let taken = "select count(*) from shop.deliveries where attempts > 0 and status in ('sent', 'delivered')";
    shop.world.until("the telecom was asked", async || (shop.count(taken).await == 1).then_some(())).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    shop.world.advance(Duration::from_secs(6)).await;
    counter.until_package(&mali, &order, "active").await;
    assert_eq!(shop.count("select count(*) from shop.activations where status = 'active'").await, 1);

    // The renewal's callback is lost too: it is read once the renewal is due.
    let renewed = counter.staff("renew").await;
    shop.world.advance(Duration::from_secs(24 * 3600 + 60)).await;
    let mali = shop.world.session(mali.user_id).await;
    shop.world.run_task("activations.check").await;
    let expires = renewed["expiresAt"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    shop.until(&mali, &order, "renewed", |order| {
        let at = order["lines"][0]["activation"]["expiresAt"].as_str().unwrap();
        (at.parse::<chrono::DateTime<chrono::Utc>>().unwrap() - expires).num_seconds().abs() < 2
    })
    .await;
    counter.told(&mali, "package_renewed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_is_renewed_and_cancelled_once() {
    let counter = Counter::open().await;
    let shop = &counter.shop;
    let mali = shop.world.user("mali").await;
    shop.verify_number(&mali, MINE).await;
    let order = counter.buy(&mali, counter.pass, PASS, MINE).await;
    let active = counter.until_package(&mali, &order, "active").await;
    let package = active["lines"][0]["activation"].clone();
    assert_eq!((&package["cancellable"], &package["renewalPriceSatang"]), (&json!(true), &json!(PASS)));
    assert_eq!(package["nextRenewalAt"], package["expiresAt"]);

    let stale = counter.subscriptions(&mali).await.remove(0);
    counter.staff("renew").await;
    let renewed =
        shop.until(&mali, &order, "renewed", |order| order["lines"][0]["activation"]["expiresAt"] != package["expiresAt"]).await;
    assert_eq!((&renewed["status"], renewed["version"].as_i64() > active["version"].as_i64()), (&json!("completed"), true));
    counter.told(&mali, "package_renewed").await;

    counter.cancel(&mali, &stale).await.refused(409, "subscription_changed");
    let current = counter.subscriptions(&mali).await.remove(0);
    let stranger = shop.world.user("somchai").await;
    counter.cancel(&stranger, &current).await.refused(404, "subscription_not_found");
    shop.fault(json!({"kind": "telecom_down"})).await;
    counter.cancel(&mali, &current).await.refused(503, "telecom_unavailable");
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(60)).await;
    let (one, two) = tokio::join!(counter.cancel(&mali, &current), counter.cancel(&mali, &current));
    let cancelled = one.ok();
    assert_eq!((&cancelled["status"], &cancelled["cancellable"]), (&json!("cancelled"), &json!(false)));
    assert_eq!(cancelled.get("nextRenewalAt"), None);
    assert_eq!(two.ok()["status"], "cancelled");
    assert_eq!(counter.cancel(&mali, &stale).await.ok()["version"], cancelled["version"]);
    counter.told(&mali, "package_cancelled").await;
    counter.staff("end").await;
    counter.until_package(&mali, &order, "ended").await;
    let ended = counter.subscriptions(&mali).await.remove(0);
    counter.cancel(&mali, &ended).await.refused(409, "subscription_not_cancellable");
    assert_eq!(stranger.get("/user/subscriptions").await.ok()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_number_needs_its_owners_consent() {
    let shop = Shop::with(|settings| settings.texts_to_others_per_hour = 2).await;
    let counter = Counter::with(shop).await;
    let shop = &counter.shop;
    let (mali, somchai) = (shop.world.user("mali").await, shop.world.user("somchai").await);
    shop.verify_number(&mali, MINE).await;
    assert_eq!(counter.check(&mali, FRIEND).await.ok()["consentNeeded"], true);
    let cart = mali.post("/cart/add", json!({"productId": counter.data, "playerId": FRIEND, "quantity": 1})).await.ok();
    assert_eq!(cart["items"][0]["consentNeeded"], true);
    let refused = counter.order(&mali, counter.data, DATA, FRIEND).await.refused(409, "number_consent_needed");
    assert_eq!(refused["params"]["number"], "08x-xxx-5473");

    // Nobody is texted about their own number, or one that cannot have the package.
    counter.ask_consent(&mali, MINE).await.refused(409, "number_consent_needless");
    counter.ask_consent(&mali, "0898765405").await.refused(409, "number_wrong_network");
    let sent = counter.ask_consent(&mali, FRIEND).await.ok();
    let texts = shop.texts(FRIEND).await;
    let text = texts[0]["text"].as_str().unwrap();
    assert!(text.contains("Manao") && text.contains("Net Package") && text.contains("STOP"), "{text}");
    assert!(text.contains(sent["refCode"].as_str().unwrap()) && !text.contains("Never share"), "{text}");
    let code = shop.texted(FRIEND).await;
    let wrong = format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000);
    assert_eq!(counter.give_consent(&mali, &sent, &wrong).await.refused(422, "otp_wrong")["params"]["triesLeft"], 4);
    counter.give_consent(&somchai, &sent, &code).await.refused(410, "otp_expired");
    counter.order(&mali, counter.data, DATA, FRIEND).await.refused(409, "number_consent_needed");
    let given = counter.give_consent(&mali, &sent, &code).await.ok();
    assert_eq!(given["numberMasked"], "08x-xxx-5473");
    counter.give_consent(&mali, &sent, &code).await.refused(410, "otp_expired");
    assert_eq!(counter.check(&mali, FRIEND).await.ok()["consentNeeded"], false);
    counter.ask_consent(&mali, FRIEND).await.refused(409, "number_consent_needless");

    // It is for her and this number alone.
    assert_eq!(counter.check(&somchai, FRIEND).await.ok()["consentNeeded"], true);
    counter.order(&somchai, counter.data, DATA, FRIEND).await.refused(409, "number_consent_needed");
    counter.order(&mali, counter.data, DATA, "0898765475").await.refused(409, "number_consent_needed");
    let order = counter.buy(&mali, counter.data, DATA, FRIEND).await;
    counter.until_package(&mali, &order, "active").await;

    // After a day it is over. So many texts to others an hour, and none to who does not want them.
    shop.world.advance(Duration::from_secs(24 * 3600)).await;
    let mali = shop.world.session(mali.user_id).await;
    counter.staff("end").await;
    counter.order(&mali, counter.data, DATA, FRIEND).await.refused(409, "number_consent_needed");
    counter.ask_consent(&mali, FRIEND).await.ok();
    counter.ask_consent(&mali, "0898765475").await.ok();
    counter.ask_consent(&mali, "0898765477").await.refused(429, "otp_limit");
    shop.outside(Method::POST, "/phone/reply", json!({"from": FRIEND, "text": "STOP"})).await.ok();
    let somchai = shop.world.session(somchai.user_id).await;
    counter.ask_consent(&somchai, FRIEND).await.refused(409, "number_blocked");
    assert_eq!(shop.texts("0898765477").await.len(), 0);
}
