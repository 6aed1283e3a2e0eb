//! Tables of players and matches.

use std::io::Cursor;

use calamine::{Reader as _, Xlsx};
use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::support::{Client, World};

/// Names that a spreadsheet would run, and one that only looks odd.
const NAMES: [&str; 6] = ["=HYPERLINK(\"http://evil\")", "+cmd|' /C calc'!A0", "\tทีมแท็บ", "@SUM(1)", "-2+3", "มะนาว, \"เปรี้ยว\""];

/// A tournament of bracket and survivor stages with as many entrants of `players` each; their names are taken in turn.
async fn tournament(world: &World, promoter: &Client, entrants: i32, players: i32) -> i64 {
    let sql = r#"
      with tournament as (
        insert into tournaments (promoter_id, form, name_th, name_en, created_at, updated_at)
        values ($1, '{}', 'ถ้วย/มะนาว', 'Lime: Cup', now(), now()) returning id),
      stages as (insert into tournament_stages (tournament_id, position, format, settings)
        select id, s.position, s.format, '{}' from tournament, (values (1, 'bracket'), (2, 'survivor')) as s (position, format)),
      people as (insert into users (display_name, created_at) select 'Player ' || n, now() from generate_series(1, $2 * $3) as n returning id),
      numbered as (select id, row_number() over (order by id) - 1 as number from people),
      names as (insert into profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, updated_at)
        select id, 'สมชาย', 'ใจดี', 'Somchai', 'Jaidee', now() from people),
      entries as (
        insert into entrants (tournament_id, user_id, status, name, short_name, seed, created_at, updated_at)
        select tournament.id, p.id, case when p.number = 0 then 'waitlist' else 'join' end,
               ($4::text[])[(p.number / $3) % cardinality($4) + 1], 'T' || p.number / $3, (p.number / $3 + 1)::int, now(), now()
        from tournament, numbered p where p.number % $3 = 0 order by p.number returning id, tournament_id),
      ordered as (select id, tournament_id, row_number() over (order by id) - 1 as number from entries),
      rosters as (
        insert into entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name)
        select e.id, e.tournament_id, p.id, case when p.number % $3 = 0 then 'main' else 'substitute' end, (p.number % $3)::int,
               '2039481720394817', 'Player ' || p.number
        from ordered e join numbered p on p.number / $3 = e.number),
      matches as (
        insert into matches (tournament_id, stage, position, round, number, home_id, away_id, scheduled_at, state, home_score, away_score, winner_id)
        select a.tournament_id, 1, a.number, 1, a.number / 2 + 1, a.id, b.id, '2026-12-31T17:05:00Z', 'decided', 2, 1, a.id
        from ordered a join ordered b on b.number = a.number + 1 where a.number % 2 = 0)
      select id from tournament"#;
    let query =
        sqlx::query_scalar(sql).bind(promoter.user_id).bind(entrants).bind(players).bind(NAMES.map(str::to_owned).to_vec());
    query.fetch_one(&world.app.db).await.unwrap()
}

struct Download {
    rows: String,
    name: String,
    kind: String,
    bytes: Vec<u8>,
}

async fn download(client: &Client, path: &str) -> Download {
    let response = client.request(Method::POST, path).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    let (rows, name, kind) = (header("export-rows"), header("content-disposition"), header("content-type"));
    Download { rows, name, kind, bytes: response.bytes().await.unwrap().to_vec() }
}

