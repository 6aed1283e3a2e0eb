//! Drafts.

use manao_domain::tournament_form::TournamentForm;

use super::http::TournamentCreation;
use crate::app::App;
use crate::problem::Problem;

pub async fn create(_app: &App, _user_id: i64, _creation: &TournamentCreation, _form: TournamentForm) -> Result<i64, Problem> {
    Err(Problem::internal("comes next"))
}

pub async fn delete(_app: &App, _id: i64) -> Result<(), Problem> {
    Err(Problem::internal("comes next"))
}
