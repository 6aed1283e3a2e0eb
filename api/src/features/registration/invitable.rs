//! Who could be invited.

use super::desk_http::InvitableAsked;
use super::view::Invitable;
use crate::app::App;
use crate::paging::Page;
use crate::problem::{Lang, Problem};

pub async fn list(_app: &App, _asked: InvitableAsked, _lang: Lang) -> Result<Page<Invitable>, Problem> {
    Err(Problem::internal("not written yet"))
}
