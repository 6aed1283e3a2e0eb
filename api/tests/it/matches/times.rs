//! Both sides agree on a time, or do not; invalid times are refused, and nobody else sees them.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::appointment::moment;
use super::duel::Duel;
use crate::brackets::field::{Field, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn two_sides_agree_on_a_time() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let duel = Duel::of(&field, 1).await;
    let (first, second) = (duel.opening(60).await, duel.opening(120).await);
    let mut watcher = world.socket(&duel.away).await;
    watcher.subscribe(&duel.room(&duel.away).await["live"]).await;

    let room = duel.propose(&duel.home, first).await.ok();
    assert_eq!(
        (&room["now"]["next"]["home"]["code"], &room["now"]["next"]["away"]["code"]),
        (&json!("wait_answer"), &json!("answer_time"))
    );
    let told = watcher.event("match.changed").await["data"].clone();
    assert_eq!(told, room["now"]);
    duel.told(duel.away.user_id, "match_time_proposed").await;
    let mut inbox = world.socket(&duel.away).await;
    inbox.subscribe(&duel.away.get("/user/me").await.ok()["live"]).await;
    let card = duel.card(&duel.away).await;
    assert_eq!((&card["matchId"], &card["state"], &card["mayAnswer"]), (&json!(duel.id), &json!("open"), &json!(true)));
    assert_eq!((&card["id"], moment(&card["at"])), (&room["now"]["proposal"]["id"], first));
    // Sent twice, it is one.
    assert_eq!(duel.propose(&duel.home, first).await.ok()["now"]["version"], room["now"]["version"]);
    let id = room["now"]["proposal"]["id"].as_i64().unwrap();
    for refused in [duel.propose(&duel.home, second).await, duel.propose(&duel.away, second).await] {
        assert_eq!(refused.refused(409, "time_proposed")["match"], room["now"]);
    }
    assert_eq!(duel.answer(&duel.home, "accept", id).await.refused(409, "proposal_own")["match"], room["now"]);
    duel.answer(&duel.away, "withdraw", id).await.refused(409, "proposal_not_own");

    // Countered: an answer to the first proposal comes too late, and its message shows the outcome.
    let countered = duel.replace(&duel.away, id, second).await.ok()["now"].clone();
    // Its answer was lost: sent again, it is the same.
    assert_eq!(duel.replace(&duel.away, id, second).await.ok()["now"], countered);
    assert_eq!(inbox.event("inbox.changed").await["data"]["change"], "answered");
    let card = duel.card(&duel.away).await;
    assert_eq!((&card["state"], &card["mayAnswer"]), (&json!("countered"), &json!(false)));
    assert_eq!(duel.card(&duel.home).await["mayAnswer"], true);
    for verb in ["accept", "decline"] {
        assert_eq!(duel.answer(&duel.home, verb, id).await.refused(409, "proposal_replaced")["match"], countered);
    }
    let id = countered["proposal"]["id"].as_i64().unwrap();
    let agreed = duel.answer(&duel.home, "accept", id).await.ok();
    assert_eq!(
        (&agreed["now"]["state"], &agreed["now"]["timeSource"], moment(&agreed["now"]["scheduledAt"])),
        (&json!("scheduled"), &json!("agreed"), second)
    );
    assert!(agreed["now"]["proposal"].is_null());
    assert_eq!(duel.card(&duel.home).await["state"], "accepted");
    assert_eq!(duel.answer(&duel.home, "accept", id).await.ok()["now"], agreed["now"]);
    assert_eq!(duel.steps().await, ["time_proposed", "time_countered", "time_agreed"]);
    for player in [&duel.home, &duel.away] {
        duel.told(player.user_id, "match_time_agreed").await;
    }
    assert_eq!(field.at("main", 1, 1).await["scheduledAt"], agreed["now"]["scheduledAt"]);
    // The calendar's file says the same.
    let path = format!("/tournament/match-calendar-file/{}", duel.id);
    let file = duel.away.get(&path).await;
    assert!(
        file.status.is_success() && file.body.to_string().contains(&second.format("%Y%m%dT%H%M%SZ").to_string()),
        "{}",
        file.body
    );

    // Moved by a proposal that the other side accepts; if declined or withdrawn, it stays.
    for (verb, by) in [("decline", &duel.home), ("withdraw", &duel.away)] {
        let id = duel.proposed(&duel.away, first).await;
        let answer = duel.answer(by, verb, id).await.ok();
        assert_eq!(answer["now"]["scheduledAt"], agreed["now"]["scheduledAt"]);
        // Repeated, it stays as it was.
        assert_eq!(duel.answer(by, verb, id).await.ok()["now"], answer["now"]);
    }
    let id = duel.proposed(&duel.away, first).await;
    assert_eq!(moment(&duel.answer(&duel.home, "accept", id).await.ok()["now"]["scheduledAt"]), first);
    // A side replaces its own proposal.
    let id = duel.proposed(&duel.home, second).await;
    let body = json!({"at": duel.opening(200).await, "note": "\u{202E}ไอ้เหี้ย มาช้าได้ไหม\u{200B} "});
    let other = duel.home.post(&format!("/tournament/send-time-request-edit/{id}"), body).await.ok()["now"]["proposal"].clone();
    assert_ne!(other["id"], id);
    // A note is filtered like a message.
    assert_eq!(other["note"], "ไอ้*** มาช้าได้ไหม");
    duel.answer(&duel.away, "accept", id).await.refused(409, "proposal_replaced");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_times_are_refused_and_the_other_side_sees_nothing_of_it() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    sqlx::query("update esports.tournaments set form = form || '{\"hoursFrom\": 10, \"hoursTo\": 22}' where id = $1")
        .bind(field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let duel = Duel::of(&field, 1).await;
    let before = duel.now().await;
    let window = &before["window"];
    let (opens, closes) = (moment(&window["opensAt"]), moment(&window["closesAt"]));
    // Four in the morning in Bangkok, of a day in the window.
    let night = (opens + TimeDelta::hours(27)).date_naive().and_hms_opt(21, 0, 0).unwrap().and_utc() - TimeDelta::days(1);
    let night = if night < opens { night + TimeDelta::days(1) } else { night };
    for (at, code) in [
        (json!(duel.ahead(TimeDelta::hours(-1))), "time_in_past"),
        (json!(duel.ahead(TimeDelta::minutes(9))), "time_in_past"),
        (json!(opens - TimeDelta::minutes(5)), "time_outside_window"),
        (json!(closes + TimeDelta::minutes(5)), "time_outside_window"),
        (json!(night), "time_outside_hours"),
        (json!("2027-02-29T19:00:00+07:00"), "date_invalid"),
        (json!("2026-13-01T19:00:00+07:00"), "date_invalid"),
        (json!("tomorrow"), "date_invalid"),
        (json!("2".repeat(10_000)), "date_invalid"),
    ] {
        let refused = duel.home.post(&format!("/tournament/send-time-request/{}", duel.id), json!({"at": at})).await;
        let refused = refused.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["at"], code, "{at}: {refused}");
        assert!(code == "date_invalid" || refused["match"] == before, "{refused}");
    }
    let long = json!({"at": opens + TimeDelta::hours(1), "note": "x".repeat(201)});
    duel.home.post(&format!("/tournament/send-time-request/{}", duel.id), long).await.refused(422, "fields_invalid");
    assert_eq!((duel.now().await, duel.steps().await.len()), (before.clone(), 0));

    // A side that keeps proposing has to wait; the other side does not.
    for _ in 0..20 {
        duel.propose(&duel.home, duel.ahead(TimeDelta::zero())).await;
    }
    duel.propose(&duel.home, opens + TimeDelta::hours(1)).await.refused(429, "too_many_requests");
    duel.propose(&duel.away, duel.ahead(TimeDelta::zero())).await.refused(422, "fields_invalid");

    // A match that is too late for its round has until the end of the tournament.
    sqlx::query("update esports.match_rounds set opens_at = $2, default_at = $2, closes_at = $2 where tournament_id = $1")
        .bind(field.id)
        .bind(duel.ahead(TimeDelta::hours(-1)))
        .execute(&world.app.db)
        .await
        .unwrap();
    let late = &duel.now().await["window"];
    assert!(moment(&late["closesAt"]) >= closes, "{late}");
    let slots = duel.away.get(&format!("/tournament/match-calendar/{}", duel.id)).await.ok()["slots"].clone();
    let id = duel.proposed(&duel.away, moment(&slots[2]["at"])).await;
    duel.fresh(&duel.home).await;
    duel.answer(&duel.home, "accept", id).await.ok();
}

