//! Effects of time: proposals expire, the round's default applies, a match begins. Also times that staff set.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::appointment::moment;
use super::duel::{Duel, MINUTE};
use crate::brackets::field::{Field, single};
use crate::support::World;
use crate::tournaments::shop::{day, edit, form, publish, with};

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

    // Two days, and not a moment earlier.
    duel.proposed(&duel.home, last).await;
    world.advance(47 * HOUR).await;
    duel.tick().await;
    assert!(duel.now().await["proposal"].is_object());
    world.advance(HOUR).await;
    // Its end is announced, too, if the next one comes before the scheduler.
    let id = duel.proposed(&duel.home, last).await;
    assert_eq!(duel.steps().await, ["time_proposed", "time_expired", "time_proposed"]);
    duel.told(duel.home.user_id, "match_time_expired").await;

    // Settled by then: open proposals are over, and the round's time applies to both matches.
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

    // Moved once more by both; one reminder half an hour before; then it is played.
    let moved = default_at + TimeDelta::minutes(15);
    let id = duel.proposed(&duel.home, moved).await;
    duel.answer(&duel.away, "accept", id).await.ok();
    advance_to(&world, moved - TimeDelta::minutes(30)).await;
    duel.tick().await;
    duel.tick().await;
    duel.told(duel.away.user_id, "match_soon").await;
    let soon: i64 = sqlx::query_scalar("select count(*) from people.inbox_messages where user_id = $1 and kind = 'match_soon'")
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

/// Seats another user on the home side of this match.
async fn seat(duel: &Duel<'_>, user_id: i64) {
    for sql in [
        "update esports.entrants e set user_id = $1 from esports.matches m where m.id = $2 and e.id = m.home_id",
        "update esports.entrant_players p set user_id = $1 from esports.matches m where m.id = $2 and p.entrant_id = m.home_id",
    ] {
        sqlx::query(sql).bind(user_id).bind(duel.id).execute(&duel.world.app.db).await.unwrap();
    }
}

