//! From a stage to the next: its qualifiers are entered there with a seed, and notified.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;

use super::live::BracketLive;
use super::store::Stage;
use super::view::DrawState;
use super::write;
use crate::pages::BRACKET;
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// People notified in one change.
const BATCH: i64 = 500;

/// Enters the qualifiers in the next stage, and replaces earlier ones.
///
/// # Errors
/// 404 `stage_not_found`; 409 `stage_last`, `stage_open` while matches, maps or groups are open, `cut_tie` with `tied`, `stage_drawn`
/// when the next one is drawn already, `tournament_cancelled`, `tournament_over`.
pub async fn advance(app: &App, user_id: i64, tournament_id: i64, number: i32) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let stage = Stage::lock(&mut change, tournament_id, number).await?;
    stage.standing()?;
    if stage.stage >= stage.last_stage {
        return Err(codes::stage_last.into());
    }
    if stage.draw.as_ref().is_none_or(|draw| draw.state != DrawState::Published) {
        return Err(codes::stage_open.into());
    }
    undrawn(&mut change, tournament_id, number + 1).await?;
    let qualifiers = stage.qualifiers()?;
    if !stage.is_closed() {
        return Err(codes::stage_open.into());
    }
    let ids: Vec<i64> = qualifiers.iter().map(|qualifier| qualifier.entrant_id).collect();
    let origins: Vec<String> = qualifiers.iter().map(|qualifier| qualifier.origin.clone()).collect();
    let (now, next) = (change.now(), number + 1);
    let there = sqlx::query!(
        "select entrant_id, origin from esports.stage_entrants where tournament_id = $1 and stage = $2 and origin is not null order by seed",
        tournament_id,
        next
    )
    .fetch_all(change.conn())
    .await?;
    let there = there.into_iter().map(|row| (row.entrant_id, row.origin.unwrap_or_default()));
    if there.eq(ids.iter().copied().zip(origins.iter().cloned())) {
        return Ok(());
    }
    sqlx::query!(
        "delete from esports.stage_entrants where tournament_id = $1 and stage = $2 and origin is not null",
        tournament_id,
        next
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into esports.stage_entrants (tournament_id, stage, entrant_id, added_at, seed, origin)
         select $1, $2, q.id, $3, q.seed, q.origin from unnest($4::bigint[], $5::text[]) with ordinality as q (id, origin, seed)
         on conflict (tournament_id, stage, entrant_id) do update set seed = excluded.seed, origin = excluded.origin",
        tournament_id,
        next,
        now,
        &ids,
        &origins
    )
    .execute(change.conn())
    .await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "stage_advanced",
        after: Some(json!({"stage": next, "qualifiers": ids, "origins": origins})),
        ..Revision::default()
    };
    tournaments::log(&mut change, tournament_id, revision).await?;
    let job = TellQualified { tournament_id, stage: next, occasion: now.timestamp_micros() };
    sqlx::query!(
        "insert into esports.tournament_notices (tournament_id, kind, version) values ($1, $2, $3) on conflict do nothing",
        tournament_id,
        job.kind(),
        job.occasion
    )
    .execute(change.conn())
    .await?;
    change.job(&job, JobOptions::default()).await?;
    change.commit().await
}

/// Returns the version of the bracket for a viewer of this stage.
///
/// # Errors
/// 404 `tournament_not_found`, `stage_not_found`.
pub async fn version(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<i64, Problem> {
    Stage::load(conn, tournament_id, stage).await.map(|stage| stage.version)
}

/// Raises the bracket's version after the entrants of a stage were changed by hand.
///
/// # Errors
/// Same as [`version`].
pub async fn entrants_changed(change: &mut Change, tournament_id: i64, stage: i32) -> Result<(), Problem> {
    let mut stage = Stage::load(change.conn(), tournament_id, stage).await?;
    write::next_version(change, &mut stage, false).await?;
    change.emit(&BracketLive::reload(&stage))
}

/// # Errors
/// 409 `stage_drawn`.
pub async fn undrawn(change: &mut Change, tournament_id: i64, stage: i32) -> Result<(), Problem> {
    let drawn = sqlx::query_scalar!(
        r#"select exists (select from esports.draws where tournament_id = $1 and stage = $2 and state = 'published') as "drawn!""#,
        tournament_id,
        stage
    )
    .fetch_one(change.conn())
    .await?;
    if drawn { Err(codes::stage_drawn.into()) } else { Ok(()) }
}

/// Notifies the players of a stage's qualifiers, in batches.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellQualified {
    tournament_id: i64,
    stage: i32,
    /// Identifies this occasion
    occasion: i64,
}

