//! The players of an entry: their data, their documents, and what is still missing.

use serde::Deserialize;
use std::collections::HashSet;
use utoipa::ToSchema;

use chrono::{DateTime, NaiveDate, Utc};
use manao_domain::bangkok;
use manao_domain::document::DocumentKind;
use manao_domain::registration::{GameIdRule, MissingItem, PlayerRole, RosterSize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::people::{self, EntryScope, Person};
use super::view::DocumentCheck;
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem, codes};

/// A player of an entry.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnteredPlayer {
    pub user_id: i64,
    /// The player's ID in the game; empty while it is not known
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::player_id::MAX_LENGTH))))]
    pub game_id: String,
    pub role: PlayerRole,
}

/// One of the caller's own documents, for an entry.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenDocument {
    pub kind: DocumentKind,
    #[schema(value_type = String)]
    pub document_id: Uuid,
}

/// Larger than any roster.
const MOST: usize = 20;

pub struct Player {
    pub person: Person,
    pub role: PlayerRole,
    pub game_id: String,
    pub left: bool,
    pub reminded_at: Option<DateTime<Utc>>,
    pub documents: Vec<EntryDocument>,
    pub lacks: Vec<MissingItem>,
    pub refusal: Option<Code>,
}

/// A document that was handed in.
pub struct EntryDocument {
    pub kind: DocumentKind,
    pub document_id: Uuid,
    pub file_name: String,
    pub given_at: DateTime<Utc>,
    pub checked: Option<DocumentCheck>,
}

impl Player {
    pub fn is_ready(&self) -> bool {
        self.lacks.is_empty() && self.refusal.is_none() && !self.left
    }
}

/// Returns the players of an entry, main players first.
pub async fn of_entry(
    conn: &mut PgConnection,
    tournament: &Row,
    entrant_id: i64,
    today: NaiveDate,
) -> Result<Vec<Player>, Problem> {
    let rows = sqlx::query!(
        r#"select user_id, role as "role: PlayerRole", game_id, display_name, left_at is not null as "left!", reminded_at
           from esports.entrant_players where entrant_id = $1 order by role = 'substitute', position, user_id"#,
        entrant_id
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.user_id).collect();
    let place =
        EntryScope { tournament_id: Some(tournament.id), entrant_id: Some(entrant_id), game_id: Some(tournament.game_id) };
    let people = people::load(&mut *conn, &ids, place).await?;
    let mut given = given(conn, entrant_id).await?;
    let asked = people::requirements(tournament);
    let players = rows.into_iter().zip(people).map(|(row, person)| {
        let (documents, others) = given.drain(..).partition(|(of, _)| *of == row.user_id);
        given = others;
        let documents: Vec<EntryDocument> = Vec::from_iter(documents).into_iter().map(|(_, document)| document).collect();
        let fine = documents.iter().filter(|document| document.checked != Some(DocumentCheck::Invalid));
        let kinds: Vec<DocumentKind> = fine.map(|document| document.kind).collect();
        Player {
            lacks: person.lacks(&asked, &row.game_id, &kinds, today),
            refusal: person.refusal(&asked),
            person: Person { display_name: row.display_name, ..person },
            role: row.role,
            game_id: row.game_id,
            left: row.left,
            reminded_at: row.reminded_at,
            documents,
        }
    });
    Ok(players.collect())
}

async fn given(conn: &mut PgConnection, entrant_id: i64) -> Result<Vec<(i64, EntryDocument)>, Problem> {
    let rows = sqlx::query!(
        r#"select g.user_id, g.kind as "kind: DocumentKind", g.document_id, d.file_name, g.given_at, g.checked as "checked: DocumentCheck"
           from esports.entrant_documents g join people.documents d on d.id = g.document_id where g.entrant_id = $1 order by g.kind"#,
        entrant_id
    )
    .fetch_all(conn)
    .await?;
    let given = rows.into_iter().map(|row| {
        let given = EntryDocument {
            kind: row.kind,
            document_id: row.document_id,
            file_name: row.file_name,
            given_at: row.given_at,
            checked: row.checked,
        };
        (row.user_id, given)
    });
    Ok(given.collect())
}

/// Returns whether nothing is missing, of the roster or of its players.
pub fn are_complete(tournament: &Row, players: &[Player]) -> bool {
    let here = players.iter().filter(|player| !player.left).map(|player| player.role);
    RosterSize::from_roles(here).fits(size(tournament)) && players.iter().all(Player::is_ready)
}

