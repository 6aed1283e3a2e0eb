//! A published tournament as other features see it. Only their promoter sees drafts.

use chrono::{DateTime, Utc};
use manao_domain::document::DocumentKind;
use manao_domain::tournament::{Category, ContestantType, Format, JoinMode, Phase, PhaseFacts};
use manao_domain::tournament_form::{Dates, TournamentForm};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::score::{self, TournamentScore};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// Every column of a published tournament.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: i64,
    pub promoter_id: i64,
    /// Version of its fields; grows with each edit
    pub version: i64,
    pub form: TournamentForm,
    pub name: Text,
    pub game_id: i64,
    pub category: Category,
    pub organization_id: Option<i64>,
    pub contestant_type: ContestantType,
    /// Format of the first stage
    pub format: Format,
    pub join_mode: JoinMode,
    pub invite_only: bool,
    pub main_players: i32,
    pub max_substitutes: i32,
    pub capacity: i32,
    /// Evidence required of every player
    pub documents: Vec<DocumentKind>,
    pub banner: Option<String>,
    pub logo: Option<String>,
    pub prize_baht: Option<i64>,
    pub dates: Dates,
    pub published_at: DateTime<Utc>,
    pub registration_closed_at: Option<DateTime<Utc>>,
    pub bracket_published_at: Option<DateTime<Utc>>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub cancel_reason: Option<String>,
    /// The phase that was last announced; [`Row::phase`] is the current one
    pub announced_phase: Phase,
    pub first_entry_at: Option<DateTime<Utc>>,
    /// Number of admitted entrants; `waiting` counts the waiting list
    pub joined: i32,
    pub waiting: i32,
    pub entries_version: i64,
    pub live_version: i64,
    pub score: Option<TournamentScore>,
    /// Phase, counts and score as last announced
    pub announced: String,
    pub updated_at: DateTime<Utc>,
}

impl Row {
    /// # Errors
    /// 404 `tournament_not_found`, also for a draft.
    pub async fn load(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        Self::load_with(conn, id, false).await
    }

    /// Does the same with the row locked until the change ends. Must come before locks of its teams, entrants and people.
    ///
    /// # Errors
    /// 404 `tournament_not_found`.
    pub async fn lock(change: &mut Change, id: i64) -> Result<Self, Problem> {
        Self::load_with(change.conn(), id, true).await
    }

    async fn load_with(conn: &mut PgConnection, id: i64, lock: bool) -> Result<Self, Problem> {
        if lock {
            sqlx::query!("select id from esports.tournaments where id = $1 for update", id).fetch_optional(&mut *conn).await?;
        }
        let row = sqlx::query!(
            r#"select id, promoter_id, version, form as "form: Json<TournamentForm>", name_th, name_en, game_id as "game_id!",
                      category as "category!: Category", organization_id, contestant_type as "contestant_type!: ContestantType",
                      format as "format!: Format", join_mode as "join_mode!: JoinMode", invite_only, main_players as "main_players!",
                      max_substitutes as "max_substitutes!", capacity as "capacity!", documents as "documents: Vec<DocumentKind>",
                      banner, logo, prize_baht, registration_start_at as "registration_start_at!",
                      registration_end_at as "registration_end_at!", draw_at as "draw_at!", start_at as "start_at!", end_at as "end_at!",
                      published_at as "published_at!", registration_closed_at, bracket_published_at, started_at, finished_at,
                      cancelled_at, cancel_reason, phase as "phase: Phase", first_entry_at, joined, waiting, entries_version,
                      live_version, score as "score: Json<TournamentScore>", announced, updated_at
               from esports.tournaments where id = $1 and published_at is not null"#,
            id
        )
        .fetch_optional(conn)
        .await?
        .ok_or(codes::tournament_not_found)?;
        Ok(Self {
            id: row.id,
            promoter_id: row.promoter_id,
            version: row.version,
            form: row.form.0,
            name: Text::new(row.name_th, row.name_en),
            game_id: row.game_id,
            category: row.category,
            organization_id: row.organization_id,
            contestant_type: row.contestant_type,
            format: row.format,
            join_mode: row.join_mode,
            invite_only: row.invite_only,
            main_players: row.main_players,
            max_substitutes: row.max_substitutes,
            capacity: row.capacity,
            documents: row.documents,
            banner: row.banner,
            logo: row.logo,
            prize_baht: row.prize_baht,
            dates: Dates {
                registration_start_at: row.registration_start_at,
                registration_end_at: row.registration_end_at,
                draw_at: row.draw_at,
                start_at: row.start_at,
                end_at: row.end_at,
            },
            published_at: row.published_at,
            registration_closed_at: row.registration_closed_at,
            bracket_published_at: row.bracket_published_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
            cancelled_at: row.cancelled_at,
            cancel_reason: row.cancel_reason,
            announced_phase: row.phase,
            first_entry_at: row.first_entry_at,
            joined: row.joined,
            waiting: row.waiting,
            entries_version: row.entries_version,
            live_version: row.live_version,
            score: row.score.map(|score| score.0),
            announced: row.announced,
            updated_at: row.updated_at,
        })
    }

    /// Returns the facts from which the phase follows.
    pub fn facts(&self) -> PhaseFacts {
        PhaseFacts {
            registration_start_at: self.dates.registration_start_at,
            registration_end_at: self.dates.registration_end_at,
            start_at: self.dates.start_at,
            registration_closed_at: self.registration_closed_at,
            bracket_published_at: self.bracket_published_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
            cancelled_at: self.cancelled_at,
        }
    }

    pub fn phase(&self, now: DateTime<Utc>) -> Phase {
        self.facts().phase(now)
    }

    /// Returns the score that cards show in this phase.
    pub fn shown_score(&self, phase: Phase) -> Option<TournamentScore> {
        score::shown(self.score.clone(), phase)
    }

    /// # Errors
    /// 409 `tournament_cancelled`: a cancelled tournament cannot be changed.
    pub fn standing(&self) -> Result<&Self, Problem> {
        if self.cancelled_at.is_some() { Err(codes::tournament_cancelled.into()) } else { Ok(self) }
    }
}
