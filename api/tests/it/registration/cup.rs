//! A tournament open for entries, teams that could enter it, and the steps of the tests.

use serde_json::{Value, json};

use crate::support::{Answer, Client, World};

/// A tournament as the test needs it; all else has defaults.
pub struct Setup {
    pub contestant_type: &'static str,
    pub category: &'static str,
    pub join_mode: &'static str,
    pub capacity: i32,
    pub main_players: i32,
    pub max_substitutes: i32,
    pub documents: Vec<&'static str>,
    pub organization_id: Option<i64>,
    pub invite_only: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            contestant_type: "team",
            category: "Open",
            join_mode: "auto",
            capacity: 8,
            main_players: 2,
            max_substitutes: 1,
            documents: Vec::new(),
            organization_id: None,
            invite_only: false,
        }
    }
}

pub struct Cup<'a> {
    pub world: &'a World,
    pub id: i64,
    pub game_id: i64,
    pub promoter: Client,
}

pub struct Team {
    pub id: i64,
    /// The captain first
    pub members: Vec<Client>,
}

impl Team {
    pub fn captain(&self) -> &Client {
        &self.members[0]
    }
}

impl<'a> Cup<'a> {
    /// Creates a RoV tournament with two stages, in registration.
    pub async fn new(world: &'a World, setup: Setup) -> Self {
        let promoter = world.promoter("promoter").await;
        let db = &world.app.db;
        let game_id: i64 =
            sqlx::query_scalar("select id from esports.esport_games where slug = 'rov'").fetch_one(db).await.unwrap();
        let id: i64 = sqlx::query_scalar(
            "insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, organization_id, contestant_type, format,
               join_mode, invite_only, main_players, max_substitutes, capacity, documents, registration_start_at, registration_end_at,
               draw_at, start_at, end_at, published_at, phase, created_at, updated_at)
             values ($1, '{\"showGameId\": true}', 'มะนาวคัพ', 'Manao Cup', $2, $3, $4, $5, 'bracket', $6, $7, $8, $9, $10, $11, $12 - interval '1 day',
               $12 + interval '10 days', $12 + interval '11 days', $12 + interval '12 days', $12 + interval '20 days', $12, 'register', $12, $12)
             returning id",
        )
        .bind(promoter.user_id)
        .bind(game_id)
        .bind(setup.category)
        .bind(setup.organization_id)
        .bind(setup.contestant_type)
        .bind(setup.join_mode)
        .bind(setup.invite_only)
        .bind(setup.main_players)
        .bind(setup.max_substitutes)
        .bind(setup.capacity)
        .bind(&setup.documents)
        .bind(world.app.now())
        .fetch_one(db)
        .await
        .unwrap();
        sqlx::query("insert into esports.tournament_stages (tournament_id, position, format, settings) select $1, n, 'bracket', jsonb_build_object('format', 'bracket') from generate_series(1, 2) n")
            .bind(id)
            .execute(db)
            .await
            .unwrap();
        Self { world, id, game_id, promoter }
    }

    pub async fn staff(&self, role: &str) -> Client {
        let person = self.world.user(role).await;
        sqlx::query("insert into esports.tournament_staff (tournament_id, user_id, role, added_at) values ($1, $2, $3, now())")
            .bind(self.id)
            .bind(person.user_id)
            .bind(role)
            .execute(&self.world.app.db)
            .await
            .unwrap();
        person
    }

    /// Returns a team whose members lack nothing.
    pub async fn team(&self, name: &str, size: usize) -> Team {
        let team = team(self.world, name, size).await;
        for member in &team.members {
            confirmed(self.world, member.user_id).await;
        }
        team
    }

    pub async fn person(&self, name: &str) -> Client {
        let person = self.world.user(name).await;
        confirmed(self.world, person.user_id).await;
        person
    }

    /// Returns the form of an entry with these people, so many of them main players.
    pub fn form(&self, team_id: Option<i64>, people: &[i64], main: usize) -> Value {
        let player = |(index, id): (usize, &i64)| json!({"userId": id, "gameId": (20_000_000 + id).to_string(), "role": if index < main { "main" } else { "substitute" }});
        let players: Vec<Value> = people.iter().enumerate().map(player).collect();
        json!({"tournamentId": self.id, "teamId": team_id, "players": players})
    }

    /// Enters a team with its first two members.
    pub async fn enter(&self, team: &Team) -> Answer {
        let people: Vec<i64> = team.members.iter().take(2).map(|member| member.user_id).collect();
        team.captain().post("/tournament/save-register-tournament", self.form(Some(team.id), &people, 2)).await
    }

    /// Returns a new team that has entered.
    pub async fn entered(&self, name: &str) -> (Team, Value) {
        let team = self.team(name, 2).await;
        let entry = self.enter(&team).await.ok();
        (team, entry)
    }

    pub async fn decide(&self, entry: &Value, body: Value) -> Answer {
        self.promoter.post(&format!("/tournament/update/contestant_status/{}", entry["id"]), body).await
    }

    pub async fn remove(&self, by: &Client, entry: &Value, body: Value) -> Answer {
        by.post(&format!("/tournament/remove/contestant/{}/{}", self.id, entry["id"]), body).await
    }

    pub async fn read(&self, by: &Client, entry: &Value) -> Value {
        by.get(&format!("/registration/entry/{}", entry["id"])).await.ok()
    }

    pub async fn status(&self, entry: &Value) -> String {
        sqlx::query_scalar("select status from esports.entrants where id = $1")
            .bind(entry["id"].as_i64().unwrap())
            .fetch_one(&self.world.app.db)
            .await
            .unwrap()
    }

    pub async fn set(&self, sql: &'static str) {
        sqlx::query(sql).bind(self.id).bind(self.world.app.now()).execute(&self.world.app.db).await.expect(sql);
    }

    /// Checks that the tournament's counts match its entries. Returns the joined and the waiting ones.
    pub async fn counts(&self) -> (i64, i64) {
        let (joined, waiting, here, waits): (i64, i64, i64, i64) = sqlx::query_as(
            "select t.joined::bigint, t.waiting::bigint, count(*) filter (where e.status = 'join'), count(*) filter (where e.status = 'waitlist')
             from esports.tournaments t left join esports.entrants e on e.tournament_id = t.id where t.id = $1 group by t.id",
        )
        .bind(self.id)
        .fetch_one(&self.world.app.db)
        .await
        .unwrap();
        assert_eq!((joined, waiting), (here, waits));
        (joined, waiting)
    }

    /// Waits until the user has such a notice in their inbox.
    pub async fn told(&self, person: &Client, kind: &str) -> Value {
        self.world
            .until(kind, async || {
                let inbox = person.get("/notification/get?page=1&perPage=50").await.ok();
                inbox["items"].as_array().unwrap().iter().find(|message| message["kind"] == kind).cloned()
            })
            .await
    }
}

pub async fn team(world: &World, name: &str, size: usize) -> Team {
    let db = &world.app.db;
    let id: i64 = sqlx::query_scalar(
        "insert into esports.teams (name, short_name, name_key, created_at) values ($1, 'TM', $1 || gen_random_uuid(), now()) returning id",
    )
    .bind(name)
    .fetch_one(db)
    .await
    .unwrap();
    let mut members = Vec::new();
    for index in 0..size {
        let member = world.user(&format!("{name}{index}")).await;
        join(world, id, &member, if index == 0 { "captain" } else { "member" }).await;
        members.push(member);
    }
    Team { id, members }
}

pub async fn join(world: &World, team_id: i64, member: &Client, role: &str) {
    sqlx::query("insert into esports.team_members (user_id, team_id, role, joined_at) values ($1, $2, $3, now())")
        .bind(member.user_id)
        .bind(team_id)
        .bind(role)
        .execute(&world.app.db)
        .await
        .unwrap();
}

/// Confirms their number.
pub async fn confirmed(world: &World, user_id: i64) {
    sqlx::query(
        "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) values ($1, '66' || lpad($1::text, 9, '0'), now())",
    )
    .bind(user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
}
