//! Refusals of entries, and where they are shown.

use serde_json::{Value, json};

use super::cup::{Cup, Setup, join};
use crate::support::{Client, World};

const SAVE: &str = "/tournament/save-register-tournament";

async fn studies(world: &World, person: &Client, level: &str, academy_id: Option<i64>) {
    sqlx::query("insert into people.profiles (user_id, education_level, academy_id, updated_at) values ($1, $2, $3, now())")
        .bind(person.user_id)
        .bind(level)
        .bind(academy_id)
        .execute(&world.app.db)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_roster_that_does_not_fit_is_refused_in_the_words_of_the_specification() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let team = cup.team("Lime", 4).await;
    let captain = team.captain();
    let ids: Vec<i64> = team.members.iter().map(|member| member.user_id).collect();
    for (people, main) in [(&ids[..1], 1), (&ids[..4], 2), (&ids[..4], 4), (&[ids[0], ids[0]][..], 2)] {
        let refused = captain.post(SAVE, cup.form(Some(team.id), people, main)).await.refused(422, "players_count_invalid");
        assert_eq!(
            (&refused["title"], &refused["message"]),
            (&json!("Your number of players is invalid."), &json!("Check the number of players."))
        );
    }
    let mut crowd = cup.form(Some(team.id), &ids[..2], 2);
    crowd["players"] = (0..5000).map(|id| json!({"userId": id, "gameId": "", "role": "main"})).collect();
    captain.post(SAVE, crowd).await.refused(422, "players_count_invalid");

    let mut form = cup.form(Some(team.id), &ids[..3], 2);
    form["players"][1]["gameId"] = json!("<script>");
    form["players"][2]["gameId"] = form["players"][0]["gameId"].clone();
    let fields = captain.post(SAVE, form).await.refused(422, "fields_invalid")["fields"].clone();
    let expected = json!({format!("players.{}.gameId", ids[1]): "player_game_id_invalid", format!("players.{}.gameId", ids[2]): "player_game_id_twice"});
    assert_eq!(fields, expected);

    // Not of the team; and not the captain's fault.
    let stranger = cup.person("stranger").await;
    let refused =
        captain.post(SAVE, cup.form(Some(team.id), &[ids[0], stranger.user_id], 2)).await.refused(422, "player_not_in_team");
    assert_eq!(refused["fields"], json!({format!("players.{}", stranger.user_id): "player_not_in_team"}));
    team.members[1].post(SAVE, cup.form(Some(team.id), &ids[..2], 2)).await.refused(409, "captain_required");
    stranger.post(SAVE, cup.form(Some(team.id), &ids[..2], 2)).await.refused(409, "captain_required");
    captain.post(SAVE, cup.form(None, &ids[..2], 2)).await.refused(409, "tournament_entry_refused");
    let nowhere = json!({"tournamentId": 4711, "teamId": team.id, "players": []});
    captain.post(SAVE, nowhere).await.refused(404, "tournament_not_found");

    let alone = cup.team("Alone", 1).await;
    let refused = alone.captain().post(SAVE, cup.form(Some(alone.id), &[alone.captain().user_id], 1)).await;
    assert_eq!(refused.refused(409, "players_too_few")["message"], "Must have at least 2 team members.");
    assert_eq!(cup.counts().await, (0, 0));
}

