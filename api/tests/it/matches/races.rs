//! Simultaneous actions take effect one after the other, and once.

use serde_json::{Value, json};

use super::duel::{Duel, MINUTE, points, three};
use crate::brackets::field::Field;
use crate::support::{Answer, World};

/// Number of tries of each, each time in another match.
const TRIES: i64 = 4;

fn body(version: &Value, games: &[(i64, i64)]) -> Value {
    json!({"games": points(games), "version": version})
}

fn succeeded(answers: [&Answer; 2]) -> usize {
    answers.iter().filter(|answer| answer.status.is_success()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_report_at_once() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[three()]).await;
    for number in 1..=TRIES {
        let (equal, other) = (Duel::open(&field, number).await, Duel::open(&field, number + TRIES).await);
        let version = equal.now().await["version"].clone();
        let (one, two) = ([(13, 7), (7, 13), (13, 7)], [(13, 7), (7, 13), (7, 13)]);
        let (a, b) = tokio::join!(equal.send(&equal.home, body(&version, &one)), equal.send(&equal.away, body(&version, &one)));
        assert_eq!(succeeded([&a, &b]), 2, "{} {}", a.body, b.body);
        assert_eq!((equal.now().await["result"]["by"].clone(), equal.results().await), (json!("sides"), 1));
        assert_eq!(
            (equal.log().await, equal.steps().await),
            (vec!["match_agreed".to_owned()], vec!["score_reported".to_owned(), "match_decided".to_owned()])
        );

        let version = other.now().await["version"].clone();
        let (a, b) = tokio::join!(other.send(&other.home, body(&version, &one)), other.send(&other.away, body(&version, &two)));
        assert_eq!(succeeded([&a, &b]), 2, "{} {}", a.body, b.body);
        assert_eq!((other.now().await["state"].clone(), other.results().await), (json!("disputed"), 0));
        assert_eq!(other.steps().await, ["score_reported", "disputed"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_meets_a_reset_a_ruling_or_the_clock() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[three()]).await;
    let (home, away) = ([(13, 7), (13, 7)], [(7, 13), (7, 13)]);
    for number in 1..=TRIES {
        // A reset voids earlier reports; a report that comes after it is refused.
        let duel = Duel::open(&field, number).await;
        duel.report(&duel.home, &home).await.ok();
        let now = duel.now().await;
        let reset = json!({"reason": "Wrong lobby", "version": now["matchVersion"]});
        let (sent, taken_back) = tokio::join!(
            duel.send(&duel.away, body(&now["version"], &away)),
            duel.post(&field.promoter, "reset-match-score", reset)
        );
        let after = duel.now().await;
        if taken_back.status.is_success() {
            sent.refused(409, "match_reset");
            assert_eq!((&after["state"], &after["reported"]), (&json!("ready"), &json!({"home": false, "away": false})));
            assert!(after["confirmDueAt"].is_null());
        } else {
            taken_back.refused(409, "match_changed");
            assert_eq!((sent.ok()["now"]["state"].clone(), &after["state"]), (json!("disputed"), &json!("disputed")));
        }

        // A ruling ends it: the report is refused, or came before and the ruling has not seen it.
        let duel = Duel::open(&field, number + TRIES).await;
        duel.report(&duel.home, &home).await.ok();
        let now = duel.now().await;
        let ruling = body(&now["matchVersion"], &home);
        let (sent, ruled) = tokio::join!(duel.send(&duel.away, body(&now["version"], &away)), duel.send(&field.promoter, ruling));
        assert_eq!(succeeded([&sent, &ruled]), 1, "{} {}", sent.body, ruled.body);
        match duel.now().await["state"].as_str() {
            Some("decided") => sent.refused(409, "match_not_open"),
            _ => ruled.refused(409, "match_changed"),
        };

        // The scheduler acts at the same instant: agreed, or too late. Never both.
        let duel = Duel::open(&field, number + 2 * TRIES).await;
        duel.report(&duel.home, &home).await.ok();
        world.advance(30 * MINUTE).await;
        let version = duel.now().await["version"].clone();
        let (sent, ()) = tokio::join!(duel.send(&duel.away, body(&version, &home)), duel.confirm());
        let by = duel.now().await["result"]["by"].clone();
        assert_eq!((by == "sides", duel.results().await), (sent.status.is_success(), 1), "{by} {}", sent.body);
        assert_eq!(duel.log().await.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_meets_an_absence_an_objection_and_an_exclusion() {
    let world = World::new().await;
    let field = Field::published(&world, 32, &[three()]).await;
    let home = [(13, 7), (13, 7)];
    for number in 1..=TRIES {
        // One side reports the other absent, which reports a result: staff decide.
        let duel = Duel::open(&field, number).await;
        duel.begun(20).await;
        let version = duel.now().await["version"].clone();
        let absent = json!({"noShow": true, "version": version});
        let (a, b) = tokio::join!(duel.send(&duel.home, absent), duel.send(&duel.away, body(&version, &home)));
        assert_eq!(succeeded([&a, &b]), 2, "{} {}", a.body, b.body);
        assert_eq!((duel.now().await["state"].clone(), duel.results().await), (json!("disputed"), 0));
        assert_eq!(duel.room(&duel.home).await["now"], duel.room(&duel.away).await["now"]);

        // An objection meets the scheduler: accepted, or too late.
        let duel = Duel::open(&field, number + TRIES).await;
        duel.begun(20).await;
        duel.send(&duel.home, json!({"noShow": true})).await.ok();
        sqlx::query("update esports.matches set confirm_due_at = $2 where id = $1")
            .bind(duel.id)
            .bind(world.app.now())
            .execute(&world.app.db)
            .await
            .unwrap();
        let (contested, ()) = tokio::join!(duel.contest(&duel.away), duel.confirm());
        let heard = contested.status.is_success();
        assert_eq!(duel.now().await["state"], if heard { "disputed" } else { "decided" }, "{}", contested.body);
        assert_eq!(duel.results().await, i64::from(!heard));

        // An objection meets a ruling: accepted before it, or too late.
        let duel = Duel::open(&field, number + 3 * TRIES).await;
        duel.report(&duel.home, &home).await.ok();
        let ruling = body(&duel.now().await["matchVersion"], &home);
        let (contested, ruled) = tokio::join!(duel.contest(&duel.away), duel.send(&field.promoter, ruling));
        assert_eq!(succeeded([&contested, &ruled]), 1, "{} {}", contested.body, ruled.body);
        let now = match duel.now().await["state"].as_str() {
            Some("decided") => contested.refused(409, "no_show_none"),
            _ => ruled.refused(409, "match_changed"),
        };
        assert_eq!(now["match"], duel.now().await);

        // A side is disqualified while it reports: it has lost, and its report does not count.
        let duel = Duel::open(&field, number + 2 * TRIES).await;
        let version = duel.now().await["version"].clone();
        let side = duel.now().await["homeId"].clone();
        let out = json!({"contestantId": side, "scope": "tournament", "reason": "Cheating"});
        let (_, put_out) =
            tokio::join!(duel.send(&duel.home, body(&version, &home)), duel.post(&field.promoter, "disqualify", out));
        put_out.ok();
        let now = duel.room(&duel.away).await["now"].clone();
        assert_eq!((&now["result"]["outcome"], &now["result"]["winner"]), (&json!("walkover"), &json!("away")));
        assert_eq!((&now["reported"], &now["confirmDueAt"]), (&json!({"home": false, "away": false}), &Value::Null));
    }
}
