//! Tables of players and matches.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use calamine::{Data, Reader as _, Xlsx};
use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::process::Command;

use crate::support::{Client, World};

/// Names that a spreadsheet would run, one that only looks odd, and names that a spreadsheet would not read as text.
const NAMES: [&str; 24] = [
    "=HYPERLINK(\"http://evil\")",
    "+cmd|' /C calc'!A0",
    "\tทีมแท็บ",
    "@SUM(1)",
    "-2+3",
    "มะนาว, \"เปรี้ยว\"",
    "=1+1",
    "+66812345678",
    "13:7",
    "DEC1",
    "1E5",
    "12-5",
    "3/4",
    "TRUE",
    "0012",
    "1,000",
    "$5",
    "50%",
    " 12",
    "2026-12-31",
    "1 ม.ค. 2569",
    "ธันวาคม 5",
    "๑๒",
    "จริง",
];

/// IDs of players; all players of the first entrant have the first one.
const GAME_IDS: [&str; 6] = ["2039481720394817", "20394817", "0020394817", "123456789012", "12345678901234", "123456789012345"];

/// Creates a tournament of bracket and survivor stages with as many entrants of `players` each; their names are taken in turn.
async fn tournament(world: &World, promoter: &Client, entrants: i32, players: i32) -> i64 {
    let sql = r#"
      with tournament as (
        insert into esports.tournaments (promoter_id, form, name_th, name_en, created_at, updated_at)
        values ($1, '{}', 'ถ้วย/มะนาว', 'Lime: Cup', now(), now()) returning id),
      stages as (insert into esports.tournament_stages (tournament_id, position, format, settings)
        select id, s.position, s.format, '{}' from tournament, (values (1, 'bracket'), (2, 'survivor')) as s (position, format)),
      people as (insert into people.users (display_name, created_at) select 'Player ' || n, now() from generate_series(1, $2 * $3) as n returning id),
      numbered as (select id, row_number() over (order by id) - 1 as number from people),
      names as (insert into people.profiles (user_id, first_name_th, last_name_th, first_name_en, last_name_en, updated_at)
        select id, 'สมชาย', 'ใจดี', 'Somchai', 'Jaidee', now() from people),
      entries as (
        insert into esports.entrants (tournament_id, user_id, status, name, short_name, seed, created_at, updated_at)
        select tournament.id, p.id, case when p.number = 0 then 'waitlist' else 'join' end,
               ($4::text[])[(p.number / $3) % cardinality($4) + 1], 'T' || p.number / $3, (p.number / $3 + 1)::int, now(), now()
        from tournament, numbered p where p.number % $3 = 0 order by p.number returning id, tournament_id),
      ordered as (select id, tournament_id, row_number() over (order by id) - 1 as number from entries),
      rosters as (
        insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name)
        select e.id, e.tournament_id, p.id, case when p.number % $3 = 0 then 'main' else 'substitute' end, (p.number % $3)::int,
               ($5::text[])[(p.number / $3) % cardinality($5) + 1], 'Player ' || p.number
        from ordered e join numbered p on p.number / $3 = e.number),
      matches as (
        insert into esports.matches (tournament_id, stage, position, round, number, home_id, away_id, scheduled_at, state, home_score, away_score, winner_id, games)
        select a.tournament_id, 1, a.number, 1, a.number / 2 + 1, a.id, b.id, '2026-12-31T17:05:00Z', 'decided', 2, 1, a.id, '[[13, 7]]'
        from ordered a join ordered b on b.number = a.number + 1 where a.number % 2 = 0)
      select id from tournament"#;
    let query = sqlx::query_scalar(sql).bind(promoter.user_id).bind(entrants).bind(players);
    let query = query.bind(NAMES.map(str::to_owned).to_vec()).bind(GAME_IDS.map(str::to_owned).to_vec());
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

/// Opens CSV files with LibreOffice, with full type recognition in the language of this number, and returns their cells.
async fn opened(folder: &Path, files: &[&str], language: u16) -> Vec<Vec<Vec<Data>>> {
    let profile = format!("-env:UserInstallation=file://{}", folder.join(format!("profile-{language}")).display());
    // Commas, quotes, UTF-8, from line 1; quoted fields are interpreted too, special numbers are recognized, formulas are evaluated.
    let filter = format!("--infilter=CSV:44,34,76,1,,{language},false,true,false,false,false,0,true");
    let target = folder.join(language.to_string());
    let mut office = Command::new("soffice");
    office.args([profile.as_str(), "--headless", &filter, "--convert-to", "xlsx", "--outdir"]).arg(&target).args(files);
    let run = office.current_dir(folder).kill_on_drop(true).output();
    let output = tokio::time::timeout(Duration::from_secs(90), run).await.expect("LibreOffice ends");
    let output = output.expect("this test needs soffice in PATH (apt install libreoffice-calc-nogui)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let cells = |file: &&str| {
        let path = target.join(file).with_extension("xlsx");
        let (sheet, _) = file.split_once('.').unwrap();
        typed(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())), sheet)
    };
    files.iter().map(cells).collect()
}

/// Cells with their types.
fn typed(bytes: Vec<u8>, sheet: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    assert!(book.worksheet_formula(sheet).unwrap().is_empty(), "no formulas");
    book.worksheet_range(sheet).unwrap().rows().map(<[Data]>::to_vec).collect()
}

/// Whether a spreadsheet has this cell as intended. Text may have an apostrophe that keeps it text, and digits equal to a number may be one;
/// times must be read as such.
fn is_as_meant(meant: &Data, read: &Data) -> bool {
    match (meant, read) {
        (Data::String(meant), Data::String(read)) => read == meant || read.strip_prefix('\'') == Some(meant),
        (Data::String(meant), Data::Float(read)) => meant.len() <= 11 && *meant == read.to_string(),
        (Data::String(meant), Data::DateTime(read)) => {
            let (year, month, day, hour, minute, ..) = read.to_ymd_hms_milli();
            *meant == format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
        }
        (Data::String(meant), Data::Empty) => meant.is_empty(),
        (meant, read) => meant == read,
    }
}