/// Seats the same player on the home side of both matches.
async fn shared(one: &Duel<'_>, other: &Field<'_>, number: i64) {
    let slot = other.at("main", 1, number).await["home"]["contestantId"].as_i64().unwrap();
    for sql in [
        "update esports.entrants set user_id = $1 where id = $2",
        "update esports.entrant_players set user_id = $1 where entrant_id = $2",
    ] {
        sqlx::query(sql).bind(one.home.user_id).bind(slot).execute(&one.world.app.db).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_two_matches_at_once() {
    let world = World::new().await;
    let (field, other) = (Field::published(&world, 4, &[single()]).await, Field::published(&world, 4, &[single()]).await);
    let duel = Duel::of(&field, 1).await;
    shared(&duel, &other, 1).await;
    let second = Duel::of(&other, 1).await;
    assert_eq!(duel.home.user_id, second.home.user_id);
    let at = duel.opening(60).await;
    let id = duel.proposed(&duel.home, at).await;
    let there = second.proposed(&second.home, at + TimeDelta::minutes(5)).await;
    let agreed = duel.answer(&duel.away, "accept", id).await.ok()["now"].clone();
    let ends = moment(&agreed["endsAt"]);

    // Agreed on by then: it can be neither accepted nor proposed any more, nor set by staff.
    let refused = second.answer(&second.away, "accept", there).await.refused(409, "time_taken");
    assert_eq!((&refused["busy"][0]["side"], &refused["busy"][0]["from"]), (&json!("home"), &agreed["scheduledAt"]));
    assert!(refused["busy"][0]["what"].is_null() && refused["match"]["proposal"]["id"] == there, "{refused}");
    second.replace(&second.away, there, ends - TimeDelta::minutes(1)).await.refused(409, "time_taken");
    second.set(&other.promoter, json!({"at": at, "reason": "Stream"})).await.refused(409, "time_taken");
    // Touching is fine.
    let next = second.replace(&second.away, there, ends).await.ok()["now"]["proposal"]["id"].as_i64().unwrap();
    second.answer(&second.home, "accept", next).await.ok();
    // The calendar shows it; the side itself also sees its name.
    let path = format!("/tournament/match-calendar/{}", second.id);
    let (own, rival) = (second.home.get(&path).await.ok(), second.away.get(&path).await.ok());
    assert_eq!((&own["busy"][0]["what"], &rival["busy"][0]["what"]), (&json!("Manao Cup"), &Value::Null));
    assert_eq!((&rival["busy"][0]["from"], rival["slots"].as_array().unwrap().len()), (&agreed["scheduledAt"], 3));
    for slot in rival["slots"].as_array().unwrap() {
        assert!(moment(&slot["at"]) >= ends || moment(&slot["at"]) < at, "{slot}");
    }

    // Nor does a team, whoever plays for it.
    let (one, two) = (Duel::of(&field, 2).await, Duel::of(&other, 2).await);
    sqlx::query(
        "with team as (insert into esports.teams (name, short_name, name_key, created_at) values ('Duo', 'DU', 'duo', now()) returning id)
         update esports.entrants e set team_id = team.id, user_id = null from team, esports.matches m where m.id = any($1) and e.id = m.home_id",
    )
    .bind(vec![one.id, two.id])
    .execute(&world.app.db)
    .await
    .unwrap();
    one.set(&field.promoter, json!({"at": at, "reason": "Stream"})).await.ok();
    let refused = two.set(&other.promoter, json!({"at": at, "reason": "Stream"})).await.refused(409, "time_taken");
    assert_eq!((refused["busy"].as_array().unwrap().len(), &refused["busy"][0]["side"]), (1, &json!("home")));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_agreed_where_nothing_is_open() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let (duel, played) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    let at = duel.opening(60).await;
    let id = duel.proposed(&duel.home, at).await;
    let other = played.proposed(&played.home, at).await;
    // Begun, decided: open proposals are void.
    played.begun(1).await;
    played.propose(&played.home, at).await.refused(409, "match_not_open");
    field.win(&field.at("main", 1, 2).await, true).await;
    played.propose(&played.home, at).await.refused(409, "match_not_open");
    played.answer(&played.away, "accept", other).await.refused(409, "proposal_replaced");
    // Only one side of the final is known.
    let last = field.at("main", 2, 1).await;
    let path = format!("/tournament/send-time-request/{}", last["id"]);
    played.home.post(&path, json!({"at": at})).await.refused(409, "match_not_open");

    for (cancelled, code) in [(false, "tournament_over"), (true, "tournament_cancelled")] {
        sqlx::query(
            "update esports.tournaments set finished_at = case when $2 then null else now() end, cancelled_at = case when $2 then now() end
             where id = $1",
        )
        .bind(field.id)
        .bind(cancelled)
        .execute(&world.app.db)
        .await
        .unwrap();
        duel.propose(&duel.away, at).await.refused(409, code);
        duel.replace(&duel.away, id, at + TimeDelta::hours(1)).await.refused(409, code);
        duel.answer(&duel.away, "accept", id).await.refused(409, code);
        duel.answer(&duel.away, "decline", id).await.refused(409, code);
        duel.answer(&duel.home, "withdraw", id).await.refused(409, code);
        let refused = duel.set(&field.promoter, json!({"at": at, "reason": "Late"})).await.refused(409, code);
        assert_eq!(refused["match"]["matchId"], duel.id);
        let path = format!("/tournament/edit-all-match-in-round-time/{}/1", field.id);
        field.promoter.post(&path, json!({"stage": 1, "at": at, "reason": "Late"})).await.refused(409, code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn outsiders_see_who_plays_and_nothing_of_what_is_proposed() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let (duel, other) = (Duel::of(&field, 1).await, Duel::of(&field, 2).await);
    sqlx::query("update esports.entrant_players set game_id = '20394817' where tournament_id = $1")
        .bind(field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    sqlx::query("update esports.tournaments set form = form || '{\"contact\": \"Line: cup\"}' where id = $1")
        .bind(field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let id = duel.proposed(&duel.home, duel.opening(60).await).await;
    let inside = duel.room(&duel.away).await;
    assert_eq!((&inside["contact"], &inside["home"]["players"][0]["gameId"]), (&json!("Line: cup"), &json!("20394817")));
    assert_eq!((&inside["me"]["side"], &inside["me"]["acts"]), (&json!("away"), &json!(true)));
    assert!(inside["live"]["grant"].is_string() && inside["threadId"].is_i64(), "{inside}");
    for outsider in [&world.anon(), &world.user("outsider").await, &other.home] {
        let room = duel.room(outsider).await;
        let text = room.to_string();
        assert!(
            !text.contains("20394817") && !text.contains("Line: cup") && !text.contains(&format!("match:{}", duel.id)),
            "{room}"
        );
        assert_eq!((&room["now"]["proposal"], &room["now"]["next"]["away"]["code"]), (&Value::Null, &json!("propose_time")));
        assert_eq!(
            (&room["threadId"], &room["live"]["grant"], &room["me"]),
            (&Value::Null, &Value::Null, &json!({"acts": false}))
        );
    }
    other.home.post(&format!("/tournament/accept-time-request/{id}"), json!({})).await.refused(404, "proposal_not_found");
    other
        .home
        .post(&format!("/tournament/send-time-request/{}", duel.id), json!({"at": "x"}))
        .await
        .refused(404, "match_not_found");

    // The list shows each viewer what waits for them.
    let list = |body: Value| json!({"id": field.id, "needsMe": body["needsMe"], "mine": body["mine"], "stuck": body["stuck"], "perPage": 100});
    let ask = async |by: &crate::support::Client, body: Value| by.post("/tournament/get/all_match", list(body)).await.ok();
    let flags = |needs: bool, mine: bool, stuck: bool| json!({"needsMe": needs, "mine": mine, "stuck": stuck});
    let all = ask(&world.anon(), flags(false, false, false)).await;
    assert_eq!((all["total"].as_i64(), all.to_string().contains("\"next\"")), (Some(4), false));
    // Fields from which a page says "semi-final".
    let named = json!([all["items"][0]["rounds"], all["items"][0]["drawn"], all["items"][0]["doubleElimination"]]);
    let room = world.anon().get(&format!("/tournament/get/match/{}", all["items"][0]["id"])).await.ok();
    assert_eq!((&named, &named), (&json!([2, 2, false]), &json!([room["rounds"], room["drawn"], room["doubleElimination"]])));
    let mine = ask(&duel.away, flags(true, true, false)).await;
    assert_eq!((&mine["total"], &mine["items"][0]["next"]["code"]), (&json!(1), &json!("answer_time")));
    assert_eq!(ask(&duel.home, flags(true, true, false)).await["total"], 0);
    assert_eq!(ask(&duel.home, flags(false, true, false)).await["items"][0]["next"]["code"], "wait_answer");
    assert_eq!(ask(&field.promoter, flags(false, false, true)).await["total"], 0);
    duel.begun(200).await;
    assert_eq!(ask(&field.promoter, flags(false, false, true)).await["items"][0]["next"]["code"], "overdue");
    assert_eq!(ask(&duel.home, flags(false, false, true)).await["total"], 0);
    // In a tournament that is over, nothing waits for anyone.
    assert_eq!(ask(&duel.home, flags(true, true, false)).await["total"], 1);
    sqlx::query("update esports.tournaments set finished_at = now() where id = $1")
        .bind(field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    assert_eq!(ask(&field.promoter, flags(false, false, true)).await["total"], 0);
    assert_eq!(ask(&duel.home, flags(true, true, false)).await["total"], 0);
    assert_eq!(ask(&duel.home, flags(false, true, false)).await["total"], 1);
}