fn csv_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(bytes).unwrap().strip_prefix('\u{feff}').expect("Excel reads it as UTF-8");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn xlsx_of(bytes: Vec<u8>, sheet: &str) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    assert!(book.worksheet_formula(sheet).unwrap().is_empty(), "no formulas");
    let range = book.worksheet_range(sheet).unwrap();
    range.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_matches_come_as_tables_that_run_nothing() {
    let world = World::new().await;
    let promoter = world.promoter("promoter").await;
    let id = tournament(&world, &promoter, 6, 2).await;
    let path = |what: &str, query: &str| format!("/tournament/export-{what}/{id}/bracket?{query}");

    let file = download(&promoter, &path("player", "lang=th")).await;
    assert_eq!((file.rows.as_str(), file.kind.as_str()), ("12", "text/csv; charset=utf-8"));
    assert!(
        file.name.starts_with(&format!("attachment; filename=\"players-{id}-bracket.csv\"; filename*=UTF-8''")),
        "{}",
        file.name
    );
    assert!(file.name.contains("%E0%B8%96%E0%B9%89%E0%B8%A7%E0%B8%A2-"), "the slash of its name is gone: {}", file.name);
    let players = csv_of(&file.bytes);
    assert_eq!((players.len(), players[0][1].as_str()), (13, "ชื่อทีมหรือผู้เข้าแข่งขัน"));
    let entrants: Vec<&str> = players[1..].iter().step_by(2).map(|row| row[1].as_str()).collect();
    for (name, written) in NAMES.iter().zip(&entrants) {
        let dangerous = *name != NAMES[5];
        assert_eq!(*written, if dangerous { format!("'{name}") } else { (*name).to_owned() });
    }
    assert_eq!(players[1][3..10], ["รายชื่อสำรอง", "1", "Player 0", "สมชาย ใจดี", "'2039481720394817", "ตัวจริง", "กัปตัน"]);
    assert_eq!((players[2][8].as_str(), players[2][9].as_str()), ("ตัวสำรอง", ""));

    let file = download(&promoter, &path("player", "as=xlsx&lang=en")).await;
    assert!(file.kind.ends_with("spreadsheetml.sheet") && file.name.contains(".xlsx\""), "{} {}", file.kind, file.name);
    let sheet = xlsx_of(file.bytes, "Players");
    assert_eq!((sheet.len(), sheet[0][1].as_str()), (13, "Team or entrant"));
    for (name, row) in NAMES.iter().zip(sheet[1..].iter().step_by(2)) {
        assert_eq!(row[1], *name, "a text is a text");
    }
    assert_eq!(sheet[1][6..8], ["Somchai Jaidee", "2039481720394817"]);

    let matches = csv_of(&download(&promoter, &path("match", "as=csv&lang=en")).await.bytes);
    assert_eq!(matches.len(), 4);
    assert_eq!(matches[1][1..5], ["1", "", "1", "1"]);
    assert_eq!(matches[1][5..9], ["'=HYPERLINK(\"http://evil\")", "'+cmd|' /C calc'!A0", "2027-01-01 00:05", "Decided"]);
    assert_eq!(matches[1][9..11], ["2", "1"]);
    let sheet = xlsx_of(download(&promoter, &path("match", "as=xlsx&lang=th")).await.bytes, "ตารางแข่ง");
    assert_eq!((sheet.len(), sheet[3][5].as_str()), (4, "-2+3"));

    // What is told and what is not.
    let text = String::from_utf8_lossy(&download(&promoter, &path("player", "")).await.bytes).into_owned();
    assert!(!text.contains("@example.com"));
    let log: Vec<(String, serde_json::Value)> =
        sqlx::query_as("select kind, after from tournament_revisions where tournament_id = $1 order by id")
            .bind(id)
            .fetch_all(&world.app.db)
            .await
            .unwrap();
    assert_eq!(log.len(), 5);
    assert_eq!(log[1], ("export_players".to_owned(), json!({"format": "bracket", "as": "xlsx", "rows": 12})));
    assert_eq!(log[2].0, "export_matches");

    // A stage that has nobody yet, a format that it has not, and one that nobody knows.
    let empty = download(&promoter, &format!("/tournament/export-player/{id}/survivor")).await;
    assert_eq!((empty.rows.as_str(), csv_of(&empty.bytes).len()), ("0", 1));
    for (format, code) in [("round-robin", "tournament_stage_not_found"), ("chess", "not_found")] {
        promoter.post(&format!("/tournament/export-player/{id}/{format}"), json!({})).await.refused(404, code);
    }
    promoter.post(&path("player", "as=pdf"), json!({})).await.refused(422, "fields_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_batches_come_whole_and_one_person_exports_one_at_a_time() {
    let world = World::new().await;
    let promoter = world.promoter("promoter").await;
    let id = tournament(&world, &promoter, 1_201, 3).await;
    let path = format!("/tournament/export-player/{id}/bracket");
    let file = download(&promoter, &path).await;
    let rows = csv_of(&file.bytes);
    assert_eq!((file.rows.as_str(), rows.len()), ("3603", 3_604));
    let players: std::collections::HashSet<&str> = rows[1..].iter().map(|row| row[5].as_str()).collect();
    assert_eq!(players.len(), 3_603, "each once");
    let sheet = xlsx_of(download(&promoter, &format!("{path}?as=xlsx&lang=en")).await.bytes, "Players");
    assert_eq!(sheet.len(), 3_604);

    let xlsx = format!("{path}?as=xlsx");
    let many = join_all((0..10).map(|_| promoter.post(&xlsx, json!({})))).await;
    let (taken, refused): (Vec<_>, Vec<_>) = many.into_iter().partition(|answer| answer.status == 200);
    assert!(!taken.is_empty() && !refused.is_empty(), "{} and {}", taken.len(), refused.len());
    for answer in refused {
        assert!(answer.headers.contains_key("retry-after"));
        answer.refused(429, "too_many_requests");
    }
    // What stopped reading in the middle takes nobody's turn for good.
    drop(promoter.request(Method::POST, &path).send().await.unwrap());
    world.until("the turn is free again", async || (promoter.post(&path, json!({})).await.status == 200).then_some(())).await;
}
