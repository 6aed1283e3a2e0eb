//! A player completes their part.

use super::http::OwnPart;
use super::view::Entry;
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn give(_app: &App, _user_id: i64, _part: OwnPart, _lang: Lang) -> Result<Entry, Problem> {
    Err(Problem::internal("not written yet"))
}
