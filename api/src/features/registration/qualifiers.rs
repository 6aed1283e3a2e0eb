//! Later stages.

use super::desk_http::QualifiersForm;
use super::view::Qualifiers;
use crate::app::App;
use crate::problem::Problem;

pub async fn update(_app: &App, _user_id: i64, _tournament_id: i64, _form: QualifiersForm) -> Result<Qualifiers, Problem> {
    Err(Problem::internal("not written yet"))
}
