//! Changes a team's name, picture or page.

use super::form::{self, TeamInput};
use super::live::TeamChange;
use super::person::{lock_team_as, others};
use super::tell::{self, Letters, TeamNotice};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{OnConstraint as _, Problem, codes};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateTeam {
    #[schema(extensions(("maxLength" = json!(*manao_domain::team::NAME.end()))))]
    pub name: String,
    #[schema(extensions(("maxLength" = json!(*manao_domain::team::SHORT_NAME.end()))))]
    pub short_name: String,
    /// None removes it
    pub logo: Option<String>,
    #[schema(extensions(("maxLength" = json!(manao_domain::link::MAX_LENGTH))))]
    pub website: Option<String>,
    pub version: i64,
}

/// # Errors
/// The errors of `update-team`.
pub async fn update(app: &App, user_id: i64, team_id: i64, request: &UpdateTeam) -> Result<(), Problem> {
    let checked = form::check(&TeamInput {
        name: &request.name,
        short_name: &request.short_name,
        logo: request.logo.as_deref(),
        website: request.website.as_deref(),
    })?;
    app.limit(limits::UPDATE_TEAM, user_id)?;
    let mut change = app.change().await?;
    let team = lock_team_as(&mut change, team_id, user_id).await?;
    if team.version != request.version {
        return Err(codes::team_changed.into());
    }
    let new_logo = checked.logo != team.logo;
    if new_logo && let Some(logo) = &checked.logo {
        form::keep_logo(&mut change, user_id, logo).await?;
    }
    sqlx::query!(
        "update esports.teams set name = $2, name_key = $3, short_name = $4, logo = $5, website = $6, version = version + 1 where id = $1",
        team_id,
        checked.name,
        checked.name_key,
        checked.short_name,
        checked.logo,
        checked.website
    )
    .execute(change.conn())
    .await
    .on_constraint_field("teams_name", "name", codes::team_name_taken)?;
    if new_logo {
        form::release_logo(&mut change, &team).await?;
    }
    let mut letters = Letters::default();
    letters.add(others(change.conn(), team_id, &[user_id]).await?, TeamNotice::Updated { team: &checked.name });
    tell::live(&mut change, team_id, TeamChange::Updated, &[])?;
    letters.send(&mut change).await?;
    change.commit().await
}
