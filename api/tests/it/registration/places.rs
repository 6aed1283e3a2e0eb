//! As many admissions as places, the waiting list in order, and rosters locked by the draw.

use std::time::Duration;

use serde_json::{Value, json};

use super::cup::{Cup, Setup};
use crate::support::World;

#[tokio::test]
async fn a_place_that_comes_free_goes_to_whoever_waited_longest() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { capacity: 2, ..Setup::default() }).await;
    let anon = world.anon();
    // Counts as any process has them cached, for a reader who names the version of an answer.
    let counted = async |version: &Value| {
        let read = async |path: &str| anon.get(&format!("/tournament/get/{path}{}?entriesVersion={version}", cup.id)).await.ok();
        let (whole, card) = (read("").await, read("tournament-banner-detail/").await);
        let counts = |shown: &Value| (shown["joined"].as_i64().unwrap(), shown["waiting"].as_i64().unwrap());
        assert_eq!(counts(&whole), counts(&card));
        counts(&whole)
    };
    counted(&json!(0)).await;
    let mut entries = Vec::new();
    for index in 0..6 {
        entries.push(cup.entered(&format!("Lime{index}")).await);
    }
    assert_eq!(counted(&entries[5].1["entriesVersion"]).await, (2, 4));
    let places: Vec<Value> = entries.iter().map(|(_, entry)| entry["place"].clone()).collect();
    assert_eq!(places, [json!(null), json!(null), json!(1), json!(2), json!(3), json!(4)]);
    assert_eq!(cup.counts().await, (2, 4));
    let listed = world.anon().post("/tournament/teamlist", json!({"tournamentId": cup.id, "status": "waitlist"})).await.ok();
    let listed: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|team| &team["entrantId"]).collect();
    assert_eq!(listed, entries[2..].iter().map(|(_, entry)| &entry["id"]).collect::<Vec<_>>());

    // Its captain withdraws; the promoter removes, with a reason. Nobody else may.
    let (_, first) = &entries[0];
    cup.remove(entries[1].0.captain(), first, json!({})).await.refused(404, "entrant_not_found");
    cup.remove(&entries[0].0.members[1], first, json!({})).await.refused(404, "entrant_not_found");
    cup.remove(&cup.staff("assistant").await, first, json!({})).await.refused(404, "entrant_not_found");
    let dry = cup.remove(entries[0].0.captain(), first, json!({"dryRun": true})).await.ok();
    assert_eq!(dry["entriesVersion"], entries[5].1["entriesVersion"]);
    let ended = cup.remove(entries[0].0.captain(), first, json!({})).await.ok();
    assert_eq!(counted(&ended["entriesVersion"]).await, (2, 3));
    assert_eq!((cup.status(&entries[2].1).await.as_str(), cup.counts().await), ("join", (2, 3)));
    cup.told(entries[2].0.captain(), "entry_admitted").await;
    cup.remove(&cup.promoter, &entries[1].1, json!({})).await.refused(422, "fields_invalid");
    cup.remove(&cup.promoter, &entries[1].1, json!({"reason": "Twice late"})).await.ok();
    assert_eq!((cup.status(&entries[1].1).await.as_str(), cup.status(&entries[3].1).await.as_str()), ("removed", "join"));
    assert!(cup.told(entries[1].0.captain(), "entry_removed").await["message"].as_str().unwrap().contains("Twice late"));
    // Leaving the waiting list frees no place, but the others move up in it.
    cup.remove(entries[4].0.captain(), &entries[4].1, json!({})).await.ok();
    assert_eq!((cup.counts().await, &cup.read(entries[5].0.captain(), &entries[5].1).await["place"]), ((2, 1), &json!(1)));

    // More places through an edit of the tournament: the scheduler assigns them, and new entries queue behind the waiting ones.
    cup.set("update esports.tournaments set capacity = 3, version = version + 1 where id = $1 and $2::timestamptz is not null")
        .await;
    let (_, late) = cup.entered("Late").await;
    world.run_task("registration.follow").await;
    assert_eq!((cup.status(&entries[5].1).await.as_str(), cup.status(&late).await.as_str()), ("join", "waitlist"));
    assert_eq!(cup.counts().await, (3, 1));
    let moved = cup.read(entries[5].0.captain(), &entries[5].1).await;
    assert_eq!(counted(&moved["entriesVersion"]).await, (3, 1));
}

