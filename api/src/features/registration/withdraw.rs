//! The end of an entry.

use crate::access::{Member, Role};
use crate::app::App;
use crate::problem::Problem;

pub async fn end(_app: &App, _member: &Member, _role: Role, _named: (i64, i64), _reason: Option<&str>) -> Result<(), Problem> {
    Err(Problem::internal("not written yet"))
}
