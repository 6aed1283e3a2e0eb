//! A person's roles in esports.

use axum::extract::State;
use manao_domain::profile::EducationLevel;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use manao_kernel::Feature;
use manao_kernel::access::{Member, Who};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem, codes};

pub fn feature() -> Feature {
    Feature::new().call(routes!(me_esport), Who::Member)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EsportMe {
    /// Present once the account is synced
    #[serde(skip_serializing_if = "Option::is_none")]
    esport_id: Option<i64>,
    has_team: bool,
    /// Whether the right to run tournaments is active
    is_promoter: bool,
    /// Whether the user acts for the team: its captain, or the member acting for a suspended one
    is_captain: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_id: Option<i64>,
    /// From the profile
    #[serde(skip_serializing_if = "Option::is_none")]
    education_level: Option<EducationLevel>,
}

/// My roles in esports
#[utoipa::path(get, path = "/user/me-esport", tag = "account", responses((status = 200, body = EsportMe)))]
pub async fn me_esport(State(app): State<App>, member: Member) -> Result<Json<EsportMe>, Problem> {
    let row = sqlx::query!(
        r#"select m.team_id as "team_id?", coalesce(esports.acting_captain(m.team_id) = u.id, false) as "is_captain!",
                  p.education_level as "education_level?: EducationLevel"
           from people.users u left join esports.team_members m on m.user_id = u.id left join people.profiles p on p.user_id = u.id
           where u.id = $1"#,
        member.user_id,
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::session_revoked)?;
    Ok(Json(EsportMe {
        esport_id: member.synced.then_some(member.user_id),
        has_team: row.team_id.is_some(),
        is_promoter: member.promoter,
        is_captain: row.is_captain,
        team_id: row.team_id,
        education_level: row.education_level,
    }))
}
