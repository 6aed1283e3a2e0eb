//! Reports are compared: equal ones decide, different ones are disputed, and nobody else sees them.

use serde_json::json;

use super::duel::{Duel, MINUTE, points, three};
use crate::brackets::field::{Field, find, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_series_decides_and_one_side_does_not_see_the_other_before() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[three()]).await;
    let duel = Duel::open(&field, 1).await;
    let outsider = world.user("outsider").await;

    // Impossible scores are refused, and change nothing.
    for games in [
        points(&[(7, 5)]),
        points(&[(7, 5), (7, 5), (7, 5)]),
        points(&[(7, 5), (5, 5), (7, 5)]),
        points(&[(1000, 5), (7, 5)]),
        json!([]),
    ] {
        let refused = duel.send(&duel.home, json!({"games": games})).await.refused(422, "fields_invalid");
        assert!(refused["fields"]["games"].is_string() && refused["match"]["version"] == 0, "{refused}");
    }
    for body in [json!({}), json!({"noShow": true, "games": points(&[(7, 5), (7, 5)])})] {
        let answer = duel.send(&duel.home, body).await;
        assert!([409, 422].contains(&answer.status.as_u16()), "{}", answer.body);
    }
    for stranger in [&outsider, &Duel::open(&field, 2).await.home] {
        duel.report(stranger, &[(7, 5), (7, 5)]).await.refused(404, "match_not_found");
        duel.contest(stranger).await.refused(404, "match_not_found");
    }
    assert_eq!((duel.steps().await, duel.now().await["version"].clone()), (vec![], json!(0)));

    let mut watcher = world.socket(&duel.away).await;
    watcher.subscribe(&duel.room(&duel.away).await["live"]).await;
    let mine = duel.report(&duel.home, &[(13, 7), (9, 13), (13, 11)]).await.ok();
    let now = &mine["now"];
    assert_eq!((&now["state"], &now["reported"]), (&json!("submitted"), &json!({"home": true, "away": false})));
    assert_eq!((&now["next"]["home"]["code"], &now["next"]["away"]["code"]), (&json!("wait_report"), &json!("confirm")));
    assert_eq!((&now["next"]["away"]["until"], &mine["reports"][0]["homeScore"]), (&now["confirmDueAt"], &json!(2)));
    // The other side hears that there is one, but not its content.
    let heard = watcher.event("match.changed").await["data"].clone();
    let theirs = duel.room(&duel.away).await;
    assert_eq!((&heard, &theirs["reports"]), (&theirs["now"], &json!([])));
    let told = duel.told(duel.away.user_id, "match_reported").await;
    assert!(told.contains("P1") && !told.contains("13"), "{told}");
    for stranger in [&world.anon(), &outsider] {
        let room = duel.room(stranger).await;
        assert_eq!((&room["reports"], &room["now"]["reported"]), (&json!([]), &json!({"home": false, "away": false})));
        assert!(room["now"]["confirmDueAt"].is_null() && room["threadId"].is_null(), "{room}");
    }
    // Sent again it is the same report; a different one is too late.
    assert_eq!(duel.report(&duel.home, &[(13, 7), (9, 13), (13, 11)]).await.ok()["now"], *now);
    let refused = duel.report(&duel.home, &[(13, 7), (13, 9)]).await.refused(409, "report_given");
    assert_eq!(refused["match"], *now);

    // The series is the same, the points differ: the first report's points count.
    let decided = duel.report(&duel.away, &[(13, 7), (10, 13), (13, 12)]).await.ok();
    let result = &decided["now"]["result"];
    assert_eq!(
        (&decided["now"]["state"], &result["by"], &result["homeScore"], &result["awayScore"]),
        (&json!("decided"), &json!("sides"), &json!(2), &json!(1))
    );
    assert_eq!((&result["games"], decided["reports"].as_array().unwrap().len()), (&points(&[(13, 7), (9, 13), (13, 11)]), 2));
    assert_eq!(duel.report(&duel.away, &[(13, 7), (10, 13), (13, 12)]).await.ok()["now"], decided["now"]);
    duel.report(&duel.away, &[(7, 13), (7, 13)]).await.refused(409, "report_given");
    assert_eq!(
        (duel.log().await, duel.steps().await),
        (vec!["match_agreed".to_owned()], vec!["score_reported".to_owned(), "match_decided".to_owned()])
    );
    for (player, title) in [(&duel.home, "Your match result: you won 2–1"), (&duel.away, "Your match result: you lost 1–2")] {
        let told = duel.told(player.user_id, "match_decided").await;
        assert!(told.contains(title) && told.contains("2–1"), "{told}");
    }
    let bracket = field.bracket().await;
    assert_eq!(find(&bracket, "main", 2, 1)["home"]["contestantId"], field.entrants[0]);
    // The next match knows one side: nothing can be reported yet.
    let next = find(&bracket, "main", 2, 1);
    let path = format!("/tournament/submit-match-score/{}", next["id"]);
    duel.home.post(&path, json!({"games": points(&[(1, 0), (1, 0)]), "version": 9})).await.refused(409, "match_not_open");
}

