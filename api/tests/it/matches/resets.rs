//! A reset, a correction or a change of sides voids the reports, and both sides are notified.

use serde_json::json;

use super::duel::{Duel, MINUTE, points};
use crate::brackets::field::{Field, find, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_reported_counts_no_more() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[json!({"format": "bracket", "elimination": "single", "series": [1]})]).await;

    // Without a result: the reports are void, and a report based on the old version is refused.
    let duel = Duel::open(&field, 1).await;
    duel.begun(50).await;
    duel.report(&duel.home, &[(13, 7)]).await.ok();
    let before = duel.now().await;
    let preview = duel.post(&field.promoter, "reset-match-score", json!({"dryRun": true})).await.ok();
    assert_eq!((&preview["falls"], duel.now().await), (&json!([]), before.clone()));
    let reset = json!({"reason": "Played on the wrong map", "version": before["matchVersion"]});
    duel.post(&field.promoter, "reset-match-score", reset.clone()).await.ok();
    let refused = duel.post(&field.promoter, "reset-match-score", reset).await.refused(409, "match_changed");
    let now = duel.now().await;
    assert_eq!(refused["match"], now);
    assert_eq!(
        (&now["state"], &now["reported"], now["confirmDueAt"].is_null()),
        (&json!("ready"), &json!({"home": false, "away": false}), true)
    );
    // Its time has passed: nobody is late for a replay.
    assert!(now["scheduledAt"].is_null() && now["timeSource"].is_null(), "{now}");
    assert_eq!(
        (duel.log().await, duel.steps().await),
        (vec!["match_reports_voided".to_owned()], vec!["score_reported".to_owned(), "match_reset".to_owned()])
    );
    for player in [&duel.home, &duel.away] {
        duel.told(player.user_id, "match_reset").await;
    }
    let stale = json!({"games": points(&[(13, 7)]), "version": before["version"]});
    let refused = duel.send(&duel.away, stale).await.refused(409, "match_reset");
    assert_eq!(refused["match"], now);
    world.advance(40 * MINUTE).await;
    duel.confirm().await;
    let field = Field { promoter: world.fresh_session(&field.promoter).await, ..field };
    assert_eq!((duel.now().await["state"].clone(), duel.results().await), (json!("ready"), 0));

    // Both semi-finals, then a report of the final: the reset of a semi-final needs a confirmation, and voids the report.
    duel.begun(60).await;
    duel.report(&duel.home, &[(13, 7)]).await.ok();
    duel.report(&duel.away, &[(13, 7)]).await.ok();
    let semi = Duel::open(&field, 2).await;
    semi.report(&semi.home, &[(13, 7)]).await.ok();
    semi.report(&semi.away, &[(13, 7)]).await.ok();
    let last = Duel::on(&field, &field.at("main", 2, 1).await).await;
    last.told(last.away.user_id, "match_ready").await;
    last.report(&last.home, &[(13, 7)]).await.ok();
    let open = last.now().await;
    let mut finalist = world.socket(&last.fresh(&last.home).await).await;
    finalist.subscribe(&last.room(&last.home).await["live"]).await;
    field.reset(&field.at("main", 1, 1).await, json!({"reason": "They used a banned hero"})).await.ok();
    assert_eq!(finalist.expect("unsubscribed").await["topic"], format!("match:{}", last.id));
    assert_eq!(reports(&world, last.id).await, [false]);
    last.told(last.away.user_id, "match_sides").await;
    let again = duel.now().await;
    assert_eq!((&again["state"], &again["scheduledAt"]), (&json!("ready"), &json!(null)));
    let room = last.room(&last.away).await;
    assert_eq!((&room["now"]["state"], &room["now"]["reported"]["home"]), (&json!("waiting"), &json!(false)));
    assert!(room["now"]["confirmDueAt"].is_null());
    let refused = last.send(&last.away, json!({"games": points(&[(13, 7)]), "version": open["version"]})).await;
    refused.refused(409, "match_reset");
    // A user who does not play in it any more has no room.
    last.send(&last.home, json!({"games": points(&[(13, 7)]), "version": open["version"]})).await.refused(404, "match_not_found");
    assert_eq!(duel.steps().await.last().unwrap(), "match_reset");

    // Decided again, the final too: the preview names it, and then its reports are void too.
    duel.begun(10).await;
    duel.report(&duel.home, &[(7, 13)]).await.ok();
    duel.report(&duel.away, &[(7, 13)]).await.ok();
    let last = Duel::on(&field, &field.at("main", 2, 1).await).await;
    last.report(&last.home, &[(13, 7)]).await.ok();
    last.report(&last.away, &[(13, 7)]).await.ok();
    let bracket = field.bracket().await;
    let first = find(&bracket, "main", 1, 1);
    let refused = field.reset(&first, json!({"reason": "Anew"})).await.refused(409, "match_results_fall");
    assert_eq!(refused["match"], duel.now().await);
    assert_eq!((refused["falls"][0]["id"].clone(), last.now().await["state"].clone()), (json!(last.id), json!("decided")));
    assert_eq!(reports(&world, last.id).await, [false, true, true]);
    field.reset(&first, json!({"reason": "Anew", "cascade": true})).await.ok();
    assert_eq!(reports(&world, last.id).await, [false, false, false]);
    // Its time has not passed: it goes on.
    assert_eq!(duel.now().await["state"], "playing");
    assert_eq!(reports(&world, duel.id).await.iter().filter(|counts| **counts).count(), 0);

    // A correction voids them as well: it differs from the reports.
    let semi_now = find(&field.bracket().await, "main", 1, 2);
    field.score(&semi_now, json!({"games": points(&[(7, 13)]), "reason": "The replay shows it"})).await.ok();
    assert_eq!(reports(&world, semi.id).await, [false, false]);
    // A side is out while its match is open: the other wins, and no report is left.
    duel.report(&duel.home, &[(13, 7)]).await.ok();
    let open = find(&field.bracket().await, "main", 1, 1);
    let out = json!({"contestantId": open["home"]["contestantId"], "scope": "tournament", "reason": "Cheated"});
    field.disqualify(&open, out).await.ok();
    let room = duel.room(&duel.away).await;
    assert_eq!(
        (&room["now"]["state"], &room["now"]["result"]["winner"], &room["reports"]),
        (&json!("decided"), &json!("away"), &json!([]))
    );
    assert!(room["now"]["confirmDueAt"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_reported_once_the_tournament_is_over() {
    let world = World::new().await;
    let field = Field::published(&world, 2, &[single()]).await;
    let duel = Duel::open(&field, 1).await;
    duel.report(&duel.home, &[(13, 7)]).await.ok();
    sqlx::query("update esports.tournaments set finished_at = $2 where id = $1")
        .bind(field.id)
        .bind(world.app.now())
        .execute(&world.app.db)
        .await
        .unwrap();
    let refused = duel.report(&duel.away, &[(13, 7)]).await.refused(409, "tournament_over");
    assert_eq!(refused["match"]["matchId"], duel.id);
    duel.contest(&duel.away).await.refused(409, "tournament_over");
}

/// Returns for each report of the match, oldest first, whether it still counts.
async fn reports(world: &World, match_id: i64) -> Vec<bool> {
    sqlx::query_scalar("select void_at is null from esports.match_reports where match_id = $1 order by id")
        .bind(match_id)
        .fetch_all(&world.app.db)
        .await
        .unwrap()
}
