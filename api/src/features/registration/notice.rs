//! Findings.

use super::desk_http::{DocumentFinding, MissingNotice};
use super::view::NoticeSent;
use crate::app::App;
use crate::problem::Problem;

pub async fn check(_app: &App, _user_id: i64, _finding: DocumentFinding) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn send(_app: &App, _user_id: i64, _team_id: i64, _form: MissingNotice) -> Result<NoticeSent, Problem> {
    Err(Problem::internal("not written yet"))
}
