//! The form and how it stands.

use super::http::TournamentFormState;
use crate::access::Role;
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn state(_app: &App, _id: i64, _role: Role, _lang: Lang) -> Result<TournamentFormState, Problem> {
    Err(Problem::internal("comes next"))
}
