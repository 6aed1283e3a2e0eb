//! Phases follow from the clock and from actions, and are announced as they come.

use std::time::Duration;

use serde_json::{Value, json};

use super::shop::{enter, form, publish, told};
use crate::support::{Socket, World};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Returns the next event of the tournament's own topic.
async fn changed(socket: &mut Socket) -> Value {
    socket.event("tournament.changed").await["data"].clone()
}

#[tokio::test]
async fn phases_are_told_as_the_clock_brings_them() {
    let world = World::new().await;
    let (promoter, player) = (world.promoter("promoter").await, world.user("player").await);
    let state = publish(&promoter, form(&world, "ถ้วย RoV").await).await;
    let id = state["id"].as_i64().unwrap();
    let path = format!("/tournament/get/{id}");
    let shown = world.anon().get(&path).await.ok();
    let mut socket = world.socket(&world.anon()).await;
    socket.subscribe(&shown["live"]).await;
    let mut lists = world.socket(&world.anon()).await;
    lists.subscribe(&json!({"topic": "public:tournaments"})).await;

    world.advance(DAY).await;
    world.run_task("tournaments.phases").await;
    let mut told_of = changed(&mut socket).await;
    while told_of["phase"] == "upcoming" {
        told_of = changed(&mut socket).await;
    }
    assert_eq!((&told_of["id"], &told_of["phase"], &told_of["next"]["phase"]), (&json!(id), &json!("register"), &json!("draw")));
    let first = told_of["version"].as_i64().unwrap();
    let mut list = lists.event("tournaments.changed").await["data"].clone();
    while list["phase"] == "upcoming" {
        list = lists.event("tournaments.changed").await["data"].clone();
    }
    assert_eq!(list, json!({"id": id, "phase": "register"}));
    // The event dropped the cached answer.
    let now = world
        .until("the new phase", async || Some(world.anon().get(&path).await.ok()).filter(|shown| shown["phase"] == "register"))
        .await;
    assert_eq!(now["liveVersion"], first);
    // The task counts entries; without changes it announces nothing.
    enter(&world, &state, &player).await;
    world.run_task("tournaments.phases").await;
    world.run_task("tournaments.phases").await;
    let counted = changed(&mut socket).await;
    assert_eq!((&counted["joined"], &counted["version"]), (&json!(1), &json!(first + 1)));

    world.advance(4 * DAY).await;
    world.run_task("tournaments.phases").await;
    let drawn = changed(&mut socket).await;
    assert_eq!((&drawn["phase"], &drawn["next"], &drawn["version"]), (&json!("draw"), &Value::Null, &json!(first + 2)));
    let player = world.fresh_session(&player).await;
    world.until("the player is told", async || (told(&player).await == ["tournament_draw"]).then_some(())).await;
    // Whatever the date, the draw is not skipped.
    world.advance(10 * DAY).await;
    world.run_task("tournaments.phases").await;
    sqlx::query("update esports.tournaments set bracket_published_at = $2 where id = $1")
        .bind(id)
        .bind(world.app.now())
        .execute(&world.app.db)
        .await
        .unwrap();
    world.run_task("tournaments.phases").await;
    let playing = changed(&mut socket).await;
    assert_eq!((&playing["phase"], &playing["version"]), (&json!("competition"), &json!(first + 3)));
    let player = world.fresh_session(&player).await;
    world
        .until("the player is told", async || (told(&player).await == ["tournament_started", "tournament_draw"]).then_some(()))
        .await;
}

#[tokio::test]
async fn registration_is_closed_early_once() {
    let world = World::new().await;
    let promoter = world.promoter("promoter").await;
    let state = publish(&promoter, form(&world, "ถ้วย RoV").await).await;
    let path = format!("/tournament/close-registration/{}", state["id"]);
    promoter.post(&path, json!({"version": state["version"]})).await.refused(409, "registration_not_open");
    world.advance(DAY).await;
    let promoter = world.fresh_session(&promoter).await;
    promoter.post(&path, json!({"version": 0})).await.refused(409, "tournament_changed");
    let closed = promoter.post(&path, json!({"version": state["version"]})).await.ok();
    assert_eq!(closed["phase"], "draw");
    assert!(closed["registrationClosedAt"].is_string());
    promoter.post(&path, json!({"version": closed["version"]})).await.refused(409, "registration_not_open");
    let log = promoter.post("/tournament/revision", json!({"id": state["id"]})).await.ok();
    assert_eq!(
        (&log["items"][0]["kind"], &log["items"][0]["changes"][0]["field"]),
        (&json!("registration_closed"), &json!("registrationClosedAt"))
    );
}
