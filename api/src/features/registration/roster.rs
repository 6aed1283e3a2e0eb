//! Changing the players.

use super::http::RosterForm;
use super::view::Entry;
use crate::access::{Member, Role};
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn update(_app: &App, _member: &Member, _role: Role, _form: RosterForm, _lang: Lang) -> Result<Entry, Problem> {
    Err(Problem::internal("not written yet"))
}
