//! Survivor stages: maps entered, refused, replaced; boards; an early champion; groups closed.

use serde_json::{Value, json};

use super::field::Field;
use crate::support::{Answer, World};

/// Returns a stage with Free Fire's own table, over that many maps.
fn lobby(maps: i64) -> Value {
    json!({"format": "survivor", "groups": 1, "maps": maps, "pointTable": "ff_12"})
}

/// Creates a drawn stage of teams of four in lobbies of twelve.
async fn published<'a>(world: &'a World, entrants: i32, stages: &[Value]) -> Field<'a> {
    let field = Field::new(world, entrants, stages).await;
    let game = "update esports.tournaments set main_players = 4, game_id = (select id from esports.esport_games where slug = 'free-fire') where id = $1";
    sqlx::query(game).bind(field.id).execute(&world.app.db).await.unwrap();
    field.publish(1).await;
    field
}

/// Builds the lines of a result: entrant, place, kills.
fn lines(results: &[(i64, i64, i64)]) -> Value {
    results.iter().map(|(id, place, kills)| json!({"contestantId": id, "place": place, "kills": kills})).collect()
}

async fn enter(field: &Field<'_>, heat: &Value, body: Value) -> Answer {
    field.promoter.post(&format!("/bracket/submit-result-survival-match/{}", heat["matchId"]), body).await
}

async fn group(field: &Field<'_>, number: usize) -> Value {
    field.bracket().await["survivor"][number].clone()
}

