//! A team and a single player enter, and are notified.

use serde_json::json;

use super::cup::{Cup, Setup, confirmed, team};
use crate::support::World;

#[tokio::test]
async fn a_complete_team_is_in_at_once_and_everybody_concerned_knows() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let team = cup.team("Lime", 4).await;
    let [captain, second, third, fourth] = &team.members[..] else { unreachable!() };
    let before = captain.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!((&before["mayEnter"], &before["refusals"]), (&json!(true), &json!([])));

    let players =
        captain.get(&format!("/tournament/get/player-tournament/{}/team?tournamentId={}", cup.game_id, cup.id)).await.ok();
    assert_eq!((&players["team"]["id"], players["players"].as_array().unwrap().len()), (&json!(team.id), 4));
    assert_eq!((&players["players"][0]["captain"], &players["players"][0]["kyc"]), (&json!(true), &json!(true)));
    assert_eq!(players["players"][1]["missing"][0]["what"], "game_id");

    let mut socket = world.socket(second).await;
    let ids = [captain.user_id, second.user_id, third.user_id];
    let entry = captain.post("/tournament/save-register-tournament", cup.form(Some(team.id), &ids, 2)).await.ok();
    assert_eq!((&entry["status"], &entry["name"], &entry["missing"]), (&json!("join"), &json!("Lime"), &json!([])));
    assert_eq!((&entry["next"]["kind"], &entry["players"][2]["role"]), (&json!("draw"), &json!("substitute")));
    assert_eq!((&entry["steps"][0]["kind"], &entry["steps"][0]["status"]), (&json!("entry_sent"), &json!("join")));
    let event = socket.event("entry.changed").await;
    assert_eq!((&event["data"]["entrantId"], &event["data"]["status"]), (&entry["id"], &json!("join")));
    let told = cup.told(third, "entry_admitted").await;
    assert_eq!(told["href"], format!("/esport/tournament/{}/register", cup.id));
    assert_eq!(cup.counts().await, (1, 0));

    // The same for its players, whoever asks; a member outside the roster sees it as their team's entry.
    for member in [captain, second, fourth] {
        let mine = member.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
        assert_eq!((&mine["entry"]["id"], &mine["mayEnter"]), (&entry["id"], &json!(false)));
    }
    let joined = second.get("/tournament/joined/list/get/1/10").await.ok();
    assert_eq!((&joined["total"], &joined["items"][0]["entry"]["id"]), (&json!(1), &entry["id"]));
    assert_eq!(joined["items"][0]["tournament"]["id"], cup.id);

    // Sent again with other players it stays the same entry, with the same place.
    let ids = [captain.user_id, fourth.user_id];
    let again = captain.post("/tournament/save-register-tournament", cup.form(Some(team.id), &ids, 2)).await.ok();
    assert_eq!((&again["id"], &again["status"], again["players"].as_array().unwrap().len()), (&entry["id"], &json!("join"), 2));
    assert_eq!(cup.counts().await, (1, 0));
    let public = world.anon().post("/tournament/teamlist", json!({"tournamentId": cup.id, "query": "lim"})).await.ok();
    assert_eq!((&public["total"], &public["items"][0]["players"][1]["userId"]), (&json!(1), &json!(fourth.user_id)));
    assert_eq!(public["items"][0]["players"][0]["gameId"], (20_000_000 + captain.user_id).to_string());
    let teams = world.anon().post("/tournament/teamlist", json!({"query": "LIME"})).await.ok();
    assert_eq!((&teams["items"][0]["teamId"], &teams["items"][0]["memberCount"]), (&json!(team.id), &json!(4)));

    // An entry's name is fixed by its lock, as is its roster.
    sqlx::query("update esports.teams set name = 'Lemon' where id = $1").bind(team.id).execute(&world.app.db).await.unwrap();
    captain.post(&format!("/tournament/kick-out/{}/{}", team.id, fourth.user_id), json!({})).await.ok();
    let read = cup.read(captain, &entry).await;
    assert_eq!((&read["name"], &read["players"][1]["left"]), (&json!("Lemon"), &json!(true)));
    assert_eq!(read["missing"][0]["code"], "player_left");
    fourth.get(&format!("/registration/entry/{}", entry["id"])).await.refused(404, "entrant_not_found");
    let mine = fourth.post("/tournament/get-join-tournament", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!((&mine["entry"], &mine["refusals"][0]["code"]), (&json!(null), &json!("team_needed")));
    assert_eq!(fourth.get("/tournament/joined/list/get/1/10").await.ok()["total"], 0);
}

