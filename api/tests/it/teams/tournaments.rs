//! A team in a tournament: leaving, joining and disbanding it, and the effect on its rosters.

use std::time::Duration;

use serde_json::{Value, json};

use super::stage::{count, detail, entry, inbox, set, team_of, tournament};
use crate::support::{Client, World};

async fn leave(person: &Client, team_id: i64) -> Value {
    person.post(&format!("/tournament/leave-team/{team_id}"), json!({})).await.ok()
}

async fn state(world: &World, entrant_id: i64) -> (String, i64, i64) {
    sqlx::query_as(
        "select e.status, (select count(*) from esports.entrant_players p where p.entrant_id = e.id and p.active), t.joined::bigint
         from esports.entrants e join esports.tournaments t on t.id = e.tournament_id where e.id = $1",
    )
    .bind(entrant_id)
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_asks_to_leave_and_the_captain_lets_them_go() {
    let world = World::new().await;
    let promoter = world.user("promoter").await;
    let (id, people) = team_of(&world, "Limes", 4).await;
    let cup = tournament(&world, &promoter).await;
    let entrant = entry(&world, cup, id, &[&people[0], &people[1], &people[2]]).await;

    // A member on no roster leaves at once.
    assert_eq!(leave(&people[3], id).await["left"], true);
    let asked = leave(&people[2], id).await;
    assert_eq!(asked["left"], false);
    assert_eq!(leave(&people[2], id).await, asked, "asking again does not begin anew");
    assert_eq!(inbox(&people[0]).await.iter().filter(|kind| *kind == "team_leave_requested").count(), 1);
    assert!(detail(&people[0], id).await["members"][2]["leavesAt"].is_string());
    assert_eq!(detail(&promoter, id).await["members"][2].get("leavesAt"), None, "members only");

    people[2].post("/tournament/stay-in-team", json!({"teamId": id})).await.ok();
    let body = json!({"teamId": id, "userId": people[2].user_id});
    people[0].post("/tournament/approve-leave", body.clone()).await.refused(409, "team_leave_not_requested");
    leave(&people[2], id).await;
    people[0].post("/tournament/approve-leave", body).await.ok();
    assert_eq!(inbox(&people[2]).await[0], "team_leave_done");
    assert_eq!(state(&world, entrant).await, ("join".into(), 2, 1), "a substitute is not missed");

    // A main player is missed: the entry needs another.
    leave(&people[1], id).await;
    people[0].post("/tournament/approve-leave", json!({"teamId": id, "userId": people[1].user_id})).await.ok();
    assert_eq!(state(&world, entrant).await, ("incomplete_team".into(), 1, 0), "and its place is free");
    assert!(inbox(&people[0]).await.contains(&"team_entry_incomplete".to_owned()));
    assert_eq!(
        count(&world, "select count(*) from esports.tournament_revisions where kind = 'player_left' and tournament_id = $1", cup)
            .await,
        2
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn after_seventy_two_hours_a_wish_to_leave_is_fulfilled() {
    let world = World::new().await;
    let promoter = world.user("promoter").await;
    let (id, people) = team_of(&world, "Limes", 2).await;
    let cup = tournament(&world, &promoter).await;
    let entrant = entry(&world, cup, id, &[&people[0], &people[1]]).await;
    // A roster in a drawn bracket stays, and shows the players who left.
    set(&world, "update esports.entrants set locked_at = now() where id = $1", entrant).await;
    leave(&people[1], id).await;
    world.advance(Duration::from_secs(71 * 3_600)).await;
    world.run_task("teams.leaving").await;
    assert_eq!(count(&world, "select count(*) from esports.team_members where team_id = $1", id).await, 2, "not before");
    world.advance(Duration::from_secs(3_600 + 60)).await;
    world.run_task("teams.leaving").await;
    assert_eq!(count(&world, "select count(*) from esports.team_members where team_id = $1", id).await, 1);
    assert_eq!(state(&world, entrant).await, ("join".into(), 2, 1));
    assert_eq!(
        count(&world, "select count(*) from esports.entrant_players where left_at is not null and entrant_id = $1", entrant)
            .await,
        1
    );
    let (captain, gone) = (world.session(people[0].user_id).await, world.session(people[1].user_id).await);
    assert_eq!((inbox(&captain).await[0].as_str(), inbox(&gone).await[0].as_str()), ("team_left", "team_leave_done"));
    // They are free for another team.
    gone.post("/tournament/create-team", json!({"name": "Figs", "shortName": "FI"})).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_kicked_out_leaves_an_open_roster_and_stays_on_a_locked_one() {
    let world = World::new().await;
    let promoter = world.user("promoter").await;
    let (id, people) = team_of(&world, "Limes", 3).await;
    let (open, locked) = (tournament(&world, &promoter).await, tournament(&world, &promoter).await);
    let waiting = entry(&world, open, id, &[&people[0], &people[1]]).await;
    let drawn = entry(&world, locked, id, &[&people[0], &people[1]]).await;
    set(&world, "update esports.tournaments set bracket_published_at = now() where id = $1", locked).await;
    people[0].post(&format!("/tournament/kick-out/{id}/{}", people[1].user_id), json!({})).await.ok();
    assert_eq!(state(&world, waiting).await, ("incomplete_team".into(), 1, 0));
    assert_eq!(state(&world, drawn).await, ("join".into(), 2, 1));
    assert_eq!(
        count(&world, "select count(*) from esports.entrant_players where left_at is not null and entrant_id = $1", drawn).await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_that_is_entered_is_not_disbanded_and_takes_in_nobody_who_runs_the_tournament() {
    let world = World::new().await;
    let (promoter, helper) = (world.user("promoter").await, world.user("helper").await);
    let (id, people) = team_of(&world, "Limes", 1).await;
    let cup = tournament(&world, &promoter).await;
    let entrant = entry(&world, cup, id, &[&people[0]]).await;
    let staff = "insert into esports.tournament_staff (tournament_id, user_id, role, added_at) values ($1, (select id from people.users where display_name = 'helper'), 'assistant', now())";
    set(&world, staff, cup).await;
    let refused = people[0].post("/tournament/disband-team", json!({"teamId": id})).await.refused(409, "team_in_tournament");
    assert!(refused["message"].as_str().unwrap().contains("Lime Cup"), "{refused}");
    people[0].post(&format!("/tournament/leave-team/{id}"), json!({})).await.refused(409, "team_in_tournament");
    let invited = super::invite(&world, &people[0], id, &[promoter.user_id, helper.user_id]).await;
    assert_eq!(invited, ["team_own_tournament", "team_own_tournament"]);
    helper.post(&format!("/tournament/join-team/{id}"), json!({})).await.refused(409, "team_own_tournament");

    // Public, the running one first.
    let shown = detail(&promoter, id).await["tournaments"][0].clone();
    assert_eq!((&shown["tournamentId"], &shown["phase"], &shown["status"]), (&json!(cup), &json!("register"), &json!("join")));
    assert_eq!(shown["name"], json!({"th": "ถ้วยมะนาว", "en": "Lime Cup"}));

    // Once it is over, or the entry withdrawn, all of that is possible.
    set(&world, "update esports.tournaments set finished_at = now() where id = $1", cup).await;
    helper.post(&format!("/tournament/join-team/{id}"), json!({})).await.ok();
    people[0].post("/tournament/disband-team", json!({"teamId": id})).await.ok();
    assert_eq!(state(&world, entrant).await.0, "join", "what was played stays as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_ends_with_its_team_and_none_is_made_for_one_that_is_gone() {
    let world = World::new().await;
    let promoter = world.user("promoter").await;
    let (id, people) = team_of(&world, "Limes", 1).await;
    let (cup, other) = (tournament(&world, &promoter).await, tournament(&world, &promoter).await);
    let draft = entry(&world, cup, id, &[&people[0]]).await;
    set(&world, "update esports.entrants set status = 'incomplete_team', submitted_at = null where id = $1", draft).await;
    people[0].post("/tournament/disband-team", json!({"teamId": id})).await.ok();
    assert_eq!(state(&world, draft).await.0, "withdrawn");
    let late = "insert into esports.entrants (tournament_id, team_id, status, name, short_name, created_at, updated_at)
                select $1, max(id), 'incomplete_team', 'x', 'x', now(), now() from esports.teams";
    let refused = sqlx::query(late).bind(other).execute(&world.app.db).await.unwrap_err();
    assert_eq!(refused.as_database_error().unwrap().code().unwrap(), "40001");
}

#[tokio::test(flavor = "multi_thread")]
async fn wins_and_losses_are_counted_for_the_team_and_its_players() {
    let world = World::new().await;
    let promoter = world.user("promoter").await;
    let (limes, people) = team_of(&world, "Limes", 2).await;
    let (figs, others) = team_of(&world, "Figs", 2).await;
    let cup = tournament(&world, &promoter).await;
    let home = entry(&world, cup, limes, &[&people[0], &people[1]]).await;
    let away = entry(&world, cup, figs, &[&others[0], &others[1]]).await;
    for (number, state, winner) in
        [(1, "decided", Some(home)), (2, "decided", Some(home)), (3, "decided", Some(away)), (4, "playing", None)]
    {
        sqlx::query("insert into esports.matches (tournament_id, stage, position, round, number, home_id, away_id, state, winner_id) values ($1, 1, $2, 1, $2, $3, $4, $5, $6)")
            .bind(cup)
            .bind(number)
            .bind(home)
            .bind(away)
            .bind(state)
            .bind(winner)
            .execute(&world.app.db)
            .await
            .unwrap();
    }
    assert_eq!(detail(&promoter, limes).await["record"], json!({"wins": 2, "losses": 1}));
    // The rank is shown once the tournament is over, with the number of ranked entrants.
    let entered = async |team: i64| {
        let entry = detail(&promoter, team).await["tournaments"][0].clone();
        (entry["rank"].clone(), entry["entrants"].clone())
    };
    let ranked = "insert into esports.tournament_rankings (tournament_id, entrant_id, rank) select $1, id, row_number() over (order by id) from esports.entrants where tournament_id = $1";
    set(&world, ranked, cup).await;
    assert_eq!(entered(figs).await, (json!(null), json!(null)));
    set(&world, "update esports.tournaments set finished_at = now() where id = $1", cup).await;
    assert_eq!((entered(limes).await, entered(figs).await), ((json!(1), json!(2)), (json!(2), json!(2))));
    let player = promoter.get(&format!("/profile/get-profile-by-id/{}", others[1].user_id)).await.ok();
    assert_eq!((&player["record"], &player["tournaments"][0]["tournamentId"]), (&json!({"wins": 1, "losses": 2}), &json!(cup)));
}
