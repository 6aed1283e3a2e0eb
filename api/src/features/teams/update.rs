use super::http::UpdateTeam;
use crate::app::App;
use crate::problem::Problem;

pub async fn update(_app: &App, _user_id: i64, team_id: i64, request: &UpdateTeam) -> Result<(), Problem> {
    Err(Problem::internal(format!(
        "not written yet: {team_id} {} {} {:?} {:?} {}",
        request.name, request.short_name, request.logo, request.website, request.version
    )))
}
