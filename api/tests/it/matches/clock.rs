//! What time brings about: proposals expire, the round's default holds, a match begins; and what those who run it set.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::json;

use super::appointment::moment;
use super::duel::{Duel, MINUTE};
use crate::brackets::field::{Field, single};
use crate::support::World;

const HOUR: Duration = Duration::from_secs(3600);

async fn advance_to(world: &World, at: chrono::DateTime<chrono::Utc>) {
    world.advance((at - world.app.now()).to_std().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_expires_and_then_the_rounds_default_holds() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let (duel, other) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let window = duel.now().await["window"].clone();
    let (settle_by, default_at) = (moment(&window["settleBy"]), moment(&window["defaultAt"]));
    assert_eq!(default_at - settle_by, TimeDelta::hours(2));
    let last = moment(&window["closesAt"]);
    assert_eq!(duel.now().await["next"]["home"]["until"], window["settleBy"]);

    // Two days, and not a moment sooner.
    duel.proposed(&duel.home, last).await;
    world.advance(47 * HOUR).await;
    duel.tick().await;
    assert!(duel.now().await["proposal"].is_object());
    world.advance(HOUR).await;
    // Its end is told, too, where the next one comes before the clock.
    let id = duel.proposed(&duel.home, last).await;
    assert_eq!(duel.steps().await, ["time_proposed", "time_expired", "time_proposed"]);
    duel.told(duel.home.user_id, "match_time_expired").await;

    // Settled by then: what is open is over, and the round's time holds for both matches.
    advance_to(&world, settle_by).await;
    duel.answer(&duel.away, "accept", id).await.refused(409, "proposal_replaced");
    duel.tick().await;
    let now = duel.now().await;
    assert_eq!(
        (&now["state"], &now["timeSource"], moment(&now["scheduledAt"])),
        (&json!("scheduled"), &json!("round"), default_at)
    );
    assert_eq!(duel.steps().await[3..], ["time_expired", "time_default"]);
    assert_eq!(moment(&other.now().await["scheduledAt"]), default_at);
    duel.told(duel.away.user_id, "match_time_default").await;

    // Moved once more by both; reminded of half an hour before, once; then it is played.
    let moved = default_at + TimeDelta::minutes(15);
    let id = duel.proposed(&duel.home, moved).await;
    duel.answer(&duel.away, "accept", id).await.ok();
    advance_to(&world, moved - TimeDelta::minutes(30)).await;
    duel.tick().await;
    duel.tick().await;
    duel.told(duel.away.user_id, "match_soon").await;
    let soon: i64 = sqlx::query_scalar("select count(*) from inbox_messages where user_id = $1 and kind = 'match_soon'")
        .bind(duel.away.user_id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(soon, 1);
    let id = duel.proposed(&duel.home, moved + TimeDelta::minutes(5)).await;
    world.advance(30 * MINUTE).await;
    duel.tick().await;
    let now = duel.now().await;
    assert_eq!(
        (&now["state"], &now["proposal"], &now["next"]["home"]["code"]),
        (&json!("playing"), &json!(null), &json!("report"))
    );
    duel.answer(&duel.away, "accept", id).await.refused(409, "proposal_replaced");
    assert_eq!(field.at("main", 1, 1).await["state"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_default_that_cannot_hold_is_left_to_those_who_run_it() {
    let world = World::new().await;
    let (field, other) = (Field::published(&world, 4, &[single()]).await, Field::published(&world, 4, &[single()]).await);
    let (late, busy) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let slot = other.at("main", 1, 1).await["home"]["contestantId"].as_i64();
    for sql in ["update entrants set user_id = $1 where id = $2", "update entrant_players set user_id = $1 where entrant_id = $2"]
    {
        sqlx::query(sql).bind(busy.away.user_id).bind(slot).execute(&world.app.db).await.unwrap();
    }
    let there = Duel::of(&other, 1).await;
    let default_at = moment(&late.now().await["window"]["defaultAt"]);
    there.set(&other.promoter, json!({"at": default_at, "reason": "Stream"})).await.ok();
    advance_to(&world, default_at - TimeDelta::minutes(59)).await;
    late.tick().await;
    for duel in [&late, &busy] {
        let now = duel.now().await;
        assert_eq!((&now["state"], &now["next"]["staff"]["code"]), (&json!("ready"), &json!("set_time")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_run_it_set_one_time_or_a_rounds() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[single()]).await;
    let (first, second) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let at = first.opening(60).await;
    for (body, at_field) in [
        (json!({"at": at}), "reason"),
        (json!({"at": at, "reason": " "}), "reason"),
        (json!({"reason": "Late"}), "at"),
        (json!({"at": at, "shiftMinutes": 5, "reason": "Late"}), "shiftMinutes"),
        (json!({"shiftMinutes": 0, "reason": "Late"}), "shiftMinutes"),
        (json!({"shiftMinutes": 99_999_999, "reason": "Late"}), "shiftMinutes"),
        (json!({"at": "2027-02-29T10:00:00Z", "reason": "Late"}), "at"),
        (json!({"at": first.ahead(TimeDelta::minutes(-1)), "reason": "Late"}), "at"),
    ] {
        let refused = first.set(&field.promoter, body).await.refused(422, "fields_invalid");
        assert!(refused["fields"][at_field].is_string(), "{refused}");
    }
    first.set(&field.promoter, json!({"shiftMinutes": 5, "reason": "Late"})).await.refused(409, "match_no_time");
    first.set(&first.home, json!({"at": at, "reason": "Late"})).await.refused(404, "match_not_found");

    let id = first.proposed(&first.home, at).await;
    let now = first.set(&field.promoter, json!({"at": at + TimeDelta::hours(2), "reason": "Stream"})).await.ok()["now"].clone();
    assert_eq!((&now["timeSource"], &now["proposal"], &now["state"]), (&json!("promoter"), &json!(null), &json!("scheduled")));
    first.answer(&first.away, "accept", id).await.refused(409, "proposal_replaced");
    assert_eq!(
        (first.log().await, first.steps().await.last().unwrap().as_str()),
        (vec!["match_time_set".to_owned()], "time_set")
    );
    assert!(first.told(first.away.user_id, "match_time_set").await.contains("Stream"));
    let id = second.proposed(&second.home, at).await;
    second.answer(&second.away, "accept", id).await.ok();

    // Said before it is done.
    let path = format!("/tournament/edit-all-match-in-round-time/{}/1", field.id);
    let move_by = |dry: bool| json!({"stage": 1, "shiftMinutes": 30, "reason": "Rain", "dryRun": dry});
    let told = field.promoter.post(&path, move_by(true)).await.ok();
    let moved = told["moved"].as_array().unwrap();
    assert_eq!((moved.len(), &told["clashes"], &moved[1]["agreed"]), (2, &json!([]), &json!(true)));
    assert_eq!(first.now().await["version"], now["version"]);
    assert_eq!(field.promoter.post(&path, move_by(false)).await.ok(), told);
    for (duel, before) in [(&first, at + TimeDelta::hours(2)), (&second, at)] {
        let now = duel.now().await;
        assert_eq!((moment(&now["scheduledAt"]), &now["timeSource"]), (before + TimeDelta::minutes(30), &json!("promoter")));
        assert!(duel.told(duel.home.user_id, "match_time_set").await.len() > 10);
    }
    // To one time: those without get it as well, a later round before its sides are known.
    let semi = format!("/tournament/edit-all-match-in-round-time/{}/2", field.id);
    let told = field.promoter.post(&semi, json!({"stage": 1, "at": at + TimeDelta::days(2), "reason": "Stage"})).await.ok();
    assert_eq!(told["moved"].as_array().unwrap().len(), 2);
    let semi = field.at("main", 2, 1).await;
    assert_eq!((&semi["state"], moment(&semi["scheduledAt"])), (&json!("locked"), at + TimeDelta::days(2)));
    for number in [1, 2] {
        field.win(&field.at("main", 1, number).await, true).await;
    }
    assert_eq!(field.at("main", 2, 1).await["state"], "scheduled");
    let missing = format!("/tournament/edit-all-match-in-round-time/{}/9", field.id);
    assert_eq!(field.promoter.post(&missing, move_by(false)).await.ok()["moved"], json!([]));
}
