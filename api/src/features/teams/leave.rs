use super::shapes::Leaving;
use crate::app::App;
use crate::problem::Problem;

pub async fn ask(_app: &App, _user_id: i64, _team_id: i64) -> Result<Leaving, Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn stay(_app: &App, _user_id: i64, _team_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn approve(_app: &App, _actor: i64, _team_id: i64, _user_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn kick_out(_app: &App, _actor: i64, _team_id: i64, _user_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
