//! Entrants that leave after the draw forfeit their open matches, and come back if that was a mistake.

use serde_json::json;

use super::field::{Field, find, ranks, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn who_is_out_forfeits_what_is_open_and_comes_back_exactly() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[single()]).await;
    let bracket = field.bracket().await;
    field.win(&find(&bracket, "main", 1, 1), true).await;
    let first = field.entrants[0];
    let semi = field.at("main", 2, 1).await;
    let rows = field.rows().await;

    // Only this match: the other side wins it.
    let quarter = field.at("main", 1, 2).await;
    let (home, away) = (quarter["home"]["contestantId"].clone(), quarter["away"]["contestantId"].clone());
    let body = |scope: &str| json!({"contestantId": home, "scope": scope, "reason": "A stranger played"});
    field
        .disqualify(&quarter, json!({"contestantId": first, "scope": "match", "reason": "Not there"}))
        .await
        .refused(422, "fields_invalid");
    field.disqualify(&quarter, json!({"contestantId": home, "scope": "match"})).await.refused(422, "fields_invalid");
    let out = field.disqualify(&quarter, body("match")).await.ok();
    assert_eq!((&out["match"]["outcome"], &out["match"]["winner"]), (&json!("walkover"), &json!("away")));
    assert_eq!(field.at("main", 2, 1).await["away"]["contestantId"], away);
    let restored = json!({"contestantId": home, "scope": "match", "reason": "It was allowed", "restore": true});
    field.disqualify(&quarter, restored).await.refused(422, "fields_invalid");
    // Both of them: nobody goes on.
    let both = field.disqualify(&quarter, json!({"contestantId": away, "scope": "match", "reason": "They, too"})).await.ok();
    assert_eq!(both["match"]["outcome"], "double_forfeit");
    field.reset(&both["match"], json!({"reason": "It was allowed"})).await.ok();
    assert_eq!(field.rows().await, rows);

    // Out of the tournament: its semi-final will be forfeited, and its earlier wins stand.
    let preview = field.disqualify(&semi, json!({"contestantId": first, "scope": "tournament", "dryRun": true})).await.ok();
    assert_eq!((preview["falls"].as_array().unwrap().len(), &preview["falls"][0]["id"]), (1, &semi["id"]));
    let body = json!({"contestantId": first, "scope": "tournament", "reason": "Cheated"});
    field
        .disqualify(&semi, json!({"contestantId": first, "scope": "tournament", "restore": true, "reason": "Was never out"}))
        .await
        .refused(409, "entrant_not_out");
    field.disqualify(&semi, body.clone()).await.ok();
    field.disqualify(&semi, body.clone()).await.refused(409, "entry_over");
    let now = field.bracket().await;
    assert_eq!((&find(&now, "main", 1, 1)["winner"], &now["entrants"][0]["out"]), (&json!("home"), &json!(true)));
    let waiting = find(&now, "main", 2, 1);
    assert_eq!((&waiting["state"], &waiting["home"]["contestantId"]), (&json!("waiting"), &json!(first)));
    let won = field.win(&find(&now, "main", 1, 2), true).await;
    let now = field.bracket().await;
    let forfeited = find(&now, "main", 2, 1);
    assert_eq!(
        (&forfeited["state"], &forfeited["outcome"], &forfeited["forfeited"], &forfeited["winner"]),
        (&json!("decided"), &json!("walkover"), &json!(true), &json!("away"))
    );
    assert_eq!(find(&now, "main", 3, 1)["home"]["contestantId"], home);
    assert_eq!(ranks(&now).get(&field.entrants[7]), Some(&5));
    field.reset(&forfeited, json!({"dryRun": true})).await.refused(409, "match_no_result");

    // It comes back, without a trace of having been out.
    field.reset(&won["match"], json!({"reason": "Wait"})).await.ok();
    let back = json!({"contestantId": first, "scope": "tournament", "restore": true, "reason": "It was another"});
    field.disqualify(&semi, back.clone()).await.ok();
    assert_eq!(field.rows().await, rows);
    assert_eq!(field.log().await[0], "entrant_restored");

    // Others have played on after the forfeit: their results are shown, and are reset only with a confirmation.
    field.disqualify(&semi, body).await.ok();
    for number in [2, 3, 4] {
        field.win(&field.at("main", 1, number).await, true).await;
    }
    field.win(&field.at("main", 2, 2).await, true).await;
    field.win(&field.at("main", 3, 1).await, true).await;
    let preview = field
        .disqualify(&semi, json!({"contestantId": first, "scope": "tournament", "restore": true, "dryRun": true}))
        .await
        .ok();
    assert_eq!(preview["falls"].as_array().unwrap().len(), 1);
    field.disqualify(&semi, back.clone()).await.refused(409, "match_results_fall");
    let mut back = back;
    back["cascade"] = true.into();
    field.disqualify(&semi, back).await.ok();
    let now = field.bracket().await;
    assert_eq!((&find(&now, "main", 2, 1)["state"], &find(&now, "main", 3, 1)["state"]), (&json!("ready"), &json!("waiting")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_after_the_draw_shows_what_it_forfeits() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let player: i64 = sqlx::query_scalar("select user_id from esports.entrants where id = $1")
        .bind(field.entrants[0])
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    let player = world.session(player).await;
    let path = format!("/tournament/remove/contestant/{}/{}", field.id, field.entrants[0]);
    let rows = field.rows().await;
    let preview = player.post(&path, json!({"dryRun": true})).await.ok();
    assert_eq!((&preview["forfeits"][0]["home"], field.rows().await), (&json!("P1"), rows));
    let left = player.post(&path, json!({})).await.ok();
    assert_eq!(left["forfeits"], preview["forfeits"]);
    let now = field.bracket().await;
    let quarter = find(&now, "main", 1, 1);
    assert_eq!(
        (&quarter["winner"], &quarter["forfeited"], &now["entrants"][0]["out"]),
        (&json!("away"), &json!(true), &json!(true))
    );
    player.post(&path, json!({})).await.refused(409, "entry_over");
    // Staff remove another entrant.
    let path = format!("/tournament/remove/contestant/{}/{}", field.id, field.entrants[1]);
    field.promoter.post(&path, json!({})).await.refused(422, "fields_invalid");
    field.promoter.post(&path, json!({"reason": "Did not answer"})).await.ok();
    let now = field.bracket().await;
    // Both players of the third-place match are out.
    assert_eq!(
        (&find(&now, "main", 2, 1)["state"], &find(&now, "third", 1, 1)["outcome"]),
        (&json!("ready"), &json!("double_forfeit"))
    );
    let moments = world.anon().post("/bracket/get-moments", json!({"id": field.id})).await.ok();
    assert_eq!(moments["items"].as_array().unwrap().len(), 2);
    let then = field.get(&world.anon(), json!({"at": moments["items"][0]["at"]})).await.ok();
    assert_eq!((&then["entrants"][0]["out"], &then["entrants"][1]["out"]), (&json!(true), &json!(null)));
}
