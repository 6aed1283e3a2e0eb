//! Changing and ending a published tournament.

use serde_json::json;

use super::shop::{day, edit, enter, form, publish, told, with};
use crate::support::World;

#[tokio::test]
async fn entries_lock_what_they_were_made_under() {
    let world = World::new().await;
    let (promoter, co_promoter) = (world.promoter("promoter").await, world.user("co").await);
    let (assistant, player) = (world.user("assistant").await, world.user("player").await);
    let staff = json!({"coPromoters": [co_promoter.user_id], "assistants": [assistant.user_id]});
    let state = publish(&promoter, with(form(&world, "ถ้วย RoV").await, &staff)).await;
    let id = state["id"].as_i64().unwrap();
    // Before the first entry everything may change; dates in both directions.
    let earlier = json!({"capacity": 8, "mainPlayers": 3, "endAt": day(&world, 10), "reason": "สนามเล็กลง"});
    let state = promoter.post("/tournament/update", edit(&state, &earlier)).await.ok();
    assert_eq!(state["locked"], json!([]));
    // A co-promoter may change texts and dates.
    let theirs = co_promoter.get(&format!("/tournament/form/{id}")).await.ok();
    assert!(theirs["promoterOnly"].as_array().unwrap().contains(&json!("capacity")));
    let refused = co_promoter
        .post("/tournament/update", edit(&theirs, &json!({"capacity": 32, "assistants": []})))
        .await
        .refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"assistants": "field_promoter_only", "capacity": "field_promoter_only"}));
    let theirs = co_promoter.post("/tournament/update", edit(&theirs, &json!({"rulesTh": "กติกาใหม่"}))).await.ok();
    assistant.post("/tournament/update", edit(&theirs, &json!({"rulesTh": "x"}))).await.refused(404, "tournament_not_found");
    // Saving without a difference is no change.
    let same = promoter.post("/tournament/update", edit(&theirs, &json!({}))).await.ok();
    assert_eq!(same["version"], theirs["version"]);
    promoter.post("/tournament/update", edit(&state, &json!({"rulesTh": "เก่า"}))).await.refused(409, "tournament_changed");

    enter(&world, &state, &player).await;
    let state = promoter.get(&format!("/tournament/form/{id}")).await.ok();
    assert!(state["locked"].as_array().unwrap().contains(&json!("stages")));
    for (differs, field, code) in [
        (json!({"stages": [{"format": "round-robin"}]}), "stages", "field_locked"),
        (json!({"mainPlayers": 5}), "mainPlayers", "field_locked"),
        (json!({"contestantType": "single", "mainPlayers": 1, "maxSubstitutes": 0}), "contestantType", "field_locked"),
        (json!({"category": "Pro", "joinMode": "review"}), "category", "field_locked"),
        (json!({"gameId": 2}), "gameId", "field_locked"),
        (json!({"capacity": 7}), "capacity", "capacity_only_upward"),
        (json!({"registrationEndAt": day(&world, 4)}), "registrationEndAt", "date_only_later"),
        (json!({"startAt": day(&world, 6), "drawAt": day(&world, 6)}), "startAt", "date_only_later"),
        (json!({"endAt": day(&world, 8)}), "endAt", "date_only_later"),
        (json!({"assistants": [player.user_id]}), "assistants[0]", "staff_plays"),
        (json!({"coPromoters": [co_promoter.user_id, player.user_id]}), "coPromoters[1]", "staff_plays"),
    ] {
        let refused = promoter.post("/tournament/update", edit(&state, &differs)).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"][field], code, "{differs}: {refused}");
    }
    let mut desk = world.socket(&assistant).await;
    let live = assistant.post("/registration/entrants", json!({"tournamentId": id})).await.ok()["live"].clone();
    desk.subscribe(&live).await;
    let later = json!({"capacity": 32, "endAt": day(&world, 12), "assistants": [], "reason": "เพิ่มที่"});
    let state = promoter.post("/tournament/update", edit(&state, &later)).await.ok();
    // Entrants hear of new dates; former staff have no rights any more.
    world.until("the player is told", async || (told(&player).await == ["tournament_dates_changed"]).then_some(())).await;
    assistant.post("/tournament/revision", json!({"id": id})).await.refused(404, "tournament_not_found");
    assert_eq!(desk.expect("unsubscribed").await["topic"], live["topic"]);

    let log = co_promoter.post("/tournament/revision", json!({"id": id, "perPage": 2})).await.ok();
    assert_eq!(log["total"], 4);
    let newest = &log["items"][0];
    assert_eq!(
        (&newest["kind"], &newest["reason"], &newest["actor"]["userId"]),
        (&json!("tournament_updated"), &json!("เพิ่มที่"), &json!(promoter.user_id))
    );
    let fields: Vec<&str> =
        newest["changes"].as_array().unwrap().iter().map(|change| change["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["assistants", "capacity", "endAt"]);
    assert_eq!((&newest["changes"][1]["before"], &newest["changes"][1]["after"]), (&json!(8), &json!(32)));
    assert_eq!(log["items"][1]["actor"]["userId"], co_promoter.user_id);
    assert_eq!(co_promoter.post("/tournament/revision-log", json!({"id": id})).await.ok()["total"], 0);

    // The draw locks places and its dates.
    sqlx::query("update esports.tournaments set bracket_published_at = now() where id = $1")
        .bind(id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let refused = promoter
        .post("/tournament/update", edit(&state, &json!({"capacity": 64, "endAt": day(&world, 13)})))
        .await
        .refused(422, "fields_invalid");
    assert_eq!(refused["fields"], json!({"capacity": "field_locked"}));
}

#[tokio::test]
async fn a_cancelled_tournament_is_left_alone() {
    let world = World::new().await;
    let (promoter, helper, player) = (world.promoter("promoter").await, world.user("helper").await, world.user("player").await);
    let state = publish(&promoter, with(form(&world, "ถ้วย RoV").await, &json!({"coPromoters": [helper.user_id]}))).await;
    let id = state["id"].as_i64().unwrap();
    enter(&world, &state, &player).await;
    let path = format!("/tournament/cancel-tournament/{id}");
    assert_eq!(
        promoter.post(&path, json!({"reason": " "})).await.refused(422, "fields_invalid")["fields"]["reason"],
        "field_required"
    );
    assert_eq!(promoter.get(&path).await.refused(422, "fields_invalid")["fields"]["reason"], "field_required");
    let long = json!({"reason": "ก".repeat(501)});
    assert_eq!(promoter.post(&path, long).await.refused(422, "fields_invalid")["fields"]["reason"], "field_invalid");
    helper.post(&path, json!({"reason": "ฝนตก"})).await.refused(404, "tournament_not_found");
    let shown = world.anon().get(&format!("/tournament/get/{id}")).await.ok();
    assert_eq!(shown["phase"], "upcoming");
    let cancelled = promoter.post(&path, json!({"reason": "ฝนตก"})).await.ok();
    assert_eq!(
        (&cancelled["phase"], &cancelled["cancelReason"], &cancelled["next"]),
        (&json!("cancelled"), &json!("ฝนตก"), &json!(null))
    );
    // The cached answer is gone at once.
    assert_eq!(world.anon().get(&format!("/tournament/get/{id}")).await.ok()["phase"], "cancelled");
    // Repeated, it stays as it was.
    assert_eq!(promoter.get(&format!("{path}?reason=again")).await.ok()["cancelReason"], "ฝนตก");
    let form = promoter.get(&format!("/tournament/form/{id}")).await.ok();
    assert!(form["locked"].as_array().unwrap().contains(&json!("nameTh")));
    promoter.post("/tournament/update", edit(&form, &json!({"nameTh": "ถ้วยใหม่"}))).await.refused(409, "tournament_cancelled");
    let close = json!({"version": form["version"]});
    promoter.post(&format!("/tournament/close-registration/{id}"), close).await.refused(409, "tournament_cancelled");
    for person in [&player, &helper] {
        world
            .until("they are told", async || told(person).await.contains(&"tournament_cancelled".to_owned()).then_some(()))
            .await;
    }
    assert_eq!(told(&player).await, ["tournament_cancelled"]);
    let log = promoter.post("/tournament/revision", json!({"id": id})).await.ok();
    assert_eq!((&log["items"][0]["kind"], &log["items"][0]["reason"]), (&json!("tournament_cancelled"), &json!("ฝนตก")));
    let all = world.anon().post("/tournament/tournamentlist", json!({})).await.ok();
    assert_eq!(all["total"], 0);
    let asked = world.anon().post("/tournament/tournamentlist", json!({"phase": "cancelled"})).await.ok();
    assert_eq!(asked["items"][0]["id"], id);
}
