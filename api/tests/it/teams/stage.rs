//! Teams, tournaments and entries for the tests, and queries about them.

use serde_json::{Value, json};

use crate::support::{Client, World};

/// Creates a new team of this user.
pub async fn team(captain: &Client, name: &str) -> i64 {
    let team = captain.post("/tournament/create-team", json!({"name": name, "shortName": "T1"})).await.ok();
    team["id"].as_i64().unwrap()
}

/// Makes these users members, by invitation and acceptance.
pub async fn join(captain: &Client, team_id: i64, people: &[&Client]) {
    for person in people {
        let asked = person.post(&format!("/tournament/join-team/{team_id}"), json!({})).await.ok();
        assert_eq!(asked["status"], "requested");
        captain.post(&format!("/tournament/accept-request/{}", asked["offer"]["id"]), json!({})).await.ok();
    }
}

/// Creates a team of new users, the captain first.
pub async fn team_of(world: &World, name: &str, size: usize) -> (i64, Vec<Client>) {
    let mut people = Vec::new();
    for number in 0..size {
        people.push(world.user(&format!("{}{number}", name.to_lowercase().replace(' ', ""))).await);
    }
    let id = team(&people[0], name).await;
    join(&people[0], id, &people[1..].iter().collect::<Vec<_>>()).await;
    (id, people)
}

pub async fn detail(reader: &Client, team_id: i64) -> Value {
    reader.get(&format!("/tournament/get/teamdetail/{team_id}")).await.ok()
}

/// Returns the ids of its members, the captain first.
pub fn ids(team: &Value) -> Vec<i64> {
    team["members"].as_array().unwrap().iter().map(|member| member["userId"].as_i64().unwrap()).collect()
}

/// Returns the kinds of a user's notices about teams, newest first.
pub async fn inbox(person: &Client) -> Vec<String> {
    let list = person.get("/notification/get?page=1&perPage=100").await.ok();
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["kind"].as_str().unwrap().to_owned())
        .filter(|kind| kind.starts_with("team_"))
        .collect()
}

pub async fn count(world: &World, sql: &'static str, id: i64) -> i64 {
    sqlx::query_scalar(sql).bind(id).fetch_one(&world.app.db).await.expect(sql)
}

/// Creates a published tournament of teams of two, open for entries.
pub async fn tournament(world: &World, promoter: &Client) -> i64 {
    let sql = "insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, contestant_type, format, join_mode, main_players,
                 max_substitutes, capacity, registration_start_at, registration_end_at, draw_at, start_at, end_at, published_at, phase,
                 created_at, updated_at)
               values ($1, '{}', 'ถ้วยมะนาว', 'Lime Cup', (select id from esports.esport_games where slug = 'rov'), 'Open', 'team', 'bracket', 'auto', 2, 1,
                 8, $2::timestamptz - interval '1 day', $2::timestamptz + interval '5 days', $2::timestamptz + interval '6 days', $2::timestamptz + interval '7 days', $2::timestamptz + interval '9 days', $2,
                 'register', $2, $2) returning id";
    sqlx::query_scalar(sql).bind(promoter.user_id).bind(world.app.now()).fetch_one(&world.app.db).await.unwrap()
}

/// Creates an admitted entry with these players; of three, the last is a substitute.
pub async fn entry(world: &World, tournament_id: i64, team_id: i64, players: &[&Client]) -> i64 {
    let now = world.app.now();
    let id: i64 = sqlx::query_scalar(
        "insert into esports.entrants (tournament_id, team_id, status, name, short_name, submitted_at, created_at, updated_at)
         select $1, id, 'join', name, short_name, $3, $3, $3 from esports.teams where id = $2 returning id",
    )
    .bind(tournament_id)
    .bind(team_id)
    .bind(now)
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    for (position, player) in players.iter().enumerate() {
        sqlx::query(
            "insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name)
             select $1, $2, id, $4, $5, display_name from people.users where id = $3",
        )
        .bind(id)
        .bind(tournament_id)
        .bind(player.user_id)
        .bind(if position < 2 { "main" } else { "substitute" })
        .bind(i32::try_from(position).unwrap())
        .execute(&world.app.db)
        .await
        .unwrap();
    }
    sqlx::query("update esports.tournaments set joined = joined + 1, first_entry_at = $2 where id = $1")
        .bind(tournament_id)
        .bind(now)
        .execute(&world.app.db)
        .await
        .unwrap();
    id
}

/// Runs a statement over one id.
pub async fn set(world: &World, sql: &'static str, id: i64) {
    sqlx::query(sql).bind(id).execute(&world.app.db).await.expect(sql);
}
