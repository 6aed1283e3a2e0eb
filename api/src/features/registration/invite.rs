//! Invitations.

use super::desk_http::InviteForm;
use crate::access::Member;
use crate::app::App;
use crate::problem::Problem;

pub async fn invite(_app: &App, _member: &Member, _form: InviteForm) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
