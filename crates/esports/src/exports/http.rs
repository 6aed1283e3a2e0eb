//! The endpoints of exports.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use manao_domain::text_enum;
use manao_domain::tournament::Format;
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::busy::Turn;
use super::table::{Kind, Table};
use super::{file_name, write};
use crate::tournaments::{self, Revision};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Lang, Path, Problem, Query, codes};
use manao_kernel::text::Text;

const CSV: &str = "text/csv; charset=utf-8";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

text_enum! {
    #[derive(ToSchema)]
    #[schema(as = ExportFile)]
    ExportFile {
        Csv = "csv",
        Xlsx = "xlsx",
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// CSV when absent
    #[param(inline)]
    r#as: Option<ExportFile>,
}

/// Export the players
///
/// Everybody in an active entry, with game ID, school and real name, for checks on site. Never identity numbers, addresses or phone
/// numbers. `Export-Rows` is the number of rows. Each export is logged.
#[utoipa::path(method(get, post), path = "/tournament/export-player/{tournamentId}/{bracketFormat}", tag = "export",
    params(("tournamentId" = i64, Path), ("bracketFormat" = Format, Path), ExportQuery),
    responses((status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_player(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path((tournament_id, format)): Path<(i64, Format)>,
    Query(asked): Query<ExportQuery>,
) -> Result<Response, Problem> {
    export(&app, member.user_id, Table { kind: Kind::Players, tournament_id, format, lang }, asked).await
}

/// Export the matches
///
/// Matches of the stages of that format: round, sides, time, state, score and games. For survivor stages, a line for each entrant of each
/// map. `Export-Rows` is the number of rows. Each export is logged.
#[utoipa::path(method(get, post), path = "/tournament/export-match/{tournamentId}/{bracketFormat}", tag = "export",
    params(("tournamentId" = i64, Path), ("bracketFormat" = Format, Path), ExportQuery),
    responses((status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_match(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path((tournament_id, format)): Path<(i64, Format)>,
    Query(asked): Query<ExportQuery>,
) -> Result<Response, Problem> {
    export(&app, member.user_id, Table { kind: Kind::Matches, tournament_id, format, lang }, asked).await
}

async fn export(app: &App, user_id: i64, table: Table, asked: ExportQuery) -> Result<Response, Problem> {
    app.limit(limits::EXPORT, user_id)?;
    let turn = Turn::take(app, user_id)?;
    let file = asked.r#as.unwrap_or(ExportFile::Csv);
    let name = stage_of(app, &table).await?;
    let rows = table.count(&app.db).await?;
    note(app, user_id, &table, file, rows).await?;
    let mut headers = HeaderMap::new();
    headers.insert(HeaderName::from_static("export-rows"), rows.into());
    headers.insert(CONTENT_DISPOSITION, disposition(&table, file, &name)?);
    let body = match file {
        ExportFile::Csv => {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(CSV));
            write::as_csv(app.clone(), table, turn)
        }
        ExportFile::Xlsx => {
            let (body, length) = write::as_xlsx(app, table, turn).await?;
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(XLSX));
            headers.insert(CONTENT_LENGTH, length.into());
            body
        }
    };
    Ok((headers, body).into_response())
}

/// Returns the tournament's name, if it has a stage of that format.
async fn stage_of(app: &App, table: &Table) -> Result<String, Problem> {
    let row = sqlx::query!(
        "select name_th, name_en from esports.tournaments t where id = $1
           and exists (select from esports.tournament_stages s where s.tournament_id = t.id and s.format = $2)",
        table.tournament_id,
        table.format.as_str()
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::tournament_stage_not_found)?;
    let Text { th, en } = Text::new(row.name_th, row.name_en);
    let (first, second) = table.lang.pick((th.clone(), en.clone()), (en, th));
    Ok(if first.is_empty() { second } else { first })
}

/// Logs the export in the tournament's log: user, kind of data and number of rows.
async fn note(app: &App, user_id: i64, table: &Table, file: ExportFile, rows: i64) -> Result<(), Problem> {
    let kind = match table.kind {
        Kind::Players => "export_players",
        Kind::Matches => "export_matches",
    };
    let after = json!({"format": table.format, "as": file, "rows": rows});
    let mut change = app.change().await?;
    let revision = Revision { actor_id: Some(user_id), kind, after: Some(after), ..Revision::default() };
    tournaments::log(&mut change, table.tournament_id, revision).await?;
    change.commit().await
}

fn disposition(table: &Table, file: ExportFile, name: &str) -> Result<HeaderValue, Problem> {
    let plain = format!("{}-{}-{}.{file}", table.word(), table.tournament_id, table.format);
    let whole = format!("{} {name}.{file}", table.name());
    HeaderValue::from_str(&file_name::attachment(&plain, &whole)).map_err(Problem::internal)
}
