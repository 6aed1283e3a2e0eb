//! Two simultaneous actions on a time: one outcome, and both sides hear of it.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::appointment::moment;
use super::duel::Duel;
use crate::brackets::field::{Field, single};
use crate::support::{Answer, World};

/// Number of tries of each pair, each time in another match.
const TRIES: i64 = 3;

/// Checks that the room ends with the action that came first: its steps have no second outcome.
async fn settled(duel: &Duel<'_>, [one, other]: [Answer; 2], expected: [&[&str]; 2]) {
    let (won, lost) = (one.status.is_success(), other.status.is_success());
    assert!(won || lost, "{} {}", one.body, other.body);
    let steps = duel.steps().await;
    assert!(expected.iter().any(|all| steps == *all), "{steps:?}");
    let now = duel.now().await;
    for refused in [one, other].into_iter().filter(|answer| !answer.status.is_success()) {
        assert_eq!((refused.status.as_u16(), &refused.body["match"]["matchId"]), (409, &now["matchId"]), "{}", refused.body);
    }
    // Both rooms are the same, and the agreed time is that of the bracket.
    assert_eq!(duel.room(&duel.home).await["now"], duel.room(&duel.away).await["now"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_meets_another() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[single()]).await;
    for number in 1..=TRIES {
        let [edited, withdrawn, declined, both, crossed] = [0, 1, 2, 3, 4].map(|offset| number + TRIES * offset);
        let at = |minutes| TimeDelta::minutes(minutes);
        // The author replaces an accepted proposal.
        let duel = Duel::of(&field, edited).await;
        let mut watcher = world.socket(&duel.home).await;
        watcher.subscribe(&duel.room(&duel.home).await["live"]).await;
        let open = duel.opening(60).await;
        let id = duel.proposed(&duel.home, open).await;
        let (accepted, replaced) =
            tokio::join!(duel.answer(&duel.away, "accept", id), duel.replace(&duel.home, id, open + at(60)));
        assert!(!(accepted.status.is_success() && replaced.status.is_success()), "{} {}", accepted.body, replaced.body);
        settled(&duel, [accepted, replaced], [&["time_proposed", "time_agreed"], &["time_proposed", "time_proposed"]]).await;
        let version = duel.now().await["version"].clone();
        while watcher.event("match.changed").await["data"]["version"] != version {}

        for (number, by_home, verb, last) in
            [(withdrawn, true, "withdraw", "time_withdrawn"), (declined, false, "decline", "time_declined")]
        {
            let duel = Duel::of(&field, number).await;
            let id = duel.proposed(&duel.home, duel.opening(60).await).await;
            let other = if by_home { &duel.home } else { &duel.away };
            let (accepted, ended) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.answer(other, verb, id));
            assert!(!(accepted.status.is_success() && ended.status.is_success()), "{} {}", accepted.body, ended.body);
            settled(&duel, [accepted, ended], [&["time_proposed", "time_agreed"], &["time_proposed", last]]).await;
        }

        // Withdrawn while the other side counters it.
        let duel = Duel::of(&field, crossed).await;
        let id = duel.proposed(&duel.home, open).await;
        let (countered, withdrawn) =
            tokio::join!(duel.replace(&duel.away, id, open + at(60)), duel.answer(&duel.home, "withdraw", id));
        assert!(!(countered.status.is_success() && withdrawn.status.is_success()), "{} {}", countered.body, withdrawn.body);
        let ends: [&[&str]; 2] = [&["time_proposed", "time_countered"], &["time_proposed", "time_withdrawn"]];
        settled(&duel, [countered, withdrawn], ends).await;

        // Declined while the same side counters it, from another phone.
        let id = match duel.now().await["proposal"]["id"].as_i64() {
            Some(own) => duel.replace(&duel.home, own, open + at(90)).await.ok()["now"]["proposal"]["id"].as_i64().unwrap(),
            None => duel.proposed(&duel.home, open).await,
        };
        let before = duel.steps().await;
        let (countered, declined) =
            tokio::join!(duel.replace(&duel.away, id, open + at(120)), duel.answer(&duel.away, "decline", id));
        assert!(!(countered.status.is_success() && declined.status.is_success()), "{} {}", countered.body, declined.body);
        let end = if countered.status.is_success() { "time_countered" } else { "time_declined" };
        assert_eq!(duel.steps().await, [before, vec![end.to_owned()]].concat());

        // Accepted twice at once is accepted once.
        let duel = Duel::of(&field, both).await;
        let id = duel.proposed(&duel.home, duel.opening(60).await).await;
        let (one, other) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.answer(&duel.away, "accept", id));
        assert!(one.status.is_success() && other.status.is_success(), "{} {}", one.body, other.body);
        assert_eq!(duel.steps().await, ["time_proposed", "time_agreed"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_propose_at_once() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[single()]).await;
    for number in 1..=TRIES {
        // The same time is agreed.
        let duel = Duel::of(&field, number).await;
        let at = duel.opening(60).await;
        let (one, other) = tokio::join!(duel.propose(&duel.home, at), duel.propose(&duel.away, at));
        assert!(one.status.is_success() && other.status.is_success(), "{} {}", one.body, other.body);
        assert_eq!(duel.steps().await, ["time_proposed", "time_agreed"]);
        assert_eq!(moment(&duel.now().await["scheduledAt"]), at);

        // If two proposals differ, the first stands, and the second side receives it.
        let duel = Duel::of(&field, number + TRIES).await;
        let at = duel.opening(60).await;
        let (one, other) = tokio::join!(duel.propose(&duel.home, at), duel.propose(&duel.away, at + TimeDelta::minutes(30)));
        let (won, lost) = if one.status.is_success() { (one.ok(), other) } else { (other.ok(), one) };
        assert_eq!(lost.refused(409, "time_proposed")["match"]["proposal"], won["now"]["proposal"]);
        assert_eq!(duel.steps().await, ["time_proposed"]);

        // Both answer with another time.
        let id = won["now"]["proposal"]["id"].as_i64().unwrap();
        let (one, other) = tokio::join!(
            duel.replace(&duel.home, id, at + TimeDelta::minutes(90)),
            duel.replace(&duel.away, id, at + TimeDelta::minutes(120))
        );
        assert_eq!([&one, &other].iter().filter(|answer| answer.status.is_success()).count(), 1, "{} {}", one.body, other.body);
        let lost = if one.status.is_success() { other } else { one };
        lost.refused(409, "proposal_replaced");
        assert_eq!(duel.steps().await.len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_of_one_player_are_not_agreed_on_for_the_same_time() {
    let world = World::new().await;
    let (field, other) = (Field::published(&world, 16, &[single()]).await, Field::published(&world, 16, &[single()]).await);
    for number in 1..=TRIES {
        let duel = Duel::of(&field, number).await;
        let slot = other.at("main", 1, number).await["home"]["contestantId"].clone();
        for sql in [
            "update esports.entrants set user_id = $1 where id = $2",
            "update esports.entrant_players set user_id = $1 where entrant_id = $2",
        ] {
            sqlx::query(sql).bind(duel.home.user_id).bind(slot.as_i64()).execute(&world.app.db).await.unwrap();
        }
        let second = Duel::of(&other, number).await;
        let at = duel.opening(120).await;
        let (here, there) = (duel.proposed(&duel.home, at).await, second.proposed(&second.home, at).await);
        let (one, two) = tokio::join!(duel.answer(&duel.away, "accept", here), second.answer(&second.away, "accept", there));
        let (won, lost) = if one.status.is_success() { (one.ok(), two) } else { (two.ok(), one) };
        assert_eq!(lost.refused(409, "time_taken")["busy"][0]["from"], won["now"]["scheduledAt"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_meets_those_who_run_it_and_the_clock() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[single()]).await;
    for number in 1..=TRIES {
        let duel = Duel::of(&field, number).await;
        let at = duel.opening(60).await;
        let id = duel.proposed(&duel.home, at).await;
        let set = json!({"at": at + TimeDelta::hours(3), "reason": "Stream"});
        let (accepted, set) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.set(&field.promoter, set));
        let now = set.ok()["now"].clone();
        assert_eq!((&now["timeSource"], moment(&now["scheduledAt"])), (&json!("promoter"), at + TimeDelta::hours(3)));
        let steps = duel.steps().await;
        let agreed: &[&str] = &["time_proposed", "time_agreed", "time_set"];
        assert_eq!(steps, if accepted.status.is_success() { agreed } else { &["time_proposed", "time_set"] });
        if !accepted.status.is_success() {
            let refused: Value = accepted.refused(409, "proposal_replaced");
            assert_eq!(refused["match"]["timeSource"], "promoter");
        }

        // An expired proposal is not accepted any more, whoever is first.
        let duel = Duel::of(&field, number + TRIES).await;
        let id = duel.proposed(&duel.home, at).await;
        sqlx::query("update esports.match_proposals set expires_at = $2 where id = $1")
            .bind(id)
            .bind(world.app.now())
            .execute(&world.app.db)
            .await
            .unwrap();
        let (accepted, ()) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.tick());
        accepted.refused(409, "proposal_replaced");
        duel.tick().await;
        assert_eq!(duel.steps().await, ["time_proposed", "time_expired"]);
        same(&duel).await;

        // A time is accepted while the other side reports: agreed, and then too early to report, or played.
        let duel = Duel::open(&field, number + 3 * TRIES).await;
        let id = duel.proposed(&duel.home, at).await;
        let (accepted, sent) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.report(&duel.home, &[(13, 7)]));
        let now = same(&duel).await;
        if accepted.status.is_success() {
            assert_eq!(sent.refused(409, "match_not_begun")["match"], now);
        } else {
            assert_eq!(accepted.refused(409, "proposal_replaced")["match"], now);
            assert_eq!((sent.ok()["now"]["state"].clone(), &now["state"]), (json!("submitted"), &json!("submitted")));
        }

        // A new time is accepted while the match begins: it is moved, or it is played.
        let duel = Duel::of(&field, number + 2 * TRIES).await;
        let id = duel.proposed(&duel.home, at + TimeDelta::hours(2)).await;
        duel.begun(0).await;
        sqlx::query("update esports.matches set state = 'scheduled' where id = $1")
            .bind(duel.id)
            .execute(&world.app.db)
            .await
            .unwrap();
        let (accepted, ()) = tokio::join!(duel.answer(&duel.away, "accept", id), duel.tick());
        let now = same(&duel).await;
        assert_eq!(now["state"], if accepted.status.is_success() { "scheduled" } else { "playing" }, "{}", accepted.body);
        assert_eq!(now["proposal"], Value::Null);
    }
}

/// Checks that both sides read the same, and returns it.
async fn same(duel: &Duel<'_>) -> Value {
    let now = duel.now().await;
    assert_eq!(duel.room(&duel.away).await["now"], now);
    now
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_meets_what_is_done_to_all_matches() {
    let world = World::new().await;
    let field = Field::published(&world, 8, &[single()]).await;
    let mut duels = Vec::new();
    for number in 1..=4 {
        duels.push(Duel::of(&field, number).await);
    }
    let at = duels[0].opening(60).await;
    let mut sockets = Vec::new();
    for duel in &duels {
        let mut socket = world.socket(&duel.away).await;
        socket.subscribe(&duel.room(&duel.away).await["live"]).await;
        sockets.push(socket);
    }
    let propose =
        async |by: TimeDelta| futures_util::future::join_all(duels.iter().map(|duel| duel.proposed(&duel.home, at + by))).await;
    let accept = |ids: Vec<i64>| {
        let answers = duels.iter().zip(ids).map(|(duel, id)| duel.answer(&duel.away, "accept", id));
        futures_util::future::join_all(answers)
    };

    // The round is moved: all are played then, whatever was accepted before.
    let ids = propose(TimeDelta::zero()).await;
    let round = format!("/tournament/edit-all-match-in-round-time/{}/1", field.id);
    let all = json!({"stage": 1, "at": at + TimeDelta::hours(5), "reason": "Power cut"});
    let (answers, moved) = tokio::join!(accept(ids), field.promoter.post(&round, all));
    assert_eq!(moved.ok()["moved"].as_array().unwrap().len(), 4);
    for (duel, answer) in duels.iter().zip(answers) {
        let now = same(duel).await;
        assert_eq!((&now["timeSource"], moment(&now["scheduledAt"])), (&json!("promoter"), at + TimeDelta::hours(5)));
        assert_eq!(duel.steps().await.iter().any(|kind| kind == "time_agreed"), answer.status.is_success());
    }

    // It is cancelled: some are agreed before, nothing is open after it, and every member of a room hears of it.
    let ids = propose(TimeDelta::hours(8)).await;
    let cancel = format!("/tournament/cancel-tournament/{}", field.id);
    let (answers, cancelled) = tokio::join!(accept(ids), field.promoter.post(&cancel, json!({"reason": "Flood"})));
    cancelled.ok();
    for ((duel, answer), socket) in duels.iter().zip(answers).zip(&mut sockets) {
        let now = same(duel).await;
        assert_eq!((&now["proposal"], &now["next"]["away"]["code"]), (&Value::Null, &json!("cancelled")));
        let file = duel.away.get(&format!("/tournament/match-calendar-file/{}", duel.id)).await;
        assert!(file.body.to_string().contains("STATUS:CANCELLED"), "{}", file.body);
        let agreed = moment(&now["scheduledAt"]) == at + TimeDelta::hours(8);
        assert_eq!(agreed, answer.status.is_success(), "{}", answer.body);
        while socket.event("match.changed").await["data"]["version"] != now["version"] {}
    }
}
