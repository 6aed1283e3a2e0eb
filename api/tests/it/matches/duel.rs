//! Two single players in one match of a published bracket.

use std::time::Duration;

use serde_json::{Value, json};

use crate::brackets::field::Field;
use crate::support::{Answer, Client, World};

pub const MINUTE: Duration = Duration::from_secs(60);

pub struct Duel<'a> {
    pub world: &'a World,
    pub id: i64,
    pub home: Client,
    pub away: Client,
}

impl<'a> Duel<'a> {
    /// Returns a match of the first round.
    pub async fn of(field: &Field<'a>, number: i64) -> Self {
        Self::on(field, &field.at("main", 1, number).await).await
    }

    /// Does the same, with its round open from now on.
    pub async fn open(field: &Field<'a>, number: i64) -> Self {
        sqlx::query("update esports.match_rounds set opens_at = $2 where tournament_id = $1")
            .bind(field.id)
            .bind(field.world.app.now())
            .execute(&field.world.app.db)
            .await
            .unwrap();
        Self::of(field, number).await
    }

    pub async fn on(field: &Field<'a>, of: &Value) -> Self {
        let world = field.world;
        let [home, away] = [player(world, &of["home"]).await, player(world, &of["away"]).await];
        Self { world, id: of["id"].as_i64().unwrap(), home, away }
    }

    /// Uses a new session where there is one: time passes faster here than sessions last.
    pub async fn fresh(&self, by: &Client) -> Client {
        if by.token.is_some() { self.world.fresh_session(by).await } else { by.clone() }
    }

    pub async fn post(&self, by: &Client, call: &str, body: Value) -> Answer {
        self.fresh(by).await.post(&format!("/tournament/{call}/{}", self.id), body).await
    }

    /// Returns the tournament from the promoter's view: `staffLive`, `needsYou`.
    pub async fn desk(&self, field: &Field<'_>) -> Value {
        let promoter = self.fresh(&field.promoter).await;
        promoter.post("/tournament/get-join-tournament", json!({"tournamentId": field.id})).await.ok()
    }

    pub async fn needs(&self, field: &Field<'_>) -> Value {
        self.desk(field).await["needsYou"].clone()
    }

    pub async fn room(&self, by: &Client) -> Value {
        self.fresh(by).await.get(&format!("/tournament/get/match/{}", self.id)).await.ok()
    }

    pub async fn now(&self) -> Value {
        self.room(&self.home).await["now"].clone()
    }

    pub async fn send(&self, by: &Client, mut body: Value) -> Answer {
        if body["version"].is_null() {
            body["version"] = self.now().await["version"].clone();
        }
        self.post(by, "submit-match-score", body).await
    }

    /// Reports the points of each game.
    pub async fn report(&self, by: &Client, games: &[(i64, i64)]) -> Answer {
        self.send(by, json!({"games": points(games)})).await
    }

    pub async fn contest(&self, by: &Client) -> Answer {
        self.post(by, "contest-no-show", json!({})).await
    }

    /// Sets its start to so many minutes ago.
    pub async fn begun(&self, minutes: i64) {
        sqlx::query(
            "update esports.matches set state = 'playing', time_source = 'promoter', scheduled_at = $2, ends_at = $2 + interval '40 minutes' where id = $1",
        )
        .bind(self.id)
        .bind(self.world.app.now() - chrono::TimeDelta::minutes(minutes))
        .execute(&self.world.app.db)
        .await
        .unwrap();
    }

    pub async fn confirm(&self) {
        self.world.run_task("matches.confirm").await;
    }

    /// Returns the kinds of its steps, oldest first.
    pub async fn steps(&self) -> Vec<String> {
        sqlx::query_scalar(
            "select m.kind from esports.messages m join esports.threads t on t.id = m.thread_id where t.match_id = $1 order by m.seq",
        )
        .bind(self.id)
        .fetch_all(&self.world.app.db)
        .await
        .unwrap()
    }

    /// Returns the kinds of the log.
    pub async fn log(&self) -> Vec<String> {
        sqlx::query_scalar("select kind from esports.tournament_revisions where match_id = $1 order by id")
            .bind(self.id)
            .fetch_all(&self.world.app.db)
            .await
            .unwrap()
    }

    /// Returns how often it was decided or reset.
    pub async fn results(&self) -> i64 {
        sqlx::query_scalar("select count(*) from esports.match_results where match_id = $1")
            .bind(self.id)
            .fetch_one(&self.world.app.db)
            .await
            .unwrap()
    }

    /// Waits until the user was notified of it.
    pub async fn told(&self, user_id: i64, kind: &str) -> String {
        let href = format!("/esport/match/{}", self.id);
        let find = async || {
            sqlx::query_scalar(
                "select concat_ws(' ', title_th, title_en, body_th, body_en) from people.inbox_messages where user_id = $1 and kind = $2 and href = $3",
            )
            .bind(user_id)
            .bind(kind)
            .bind(&href)
            .fetch_optional(&self.world.app.db)
            .await
            .unwrap()
        };
        self.world.until(kind, find).await
    }
}

pub fn points(games: &[(i64, i64)]) -> Value {
    games.iter().map(|(home, away)| json!({"home": home, "away": away})).collect()
}

/// Returns a stage with best of three.
pub fn three() -> Value {
    json!({"format": "bracket", "elimination": "single", "series": [3]})
}

async fn player(world: &World, slot: &Value) -> Client {
    let user: i64 = sqlx::query_scalar("select user_id from esports.entrants where id = $1")
        .bind(slot["contestantId"].as_i64().unwrap())
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    world.session(user).await
}