#[tokio::test]
async fn those_who_run_it_cannot_play_in_it() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    for (index, person) in
        [cup.promoter.clone(), cup.staff("co_promoter").await, cup.staff("assistant").await].into_iter().enumerate()
    {
        let team = cup.team(&format!("Lime{index}"), 2).await;
        join(&world, team.id, &person, "member").await;
        let captain = team.captain();
        let refused = captain.post(SAVE, cup.form(Some(team.id), &[captain.user_id, person.user_id], 2)).await;
        assert_eq!(
            refused.refused(409, "promoter_cannot_enter")["fields"],
            json!({format!("players.{}", person.user_id): "promoter_cannot_enter"})
        );
        // Nor by a later change of the roster.
        let entry = cup.enter(&team).await.ok();
        let mut change = cup.form(Some(team.id), &[captain.user_id, person.user_id], 2);
        change["entrantId"] = entry["id"].clone();
        change["version"] = entry["version"].clone();
        captain.post("/tournament/update-tournament-team", change).await.refused(409, "promoter_cannot_enter");
    }
    let mine = cup.promoter.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!((&mine["role"], &mine["mayEnter"]), (&json!("promoter"), &json!(false)));
    assert_eq!(mine["refusals"][0]["code"], "promoter_cannot_enter");
    assert!(mine["staffLive"]["grant"].is_string() && mine["needsYou"]["review"] == 0);
}

#[tokio::test]
async fn schools_and_universities_are_looked_at() {
    let world = World::new().await;
    let academies = |level| {
        sqlx::query_scalar::<_, i64>("select id from people.organizations where type = $1 order by id limit 2")
            .bind(level)
            .fetch_all(&world.app.db)
    };
    let (schools, universities) = (academies("school").await.unwrap(), academies("university").await.unwrap());
    let cases = [
        ("U", None, ("school", Some(schools[0])), Some("education_level_invalid")),
        ("U", Some(universities[0]), ("university", Some(universities[1])), Some("university_mismatch")),
        ("S", Some(schools[0]), ("school", Some(schools[1])), Some("school_mismatch")),
        ("S", None, ("school", Some(schools[1])), None),
        ("U", Some(universities[0]), ("university", Some(universities[0])), None),
    ];
    for (category, organization_id, (level, academy), expected) in cases {
        let setup = Setup {
            contestant_type: "single",
            main_players: 1,
            max_substitutes: 0,
            category,
            organization_id,
            ..Setup::default()
        };
        let cup = Cup::new(&world, setup).await;
        let person = cup.person("student").await;
        studies(&world, &person, level, academy).await;
        let found = cup
            .promoter
            .post("/v2/tournament/form/create/can-invite/list", json!({"tournamentId": cup.id, "query": "student"}))
            .await
            .ok();
        let invitable = found["items"].as_array().unwrap().iter().find(|item| item["userId"] == person.user_id).unwrap();
        assert_eq!((&invitable["reasons"][0]["code"], &invitable["eligible"]), (&json!(expected), &json!(expected.is_none())));
        let mine = person.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
        let answer = person.post(SAVE, cup.form(None, &[person.user_id], 1)).await;
        match expected {
            Some(code) => {
                answer.refused(409, code);
                assert_eq!(mine["refusals"][0]["code"], code);
            }
            None => assert_eq!((&answer.ok()["status"], &mine["mayEnter"]), (&json!("join"), &json!(true))),
        }
    }
    // Their place of study is not known yet: that can be fixed, and the entry waits for it.
    let setup = Setup { contestant_type: "single", main_players: 1, max_substitutes: 0, category: "S", ..Setup::default() };
    let cup = Cup::new(&world, setup).await;
    let person = cup.person("pupil").await;
    let entry = person.post(SAVE, cup.form(None, &[person.user_id], 1)).await.ok();
    let missing = &entry["players"][0]["missing"][0];
    assert_eq!(
        (&entry["status"], &missing["what"], &missing["href"]),
        (&json!("incomplete_team"), &json!("school"), &json!("/account/profile"))
    );
}

