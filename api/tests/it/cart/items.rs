//! Items that a cart accepts and refuses, and the cart's owner.

use serde_json::{Value, json};

use crate::cart::shop::{self, add, topup};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_cart_is_filled_changed_and_emptied() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let empty = mali.get("/cart/get-my-cart").await.ok();
    assert_eq!((&empty["items"], &empty["count"], &empty["version"]), (&json!([]), &json!(0), &json!(0)));
    assert_eq!(empty["limits"], json!({"maxItems": 20, "maxOfOne": 10, "maxTotalSatang": 5_000_000}));

    let mut other_tab = world.socket(&mali).await;
    let cart = add(&mali, shop.coupons, 2).await;
    assert_eq!(other_tab.event("cart.changed").await["data"], json!({"version": 1}));
    let item = &cart["items"][0];
    assert_eq!(item["product"]["gameSlug"], "rov");
    assert_eq!(item["product"]["gameName"], json!({"th": "rov ไทย", "en": "rov"}));
    assert_eq!((&item["playerId"], &item["quantity"]), (&json!("20394817"), &json!(2)));
    assert!(item["playerName"].as_str().is_some_and(|name| !name.is_empty()), "the partner told the name: {item}");
    assert_eq!(cart["totals"], json!({"subtotalSatang": 3800, "discountSatang": 0, "vatSatang": 0, "totalSatang": 3800}));

    // The same line grows; for another player it is another line.
    let cart = add(&mali, shop.coupons, 3).await;
    assert_eq!((cart["items"].as_array().unwrap().len(), &cart["items"][0]["quantity"]), (1, &json!(5)));
    let other = json!({"productId": shop.coupons, "quantity": 1, "playerId": "20394818"});
    let cart = mali.post("/cart/add", other).await.ok();
    assert_eq!((cart["items"].as_array().unwrap().len(), &cart["count"], &cart["version"]), (2, &json!(6), &json!(3)));

    let id = &cart["items"][0]["id"];
    let cart = mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 1})).await.ok();
    assert_eq!((&cart["items"][0]["quantity"], &cart["count"]), (&json!(1), &json!(2)));
    let cart = mali.post("/cart/delete", json!({"itemId": id})).await.ok();
    assert_eq!((cart["items"].as_array().unwrap().len(), &cart["version"]), (1, &json!(5)));
    mali.post("/cart/delete", json!({"itemId": id})).await.ok();
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["count"], 1);
    for version in 2..=6 {
        assert_eq!(other_tab.event("cart.changed").await["data"]["version"], version);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tax_is_added_where_a_price_excludes_it() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    add(&mali, shop.taxed, 3).await;
    let cart = add(&mali, shop.coupons, 1).await;
    assert_eq!(cart["items"][0]["totalSatang"], 32_100);
    let totals = json!({"subtotalSatang": 31_900, "discountSatang": 0, "vatSatang": 2_100, "totalSatang": 34_000});
    assert_eq!(cart["totals"], totals);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_hold() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let big: Value = serde_json::from_str("9223372036854775808").unwrap();
    for (quantity, status, code) in [
        (json!(0), 422, "quantity_invalid"),
        (json!(-1), 422, "quantity_invalid"),
        (json!(1.5), 422, "quantity_invalid"),
        (json!(11), 409, "cart_product_limit"),
        (json!(i64::MAX), 409, "cart_product_limit"),
        (big, 409, "cart_product_limit"),
        (json!("2"), 422, "fields_invalid"),
        (json!(null), 422, "fields_invalid"),
    ] {
        let body = json!({"productId": shop.coupons, "quantity": quantity, "playerId": "20394817"});
        mali.post("/cart/add", body).await.refused(status, code);
    }
    let cart = add(&mali, shop.coupons, 6).await;
    let id = cart["items"][0]["id"].clone();
    let refused = mali.post("/cart/add", topup(shop.coupons, 5)).await.refused(409, "cart_product_limit");
    assert_eq!(refused["message"], "You can buy at most 10 of the same product.");
    let other = json!({"productId": shop.coupons, "quantity": 5, "playerId": "20394818"});
    mali.post("/cart/add", other).await.refused(409, "cart_product_limit");
    for quantity in [0, -1] {
        let body = json!({"itemId": id, "quantity": quantity});
        mali.post("/cart/update-qunity", body).await.refused(422, "quantity_invalid");
    }
    mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 11})).await.refused(409, "cart_product_limit");

    let refused = mali.post("/cart/add", topup(shop.dear, 6)).await.refused(409, "cart_amount_limit");
    assert_eq!(refused["message"], "The cart total cannot exceed 50,000 baht.");
    add(&mali, shop.dear, 4).await;
    mali.post("/cart/add", topup(shop.dear, 1)).await.refused(409, "cart_amount_limit");
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["count"], 10, "what was refused left nothing behind");

    let niran = world.user("niran").await;
    for player in 0..20 {
        let product = shop::product(&world.app.db, shop.rov, &format!("rov-x{player}"), 100, "active", None).await;
        add(&niran, product, 1).await;
    }
    let refused = niran.post("/cart/add", topup(shop.coupons, 1)).await.refused(409, "cart_items_limit");
    assert_eq!(refused["params"]["limit"], 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_hold_against_two_hands_at_once() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let adds = (0..8).map(|_| mali.post("/cart/add", topup(shop.coupons, 3)));
    let answers = futures_util::future::join_all(adds).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.is_success()).count(), 3);
    let cart = mali.get("/cart/get-my-cart").await.ok();
    assert_eq!((&cart["count"], &cart["version"]), (&json!(9), &json!(3)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_sold_or_names_no_player_stays_out() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let with = |product: i64, more: Value| {
        let mut body = json!({"productId": product, "quantity": 1});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (body, status, code) in [
        (with(987_654, json!({})), 404, "product_not_found"),
        (with(shop.sold_out, json!({"playerId": "20394817"})), 409, "product_sold_out"),
        (with(shop.withdrawn, json!({"playerId": "20394817"})), 409, "product_withdrawn"),
        (with(shop.coupons, json!({})), 422, "player_id_invalid"),
        (with(shop.coupons, json!({"playerId": "abc"})), 422, "player_id_invalid"),
        (with(shop.coupons, json!({"playerId": "12345670000"})), 422, "player_unknown"),
        (with(shop.diamonds, json!({"playerId": "20394817"})), 422, "server_required"),
        (with(shop.diamonds, json!({"playerId": "20394817", "server": "22"})), 422, "server_unknown"),
    ] {
        mali.post("/cart/add", body).await.refused(status, code);
    }
    let refused = mali.post("/cart/add", topup(shop.scarce, 4)).await.refused(409, "stock_insufficient");
    assert_eq!(refused["message"], "Not enough in stock: 3 left.");
    mali.post("/cart/add", with(shop.diamonds, json!({"playerId": " ๒๐๓๙๔๘๑๗ (๒๒๐๑)"}))).await.ok();
    let cart = mali.post("/cart/add", with(shop.card, json!({"playerId": "ignored"}))).await.ok();
    assert_eq!((&cart["items"][0]["playerId"], &cart["items"][0]["server"]), (&json!("20394817"), &json!("2201")));
    assert_eq!(cart["items"][0]["serverName"], "2201");
    assert_eq!(cart["items"][1].get("playerId"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_touches_another_ones_items() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let (mali, thief) = (world.user("mali").await, world.user("thief").await);
    let id = add(&mali, shop.coupons, 2).await["items"][0]["id"].clone();
    thief.post("/cart/update-qunity", json!({"itemId": id, "quantity": 9})).await.refused(404, "cart_item_not_found");
    assert_eq!(thief.post("/cart/delete", json!({"itemId": id})).await.ok()["count"], 0);
    thief.post("/payment/get-payment-channel-by", json!({"cartItemIds": [id]})).await.refused(404, "cart_item_not_found");
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["items"][0]["quantity"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitors_cart_is_merged_at_sign_in() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    add(&mali, shop.coupons, 4).await;
    let item = |product: i64, quantity: i64, player: &str, seen: i64| json!({"productId": product, "quantity": quantity, "playerId": player, "seenPriceSatang": seen});
    let visitor = json!({"items": [
        item(shop.coupons, 2, "20394817", 1_800),
        item(shop.taxed, 30, "20394817", 10_000),
        item(shop.withdrawn, 1, "20394817", 25_900),
        item(shop.coupons, 1, "bad", 1_900),
        item(shop.diamonds, 1, "20394817", 3_000),
        item(555_555, 1, "20394817", 1),
        item(shop.card, 0, "", 10_000),
        item(shop.card, 1, "", 10_000),
    ]});
    let cart = mali.post("/cart/create", visitor.clone()).await.ok();
    let lines: Vec<(i64, i64)> = cart["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["product"]["id"].as_i64().unwrap(), item["quantity"].as_i64().unwrap()))
        .collect();
    assert_eq!(lines, [(shop.coupons, 4), (shop.taxed, 10), (shop.card, 1)]);
    assert_eq!(cart["items"][0]["priceChanged"], true, "the visitor had seen 18 baht");
    let left = |product: i64, player: &str, quantity: i64, code: &str| json!({"productId": product, "playerId": player, "quantity": quantity, "code": code});
    let expected = json!([
        left(shop.withdrawn, "20394817", 1, "product_withdrawn"),
        left(shop.coupons, "bad", 1, "player_id_invalid"),
        left(shop.diamonds, "20394817", 1, "server_required"),
        left(555_555, "20394817", 1, "product_not_found"),
        left(shop.taxed, "20394817", 20, "cart_product_limit"),
        left(shop.card, "", 0, "quantity_invalid"),
    ]);
    assert_eq!(cart["leftOut"], expected);
    // The ID's owner was just looked up for the account's own line, and is not looked up again for the visitor's.
    let names: Vec<&serde_json::Value> = cart["items"].as_array().unwrap().iter().map(|item| &item["playerName"]).collect();
    assert!(names[0].is_string() && names[0] == names[1], "{names:?}");
    // Sending the same cart again doubles nothing.
    let again = mali.post("/cart/create", visitor).await.ok();
    assert_eq!((&again["items"], &again["totals"]), (&cart["items"], &cart["totals"]));
    assert_eq!(again["leftOut"], cart["leftOut"]);
    assert_eq!(mali.post("/cart/create", json!({"items": []})).await.ok()["leftOut"], json!([]));
    mali.post("/cart/create", json!({})).await.refused(422, "fields_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_full_cart_has_no_room_for_is_answered_as_it_was_sent() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    add(&mali, shop.coupons, 8).await;
    // The same player in Thai digits is the same line; another one shares its ten.
    let spelt = json!({"productId": shop.coupons, "quantity": 9, "playerId": "๒๐๓๙๔๘๑๗", "seenPriceSatang": 1_900});
    let other = json!({"productId": shop.coupons, "quantity": 3, "playerId": "๒๐๓๙๔๘๑๘", "seenPriceSatang": 1_900});
    let cart = mali.post("/cart/create", json!({"items": [spelt, other]})).await.ok();
    assert_eq!((&cart["items"].as_array().unwrap().len(), &cart["count"]), (&2, &json!(10)));
    let left = json!({"productId": shop.coupons, "playerId": "๒๐๓๙๔๘๑๘", "quantity": 2, "code": "cart_product_limit"});
    assert_eq!(cart["leftOut"], json!([left]));

    let niran = world.user("niran").await;
    let mut items = Vec::new();
    for player in 0..101 {
        let product = shop::product(&world.app.db, shop.rov, &format!("rov-m{player}"), 100, "active", None).await;
        items.push(json!({"productId": product, "quantity": 1, "playerId": "20394817", "server": "s9", "seenPriceSatang": 100}));
    }
    let cart = niran.post("/cart/create", json!({"items": items})).await.ok();
    assert_eq!(cart["items"].as_array().unwrap().len(), 20);
    let left = cart["leftOut"].as_array().unwrap();
    assert!(left.len() == 81 && left.iter().all(|left| left["code"] == "cart_items_limit" && left["server"] == "s9"), "{left:?}");
}
