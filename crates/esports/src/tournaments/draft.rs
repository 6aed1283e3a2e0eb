//! Drafts: created, replaced, published, discarded. Only their promoter sees them.

use manao_domain::tournament_form::{TournamentForm, spell_dates};
use serde::Deserialize;
use serde_json::{Map, Value};
use sqlx::types::Json;
use utoipa::ToSchema;

use super::form::StoredForm;
use super::judge::{self, Case};
use super::revision::{Revision, log};
use super::{cache, phases, write};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Fields of a creation beside those of the form, in the same body.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentCreation {
    /// Keeps it as a draft for its promoter, complete or not; otherwise it is published at once
    pub draft: bool,
    /// A tournament of the caller whose form, without dates, fills the fields missing here
    #[serde(default)]
    pub copy_of: Option<i64>,
}

/// Creates a draft, and publishes it if requested.
///
/// # Errors
/// 409 `tournament_drafts_limit`, `tournaments_limit`; 422 for a field that is too long, or a form that cannot be published.
pub async fn create(app: &App, user_id: i64, creation: &TournamentCreation, form: TournamentForm) -> Result<i64, Problem> {
    judge::bounds(&form)?;
    let mut change = app.change().await?;
    change.lock(&format!("tournaments of {user_id}")).await?;
    let mut form = match creation.copy_of {
        Some(source) => copied(&mut change, user_id, source, form).await?,
        None => form,
    };
    judge::bounds(&form)?;
    spell_dates(&mut form);
    if creation.draft {
        room_for_a_draft(&mut change, user_id).await?;
    }
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into esports.tournaments (promoter_id, form, created_at, updated_at) values ($1, $2, $3, $3) returning id",
        user_id,
        Json(&form) as _,
        now
    )
    .fetch_one(change.conn())
    .await?;
    write::pictures(&mut change, user_id, id, &TournamentForm::default(), &form).await?;
    if !creation.draft {
        publish(&mut change, user_id, id, &form).await?;
    }
    change.commit().await?;
    cache::forget(app, id);
    Ok(id)
}

/// Replaces the form of a draft. The row is locked and its version checked.
pub async fn replace(change: &mut Change, stored: &StoredForm, form: &TournamentForm) -> Result<(), Problem> {
    judge::bounds(form)?;
    write::pictures(change, stored.promoter_id, stored.id, &stored.form, form).await?;
    let now = change.now();
    sqlx::query!(
        "update esports.tournaments set form = $2, version = version + 1, updated_at = $3 where id = $1",
        stored.id,
        Json(form) as _,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Publishes a draft.
///
/// # Errors
/// 409 `tournaments_limit`; 422 with everything that is missing or wrong.
pub async fn publish(change: &mut Change, promoter_id: i64, id: i64, form: &TournamentForm) -> Result<(), Problem> {
    let most = i64::from(change.app().settings.tournaments_per_promoter);
    let running = sqlx::query_scalar!(
        r#"select count(*) as "many!" from esports.tournaments where promoter_id = $1 and published_at is not null and finished_at is null
             and cancelled_at is null"#,
        promoter_id
    )
    .fetch_one(change.conn())
    .await?;
    if running >= most {
        return Err(Problem::new(codes::tournaments_limit).param("limit", most));
    }
    let case = Case { promoter_id, tournament_id: Some(id), form, published: None, now: change.now() };
    match case.judge(change.conn()).await? {
        Ok(checked) => write::publish(change, id, &checked, form).await?,
        Err(refusals) => return judge::refuse(refusals),
    }
    log(change, id, Revision { actor_id: Some(promoter_id), kind: "tournament_published", ..Revision::default() }).await?;
    phases::announce(change, id).await
}

/// # Errors
/// 409 `tournament_published`.
pub async fn delete(app: &App, id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let stored = StoredForm::lock(change.conn(), id).await?;
    if stored.published_at.is_some() {
        return Err(codes::tournament_published.into());
    }
    write::pictures(&mut change, stored.promoter_id, id, &stored.form, &TournamentForm::default()).await?;
    sqlx::query!("delete from esports.tournaments where id = $1", id).execute(change.conn()).await?;
    change.commit().await
}

async fn room_for_a_draft(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    let most = i64::from(change.app().settings.tournament_drafts_per_promoter);
    let drafts = sqlx::query_scalar!(
        r#"select count(*) as "many!" from esports.tournaments where promoter_id = $1 and published_at is null"#,
        user_id
    )
    .fetch_one(change.conn())
    .await?;
    if drafts >= most { Err(Problem::new(codes::tournament_drafts_limit).param("limit", most)) } else { Ok(()) }
}

/// Fills the missing fields from an earlier tournament's form, without its past dates.
async fn copied(change: &mut Change, user_id: i64, source: i64, form: TournamentForm) -> Result<TournamentForm, Problem> {
    let source = StoredForm::load(change.conn(), source).await?;
    if source.promoter_id != user_id {
        return Err(codes::tournament_not_found.into());
    }
    let undated = TournamentForm {
        registration_start_at: None,
        registration_end_at: None,
        draw_at: None,
        start_at: None,
        end_at: None,
        ..source.form
    };
    let mut fields = fields(&undated)?;
    let says = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    fields.extend(self::fields(&form)?.into_iter().filter(|(_, value)| says(value)));
    Ok(serde_json::from_value(Value::Object(fields))?)
}

/// Returns the form as a map of fields.
pub fn fields(form: &TournamentForm) -> Result<Map<String, Value>, Problem> {
    match serde_json::to_value(form)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(Problem::internal("a form is an object")),
    }
}
