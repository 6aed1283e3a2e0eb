//! Finding tournaments.

use serde_json::{Value, json};

use super::shop::{day, edit, enter, form, game, publish, with};
use crate::support::{Client, World};

async fn found(client: &Client, query: Value) -> Vec<i64> {
    let page = client.post("/tournament/tournamentlist", query).await.ok();
    page["items"].as_array().unwrap().iter().map(|card| card["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn lists_filter_search_and_stay_true() {
    let world = World::new().await;
    let (promoter, helper, player) = (world.promoter("promoter").await, world.user("helper").await, world.user("player").await);
    let (base, free_fire) = (form(&world, "โรงเรียนคัพ RoV").await, game(&world, "free-fire").await);
    let school = publish(&promoter, with(base.clone(), &json!({"category": "S", "assistants": [helper.user_id]}))).await;
    let fire = with(
        base.clone(),
        &json!({
            "nameTh": "ศึกไฟร์", "nameEn": "Fire Night 100%", "gameId": free_fire, "mainPlayers": 4, "startAt": day(&world, 20), "endAt": day(&world, 21),
            "stages": [{"format": "survivor", "maps": 6, "pointTable": "ff_12"}], "prizes": [{"place": 1, "baht": 90_000}],
        }),
    );
    let fire = publish(&promoter, fire).await;
    let single = with(
        base.clone(),
        &json!({
            "nameTh": "ดวลเดี่ยว", "contestantType": "single", "mainPlayers": 1, "maxSubstitutes": 0, "prizes": [], "startAt": day(&world, 8),
        }),
    );
    let single = publish(&promoter, single).await;
    promoter.post("/tournament/create", with(base, &json!({"draft": true, "nameTh": "ลับ"}))).await.ok();
    enter(&world, &single, &player).await;
    let id = |state: &Value| state["id"].as_i64().unwrap();
    let (school, fire, single) = (id(&school), id(&fire), id(&single));
    let anon = world.anon();
    for (query, expected) in [
        (json!({}), vec![school, single, fire]),
        (json!({"sort": "new"}), vec![single, fire, school]),
        (json!({"sort": "prize"}), vec![fire, school, single]),
        (json!({"perPage": 1, "page": 2}), vec![single]),
        (json!({"gameId": free_fire}), vec![fire]),
        (json!({"category": "S"}), vec![school]),
        (json!({"format": "survivor"}), vec![fire]),
        (json!({"contestantType": "single"}), vec![single]),
        (json!({"phase": "upcoming"}), vec![school, single, fire]),
        (json!({"phase": "register"}), vec![]),
        (json!({"from": day(&world, 10)}), vec![fire]),
        (json!({"from": day(&world, 7), "to": day(&world, 10)}), vec![single]),
        // By words in any order, without marks, with a slip, in either language.
        (json!({"query": "rov โรงเรียน"}), vec![school]),
        (json!({"query": "ศึกไฟร"}), vec![fire]),
        (json!({"query": "fire nigth"}), vec![fire]),
        (json!({"query": "โรงเลียนคับ"}), vec![school]),
        (json!({"query": "ดวนเดี่ยว"}), vec![single]),
        (json!({"query": "ฟหกดเาสว"}), vec![]),
        (json!({"query": "100%"}), vec![fire]),
        (json!({"query": "%"}), vec![fire]),
        (json!({"query": "ลับ"}), vec![]),
        (json!({"query": "  "}), vec![school, single, fire]),
        // A game by its common name, apart from marks.
        (json!({"query": "ฟีฟาย"}), vec![fire]),
        (json!({"query": "Free Fire"}), vec![fire]),
        // Also while it is being typed, and beside words of the tournament's name.
        (json!({"query": "ฟีฟ"}), vec![fire]),
        (json!({"query": "ฟีฟาย night"}), vec![fire]),
        (json!({"query": "ฟีฟาย โรงเรียน"}), vec![]),
        (json!({"query": "อาร์โอวี ดวล"}), vec![single]),
    ] {
        assert_eq!(found(&anon, query.clone()).await, expected, "{query}");
    }
    anon.post("/tournament/tournamentlist", json!({"mine": "run"})).await.refused(401, "session_required");
    assert_eq!(found(&promoter, json!({"mine": "run"})).await, [school, single, fire]);
    assert_eq!(found(&helper, json!({"mine": "run"})).await, [school]);
    assert_eq!(found(&player, json!({"mine": "entered"})).await, [single]);
    assert_eq!(found(&helper, json!({"mine": "entered"})).await, [] as [i64; 0]);
    let run = helper.get("/tournament/get/all-created-tournaments/1/10").await.ok();
    assert_eq!(
        (&run["total"], &run["items"][0]["role"], &run["items"][0]["card"]["id"]),
        (&json!(1), &json!("assistant"), &json!(school))
    );

    let lanes = anon.get("/tournament/lanes").await.ok();
    assert_eq!((lanes["upcoming"].as_array().unwrap().len(), &lanes["counts"]), (3, &json!({"upcoming": 3})));
    // The home page shows what everybody can enter.
    let open = "update esports.tournaments set registration_start_at = now() - interval '1 day', invite_only = id = $1,
                joined = case when id = $2 then capacity else joined end";
    sqlx::query(open).bind(fire).bind(single).execute(&world.app.db).await.unwrap();
    world.run_task("tournaments.phases").await;
    let shown = async || {
        let current = anon.get("/tournament/current").await.ok();
        let open = current["open"].as_array()?.iter().map(|of| of["id"].as_i64()).collect::<Vec<_>>();
        Some(open).filter(|open| *open == [Some(school)])
    };
    world.until("the open tournament on the home page", shown).await;
    // A change drops the cached answer: an edit here, and one by another process.
    let path = format!("/tournament/get/{school}");
    assert_eq!(anon.get(&path).await.ok()["name"]["th"], "โรงเรียนคัพ RoV");
    let state = promoter.get(&format!("/tournament/form/{school}")).await.ok();
    promoter.post("/tournament/update", edit(&state, &json!({"nameTh": "มัธยมคัพ"}))).await.ok();
    assert_eq!(anon.get(&path).await.ok()["name"]["th"], "มัธยมคัพ");
    assert_eq!(found(&anon, json!({"query": "มัธยม"})).await, [school]);
    let elsewhere = "update esports.tournaments set name_th = 'ประถมคัพ', version = version + 1 where id = $1";
    sqlx::query(elsewhere).bind(school).execute(&world.app.db).await.unwrap();
    let renamed = async || (anon.get(&path).await.ok()["name"]["th"] == "ประถมคัพ").then_some(());
    world.until("the other process's change", renamed).await;
    let listed = async || (anon.get("/tournament/lanes").await.ok()["upcoming"][0]["name"]["th"] == "ประถมคัพ").then_some(());
    world.until("the lanes follow", listed).await;
}
