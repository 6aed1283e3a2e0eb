//! Games that tournaments are held in.

use axum::extract::State;
use manao_domain::point_table;
use manao_domain::tournament::Format;
use manao_domain::tournament_form::Game;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem};
use manao_kernel::text::Text;

#[derive(Serialize, ToSchema)]
pub struct EsportGames {
    items: Vec<EsportGame>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EsportGame {
    id: i64,
    slug: String,
    name: Text,
    hue: i32,
    motif: String,
    /// The mark on the cover of the shop's game, if the shop sells for it
    #[serde(skip_serializing_if = "Option::is_none")]
    glyph: Option<String>,
    /// Whether many sides meet in one match
    lobby: bool,
    /// Number of sides in one match
    sides: i32,
    main_players: i32,
    max_substitutes: i32,
    /// Whether single players may compete
    solo: bool,
    formats: Vec<Format>,
    id_label: Text,
    id_hint: Text,
    /// Regular expression for a game ID
    id_pattern: String,
    id_example: String,
    /// For survivor stages
    point_tables: Vec<PointTableChoice>,
    /// Average minutes of one game
    game_minutes: i32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointTableChoice {
    code: String,
    name: Text,
    /// Points by place, from the first; 0 for later places
    points: Vec<i32>,
    kill_points: i32,
}

/// Games that tournaments are held in
#[utoipa::path(get, path = "/tournament/form/create/list/game", tag = "esports", responses((status = 200, body = EsportGames)))]
pub async fn list_games(State(app): State<App>) -> Result<Json<EsportGames>, Problem> {
    let rows = sqlx::query!(
        "select id, slug, name_th, name_en, hue, motif, glyph, lobby, sides, main_players, max_substitutes, solo, id_label_th, id_label_en,
                id_hint_th, id_hint_en, id_pattern, id_example, point_tables, game_minutes
         from esports.esport_games g order by position"
    )
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| {
        let rules = Game {
            lobby: row.lobby,
            sides: row.sides.into(),
            main_players: row.main_players.into(),
            max_substitutes: row.max_substitutes.into(),
            solo: row.solo,
            point_tables: row.point_tables,
        };
        EsportGame {
            id: row.id,
            slug: row.slug,
            name: Text::new(row.name_th, row.name_en),
            hue: row.hue,
            motif: row.motif,
            glyph: row.glyph,
            lobby: row.lobby,
            sides: row.sides,
            main_players: row.main_players,
            max_substitutes: row.max_substitutes,
            solo: row.solo,
            formats: rules.formats(),
            id_label: Text::new(row.id_label_th, row.id_label_en),
            id_hint: Text::new(row.id_hint_th, row.id_hint_en),
            id_pattern: row.id_pattern,
            id_example: row.id_example,
            point_tables: rules.point_tables.iter().filter_map(|code| table(code)).collect(),
            game_minutes: row.game_minutes,
        }
    });
    Ok(Json(EsportGames { items: items.collect() }))
}

fn table(code: &str) -> Option<PointTableChoice> {
    let table = point_table::find(code)?;
    Some(PointTableChoice {
        code: table.code.to_owned(),
        name: Text::new(table.name_th, table.name_en),
        points: table.points.to_vec(),
        kill_points: table.kill_points,
    })
}
