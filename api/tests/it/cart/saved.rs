//! Players that a user saves.

use serde_json::{Value, json};

use super::shop;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn players_are_kept_under_names_of_ones_own() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    let wish = |game: i64, player: &str, nickname: &str| json!({"gameId": game, "playerId": player, "nickname": nickname});
    let save = async |wish: Value| mali.post("/user/players/save", wish).await;

    let saved = save(wish(shop.legends, "20394817 (2201)", " ไอดีน้อง ")).await.ok();
    let mine = &saved["items"][0];
    assert_eq!((&mine["playerId"], &mine["server"], &mine["nickname"]), (&json!("20394817"), &json!("2201"), &json!("ไอดีน้อง")));
    assert_eq!((&mine["serverName"], &mine["gameSlug"]), (&json!("2201"), &json!("mobile-legends")));
    assert!(mine["playerName"].as_str().is_some_and(|name| !name.is_empty()) && mine["lastUsedAt"].is_null());
    save(wish(shop.legends, "20394817 (2201)", "again")).await.refused(409, "saved_player_exists");
    save(wish(shop.rov, "20394817", "main")).await.ok();

    for (wish, status, code) in [
        (wish(shop.rov, "abc", "x"), 422, "player_id_invalid"),
        (wish(shop.rov, "12340000", "x"), 422, "player_unknown"),
        (wish(shop.legends, "20394817", "x"), 422, "server_required"),
        (wish(shop.steam, "20394817", "x"), 422, "player_id_invalid"),
        (wish(99_999, "20394817", "x"), 404, "game_not_found"),
        (wish(shop.rov, "20394818", " "), 422, "fields_invalid"),
        (wish(shop.rov, "20394818", &"x".repeat(41)), 422, "fields_invalid"),
    ] {
        save(wish).await.refused(status, code);
    }

    // Only of one game; the last used first.
    let of = async |game: i64| mali.get(&format!("/user/players?gameId={game}")).await.ok()["items"].as_array().unwrap().len();
    assert_eq!((of(shop.legends).await, of(shop.rov).await, of(shop.steam).await), (1, 1, 0));
    let order = json!({
        "direct": {"productId": shop.diamonds, "quantity": 1, "playerId": "20394817", "server": "2201"},
        "channel": "promptpay", "expectedTotalSatang": 3_000,
    });
    let order = mali.post_once("/purchase/create-order", "for-the-younger-one", order).await.ok();
    assert_eq!(order["lines"][0]["serverName"], "2201");
    assert_eq!((&order["lines"][0]["glyph"], &order["lines"][0]["kind"]), (&json!("star"), &json!("topup")));
    let earlier = mali.post("/user/get-game-id", json!({"gameId": shop.legends})).await.ok()["items"].clone();
    assert_eq!((&earlier[0]["server"], &earlier[0]["serverName"]), (&json!("2201"), &json!("2201")));
    let items = mali.get("/user/players").await.ok()["items"].clone();
    assert_eq!((&items[0]["id"], &items[0]["lastUsedAt"]), (&mine["id"], &order["createdAt"]));

    // Only its owner may change or delete it.
    let mut changed = wish(shop.legends, "20394817 (2202)", "ไอดีพี่");
    changed["id"] = mine["id"].clone();
    chai.post("/user/players/save", changed.clone()).await.refused(404, "saved_player_not_found");
    let items = save(changed).await.ok()["items"].clone();
    let now = items.as_array().unwrap().iter().find(|item| item["id"] == mine["id"]).unwrap();
    assert_eq!((&now["serverName"], &now["nickname"]), (&json!("2202"), &json!("ไอดีพี่")));
    chai.post("/user/players/delete", json!({"id": mine["id"]})).await.ok();
    assert_eq!(of(shop.legends).await, 1);
    for _ in 0..2 {
        mali.post("/user/players/delete", json!({"id": mine["id"]})).await.ok();
    }
    assert_eq!(of(shop.legends).await, 0);

    // Fifty at most.
    let many = "insert into shop.saved_players (user_id, game_id, player_id, nickname, created_at)
                select $1, $2, n::text, 'x', now() from generate_series(100000, 100048) n";
    sqlx::query(many).bind(mali.user_id).bind(shop.rov).execute(&world.app.db).await.unwrap();
    let full = save(wish(shop.rov, "20394818", "one too many")).await.refused(409, "saved_players_limit");
    assert_eq!(full["params"]["limit"], 50);
}
