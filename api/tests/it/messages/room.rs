//! A tournament with two players in its first match, and the other people around it.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::brackets::field::{Field, single};
use crate::support::{Answer, Client, World};

pub struct Room<'a> {
    pub world: &'a World,
    pub field: Field<'a>,
    /// The first match
    pub id: i64,
    pub home: Client,
    pub away: Client,
    /// Plays in the second match
    pub other: Client,
    pub assistant: Client,
}

impl<'a> Room<'a> {
    pub async fn new(world: &'a World) -> Self {
        Self::of(world, 4).await
    }

    pub async fn of(world: &'a World, entrants: i32) -> Self {
        let field = Field::published(world, entrants, &[single()]).await;
        let first = field.at("main", 1, 1).await;
        let second = field.at("main", 1, 2).await;
        let assistant = world.user("assistant").await;
        sqlx::query(
            "insert into esports.tournament_staff (tournament_id, user_id, role, added_at) values ($1, $2, 'assistant', now())",
        )
        .bind(field.id)
        .bind(assistant.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
        let entrant = |of: &serde_json::Value, side: &str| of[side]["contestantId"].as_i64().unwrap();
        Self {
            world,
            id: first["id"].as_i64().unwrap(),
            home: player(world, entrant(&first, "home")).await,
            away: player(world, entrant(&first, "away")).await,
            other: player(world, entrant(&second, "home")).await,
            assistant,
            field,
        }
    }
}

/// Returns the player of an entrant.
pub async fn player(world: &World, entrant: i64) -> Client {
    let user = sqlx::query_scalar("select user_id from esports.entrants where id = $1")
        .bind(entrant)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    world.session(user).await
}

/// Returns a message with a new client id.
pub fn text(text: &str) -> Value {
    json!({"text": text, "clientId": Uuid::new_v4()})
}

impl Room<'_> {
    pub async fn send(&self, by: &Client, body: Value) -> Answer {
        by.post(&format!("/tournament/send-time-request-message/{}", self.id), body).await
    }

    pub async fn thread(&self, by: &Client, asking: &str) -> Answer {
        by.get(&format!("/tournament/get/message-match/{}{asking}", self.id)).await
    }
}

/// Returns the kinds of the unread messages in a user's esports inbox, newest first.
pub async fn unread(world: &World, client: &Client) -> Vec<String> {
    sqlx::query_scalar(
        "select kind from people.inbox_messages where user_id = $1 and read_at is null and kind not in ('bracket_published', 'entry_admitted') order by id desc",
    )
    .bind(client.user_id)
    .fetch_all(&world.app.db)
    .await
    .unwrap()
}

/// Waits until no due job is left in the queue.
pub async fn told(world: &World) {
    world.advance(Duration::from_secs(30)).await;
    let left = async || {
        let left: i64 = sqlx::query_scalar("select count(*) from graphile_worker._private_jobs where run_at <= now()")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
        (left == 0).then_some(())
    };
    world.until("the jobs are done", left).await;
}
