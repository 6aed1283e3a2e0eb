//! The demo's esports: players, teams, promoters and tournaments in every phase and format, loaded by `manao demo`.
//!
//! Players and teams are loaded once. When no tournament of the demo accepts entries any more, the next edition of all of them is added.

mod course;
mod entries;
mod evidence;
mod people;
mod rooms;
mod scenes;
mod teams;
mod tournaments;

use chrono::{DateTime, Utc};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde::Deserialize;
use sqlx::PgConnection;

use manao_kernel::app::App;

const ESPORTS: &str = include_str!("../../demo/esports.json");
/// The same players in every demo shop.
const SEED: u64 = 2570;

/// Thai and English.
type Pair = (String, String);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Demo {
    first_names: Vec<Pair>,
    last_names: Vec<Pair>,
    tags: Vec<String>,
    /// English and Thai
    places: Vec<Pair>,
    creatures: Vec<Pair>,
    tournaments: Vec<tournaments::Plan>,
}

/// Loads what is missing. Returns the number of tournaments afterwards.
pub async fn load(app: &App) -> anyhow::Result<i64> {
    let now = app.now();
    let demo: Demo = serde_json::from_str(ESPORTS)?;
    let mut tx = manao_kernel::database::begin(&app.db, "begin").await?;
    sqlx::query!("select pg_advisory_xact_lock(hashtext('manao demo esports'))").fetch_one(&mut *tx).await?;
    if !teams::loaded(&mut tx).await? {
        let mut rng = StdRng::seed_from_u64(SEED);
        let people = people::load(&mut tx, &demo, &mut rng, now).await?;
        teams::load(&mut tx, &demo, &people, now).await?;
    }
    let to_play = if taking_entries(&mut tx, now).await? { Vec::new() } else { tournaments::load(&mut tx, &demo, now).await? };
    let tournaments = sqlx::query_scalar!(r#"select count(*) as "count!" from esports.tournaments"#).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    evidence::load(app).await?;
    course::play(app, &to_play).await?;
    Ok(tournaments)
}

async fn taking_entries(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from esports.tournaments where published_at is not null and cancelled_at is null and registration_end_at > $1) as "open!""#,
        now
    )
    .fetch_one(conn)
    .await
}
