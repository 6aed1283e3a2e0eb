//! Decisions.

use super::desk_http::EntryDecision;
use super::view::EntriesDecided;
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn decide(
    _app: &App,
    _user_id: i64,
    _id: i64,
    _decision: EntryDecision,
    _lang: Lang,
) -> Result<EntriesDecided, Problem> {
    Err(Problem::internal("not written yet"))
}
