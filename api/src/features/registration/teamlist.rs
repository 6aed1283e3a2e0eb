//! Lists of teams.

use super::desk_http::TeamListAsked;
use super::view::ListedTeam;
use crate::app::App;
use crate::paging::Page;
use crate::problem::Problem;

pub async fn list(_app: &App, _asked: &TeamListAsked) -> Result<Page<ListedTeam>, Problem> {
    Err(Problem::internal("not written yet"))
}
