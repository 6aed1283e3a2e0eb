//! Servers, players and stock from the partners; and partners that are away.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::cart::shop::{self, fault, no_faults};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn open_servers_are_listed_and_kept_for_a_minute() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let none = anon.post("/topup/get-list-server-by", json!({"gameId": shop.rov})).await.ok();
    assert_eq!(none["items"], json!([]));
    anon.post("/topup/get-list-server-by", json!({"gameId": 99_999})).await.refused(404, "game_not_found");

    fault(&world, json!({"kind": "partner_down"})).await;
    let ask = || anon.post("/topup/get-list-server-by", json!({"gameId": shop.genshin}));
    ask().await.refused(503, "partner_unavailable");
    no_faults(&world).await;
    let listed = ask().await.ok();
    let codes: Vec<&str> = listed["items"].as_array().unwrap().iter().map(|server| server["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["asia", "america", "europe", "tw-hk-mo"]);
    assert!(listed["items"][0]["name"].is_string());
    fault(&world, json!({"kind": "partner_down"})).await;
    assert_eq!(ask().await.ok(), listed, "kept");
    // A server name that the buyer types has no list.
    let typed = anon.post("/topup/get-list-server-by", json!({"gameId": shop.legends})).await.ok();
    assert_eq!(typed["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_found_by_name_or_refused() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let ask = |game: i64, player: &str, server: Option<&str>| {
        mali.post("/topup/validate-user", json!({"gameId": game, "playerId": player, "server": server}))
    };
    let found = ask(shop.rov, " ๒๐๓๙-4817 ", None).await.ok();
    assert_eq!(found["playerId"], "20394817");
    assert!(found["displayName"].as_str().is_some_and(|name| !name.is_empty()));
    assert_eq!(ask(shop.rov, "20394817", Some("ignored")).await.ok()["displayName"], found["displayName"]);
    for (game, pasted, id, server, name) in [
        (shop.legends, "1234567 (2201)", "1234567", "2201", "2201"),
        (shop.legends, "1234567 2201", "1234567", "2201", "2201"),
        (shop.genshin, "801234567 (asia)", "801234567", "asia", "Asia"),
    ] {
        let found = ask(game, pasted, None).await.ok();
        assert_eq!((&found["playerId"], &found["server"]), (&json!(id), &json!(server)));
        assert!(found["serverName"] == name && found["displayName"].is_string(), "{found}");
    }

    ask(shop.rov, "abc", None).await.refused(422, "player_id_invalid");
    ask(shop.rov, "", None).await.refused(422, "player_id_invalid");
    let unknown = ask(shop.rov, "12340000", None).await.refused(422, "player_unknown");
    // A player who may not receive top-ups is refused with the reason, before anything is paid, and without a name.
    for (place, code) in [
        "player_account_abnormal",
        "player_minor_or_region",
        "player_level_too_low",
        "player_limit_exceeded",
        "player_region_restricted",
        "player_active_pass",
        "player_new_or_guest",
        "player_forbidden",
    ]
    .iter()
    .enumerate()
    {
        let id = format!("2039990{}", place + 1);
        let refused = ask(shop.rov, &id, None).await.refused(422, code);
        assert_eq!(
            refused.as_object().unwrap().keys().collect::<Vec<_>>(),
            unknown.as_object().unwrap().keys().collect::<Vec<_>>()
        );
        let item = json!({"productId": shop.coupons, "quantity": 1, "playerId": id});
        mali.post("/cart/add", item).await.refused(422, code);
    }
    ask(shop.legends, "20394817", None).await.refused(422, "server_required");
    ask(shop.legends, "20394817", Some("s9")).await.refused(422, "server_unknown");
    ask(shop.legends, "1234567 (22)", None).await.refused(422, "server_unknown");
    ask(shop.genshin, "801234567", Some("mars")).await.refused(422, "server_unknown");
    ask(shop.steam, "20394817", None).await.refused(422, "player_id_invalid");
    ask(99_999, "20394817", None).await.refused(404, "game_not_found");
    let thai = mali.request(reqwest::Method::POST, "/topup/validate-user?lang=th");
    let body = json!({"gameId": shop.rov, "playerId": "12340000"});
    let refused = crate::support::Answer::of(thai.json(&body)).await.refused(422, "player_unknown");
    assert_eq!(refused["message"], "ไม่พบไอดีผู้เล่นนี้ กรุณาตรวจสอบอีกครั้ง");
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_cannot_be_fished_for() {
    let world = World::with(|settings| settings.player_checks_per_minute = 3).await;
    let shop = shop::open(&world).await;
    let (mali, niran) = (world.user("mali").await, world.user("niran").await);
    let ask = |client: &crate::support::Client| {
        let client = client.clone();
        async move { client.post("/topup/validate-user", json!({"gameId": shop.rov, "playerId": "20394817"})).await }
    };
    for _ in 0..3 {
        ask(&mali).await.ok();
    }
    let answer = ask(&mali).await;
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(429, "too_many_requests");
    ask(&niran).await.ok();
    ask(&world.anon()).await.ok();
    // An address may ask five times as often about one game as a member in all, whoever asks.
    let others = [world.user("lek").await, world.user("nid").await, world.user("dao").await, world.user("ton").await];
    let mut refused = 0;
    for client in &others {
        for _ in 0..3 {
            refused += i32::from(ask(client).await.status == 429);
        }
    }
    assert!(refused >= 2, "{refused}");
    let other = json!({"gameId": shop.legends, "playerId": "1234567", "server": "2201"});
    niran.post("/topup/validate-user", other).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_partner_is_given_up_within_the_time_limit() {
    let world = World::with(|settings| settings.provider_timeout_ms = 2_000).await;
    let shop = shop::open(&world).await;
    fault(&world, json!({"kind": "partner_slow", "ms": 20_000})).await;
    let started = Instant::now();
    let body = json!({"gameId": shop.rov, "playerId": "20394817"});
    let answer = world.anon().post("/topup/validate-user", body.clone()).await;
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(503, "partner_unavailable");
    world.user("mali").await.post("/cart/add", shop::topup(shop.coupons, 1)).await.refused(503, "partner_unavailable");
    no_faults(&world).await;
    world.anon().post("/topup/validate-user", body).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_failure_is_bridged_and_a_long_one_opens_the_circuit() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let ask = |player: i64| anon.post("/topup/validate-user", json!({"gameId": shop.rov, "playerId": player.to_string()}));
    fault(&world, json!({"kind": "partner_down", "times": 2})).await;
    ask(20_394_801).await.ok();
    fault(&world, json!({"kind": "partner_busy", "times": 1})).await;
    ask(20_394_802).await.ok();

    fault(&world, json!({"kind": "partner_down"})).await;
    for player in 20_394_803..20_394_805 {
        ask(player).await.refused(503, "partner_unavailable");
    }
    // After five failures in a row nobody waits any more, even when the partner is back.
    no_faults(&world).await;
    fault(&world, json!({"kind": "partner_slow", "ms": 1})).await;
    let answer = ask(20_394_806).await;
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=10).contains(&wait), "{wait}");
    answer.refused(503, "partner_unavailable");
    assert_eq!(calls(&world).await, 0);
    // The other partner is not affected; this one is tried again after ten seconds.
    let stock = json!({"productId": shop.card, "quantity": 1});
    anon.post("/voucher/check-stock", stock).await.ok();
    world.app.clock.advance(Duration::from_secs(10));
    ask(20_394_806).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_that_asks_for_more_time_than_there_is_left_is_busy_and_not_away() {
    let world = World::with(|settings| settings.provider_timeout_ms = 900).await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let ask = |player: i64| anon.post("/topup/validate-user", json!({"gameId": shop.rov, "playerId": player.to_string()}));
    // It asks to come back after a second.
    fault(&world, json!({"kind": "partner_busy"})).await;
    for player in 20_394_801..20_394_807 {
        let answer = ask(player).await;
        assert_eq!(answer.headers["retry-after"], "1");
        answer.refused(503, "partner_unavailable");
    }
    // However often it is busy, calls continue.
    no_faults(&world).await;
    ask(20_394_808).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_players_are_kept_like_known_ones() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let ask = || anon.post("/topup/validate-user", json!({"gameId": shop.rov, "playerId": "12340000"}));
    ask().await.refused(422, "player_unknown");
    // Otherwise the partner's silence would show.
    fault(&world, json!({"kind": "partner_down"})).await;
    ask().await.refused(422, "player_unknown");
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_is_ours_where_we_count_it_and_the_partners_elsewhere() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let ask =
        |product: i64, quantity: i64| anon.post("/voucher/check-stock", json!({"productId": product, "quantity": quantity}));
    assert_eq!(ask(shop.scarce, 3).await.ok(), json!({"available": true, "remaining": 3}));
    assert_eq!(ask(shop.scarce, 4).await.ok(), json!({"available": false, "remaining": 3}));
    assert_eq!(ask(shop.coupons, 10).await.ok(), json!({"available": true}));
    assert_eq!(ask(shop.sold_out, 1).await.ok(), json!({"available": false, "remaining": 0}));
    assert_eq!(ask(shop.card, 1).await.ok()["available"], true);
    ask(shop.card, 0).await.refused(422, "quantity_invalid");
    ask(424_242, 1).await.refused(404, "product_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_ask_for_one_player_the_partner_is_asked_once() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    fault(&world, json!({"kind": "partner_slow", "ms": 300})).await;
    let ask = || anon.post("/topup/validate-user", json!({"gameId": shop.rov, "playerId": "20394817"}));
    for answer in futures_util::future::join_all((0..20).map(|_| ask())).await {
        answer.ok();
    }
    ask().await.ok();
    assert_eq!(calls(&world).await, 1);
}

/// Returns how often the partner was called since the fault was set.
async fn calls(world: &World) -> i64 {
    let faults = world.anon().http.get(format!("{}/faults", world.sandbox.base_url)).send().await.unwrap();
    let faults: serde_json::Value = faults.json().await.unwrap();
    faults["rules"][0]["hits"].as_i64().unwrap()
}