/// Checks that the CSV of each table, opened by a spreadsheet in Thai and in English, equals the XLSX.
async fn a_spreadsheet_reads_each_cell_as_it_was_meant(promoter: &Client, id: i64) {
    let folder = tempfile::tempdir().unwrap();
    let files = ["player.csv", "match.csv"];
    let mut meant = Vec::new();
    for (file, sheet) in files.into_iter().zip(["Players", "Matches"]) {
        let path = format!("/tournament/export-{}/{id}/bracket?lang=en", file.trim_end_matches(".csv"));
        std::fs::write(folder.path().join(file), download(promoter, &path).await.bytes).unwrap();
        meant.push(typed(download(promoter, &format!("{path}&as=xlsx")).await.bytes, sheet));
    }
    let scores = meant[1][1].iter().filter(|cell| **cell == Data::String("13–7".to_owned())).count();
    assert_eq!((scores, meant[0].len()), (1, 2 * NAMES.len() + 1));
    // One after the other: two started at once have crashed.
    let thai = opened(folder.path(), &files, 1054).await;
    let english = opened(folder.path(), &files, 1033).await;
    for (language, read) in [("Thai", thai), ("English", english)] {
        for (file, (meant, read)) in files.iter().zip(meant.iter().zip(read)) {
            assert_eq!(meant.len(), read.len(), "{file} in {language}");
            for (meant, read) in meant.iter().zip(&read) {
                let nothing = Data::Empty;
                for column in 0..meant.len().max(read.len()) {
                    let (meant, read) = (meant.get(column).unwrap_or(&nothing), read.get(column).unwrap_or(&nothing));
                    assert!(is_as_meant(meant, read), "{file} in {language}: {meant:?} was read as {read:?}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_matches_come_as_tables_that_run_nothing() {
    let world = World::new().await;
    let promoter = world.promoter("promoter").await;
    let id = tournament(&world, &promoter, 24, 2).await;
    let path = |what: &str, query: &str| format!("/tournament/export-{what}/{id}/bracket?{query}");

    let file = download(&promoter, &path("player", "lang=th")).await;
    assert_eq!((file.rows.as_str(), file.kind.as_str()), ("48", "text/csv; charset=utf-8"));
    assert!(
        file.name.starts_with(&format!("attachment; filename=\"players-{id}-bracket.csv\"; filename*=UTF-8''")),
        "{}",
        file.name
    );
    assert!(file.name.contains("%E0%B8%96%E0%B9%89%E0%B8%A7%E0%B8%A2-"), "the slash of its name is gone: {}", file.name);
    let players = csv_of(&file.bytes);
    assert_eq!((players.len(), players[0][1].as_str()), (49, "ชื่อทีมหรือผู้เข้าแข่งขัน"));
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
    assert_eq!((sheet.len(), sheet[0][1].as_str()), (49, "Team or entrant"));
    for (name, row) in NAMES.iter().zip(sheet[1..].iter().step_by(2)) {
        assert_eq!(row[1], *name, "a text is a text");
    }
    assert_eq!(sheet[1][6..8], ["Somchai Jaidee", "2039481720394817"]);

    let matches = csv_of(&download(&promoter, &path("match", "as=csv&lang=en")).await.bytes);
    assert_eq!(matches.len(), 13);
    assert_eq!(matches[1][1..5], ["1", "", "1", "1"]);
    assert_eq!(matches[1][5..9], ["'=HYPERLINK(\"http://evil\")", "'+cmd|' /C calc'!A0", "2027-01-01 00:05", "Decided"]);
    assert_eq!(matches[1][9..11], ["2", "1"]);
    let sheet = xlsx_of(download(&promoter, &path("match", "as=xlsx&lang=th")).await.bytes, "ตารางแข่ง");
    assert_eq!((sheet.len(), sheet[3][5].as_str()), (13, "-2+3"));

    // Exported fields, and fields that are left out.
    let text = String::from_utf8_lossy(&download(&promoter, &path("player", "")).await.bytes).into_owned();
    assert!(!text.contains("@example.com"));
    let log: Vec<(String, serde_json::Value)> =
        sqlx::query_as("select kind, after from esports.tournament_revisions where tournament_id = $1 order by id")
            .bind(id)
            .fetch_all(&world.app.db)
            .await
            .unwrap();
    assert_eq!(log.len(), 5);
    assert_eq!(log[1], ("export_players".to_owned(), json!({"format": "bracket", "as": "xlsx", "rows": 48})));
    assert_eq!(log[2].0, "export_matches");

    // A stage without entrants, an unsupported format, and an unknown one.
    let empty = download(&promoter, &format!("/tournament/export-player/{id}/survivor")).await;
    assert_eq!((empty.rows.as_str(), csv_of(&empty.bytes).len()), ("0", 1));
    for (format, code) in [("round-robin", "tournament_stage_not_found"), ("chess", "not_found")] {
        promoter.post(&format!("/tournament/export-player/{id}/{format}"), json!({})).await.refused(404, code);
    }
    promoter.post(&path("player", "as=pdf"), json!({})).await.refused(422, "fields_invalid");
    a_spreadsheet_reads_each_cell_as_it_was_meant(&promoter, id).await;
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
    // A client that stops reading in the middle does not keep its turn for good.
    drop(promoter.request(Method::POST, &path).send().await.unwrap());
    world.until("the turn is free again", async || (promoter.post(&path, json!({})).await.status == 200).then_some(())).await;
}