#[tokio::test(flavor = "multi_thread")]
async fn different_reports_are_disputed_and_those_who_run_it_rule() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[single()]).await;
    // Nobody wins while the others sleep: before its window opens, a match without a time cannot be reported.
    let asleep = Duel::of(&field, 1).await;
    let refused = asleep.report(&asleep.home, &[(13, 7)]).await.refused(409, "match_not_begun");
    assert_eq!((&refused["from"], &refused["match"]["state"]), (&refused["match"]["window"]["opensAt"], &json!("ready")));
    let (duel, late) = (Duel::open(&field, 1).await, Duel::open(&field, 2).await);
    let mine = field.promoter.post("/tournament/get-join-tournament", json!({"tournamentId": field.id})).await.ok();
    let mut desk = world.socket(&field.promoter).await;
    desk.subscribe(&mine["staffLive"]).await;

    duel.report(&duel.away, &[(7, 13)]).await.ok();
    let disputed = duel.report(&duel.home, &[(13, 7)]).await.ok();
    assert_eq!((&disputed["now"]["state"], disputed["reports"].as_array().unwrap().len()), (&json!("disputed"), 2));
    assert_eq!(duel.room(&duel.away).await["reports"], disputed["reports"]);
    assert!(disputed["now"]["confirmDueAt"].is_null());
    let stuck = desk.event("match.stuck").await["data"].clone();
    assert_eq!(stuck, json!({"matchId": duel.id, "label": "1", "code": "rule"}));
    for person in [field.promoter.user_id, duel.home.user_id, duel.away.user_id] {
        duel.told(person, "match_disputed").await;
    }
    assert_eq!(duel.needs(&field).await["rule"], 1);
    // Neither side can change it; nor does time.
    duel.report(&duel.home, &[(7, 13)]).await.refused(409, "report_given");
    world.advance(60 * MINUTE).await;
    duel.confirm().await;
    let room = duel.room(&field.promoter).await;
    assert_eq!((&room["now"]["state"], &room["now"]["next"]["staff"]["code"]), (&json!("disputed"), &json!("rule")));

    // A viewer whose copy is stale receives the match as it is now.
    let stale = json!({"games": points(&[(7, 13)]), "version": 0});
    let refused = duel.send(&field.promoter, stale).await.refused(409, "match_changed");
    assert_eq!(refused["match"], room["now"]);
    let ruling =
        json!({"games": points(&[(7, 13)]), "version": room["now"]["matchVersion"], "reason": "The screenshot shows it"});
    let ruled = duel.send(&field.promoter, ruling).await.ok();
    assert_eq!((&ruled["match"]["state"], &ruled["match"]["winner"]), (&json!("decided"), &json!("away")));
    assert_eq!(duel.now().await["result"]["by"], "staff");
    // The reason is for the room's members; the winner also learns the next step, as far as it is known.
    let (won, lost) = (duel.room(&duel.away).await, duel.room(&duel.home).await);
    assert_eq!(
        (&won["rulingReason"], &lost["rulingReason"]),
        (&json!("The screenshot shows it"), &json!("The screenshot shows it"))
    );
    assert!(duel.room(&world.user("passer-by").await).await["rulingReason"].is_null());
    assert!(won["nextMatch"]["id"].is_i64() && won["nextMatch"]["opponent"].is_null() && lost["nextMatch"].is_null(), "{won}");
    assert_eq!(desk.event("match.stuck").await["data"]["code"], "done");
    assert!(duel.told(duel.home.user_id, "match_decided").await.contains("0–1"));
    assert_eq!(duel.log().await, ["match_decided"]);
    assert_eq!(duel.steps().await, ["score_reported", "disputed", "match_decided"]);

    // Without an answer a report stands once its time is over, and not before; twice is once.
    late.report(&late.home, &[(13, 7)]).await.ok();
    world.advance(29 * MINUTE).await;
    late.confirm().await;
    assert_eq!(late.now().await["state"], "submitted");
    world.advance(MINUTE).await;
    late.confirm().await;
    late.confirm().await;
    let now = late.now().await;
    assert_eq!(
        (&now["state"], &now["result"]["by"], &now["result"]["winner"]),
        (&json!("decided"), &json!("time"), &json!("home"))
    );
    assert_eq!((late.log().await, late.results().await), (vec!["match_confirmed_by_time".to_owned()], 1));
    let next = duel.room(&duel.away).await["nextMatch"].clone();
    assert_eq!(next["opponent"], late.room(&late.home).await["home"]["name"]);
    late.report(&late.away, &[(7, 13)]).await.refused(409, "match_not_open");
    for player in [&late.home, &late.away] {
        late.told(player.user_id, "match_decided").await;
    }

    // Disputed without a score of its own: staff decide. A side cannot dispute its own report, nor dispute twice.
    let contested = Duel::open(&field, 4).await;
    contested.contest(&contested.away).await.refused(409, "no_show_none");
    contested.report(&contested.home, &[(13, 7)]).await.ok();
    contested.contest(&contested.home).await.refused(409, "no_show_none");
    let room = contested.contest(&contested.away).await.ok();
    assert_eq!((&room["now"]["state"], room["reports"].as_array().unwrap().len()), (&json!("disputed"), 1));
    assert_eq!(contested.contest(&contested.away).await.ok()["now"], room["now"]);
    assert_eq!(contested.steps().await, ["score_reported", "disputed"]);

    // Before its time nothing is reported, and nothing in a tournament that is over.
    let third = Duel::open(&field, 3).await;
    third.begun(-5).await;
    let early = third.report(&third.home, &[(13, 7)]).await.refused(409, "match_not_begun");
    assert_eq!(early["from"], early["match"]["scheduledAt"]);
    third.begun(0).await;
    third.report(&third.home, &[(13, 7)]).await.ok();
    sqlx::query("update esports.tournaments set cancelled_at = $2 where id = $1")
        .bind(field.id)
        .bind(world.app.now())
        .execute(&world.app.db)
        .await
        .unwrap();
    third.report(&third.away, &[(13, 7)]).await.refused(409, "tournament_cancelled");
    world.advance(31 * MINUTE).await;
    third.confirm().await;
    assert_eq!((third.now().await["state"].clone(), third.results().await), (json!("cancelled"), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_captain_acts_unless_the_roster_may() {
    let world = World::new().await;
    let field = Field::published(&world, 2, &[single()]).await;
    let duel = Duel::open(&field, 1).await;
    let mate = world.user("mate").await;
    sqlx::query(
        "with team as (insert into esports.teams (name, short_name, name_key, created_at) values ('Duo', 'DU', 'duo', now()) returning id),
              captain as (insert into esports.team_members (user_id, team_id, role, joined_at) select $2, id, 'captain', now() from team),
              entrant as (update esports.entrants e set team_id = team.id, user_id = null from team where e.id = $1)
         insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name) values ($1, $3, $4, 'main', 2, 'Mate')",
    )
    .bind(field.entrants[0])
    .bind(duel.home.user_id)
    .bind(field.id)
    .bind(mate.user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
    duel.report(&mate, &[(13, 7)]).await.refused(403, "captain_acts");
    duel.contest(&mate).await.refused(403, "captain_acts");
    assert_eq!(duel.now().await["reported"], json!({"home": false, "away": false}));
    sqlx::query(
        "update esports.tournaments set form = form || '{\"reporter\": \"roster\", \"confirmMinutes\": 5}' where id = $1",
    )
    .bind(field.id)
    .execute(&world.app.db)
    .await
    .unwrap();
    let sent = duel.report(&mate, &[(13, 7)]).await.ok();
    assert_eq!((&sent["reports"][0]["userId"], &sent["me"]["acts"]), (&json!(mate.user_id), &json!(true)));
    duel.report(&duel.home, &[(7, 13)]).await.refused(409, "report_given");
    world.advance(5 * MINUTE).await;
    duel.confirm().await;
    assert_eq!(duel.now().await["result"]["by"], "time");
    duel.told(mate.user_id, "match_decided").await;
}
