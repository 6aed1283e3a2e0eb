//! The waiting room of a flash sale: everybody has an answer at once, and pieces go to people in the order in which they joined.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::shop::{Shop, direct};
use crate::support::{Answer, Client};

const FLASH: i64 = 5_000;
const TURN: u64 = 300;

/// A shop with a flash sale of so many pieces, one a person.
struct Sale {
    shop: Shop,
    product: i64,
    id: i64,
}

impl Sale {
    async fn of(pieces: i32) -> Self {
        let shop = Shop::open().await;
        let product = shop.product(10_000).await;
        let id = shop.flash_sale(product, FLASH, pieces).await;
        sqlx::query("update shop.flash_sales set per_person = 1").execute(&shop.world.app.db).await.unwrap();
        Self { shop, product, id }
    }

    async fn call(&self, client: &Client, path: &str) -> Answer {
        client.post(&format!("/flash-sale/line{path}"), json!({"flashSaleId": self.id})).await
    }

    async fn join(&self, client: &Client) -> Value {
        self.call(client, "/join").await.ok()
    }

    async fn place(&self, client: &Client) -> Value {
        self.call(client, "").await.ok()
    }

    async fn order(&self, client: &Client) -> Answer {
        self.shop.order(client, self.product, FLASH).await
    }

    async fn sent_to_the_line(&self, client: &Client) {
        let refused = self.order(client).await.refused(409, "flash_sale_line");
        assert_eq!(refused["params"]["flashSaleId"], self.id);
    }

    async fn tick(&self) {
        self.shop.world.run_task("waiting_room.tick").await;
    }

    /// Lets a turn's time pass; unpaid orders expire.
    async fn turn_passes(&self) {
        self.shop.world.advance(Duration::from_secs(TURN + 1)).await;
        self.tick().await;
        self.shop.world.run_task("orders.expire").await;
    }

