use super::shapes::{Join, Offer};
use crate::access::Role;
use crate::app::App;
use crate::problem::Problem;

/// What became of inviting one person.
#[derive(Clone, Debug)]
pub struct Invited {
    pub user_id: i64,
    /// None when they were refused
    pub status: Option<InviteStatus>,
    pub problem: Option<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteStatus {
    Invited,
    /// They had asked to join
    Joined,
}

/// Invites people into a team; the caller has made sure that `actor` acts for it.
pub async fn invite(_app: &App, _actor: i64, _team_id: i64, _user_ids: &[i64]) -> Result<Vec<Invited>, Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn request(_app: &App, _user_id: i64, _team_id: i64) -> Result<Join, Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn cancel(app: &App, _user_id: i64, _role: Role, id: i64) -> Result<Offer, Problem> {
    super::store_offers::one(&app.db, id).await
}
pub async fn accept(_app: &App, _user_id: i64, _role: Role, _id: i64) -> Result<Offer, Problem> {
    Err(Problem::internal("not written yet"))
}
pub async fn decline(_app: &App, _user_id: i64, _role: Role, _id: i64) -> Result<Offer, Problem> {
    Err(Problem::internal("not written yet"))
}
