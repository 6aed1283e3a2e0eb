//! What happens to a tournament.

use manao_domain::tournament_form::TournamentForm;

use super::http::TournamentEdit;
use super::view::Tournament;
use crate::access::{Member, Role};
use crate::app::App;
use crate::problem::Problem;

pub async fn update(
    _app: &App,
    _member: &Member,
    _role: Role,
    _edit: &TournamentEdit,
    _form: TournamentForm,
) -> Result<(), Problem> {
    Err(Problem::internal("comes next"))
}

pub async fn cancel(_app: &App, _user_id: i64, _id: i64, _reason: &str) -> Result<Tournament, Problem> {
    Err(Problem::internal("comes next"))
}

pub async fn close_registration(_app: &App, _user_id: i64, _id: i64, _version: i64) -> Result<Tournament, Problem> {
    Err(Problem::internal("comes next"))
}