async fn put(duel: &Duel<'_>, state: &str) {
    sqlx::query("update esports.matches set state = $2 where id = $1")
        .bind(duel.id)
        .bind(state)
        .execute(&duel.world.app.db)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_default_that_cannot_hold_is_left_to_those_who_run_it() {
    let world = World::new().await;
    let (field, other) = (Field::published(&world, 8, &[single()]).await, Field::published(&world, 4, &[single()]).await);
    let gone = Field::published(&world, 2, &[single()]).await;
    let (late, busy, free) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await, Duel::of(&field, 3).await);
    let (there, nowhere) = (Duel::of(&other, 1).await, Duel::of(&gone, 1).await);
    seat(&there, busy.away.user_id).await;
    seat(&nowhere, free.away.user_id).await;
    let default_at = moment(&late.now().await["window"]["defaultAt"]);
    there.set(&other.promoter, json!({"at": default_at, "reason": "Stream"})).await.ok();
    nowhere.set(&gone.promoter, json!({"at": default_at, "reason": "Stream"})).await.ok();
    // A cancelled tournament keeps nobody from playing.
    gone.promoter.post(&format!("/tournament/cancel-tournament/{}", gone.id), json!({"reason": "Flood"})).await.ok();
    put(&late, "waiting").await;
    advance_to(&world, default_at - TimeDelta::minutes(90)).await;
    late.tick().await;
    assert_eq!(free.now().await["timeSource"], "round");
    put(&late, "ready").await;
    advance_to(&world, default_at - TimeDelta::minutes(59)).await;
    late.tick().await;
    for duel in [&late, &busy] {
        let now = duel.now().await;
        assert_eq!((&now["state"], &now["next"]["staff"]["code"]), (&json!("ready"), &json!("set_time")));
    }

    // Desks hear that a match needs them, and that it no longer does.
    let mut desk = world.socket(&world.fresh_session(&field.promoter).await).await;
    desk.subscribe(&late.desk(&field).await["staffLive"]).await;
    put(&busy, "waiting").await;
    put(&Duel::of(&field, 4).await, "waiting").await;
    world.run_task("matches.stuck").await;
    assert_eq!(desk.event("match.stuck").await["data"]["code"], "set_time");
    late.set(&field.promoter, json!({"at": default_at, "reason": "They asked"})).await.ok();
    assert_eq!(desk.event("match.stuck").await["data"]["code"], "none");
    // Overdue, and then reported.
    late.begun(100).await;
    world.run_task("matches.stuck").await;
    assert_eq!(desk.event("match.stuck").await["data"]["code"], "overdue");
    late.report(&late.home, &[(13, 7)]).await.ok();
    assert_eq!(desk.event("match.stuck").await["data"]["code"], "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_that_was_fixed_before_its_sides_were_known_holds_or_falls() {
    let world = World::new().await;
    let (field, other) = (Field::published(&world, 4, &[single()]).await, Field::published(&world, 4, &[single()]).await);
    let (one, two) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let (early, late) = (Duel::of(&other, 1).await, Duel::of(&other, 2).await);
    seat(&early, one.home.user_id).await;
    seat(&late, two.home.user_id).await;
    let at = one.opening(26 * 60).await;
    let last = format!("/tournament/edit-all-match-in-round-time/{}/2", field.id);
    let set = json!({"stage": 1, "part": "main", "at": at, "reason": "Stage"});
    assert_eq!(field.promoter.post(&last, set).await.ok()["moved"].as_array().unwrap().len(), 1);
    // One side is known: it plays no other match at that time.
    field.win(&field.at("main", 1, 1).await, true).await;
    early.set(&other.promoter, json!({"at": at, "reason": "Stream"})).await.refused(409, "time_taken");
    // The other side plays elsewhere: staff learn that their time cannot be kept.
    late.set(&other.promoter, json!({"at": at, "reason": "Stream"})).await.ok();
    field.win(&field.at("main", 1, 2).await, true).await;
    let last = Duel::on(&field, &field.at("main", 2, 1).await).await;
    // The scheduler may also have run by now.
    last.tick().await;
    let now = last.now().await;
    assert_eq!((&now["state"], now["scheduledAt"].is_null()), (&json!("ready"), true));
    for person in [last.home.user_id, last.away.user_id, field.promoter.user_id] {
        last.told(person, "match_time_fell").await;
    }
    assert_eq!(moment(&late.now().await["scheduledAt"]), at);
    // Another time that staff set is kept.
    last.set(&field.promoter, json!({"at": at + TimeDelta::hours(3), "reason": "Later"})).await.ok();
    last.tick().await;
    assert_eq!(moment(&last.now().await["scheduledAt"]), at + TimeDelta::hours(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_that_change_move_the_rounds_that_have_not_begun() {
    let world = World::new().await;
    let promoter = world.promoter("promoter").await;
    let single = json!({"contestantType": "single", "mainPlayers": 1, "maxSubstitutes": 0, "endAt": day(&world, 13)});
    let state = publish(&promoter, with(form(&world, "ถ้วย RoV").await, &single)).await;
    let id = state["id"].as_i64().unwrap();
    let field = Field { world: &world, id, promoter: promoter.clone(), entrants: Vec::new() };
    field.enter(4).await;
    sqlx::query(
        "update esports.tournaments set joined = 4, phase = 'draw', first_entry_at = $2, registration_closed_at = $2 where id = $1",
    )
    .bind(id)
    .bind(world.app.now())
    .execute(&world.app.db)
    .await
    .unwrap();
    field.publish(1).await;
    let (one, two) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let default = async |duel: &Duel<'_>| moment(&duel.now().await["window"]["defaultAt"]);
    let last = field.at("main", 2, 1).await["id"].as_i64().unwrap();
    let window = async || -> (chrono::DateTime<chrono::Utc>, chrono::DateTime<chrono::Utc>) {
        sqlx::query_as(
            "select default_at, closes_at from esports.match_rounds where tournament_id = $1 and part = 'main' and round = 2",
        )
        .bind(id)
        .fetch_one(&world.app.db)
        .await
        .unwrap()
    };
    let (first, final_before) = (default(&one).await, window().await);
    let agreed = one.opening(120).await;
    let proposal = one.proposed(&one.home, agreed).await;
    one.answer(&one.away, "accept", proposal).await.ok();
    let mut watcher = world.socket(&two.home).await;
    watcher.subscribe(&two.room(&two.home).await["live"]).await;

    // A longer match: all of it moves, agreed times stay, and viewers of a room see it.
    let change = async |fields: Value| {
        let promoter = world.fresh_session(&promoter).await;
        let state = promoter.get(&format!("/tournament/form/{id}")).await.ok();
        promoter.post("/tournament/update", edit(&state, &fields)).await.ok()
    };
    change(json!({"endAt": day(&world, 25)})).await;
    let moved = default(&two).await;
    assert!(moved > first && window().await.0 > final_before.0, "{moved} {first}");
    assert_eq!(moment(&watcher.event("match.changed").await["data"]["window"]["defaultAt"]), moved);
    assert_eq!(moment(&one.now().await["scheduledAt"]), agreed);
    // Another field, another day: nothing.
    let version = two.now().await["version"].clone();
    change(json!({"rulesTh": "กติกาใหม่"})).await;
    assert_eq!((two.now().await["version"].clone(), default(&two).await), (version, moved));
    // Once it is played, the round stays; the final moves.
    one.begun(0).await;
    let final_before = window().await;
    change(json!({"endAt": day(&world, 40)})).await;
    assert_eq!(default(&two).await, moved);
    assert!(window().await > final_before && field.at("main", 2, 1).await["id"] == last);
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
    let seen = first.now().await["matchVersion"].clone();
    let set = json!({"at": at + TimeDelta::hours(2), "reason": "Stream", "version": seen});
    let now = first.set(&field.promoter, set).await.ok()["now"].clone();
    // Someone else with a stale copy is shown the match as it is now.
    let late = json!({"at": at + TimeDelta::hours(4), "reason": "Late", "version": seen});
    let refused = first.set(&field.promoter, late).await.refused(409, "match_changed");
    assert_eq!(refused["match"]["scheduledAt"], now["scheduledAt"]);
    assert_eq!((&now["timeSource"], &now["proposal"], &now["state"]), (&json!("promoter"), &json!(null), &json!("scheduled")));
    first.answer(&first.away, "accept", id).await.refused(409, "proposal_replaced");
    assert_eq!(
        (first.log().await, first.steps().await.last().unwrap().as_str()),
        (vec!["match_time_set".to_owned()], "time_set")
    );
    assert!(first.told(first.away.user_id, "match_time_set").await.contains("Stream"));
    let id = second.proposed(&second.home, at).await;
    second.answer(&second.away, "accept", id).await.ok();

    // The preview comes first. A match without a time follows the round's default.
    let waits = Duel::of(&field, 3).await;
    let default_at = moment(&waits.now().await["window"]["defaultAt"]);
    let path = format!("/tournament/edit-all-match-in-round-time/{}/1", field.id);
    let move_by = |dry: bool| json!({"stage": 1, "shiftMinutes": 30, "reason": "Rain", "dryRun": dry});
    let told = field.promoter.post(&path, move_by(true)).await.ok();
    let moved = told["moved"].as_array().unwrap();
    assert_eq!((moved.len(), &told["clashes"], &moved[1]["agreed"]), (2, &json!([]), &json!(true)));
    assert_eq!(
        (moment(&told["default"]["from"]), moment(&told["default"]["to"])),
        (default_at, default_at + TimeDelta::minutes(30))
    );
    assert_eq!(
        (first.now().await["version"].clone(), default_at),
        (now["version"].clone(), moment(&waits.now().await["window"]["defaultAt"]))
    );
    let seen = |version: &Value| {
        let mut body = move_by(false);
        body["version"] = version.clone();
        body
    };
    assert_eq!(field.promoter.post(&path, seen(&told["version"])).await.ok(), told);
    // Someone else with the same copy does not move it once more.
    field.promoter.post(&path, seen(&told["version"])).await.refused(409, "match_changed");
    for (duel, before) in [(&first, at + TimeDelta::hours(2)), (&second, at)] {
        let now = duel.now().await;
        assert_eq!((moment(&now["scheduledAt"]), &now["timeSource"]), (before + TimeDelta::minutes(30), &json!("promoter")));
        assert!(duel.told(duel.home.user_id, "match_time_set").await.len() > 10);
    }
    let window = &waits.now().await["window"];
    assert_eq!(moment(&window["defaultAt"]), default_at + TimeDelta::minutes(30));
    for (at, code) in
        [(first.ahead(TimeDelta::zero()), "time_in_past"), (first.ahead(TimeDelta::days(400)), "time_outside_window")]
    {
        let refused =
            field.promoter.post(&path, json!({"stage": 1, "at": at, "reason": "Rain"})).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["at"], code);
    }
    // To one time: matches without a time get it as well, and a later round before its sides are known.
    let semi = format!("/tournament/edit-all-match-in-round-time/{}/2", field.id);
    let told = field.promoter.post(&semi, json!({"stage": 1, "at": at + TimeDelta::days(2), "reason": "Stage"})).await.ok();
    assert_eq!(told["moved"].as_array().unwrap().len(), 2);
    assert_eq!(moment(&told["default"]["to"]), at + TimeDelta::days(2));
    let semi = field.at("main", 2, 1).await;
    assert_eq!((&semi["state"], moment(&semi["scheduledAt"])), (&json!("locked"), at + TimeDelta::days(2)));
    for number in [1, 2] {
        field.win(&field.at("main", 1, number).await, true).await;
    }
    assert_eq!(field.at("main", 2, 1).await["state"], "scheduled");
    let missing = format!("/tournament/edit-all-match-in-round-time/{}/9", field.id);
    assert_eq!(field.promoter.post(&missing, move_by(false)).await.ok()["moved"], json!([]));
}
