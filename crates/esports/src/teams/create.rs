//! A new team.

use super::form::{self, TeamInput};
use super::live::TeamChange;
use super::person::{lock_person, lock_team};
use super::tell::{self, Letters};
use super::{admit, offers};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{OnConstraint as _, Problem, codes};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateTeam {
    /// 2 to 40 characters; unique in any spelling
    #[schema(extensions(("maxLength" = json!(*manao_domain::team::NAME.end()))))]
    pub name: String,
    /// 2 to 6 letters and digits
    #[schema(extensions(("maxLength" = json!(*manao_domain::team::SHORT_NAME.end()))))]
    pub short_name: String,
    /// Link of a picture uploaded to `/utils/upload/team/`
    pub logo: Option<String>,
    #[schema(extensions(("maxLength" = json!(manao_domain::link::MAX_LENGTH))))]
    pub website: Option<String>,
    /// People to invite
    #[serde(default)]
    pub invite: Vec<i64>,
}

/// Creates a team, and returns its id. People who cannot be invited do not prevent it; the team's page shows who was.
///
/// # Errors
/// The errors of `create-team`.
pub async fn create(app: &App, user_id: i64, request: &CreateTeam) -> Result<i64, Problem> {
    let checked = form::check(&TeamInput {
        name: &request.name,
        short_name: &request.short_name,
        logo: request.logo.as_deref(),
        website: request.website.as_deref(),
    })?;
    if request.invite.len() > app.settings.team_members_most as usize {
        return Err(Problem::invalid("invite", codes::field_invalid));
    }
    for _ in 0..=request.invite.len() {
        app.limit(limits::OFFER_MEMBERSHIP, user_id)?;
    }
    let mut change = app.change().await?;
    let now = change.now();
    let person = lock_person(&mut change, user_id).await?;
    if person.team_id.is_some() {
        return Err(codes::team_already_joined.into());
    }
    if let Some(logo) = &checked.logo {
        form::keep_logo(&mut change, user_id, logo).await?;
    }
    let team_id = sqlx::query_scalar!(
        "insert into esports.teams (name, name_key, short_name, logo, website, created_at) values ($1, $2, $3, $4, $5, $6) returning id",
        checked.name,
        checked.name_key,
        checked.short_name,
        checked.logo,
        checked.website,
        now
    )
    .fetch_one(change.conn())
    .await
    .on_constraint_field("teams_name", "name", codes::team_name_taken)?;
    sqlx::query!(
        "insert into esports.team_members (user_id, team_id, role, joined_at) values ($1, $2, 'captain', $3)",
        user_id,
        team_id,
        now
    )
    .execute(change.conn())
    .await?;
    let mut letters = Letters::default();
    admit::end_offers(&mut change, &person, &mut letters).await?;
    tell::live(&mut change, team_id, TeamChange::Joined, &[user_id])?;
    let team = lock_team(&mut change, team_id).await?;
    offers::invite_all(&mut change, &team, user_id, &request.invite, &mut letters).await?;
    letters.send(&mut change).await?;
    change.commit().await?;
    Ok(team_id)
}
