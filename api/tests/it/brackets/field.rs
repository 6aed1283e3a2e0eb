//! A tournament of single players whose registration is closed, with the steps of the tests.

use manao_people::account::TERMS_VERSION;
use serde_json::{Value, json};

use crate::support::{Answer, Client, World};

pub struct Field<'a> {
    pub world: &'a World,
    pub id: i64,
    pub promoter: Client,
    /// In the order of entry
    pub entrants: Vec<i64>,
}

/// Returns a single elimination in games to one.
pub fn single() -> Value {
    json!({"format": "bracket", "elimination": "single", "thirdPlace": true, "series": [1]})
}

impl<'a> Field<'a> {
    pub async fn new(world: &'a World, entrants: i32, stages: &[Value]) -> Self {
        let promoter = world.promoter("promoter").await;
        let db = &world.app.db;
        let id: i64 = sqlx::query_scalar(
            "insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, contestant_type, format, join_mode, main_players,
               max_substitutes, capacity, registration_start_at, registration_end_at, draw_at, start_at, end_at, published_at,
               registration_closed_at, phase, joined, created_at, updated_at)
             select $1, '{}', 'มะนาวคัพ', 'Manao Cup', g.id, 'Open', 'single', $2, 'auto', 1, 0, 4096, $3 - interval '2 days',
               $3 + interval '1 day', $3 + interval '2 days', $3 + interval '3 days', $3 + interval '9 days', $3, $3, 'draw', $4, $3, $3
             from esports.esport_games g where g.slug = 'rov' returning id",
        )
        .bind(promoter.user_id)
        .bind(stages[0]["format"].as_str().unwrap())
        .bind(world.app.now())
        .bind(entrants)
        .fetch_one(db)
        .await
        .unwrap();
        for (stage, number) in stages.iter().zip(1..) {
            sqlx::query(
                "insert into esports.tournament_stages (tournament_id, position, format, settings) values ($1, $2, $3, $4)",
            )
            .bind(id)
            .bind(number)
            .bind(stage["format"].as_str().unwrap())
            .bind(stage)
            .execute(db)
            .await
            .unwrap();
        }
        let field = Self { world, id, promoter, entrants: Vec::new() };
        let entrants = field.enter(entrants).await;
        Self { entrants, ..field }
    }

    /// Enters that many more single players.
    pub async fn enter(&self, many: i32) -> Vec<i64> {
        let mut entered: Vec<i64> = sqlx::query_scalar(
            "with people as (insert into people.users (display_name, email, email_verified_at, synced_at, created_at)
                             select 'P' || n, ('p' || n || '-' || gen_random_uuid() || '@example.com')::citext, now(), now(), now()
                             from generate_series(1, $2) n returning id, display_name),
                  terms as (insert into people.terms_acceptances (user_id, version, accepted_at) select id, $3, now() from people),
                  entrants as (insert into esports.entrants (tournament_id, user_id, status, name, short_name, submitted_at, created_at, updated_at)
                               select $1, id, 'join', display_name, display_name, now(), now(), now() from people order by id
                               returning id, user_id, name),
                  players as (insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, display_name)
                              select id, $1, user_id, 'main', 1, name from entrants)
             select id from entrants",
        )
        .bind(self.id)
        .bind(many)
        .bind(TERMS_VERSION)
        .fetch_all(&self.world.app.db)
        .await
        .unwrap();
        entered.sort_unstable();
        entered
    }

    /// Creates a field that is drawn in the order of entry, and published.
    pub async fn published(world: &'a World, entrants: i32, stages: &[Value]) -> Self {
        let field = Self::new(world, entrants, stages).await;
        field.publish(1).await;
        field
    }

    pub async fn publish(&self, stage: i32) -> Value {
        self.generate(json!({"stage": stage, "method": "seeded"})).await.ok();
        self.submit(json!({"stage": stage})).await.ok();
        self.send(stage).await.ok()
    }

    /// Replaces the current draft, unless a version is named.
    pub async fn generate(&self, mut body: Value) -> Answer {
        if body.get("version").is_none() {
            body["version"] = self.get(&self.promoter, json!({"stage": body["stage"]})).await.body["draw"]["version"].clone();
        }
        self.promoter.post(&format!("/bracket/generate-bracket/{}", self.id), body).await
    }

    /// Submits the draw's current version, unless one is named.
    pub async fn submit(&self, mut body: Value) -> Answer {
        if body["version"].is_null() {
            body["version"] = self.get(&self.promoter, json!({"stage": body["stage"]})).await.ok()["draw"]["version"].clone();
        }
        self.promoter.post(&format!("/bracket/submit-bracket/{}", self.id), body).await
    }

    pub async fn send(&self, stage: i32) -> Answer {
        self.promoter.post(&format!("/bracket/send-bracket/{}", self.id), json!({"stage": stage})).await
    }

    pub async fn get(&self, by: &Client, body: Value) -> Answer {
        let mut body = body;
        body["id"] = self.id.into();
        by.post("/bracket/get-bracket", body).await
    }

    /// Returns the public view.
    pub async fn bracket(&self) -> Value {
        self.get(&self.world.anon(), json!({})).await.ok()
    }

    /// Returns a match of the first stage: of the main part, or of another part, such as `third`.
    pub async fn at(&self, part: &str, round: i64, number: i64) -> Value {
        find(&self.bracket().await, part, round, number)
    }

    pub async fn score(&self, of: &Value, body: Value) -> Answer {
        let mut body = body;
        if body["version"].is_null() {
            body["version"] = of["version"].clone();
        }
        self.promoter.post(&format!("/tournament/submit-match-score/{}", of["id"]), body).await
    }

    /// Lets home win each game, or away.
    pub async fn win(&self, of: &Value, home: bool) -> Value {
        let game = if home { json!({"home": 13, "away": 7}) } else { json!({"home": 7, "away": 13}) };
        let games = vec![game; usize::try_from(of["bestOf"].as_i64().unwrap() / 2 + 1).unwrap()];
        self.score(of, json!({"games": games})).await.ok()
    }

    pub async fn reset(&self, of: &Value, body: Value) -> Answer {
        let mut body = body;
        if body["version"].is_null() {
            body["version"] = of["version"].clone();
        }
        self.promoter.post(&format!("/tournament/reset-match-score/{}", of["id"]), body).await
    }

    pub async fn disqualify(&self, of: &Value, body: Value) -> Answer {
        self.promoter.post(&format!("/tournament/disqualify/{}", of["id"]), body).await
    }

    pub async fn close_group(&self, of: &Value, body: Value) -> Answer {
        self.promoter.post(&format!("/bracket/submit-group-result/{}", of["id"]), body).await
    }

    /// Returns everything that results decide, as stored in the tables: without versions, and without times.
    pub async fn rows(&self) -> Vec<String> {
        sqlx::query_scalar(
            "select (to_jsonb(m) - '{version,decided_at}'::text[])::text from esports.matches m where tournament_id = $1
             union all select (to_jsonb(e) - '{version,updated_at,decided_at,decided_by,told_version}'::text[])::text from esports.entrants e where tournament_id = $1
             union all select to_jsonb(p)::text from esports.entrant_players p where tournament_id = $1
             union all select 'joined ' || joined from esports.tournaments where id = $1 order by 1",
        )
        .bind(self.id)
        .fetch_all(&self.world.app.db)
        .await
        .unwrap()
    }

    /// Returns the kinds of the log, newest first.
    pub async fn log(&self) -> Vec<String> {
        sqlx::query_scalar("select kind from esports.tournament_revisions where tournament_id = $1 order by id desc")
            .bind(self.id)
            .fetch_all(&self.world.app.db)
            .await
            .unwrap()
    }
}

pub fn find(bracket: &Value, part: &str, round: i64, number: i64) -> Value {
    let matches = bracket["matches"].as_array().unwrap();
    let is = |of: &&Value| of["part"] == part && of["round"] == round && of["number"] == number;
    matches.iter().find(is).unwrap_or_else(|| panic!("no {part} {round}/{number}")).clone()
}

/// Returns the ranks of a stage, by entrant.
pub fn ranks(bracket: &Value) -> std::collections::BTreeMap<i64, i64> {
    let entrants = bracket["entrants"].as_array().unwrap().iter();
    entrants.filter_map(|entrant| Some((entrant["contestantId"].as_i64()?, entrant["rank"].as_i64()?))).collect()
}