#[tokio::test]
async fn a_tournament_that_is_not_open_takes_nobody() {
    let world = World::new().await;
    let state = async |sql: &'static str, code: &str| {
        let cup = Cup::new(&world, Setup::default()).await;
        let (team, entry) = cup.entered("Early").await;
        let late = cup.team("Late", 2).await;
        cup.set(sql).await;
        cup.enter(&late).await.refused(409, code);
        let mine = late.captain().post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
        assert_eq!((&mine["mayEnter"], &mine["refusals"][0]["code"]), (&json!(false), &json!(code)));
        (cup, team, entry)
    };
    state(
        "update esports.tournaments set registration_start_at = $2::timestamptz + interval '1 hour' where id = $1",
        "registration_not_open",
    )
    .await;
    state("update esports.tournaments set registration_end_at = $2 where id = $1", "registration_closed").await;
    let (closed, team, entry) =
        state("update esports.tournaments set registration_closed_at = $2 where id = $1", "registration_closed").await;
    // Withdrawing is allowed until the bracket is published.
    closed.remove(team.captain(), &entry, json!({})).await.ok();
    state("update esports.tournaments set finished_at = $2 where id = $1", "tournament_over").await;
    let (cancelled, team, entry) =
        state("update esports.tournaments set cancelled_at = $2, cancel_reason = 'rain' where id = $1", "tournament_cancelled")
            .await;
    let captain = team.captain();
    cancelled.remove(captain, &entry, json!({})).await.refused(409, "tournament_cancelled");
    captain
        .post("/registration/give-documents", json!({"tournamentId": cancelled.id}))
        .await
        .refused(409, "tournament_cancelled");
    let decided = cancelled.decide(&entry, json!({"status": "reject", "reason": "late"})).await.ok();
    assert_eq!(decided["items"][0]["problem"]["code"], "tournament_cancelled");
    assert_eq!(cancelled.status(&entry).await, "join");
}

#[tokio::test]
async fn a_person_is_in_one_entry_and_an_invitation_may_be_needed() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { invite_only: true, ..Setup::default() }).await;
    let team = cup.team("Lime", 2).await;
    let refused = cup.enter(&team).await.refused(409, "tournament_invitation_required");
    assert!(refused["message"].as_str().unwrap().starts_with("You need an invitation"));
    let found = cup
        .promoter
        .post("/v2/tournament/form/create/can-invite/list", json!({"tournamentId": cup.id, "query": "lime"}))
        .await
        .ok();
    assert_eq!((&found["items"][0]["eligible"], &found["items"][0]["invited"]), (&json!(true), &json!(false)));
    let invite = async |by: &Client, body: Value| by.post("/tournament/invite-team", body).await;
    let body = json!({"tournamentId": cup.id, "teamIds": [team.id]});
    invite(team.captain(), body.clone()).await.refused(404, "tournament_not_found");
    invite(&cup.staff("assistant").await, body.clone()).await.refused(404, "tournament_not_found");
    assert_eq!(invite(&cup.promoter, body.clone()).await.ok()["items"][0]["invited"], true);
    assert_eq!(invite(&cup.promoter, body).await.ok()["items"][0]["invited"], false);
    invite(&cup.promoter, json!({"tournamentId": cup.id, "userIds": [team.captain().user_id]}))
        .await
        .refused(409, "tournament_of_teams");
    invite(&cup.promoter, json!({"tournamentId": cup.id, "stage": 3, "teamIds": [team.id]}))
        .await
        .refused(404, "stage_not_found");
    cup.told(team.captain(), "tournament_invitation").await;
    assert_eq!(cup.enter(&team).await.ok()["status"], "join");
    let found = cup
        .promoter
        .post("/v2/tournament/form/create/can-invite/list", json!({"tournamentId": cup.id, "query": "lime"}))
        .await
        .ok();
    assert_eq!(
        (&found["items"][0]["reasons"][0]["code"], &found["items"][0]["invited"]),
        (&json!("candidate_entered"), &json!(true))
    );

    let solo = Cup::new(&world, Setup { contestant_type: "single", main_players: 1, ..Setup::default() }).await;
    let refused = invite(&solo.promoter, json!({"tournamentId": solo.id, "teamIds": [team.id]}))
        .await
        .refused(409, "tournament_individual");
    assert_eq!(refused["message"], "Teams cannot be invited because this is an individual competition.");
}
