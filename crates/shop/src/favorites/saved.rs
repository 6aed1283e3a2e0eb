//! Game accounts that a person saves, each under a nickname: their own, a brother's, a friend's.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::cart::players::{self, Goods, Rule};
use manao_domain::product::Target;
use manao_kernel::app::App;
use manao_kernel::problem::{OnConstraint as _, Problem, codes, required};

/// Most saved players per person.
const MOST: i64 = 50;
/// Most characters of a nickname.
const LONGEST_NICKNAME: usize = 40;
/// Number of recent orders searched for the last use of an account.
const ORDERS: i64 = 200;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedPlayer {
    pub id: i64,
    pub game_id: i64,
    pub game_slug: String,
    /// The ID; a mobile number as `0812345678`, since it is its owner's own list
    pub player_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The server's name as players know it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    /// The partner's name of the player when it was saved
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
    pub nickname: String,
    /// Time of the last order for it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavePlayer {
    /// The saved player to change; without it, a new one is saved
    pub id: Option<i64>,
    pub game_id: i64,
    #[schema(extensions(("maxLength" = json!(manao_domain::player_id::MAX_LENGTH))))]
    pub player_id: String,
    pub server: Option<String>,
    /// At most 40 characters
    #[schema(extensions(("maxLength" = json!(LONGEST_NICKNAME))))]
    pub nickname: String,
}

/// Returns saved players, most recently used or saved first.
pub async fn list(db: &PgPool, user_id: i64, game_id: Option<i64>) -> Result<Vec<SavedPlayer>, Problem> {
    let players = sqlx::query_as!(
        SavedPlayer,
        r#"with used as (
             select l.game_id, l.player_id, coalesce(l.server, '') as server, max(o.created_at) as at
             from (select id, created_at from shop.orders where user_id = $1 order by id desc limit $3) o
             join shop.order_lines l on l.order_id = o.id where l.player_id is not null group by 1, 2, 3)
           select s.id, s.game_id, g.slug as game_slug,
                  case when g.target = 'number' then '0' || substr(s.player_id, 3) else s.player_id end as "player_id!", nullif(s.server, '') as server,
                  coalesce(s.server_name, nullif(s.server, '')) as server_name, s.player_name, s.nickname, used.at as "last_used_at?"
           from shop.saved_players s join shop.games g on g.id = s.game_id
           left join used on used.game_id = s.game_id and used.player_id = s.player_id and used.server = s.server
           where s.user_id = $1 and ($2::bigint is null or s.game_id = $2) and g.active
           order by greatest(used.at, s.created_at) desc, s.id desc"#,
        user_id,
        game_id,
        ORDERS
    )
    .fetch_all(db)
    .await?;
    Ok(players)
}

/// Saves an account, or changes a saved one; the partner must know the player. Returns its id.
///
/// # Errors
/// 404 `game_not_found`, `saved_player_not_found`; 409 `saved_player_exists`, `saved_players_limit`; 422 `nickname`; the errors of a player.
pub async fn save(app: &App, user_id: i64, wanted: &SavePlayer) -> Result<i64, Problem> {
    let nickname = required(&wanted.nickname, LONGEST_NICKNAME).map_err(|code| Problem::invalid("nickname", code))?;
    let game = sqlx::query!(
        r#"select partner_code, partner_game, target as "target: Target", needs_server, player_pattern, case when server_typed then server_pattern end as typed_server
           from shop.games where id = $1 and active"#,
        wanted.game_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::game_not_found)?;
    let rule = Rule {
        target: game.target,
        needs_server: game.needs_server,
        pattern: game.player_pattern.as_deref(),
        typed_server: game.typed_server.as_deref(),
    };
    let (player_id, server) = rule.check(Some(&wanted.player_id), wanted.server.as_deref())?;
    // Gift cards have no player.
    let player_id = player_id.ok_or(codes::player_id_invalid)?;
    let goods = Goods { target: game.target, partner: &game.partner_code, game: &game.partner_game, sku: None };
    let found = players::find(app, &goods, &player_id, server.as_deref()).await?;
    let server = server.unwrap_or_default();

    let mut change = app.change().await?;
    let now = change.now();
    let saved = match wanted.id {
        Some(id) => sqlx::query_scalar!(
            "update shop.saved_players set game_id = $3, player_id = $4, server = $5, server_name = $6, player_name = $7, nickname = $8
             where id = $1 and user_id = $2 returning id",
            id,
            user_id,
            wanted.game_id,
            player_id,
            server,
            found.server_name,
            found.display_name,
            nickname
        )
        .fetch_optional(change.conn())
        .await
        .on_constraint("saved_players_user_id_game_id_player_id_server_key", codes::saved_player_exists)?
        .ok_or(codes::saved_player_not_found)?,
        None => {
            // Locked, so that of two at once both are counted.
            change.lock(&format!("saved players of {user_id}")).await?;
            let kept = sqlx::query_scalar!(r#"select count(*) as "count!" from shop.saved_players where user_id = $1"#, user_id)
                .fetch_one(change.conn())
                .await?;
            if kept >= MOST {
                return Err(Problem::new(codes::saved_players_limit).param("limit", MOST));
            }
            sqlx::query_scalar!(
                "insert into shop.saved_players (user_id, game_id, player_id, server, server_name, player_name, nickname, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
                user_id,
                wanted.game_id,
                player_id,
                server,
                found.server_name,
                found.display_name,
                nickname,
                now
            )
            .fetch_one(change.conn())
            .await
            .on_constraint("saved_players_user_id_game_id_player_id_server_key", codes::saved_player_exists)?
        }
    };
    change.commit().await?;
    Ok(saved)
}

/// Deletes a saved player; one that is already gone is no error.
pub async fn delete(app: &App, user_id: i64, id: i64) -> Result<(), Problem> {
    sqlx::query!("delete from shop.saved_players where id = $1 and user_id = $2", id, user_id).execute(&app.db).await?;
    Ok(())
}