impl Job for TellQualified {
    const NAME: &'static str = "brackets.tell_qualified";

    async fn run(self, app: App) -> anyhow::Result<()> {
        while self.batch(&app).await? {}
        Ok(())
    }
}

impl TellQualified {
    fn kind(&self) -> String {
        format!("qualified_{}", self.stage)
    }

    /// Notifies one batch, and returns whether there may be more. Progress is stored with the notices, so a second run goes on from
    /// there.
    async fn batch(&self, app: &App) -> Result<bool, Problem> {
        let mut change = app.change().await?;
        let after = sqlx::query_scalar!(
            "select after_user_id from esports.tournament_notices where tournament_id = $1 and kind = $2 and version = $3 for update",
            self.tournament_id,
            self.kind(),
            self.occasion
        )
        .fetch_optional(change.conn())
        .await?;
        let Some(after) = after else { return Ok(false) };
        let rows = sqlx::query!(
            r#"select p.user_id, e.name, t.name_th, t.name_en, st.settings->>'name' as stage_name
               from esports.stage_entrants s join esports.entrants e on e.id = s.entrant_id join esports.tournaments t on t.id = s.tournament_id
               join esports.tournament_stages st on st.tournament_id = s.tournament_id and st.position = s.stage
               join esports.entrant_players p on p.entrant_id = e.id and p.active and p.left_at is null
               where s.tournament_id = $1 and s.stage = $2 and s.origin is not null and p.user_id > $3
               order by p.user_id limit $4"#,
            self.tournament_id,
            self.stage,
            after,
            BATCH
        )
        .fetch_all(change.conn())
        .await?;
        let last = rows.last().map(|row| row.user_id);
        sqlx::query!(
            "update esports.tournament_notices set after_user_id = $4 where tournament_id = $1 and kind = $2 and version = $3",
            self.tournament_id,
            self.kind(),
            self.occasion,
            last.unwrap_or(i64::MAX)
        )
        .execute(change.conn())
        .await?;
        let told = rows.into_iter().map(|row| {
            let tournament = Text::new(row.name_th, row.name_en);
            (row.user_id, self.message(&tournament, &row.name, row.stage_name.as_deref()))
        });
        inbox::write_each(&mut change, Stream::Esports, &told.collect::<Vec<_>>()).await?;
        change.commit().await?;
        Ok(last.is_some())
    }

    fn message(&self, tournament: &Text, entrant: &str, stage: Option<&str>) -> Message {
        let (stage_th, stage_en) = match stage.filter(|name| !name.is_empty()) {
            Some(name) => (format!("“{name}”"), format!("“{name}”")),
            None => (format!("สเตจ {}", self.stage), format!("stage {}", self.stage)),
        };
        Message {
            stream: Stream::Esports,
            kind: "stage_qualified",
            title: Text::new("ผ่านเข้าสเตจต่อไปแล้ว", "Through to the next stage"),
            body: Text::new(
                format!("{}: “{entrant}” ผ่านเข้า{stage_th} คู่แข่งจะประกาศเมื่อจับสายแล้ว", tournament.th),
                format!("{}: “{entrant}” goes on to {stage_en}. Your opponents are announced with the draw.", tournament.en),
            ),
            href: Some(BRACKET.address([&self.tournament_id])),
            subject: None,
        }
    }
}
