//! What a person is in esports.

use axum::extract::State;
use manao_domain::profile::EducationLevel;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::access::Member;
use manao_kernel::access::TERMS_VERSION;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem, codes};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EsportMe {
    /// There once the account is synced
    #[serde(skip_serializing_if = "Option::is_none")]
    esport_id: Option<i64>,
    has_team: bool,
    /// The right to run tournaments, while it lasts
    is_promoter: bool,
    /// Acts for the team: its captain, or the member acting for a suspended one
    is_captain: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_id: Option<i64>,
    /// Of the profile
    #[serde(skip_serializing_if = "Option::is_none")]
    education_level: Option<EducationLevel>,
}

/// Who I am in esports
#[utoipa::path(get, path = "/user/me-esport", tag = "account", responses((status = 200, body = EsportMe)))]
pub async fn me_esport(State(app): State<App>, member: Member) -> Result<Json<EsportMe>, Problem> {
    let row = sqlx::query!(
        r#"select exists (select from people.terms_acceptances where user_id = users.id and terms_acceptances.version = $3) as "synced!",
                  team_members.team_id as "team_id?",
                  coalesce(esports.acting_captain(team_members.team_id) = users.id, false) as "is_captain!",
                  coalesce(promoters.expires_at > $2 and promoters.revoked_at is null, false) as "is_promoter!", profiles.education_level as "education_level?: EducationLevel"
           from people.users
           left join esports.team_members on team_members.user_id = users.id
           left join esports.promoters on promoters.user_id = users.id
           left join people.profiles on profiles.user_id = users.id
           where users.id = $1"#,
        member.user_id,
        app.now(),
        TERMS_VERSION,
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::session_revoked)?;
    Ok(Json(EsportMe {
        esport_id: row.synced.then_some(member.user_id),
        has_team: row.team_id.is_some(),
        is_promoter: row.is_promoter,
        is_captain: row.is_captain,
        team_id: row.team_id,
        education_level: row.education_level,
    }))
}
