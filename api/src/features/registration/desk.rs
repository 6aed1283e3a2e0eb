//! The desk's table.

use super::view::DeskEntrants;
use crate::app::App;
use crate::problem::Problem;

pub async fn list(_app: &App, _user_id: i64, _tournament_id: i64) -> Result<DeskEntrants, Problem> {
    Err(Problem::internal("not written yet"))
}
