//! Operations on a tournament: edit, cancel, close registration.

use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use chrono::{DateTime, Utc};
use manao_domain::tournament::Phase;
use manao_domain::tournament_form::{TournamentForm, spell_dates};
use serde_json::{Map, Value, json};

use super::form::{self, StoredForm, TournamentFormState};
use super::judge::{self, Case};
use super::notices::{self, NoticeKind};
use super::revision::{Revision, log};
use super::row::Row;
use super::view::{self, Tournament};
use super::{cache, draft, phases, write};
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
pub struct TournamentEdit {
    pub id: i64,
    /// Version of the form that was edited
    pub version: i64,
    /// For a draft: `false` publishes it
    #[serde(default)]
    pub draft: Option<bool>,
    /// Reason, for the log; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
}

/// Date fields; entrants are notified when one moves.
const DATES: &[&str] = &["registrationStartAt", "registrationEndAt", "drawAt", "startAt", "endAt"];
/// Fields that determine when rounds are played.
const ROUNDS: &[&str] = &["startAt", "endAt", "hoursFrom", "hoursTo"];

/// An edit that is not committed yet.
pub struct Edited {
    pub change: Change,
    /// Whether drawn rounds are now played at other times
    pub moves_rounds: bool,
}

/// Replaces the form of a draft or of a published tournament, and locks the tournament. The caller adds the effects on rounds to the
/// change before [`end_update`].
///
/// # Errors
/// 409 `tournament_changed`, `tournament_cancelled`, `tournament_over`; 422 with everything that is wrong or may not change.
pub async fn begin_update(
    app: &App,
    member: &Member,
    role: Role,
    edit: &TournamentEdit,
    mut form: TournamentForm,
) -> Result<Edited, Problem> {
    let reason = edit.reason.as_deref().filter(|reason| !reason.trim().is_empty()).map(reason).transpose()?;
    judge::bounds(&form)?;
    spell_dates(&mut form);
    let mut change = app.change().await?;
    if edit.draft == Some(false) {
        change.lock(&format!("tournaments of {}", member.user_id)).await?;
    }
    let stored = StoredForm::lock(change.conn(), edit.id).await?;
    if stored.version != edit.version {
        return Err(Problem::new(codes::tournament_changed).with("version", stored.version));
    }
    let mut moves_rounds = false;
    if stored.published_at.is_some() {
        moves_rounds = edit_published(&mut change, member.user_id, role, reason, &form, edit.id).await?;
    } else {
        draft::replace(&mut change, &stored, &form).await?;
        if edit.draft == Some(false) {
            // Promoters whose right has ended may finish a running tournament, but not start one.
            member.clone().promoter()?;
            draft::publish(&mut change, stored.promoter_id, edit.id, &form).await?;
        }
    }
    Ok(Edited { change, moves_rounds })
}

/// Commits the edit, and returns the current form.
pub async fn end_update(app: &App, change: Change, id: i64, (role, lang): (Role, Lang)) -> Result<TournamentFormState, Problem> {
    change.commit().await?;
    cache::forget(app, id);
    form::state(app, id, role, lang).await
}

/// Stores the edit, and returns whether drawn rounds are now played at other times.
async fn edit_published(
    change: &mut Change,
    user_id: i64,
    role: Role,
    reason: Option<&str>,
    form: &TournamentForm,
    id: i64,
) -> Result<bool, Problem> {
    let (row, now) = (Row::load(change.conn(), id).await?, change.now());
    standing(&row, now)?;
    let (before, after) = changed(&row.form, form)?;
    if after.is_empty() {
        return Ok(false);
    }
    let standing = row.standing_at(now);
    let mut refusals = BTreeMap::new();
    for field in after.keys() {
        if let Err(refusal) = standing.may_change(field, role == Role::CoPromoter) {
            refusals.insert(field.clone(), write::edit_code(refusal));
        }
    }
    let case =
        Case { promoter_id: row.promoter_id, tournament_id: Some(id), form, published: Some((&row.form, &row.dates)), now };
    let checked = match case.judge(change.conn()).await? {
        Ok(checked) => {
            let outward = standing.check((row.capacity, &row.dates), (checked.capacity, &checked.dates));
            for (field, refusal) in outward {
                refusals.entry(field.to_owned()).or_insert(write::edit_code(refusal));
            }
            Some(checked)
        }
        Err(wrong) => {
            for (field, code) in wrong {
                refusals.entry(field).or_insert(code);
            }
            None
        }
    };
    judge::refuse(refusals)?;
    let Some(checked) = checked else { return Err(Problem::internal("a refused form without a refusal")) };
    write::pictures(change, row.promoter_id, id, &row.form, form).await?;
    let moves_rounds = row.bracket_published_at.is_some() && ROUNDS.iter().any(|field| after.contains_key(*field));
    let moved = DATES.iter().any(|date| after.contains_key(*date));
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "tournament_updated",
        reason,
        before: Some(Value::Object(before)),
        after: Some(Value::Object(after)),
        ..Revision::default()
    };
    log(change, id, revision).await?;
    if moved && row.first_entry_at.is_some() {
        notices::tell(change, id, NoticeKind::Dates, row.version + 1).await?;
    }
    write::publish(change, id, &checked, form).await?;
    phases::announce(change, id).await?;
    Ok(moves_rounds)
}

