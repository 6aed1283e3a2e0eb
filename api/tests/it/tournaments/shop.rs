//! Common helpers of the tournament tests.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::support::{Client, World};

pub fn at(world: &World, days: i64) -> DateTime<Utc> {
    world.app.now() + TimeDelta::days(days)
}

pub fn day(world: &World, days: i64) -> String {
    at(world, days).to_rfc3339()
}

pub async fn game(world: &World, slug: &str) -> i64 {
    sqlx::query_scalar("select id from esports.esport_games where slug = $1").bind(slug).fetch_one(&world.app.db).await.unwrap()
}

/// Returns a form that can be published: registration starts in a day, for four days.
pub async fn form(world: &World, name: &str) -> Value {
    json!({
        "nameTh": name,
        "gameId": game(world, "rov").await,
        "category": "Open",
        "contestantType": "team",
        "mode": "online",
        "mainPlayers": 5,
        "maxSubstitutes": 2,
        "capacity": 16,
        "joinMode": "auto",
        "stages": [{"format": "bracket", "thirdPlace": true, "series": [1, 3]}],
        "registrationStartAt": day(world, 1),
        "registrationEndAt": day(world, 5),
        "drawAt": day(world, 6),
        "startAt": day(world, 7),
        "endAt": day(world, 9),
        "rulesTh": "เล่นอย่างสุภาพ",
        "prizes": [{"place": 1, "baht": 10_000}, {"place": 2, "baht": 5_000}],
    })
}

/// Returns a value with other fields.
pub fn with(mut value: Value, fields: &Value) -> Value {
    for (name, field) in fields.as_object().unwrap() {
        value[name] = field.clone();
    }
    value
}

/// Publishes at once; returns the state of its form.
pub async fn publish(promoter: &Client, form: Value) -> Value {
    promoter.post("/tournament/create", with(form, &json!({"draft": false}))).await.ok()
}

/// Turns a form's answer, with changed fields and its version, into an edit.
pub fn edit(state: &Value, fields: &Value) -> Value {
    with(with(state["form"].clone(), fields), &json!({"id": state["id"], "version": state["version"]}))
}

/// Enters a team; only the data that tournaments use is written.
pub async fn enter(world: &World, tournament: &Value, player: &Client) {
    sqlx::query(
        "with team as (insert into esports.teams (name, short_name, name_key, created_at) values ('T', 'T', 'team' || $2, now()) returning id),
              member as (insert into esports.team_members (user_id, team_id, role, joined_at) select $2, id, 'captain', now() from team),
              entrant as (insert into esports.entrants (tournament_id, team_id, status, name, short_name, created_at, updated_at)
                          select $1, id, 'join', 'T', 'T', now(), now() from team returning id),
              player as (insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name)
                         select id, $1, $2, 'main', 1, 'P' from entrant)
         update esports.tournaments set joined = joined + 1, first_entry_at = coalesce(first_entry_at, now()) where id = $1",
    )
    .bind(tournament["id"].as_i64())
    .bind(player.user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
}

/// Returns the kinds of a user's esports messages, newest first.
pub async fn told(person: &Client) -> Vec<String> {
    let inbox = person.get("/notification/get/?page=1&perPage=50").await.ok();
    inbox["items"].as_array().unwrap().iter().map(|message| message["kind"].as_str().unwrap().to_owned()).collect()
}
