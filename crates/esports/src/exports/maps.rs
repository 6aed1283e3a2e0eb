//! The maps of survivor stages, with a line for each entrant of each map.

use manao_domain::point_table;
use serde::Deserialize;
use sqlx::PgPool;
use sqlx::types::Json;

use super::cell::{Cell, Row};
use super::words;
use manao_kernel::problem::{Lang, Problem};

/// Maps of one batch, of up to a hundred lines each.
const BATCH: i64 = 100;

/// The map after which a batch begins: stage, position of its heat, number.
pub type After = (i32, i32, i32);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    entrant_id: i64,
    place: Option<usize>,
    kills: i32,
    penalty: i32,
}

pub fn head(lang: Lang) -> Row {
    let head = [
        ("รหัสแมตช์", "Match"),
        ("สเตจ", "Stage"),
        ("กลุ่ม", "Group"),
        ("ฮีต", "Heat"),
        ("แมป", "Map"),
        ("ผู้เข้าแข่งขัน", "Entrant"),
        ("อันดับ", "Place"),
        ("คิล", "Kills"),
        ("แต้มที่หัก", "Penalty"),
        ("แต้ม", "Points"),
        ("บันทึกเมื่อ (เวลาไทย)", "Entered (Bangkok)"),
        ("นับเฉพาะเมื่อคะแนนเท่ากัน", "For a tie only"),
    ];
    head.into_iter().map(|(th, en)| Cell::from(lang.pick(th, en))).collect()
}

/// Returns the number of lines of all published maps.
pub async fn count(db: &PgPool, tournament_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(jsonb_array_length(results)), 0)::bigint as "count!"
           from (select distinct on (match_id, map) draft, results from esports.survivor_maps where tournament_id = $1
                 order by match_id, map, id desc) last
           where not draft and results is not null"#,
        tournament_id
    )
    .fetch_one(db)
    .await
}

/// Returns the maps after that one, and the last of these; None when there are no more.
pub async fn batch(
    db: &PgPool,
    tournament_id: i64,
    (stage, position, map): After,
    lang: Lang,
) -> Result<Option<(Vec<Row>, After)>, Problem> {
    let maps = sqlx::query!(
        r#"select m.id, m.stage, m.position, m.group_number, m.number, m.extra, l.map, l.at, l.results as "results!: Json<Vec<Line>>",
                  s.settings->>'pointTable' as point_table,
                  (select jsonb_object_agg(e.id, e.name) from esports.match_entrants h join esports.entrants e on e.id = h.entrant_id
                   where h.match_id = m.id) as "names: Json<std::collections::HashMap<i64, String>>"
           from (select distinct on (match_id, map) match_id, map, at, draft, results from esports.survivor_maps where tournament_id = $1
                 order by match_id, map, id desc) l
           join esports.matches m on m.id = l.match_id
           join esports.tournament_stages s on s.tournament_id = m.tournament_id and s.position = m.stage
           where not l.draft and l.results is not null and (m.stage, m.position, l.map) > ($2, $3, $4)
           order by m.stage, m.position, l.map limit $5"#,
        tournament_id,
        stage,
        position,
        map,
        BATCH
    )
    .fetch_all(db)
    .await?;
    let Some(last) = maps.last().map(|map| (map.stage, map.position, map.map)) else { return Ok(None) };
    let mut rows = Vec::new();
    for map in maps {
        let table = map.point_table.as_deref().and_then(point_table::find);
        let names = map.names.map(|names| names.0).unwrap_or_default();
        for line in &map.results.0 {
            let scored = table.zip(line.place).map_or(0, |(table, place)| table.score(place, line.kills));
            rows.push(vec![
                Cell::Number(map.id),
                Cell::Number(map.stage.into()),
                map.group_number.into(),
                Cell::Number(map.number.into()),
                Cell::Number(map.map.into()),
                names.get(&line.entrant_id).cloned().into(),
                line.place.and_then(|place| i32::try_from(place).ok()).into(),
                Cell::Number(line.kills.into()),
                Cell::Number(line.penalty.into()),
                Cell::Number((scored + line.penalty).into()),
                Some(map.at).into(),
                words::for_a_tie(map.extra, lang),
            ]);
        }
    }
    Ok(Some((rows, last)))
}