pub fn size(tournament: &Row) -> RosterSize {
    let count = |count: i32| usize::try_from(count).unwrap_or_default();
    RosterSize { main_players: count(tournament.main_players), substitutes: count(tournament.max_substitutes) }
}

/// Returns the day in Bangkok, by which ages are counted.
pub fn today(now: DateTime<Utc>) -> NaiveDate {
    bangkok::local(now).date()
}

/// Checks a roster as submitted, without looking at the people.
///
/// # Errors
/// 422 `players_count_invalid`; `fields_invalid` with `player_game_id_invalid` or `player_game_id_twice` at a player.
pub async fn check(conn: &mut PgConnection, tournament: &Row, players: &[EnteredPlayer], draft: bool) -> Result<(), Problem> {
    let size = self::size(tournament);
    let named = RosterSize::from_roles(players.iter().take(MOST + 1).map(|player| player.role));
    let ids: HashSet<i64> = players.iter().take(MOST + 1).map(|player| player.user_id).collect();
    let fits = if draft { named.is_within(size) } else { named.fits(size) };
    if !fits || ids.len() != players.len() {
        return Err(codes::players_count_invalid.into());
    }
    let pattern = sqlx::query_scalar!("select id_pattern from esports.esport_games where id = $1", tournament.game_id);
    let pattern = pattern.fetch_one(conn).await?;
    let rule = GameIdRule::new(&pattern).ok_or_else(|| Problem::internal(format!("{pattern} is no pattern")))?;
    let mut refused: Option<Problem> = None;
    let mut seen = HashSet::new();
    for player in players.iter().filter(|player| !player.game_id.trim().is_empty()) {
        let id = player.game_id.trim();
        let code = if !rule.accepts(id) {
            codes::player_game_id_invalid
        } else if !seen.insert(id.to_lowercase()) {
            codes::player_game_id_twice
        } else {
            continue;
        };
        let field = format!("players.{}.gameId", player.user_id);
        refused =
            Some(refused.map_or_else(|| Problem::invalid(field.clone(), code), |problem| problem.field(field.clone(), code)));
    }
    refused.map_or(Ok(()), Err)
}

/// Refuses people who cannot play at all, or are not in the team. The problem is the first one's, and each one's is at their field.
///
/// # Errors
/// `player_not_in_team`, `promoter_cannot_enter`, `player_suspended`, `player_in_other_entry`, `education_level_invalid`,
/// `university_mismatch`, `school_mismatch`.
pub async fn admit(
    conn: &mut PgConnection,
    tournament: &Row,
    (team_id, user_id, entrant_id): (Option<i64>, i64, Option<i64>),
    players: &[EnteredPlayer],
) -> Result<(), Problem> {
    let ids: Vec<i64> = players.iter().map(|player| player.user_id).collect();
    let place = EntryScope { tournament_id: Some(tournament.id), entrant_id, game_id: None };
    let people = people::load(&mut *conn, &ids, place).await?;
    let members = match team_id {
        Some(team_id) => {
            sqlx::query_scalar!("select user_id from esports.team_members where team_id = $1", team_id).fetch_all(conn).await?
        }
        // An individual entrant enters nobody else.
        None => vec![user_id],
    };
    let asked = people::requirements(tournament);
    let refused = ids.iter().filter_map(|id| {
        let person = people.iter().find(|person| person.user_id == *id);
        let code = match person {
            Some(person) if members.contains(id) => person.refusal(&asked)?,
            _ => codes::player_not_in_team,
        };
        Some((format!("players.{id}"), code))
    });
    let mut problem: Option<Problem> = None;
    for (field, code) in refused {
        problem = Some(problem.unwrap_or_else(|| Problem::new(code)).field(field, code));
    }
    problem.map_or(Ok(()), Err)
}

/// Removes players who are no longer named.
pub async fn take_off(change: &mut Change, entrant_id: i64, players: &[EnteredPlayer]) -> Result<(), Problem> {
    let ids: Vec<i64> = players.iter().map(|player| player.user_id).collect();
    sqlx::query!("delete from esports.entrant_documents where entrant_id = $1 and user_id <> all($2)", entrant_id, &ids)
        .execute(change.conn())
        .await?;
    let gone = sqlx::query_scalar!(
        "delete from esports.entrant_players where entrant_id = $1 and user_id <> all($2) returning user_id",
        entrant_id,
        &ids
    )
    .fetch_all(change.conn())
    .await?;
    change.end_grants(gone)
}

