//! The desk's table, and later stages.

use serde_json::json;

use super::cup::{Cup, Setup};
use crate::support::World;

#[tokio::test]
async fn the_desk_sees_every_entry_and_hears_of_each_change() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup { capacity: 2, documents: vec!["id_card", "parental_consent"], ..Setup::default() }).await;
    let assistant = cup.staff("assistant").await;
    let desk = async || assistant.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok();
    let empty = desk().await;
    let mut socket = world.socket(&assistant).await;
    socket.subscribe(&empty["live"]).await;
    let team = cup.team("Lime", 2).await;
    // An adult needs no parent's consent.
    sqlx::query("insert into people.profiles (user_id, birthday, updated_at) values ($1, '1990-01-01', now())")
        .bind(team.captain().user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let entry = cup.enter(&team).await.ok();
    let event = socket.event("entrant.changed").await;
    assert_eq!((&event["data"]["entrantId"], &event["data"]["status"]), (&entry["id"], &json!("incomplete_team")));
    let seen = desk().await;
    let row = &seen["items"][0];
    assert_eq!((&row["pips"], &row["players"], &row["required"]), (&json!("mmm"), &json!(2), &json!(2)));
    assert_eq!((&seen["counts"], seen["items"].as_array().unwrap().len()), (&json!({"incomplete_team": 1}), 1));
    for stranger in [team.captain(), &world.user("stranger").await] {
        stranger.post("/registration/entrants", json!({"tournamentId": cup.id})).await.refused(404, "tournament_not_found");
    }
    // Calls that an assistant may not make.
    let path = format!("/tournament/update/contestant_status/{}", entry["id"]);
    assistant.post(&path, json!({"status": "reject", "reason": "No"})).await.refused(404, "entrant_not_found");
}

#[tokio::test]
async fn who_goes_on_may_be_put_right_by_hand() {
    let world = World::new().await;
    let cup = Cup::new(&world, Setup::default()).await;
    let ((_, one), (_, two)) = (cup.entered("One").await, cup.entered("Two").await);
    let path = format!("/tournament/multiple-stage/update/qualifiers/{}", cup.id);
    let update = async |mut body: serde_json::Value| {
        // As the desk's page was read.
        let desk = cup.promoter.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok();
        body["version"] = desk["bracketVersion"].clone();
        cup.promoter.post(&path, body).await
    };
    let both = update(json!({"stage": 2, "add": [one["id"], two["id"], one["id"]], "reason": "Both qualified"})).await.ok();
    assert_eq!(both["items"].as_array().unwrap().len(), 2);
    let rest = update(json!({"stage": 2, "remove": [one["id"]], "reason": "Withdrew"})).await.ok();
    assert_eq!(rest["items"], json!([{"entrantId": two["id"], "name": "Two"}]));
    let desk = cup.promoter.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok();
    assert_eq!((&desk["items"][0]["stages"], &desk["items"][1]["stages"]), (&json!(null), &json!([2])));
    update(json!({"stage": 1, "add": [one["id"]], "reason": "No"})).await.refused(409, "stage_first");
    update(json!({"stage": 3, "add": [one["id"]], "reason": "No"})).await.refused(404, "stage_not_found");
    update(json!({"stage": 2, "add": [one["id"]], "reason": ""})).await.refused(422, "fields_invalid");
    let foreign = update(json!({"stage": 2, "add": [4711], "reason": "No"})).await.refused(422, "fields_invalid");
    assert_eq!(foreign["fields"]["add"], "entrant_not_found");

    // Entries with the same game ID are marked.
    let twice = async || {
        let desk = cup.promoter.post("/registration/entrants", json!({"tournamentId": cup.id})).await.ok();
        [desk["items"][0]["gameIdElsewhere"].clone(), desk["items"][1]["gameIdElsewhere"].clone()]
    };
    assert_eq!(twice().await, [false, false]);
    cup.set(
        "update esports.entrant_players set game_id = 'Lime#1' where tournament_id = $1 and position = 1 and $2::timestamptz is not null",
    )
    .await;
    assert_eq!(twice().await, [true, true]);

    // A team also joins a later stage by invitation, while the earlier one is played and all its places are taken.
    let late = cup.team("Late", 2).await;
    cup.set("update esports.tournaments set capacity = 2, registration_closed_at = $2 where id = $1").await;
    cup.promoter.post("/tournament/invite-team", json!({"tournamentId": cup.id, "stage": 2, "teamIds": [late.id]})).await.ok();
    let entry = cup.enter(&late).await.ok();
    assert_eq!((&entry["stage"], &entry["status"]), (&json!(2), &json!("join")));
    let rest = update(json!({"stage": 2, "reason": "Look"})).await.ok();
    assert_eq!(rest["items"].as_array().unwrap().len(), 2);
    let joined: i32 = sqlx::query_scalar("select joined from esports.tournaments where id = $1")
        .bind(cup.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(joined, 2);
}
