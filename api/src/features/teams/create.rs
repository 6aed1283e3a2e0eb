use super::http::CreateTeam;
use crate::app::App;
use crate::problem::Problem;

pub async fn create(_app: &App, _user_id: i64, request: &CreateTeam) -> Result<i64, Problem> {
    Err(Problem::internal(format!(
        "not written yet: {} {} {:?} {:?} {:?}",
        request.name, request.short_name, request.logo, request.website, request.invite
    )))
}
