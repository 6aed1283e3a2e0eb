//! The calls.

use axum::extract::State;
use axum::response::Response;
use manao_domain::text_enum;
use manao_domain::tournament::Format;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::access::Member;
use crate::app::App;
use crate::problem::{Lang, Path, Problem, Query};

text_enum! {
    #[derive(ToSchema)]
    #[schema(as = ExportKind)]
    Kind {
        Csv = "csv",
        Xlsx = "xlsx",
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// CSV when absent
    #[param(inline)]
    r#as: Option<Kind>,
}

/// Export the players
///
/// Everybody in an entry that stands, with game ID, school and real name: promoters check persons on site. Never identity numbers,
/// addresses or phone numbers. `Export-Rows` says how many rows come. Each export is logged.
#[utoipa::path(method(get, post), path = "/tournament/export-player/{tournamentId}/{bracketFormat}", tag = "export",
    params(("tournamentId" = i64, Path), ("bracketFormat" = Format, Path), ExportQuery),
    responses((status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_player(
    State(_app): State<App>,
    _member: Member,
    _lang: Lang,
    Path((_tournament_id, _format)): Path<(i64, Format)>,
    Query(_asked): Query<ExportQuery>,
) -> Result<Response, Problem> {
    Err(Problem::internal("comes next"))
}

/// Export the matches
///
/// Of the stages of that format: round, sides, time, state and score. `Export-Rows` says how many rows come. Each export is logged.
#[utoipa::path(method(get, post), path = "/tournament/export-match/{tournamentId}/{bracketFormat}", tag = "export",
    params(("tournamentId" = i64, Path), ("bracketFormat" = Format, Path), ExportQuery),
    responses((status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_match(
    State(_app): State<App>,
    _member: Member,
    _lang: Lang,
    Path((_tournament_id, _format)): Path<(i64, Format)>,
    Query(_asked): Query<ExportQuery>,
) -> Result<Response, Problem> {
    Err(Problem::internal("comes next"))
}