#[tokio::test]
async fn a_single_player_enters_alone_and_withdraws() {
    let world = World::new().await;
    let cup =
        Cup::new(&world, Setup { contestant_type: "single", main_players: 1, max_substitutes: 0, ..Setup::default() }).await;
    let person = cup.person("solo").await;
    let form = cup.form(None, &[person.user_id], 1);
    let entry = person.post("/tournament/save-register-tournament", form.clone()).await.ok();
    assert_eq!((&entry["status"], &entry["userId"], &entry["name"]), (&json!("join"), &json!(person.user_id), &json!("solo")));
    // Another user cannot be entered, nor a team.
    let other = cup.person("other").await;
    let answer = person.post("/tournament/save-register-tournament", cup.form(None, &[other.user_id], 1)).await;
    assert_eq!(answer.refused(422, "player_not_in_team")["fields"][format!("players.{}", other.user_id)], "player_not_in_team");
    let team = team(&world, "Team", 2).await;
    cup.enter(&team).await.refused(409, "tournament_entry_refused");

    cup.remove(&person, &entry, json!({})).await.ok();
    assert_eq!((cup.status(&entry).await.as_str(), cup.counts().await), ("withdrawn", (0, 0)));
    cup.remove(&person, &entry, json!({})).await.refused(409, "entry_over");
    // An entrant who withdrew may enter again.
    let again = person.post("/tournament/save-register-tournament", form).await.ok();
    assert_ne!(again["id"], entry["id"]);
    assert_eq!(cup.counts().await, (1, 0));
}

#[tokio::test]
async fn a_draft_is_kept_and_the_rest_goes_on_by_itself() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let team = team(&world, "Lime", 3).await;
    let [captain, second, third] = &team.members[..] else { unreachable!() };
    // A member may ask for it once a day.
    let ask = async || second.post(&format!("/tournament/tell-captain-to-register/{}", cup.id), json!({})).await;
    ask().await.ok();
    ask().await.refused(409, "entry_reminder_too_soon");
    cup.told(captain, "captain_asked_to_enter").await;
    captain.post(&format!("/tournament/tell-captain-to-register/{}", cup.id), json!({})).await.refused(409, "team_self");

    let mut form = cup.form(Some(team.id), &[captain.user_id], 1);
    form["draft"] = json!(true);
    let draft = captain.post("/tournament/save-register-tournament", form).await.ok();
    assert_eq!((&draft["status"], &draft["next"]["kind"]), (&json!("incomplete_team"), &json!("complete")));
    assert_eq!(draft["missing"][0]["code"], "players_count_invalid");
    // Nobody but the team sees it.
    let desk = cup.promoter.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!(desk["items"], json!([]));

    confirmed(&world, captain.user_id).await;
    let mut form = cup.form(Some(team.id), &[captain.user_id, second.user_id], 2);
    form["players"][1]["gameId"] = json!("");
    let sent = captain.post("/tournament/save-register-tournament", form).await.ok();
    assert_eq!(
        (&sent["id"], &sent["status"], &sent["next"]["kind"]),
        (&draft["id"], &json!("incomplete_team"), &json!("documents"))
    );
    let missing: Vec<&str> =
        sent["players"][1]["missing"].as_array().unwrap().iter().map(|lack| lack["what"].as_str().unwrap()).collect();
    assert_eq!(missing, ["game_id", "kyc"]);
    cup.told(second, "entry_incomplete").await;

    // A player's missing items concern the captain, not other players.
    assert_eq!(cup.read(second, &sent).await["players"][0]["missing"], json!([]));
    let remind = async |id: i64| captain.post("/registration/remind", json!({"entrantId": sent["id"], "userId": id})).await;
    remind(second.user_id).await.ok();
    remind(second.user_id).await.refused(409, "entry_reminder_too_soon");
    remind(captain.user_id).await.refused(409, "entry_reminder_needless");
    remind(third.user_id).await.refused(404, "team_member_not_found");
    cup.told(second, "entry_player_incomplete").await;
    world.advance(std::time::Duration::from_secs(25 * 3600)).await;
    let second = &world.fresh_session(second).await;
    let captain = &world.fresh_session(captain).await;
    captain.post("/registration/remind", json!({"entrantId": sent["id"], "userId": second.user_id})).await.ok();

    let part = async |game_id: &str| {
        second.post("/registration/give-documents", json!({"tournamentId": cup.id, "gameId": game_id})).await
    };
    let wrong = part("no number").await.refused(422, "fields_invalid");
    assert_eq!(wrong["fields"][format!("players.{}.gameId", second.user_id)], "player_game_id_invalid");
    let twice = part(&(20_000_000 + captain.user_id).to_string()).await.refused(422, "fields_invalid");
    assert_eq!(twice["fields"].as_object().unwrap().values().next().unwrap(), "player_game_id_twice");
    assert_eq!(part("20394817").await.ok()["status"], "incomplete_team");
    // A captain with a stale copy does not undo it.
    let mut late = cup.form(Some(team.id), &[captain.user_id, second.user_id], 2);
    late["version"] = sent["version"].clone();
    captain.post("/tournament/save-register-tournament", late).await.refused(409, "entry_changed");
    confirmed(&world, second.user_id).await;
    // The last missing item arrived; the entry goes on.
    assert_eq!(part("20394817").await.ok()["status"], "join");
    assert_eq!(cup.counts().await, (1, 0));
    let third = &world.fresh_session(third).await;
    third
        .post("/registration/give-documents", json!({"tournamentId": cup.id}))
        .await
        .refused(409, "tournament_not_participating");
}
