//! Checks of a team's name, picture and page.

use manao_domain::{link, team};

use super::person::LockedTeam;
use manao_kernel::database::Change;
use manao_kernel::problem::{Form, Problem, codes};
use manao_people::files::{self, Dir};

/// The checked details, as stored.
pub struct TeamDetails {
    pub name: String,
    /// The key by which names are compared
    pub name_key: String,
    pub short_name: String,
    pub logo: Option<String>,
    pub website: Option<String>,
}

/// The details as submitted.
pub struct TeamInput<'a> {
    pub name: &'a str,
    pub short_name: &'a str,
    pub logo: Option<&'a str>,
    pub website: Option<&'a str>,
}

/// # Errors
/// 422 with a code for each refused field.
pub fn check(sent: &TeamInput<'_>) -> Result<TeamDetails, Problem> {
    let mut form = Form::default();
    let name = form.field("name", team::name(sent.name));
    let short_name = form.field("shortName", team::short_name(sent.short_name));
    let website = form.optional("website", sent.website, link::parse);
    form.check()?;
    let (Some(name), Some(short_name)) = (name, short_name) else {
        return Err(Problem::internal("neither checked nor refused"));
    };
    let logo = sent.logo.filter(|logo| !logo.is_empty()).map(str::to_owned);
    Ok(TeamDetails { name_key: team::fold_name(&name), name, short_name, logo, website })
}

/// Keeps the picture, which must be this person's upload for a team.
///
/// # Errors
/// 422 at `logo`.
pub async fn keep_logo(change: &mut Change, user_id: i64, logo: &str) -> Result<(), Problem> {
    if files::keep(change, user_id, Dir::Team, logo).await? {
        Ok(())
    } else {
        Err(Problem::invalid("logo", codes::team_picture_unknown))
    }
}

/// Releases the team's picture if nothing else shows it. A locked entry keeps its own.
pub async fn release_logo(change: &mut Change, team: &LockedTeam) -> Result<(), Problem> {
    let Some(logo) = &team.logo else { return Ok(()) };
    let shown = sqlx::query_scalar!(
        r#"select exists (select from esports.entrants where team_id = $1 and logo = $2)
               or exists (select from esports.teams where id <> $1 and logo = $2) as "shown!""#,
        team.id,
        logo
    )
    .fetch_one(change.conn())
    .await?;
    if shown { Ok(()) } else { files::release_of_anybody(change, Dir::Team, logo).await }
}
