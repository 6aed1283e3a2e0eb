//! An entry as somebody reads it.

use super::view::{Entry, EntryDocuments, TournamentMe};
use crate::access::{Member, Role};
use crate::app::App;
use crate::problem::{Lang, Problem};

pub async fn mine(_app: &App, _member: &Member, _tournament_id: i64, _lang: Lang) -> Result<TournamentMe, Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn entry(_app: &App, _id: i64, _reader: (i64, Role), _lang: Lang) -> Result<Entry, Problem> {
    Err(Problem::internal("not written yet"))
}

pub async fn documents(_app: &App, _id: i64, _reader: (i64, Role), _lang: Lang) -> Result<EntryDocuments, Problem> {
    Err(Problem::internal("not written yet"))
}
