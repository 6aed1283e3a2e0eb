//! Numbers.

use super::view::PlayerNumbers;
use crate::access::Member;
use crate::app::App;
use crate::problem::Problem;

pub async fn of_team(_app: &App, _member: &Member, _team_id: i64, _tournament_id: i64) -> Result<PlayerNumbers, Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn mine(_app: &App, _user_id: i64, _tournament_id: i64) -> Result<PlayerNumbers, Problem> {
    Err(Problem::internal("not written yet"))
}