/// Ranks and totals, from the first.
fn board(group: &Value) -> Vec<(i64, i64, i64)> {
    let line =
        |line: &Value| (line["contestantId"].as_i64().unwrap(), line["rank"].as_i64().unwrap(), line["total"].as_i64().unwrap());
    group["lines"].as_array().unwrap().iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_is_refused_for_what_cannot_be_and_replaced_with_a_reason() {
    let world = World::new().await;
    let field = published(&world, 12, &[lobby(2)]).await;
    let ids = field.entrants.clone();
    let heat = group(&field, 0).await["heats"][0].clone();
    assert_eq!(heat["entrants"], json!(ids));
    // Every entrant takes the place of its entry; the first has as many kills as opponents.
    let all: Vec<(i64, i64, i64)> =
        ids.iter().zip(1..).map(|(id, place)| (*id, place, if place == 1 { 44 } else { 0 })).collect();
    let sent = |change: &dyn Fn(&mut Value)| {
        let mut results = lines(&all);
        change(&mut results);
        json!({"map": 1, "results": results})
    };
    let stranger = field.id;
    let wrong: Vec<(Value, &str, &str)> = vec![
        (sent(&|of| of[1]["place"] = json!(1)), "results[0].place", "map_place_taken"),
        (sent(&|of| of[3]["place"] = json!(0)), "results[3].place", "map_place_invalid"),
        (sent(&|of| of[3]["place"] = json!(13)), "results[3].place", "map_place_invalid"),
        (sent(&|of| of[4]["kills"] = json!(-1)), "results[4].kills", "map_kills_invalid"),
        (sent(&|of| of[0]["kills"] = json!(45)), "results[0].kills", "map_kills_invalid"),
        (sent(&|of| of[2]["penalty"] = json!(1)), "results[2].penalty", "map_penalty_invalid"),
        (sent(&|of| (of[11]["place"], of[11]["kills"]) = (json!(null), json!(2))), "results[11].kills", "map_absent_kills"),
        (sent(&|of| of[5]["contestantId"] = of[6]["contestantId"].clone()), "results[6].contestantId", "item_repeated"),
        (sent(&|of| of[5]["contestantId"] = json!(stranger)), "results[5].contestantId", "entrant_not_in_heat"),
        (sent(&|of| drop(of.as_array_mut().unwrap().pop())), "results", "heat_entrants_missing"),
        (sent(&|of| (of[10]["place"], of[10]["shared"]) = (json!(12), json!(true))), "results[11].place", "map_place_taken"),
        (json!({"map": 3, "results": lines(&all)}), "map", "survivor_map_unknown"),
        (json!({"map": 0, "results": lines(&all)}), "map", "survivor_map_unknown"),
        (sent(&|of| of[0]["penalty"] = json!(-5)), "reason", "reason_required"),
    ];
    for (body, at, code) in wrong {
        let refused = enter(&field, &heat, body.clone()).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"][at], code, "{body} {refused:#}");
    }
    field
        .promoter
        .post("/bracket/submit-result-survival-match/1", json!({"map": 1, "results": []}))
        .await
        .refused(404, "match_not_found");

    // A draft may be incomplete, and only staff see it.
    let half = enter(&field, &heat, json!({"map": 1, "results": lines(&all[..5]), "draft": true})).await.ok();
    let draft = &half["group"]["heats"][0]["maps"][0];
    assert_eq!((&draft["state"], draft["results"].as_array().unwrap().len()), (&json!("draft"), 5));
    assert_eq!(group(&field, 0).await["heats"][0]["maps"], json!([]));
    let known = draft["version"].clone();
    enter(&field, &heat, json!({"map": 1, "results": lines(&all)})).await.refused(409, "match_changed");
    let published = enter(&field, &heat, json!({"map": 1, "results": lines(&all), "version": known})).await.ok();
    let line = &published["group"]["lines"][0];
    assert_eq!(
        (&line["contestantId"], &line["total"], &line["wins"], &line["byMap"]),
        (&json!(ids[0]), &json!(56), &json!(1), &json!([56]))
    );
    assert_eq!(field.bracket().await["survivor"][0], published["group"]);
    assert_eq!(field.bracket().await["version"], published["bracketVersion"]);
    let first_at = published["group"]["heats"][0]["maps"][0]["at"].clone();

    // The same map replaces the earlier one; it is never added.
    let version = published["group"]["heats"][0]["maps"][0]["version"].clone();
    let mut swapped = all.clone();
    ((swapped[0].1, swapped[0].2), (swapped[1].1, swapped[1].2)) = ((2, 0), (1, 3));
    let again = |reason: Value| json!({"map": 1, "results": lines(&swapped), "version": version, "reason": reason});
    enter(&field, &heat, json!({"map": 1, "results": lines(&swapped)})).await.refused(409, "match_changed");
    assert_eq!(
        enter(&field, &heat, again(json!(null))).await.refused(422, "fields_invalid")["fields"]["reason"],
        "reason_required"
    );
    enter(&field, &heat, json!({"map": 1, "results": lines(&swapped), "version": version, "draft": true}))
        .await
        .refused(409, "map_published");
    world.advance(std::time::Duration::from_secs(60)).await;
    let replaced = enter(&field, &heat, again(json!("Read the picture wrongly"))).await.ok();
    assert_eq!(board(&replaced["group"])[..2], [(ids[1], 1, 15), (ids[0], 2, 9)]);
    assert_eq!(field.log().await[..2], ["map_replaced", "map_published"]);
    // The board before that.
    let then = field.get(&world.anon(), json!({"at": first_at})).await.ok();
    assert_eq!(board(&then["survivor"][0])[0], (ids[0], 1, 56));

    // An entrant who is out need not be named; a shared place skips the next one.
    let left = json!({"contestantId": ids[11], "scope": "tournament", "reason": "Broke the rules"});
    field.disqualify(&json!({"id": heat["matchId"]}), left).await.ok();
    let mut second = lines(&all[..11]);
    for at in [0, 1] {
        (second[at]["place"], second[at]["shared"], second[at]["kills"]) = (json!(1), json!(true), json!(0));
    }
    second[2]["penalty"] = json!(-10);
    let second = json!({"map": 2, "results": second, "reason": "Three of them came late"});
    let saved = enter(&field, &heat, second).await.ok();
    let lines = board(&saved["group"]);
    assert_eq!(lines[..2], [(ids[1], 1, 27), (ids[0], 2, 21)]);
    assert!(lines.contains(&(ids[2], 7, 8 + 8 - 10)), "{lines:?}");
    assert!(saved["group"]["complete"].as_bool().unwrap());
    let stage = field.bracket().await["stages"][0].clone();
    assert_eq!((&stage["state"], &stage["decided"]), (&json!("decided"), &json!(1)));

    let export =
        field.promoter.request(reqwest::Method::POST, &format!("/tournament/export-match/{}/survivor?lang=en", field.id));
    let export = export.send().await.unwrap();
    assert_eq!(export.headers()["export-rows"], "24");
    let text = export.text().await.unwrap();
    assert!(text.lines().count() == 25 && text.contains(",1,1,1,1,P2,1,3,0,15,"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wins_a_map_beyond_the_threshold_ends_it() {
    let world = World::new().await;
    let mut stage = lobby(8);
    stage["rush"] = json!({"kind": "champion_rush", "threshold": 40});
    let field = published(&world, 3, &[stage]).await;
    let [a, b, c] = field.entrants[..] else { panic!("three") };
    let heat = group(&field, 0).await["heats"][0].clone();
    let of_heat = json!({"id": heat["matchId"]});
    field.close_group(&of_heat, json!({})).await.refused(409, "group_open");
    // The fixtures' S4: C wins the fourth map with 37 points before it, and is not champion.
    let maps = [
        [(a, 1, 8), (b, 2, 4), (c, 3, 2)],
        [(a, 2, 6), (b, 1, 8), (c, 3, 3)],
        [(c, 1, 4), (a, 2, 4), (b, 3, 5)],
        [(c, 1, 3), (b, 2, 4), (a, 3, 1)],
        [(a, 1, 2), (c, 2, 1), (b, 3, 0)],
    ];
    let mut saved = Value::Null;
    let out = |more: Value| {
        let mut body = json!({"contestantId": a, "scope": "tournament", "reason": "Played by another"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        field.disqualify(&of_heat, body)
    };
    for (results, map) in maps.iter().zip(1..) {
        assert_eq!(saved["group"]["champion"], Value::Null);
        // Out before the map is published, A is not champion by it.
        if map == 5 {
            out(json!({})).await.ok();
        }
        saved = enter(&field, &heat, json!({"map": map, "results": lines(results)})).await.ok();
    }
    let without = &saved["group"];
    assert_eq!((&without["champion"], &without["complete"]), (&Value::Null, &json!(false)));
    assert_eq!(board(without)[2], (a, 3, 71));
    out(json!({"restore": true})).await.ok();
    let of = &group(&field, 0).await;
    assert_eq!(
        (&of["champion"], &of["threshold"], &of["complete"]),
        (&json!({"contestantId": a, "map": 5}), &json!(40), &json!(true))
    );
    assert_eq!((&of["lines"][0]["contestantId"], &of["lines"][0]["decidedBy"]), (&json!(a), &json!("rush")));
    enter(&field, &heat, json!({"map": 6, "results": lines(&maps[0])})).await.refused(409, "survivor_ended");
    assert_eq!(field.bracket().await["stages"][0]["state"], "decided");

    // B won that map after all: the champion changes.
    let version = of["heats"][0]["maps"][4]["version"].clone();
    let mended = lines(&[(b, 1, 2), (c, 2, 1), (a, 3, 0)]);
    let mended = json!({"map": 5, "results": mended, "version": version, "reason": "The names were swapped"});
    assert_eq!(enter(&field, &heat, mended).await.ok()["group"]["champion"], json!({"contestantId": b, "map": 5}));
    let closed = field.close_group(&json!({"id": heat["matchId"]}), json!({})).await.ok();
    assert_eq!(closed["survivor"][0]["closed"], json!(true));

    // With more kills on the second map the fourth already made a champion: the fifth would no longer count, which needs a confirmation.
    let shown = group(&field, 0).await;
    let version = shown["heats"][0]["maps"][1]["version"].clone();
    let mut early = json!({"map": 2, "results": lines(&[(a, 2, 6), (b, 1, 5), (c, 3, 8)]), "version": version, "reason": "Kills were missing"});
    let refused = enter(&field, &heat, early.clone()).await.refused(409, "match_results_fall");
    assert_eq!((&refused["maps"], &refused["falls"], &refused["laterStages"]), (&json!([5]), &json!([]), &json!([])));
    assert_eq!(group(&field, 0).await, shown);
    early["cascade"] = json!(true);
    let saved = enter(&field, &heat, early).await.ok();
    assert_eq!(saved["group"]["champion"], json!({"contestantId": c, "map": 4}));
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_go_on_to_a_final_and_a_tie_on_the_line_is_settled() {
    let world = World::new().await;
    let groups = json!({"format": "survivor", "groups": 2, "maps": 1, "pointTable": "ff_12", "winnersPerGroup": 2, "qualifiers": 4, "tieOrder": ["wins"]});
    let field = published(&world, 8, &[groups, lobby(1)]).await;
    let ids = field.entrants.clone();
    // By the snake: 1, 4, 5, 8 and 2, 3, 6, 7.
    let first = [ids[0], ids[3], ids[4], ids[7]];
    let second = [ids[1], ids[2], ids[5], ids[6]];
    let heats = [group(&field, 0).await["heats"][0].clone(), group(&field, 1).await["heats"][0].clone()];
    assert_eq!((&heats[0]["entrants"], &heats[1]["entrants"]), (&json!(first), &json!(second)));
    let next = json!({"goToNextStage": true, "stage": 1});
    let qualifiers = format!("/tournament/multiple-stage/update/qualifiers/{}", field.id);
    field.promoter.post(&qualifiers, next.clone()).await.refused(409, "stage_open");

    // Two share the second place in each group.
    for (heat, of) in heats.iter().zip([first, second]) {
        let mut results = lines(&[(of[0], 1, 3), (of[1], 2, 1), (of[2], 2, 1), (of[3], 4, 0)]);
        for at in [1, 2] {
            results[at]["shared"] = json!(true);
        }
        enter(&field, heat, json!({"map": 1, "results": results})).await.ok();
    }
    let close = |heat: &Value, body: Value| {
        let of = json!({"id": heat["matchId"]});
        let field = &field;
        async move { field.close_group(&of, body).await }
    };
    let refused = close(&heats[0], json!({})).await.refused(409, "cut_tie");
    assert_eq!(refused["tied"], json!([first[1], first[2]]));
    field.promoter.post(&qualifiers, next.clone()).await.refused(409, "cut_tie");
    let lot = close(&heats[0], json!({"resolve": "lot"})).await.ok();
    let of = &lot["survivor"][0];
    assert_eq!((&of["closed"], of["lotSeed"].is_string(), &of["lines"][1]["decidedBy"]), (&json!(true), true, &json!("lot")));
    close(&heats[0], json!({})).await.refused(409, "group_closed");

    // In the other one a map decides, which counts for nothing else.
    let played = close(&heats[1], json!({"resolve": "match"})).await.ok();
    let extra = played["survivor"][1]["heats"][1].clone();
    assert_eq!((&extra["extra"], &extra["entrants"]), (&json!(true), &json!([second[1], second[2]])));
    close(&heats[1], json!({})).await.refused(409, "group_open");
    enter(&field, &extra, json!({"map": 2, "results": []})).await.refused(422, "fields_invalid");
    let decided = enter(&field, &extra, json!({"map": 1, "results": lines(&[(second[2], 1, 4), (second[1], 2, 0)])})).await.ok();
    let of = &decided["group"];
    assert_eq!((&of["lines"][1]["contestantId"], &of["lines"][1]["decidedBy"]), (&json!(second[2]), &json!("tie_break_map")));
    assert_eq!((&of["lines"][1]["total"], &of["complete"]), (&json!(10), &json!(true)));
    field.promoter.post(&qualifiers, next.clone()).await.refused(409, "stage_open");
    close(&heats[1], json!({})).await.ok();

    let through = field.promoter.post(&qualifiers, next.clone()).await.ok();
    let drawn_lot = lot["survivor"][0]["lines"][1]["contestantId"].clone();
    let told: Vec<Value> = through["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| json!([item["entrantId"], item["seed"], item["origin"]]))
        .collect();
    assert_eq!(
        told,
        [json!([first[0], 1, "A1"]), json!([second[0], 2, "B1"]), json!([drawn_lot, 3, "A2"]), json!([second[2], 4, "B2"])]
    );
    let message = "select m.body_en from people.inbox_messages m join esports.entrants e on e.user_id = m.user_id where e.id = $1 and m.kind = 'stage_qualified'";
    let read = async || sqlx::query_scalar::<_, String>(message).bind(first[0]).fetch_optional(&world.app.db).await.unwrap();
    let message = world.until("they are told", read).await;
    assert_eq!(message, "Manao Cup: “P1” goes on to stage 2. Your opponents are announced with the draw.");

    // A final of those four. A correction that does not change who goes on leaves it alone.
    field.publish(2).await;
    field.promoter.post(&qualifiers, next.clone()).await.refused(409, "stage_drawn");
    let map = group_of(&field, 1, 0).await["heats"][0]["maps"][0].clone();
    let correction = |results: Value, version: &Value, cascade: bool| json!({"map": 1, "results": results, "version": version, "reason": "A mistake", "cascade": cascade});
    let mut results = lines(&[(first[0], 1, 5), (first[1], 2, 1), (first[2], 2, 1), (first[3], 4, 0)]);
    for at in [1, 2] {
        results[at]["shared"] = json!(true);
    }
    let saved = enter(&field, &heats[0], correction(results, &map["version"], false)).await.ok();
    assert_eq!(group_of(&field, 2, 0).await["heats"][0]["entrants"].as_array().unwrap().len(), 4);

    // A correction that does change it resets the final too.
    let version = saved["group"]["heats"][0]["maps"][0]["version"].clone();
    let other = lines(&[(first[3], 1, 0), (first[1], 2, 0), (first[2], 3, 0), (first[0], 4, 0)]);
    let refused = enter(&field, &heats[0], correction(other.clone(), &version, false)).await.refused(409, "match_results_fall");
    assert_eq!((&refused["laterStages"], &refused["falls"]), (&json!([2]), &json!([])));
    let saved = enter(&field, &heats[0], correction(other, &version, true)).await.ok();
    assert_eq!(saved["group"]["closed"], json!(false));
    field.get(&world.anon(), json!({"stage": 2})).await.refused(404, "bracket_not_found");
    let left: i64 = sqlx::query_scalar("select count(*) from esports.stage_entrants where tournament_id = $1")
        .bind(field.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(left, 0);
    close(&heats[0], json!({})).await.ok();
    let through = field.promoter.post(&qualifiers, next).await.ok();
    assert_eq!(through["items"][0]["entrantId"], first[3]);
}

async fn group_of(field: &Field<'_>, stage: i64, number: usize) -> Value {
    field.get(&field.world.anon(), json!({"stage": stage})).await.ok()["survivor"][number].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_left_neither_goes_on_nor_is_champion_and_the_end_says_that_nobody_is() {
    let world = World::new().await;
    let groups =
        json!({"format": "survivor", "groups": 2, "maps": 2, "pointTable": "ff_12", "winnersPerGroup": 2, "qualifiers": 4});
    let field = published(&world, 8, &[groups, lobby(1)]).await;
    // Announces the current phase first: a tournament first seen as finished announces nothing.
    world.run_task("tournaments.phases").await;
    let ids = field.entrants.clone();
    let (first, second) = ([ids[0], ids[3], ids[4], ids[7]], [ids[1], ids[2], ids[5], ids[6]]);
    let heats = [group(&field, 0).await["heats"][0].clone(), group(&field, 1).await["heats"][0].clone()];
    let close = async |heat: &Value| field.close_group(&json!({"id": heat["matchId"]}), json!({})).await;
    let disqualify = async |heat: &Value, id: i64, restore: bool| {
        let body = json!({"contestantId": id, "scope": "tournament", "reason": "Not who they said", "restore": restore});
        field.disqualify(&json!({"id": heat["matchId"]}), body).await.ok()
    };
    let leave = async |id: i64| {
        let path = format!("/tournament/remove/contestant/{}/{id}", field.id);
        field.promoter.post(&path, json!({"reason": "They asked for it"})).await.ok()
    };

    // The leader leaves after the first map: it keeps its points, behind all remaining entrants.
    let points = [(first[0], 1, 9), (first[1], 2, 0), (first[2], 3, 0), (first[3], 4, 0)];
    enter(&field, &heats[0], json!({"map": 1, "results": lines(&points)})).await.ok();
    disqualify(&heats[0], first[0], false).await;
    let expected = [(first[1], 1, 9), (first[2], 2, 8), (first[3], 3, 7), (first[0], 4, 21)];
    assert_eq!(board(&group(&field, 0).await), expected);
    let rest = [(first[1], 1, 0), (first[2], 2, 0), (first[3], 3, 0)];
    let played = enter(&field, &heats[0], json!({"map": 2, "results": lines(&rest)})).await.ok();
    let expected = [(first[1], 1, 21), (first[2], 2, 17), (first[3], 3, 15), (first[0], 4, 21)];
    assert_eq!((board(&played["group"]), &played["group"]["complete"]), (expected.to_vec(), &json!(true)));
    close(&heats[0]).await.ok();

    // Back in the tournament its points count again: the group is open. Out after the last map it keeps its place, but does not advance.
    disqualify(&heats[0], first[0], true).await;
    let back = group(&field, 0).await;
    assert_eq!((board(&back)[0].1, &back["closed"]), (1, &json!(false)));
    disqualify(&heats[0], first[0], false).await;
    assert_eq!(board(&group(&field, 0).await), board(&back));
    close(&heats[0]).await.ok();

    // The other group has nobody left: its second map is not played, and its first place is empty.
    enter(
        &field,
        &heats[1],
        json!({"map": 1, "results": lines(&[(second[0], 1, 0), (second[1], 2, 0), (second[2], 3, 0), (second[3], 4, 0)])}),
    )
    .await
    .ok();
    close(&heats[1]).await.refused(409, "group_open");
    for id in second {
        leave(id).await;
    }
    let left = group(&field, 1).await;
    assert_eq!(board(&left).iter().map(|(_, rank, _)| *rank).collect::<Vec<_>>(), [2, 3, 4, 5]);
    assert_eq!((&left["complete"], &field.bracket().await["stages"][0]["state"]), (&json!(true), &json!("decided")));
    close(&heats[1]).await.ok();
    let next = json!({"goToNextStage": true, "stage": 1});
    let through = field.promoter.post(&format!("/tournament/multiple-stage/update/qualifiers/{}", field.id), next).await.ok();
    let told: Vec<Value> =
        through["items"].as_array().unwrap().iter().map(|item| json!([item["entrantId"], item["origin"]])).collect();
    assert_eq!(told, [json!([first[1], "A1"]), json!([first[2], "A2"])]);

    // One of the two finalists leaves, and the other is first without a map; then it leaves as well.
    field.publish(2).await;
    let last = group_of(&field, 2, 0).await["heats"][0].clone();
    leave(first[1]).await;
    assert_eq!(board(&group_of(&field, 2, 0).await), [(first[2], 1, 0), (first[1], 2, 0)]);
    leave(first[2]).await;
    assert_eq!(board(&group_of(&field, 2, 0).await), [(first[1], 2, 0), (first[2], 2, 0)]);
    close(&last).await.ok();
    field.promoter.post("/tournament/submit-to-ranking", json!({"id": field.id})).await.ok();
    assert_eq!(field.log().await[0], "tournament_finished_without_champion");
    let best: i32 = sqlx::query_scalar("select min(rank) from esports.tournament_rankings where tournament_id = $1")
        .bind(field.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(best, 2);
    // The promoter and every ranked entrant are notified, and lists show it.
    let read = async || {
        let told: Vec<(i64, String)> =
            sqlx::query_as("select user_id, body_en from people.inbox_messages where kind = 'tournament_finished'")
                .fetch_all(&world.app.db)
                .await
                .unwrap();
        (told.len() == 9).then_some(told)
    };
    let told = world.until("all are told", read).await;
    assert!(told.iter().any(|(user_id, _)| *user_id == field.promoter.user_id));
    assert_eq!(told[0].1, "Manao Cup: There is no champion. The final ranking is on the tournament's page.");
    let shown = world.anon().post("/tournament/tournamentlist", json!({"phase": "finished"})).await.ok();
    assert_eq!(shown["items"][0]["noChampion"], true, "{shown}");
}