/// Cancels a tournament, with a reason that all entrants read. Returns None if it is cancelled already. The caller adds the effects on
/// matches to the change before [`end_cancel`].
///
/// # Errors
/// 409 `tournament_over`; 422 for the reason.
pub async fn begin_cancel(app: &App, user_id: i64, id: i64, why: &str) -> Result<Option<Change>, Problem> {
    let why = reason(why)?;
    let mut change = app.change().await?;
    let (now, row) = (change.now(), Row::lock(&mut change, id).await?);
    if row.cancelled_at.is_some() {
        // A repeated request: it is already cancelled, and the first reason stands.
        return Ok(None);
    }
    standing(&row, now)?;
    sqlx::query!(
        "update esports.tournaments set cancelled_at = $2, cancel_reason = $3, version = version + 1, updated_at = $2 where id = $1",
        id,
        now,
        why
    )
    .execute(change.conn())
    .await?;
    let revision = Revision { actor_id: Some(user_id), kind: "tournament_cancelled", reason: Some(why), ..Revision::default() };
    log(&mut change, id, revision).await?;
    Ok(Some(change))
}

/// Commits and announces the cancellation, with its effects on matches.
pub async fn end_cancel(app: &App, change: Option<Change>, id: i64) -> Result<Tournament, Problem> {
    let Some(mut change) = change else { return view::tournament(&app.db, id, app.now()).await };
    phases::announce(&mut change, id).await?;
    done(app, change, id).await
}

/// # Errors
/// 409 `tournament_changed`, `tournament_cancelled`, `registration_not_open`.
pub async fn close_registration(app: &App, user_id: i64, id: i64, version: i64) -> Result<Tournament, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let row = Row::lock(&mut change, id).await?;
    standing(&row, now)?;
    if row.version != version {
        return Err(Problem::new(codes::tournament_changed).with("version", row.version));
    }
    if row.phase(now) != Phase::Register {
        return Err(codes::registration_not_open.into());
    }
    sqlx::query!(
        "update esports.tournaments set registration_closed_at = $2, version = version + 1, updated_at = $2 where id = $1",
        id,
        now
    )
    .execute(change.conn())
    .await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "registration_closed",
        before: Some(json!({"registrationClosedAt": null})),
        after: Some(json!({"registrationClosedAt": now})),
        ..Revision::default()
    };
    log(&mut change, id, revision).await?;
    phases::announce(&mut change, id).await?;
    done(app, change, id).await
}

async fn done(app: &App, change: Change, id: i64) -> Result<Tournament, Problem> {
    change.commit().await?;
    cache::forget(app, id);
    view::tournament(&app.db, id, app.now()).await
}

/// Rejects a tournament that is over.
fn standing(row: &Row, now: DateTime<Utc>) -> Result<(), Problem> {
    row.standing()?;
    if row.phase(now) == Phase::Finished { Err(codes::tournament_over.into()) } else { Ok(()) }
}

fn reason(reason: &str) -> Result<&str, Problem> {
    manao_kernel::problem::required(reason, manao_kernel::note::LONGEST).map_err(|code| Problem::invalid("reason", code))
}

type Fields = Map<String, Value>;

/// Returns the fields that differ, with their old and new values.
fn changed(before: &TournamentForm, after: &TournamentForm) -> Result<(Fields, Fields), Problem> {
    let (mut was, mut is) = (draft::fields(before)?, draft::fields(after)?);
    let same: Vec<String> =
        was.iter().filter(|(field, value)| is.get(*field) == Some(value)).map(|(field, _)| field.clone()).collect();
    for field in same {
        was.remove(&field);
        is.remove(&field);
    }
    Ok((was, is))
}
