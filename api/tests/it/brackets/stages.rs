//! From groups to a bracket, and to the end: qualifiers, corrections that reach a later stage, prizes, the final ranking.

use serde_json::{Value, json};

use super::field::{Field, find, single};
use crate::support::World;

/// Returns a stage of two groups of four with two qualifiers each.
fn groups() -> Value {
    json!({"format": "round-robin", "groups": 2, "winnersPerGroup": 2, "qualifiers": 4, "series": [1]})
}

async fn stage(field: &Field<'_>, number: i64) -> Value {
    field.get(&field.world.anon(), json!({"stage": number})).await.ok()
}

/// Lets the earlier entrant win every match of the stage.
async fn play(field: &Field<'_>, number: i64) {
    for of in stage(field, number).await["matches"].as_array().unwrap() {
        let now =
            stage(field, number).await["matches"].as_array().unwrap().iter().find(|one| one["id"] == of["id"]).unwrap().clone();
        let side = |side: &str| now[side]["contestantId"].as_i64().unwrap();
        field.win(&now, side("home") < side("away")).await;
    }
}

/// Returns the promoter's pending work, without zeros.
async fn waits(field: &Field<'_>) -> Value {
    let mine = field.promoter.post("/tournament/get-join-tournament", json!({"tournamentId": field.id})).await.ok();
    let mut waits = mine["needsYou"].as_object().cloned().unwrap_or_default();
    waits.retain(|_, count| *count != 0);
    waits.into()
}

