//! A side that does not come loses, unless it objects.

use serde_json::{Value, json};

use super::duel::{Duel, MINUTE, points};
use crate::brackets::field::{Field, single};
use crate::support::{Client, Socket, World};

async fn absent(duel: &Duel<'_>, by: &Client) -> Value {
    duel.send(by, json!({"noShow": true})).await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_show_stands_is_contested_or_answered() {
    let world = World::new().await;
    let field = Field::published(&world, 16, &[single()]).await;

    // The wait is a quarter of an hour; without a time nobody can be late.
    let duel = Duel::of(&field, 1).await;
    duel.send(&duel.away, json!({"noShow": true})).await.refused(409, "no_show_too_early");
    duel.begun(14).await;
    duel.send(&duel.away, json!({"noShow": true})).await.refused(409, "no_show_too_early");
    duel.contest(&duel.home).await.refused(409, "no_show_none");
    duel.begun(15).await;
    let called = absent(&duel, &duel.away).await;
    let now = &called["now"];
    assert_eq!((&now["noShow"]["absent"], &now["noShow"]["standsAt"]), (&json!("home"), &now["confirmDueAt"]));
    assert_eq!(
        (&now["next"]["home"]["code"], &now["next"]["away"]["code"], &now["next"]["staff"]["code"]),
        (&json!("contest"), &json!("wait_contest"), &json!("no_show"))
    );
    assert!(duel.told(duel.home.user_id, "match_no_show").await.contains("30"));
    assert_eq!(duel.needs(&field).await["noShow"], 1);
    assert_eq!(absent(&duel, &duel.away).await["now"], *now);
    duel.contest(&duel.away).await.refused(409, "no_show_none");
    world.advance(29 * MINUTE).await;
    duel.confirm().await;
    assert_eq!(duel.now().await["state"], "submitted");
    world.advance(MINUTE).await;
    duel.confirm().await;
    let result = duel.now().await["result"].clone();
    assert_eq!((&result["outcome"], &result["winner"], &result["by"]), (&json!("walkover"), &json!("away"), &json!("time")));
    assert_eq!(
        (duel.log().await, duel.steps().await),
        (vec!["match_confirmed_by_time".to_owned()], vec!["no_show_reported".to_owned(), "match_decided".to_owned()])
    );
    duel.contest(&duel.home).await.refused(409, "no_show_none");

    // Contested, answered with a score, or reported absent by both: disputed, and the scheduler leaves it alone.
    let [contested, answered, both, reported] =
        [Duel::of(&field, 2).await, Duel::of(&field, 3).await, Duel::of(&field, 4).await, Duel::of(&field, 5).await];
    for duel in [&contested, &answered, &both, &reported] {
        duel.begun(20).await;
    }
    for duel in [&contested, &answered, &both] {
        absent(duel, &duel.home).await;
    }
    assert_eq!(contested.contest(&contested.away).await.ok()["now"]["state"], "disputed");
    let again = contested.contest(&contested.away).await.ok()["now"].clone();
    assert_eq!(
        (again["next"]["away"]["code"].clone(), contested.steps().await),
        (json!("wait_ruling"), vec!["no_show_reported".to_owned(), "no_show_contested".to_owned()])
    );
    let score = answered.report(&answered.away, &[(7, 13)]).await.ok();
    assert_eq!((&score["now"]["state"], score["reports"].as_array().unwrap().len()), (&json!("disputed"), 2));
    assert_eq!(absent(&both, &both.away).await["now"]["state"], "disputed");
    reported.report(&reported.home, &[(13, 7)]).await.ok();
    assert_eq!(absent(&reported, &reported.away).await["now"]["state"], "disputed");
    world.advance(60 * MINUTE).await;
    contested.confirm().await;
    for duel in [&contested, &answered, &both, &reported] {
        assert_eq!((duel.now().await["state"].clone(), duel.results().await), (json!("disputed"), 0));
        duel.told(field.promoter.user_id, "match_disputed").await;
    }
    // Staff settle it: it is played after all, or nobody goes on.
    let version = both.now().await["matchVersion"].clone();
    let ruling = json!({"doubleForfeit": true, "version": version, "reason": "Neither came"});
    assert_eq!(both.send(&field.promoter, ruling).await.ok()["match"]["outcome"], "double_forfeit");
    let version = contested.now().await["matchVersion"].clone();
    contested.send(&field.promoter, json!({"games": points(&[(7, 13)]), "version": version})).await.ok();

    // An hour after it should have ended, a match without a report is overdue.
    let late = Duel::of(&field, 6).await;
    late.begun(99).await;
    assert_eq!(late.room(&field.promoter).await["now"]["next"]["staff"]["code"], "none");
    let mine = late.desk(&field).await;
    let mut desk = world.socket(&world.fresh_session(&field.promoter).await).await;
    desk.subscribe(&mine["staffLive"]).await;
    late.begun(100).await;
    world.run_task("matches.stuck").await;
    world.run_task("matches.stuck").await;
    let told = async |desk: &mut Socket| desk.event("match.stuck").await["data"].clone();
    assert_eq!(told(&mut desk).await, json!({"matchId": late.id, "label": "6", "code": "overdue"}));
    late.report(&late.home, &[(13, 7)]).await.ok();
    // Notified once, and of its end; then comes the dispute.
    assert_eq!(told(&mut desk).await["code"], "none");
    late.report(&late.away, &[(7, 13)]).await.ok();
    assert_eq!(told(&mut desk).await["code"], "rule");
    let late = Duel::of(&field, 7).await;
    late.begun(100).await;
    assert_eq!(late.room(&field.promoter).await["now"]["next"]["staff"]["code"], "overdue");
    let needs = late.needs(&field).await;
    assert_eq!((&needs["overdue"], &needs["rule"]), (&json!(1), &json!(3)));
}
