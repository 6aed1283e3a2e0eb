//! Entering.

use super::http::EntryForm;
use super::view::Entry;
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn save(_app: &App, _user_id: i64, _form: EntryForm, _lang: Lang) -> Result<Entry, Problem> {
    Err(Problem::internal("not written yet"))
}
