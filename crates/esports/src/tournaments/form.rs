//! The form as its promoter last saved it, and its state.

use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use chrono::{DateTime, Utc};
use manao_domain::tournament::Phase;
use manao_domain::tournament_edit::{self, EditContext};
use manao_domain::tournament_form::TournamentForm;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::judge::Case;
use super::row::Row;
use super::view::{TournamentStaff, TournamentStaffKind};
use crate::teams::Person;
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Notice, Problem, codes};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentFormState {
    pub id: i64,
    /// Must be sent back with an edit
    pub version: i64,
    pub phase: Phase,
    pub form: TournamentForm,
    /// The people named in the form; the promoter first
    pub staff: Vec<TournamentStaff>,
    /// Field → problem to resolve before publication
    pub missing: BTreeMap<String, Notice>,
    /// Fields that are locked because of entries or the phase
    pub locked: Vec<&'static str>,
    /// Fields that only the promoter may change, for a co-promoter
    pub promoter_only: Vec<&'static str>,
    pub saved_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
}

/// The form of a tournament, draft or published.
pub struct StoredForm {
    pub id: i64,
    pub promoter_id: i64,
    pub version: i64,
    pub form: TournamentForm,
    pub published_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
}

impl StoredForm {
    /// # Errors
    /// 404 `tournament_not_found`.
    pub async fn load(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        let row = sqlx::query!(
            r#"select id, promoter_id, version, form as "form: Json<TournamentForm>", published_at, updated_at
               from esports.tournaments where id = $1"#,
            id
        )
        .fetch_optional(conn)
        .await?
        .ok_or(codes::tournament_not_found)?;
        let (form, published_at) = (row.form.0, row.published_at);
        Ok(Self { id, promoter_id: row.promoter_id, version: row.version, form, published_at, updated_at: row.updated_at })
    }

    /// Does the same with the row locked until the transaction ends.
    pub async fn lock(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        sqlx::query!("select id from esports.tournaments where id = $1 for update", id).fetch_optional(&mut *conn).await?;
        Self::load(conn, id).await
    }
}

impl Row {
    /// Returns the state that determines which fields may still change.
    pub fn standing_at(&self, now: DateTime<Utc>) -> EditContext {
        EditContext {
            phase: self.phase(now),
            entered: self.first_entry_at.is_some(),
            bracket_published: self.bracket_published_at.is_some(),
        }
    }
}

pub async fn state(app: &App, id: i64, role: Role, lang: Lang) -> Result<TournamentFormState, Problem> {
    let mut conn = app.db.acquire().await?;
    let now = app.now();
    let stored = StoredForm::load(&mut conn, id).await?;
    let published = match stored.published_at {
        Some(_) => Some(Row::load(&mut conn, id).await?),
        None => None,
    };
    let standing = published.as_ref().map(|row| row.standing_at(now));
    let case = Case {
        promoter_id: stored.promoter_id,
        tournament_id: Some(id),
        form: &stored.form,
        published: published.as_ref().map(|row| (&row.form, &row.dates)),
        now,
    };
    let over = standing.is_some_and(|standing| matches!(standing.phase, Phase::Finished | Phase::Cancelled));
    let missing = if over { BTreeMap::new() } else { missing(case.judge(&mut conn).await?.err(), lang) };
    Ok(TournamentFormState {
        id,
        version: stored.version,
        phase: standing.map_or(Phase::Draft, |standing| standing.phase),
        staff: people(&mut conn, &stored).await?,
        form: stored.form,
        missing,
        locked: standing.map(|standing| standing.locked()).unwrap_or_default(),
        promoter_only: if role == Role::CoPromoter { tournament_edit::promoter_only() } else { Vec::new() },
        saved_at: stored.updated_at,
        published_at: stored.published_at,
    })
}

fn missing(refusals: Option<super::judge::Refusals>, lang: Lang) -> BTreeMap<String, Notice> {
    refusals.into_iter().flatten().map(|(field, code)| (field, Notice::new(code, lang))).collect()
}

/// Returns the people named in the form, the promoter first.
async fn people(conn: &mut PgConnection, stored: &StoredForm) -> Result<Vec<TournamentStaff>, Problem> {
    let form = &stored.form;
    let named = std::iter::once((TournamentStaffKind::Promoter, stored.promoter_id))
        .chain(form.co_promoters.iter().map(|id| (TournamentStaffKind::CoPromoter, *id)))
        .chain(form.assistants.iter().map(|id| (TournamentStaffKind::Assistant, *id)));
    let named: Vec<(TournamentStaffKind, i64)> = named.collect();
    let ids: Vec<i64> = named.iter().map(|(_, id)| *id).collect();
    let rows =
        sqlx::query!("select id, display_name, picture from people.users where id = any($1)", &ids).fetch_all(conn).await?;
    let person = |id: i64| {
        let row = rows.iter().find(|row| row.id == id)?;
        Some(Person { user_id: id, display_name: row.display_name.clone(), picture: row.picture.clone() })
    };
    Ok(named.into_iter().filter_map(|(role, id)| Some(TournamentStaff { person: person(id)?, role })).collect())
}
