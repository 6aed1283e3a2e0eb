//! A player completes their own part of an entry; the last missing part moves the entry on.

use super::entrant::Entrant;
use super::players::{EnteredPlayer, GivenDocument};
use super::view::Entry;
use super::{mine, places, players, save};
use crate::tournaments::Row;
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, codes};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPart {
    pub tournament_id: i64,
    #[schema(extensions(("maxLength" = json!(manao_domain::player_id::MAX_LENGTH))))]
    pub game_id: Option<String>,
    #[serde(default)]
    pub documents: Vec<GivenDocument>,
}

/// # Errors
/// 409 `tournament_not_participating`, `tournament_cancelled`, `tournament_over`, `roster_locked`; 422 on a document or the game ID.
pub async fn give(app: &App, user_id: i64, part: OwnPart, lang: Lang) -> Result<Entry, Problem> {
    for _ in 0..3 {
        if let Some((entrant_id, role)) = attempt(app, user_id, &part).await? {
            return mine::entry(app, entrant_id, (user_id, role), lang).await;
        }
    }
    Err(codes::entry_changed.into())
}

async fn attempt(app: &App, user_id: i64, part: &OwnPart) -> Result<Option<(i64, Role)>, Problem> {
    let mut conn = app.db.acquire().await?;
    let tournament = Row::load(&mut conn, part.tournament_id).await?;
    places::standing(&tournament)?;
    let found = sqlx::query!(
        r#"select e.id, e.team_id, coalesce(case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = $2, false) as "captain!"
           from esports.entrant_players p join esports.entrants e on e.id = p.entrant_id where p.tournament_id = $1 and p.user_id = $2 and p.active"#,
        tournament.id,
        user_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::tournament_not_participating)?;
    drop(conn);

    let mut change = app.change().await?;
    change.lock(&save::lock_name(&tournament, found.team_id, user_id)).await?;
    let entrant = Entrant::load(change.conn(), found.id).await?;
    if !entrant.status.is_active() {
        return Err(codes::entry_changed.into());
    }
    if let Some(game_id) = part.game_id.as_deref().map(str::trim).filter(|id| !id.is_empty()) {
        if tournament.bracket_published_at.is_some() {
            return Err(codes::roster_locked.into());
        }
        set_game_id(&mut change, &tournament, (entrant.id, user_id), game_id).await?;
    }
    players::give(&mut change, &tournament, entrant.id, user_id, &part.documents).await?;
    if save::proceed(&mut change, &tournament, entrant, ("entry_completed", user_id), None).await?.is_none() {
        return Ok(None);
    }
    change.commit().await?;
    Ok(Some((found.id, if found.captain { Role::Captain } else { Role::Member })))
}

async fn set_game_id(
    change: &mut manao_kernel::database::Change,
    tournament: &Row,
    (entrant_id, user_id): (i64, i64),
    game_id: &str,
) -> Result<(), Problem> {
    let named = sqlx::query!(
        r#"select user_id, role as "role: manao_domain::registration::PlayerRole", game_id from esports.entrant_players where entrant_id = $1"#,
        entrant_id
    )
    .fetch_all(change.conn())
    .await?;
    let roster: Vec<EnteredPlayer> = named
        .into_iter()
        .map(|row| EnteredPlayer {
            user_id: row.user_id,
            game_id: if row.user_id == user_id { game_id.to_owned() } else { row.game_id },
            role: row.role,
        })
        .collect();
    players::check(change.conn(), tournament, &roster, true).await?;
    sqlx::query!(
        "update esports.entrant_players set game_id = $3 where entrant_id = $1 and user_id = $2",
        entrant_id,
        user_id,
        game_id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
