//! Corrections: the results to be reset are shown, reset with the last first, and exactly restored.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::field::{Field, find, ranks, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_on_a_result_falls_with_it_and_nothing_else() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[single()]).await;
    let drawn = field.rows().await;
    let bracket = field.bracket().await;
    for number in [1, 2, 3, 4] {
        field.win(&find(&bracket, "main", 1, number), true).await;
    }
    let quarters = field.rows().await;
    let bracket = field.bracket().await;
    for number in [1, 2] {
        field.win(&find(&bracket, "main", 2, number), true).await;
    }
    field.win(&field.at("third", 1, 1).await, true).await;
    field.win(&field.at("main", 3, 1).await, true).await;
    let ended = field.rows().await;
    let before = field.bracket().await;

    // The preview lists the results that would be reset, the last first; it changes nothing.
    let quarter = field.at("main", 1, 1).await;
    let ids = |falls: &Value| -> Vec<(String, i64)> {
        falls
            .as_array()
            .unwrap()
            .iter()
            .map(|of| (of["part"].as_str().unwrap().to_owned(), of["round"].as_i64().unwrap()))
            .collect()
    };
    let preview = field.reset(&quarter, json!({"dryRun": true})).await.ok();
    let falls = ids(&preview["falls"]);
    assert_eq!((falls.len(), &falls[2], &preview["changed"]), (3, &("main".to_owned(), 2), &json!(0)));
    assert_eq!(preview["falls"][0]["home"], "P1");
    let refused = field.reset(&quarter, json!({"reason": "A mistake"})).await.refused(409, "match_results_fall");
    assert_eq!(ids(&refused["falls"]), falls);
    let refused =
        field.score(&quarter, json!({"walkover": "away", "reason": "No show"})).await.refused(409, "match_results_fall");
    assert_eq!(ids(&refused["falls"]), falls);
    assert_eq!((field.rows().await, field.bracket().await["version"].clone()), (ended.clone(), before["version"].clone()));

    // A correction that keeps the winner resets nothing.
    let kept = field.score(&quarter, json!({"games": [{"home": 20, "away": 19}], "reason": "Mistyped"})).await.ok();
    assert_eq!((kept["changed"].as_array().unwrap().len(), &kept["match"]["games"]), (1, &json!([{"home": 20, "away": 19}])));
    let quarter = kept["match"].clone();
    let corrected = field
        .score(&quarter, json!({"games": [{"home": 7, "away": 13}], "reason": "Wrong way round", "cascade": true}))
        .await
        .ok();
    let now = field.bracket().await;
    assert_eq!(find(&now, "main", 2, 1)["home"]["contestantId"], field.entrants[7]);
    assert_eq!((&find(&now, "main", 2, 1)["state"], &find(&now, "main", 2, 2)["state"]), (&json!("ready"), &json!("decided")));
    assert_eq!((ranks(&now).len(), &now["version"]), (4, &corrected["bracketVersion"]));
    assert_eq!(field.log().await[..4].iter().filter(|kind| *kind == "match_reset").count(), 3);

    // Restored: the rows are those from before the semi-finals, except for the untouched one.
    let again = field
        .score(&find(&now, "main", 1, 1), json!({"games": [{"home": 13, "away": 7}], "reason": "No, it was right"}))
        .await
        .ok();
    assert_eq!(again["match"]["winner"], "home");
    field.reset(&field.at("main", 2, 2).await, json!({"reason": "All of them anew"})).await.ok();
    assert_eq!(field.rows().await, quarters);
    for number in [1, 2, 3, 4] {
        field.reset(&field.at("main", 1, number).await, json!({"reason": "All of them anew"})).await.ok();
    }
    assert_eq!(field.rows().await, drawn);
    assert_eq!(ranks(&field.bracket().await).len(), 0);

    // The log has for each its author, its reason, and the values before and after.
    let log = field.promoter.post("/tournament/revision-log", json!({"id": field.id, "matchId": quarter["id"]})).await.ok();
    let entry = &log["items"][0];
    assert_eq!(
        (&entry["kind"], &entry["reason"], &entry["after"]["outcome"]),
        (&json!("match_reset"), &json!("All of them anew"), &json!(null))
    );
    assert_eq!((&entry["before"]["homeScore"], &entry["actor"]["userId"]), (&json!(1), &json!(field.promoter.user_id)));
    assert_eq!(log["items"].as_array().unwrap().last().unwrap()["kind"], "match_decided");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_goes_on_from_a_double_forfeit_and_a_paid_prize_stands() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let bracket = field.bracket().await;
    field.score(&find(&bracket, "main", 1, 1), json!({"doubleForfeit": true, "reason": "Neither came"})).await.ok();
    let other = field.win(&find(&bracket, "main", 1, 2), true).await;
    let now = field.bracket().await;
    let last = find(&now, "main", 2, 1);
    assert_eq!((&last["state"], &last["winner"], &last["home"]["contestantId"]), (&json!("bye"), &json!("away"), &json!(null)));
    assert_eq!((&now["stages"][0]["state"], ranks(&now)[&field.entrants[1]]), (&json!("decided"), 1));

    sqlx::query(
        "insert into esports.prize_winners (tournament_id, place, entrant_id, announced_at, paid_at) values ($1, 1, $2, now(), now())",
    )
    .bind(field.id)
    .bind(field.entrants[1])
    .execute(&world.app.db)
    .await
    .unwrap();
    let rows = field.rows().await;
    field.reset(&other["match"], json!({"reason": "Anew", "cascade": true})).await.refused(409, "prize_paid");
    field.reset(&other["match"], json!({"dryRun": true})).await.refused(409, "prize_paid");
    assert_eq!(field.rows().await, rows);
    // A correction that changes no paid rank is allowed for 48 hours after the end.
    let fix = json!({"games": [{"home": 3, "away": 2}], "reason": "Mistyped"});
    let fixed = field.score(&other["match"], fix.clone()).await.ok()["match"].clone();
    sqlx::query("update esports.tournaments set finished_at = $2 - interval '49 hours' where id = $1")
        .bind(field.id)
        .bind(world.app.now())
        .execute(&world.app.db)
        .await
        .unwrap();
    field.score(&fixed, fix).await.refused(409, "tournament_over");
    // The room says so before anyone tries.
    let room = field.promoter.get(&format!("/tournament/get/match/{}", fixed["id"])).await.ok();
    let until: DateTime<Utc> = serde_json::from_value(room["tournament"]["decidableUntil"].clone()).unwrap();
    assert!(until < world.app.now(), "{until}");
}
