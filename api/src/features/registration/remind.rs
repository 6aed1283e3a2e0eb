//! Reminders.

use crate::app::App;
use crate::problem::Problem;

pub async fn player(_app: &App, _entrant_id: i64, _user_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn captain(_app: &App, _user_id: i64, _tournament_id: i64) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
