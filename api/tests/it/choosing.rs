//! Help with choosing: a game's guide, search, a flash sale from the user's view, and notices of products that are back.

use serde_json::{Value, json};

use crate::notices::stage::{Device, look, mails};
use crate::support::{Client, World};

async fn ask(world: &World, query: &str) -> Value {
    world.anon().post("/product", json!({ "query": query })).await.ok()["data"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_says_what_one_needs_to_know_and_is_found_as_people_type_it() {
    let world = World::shop().await;
    let query = r#"{game(id: "mobile-legends") {
        glyph serverRule {label {en} typed pattern example} playerId {pasteExample} vatExcluded
        about {picture where {th} steps {th} questions {question {th} answer {en}} redeemUrl region {th}}
        related {slug} products {sku units bestValue}}}"#;
    let game = ask(&world, query).await["game"].clone();
    assert_eq!((&game["glyph"], &game["vatExcluded"]), (&json!("swords"), &json!(false)));
    let zone = json!({"label": {"en": "Zone"}, "typed": true, "pattern": "^[0-9]{4,5}$", "example": "2201"});
    assert_eq!((&game["serverRule"], &game["playerId"]["pasteExample"]), (&zone, &json!("1234567 (2201)")));
    assert_eq!(game["about"]["picture"], "profile-top-left");
    assert_eq!(game["about"]["where"].as_array().unwrap().len(), 3);
    assert!(game["about"]["questions"][0]["answer"]["en"].is_string());
    assert_eq!(game["related"].as_array().unwrap().len(), 6);
    let best: Vec<&Value> = game["products"].as_array().unwrap().iter().filter(|product| product["bestValue"] == true).collect();
    assert!(best.len() == 1 && best[0]["units"].as_i64() > Some(1), "{best:?}");
    let card = ask(
        &world,
        r#"{game(id: "xbox-gift-card") {serverRule {typed} vatExcluded about {redeemUrl region {en}} products {units}}}"#,
    )
    .await;
    let card = &card["game"];
    assert_eq!(
        (&card["serverRule"], &card["vatExcluded"], &card["products"][0]["units"]),
        (&Value::Null, &json!(true), &Value::Null)
    );
    assert!(card["about"]["redeemUrl"].as_str().unwrap().starts_with("https://") && card["about"]["region"]["en"].is_string());

    for (typed, guessed) in [("ฟีฟาย", false), ("freee fyre", true)] {
        let found = ask(&world, &format!(r#"{{games(search: "{typed}", perPage: 5) {{guessed total items {{slug}}}}}}"#)).await;
        assert_eq!(
            (&found["games"]["guessed"], &found["games"]["items"][0]["slug"]),
            (&json!(guessed), &json!("free-fire")),
            "{typed}"
        );
    }
    let found = ask(&world, r#"{games(search: "asdfgh") {guessed total items {slug}}}"#).await;
    assert_eq!(found["games"], json!({"guessed": false, "total": 0, "items": []}));

    // An older demo has none of this; loading it again adds it, and edited texts stay.
    let before = "update shop.games set guide = null, aliases = '{}', server_typed = false, server_pattern = null where slug = 'mobile-legends';
                  update shop.games set aliases = '{mine}' where slug = 'rov'; update shop.products set units = null where sku = 'mobile-legends-56'";
    sqlx::raw_sql(before).execute(&world.app.db).await.unwrap();
    manao_api::features::demo(&world.app).await.unwrap();
    let after: (bool, i32, Vec<String>) = sqlx::query_as(
        "select l.server_typed and l.guide is not null and 'mlbb' = any(l.aliases), p.units, r.aliases
         from shop.games l join shop.products p on p.game_id = l.id and p.sku = 'mobile-legends-56', shop.games r where l.slug = 'mobile-legends' and r.slug = 'rov'",
    )
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    assert_eq!(after, (true, 56, vec!["mine".to_owned()]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flash_sale_stands_for_each_person_as_it_does_for_them() {
    let world = World::shop().await;
    let (mali, anon) = (world.user("mali").await, world.anon());
    let product = world.product("valorant-1000").await;
    sqlx::query("update shop.flash_sales set quantity = 10, per_person = 3 where product_id = $1")
        .bind(product)
        .execute(&world.app.db)
        .await
        .unwrap();
    let check = async |client: &Client, product: i64, quantity: i64| {
        client.post("/flash-sale/check-flash-sale", json!({"productId": product, "quantity": quantity})).await.ok()
    };
    let standing = check(&anon, product, 3).await;
    assert_eq!((&standing["available"], &standing["remaining"], &standing["limit"]), (&json!(true), &json!(10), &json!(3)));
    assert_eq!(standing["priceSatang"], 27_900);
    assert!(standing["endsAt"].is_string());
    assert_eq!(check(&anon, product, 4).await["available"], false);

    world.order(&mali, "valorant-1000", 2, Some("Manao#TH1")).await;
    let standing = check(&mali, product, 2).await;
    assert_eq!((&standing["available"], &standing["remaining"], &standing["limit"]), (&json!(false), &json!(8), &json!(1)));
    assert_eq!(check(&mali, product, 1).await["available"], true);
    assert_eq!(check(&anon, product, 3).await["limit"], 3);

    sqlx::query("update shop.flash_sales set taken = quantity where product_id = $1")
        .bind(product)
        .execute(&world.app.db)
        .await
        .unwrap();
    let standing = check(&anon, product, 1).await;
    assert_eq!((&standing["available"], &standing["remaining"], &standing["limit"]), (&json!(false), &json!(0), &json!(0)));
    let none = check(&anon, world.product("rov-60").await, 1).await;
    assert_eq!(none, json!({"available": false, "remaining": 0, "now": none["now"]}));
    anon.post("/flash-sale/check-flash-sale", json!({"productId": product, "quantity": 0}))
        .await
        .refused(422, "quantity_invalid");
    anon.post("/flash-sale/check-flash-sale", json!({"productId": 424_242, "quantity": 1}))
        .await
        .refused(404, "product_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_something_is_told_once_when_it_is_back() {
    let world = World::shop().await;
    let (mali, niran) = (world.user("mali").await, world.user("niran").await);
    let phone = Device::of(&world, &mali).await;
    let (sold_out, sold, stocked) =
        (world.product("rov-2080").await, world.product("rov-60").await, world.product("steam-100").await);
    let add = async |client: &Client, product: i64| client.post("/stock-alert/add", json!({ "productId": product })).await;
    assert_eq!(mali.get("/stock-alert/get-by").await.ok()["productIds"], json!([]));
    for _ in 0..2 {
        assert_eq!(add(&mali, sold_out).await.ok()["productIds"], json!([sold_out]), "asking again changes nothing");
    }
    add(&niran, sold_out).await.ok();
    add(&mali, sold).await.refused(409, "stock_alert_needless");
    add(&mali, 424_242).await.refused(404, "product_not_found");
    let set = async |sql: &'static str| {
        sqlx::raw_sql(sql).execute(&world.app.db).await.unwrap();
    };
    set("update shop.products set state = 'withdrawn' where sku = 'rov-60'; update shop.products set stock = 0 where sku = 'steam-100'")
        .await;
    add(&mali, sold).await.refused(409, "product_withdrawn");
    assert_eq!(add(&mali, stocked).await.ok()["productIds"], json!([sold_out, stocked]));
    niran.post("/stock-alert/delete", json!({"productId": sold_out})).await.ok();
    assert_eq!(niran.post("/stock-alert/delete", json!({"productId": sold_out})).await.ok()["productIds"], json!([]));

    // Nobody waits for every product of the shop.
    set("update shop.products set state = 'sold_out' where sku = 'app-store-1000'").await;
    let another = world.product("app-store-1000").await;
    let most = "insert into shop.stock_alerts select $1, id, now() from shop.products where id <> all($2) order by id limit 48";
    sqlx::query(most).bind(mali.user_id).bind([sold_out, stocked, another]).execute(&world.app.db).await.unwrap();
    add(&mali, another).await.refused(409, "stock_alert_limit");
    add(&mali, sold_out).await.ok();
    let but_these = "delete from shop.stock_alerts where product_id <> all($1)";
    sqlx::query(but_these).bind([sold_out, stocked]).execute(&world.app.db).await.unwrap();

    world.run_task("stock_alerts.tell").await;
    assert_eq!(mali.get("/stock-alert/get-by").await.ok()["productIds"], json!([sold_out, stocked]), "nothing is back");
    set("update shop.products set state = 'active' where sku = 'rov-2080'").await;
    let task = || world.run_task("stock_alerts.tell");
    tokio::join!(task(), task(), task());
    assert_eq!(mali.get("/stock-alert/get-by").await.ok()["productIds"], json!([stocked]));
    let inbox = async |client: &Client| -> Vec<Value> {
        let inbox = client.post("/user-notification/get-my-inbox", json!({})).await.ok();
        inbox["items"].as_array().unwrap().iter().filter(|message| message["kind"] == "back_in_stock").cloned().collect()
    };
    let told = inbox(&mali).await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["title"], &told[0]["href"]),
        (&json!("Back in stock: 2,080 Coupons"), &json!(format!("/games/rov?product={sold_out}")))
    );
    assert_eq!(inbox(&niran).await.len(), 0);
    look(&world).await;
    assert_eq!(phone.titles(1).await, ["คูปอง 2,080 กลับมาแล้ว"]);
    assert!(mails(&world, &mali).await.is_empty());

    // It sold out and came back again: without a new request no notice is sent.
    set("update shop.products set stock = 5 where sku = 'steam-100'").await;
    world.run_task("stock_alerts.tell").await;
    world.run_task("stock_alerts.tell").await;
    assert_eq!(inbox(&mali).await.len(), 2);
    look(&world).await;
    assert_eq!(phone.titles(2).await.len(), 2);
}
