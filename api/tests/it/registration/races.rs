//! Many at once: one consistent outcome, whoever comes first.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use super::cup::{Cup, Setup, join};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn sixty_enter_twenty_places_at_once() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { capacity: 20, ..Setup::default() }).await;
    // A few at a time, so that the server's connections are not used up.
    let making = stream::iter(0..60).map(|index| {
        let cup = &cup;
        async move { cup.team(&format!("Lime{index}"), 2).await }
    });
    let teams: Vec<_> = making.buffered(8).collect().await;
    let entries: Vec<Value> = join_all(teams.iter().map(|team| async { cup.enter(team).await.ok() })).await;
    assert_eq!(cup.counts().await, (20, 40));
    let joined = entries.iter().filter(|entry| entry["status"] == "join").count();
    let waiting = entries.iter().filter(|entry| entry["status"] == "waitlist").count();
    assert_eq!((joined, waiting), (20, 40));
    // Every entrant on the list has a place of their own.
    let listed: Vec<i64> = sqlx::query_scalar(
        "select id from esports.entrants where tournament_id = $1 and status = 'waitlist' order by waiting_since, id",
    )
    .bind(cup.id)
    .fetch_all(&world.app.db)
    .await
    .unwrap();
    let moments: i64 = sqlx::query_scalar("select count(distinct waiting_since) from esports.entrants where tournament_id = $1")
        .bind(cup.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(moments, 40);
    // A job notifies of an entry's current state: for withdrawals before it ran, only of the withdrawal.
    let told = async |kind: &str, times: i64| {
        let told = "select count(*) from people.inbox_messages where kind = $1";
        world
            .until(&format!("{times} are told: {kind}"), async || {
                let messages: i64 = sqlx::query_scalar(told).bind(kind).fetch_one(&world.app.db).await.unwrap();
                (messages == times).then_some(())
            })
            .await;
    };
    told("entry_admitted", 40).await;
    // Twenty withdraw at once: the first twenty of the list are in.
    let leaving: Vec<usize> = (0..60).filter(|index| entries[*index]["status"] == "join").collect();
    join_all(leaving.iter().map(|index| async { cup.remove(teams[*index].captain(), &entries[*index], json!({})).await.ok() }))
        .await;
    assert_eq!(cup.counts().await, (20, 20));
    let moved: BTreeSet<i64> = sqlx::query_scalar("select id from esports.entrants where tournament_id = $1 and status = 'join'")
        .bind(cup.id)
        .fetch_all(&world.app.db)
        .await
        .unwrap()
        .into_iter()
        .collect();
    assert_eq!(moved, listed[..20].iter().copied().collect());
    // Each is notified of the final outcome.
    told("entry_admitted", 80).await;
    told("entry_withdrawn", 40).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_place_is_one() {
    let world = World::new().await;
    for _ in 0..5 {
        let cup = Cup::new(&world, Setup { capacity: 2, join_mode: "review", ..Setup::default() }).await;
        let entries = join_all(["A", "B", "C"].map(|name| cup.entered(name))).await;
        cup.decide(&entries[0].1, json!({"status": "join"})).await.ok();
        // By two users who decide at the same instant.
        let (one, two) = tokio::join!(
            cup.decide(&entries[1].1, json!({"status": "join"})),
            cup.decide(&entries[2].1, json!({"status": "join"}))
        );
        let statuses: BTreeSet<String> =
            [one, two].map(|answer| answer.ok()["items"][0]["status"].as_str().unwrap().to_owned()).into();
        assert_eq!((statuses, cup.counts().await), (BTreeSet::from(["join".to_owned(), "waitlist".to_owned()]), (2, 1)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_and_a_withdrawal_have_one_outcome() {
    let world = World::new().await;
    for _ in 0..8 {
        let cup = Cup::new(&world, Setup { join_mode: "review", ..Setup::default() }).await;
        let (team, entry) = cup.entered("Lime").await;
        let (approval, withdrawal) =
            tokio::join!(cup.decide(&entry, json!({"status": "join"})), cup.remove(team.captain(), &entry, json!({})));
        withdrawal.ok();
        let approval = approval.ok()["items"][0].clone();
        assert!(approval["status"] == "join" || approval["problem"]["code"] == "entry_decision_invalid", "{approval}");
        assert_eq!((cup.status(&entry).await.as_str(), cup.counts().await), ("withdrawn", (0, 0)));
        let (again, once) =
            tokio::join!(cup.remove(team.captain(), &entry, json!({})), cup.decide(&entry, json!({"status": "join"})));
        again.refused(409, "entry_over");
        assert_eq!(once.ok()["items"][0]["problem"]["code"], "entry_decision_invalid");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_sent_twice_at_once_is_one() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let team = cup.team("Lime", 2).await;
    let answers = join_all((0..6).map(|_| cup.enter(&team))).await;
    let ids: BTreeSet<i64> = answers.into_iter().map(|answer| answer.ok()["id"].as_i64().unwrap()).collect();
    assert_eq!((ids.len(), cup.counts().await), (1, (1, 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_for_two_teams_also_when_they_enter_at_once() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let person = cup.person("both").await;
    let (one, two) = (cup.team("One", 2).await, cup.team("Two", 2).await);
    // Changed teams between two entries.
    join(&world, one.id, &person, "member").await;
    let form = |team: &super::cup::Team| cup.form(Some(team.id), &[team.captain().user_id, person.user_id], 2);
    let first = one.captain().post("/tournament/save-register-tournament", form(&one)).await.ok();
    assert_eq!(first["status"], "join");
    sqlx::query("update esports.team_members set team_id = $1 where user_id = $2")
        .bind(two.id)
        .bind(person.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let refused =
        two.captain().post("/tournament/save-register-tournament", form(&two)).await.refused(409, "player_in_other_entry");
    assert_eq!(refused["fields"], json!({format!("players.{}", person.user_id): "player_in_other_entry"}));
    cup.remove(one.captain(), &first, json!({})).await.ok();

    // The database prevents it where both were checked before either was written.
    let second = two.captain().post("/tournament/save-register-tournament", form(&two)).await.ok();
    assert_eq!(second["status"], "join");
    let clash = sqlx::query("update esports.entrant_players set active = true where entrant_id = $1")
        .bind(first["id"].as_i64())
        .execute(&world.app.db)
        .await;
    assert!(clash.unwrap_err().to_string().contains("entrant_players_once"));

    // Someone else enters them elsewhere while this entry is being written: the refusal names them.
    let late = cup.team("Late", 2).await;
    let taken = late.members[1].user_id;
    let mut elsewhere = manao_kernel::database::begin(&world.app.db, "begin").await.unwrap();
    sqlx::query(
        "insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name)
         select id, tournament_id, $2, 'main', 9, 'late' from esports.entrants where id = $1",
    )
    .bind(second["id"].as_i64())
    .bind(taken)
    .execute(&mut *elsewhere)
    .await
    .unwrap();
    let commit = async {
        let waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                       and query like 'insert into esports.entrant_players%'";
        let stands = async || sqlx::query(waiting).fetch_optional(&world.app.db).await.unwrap();
        world.until("the entry waits for the other", stands).await;
        elsewhere.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(cup.enter(&late), commit);
    let refused = answer.refused(409, "player_in_other_entry");
    assert_eq!(refused["fields"], json!({format!("players.{taken}"): "player_in_other_entry"}));
}