    async fn until_state(&self, client: &Client, state: &str) -> Value {
        let look = async || {
            let place = self.place(client).await;
            (place["state"] == state).then_some(place)
        };
        self.shop.world.until(&format!("the place is {state}"), look).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_buyers_of_thirty_pieces_have_a_definite_answer_each() {
    let sale = Sale::of(30).await;
    let mut buyers = Vec::new();
    for number in 0..300 {
        buyers.push(sale.shop.world.user(&format!("buyer{number}")).await);
    }
    let request = direct(sale.product, 1, FLASH);
    let keys: Vec<String> = buyers.iter().map(|_| Uuid::new_v4().to_string()).collect();
    let place = |(buyer, key): (&Client, &String)| {
        let (buyer, key, request) = (buyer.clone(), key.clone(), request.clone());
        async move { buyer.post_once("/purchase/create-order", &key, request).await }
    };
    let answers = join_all(buyers.iter().zip(&keys).map(place)).await;
    let (mut sold, mut others) = (0, Vec::new());
    for (buyer, answer) in buyers.iter().zip(answers) {
        if answer.status == 201 {
            sold += 1;
        } else {
            answer.refused(409, "flash_sale_line");
            others.push(buyer);
        }
    }
    assert!((1..=30).contains(&sold), "{sold}");
    // Pieces that were still free when a slow machine sent buyers away go to the first in line.
    let joined = join_all(others.iter().map(|buyer| sale.join(buyer))).await;
    let tickets: BTreeSet<i64> = joined.iter().map(|place| place["ticket"].as_i64().unwrap()).collect();
    assert_eq!(tickets, (1..=300 - sold).collect::<BTreeSet<i64>>(), "one ticket each, without a gap");
    sale.tick().await;
    let mut line = Vec::new();
    for (buyer, joined) in others.iter().zip(&joined) {
        let place = sale.place(buyer).await;
        let ticket = joined["ticket"].as_i64().unwrap();
        assert_eq!(place["ticket"], ticket);
        if ticket <= 30 - sold {
            assert_eq!(place["state"], "admitted", "{place:#}");
            sale.order(buyer).await.ok();
        } else {
            assert_eq!((&place["state"], &place["number"]), (&json!("waiting"), &json!(ticket - (30 - sold))), "{place:#}");
            line.push(*buyer);
        }
    }
    for buyer in line.iter().take(3) {
        sale.sent_to_the_line(buyer).await;
    }
    assert_eq!(sale.shop.count("select taken::bigint from shop.flash_sales").await, 30);
    assert_eq!(sale.shop.count("select count(distinct user_id) from shop.orders").await, 30);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_goes_down_the_line_until_somebody_pays_for_it() {
    let sale = Sale::of(1).await;
    let shop = &sale.shop;
    let user = async |name: &str| shop.world.user(name).await;
    let (first, mali, chai, dao, ek) =
        (user("first").await, user("mali").await, user("chai").await, user("dao").await, user("ek").await);
    // Without a rush nobody waits, and nobody has a place.
    assert_eq!(sale.place(&mali).await["state"], "left");
    let held = sale.order(&first).await.ok();
    sale.sent_to_the_line(&mali).await;
    for (number, client) in (1..).zip([&mali, &chai, &dao, &ek]) {
        let place = sale.join(client).await;
        assert_eq!((&place["state"], &place["number"], &place["ahead"]), (&json!("waiting"), &json!(number), &json!(number - 1)));
        assert!(place.get("estimateSeconds").is_none(), "nothing has moved yet: {place:#}");
    }

    // Another tab and another account of the same person have the same place.
    let again = user("again").await;
    shop.verify_email(&mali, "mali@lime.example").await;
    shop.verify_email(&again, "mali+sale@lime.example").await;
    for client in [&mali, &again, &mali] {
        let place = sale.join(client).await;
        assert_eq!((&place["ticket"], &place["number"]), (&json!(1), &json!(1)));
    }
    // Who leaves gives the place up, and joins again at the end.
    assert_eq!(sale.call(&chai, "/leave").await.ok()["state"], "left");
    assert_eq!(sale.call(&chai, "/leave").await.ok()["state"], "left");
    assert_eq!(sale.place(&dao).await["number"], 2);
    assert_eq!(sale.join(&chai).await["number"], 4);

    let check = async |client: &Client| {
        client.post("/flash-sale/check-flash-sale", json!({"productId": sale.product, "quantity": 1})).await.ok()
    };
    let standing = check(&dao).await;
    assert_eq!((&standing["available"], &standing["flashSaleId"]), (&json!(false), &json!(sale.id)));
    assert_eq!((&standing["line"]["waiting"], &standing["place"]["number"]), (&json!(4), &json!(2)));
    assert!(standing["now"].is_string());

    // The piece comes free: it is the first one's, whichever account orders, and nobody else's.
    shop.update(&first, &held, "cancel").await.ok();
    let turn = sale.until_state(&mali, "admitted").await;
    for client in [&dao, &first] {
        sale.sent_to_the_line(client).await;
    }
    assert_eq!((&check(&mali).await["available"], &check(&dao).await["available"]), (&json!(true), &json!(false)));
    let order = sale.order(&again).await.ok();
    assert_eq!(order["expiresAt"], turn["payUntil"], "ordered and paid within the turn");
    let place = sale.place(&again).await;
    assert_eq!((&place["state"], &place["orderNumber"]), (&json!("ordered"), &order["number"]));
    assert_eq!(sale.place(&mali).await["orderNumber"], Value::Null, "another account's order is not shown");

    // Unpaid, it goes to the next; a turn that is not used, too.
    sale.turn_passes().await;
    sale.until_state(&dao, "admitted").await;
    let missed = sale.place(&mali).await;
    assert_eq!((&missed["state"], &missed["turnMissed"]), (&json!("left"), &json!(true)));
    sale.turn_passes().await;
    let turn = sale.until_state(&ek, "admitted").await;
    assert_eq!(sale.place(&dao).await["turnMissed"], true);
    assert_eq!((&turn["room"]["total"], &sale.place(&chai).await["number"]), (&json!(1), &json!(1)));
    let estimate = sale.place(&chai).await["estimateSeconds"].as_i64();
    assert!(estimate.is_some_and(|seconds| (1..=600).contains(&seconds)), "{estimate:?}");

    sale.tick().await;
    let inbox = ek.post("/user-notification/get-my-inbox", json!({})).await.ok();
    assert_eq!(inbox["items"][0]["kind"], "flash_sale_turn", "{inbox:#}");

    // Who gives up a turn passes the piece on at once; paid, the sale is over for those in line and for those who come.
    sale.call(&ek, "/leave").await.ok();
    sale.until_state(&chai, "admitted").await;
    assert_eq!(sale.join(&dao).await["state"], "waiting");
    let order = sale.order(&chai).await.ok();
    shop.pay(&order).await.ok();
    shop.until_paid(&chai, &order).await;
    sale.tick().await;
    assert_eq!(sale.place(&dao).await["state"], "over");
    assert_eq!(sale.join(&ek).await["state"], "over");
    sale.order(&ek).await.refused(409, "flash_sale_sold_out");
    assert_eq!(sale.place(&chai).await["state"], "ordered");

    let nowhere = json!({"flashSaleId": 424_242});
    ek.post("/flash-sale/line/join", nowhere).await.refused(404, "flash_sale_not_found");
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 1);
    assert_eq!(shop.count("select (waiting + promised)::bigint from shop.waiting_rooms").await, 1, "only dao");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tenth_and_later_are_told_when_their_turn_is_near() {
    let sale = Sale::of(2).await;
    let shop = &sale.shop;
    let holders = [shop.world.user("one").await, shop.world.user("two").await];
    let mut held = Vec::new();
    for client in &holders {
        held.push(sale.order(client).await.ok());
    }
    let mut line = Vec::new();
    for number in 0..12 {
        let client = shop.world.user(&format!("waits{number}")).await;
        sale.join(&client).await;
        line.push(client);
    }
    let mut socket = shop.world.socket(&line[11]).await;
    socket.subscribe(&sale.place(&line[11]).await["live"]).await;
    for (client, order) in holders.iter().zip(&held) {
        shop.update(client, order, "cancel").await.ok();
    }
    sale.tick().await;
    let near = socket.event("turn.changed").await;
    assert_eq!((&near["data"]["state"], &near["data"]["flashSaleId"]), (&json!("waiting"), &json!(sale.id)));
    let told = async || {
        let inbox = line[11].post("/user-notification/get-my-inbox", json!({})).await.ok();
        (inbox["items"][0]["kind"] == "flash_sale_near").then_some(inbox)
    };
    let inbox = shop.world.until("told that the turn is near", told).await;
    assert_eq!(inbox["items"][0]["href"], format!("/purchase/line?sale={}", sale.id));
    assert_eq!(shop.count("select count(*) from people.inbox_messages where kind = 'flash_sale_near'").await, 2);
    let served = sale.place(&line[11]).await;
    assert_eq!((&served["number"], &served["room"]["serving"]), (&json!(10), &json!(2)));
}