/// Stores the named players over their previous data. A player without a game ID in the form keeps theirs.
///
/// # Errors
/// 409 `player_in_other_entry` when somebody entered elsewhere at the same instant. The change has then failed, and [`in_other_entry`]
/// names them.
pub async fn write(change: &mut Change, tournament_id: i64, entrant_id: i64, players: &[EnteredPlayer]) -> Result<(), Problem> {
    let ids: Vec<i64> = players.iter().map(|player| player.user_id).collect();
    let roles: Vec<String> = players.iter().map(|player| player.role.as_str().to_owned()).collect();
    let game_ids: Vec<String> = players.iter().map(|player| player.game_id.trim().to_owned()).collect();
    let written = sqlx::query!(
        "insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name, academy_id)
         select $1, $2, u.id, named.role, named.position, named.game_id, u.display_name, p.academy_id
         from unnest($3::bigint[], $4::text[], $5::text[]) with ordinality as named (user_id, role, game_id, position)
         join people.users u on u.id = named.user_id left join people.profiles p on p.user_id = u.id
         on conflict (entrant_id, user_id) do update set role = excluded.role, position = excluded.position,
           game_id = case when excluded.game_id = '' then entrant_players.game_id else excluded.game_id end,
           display_name = excluded.display_name, academy_id = excluded.academy_id, active = true,
           left_at = case when exists (select from esports.entrants e where e.id = $1 and e.team_id is not null and not exists
             (select from esports.team_members m where m.team_id = e.team_id and m.user_id = excluded.user_id)) then entrant_players.left_at end",
        entrant_id,
        tournament_id,
        &ids,
        &roles,
        &game_ids
    )
    .execute(change.conn())
    .await;
    match written {
        Ok(_) => Ok(()),
        Err(error) if is_elsewhere(&error) => Err(codes::player_in_other_entry.into()),
        Err(error) => Err(error.into()),
    }
}

pub fn is_elsewhere(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.constraint()) == Some("entrant_players_once")
}

/// Adds the players who entered elsewhere at the same instant to the refusal; other refusals stay as they are. The failed change must be
/// dropped before, so that nobody holds two connections.
pub async fn in_other_entry(
    app: &App,
    refusal: Problem,
    (tournament_id, entrant_id): (i64, i64),
    players: &[EnteredPlayer],
) -> Result<Problem, Problem> {
    if refusal.code() != codes::player_in_other_entry {
        return Ok(refusal);
    }
    let ids: Vec<i64> = players.iter().map(|player| player.user_id).collect();
    let taken = sqlx::query_scalar!(
        "select user_id from esports.entrant_players where tournament_id = $1 and entrant_id <> $2 and active and user_id = any($3)",
        tournament_id,
        entrant_id,
        &ids
    )
    .fetch_all(&app.db)
    .await?;
    let problem = Problem::new(codes::player_in_other_entry);
    Ok(taken.into_iter().fold(problem, |problem, id| problem.field(format!("players.{id}"), codes::player_in_other_entry)))
}

/// Hands in a player's own documents.
///
/// # Errors
/// 422 `player_document_not_asked`, `document_not_found` at the document.
pub async fn give(
    change: &mut Change,
    tournament: &Row,
    entrant_id: i64,
    user_id: i64,
    documents: &[GivenDocument],
) -> Result<(), Problem> {
    let now = change.now();
    for (index, document) in documents.iter().enumerate() {
        let field = format!("documents.{index}");
        // At most one of each kind.
        if index >= DocumentKind::ALL.len() || !tournament.documents.contains(&document.kind) {
            return Err(Problem::invalid(field, codes::player_document_not_asked));
        }
        let given = sqlx::query!(
            "insert into esports.entrant_documents (entrant_id, user_id, kind, document_id, given_at)
             select $1, $2, $3, id, $5 from people.documents where id = $4 and user_id = $2 and kind = $3
             on conflict (entrant_id, user_id, kind) do update set document_id = excluded.document_id,
               given_at = case when entrant_documents.document_id = excluded.document_id then entrant_documents.given_at else excluded.given_at end,
               checked = case when entrant_documents.document_id = excluded.document_id then entrant_documents.checked end",
            entrant_id,
            user_id,
            document.kind.as_str(),
            document.document_id,
            now
        )
        .execute(change.conn())
        .await?;
        if given.rows_affected() == 0 {
            return Err(Problem::invalid(field, codes::document_not_found));
        }
    }
    Ok(())
}
