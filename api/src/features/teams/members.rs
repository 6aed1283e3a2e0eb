use crate::app::App;
use crate::problem::Problem;

pub async fn promote(_app: &App, _actor: i64, _team_id: i64, _user_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn disband(_app: &App, _actor: i64, _team_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