#[tokio::test]
async fn an_entry_keeps_its_place_only_with_a_roster_that_is_complete() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { capacity: 2, ..Setup::default() }).await;
    let team = cup.team("Lime", 2).await;
    let newcomer = world.user("newcomer").await;
    super::cup::join(&world, team.id, &newcomer, "member").await;
    let entry = cup.enter(&team).await.ok();
    let captain = team.captain();
    let change = async |version: &Value, people: &[i64]| {
        let mut form = cup.form(Some(team.id), people, 2);
        form["entrantId"] = entry["id"].clone();
        form["version"] = version.clone();
        captain.post("/tournament/update-tournament-team", form).await
    };
    let with = [captain.user_id, newcomer.user_id];
    change(&entry["version"], &with).await.refused(409, "entry_must_stay_complete");
    super::cup::confirmed(&world, newcomer.user_id).await;
    change(&json!(0), &with).await.refused(409, "entry_changed");
    let changed = change(&entry["version"], &with).await.ok();
    assert_eq!((&changed["status"], &changed["players"][1]["userId"]), (&json!("join"), &json!(newcomer.user_id)));
    // A removed player may play elsewhere.
    assert_eq!(
        team.members[1].post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok()["mayEnter"],
        false
    );
    assert_eq!(cup.counts().await, (1, 0));
}

#[tokio::test]
async fn the_draw_locks_rosters() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { capacity: 2, ..Setup::default() }).await;
    let team = cup.team("Lime", 4).await;
    let [captain, second, third, fourth] = &team.members[..] else { unreachable!() };
    let people = [captain.user_id, second.user_id, third.user_id];
    let entry = captain.post("/tournament/save-register-tournament", cup.form(Some(team.id), &people, 2)).await.ok();
    let (other_team, other) = cup.entered("Other").await;
    let (waiting_team, waiting) = cup.entered("Waiting").await;
    cup.set("update esports.tournaments set registration_closed_at = $2, bracket_published_at = $2 where id = $1").await;
    world.run_task("registration.follow").await;
    let locked = cup.read(captain, &entry).await;
    assert!(locked["lockedAt"].is_string() && locked["next"]["kind"] == "play", "{locked}");

    // A later change of the team's name or of its members does not affect the entry.
    sqlx::query("update esports.teams set name = 'Lemon' where id = $1").bind(team.id).execute(&world.app.db).await.unwrap();
    sqlx::query("update people.users set display_name = 'Renamed' where id = $1")
        .bind(second.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    sqlx::query("delete from esports.team_members where user_id = $1").bind(second.user_id).execute(&world.app.db).await.unwrap();
    let read = cup.read(captain, &entry).await;
    assert_eq!(
        (&read["name"], &read["players"][1]["displayName"], &read["players"][1]["left"]),
        (&json!("Lime"), &json!("Lime1"), &json!(true))
    );

    let change = async |by: &crate::support::Client, people: &[i64], reason: Value| {
        let mut form = cup.form(Some(team.id), people, 2);
        form["entrantId"] = entry["id"].clone();
        form["version"] = cup.read(captain, &entry).await["version"].clone();
        form["reason"] = reason;
        by.post("/tournament/update-tournament-team", form).await
    };
    change(captain, &[captain.user_id, fourth.user_id], json!(null)).await.refused(409, "roster_locked");
    // A listed substitute replaces a player who left.
    let swapped = change(captain, &[captain.user_id, third.user_id, second.user_id], json!(null)).await.ok();
    let roles: Vec<&Value> = swapped["players"].as_array().unwrap().iter().map(|player| &player["userId"]).collect();
    assert_eq!(roles, [captain.user_id, third.user_id, second.user_id]);
    // Any other player needs the promoter's permission and a reason; ineligible players are still refused.
    change(&cup.promoter, &[captain.user_id, fourth.user_id], json!("")).await.refused(422, "fields_invalid");
    change(&cup.promoter, &[captain.user_id, other_team.captain().user_id], json!("Ill"))
        .await
        .refused(422, "player_not_in_team");
    let late = change(&cup.promoter, &[captain.user_id, fourth.user_id], json!("Ill")).await.ok();
    assert_eq!(
        (&late["players"][1]["userId"], &late["steps"].as_array().unwrap().last().unwrap()["note"]),
        (&json!(fourth.user_id), &json!("Ill"))
    );
    cup.decide(&other, json!({"status": "reject", "reason": "Late"})).await.ok()["items"][0]["problem"]["code"]
        .as_str()
        .filter(|code| *code == "entry_drawn")
        .unwrap();

    // A withdrawal or removal takes effect, but nobody moves up into a drawn bracket.
    cup.remove(captain, &entry, json!({})).await.ok();
    cup.remove(&cup.promoter, &other, json!({"reason": "Cheating"})).await.ok();
    assert_eq!((cup.status(&entry).await.as_str(), cup.status(&other).await.as_str()), ("withdrawn", "disqualified"));
    world.advance(Duration::from_secs(5)).await;
    world.run_task("registration.follow").await;
    assert_eq!((cup.status(&waiting).await.as_str(), cup.counts().await), ("waitlist", (0, 1)));
    cup.remove(waiting_team.captain(), &waiting, json!({})).await.ok();
    cup.told(other_team.captain(), "entry_disqualified").await;
}