async fn final_ranks(field: &Field<'_>) -> Vec<(i64, i32)> {
    sqlx::query_as("select entrant_id, rank from esports.tournament_rankings where tournament_id = $1 order by rank, entrant_id")
        .bind(field.id)
        .fetch_all(&field.world.app.db)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_lead_to_a_bracket_a_ranking_and_prizes() {
    let world = World::new().await;
    let field = Field::new(&world, 8, &[groups(), single()]).await;
    assert_eq!(waits(&field).await, json!({"draw": 1}));
    field.publish(1).await;
    let ids = field.entrants.clone();
    assert_eq!(waits(&field).await, json!({}));
    let qualifiers = async |mut body: Value| {
        if body["version"].is_null() {
            body["version"] = stage(&field, 1).await["version"].clone();
        }
        field.promoter.post(&format!("/tournament/multiple-stage/update/qualifiers/{}", field.id), body).await
    };
    let next = json!({"goToNextStage": true, "stage": 1});
    qualifiers(next.clone()).await.refused(409, "stage_open");
    field.generate(json!({"stage": 2, "method": "seeded"})).await.refused(409, "previous_stage_open");
    qualifiers(json!({"goToNextStage": true, "stage": 2})).await.refused(409, "stage_last");
    qualifiers(json!({"goToNextStage": true, "stage": 3})).await.refused(404, "stage_not_found");
    let finish = async || field.promoter.post("/tournament/submit-to-ranking", json!({"id": field.id})).await;
    finish().await.refused(409, "matches_open");
    play(&field, 1).await;
    qualifiers(next.clone()).await.refused(409, "stage_open");
    for group in [1, 2] {
        assert_eq!(waits(&field).await, json!({"groups": 3 - group}));
        let of = stage(&field, 1).await["matches"].as_array().unwrap().iter().find(|of| of["group"] == group).unwrap().clone();
        field.close_group(&of, json!({})).await.ok();
    }
    assert_eq!(waits(&field).await, json!({"advance": 1}));
    let through = qualifiers(next.clone()).await.ok();
    assert_eq!(waits(&field).await, json!({"draw": 1}));
    // Sent again it is the same, and nobody is notified twice.
    assert_eq!(qualifiers(next.clone()).await.ok(), through);
    assert_eq!(field.log().await.iter().filter(|kind| *kind == "stage_advanced").count(), 1);
    let told: i64 =
        sqlx::query_scalar("select count(*) from esports.tournament_notices where tournament_id = $1 and kind = 'qualified_2'")
            .bind(field.id)
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    assert_eq!(told, 1);
    let told: Vec<Value> =
        through["items"].as_array().unwrap().iter().map(|item| json!([item["entrantId"], item["origin"]])).collect();
    assert_eq!(told, [json!([ids[0], "A1"]), json!([ids[1], "B1"]), json!([ids[3], "A2"]), json!([ids[2], "B2"])]);

    // A guest by hand, and out again.
    qualifiers(json!({"stage": 2, "add": [ids[7]]})).await.refused(422, "fields_invalid");
    let guest = qualifiers(json!({"stage": 2, "add": [ids[7]], "reason": "A wild card"})).await.ok();
    assert_eq!(guest["items"][4], json!({"entrantId": ids[7], "name": "P8"}));
    // Someone else changed the list in the meantime: nothing happens, and the answer has the list.
    let late = json!({"stage": 2, "add": [ids[6]], "reason": "Another", "version": through["version"]});
    let now = qualifiers(late).await.refused(409, "qualifiers_changed");
    assert_eq!(now["qualifiers"], guest);
    qualifiers(json!({"stage": 2, "remove": [ids[7]], "reason": "No, thank you", "version": guest["version"]})).await.ok();

    // The first of one group and the second of the other attend the same school: they are kept apart, and so are entrants of one group.
    sqlx::query(
        "with school as (insert into people.organizations (code, type, name_th, name_en) values ('one', 'school', 'โรงเรียนหนึ่ง', 'School One') returning id)
         update esports.entrant_players p set academy_id = school.id from school where p.entrant_id = any($1)",
    )
    .bind([ids[0], ids[2]])
    .execute(&world.app.db)
    .await
    .unwrap();
    let apart = field.generate(json!({"stage": 2, "method": "seeded", "apart": "organization"})).await.ok();
    assert_eq!((&apart["draw"]["moves"], &apart["draw"]["conflicts"]), (&json!([[ids[2], ids[1]]]), &json!([])));

    // Crossed: the first of a group meets the second of the other.
    let drawn = field.publish(2).await;
    let pair = |number: i64| find(&drawn, "main", 1, number);
    let pairs = [1, 2].map(|number| [pair(number)["home"]["contestantId"].clone(), pair(number)["away"]["contestantId"].clone()]);
    assert_eq!(pairs, [[json!(ids[0]), json!(ids[2])], [json!(ids[1]), json!(ids[3])]]);
    assert_eq!((&drawn["entrants"][0]["origin"], &drawn["entrants"][0]["seed"]), (&json!("A1"), &json!(1)));
    qualifiers(json!({"stage": 2, "remove": [ids[0]], "reason": "Late"})).await.refused(409, "stage_drawn");
    field.win(&find(&drawn, "main", 1, 1), true).await;

    // A group match that does not affect the qualifiers may be corrected; one that does resets the bracket too.
    let met = async |one: i64, other: i64| {
        let all = stage(&field, 1).await["matches"].as_array().unwrap().clone();
        let side = |of: &Value, side: &str| of[side]["contestantId"].as_i64().unwrap();
        all.into_iter()
            .find(|of| {
                [side(of, "home"), side(of, "away")].contains(&one) && [side(of, "home"), side(of, "away")].contains(&other)
            })
            .unwrap()
    };
    let turn = |of: &Value, cascade: bool| {
        let home = of["winner"] == "away";
        json!({"games": [{"home": if home { 13 } else { 2 }, "away": if home { 2 } else { 13 }}], "reason": "Read wrongly", "cascade": cascade})
    };
    let idle = met(ids[4], ids[7]).await;
    field.score(&idle, turn(&idle, false)).await.ok();
    assert_eq!(stage(&field, 2).await["matches"][0]["state"], "decided");
    let heavy = met(ids[0], ids[3]).await;
    let dry = field.reset(&heavy, json!({"dryRun": true})).await.ok();
    assert_eq!((&dry["laterStages"], dry["falls"].as_array().unwrap().len()), (&json!([2]), 1));
    let refused = field.score(&heavy, turn(&heavy, false)).await.refused(409, "match_results_fall");
    assert_eq!(
        (&refused["laterStages"], &refused["falls"][0]["home"], &refused["falls"][0]["stage"]),
        (&json!([2]), &json!("P1"), &json!(2))
    );
    field.score(&heavy, turn(&heavy, true)).await.ok();
    field.get(&world.anon(), json!({"stage": 2})).await.refused(404, "bracket_not_found");
    qualifiers(next.clone()).await.refused(409, "stage_open");
    field.close_group(&heavy, json!({})).await.ok();
    let through = qualifiers(next).await.ok();
    assert_eq!(through["items"][0]["entrantId"], ids[3]);
    field.publish(2).await;

    // Prizes, before and after there are winners.
    let prizes = async |mut body: Value| {
        if body["version"].is_null() {
            body["version"] = stage(&field, 2).await["tournamentVersion"].clone();
        }
        field.promoter.post(&format!("/bracket/submit-prize/{}", field.id), body).await
    };
    let seen = stage(&field, 2).await["tournamentVersion"].clone();
    let refused = prizes(json!({"prizes": [{"place": 1, "baht": -1}, {"place": 1, "text": "Cup"}, {"place": 2}]}))
        .await
        .refused(422, "fields_invalid");
    assert_eq!(
        refused["fields"],
        json!({"prizes[0].baht": "number_out_of_range", "prizes[1].place": "item_repeated", "prizes[2].baht": "field_required"})
    );
    let set = prizes(json!({"prizes": [{"place": 2, "text": "Shirts"}, {"place": 1, "baht": 12500, "text": "Cup"}]})).await.ok();
    assert_eq!(set["prizes"], json!([{"place": 1, "baht": 12500, "text": "Cup"}, {"place": 2, "text": "Shirts"}]));
    // Someone else, or the tournament's form, was faster: nothing is overwritten unseen, and the log has before and after.
    prizes(json!({"prizes": [{"place": 1, "text": "Medal"}], "version": seen})).await.refused(409, "tournament_changed");
    let (before, after): (Value, Value) = sqlx::query_as(
        "select before, after from esports.tournament_revisions where tournament_id = $1 and kind = 'tournament_updated' order by id desc limit 1",
    )
    .bind(field.id)
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    assert!(before.get("prizes").is_some() && after["prizes"].as_array().unwrap().len() == 2, "{before} {after}");
    let announce = async |winners: Value, version: &Value| {
        let sent = json!({"winners": winners, "version": version});
        field.promoter.post(&format!("/bracket/submit-final-prize/{}", field.id), sent).await
    };
    let winners = async |body: Value| announce(body, &stage(&field, 2).await["version"]).await;
    winners(json!([])).await.refused(409, "matches_open");
    assert_eq!(waits(&field).await, json!({}));
    play(&field, 2).await;
    assert_eq!(waits(&field).await, json!({"finish": 1}));
    let played = stage(&field, 2).await;
    assert_eq!(played["stages"][1]["state"], "decided");
    for (sent, at, code) in [
        (json!([{"place": 0, "contestantId": ids[0]}]), "winners[0].place", "winner_of_another_place"),
        (json!([{"place": 1, "contestantId": field.id}]), "winners[0].contestantId", "entrant_not_found"),
        (
            json!([{"place": 1, "contestantId": ids[0]}, {"place": 1, "contestantId": ids[0]}]),
            "winners[1].contestantId",
            "item_repeated",
        ),
        (json!([{"place": 1, "contestantId": ids[2]}]), "winners[0].place", "winner_of_another_place"),
    ] {
        assert_eq!(winners(sent).await.refused(422, "fields_invalid")["fields"][at], code);
    }
    let first_two = json!([{"place": 1, "contestantId": ids[0]}, {"place": 2, "contestantId": ids[2]}]);
    let seen = stage(&field, 2).await["version"].clone();
    winners(first_two.clone()).await.ok();
    announce(json!([{"place": 1, "contestantId": ids[0]}]), &seen).await.refused(409, "tournament_changed");
    // A winner whose place a correction changes is not announced any more.
    let last = find(&stage(&field, 2).await, "main", 2, 1);
    field.score(&last, turn(&last, true)).await.ok();
    assert_eq!(stage(&field, 2).await["winners"], json!([]));
    let last = find(&stage(&field, 2).await, "main", 2, 1);
    field.score(&last, turn(&last, true)).await.ok();
    let announced = winners(first_two).await.ok();
    assert_eq!(announced["winners"][0], json!({"place": 1, "contestantId": ids[0], "paid": false}));
    let message: String = sqlx::query_scalar("select m.body_en from people.inbox_messages m join esports.entrants e on e.user_id = m.user_id where e.id = $1 and m.kind = 'prize_won'")
        .bind(ids[0])
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(message, "Manao Cup: “P1” finished 1st. Prize: 12,500 baht + Cup, handed over by the organizer.");

    // The end. The losers of the semi-finals have played for the third place; places from groups are shared across them.
    finish().await.ok();
    finish().await.refused(409, "tournament_over");
    assert_eq!(waits(&field).await, json!({}));
    let expected = [(ids[0], 1), (ids[2], 2), (ids[1], 3), (ids[3], 4)];
    assert_eq!(final_ranks(&field).await[..4], expected);
    assert_eq!(final_ranks(&field).await[4..].iter().map(|(_, rank)| *rank).collect::<Vec<_>>(), [5, 5, 7, 7]);
    let phase: String = sqlx::query_scalar("select phase from esports.tournaments where id = $1")
        .bind(field.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!((phase.as_str(), &stage(&field, 2).await["finished"]), ("finished", &json!(true)));
    for (entrant, rank) in [expected[1], final_ranks(&field).await[7]] {
        let user_id: i64 = sqlx::query_scalar("select user_id from esports.entrants where id = $1")
            .bind(entrant)
            .fetch_one(&world.app.db)
            .await
            .unwrap();
        let entry = field.promoter.get(&format!("/profile/get-profile-by-id/{user_id}")).await.ok()["tournaments"][0].clone();
        assert_eq!((&entry["rank"], &entry["entrants"]), (&json!(rank), &json!(8)));
    }

    // For two days results may be corrected, and the ranking follows; but not for a prize that was paid.
    let third = find(&stage(&field, 2).await, "third", 1, 1);
    field.score(&third, turn(&third, false)).await.ok();
    assert_eq!(final_ranks(&field).await[2..4], [(ids[3], 3), (ids[1], 4)]);
    winners(json!([{"place": 1, "contestantId": ids[0], "paid": true}, {"place": 2, "contestantId": ids[2]}])).await.ok();
    let last = find(&stage(&field, 2).await, "main", 2, 1);
    field.score(&last, turn(&last, true)).await.refused(409, "prize_paid");
    field.reset(&last, json!({"reason": "No", "cascade": true})).await.refused(409, "prize_paid");
    winners(json!([{"place": 1, "contestantId": ids[0]}])).await.refused(409, "prize_paid");
    // A match that is open again reopens the tournament.
    let third = find(&stage(&field, 2).await, "third", 1, 1);
    field.reset(&third, json!({"reason": "Played again", "cascade": true})).await.ok();
    assert_eq!((final_ranks(&field).await.len(), &stage(&field, 2).await["finished"]), (0, &json!(false)));
    let third = find(&stage(&field, 2).await, "third", 1, 1);
    field.win(&third, true).await;
    finish().await.ok();

    // The champion is disqualified: the place needs a decision, and the preview mentions the paid prize.
    let last = find(&stage(&field, 2).await, "main", 2, 1);
    let out = async |more: Value| {
        let mut body = json!({"contestantId": ids[0], "scope": "tournament", "reason": "Cheated"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        field.disqualify(&last, body).await
    };
    let champion = async || {
        let entrants = stage(&field, 2).await["entrants"].as_array().unwrap().clone();
        let of = |id: i64| entrants.iter().find(|of| of["contestantId"] == id).unwrap().clone();
        json!([of(ids[0])["rank"], of(ids[0])["disqualified"], of(ids[2])["rank"]])
    };
    let places = out(json!({"dryRun": true})).await.ok()["places"].clone();
    assert_eq!((&places["rank"], &places["paid"]), (&json!(1), &json!([ids[0]])));
    assert_eq!(places["moves"][1], json!({"contestantId": ids[2], "name": "P3", "from": 2, "to": 1}));
    assert_eq!((places["moves"].as_array().unwrap().len(), &places["moves"][0]["to"]), (4, &Value::Null));
    assert_eq!(out(json!({})).await.refused(422, "fields_invalid")["fields"]["title"], "title_undecided");
    out(json!({"title": "strip_title"})).await.refused(409, "prize_paid");
    let empty = json!({"title": "strip_title", "leaveEmpty": true, "withdrawPaid": true});
    out(empty).await.ok();
    assert_eq!((champion().await, final_ranks(&field).await[0]), (json!([null, true, 2]), (ids[2], 2)));
    assert_eq!(stage(&field, 2).await["winners"], json!([{"place": 2, "contestantId": ids[2], "paid": false}]));
    out(json!({"restore": true})).await.ok();
    assert_eq!((champion().await, final_ranks(&field).await.len()), (json!([1, null, 2]), 8));
    out(json!({"title": "keep_results"})).await.ok();
    assert_eq!(champion().await, json!([1, true, 2]));
    out(json!({"restore": true})).await.ok();
    out(json!({"title": "strip_title"})).await.ok();
    assert_eq!((champion().await, final_ranks(&field).await[0]), (json!([null, true, 1]), (ids[2], 1)));
    sqlx::query("update esports.tournaments set finished_at = finished_at - interval '49 hours' where id = $1")
        .bind(field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let third = find(&stage(&field, 2).await, "third", 1, 1);
    field.score(&third, turn(&third, false)).await.refused(409, "tournament_over");
    assert_eq!(field.log().await.iter().filter(|kind| *kind == "tournament_resumed").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_of_a_bracket_go_on_by_the_match_that_they_won() {
    let world = World::new().await;
    let cut = json!({"format": "bracket", "elimination": "single", "qualifiers": 2, "series": [1]});
    let field = Field::published(&world, 6, &[cut, single()]).await;
    let ids = field.entrants.clone();
    // The first two have byes; each wins the only match of its half that counts.
    for _ in 0..2 {
        for of in stage(&field, 1).await["matches"].as_array().unwrap() {
            if of["state"] == "ready" {
                let side = |side: &str| of[side]["contestantId"].as_i64().unwrap();
                field.win(of, side("home") < side("away")).await;
            }
        }
    }
    let path = format!("/tournament/multiple-stage/update/qualifiers/{}", field.id);
    let through = field.promoter.post(&path, json!({"goToNextStage": true, "stage": 1})).await.ok();
    let told: Vec<Value> = through["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| json!([item["entrantId"], item["seed"], item["origin"]]))
        .collect();
    assert_eq!(told, [json!([ids[0], 1, "M3"]), json!([ids[1], 2, "M4"])]);
    let drawn = field.publish(2).await;
    field.win(&find(&drawn, "main", 1, 1), false).await;
    field.promoter.post("/tournament/submit-to-ranking", json!({"id": field.id})).await.ok();
    // Two lost the matches that led on, two lost earlier: they share the resulting places.
    assert_eq!(final_ranks(&field).await, [(ids[1], 1), (ids[0], 2), (ids[2], 3), (ids[3], 3), (ids[4], 5), (ids[5], 5)]);
}
